/**
 * Shops with tables of the store and of the program that embeds it: on both databases, with this repository's drivers
 * and the stock ones. Others run the same suites on transactions of their own (`shopsOn`).
 */
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import * as Sqlite from "@beauty-store/sql/drivers/Sqlite"
import * as Query from "@beauty-store/sql/Query"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import { Transactions } from "@beauty-store/sql/Transactions"
import { PgClient } from "@effect/sql-pg"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../test/postgres.ts"

/** The store's own table, and that of the program that embeds it. */
const tables = ["CREATE TABLE item (n INTEGER PRIMARY KEY)", "CREATE TABLE mine (n INTEGER PRIMARY KEY)"]

export const insertItem = Query.insert("item", ["n"])
export const setItem = Query.changeOne<[to: number, from: number]>("UPDATE item SET n = ? WHERE n = ?")
export const items = Query.all(Schema.Struct({ n: Query.Int }))("SELECT n FROM item ORDER BY n")

export interface Shop {
  readonly sql: SqlClient.SqlClient
  readonly transactions: Context.Tag.Service<Transactions>
}

export const numbers = (rows: ReadonlyArray<{ readonly n: unknown }>) => rows.map(({ n }) => Number(n))

export const mine = ({ sql }: Shop) => Effect.map(sql<{ n: number }>`SELECT n FROM mine ORDER BY n`, numbers)

/** What has committed: the store's rows, and the program's. */
export const rowsOf = (shop: Shop) => Effect.all([Effect.map(shop.transactions.read(items()), numbers), mine(shop)])

export const died = <A, E>(exit: Exit.Exit<A, E>) => Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

const shopOver = <E>(client: Layer.Layer<SqlClient.SqlClient, E>, transactions: typeof SqlTransactions.layer) =>
  Effect.gen(function*() {
    const clients = yield* Layer.build(Layer.fresh(client))
    const sql = Context.get(clients, SqlClient.SqlClient)
    const services = yield* Layer.build(
      Layer.provide(Layer.fresh(transactions), Layer.succeed(SqlClient.SqlClient, sql))
    )
    const shop: Shop = { sql, transactions: Context.get(services, Transactions) }
    for (const table of tables) yield* shop.sql.unsafe(table)
    return shop
  })

/** Two shops on databases of their own, and a client that belongs to none. */
export interface World {
  readonly first: Shop
  readonly second: Shop
  readonly other: SqlClient.SqlClient
}

export type Test = (title: string, body: (world: World) => Effect.Effect<void, unknown>) => void

export type Suite = (name: string, test: Test) => void

/** Makes shops before the tests of a file, and returns how to test them. */
export const shopsOn = (
  name: string,
  client: (database: string) => Layer.Layer<SqlClient.SqlClient, unknown>,
  transactions = SqlTransactions.layer
): Test => {
  const [databases, scope] = [[] as Array<string>, Effect.runSync(Scope.make())]
  let world: World
  beforeAll(async () => {
    while (databases.length < 3) databases.push(name.startsWith("PostgreSQL") ? await createDatabase() : ":memory:")
    const shops = Effect.forEach(databases, (database) => shopOver(client(database), transactions))
    const [first, second, third] = await Effect.runPromise(Scope.extend(shops, scope))
    world = { first: first!, second: second!, other: third!.sql }
  })
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    if (name.startsWith("PostgreSQL")) { for (const database of databases) await dropDatabase(database) }
  })
  const empty = Effect.suspend(() =>
    Effect.forEach(
      [world.first.sql, world.second.sql, world.other],
      (sql) => Effect.zipRight(sql`DELETE FROM item`, sql`DELETE FROM mine`)
    )
  )
  return (title, body) => it(title, () => Effect.runPromise(Effect.zipRight(empty, Effect.suspend(() => body(world)))))
}

/** This repository's driver for PostgreSQL. */
export const onPostgres = (): Test =>
  shopsOn("PostgreSQL", (url) => Postgres.layer({ url, maxConnections: 4, applicationName: "joined" }))

/** Runs a suite on each database, by each driver. */
export const onEach = (suite: Suite): void => {
  const stock = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })
  suite("SQLite", shopsOn("SQLite", (filename) => Sqlite.layer({ filename })))
  suite(
    "SQLite, stock driver",
    shopsOn("SQLite, stock driver", (filename) => Layer.orDie(SqliteClient.layer({ filename })))
  )
  suite("PostgreSQL", onPostgres())
  suite("PostgreSQL, stock driver", shopsOn("PostgreSQL, stock driver", stock))
}
