/**
 * What is known of generated mutants: whether the simulation sees each, and whether the tests do. The file beside this
 * module is kept in the repository and only ever gets better: what was seen once has to be seen again.
 *
 * A result is of its mutant's text. Where the source has another text by now, it counts no longer.
 */
import { fileURLToPath } from "node:url"
import { readRecords, writeRecord, writeRecords } from "./records.ts"
import type { Stratum } from "./sample.ts"
import type { GeneratedMutant } from "./sourceMutants.ts"

/** A violated rule at a seed, a chosen bug that is missed at its seed, or so many seeds without either. `hits`: how often
 * the mutant made a difference in those, such as a guard that would have held; where it can be counted. */
export type SimulationResult =
  | { readonly seed: number; readonly rule: string; readonly days: number; readonly misses?: string | undefined }
  | { readonly clean: number; readonly days: number; readonly hits?: number | undefined }

/** The first file of tests that failed, or `passed`; `unfinished`, where nothing had failed when the time was over. */
export type TestsResult = { readonly failed: string } | "passed" | "unfinished"

export interface MutantResult {
  readonly id: string
  readonly before: string
  readonly after: string
  readonly simulation?: SimulationResult | undefined
  readonly tests?: TestsResult | undefined
  /** Why no program can tell it from the original: then another one takes its place. Written by hand. */
  readonly equivalent?: string | undefined
  /** Why the simulation does not see it. Written by hand. */
  readonly missed?: string | undefined
}

export const resultsPath = fileURLToPath(new URL("results.jsonl", import.meta.url))
const idOf = ({ id }: MutantResult): string => id

export const readResults = (path = resultsPath): ReadonlyMap<string, MutantResult> => readRecords(path, idOf)

/** The result of a mutant as the source is now. */
export const resultOf = (
  results: ReadonlyMap<string, MutantResult>,
  { after, before, id }: GeneratedMutant
): MutantResult | undefined => {
  const result = results.get(id)
  return result?.before === before && result.after === after ? result : undefined
}

/** Keeps what a run found out, beside what others had. */
export const saveResult = (
  { after, before, id }: GeneratedMutant,
  found: Pick<MutantResult, "simulation" | "tests">,
  path = resultsPath
): void => {
  const kept = readResults(path).get(id)
  const earlier = kept?.before === before && kept.after === after ? kept : {}
  writeRecord<MutantResult>(path, idOf, { ...earlier, id, before, after, ...found })
}

/** Removes the results of mutants that are not among these: the sources have changed since. Returns how many. */
export const forgetOthers = (mutants: ReadonlyArray<GeneratedMutant>, path = resultsPath): number => {
  const results = readResults(path)
  const kept = new Map(mutants.flatMap((mutant) => {
    const result = resultOf(results, mutant)
    return result === undefined ? [] : [[mutant.id, result] as const]
  }))
  if (kept.size < results.size) writeRecords(path, kept)
  return results.size - kept.size
}

export const isSeen = (result: MutantResult | undefined): boolean =>
  result?.simulation !== undefined && "seed" in result.simulation
export const isTested = (result: MutantResult | undefined): boolean =>
  result?.tests !== undefined && typeof result.tests !== "string"

const percent = (part: number, whole: number): string => whole === 0 ? "" : `${Math.round((100 * part) / whole)} %`

/** A line for each stratum, and one for all: how many were run, and who saw how many of them. */
export const summary = (
  rows: ReadonlyArray<{ readonly stratum: Stratum; readonly result: MutantResult }>
): string => {
  const line = (title: string, results: ReadonlyArray<MutantResult>): string => {
    const simulated = results.filter(({ simulation }) => simulation !== undefined)
    const tested = results.filter(({ tests }) => tests !== undefined)
    const both = results.filter(({ simulation, tests }) => simulation !== undefined && tests !== undefined)
    return `| ${
      [
        title,
        simulated.length,
        percent(simulated.filter(isSeen).length, simulated.length),
        tested.length,
        percent(tested.filter(isTested).length, tested.length),
        both.length,
        percent(both.filter((one) => isSeen(one) && isTested(one)).length, both.length),
        percent(both.filter((one) => isSeen(one) || isTested(one)).length, both.length)
      ].join(" | ")
    } |`
  }
  const strata = [...new Set(rows.map(({ stratum }) => stratum))]
  const of = (stratum: Stratum) => rows.filter((row) => row.stratum === stratum).map(({ result }) => result)
  return [
    "| kind | simulated | seen | tested | seen by tests | in both | by both | by either |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...strata.map((stratum) => line(stratum, of(stratum))),
    line("all", rows.map(({ result }) => result))
  ].join("\n")
}
