/**
 * `npm run mutants`: shows what the simulation sees of bugs that nobody has thought of, and what the tests see. Draws a
 * sample of generated mutants (`scripts/mutation/sample.ts`), runs seeds and related tests against each, and keeps the results
 * (`scripts/mutation/results.jsonl`) one by one, so that a run can be ended and resumed.
 *
 * Fails where a mutant that was seen once is seen no longer.
 */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { positive, readOptions, refuse } from "./commandLine.ts"
import { openCompiler, root } from "./mutation/compiler.ts"
import { testedBy } from "./mutation/relatedTests.ts"
import {
  forgetOthers,
  isSeen,
  isTested,
  type MutantResult,
  readResults,
  resultOf,
  saveResult,
  summary
} from "./mutation/results.ts"
import { allMutants, cheapKills, drawn, strata, stratumOf } from "./mutation/sample.ts"
import { enoughRuns, simulated } from "./mutation/simulated.ts"
import { type GeneratedMutant, plantedAt } from "./mutation/sourceMutants.ts"

const usage = `npm run mutants -- [options]

  --seed 1              which sample
  --sample 200          how many, the same number of each kind
  --only lock           one kind: ${strata.join(", ")}
  --files 'packages/domain/**'   only of these sources
  --column simulation   or tests; both without it
  --resume              only what has no result yet
  --again 10            instead of a sample: at most so many of those that few seeds were enough for; each has to be seen again
  --list                prints the sample, with what is known of each, and runs nothing
how much:
  --days 5              how long each world lasts
  --most 100            how many seeds each mutant has
  --limit 300           how many seconds each mutant has for its seeds, and for its tests
  --minutes 10          begins no further mutant after that
  --jobs 2              how many worlds at a time`

const values = readOptions(usage, {
  seed: { type: "string", default: "1" },
  sample: { type: "string", default: "200" },
  only: { type: "string" },
  files: { type: "string" },
  column: { type: "string" },
  resume: { type: "boolean", default: false },
  again: { type: "string" },
  list: { type: "boolean", default: false },
  days: { type: "string", default: "5" },
  most: { type: "string", default: "100" },
  limit: { type: "string", default: "300" },
  minutes: { type: "string" },
  jobs: { type: "string", default: String(Math.min(2, availableParallelism())) }
})
const columns = ["simulation", "tests"] as const
if (values.column !== undefined && !columns.some((column) => column === values.column)) {
  refuse(`--column ${values.column}: should be simulation or tests`)
}
if (values.only !== undefined && !strata.some((stratum) => stratum === values.only)) {
  refuse(`--only ${values.only}: there is ${strata.join(", ")}`)
}
const [seed, most, jobs] = [
  positive("seed", values.seed),
  positive("most", values.most),
  positive("jobs", values.jobs)
]
const days = positive("days", values.days, false)
const mostMillis = positive("limit", values.limit) * 1000
const until = values.minutes === undefined
  ? Infinity
  : performance.now() + positive("minutes", values.minutes, false) * 60_000
const wants = (column: typeof columns[number]): boolean => (values.column ?? column) === column

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 90 ? `${line.slice(0, 90)}…` : line
}

const compiler = openCompiler()
const results = readResults()
const known = (mutant: GeneratedMutant): MutantResult | undefined => resultOf(results, mutant)

/** One that differs from the original, and compiles. */
const isFit = (mutant: GeneratedMutant): boolean => {
  const result = known(mutant)
  if (result !== undefined) return result.equivalent === undefined
  const source = readFileSync(join(root, mutant.file), "utf8")
  return compiler.firstError(mutant.file, plantedAt(mutant, source)) === undefined
}

