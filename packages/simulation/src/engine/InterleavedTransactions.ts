/**
 * Transactions with time between their statements, as on PostgreSQL: others read, lock, change and commit meanwhile.
 *
 * The store on SQLite runs each transaction in one turn, which hides every decision that rests on a stale read and every
 * wait for a lock. Here the store's own transactions on PostgreSQL (`PostgresTransactions`) run over a simulated server
 * (`SimulatedPostgres`). A snapshot is read at once; it sees the database as it was when it began, whatever is committed
 * while its fiber is preempted.
 */
import { kindOf } from "@beauty-store/kernel/DatabaseErrors"
import * as AttendedBody from "@beauty-store/kernel/internal/AttendedBody"
import * as ConnectionTransaction from "@beauty-store/kernel/internal/ConnectionTransaction"
import * as PostgresTransactions from "@beauty-store/kernel/internal/PostgresTransactions"
import { limitsOf } from "@beauty-store/kernel/TimeLimit"
import { joinOrOpen, StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Disk } from "./Disk.ts"
import { SimulatedPostgres, SnapshotConnection, type TransactionObserver } from "./SimulatedPostgres.ts"

/** Runs a body in a snapshot. */
const snapshot = Effect.fnUntraced(
  function*<A, E, R>(
    server: SimulatedPostgres,
    sql: SqlClient.SqlClient,
    database: object,
    body: Effect.Effect<A, E, R>
  ): Effect.fn.Return<A, E | StoreUnavailable, Exclude<R, Transaction>> {
    const connection = new SnapshotConnection(server)
    // Its statements are SQLite's, because some of those that only read are written for each database.
    const opened = ConnectionTransaction.make("sqlite", sql, database, connection, false)
    const exit = yield* Effect.exit(AttendedBody.run(body, opened))
    opened.close()
    connection.end()
    const failure = opened.failure()
    const isUnavailable = failure instanceof ConnectionTransaction.StatementFailed
      && kindOf(ConnectionTransaction.codeOf(failure.error)) === "unavailable"
    return isUnavailable ? yield* new StoreUnavailable({ cause: failure.error }) : yield* exit
  },
  Effect.uninterruptible
)

/** `latency`: the delay of the next statement, in milliseconds. */
export const layer = (
  disk: Disk,
  latency: () => number,
  observer: TransactionObserver
): Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> =>
  Layer.effect(
    Transactions,
    Effect.map(SqlClient.SqlClient, (client) => {
      const server = new SimulatedPostgres(disk.engine(), observer, latency)
      const sql = server.client(client)
      const transactions = PostgresTransactions.make(sql, limitsOf(8_000))
      const { database } = transactions
      return Transactions.of({
        ...transactions,
        dialect: "sqlite",
        read: (body) => joinOrOpen(database, body, (body) => snapshot(server, sql, database, body) as typeof body),
        // Not `Effect.never`, which keeps a real timer going.
        halted: Effect.async<never>(() => {})
      })
    })
  )
