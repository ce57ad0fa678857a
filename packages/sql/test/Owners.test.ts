/** Tables of several owners in one database: each with its own migrations, record and window. */
import * as Migrations from "@beauty-store/sql/Migrations"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../test/postgres.ts"

const orders = "CREATE TABLE orders (id TEXT PRIMARY KEY)"
const gifts = ["CREATE TABLE gift (id TEXT REFERENCES orders(id))", "CREATE TABLE ribbon (id TEXT)"]

/** The first owner as it is, and as it was when the gifts' tables were its own. */
const shop: ReadonlyArray<Migrations.Migration> = [{ name: "001_baseline", statements: () => [orders] }]
const formerShop: ReadonlyArray<Migrations.Migration> = [
  { name: "001_baseline", statements: () => [orders, ...gifts] }
]
const baseline: Migrations.Migration = {
  name: "001_gifts",
  formerly: "001_baseline",
  statements: () => gifts
}
const owner: Migrations.Owner = { key: "gift", tables: "the gifts' tables", migrations: [baseline] }
const newer: Migrations.Owner = {
  ...owner,
  migrations: [baseline, { name: "002_breaks", statements: () => ["ALTER TABLE gift ADD COLUMN message TEXT"] }]
}

const run = (migrations: ReadonlyArray<Migrations.Migration>, ...owners: ReadonlyArray<Migrations.Owner>) =>
  Effect.provide(Migrations.run(migrations, "the shop's tables", owners), SqlTransactions.layer)
const check = (migrations: ReadonlyArray<Migrations.Migration>, ...owners: ReadonlyArray<Migrations.Owner>) =>
  Effect.provide(Migrations.check(migrations, "the shop's tables", owners), SqlTransactions.layer)
let texts = 0
/** By a text of its own each time: the client of SQLite remembers a text that could not be prepared. */
const exists = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.isSuccess(sql.unsafe(`SELECT ${++texts} FROM ${table}`)))
const recorded = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql.unsafe("SELECT name FROM gift_migration ORDER BY name")
)

const cases: Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>> = {
  "are made for those that are named, whenever that is, and for nobody else": Effect.gen(function*() {
    yield* run(shop)
    expect(yield* exists("gift")).toBe(false)
    expect(yield* exists("gift_migration")).toBe(false)
    expect(yield* Effect.flip(check(shop, owner))).toMatchObject({
      message: "the gifts' tables lack 001_gifts: apply the migrations first."
    })
    expect(yield* run(shop, owner)).toEqual([])
    expect(yield* exists("gift")).toBe(true)
    yield* check(shop, owner)
    yield* run(shop, owner)
    expect(yield* recorded).toEqual([{ name: "001_gifts" }])
    // Who does not know them is not concerned.
    yield* run(shop)
  }),
  "have a window of their own": Effect.gen(function*() {
    yield* run(shop, newer)
    expect(yield* Effect.flip(run(shop, owner))).toMatchObject({
      _tag: "TablesTooNew",
      tables: "the gifts' tables",
      newest: "002_breaks"
    })
    expect(yield* Effect.flip(check(shop, owner))).toMatchObject({ _tag: "TablesTooNew" })
    expect(yield* run(shop)).toEqual([])
  }),
  "that the first owner made in an earlier release are taken with their rows, and it starts again": Effect.gen(
    function*() {
      const sql = yield* SqlClient.SqlClient
      yield* run(formerShop)
      yield* sql.unsafe("INSERT INTO ribbon VALUES ('red')")
      yield* run(shop, newer)
      expect(yield* recorded).toEqual([{ name: "001_gifts" }, { name: "002_breaks" }])
      expect(yield* sql.unsafe("SELECT message FROM gift")).toEqual([])
      expect(yield* sql.unsafe("SELECT id FROM ribbon")).toEqual([{ id: "red" }])
      expect(yield* run(formerShop)).toEqual([])
      yield* run(shop, newer)
    }
  ),
  "are somebody else's where some are missing, or the first owner has made none before": Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    for (const text of gifts.slice(1)) yield* sql.unsafe(text)
    yield* run(shop)
    expect(yield* Effect.flip(run(shop, owner))).toMatchObject({ _tag: "TableTaken", table: "ribbon" })
    expect(yield* exists("gift")).toBe(false)
    expect(yield* exists("gift_migration")).toBe(false)
    yield* sql.unsafe("DROP TABLE orders")
    yield* sql.unsafe("DROP TABLE migration")
    yield* sql.unsafe("DROP TABLE compatibility")
    yield* sql.unsafe("CREATE TABLE gift (id TEXT)")
    expect(yield* Effect.flip(run(shop, owner))).toMatchObject({ _tag: "TableTaken" })
    expect(yield* exists("orders")).toBe(false)
  }),
  "are refused where the table of their record is somebody else's": Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe("CREATE TABLE gift_migration (mine INTEGER)")
    expect(yield* Effect.flip(run(shop, owner))).toMatchObject({
      _tag: "TableTaken",
      tables: "the gifts' tables",
      table: "gift_migration"
    })
    expect(yield* Effect.flip(Effect.zipRight(run(shop), check(shop, owner)))).toMatchObject({ _tag: "TableTaken" })
  }),
  "need keys that differ": Effect.gen(function*() {
    const refused = yield* Effect.sandbox(run(shop, owner, { ...owner, migrations: [] })).pipe(Effect.flip)
    expect(Cause.pretty(refused)).toContain("two owners of tables have one key")
  })
}

describe.each(Object.entries(cases))("tables of further owners %s", (_, body) => {
  it("(SQLite)", () =>
    body.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("(PostgreSQL)", async () => {
    const url = await createDatabase()
    const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
    await body.pipe(Effect.provide(client), Effect.scoped, Effect.runPromise)
    await dropDatabase(url)
  })
})
