/**
 * `npm run bench:scale`: whether the cost of a request grows with the shop. The processor time of the store's process for
 * a request, along four axes: products, orders in the database, connections, and instances on one PostgreSQL.
 *
 * The store runs as `npm start` runs it; the readers are a process of their own. A shop of any size is made from a small
 * one by SQL (`multiply.ts`). Each axis prints a table for docs/performance.md, and a picture of it. The points of an axis
 * are measured one after the other, so that other work on the machine moves them: a factor of 1.2 means nothing here.
 */
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions, refuse } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { freePort } from "../test/shop/program.ts"
import { assortment, restockFile } from "./assortment.ts"
import { type Contender, openInstances, processorTimeOfAll } from "./instances.ts"
import { howMuch, median, openWorkshop, print, resultOf, table } from "./measure.ts"
import { multiplyOrders, multiplyProducts } from "./multiply.ts"
import { type Own, ownRequests } from "./own-requests.ts"
import type { Read, Reading } from "./readers.ts"
import { startStoreOn, stop } from "./servers.ts"

const axes = ["products", "orders", "connections", "instances"] as const
type Axis = typeof axes[number]

const much = howMuch(0.5, 3, 8)
const usage = `npm run bench:scale -- [options]

${much.usage}
  --only products       one axis: ${axes.join(", ")}
  --products 100000     the end of that axis, and of the others:
  --orders 100000
  --connections 1000
  --instances 4`
const options = readOptions(usage, {
  ...much.options,
  only: { type: "string", default: "" },
  products: { type: "string", default: "100000" },
  orders: { type: "string", default: "100000" },
  connections: { type: "string", default: "1000" },
  instances: { type: "string", default: "4" }
})
const { rounds, seconds, shoppers } = much.read(options)
const only = options.only === "" ? axes : axes.filter((axis) => axis === options.only)
if (only.length === 0) refuse(`--only ${options.only}: should be one of ${axes.join(", ")}`)

const products = assortment.map(({ id }) => id)

/** The points of each axis, up to its end. */
const pointsOf = (axis: Axis): ReadonlyArray<number> => {
  const end = positive(axis, options[axis])
  const usual: Readonly<Record<Axis, ReadonlyArray<number>>> = {
    products: [products.length, 1000, 10_000, 100_000],
    orders: [0, 10_000, 100_000],
    connections: [1, 10, 100],
    instances: [1, 2]
  }
  return [...usual[axis].filter((point) => point < end), end]
}

/** What is measured: paths that are read, or what shoppers read of their own; with neither, purchases. */
interface Work {
  readonly name: string
  readonly paths?: ReadonlyArray<string>
  /** The end of the numbers in the paths. */
  readonly numbers?: number
  readonly own?: Own
}

/** The end of numbers that are used once: what is asked for with them is not in the store's memory. */
const unread = 1_000_000_000
const kept: Work = { name: "a product", paths: products.map((id) => `/api/products/${id}`) }
const search: Work = { name: "a search", paths: ["/api/products?category=skincare&sort=price"] }
const newSearch = (name: string, query: string): Work => ({
  name,
  paths: [`/api/products?${query}&maxPrice={n}`],
  numbers: unread
})
const commonWord = newSearch("a new search, a common word", "q=serum")
const newSearches: ReadonlyArray<Work> = [
  newSearch("a new search, 72 found", "q=lot0000000"),
  commonWord,
  newSearch("a new search, a category by price", "category=skincare&sort=price")
]
const ownWorks: ReadonlyArray<Work> = [
  { name: "own cart", own: "cart" },
  { name: "own order", own: "order" },
  { name: "own orders", own: "orders" }
]
const purchase: Work = { name: "a purchase" }
const works: ReadonlyArray<Work> = [kept, search, commonWord, ...ownWorks, purchase]

/** Any product of a catalogue that has so many times as many as the demo's. */
const anyProduct = (times: number): Work => ({
  name: "any product",
  paths: times === 1 ? kept.paths! : products.map((id) => `/api/products/${id}-{n}`),
  numbers: times
})

const workshop = openWorkshop("bench-scale")
const script = (name: string): string => join(workshop, `${name}.mjs`)

/** Shoppers who have a token to read with: more make no difference. */
const mostWithToken = 32

/** After that no further round of a work begins: each of very many readers ends what it has begun. */
const mostMillis = 5000

/** The first of numbers that no measurement had. They have seven digits at least. */
let fresh = 1_000_000

/** Microseconds of the processor of all instances for each request of the works, and for a purchase. */
const measure = async (
  { children, ports }: Contender,
  works: ReadonlyArray<Work>,
  readers: number
): Promise<ReadonlyArray<number>> => {
  const own = await ownRequests(ports[0]!, Math.min(readers, mostWithToken), products)
  const costOf = async (work: Work, readers: number): Promise<number> => {
    const begun = processorTimeOfAll(children)
    const done = await Promise.all(ports.map((port, n) => {
      fresh += 100_000
      const end = work.numbers ?? 1
      const reading: Reading = {
        port,
        readers: Math.max(1, Math.floor(readers / ports.length) + (n < readers % ports.length ? 1 : 0)),
        seconds,
        requests: work.own === undefined ? (work.paths ?? []).map((path) => ({ path, headers: "" })) : own[work.own],
        readsToPurchase: 0,
        products,
        numbers: { first: fresh % (end - 1 || 1) + 1, end },
        patient: true
      }
      return resultOf<Read>(script("readers"), reading)
    }))
    const count = done.reduce((sum, { purchases, reads }) => sum + reads + purchases, 0)
    return (processorTimeOfAll(children) - begun) * 1000 / count
  }
  // The first readings teach the compiler.
  for (const work of works) await costOf(work, Math.min(readers, mostWithToken))
  const costs: Array<number> = []
  for (const work of works) {
    const ofWork: Array<number> = []
    const until = performance.now() + mostMillis
    while (ofWork.length < rounds && (ofWork.length === 0 || performance.now() < until)) {
      ofWork.push(await costOf(work, readers))
    }
    costs.push(median(ofWork))
  }
  return costs
}

