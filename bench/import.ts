/**
 * `npm run bench:import`: what an import of very many rows takes, of time and of memory, on both databases: the first
 * one, the same table again, and a table that has a fault at its end. Memory is the most that was ever resident of the
 * process, as Linux counts it.
 */
import { spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { writeTable } from "./goods.ts"
import { openWorkshop, print, table } from "./measure.ts"

const options = readOptions(
  `npm run bench:import -- [options]\n\n  --rows 100000\n  --flags=""  of Node, for the import`,
  {
    rows: { type: "string", default: "100000" },
    flags: { type: "string", default: "" }
  }
)
const rows = positive("rows", options.rows)

interface Run {
  readonly seconds: number
  readonly resident: number
  readonly said: string
}

const workshop = openWorkshop("import")
const script = join(workshop, "store.mjs")

/** Runs the program to its end. */
const run = async (given: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}): Promise<Run> => {
  const from = performance.now()
  const flags = options.flags.split(" ").filter((flag) => flag !== "")
  const child = spawn(process.execPath, [...flags, script, ...given], { env: settings })
  const chunks: Array<Buffer> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk))
  let resident = Number.NaN
  const watch = setInterval(() => {
    try {
      const most = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024
      if (most > 0) resident = most
    } catch {
      // It has ended.
    }
  }, 20)
  await new Promise((resolve) => child.once("close", resolve))
  clearInterval(watch)
  return { seconds: (performance.now() - from) / 1000, resident, said: Buffer.concat(chunks).toString().trim() }
}

const postgres = await openPostgres({ durable: true })
try {
  await bundle({ store: "packages/server/src/main.ts" }, workshop)
  const lines = [["", "s", "MiB at most", "said"]]
  for (const database of ["SQLite", "PostgreSQL"]) {
    const folder = join(workshop, database)
    await run(["init", folder])
    const settings: Record<string, string> = database === "SQLite" ? {} : { DATABASE_URL: await postgres.create() }
    const goods = join(folder, "products.csv")
    const measure = async (what: string): Promise<void> => {
      const { resident, said, seconds } = await run(["import", goods], settings)
      lines.push([`${database}: ${what}`, seconds.toFixed(1), resident.toFixed(0), said.split("\n")[0]!.slice(-70)])
    }
    writeTable(goods, rows, "product-0,Brand 0,X,,skincare,0,1\n")
    await measure("with faults")
    writeTable(goods, rows)
    await measure("new goods")
    await measure("the same again")
  }
  print(`Node.js ${process.version}, ${rows} rows\n\n${table(lines)}`)
} finally {
  await postgres.close()
  rmSync(workshop, { recursive: true })
}
