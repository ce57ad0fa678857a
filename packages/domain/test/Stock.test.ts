import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ProductId } from "../src/Ids.ts"
import * as Stock from "../src/Stock.ts"

const serum = ProductId.make("serum")
const isStock = Schema.is(Stock.Stock)
const step = fc.record({
  act: fc.constantFrom("reserve" as const, "release" as const, "commit" as const, "setOnHand" as const),
  quantity: fc.nat(6)
})

describe("stock", () => {
  it("gives the documented example", () => {
    const stock = { onHand: 3, reserved: 1 }
    expect(Stock.available(stock)).toBe(2)
    expect(Stock.reserve(stock, serum, 3))
      .toEqual(Either.left(new Stock.InsufficientStock({ productId: serum, requested: 3, available: 2 })))
  })

  it("keeps 0 ≤ reserved ≤ on hand under any sequence of steps", () => {
    fc.assert(fc.property(fc.nat(10), fc.array(step, { maxLength: 40 }), (onHand, steps) => {
      let stock: Stock.Stock = { onHand, reserved: 0 }
      for (const { act, quantity } of steps) {
        const result: Either.Either<Stock.Stock, unknown> = Stock[act](stock, serum, quantity)
        stock = Either.getOrElse(result, () => stock)
        expect(isStock(stock)).toBe(true)
      }
    }))
  })

  it("never sells a unit twice: what was shipped and what is promised came off the shelf", () => {
    const sale = fc.record({
      act: fc.constantFrom("reserve" as const, "release" as const, "commit" as const),
      quantity: fc.nat(6)
    })
    fc.assert(fc.property(fc.nat(20), fc.array(sale, { maxLength: 40 }), (onHand, sales) => {
      let stock: Stock.Stock = { onHand, reserved: 0 }
      let promised = 0
      let shipped = 0
      for (const { act, quantity } of sales) {
        const result: Either.Either<Stock.Stock, unknown> = Stock[act](stock, serum, quantity)
        if (Either.isLeft(result)) continue
        stock = result.right
        promised += act === "reserve" ? quantity : -quantity
        shipped += act === "commit" ? quantity : 0
      }
      expect(stock).toEqual({ onHand: onHand - shipped, reserved: promised })
      expect(Stock.available(stock) + promised + shipped).toBe(onHand)
    }))
  })

  it("is as before after a reservation is released", () => {
    fc.assert(fc.property(fc.nat(9), fc.nat(9), fc.nat(9), (reserved, free, quantity) => {
      const stock = { onHand: reserved + free, reserved }
      const there = Stock.reserve(stock, serum, quantity)
      expect(Either.isRight(there)).toBe(quantity <= free)
      if (Either.isRight(there)) {
        expect(Stock.release(there.right, serum, quantity)).toEqual(Either.right(stock))
      }
    }))
  })

  it("grants the last unit once", () => {
    const first = Either.getOrThrow(Stock.reserve({ onHand: 1, reserved: 0 }, serum, 1))
    expect(Stock.reserve(first, serum, 1))
      .toEqual(Either.left(new Stock.InsufficientStock({ productId: serum, requested: 1, available: 0 })))
  })

  it.each([
    { onHand: 1, accepted: false },
    { onHand: 2, accepted: true },
    { onHand: 9, accepted: true }
  ])("with 2 reserved can be counted as $onHand: $accepted", ({ onHand, accepted }) => {
    expect(Stock.setOnHand({ onHand: 5, reserved: 2 }, serum, onHand)).toEqual(
      accepted
        ? Either.right({ onHand, reserved: 2 })
        : Either.left(new Stock.BelowReserved({ productId: serum, onHand, reserved: 2 }))
    )
  })

  it("refuses to release or ship what was not reserved", () => {
    const refusal = Either.left(new Stock.NotReserved({ productId: serum, requested: 3, reserved: 2 }))
    expect(Stock.release({ onHand: 5, reserved: 2 }, serum, 3)).toEqual(refusal)
    expect(Stock.commit({ onHand: 5, reserved: 2 }, serum, 3)).toEqual(refusal)
  })

  it("says the facts of a refusal in a sentence", () => {
    expect(new Stock.InsufficientStock({ productId: serum, requested: 3, available: 2 }).message)
      .toBe("3 of serum were requested, 2 are available.")
  })
})
