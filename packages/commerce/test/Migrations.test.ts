/** Bringing a database up to date: from nothing, twice, by several at once, and after a failure in the middle. */
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { migrations } from "@beauty-store/commerce/Tables"
import * as Jobs from "@beauty-store/kernel/Jobs"
import * as Migrations from "@beauty-store/kernel/Migrations"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import { layer as transactionsLayer } from "@beauty-store/kernel/SqlTransactions"
import { StoreUnavailable } from "@beauty-store/kernel/Transactions"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
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
  yield* catalog.stock(assortment)
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

describe("migrations that were released", () => {
  it("say what they said: what a database was made of is not changed behind its back", () => {
    const released = migrations.slice(0, 10).map(({ name, statements }) => [
      name,
      statements({ id: "TEXT", clustered: "WITHOUT ROWID" }, "sqlite"),
      statements({ id: `TEXT COLLATE "C"`, clustered: "" }, "pg")
    ])
    expect(released.at(-1)![0]).toBe("010_plain_conditions")
    expect(createHash("sha256").update(JSON.stringify(released)).digest("hex")).toBe(
      "a7070ccf57a95cd6b75cb8e8031adacc4d25501b554415e84cde08b309045467"
    )
  })
})

interface Row extends Readonly<Record<string, unknown>> {
  readonly order_id: string
  readonly product_id: string
  readonly name: string
}

describe("lines of orders that were placed before lines carried their own money", () => {
  const placed = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const upTo = (n: number) => Effect.provide(Migrations.run(migrations.slice(0, n)), transactionsLayer)
    yield* upTo(10)
    yield* sql.unsafe(`INSERT INTO orders (id, principal, shopper, status, email, address, shipping_method, currency,
      subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at)
      VALUES ('ord_1', 'p', '', 'shipped', 'e', '{}', 'standard', 'EUR', 0, 0, 0, 0, '[]', 0, 0)`)
    yield* sql.unsafe(`INSERT INTO order_line (order_id, n, product_id, name, quantity, unit_price_minor,
      line_total_minor, vat_minor, shipped, sent_back) VALUES
      ('ord_1', 0, 'serum', 'Serum', 3, 2995, 8985, 1435, 2, 1), ('ord_1', 1, 'mask', 'Mask', 1, 500, 500, 80, 0, 0)`)
    expect(yield* upTo(11)).toEqual(["011_line_money"])
    const lines = yield* sql.unsafe<Row>("SELECT * FROM order_line ORDER BY n")
    const numbers = lines.map((row) =>
      [
        "quantity",
        "unit_price_minor",
        "list_minor",
        "discount_minor",
        "line_total_minor",
        "vat_minor",
        "shipped",
        "sent_back"
      ]
        .map((column) => Number(row[column]))
    )
    expect(numbers).toEqual([[3, 2995, 8985, 0, 8985, 1435, 2, 1], [1, 500, 500, 0, 500, 80, 0, 0]])
    expect(lines.map((row) => [row.order_id, row.product_id, row.name]))
      .toEqual([["ord_1", "serum", "Serum"], ["ord_1", "mask", "Mask"]])
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

  it("get a list amount, no discount, and that as their total (SQLite)", () =>
    placed.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("get a list amount, no discount, and that as their total (PostgreSQL)", () =>
    Effect.flatMap(emptyPostgres, (url) => Effect.provide(placed, pgClient(url, 1))).pipe(
      Effect.scoped,
      Effect.runPromise
    ))
})

describe("products that were there before the words of the catalogue were counted", () => {
  const counted = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = migrations.findIndex(({ name }) => name === "022_product_groups")
    const upTo = (n: number) => Effect.provide(Migrations.run(migrations.slice(0, n)), transactionsLayer)
    yield* upTo(at)
    yield* sql.unsafe("INSERT INTO brand (id, name, category, position) VALUES ('b', 'Alba', 'hair', 0)")
    const words = sql.onDialectOrElse({ pg: () => "to_tsvector('simple', ?)", orElse: () => "?" })
    for (const [id, name] of [["p", "rose serum"], ["q", `rose ${"x".repeat(41)}`]]) {
      yield* sql.unsafe(
        `INSERT INTO product (id, brand_id, name, name_key, description, price_minor, currency, category,
        gtin, size_thousandths, size_unit, ingredients, hygiene_sealed, position)
        VALUES ('${id}', 'b', 'x', 'x', '', 1, 'EUR', 'hair', '', 1000, 'pcs', '', 0, 0)`
      )
      const values = [name, "alba", "hair", "rose 玫瑰水"]
      yield* sql.unsafe(
        `INSERT INTO product_words (product_id, name, brand, category, other) VALUES ('${id}', ${
          values.map((_, n) =>
            words.replace("?", () => sql.onDialectOrElse({ pg: () => `$${n + 1}`, orElse: () => "?" }))
          )
            .join(", ")
        })`,
        values
      )
    }
    expect(yield* upTo(at + 1)).toEqual(["022_product_groups"])
    const rows = yield* sql.unsafe<{ word: string; products: unknown }>("SELECT * FROM catalog_word ORDER BY word")
    expect(rows.map(({ products, word }) => [word, Number(products)])).toEqual([
      ["alba", 2],
      ["hair", 2],
      ["rose", 2],
      ["serum", 1],
      ["玫瑰水", 2]
    ])
  })

  it("have theirs counted (SQLite)", () =>
    counted.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("have theirs counted (PostgreSQL)", () =>
    Effect.flatMap(emptyPostgres, (url) => Effect.provide(counted, pgClient(url, 1))).pipe(
      Effect.scoped,
      Effect.runPromise
    ))
})

