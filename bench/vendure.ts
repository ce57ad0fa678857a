/**
 * `npm run bench:vendure`: whole purchases over HTTP by our store and by Vendure in one run, on SQLite and on
 * PostgreSQL, each shop a process of its own with the same assortment and as durable. The shops take turns in several
 * rounds, within which they are compared. Vendure is installed on first use. Figures:
 * docs/performance.md#beside-another-shop.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "../scripts/bundle.mjs"
import { readOptions } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { freePort } from "../test/free-port.ts"
import { start } from "../test/shop/program.ts"
import { assortment, plenty, restock, restockFile } from "./assortment.ts"
import {
  howMuch,
  median,
  millis,
  openWorkshop,
  print,
  quantile,
  rate,
  ratio,
  resultOf,
  syncCost,
  table
} from "./measure.ts"
import type { Load, Outcome } from "./shoppers.ts"

const much = howMuch(15, 3, 8)
const options = readOptions(`npm run bench:vendure -- [options]\n\n${much.usage}`, much.options)
const { rounds, seconds, shoppers } = much.read(options)

const root = fileURLToPath(new URL("..", import.meta.url))
const itsFolder = join(root, "bench/vendure")
const manifest = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const installed = join(itsFolder, "node_modules/@vendure/core")
if (!existsSync(installed) || manifest(installed).version !== manifest(itsFolder).dependencies["@vendure/core"]) {
  print("Installing Vendure")
  const install = ["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  execFileSync("npm", install, { cwd: itsFolder, stdio: "inherit" })
}

const workshop = openWorkshop("bench-vendure")

/** A shop that is open. */
interface Shop {
  readonly load: Pick<Load, "api" | "port" | "products">
  readonly stop: () => Promise<unknown>
}

/** Ours, by a SQLite file or a PostgreSQL database that is still empty. */
const store = async (databaseUrl: string): Promise<Shop> => {
  const port = await freePort()
  const { stop } = await start(join(workshop, "store.mjs"), { PORT: String(port), DATABASE_URL: databaseUrl })
  if (databaseUrl.startsWith("sqlite:")) restockFile(databaseUrl.slice("sqlite:".length))
  else {
    await Effect.runPromise(
      Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(restock)).pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(databaseUrl) }))
      )
    )
  }
  return { load: { api: "store", port, products: assortment.map(({ id }) => id) }, stop: () => stop() }
}

/** The assortment as Vendure imports it: its variants get the numbers from 1 on. */
const catalogue = join(workshop, "catalogue.csv")
const columns = {
  name: "",
  slug: "",
  description: "A thing",
  assets: "",
  facets: "",
  optionGroups: "",
  optionValues: "",
  sku: "",
  price: "",
  taxCategory: "standard",
  stockOnHand: String(plenty),
  trackInventory: "true",
  variantAssets: "",
  variantFacets: ""
}
const quoted = (cells: ReadonlyArray<string>): string =>
  cells.map((cell) => `"${cell.replaceAll("\"", "\"\"")}"`).join(",")
writeFileSync(
  catalogue,
  [
    quoted(Object.keys(columns)),
    ...assortment.map(({ id, name, priceMinor }) =>
      quoted(Object.values({ ...columns, name, slug: id, sku: id, price: (priceMinor / 100).toFixed(2) }))
    ),
    ""
  ].join("\n")
)

/** Vendure, by the path of a SQLite file or a PostgreSQL URL. */
const vendure = async (database: string): Promise<Shop> => {
  const port = await freePort()
  const child = spawn(process.execPath, [
    "--no-deprecation",
    "server.mjs",
    JSON.stringify({ port, database, catalogue })
  ], {
    cwd: itsFolder,
    env: { PATH: process.env["PATH"], NODE_ENV: "production", VENDURE_DISABLE_TELEMETRY: "true" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (/^ready$/m.test(said)) resolve()
    })
    void ended.then(() => reject(new Error(`Vendure ended: ${said}`)))
  })
  return {
    load: { api: "vendure", port, products: assortment.map((_, n) => String(n + 1)) },
    stop: () => {
      child.kill("SIGTERM")
      return ended
    }
  }
}

const postgres = await openPostgres({ durable: true })
const shops = new Map<string, Shop>()
try {
  const entries = { store: "packages/server/src/main.ts", shoppers: "bench/shoppers.ts" }
  await bundle(entries, workshop)
  shops.set("the store, SQLite", await store(`sqlite:${join(workshop, "store.db")}`))
  shops.set("Vendure, SQLite", await vendure(join(workshop, "vendure.db")))
  shops.set("the store, PostgreSQL", await store(await postgres.create()))
  shops.set("Vendure, PostgreSQL", await vendure(await postgres.create()))

  const buy = ({ load }: Shop): Promise<Outcome> =>
    resultOf(join(workshop, "shoppers.mjs"), { ...load, shoppers, seconds })
  const outcomes = new Map<string, Array<Outcome>>()
  for (const shop of shops.values()) await buy(shop)
  for (let round = 0; round < rounds; round++) {
    for (const [name, shop] of shops) outcomes.set(name, [...outcomes.get(name) ?? [], await buy(shop)])
  }

  const rates = (name: string): ReadonlyArray<number> =>
    outcomes.get(name)!.map(({ purchases, seconds }) => purchases.length / seconds)
  print(
    `${shoppers} shoppers, ${rounds} rounds of ${seconds} s, medians; Node.js ${process.version}, ${
      millis(syncCost(workshop))
    } ms to sync a page\n`
  )
  print(table([
    ["", "purchases/s", "p50 ms", "p99 ms"],
    ...[...outcomes].map(([name, rounds]) => {
      const times = rounds.flatMap(({ purchases }) => purchases)
      return [name, rate(median(rates(name))), millis(quantile(times, 0.5)), millis(quantile(times, 0.99))]
    })
  ]))
  print("")
  for (const database of ["SQLite", "PostgreSQL"]) {
    const ratios = ratio(rates(`the store, ${database}`), rates(`Vendure, ${database}`))
    print(`${`the store / Vendure, ${database}`.padEnd(34)}${ratios}`)
  }
} finally {
  await Promise.all([...shops.values()].map(({ stop }) => stop()))
  await postgres.close()
  rmSync(workshop, { recursive: true, force: true })
}
