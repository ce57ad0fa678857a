/**
 * `npm run bench:reads`: what reads cost the server's processor, of our store and of two bare peers, each a process of
 * its own. One peer runs a prepared statement for each read (`bare-reads.ts`), the other sends the store's bytes from
 * memory. Contenders take turns in every round, within which they are compared. Figures:
 * docs/performance.md#public-reads.
 */
import type { ChildProcess } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions, refuse } from "../scripts/commandLine.ts"
import { freePort } from "../test/free-port.ts"
import { assortment } from "./assortment.ts"
import { Connection } from "./buying.ts"
import { howMuch, median, openWorkshop, print, ratio, resultOf, table } from "./measure.ts"
import type { Kept } from "./memory-server.ts"
import { type Own, type OwnRequest, ownRequests } from "./own-requests.ts"
import type { Read, Reading } from "./readers.ts"
import { processorTime, startPeer, startStore, stop } from "./servers.ts"

const much = howMuch(1, 9, 32)
const usage = `npm run bench:reads -- [options]

${much.usage}
  --only product        works whose names contain it
  --rate 8000           reads in a second, evenly, in place of as many as each server can: the same load for all
  --profile <folder>    has the store write there what its processor did`
const options = readOptions(usage, {
  ...much.options,
  only: { type: "string", default: "" },
  rate: { type: "string" },
  profile: { type: "string" }
})
const { rounds, seconds, shoppers: readers } = much.read(options)
const rate = options.rate === undefined ? undefined : positive("rate", options.rate)
const profiling = options.profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", options.profile]

type Name = "store" | "statements" | "memory"

/** What is measured: requests, and which peers can do the same. */
interface Work {
  readonly name: string
  readonly paths: ReadonlyArray<string>
  readonly acceptEncoding: string
  readonly peers: ReadonlyArray<Name>
  readonly readsToPurchase?: number
  /** Where prices and stock change meanwhile: how often in a second. */
  readonly changes?: number
  /** What shoppers read of their own, instead of the paths. */
  readonly own?: Own
}

const products = assortment.map(({ id }) => id)
const productPaths = products.map((id) => `/api/products/${id}`)
const both: Work["peers"] = ["statements", "memory"]
const categories = ["skincare", "make-up", "hair", "fragrance", "body"]
const pagePaths = [
  "/",
  "/de",
  ...categories.flatMap((category) => [`/categories/${category}`, `/de/categories/${category}`]),
  ...products.flatMap((id) => [`/products/${id}`, `/de/products/${id}`])
]
const pages = { paths: pagePaths, acceptEncoding: "gzip", peers: ["memory"] } as const
const allWorks: ReadonlyArray<Work> = [
  { name: "a product", paths: productPaths, acceptEncoding: "", peers: both },
  { name: "a product, gzip", paths: productPaths, acceptEncoding: "gzip", peers: ["memory"] },
  {
    name: "a search",
    paths: categories.map((category) => `/api/products?category=${category}&sort=price`),
    acceptEncoding: "",
    peers: both
  },
  { name: "the catalogue", paths: ["/api/"], acceptEncoding: "", peers: both },
  { name: "the catalogue, br", paths: ["/api/"], acceptEncoding: "br", peers: ["memory"] },
  { name: "ACP's feed, gzip", paths: ["/acp/feed/products.jsonl"], acceptEncoding: "gzip", peers: ["memory"] },
  { name: "a descriptor", paths: ["/api/descriptors/checkout"], acceptEncoding: "gzip", peers: ["memory"] },
  {
    name: "50 products and a purchase",
    paths: productPaths,
    acceptEncoding: "",
    peers: ["statements"],
    readsToPurchase: 50
  },
  { name: "pages, gzip", ...pages },
  { name: "pages, gzip, while prices and stock change", ...pages, changes: 1 },
  ...(["cart", "order", "session", "orders"] as const).map((own): Work => ({
    name: `own ${own}`,
    paths: [],
    acceptEncoding: "",
    peers: ["statements"],
    own
  }))
]
const works = allWorks.filter(({ name }) => name.includes(options.only))
if (works.length === 0) {
  refuse(`--only ${options.only}: none of ${allWorks.map(({ name }) => `"${name}"`).join(", ")}`)
}

