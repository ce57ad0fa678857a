/**
 * SQLite as a `SqlClient`, over better-sqlite3: one connection, statements prepared once and kept.
 *
 * The stock driver (`@effect/sql-sqlite-node`) looks each statement up in an effectful cache and asks the context how to
 * run it, which costs more than most of our statements do. This one offers its connection to `Transactions` to run
 * statements directly (`registerStatements`), where the reads of one turn share a transaction; by any other road it behaves as the
 * stock driver does. A failure that the database reports is a `SqlError`; a file that cannot be opened is a defect.
 */
import { registerReserve, registerStatements } from "@beauty-store/kernel/SynchronousDriver"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

export interface Options {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** Default: write-ahead log, which lets others read while one writes. */
  readonly journal?: "wal" | "delete"
}

/** More texts than the program has; a text that is made up at run time must not fill the memory. */
const mostPrepared = 500

/** The connection, and how what a turn has begun with it ends. */
const connect = (db: Sqlite.Database): { readonly connection: Connection; readonly endReading: () => void } => {
  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (text: string): Sqlite.Statement => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const statement = db.prepare(text)
    if (prepared.size === mostPrepared) prepared.clear()
    prepared.set(text, statement)
    return statement
  }
  const rows = (statement: Sqlite.Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<any> => {
    if (statement.reader) return statement.all(...parameters)
    statement.run(...parameters)
    return []
  }
  const values = (statement: Sqlite.Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<any> =>
    statement.reader ? statement.raw().all(...parameters) as ReadonlyArray<any> : rows(statement, parameters)

  // Reads outside of a transaction share one until their turn ends or something is written: each alone would lock the
  // file and look whether it has changed, which takes longer than most of them.
  const [begin, end] = [db.prepare("BEGIN"), db.prepare("COMMIT")]
  let reading = false
  const beginReading = (): void => {
    if (db.inTransaction) return
    begin.run()
    reading = true
  }
  const endReading = (): void => {
    if (!reading) return
    reading = false
    // An engine that failed has ended it by itself.
    if (!db.inTransaction) return
    try {
      end.run()
    } catch {
      db.exec("ROLLBACK")
    }
  }

  const attempt = <A>(run: () => A): Effect.Effect<A, SqlError> =>
    Effect.try({
      try: () => {
        endReading()
        return run()
      },
      catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" })
    })
  const connection: Connection = {
    execute: (text, parameters, transform) => {
      const run = attempt(() => rows(prepare(text), parameters))
      return transform === undefined ? run : Effect.map(run, transform)
    },
    executeRaw: (text, parameters) =>
      attempt(() => {
        const statement = prepare(text)
        return statement.reader ? statement.all(...parameters) : statement.run(...parameters)
      }),
    executeValues: (text, parameters) => attempt(() => values(db.prepare(text), parameters)),
    executeUnprepared: (text, parameters, transform) => {
      const run = attempt(() => rows(db.prepare(text), parameters))
      return transform === undefined ? run : Effect.map(run, transform)
    },
    executeStream: () => Effect.dieMessage("SQLite rows are not streamed")
  }
  registerStatements(connection, {
    rows: (text, parameters) => {
      const statement = prepare(text)
      if (statement.readonly && statement.reader) beginReading()
      else endReading()
      return rows(statement, parameters)
    },
    change: (text, parameters) => {
      endReading()
      return prepare(text).run(...parameters).changes
    }
  })
  return { connection, endReading }
}

/** Whose turn it is with the connection: one at a time, the others in the order in which they came. */
const makeTurns = (end: () => void) => {
  const waiting = new Set<() => void>()
  let taken = false
  const takeNow = (): boolean => {
    if (taken) return false
    return taken = true
  }
  const giveBackNow = (): void => {
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
  /** In a region that cannot be interrupted: who leaves in the moment in which their turn comes passes it on. */
  const take = (restore: <A>(wait: Effect.Effect<A>) => Effect.Effect<A>): Effect.Effect<void> =>
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
      return Effect.onInterrupt(restore(wait), () => Effect.sync(() => mine && giveBackNow()))
    })
  return { takeNow, take, giveBackNow, giveBack: Effect.sync(giveBackNow) }
}

export const layer = ({ filename, journal = "wal" }: Options): Layer.Layer<SqlClient.SqlClient> =>
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => new Sqlite(filename)),
        (db) => Effect.sync(() => db.close())
      )
      // SQLite's own default is asked for by asking nothing: a file that is locked can still be opened.
      if (journal === "wal") db.pragma("journal_mode = wal")
      const { connection, endReading } = connect(db)
      const turns = makeTurns(endReading)
      const client = yield* SqlClient.make({
        acquirer: Effect.uninterruptibleMask((restore) =>
          Effect.as(Effect.zipRight(turns.take(restore), turns.giveBack), connection)
        ),
        transactionAcquirer: Effect.uninterruptibleMask((restore) =>
          Effect.zipRight(
            turns.take(restore),
            Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, turns.giveBack))
          ).pipe(Effect.as(connection))
        ),
        compiler: Statement.makeCompilerSqlite(),
        spanAttributes: [["db.system.name", "sqlite"]]
      })
      registerReserve(client, () => turns.takeNow() ? { connection, release: turns.giveBackNow } : undefined)
      return client
    })
  ).pipe(Layer.provide(Reactivity.layer))
