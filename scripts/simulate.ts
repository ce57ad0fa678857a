/** `npm run simulate`: runs the simulation for one seed or many. Exits with 1 where a rule was violated. */
import { pairs } from "@beauty-store/simulation/auditor/Coverage"
import { faults, traits } from "@beauty-store/simulation/world/SwarmConfiguration"
import { randomInt } from "node:crypto"
import { writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { positive, readOptions, refuse } from "./commandLine.ts"
import { buildWorker, runAll, type RunRequest, type RunResult } from "./simulationPool.ts"
import { commandOf, expanded, shrinking } from "./simulationShrink.ts"
import { reasonFor } from "./unseenPairs.ts"

const usage = `npm run simulate -- [options]

which seeds (one fresh seed, unless they are given):
  --seed 7              one
  --seeds 1..1000       many
  --minutes 2           fresh seeds for so long
  --days 5              how long each run lasts, in simulated days
  --jobs 2              how many at a time
what the runs are like (the seed draws what is not given):
  --calm                no faults
  --interleaved         loads and writes of a transaction lie apart
  --no-preemption       fibers yield only where they wait: a refactoring leaves such a run's digest as it is
  --reactions           the shop reacts to its orders by code of its own, which fails now and then
  --shoppers 3          on a day
  --only, --without act.cancel,disk.full
                        keeps, or leaves out, actions and faults
  --without-people shopper-3,staff
                        leaves out people
  --without-requests shopper-1:2-4,staff:9
                        leaves out requests, by their client and their number among that client's
  --fault disk.full:12  one fault, once
  --every-fault         one fault at a time, at every place where it can be injected
what is printed:
  --trace               writes each history to simulation-<seed>.log
  --shrink              looks for the actions, faults, people, days and requests that the first failure needs
  --bisect              looks for the transaction with which the first failure began, after --shrink in what is left
  --coverage            names the operations that each fault hit, and what was never seen of the contracts;
                        3000 seeds or more fail where that is not listed (scripts/unseenPairs.ts)
  --digests             prints the digest of each history`

const values = readOptions(usage, {
  seed: { type: "string" },
  seeds: { type: "string" },
  days: { type: "string", default: "5" },
  minutes: { type: "string" },
  jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
  trace: { type: "boolean", default: false },
  shrink: { type: "boolean", default: false },
  bisect: { type: "boolean", default: false },
  calm: { type: "boolean" },
  interleaved: { type: "boolean" },
  "no-preemption": { type: "boolean", default: false },
  reactions: { type: "boolean", default: false },
  digests: { type: "boolean", default: false },
  "without-people": { type: "string" },
  "without-requests": { type: "string" },
  "every-fault": { type: "boolean", default: false },
  fault: { type: "string" },
  shoppers: { type: "string" },
  coverage: { type: "boolean", default: false },
  without: { type: "string", default: "" },
  only: { type: "string" }
})
const optional = (name: "seed" | "minutes" | "shoppers", isWhole = true): number | undefined =>
  values[name] === undefined ? undefined : positive(name, values[name], isWhole)

const print = (text: string): void => void process.stdout.write(`${text}\n`)
// The reader of a pipe has closed it (`| head`): end as for any signal, and end the workers.
process.stdout.on("error", () => process.kill(process.pid, "SIGTERM"))

const days = positive("days", values.days, false)
const jobs = positive("jobs", values.jobs)
if ([values.seed, values.seeds, values.minutes].filter((given) => given !== undefined).length > 1) {
  refuse("--seed, --seeds and --minutes say which seeds to run: give one of them")
}
const minutes = optional("minutes", false)
const isEveryFault = values["every-fault"]
const isFresh = !isEveryFault && values.seed === undefined && values.seeds === undefined && minutes === undefined
/** The one seed, where there is one. */
const onlySeed = isFresh ? randomInt(1, 2 ** 40) : optional("seed")
const shoppersPerDay = optional("shoppers")
const traitsOf = (name: "only" | "without"): ReadonlyArray<string> => {
  const names = (values[name] ?? "").split(",").filter(Boolean)
  const unknown = names.find((one) => !traits.some((trait) => trait === one))
  return unknown === undefined ? names : refuse(`--${name} ${unknown}: there is ${traits.join(", ")}`)
}
/** The traits that are disabled in every run, whatever its seed draws. */
const leftOut = traits.filter((trait) =>
  traitsOf("without").includes(trait) || (values.only !== undefined && !traitsOf("only").includes(trait))
)
if (values.fault !== undefined) {
  const [, trait = "", nth = "0"] = /^([^:]*):(\d+)$/.exec(values.fault) ?? []
  if (!(trait in faults) || Number(nth) === 0) {
    refuse(`--fault ${values.fault}: should be like disk.full:12; there is ${Object.keys(faults).join(", ")}`)
  }
}

const requestOf = (seed: number, without: ReadonlyArray<string> = leftOut): RunRequest => ({
  seed,
  days,
  calm: values.calm,
  interleaved: values.interleaved,
  preemption: !values["no-preemption"],
  reactions: values.reactions,
  without,
  coverage: values.coverage,
  fault: values.fault,
  shoppersPerDay,
  withoutPeople: (values["without-people"] ?? "").split(",").filter(Boolean),
  withoutRequests: expanded(values["without-requests"] ?? ""),
  trace: values.trace
})

const printFailure = (result: RunResult, request: RunRequest): void => {
  print(`\nseed ${result.seed} violates a rule; the end of its history:`)
  for (const line of result.tail) print(`  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`)
  for (const { at, expected, rule, seen } of result.violations) {
    print(`\n  ${rule}\n    expected  ${expected}\n    seen      ${seen.slice(0, 2000)}`)
    if (at !== undefined) print(`    at        ${at}`)
  }
  print(`\n  its traits:   ${result.traits.join(" ")}\n  replay with:  ${commandOf(request, result.traits)}`)
  print(`                and --trace for the whole history, --shrink for what the failure needs,`)
  print(`                --bisect for the transaction with which it began\n`)
}

/** Runs what `steps` asks for, one after the other, until it returns something. */
const runSteps = async <A>(path: string, steps: Generator<RunRequest, A, RunResult>): Promise<A> => {
  let step = steps.next()
  await runAll(path, 1, () => step.done === true ? undefined : step.value, (result) => {
    step = steps.next(result)
  })
  if (step.done !== true) throw new Error("the steps have not ended")
  return step.value
}

/** The smallest run in which the same promise is broken. */
const shrink = async (path: string, failed: RunResult): Promise<RunRequest> => {
  const { request, result } = await runSteps(path, shrinking(requestOf(failed.seed), failed, print))
  printFailure(result, request)
  return request
}

/** The transaction with which a failure began. */
const bisect = (path: string, request: RunRequest): Promise<void> =>
  runAll(path, 1, inTurn([{ ...request, trace: false, bisect: true }]), ({ beginning = ["nothing is violated"] }) => {
    print(beginning.join("\n"))
  })

const inTurn = (requests: ReadonlyArray<RunRequest>): () => RunRequest | undefined => {
  let next = 0
  return () => requests[next++]
}

const range = (): { readonly from: number; readonly to: number } => {
  if (onlySeed !== undefined) return { from: onlySeed, to: onlySeed }
  if (values.seeds !== undefined) {
    const [, first = "", last = ""] = /^(\d+)\.\.(\d+)$/.exec(values.seeds) ?? []
    const [from, to] = [Number(first), Number(last)]
    return from > 0 && to >= from ? { from, to } : refuse(`--seeds ${values.seeds}: should be like 1..100`)
  }
  const from = randomInt(1, 2 ** 40)
  return { from, to: from + 1_000_000 }
}

/** The figures of all runs so far. */
class Totals {
  readonly startedAt = performance.now()
  readonly sums = { seeds: 0, purchases: 0, requests: 0, boots: 0, simulatedMillis: 0, steps: 0 }
  readonly counts = {
    faults: new Map<string, number>(),
    faultsByOperation: new Map<string, number>(),
    answers: new Map<string, number>(),
    states: new Map<string, number>(),
    coverage: new Map<string, number>()
  }
  failed = 0

  add(result: RunResult): void {
    const { counts, sums } = this
    sums.seeds++
    for (const figure of ["purchases", "requests", "boots", "simulatedMillis", "steps"] as const) {
      sums[figure] += result[figure]
    }
    for (const kind of ["faults", "faultsByOperation", "answers", "states", "coverage"] as const) {
      for (const [name, count] of result[kind]) counts[kind].set(name, (counts[kind].get(name) ?? 0) + count)
    }
    if (result.violations.length > 0) this.failed++
  }

  /** A bar on the terminal. `total`: how many seeds there are. */
  printProgress(total: number): void {
    const { seeds } = this.sums
    const seconds = (performance.now() - this.startedAt) / 1000
    const share = minutes === undefined ? seeds / total : seconds / (minutes * 60)
    const filled = Math.min(30, Math.round(share * 30))
    const left = share === 0 ? "" : `, ${Math.ceil(Math.max(0, seconds / share - seconds))} s left`
    process.stderr.write(
      `\r[${"█".repeat(filled)}${" ".repeat(30 - filled)}] ${seeds} seeds, ${(seeds / seconds).toFixed(1)}/s, `
        + `${this.failed} failed${left}   `
    )
  }

  print(): void {
    const { counts, failed, startedAt, sums: { boots, purchases, requests, seeds, simulatedMillis, steps } } = this
    const wall = performance.now() - startedAt
    printTable("faults", counts.faults)
    printTable("answers", counts.answers)
    printTable("states", counts.states)
    printFaultsByOperation(counts.faultsByOperation)
    if (values.coverage) printUnseen(counts.coverage)
    print(
      `${seeds} ${seeds === 1 ? "seed" : "seeds"}, ${
        (simulatedMillis / 86_400_000).toFixed(0)
      } simulated days, ${purchases} purchases, `
        + `${requests} requests, ${boots - seeds} restarts, ${steps} steps in ${(wall / 1000).toFixed(1)} s: `
        + `${Math.round(simulatedMillis / wall)} times as fast as time; ${failed} failed`
    )
  }
}

const printTable = (title: string, entries: ReadonlyMap<string, number>): void => {
  const parts = [...entries].sort(([a], [b]) => a < b ? -1 : 1).map(([name, count]) => `${name} ${count}`)
  print(`${title} (${entries.size}): ${parts.join(" · ")}`)
}

/** How many pairs of a fault and an operation there were, and with `--coverage` a line for each fault. */
const printFaultsByOperation = (pairs: ReadonlyMap<string, number>): void => {
  const byFault = new Map<string, Array<string>>()
  for (const [pair, count] of [...pairs].sort(([a], [b]) => a < b ? -1 : 1)) {
    const [fault = "", operation = ""] = pair.split(" × ")
    byFault.set(fault, [...byFault.get(fault) ?? [], `${operation} ${count}`])
  }
  print(`faults × operations: ${pairs.size} pairs${values.coverage ? "" : ", named by --coverage"}`)
  if (values.coverage) {
    for (const [fault, hits] of byFault) {
      print(`  ${fault} (${hits.length}): ${hits.join(" · ")}`)
    }
  }
}

/** So many seeds are to see everything that is not listed. */
const enoughSeeds = 3000

/** Pairs of the contracts that no request showed, without those that are listed with a reason. */
const unseenOf = (seen: ReadonlyMap<string, number>): ReadonlyArray<string> =>
  pairs().filter((pair) => !seen.has(pair) && reasonFor(pair) === undefined)

/** What was never seen of the contracts, an operation a line. */
const printUnseen = (seen: ReadonlyMap<string, number>): void => {
  const all = pairs()
  const listed = all.filter((pair) => reasonFor(pair) !== undefined)
  print(
    `contracts: ${all.filter((pair) => seen.has(pair)).length} of ${all.length} pairs seen, ${listed.length} listed as `
      + `never to be seen, of which ${listed.filter((pair) => seen.has(pair)).length} were`
  )
  const byOperation = new Map<string, Array<string>>()
  for (const pair of unseenOf(seen)) {
    const [operation = "", ...rest] = pair.split(" ")
    byOperation.set(operation, [...byOperation.get(operation) ?? [], rest.join(" ")])
  }
  for (const [operation, unseen] of byOperation) print(`  never: ${operation}: ${unseen.join(" · ")}`)
}

const runSeeds = async (path: string): Promise<ReadonlyArray<RunResult>> => {
  const { from, to } = range()
  const until = minutes === undefined ? Infinity : performance.now() + minutes * 60_000
  const total = to - from + 1
  if (isFresh) print(`seed ${from}, ${days} days`)
  if (onlySeed === undefined) {
    print(`seeds from ${from}${minutes === undefined ? ` to ${to}` : ` for ${minutes} min`}, ${days} days each`)
  }
  const totals = new Totals()
  const failures: Array<RunResult> = []
  let seed = from
  const next = () => seed > to || performance.now() > until ? undefined : requestOf(seed++)
  await runAll(path, Math.min(jobs, total), next, (result) => {
    totals.add(result)
    if (result.violations.length > 0) {
      failures.push(result)
      process.stderr.write("\n")
      printFailure(result, requestOf(result.seed))
    }
    if (result.history !== undefined) {
      const file = `simulation-${result.seed}.log`
      writeFileSync(file, `${result.history.join("\n")}\n`)
      print(`history: ${file}`)
    }
    if (values.digests) print(`digest of seed ${result.seed}: ${result.digest}`)
    else if (onlySeed !== undefined) print(`digest ${result.digest}`)
    else if (process.stderr.isTTY || totals.sums.seeds % 20 === 0) totals.printProgress(total)
  })
  if (onlySeed === undefined) process.stderr.write("\n")
  totals.print()
  if (values.coverage && totals.sums.seeds >= enoughSeeds && unseenOf(totals.counts.coverage).length > 0) {
    process.exitCode = 1
  }
  return failures
}

/** Injects every fault at every place of one seed, one fault in each run. */
const runEveryFault = async (path: string): Promise<ReadonlyArray<RunResult>> => {
  const failures: Array<RunResult> = []
  const traits = Object.keys(faults).filter((trait) => !trait.endsWith(".outage"))
  let runs = 0
  for (const trait of traits) {
    let nth = 0
    let places = 0
    let exhausted = false
    const next = () => exhausted ? undefined : { ...requestOf(onlySeed ?? 6), calm: true, fault: `${trait}:${++nth}` }
    await runAll(path, jobs, next, (result) => {
      runs++
      if (result.faults.every(([name]) => name !== trait)) exhausted = true
      else places++
      if (result.violations.length === 0) return
      failures.push(result)
      printFailure(result, { ...requestOf(result.seed, []), calm: true, fault: result.fault })
    })
    print(`${trait}: ${places} places`)
  }
  print(`${runs} runs, ${failures.length} failed`)
  return failures
}

const path = await buildWorker("whole")
const failures = isEveryFault ? await runEveryFault(path) : await runSeeds(path)
const [failed] = failures
if (failed !== undefined && !isEveryFault) {
  const request = values.shrink ? await shrink(path, failed) : requestOf(failed.seed)
  if (values.bisect) await bisect(path, request)
}
if (failures.length > 0) process.exitCode = 1
