/**
 * `npm run simulate:mutants`: shows that the simulation finds bugs. Plants one bug after the other into a bundle of the
 * program (`mutantTable.ts` has them) and counts the seeds until a rule is violated. Sources on the disk stay as they
 * are.
 */
import { readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { dirname, join } from "node:path"
import { positive, readOptions } from "./commandLine.ts"
import { type Mutant, mutants, planted } from "./mutantTable.ts"
import { root } from "./packages.ts"
import { buildWorker, runAll, type RunRequest } from "./simulationPool.ts"

const usage = `npm run simulate:mutants -- [options]

  --only refund         those whose names contain it
  --days 2              how long each world lasts
  --jobs 2              how many at a time
  --most 200            how many seeds each has until it counts as not found`

const values = readOptions(usage, {
  only: { type: "string", default: "" },
  days: { type: "string", default: "2" },
  jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
  most: { type: "string", default: "200" }
})
const days = positive("days", values.days, false)
const jobs = positive("jobs", values.jobs)
const most = positive("most", values.most)

/** The first seed that violates a rule, and the rule. */
interface Seen {
  readonly seed: number
  readonly rule: string
}

/** Builds a worker with a bug planted as the bundle reads its source. */
const buildPlanted = (mutant: Mutant): Promise<string> =>
  buildWorker(`mutant-${process.pid}`, [{
    name: "plant",
    setup: (build) => {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) =>
        path === join(root, mutant.file)
          ? { contents: planted(mutant, readFileSync(path, "utf8")), loader: path.endsWith("x") ? "tsx" : "ts" }
          : undefined)
    }
  }])

/**
 * Runs seeds until one sees a violation, or there are none left. Of several the smallest counts, although they run at
 * once. A world that ends its process is a violation too.
 */
const findViolation = async (mutant: Mutant): Promise<Seen | undefined> => {
  const { days: longer = 0, interleaved, name, stores } = mutant
  let seen: Seen | undefined
  let last = 0
  const next = (): RunRequest | undefined => {
    if (seen !== undefined || last === most) return undefined
    return { seed: ++last, days: Math.max(days, longer), interleaved, stores }
  }
  const path = await buildPlanted(mutant)
  try {
    await runAll(path, jobs, next, ({ seed, violations }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${seed} `)
      const [first] = violations
      if (first !== undefined && (seen === undefined || seed < seen.seed)) seen = { seed, rule: first.rule }
    })
  } catch (error) {
    if (!(error instanceof Error) || !/ended its process/.test(error.message)) throw error
    seen ??= { seed: Number(/seed (\d+)/.exec(error.message)?.[1] ?? last), rule: "process.ended" }
  } finally {
    await rm(dirname(path), { recursive: true, force: true })
  }
  return seen
}

const chosen = mutants.filter(({ name }) => name.includes(values.only))
if (chosen.length === 0) {
  process.stderr.write(
    `--only ${values.only}: none is called so; there is\n${mutants.map(({ name }) => `  ${name}\n`).join("")}`
  )
  process.exit(2)
}

let missed = 0
process.stdout.write("| seeds | seen as | bug |\n| ---: | --- | --- |\n")
for (const mutant of chosen) {
  const seen = await findViolation(mutant)
  if (seen === undefined) missed++
  process.stdout.write(
    `| ${seen?.seed ?? `> ${most}`} | ${seen?.rule ?? "**not seen**"} | ${mutant.name}${
      mutant.stores !== undefined
        ? ` (${mutant.stores} stores)`
        : mutant.interleaved === true
        ? " (interleaved)"
        : ""
    } |\n`
  )
}
process.exitCode = missed === 0 ? 0 : 1
