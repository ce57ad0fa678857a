/**
 * Transactions with time between their statements, as on PostgreSQL: others read, lock, change and commit meanwhile.
 * The store's own transactions on PostgreSQL (`PostgresTransactions`) run over a simulated server
 * (`SimulatedPostgres`). A snapshot sees the database as it was when it began.
 */
import { codeOf, kindOf, StatementFailed } from "@beauty-store/sql/DatabaseErrors"
import * as ConnectionTransaction from "@beauty-store/sql/internal/drivers/ConnectionTransaction"
import * as PostgresTransactions from "@beauty-store/sql/internal/drivers/PostgresTransactions"
import * as StallDetector from "@beauty-store/sql/internal/drivers/StallDetector"
import { limitsOf } from "@beauty-store/sql/TimeLimit"
import {
  insideClientTransaction,
  readInCurrent,
  StoreUnavailable,
  type Transaction,
  Transactions
} from "@beauty-store/sql/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { engineOf } from "./Disk.ts"
import {
  type Latency,
  PostgresClient,
  SimulatedPostgres,
  SnapshotConnection,
  type TransactionObserver,
  unobserved
} from "./SimulatedPostgres.ts"

/** Runs a body in a snapshot. */
const snapshot = Effect.fnUntraced(
  function*<A, E, R>(
    server: SimulatedPostgres,
    client: PostgresClient,
    sql: SqlClient.SqlClient,
    database: object,
    body: Effect.Effect<A, E, R>
  ): Effect.fn.Return<A, E | StoreUnavailable, Exclude<R, Transaction>> {
    const connection = new SnapshotConnection(server, client)
    // Its statements are SQLite's, because some of those that only read are written for each database.
    const opened = ConnectionTransaction.make("sqlite", sql, database, connection, false)
    const exit = yield* Effect.exit(StallDetector.run(body, opened))
    opened.close()
    connection.end()
    yield* server.response
    const failure = opened.failure()
    const isUnavailable = failure instanceof StatementFailed
      && kindOf(codeOf(failure.error)) !== "defect"
    return isUnavailable ? yield* new StoreUnavailable({ cause: failure.error }) : yield* exit
  },
  Effect.uninterruptible
)

/** The server that a program connects to, and what it is there. */
export interface Connected {
  readonly server: SimulatedPostgres
  readonly client: PostgresClient
  /** Is given what stands for the database in the program's transactions. */
  readonly onOpened?: (database: object) => void
}

/** Over the client of a disk, by a server that may have other clients. */
export const layerOf = (
  connect: (sql: SqlClient.SqlClient) => Connected,
  isAlone: boolean
): Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> =>
  Layer.scoped(
    Transactions,
    Effect.gen(function*() {
      const own = yield* SqlClient.SqlClient
      const only = yield* Effect.mapError(own.reserve, (cause) => new StoreUnavailable({ cause }))
      const { client, onOpened, server } = connect(own)
      const sql = server.client(own, client)
      const transactions = PostgresTransactions.make(sql, limitsOf(8_000))
      const { database, write } = transactions
      onOpened?.(database)
      /** The client's own transaction has the one connection that there really is. */
      const outside = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.withFiberRuntime((fiber) => {
          const current = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
          return Option.exists(current, ([connection]) => connection === only) ? insideClientTransaction : run
        })
      return Transactions.of({
        ...transactions,
        // The tables are SQLite's.
        dialect: "sqlite",
        isAlone,
        write: (body) => outside(write(body)),
        read: (body) =>
          outside(
            readInCurrent(database, body, (body) => snapshot(server, client, sql, database, body) as typeof body)
          ),
        // Not `Effect.never`, which keeps a real timer going.
        halted: Effect.async<never>(() => {})
      })
    })
  )

/** For the only program, over the client of a disk. */
export const layer = (
  latency: Latency,
  observer: TransactionObserver = unobserved
): Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> =>
  layerOf(
    (sql) => ({ server: new SimulatedPostgres(engineOf(sql), observer, latency), client: new PostgresClient() }),
    true
  )
