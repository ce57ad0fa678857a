/** Several stores in one database: each with its own tables, none in the way of another or of a program's own. */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as OwnTables from "@beauty-store/commerce/OwnTables"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Sqlite from "@beauty-store/sql/drivers/Sqlite"
import type { Owner } from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../test/postgres.ts"
import { ada, assortment, pgClient, request } from "../../../test/shop/use-cases.ts"

type Client = Layer.Layer<SqlClient.SqlClient, unknown>

const sqlite = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(path.join(tmpdir(), "stores-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder): Client => Sqlite.layer({ filename: path.join(folder, "stores.db") })
)
const postgres = Effect.map(
  Effect.acquireRelease(Effect.promise(createDatabase), (url) => Effect.promise(() => dropDatabase(url))),
  (url): Client => pgClient(url, 4)
)

/** A store over a client, with a provider of its own. */
const open = (tables: string | undefined, options: Store.Options = {}) => {
  const provider = InMemoryPaymentProvider.make()
  return {
    provider,
    layer: ConsistencyAudit.layer.pipe(
      Layer.provideMerge(Store.layerWith({ ...options, tables })),
      Layer.provide([
        Layer.succeed(PaymentProvider, provider.service),
        WebhookSender.layerNoop,
        Policy.layer({ baseUrl: "https://shop.example" })
      ])
    )
  }
}

const build = (shop: ReturnType<typeof open>, client: Layer.Layer<SqlClient.SqlClient>) =>
  Layer.build(Layer.provide(shop.layer, client))

/** Stocks a shop and buys so many serums, paid. */
const buy = (provider: InMemoryPaymentProvider.Controls, quantity: number) =>
  Effect.gen(function*() {
    yield* (yield* CatalogImport).add(assortment)
    const checkout = yield* Checkout.Checkout
    yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), quantity)
    const { orderId, sessionId } = yield* checkout.start(request(ada))
    provider.pay(sessionId)
    yield* checkout.handleNotification(yield* provider.notification({ _tag: "SessionChanged", sessionId }))
    return (yield* (yield* Orders.Orders).changed(orderId)).status
  })

const found = Effect.flatMap(
  ProductSearch,
  (products) =>
    Effect.map(products.search({ q: "serum", sort: "relevance", limit: 10 }), ({ data }) => data.map(({ id }) => id))
)

