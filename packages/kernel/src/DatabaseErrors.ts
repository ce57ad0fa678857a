/**
 * The meaning of the database's error codes, as one closed table: PostgreSQL's SQLSTATE, SQLite's result codes, and the
 * codes that sockets report. A code that the table does not name is a mistake of this program: a defect.
 *
 * Whatever runs statements asks here and nowhere else: the transactions of both databases, PostgreSQL's driver, the
 * simulation. It leaves out what a failure of COMMIT means, which depends on how far that came: see the transactions.
 * Follows docs/specification.md#transactions.
 */

/**
 * - `repeat`: the database asks for the transaction to be run again.
 * - `unavailable`: the statement did not run in time; the connection is sound.
 * - `disconnect`: the database cannot serve over this connection; it is to be closed, and not to be used again.
 * - `defect`: this program's mistake, such as a violated constraint.
 */
export type ErrorKind = "repeat" | "unavailable" | "disconnect" | "defect"

/** No prefix is a prefix of another one's but the longer one counts, wherever it stands. */
const postgres: { readonly [kind in Exclude<ErrorKind, "defect">]: ReadonlyArray<string> } = {
  // Serialization failure (a concurrent update among them), deadlock.
  repeat: ["40001", "40P01"],
  // A lock that did not come in time; a statement that took too long or was cancelled.
  unavailable: ["55P03", "57014"],
  disconnect: [
    // The connection itself; nobody knows whether the statement ran.
    "08",
    "40003",
    // The session can only read: a standby, a primary that became one, a database that was made read-only.
    "25006",
    // The server ends a transaction that stood or lasted too long, and the connection with it.
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
  Object.entries(postgres).flatMap(([kind, prefixes]) => prefixes.map((prefix) => [prefix, kind as ErrorKind] as const))
)

/** SQLite's own troubles, as against this program's mistakes. */
const sqliteTroubles = new Set([
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

/** The kind of an error, by its code: `40001`, `SQLITE_BUSY_SNAPSHOT`, `ECONNRESET`; empty where it has none. */
export const kindOf = (code: string): ErrorKind => {
  if (code.startsWith("SQLITE_")) return sqliteTroubles.has(code.split("_")[1]!) ? "unavailable" : "defect"
  // What a driver says of a connection that broke has the socket's code or none.
  if (code === "" || /^E[A-Z]+$/.test(code)) return "disconnect"
  return kinds.get(code) ?? kinds.get(code.slice(0, 2)) ?? "defect"
}

/** SQLSTATE of a statement that changes something in a session that can only read. */
export const readOnlySession = "25006"
