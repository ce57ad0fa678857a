/** `npm run simulate`: years of a shop's life in minutes. Exits with 1 where a promise was broken. */
import { faults, traits } from "@beauty-store/simulation/world/SwarmConfiguration"
import { randomInt } from "node:crypto"
import { writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { positive, readOptions, refuse } from "./commandLine.ts"
import { ask, program, type Question, type Told } from "./seeds.ts"

const usage = `npm run simulate -- [options]

which worlds (one of a fresh seed, unless they are told):
  --seed 7              one
  --seeds 1..1000       many
  --minutes 2           fresh seeds for so long
  --days 5              how long each lasts
  --jobs 2              how many at a time
what they are like (the seed draws what is not told):
  --calm                nothing fails
  --interleaved         loads and writes of a transaction lie apart
  --no-preemption       fibers yield only where they wait: a refactoring leaves such a world's digest as it is
  --shoppers 3          on a day
  --only, --without act.cancel,disk.full
                        keeps, or leaves out, actions and faults
  --strike disk.full:12 one fault, once
  --strikes             one fault at a time, at every place where it can strike
what is told of them:
  --trace               writes each history to simulation-<seed>.log
  --shrink              looks for the actions and faults that the first failure needs
  --coverage            names what each fault struck
  --digests             prints the digest of each history`

const values = readOptions(usage, {
  seed: { type: "string" },
  seeds: { type: "string" },
  days: { type: "string", default: "5" },
  minutes: { type: "string" },
  jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
  trace: { type: "boolean", default: false },
  shrink: { type: "boolean", default: false },
  calm: { type: "boolean" },
  interleaved: { type: "boolean" },
  "no-preemption": { type: "boolean", default: false },
  digests: { type: "boolean", default: false },
  strikes: { type: "boolean", default: false },
  strike: { type: "string" },
  shoppers: { type: "string" },
  coverage: { type: "boolean", default: false },
  without: { type: "string", default: "" },
  only: { type: "string" }
})
const optional = (name: "seed" | "minutes" | "shoppers", isWhole = true): number | undefined =>
  values[name] === undefined ? undefined : positive(name, values[name], isWhole)

const say = (text: string): void => void process.stdout.write(`${text}\n`)
// Whoever listened has heard enough (`| head`): it ends like any other time, with its children.
process.stdout.on("error", () => process.kill(process.pid, "SIGTERM"))

const days = positive("days", values.days, false)
const jobs = positive("jobs", values.jobs)
if ([values.seed, values.seeds, values.minutes].filter((given) => given !== undefined).length > 1) {
  refuse("--seed, --seeds and --minutes say which worlds: give one of them")
}
const minutes = optional("minutes", false)
const isFresh = !values.strikes && values.seed === undefined && values.seeds === undefined && minutes === undefined
/** The one seed, where there is one. */
const only = isFresh ? randomInt(1, 2 ** 40) : optional("seed")
const shoppersPerDay = optional("shoppers")
const named = (name: "only" | "without"): ReadonlyArray<string> => {
  const names = (values[name] ?? "").split(",").filter(Boolean)
  const unknown = names.find((one) => !traits.some((trait) => trait === one))
  return unknown === undefined ? names : refuse(`--${name} ${unknown}: there is ${traits.join(", ")}`)
}
/** What the worlds do without, whatever they draw. */
const leftOut = traits.filter((trait) =>
  named("without").includes(trait) || (values.only !== undefined && !named("only").includes(trait))
)
if (values.strike !== undefined) {
  const [, trait = "", nth = "0"] = /^([^:]*):(\d+)$/.exec(values.strike) ?? []
  if (!(trait in faults) || Number(nth) === 0) {
    refuse(`--strike ${values.strike}: should be like disk.full:12; there is ${Object.keys(faults).join(", ")}`)
  }
}

const question = (seed: number, without: ReadonlyArray<string> = leftOut): Question => ({
  seed,
  days,
  calm: values.calm,
  interleaved: values.interleaved,
  preemption: !values["no-preemption"],
  without,
  strike: values.strike,
  shoppersPerDay,
  trace: values.trace
})

/** The one command that lives through it again. */
const replay = ({ present, seed }: Told, without: ReadonlyArray<string>, strike = values.strike): string =>
  [
    `npm run simulate -- --seed ${seed} --days ${days}`,
    ...(values.calm === undefined ? [] : ["--calm"]),
    ...(values.interleaved === undefined ? [] : ["--interleaved"]),
    ...(values["no-preemption"] ? ["--no-preemption"] : []),
    ...(values.shoppers === undefined ? [] : [`--shoppers ${values.shoppers}`]),
    ...(strike === undefined ? [] : [`--strike ${strike}`]),
    ...(without.length === 0
      ? []
      : [present.length < without.length ? `--only ${present.join(",")}` : `--without ${without.join(",")}`])
  ].join(" ")

const explain = (report: Told, without: ReadonlyArray<string>, strike?: string): void => {
  say(`\nseed ${report.seed} breaks a promise; the last that happened:`)
  for (const line of report.tail) say(`  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`)
  for (const { expected, rule, seen } of report.violations) {
    say(`\n  ${rule}\n    expected  ${expected}\n    seen      ${seen.slice(0, 2000)}`)
  }
  say(`\n  its world has: ${report.present.join(" ")}\n  replay with:   ${replay(report, without, strike)}`)
  say(`                 and --trace for its whole history, --shrink for what of its world the failure needs\n`)
}

/** Leaves out what the failure does not need: first half of what there is at a time, then less, in the end one by one. */
function* shrinking(failed: Told): Generator<Question, void, Told> {
  const rules = new Set(failed.violations.map(({ rule }) => rule))
  const without: Array<string> = [...leftOut]
  let left = failed.present
  let smallest = failed
  for (let size = Math.ceil(left.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const some = left.slice(at, at + size)
      const report = yield { ...question(failed.seed, [...without, ...some]), trace: false }
      const same = report.violations.some(({ rule }) => rules.has(rule))
      say(`  ${same ? "not needed" : "needed    "}  ${some.join(" ")}`)
      if (same) {
        without.push(...some)
        left = left.filter((trait) => !some.includes(trait))
        smallest = report
      } else at += size
    }
  }
  explain(smallest, without)
}

const shrink = async (path: string, failed: Told): Promise<void> => {
  const steps = shrinking(failed)
  let step = steps.next()
  await ask(path, 1, () => step.done === true ? undefined : step.value, (report) => {
    step = steps.next(report)
  })
}

const range = (): { readonly from: number; readonly to: number } => {
  if (only !== undefined) return { from: only, to: only }
  if (values.seeds !== undefined) {
    const [, first = "", last = ""] = /^(\d+)\.\.(\d+)$/.exec(values.seeds) ?? []
    const [from, to] = [Number(first), Number(last)]
    return from > 0 && to >= from ? { from, to } : refuse(`--seeds ${values.seeds}: should be like 1..100`)
  }
  const from = randomInt(1, 2 ** 40)
  return { from, to: from + 1_000_000 }
}

const table = (title: string, entries: ReadonlyMap<string, number>): void => {
  const parts = [...entries].sort(([a], [b]) => a < b ? -1 : 1).map(([name, count]) => `${name} ${count}`)
  say(`${title} (${entries.size}): ${parts.join(" · ")}`)
}

/** What struck what: how many pairs, and with `--coverage` a line for each fault. */
const matrix = (struck: ReadonlyMap<string, number>): void => {
  const byFault = new Map<string, Array<string>>()
  for (const [pair, count] of [...struck].sort(([a], [b]) => a < b ? -1 : 1)) {
    const [fault = "", operation = ""] = pair.split(" × ")
    byFault.set(fault, [...byFault.get(fault) ?? [], `${operation} ${count}`])
  }
  say(`faults × operations: ${struck.size} pairs${values.coverage ? "" : ", named by --coverage"}`)
  if (values.coverage) { for (const [fault, hits] of byFault) say(`  ${fault} (${hits.length}): ${hits.join(" · ")}`) }
}

const many = async (path: string): Promise<ReadonlyArray<Told>> => {
  const { from, to } = range()
  const until = minutes === undefined ? Infinity : performance.now() + minutes * 60_000
  const total = to - from + 1
  if (isFresh) say(`seed ${from}, ${days} days`)
  if (only === undefined) {
    say(
      `seeds from ${from}${minutes === undefined ? ` to ${to}` : ` for ${minutes} min`}, ${days} days each`
    )
  }
  const startedAt = performance.now()
  const failures: Array<Told> = []
  const counted = {
    faults: new Map<string, number>(),
    struck: new Map<string, number>(),
    answers: new Map<string, number>(),
    states: new Map<string, number>()
  }
  const sums = { seeds: 0, purchases: 0, requests: 0, boots: 0, lived: 0, steps: 0 }
  let seed = from
  const progress = (): void => {
    const seconds = (performance.now() - startedAt) / 1000
    const share = minutes === undefined ? sums.seeds / total : seconds / (minutes * 60)
    const filled = Math.min(30, Math.round(share * 30))
    const left = share === 0 ? "" : `, ${Math.ceil(Math.max(0, seconds / share - seconds))} s left`
    process.stderr.write(
      `\r[${"█".repeat(filled)}${" ".repeat(30 - filled)}] ${sums.seeds} seeds, ${
        (sums.seeds / seconds).toFixed(1)
      }/s, `
        + `${failures.length} failed${left}   `
    )
  }
  await ask(path, Math.min(jobs, total), () =>
    seed > to || performance.now() > until
      ? undefined
      : question(seed++), (report) => {
    sums.seeds++
    sums.purchases += report.purchases
    sums.requests += report.requests
    sums.boots += report.boots
    sums.lived += report.lived
    sums.steps += report.steps
    for (const kind of ["faults", "struck", "answers", "states"] as const) {
      for (const [name, count] of report[kind]) counted[kind].set(name, (counted[kind].get(name) ?? 0) + count)
    }
    if (report.violations.length > 0) {
      failures.push(report)
      process.stderr.write("\n")
      explain(report, leftOut)
    }
    if (report.history !== undefined) {
      const file = `simulation-${report.seed}.log`
      writeFileSync(file, `${report.history.join("\n")}\n`)
      say(`history: ${file}`)
    }
    if (values.digests) say(`digest of seed ${report.seed}: ${report.digest}`)
    else if (only !== undefined) say(`digest ${report.digest}`)
    else if (process.stderr.isTTY || sums.seeds % 20 === 0) progress()
  })
  if (only === undefined) process.stderr.write("\n")
  const wall = performance.now() - startedAt
  table("faults", counted.faults)
  table("answers", counted.answers)
  table("states", counted.states)
  matrix(counted.struck)
  say(
    `${sums.seeds} seeds, ${(sums.lived / 86_400_000).toFixed(0)} simulated days, ${sums.purchases} purchases, `
      + `${sums.requests} requests, ${sums.boots - sums.seeds} restarts, ${sums.steps} steps in ${
        (wall / 1000).toFixed(1)
      } s: `
      + `${Math.round(sums.lived / wall)} times as fast as time; ${failures.length} failed`
  )
  return failures
}

/** Every fault at every place of one world, a fault at a time. */
const strikes = async (path: string): Promise<ReadonlyArray<Told>> => {
  const failures: Array<Told> = []
  const traits = Object.keys(faults).filter((trait) => !trait.endsWith(".outage"))
  let runs = 0
  for (const trait of traits) {
    let nth = 0
    let places = 0
    let exhausted = false
    await ask(path, jobs, () => {
      if (exhausted) return undefined
      const strike = `${trait}:${++nth}`
      return { ...question(only ?? 6), calm: true, strike }
    }, (report) => {
      runs++
      if (report.faults.every(([name]) => name !== trait)) exhausted = true
      else places++
      if (report.violations.length === 0) return
      failures.push(report)
      explain(report, [], report.strike)
    })
    say(`${trait}: ${places} places`)
  }
  say(`${runs} worlds, ${failures.length} failed`)
  return failures
}

const path = await program("whole")
const failures = values.strikes ? await strikes(path) : await many(path)
if (values.shrink && failures[0] !== undefined) await shrink(path, failures[0])
process.exitCode = failures.length === 0 ? 0 : 1
