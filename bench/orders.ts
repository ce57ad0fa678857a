/**
 * `npm run bench:orders`: what it takes staff to find orders by their recipient's name among 100,000, on SQLite and on
 * PostgreSQL: milliseconds from the call of the use case to its answer.
 */
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { spell } from "@beauty-store/domain/Letters"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { store } from "../test/shop/shop.ts"
import { median, millis, openWorkshop, print, quantile, table } from "./measure.ts"

const options = readOptions(
  `npm run bench:orders -- [options]

  --orders 100000
  --searches 50        of each kind`,
  { orders: { type: "string", default: "100000" }, searches: { type: "string", default: "50" } }
)
const orders = positive("orders", options.orders)
const searches = positive("searches", options.searches)

const given = ["Anna", "Ben", "Çiğdem", "David", "Eva-Maria", "François", "Grace", "Hans", "Ida", "Jörg", "Michael"]
const families = ["Müller", "Schmidt", "Weiß", "Nguyễn", "Öztürk", ...Array.from({ length: 1000 }, (_, n) => `Ba${n}r`)]

/** A few families are many; one order is the first of all, and nobody else's. */
const nameOf = (n: number): string =>
  n === 0 ? "Zoë Xanthopoulos" : `${given[n % given.length]} ${families[n % 7 < 2 ? n % 5 : n % families.length]}`

const rowOf = (n: number) => ({
  id: `ord_${String(n).padStart(28, "0")}`,
  principal: `sho_${n}`,
  shopper: "",
  status: "confirmed",
  email: `person-${n}@example.org`,
  email_folded: `person-${n}@example.org`,
  address: JSON.stringify({ name: nameOf(n), address: "Torstr. 1", city: "Berlin", postcode: "10115", country: "DE" }),
  name_folded: spell(nameOf(n)),
  postcode_folded: "10115",
  language: "de",
  shipping_method: "standard",
  currency: "EUR",
  subtotal_minor: 1000,
  shipping_minor: 0,
  shipping_vat_minor: 0,
  total_minor: 1000,
  vat: "[]",
  events: 1,
  created_at: 1_700_000_000_000 + n * 60_000,
  number: 1_000_000 + n
})
const insert = Query.insertAll("orders", Struct.keys(rowOf(0)))

const atOnce = 500
const typed = ["müller", "anna m", "michael ba12", "xanthopoulos", "nobody", "m"]
const clerk = {
  principal: { kind: "staff", id: "cli_clerk", scopes: scopesOf.staff },
  owner: { principal: "cli_clerk", shopper: "" }
} as const

const measure = Effect.gen(function*() {
  const { write } = yield* Transactions
  for (let from = 0; from < orders; from += atOnce) {
    yield* write(insert(Array.from({ length: Math.min(atOnce, orders - from) }, (_, n) => rowOf(from + n))))
  }
  yield* write(Query.change("ANALYZE")())
  const { search } = yield* Orders
  const costs: Array<ReadonlyArray<number>> = []
  for (const name of typed) {
    const times: Array<number> = []
    for (let n = 0; n < searches; n++) {
      const from = performance.now()
      yield* search(clerk, { limit: 20, name })
      times.push(performance.now() - from)
    }
    costs.push(times)
  }
  return costs
})

const workshop = openWorkshop("bench-orders")
const postgres = await openPostgres({ durable: false })
try {
  const databases = {
    SQLite: Layer.orDie(SqliteClient.layer({ filename: join(workshop, "store.db") })),
    PostgreSQL: Postgres.layer({ url: await postgres.create(), maxConnections: 4, applicationName: "bench" })
  }
  const provider = Layer.succeed(PaymentProvider, InMemoryPaymentProvider.make().service)
  const rows = [["", "", "p50 ms", "p99 ms"]]
  for (const [name, database] of Object.entries(databases)) {
    const costs = await Effect.runPromise(Effect.provide(measure, store({ database: database, provider })))
    for (const [n, times] of costs.entries()) {
      rows.push([typed[n]!, name, millis(median(times)), millis(quantile(times, 0.99))])
    }
  }
  print(table(rows))
} finally {
  await postgres.close()
  rmSync(workshop, { recursive: true })
}
