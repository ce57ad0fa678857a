import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tariffWith } from "../../../test/shop/tariff.ts"
import { CountryCode } from "../src/Address.ts"
import { Quantity } from "../src/Cart.ts"
import { PriceMinor } from "../src/Catalog.ts"
import { Day } from "../src/Days.ts"
import { ProductId } from "../src/Ids.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Shipping from "../src/Shipping.ts"
import { includedVat, memberStates, VatClass } from "../src/Vat.ts"
import { type DiscountedPurchase, price } from "./pricing.ts"

const policy = Shipping.defaultPolicy
const line = fc.record({
  productId: Arbitrary.make(ProductId),
  // One unit at one of two prices makes lines that tie for a leftover cent; the largest prices leave the safe integers.
  quantity: fc.oneof(fc.constant(1), Arbitrary.make(Quantity)),
  unitPriceMinor: fc.oneof(fc.constantFrom(3, 999), Arbitrary.make(PriceMinor)),
  discount: fc.oneof(fc.constant(undefined), fc.nat(100), fc.constant(100)),
  rateBp: fc.constantFrom(undefined, 0, 550, 700, 1900, 2550)
}).map(({ discount, rateBp, ...line }): DiscountedPurchase["lines"][number] => ({
  ...line,
  ...(discount === undefined
    ? {}
    : { discountMinor: Math.floor(line.quantity * line.unitPriceMinor * discount / 100) }),
  ...(rateBp === undefined ? {} : { rateBp })
}))
const purchase: fc.Arbitrary<DiscountedPurchase> = fc.record({
  lines: fc.uniqueArray(line, { selector: (line) => line.productId, maxLength: 12 }),
  country: fc.constantFrom(...memberStates, "CH", "US").map((code) => CountryCode.make(code)),
  method: Arbitrary.make(Shipping.ShippingMethod),
  policy: fc.constant(policy)
})
const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((a, b) => a + b, 0)

