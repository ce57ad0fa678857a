/**
 * Audits a store's SQLite file through a connection of its own that can only read, whoever else is using the file: it
 * takes no lock that a writer waits for, and sees one moment from beginning to end.
 *
 * The file's tables have to be there; nothing is migrated. It is for the thread of `BooksWorker` and for `check:books`.
 */
import * as Books from "@beauty-store/commerce/Books"
import * as Transactions from "@beauty-store/commerce/Transactions"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What there is to read in a file, at one moment. */
export const read = <A>(
  filename: string,
  body: Effect.Effect<A, never, Transactions.Transaction>
): Effect.Effect<A, Transactions.StoreUnavailable> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const transactions = yield* Transactions.Transactions
    // Elsewhere a read on SQLite needs no transaction: nobody writes but its own connection. Here somebody may. The
    // connection is closed with it.
    yield* Effect.mapError(sql.unsafe("BEGIN"), (cause) => new Transactions.StoreUnavailable({ cause }))
    return yield* transactions.read(body)
  }).pipe(
    Effect.provide(Layer.provideMerge(
      Transactions.layer,
      Layer.catchAllCause(
        SqliteClient.layer({ filename, readonly: true, disableWAL: true }),
        (cause) => Layer.fail(new Transactions.StoreUnavailable({ cause: Cause.squash(cause) }))
      )
    ))
  )

export const audit = (filename: string): Effect.Effect<Books.Audit, Transactions.StoreUnavailable> =>
  read(filename, Books.audit)
