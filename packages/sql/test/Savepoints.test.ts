/** What fails inside a transaction is undone alone, on both databases, with this repository's drivers and the stock ones. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { describe, expect } from "vitest"
import { insertItem, onEach, onPostgres, rowsOf } from "./joined-shops.ts"
import { inOne, savepoints } from "./savepoints.ts"

onEach(savepoints)

describe("what is inside a transaction (PostgreSQL alone)", () => {
  onPostgres()(
    "is undone alone where it is interrupted while its statement runs",
    ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const begun = yield* Deferred.make<void>()
        // Longer than the driver gives a statement whose caller has left.
        const slow = Effect.all([insertItem({ n: 2 }), Deferred.succeed(begun, undefined), sql`SELECT pg_sleep(0.4)`])
        const exit = yield* inOne(first)(Effect.gen(function*() {
          yield* insertItem({ n: 1 })
          const running = yield* Effect.fork(transactions.write(slow))
          yield* Deferred.await(begun)
          yield* Effect.yieldNow()
          const exit = yield* Fiber.interrupt(running)
          yield* insertItem({ n: 3 })
          return exit
        }))
        expect(Exit.isInterrupted(exit)).toBe(true)
        expect((yield* rowsOf(first))[0]).toEqual([1, 3])
      })
  )
})
