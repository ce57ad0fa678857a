/**
 * The transactions of the database to which the `SqlClient` is connected.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PostgresTransactions from "./PostgresTransactions.ts"
import * as SqliteTransactions from "./SqliteTransactions.ts"
import { Limits } from "./TimeLimit.ts"
import { type StoreUnavailable, Transactions } from "./Transactions.ts"

export const layer: Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> = Layer.scoped(
  Transactions,
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      sqlite: () => SqliteTransactions.make(sql),
      pg: () => Effect.map(Limits, (limits) => PostgresTransactions.make(sql, limits)),
      orElse: () => Effect.dieMessage("transactions need SQLite or PostgreSQL")
    }))
)
