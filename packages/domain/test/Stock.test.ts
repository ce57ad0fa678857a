import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ProductId } from "../src/Ids.ts"
import * as Stock from "../src/Stock.ts"

const serum = ProductId.make("serum")
const isStock = Schema.is(Stock.Stock)
const changes = {
  reservation: Stock.reservation,
  release: Stock.release,
  shipment: Stock.shipment,
  restock: Stock.restock
}
const step = fc.record({
  act: fc.constantFrom("reservation" as const, "release" as const, "shipment" as const, "restock" as const),
  quantity: fc.nat(6)
})

/** A change, made where its result is a stock, as the statement that saves it makes it. */
const made = (stock: Stock.Stock, change: Stock.Change): Stock.Stock | undefined => {
  const after = { onHand: stock.onHand + change.onHand, reserved: stock.reserved + change.reserved }
  return isStock(after) ? after : undefined
}

it.each([
  [-1, "out_of_stock"],
  [0, "out_of_stock"],
  [1, "low_stock"],
  [5, "low_stock"],
  [6, "in_stock"]
])("%i units are %s", (quantity, expected) => {
  expect(Stock.availability(quantity, 5)).toBe(expected)
})

it("warns of each fall to the level that counts once, and of nothing off sale", () => {
  const step = fc.record({ units: fc.nat(12), low: fc.option(fc.nat(8), { nil: undefined }) })
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), (all) => {
    let isWarned = false
    for (const { low, units } of all) {
      const change = Stock.warningOf(units, { isWarned, low })
      expect(change).not.toBe(isWarned ? "begins" : "ends")
      if (change !== undefined) isWarned = change === "begins"
      expect(isWarned).toBe(low !== undefined && units <= low)
    }
  }))
})

describe("stock", () => {
  it("gives the documented example", () => {
    const stock = { onHand: 3, reserved: 1 }
    expect(Stock.available(stock)).toBe(2)
    expect(Stock.reserve(stock, serum, 3))
      .toEqual(Either.left(new Stock.InsufficientStock({ productId: serum, requested: 3, available: 2 })))
  })

  it("is decided alike by a reservation and by the change that saves it", () => {
    fc.assert(fc.property(fc.nat(9), fc.nat(9), fc.nat(19), (reserved, free, quantity) => {
      const stock = { onHand: reserved + free, reserved }
      expect(Option.getOrUndefined(Either.getRight(Stock.reserve(stock, serum, quantity))))
        .toEqual(made(stock, Stock.reservation(quantity)))
    }))
  })

  it("takes what may be reported of a shelf and nothing else, and a count says what lies there", () => {
    const units = fc.integer({ min: -1, max: Stock.mostOnHand + 1 })
    const reports = fc.oneof(
      fc.record({ reason: fc.constant("delivery" as const), units }),
      fc.record({ reason: fc.constant("loss" as const), units }),
      fc.record({ reason: fc.constant("count" as const), counted: units })
    )
    fc.assert(fc.property(fc.nat(9), fc.nat(Stock.mostOnHand - 9), reports, (reserved, free, report) => {
      const stock = { onHand: reserved + free, reserved }
      const said = report.reason === "count" ? report.counted : report.units
      const { least, most } = Stock.reportable(stock, report.reason)
      const onHand = stock.onHand + Stock.differenceBy(stock, report)
      const isGood = isStock({ onHand, reserved }) && onHand <= Stock.mostOnHand && Schema.is(Stock.ShelfReport)(report)
      expect(least <= said && said <= most).toBe(isGood)
      if (report.reason === "count") expect(onHand).toBe(said)
    }))
  })

  it("never sells a unit twice: what was shipped and what is promised came off the shelf", () => {
    fc.assert(fc.property(fc.nat(20), fc.array(step, { maxLength: 40 }), (onHand, steps) => {
      let stock: Stock.Stock = { onHand, reserved: 0 }
      let promised = 0
      let shipped = 0
      for (const { act, quantity } of steps) {
        const after = made(stock, changes[act](quantity))
        if (after === undefined) continue
        stock = after
        promised += act === "reservation" ? quantity : act === "restock" ? 0 : -quantity
        shipped += act === "shipment" ? quantity : act === "restock" ? -quantity : 0
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
        expect(made(there.right, Stock.release(quantity))).toEqual(stock)
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

  it("cannot release or ship what was not reserved", () => {
    expect(made({ onHand: 5, reserved: 2 }, Stock.release(3))).toBeUndefined()
    expect(made({ onHand: 5, reserved: 2 }, Stock.shipment(3))).toBeUndefined()
  })

  it("says the facts of a refusal in a sentence", () => {
    expect(new Stock.InsufficientStock({ productId: serum, requested: 3, available: 2 }).message)
      .toBe("3 of serum were requested, 2 are available.")
  })
})
