/**
 * SQLite as a `SqlClient`, over better-sqlite3: one connection, statements prepared once and kept. It registers its
 * connection's synchronous statements (`SynchronousDriver`), because an effect around one costs more than most
 * statements; otherwise it behaves as the stock driver. A file that cannot be opened is a defect.
 *
 * @since 1.0.0
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import Sqlite from "better-sqlite3"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { keepPrivate, makePrivate, unusable } from "./DatabaseFile.ts"
import { type OpenReader, registerReader, registerReserve, registerStatements } from "./SynchronousDriver.ts"

export interface Options {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** Default: a write-ahead log, which lets others read during a write. The other is for a file that may be locked. */
  readonly journal?: "wal" | "delete"
}

/** More than the program has statements; texts that are made at run time must not fill the memory. */
const maxPrepared = 500

/** Prepares each text once. */
const preparing = (db: Sqlite.Database): (text: string) => Sqlite.Statement => {
  const prepared = new Map<string, Sqlite.Statement>()
  return (text) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const statement = db.prepare(text)
    if (prepared.size === maxPrepared) prepared.clear()
    prepared.set(text, statement)
    return statement
  }
}

const rowsOf = (statement: Sqlite.Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  if (statement.reader) return statement.all(...parameters)
  statement.run(...parameters)
  return []
}

const valuesOf = (statement: Sqlite.Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  statement.reader ? statement.raw().all(...parameters) : rowsOf(statement, parameters)

/** A transaction for the reads of a turn of the event loop. */
interface SharedRead {
  readonly begin: () => void
  readonly end: () => void
}

/**
 * Reads outside of a transaction share one until their turn ends or something is written. A single read would lock the
 * file and check whether it has changed, which takes longer than most reads.
 */
const sharedRead = (db: Sqlite.Database): SharedRead => {
  const [begin, commit] = [db.prepare("BEGIN"), db.prepare("COMMIT")]
  let reading = false
  return {
    begin: () => {
      if (db.inTransaction) return
      begin.run()
      reading = true
    },
    end: () => {
      if (!reading) return
      reading = false
      // An engine that failed has ended it by itself.
      if (!db.inTransaction) return
      try {
        commit.run()
      } catch {
        db.exec("ROLLBACK")
      }
    }
  }
}

/** The connection as the SQL client's effects use it, and its synchronous statements. */
const makeConnection = (db: Sqlite.Database, reads: SharedRead): Connection => {
  const prepare = preparing(db)
  // oxlint-disable-next-line typescript/no-explicit-any -- the client's interface has it: a statement's caller decodes
  const attempt = <A>(run: () => A): Effect.Effect<any, SqlError> =>
    Effect.try({
      try: () => {
        reads.end()
        return run()
      },
      catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" })
    })
  const connection: Connection = {
    execute: (text, parameters, transform) => {
      const run = attempt(() => rowsOf(prepare(text), parameters))
      return transform === undefined ? run : Effect.map(run, transform)
    },
    executeRaw: (text, parameters) =>
      attempt(() => {
        const statement = prepare(text)
        return statement.reader ? statement.all(...parameters) : statement.run(...parameters)
      }),
    executeValues: (text, parameters) => attempt(() => valuesOf(db.prepare(text), parameters)),
    executeUnprepared: (text, parameters, transform) => {
      const run = attempt(() => rowsOf(db.prepare(text), parameters))
      return transform === undefined ? run : Effect.map(run, transform)
    },
    executeStream: () => Effect.dieMessage("SQLite rows are not streamed")
  }
  registerStatements(connection, {
    rows: (text, parameters) => {
      const statement = prepare(text)
      if (statement.readonly && statement.reader) reads.begin()
      else reads.end()
      return rowsOf(statement, parameters)
    },
    change: (text, parameters) => {
      reads.end()
      return prepare(text).run(...parameters).changes
    }
  })
  return connection
}

/** A further connection to a file, for reads alone. */
const openReader = (filename: string): OpenReader =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Sqlite(filename, { readonly: true })),
      (db) => Effect.sync(() => db.close())
    ),
    (db) => {
      const reads = sharedRead(db)
      return { connection: makeConnection(db, reads), end: reads.end }
    }
  )

