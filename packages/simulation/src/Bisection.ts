/**
 * Finds the first committed transaction after which a broken promise is broken, in the history of a seed that violates
 * a rule, and describes its request, statements and changed rows. The history is replayed: after a commit the store's
 * audit is asked, or all people leave and the final audit is. What is broken and mended in between may be missed.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { CommitScheduler } from "@beauty-store/sql/internal/drivers/SqliteTransactions"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Violation } from "./auditor/Observations.ts"
import { operationOf } from "./auditor/Operations.ts"
import { isSame, subjectsOf } from "./BrokenPromise.ts"
import { Disk } from "./engine/Disk.ts"
import { Prng } from "./engine/Prng.ts"
import { minute, Process, Time } from "./engine/Time.ts"
import {
  type ChangedRow,
  changedRows,
  type Committed,
  type CommitWatcher,
  type RanStatement,
  type Rows,
  rowsOf,
  watchCommits
} from "./engine/Transactions.ts"
import { type Options, type Report, simulate } from "./Simulation.ts"
import type { World } from "./World.ts"

/** How the transaction was found. */
export type FoundBy = "audit" | "itself" | "settling" | "request" | "subject"

export interface Beginning {
  readonly foundBy: FoundBy
  readonly committed: Committed
  /** How many transactions there are until the rule is violated. */
  readonly commits: number
  /** What is broken from there on, in words: of the audit, or the violation itself. */
  readonly broken: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ChangedRow>
  /** The request whose response came last before the rule was violated, and that response, as in the history. */
  readonly answered: ReadonlyArray<string>
  /** What the store ran for that request. */
  readonly ran: ReadonlyArray<RanStatement>
}

/** The rules that a transaction breaks by committing. */
const committedWrong: ReadonlySet<string> = new Set(["transactions.staleRead", "transactions.lostUpdate"])

/** How many copies of the disk one replay is to give. */
const copies = 15

/** The differences that the store's audit finds on a disk, by kind and subject. */
const audited = (image: Uint8Array, at: number): ReadonlyMap<string, string> => {
  const disk = new Disk(image)
  const prng = new Prng("audit")
  const time = new Time(at, prng)
  const process = new Process(time, "audit", prng)
  const auditing = Effect.flatMap(Transactions, ({ read }) => read(ConsistencyAudit.audit)).pipe(
    Effect.provide(Layer.provide(SqlTransactions.layer, disk.client)),
    Effect.provideService(CommitScheduler, (commit) => process.scheduleTask(commit))
  )
  const { differences } = time.until(process, Effect.orDie(auditing), at + minute)
  Process.forget(time)
  disk.close()
  return new Map(differences.map(({ kind, subject, words }) => [`${kind} ${subject}`, `books.${kind}: ${words}`]))
}

/** Replays a history, and calls back at each begin and commit of the store's disk. */
const replay = (options: Options, watch: (world: World) => CommitWatcher, endsEarly?: () => boolean): Report =>
  simulate({
    ...options,
    trace: undefined,
    endsEarly,
    watch: (world) => watchCommits(world.disks.store, () => world.time.now, watch(world))
  })

/** The first of 1 … `last` that is bad, where `last` is: one in the middle is tried each time. */
const firstBad = (last: number, isBad: (n: number) => boolean): number => {
  let [good, bad] = [0, last]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBad(middle)) bad = middle
    else good = middle
  }
  return bad
}

/** The first transaction after which the audit finds one of these differences; `last` is one. */
const firstByAudit = (options: Options, last: number, wanted: ReadonlySet<string>): number => {
  let [good, bad] = [0, last]
  while (bad - good > 1) {
    const step = Math.max(1, Math.ceil((bad - good) / (copies + 1)))
    const found: Array<readonly [n: number, isBad: boolean]> = []
    const [from, to] = [good, bad]
    replay(options, (world) => ({
      onCommit: ({ at, n }) => {
        if (n <= from || (n - from) % step !== 0 || n >= to) return
        const isBad = [...audited(world.disks.store.image(), at).keys()].some((one) => wanted.has(one))
        found.push([n, isBad])
        // What comes after the first bad one is not of interest.
        if (isBad) world.isStopped = true
      }
    }))
    for (const [n, isBad] of found) {
      if (isBad) bad = Math.min(bad, n)
      else if (n < bad) good = Math.max(good, n)
    }
  }
  return bad
}

