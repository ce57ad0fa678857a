/**
 * A disk with one SQLite database on it: real SQLite, in memory, that outlives the processes that use it. `client` is a
 * `SqlClient` for a process, `crash` leaves the committed database, `image` copies it. A disk fails as its `DiskFaults`
 * decide, only in this module; a reported failure has really happened to the database.
 *
 * @since 1.0.0
 */
import { registerReserve, registerStatements } from "@beauty-store/sql/internal/drivers/SynchronousDriver"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Database, RowChanges, type Statement as PreparedStatement } from "./RowChanges.ts"

export type { Database, RowChanges, Statement } from "./RowChanges.ts"

/** The ways in which a statement fails. `lost`: the commit is done, and reported as failed. */
export type DiskFault = "busy" | "full" | "ioerr" | "lost"

export type StatementKind = "begin" | "statement" | "commit"

export interface DiskFaults {
  /**
   * Called before each statement of the store: returns the fault to inject, if any. `bodies` is how many share the
   * transaction, where several do.
   */
  readonly next: (kind: StatementKind, text: string, bodies: number) => DiskFault | undefined
  /** Called after each statement. */
  readonly done?: (kind: StatementKind) => void
}

/** Sees what is done on a disk. It may read, and changes nothing. */
export interface DiskObserver {
  /**
   * After each statement that succeeded, `BEGIN` and savepoints included. `transaction`: whose it is, where several are
   * open at a time; those begin without a `BEGIN`.
   */
  readonly ran: (text: string, parameters: ReadonlyArray<unknown>, transaction?: object) => void
  /** Before one of several open transactions commits. */
  readonly committing: () => void
  /** After each commit that was done, whatever was reported of it. */
  readonly committed: (transaction?: object) => void
}

export const noFaults: DiskFaults = { next: () => undefined }

const codes = { busy: "SQLITE_BUSY", full: "SQLITE_FULL", ioerr: "SQLITE_IOERR", lost: "SQLITE_IOERR" } as const

const kindOf = (text: string): StatementKind | "control" =>
  text === "COMMIT"
    ? "commit"
    : text.startsWith("BEGIN")
    ? "begin"
    : /^(?:SAVEPOINT|RELEASE|ROLLBACK|PRAGMA)/.test(text)
    ? "control"
    : "statement"

/** The database as a process sees it that runs several transactions over the one connection (`Sessions`). */
export interface Engine {
  readonly db: Database
  readonly rowChanges: RowChanges
  readonly prepare: (text: string) => PreparedStatement
  /** Injects a fault that is due: throws the database's error. After "lost" it is committed. */
  readonly mayFail: (kind: StatementKind, text: string) => void
  readonly done: (kind: StatementKind) => void
  /** A statement has changed rows. */
  readonly wrote: (text: string) => void
  /** A transaction has run a statement. */
  readonly ran: (text: string, parameters: ReadonlyArray<unknown>, transaction: object) => void
  /** A transaction is about to commit. */
  readonly committing: (transaction: object) => void
  /** It is committed. */
  readonly committed: () => void
  /** The last fault that was injected. */
  readonly lastFault: () => DiskFault | undefined
  /** Is called before anybody else uses the database: an open transaction is to leave it. */
  readonly onForeignUse: (leave: () => void) => void
}

const engines = new WeakMap<SqlClient.SqlClient, Engine>()

/** The database of a disk's client. */
export const engineOf = (sql: SqlClient.SqlClient): Engine => {
  const engine = engines.get(sql)
  if (engine === undefined) throw new Error("not the client of a disk")
  return engine
}

export class Disk {
  private readonly db: Sqlite.Database
  private readonly prepared = new Map<string, Sqlite.Statement>()
  private rowChanges: RowChanges | undefined
  private leave: () => void = () => {}
  private lastFault: DiskFault | undefined
  private crashes = 0
  private bodies = 0
  /** Which of several open transactions commits. */
  private committing: object | undefined
  faults: DiskFaults = noFaults
  /** Is told each statement that changed rows. */
  onWrite: ((text: string) => void) | undefined
  observer: DiskObserver | undefined
  /** How many commits there were. */
  commits = 0

  constructor(image?: Uint8Array) {
    this.db = image === undefined ? new Sqlite(":memory:") : new Sqlite(Buffer.from(image))
  }

  /** The whole database as bytes. */
  image(): Uint8Array {
    this.leave()
    return this.db.serialize()
  }

  /** Its process was killed: uncommitted changes never happened. */
  crash(): void {
    this.crashes++
    this.leave = () => {}
    if (this.db.inTransaction) this.db.exec("ROLLBACK")
  }

  close(): void {
    this.db.close()
  }

  private prepare(text: string): Sqlite.Statement {
    const known = this.prepared.get(text)
    if (known !== undefined) return known
    const statement = this.db.prepare(text)
    this.prepared.set(text, statement)
    return statement
  }

  /** Reads committed data, from outside of the process and without faults. */
  query<Row>(text: string, ...parameters: ReadonlyArray<string | number>): ReadonlyArray<Row> {
    this.leave()
    return this.prepare(text).all(...parameters) as ReadonlyArray<Row>
  }

