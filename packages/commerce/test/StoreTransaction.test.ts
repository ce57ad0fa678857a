/** `Store.transaction`: a program's own rows and the store's, all or nothing, on both databases. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import { InsufficientStock } from "@beauty-store/domain/Stock"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { NotATransaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import { ada, countOf, onBoth, request, World } from "../../../test/shop/use-cases.ts"

const serum = ProductId.make("serum")

/** The program's own table, empty. */
const wishes = Effect.gen(function*() {
  const { client, sql } = yield* World
  yield* sql("CREATE TABLE IF NOT EXISTS wish (n INTEGER PRIMARY KEY)")
  yield* sql("DELETE FROM wish")
  return (n: number) => client`INSERT INTO wish (n) VALUES (${n})`
})

/** Something in the cart, and what a checkout of it takes. */
const filled = Effect.gen(function*() {
  yield* (yield* Carts.Carts).add(ada, serum, 1)
  return { checkout: yield* Checkout.Checkout, provider: (yield* World).provider, wish: yield* wishes }
})

const quantities = Effect.flatMap(
  Carts.Carts,
  (carts) => Effect.map(carts.view(ada), ({ items }) => items.map(({ quantity }) => quantity))
)

onBoth("a transaction of the store's and the program's rows", (test) => {
  test(
    "commits what use cases and statements did, each seeing the other",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { client } = yield* World
      const wish = yield* wishes
      const seen = yield* Store.transaction(Effect.gen(function*() {
        yield* wish(1)
        yield* carts.add(ada, serum, 2)
        yield* wish(2)
        yield* carts.add(ada, serum, 1)
        const lines = yield* client<{ quantity: number }>`SELECT quantity FROM cart_line`
        return [lines.map(({ quantity }) => Number(quantity)), yield* quantities]
      }))
      expect(seen).toEqual([[3], [3]])
      expect([yield* countOf("wish"), yield* quantities]).toEqual([2, [3]])
    })
  )

  test(
    "undoes both where either refuses",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const wish = yield* wishes
      const late = Store.transaction(Effect.zipRight(wish(1), carts.add(ada, ProductId.make("balm"), 2)))
      expect(yield* Effect.flip(late)).toBeInstanceOf(InsufficientStock)
      const own = Store.transaction(Effect.all([carts.add(ada, serum, 2), wish(1), Effect.fail("no")]))
      expect(yield* Effect.flip(own)).toBe("no")
      expect([yield* countOf("wish"), yield* quantities]).toEqual([0, []])
    })
  )

  test(
    "undoes alone what was refused and handled: a use case, a part of its own, and a record of a request",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const wish = yield* wishes
      const keyed = Idempotency.keyed({ scope: "s", key: "k", fingerprint: "f" })
      const response = { status: 200, headers: {}, body: "" }
      const { write } = yield* Transactions
      const state = () => write(Effect.map(Idempotency.begin(keyed), ({ _tag }) => _tag))
      yield* Store.transaction(Effect.gen(function*() {
        yield* wish(1)
        yield* Effect.flip(Store.transaction(Effect.all([carts.add(ada, serum, 4), wish(2), Effect.fail("no")])))
        yield* Effect.flip(carts.add(ada, ProductId.make("balm"), 2))
        const requested = Effect.all([Idempotency.record(keyed, response, false), wish(3), Effect.fail("no")])
        yield* Effect.flip(Store.transaction(requested))
        expect(yield* state()).toBe("Fresh")
        yield* carts.add(ada, serum, 1)
      }))
      expect([yield* countOf("wish"), yield* quantities, yield* state()]).toEqual([1, [1], "Fresh"])
      yield* Store.transaction(Store.transaction(Idempotency.record(keyed, response, false)))
      expect(yield* state()).toBe("Completed")
    })
  )

  test(
    "keeps a use case whose program's part failed behind a savepoint",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { client } = yield* World
      const wish = yield* wishes
      yield* Store.transaction(Effect.gen(function*() {
        yield* carts.add(ada, serum, 1)
        const attempt = client.withTransaction(Effect.all([wish(1), carts.add(ada, serum, 5), wish(1)]))
        yield* Effect.flip(attempt)
        yield* wish(2)
      }))
      expect([yield* countOf("wish", "n = 2"), yield* countOf("wish"), yield* quantities]).toEqual([1, 1, [1]])
    })
  )

  test(
    "calls no provider, and nothing of such an attempt is kept",
    Effect.gen(function*() {
      const { checkout, provider, wish } = yield* filled
      const exit = yield* Effect.exit(
        Store.transaction(Effect.zipRight(
          wish(1),
          Effect.flatMap(
            checkout.hosted.begin(request(ada)),
            checkout.hosted.finish
          )
        ))
      )
      const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      expect(defect).toBeInstanceOf(NotATransaction)
      expect(String(defect)).toContain("provider")
      expect([yield* countOf("wish"), yield* countOf("orders"), provider.calls]).toEqual([0, 0, []])
      const sessionId = yield* Store.transaction(Effect.zipLeft(checkout.hosted.begin(request(ada)), wish(2)))
      yield* checkout.hosted.finish(sessionId)
      expect([yield* countOf("wish"), yield* countOf("orders"), provider.calls.length]).toEqual([1, 1, 1])
    })
  )

  test(
    "undoes as one a use case of several transactions that dies, where the program handles that",
    Effect.gen(function*() {
      const { checkout, provider, wish } = yield* filled
      const exit = yield* Store.transaction(
        Effect.zipRight(wish(1), Effect.zipLeft(Effect.exit(checkout.start(request(ada))), wish(2)))
      )
      expect(Exit.isFailure(exit) && String(Cause.squash(exit.cause))).toContain("provider")
      expect([yield* countOf("wish"), yield* countOf("orders"), provider.calls]).toEqual([2, 0, []])
      expect(yield* quantities).toEqual([1])
      yield* checkout.start(request(ada))
      expect(yield* countOf("orders")).toBe(1)
    })
  )
})
