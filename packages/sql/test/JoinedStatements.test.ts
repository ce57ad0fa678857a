/** A program's own tables in the store's transactions, on both databases, with this repository's drivers and the stock ones. */
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import { insertItem, mine, onEach, onPostgres, rowsOf, setItem } from "./joined-shops.ts"
import { expectDefect, joinedStatements } from "./joined-statements.ts"

onEach((name, test) => {
  joinedStatements(name, test)

  describe(`a use case of the store (${name})`, () => {
    test("never waits for anything but its queries", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const gate = yield* Deferred.make<void>()
        const waits = [
          Effect.never,
          Effect.sleep(1),
          Deferred.await(gate),
          Effect.promise(() => Promise.resolve()),
          Effect.uninterruptible(Effect.sleep(1))
        ]
        for (const wait of waits) {
          for (const open of [transactions.read, transactions.write]) {
            yield* expectDefect(open(wait), /waited for something other/)
            yield* expectDefect(open(Effect.zipRight(mine(first), wait)), /waited for something other/)
          }
          const left = yield* Deferred.make<void>()
          const afterwards = Effect.ensuring(
            Effect.zipRight(wait, insertItem({ n: 2 })),
            Deferred.succeed(left, undefined)
          )
          yield* expectDefect(
            transactions.write(Effect.all([insertItem({ n: 1 }), sql`INSERT INTO mine (n) VALUES (1)`, afterwards])),
            /waited for something other/
          )
          yield* Deferred.await(left)
        }
        yield* Deferred.succeed(gate, undefined)
        expect(yield* rowsOf(first)).toEqual([[], []])
        // A yield is no wait.
        expect(yield* transactions.write(Effect.zipRight(Effect.yieldNow(), Effect.succeed(1)))).toBe(1)
      }))
  })
})

describe("statements of a program's own client (PostgreSQL alone)", () => {
  onPostgres()("run again with the body where the database requires it", ({ first }) =>
    Effect.gen(function*() {
      const { sql, transactions } = first
      yield* transactions.write(insertItem({ n: 1 }))
      let runs = 0
      yield* transactions.write(Effect.gen(function*() {
        yield* sql`INSERT INTO mine (n) VALUES (${++runs})`
        // The first time, its condition does not hold.
        yield* setItem(2, runs === 1 ? 9 : 1)
      }))
      expect(yield* rowsOf(first)).toEqual([[2], [2]])
      const killed = transactions.write(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
      const unavailable = yield* Effect.flip(killed)
      expect(unavailable).toBeInstanceOf(StoreUnavailable)
      expect(unavailable.message).toMatch(/^The store cannot use its database: [^.]{9,}\. Try again; /)
      expect(yield* rowsOf(first)).toEqual([[2], [2]])
    }))
})
