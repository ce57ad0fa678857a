/**
 * What a SQLite driver may register beside its `SqlClient`: statements that run without an effect around them, its
 * connection without the three fibers that reserving it takes, and connections for reads during a long write. A driver
 * that registers nothing works by the client's effects. A registration is for one object: a connection that wraps it uses its own effects.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Parameter } from "../Transactions.ts"

/**
 * A connection's statements, for bodies that run from start to end in one turn of the event loop. They throw the
 * database's errors.
 */
export interface SynchronousStatements {
  readonly rows: (text: string, parameters: ReadonlyArray<Parameter>) => ReadonlyArray<unknown>
  readonly change: (text: string, parameters: ReadonlyArray<Parameter>) => number
}

const statements = new WeakMap<Connection, SynchronousStatements>()

export const registerStatements = (connection: Connection, synchronous: SynchronousStatements): void =>
  void statements.set(connection, synchronous)

export const statementsOf = (connection: Connection): SynchronousStatements | undefined => statements.get(connection)

/** A connection that is reserved until it is released. */
export interface ReservedConnection {
  readonly connection: Connection
  readonly release: () => void
}

/** Reserves the client's connection at once, or returns undefined where another fiber has it. */
export type Reserve = () => ReservedConnection | undefined

const reserves = new WeakMap<SqlClient.SqlClient, Reserve>()

export const registerReserve = (sql: SqlClient.SqlClient, reserve: Reserve): void => void reserves.set(sql, reserve)

export const reserveOf = (sql: SqlClient.SqlClient): Reserve | undefined => reserves.get(sql)

/** Opens a connection that reads what was committed, while the client's own is inside a transaction. */
export type OpenReader = Effect.Effect<ReadingConnection, never, Scope.Scope>

export interface ReadingConnection {
  readonly connection: Connection
  /** The reads until now saw one state of the database; the next ones see it as it is then. */
  readonly end: () => void
}

const readers = new WeakMap<SqlClient.SqlClient, OpenReader>()

export const registerReader = (sql: SqlClient.SqlClient, open: OpenReader): void => void readers.set(sql, open)

export const readerOf = (sql: SqlClient.SqlClient): OpenReader | undefined => readers.get(sql)
