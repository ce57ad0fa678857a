/**
 * `npm run bench:catalogue`: what pages and public reads cost a shop of 10,000 products beside one of 72: processor time
 * of the process for each, memory, and how long the goods take to load. Reads that differ are made anew, others come from
 * memory: the first of each is shown apart.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "../test/free-port.ts"
import { writeTable } from "./goods.ts"
import { openWorkshop, print, rate, table } from "./measure.ts"
import { processorTime, residentOf, stop } from "./servers.ts"

const options = readOptions(
  `npm run bench:catalogue -- [options]

  --products 10000
  --reads 100          of each kind`,
  {
    products: { type: "string", default: "10000" },
    reads: { type: "string", default: "100" }
  }
)
const products = positive("products", options.products)
const reads = positive("reads", options.reads)
const few = 72

const words = ["glycerin", "cream", "skin", "squalane", "aloe", "zinc", "brand", "light"]
const paths: Readonly<Record<string, (n: number) => string>> = {
  home: () => "/",
  list: (n) => `/products?maxPrice=${20 + n}`,
  category: (n) => `/categories/skincare?maxPrice=${20 + n}`,
  "search for few": (n) => `/search?q=cream+${n % few}&maxPrice=${20 + n}`,
  "search for very many": (n) => `/search?q=${words[n % words.length]}&maxPrice=${20 + n}`,
  "search of the API": (n) => `/api/products?q=${words[n % words.length]}&maxPrice=${20 + n}`,
  "product page": (n) => `/products/product-${n % few}`,
  sitemap: () => "/sitemap.xml",
  "GET /api/": () => "/api/",
  "ACP's feed": () => "/acp/feed/products.jsonl",
  "Google's feed": () => "/feeds/google.xml"
}

interface Measured {
  readonly loadSeconds: number
  readonly resident: readonly [atStart: number, atEnd: number]
  readonly costs: ReadonlyMap<string, { readonly first: number; readonly later: number; readonly bytes: number }>
}

const workshop = openWorkshop("catalogue")
const script = join(workshop, "store.mjs")

const measure = async (size: number): Promise<Measured> => {
  const folder = join(workshop, String(size))
  const port = await freePort()
  const env = { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "warning" }
  const run = (...given: ReadonlyArray<string>) => spawn(process.execPath, [script, ...given], { env, stdio: "ignore" })
  await once(run("init", folder), "close")
  writeTable(join(folder, "products.csv"), size)
  const from = performance.now()
  await once(run("import", join(folder, "products.csv")), "close")
  const loadSeconds = (performance.now() - from) / 1000
  const server = run("start", "--shop", folder)
  const at = `http://127.0.0.1:${port}`
  while (!await fetch(`${at}/health/ready`).then(({ ok }) => ok, () => false)) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await sleep(50)
  }
  const ask = async (path: string): Promise<number> => {
    const answer = await fetch(at + path, { headers: { accept: path.startsWith("/api") ? "*/*" : "text/html,*/*" } })
    const { byteLength } = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    return byteLength
  }
  const atStart = residentOf(server)
  const costs = new Map<string, { readonly first: number; readonly later: number; readonly bytes: number }>()
  // What is read once for all pages.
  for (const [, path] of Object.entries(paths)) await ask(path(reads + 1))
  for (const [name, path] of Object.entries(paths)) {
    const before = processorTime(server)
    let bytes = await ask(path(0))
    const between = processorTime(server)
    for (let n = 1; n <= reads; n++) bytes = await ask(path(n))
    costs.set(name, { first: between - before, later: (processorTime(server) - between) / reads, bytes })
  }
  const atEnd = residentOf(server)
  await stop(server)
  return { loadSeconds, resident: [atStart, atEnd], costs }
}

try {
  await bundle({ store: "packages/server/src/main.ts" }, workshop)
  const [small, large] = [await measure(few), await measure(products)]
  print(`Node.js ${process.version}, SQLite; ms of processor for a read\n`)
  print(table([
    ["", String(few), String(products), "ratio", "bytes"],
    ...[...large.costs].map(([name, { bytes, later }]) => {
      const before = small.costs.get(name)!.later
      return [name, before.toFixed(2), later.toFixed(2), rate(later / before), String(bytes)]
    }),
    ["MiB at the start", ...[small, large].map(({ resident }) => resident[0].toFixed(0)), "", ""],
    ["MiB at the end", ...[small, large].map(({ resident }) => resident[1].toFixed(0)), "", ""],
    ["s to load", ...[small, large].map(({ loadSeconds }) => loadSeconds.toFixed(1)), "", ""]
  ]))
} finally {
  rmSync(workshop, { recursive: true })
}
