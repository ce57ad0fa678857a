/**
 * Brings a database's tables up to date, forwards only, in order, each once: safe with several instances starting
 * together and after a crash in the middle (a migration's record and its statements commit as one).
 *
 * A program works on tables that a newer one has changed, while that one only added to what the older one knows: then
 * both run side by side. The database says which migration a program has to know, and one that does not know it is
 * refused, before it changes anything. Programs of before this rule do not ask. Follows docs/specification.md#migrations.
 *
 * Statements are plain SQL for both dialects; `Words` has the few words that differ.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Query from "./Query.ts"
import { type Dialect, type StoreUnavailable, Transaction, Transactions } from "./Transactions.ts"

export interface Migration {
  /** Unique and sortable: `001_catalogue`. */
  readonly name: string
  /**
   * The last migration of the oldest program that works on tables with this one, too. It adds to what that program knows
   * and takes nothing away. Left out: only programs that know this migration work with it.
   */
  readonly compatibleFrom?: string
  /** The statements, in order. */
  readonly statements: (words: Words, dialect: Dialect) => ReadonlyArray<string>
}

/** The tables were changed by a program so much newer that this one would not understand them. */
export class TablesTooNew extends Data.TaggedError("TablesTooNew")<{
  /** Whose they are: `the store's tables`. */
  readonly tables: string
  /** The migration that a program has to know. */
  readonly compatibleFrom: string
  /** The last one that was applied, and the last one that this program knows. */
  readonly newest: string
  readonly known: string
}> {
  override get message(): string {
    return `A newer program has brought ${this.tables} to ${this.newest}. They need a program that knows `
      + `${this.compatibleFrom}, and this one ends with ${this.known}: start a newer release.`
  }
}

/** The words of DDL that differ between the dialects. */
export interface Words {
  /** The type of an id: text compared by bytes. */
  readonly id: string
  /** The end of CREATE TABLE for a table that lives in its primary key's index. */
  readonly clustered: string
}

const words: { readonly [dialect in Dialect]: Words } = {
  sqlite: { id: "TEXT", clustered: "WITHOUT ROWID" },
  pg: { id: `TEXT COLLATE "C"`, clustered: "" }
}

const tables = [
  "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL)",
  // The migration that a program has to know to work on these tables.
  "CREATE TABLE IF NOT EXISTS compatibility (one INTEGER PRIMARY KEY CHECK (one = 1), compatible_from TEXT NOT NULL)"
]

const done = Query.all(Schema.Struct({ name: Schema.String }))("SELECT name FROM migration ORDER BY name")
const record = Query.insert("migration", ["name", "at"])
const requirement = Query.first(Schema.Struct({ name: Schema.String }))(
  "SELECT compatible_from AS name FROM compatibility"
)
const require = Query.insert(
  "compatibility",
  ["one", "compatible_from"],
  "ON CONFLICT (one) DO UPDATE SET compatible_from = excluded.compatible_from"
)
// A migration may take its time, and an instance that starts at the same time waits for it.
const lock = Query.lock<[]>("SELECT set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7235514)")

/** The migration that a program has to know once all of these are applied. */
export const requiredBy = (migrations: ReadonlyArray<Migration>): string =>
  migrations.map(({ compatibleFrom, name }) => compatibleFrom ?? name).reduce((a, b) => a < b ? b : a, "")

/** Applies what is missing and returns the names of what it applied. `whose`: whose tables they are, for a refusal. */
export const run = (
  migrations: ReadonlyArray<Migration>,
  whose = "the tables"
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
        return yield* new TablesTooNew({ tables: whose, compatibleFrom: required, newest, known })
      }
      const missing = migrations.filter(({ name }) => !names.includes(name))
      for (const migration of missing) {
        for (const text of migration.statements(words[dialect], dialect)) {
          yield* transaction.change(text, [])
        }
        yield* record({ name: migration.name, at: yield* Clock.currentTimeMillis })
      }
      // An older program never takes back what a newer one has said.
      const own = requiredBy(migrations)
      if (own > required) yield* require({ one: 1, compatible_from: own })
      return missing.map((migration) => migration.name)
    })))
