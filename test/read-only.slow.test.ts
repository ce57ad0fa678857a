/**
 * A database that accepts no writes for a while, as during a switchover: changes and readiness are 503, and all is well
 * as soon as it accepts writes again. Follows docs/specification.md#deadlines, docs/specification.md#health.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { useDatabase } from "./postgres.ts"
import { product } from "./shop/products.ts"
import { openShop, type Shop } from "./shop/server.ts"
import { delivery, eventually } from "./shop/shopper.ts"

const url = useDatabase()

const query = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(PgClient.PgClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url()), maxConnections: 1, applicationName: "operator" })),
    Effect.runPromise
  )

/** A guest who buys one more unit each time. */
const buyer = async (store: Shop, n: number) => {
  const token = await store.guest()
  return async () => {
    const added = await store.post("/api/cart", { productId: product(n), quantity: 1 }, { token })
    if (added.status !== 200) return added
    return await store.post("/api/checkout", delivery, { token, key: randomUUID() })
  }
}

/** Sessions that begin from now on can only read, or may write again. Those that are open stay as they are. */
const readOnly = (on: boolean) => {
  const name = new URL(url()).pathname.slice(1)
  // The database's setting also applies to the operator's own session.
  return query(
    "SET default_transaction_read_only = off",
    `ALTER DATABASE "${name}" ${on ? "SET default_transaction_read_only = on" : "RESET ALL"}`
  )
}

const endSessions = () =>
  query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'beauty-store%'`
  )

describe("a database that can only be read", () => {
  it("makes checkouts and readiness 503, still shows products, and sells as soon as it accepts writes", async () => {
    const store = await openShop({ DATABASE_URL: url() })
    try {
      const buy = await buyer(store, 0)
      expect((await buy()).status).toBe(200)
      expect((await store.get("/health/ready")).status).toBe(200)

      await readOnly(true)
      await endSessions()
      const refused = await eventually(buy, ({ status }) => expect(status).not.toBe(200))
      expect(refused).toMatchObject({ status: 503, json: { code: "store_unavailable", retryable: true } })
      for (let n = 0; n < 3; n++) expect((await buy()).status).toBe(503)
      await eventually(() => store.get("/health/ready"), ({ status }) => expect(status).toBe(503))
      expect((await store.get(`/api/products/${product(0)}`)).status).toBe(200)

      // The sessions that began meanwhile stay read-only for as long as they last: only the store ends them.
      await readOnly(false)
      await eventually(buy, ({ status }) => expect(status).toBe(200))
      await eventually(() => store.get("/health/ready"), ({ status }) => expect(status).toBe(200))
      for (let n = 0; n < 6; n++) expect((await buy()).status).toBe(200)
    } finally {
      await store.close()
    }
  })

  it("refuses a start, with the reason", async () => {
    await readOnly(true)
    try {
      await expect(openShop({ DATABASE_URL: url() })).rejects.toThrow(/read-only/)
    } finally {
      await readOnly(false)
    }
  })
})
