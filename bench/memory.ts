/**
 * `npm run bench:memory`: how much memory the store takes while it serves very many mixed requests, and whether it
 * takes more and more. Each client has an address of its own, so that everything that the store remembers of clients
 * grows. The resident memory of both halves of the requests is compared. Figures: docs/performance.md#memory.
 */
import type { ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "../test/free-port.ts"
import { assortment } from "./assortment.ts"
import { atStore, type Call, Connection, untilServed } from "./buying.ts"
import { median, openWorkshop, print, rate, table } from "./measure.ts"
import { processorTime, residentOf, startStore, stop } from "./servers.ts"

const options = readOptions(
  `npm run bench:memory -- [options]

  --requests 200000
  --rounds 1            each with a store of its own
  --clients 32          who ask at the same time
  --addresses 100000    from which they come
  --flags="…"           further flags of Node for the store`,
  {
    requests: { type: "string", default: "200000" },
    rounds: { type: "string", default: "1" },
    clients: { type: "string", default: "32" },
    addresses: { type: "string", default: "100000" },
    flags: { type: "string", default: "" }
  }
)
const requests = positive("requests", options.requests)
const clients = positive("clients", options.clients)
const addresses = positive("addresses", options.addresses)

const products = assortment.map(({ id }) => id)
const words = ["serum", "cream", "oil", "rose", "vitamin", "shampoo", "mask", "sun", "lip", "scent"]

interface Sample {
  /** Requests so far. */
  readonly at: number
  readonly millis: number
  readonly resident: number
  /** Milliseconds of processor time that the store has taken so far. */
  readonly processor: number
}

const run = async (port: number, store: ChildProcess): Promise<ReadonlyArray<Sample>> => {
  const load = { sent: 0 }
  const samples: Array<Sample> = []
  const from = performance.now()
  const sample = () =>
    void samples.push({
      at: load.sent,
      millis: performance.now() - from,
      resident: residentOf(store),
      processor: processorTime(store)
    })
  sample()
  const each = Math.max(1, Math.floor(requests / 40))

  const client = async (n: number): Promise<void> => {
    const connection = new Connection(port)
    const address = (of: number) => `x-forwarded-for: 10.${(of >> 16) & 255}.${(of >> 8) & 255}.${of & 255}\r\n`
    let who = n
    const ask = async (method: string, path: string, headers: string, json?: unknown) => {
      // On a machine that is busy some are asked to come again.
      const answer = await untilServed(() => connection.request(method, path, address(who % addresses) + headers, json))
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
      if (++load.sent % each === 0) sample()
      return answer
    }
    let receipt = ""
    const call: Call = (kind, method, path, token, json) => {
      const key = method === "POST" ? `idempotency-key: ${randomUUID()}\r\n` : ""
      const bearer = token === "" ? "" : `authorization: Bearer ${token}\r\n`
      if (kind === "order") receipt = `${path}/receipt ${bearer}`
      return ask(method, path, key + bearer, json)
    }
    for (let turn = 0; load.sent < requests; turn++) {
      who += clients
      for (let read = 0; read < 24; read++) {
        await ask("GET", `/api/products/${products[(who + read) % products.length]}`, "")
      }
      for (let read = 0; read < 6; read++) {
        const word = words[(who + read) % words.length]
        await ask("GET", `/api/products?q=${word}&maxPrice=${10 + (who * 7 + read) % 500}`, "accept-encoding: gzip\r\n")
      }
      await ask("GET", "/api/", "accept-encoding: br\r\n")
      await ask("GET", "/", "accept: text/html\r\n")
      await ask("GET", "/openapi.json", "")
      await atStore(call, [products[who % products.length]!, products[(who + 1) % products.length]!])
      const [path = "", bearer = ""] = receipt.split(/ (?=authorization)/)
      await ask("GET", path, bearer)
      if (turn % 10 === 0) await ask("GET", path, `accept: application/pdf\r\n${bearer}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  sample()
  return samples
}

const workshop = openWorkshop("bench")

/** One store from its start to its end. */
const measure = async (round: number): Promise<void> => {
  const port = await freePort()
  const flags = options.flags.split(" ").filter((flag) => flag !== "")
  const store = await startStore(join(workshop, "store.mjs"), port, join(workshop, `store-${round}`), flags, {
    TRUSTED_PROXIES: "127.0.0.1"
  })
  try {
    const samples = await run(port, store)
    const rows = [["requests", "a second", "µs of processor", "MiB: median", "most", "at the end"]]
    const half = (name: string, least: number, most: number): number => {
      const own = samples.filter(({ at }) => at >= least && at <= most)
      const [first, last] = [own[0]!, own.at(-1)!]
      const resident = own.map((one) => one.resident)
      rows.push([
        name,
        rate((last.at - first.at) * 1000 / (last.millis - first.millis)),
        rate((last.processor - first.processor) * 1000 / (last.at - first.at)),
        median(resident).toFixed(0),
        Math.max(...resident).toFixed(0),
        last.resident.toFixed(0)
      ])
      return last.resident
    }
    const before = half("first half", 0, requests / 2)
    const after = half("second half", requests / 2, Infinity)
    print(table(rows))
    print(`\ngrowth from the end of the first half to that of the second: ${((after / before - 1) * 100).toFixed(1)} %`)
  } finally {
    await stop(store)
  }
}

try {
  await bundle({ store: "packages/server/src/main.ts" }, workshop)
  const rounds = positive("rounds", options.rounds)
  for (let round = 0; round < rounds; round++) await measure(round)
} finally {
  rmSync(workshop, { recursive: true })
}
