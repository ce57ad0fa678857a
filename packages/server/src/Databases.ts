/**
 * The databases that a configuration names, as SQL clients: one for the store, one for the simulated payment provider,
 * which keeps its ledger apart (a file of its own, a schema of its own).
 *
 * A SQLite file belongs to one process. A lock file beside it is held open in an exclusive transaction for as long as
 * the process lives, however it ends; a second start says so instead of sharing.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { type DatabaseAddress, StartRefused } from "./ServerConfig.ts"

export interface Databases {
  readonly store: Client
  readonly payments: Client
}

type Client = Layer.Layer<SqlClient.SqlClient, StartRefused>

const sqlite = (filename: string, disableWAL = false): Client =>
  Layer.catchAllCause(
    SqliteClient.layer({ filename, disableWAL }),
    (cause) =>
      Layer.fail(new StartRefused({ message: `DATABASE_URL: cannot open ${filename}: ${String(Cause.squash(cause))}` }))
  )

/** Makes a SQLite file's folder and holds the lock beside it until the scope closes. */
const locked = (path: string): Layer.Layer<never, StartRefused> => {
  const folder = Layer.effectDiscard(Effect.try({
    try: () => mkdirSync(dirname(path), { recursive: true }),
    catch: (error) => new StartRefused({ message: `DATABASE_URL: cannot make the folder of ${path}: ${String(error)}` })
  }))
  const taken = new StartRefused({
    message: `${path} is in use by another process: a SQLite database belongs to one store at a time. Stop the other `
      + "one, or set DATABASE_URL to another file or to PostgreSQL."
  })
  const lock = Layer.scopedDiscard(
    Effect.gen(function*() {
      const { reserve } = yield* SqlClient.SqlClient
      const connection = yield* reserve
      yield* connection.executeUnprepared("PRAGMA busy_timeout = 0", [], undefined)
      yield* connection.executeUnprepared("BEGIN EXCLUSIVE", [], undefined)
    }).pipe(Effect.mapError(({ cause }) =>
      String((cause as { readonly code?: unknown }).code).startsWith("SQLITE_BUSY")
        ? taken
        : new StartRefused({ message: `DATABASE_URL: cannot lock ${path}: ${String((cause as Error).message)}` })
    ))
  )
  return lock.pipe(Layer.provide(sqlite(`${path}.lock`, true)), Layer.provide(folder))
}

const file = (path: string): Databases => {
  const lock = locked(path)
  return {
    store: Layer.provide(sqlite(path), lock),
    payments: Layer.provide(sqlite(join(dirname(path), "payments-simulated.db")), lock)
  }
}

const postgres = (url: string, schema?: string): Client => {
  const target = new URL(url)
  if (schema !== undefined) target.searchParams.set("options", `-c search_path=${schema}`)
  const refused = (error: SqlError) =>
    new StartRefused({
      message: `DATABASE_URL: PostgreSQL does not answer as configured: ${
        String((error.cause as Error)?.message ?? error)
      }`
    })
  const made = schema === undefined ? Layer.empty : Layer.scopedDiscard(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => Effect.mapError(sql.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`), refused)
    )
  ).pipe(Layer.provide(pool(url, refused)))
  return Layer.provideMerge(pool(target.href, refused), made)
}

const pool = (url: string, refused: (error: SqlError) => StartRefused): Client =>
  Layer.mapError(
    PgClient.layer({ url: Redacted.make(url), maxConnections: 16, applicationName: "beauty-store" }),
    (error) => refused(error as SqlError)
  )

/** The two databases at an address. */
export const at = (address: DatabaseAddress): Databases => {
  switch (address._tag) {
    case "Memory":
      return { store: sqlite(":memory:"), payments: sqlite(":memory:") }
    case "File":
      return file(address.path)
    case "Postgres":
      return { store: postgres(address.url), payments: postgres(address.url, "payments_simulated") }
  }
}
