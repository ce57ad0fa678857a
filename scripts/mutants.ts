/**
 * `npm run simulate:mutants`: shows that the simulation finds bugs. Plants one bug after the other into a bundle of the
 * program and counts the seeds until a rule is violated. The bugs are ours (`mutantTable.ts`), or those of another table,
 * such as that of somebody who knew neither the auditor nor the workload (`scripts/mutation/freshMutants.ts`).
 */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { positive, readOptions, refuse } from "./commandLine.ts"
import { countPlaces, type Mutant, mutants as ours, planted } from "./mutantTable.ts"
import { firstViolation, type Seen } from "./mutation/planting.ts"
import { root } from "./packages.ts"
import type { RunRequest } from "./simulationPool.ts"

const usage = `npm run simulate:mutants -- [options]

  --table FILE          the bugs of this module, in place of ours: its \`mutants\`, like those of scripts/mutantTable.ts
  --only refund         those whose names contain it
  --days 2              how long each world lasts
  --jobs 2              how many at a time
  --most 200            how many seeds each has until it counts as not found`

const values = readOptions(usage, {
  table: { type: "string" },
  only: { type: "string", default: "" },
  days: { type: "string", default: "2" },
  jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
  most: { type: "string", default: "200" }
})
const days = positive("days", values.days, false)
const jobs = positive("jobs", values.jobs)

const most = positive("most", values.most)

/** The bugs of a module, each of which can be planted at one place. */
const readTable = async (file: string): Promise<ReadonlyArray<Mutant>> => {
  const { mutants } = await import(pathToFileURL(resolve(file)).href) as { readonly mutants?: ReadonlyArray<Mutant> }
  if (mutants === undefined) return refuse(`--table ${file}: exports no \`mutants\``)
  for (const mutant of mutants) {
    const places = countPlaces(mutant, readFileSync(join(root, mutant.file), "utf8"))
    if (places !== 1) refuse(`--table ${file}: ${mutant.name}: ${mutant.file} has ${places} such places`)
  }
  return mutants
}

/** The first seed that violates a rule, and the rule; undefined where none does. */
const seenOf = async (mutant: Mutant): Promise<Seen | undefined> => {
  const { days: longer = 0, file, interleaved, name, stores } = mutant
  const requests = Array.from({ length: most }, (_, index): RunRequest => ({
    seed: index + 1,
    days: Math.max(days, longer),
    interleaved,
    stores
  }))
  return await firstViolation({ file, change: (source) => planted(mutant, source) }, requests, jobs, (seed) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${seed} `)
  })
}

const mutants = values.table === undefined ? ours : await readTable(values.table)
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
  const seen = await seenOf(mutant)
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
