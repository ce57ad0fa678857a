/**
 * The meaning of the database's error codes, as one closed table for everything that runs statements: PostgreSQL's
 * SQLSTATE, SQLite's result codes, and the codes of sockets. A code that is not in it is a defect. What a COMMIT that
 * failed means is the transactions' to say. Follows docs/specification.md#transactions.
 *
 * @since 1.0.0
 */
import type { SqlError } from "@effect/sql/SqlError"
import * as Data from "effect/Data"
import { reasonOf } from "./Transactions.ts"

/**
 * - `repeat`: the database requires that the transaction runs again.
 * - `unavailable`: the statement did not finish in time; the connection can be used.
 * - `disconnect`: the database cannot serve over this connection, which has to be closed.
 * - `defect`: this program's mistake, such as a violated constraint.
 */
export type ErrorKind = "repeat" | "unavailable" | "disconnect" | "defect"

/** Codes, and classes of codes by their first two characters. A code counts before its class. */
const postgres: { readonly [kind in Exclude<ErrorKind, "defect">]: ReadonlyArray<string> } = {
  // Serialization failure (a concurrent update among them), deadlock.
  repeat: ["40001", "40P01"],
  // A lock that was not granted in time; a statement that took too long or was cancelled.
  unavailable: ["55P03", "57014"],
  disconnect: [
    // The connection itself; it is unknown whether the statement ran.
    "08",
    "40003",
    // A statement that was prepared on this connection, and whose table has been altered since.
    "0A000",
    // The session can only read: on a standby, or in a database that was made read-only.
    "25006",
    // The server ended a transaction that was idle or lasted too long, and the connection with it.
    "25P03",
    "25P04",
    // Resources: disk, memory, connections.
    "53",
    // The operator: a shutdown, a crash, a start, a database that was dropped, an idle session.
    "57",
    // The system below the server, and the server's own faults.
    "58",
    "F0",
    "XX"
  ]
}

const kinds: ReadonlyMap<string, ErrorKind> = new Map(
  Object.entries(postgres).flatMap(([kind, codes]) => codes.map((code) => [code, kind as ErrorKind] as const))
)

/** SQLite's own failures, as opposed to this program's mistakes. */
const sqliteFailures = new Set([
  "BUSY",
  "CANTOPEN",
  "CORRUPT",
  "FULL",
  "INTERRUPT",
  "IOERR",
  "LOCKED",
  "NOMEM",
  "NOTADB",
  "PROTOCOL",
  "READONLY"
])

/** The codes of sockets, of name resolution (`EAI_AGAIN`) and of Node's streams and TLS. */
const ofSocket = /^(?:E(?!RR_)[A-Z]+(?:_[A-Z]+)?|ERR_(?:SOCKET|SSL|STREAM|TLS)_\w+)$/

/** Whether a code is that of a connection here, and not one of the server's. */
export const isOfSocket = (code: string): boolean => code === "" || ofSocket.test(code)

/** The kind of an error, by its code: `40001`, `SQLITE_BUSY_SNAPSHOT`, `ECONNRESET`; empty where it has none. */
export const kindOf = (code: string): ErrorKind => {
  if (code.startsWith("SQLITE_")) return sqliteFailures.has(code.split("_")[1]!) ? "unavailable" : "defect"
  // The error of a connection that broke has the socket's code, or none.
  if (isOfSocket(code)) return "disconnect"
  return kinds.get(code) ?? kinds.get(code.slice(0, 2)) ?? "defect"
}

/** The SQLSTATE of a change in a session that can only read. */
export const readOnlySession = "25006"

/** The database's own code of an error: `SQLITE_BUSY`, `40001`, `ECONNREFUSED`; empty where there is none. */
export const codeOf = (error: SqlError): string =>
  String((error.cause as { readonly code?: unknown } | undefined)?.code ?? "")

/** A statement failed, and its transaction with it. */
export class StatementFailed extends Data.TaggedError("StatementFailed")<{
  readonly error: SqlError
  /** It was a statement of the program's own client: its body got the error, and may have failed in another way. */
  readonly joined: boolean
}> {
  override get message(): string {
    const reason = reasonOf(this.error)
    return this.joined
      ? `A statement of the program's own failed in the store's transaction, of which nothing stays: ${reason}. Correct it, `
        + "or put sql.withTransaction around it, a savepoint here, and handle its SqlError."
      : `A statement of the store failed, and nothing of its transaction stays: ${reason}.`
  }
}