const headersOf = (acceptEncoding: string): string =>
  acceptEncoding === "" ? "" : `accept-encoding: ${acceptEncoding}\r\n`

/** What the store sends for each request of the works, for the peer that sends it from memory. */
const keep = async (port: number): Promise<ReadonlyArray<Kept>> => {
  const connection = new Connection(port)
  const kept: Array<Kept> = []
  for (const { acceptEncoding, paths } of works) {
    for (const path of paths) {
      const { body, head } = await connection.request("GET", path, headersOf(acceptEncoding), undefined)
      const contentType = /\r\ncontent-type: *([^\r]+)/i.exec(head)?.[1] ?? ""
      kept.push({ path, acceptEncoding, contentType, body: body.toString("base64") })
    }
  }
  connection.close()
  return kept
}

const workshop = openWorkshop("bench")

interface Server {
  readonly child: ChildProcess
  readonly port: number
  /** None at the peer that has no shoppers. */
  readonly own: Partial<Record<Own, ReadonlyArray<OwnRequest>>>
}
const running = new Map<Name, Server>()

const start = async (): Promise<void> => {
  await bundle(
    {
      store: "packages/server/src/main.ts",
      "bare-server": "bench/bare-server.ts",
      "memory-server": "bench/memory-server.ts",
      readers: "bench/readers.ts"
    },
    workshop
  )
  const add = async (name: Name, begin: (port: number) => Promise<ChildProcess>): Promise<number> => {
    const port = await freePort()
    const child = await begin(port)
    const buys = name !== "memory" && works.some(({ own }) => own !== undefined)
    running.set(name, { child, port, own: buys ? await ownRequests(port, readers, products) : {} })
    return port
  }
  const port = await add(
    "store",
    (port) => startStore(join(workshop, "store.mjs"), port, join(workshop, "store"), profiling)
  )
  const kept = join(workshop, "kept.json")
  writeFileSync(kept, JSON.stringify(await keep(port)))
  await add("memory", (port) => startPeer(join(workshop, "memory-server.mjs"), port, kept))
  const folder = join(workshop, "statements")
  mkdirSync(folder)
  await add("statements", (port) => startPeer(join(workshop, "bare-server.mjs"), port, folder))
}

/** Microseconds of the server's processor for a read; for a purchase with its reads, where there are purchases. */
const costOf = async (
  name: Name,
  { acceptEncoding, changes = 0, own, paths, readsToPurchase = 0 }: Work
): Promise<number> => {
  const { child, own: ownRequests, port } = running.get(name)!
  const reading: Reading = {
    port,
    readers,
    seconds,
    rate,
    requests: own === undefined
      ? paths.map((path) => ({ path, headers: headersOf(acceptEncoding) }))
      : ownRequests[own]!,
    readsToPurchase,
    changes: name === "store" ? changes : 0,
    products
  }
  const before = processorTime(child)
  const { purchases, reads } = await resultOf<Read>(join(workshop, "readers.mjs"), reading)
  return (processorTime(child) - before) * 1000 / (readsToPurchase === 0 ? reads : Math.max(1, purchases))
}

const measure = async (work: Work): Promise<ReadonlyArray<string>> => {
  const names: ReadonlyArray<Name> = ["store", ...work.peers]
  const costs = new Map<Name, Array<number>>(names.map((name) => [name, []]))
  // The first readings teach the compiler.
  for (const name of names) await costOf(name, work)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!
      costs.get(name)!.push(await costOf(name, work))
    }
  }
  const ours = costs.get("store")!
  const cost = (name: Name): string => costs.has(name) ? median(costs.get(name)!).toFixed(1) : "–"
  const compared = (name: Name): string => costs.has(name) ? ratio(costs.get(name)!, ours) : "–"
  return [work.name, cost("store"), cost("statements"), cost("memory"), compared("statements"), compared("memory")]
}

try {
  await start()
  const rows = [["processor time, µs", "the store", "statements", "memory", "statements / store", "memory / store"]]
  for (const work of works) rows.push([...await measure(work)])
  print(`Node.js ${process.version}, ${readers} readers, ${rounds} rounds of ${seconds} s, medians\n`)
  print(table(rows))
} finally {
  await Promise.all([...running.values()].map(({ child }) => stop(child)))
  rmSync(workshop, { recursive: true })
}
