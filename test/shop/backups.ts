/**
 * A backup of a shop's rows, put back over what happened since: everything is forgotten but the catalogue, which tests
 * do not change. The provider goes on, and so does the clock.
 */
import * as Effect from "effect/Effect"

type Row = Readonly<Record<string, unknown>>
export type Sql = (text: string) => Effect.Effect<ReadonlyArray<Row>>

const isKept = (table: string) => /^(brand|product|picture|catalog_|migration|sqlite_)/.test(table)

const literal = (value: unknown): string =>
  value === null
    ? "NULL"
    : typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`

export interface Backup {
  readonly restore: Effect.Effect<void>
}

/** Takes a backup. */
export const backUp = (sql: Sql, dialect: "sqlite" | "pg"): Effect.Effect<Backup> =>
  Effect.gen(function*() {
    const names = yield* sql(
      dialect === "pg"
        ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
        : "SELECT name FROM sqlite_master WHERE type = 'table'"
    )
    const tables = names.map(({ name }) => String(name)).filter((name) => !isKept(name))
    const inserts: Array<string> = []
    // Triggers write some rows as soon as those are there that they follow from.
    const insert = dialect === "pg" ? "INSERT" : "INSERT OR REPLACE"
    for (const table of tables) {
      for (const row of yield* sql(`SELECT * FROM ${table}`)) {
        inserts.push(
          `${insert} INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${
            Object.values(row).map(literal).join(", ")
          })`
        )
      }
    }
    const statements = [...tables.map((table) => `DELETE FROM ${table}`), ...inserts]
    return {
      restore: dialect === "pg"
        ? Effect.asVoid(sql(
          `DO $restore$ BEGIN SET LOCAL session_replication_role = replica; ${statements.join("; ")}; END $restore$`
        ))
        : Effect.gen(function*() {
          yield* sql("PRAGMA foreign_keys = OFF")
          for (const statement of statements) yield* sql(statement)
          yield* sql("PRAGMA foreign_keys = ON")
        })
    }
  })
