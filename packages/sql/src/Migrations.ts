/**
 * Brings a database's tables up to date: forwards only, in order, each migration once, together with its record, safe
 * when several instances start. The database stores which migration a program has to know; one that does not is refused
 * before it changes anything. Each owner of tables has a list and a window of its own. Follows
 * docs/specification.md#migrations.
 *
 * @since 1.0.0
 */
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { codeOf, StatementFailed } from "./DatabaseErrors.ts"
import * as Query from "./Query.ts"
import { madeBy } from "./TableNames.ts"
import { TimeLimit, watchedLimits } from "./TimeLimit.ts"
import { type Dialect, StoreUnavailable, Transaction, Transactions } from "./Transactions.ts"

export interface Migration {
  /** Unique and sortable: `001_baseline`. */
  readonly name: string
  /**
   * The last migration of the oldest program that still works with the tables after this one, which then only adds to
   * what that program knows. Default: only programs that know this migration work with it.
   */
  readonly compatibleFrom?: string
  /**
   * The migration of the database's first owner that made these tables in earlier releases. Where it was applied before
   * and all of them are there with their indexes, they are taken as they are.
   */
  readonly formerly?: string
  /** The statements, in order. */
  readonly statements: (syntax: DialectSyntax, dialect: Dialect) => ReadonlyArray<string>
}

