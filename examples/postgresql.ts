/**
 * A shop on PostgreSQL. Any number of such processes are one shop: they share the database, and each does background
 * work. `DATABASE_URL=postgres://…` names it; the tables are made at the first start.
 */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assortment } from "./products.ts"

const database = Postgres.layer({
  url: process.env["DATABASE_URL"] ?? "postgres://localhost/shop",
  maxConnections: 16,
  applicationName: "my shop"
})

const store = Store.background.pipe(
  Layer.provideMerge(Store.layer),
  // Your provider goes here: this one forgets everything at its end.
  Layer.provide([
    database,
    InMemoryPaymentProvider.layer,
    WebhookSender.layerNoop,
    Policy.layer({ baseUrl: "https://shop.example" })
  ])
)

const program = Effect.gen(function*() {
  // Products that exist stay as they are.
  yield* (yield* CatalogImport).add(assortment)
  const { data } = yield* (yield* ProductSearch).search({ q: "serum", sort: "relevance", limit: 10 })
  console.log(data.map(({ name }) => name).join(", ")) // Rose Serum
})

void Effect.runPromise(Effect.provide(program, store))
