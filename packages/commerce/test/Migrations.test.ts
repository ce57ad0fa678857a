/** Bringing a database up to date: from nothing, twice, by several at once, and after a failure in the middle. */
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { migrations } from "@beauty-store/commerce/Tables"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Migrations from "@beauty-store/sql/Migrations"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { layer as transactionsLayer } from "@beauty-store/sql/SqlTransactions"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../test/postgres.ts"
import { store } from "../../../test/shop/shop.ts"
import { assortment, onBoth, pgClient, World } from "../../../test/shop/use-cases.ts"

const provider = Layer.succeed(PaymentProvider, InMemoryPaymentProvider.make().service)

/** A store starts, stocks itself, and says what its secret is and how many products it has. */
const startUp = Effect.gen(function*() {
  const catalog = yield* Catalog.Catalog
  yield* (yield* CatalogImport).add(assortment)
  const brands = yield* catalog.brands
  return [
    Buffer.from((yield* StoreSecret).key).toString("hex"),
    brands.reduce((sum, brand) => sum + brand.products.length, 0)
  ] as const
})

const emptyPostgres = Effect.acquireRelease(
  Effect.promise(createDatabase),
  (url) => Effect.promise(() => dropDatabase(url))
)

describe("several stores that start at once on one empty database", () => {
  it("all start, with one set of tables and one secret (PostgreSQL)", () =>
    Effect.gen(function*() {
      const url = yield* emptyPostgres
      const starts = yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.provide(startUp, store({ database: pgClient(url, 3), provider }))),
        { concurrency: "unbounded" }
      )
      expect(new Set(starts.map(([secret]) => secret)).size).toBe(1)
      for (const [, products] of starts) expect(products).toBe(7)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("all start, with one set of tables and one secret (SQLite)", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(path.join(tmpdir(), "store-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      const client = () => SqliteClient.layer({ filename: path.join(folder, "store.db") })
      const starts = yield* Effect.all(
        Array.from({ length: 3 }, () => Effect.provide(startUp, store({ database: client(), provider }))),
        { concurrency: "unbounded" }
      )
      expect(new Set(starts.map(([secret]) => secret)).size).toBe(1)
      for (const [, products] of starts) expect(products).toBe(7)
      const again = yield* Effect.provide(startUp, store({ database: client(), provider }))
      expect(again).toEqual(starts[0])
    }).pipe(Effect.scoped, Effect.runPromise))
})

onBoth("migrations", (test) => {
  test(
    "what was applied is not applied again",
    Effect.gen(function*() {
      expect(yield* Migrations.run(migrations)).toEqual([])
    })
  )

  test(
    "one that fails in the middle leaves nothing, and runs whole the next time",
    Effect.gen(function*() {
      const { dialect, faults, sql } = yield* World
      const extra: Migrations.Migration = {
        name: "999_extra",
        compatibleFrom: migrations.at(-1)!.name,
        statements: ({ id }) => [
          `CREATE TABLE extra (id ${id} PRIMARY KEY)`,
          `INSERT INTO extra (id) VALUES ('one')`,
          `CREATE INDEX extra_by_id ON extra (id)`
        ]
      }
      for (const where of [/CREATE TABLE extra/, /INSERT INTO extra/, /CREATE INDEX extra/, /INTO migration/]) {
        faults.checkpoint = (text) => where.test(text) ? dialect === "pg" ? "57P01" : "SQLITE_IOERR_WRITE" : undefined
        expect(yield* Effect.flip(Migrations.run([...migrations, extra]))).toBeInstanceOf(StoreUnavailable)
        faults.checkpoint = () => undefined
        expect((yield* Effect.exit(sql("SELECT * FROM extra")))._tag).toBe("Failure")
      }
      expect(yield* Migrations.run([...migrations, extra])).toEqual(["999_extra"])
      expect(yield* sql("SELECT id FROM extra")).toEqual([{ id: "one" }])
      yield* sql("DROP TABLE extra")
      yield* sql("DELETE FROM migration WHERE name = '999_extra'")
    })
  )

  test(
    "names are unique and in order",
    Effect.sync(() => {
      const names = migrations.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)].sort())
    })
  )
})

describe("a line of an order", () => {
  const placed = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.provide(Migrations.run(migrations), transactionsLayer)
    yield* sql.unsafe(`INSERT INTO orders (id, principal, shopper, status, email, email_folded, language, address,
      shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at)
      VALUES ('ord_1', 'p', '', 'shipped', 'e', 'e', 'en', '{}', 'standard', 'EUR', 0, 0, 0, 0, '[]', 0, 0)`)
    yield* sql.unsafe(`INSERT INTO order_line (order_id, n, product_id, name, quantity, unit_price_minor, list_minor,
      discount_minor, line_total_minor, vat_minor, shipped, sent_back) VALUES
      ('ord_1', 0, 'serum', 'Serum', 3, 2995, 8985, 0, 8985, 1435, 2, 1),
      ('ord_1', 1, 'mask', 'Mask', 1, 500, 500, 0, 500, 80, 0, 0)`)
    // A discount is from nothing to all of the list amount, and what is left is the total; nothing else is taken.
    const set = (money: string) => Effect.isSuccess(sql.unsafe(`UPDATE order_line SET ${money} WHERE n = 1`))
    expect(yield* set("discount_minor = 200, line_total_minor = 300")).toBe(true)
    expect(yield* set("discount_minor = 500, line_total_minor = 0")).toBe(true)
    for (
      const wrong of [
        "line_total_minor = 299",
        "discount_minor = 501, line_total_minor = -1",
        "discount_minor = -1, line_total_minor = 501",
        "list_minor = NULL"
      ]
    ) expect(yield* set(wrong)).toBe(false)
    expect(yield* Effect.isSuccess(sql.unsafe("UPDATE order_line SET shipped = 4 WHERE n = 0"))).toBe(false)
    expect(yield* Effect.isSuccess(sql.unsafe("UPDATE order_line SET order_id = 'ord_2'"))).toBe(false)
  })

  it("has a discount of at most its list amount, and units that exist (SQLite)", () =>
    placed.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("has a discount of at most its list amount, and units that exist (PostgreSQL)", () =>
    Effect.flatMap(emptyPostgres, (url) => Effect.provide(placed, pgClient(url, 1))).pipe(
      Effect.scoped,
      Effect.runPromise
    ))
})

