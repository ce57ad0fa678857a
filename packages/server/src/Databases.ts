/**
 * The databases that a configuration names, as SQL clients: one for the store, one each for the simulated payment
 * provider and the simulated carrier, which keep their ledgers apart (a file of its own, a schema of its own).
 *
 * A SQLite file belongs to one process, a ledger's as well as the store's (`SqliteLock`).
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import * as Sqlite from "@beauty-store/sql/drivers/Sqlite"
import * as SqliteLock from "@beauty-store/sql/drivers/SqliteLock"
import { type StoreUnavailable, Transaction, type Transactions } from "@beauty-store/sql/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import * as AuditReader from "./AuditReader.ts"
import * as AuditWorker from "./AuditWorker.ts"
import { type DatabaseAddress, defaultConnections, StartRefused } from "./ServerConfig.ts"

export interface Databases {
  readonly store: Client
  readonly payments: Client
  readonly carrier: Client
  /** How the store is audited while it runs. */
  readonly audit: Layer.Layer<ConsistencyAudit.ConsistencyAudit, never, Transactions>
}

type Client = Layer.Layer<SqlClient.SqlClient, StartRefused>

/** The simulated provider's ledger: a file beside the store's, or a schema. */
export const paymentsBeside = (path: string): string => join(dirname(path), "payments-simulated.db")
export const paymentsSchema = "payments_simulated"

const refusedFile = ({ message, reason }: Sqlite.SqliteUnavailable): StartRefused =>
  new StartRefused({
    message: {
      in_use: `${message} Stop the other one, or set DATABASE_URL to a file in a folder of its own or to PostgreSQL.`,
      not_built: message,
      folder: `DATABASE_URL: ${message}`,
      failed: `DATABASE_URL: ${message}`
    }[reason]
  })

const openFile = (filename: string): Client => Layer.mapError(Sqlite.open({ filename }), refusedFile)

const lockFile = (path: string): Layer.Layer<never, StartRefused> => Layer.mapError(SqliteLock.hold(path), refusedFile)

/** The lock of the store's own file: whoever named a folder learns what to set. */
const lockStore = (path: string): Layer.Layer<never, StartRefused> =>
  Layer.mapError(SqliteLock.hold(path), (error) =>
    error.reason === "folder"
      ? new StartRefused({
        message: `DATABASE_URL: ${error.message} Set it to a file in there: sqlite:${
          path.replace(/[/\\]+$/, "")
        }/store.db`
      })
      : refusedFile(error))

const file = (path: string): Databases => {
  const lock = lockStore(path)
  // Another store's file in the same folder would have the same ledgers.
  const ledger = (filename: string): Client =>
    openFile(filename).pipe(Layer.provide(lockFile(filename)), Layer.provide(lock))
  return {
    store: Layer.provide(openFile(path), lock),
    payments: ledger(paymentsBeside(path)),
    carrier: ledger(join(dirname(path), "carrier-simulated.db")),
    audit: AuditWorker.layer(path)
  }
}

/** The address of a database with one of its schemas. */
export const withinSchema = (url: string, schema: string | undefined): string => {
  const target = new URL(url)
  if (schema !== undefined) target.searchParams.set("options", `-c search_path=${schema}`)
  return target.href
}

const refused = (error: SqlError): StartRefused =>
  new StartRefused({
    message: `DATABASE_URL: PostgreSQL does not answer as configured: ${
      String((error.cause as Error)?.message ?? error)
    }`
  })

/** Connections of one of the three. An operator sees by their names whose they are. */
const pool = (url: string, maxConnections: number, applicationName = "beauty-store"): Client =>
  Layer.mapError(Postgres.layer({ url, maxConnections, applicationName }), refused)

/** Connections to a ledger, whose schema is created if it is missing. Processes that start together do so in turn. */
const ledgerSchema = (url: string, schema: string, maxConnections: number, name: string): Client => {
  const make = `SELECT pg_advisory_xact_lock(7235515); CREATE SCHEMA IF NOT EXISTS ${schema}`
  const connections = pool(withinSchema(url, schema), maxConnections, name)
  return Layer.tap(
    connections,
    (context) => Effect.mapError(Context.get(context, SqlClient.SqlClient).unsafe(make), refused)
  )
}

/** How many connections each of the three may open, of so many in all. */
export const shareConnections = (all: number): Readonly<Record<"store" | "payments" | "carrier", number>> => {
  const payments = Math.max(2, Math.floor(all * 5 / 24))
  const carrier = Math.max(2, Math.floor(all / 8))
  return { store: all - payments - carrier, payments, carrier }
}

/** The databases at an address; on PostgreSQL with so many connections at most. */
export const at = (address: DatabaseAddress, connections = defaultConnections): Databases => {
  switch (address._tag) {
    case "Memory":
      return {
        store: openFile(":memory:"),
        payments: openFile(":memory:"),
        carrier: openFile(":memory:"),
        audit: ConsistencyAudit.layer
      }
    case "File":
      return file(address.path)
    case "Postgres": {
      const share = shareConnections(connections)
      return {
        store: pool(address.url, share.store),
        payments: ledgerSchema(address.url, paymentsSchema, share.payments, "beauty-store payments"),
        carrier: ledgerSchema(address.url, "carrier_simulated", share.carrier, "beauty-store carrier"),
        audit: ConsistencyAudit.layer
      }
    }
  }
}

/** The databases at an address, to be read while others use them. */
export interface Readers {
  readonly store: AuditReader.Reader
  /** Undefined where the store has another provider. */
  readonly payments: AuditReader.Reader | undefined
}

const readerOf = (url: string, schema?: string): AuditReader.Reader =>
  // One for the audit, one for pings of the server meanwhile.
  AuditReader.of(Postgres.layer({
    url: withinSchema(url, schema),
    maxConnections: 2,
    applicationName: "beauty-store audit"
  }))

const ledgerTable = Effect.flatMap(
  Transaction,
  (transaction) =>
    transaction.rows("SELECT 1 FROM information_schema.tables WHERE table_schema = $1 AND table_name = 'session'", [
      paymentsSchema
    ])
)

/** The readers of the two databases at an address. A database in memory has no readers. */
export const readersAt = (
  address: Exclude<DatabaseAddress, { readonly _tag: "Memory" }>
): Effect.Effect<Readers, StoreUnavailable> => {
  if (address._tag === "File") {
    const beside = paymentsBeside(address.path)
    return Effect.sync(() => ({
      store: AuditReader.ofFile(address.path),
      payments: existsSync(beside) ? AuditReader.ofFile(beside) : undefined
    }))
  }
  const store = readerOf(address.url)
  return Effect.map(store(ledgerTable), (rows) => ({
    store,
    payments: rows.length === 0 ? undefined : readerOf(address.url, paymentsSchema)
  }))
}
