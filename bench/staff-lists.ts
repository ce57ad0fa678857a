/**
 * `npm run bench:staff`: what a page of each of staff's lists costs in a small shop and in a large one, on both databases,
 * as the median of many calls of the use case in this process. Orders, returns and tickets are written by SQL, over two
 * years, most of them long done. A factor far from 1 says that a list reads more rows than it shows.
 */
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Support from "@beauty-store/commerce/support/Support"
import type { Day } from "@beauty-store/domain/Days"
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import type { Principal } from "@beauty-store/domain/Principal"
import { idsFromMoment } from "@beauty-store/kernel/Entropy"
import * as Postgres from "@beauty-store/node/Postgres"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { join } from "node:path"
import { readOptions } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { store } from "../test/shop/shop.ts"
import { median, openWorkshop, print, table } from "./measure.ts"

const options = readOptions("npm run bench:staff -- --orders 100000 --calls 50", {
  orders: { type: "string", default: "100000" },
  calls: { type: "string", default: "50" }
})
const [most, calls] = [Number(options.orders), Number(options.calls)]
const sizes = [1000, most]

const end = Date.now()
const span = 730 * 86_400_000

type Value = string | number | null

/** The rows of a shop of so many orders, by table. */
const rowsOf = (orders: number): Readonly<Record<string, ReadonlyArray<Readonly<Record<string, Value>>>>> => {
  const rows: Record<string, Array<Readonly<Record<string, Value>>>> = {}
  const add = (name: string, row: Readonly<Record<string, Value>>) => void (rows[name] ??= []).push(row)
  for (let n = 0; n < orders; n++) {
    const at = Math.floor(end - span + (span / orders) * n)
    const id = (prefix: string) => `${idsFromMoment(prefix, at)}${String(n).padStart(20, "0")}`
    const [order, session, shipment, back] = [id("ord"), id("cs"), id("shp"), id("ret")]
    // The last hundred wait, and a few of long ago were forgotten.
    const status = n > orders - 100 || n % Math.ceil(orders / 30) === 0
      ? "confirmed"
      : n % 20 === 0
      ? "cancelled"
      : "delivered"
    const email = `user${n % Math.max(100, orders / 5)}@example.com`
    add("orders", {
      id: order,
      principal: `sho_${n % 1000}`,
      shopper: "",
      status,
      email,
      email_folded: email,
      language: "en",
      address: "{}",
      shipping_method: "standard",
      currency: "EUR",
      subtotal_minor: 1000,
      shipping_minor: 0,
      shipping_vat_minor: 0,
      total_minor: 1000,
      vat: "[]",
      events: 0,
      created_at: at
    })
    const product = n % Math.ceil(orders / 10) === 3 ? "rare" : n % 2 === 0 ? "common" : "other"
    add("order_line", {
      order_id: order,
      n: 1,
      product_id: product,
      name: product,
      quantity: 1,
      unit_price_minor: 1000,
      list_minor: 1000,
      discount_minor: 0,
      line_total_minor: 1000,
      vat_minor: 0,
      shipped: 1,
      sent_back: 0
    })
    add("checkout_session", {
      id: session,
      order_id: order,
      phase: "complete",
      total_minor: 1000,
      currency: "EUR",
      expires_at: at
    })
    add("payment", {
      id: id("pay"),
      session_id: session,
      order_id: order,
      role: "primary",
      provider_id: `p${n}`,
      method: "card",
      instrument: "i",
      currency: "EUR",
      captured_minor: 1000,
      at
    })
    if (n % 20 === 1) {
      add("shipment", {
        id: shipment,
        order_id: order,
        carrier: "c",
        tracking_number: "t",
        status: "delivered",
        shipped_at: at
      })
      add("return_request", {
        id: back,
        order_id: order,
        status: n > orders - 400 ? "in_transit" : "refunded",
        refund_minor: 1000,
        timeline: "[]",
        created_at: at,
        waiting_since: at
      })
      add("return_line", {
        return_id: back,
        i: 0,
        shipment_id: shipment,
        n: 1,
        product_id: product,
        quantity: 1,
        condition: "opened",
        reason: "r",
        refund_minor: 1000
      })
    }
    if (n % 30 === 2) {
      add("ticket", {
        id: id("tkt"),
        principal: `sho_${n % 1000}`,
        email,
        email_folded: email,
        language: "en",
        subject: "s",
        message: "m",
        order_id: order,
        status: n > orders - 600 ? "open" : "closed",
        created_at: at,
        waiting_since: at
      })
    }
  }
  return rows
}

