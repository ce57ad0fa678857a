/**
 * Whether the simulation sees a generated mutant. One of the store is seen where a seed violates a rule. One of what
 * judges, the store's audit or the auditor, is seen where a seed of the correct store violates a rule, or where a chosen
 * bug, planted beside it, is missed at the seed that saw it.
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mutants, planted } from "../mutantTable.ts"
import type { RunRequest } from "../simulationPool.ts"
import { type ChosenBug, chosenBugs } from "./chosenBugs.ts"
import { root } from "./compiler.ts"
import { firstViolation, type Plant } from "./planting.ts"
import type { SimulationResult } from "./results.ts"
import { stratumOf } from "./sample.ts"
import { type GeneratedMutant, plantedAt } from "./sourceMutants.ts"

export interface Effort {
  readonly days: number
  readonly jobs: number
  /** How many seeds there are at most. */
  readonly most: number
  /** How many of them were clean before: those are not run again. */
  readonly before?: number | undefined
  /** How often it made a difference in those. */
  readonly hits?: number | undefined
  /** The seed that saw it, which is run first. */
  readonly first?: number | undefined
  /** The chosen bug that it missed, which is planted first. */
  readonly missed?: string | undefined
  /** When no further seed begins, by `performance.now`. */
  readonly until: number
}

/** A correct world of five days takes 4 s. */
const mostMillis = 120_000

/** Locks matter where transactions are interleaved, and what runs reactions where the shop has some. */
const requestsOf = function*(
  { file, kind }: GeneratedMutant,
  { before = 0, days, first, most, until }: Effort
): Generator<RunRequest> {
  const options = {
    days,
    interleaved: kind === "lock" ? true : undefined,
    reactions: file.includes("Reaction") ? true : undefined,
    mostMillis
  }
  if (first !== undefined) yield { seed: first, ...options }
  for (let seed = before + 1; seed <= most; seed++) {
    if (performance.now() > until) return
    if (seed !== first) yield { seed, ...options }
  }
}

const plantOf = (mutant: GeneratedMutant): Plant => ({
  file: mutant.file,
  change: (source) => plantedAt(mutant, source, true)
})

const seenInStore = async (mutant: GeneratedMutant, effort: Effort): Promise<SimulationResult> => {
  const { days, jobs, before = 0 } = effort
  const { clean, hits, seen } = await firstViolation([plantOf(mutant)], requestsOf(mutant, effort), jobs)
  if (seen !== undefined) return { ...seen, days }
  return { clean: before + clean, days, ...(mutant.counting === undefined ? {} : { hits: hits + (effort.hits ?? 0) }) }
}

/** How many seeds of the correct store, and how many chosen bugs, a mutant of what judges has to get right. */
const enoughOf = (most: number) => ({ seeds: Math.min(10, most), bugs: Math.min(most, chosenBugs().size) })

/** How many clean runs a mutant has at most. */
export const enoughRuns = (mutant: GeneratedMutant, most: number): number => {
  const { bugs, seeds } = enoughOf(most)
  return stratumOf(mutant) === "audit" ? seeds + bugs : most
}

/** Bugs that a source's own rules have seen come first; after them any, in an order of the mutant's own. */
const bugsFor = ({ file, id }: GeneratedMutant, most: number): ReadonlyArray<ChosenBug> => {
  const source = readFileSync(join(root, file), "utf8")
  const isOwn = ({ rule }: ChosenBug) =>
    source.includes(`"${rule}"`) || source.includes(`"${rule.replace("books.", "")}"`)
  const rank = ({ name }: ChosenBug) => createHash("sha256").update(`${id} ${name}`).digest("hex")
  const ordered = [...chosenBugs().values()].map((bug) => ({ bug, at: `${isOwn(bug) ? 0 : 1}${rank(bug)}` }))
    .sort((a, b) => a.at < b.at ? -1 : 1)
  return ordered.slice(0, enoughOf(most).bugs).map(({ bug }) => bug)
}

/** Whether a chosen bug is missed at the seed that saw it. */
const misses = async (plant: Plant, { days, name, rule, seed }: ChosenBug): Promise<SimulationResult | undefined> => {
  const bug = mutants.find((one) => one.name === name)
  if (bug === undefined || bug.file === plant.file) return undefined
  const request = { seed, days: Math.max(days, bug.days ?? 0), interleaved: bug.interleaved, mostMillis }
  const change = (source: string) => planted(bug, source)
  const { seen } = await firstViolation([plant, { file: bug.file, change }], [request], 1)
  return seen === undefined ? { seed, rule, days, misses: name } : undefined
}

const seenInAudit = async (mutant: GeneratedMutant, effort: Effort): Promise<SimulationResult> => {
  const { jobs, missed, most } = effort
  const days = 2
  const plant = plantOf(mutant)
  const first = missed === undefined ? undefined : chosenBugs().get(missed)
  const again = first === undefined ? undefined : await misses(plant, first)
  if (again !== undefined) return again
  const store = await firstViolation([plant], requestsOf(mutant, { ...effort, days, most: enoughOf(most).seeds }), jobs)
  if (store.seen !== undefined) return { ...store.seen, days }
  let runs = store.clean
  for (const bug of bugsFor(mutant, most)) {
    if (performance.now() > effort.until) break
    const found = await misses(plant, bug)
    if (found !== undefined) return found
    runs++
  }
  return { clean: runs, days }
}

/** What the simulation sees of a mutant. */
export const simulated = (mutant: GeneratedMutant, effort: Effort): Promise<SimulationResult> =>
  stratumOf(mutant) === "audit" ? seenInAudit(mutant, effort) : seenInStore(mutant, effort)