describe("the ledger of a shop that has stock already", () => {
  const opened = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const before = migrations.filter(({ name }) => name < "010")
    yield* Effect.provide(Migrations.run(before), transactionsLayer)
    yield* sql.unsafe("INSERT INTO brand (id, name, category, position) VALUES ('alba', 'Alba', 'skincare', 0)")
    for (const [id, onHand] of [["serum", 3], ["tonic", 0]] as const) {
      yield* sql.unsafe(
        `INSERT INTO product (id, brand_id, name, name_key, description, price_minor, currency, category,
          gtin, size_thousandths, size_unit, hygiene_sealed, position, added_at)
        VALUES ('${id}', 'alba', 'N', 'n', '', 100, 'EUR', 'skincare', '1', 1000, 'piece', 0, 0, 0)`
      )
      yield* sql.unsafe(`INSERT INTO stock (product_id, on_hand) VALUES ('${id}', ${onHand})`)
    }
    yield* Effect.provide(Migrations.run(migrations), transactionsLayer)
    const rows = yield* sql.unsafe<Record<string, unknown>>(
      `SELECT s.product_id, s.movements, m.n, m.units, m.at FROM stock s JOIN stock_movement m
       ON m.product_id = s.product_id AND m.reason = 'opening' ORDER BY 1`
    )
    expect(rows.map((row) => [row["product_id"], ...["movements", "n", "units"].map((name) => Number(row[name]))]))
      .toEqual([["serum", 1, 1, 3], ["tonic", 1, 1, 0]])
    for (const { at } of rows) expect(Math.abs(Number(at) - Date.now())).toBeLessThan(60_000)
  })

  it("begins with what is on hand (SQLite)", () =>
    opened.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("begins with what is on hand (PostgreSQL)", () =>
    Effect.flatMap(emptyPostgres, (url) => Effect.provide(opened, pgClient(url, 1))).pipe(
      Effect.scoped,
      Effect.runPromise
    ))
})

describe("the words of a shop that has goods already", () => {
  it("are found as before in their plain table (SQLite)", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const before = migrations.filter(({ name }) => name < "016")
      yield* Effect.provide(Migrations.run(before), transactionsLayer)
      yield* sql.unsafe("INSERT INTO brand (id, name, category, position) VALUES ('alba', 'Alba', 'skincare', 0)")
      yield* sql.unsafe(
        `INSERT INTO product (id, brand_id, name, name_key, description, price_minor, currency, category,
          gtin, size_thousandths, size_unit, hygiene_sealed, position, added_at)
        VALUES ('serum', 'alba', 'N', 'n', '', 100, 'EUR', 'skincare', '1', 1000, 'piece', 0, 0, 0)`
      )
      const words = { product_id: "serum", name: "serum", brand: "alba", category: "skincare", other: "gloss shine" }
      yield* sql`INSERT INTO product_words ${sql.insert(words)}`
      yield* Effect.provide(Migrations.run(migrations), transactionsLayer)
      expect(yield* sql`SELECT * FROM product_words`).toEqual([words])
      const tables = yield* sql.unsafe<{ readonly name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'product_words%'"
      )
      expect(tables).toEqual([{ name: "product_words" }])
    }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))
})

describe("a store on SQLite that starts after a crash", () => {
  it("takes over the jobs of the dead at once", () =>
    Effect.gen(function*() {
      const client = yield* SqlClient.SqlClient
      const once = Layer.fresh(store({ database: Layer.succeed(SqlClient.SqlClient, client), provider }))
      yield* Effect.provide(Effect.void, once)
      yield* client.unsafe(
        "INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES ('work', 'a', 0, 0, 1, 1, 9e15)"
      )
      const seen: Array<string> = []
      yield* Effect.provide(
        Effect.flatMap(Jobs.Jobs, (jobs) =>
          jobs.runDue({
            work: (subject) => Effect.as(Effect.sync(() => seen.push(subject)), undefined)
          })),
        once
      )
      expect(seen).toEqual(["a"])
    }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))
})

describe("a database of another kind", () => {
  it("is refused", () =>
    Effect.gen(function*() {
      const client = yield* SqlClient.SqlClient
      const mysql = new Proxy(client, {
        get: (target, key) =>
          key === "onDialectOrElse" ? (one: { orElse: () => unknown }) => one.orElse() : Reflect.get(target, key)
      })
      const exit = yield* Effect.exit(Effect.provide(
        Effect.void,
        transactionsLayer.pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, mysql)))
      ))
      expect(exit._tag).toBe("Failure")
    }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))
})
