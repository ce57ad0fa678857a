/**
 * `npm run bench:import`: what an import of very many rows takes, of time and of memory, on both databases: the first
 * one, the same table again, and a table that has a fault at its end; by the program, and over the API. Memory is the
 * most that was ever resident of the process, as Linux counts it; over the API, how much more than beforehand. A pause is
 * how long a shopper waits for a product page of the API at most.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { freePort } from "../test/free-port.ts"
import { writeTable } from "./goods.ts"
import { openWorkshop, print, table } from "./measure.ts"
import { stop } from "./servers.ts"

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

/** The most memory that a process ever had, in MiB; NaN once it has ended. */
const mostResident = ({ pid }: ChildProcess): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Runs the program to its end. */
const run = async (given: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}): Promise<Run> => {
  const from = performance.now()
  const flags = options.flags.split(" ").filter((flag) => flag !== "")
  const child = spawn(process.execPath, [...flags, script, ...given], { env: settings })
  const chunks: Array<Buffer> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk))
  let resident = Number.NaN
  const watch = setInterval(() => {
    const most = mostResident(child)
    if (most > 0) resident = most
  }, 20)
  await new Promise((resolve) => child.once("close", resolve))
  clearInterval(watch)
  return { seconds: (performance.now() - from) / 1000, resident, said: Buffer.concat(chunks).toString().trim() }
}

interface Ended {
  readonly status: string
  readonly endedAt: string | null
  readonly result: object | null
  readonly faults: ReadonlyArray<object>
}

/** Sends a table to a running shop, and follows it to its end; shoppers come all the while. */
const sendTo = async (child: ChildProcess, at: string, goods: string): Promise<Run & { readonly pause: number }> => {
  const before = mostResident(child)
  const headers = { authorization: `Basic ${btoa("demo-staff:demo-staff-secret")}` }
  const grant = new URLSearchParams({ grant_type: "client_credentials" })
  const signedIn = await fetch(`${at}/api/auth/token`, { method: "POST", headers, body: grant })
  const { access_token } = (await signedIn.json()) as { readonly access_token: string }
  const staff = { authorization: `Bearer ${access_token}` }
  const shoppers = { pause: 0, areGone: false }
  const shopping = (async () => {
    for (let n = 0; !shoppers.areGone; n++) {
      const from = performance.now()
      await (await fetch(`${at}/api/products/product-${n % 72}`)).arrayBuffer()
      shoppers.pause = Math.max(shoppers.pause, performance.now() - from)
      await sleep(20)
    }
  })()
  const from = performance.now()
  const sent = await fetch(`${at}/api/admin/imports`, {
    method: "POST",
    headers: { ...staff, "content-type": "text/csv" },
    body: readFileSync(goods)
  })
  const { id } = (await sent.json()) as { readonly id: string }
  let said = ""
  for (let isEnded = false; !isEnded;) {
    await sleep(500)
    const answer = await fetch(`${at}/api/admin/imports/${id}`, { headers: staff })
    const one = (await answer.json()) as Ended
    isEnded = one.endedAt !== null
    said = `${one.status} ${JSON.stringify(one.result ?? one.faults[0])}`
  }
  const seconds = (performance.now() - from) / 1000
  shoppers.areGone = true
  await shopping
  return { seconds, resident: mostResident(child) - before, said, pause: shoppers.pause }
}

/** The same over the API of a shop that is empty at first. */
const measureApi = async (database: string, folder: string, settings: Readonly<Record<string, string>>) => {
  const port = await freePort()
  const env = { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "warning", ...settings }
  const child = spawn(process.execPath, [script, "start", "--shop", folder], {
    env,
    stdio: ["ignore", "ignore", "inherit"]
  })
  const at = `http://127.0.0.1:${port}`
  while (!await fetch(`${at}/health/ready`).then(({ ok }) => ok, () => false)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(50)
  }
  const goods = join(folder, "products.csv")
  const measured: Array<Array<string>> = []
  const measure = async (what: string) => {
    const { pause, resident, said, seconds } = await sendTo(child, at, goods)
    measured.push([
      `${database}, API: ${what}`,
      seconds.toFixed(1),
      `+${resident.toFixed(0)}`,
      (pause / 1000).toFixed(1),
      said.slice(0, 70)
    ])
  }
  writeTable(goods, rows, "product-0,Brand 0,X,,skincare,0,1\n")
  await measure("with faults")
  writeTable(goods, rows)
  await measure("new goods")
  await measure("the same again")
  await stop(child)
  return measured
}

const postgres = await openPostgres({ durable: true })
try {
  await bundle({ store: "packages/server/src/main.ts" }, workshop)
  const lines = [["", "s", "MiB at most", "pause, s", "said"]]
  for (const database of ["SQLite", "PostgreSQL"]) {
    const folder = join(workshop, database)
    await run(["init", folder])
    const settings: Record<string, string> = database === "SQLite" ? {} : { DATABASE_URL: await postgres.create() }
    const goods = join(folder, "products.csv")
    const measure = async (what: string): Promise<void> => {
      const { resident, said, seconds } = await run(["import", goods], settings)
      lines.push([`${database}: ${what}`, seconds.toFixed(1), resident.toFixed(0), "", said.split("\n")[0]!.slice(-70)])
    }
    writeTable(goods, rows, "product-0,Brand 0,X,,skincare,0,1\n")
    await measure("with faults")
    writeTable(goods, rows)
    await measure("new goods")
    await measure("the same again")
    const shop = join(workshop, `${database} over the API`)
    await run(["init", shop])
    const apart: Record<string, string> = database === "SQLite" ? {} : { DATABASE_URL: await postgres.create() }
    lines.push(...await measureApi(database, shop, apart))
  }
  print(`Node.js ${process.version}, ${rows} rows\n\n${table(lines)}`)
} finally {
  await postgres.close()
  rmSync(workshop, { recursive: true })
}
