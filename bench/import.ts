/**
 * `npm run bench:import`: what an import of very many rows takes, of time and of memory, on both databases: the first
 * one, the same table again, and a table that has a fault at its end; by the program, and over the API. Memory is the
 * most that was ever resident of the process, as Linux counts it; over the API, how much more than beforehand. Shoppers
 * ask for products and put one into their carts all the while: of each, the longest wait.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
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
  `npm run bench:import -- [options]

  --rows 100000
  --api             over the API alone
  --only SQLite     one of both databases
  --flags=""        of Node`,
  {
    rows: { type: "string", default: "100000" },
    api: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    flags: { type: "string", default: "" }
  }
)
const rows = positive("rows", options.rows)
const flags = options.flags.split(" ").filter((flag) => flag !== "")

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

/** The longest waits, in milliseconds. */
interface Waits {
  readonly read: number
  readonly cart: number
}

/** Shoppers who come until they are told to go; returns how long they waited at most. */
const sendShoppers = (at: string): () => Promise<Waits> => {
  const leaving = new AbortController()
  const again = async (ask: (n: number) => Promise<Response>): Promise<number> => {
    let longest = 0
    for (let n = 0; !leaving.signal.aborted; n++) {
      const from = performance.now()
      await (await ask(n)).arrayBuffer()
      longest = Math.max(longest, performance.now() - from)
      await sleep(20)
    }
    return longest
  }
  const read = again((n) => fetch(`${at}/api/products/product-${n % first}`))
  const cart = (async () => {
    const guest = await fetch(`${at}/api/auth/guest`, { method: "POST", headers: { "idempotency-key": randomUUID() } })
    const { access_token: token } = (await guest.json()) as { readonly access_token: string }
    return again((n) =>
      fetch(`${at}/api/cart/items/product-1`, {
        method: "PUT",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID()
        },
        body: JSON.stringify({ quantity: n % 2 })
      }).then((answer) => {
        if (answer.status !== 200) throw new Error(`a cart: ${answer.status}`)
        return answer
      })
    )
  })()
  return async () => {
    leaving.abort()
    return { read: await read, cart: await cart }
  }
}

/** Sends a table to a running shop, and follows it to its end. */
const sendTo = async (child: ChildProcess, at: string, goods: string): Promise<Run & Waits> => {
  const before = mostResident(child)
  const headers = { authorization: `Basic ${btoa("demo-staff:demo-staff-secret")}` }
  const grant = new URLSearchParams({ grant_type: "client_credentials" })
  const signedIn = await fetch(`${at}/api/auth/token`, { method: "POST", headers, body: grant })
  const { access_token } = (await signedIn.json()) as { readonly access_token: string }
  const staff = { authorization: `Bearer ${access_token}` }
  const leave = sendShoppers(at)
  const from = performance.now()
  const sent = await fetch(`${at}/api/admin/imports`, {
    method: "POST",
    headers: { ...staff, "content-type": "text/csv", "idempotency-key": randomUUID() },
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
  return { seconds, resident: mostResident(child) - before, said, ...await leave() }
}

/** So many goods the shop has at first. */
const first = 72

/** The same over the API. */
const measureApi = async (database: string, folder: string, settings: Readonly<Record<string, string>>) => {
  const port = await freePort()
  const env = { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "warning", ...settings }
  const goods = join(folder, "products.csv")
  writeTable(goods, first)
  await run(["import", goods], settings)
  const child = spawn(process.execPath, [...flags, script, "start", "--shop", folder], {
    env,
    stdio: ["ignore", "ignore", "inherit"]
  })
  const at = `http://127.0.0.1:${port}`
  while (!await fetch(`${at}/health/ready`).then(({ ok }) => ok, () => false)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(50)
  }
  const measured: Array<Array<string>> = []
  const measure = async (what: string) => {
    const { cart, read, resident, said, seconds } = await sendTo(child, at, goods)
    measured.push([
      `${database}, API: ${what}`,
      seconds.toFixed(1),
      `+${resident.toFixed(0)}`,
      (read / 1000).toFixed(2),
      (cart / 1000).toFixed(2),
      said.slice(0, 70)
    ])
  }
  writeTable(goods, rows, "product-0,Brand 0,X,,skincare,0,1\n")
  await measure("with faults")
  writeTable(goods, rows)
  await measure("new goods")
  await measure("the same again")
  writeTable(goods, rows, "", 1)
  await measure("other prices")
  await stop(child)
  return measured
}

const postgres = await openPostgres({ durable: true })
try {
  await bundle({ store: "packages/server/src/main.ts" }, workshop)
  const lines = [["", "s", "MiB at most", "product, s", "cart, s", "said"]]
  for (const database of ["SQLite", "PostgreSQL"].filter((name) => options.only === "" || options.only === name)) {
    const folder = join(workshop, database)
    await run(["init", folder])
    const settings: Record<string, string> = database === "SQLite" ? {} : { DATABASE_URL: await postgres.create() }
    const goods = join(folder, "products.csv")
    const measure = async (what: string): Promise<void> => {
      const { resident, said, seconds } = await run(["import", goods], settings)
      lines.push([
        `${database}: ${what}`,
        seconds.toFixed(1),
        resident.toFixed(0),
        "",
        "",
        said.split("\n")[0]!.slice(-70)
      ])
    }
    if (!options.api) {
      writeTable(goods, rows, "product-0,Brand 0,X,,skincare,0,1\n")
      await measure("with faults")
      writeTable(goods, rows)
      await measure("new goods")
      await measure("the same again")
    }
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
