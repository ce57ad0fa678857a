/**
 * `kill -9` at random moments while orders are bought, cancelled, shipped, returned and refunded, over one database file.
 *
 * Whoever was told something finds it true after the next start; whoever was not asks again under the same key and has
 * one effect; what was in flight settles by itself within ten seconds; and at the end stock, money, receipts and events
 * agree, in the shop's books and in the provider's. The test suite runs a short form. By hand, from the root:
 *
 *     npm run kill -- --purchases 1000 --kills 4 --seed 7
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
import { product } from "./shop/products.ts"
import { bundle, freePort, killAll, type Program, start } from "./shop/program.ts"
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

type Rows = ReadonlyArray<Record<string, any>>
const read = (filename: string, statement: string): Promise<Rows> =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(SqliteClient.layer({ filename, readonly: true, disableWAL: true })),
    Effect.runPromise
  ) as Promise<Rows>

/** What is wrong with the data as it lies there, given what was on the shelves at first. */
const audit = async (folder: string, shelves: ReadonlyMap<string, number>): Promise<ReadonlyArray<string>> => {
  const shop = join(folder, "store.db")
  const checks: Readonly<Record<string, string>> = {
    "stock that is promised is that of orders that have not shipped": `
      SELECT s.product_id, s.reserved, coalesce(l.units, 0) AS promised FROM stock s LEFT JOIN (
        SELECT product_id, sum(quantity - shipped) AS units FROM order_line l JOIN orders o ON o.id = l.order_id
        WHERE o.status <> 'cancelled' GROUP BY product_id) l ON l.product_id = s.product_id
      WHERE s.reserved <> coalesce(l.units, 0)`,
    "nothing of a cancelled order has shipped": `
      SELECT o.id FROM orders o JOIN order_line l ON l.order_id = o.id WHERE o.status = 'cancelled' AND l.shipped > 0`,
    "a shipped order has shipped whole, once": `
      SELECT o.id FROM orders o JOIN order_line l ON l.order_id = o.id
      WHERE o.status IN ('shipped', 'delivered') AND l.shipped <> l.quantity`,
    "units shipped are those of the shipments": `
      SELECT l.order_id FROM order_line l WHERE l.shipped <> (SELECT coalesce(sum(x.quantity), 0) FROM shipment_line x
        JOIN shipment s ON s.id = x.shipment_id WHERE s.order_id = l.order_id AND x.n = l.n)`,
    "what is claimed of a payment is what its refunds say": `
      SELECT p.id FROM payment p WHERE p.refunding_minor
        <> (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.payment_id = p.id)`,
    "every refund has succeeded": "SELECT id, state FROM refund WHERE state <> 'succeeded'",
    "a cancelled order keeps nothing": `
      SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id
      WHERE o.status = 'cancelled' AND p.refunding_minor <> p.captured_minor`,
    "an order that goes on is paid once": `
      SELECT o.id FROM orders o WHERE o.status <> 'cancelled' AND (SELECT count(*) FROM payment p
        WHERE p.order_id = o.id AND p.role = 'primary' AND p.captured_minor = o.total_minor) <> 1`,
    "no order is left in between": "SELECT id FROM orders WHERE status = 'pending'",
    "every paid order has one receipt": `
      SELECT p.order_id FROM payment p WHERE p.role = 'primary' AND (SELECT count(*) FROM receipt r
        WHERE r.order_id = p.order_id AND r.kind = 'receipt') <> 1`,
    "every refund of a receipt has one credit note": `
      SELECT f.id FROM refund f WHERE f.cause <> 'surplus' AND (SELECT count(*) FROM receipt r
        WHERE r.kind = 'credit_note' AND (r.subject = f.id OR r.subject LIKE f.id || ':%')) <> 1`,
    "numbers of receipts have no gaps": `
      SELECT series FROM receipt GROUP BY series HAVING count(*) <> max(n) OR min(n) <> 1`,
    "events are numbered without gaps": `
      SELECT o.id FROM orders o JOIN event e ON e.order_id = o.id GROUP BY o.id
      HAVING count(*) <> max(e.seq) OR min(e.seq) <> 1 OR max(e.seq) <> o.events`,
    "an order reaches each status once": `
      SELECT order_id, status FROM event WHERE status IS NOT NULL GROUP BY order_id, status HAVING count(*) > 1`,
    "units that come back are those of returns": `
      SELECT l.order_id FROM order_line l WHERE l.sent_back <> (SELECT coalesce(sum(x.quantity), 0) FROM return_line x
        JOIN return_request q ON q.id = x.return_id WHERE q.order_id = l.order_id AND x.n = l.n
        AND q.status <> 'cancelled')`
  }
  const faults: Array<string> = []
  for (const [rule, statement] of Object.entries(checks)) {
    const rows = await read(shop, statement)
    if (rows.length > 0) faults.push(`not true: ${rule}: ${JSON.stringify(rows.slice(0, 3))} (${rows.length})`)
  }
  const moved = await read(
    shop,
    `SELECT s.product_id, s.on_hand,
       coalesce((SELECT sum(l.shipped) FROM order_line l WHERE l.product_id = s.product_id), 0) AS shipped,
       coalesce((SELECT sum(x.accepted) FROM return_line x WHERE x.product_id = s.product_id), 0) AS restocked
     FROM stock s`
  )
  for (const { on_hand: onHand, product_id: id, restocked, shipped } of moved) {
    const expected = shelves.get(id)! - Number(shipped) + Number(restocked)
    if (Number(onHand) !== expected) faults.push(`${id}: ${onHand} on the shelf, ${expected} by what came and went`)
  }
  const taken = await read(
    join(folder, "payments-simulated.db"),
    "SELECT id, amount_minor, refunded_minor FROM payment WHERE status = 'succeeded'"
  )
  const noted = new Map(
    (await read(shop, "SELECT provider_id, captured_minor, refunding_minor FROM payment"))
      .map((row) => [row["provider_id"], row])
  )
  for (const { amount_minor: amount, id, refunded_minor: refunded } of taken) {
    const row = noted.get(id)
    noted.delete(id)
    if (Number(row?.["captured_minor"]) !== Number(amount) || Number(row?.["refunding_minor"]) !== Number(refunded)) {
      faults.push(`payment ${id}: ${amount} less ${refunded} at the provider, ${JSON.stringify(row)} in the shop`)
    }
  }
  if (noted.size > 0) faults.push(`${noted.size} payments that the provider knows nothing of`)
  return faults
}

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
      (await read(join(folder, "store.db"), "SELECT product_id, on_hand FROM stock"))
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
    faults.push(...await audit(folder, shelves))
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