  /** The same at two moments if nothing was committed or is being written between them. */
  state(): string {
    const [row] = this.query<{ changes: number }>("SELECT total_changes() AS changes")
    return `${this.crashes} ${this.commits} ${row!.changes}`
  }

  /** Makes a table from outside of the process, and without faults. */
  define(text: string): void {
    this.leave()
    this.db.exec(text)
  }

  private committed(): void {
    this.commits++
    this.observer?.committed(this.committing)
    this.committing = undefined
  }

  private injectFault(kind: StatementKind, text: string): void {
    const fault = this.faults.next(kind, text, this.bodies)
    if (fault === undefined) return
    this.lastFault = fault
    if (fault === "lost") {
      this.db.exec("COMMIT")
      this.committed()
    } else if (fault !== "busy" && this.db.inTransaction) this.db.exec("ROLLBACK")
    throw new Sqlite.SqliteError(`simulated ${fault} at ${kind}`, codes[fault])
  }

  /** Runs a statement for a process that was started after this many crashes. */
  private run<A>(
    crashes: number,
    text: string,
    parameters: ReadonlyArray<unknown>,
    statement: (prepared: Sqlite.Statement) => A
  ): A {
    const failIfCrashed = () => {
      if (crashes < this.crashes) throw new Sqlite.SqliteError("simulated crash", codes.ioerr)
    }
    failIfCrashed()
    this.leave()
    const kind = kindOf(text)
    if (kind === "begin") this.bodies = 0
    // Other savepoints are a body's own.
    if (text === "SAVEPOINT body") this.bodies++
    if (kind !== "control") {
      this.injectFault(kind, text)
      failIfCrashed()
    }
    const result = statement(this.prepare(text))
    if (kind === "commit") this.committed()
    else this.observer?.ran(text, parameters)
    if (kind !== "control") {
      this.faults.done?.(kind)
      failIfCrashed()
    }
    return result
  }

  /** For a process that is about to start. */
  engine(): Engine {
    const { crashes, db } = this
    const failIfCrashed = () => {
      if (crashes < this.crashes) throw new Sqlite.SqliteError("simulated crash", codes.ioerr)
    }
    return {
      db,
      rowChanges: this.rowChanges ??= new RowChanges(db),
      prepare: (text) => this.prepare(text),
      mayFail: (kind, text) => {
        failIfCrashed()
        if (kind === "begin") this.bodies = 0
        this.injectFault(kind, text)
        failIfCrashed()
      },
      wrote: (text) => this.onWrite?.(text),
      ran: (text, parameters, transaction) => this.observer?.ran(text, parameters, transaction),
      committing: (transaction) => {
        this.observer?.committing()
        this.committing = transaction
      },
      committed: () => this.committed(),
      lastFault: () => this.lastFault,
      done: (kind) => {
        this.faults.done?.(kind)
        failIfCrashed()
      },
      onForeignUse: (leave) => {
        this.leave = leave
      }
    }
  }

  private connection(): Connection {
    const { crashes } = this
    const run = (prepared: Sqlite.Statement, parameters: ReadonlyArray<unknown>): number => {
      const { changes } = prepared.run(...parameters)
      if (changes > 0) this.onWrite?.(prepared.source)
      return changes
    }
    const all = (text: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
      this.run(crashes, text, parameters, (prepared) => {
        if (!prepared.reader) {
          run(prepared, parameters)
          return []
        }
        const rows = prepared.all(...parameters)
        if (rows.length > 0 && !prepared.readonly) this.onWrite?.(prepared.source)
        return rows
      })
    const change = (text: string, parameters: ReadonlyArray<unknown>): number =>
      this.run(crashes, text, parameters, (prepared) => run(prepared, parameters))
    const tryStatement = <A>(run: () => A): Effect.Effect<A, SqlError> =>
      Effect.try({ try: run, catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" }) })
    const rows = (text: string, parameters: ReadonlyArray<unknown>) =>
      tryStatement(() => all(text, parameters) as ReadonlyArray<object>)
    const values = (row: unknown): ReadonlyArray<unknown> => Object.values(row as object)
    const unused = () => Effect.dieMessage("nobody asks this way")
    const connection: Connection = {
      execute: rows,
      executeUnprepared: rows,
      executeRaw: (text, parameters) => tryStatement(() => ({ changes: change(text, parameters) })),
      executeValues: (text, parameters) => tryStatement(() => all(text, parameters).map(values)),
      executeStream: unused
    }
    registerStatements(connection, { rows: all, change })
    return connection
  }

  readonly client: Layer.Layer<SqlClient.SqlClient> = Layer.effect(
    SqlClient.SqlClient,
    Effect.suspend(() => {
      const connection = this.connection()
      return Effect.tap(
        SqlClient.make({
          acquirer: Effect.succeed(connection),
          transactionAcquirer: Effect.succeed(connection),
          compiler: Statement.makeCompilerSqlite(),
          spanAttributes: []
        }),
        // Every task of the world is a turn, and nothing else has the connection between two of them.
        (sql) =>
          Effect.sync(() => {
            engines.set(sql, this.engine())
            registerReserve(sql, () => ({ connection, release: () => {} }))
          })
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))
}
