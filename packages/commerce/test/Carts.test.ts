/** Carts, on both databases: lines and their limits, what changed since, whose cart is whose. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { ProductId } from "@beauty-store/domain/Ids"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import { ada, countOf, onBoth, onPostgres, owner, setStock, until, World } from "../../../test/shop/use-cases.ts"
import { awaiting } from "../../../test/world/awaited-statements.ts"

onBoth("carts", (test) => {
  test(
    "an owner without a cart sees an empty one, and looking makes none",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const view = yield* carts.view(ada)
      expect(view).toEqual({
        items: [],
        method: "standard",
        subtotalMinor: 0,
        shippingMinor: 0,
        totalMinor: 0,
        currency: "EUR",
        vat: [],
        messages: [],
        promotions: { counted: [], codes: [], freesShipping: false },
        offered: { automatic: [], given: [] },
        isSeen: true
      })
      yield* carts.remove(ada, ProductId.make("serum"))
      yield* carts.empty(ada)
      expect(yield* countOf("cart")).toBe(0)
    })
  )

  test(
    "adding adds up, and the answer is what a later look shows",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* carts.add(ada, ProductId.make("cream"), 1)
      const answer = yield* carts.add(ada, ProductId.make("serum"), 2)
      expect(answer.items.map((item) => [item.productId, item.quantity, item.lineTotalMinor, item.available])).toEqual([
        ["serum", 3, 8985, 1000],
        ["cream", 1, 1990, 5]
      ])
      expect([answer.subtotalMinor, answer.shippingMinor, answer.totalMinor]).toEqual([10975, 0, 10975])
      expect(yield* carts.view(ada)).toEqual(answer)
    })
  )

  test(
    "lines stand in the order in which they came, whatever their names",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { clock } = yield* World
      for (const id of ["serum", "noir", "balm"]) {
        clock.now += 1
        yield* carts.add(ada, ProductId.claimed.make(id), 1)
      }
      clock.now += 1
      const answer = yield* carts.add(ada, ProductId.make("serum"), 1)
      expect(answer.items.map((item) => item.productId)).toEqual(["serum", "noir", "balm"])
      expect(yield* carts.view(ada)).toEqual(answer)
    })
  )

  test(
    "lines that came in the same millisecond stand alike in the answer and in a later look",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      yield* carts.add(ada, ProductId.make("serum"), 1)
      const answer = yield* carts.add(ada, ProductId.make("balm"), 1)
      expect(yield* carts.view(ada)).toEqual(answer)
    })
  )

  test(
    "more than is available or than 99 is refused and changes nothing",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      yield* carts.add(ada, ProductId.make("cream"), 4)
      expect(yield* Effect.flip(carts.add(ada, ProductId.make("cream"), 2))).toMatchObject({
        _tag: "InsufficientStock",
        requested: 6,
        available: 5
      })
      expect(yield* Effect.flip(carts.add(ada, ProductId.make("serum"), 100))).toMatchObject({
        _tag: "QuantityLimitExceeded",
        requested: 100,
        limit: 99
      })
      expect(yield* Effect.flip(carts.add(ada, ProductId.make("tonic"), 1))).toMatchObject({
        _tag: "InsufficientStock",
        available: 0
      })
      expect(yield* Effect.flip(carts.set(ada, ProductId.make("cream"), 6))).toMatchObject({
        _tag: "InsufficientStock"
      })
      expect((yield* carts.view(ada)).items.map((item) => [item.productId, item.quantity])).toEqual([["cream", 4]])
    })
  )

  test(
    "an unknown product is refused, whatever its name",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      for (const id of ["nothing", "", "'; DROP TABLE cart; --", "serum\u0000", "\ud800", "é".repeat(5000)]) {
        expect(yield* Effect.flip(carts.add(ada, ProductId.claimed.make(id), 1))).toMatchObject({
          _tag: "ProductNotFound",
          productId: id
        })
        expect((yield* carts.remove(ada, ProductId.claimed.make(id))).items).toEqual([])
      }
    })
  )

  test(
    "a quantity can be set, 0 removes the line, and what is gone can be removed again",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      expect((yield* carts.set(ada, ProductId.make("serum"), 7)).items.map((item) => item.quantity)).toEqual([7])
      expect((yield* carts.set(ada, ProductId.make("serum"), 2)).items.map((item) => item.quantity)).toEqual([2])
      expect((yield* carts.set(ada, ProductId.make("serum"), 0)).items).toEqual([])
      expect((yield* carts.set(ada, ProductId.make("serum"), 0)).items).toEqual([])
      expect((yield* carts.remove(ada, ProductId.make("serum"))).items).toEqual([])
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* carts.add(ada, ProductId.make("cream"), 1)
      expect((yield* carts.remove(ada, ProductId.make("serum"))).items.map((item) => item.productId)).toEqual(["cream"])
      expect((yield* carts.empty(ada)).totalMinor).toBe(0)
      expect((yield* carts.view(ada)).items).toEqual([])
      expect(yield* countOf("cart")).toBe(1)
    })
  )

  test(
    "what changed since a line was touched is said, until it is touched again",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { sql } = yield* World
      yield* carts.add(ada, ProductId.make("cream"), 3)
      yield* carts.add(ada, ProductId.make("balm"), 1)
      yield* sql("UPDATE product SET price_minor = 2190 WHERE id = 'cream'")
      yield* setStock("cream", 2)
      yield* setStock("balm", 0)
      const view = yield* carts.view(ada)
      expect(view.messages.map((message) => [message.code, message.productId])).toEqual(
        expect.arrayContaining([["price_changed", "cream"], ["insufficient_stock", "cream"], ["out_of_stock", "balm"]])
      )
      expect(view.items.find((item) => item.productId === "cream")).toMatchObject({ priceMinor: 2190, available: 2 })
      const mended = yield* carts.set(ada, ProductId.make("cream"), 2)
      expect(mended.messages.map((message) => message.code)).toEqual(["out_of_stock"])
    })
  )

  test(
    "what a price has become is said until the line is touched, and is written once where it was shown",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { sql } = yield* World
      const shown = Effect.map(
        sql<{ price_shown_minor: unknown }>("SELECT price_shown_minor FROM cart_line WHERE product_id = 'cream'"),
        ([row]) => row!.price_shown_minor === null ? null : Number(row!.price_shown_minor)
      )
      const price = (minor: number) => sql(`UPDATE product SET price_minor = ${minor} WHERE id = 'cream'`)
      const cream = ProductId.make("cream")
      yield* carts.add(ada, cream, 1)
      expect((yield* carts.view(ada)).isSeen).toBe(true)
      expect(yield* shown).toBeNull()
      yield* price(2190)
      yield* carts.view(ada)
      expect(yield* shown).toBeNull()
      for (let n = 0; n < 2; n++) {
        const cart = yield* carts.view(ada)
        expect(cart.isSeen).toBe(n > 0)
        expect(cart.messages).toMatchObject([{ code: "price_changed", priceSeenMinor: 1990, priceMinor: 2190 }])
        yield* carts.markSeen(ada, cart)
        expect(yield* shown).toBe(2190)
      }
      // Every response of a change shows the whole cart.
      const changes = [
        carts.add(ada, ProductId.make("serum"), 1),
        carts.set(ada, ProductId.make("serum"), 2),
        carts.set(ada, ProductId.make("serum"), 0),
        carts.remove(ada, ProductId.make("noir"))
      ]
      for (const [n, change] of changes.entries()) {
        yield* price(2200 + n)
        expect((yield* change).items[0]).toMatchObject({ productId: "cream", priceMinor: 2200 + n })
        expect(yield* shown).toBe(2200 + n)
      }
      expect((yield* carts.set(ada, cream, 1)).messages).toEqual([])
      expect(yield* shown).toBeNull()
      const nobody = owner("sho_nobody")
      const empty = yield* carts.view(nobody)
      expect([empty.items, empty.isSeen]).toEqual([[], true])
      yield* carts.markSeen(nobody, yield* carts.view(ada))
      expect(yield* countOf("cart")).toBe(1)
    })
  )

  test(
    "an agent's shoppers have a cart each, and two agents' references never meet",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const owners = [owner("agent:a"), owner("agent:a", "1"), owner("agent:a", "2"), owner("agent:b", "1")]
      for (const [n, one] of owners.entries()) yield* carts.add(one, ProductId.make("serum"), n + 1)
      for (const [n, one] of owners.entries()) {
        expect((yield* carts.view(one)).items.map((item) => item.quantity)).toEqual([n + 1])
      }
      yield* carts.empty(owners[1]!)
      expect((yield* carts.view(owners[2]!)).items.length).toBe(1)
      expect(yield* countOf("cart")).toBe(4)
    })
  )

  test(
    "twenty at once on a cart that is not there yet make one cart and lose no unit",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      for (let round = 1; round <= 6; round++) {
        const shopper = owner(`sho_${round}`)
        yield* Effect.all(Array.from({ length: 20 }, () => carts.add(shopper, ProductId.make("serum"), 1)), {
          concurrency: "unbounded"
        })
        expect((yield* carts.view(shopper)).items.map((item) => item.quantity)).toEqual([20])
        expect(yield* countOf("cart")).toBe(round)
      }
    })
  )

  test(
    "twenty at once on a cart that is there lose no unit",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* Effect.all(Array.from({ length: 20 }, () => carts.add(ada, ProductId.make("serum"), 1)), {
        concurrency: "unbounded"
      })
      expect((yield* carts.view(ada)).items.map((item) => item.quantity)).toEqual([21])
    })
  )
})

onPostgres("carts", (test) => {
  test(
    "a cart that comes to be between two statements of somebody else's loses no unit",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { write } = yield* Transactions
      const { faults, sql } = yield* World
      const [made, commit, looks, lookOn, atLine, writeOn] = yield* Effect.all(
        Array.from({ length: 6 }, () => Deferred.make<void>())
      )
      const first = yield* Effect.fork(write(Effect.gen(function*() {
        yield* carts.add(ada, ProductId.make("serum"), 1)
        yield* Deferred.succeed(made!, undefined)
        yield* awaiting(Deferred.await(commit!))
      })))
      yield* Deferred.await(made!)
      let looked = 0
      let lines = 0
      faults.checkpoint = (text) => {
        if (text.includes("LEFT JOIN cart_line") && looked++ === 0) {
          return { wait: Effect.zipRight(Deferred.succeed(looks!, undefined), Deferred.await(lookOn!)) }
        }
        if (text.includes("INTO cart_line") && lines++ === 0) {
          return { wait: Effect.zipRight(Deferred.succeed(atLine!, undefined), Deferred.await(writeOn!)) }
        }
        return undefined
      }
      const second = yield* Effect.fork(carts.add(ada, ProductId.make("serum"), 1))
      yield* Deferred.await(looks!)
      yield* until(
        Effect.map(
          sql(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
             AND query LIKE 'SELECT id FROM cart %'`),
          (found) => found.length === 1
        ),
        "the second has found no cart to lock"
      )
      yield* Deferred.succeed(commit!, undefined)
      yield* Fiber.join(first)
      yield* Deferred.succeed(lookOn!, undefined)
      yield* Deferred.await(atLine!)
      // It holds no lock, so a third comes to its end meanwhile.
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* Deferred.succeed(writeOn!, undefined)
      yield* Fiber.join(second)
      expect(lines).toBe(3)
      expect((yield* carts.view(ada)).items.map((item) => item.quantity)).toEqual([3])
    })
  )
})
