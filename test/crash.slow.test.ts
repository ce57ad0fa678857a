/**
 * The power goes: the server is killed without a word, between any two instructions, and started again on the same
 * data. What it has acknowledged is still true, what it had begun is finished within ten seconds, and a request that is
 * sent again under its key has one effect. Follows docs/specification.md#idempotency,
 * docs/specification.md#payment-provider.
 */
import { Prng } from "@beauty-store/simulation/engine/Prng"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { freePort } from "./free-port.ts"
import { everyDatabase, type Place } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { killAll, type Program, start } from "./shop/program.ts"
import { useProgram } from "./shop/programs.ts"
import { type Requests, requestsTo } from "./shop/requests.ts"
import {
  atOnce,
  delegated,
  eventually,
  insist,
  newAgent,
  newShopper,
  pay,
  type Shopper,
  shopperWith,
  sleep
} from "./shop/shopper.ts"

// Most of these wait for starts and for leases to run out.
vi.setConfig({ testTimeout: 90_000 })

const slowServer = useProgram("test/slow-provider-server.ts")
afterAll(killAll)

type Rows = ReadonlyArray<Record<string, any>>

/** The data as it lies there: the shop's, and the provider's. */
const inspect = async (place: Place) => {
  const sqlite = (filename: string) => SqliteClient.layer({ filename, readonly: true, disableWAL: true })
  const postgres = (schema: string) => {
    const url = new URL(place.databaseUrl)
    url.searchParams.set("options", `-c search_path=${schema}`)
    return PgClient.layer({ url: Redacted.make(url.href), maxConnections: 1 })
  }
  const file = place.databaseUrl.startsWith("sqlite:") ? place.databaseUrl.slice("sqlite:".length) : undefined
  const read = <const Texts extends Readonly<Record<string, string>>>(
    database: Layer.Layer<SqlClient, unknown>,
    texts: Texts
  ): Promise<{ readonly [name in keyof Texts]: Rows }> =>
    Effect.flatMap(
      SqlClient,
      (sql) => Effect.all(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sql.unsafe(text)])))
    ).pipe(
      Effect.provide(database),
      Effect.runPromise
      // The names of the texts are those of the rows: the library that lists an object's fields forgets them.
    ) as never
  return {
    ...await read(file === undefined ? postgres("public") : sqlite(file), {
      orders: `SELECT o.id, o.principal, o.status, s.id AS session_id, s.phase, o.total_minor
        FROM orders o JOIN checkout_session s ON s.order_id = o.id ORDER BY o.id`,
      lines: "SELECT order_id, product_id, quantity FROM order_line ORDER BY order_id, n",
      stock: "SELECT product_id, on_hand, reserved FROM stock WHERE reserved > 0 ORDER BY product_id",
      refunds: "SELECT order_id, state FROM refund ORDER BY id"
    }),
    ...await read(
      file === undefined ? postgres("payments_simulated") : sqlite(join(dirname(file), "payments-simulated.db")),
      {
        sessions: "SELECT id FROM session WHERE created_at IS NOT NULL ORDER BY id",
        payments:
          "SELECT id, session_id, amount_minor, refunded_minor FROM payment WHERE status = 'succeeded' ORDER BY id"
      }
    )
  }
}

/** What must be true of any data at rest: money, orders and stock agree. */
const audit = async (place: Place) => {
  const found = await inspect(place)
  for (const order of found.orders) {
    const paid = found.payments.filter(({ session_id }) => session_id === order["session_id"])
    const kept = paid.filter((payment) => Number(payment["refunded_minor"]) === 0)
    expect(kept.map((payment) => Number(payment["amount_minor"])), `money of ${order["id"]}, ${order["status"]}`)
      .toEqual(order["status"] === "confirmed" ? [Number(order["total_minor"])] : [])
  }
  const held = new Map<string, number>()
  for (const line of found.lines) {
    const { status } = found.orders.find(({ id }) => id === line["order_id"])!
    if (status === "cancelled") continue
    held.set(line["product_id"], (held.get(line["product_id"]) ?? 0) + Number(line["quantity"]))
  }
  expect(Object.fromEntries(found.stock.map((row) => [row["product_id"], Number(row["reserved"])])))
    .toEqual(Object.fromEntries(held))
  return found
}

const rounds: Readonly<Record<string, number>> = { SQLite: 4, PostgreSQL: 2 }