const staff: Principal = { kind: "staff", id: "staff:clerk", scopes: ["orders:read"] }
const clerk = { principal: staff, owner: { principal: staff.id, shopper: "" } }
const shopper: Principal = { kind: "shopper", id: "sho_7", scopes: ["shop"] }
const ada = { principal: shopper, owner: { principal: "sho_7", shopper: "" } }
const limit = 20
const day = new Date(end - span / 2).toISOString().slice(0, 10) as Day

/** The lists, and an order to look for. */
const lists = (orderId: OrderId) =>
  Effect.gen(function*() {
    const [orders, returns, support] = [yield* Orders.Orders, yield* Returns.Returns, yield* Support.Support]
    const filters = {
      "all": {},
      "oldest first": { sort: "createdAt" },
      "a day": { from: day, to: day },
      "an address": { email: "User7@example.com" },
      "an order": { orderId },
      "a common product": { productId: ProductId.make("common") },
      "a rare product": { productId: ProductId.make("rare") },
      "overdue": { overdue: true },
      "overdue, oldest first": { overdue: true, sort: "createdAt" }
    } as const
    const filtered = Object.entries(filters).flatMap(([name, filter]): ReadonlyArray<List> => [
      [`orders: ${name}`, orders.search(clerk, { limit, ...filter })],
      [`returns: ${name}`, returns.search(clerk, { limit, ...filter })],
      [`tickets: ${name}`, support.search(staff, { limit, ...filter })]
    ])
    const others: ReadonlyArray<List> = [
      ["orders: cancelled", orders.search(clerk, { limit, status: "cancelled" })],
      ["orders: none is pending", orders.search(clerk, { limit, status: "pending" })],
      ["orders: a shopper's own", orders.search(ada, { limit, status: "delivered" })],
      ["returns: a shopper's own", returns.search(ada, { limit })],
      ["tickets: open", support.search(staff, { limit, status: "open" })],
      ["tickets: a shopper's own", support.search(shopper, { limit })]
    ]
    return [...filtered, ...others]
  })

type List = readonly [name: string, list: Effect.Effect<unknown, unknown>]

/** Microseconds of each list in a shop of so many orders. */
const measure = (database: Layer.Layer<SqlClient.SqlClient, unknown>, orders: number) => {
  const provider = InMemoryPaymentProvider.make()
  const shop = store({
    database: database as Layer.Layer<SqlClient.SqlClient>,
    provider: Layer.succeed(PaymentProvider, provider.service)
  })
  return Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsOf(orders)
    for (const [name, all] of Object.entries(rows)) {
      for (let n = 0; n < all.length; n += 500) {
        yield* sql`INSERT INTO ${sql(name)} ${sql.insert(all.slice(n, n + 500))}`
      }
    }
    yield* sql`ANALYZE`.pipe(Effect.ignore)
    const costs = new Map<string, number>()
    const some = OrderId.make(String(rows["orders"]![5]!["id"]))
    for (const [name, list] of yield* lists(some)) {
      const times: Array<number> = []
      for (let call = 0; call < calls + 5; call++) {
        const begun = performance.now()
        yield* list
        if (call >= 5) times.push((performance.now() - begun) * 1000)
      }
      costs.set(name, median(times))
    }
    return costs
  }).pipe(
    Effect.provide(Layer.merge(shop, database)),
    Effect.scoped,
    Logger.withMinimumLogLevel(LogLevel.None)
  )
}

const pgClient = (url: string) => Postgres.layer({ url, maxConnections: 4, applicationName: "bench" })

const workshop = openWorkshop("bench-staff")
const postgres = await openPostgres({ durable: false })
const results: Array<ReadonlyMap<string, number>> = []
for (const orders of sizes) {
  const filename = join(workshop, `${orders}.db`)
  results.push(
    await Effect.runPromise(measure(SqliteClient.layer({ filename }), orders) as Effect.Effect<Map<string, number>>)
  )
}
for (const orders of sizes) {
  results.push(
    await Effect.runPromise(measure(pgClient(await postgres.create()), orders) as Effect.Effect<Map<string, number>>)
  )
}
await postgres.close()
const [small, large, smallPg, largePg] = results
print(
  table([
    ["list", `SQLite, ${sizes[0]} orders, µs`, `${most}`, "factor", `PostgreSQL, ${sizes[0]}, µs`, `${most}`, "factor"],
    ...[...small!.keys()].map((name) => {
      const [a, b, c, d] = [small, large, smallPg, largePg].map((costs) => costs!.get(name)!) as [
        number,
        number,
        number,
        number
      ]
      return [name, a.toFixed(0), b.toFixed(0), (b / a).toFixed(2), c.toFixed(0), d.toFixed(0), (d / c).toFixed(2)]
    })
  ])
)
process.exit(0)
