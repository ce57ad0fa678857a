/**
 * Brings a database's tables up to date, forwards only, in order, each once: safe when several instances start
 * together, and after a crash in the middle (a migration's record and its statements commit as one).
 *
 * Statements are plain SQL for both dialects; `DialectSyntax` has the few expressions that differ.
 */
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ConnectionTransaction from "./ConnectionTransaction.ts"
import * as Query from "./Query.ts"
import { TimeLimit, watchedLimits } from "./TimeLimit.ts"
import { type Dialect, StoreUnavailable, Transaction, Transactions } from "./Transactions.ts"

export interface Migration {
  /** Unique and sortable: `001_catalogue`. */
  readonly name: string
  /** The statements, in order. */
  readonly statements: (syntax: DialectSyntax, dialect: Dialect) => ReadonlyArray<string>
}

/** The expressions of DDL that differ between the dialects. */
export interface DialectSyntax {
  /** The type of an id: text compared by bytes. */
  readonly id: string
  /** The end of CREATE TABLE for a table that lives in its primary key's index. */
  readonly clustered: string
}

const syntaxOf: { readonly [dialect in Dialect]: DialectSyntax } = {
  sqlite: { id: "TEXT", clustered: "WITHOUT ROWID" },
  pg: { id: `TEXT COLLATE "C"`, clustered: "" }
}

const done = Query.all(Schema.Struct({ name: Schema.String }))("SELECT name FROM migration ORDER BY name")
const record = Query.insert("migration", ["name", "at"])
// If several instances start at the same time, one brings the tables up to date. The others wait for it, but not for ever.
const lock = Query.lock<[]>("SELECT pg_advisory_xact_lock(7235514)")

/** Applies the missing migrations and returns their names. */
export const run = (
  migrations: ReadonlyArray<Migration>
): Effect.Effect<ReadonlyArray<string>, StoreUnavailable, Transactions> =>
  Effect.flatMap(Transactions, (transactions) =>
    transactions.write(Effect.gen(function*() {
      const transaction = yield* Transaction
      const { dialect } = transactions
      yield* lock()
      yield* transaction.change("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL)", [])
      const present = new Set((yield* done()).map((row) => row.name))
      const missing = migrations.filter((migration) => !present.has(migration.name))
      for (const migration of missing) {
        for (const text of migration.statements(syntaxOf[dialect], dialect)) {
          yield* transaction.change(text, [])
        }
        yield* record({ name: migration.name, at: yield* Clock.currentTimeMillis })
      }
      return missing.map((migration) => migration.name)
    }))).pipe(
      Effect.provideService(TimeLimit, "watched"),
      Effect.mapError((error) => isLockTimeout(error) ? new StoreUnavailable({ cause: waitedInVain }) : error)
    )

const isLockTimeout = ({ cause }: StoreUnavailable): boolean =>
  cause instanceof SqlError && ConnectionTransaction.codeOf(cause) === "55P03"

const waitedInVain = new Error(
  `another process has locked the tables for ${watchedLimits.lockMillis / 1000} s: it migrates them, or it hangs`
)
