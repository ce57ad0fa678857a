/** Three stores on one PostgreSQL as it comes, with 100 connections (docs/specification.md#deadlines). */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Server, startEmbedded } from "./embedded-postgres.ts"
import { product } from "./shop/products.ts"
import type { Answer } from "./shop/requests.ts"
import { openShop } from "./shop/server.ts"
import { atOnce, eventually, newShopper, pay, sleep } from "./shop/shopper.ts"

const ok = ({ status }: Answer) => expect(status).toBe(200)

let database: Server
beforeAll(async () => {
  database = await startEmbedded({ durable: false, connections: 100 })
})
afterAll(() => database.stop())

it("three stores, a fourth that replaces one of them, and an operator have connections enough, whatever the rush", async () => {
  const stores = await atOnce(4, () => openShop({ DATABASE_URL: database.url, SIMULATED_CARRIER_SECONDS: "1" }))
  const seen = { most: 0, selling: true }
  const operator = Effect.gen(function*() {
    const sql = yield* PgClient.PgClient
    while (seen.selling) {
      const [row] = yield* sql.unsafe<{ readonly n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'beauty-store%'"
      )
      seen.most = Math.max(seen.most, row!.n)
      yield* Effect.promise(() => sleep(20))
    }
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 })),
    Effect.runPromise
  )
  const rush = atOnce(96, async (n) => {
    const store = stores[n % 4]!
    const shopper = await newShopper(store, product(n % 20))
    for (let times = 0; times < 2; times++) await eventually(() => shopper.add(product(n % 20)), ok, 60_000)
    // On a machine that is busy some are asked to come again.
    const { json } = await eventually(() => shopper.checkout(`rush-${n}`), ok, 60_000)
    await eventually(() => pay(store, json.redirectUrl), ok, 60_000)
  })
  await rush.finally(() => {
    seen.selling = false
    return operator
  })
  console.log(`at most ${seen.most} connections at once`)
  // The fourth has its own as well: three stores may have 24 each.
  expect(seen.most).toBeGreaterThan(3 * 24)
  // PostgreSQL keeps three of its hundred for its owner.
  expect(seen.most).toBeLessThanOrEqual(97)
  for (const store of stores) await store.close()
})
