/**
 * A switchover as the store sees it: the primary goes, a standby is there in its place, and a little later the standby
 * is the primary. Follows docs/specification.md#deadlines.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Server, startEmbedded } from "./embedded-postgres.ts"
import { product } from "./shop/products.ts"
import { openShop } from "./shop/server.ts"
import { delivery, eventually, sleep } from "./shop/shopper.ts"

let database: Server
beforeAll(async () => {
  database = await startEmbedded({ durable: false })
})
afterAll(() => database.stop())

const promote = () =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe("SELECT pg_promote()")).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 })),
    Effect.runPromise
  )

it("a store is not ready while there is only a standby, and sells again within five seconds of its promotion", async () => {
  const store = await openShop({ DATABASE_URL: database.url })
  try {
    const token = await store.guest()
    const buy = async () => {
      const added = await store.request("PUT", `/api/cart/items/${product(0)}`, { body: { quantity: 1 }, token })
      if (added.status !== 200) return added
      return await store.post("/api/checkout", delivery, { token, key: randomUUID() })
    }
    const ready = () => store.get("/health/ready")
    expect([(await buy()).status, (await ready()).status]).toEqual([200, 200])

    await database.restart("standby")
    await eventually(ready, ({ status }) => expect(status).toBe(503))
    for (let n = 0; n < 10; n++) {
      expect((await buy()).json).toMatchObject({ status: 503, code: "store_unavailable", retryable: true })
      // A standby's data may be old.
      expect((await store.get("/api/orders", { token })).status).toBe(503)
      await sleep(200)
    }

    await promote()
    await eventually(buy, ({ status }) => expect(status).toBe(200))
    await eventually(ready, ({ status }) => expect(status).toBe(200))
    for (let n = 0; n < 20; n++) expect((await buy()).status).toBe(200)
  } finally {
    await store.close()
  }
})
