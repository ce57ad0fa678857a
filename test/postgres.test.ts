/** The PostgreSQL of the tests itself: real, fresh for everyone who asks, and gone afterwards. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { createDatabase, dropDatabase, useDatabase } from "./postgres.ts"

const query = (url: string, statement: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<Record<string, unknown>>(statement)).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url) })),
    Effect.runPromise
  )

describe("the PostgreSQL of the tests", () => {
  const url = useDatabase()

  it("is a server of version 14 or newer that knows Unicode", async () => {
    const [row] = await query(
      url(),
      "SELECT current_setting('server_version_num')::int AS version, lower('ÄÖ') AS lower"
    )
    expect(row?.["version"]).toBeGreaterThanOrEqual(140_000)
    expect(row?.["lower"]).toBe("äö")
  })

  it("gives everyone who asks an empty database, and drops it", async () => {
    const other = await createDatabase()
    await query(url(), "CREATE TABLE mine (id int)")
    await query(other, "CREATE TABLE mine (id text)")
    const [here] = await query(url(), "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'")
    expect(here).toEqual({ tables: 1 })

    await dropDatabase(other)
    const left = await query(url(), `SELECT FROM pg_database WHERE datname = '${new URL(other).pathname.slice(1)}'`)
    expect(left).toEqual([])
  })
})
