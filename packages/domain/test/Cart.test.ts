import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Cart from "../src/Cart.ts"
import { ProductId } from "../src/Ids.ts"
import { InsufficientStock } from "../src/Stock.ts"

const serum = ProductId.make("serum")
const soap = ProductId.make("soap")
const offer = (available: number, productId = serum, priceMinor = 2995): Cart.Offer => ({
  productId,
  priceMinor,
  available
})
const isCart = Schema.is(Schema.Array(Cart.CartLine))
const change = fc.record({
  act: fc.constantFrom("add" as const, "set" as const),
  productId: fc.constantFrom(serum, soap, ProductId.make("comb")),
  quantity: Arbitrary.make(Cart.Quantity),
  priceMinor: fc.integer({ min: 1, max: 10_000 }),
  available: fc.nat(150)
})

describe("a cart", () => {
  it("gives the documented example", () => {
    const sixty = Either.getOrThrow(Cart.add([], offer(500), 60))
    expect(Cart.add(sixty, offer(500), 60))
      .toEqual(Either.left(new Cart.QuantityLimitExceeded({ productId: serum, requested: 120, limit: 99 })))
  })

  it("stays valid under any sequence of changes: one line per product, 1 to 99 units", () => {
    fc.assert(fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      let lines: ReadonlyArray<Cart.CartLine> = []
      for (const { act, quantity, ...offer } of changes) {
        const before = lines.find((line) => line.productId === offer.productId)?.quantity ?? 0
        const wanted = act === "add" ? before + quantity : quantity
        const result = Cart[act](lines, offer, quantity)
        expect(Either.isRight(result)).toBe(wanted <= Math.min(99, offer.available))
        if (Either.isRight(result)) {
          lines = result.right
          expect(lines.find((line) => line.productId === offer.productId))
            .toEqual({ productId: offer.productId, quantity: wanted, priceSeenMinor: offer.priceMinor })
        }
        expect(isCart(lines)).toBe(true)
        expect(new Set(lines.map((line) => line.productId)).size).toBe(lines.length)
      }
    }))
  })

  it("names in a refusal a number that is then accepted", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 300 }), (available, quantity) => {
      const result = Cart.set([], offer(available), quantity)
      if (Either.isLeft(result)) {
        const allowed = result.left._tag === "QuantityLimitExceeded"
          ? result.left.limit
          : Reflect.get(result.left, "available")
        expect(Either.isRight(Cart.set([], offer(available), allowed))).toBe(true)
        expect(Either.isRight(Cart.set([], offer(available), allowed + 1))).toBe(false)
      }
    }))
  })

  it("refuses a product that is sold out", () => {
    expect(Cart.add([], offer(0), 1))
      .toEqual(Either.left(new InsufficientStock({ productId: serum, requested: 1, available: 0 })))
  })

  it("keeps the place of a line that changes, and puts new ones last", () => {
    const lines = Either.getOrThrow(Cart.add(Either.getOrThrow(Cart.add([], offer(9), 1)), offer(9, soap), 1))
    expect(Either.getOrThrow(Cart.set(lines, offer(9), 3)).map((line) => line.productId)).toEqual([serum, soap])
  })

  it("loses a line that is set to 0 or removed, sold out or not, there or not", () => {
    const lines = Either.getOrThrow(Cart.add([], offer(9), 1))
    expect(Cart.set(lines, offer(0), 0)).toEqual(Either.right([]))
    expect(Cart.remove(lines, serum)).toEqual([])
    expect(Cart.remove(lines, soap)).toEqual(lines)
    expect(Cart.set(lines, offer(0, soap), 0)).toEqual(Either.right(lines))
  })
})

describe("messages", () => {
  const line: Cart.CartLine = { productId: serum, quantity: 3, priceSeenMinor: 2995 }

  it.each([
    { priceMinor: 2995, available: 3, codes: [] },
    { priceMinor: 2995, available: 2, codes: ["insufficient_stock"] },
    { priceMinor: 2995, available: 0, codes: ["out_of_stock"] },
    { priceMinor: 3100, available: 3, codes: ["price_changed"] },
    { priceMinor: 2500, available: 1, codes: ["price_changed", "insufficient_stock"] }
  ])("for 3 at 2995, now $available at $priceMinor, are $codes", ({ priceMinor, available, codes }) => {
    const messages = Cart.messages(line, { priceMinor, available })
    expect(messages.map((message) => message.code)).toEqual(codes)
    expect(Schema.is(Schema.Array(Cart.CartMessage))(messages)).toBe(true)
  })

  it("say it in words", () => {
    expect(Cart.messages(line, { priceMinor: 3100, available: 1 }).map((message) => message.message)).toEqual([
      "The price changed from 29.95 to 31.00 EUR.",
      "Only 1 of the 3 in your cart is available."
    ])
  })
})