/** Whether the same promise is broken where all people leave after a transaction. */
const isBrokenAfter = (options: Options, violation: Violation, products: ReadonlyArray<string>) => (n: number) => {
  let commits = 0
  const { violations } = replay(
    options,
    () => ({
      onCommit: (committed) => {
        commits = committed.n
      }
    }),
    () => commits >= n
  )
  return violations.some((one) => isSame(violation, one, products))
}

/** Replays up to a transaction, and compares all rows before and after; with what the audit finds after it. */
const effectOf = (options: Options, n: number) => {
  let before: Rows | undefined
  let rows: ReadonlyArray<ChangedRow> = []
  let differences: ReadonlyMap<string, string> = new Map()
  replay(options, (world) => ({
    onBegin: (begun) => {
      if (begun === n) before = rowsOf(world.disks.store)
    },
    onCommit: (committed) => {
      if (committed.n !== n) return
      rows = changedRows(before ?? new Map(), rowsOf(world.disks.store))
      differences = audited(world.disks.store.image(), committed.at)
      world.isStopped = true
    }
  }))
  return { rows, differences }
}

const mentions = ({ statements }: Committed, subjects: ReadonlyArray<string>): boolean =>
  statements.some(({ parameters }) =>
    parameters.some((value) => typeof value === "string" && subjects.some((subject) => value.includes(subject)))
  )

const changes = ({ statements }: Committed): boolean =>
  statements.some(({ text }) => /^\s*(?:INSERT|UPDATE|DELETE)/i.test(text))

