/**
 * `kill -9` at random moments while orders are bought, cancelled, shipped, returned and refunded, over one database
 * file. What anybody was told is true after the next start, a request that is sent again has one effect, and at the end
 * all books agree. By hand: `npm run kill -- --purchases 1000 --kills 4 --seed 7`.
 */
import { Prng } from "@beauty-store/simulation/engine/Prng"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "./free-port.ts"
import { disagreements, type Rows } from "./records-at-rest.ts"
import { product } from "./shop/products.ts"
import { bundle, killAll, type Program, start } from "./shop/program.ts"
import { requestsTo } from "./shop/requests.ts"
import { delivery, insist, pay, sleep } from "./shop/shopper.ts"

/** What the shop has said of an order, and what must be true from then on. */
interface Fact {
  readonly orderId: string
  readonly token: string
  status: string
  /** What goes back, in cents. */
  refundMinor: number
  returnId: string | undefined
}

export interface Plan {
  readonly purchases: number
  readonly kills: number
  readonly seed: number
  readonly say?: (line: string) => void
}

export interface Outcome {
  readonly orders: number
  readonly kills: number
  /** Everything that is not as it should be; empty, or the store has lost its word. */
  readonly faults: ReadonlyArray<string>
}

const cents = (euros: number): number => Math.round(euros * 100)
const settlesWithin = 10_000

const read = (filename: string) => (statement: string): Promise<Rows> =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(SqliteClient.layer({ filename, readonly: true, disableWAL: true })),
    Effect.runPromise
  ) as Promise<Rows>