describe("price", () => {
  it("gives the documented example", () => {
    const priced = price({
      lines: [{ productId: ProductId.make("serum"), quantity: 2, unitPriceMinor: 2995 }],
      country: CountryCode.make("DE"),
      method: "standard",
      policy
    })
    expect(priced).toStrictEqual({
      currency: "EUR",
      lines: [{
        productId: "serum",
        quantity: 2,
        unitPriceMinor: 2995,
        listMinor: 5990,
        discountMinor: 0,
        lineTotalMinor: 5990,
        rateBp: 1900,
        vatMinor: 956
      }],
      subtotalMinor: 5990,
      shippingMinor: 0,
      shippingVatMinor: 0,
      totalMinor: 5990,
      vat: [{ rateBp: 1900, netMinor: 5034, vatMinor: 956, grossMinor: 5990 }]
    })
  })

  it("asks nothing for an empty cart, wherever it goes", () => {
    fc.assert(fc.property(purchase, (purchase) => {
      expect(price({ ...purchase, lines: [] })).toStrictEqual({
        currency: "EUR",
        lines: [],
        subtotalMinor: 0,
        shippingMinor: 0,
        shippingVatMinor: 0,
        totalMinor: 0,
        vat: []
      })
    }))
  })

  it("makes lines and shipping sum to the total", () => {
    fc.assert(fc.property(purchase, (purchase) => {
      const priced = price(purchase)
      for (const [n, line] of priced.lines.entries()) {
        expect(line.listMinor).toBe(line.quantity * line.unitPriceMinor)
        expect(line.discountMinor).toBe(purchase.lines[n]!.discountMinor ?? 0)
        expect(line.lineTotalMinor).toBe(line.listMinor - line.discountMinor)
      }
      expect(sum(priced.lines.map((line) => line.lineTotalMinor))).toBe(priced.subtotalMinor)
      expect(priced.subtotalMinor + priced.shippingMinor).toBe(priced.totalMinor)
    }))
  })

  it("makes net and VAT sum to gross, and the shares of lines and shipping to the VAT", () => {
    fc.assert(fc.property(purchase, (purchase) => {
      const priced = price(purchase)
      for (const entry of priced.vat) expect(entry.netMinor + entry.vatMinor).toBe(entry.grossMinor)
      expect(sum(priced.vat.map((entry) => entry.grossMinor))).toBe(priced.totalMinor)
      expect(sum(priced.lines.map((line) => line.vatMinor)) + priced.shippingVatMinor)
        .toBe(sum(priced.vat.map((entry) => entry.vatMinor)))
    }))
  })

  it("rounds VAT once for each rate, and gives shipping the rates of the goods by what they cost", () => {
    fc.assert(fc.property(purchase, (purchase) => {
      const priced = price(purchase)
      const rates = priced.vat.map(({ rateBp }) => rateBp)
      expect(rates).toEqual([...new Set(rates)].sort((a, b) => b - a))
      const shipping = Pricing.shippingOfRates(priced)
      expect(sum(shipping)).toBe(priced.shippingMinor)
      for (const [n, { grossMinor, rateBp, vatMinor }] of priced.vat.entries()) {
        expect(vatMinor).toBe(includedVat(grossMinor, rateBp))
        const goodsMinor = sum(priced.lines.flatMap((line) => line.rateBp === rateBp ? [line.lineTotalMinor] : []))
        if (priced.subtotalMinor === 0) continue
        const ideal = Number(BigInt(priced.shippingMinor) * BigInt(goodsMinor) * 1000n / BigInt(priced.subtotalMinor))
        expect(Math.abs(shipping[n]! - ideal / 1000)).toBeLessThanOrEqual(1.001)
      }
    }))
  })

  it("asks for the rate of each line, by its class and the day", () => {
    const lines = VatClass.literals.map((vatClass) => (
      { productId: ProductId.make(vatClass), quantity: 1, unitPriceMinor: 1000, vatClass }
    ))
    const to = (country: string, on: string) =>
      Pricing.price({
        lines,
        country: CountryCode.make(country),
        method: "standard",
        policy: tariffWith({ freeFromMinor: 0 }),
        on: Day.make(on)
      })
    expect(to("DE", "2026-03-01").lines.map(({ rateBp, vatMinor }) => [rateBp, vatMinor]))
      .toEqual([[1900, 160], [700, 65], [0, 0]])
    expect(to("FI", "2025-12-31").vat.map(({ rateBp }) => rateBp)).toEqual([2550, 1400, 0])
    expect(to("FI", "2026-01-01").vat.map(({ rateBp }) => rateBp)).toEqual([2550, 1350, 0])
  })

  it("computes VAT once on everything of a rate, not per line", () => {
    // 0.03 at 20 % contains 0.005: rounded per line that would be 0.03 of VAT in 0.09, and 0.09 contains 0.015.
    const lines = ["a", "b", "c"].map((id) => ({ productId: ProductId.make(id), quantity: 1, unitPriceMinor: 3 }))
    const free = tariffWith({ freeFromMinor: 0 })
    const priced = price({ lines, country: CountryCode.make("FR"), method: "standard", policy: free })
    expect(priced.vat[0]!.vatMinor).toBe(2)
    expect(priced.lines.map((line) => line.vatMinor)).toEqual([1, 1, 0])
  })

  it("hands a leftover cent out by product id, not by position", () => {
    const lines = ["c", "a", "b"].map((id) => ({ productId: ProductId.make(id), quantity: 1, unitPriceMinor: 3 }))
    const free = tariffWith({ freeFromMinor: 0 })
    const priced = price({ lines, country: CountryCode.make("FR"), method: "standard", policy: free })
    expect(priced.lines.map((line) => line.vatMinor)).toEqual([0, 1, 1])
  })

  it("never yields a negative amount, nor more VAT in a part than the part", () => {
    fc.assert(fc.property(purchase, (purchase) => {
      const priced = price(purchase)
      const parts = [
        ...priced.lines.map((line) => [line.vatMinor, line.lineTotalMinor] as const),
        [priced.shippingVatMinor, priced.shippingMinor] as const,
        ...priced.vat.map((entry) => [entry.vatMinor, entry.grossMinor] as const)
      ]
      for (const [vatMinor, grossMinor] of parts) {
        expect(vatMinor).toBeGreaterThanOrEqual(0)
        expect(vatMinor).toBeLessThanOrEqual(grossMinor)
      }
    }))
  })

  it("gives a line the same whatever the order of the lines, and keeps that order", () => {
    const shuffled = purchase.chain((purchase) =>
      fc.tuple(
        fc.constant(purchase),
        fc.shuffledSubarray([...purchase.lines], { minLength: purchase.lines.length })
      )
    )
    fc.assert(fc.property(shuffled, ([purchase, lines]) => {
      const one = price(purchase)
      const other = price({ ...purchase, lines })
      expect(other.lines.map((line) => line.productId)).toEqual(lines.map((line) => line.productId))
      const byId = new Map(one.lines.map((line) => [line.productId, line]))
      for (const line of other.lines) expect(line).toEqual(byId.get(line.productId))
      expect({ ...other, lines: [] }).toEqual({ ...one, lines: [] })
    }))
  })

  it("yields what its schema describes, and it survives JSON", () => {
    fc.assert(fc.property(purchase, (purchase) => {
      const priced = price(purchase)
      const wire = JSON.parse(JSON.stringify(Schema.encodeSync(Pricing.Priced)(priced)))
      expect(Schema.decodeUnknownSync(Pricing.Priced)(wire)).toEqual(priced)
    }))
  })
})
