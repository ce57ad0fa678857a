/**
 * The transactions of the database to which the `SqlClient` is connected, for the tables that `TableNames` names.
 *
 * @since 1.0.0
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PostgresTransactions from "./drivers/PostgresTransactions.ts"
import * as SqliteTransactions from "./drivers/SqliteTransactions.ts"
import { namingOf, TableNames } from "./TableNames.ts"
import { Limits } from "./TimeLimit.ts"
import { type StoreUnavailable, Transactions } from "./Transactions.ts"

export const layer: Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> = Layer.scoped(
  Transactions,
  Effect.flatMap(Effect.all([SqlClient.SqlClient, TableNames]), ([sql, store]) =>
    sql.onDialectOrElse({
      sqlite: () => SqliteTransactions.make(sql, namingOf(store, "sqlite")),
      pg: () => Effect.map(Limits, (limits) => PostgresTransactions.make(sql, limits, namingOf(store, "pg"))),
      orElse: () => Effect.dieMessage("transactions need SQLite or PostgreSQL")
    }))
)
