/** What many runs of the simulation did and saw, added up and printed for `npm run simulate`. */
import { pairs } from "@beauty-store/simulation/auditor/Coverage"
import type { SimulationOptions } from "./simulationOptions.ts"
import type { RunResult } from "./simulationPool.ts"
import { reasonFor } from "./unseenPairs.ts"

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** The figures of all runs so far. */
export class Totals {
  private readonly options: Pick<SimulationOptions, "coverage" | "minutes">
  private readonly startedAt = performance.now()
  readonly sums = { seeds: 0, purchases: 0, requests: 0, boots: 0, simulatedMillis: 0, steps: 0 }
  readonly counts = {
    faults: new Map<string, number>(),
    faultsByOperation: new Map<string, number>(),
    answers: new Map<string, number>(),
    states: new Map<string, number>(),
    coverage: new Map<string, number>()
  }
  failed = 0

  constructor(options: Pick<SimulationOptions, "coverage" | "minutes">) {
    this.options = options
  }

  /** Whether a run of so many seeds that is to see everything has missed something that is not listed. */
  get isUncovered(): boolean {
    return this.options.coverage && this.sums.seeds >= enoughSeeds && unseenOf(this.counts.coverage).length > 0
  }

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
    const { minutes } = this.options
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
    const {
      counts,
      failed,
      options: { coverage },
      startedAt,
      sums: { boots, purchases, requests, seeds, simulatedMillis, steps }
    } = this
    const wall = performance.now() - startedAt
    printTable("faults", counts.faults)
    printTable("answers", counts.answers)
    printTable("states", counts.states)
    printFaultsByOperation(counts.faultsByOperation, coverage)
    if (coverage) printUnseen(counts.coverage)
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
const printFaultsByOperation = (pairs: ReadonlyMap<string, number>, named: boolean): void => {
  const byFault = new Map<string, Array<string>>()
  for (const [pair, count] of [...pairs].sort(([a], [b]) => a < b ? -1 : 1)) {
    const [fault = "", operation = ""] = pair.split(" × ")
    byFault.set(fault, [...byFault.get(fault) ?? [], `${operation} ${count}`])
  }
  print(`faults × operations: ${pairs.size} pairs${named ? "" : ", named by --coverage"}`)
  if (named) {
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
  const after = listed.filter((pair) => seen.has(pair))
  if (after.length > 0) print(`  listed, and seen after all: ${after.join(" · ")}`)
}