/** One permit for the connection, granted in the order of the requests. */
interface Permit {
  /** Takes the permit at once, or not at all. */
  readonly takeNow: () => boolean
  /**
   * Waits for the permit, in a region that cannot be interrupted: a caller that leaves as it gets the permit passes it
   * on.
   */
  readonly take: (restore: <A>(wait: Effect.Effect<A>) => Effect.Effect<A>) => Effect.Effect<void>
  readonly release: () => void
}

/** `end` runs before another fiber gets the connection. */
const makePermit = (end: () => void): Permit => {
  const waiting = new Set<() => void>()
  let taken = false
  const takeNow = (): boolean => {
    if (taken) return false
    return taken = true
  }
  const release = (): void => {
    try {
      end()
    } finally {
      const [next] = waiting
      if (next === undefined) taken = false
      else {
        waiting.delete(next)
        next()
      }
    }
  }
  const take: Permit["take"] = (restore) =>
    Effect.suspend(() => {
      if (takeNow()) return Effect.void
      let mine = false
      const wait = Effect.async<void>((resume) => {
        const come = () => {
          mine = true
          resume(Effect.void)
        }
        waiting.add(come)
        return Effect.sync(() => void waiting.delete(come))
      })
      return Effect.onInterrupt(restore(wait), () => Effect.sync(() => mine && release()))
    })
  return { takeNow, take, release }
}

export const layer = ({ filename, journal = "wal" }: Options): Layer.Layer<SqlClient.SqlClient> =>
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const why = unusable(filename)
      if (why !== undefined) return yield* Effect.dieMessage(why.message)
      // Where it cannot be kept private it is another account's, or on a disk that is read only: SQLite says whether it
      // opens.
      yield* Effect.ignore(Effect.try(() => makePrivate(filename)))
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => new Sqlite(filename)),
        (db) => Effect.sync(() => db.close())
      )
      // SQLite's own default needs no statement, so that a locked file can still be opened: its owner keeps it private.
      if (journal === "wal") {
        // A file that is no database fails here, and stays as it was.
        db.pragma("schema_version")
        yield* Effect.ignore(Effect.try(() => keepPrivate(filename)))
        db.pragma("journal_mode = wal")
        // A log that an earlier program has left may be there only now.
        yield* Effect.ignore(Effect.try(() => keepPrivate(filename)))
      }
      const reads = sharedRead(db)
      const connection = makeConnection(db, reads)
      const permit = makePermit(reads.end)
      const release = Effect.sync(permit.release)
      const client = yield* SqlClient.make({
        acquirer: Effect.uninterruptibleMask((restore) =>
          Effect.as(Effect.zipRight(permit.take(restore), release), connection)
        ),
        transactionAcquirer: Effect.uninterruptibleMask((restore) =>
          Effect.zipRight(
            permit.take(restore),
            Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, release))
          ).pipe(Effect.as(connection))
        ),
        compiler: Statement.makeCompilerSqlite(),
        spanAttributes: [["db.system.name", "sqlite"]]
      })
      if (journal === "wal" && !db.memory) registerReader(client, openReader(filename))
      registerReserve(client, () => permit.takeNow() ? { connection, release: permit.release } : undefined)
      return client
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** A file that this process cannot use, or no file at all (`not_built`). The message says why, in one line. */
export class SqliteUnavailable extends Data.TaggedError("SqliteUnavailable")<{
  readonly reason: "in_use" | "folder" | "failed" | "not_built"
  readonly message: string
}> {}

/**
 * Whether the native module of better-sqlite3 is the reason, not the file: it is not there, or was built for another
 * Node.js or system. The list of the places where it was looked for tells that it is not there.
 */
const isNotBuilt = (error: unknown): error is Error =>
  error instanceof Error && ("tries" in error || ("code" in error && error.code === "ERR_DLOPEN_FAILED"))

/** The same, where a file that cannot be opened is an error. */
export const open = (options: Options): Layer.Layer<SqlClient.SqlClient, SqliteUnavailable> =>
  Layer.catchAllCause(layer(options), (cause) => {
    const error = Cause.squash(cause)
    return Layer.fail(
      isNotBuilt(error)
        ? new SqliteUnavailable({
          reason: "not_built",
          message: "The native module of better-sqlite3 cannot be loaded: run `npm rebuild better-sqlite3` where it is "
            + `installed. (${error.message.replace(/\s+/g, " ").replace(/^(.{160}).+$/, "$1…")})`
        })
        : new SqliteUnavailable({
          reason: "failed",
          message: `cannot open ${options.filename}: ${String(error)}`
        })
    )
  })