describe.each(Object.entries(everyDatabase))("a server that is killed, on %s", (database, open) => {
  /** A server that dies and comes back at one address, with one database; its first life may have a slow provider. */
  const withServer = async (
    delays: Readonly<Record<string, readonly [before: number, after: number]>>,
    test: (life: {
      readonly shop: Requests
      readonly place: Place
      readonly die: () => Promise<void>
      readonly comeBack: () => Promise<void>
    }) => Promise<void>
  ): Promise<void> => {
    const place = await open()
    const port = await freePort()
    const settings = { PORT: String(port), DATABASE_URL: place.databaseUrl }
    const { close, ...shop } = requestsTo(port)
    let running: Program | undefined
    try {
      running = await start(slowServer(), { ...settings, PROVIDER_DELAYS: JSON.stringify(delays) })
      await test({
        shop,
        place,
        die: () => running!.kill(),
        comeBack: async () => {
          running = await start(slowServer(), settings)
        }
      })
      expect(await running.stop()).toBe(0)
      await audit(place)
    } finally {
      close()
      await running?.kill()
      await place.leave()
    }
  }

  const answersLate = { createSession: [0, 9_000] } as const

  /** Waits until the provider has so many sessions, of which the shop does not know yet. */
  const providerHas = (place: Place, sessions: number) =>
    eventually(() => inspect(place), (found) => {
      expect(found.sessions).toHaveLength(sessions)
      expect(found.orders.filter(({ phase }) => phase === "opening")).toHaveLength(sessions)
    })

  it("between the provider's act and the shop's note of it charges once and has one session", () =>
    withServer(answersLate, async ({ comeBack, die, place, shop }) => {
      const shoppers = await atOnce(4, () => newShopper(shop, product(0)))
      const keys = shoppers.map(() => randomUUID())
      const cut = shoppers.map((shopper, n) => shopper.checkout(keys[n]).then(() => "answered", () => "cut off"))
      await providerHas(place, 4)
      await die()
      await comeBack()
      expect(await Promise.all(cut)).toEqual(Array(4).fill("cut off"))

      const answers = await Promise.all(
        shoppers.map((shopper, n) =>
          eventually(() => shopper.checkout(keys[n]), ({ status }) => expect(status).toBe(200), 10_000)
        )
      )
      const paid = await atOnce(4, (n) => pay(shop, answers[n]!.json.redirectUrl))
      expect(paid.map(({ json }) => json.status)).toEqual(Array(4).fill("succeeded"))
      for (const [n, shopper] of shoppers.entries()) {
        await eventually(
          () => shopper.order(answers[n]!.json.orderId),
          ({ status }) => expect(status).toBe("confirmed")
        )
        expect((await shopper.checkout(keys[n])).json).toEqual(answers[n]!.json)
      }
      await die()
      const { orders, payments, sessions } = await audit(place)
      expect([orders.length, sessions.length, payments.length]).toEqual([4, 4, 4])
      await comeBack()
    }))

  it("while checkouts are under way that nobody asks for again opens them by itself", () =>
    withServer(answersLate, async ({ comeBack, die, place, shop }) => {
      const shopper = await newShopper(shop, product(0))
      const cut = shopper.checkout(randomUUID()).then(() => "answered", () => "cut off")
      await providerHas(place, 1)
      await die()
      await comeBack()
      expect(await cut).toBe("cut off")
      await eventually(() => inspect(place), ({ orders }) => expect(orders).toMatchObject([{ phase: "open" }]), 10_000)
      const session = await shopper.get(`/api/checkout/${(await inspect(place)).orders[0]!["session_id"]}`)
      expect((await pay(shop, session.json.redirectUrl)).json.status).toBe("succeeded")
      await eventually(() => shopper.order(session.json.orderId), ({ status }) => expect(status).toBe("confirmed"))
    }))

  it("as soon as a payment was made confirms the order afterwards", () =>
    withServer({}, async ({ comeBack, die, shop }) => {
      const shoppers = await atOnce(3, () => newShopper(shop, product(1)))
      const sessions = await Promise.all(shoppers.map(async (shopper) => (await shopper.checkout()).json))
      const means = [undefined, { method: "klarna" }, { method: "apple_pay" }]
      const paid = await Promise.all(sessions.map(({ redirectUrl }, n) => pay(shop, redirectUrl, means[n])))
      await die()
      expect(paid.map(({ json }) => json.status)).toEqual(["succeeded", "processing", "succeeded"])
      await comeBack()
      await Promise.all(
        shoppers.map((shopper, n) =>
          eventually(() => shopper.order(sessions[n].orderId), ({ status }) => expect(status).toBe("confirmed"), 10_000)
        )
      )
    }))

  it.each([["before", [9_000, 0]], ["after", [0, 9_000]]] as const)(
    "%s an agent's order was charged charges it once, whether the agent asks again or not",
    (when, charge) =>
      withServer({ charge }, async ({ comeBack, die, place, shop }) => {
        const delegation = await delegated(shop, await newShopper(shop))
        const agents = await atOnce(2, (n) => newAgent(shop, product(1), `person-${n}`))
        const [key, forgotten] = [randomUUID(), randomUUID()]
        const cut = [
          agents[0]!.order(delegation.delegationId, key),
          agents[1]!.order(delegation.delegationId, forgotten)
        ]
          .map((order) => order.then(() => "answered", () => "cut off"))
        await eventually(() => inspect(place), ({ orders, payments }) => {
          expect(orders).toHaveLength(2)
          expect(payments).toHaveLength(when === "before" ? 0 : 2)
        })
        await die()
        await comeBack()
        expect(await Promise.all(cut)).toEqual(["cut off", "cut off"])

        const again = () => agents[0]!.order(delegation.delegationId, key)
        const { json } = await eventually(again, ({ status }) => expect(status).toBe(200), 10_000)
        expect(json.status).toBe("confirmed")
        expect((await again()).json.id).toBe(json.id)
        await eventually(
          agents[1]!.orders,
          (orders) => expect(orders).toMatchObject([{ status: "confirmed" }]),
          10_000
        )
        const { payments } = await audit(place)
        expect(payments).toHaveLength(2)
        const { limits, remaining } = await delegation.read()
        expect(limits.perDay - remaining.perDay).toBeCloseTo(2 * json.total)
      })
  )

  it.each([["before", [9_000, 0]], ["after", [0, 9_000]]] as const)(
    "%s a refund was made gives the money back once",
    (_, refund) =>
      withServer({ refund }, async ({ comeBack, die, place, shop }) => {
        const shopper = await newShopper(shop, product(1))
        const first = (await shopper.checkout()).json
        await pay(shop, first.redirectUrl, { method: "klarna" })
        await shopper.checkout()
        // Klarna decides after two seconds; the refund begins at once.
        await eventually(() => shopper.order(first.orderId), ({ refunds }) => expect(refunds).toHaveLength(1))
        await sleep(200)
        await die()
        await comeBack()
        await eventually(
          () => shopper.order(first.orderId),
          ({ refunds }) => expect(refunds).toMatchObject([{ amount: first.total, status: "succeeded" }]),
          10_000
        )
        const { payments } = await inspect(place)
        expect(payments.map((payment) => Number(payment["refunded_minor"]))).toEqual([Math.round(first.total * 100)])
      })
  )

  it("at random moments under load keeps its word", () =>
    withServer({}, async ({ comeBack, die, place, shop }) => {
      const seed = Date.now() % 1_000_000
      const random = new Prng(String(seed))
      const load = { over: false }
      const faults: Array<string> = []
      const promises = new Map<string, { readonly shopper: Shopper; status: "pending" | "confirmed" }>()

      const buy = async (n: number, token: string) => {
        const shopper = shopperWith(shop, token)
        const add = { productId: product(n % 3), quantity: 1 + n % 2 }
        const keys = [randomUUID(), randomUUID()] as const
        const put = await insist(() => shopper.post("/api/cart", add, keys[0]))
        if (put.status !== 200) faults.push(`cart: ${JSON.stringify(put.json)}`)
        const cart = await insist(() => shopper.get("/api/cart"))
        if (cart.json.items[0]?.quantity !== add.quantity) faults.push(`cart forgot: ${JSON.stringify(cart.json)}`)
        const session = await insist(() => shopper.checkout(keys[1]))
        if (session.status !== 200) return faults.push(`checkout: ${JSON.stringify(session.json)}`)
        const { orderId, redirectUrl } = session.json
        promises.set(orderId, { shopper, status: "pending" })
        const paid = await insist(() => pay(shop, redirectUrl))
        if (paid.json.status !== "succeeded" && paid.json.code !== "already_paid") {
          faults.push(`pay: ${JSON.stringify(paid.json)}`)
        }
        const deadline = Date.now() + 15_000
        for (;;) {
          const order = await insist(() => shopper.get(`/api/orders/${orderId}`))
          if (order.json.status === "confirmed") break
          if (order.json.status !== "pending" || Date.now() > deadline) {
            return faults.push(`order: ${JSON.stringify(order.json)}`)
          }
          await sleep(10)
        }
        promises.get(orderId)!.status = "confirmed"
      }
      const shopping = Promise.all(Array.from({ length: 6 }, async (_, lane) => {
        for (let n = lane; !load.over; n++) {
          const guest = await insist(() => shop.post("/api/auth/guest"))
          await buy(n, guest.json.access_token)
        }
      }))

      for (let round = 0; round < rounds[database]!; round++) {
        await sleep(100 + 500 * random.next())
        await die()
        await comeBack()
      }
      load.over = true
      await shopping
      expect(faults, `seed ${seed}`).toEqual([])
      expect(promises.size).toBeGreaterThan(rounds[database]!)
      for (const [orderId, { shopper, status }] of promises) expect((await shopper.order(orderId)).status).toBe(status)

      await die()
      const { orders, payments, refunds, sessions } = await audit(place)
      expect(orders).toHaveLength(promises.size)
      expect(sessions).toHaveLength(promises.size)
      expect(payments).toHaveLength(promises.size)
      expect(refunds).toEqual([])
      await comeBack()
    }))
})