/** Who has tables in a database beside its first owner: another package, or a program. */
export interface Owner {
  /** Lower-case letters, digits and `_`, unique in a database: what the names of its record's tables begin with. */
  readonly key: string
  /** Names the tables in a refusal: `the scanner's tables`. */
  readonly tables: string
  /** All of them, oldest first. */
  readonly migrations: ReadonlyArray<Migration>
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

/** A table or an index that the program is about to make exists, and none of its migrations has made it. */
export class TableTaken extends Data.TaggedError("TableTaken")<{
  /** The tables' owner: `the store's tables`. */
  readonly tables: string
  readonly table: string
}> {
  override get message(): string {
    return `The database has a table "${this.table}" that is not one of ${this.tables}: use another database, or give them `
      + "a name of their own."
  }
}

/** Some migrations have not been applied, and this program does not apply them. */
export class TablesTooOld extends Data.TaggedError("TablesTooOld")<{
  readonly tables: string
  readonly missing: ReadonlyArray<string>
}> {
  override get message(): string {
    return `${this.tables} lack ${this.missing.join(", ")}: apply the migrations first.`
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

const nameOf = Schema.Struct({ name: Schema.String })

/** The tables of a record; `before` is what their names begin with. */
const recordTables = (before: string): ReadonlyArray<string> => [
  `CREATE TABLE IF NOT EXISTS ${before}migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL)`,
  // The migration that a program has to know to work with these tables.
  `CREATE TABLE IF NOT EXISTS ${before}compatibility (one INTEGER PRIMARY KEY CHECK (one = 1), compatible_from TEXT NOT NULL)`
]

/** What an owner has applied, and what a program has to know: its tables and their statements. */
const recordOf = (before: string) => ({
  table: `${before}migration`,
  tables: recordTables(before),
  done: Query.all(nameOf)(`SELECT name FROM ${before}migration ORDER BY name`),
  add: Query.insert(`${before}migration`, ["name", "at"]),
  requirement: Query.first(nameOf)(
    `SELECT compatible_from AS name FROM ${before}compatibility`
  ),
  setRequirement: Query.insert(
    `${before}compatibility`,
    ["one", "compatible_from"],
    "ON CONFLICT (one) DO UPDATE SET compatible_from = excluded.compatible_from"
  )
})

/** An owner with its record. */
interface Recorded extends Pick<Owner, "migrations" | "tables"> {
  readonly record: ReturnType<typeof recordOf>
}

const firstRecord = recordOf("")

/** The owners of a database, the first one first: the tables of the others may refer to its own. */
const ownersOf = (
  migrations: ReadonlyArray<Migration>,
  tables: string,
  further: ReadonlyArray<Owner>
): readonly [Recorded, ...ReadonlyArray<Recorded>] => {
  const keys = further.map(({ key }) => key)
  // The second of two owners with one key would take the migrations of the first for its own.
  if (new Set(keys).size < keys.length) throw new Error(`two owners of tables have one key: ${keys.join(", ")}`)
  return [
    { migrations, tables, record: firstRecord },
    ...further.map(({ key, migrations, tables }) => ({ migrations, tables, record: recordOf(`${key}_`) }))
  ]
}

/** An owner's migrations and those that make its record, for `TableNames`. */
export const namesOf = ({ key, migrations }: Owner): ReadonlyArray<Pick<Migration, "statements">> => [
  { statements: () => recordTables(`${key}_`) },
  ...migrations
]

// If several instances start at the same time, one brings the tables up to date. The others wait for it, but not for
// ever.
const lock = Query.lock<[]>("SELECT pg_advisory_xact_lock(7235514)")

// By what `Transactions` says, not by the text of two dialects: the simulated PostgreSQL has the tables of SQLite.
/** The columns of a table of the current schema. */
const columnsOf = {
  sqlite: Query.all(nameOf)<[table: string]>("SELECT name FROM pragma_table_info(?)"),
  pg: Query.all(nameOf)<[table: string]>(
    `SELECT a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped`
  )
}
/** The names of all tables, views and indexes of the current schema. */
const existing = {
  sqlite: Query.all(nameOf)("SELECT name FROM sqlite_schema WHERE type <> 'trigger'"),
  pg: Query.all(nameOf)(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'i', 'I')`
  )
}

/**
 * A table of somebody else in the place of one that is about to be made, if there is one, and the migrations whose
 * tables an earlier release has made.
 */
const found = Effect.fnUntraced(function*(
  migrations: ReadonlyArray<Migration>,
  applied: ReadonlyArray<string>,
  appliedFirst: ReadonlyArray<string>
): Effect.fn.Return<
  { readonly taken: string | undefined; readonly made: ReadonlyArray<Migration> },
  never,
  Transaction | Transactions
> {
  const { dialect, naming } = yield* Transactions
  const named = (table: string) => naming?.table(table) ?? table
  const there = new Set((yield* existing[dialect]()).map(({ name }) => name))
  const made = migrations.filter((migration) =>
    migration.formerly !== undefined && appliedFirst.includes(migration.formerly)
    && madeBy(migration, dialect).every((name) => there.has(named(name)))
  )
  const [own, missing] = [new Set<string>(), new Set<string>()]
  for (const migration of migrations) {
    const isOwn = applied.includes(migration.name) || made.includes(migration)
    for (const name of madeBy(migration, dialect)) (isOwn ? own : missing).add(named(name))
  }
  return { taken: [...there].find((name) => missing.has(name) && !own.has(name)), made }
})

/** Whether the table of migrations is somebody else's. */
const isForeign = (columns: ReadonlyArray<{ readonly name: string }>): boolean =>
  columns.length > 0 && columns.map(({ name }) => name).toSorted().join() !== "at,name"

/** The columns of an owner's table of migrations, none if it is not there; refused if it is somebody else's. */
const recordColumns = Effect.fnUntraced(function*({ record, tables }: Recorded) {
  const { dialect, naming } = yield* Transactions
  const table = naming?.table(record.table) ?? record.table
  const columns = yield* columnsOf[dialect](table)
  return isForeign(columns) ? yield* new TableTaken({ tables, table }) : columns
})

/** The migration that a program has to know once all of these are applied. */
const requiredBy = (migrations: ReadonlyArray<Migration>): string =>
  migrations.map(({ compatibleFrom, name }) => compatibleFrom ?? name).reduce((a, b) => a < b ? b : a, "")

/** The migration that a program has to know, which this one does. */
const refuseTooNew = Effect.fnUntraced(function*(
  { migrations, record, tables }: Recorded,
  applied: ReadonlyArray<string>
): Effect.fn.Return<string, TablesTooNew, Transaction> {
  const required = Option.getOrUndefined(yield* record.requirement())?.name ?? ""
  if (required === "" || migrations.some(({ name }) => name === required)) return required
  const [newest = "", known = "nothing"] = [applied.at(-1), migrations.at(-1)?.name]
  return yield* new TablesTooNew({ tables, compatibleFrom: required, newest, known })
})

/** Applies an owner's missing migrations, and returns their names and those that were applied before. */
const bring = Effect.fnUntraced(function*(
  owner: Recorded,
  appliedFirst: ReadonlyArray<string>
): Effect.fn.Return<
  { readonly applied: ReadonlyArray<string>; readonly missing: ReadonlyArray<string> },
  TablesTooNew | TableTaken,
  Transaction | Transactions
> {
  const { migrations, record, tables } = owner
  const transaction = yield* Transaction
  const { dialect } = yield* Transactions
  for (const table of record.tables) yield* transaction.change(table, [])
  const applied = (yield* record.done()).map((row) => row.name)
  const required = yield* refuseTooNew(owner, applied)
  const missing = migrations.filter(({ name }) => !applied.includes(name))
  const { made, taken } = missing.length === 0
    ? { made: [], taken: undefined }
    : yield* found(migrations, applied, appliedFirst)
  if (taken !== undefined) return yield* new TableTaken({ tables, table: taken })
  for (const migration of missing) {
    if (!made.includes(migration)) {
      for (const text of migration.statements(syntaxOf[dialect], dialect)) yield* transaction.change(text, [])
    }
    yield* record.add({ name: migration.name, at: yield* Clock.currentTimeMillis })
  }
  // An older program does not lower what a newer one requires.
  const own = requiredBy(migrations)
  if (own > required) yield* record.setRequirement({ one: 1, compatible_from: own })
  return { applied, missing: missing.map(({ name }) => name) }
})

/**
 * Applies the missing migrations of all owners, and returns the names of those of the first. `tables` names its tables
 * in a refusal.
 */
export const run = (
  migrations: ReadonlyArray<Migration>,
  tables = "the tables",
  further: ReadonlyArray<Owner> = []
): Effect.Effect<ReadonlyArray<string>, StoreUnavailable | TablesTooNew | TableTaken, Transactions> =>
  Effect.flatMap(Transactions, (transactions) => {
    const [first, ...others] = ownersOf(migrations, tables, further)
    return transactions.write(Effect.gen(function*() {
      const { dialect, naming } = transactions
      yield* lock()
      if (naming !== undefined && dialect === "pg") {
        yield* (yield* Transaction).change(`CREATE SCHEMA IF NOT EXISTS "${naming.name}"`, [])
      }
      const { applied, missing } = yield* bring(first, [])
      for (const owner of others) yield* bring(owner, applied)
      return missing
    })).pipe(
      // A start that works asks nothing more.
      Effect.catchAllDefect((defect) =>
        defect instanceof StatementFailed
          ? Effect.zipRight(transactions.read(Effect.forEach([first, ...others], recordColumns)), Effect.die(defect))
          : Effect.die(defect)
      )
    )
  }).pipe(
    Effect.provideService(TimeLimit, "watched"),
    Effect.catchTag(
      "StoreUnavailable",
      (error) => Effect.fail(isLockTimeout(error) ? new StoreUnavailable({ cause: waitedInVain }) : error)
    )
  )

/** Checks that all migrations of all owners are applied, without a change. */
export const check = (
  migrations: ReadonlyArray<Migration>,
  tables = "the tables",
  further: ReadonlyArray<Owner> = []
): Effect.Effect<void, StoreUnavailable | TablesTooNew | TableTaken | TablesTooOld, Transactions> =>
  Effect.flatMap(Transactions, ({ read }) =>
    read(Effect.forEach(
      ownersOf(migrations, tables, further),
      Effect.fnUntraced(function*(owner) {
        const { migrations, record, tables } = owner
        const columns = yield* recordColumns(owner)
        const names = columns.length === 0 ? [] : (yield* record.done()).map(({ name }) => name)
        const missing = migrations.filter(({ name }) => !names.includes(name)).map(({ name }) => name)
        if (missing.length > 0) return yield* new TablesTooOld({ tables, missing })
        yield* refuseTooNew(owner, names)
      }),
      { discard: true }
    )))

const isLockTimeout = ({ cause }: StoreUnavailable): boolean => cause instanceof SqlError && codeOf(cause) === "55P03"

const waitedInVain = new Error(
  `another process has locked the tables for ${watchedLimits.lockMillis / 1000} s: it migrates them, or it hangs`
)