const clean = Effect.flatMap(ConsistencyAudit.ConsistencyAudit, ({ audit }) => Effect.map(audit, ({ total }) => total))

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  const test = (
    title: string,
    body: (client: Layer.Layer<SqlClient.SqlClient>) => Effect.Effect<void, unknown, never>
  ) =>
    it(title, () =>
      Effect.gen(function*() {
        const clients = yield* Layer.build(yield* database)
        yield* body(Layer.succeed(SqlClient.SqlClient, Context.get(clients, SqlClient.SqlClient)))
      }).pipe(Effect.scoped, Effect.runPromise))

  describe(`several stores in one database (${name})`, () => {
    test("sell each their own, are in order each, and find the program's rows where they were", (client) =>
      Effect.scoped(Effect.gen(function*() {
        const shops = [open("north"), open("south"), open(undefined)] as const
        const [north, south, only] = [
          yield* build(shops[0], client),
          yield* build(shops[1], client),
          yield* build(shops[2], client)
        ]
        expect([
          yield* Effect.provide(buy(shops[0].provider, 2), north),
          yield* Effect.provide(buy(shops[1].provider, 3), south),
          yield* Effect.provide(buy(shops[2].provider, 4), only)
        ]).toEqual(["confirmed", "confirmed", "confirmed"])
        const sql = Context.get(yield* Layer.build(client), SqlClient.SqlClient)
        const ordered = name === "SQLite"
          ? ["north_order_line", "south_order_line", "order_line"]
          : ["north.order_line", "south.order_line", "order_line"]
        for (const [i, table] of ordered.entries()) {
          expect(yield* sql.unsafe<{ quantity: number }>(`SELECT quantity FROM ${table}`)).toEqual([{
            quantity: i + 2
          }])
        }
        for (const context of [north, south, only]) {
          expect(yield* Effect.provide(found, context)).toEqual(["serum"])
          expect(yield* Effect.provide(clean, context)).toBe(0)
        }
      })))

    test("have a program's own tables each, and none that it does not name", (client) =>
      Effect.scoped(Effect.gen(function*() {
        const sql = Context.get(yield* Layer.build(client), SqlClient.SqlClient)
        const gifts: Owner = {
          key: "mine",
          tables: "the gifts' tables",
          migrations: [{
            name: "001_baseline",
            statements: ({ id }) => [
              `CREATE TABLE gift (order_id ${id} REFERENCES orders(id), message TEXT)`,
              "CREATE INDEX gift_by_order ON gift (order_id)"
            ]
          }]
        }
        const insert = Query.insert("gift", ["order_id", "message"])
        const all = Query.all(Schema.Struct({ message: Schema.String }))("SELECT message FROM gift")
        const own = OwnTables.layer(gifts)
        for (const tables of ["north", "south", undefined]) {
          const { layer } = open(tables)
          yield* Effect.gen(function*() {
            yield* Store.transaction(insert({ order_id: null, message: String(tables) }))
            expect(yield* Store.transaction(all())).toEqual([{ message: String(tables) }])
          }).pipe(Effect.provide(yield* Layer.build(Layer.provide(layer, [client, own]))))
        }
        yield* Layer.build(Layer.provide(Store.layerMigrations({ tables: "west" }), [client, own]))
        yield* build(open("east"), client)
        const there = (store: string) =>
          Effect.isSuccess(sql.unsafe(`SELECT * FROM ${store}${name === "SQLite" ? "_" : "."}gift`))
        expect([yield* there("west"), yield* there("east")]).toEqual([true, false])
      })))

    test("are refused where a table is somebody else's, and leave it as it is", (client) =>
      Effect.scoped(Effect.gen(function*() {
        const sql = Context.get(yield* Layer.build(client), SqlClient.SqlClient)
        yield* sql`CREATE TABLE orders (mine INTEGER)`
        const refused = yield* Effect.flip(build(open(undefined), client))
        expect(refused).toMatchObject({ _tag: "TableTaken", table: "orders" })
        yield* sql`DROP TABLE orders`
        yield* sql`CREATE TABLE migration (id INTEGER)`
        expect(yield* Effect.flip(build(open(undefined), client))).toMatchObject({ table: "migration" })
        expect(yield* sql`SELECT * FROM migration`).toEqual([])
        const named = open("named")
        expect(yield* Effect.provide(buy(named.provider, 1), yield* build(named, client))).toBe("confirmed")
      })))

    // The rest is the same code on both databases, and making tables takes its time.
    if (name === "PostgreSQL") return

    test("share nothing where one build makes both", (client) =>
      Effect.scoped(Effect.gen(function*() {
        class North extends Context.Tag("North")<North, Context.Context<Carts.Carts>>() {}
        class South extends Context.Tag("South")<South, Context.Context<Carts.Carts>>() {}
        const both = yield* Layer.build(
          Layer.mergeAll(
            Layer.effect(North, Effect.context<Carts.Carts>()).pipe(Layer.provide(open("north").layer)),
            Layer.effect(South, Effect.context<Carts.Carts>()).pipe(Layer.provide(open("south").layer))
          ).pipe(Layer.provide(client))
        )
        const [north, south] = [Context.get(both, North), Context.get(both, South)]
        expect(Context.get(north, Carts.Carts)).not.toBe(Context.get(south, Carts.Carts))
      })))

    test("are served apart from their migrations", (client) =>
      Effect.scoped(Effect.gen(function*() {
        const serving = open("north", { migrations: "check" })
        expect(yield* Effect.flip(build(serving, client))).toMatchObject({ _tag: "TablesTooOld" })
        yield* Layer.build(Layer.provide(Store.layerMigrations({ tables: "north" }), client))
        expect(yield* Effect.provide(buy(serving.provider, 1), yield* build(serving, client))).toBe("confirmed")
      })))
  })
}