/** Measures a store that runs over the SQLite files of a folder. */
const measureFolder = async (folder: string, works: ReadonlyArray<Work>, readers: number) => {
  const contender = await openFolder(folder)
  try {
    return await measure(contender, works, readers)
  } finally {
    await Promise.all(contender.children.map(stop))
  }
}

const openFolder = async (folder: string): Promise<Contender> => {
  const port = await freePort()
  const settings = { STOP_GRACE_SECONDS: "0" }
  const child = await startStoreOn(script("store"), port, `sqlite:${join(folder, "store.db")}`, [], settings)
  restockFile(join(folder, "store.db"))
  return { children: [child], ports: [port] }
}

/** The shoppers whose orders are cloned. */
const seeds = 20

/** A new folder with a store that some have bought from. */
const openShop = async (name: string): Promise<string> => {
  const folder = join(workshop, name)
  mkdirSync(folder)
  const { children, ports } = await openFolder(folder)
  await ownRequests(ports[0]!, seeds, products)
  await Promise.all(children.map(stop))
  return folder
}

/** At each point the cost of each work. */
type Costs = ReadonlyArray<ReadonlyArray<number>>

const measured: Readonly<Record<Axis, () => Promise<readonly [ReadonlyArray<Work>, Costs]>>> = {
  products: async () => {
    const folder = await openShop("products")
    const costs: Array<ReadonlyArray<number>> = []
    let before = 1
    const all = [kept, anyProduct(1), search, ...newSearches, ...ownWorks, purchase]
    for (const point of pointsOf("products")) {
      const times = Math.max(1, Math.round(point / products.length))
      multiplyProducts(folder, before, times)
      before = times
      const some = all.map((work) => work.name === "any product" ? anyProduct(times) : work)
      costs.push(await measureFolder(folder, some, shoppers))
    }
    return [all, costs]
  },
  orders: async () => {
    const folder = await openShop("orders")
    const costs: Array<ReadonlyArray<number>> = []
    let before = 0
    for (const point of pointsOf("orders")) {
      const times = Math.ceil(point / seeds)
      if (times > before) multiplyOrders(folder, seeds, before, times)
      before = times
      costs.push(await measureFolder(folder, works, shoppers))
    }
    return [works, costs]
  },
  connections: async () => {
    const folder = await openShop("connections")
    const costs: Array<ReadonlyArray<number>> = []
    for (const readers of pointsOf("connections")) costs.push(await measureFolder(folder, works, readers))
    return [works, costs]
  },
  instances: async () => {
    const postgres = await openPostgres({ durable: true })
    try {
      const costs: Array<ReadonlyArray<number>> = []
      for (const count of pointsOf("instances")) {
        const contender = await openInstances(postgres, script("store"), count)
        try {
          costs.push(await measure(contender, works, Math.max(shoppers, count)))
        } finally {
          await Promise.all(contender.children.map(stop))
        }
      }
      return [works, costs]
    } finally {
      await postgres.close()
    }
  }
}

/** A picture of a table: each work's cost relative to that at the first point. */
const chart = (axis: Axis, points: ReadonlyArray<number>, works: ReadonlyArray<Work>, costs: Costs): string => {
  const lines = costs[0]!.map((first, work) => costs.map((ofPoint) => (ofPoint[work]! / first).toFixed(2)))
  const most = Math.ceil(Math.max(2, ...lines.flat().map(Number)))
  return [
    "```mermaid",
    "xychart-beta",
    `  title "Processor time by ${axis}, as a multiple of the first"`,
    `  x-axis "${axis}" [${points.map((point) => `"${point.toLocaleString("en")}"`).join(", ")}]`,
    `  y-axis "multiple" 0 --> ${most}`,
    ...lines.map((line, work) => `  line "${works[work]!.name}" [${line.join(", ")}]`),
    "```"
  ].join("\n")
}

try {
  const entries = { store: "packages/server/src/main.ts", readers: "bench/readers.ts" }
  await bundle(entries, workshop)
  print(`Node.js ${process.version}, ${rounds} rounds of ${seconds} s, medians`)
  for (const axis of only) {
    const points = pointsOf(axis)
    const from = performance.now()
    const [works, costs] = await measured[axis]()
    print(`\n${axis}, ${((performance.now() - from) / 1000).toFixed(0)} s\n`)
    print(table([
      ["processor time, µs", ...points.map((point) => point.toLocaleString("en"))],
      ...works.map(({ name }, work) => [name, ...costs.map((ofPoint) => ofPoint[work]!.toFixed(0))])
    ]))
    print(`\n${chart(axis, points, works, costs)}`)
  }
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
