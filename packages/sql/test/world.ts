/**
 * A database of this package alone, for tests of what is in it: its own tables, two of the tests' (accounts with an
 * amount, notes with a text), and its services over them. `ada` and `bob` have 1000 each; there are no notes.
 */
import * as Entropy from "@beauty-store/sql/Entropy"
import * as GroupedJobs from "@beauty-store/sql/GroupedJobs"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import * as Instances from "@beauty-store/sql/Instances"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as JobTable from "@beauty-store/sql/JobTable"
import * as Migrations from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import * as Readiness from "@beauty-store/sql/Readiness"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { inMemory, makeWorld, suitesOf, type World } from "../../../test/world/database-world.ts"

const tables: Migrations.Migration = {
  name: "001_tables",
  statements: (syntax, dialect) => [
    ...JobTable.create(syntax),
    ...GroupedJobs.indexes("work", dialect),
    ...Idempotency.create(syntax),
    ...Instances.create(syntax),
    "CREATE TABLE account (name TEXT PRIMARY KEY, amount BIGINT NOT NULL CHECK (amount >= 0))",
    "CREATE TABLE note (name TEXT PRIMARY KEY, text TEXT NOT NULL)"
  ]
}

export type Services = Entropy.Entropy | Jobs.Jobs | Readiness.Readiness | Transactions | World

/** The services over a client, and what happens with them. */
const run = <E>(body: Effect.Effect<void, E, Services>, sql: SqlClient.SqlClient) => {
  const { within, world } = makeWorld(sql)
  const services = Layer.merge(Jobs.layer, Readiness.layer).pipe(
    Layer.provideMerge(Layer.effectDiscard(Migrations.run([tables]))),
    Layer.provideMerge(Layer.fresh(SqlTransactions.layer)),
    Layer.provideMerge(Entropy.layer),
    Layer.provide(Layer.succeed(SqlClient.SqlClient, world.client))
  )
  const opened = world.sql("INSERT INTO account (name, amount) VALUES ('ada', 1000), ('bob', 1000)")
  return within(Effect.provide(Effect.zipRight(opened, body), services))
}

export const { onBoth, onPostgres, onSqlite } = suitesOf<Services, { readonly timeout?: number }>({
  inFreshWorld: (body) => inMemory((sql) => run(body, sql)),
  onServer: run
})

/** Runs a body in a transaction of its own. */
export const inWrite = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transactions, ({ write }) => write(body))

export const setAmount = Query.change<[amount: number, name: string]>("UPDATE account SET amount = ? WHERE name = ?")
export const amountsOf = Query.all(Schema.Struct({ amount: Query.Int }))<[name: string]>(
  "SELECT amount FROM account WHERE name = ?"
)
export const amountOf = (name: string) => Effect.map(amountsOf(name), (rows) => rows[0]!.amount)