describe("what a buyer was shown", () => {
  const line = (priceMinor: number, priceSeenMinor: number, priceShownMinor?: number, productId = serum) => ({
    line: { productId, quantity: 2, priceSeenMinor, priceShownMinor },
    priceMinor
  })

  it.each<[string, Parameters<typeof Cart.acceptPurchase>[0]["lines"], number | undefined, boolean]>([
    ["nothing changed", [line(1000, 1000)], undefined, true],
    ["a price fell", [line(900, 1000)], undefined, true],
    ["a price rose by a cent", [line(1001, 1000)], undefined, false],
    ["a price rose, and the cart said so", [line(1500, 1000, 1500)], undefined, true],
    ["it rose again since", [line(1501, 1000, 1500)], undefined, false],
    ["it fell, was shown, and rose to less than at first", [line(950, 1000, 900)], undefined, false],
    ["one rose as another fell", [line(900, 1000), line(1001, 1000, undefined, soap)], undefined, false],
    ["one rose, within the expected total", [line(1500, 1000)], 3495, true],
    ["one rose, to a cent more than that", [line(1500, 1000)], 3494, false],
    ["nothing rose but shipping", [line(1500, 1500)], 3000, false]
  ])("%s", (_, lines, expectedTotalMinor, isAccepted) => {
    const result = Cart.acceptPurchase({ lines, totalMinor: 3495, expectedTotalMinor, currency: "EUR" })
    expect(Either.isRight(result)).toBe(isAccepted)
  })

  const discounted = (discountMinor: number, discountShownMinor?: number, priceMinor = 1000, productId = serum) => ({
    line: { productId, quantity: 3, priceSeenMinor: 1000, discountShownMinor },
    priceMinor,
    discountMinor
  })

  it.each<[string, Parameters<typeof Cart.acceptPurchase>[0]["lines"], ReadonlyArray<readonly [number, number]>]>([
    ["a discount stayed", [discounted(500, 500)], []],
    ["a discount came", [discounted(500)], []],
    ["a discount went", [discounted(0, 1500)], [[500, 1000]]],
    ["it shrank by a cent", [discounted(499, 500)], [[833, 834]]],
    ["a price rose, and no more than the discount", [discounted(800, 500, 1100)], []],
    ["a price rose, and by more than the discount", [discounted(799, 500, 1100)], [[833, 834]]],
    ["it went from one line to another", [discounted(0, 500), discounted(500, 0, 1000, soap)], [[833, 1000]]]
  ])("%s", (_, lines, changes) => {
    const result = Cart.acceptPurchase({ lines, totalMinor: 3495, currency: "EUR" })
    const found = Either.match(result, { onLeft: (refused) => refused.changes, onRight: () => [] })
    expect(found.map(({ price, priceSeen }) => [priceSeen, price])).toEqual(changes)
  })

  it("is other goods, even where they cost no more", () => {
    const lines = [line(500, 500)]
    const shown = { lines, totalMinor: 1000, expectedTotalMinor: 1000, currency: "EUR" } as const
    expect(Either.isRight(Cart.acceptPurchase({ ...shown, expectedGoods: "serum 2" }))).toBe(true)
    for (const expectedGoods of ["serum 1", "soap 2", "serum 2, soap 1", ""]) {
      const refused = Either.flip(Cart.acceptPurchase({ ...shown, expectedGoods }))
      expect(Either.getOrThrow(refused).message, expectedGoods).toBe(
        "The order costs 10.00 EUR, for other goods than those that the buyer agreed to."
      )
    }
  })

  it("is named in the refusal with what it costs now, for every product that rose and no other", () => {
    const lines = [line(1500, 1000), line(2000, 1000, 1800, soap), line(5, 10, undefined, ProductId.make("comb"))]
    const refused = Cart.acceptPurchase({ lines, totalMinor: 7495, currency: "EUR" })
    expect(refused).toEqual(Either.left(
      new Cart.PriceChanged({
        changes: [
          { productId: serum, priceSeen: 1000, price: 1500 },
          { productId: soap, priceSeen: 1800, price: 2000 }
        ],
        total: 7495,
        expectedTotal: null,
        currency: "EUR"
      })
    ))
    expect(Either.getOrThrow(Either.flip(refused)).message).toBe(
      "The price of serum changed from 10.00 to 15.00 EUR. The price of soap changed from 18.00 to 20.00 EUR. "
        + "The order costs 74.95 EUR."
    )
    const tooMuch = Cart.acceptPurchase({ lines: [], totalMinor: 1995, expectedTotalMinor: 1495, currency: "EUR" })
    expect(Either.getOrThrow(Either.flip(tooMuch)).message)
      .toBe("The order costs 19.95 EUR, more than the 14.95 EUR that the buyer agreed to.")
  })
})
