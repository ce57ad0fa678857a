/**
 * `npm run bench:scans`: what scans of sites cost the store's purchases.
 *
 * The store runs as `npm start` runs it. Shoppers in a process of their own buy, for some seconds without a scan and for as
 * long while scans run; the order changes from round to round, and the ratio within a round counts. The sites are
 * of this process; each page has a hundred products in it. What the numbers say stands in docs/performance.md.
 */
import { hash } from "@beauty-store/kernel/Secrets"
import Sqlite from "better-sqlite3"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "../test/shop/program.ts"
import { assortment } from "./assortment.ts"
import type { Json } from "./buying.ts"
import { howMuch, median, openWorkshop, print, resultOf, table } from "./measure.ts"
import { processorTime, startStore, stop } from "./servers.ts"
import type { Load, Outcome } from "./shoppers.ts"

const much = howMuch(15, 3, 16)
const options = readOptions(
  `npm run bench:scans -- [options]

  --scans 20          scans at the same time
${much.usage}`,
  { scans: { type: "string", default: "20" }, ...much.options }
)
const scans = positive("scans", options.scans)
const { rounds, seconds, shoppers } = much.read(options)

/** A page of a shop, of about 60 kB. */
const pageOf = (host: string): string => {
  const products = Array.from({ length: 100 }, (_, n) => {
    const url = `http://${host}/products/${n}`
    const data = {
      "@context": "https://schema.org",
      "@type": "Product",
      name: `Product ${n}`,
      sku: `p${n}`,
      offers: { "@type": "Offer", price: "9.95", priceCurrency: "EUR", availability: "https://schema.org/InStock" }
    }
    return `<article><h2><a href="${url}">Product ${n}</a></h2><p>${"Soft and clear. ".repeat(12)}</p>
      <script type="application/ld+json">${JSON.stringify(data)}</script></article>`
  })
  return `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main>${
    products.join("\n")
  }</main></body></html>`
}

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const host = request.headers.host ?? ""
  if (request.url === "/robots.txt") return void response.end("User-agent: *\nAllow: /\n")
  if (request.url === "/sitemap.xml") {
    const pages = Array.from({ length: 500 }, (_, n) => `<url><loc>http://${host}/products/${n}</loc></url>`).join("")
    response.setHeader("content-type", "application/xml")
    return void response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages}</urlset>`)
  }
  response.setHeader("content-type", "text/html")
  response.end(pageOf(host))
}

/** The names of this machine take turns: a scan waits a second between two requests to one host. */
const hosts = ["localhost", "127.0.0.1", "[::1]"] as const
const sites = await Promise.all(Array.from({ length: scans }, async (_, n) => {
  const host = hosts[n % hosts.length]!
  const server = createServer(answer).listen(0, host === "[::1]" ? "::1" : "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://${host}:${port}` }
}))

/** A principal has three scans at most. */
const perAgent = 3

/** Registers agents in the file of a store. */
const registerAgents = (path: string, count: number): void => {
  const db = new Sqlite(path)
  const insert = db.prepare("INSERT INTO oauth_client (id, secret_hash, kind, scopes) VALUES (?, ?, 'agent', ?)")
  const { scopes } = db.prepare("SELECT scopes FROM oauth_client WHERE id = 'demo-agent'").get() as { scopes: string }
  for (let n = 0; n < count; n++) insert.run(`agent-${n}`, hash(`secret-${n}`), scopes)
  db.close()
}

const ask = async (port: number, path: string, token: string | undefined, body: object): Promise<Json> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    },
    body: JSON.stringify(body)
  })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Begins scans of as many sites. Each takes longer than a measurement. */
const beginScans = async (port: number): Promise<void> => {
  for (const [n, { url }] of sites.entries()) {
    const agent = Math.floor(n / perAgent)
    const { access_token: token } = await ask(port, "/api/auth/token", undefined, {
      grant_type: "client_credentials",
      client_id: `agent-${agent}`,
      client_secret: `secret-${agent}`
    })
    await ask(port, "/api/v1/scanner/scan", token, { url, maxPages: 50 })
  }
}

interface Measured {
  readonly perSecond: number
  /** Of the store's processor time, all its threads, for each purchase. */
  readonly millis: number
}

const workshop = openWorkshop("bench")
try {
  await bundle({ store: "packages/server/src/main.ts", shoppers: "bench/shoppers.ts" }, workshop)
  const products = assortment.map(({ id }) => id)
  /** Purchases a second, and the processor time of each, with or without scans. */
  const measure = async (round: number, isScanned: boolean): Promise<Measured> => {
    const port = await freePort()
    const folder = join(workshop, `${round}-${isScanned}`)
    const store = await startStore(join(workshop, "store.mjs"), port, folder, [], {
      SCAN_LOOPBACK_PORTS: sites.map(({ port }) => port).join(",")
    })
    registerAgents(join(folder, "store.db"), Math.ceil(scans / perAgent))
    const load: Load = { api: "store", port, shoppers, seconds: Math.min(2, seconds), products }
    await resultOf<Outcome>(join(workshop, "shoppers.mjs"), load)
    if (isScanned) await beginScans(port)
    const before = processorTime(store)
    const outcome = await resultOf<Outcome>(join(workshop, "shoppers.mjs"), { ...load, seconds })
    const busy = processorTime(store) - before
    const { purchases, seconds: lasted } = outcome
    await stop(store)
    return { perSecond: purchases.length / lasted, millis: busy / purchases.length }
  }
  const rows: Array<{ readonly without: Measured; readonly with: Measured; readonly ratio: number }> = []
  for (let round = 0; round < rounds; round++) {
    const first = await measure(round, round % 2 === 1)
    const second = await measure(round, round % 2 === 0)
    const [without, scanned] = round % 2 === 1 ? [second, first] : [first, second]
    rows.push({ without, with: scanned, ratio: scanned.perSecond / without.perSecond })
  }
  print(`${shoppers} shoppers, ${scans} scans, ${rounds} rounds of ${seconds} s\n`)
  const cells = ({ millis, perSecond }: Measured) => [perSecond.toFixed(0), millis.toFixed(1)]
  print(table([
    ["", "purchases/s", "ms of processor", `with ${scans} scans`, "ms of processor", "ratio"],
    ...rows.map((row, n) => [`round ${n + 1}`, ...cells(row.without), ...cells(row.with), row.ratio.toFixed(2)])
  ]))
  print(`\nmedian of the ratios: ${median(rows.map(({ ratio }) => ratio)).toFixed(2)}`)
} finally {
  for (const { server } of sites) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(workshop, { recursive: true, force: true })
}