/** The sender and the number of the request whose response violated a rule: the last in the history. */
const lastAnswered = ({ tail }: Report): string | undefined =>
  tail.map((line) => /Z (\S.*? #\d+) \d{3} /.exec(line)?.[1]).findLast((sender) => sender !== undefined)

/** Where a seed's violation began; undefined where it violates no rule. `note` is called with what is tried. */
export const beginningOf = (options: Options, note: (what: string) => void = () => {}): Beginning | undefined => {
  const all: Array<Committed> = []
  let products: ReadonlyArray<string> = []
  let last: { readonly store: Uint8Array; readonly at: number } | undefined
  /** How many there are before the end of the days: only then people can leave earlier. */
  let early = 0
  /** By sender and number: the last requests. */
  const ranFor = new Map<string, Array<RanStatement>>()
  const report = replay(options, (world) => {
    products = world.goods.productIds
    return {
      onStatement: (ran) => {
        const of = ran.request?.sender
        if (of === undefined) return
        if (!ranFor.has(of)) ranFor.set(of, [])
        ranFor.get(of)!.push(ran)
        if (ranFor.size > 100) ranFor.delete(ranFor.keys().next().value!)
      },
      onCommit: (committed) => {
        all.push(committed)
        if (world.injector.active) early = committed.n
      }
    }
  })
  const [violation] = report.violations
  const sender = lastAnswered(report)
  if (violation === undefined || all.length === 0) return undefined
  const commits = all.length
  replay(options, (world) => ({
    onCommit: ({ at, n }) => {
      if (n === commits) last = { store: world.disks.store.image(), at }
    }
  }))
  const differences = last === undefined ? new Map<string, string>() : audited(last.store, last.at)
  const described = (foundBy: FoundBy, n: number, broken?: ReadonlyArray<string>): Beginning => {
    const effect = effectOf(options, n)
    return {
      foundBy,
      committed: all[n - 1]!,
      commits,
      broken: broken ?? [...effect.differences.values()],
      rows: effect.rows,
      ran: ranFor.get(sender ?? "") ?? [],
      answered: report.tail.filter((line) => sender !== undefined && line.includes(`Z ${sender} `))
    }
  }
  const words = [`${violation.rule}: ${violation.expected}; seen: ${violation.seen.slice(0, 500)}`]
  if (differences.size > 0) {
    note(`the store's audit finds ${differences.size} differences: searching ${commits} transactions by it`)
    return described("audit", firstByAudit(options, commits, new Set(differences.keys())))
  }
  // What transactions do wrong is reported with the commit itself.
  if (committedWrong.has(violation.rule)) return described("itself", commits, words)
  const isBroken = isBrokenAfter(options, violation, products)
  note(`the store's audit finds nothing: searching ${early} transactions by letting everything settle after each`)
  if (early > 0 && isBroken(early)) return described("settling", firstBad(early, isBroken), words)
  note("it is not broken where people leave: looking for the request")
  const own = all.findLast((one) => changes(one) && one.statements.some(({ request }) => request?.sender === sender))
  if (own !== undefined) return described("request", own.n, words)
  const subjects = subjectsOf(violation, products)
  const touched = all.findLast((one) => changes(one) && mentions(one, subjects)) ?? all.at(-1)!
  return described("subject", touched.n, words)
}

const decoder = new TextDecoder()
const clipped = (text: string, most: number): string => text.length > most ? `${text.slice(0, most)}…` : text

const valueText = (value: unknown): string => clipped(typeof value === "string" ? value : String(value), 300)

const rowText = ({ after, before, key, table }: ChangedRow): ReadonlyArray<string> => {
  const all = (row: Readonly<Record<string, unknown>>) =>
    Object.entries(row).filter(([, value]) => value !== null).map(([name, value]) => `${name}=${valueText(value)}`)
  if (before === undefined || after === undefined) {
    return [`${before === undefined ? "+" : "-"} ${table}  ${all(after ?? before ?? {}).join("  ")}`]
  }
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  return [
    `~ ${table}  ${key}`,
    ...changed.map((name) => `    ${name}: ${valueText(before[name])} -> ${valueText(after[name])}`)
  ]
}

const ways: Readonly<Record<FoundBy, string>> = {
  audit: "the store's audit, asked after commits, holds before this transaction and does not hold after it",
  itself: "the rule is broken by the commit of this transaction",
  settling: "where all people leave before this transaction, the promise is kept; where they leave after it, it is not",
  request: "nothing is wrong where people leave: this is the last change by the request whose response broke the rule",
  subject:
    "nothing is wrong where people leave, and the request whose response broke the rule changed nothing: see that "
    + "request; this is the last change of what the rule is about"
}

const statementText = ({ parameters, text }: RanStatement): string =>
  `${clipped(text.replace(/\s+/g, " ").trim(), 500)}${
    parameters.length === 0 ? "" : `  <- ${clipped(parameters.map(valueText).join(", "), 500)}`
  }`

/** What a reader needs to know of a beginning, line by line. */
export const linesOf = (
  { answered, broken, commits, committed, foundBy, ran, rows }: Beginning
): ReadonlyArray<string> => {
  const requests = [...new Set(committed.statements.map(({ request }) => request))]
  const statements = committed.statements.map((ran) => {
    const of = requests.length > 1 ? `[${ran.request?.sender ?? ran.request?.path ?? "background"}] ` : ""
    return `  ${of}${statementText(ran)}`
  })
  return [
    `it began in transaction ${committed.n} of ${commits}, committed at ${new Date(committed.at).toISOString()}`,
    `(${ways[foundBy]})`,
    "",
    "what is broken from there on:",
    ...broken.slice(0, 10).map((one) => `  ${one}`),
    ...(foundBy === "audit" || foundBy === "itself" || foundBy === "settling" ? [] : [
      "",
      "the request whose response broke the rule:",
      ...answered.map((line) => `  ${clipped(line, 1500)}`),
      ...ran.map((one) => `    ${statementText(one)}`)
    ]),
    "",
    requests.length > 1 ? "whose transaction it is (several share the commit):" : "whose transaction it is:",
    ...requests.map((request) => {
      if (request === undefined) return "  work in the background (see the job among the rows and statements)"
      const [operation] = operationOf(request.method, request.path)
      const body = request.body === undefined ? "" : ` ${clipped(decoder.decode(request.body), 1000)}`
      return `  ${operation}: ${request.method} ${request.path}${body}, by ${request.sender ?? "a program outside"}`
    }),
    "",
    "what it ran:",
    ...statements,
    "",
    "the rows that differ (~ changed, + new, - gone):",
    ...rows.flatMap(rowText).map((line) => `  ${line}`)
  ]
}
