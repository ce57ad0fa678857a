/**
 * `npm run cluster`: several instances of the store on one PostgreSQL under the faults of a seed, and a judge. Exits
 * with 1 where something is wrong, and prints the seed and the file of the history.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Plan, report, run } from "../test/cluster/Cluster.ts"
import { buildReleased, missing } from "../test/released-program.ts"
import { bundle } from "../test/shop/program.ts"
import { positive, readOptions } from "./commandLine.ts"

const values = readOptions(
  `npm run cluster -- [options]

  --seed 7              draws the faults and what buyers do
  --instances 3
  --buyers 12
  --minutes 0.5         how long there are faults
  --history <file>      default: cluster-<seed>.log
  --present             runs the present program only, although the released one could be built`,
  {
    seed: { type: "string", default: String(Date.now() % 1_000_000 + 1) },
    instances: { type: "string", default: "3" },
    buyers: { type: "string", default: "12" },
    minutes: { type: "string", default: "0.5" },
    history: { type: "string" },
    present: { type: "boolean", default: false }
  }
)

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const seed = positive("seed", values.seed)
print(`seed ${seed}`)

const folder = mkdtempSync(join(tmpdir(), "beauty-store-release-"))
const program = bundle("packages/server/src/main.ts", `server-in-cluster-${process.pid}.mjs`)
try {
  const reason = missing()
  if (reason !== undefined) print(`without the released program: ${reason}`)
  const plan: Plan = {
    seed,
    instances: positive("instances", values.instances),
    buyers: positive("buyers", values.buyers),
    millis: positive("minutes", values.minutes, false) * 60_000,
    program,
    released: reason === undefined && !values.present ? buildReleased(folder) : undefined,
    history: values.history ?? `cluster-${seed}.log`
  }
  const outcome = await run(plan, print)
  for (const line of report(plan, outcome)) print(line)
  if (outcome.wrong.length > 0) {
    print(
      `the history is in ${plan.history}; again with: npm run cluster -- --seed ${seed} --instances ${plan.instances} --minutes ${values.minutes}`
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  for (const file of [program, `${program}.map`]) rmSync(file, { force: true })
}
