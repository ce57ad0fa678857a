/** `npm run simulate`: runs the simulation for one seed or many. Exits with 1 where a rule was violated. */
import { faults } from "@beauty-store/simulation/world/SwarmConfiguration"
import { writeFileSync } from "node:fs"
import { readSimulationOptions } from "./simulationOptions.ts"
import { buildWorker, type Progress, runAll, type RunRequest, type RunResult } from "./simulationPool.ts"
import { commandOf, shrinking } from "./simulationShrink.ts"
import { describeDays, Totals } from "./simulationTotals.ts"

const options = readSimulationOptions()
const { days, jobs, minutes, onlySeed, requestOf } = options

const print = (text: string): void => void process.stdout.write(`${text}\n`)
// The reader of a pipe has closed it (`| head`): end as for any signal, and end the workers.
process.stdout.on("error", () => process.kill(process.pid, "SIGTERM"))

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

/** The progress of a single run: a line on a terminal that is written over, a line a day elsewhere. */
const printDay = ({ day, purchases }: Progress, days: number): void => {
  const moment = day > days ? "everything settles" : `day ${day} of ${days}`
  process.stderr.write(
    `${process.stderr.isTTY ? "\r" : ""}${moment}, ${purchases} purchases so far${process.stderr.isTTY ? "   " : "\n"}`
  )
}

const runSeeds = async (path: string): Promise<ReadonlyArray<RunResult>> => {
  const { from, to } = options.seeds
  const until = minutes === undefined ? Infinity : performance.now() + minutes * 60_000
  const total = to - from + 1
  if (onlySeed !== undefined) print(`seed ${onlySeed}: ${describeDays(days)}`)
  else {
    print(
      `seeds from ${from}${minutes === undefined ? ` to ${to}` : ` for ${minutes} min`}, for each ${describeDays(days)}`
    )
  }
  const totals = new Totals(options)
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
    if (options.digests) print(`digest of seed ${result.seed}: ${result.digest}`)
    else if (onlySeed !== undefined) process.stderr.write("\n")
    else if (process.stderr.isTTY || totals.sums.seeds % 20 === 0) totals.printProgress(total)
  }, (progress) => {
    if (onlySeed !== undefined) printDay(progress, days)
  })
  if (onlySeed === undefined) process.stderr.write("\n")
  totals.print()
  if (totals.isUncovered) process.exitCode = 1
  return failures
}

/** Injects every fault at every place of one seed, one fault in each run. */
const runEveryFault = async (path: string): Promise<ReadonlyArray<RunResult>> => {
  const failures: Array<RunResult> = []
  const traits = Object.keys(faults).filter((trait) =>
    !trait.endsWith(".outage") && !/^(?:stores|clocks)\./.test(trait)
  )
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
const failures = options.everyFault ? await runEveryFault(path) : await runSeeds(path)
const [failed] = failures
if (failed !== undefined && !options.everyFault) {
  const request = options.shrink ? await shrink(path, failed) : requestOf(failed.seed)
  if (options.bisect) await bisect(path, request)
}
if (failures.length > 0) process.exitCode = 1
