/** What many runs of the simulation did and saw, added up and printed for `npm run simulate`. */
import { pairs } from "@beauty-store/simulation/auditor/Coverage"
import type { SimulationOptions } from "./simulationOptions.ts"
import type { RunResult } from "./simulationPool.ts"
import { reasonFor } from "./unseenPairs.ts"

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** The figures of all runs so far. */
export class Totals {
  private readonly options: Pick<SimulationOptions, "coverage" | "minutes" | "verbose">
  private readonly startedAt = performance.now()
  readonly sums = { seeds: 0, purchases: 0, requests: 0, boots: 0, simulatedMillis: 0, steps: 0 }
  readonly counts = {
    checks: new Map<string, number>(),
    faults: new Map<string, number>(),
    faultsByOperation: new Map<string, number>(),
    answers: new Map<string, number>(),
    states: new Map<string, number>(),
    coverage: new Map<string, number>()
  }
  /** The rules that were violated first, with their seeds. */
  readonly broken = new Map<string, Array<number>>()
  failed = 0

  constructor(options: Pick<SimulationOptions, "coverage" | "minutes" | "verbose">) {
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
    for (const kind of ["checks", "faults", "faultsByOperation", "answers", "states", "coverage"] as const) {
      for (const [name, count] of result[kind]) counts[kind].set(name, (counts[kind].get(name) ?? 0) + count)
    }
    const [violation] = result.violations
    if (violation === undefined) return
    this.failed++
    this.broken.set(violation.rule, [...this.broken.get(violation.rule) ?? [], result.seed])
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

  /** A verdict in a sentence, and the tables of what occurred where they are asked for. */
  print(): void {
    const { counts, options: { coverage, verbose } } = this
    print(this.verdict)
    if (verbose) {
      print("")
      printTable("faults", counts.faults)
      printTable("responses", counts.answers)
      printTable("states", counts.states)
      printTable("rules", counts.checks)
    }
    if (verbose || coverage) printFaultsByOperation(counts.faultsByOperation, coverage)
    if (coverage) printUnseen(counts.coverage)
    const { simulatedMillis, steps } = this.sums
    const wall = performance.now() - this.startedAt
    print(
      `(${figure(steps)} steps in ${(wall / 1000).toFixed(1)} s, ${
        figure(Math.round(simulatedMillis / wall))
      } times as fast as time${verbose ? "" : "; --verbose shows which faults, responses, states and rules"})`
    )
  }

  /** How much was lived through and checked, and what was found. */
  get verdict(): string {
    const { broken, counts, sums: { boots, purchases, requests, seeds, simulatedMillis } } = this
    const faults = sumOf(counts.faults)
    const kills = boots - seeds
    const found = broken.size === 0
      ? "no broken promise"
      : [...broken].map(([rule, inSeeds]) => `${rule} broken in seed ${listed(inSeeds)}`).join(", ")
    return `${seeds === 1 ? "" : `${figure(seeds)} seeds: `}${
      count(simulatedMillis / 86_400_000, "simulated day")
    } with ${count(purchases, "purchase")} among ${count(requests, "request")}, ${count(faults, "fault")} of ${
      count(counts.faults.size, "kind")
    }, and ${count(kills, "kill")} of the store; ${count(sumOf(counts.checks), "check")} by ${
      count(counts.checks.size, "rule")
    } found ${found}.`
  }
}

/** How long each seed runs, as it was asked for. */
export const describeDays = (days: number): string =>
  `${days} day${days === 1 ? "" : "s"}, and those in which everything settles`

const figure = (n: number): string => Math.round(n).toLocaleString("en")
const count = (n: number, what: string): string => `${figure(n)} ${what}${Math.round(n) === 1 ? "" : "s"}`
const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0)

/** The first of many. */
const listed = (seeds: ReadonlyArray<number>): string =>
  seeds.length > 5 ? `${seeds.slice(0, 5).join(", ")} and ${seeds.length - 5} more` : seeds.join(", ")

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
