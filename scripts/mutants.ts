/**
 * `npm run simulate:mutants`: shows that the simulation finds bugs. Plants one bug after the other (`mutantTable.ts`) into
 * a bundle of the program and counts the seeds until a rule is violated.
 */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { positive, readOptions } from "./commandLine.ts"
import { type Mutant, mutants, planted } from "./mutantTable.ts"
import { buildWorker, runAll } from "./simulationPool.ts"

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

const root = fileURLToPath(new URL("..", import.meta.url))
const most = positive("most", values.most)

/** The first seed that violates a rule, and the rule; undefined where none does. */
const firstViolation = async (mutant: Mutant) => {
  const { days: longer = 0, file, interleaved, name } = mutant
  const place = join(root, file)
  const path = await buildWorker(`mutant-${process.pid}`, [{
    name: "plant",
    setup: (build) => {
      build.onLoad(
        { filter: /\.ts$/ },
        ({ path }) =>
          path === place ? { contents: planted(mutant, readFileSync(path, "utf8")), loader: "ts" } : undefined
      )
    }
  }])
  let seed = 0
  let seen: { readonly seed: number; readonly rule: string } | undefined
  await runAll(
    path,
    jobs,
    () => seen === undefined && seed < most ? { seed: ++seed, days: Math.max(days, longer), interleaved } : undefined,
    ({ seed, violations }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${seed} `)
      const [first] = violations
      if (first !== undefined && (seen === undefined || seed < seen.seed)) seen = { seed, rule: first.rule }
    }
  )
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
  const seen = await firstViolation(mutant)
  if (seen === undefined) missed++
  process.stdout.write(
    `| ${seen?.seed ?? `> ${most}`} | ${seen?.rule ?? "**not seen**"} | ${mutant.name}${
      mutant.interleaved === true ? " (interleaved)" : ""
    } |\n`
  )
}
process.exitCode = missed === 0 ? 0 : 1