const wordsOf = ({ simulation, tests }: Pick<MutantResult, "simulation" | "tests">): string => {
  const bySimulation = simulation === undefined
    ? ""
    : "clean" in simulation
    ? `${simulation.clean} clean${simulation.hits === undefined ? "" : `, ${simulation.hits} hits`}`
    : `seed ${simulation.seed} ${simulation.misses === undefined ? simulation.rule : `misses: ${simulation.misses}`}`
  const byTests = tests === undefined ? "" : typeof tests === "string" ? tests : tests.failed
  return `${bySimulation} | ${byTests}`
}

const printMutant = (mutant: GeneratedMutant, found: Pick<MutantResult, "simulation" | "tests">): void =>
  print(`| ${wordsOf(found)} | ${mutant.id} | ${oneLine(mutant.before)} -> ${oneLine(mutant.after)} |`)

/** How many of those that were seen once are not seen any more. */
let lost = 0

/** Runs what is asked for of one mutant, and keeps what it finds. */
const run = async (mutant: GeneratedMutant): Promise<void> => {
  const before = known(mutant)
  const { simulation } = before ?? {}
  const isAudit = stratumOf(mutant) === "audit"
  const clean = simulation !== undefined && "clean" in simulation && (isAudit || simulation.days === days)
    ? simulation.clean
    : 0
  const hasSimulation = isSeen(before) || (simulation !== undefined && clean >= enoughRuns(mutant, most))
  let found: Pick<MutantResult, "simulation" | "tests"> = {}
  if (wants("simulation") && !(values.resume && hasSimulation)) {
    const effort = {
      days: simulation !== undefined && "seed" in simulation && !isAudit ? simulation.days : days,
      jobs,
      most,
      before: values.resume && !isAudit ? clean : 0,
      hits: values.resume && clean > 0 && simulation !== undefined && "hits" in simulation ? simulation.hits : 0,
      first: simulation !== undefined && "seed" in simulation ? simulation.seed : undefined,
      missed: simulation !== undefined && "seed" in simulation ? simulation.misses : undefined,
      until: performance.now() + mostMillis
    }
    found = { simulation: await simulated(mutant, effort) }
  }
  if (wants("tests") && !(values.resume && before?.tests !== undefined && before.tests !== "unfinished")) {
    found = { ...found, tests: await testedBy(mutant, mostMillis) }
  }
  if (Object.keys(found).length === 0) return
  const after: MutantResult = { ...before, ...mutant, ...found }
  const isLost = (isSeen(before) && !isSeen(after)) || (isTested(before) && !isTested(after))
  if (isLost) lost++
  // A second look with fewer seeds and days only says whether a bug is still seen: what is kept of it tells more.
  else if (values.again === undefined) saveResult(mutant, found)
  printMutant(mutant, found)
  if (isLost) print(`  was seen before: ${wordsOf(before!)}`)
}

try {
  const all = allMutants(compiler, values.files)
  if (values.files === undefined && values.again === undefined && !values.list) {
    const forgotten = forgetOthers(all)
    if (forgotten > 0) print(`${forgotten} results are of texts that the sources no longer have: forgotten\n`)
  }
  const chosen = values.only === undefined ? all : all.filter((mutant) => stratumOf(mutant) === values.only)
  const sample = values.again === undefined
    ? drawn(chosen, seed, positive("sample", values.sample), isFit)
    : cheapKills(chosen, seed, positive("again", values.again), known)
  const done: Array<GeneratedMutant> = []
  print(`| simulation | tests | mutant | change |\n| --- | --- | --- | --- |`)
  for (const mutant of sample) {
    if (performance.now() > until) break
    if (values.list) printMutant(mutant, known(mutant) ?? {})
    else await run(mutant)
    done.push(mutant)
  }
  const now = readResults()
  print(`\n${
    summary(done.flatMap((mutant) => {
      const result = resultOf(now, mutant)
      return result === undefined ? [] : [{ stratum: stratumOf(mutant), result }]
    }))
  }`)
  if (values.again !== undefined && done.length === 0) {
    print("no result is of a mutant that few seeds were enough for")
    lost++
  }
} finally {
  compiler.close()
}
if (lost > 0) process.exitCode = 1