/** Buys, and kills the server in between, over a database of its own. */
export const run = async ({ kills, purchases, say = () => {}, seed }: Plan): Promise<Outcome> => {
  const random = new Prng(String(seed))
  const program = bundle("packages/server/src/main.ts", `server-to-kill-${process.pid}.mjs`)
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-kill-"))
  const port = await freePort()
  const settings = { PORT: String(port), DATABASE_URL: `sqlite:${join(folder, "store.db")}`, LOG_LEVEL: "error" }
  const faults: Array<string> = []
  const facts: Array<Fact> = []
  let finished = 0
  let server: Program | undefined

  const shop = requestsTo(port)
  /** Insists on success; anything else is a fault, and the end of this purchase. */
  const must = async (method: string, path: string, token: string, body: unknown = {}): Promise<any> => {
    const sent = { ...(token === "" ? {} : { token }), ...(method === "GET" ? {} : { key: randomUUID(), body }) }
    const { json, status, text } = await insist(() => shop.request(method, path, sent))
    if (status !== 200) throw new Error(`${method} ${path}: ${text}`)
    return json
  }

  const live = async (n: number, staff: string): Promise<void> => {
    const token: string = (await must("POST", "/api/auth/guest", "")).access_token
    const productId = product(n % 40)
    await must("POST", "/api/cart", token, { productId, quantity: 1 + n % 2 })
    const { orderId, redirectUrl } = await must("POST", "/api/checkout", token, delivery)
    const fact: Fact = { orderId, token, status: "pending", refundMinor: 0, returnId: undefined }
    facts.push(fact)
    const order = (): Promise<any> => must("GET", `/api/orders/${orderId}`, token)
    const at = (path: string) => `/api/orders/${orderId}/${path}`
    const fate = random.next()
    const paid = await insist(() => pay(shop, redirectUrl))
    if (paid.json.status !== "succeeded" && paid.json.code !== "already_paid") throw new Error(`paying: ${paid.text}`)
    const deadline = Date.now() + 30_000
    while ((await order()).status !== "confirmed") {
      if (Date.now() > deadline) throw new Error(`${orderId} was paid and is not confirmed`)
      await sleep(20)
    }
    fact.status = "confirmed"
    const total = cents((await order()).total)
    if (fate < 0.25) {
      await must("POST", at("cancel"), token)
      Object.assign(fact, { status: "cancelled", refundMinor: total })
      return
    }
    await must("POST", at("ship"), staff, { carrier: "DHL", trackingNumber: orderId })
    fact.status = "shipped"
    if (fate < 0.35) return
    await must("POST", at("deliver"), staff)
    fact.status = "delivered"
    if (fate < 0.7) {
      const { returnId } = await must("POST", "/api/returns", token, { orderId, items: [{ productId, reason: "no" }] })
      fact.returnId = returnId
      const items = [{ productId, quantity: 1 + n % 2, restock: true }]
      await must("POST", `/api/returns/${returnId}/receive`, staff, { items })
      fact.refundMinor = total
    } else if (fate < 0.9) {
      await must("POST", "/api/refunds", staff, { orderId, amount: 1, reason: "sorry" })
      fact.refundMinor = 100
    }
  }

  /** Whether all that the shop has said of an order is true by now. */
  const broken = async ({ orderId, refundMinor, returnId, status, token }: Fact): Promise<string | undefined> => {
    const order = await must("GET", `/api/orders/${orderId}`, token)
    const back = order.refunds.filter((refund: any) => refund.status === "succeeded")
      .reduce((sum: number, refund: any) => sum + cents(refund.amount), 0)
    const returns = order.returns.map((one: any) => one.returnId)
    return order.status === status && back === refundMinor && order.refunds.length === (refundMinor > 0 ? 1 : 0)
        && (returnId === undefined ? returns.length === 0 : returns[0] === returnId && returns.length === 1)
      ? undefined
      : `${orderId} should be ${status} with ${refundMinor} back: ${JSON.stringify(order)}`
  }
  const settled = async (known: ReadonlyArray<Fact>, when: string): Promise<void> => {
    const deadline = Date.now() + settlesWithin
    let open: ReadonlyArray<Fact> = known
    for (;;) {
      const wrong: Array<readonly [Fact, string]> = []
      for (const fact of open) {
        const why = await broken(fact)
        if (why !== undefined) wrong.push([fact, why])
      }
      if (wrong.length === 0) return
      if (Date.now() > deadline) {
        faults.push(...wrong.map(([, why]) => `${when}: ${why}`))
        return
      }
      open = wrong.map(([fact]) => fact)
      await sleep(50)
    }
  }

  try {
    server = await start(program, settings)
    const shelves = new Map(
      (await read(join(folder, "store.db"))("SELECT product_id, on_hand FROM stock"))
        .map((row) => [row["product_id"] as string, Number(row["on_hand"])])
    )
    const staff = await shop.clientToken("demo-staff")
    for (let n = 0; n < 40; n++) {
      await must("PUT", `/api/inventory/${product(n)}`, staff, { onHand: 10_000 })
      shelves.set(product(n), 10_000)
    }
    let next = 0
    const shopping = Promise.all(Array.from({ length: 8 }, async () => {
      while (next < purchases) {
        const n = next++
        await live(n, staff).catch((error: unknown) => faults.push(String(error)))
        finished++
      }
    }))
    const reached = async (count: number): Promise<void> => {
      if (finished >= count) return
      await sleep(5)
      return reached(count)
    }
    for (let round = 1; round <= kills; round++) {
      // Somewhere in the round's share of the purchases, at any instruction.
      const until = purchases * (round - 0.8 + 0.6 * random.next()) / kills
      await reached(Math.min(until, purchases))
      await sleep(200 * random.next())
      await server.kill()
      say(`kill ${round} of ${kills}, after ${finished} of ${purchases} purchases`)
      server = await start(program, settings)
    }
    await shopping
    await server.kill()
    server = await start(program, settings)
    say(`${facts.length} orders; waiting for what is in flight`)
    await settled(facts, "after the last start")
    await server.stop()
    faults.push(
      ...await disagreements(
        { store: read(join(folder, "store.db")), provider: read(join(folder, "payments-simulated.db")) },
        shelves
      )
    )
  } finally {
    shop.close()
    await server?.kill()
    killAll()
    rmSync(folder, { recursive: true, force: true })
    rmSync(program, { force: true })
  }
  return { orders: facts.length, kills: kills + 1, faults }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const values = readOptions(
    `npm run kill -- [options]

  --purchases 1000
  --kills 4             how often the server dies meanwhile
  --seed 7              when it dies, and who buys what`,
    {
      purchases: { type: "string", default: "1000" },
      kills: { type: "string", default: "4" },
      seed: { type: "string", default: String(Date.now() % 1_000_000 + 1) }
    }
  )
  const seed = positive("seed", values.seed)
  process.stdout.write(`seed ${seed}\n`)
  const { faults, kills, orders } = await run({
    purchases: positive("purchases", values.purchases),
    kills: values.kills === "0" ? 0 : positive("kills", values.kills),
    seed,
    say: (line) => void process.stdout.write(`${line}\n`)
  })
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`)
  process.stdout.write(`${orders} orders, ${kills} kills, ${faults.length} faults\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
