/**
 * Brings a database's tables up to date, forwards only, in order, each once: safe when several instances start
 * together, and after a crash in the middle (a migration's record and its statements commit as one).
 *
 * A program works with tables that a newer program has changed, as long as the newer one only added to them: then both
 * run side by side. The database stores which migration a program has to know. A program that does not know it is
 * refused before it changes anything. Programs that are older than this rule do not ask. Follows
 * docs/specification.md#migrations.
 *
 * Statements are plain SQL for both dialects; `DialectSyntax` has the few expressions that differ.
 */
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as ConnectionTransaction from "./ConnectionTransaction.ts"
import * as Query from "./Query.ts"
import { TimeLimit, watchedLimits } from "./TimeLimit.ts"
import { type Dialect, StoreUnavailable, Transaction, Transactions } from "./Transactions.ts"

export interface Migration {
  /** Unique and sortable: `001_catalogue`. */
  readonly name: string
  /**
   * The last migration of the oldest program that still works with the tables after this one, which then only adds to
   * what that program knows. Default: only programs that know this migration work with it.
   */
  readonly compatibleFrom?: string
  /** The statements, in order. */
  readonly statements: (syntax: DialectSyntax, dialect: Dialect) => ReadonlyArray<string>
}

/** A newer program has changed the tables in a way that this program does not understand. */
export class TablesTooNew extends Data.TaggedError("TablesTooNew")<{
  /** The tables' owner: `the store's tables`. */
  readonly tables: string
  /** The migration that a program has to know. */
  readonly compatibleFrom: string
  /** The last migration that was applied. */
  readonly newest: string
  /** The last migration that this program knows. */
  readonly known: string
}> {
  override get message(): string {
    return `A newer program has brought ${this.tables} to ${this.newest}. They need a program that knows `
      + `${this.compatibleFrom}, and this one ends with ${this.known}: start a newer release.`
  }
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

const tables = [
  "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL)",
  // The migration that a program has to know to work with these tables.
  "CREATE TABLE IF NOT EXISTS compatibility (one INTEGER PRIMARY KEY CHECK (one = 1), compatible_from TEXT NOT NULL)"
]

const done = Query.all(Schema.Struct({ name: Schema.String }))("SELECT name FROM migration ORDER BY name")
const record = Query.insert("migration", ["name", "at"])
const requirement = Query.first(Schema.Struct({ name: Schema.String }))(
  "SELECT compatible_from AS name FROM compatibility"
)
const setRequirement = Query.insert(
  "compatibility",
  ["one", "compatible_from"],
  "ON CONFLICT (one) DO UPDATE SET compatible_from = excluded.compatible_from"
)
// If several instances start at the same time, one brings the tables up to date. The others wait for it, but not for
// ever.
const lock = Query.lock<[]>("SELECT pg_advisory_xact_lock(7235514)")

/** The migration that a program has to know once all of these are applied. */
const requiredBy = (migrations: ReadonlyArray<Migration>): string =>
  migrations.map(({ compatibleFrom, name }) => compatibleFrom ?? name).reduce((a, b) => a < b ? b : a, "")

/** Applies the missing migrations and returns their names. `owner` names the tables in a refusal. */
export const run = (
  migrations: ReadonlyArray<Migration>,
  owner = "the tables"
): Effect.Effect<ReadonlyArray<string>, StoreUnavailable | TablesTooNew, Transactions> =>
  Effect.flatMap(Transactions, (transactions) =>
    transactions.write(Effect.gen(function*() {
      const transaction = yield* Transaction
      const { dialect } = transactions
      yield* lock()
      for (const table of tables) yield* transaction.change(table, [])
      const names = (yield* done()).map((row) => row.name)
      const required = Option.getOrUndefined(yield* requirement())?.name ?? ""
      if (required !== "" && !migrations.some(({ name }) => name === required)) {
        const [newest = "", known = "nothing"] = [names.at(-1), migrations.at(-1)?.name]
        return yield* new TablesTooNew({ tables: owner, compatibleFrom: required, newest, known })
      }
      const missing = migrations.filter(({ name }) => !names.includes(name))
      for (const migration of missing) {
        for (const text of migration.statements(syntaxOf[dialect], dialect)) {
          yield* transaction.change(text, [])
        }
        yield* record({ name: migration.name, at: yield* Clock.currentTimeMillis })
      }
      // An older program does not lower what a newer one requires.
      const own = requiredBy(migrations)
      if (own > required) yield* setRequirement({ one: 1, compatible_from: own })
      return missing.map((migration) => migration.name)
    }))).pipe(
      Effect.provideService(TimeLimit, "watched"),
      Effect.catchTag(
        "StoreUnavailable",
        (error) => Effect.fail(isLockTimeout(error) ? new StoreUnavailable({ cause: waitedInVain }) : error)
      )
    )

const isLockTimeout = ({ cause }: StoreUnavailable): boolean =>
  cause instanceof SqlError && ConnectionTransaction.codeOf(cause) === "55P03"

const waitedInVain = new Error(
  `another process has locked the tables for ${watchedLimits.lockMillis / 1000} s: it migrates them, or it hangs`
)
