/**
 * The names of a store's tables where several stores share a database: a schema for each on PostgreSQL, a prefix of
 * tables and indexes on SQLite. Statements are written once, with plain names, which are replaced once for each text
 * and store. Advisory locks get another seed for each store. Follows
 * docs/specification.md#several-stores-in-one-database.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import type { Dialect, Naming } from "./Transactions.ts"

/** A migration (`Migrations`), as far as names go. */
export interface MakesTables {
  readonly statements: (
    syntax: { readonly id: string; readonly clustered: string },
    dialect: Dialect
  ) => ReadonlyArray<string>
}

/** The name of a store in its database, and the migrations that make its tables. */
export interface NamedStore {
  /** Lower-case letters, digits and `_`, a letter first; at most 30 characters. */
  readonly name: string
  readonly migrations: ReadonlyArray<MakesTables>
}

/** Which store's tables the transactions are for. Default: the only store's. */
export class TableNames extends Context.Reference<TableNames>()("@beauty-store/sql/TableNames", {
  defaultValue: (): NamedStore | undefined => undefined
}) {}

export const isName = (name: string): boolean => /^[a-z][a-z0-9_]{0,29}$/.test(name)

/** More than the store has; texts that are made at run time must not fill the memory. */
const maxTexts = 1_000

/** Runs a function once for each text. */
const cached = (replace: (text: string) => string): (text: string) => string => {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    if (texts.size === maxTexts) texts.clear()
    const replaced = replace(text)
    texts.set(text, replaced)
    return replaced
  }
}

const created =
  /\bCREATE\s+(?:VIRTUAL\s+TABLE|TABLE|UNIQUE\s+INDEX|INDEX|TRIGGER)\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)|\bRENAME\s+TO\s+(\w+)/gi

/** The tables, indexes and triggers that a migration makes, on a database. */
export const madeBy = (migration: MakesTables, dialect: Dialect): ReadonlyArray<string> =>
  migration.statements({ id: "TEXT", clustered: "" }, dialect)
    .flatMap((text) => [...text.matchAll(created)].map(([, made, renamed]) => made ?? renamed ?? ""))

/** A text's strings, comments, words, and everything else character by character. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\w+|\s+|[^]/g

/** After these words comes the name of a table or an index. */
const beforeNames = new Set([
  "FROM",
  "JOIN",
  "INTO",
  "UPDATE",
  "TABLE",
  "INDEX",
  "TRIGGER",
  "BY",
  "EXISTS",
  "REFERENCES",
  "TO"
])

/** Replaces the names of tables and indexes, where they are not columns or other names of the same spelling. */
const prefixing = (prefix: string, names: ReadonlySet<string>, searchable: ReadonlySet<string>) => (text: string) => {
  const parts = text.match(tokens) ?? []
  const isDefinition = /^\s*CREATE\b/i.test(text)
  let before = ""
  return parts.map((part, i) => {
    if (/^(?:\s|--)/.test(part)) return part
    const isName = names.has(part) && before !== "." && (
      beforeNames.has(before) || parts[i + 1] === "." || searchable.has(part) || (isDefinition && before === "ON")
    )
    before = part.toUpperCase()
    return isName ? `${prefix}${part}` : part
  }).join("")
}

/** A number that differs between stores, as a seed of locks. */
const seedOf = (name: string): number => {
  let seed = 7
  for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  return Math.abs(seed) || 7
}

const ofSqlite = ({ migrations, name }: NamedStore): Naming => {
  const prefix = `${name}_`
  const searchable = new Set<string>()
  for (const migration of migrations) {
    for (const text of migration.statements({ id: "TEXT", clustered: "" }, "sqlite")) {
      const [, table] = /\bCREATE\s+VIRTUAL\s+TABLE\s+(\w+)/i.exec(text) ?? []
      if (table !== undefined) searchable.add(table)
    }
  }
  const names = new Set(["migration", "compatibility", ...migrations.flatMap((one) => madeBy(one, "sqlite"))])
  return {
    name,
    text: cached(prefixing(prefix, names, searchable)),
    table: (table) => `${prefix}${table}`,
    begin: ""
  }
}

const ofPostgres = ({ name }: NamedStore): Naming => {
  const seed = seedOf(name)
  const locks = (text: string) =>
    text.replace(/(hashtextextended\([^,()]+, )0\)/, `$1${seed})`)
      .replace(/(pg_advisory_xact_lock\()(\d+)(,|\))/, (_, call: string, number: string, end: string) =>
        `${call}${(Number(number) ^ seed) & 0x7f_ff_ff_ff}${end}`)
  return {
    name,
    text: cached((text) => text.includes("pg_advisory") ? locks(text) : text),
    table: (table) => table,
    begin: `; SELECT set_config('search_path', concat_ws(', ', '"${name}"', `
      + `NULLIF(current_setting('search_path'), '')), true)`
  }
}

/** The naming of a store; undefined for the only one. */
export const namingOf = (store: NamedStore | undefined, dialect: Dialect): Naming | undefined => {
  if (store === undefined) return undefined
  return dialect === "sqlite" ? ofSqlite(store) : ofPostgres(store)
}
