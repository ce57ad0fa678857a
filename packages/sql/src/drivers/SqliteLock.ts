/**
 * The lock of a SQLite file: it belongs to one process, a ledger's as well as the store's.
 *
 * A lock file beside it is held open in an exclusive transaction until the process ends, in whatever way; a second
 * start fails and says why. PostgreSQL needs none: several processes share it. Follows
 * docs/specification.md#start-and-stop.
 *
 * @since 1.0.0
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { isSomethingElse, keepPrivate, unusable } from "./DatabaseFile.ts"
import { open, SqliteUnavailable } from "./Sqlite.ts"

const failed = (message: string) => new SqliteUnavailable({ reason: "failed", message })

/** One by one: where none can be made, as in `/proc`, Node.js would try for ever to make all of them. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it.
    if (!existsSync(path)) throw error
  }
}

/**
 * Refuses what can be no database, before anything is written beside it. Where the lock file is there, the file is not
 * opened to look at its beginning, because this process may have it open; SQLite says what it is.
 */
const checked = (path: string): Effect.Effect<void, SqliteUnavailable> =>
  Effect.suspend(() => {
    const why = unusable(path)
    if (why !== undefined) {
      return new SqliteUnavailable({ reason: why.isFolder ? "folder" : "failed", message: why.message })
    }
    return Effect.try({
      try: () => !existsSync(lockOf(path)) && isSomethingElse(path),
      catch: (error) => failed(`cannot read ${path}: ${String(error)}`)
    }).pipe(Effect.flatMap((isElse) => isElse ? failed(`${path} is a file, but not a SQLite database.`) : Effect.void))
  })

const lockOf = (path: string): string => `${path}.lock`

/** Makes the folder of a SQLite file and holds the lock beside the file until the scope closes. */
export const hold = (path: string): Layer.Layer<never, SqliteUnavailable> => {
  const folder = Layer.effectDiscard(Effect.zipRight(
    checked(path),
    Effect.try({
      try: () => makeFolder(dirname(path)),
      catch: (error) => failed(`cannot make the folder of ${path}: ${String(error)}`)
    })
  ))
  const taken = new SqliteUnavailable({
    reason: "in_use",
    message: `${path} is in use by another process: a SQLite database belongs to one store at a time.`
  })
  const lock = Layer.scopedDiscard(
    Effect.gen(function*() {
      const { reserve } = yield* SqlClient.SqlClient
      const connection = yield* reserve
      yield* connection.executeUnprepared("PRAGMA busy_timeout = 0", [], undefined)
      yield* connection.executeUnprepared("BEGIN EXCLUSIVE", [], undefined)
    }).pipe(
      Effect.mapError(({ cause }) =>
        String((cause as { readonly code?: unknown }).code).startsWith("SQLITE_BUSY")
          ? taken
          : failed(`cannot lock ${path}: ${String((cause as Error).message)}`)
      ),
      Effect.zipLeft(Effect.ignore(Effect.try(() => keepPrivate(lockOf(path)))))
    )
  )
  return lock.pipe(Layer.provide(open({ filename: lockOf(path), journal: "delete" })), Layer.provide(folder))
}
