/**
 * Statements that are sent ahead on PostgreSQL: nobody waits for their answers, and yet a transaction is all or nothing.
 */
import * as Query from "@beauty-store/sql/Query"
import { StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import { awaiting } from "../../../test/shop/awaited-statements.ts"
import { onPostgres, untilBlocked, World } from "../../../test/shop/use-cases.ts"

const setHand = Query.send<[onHand: number, productId: string]>("UPDATE stock SET on_hand = ? WHERE product_id = ?")
const setHandFrom = Query.changeOne<[onHand: number, productId: string, from: number]>(
  "UPDATE stock SET on_hand = ? WHERE product_id = ? AND on_hand = ?"
)
/** What the auditor does not know. */
const forget = Query.send("DELETE FROM counter")
const insertCounter = Query.insert("counter", ["series", "n"])
const insertCounters = Query.insertAll("counter", ["series", "n"])
const counters = Query.all(Schema.Struct({ series: Schema.String, n: Query.Int }))(
  "SELECT series, n FROM counter ORDER BY series"
)
const handOf = Query.all(Schema.Struct({ on_hand: Query.Int }))<[productId: string]>(
  "SELECT on_hand FROM stock WHERE product_id = ?"
)
const hand = (productId: string) => Effect.map(handOf(productId), (rows) => rows[0]!.on_hand)

onPostgres("statements that are sent ahead", (test) => {
  test(
    "are all done when the transaction has committed, and seen by later queries of their own",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const [later, now] = yield* write(Effect.gen(function*() {
        yield* hand("serum")
        yield* setHand(7, "serum")
        yield* setHand(8, "serum")
        const later = yield* handOf.sent("serum")
        yield* setHand(9, "serum")
        yield* insertCounters([{ series: "a", n: 1 }, { series: "b", n: 2 }])
        return [(yield* later)[0]!.on_hand, yield* hand("serum")]
      }))
      expect([later, now]).toEqual([8, 9])
      expect(yield* read(hand("serum"))).toBe(9)
      expect(yield* read(counters())).toEqual([{ series: "a", n: 1 }, { series: "b", n: 2 }])
      yield* write(Effect.zipRight(setHand(1_000, "serum"), forget()))
    })
  )

  test(
    "undo everything where one of them fails, although COMMIT was sent behind it",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      let committed = 0
      const twice = Effect.gen(function*() {
        const { afterCommit } = yield* Transaction
        afterCommit(() => void committed++)
        yield* insertCounter({ series: "a", n: 1 })
        yield* insertCounter({ series: "a", n: 2 })
        yield* setHand(1, "serum")
      })
      for (let n = 0; n < 10; n++) expect(Exit.isFailure(yield* Effect.exit(write(twice)))).toBe(true)
      expect(committed).toBe(0)
      expect(yield* read(counters())).toEqual([])
      expect(yield* read(hand("serum"))).toBe(1_000)
    })
  )

  test(
    "run again where the database requires it, or where a condition that was read no longer holds",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const { faults, sql } = yield* World
      let failures = 3
      faults.checkpoint = (text) => text.startsWith("UPDATE stock") && failures-- > 0 ? "40001" : undefined
      let runs = 0
      yield* write(Effect.gen(function*() {
        runs++
        yield* setHand((yield* hand("serum")) + 1, "serum")
      }))
      faults.checkpoint = () => undefined
      expect([runs, yield* read(hand("serum"))]).toEqual([4, 1_001])
      runs = 0
      yield* write(Effect.gen(function*() {
        const seen = yield* hand("serum")
        if (++runs === 1) yield* awaiting(sql("UPDATE stock SET on_hand = 500 WHERE product_id = 'serum'"))
        yield* setHandFrom(seen + 1, "serum", seen)
        // Sent before it is known that the condition did not hold.
        yield* insertCounter({ series: "a", n: seen })
      }))
      expect([runs, yield* read(hand("serum"))]).toEqual([2, 501])
      expect(yield* read(counters())).toEqual([{ series: "a", n: 500 }])
      yield* write(Effect.zipRight(setHand(1_000, "serum"), forget()))
    })
  )

  test(
    "change nothing where the transaction could not be opened",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const { faults } = yield* World
      for (const first of [Effect.void, hand("serum")]) {
        // BEGIN fails, and the connection goes on as if nothing had been said.
        const sent: Array<string> = []
        faults.checkpoint = (text) => {
          sent.push(text)
          return text.startsWith("BEGIN") ? "57014" : undefined
        }
        const outcome = yield* Effect.flip(write(Effect.zipRight(first, setHand(1, "serum"))))
        faults.checkpoint = () => undefined
        expect(outcome).toBeInstanceOf(StoreUnavailable)
        expect(sent.filter((text) => text.startsWith("UPDATE"))).toEqual([])
      }
      expect(yield* read(hand("serum"))).toBe(1_000)
    })
  )

  test(
    "keep nobody waiting whose caller has left, and no connection",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const held = yield* Deferred.make<void>()
      const over = yield* Deferred.make<void>()
      const holder = yield* Effect.fork(write(Effect.gen(function*() {
        yield* setHand(1_000, "serum")
        yield* hand("serum")
        yield* Deferred.succeed(held, undefined)
        yield* awaiting(Deferred.await(over))
      })))
      yield* Deferred.await(held)
      for (let n = 0; n < 10; n++) {
        const waiting = yield* Effect.fork(write(Effect.gen(function*() {
          yield* hand("serum")
          yield* setHand(n, "serum")
          yield* awaiting(Effect.never)
        })))
        yield* untilBlocked
        const left = yield* Effect.timeoutOption(Fiber.interrupt(waiting), 1_500)
        expect(left._tag).toBe("Some")
      }
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(holder)
      expect(yield* read(hand("serum"))).toBe(1_000)
    })
  )

  test(
    "let a body refuse although one of them still waits for somebody else's lock",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const held = yield* Deferred.make<void>()
      const over = yield* Deferred.make<void>()
      const holder = yield* Effect.fork(write(Effect.gen(function*() {
        yield* setHand(1_000, "serum")
        yield* hand("serum")
        yield* Deferred.succeed(held, undefined)
        yield* awaiting(Deferred.await(over))
      })))
      yield* Deferred.await(held)
      const refused = write(Effect.gen(function*() {
        yield* hand("serum")
        yield* setHand(1, "serum")
        return yield* Effect.fail("refused")
      }))
      const refusals = yield* Effect.fork(
        Effect.all(Array.from({ length: 4 }, () => Effect.flip(refused)), { concurrency: "unbounded" })
      )
      yield* untilBlocked
      yield* Deferred.succeed(over, undefined)
      expect(yield* Fiber.join(refusals)).toEqual(["refused", "refused", "refused", "refused"])
      yield* Fiber.join(holder)
      expect(yield* read(hand("serum"))).toBe(1_000)
    })
  )

  test(
    "have an unknown outcome where the connection is lost behind a COMMIT that was sent",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { faults } = yield* World
      let uncertain = 0
      faults.checkpoint = (text) => text === "COMMIT" ? { after: "08006" } : undefined
      const outcome = yield* Effect.flip(write(Effect.gen(function*() {
        const { afterUncertainCommit } = yield* Transaction
        afterUncertainCommit(() => void uncertain++)
        yield* hand("serum")
        yield* setHand(1_000, "serum")
      })))
      faults.checkpoint = () => undefined
      expect(outcome).toBeInstanceOf(StoreUnavailable)
      expect(uncertain).toBe(1)
    })
  )
})