describe("email addresses that were folded by another rule", () => {
  const refolded = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = migrations.findIndex(({ name }) => name === "034_refolded_emails")
    const upTo = (n: number) => Effect.provide(Migrations.run(migrations.slice(0, n)), transactionsLayer)
    yield* upTo(at)
    const emails = [["1", "νικος@x.gr", "νικος@x.gr"], ["2", "ada@ΟΔΟΣ-1.gr", "ada@xn---1-k9b7bbs.gr"], [
      "3",
      "A@b.de",
      "kept"
    ]]
    for (const [id, email, folded] of emails) {
      yield* sql.unsafe(`INSERT INTO orders (id, principal, shopper, status, email, email_folded, address,
        shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events,
        created_at) VALUES ('${id}', 'p', '', 'shipped', '${email}', '${folded}', '{}', 'standard', 'EUR', 0, 0, 0, 0,
        '[]', 0, 0)`)
      yield* sql.unsafe(`INSERT INTO ticket (id, principal, email, email_folded, subject, message, status, created_at)
        VALUES ('${id}', 'p', '${email}', '${folded}', 's', 'm', 'open', 0)`)
    }
    expect(yield* upTo(at + 1)).toEqual(["034_refolded_emails"])
    for (const table of ["orders", "ticket"]) {
      const rows = yield* sql.unsafe<{ email_folded: string }>(`SELECT email_folded FROM ${table} ORDER BY id`)
      expect(rows.map(({ email_folded }) => email_folded), table).toEqual([
        "νικοσ@x.gr",
        "ada@xn---1-k9b7bby.gr",
        "kept"
      ])
    }
  })

  it("are folded again, and only they (SQLite)", () =>
    refolded.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("are folded again, and only they (PostgreSQL)", () =>
    Effect.flatMap(emptyPostgres, (url) => Effect.provide(refolded, pgClient(url, 1))).pipe(
      Effect.scoped,
      Effect.runPromise
    ))
})

describe("a store on SQLite that was opened by an earlier release", () => {
  it("keeps the answers and the papers that it has", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const upTo = (n: number) => Effect.provide(Migrations.run(migrations.slice(0, n)), transactionsLayer)
      yield* upTo(8)
      const columns = yield* sql.unsafe<{ name: string; type: string }>(
        "SELECT name, type FROM pragma_table_info('orders') WHERE \"notnull\" = 1 AND dflt_value IS NULL OR pk > 0"
      )
      const filled = columns.map(({ type }, i) => type === "TEXT" ? i === 0 ? "ord_1" : "x" : 0)
      yield* sql.unsafe(
        `INSERT INTO orders (${columns.map(({ name }) => name).join()}) VALUES (${columns.map(() => "?").join()})`,
        filled
      )
      yield* sql.unsafe(`INSERT INTO receipt (series, n, order_id, kind, subject, document, at) VALUES
        ('RE-2026', 2, 'ord_1', 'credit_note', 'rf_1', '{"b":2}', 20), ('RE-2026', 1, 'ord_1', 'receipt', 'ord_1', '{"a":1}', 10)`)
      yield* sql.unsafe(`INSERT INTO idempotency
        (scope_hash, key_hash, fingerprint, state, subject, lease_until, answer, expires_at) VALUES
        ('s', 'k2', 'f', 'running', 'co_1', 7, NULL, 9), ('s', 'k1', 'f', 'done', NULL, 0, '{}', 8)`)
      const kept = Effect.all([
        sql.unsafe("SELECT * FROM receipt ORDER BY n"),
        sql.unsafe("SELECT * FROM idempotency ORDER BY key_hash"),
        sql.unsafe(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
          AND tbl_name IN ('receipt', 'idempotency') ORDER BY name`)
      ])
      const before = yield* kept
      expect(yield* upTo(9)).toEqual(["009_documents_by_row_number"])
      expect(yield* kept).toEqual(before)
      expect(before.map((rows) => rows.length)).toEqual([2, 2, 2])
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
