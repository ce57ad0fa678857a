/** How a server opens its databases, and how many connections that takes. */
import * as Databases from "@beauty-store/server/Databases"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../test/postgres.ts"

describe("databases on PostgreSQL", () => {
  it("share the connections of one process, and each has two at least", () => {
    for (const all of [6, 7, 12, 24, 25, 100, 1000]) {
      const { carrier, payments, store } = Databases.shareConnections(all)
      expect(carrier + payments + store).toBe(all)
      // One for work, one for pings of the server meanwhile.
      expect(Math.min(carrier, payments, store)).toBeGreaterThanOrEqual(2)
    }
    expect(Databases.shareConnections(24)).toEqual({ store: 16, payments: 5, carrier: 3 })
  })

  it("are created once by processes that start at the same time", async () => {
    for (let times = 0; times < 2; times++) {
      const url = await createDatabase()
      const started = Array.from({ length: 8 }, () => Databases.at({ _tag: "Postgres", url }, 6).payments)
      const schema = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("SELECT current_schema() AS schema"))
      const schemas = await Effect.forEach(
        started,
        (payments) => Effect.provide(schema, Layer.fresh(payments)),
        { concurrency: "unbounded" }
      ).pipe(Effect.runPromise)
      expect(schemas.flat()).toEqual(started.map(() => ({ schema: Databases.paymentsSchema })))
      await dropDatabase(url)
    }
  })
})
