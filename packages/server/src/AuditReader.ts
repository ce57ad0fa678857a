/**
 * Reads the store's database, or the simulated provider's, through a connection of its own that changes nothing, also
 * while others use the database. On SQLite the connection is read-only and takes no lock that a writer waits for.
 *
 * The tables have to exist; nothing is migrated. For `AuditThread` and for `npm run audit`.
 */
import type { AuditReport } from "@beauty-store/commerce/audit/AuditReport"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import * as Transactions from "@beauty-store/sql/Transactions"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Reads in one snapshot. */
export type Reader = <A>(
  body: Effect.Effect<A, never, Transactions.Transaction>
) => Effect.Effect<A, Transactions.StoreUnavailable>

const unavailable = (cause: unknown) => new Transactions.StoreUnavailable({ cause })

/** A connection for one reading, closed after it. */
export const of = (client: Layer.Layer<SqlClient.SqlClient, unknown>, begin?: string): Reader => (body) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const transactions = yield* Transactions.Transactions
    if (begin !== undefined) yield* Effect.mapError(sql.unsafe(begin), unavailable)
    return yield* transactions.read(body)
  }).pipe(
    Effect.provideService(TimeLimit, "watched"),
    Effect.provide(Layer.provideMerge(
      SqlTransactions.layer,
      Layer.catchAllCause(client, (cause) => Layer.fail(unavailable(Cause.squash(cause))))
    ))
  )

/**
 * In the store itself, a read on SQLite needs no transaction, because no other connection writes. Here another one may.
 * The transaction ends with the connection.
 */
export const ofFile = (filename: string): Reader =>
  of(SqliteClient.layer({ filename, readonly: true, disableWAL: true }), "BEGIN")

/** The audit of a SQLite file. */
export const audit = (filename: string): Effect.Effect<AuditReport, Transactions.StoreUnavailable> =>
  ofFile(filename)(ConsistencyAudit.audit)
