import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import { BrandId, ProductId, PromotionId } from "../src/Ids.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Promotion from "../src/Promotion.ts"
import { defaultPolicy } from "../src/Shipping.ts"

const germany = CountryCode.make("DE")
const austria = CountryCode.make("AT")

const line = (id: string, quantity: number, unitPriceMinor: number, category = "skincare"): Promotion.PromotedLine => ({
  productId: ProductId.make(id),
  brandId: BrandId.make("alba"),
  category,
  quantity,
  unitPriceMinor,
  amountMinor: quantity * unitPriceMinor
})

let made = 0
const promotion = (benefit: Promotion.Benefit, more: Partial<Promotion.Promotion> = {}): Promotion.Promotion => ({
  id: PromotionId.make(`promo_${String(++made).padStart(12, "0")}`),
  title: "A promotion",
  benefit,
  conditions: {},
  startsAt: 0,
  ...more
})
const tenth = { type: "percentage", percent: 10 } as const
const freeShipping = { type: "free_shipping" } as const

const applied = (
  automatic: ReadonlyArray<Promotion.Promotion>,
  lines: ReadonlyArray<Promotion.PromotedLine>,
  given: ReadonlyArray<Promotion.GivenCode> = []
) => Promotion.apply({ automatic, given }, { lines, country: germany, shippingMinor: 495 })
const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((total, amount) => total + amount, 0)

const benefits: fc.Arbitrary<Promotion.Benefit> = fc.oneof(
  fc.record({ type: fc.constant("percentage" as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constant("amount" as const), amountMinor: fc.integer({ min: 1, max: 50_000 }) }),
  fc.record({
    type: fc.constant("buy_get" as const),
    buy: fc.integer({ min: 1, max: 5 }),
    get: fc.integer({ min: 1, max: 5 })
  }),
  fc.constant(freeShipping)
)
const purchases = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 20_000 }), fc.constantFrom("skincare", "body")),
  { minLength: 1, maxLength: 6 }
).map((all) => all.map(([quantity, price, category], n) => line(`p${n}`, quantity, price, category)))
const promotions = fc.array(fc.tuple(benefits, fc.boolean()), { maxLength: 4 }).map((all) =>
  all.map(([benefit, narrow]) => promotion(benefit, narrow ? { conditions: { categories: ["body"] } } : {}))
)

describe("what promotions take off", () => {
  it("is split over the lines that they are for, to the cent, whatever the order of lines and promotions", () => {
    fc.assert(fc.property(promotions, purchases, (all, lines) => {
      const { counted, discountsMinor } = applied(all, lines)
      expect(sum(discountsMinor)).toBe(sum(counted.map(({ amountMinor }) => amountMinor)))
      discountsMinor.forEach((discount, n) => {
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(lines[n]!.amountMinor)
      })
      for (const { promotion: { conditions } } of counted) {
        if (conditions.categories === undefined || counted.length > 1) continue
        lines.forEach(({ category }, n) => category === "body" || expect(discountsMinor[n]).toBe(0))
      }
      const other = applied([...all].reverse(), [...lines].reverse())
      expect([...other.discountsMinor].reverse()).toEqual(discountsMinor)
      expect(other.counted).toEqual(counted)
    }))
  })

  it("is what the best of them takes off, of equal ones the older; free shipping counts beside it", () => {
    fc.assert(fc.property(promotions, purchases, (all, lines) => {
      const { counted, freesShipping } = applied(all, lines)
      const alone = all.map((one) => sum(applied([one], lines).discountsMinor))
      expect(sum(counted.map(({ amountMinor }) => amountMinor))).toBe(Math.max(0, ...alone))
      expect(freesShipping).toBe(all.some((one) => applied([one], lines).freesShipping))
    }))
    const [first, second] = [promotion(tenth), promotion(tenth)]
    expect(applied([second, first], [line("serum", 1, 1000)]).counted).toEqual([{ promotion: first, amountMinor: 100 }])
  })

  it("leaves VAT, lines and shipping to sum to the total", () => {
    fc.assert(fc.property(promotions, purchases, fc.constantFrom(germany, austria), (automatic, lines, country) => {
      const priced = Pricing.price({
        lines,
        country,
        method: "standard",
        policy: defaultPolicy,
        promotions: { automatic, given: [] }
      })
      const { promotions: { freesShipping }, shippingMinor, subtotalMinor, totalMinor, vat } = priced
      expect(subtotalMinor + shippingMinor).toBe(totalMinor)
      expect(subtotalMinor).toBe(sum(priced.lines.map(({ lineTotalMinor }) => lineTotalMinor)))
      expect(sum(vat.map(({ grossMinor }) => grossMinor))).toBe(totalMinor)
      expect(sum(vat.map(({ netMinor, vatMinor }) => netMinor + vatMinor))).toBe(totalMinor)
      expect(sum([...priced.lines.map(({ vatMinor }) => vatMinor), priced.shippingVatMinor])).toBe(
        sum(vat.map(({ vatMinor }) => vatMinor))
      )
      if (freesShipping) expect(shippingMinor).toBe(0)
    }))
  })

  it.each<[string, Promotion.Benefit, ReadonlyArray<Promotion.PromotedLine>, ReadonlyArray<number>]>([
    ["a tenth, rounded once", tenth, [line("a", 1, 5), line("b", 1, 5), line("c", 1, 5)], [1, 1, 0]],
    ["an amount, in proportion", { type: "amount", amountMinor: 1000 }, [line("a", 1, 3000), line("b", 1, 1000)], [
      750,
      250
    ]],
    ["no more than the goods cost", { type: "amount", amountMinor: 9000 }, [line("a", 1, 3000)], [3000]],
    ["three for two: the cheapest", { type: "buy_get", buy: 2, get: 1 }, [line("a", 2, 3000), line("b", 1, 1000)], [
      0,
      1000
    ]],
    ["two of six", { type: "buy_get", buy: 2, get: 1 }, [line("a", 5, 3000), line("b", 1, 1000)], [3000, 1000]],
    ["two of five: one", { type: "buy_get", buy: 2, get: 1 }, [line("a", 5, 3000)], [3000]]
  ])("%s", (_, benefit, lines, discounts) => {
    expect(applied([promotion(benefit)], lines).discountsMinor).toEqual(discounts)
  })
})

describe("a code says why it takes nothing off", () => {
  const given = (more: Partial<Promotion.Promotion>, benefit: Promotion.Benefit = tenth): Promotion.GivenCode => ({
    code: "autumn",
    promotion: Either.right(promotion(benefit, { code: Promotion.Code.make("AUTUMN"), ...more }))
  })
  const lines = [line("serum", 2, 1000)]
  it.each<[Promotion.Reason | undefined, Promotion.GivenCode]>([
    [undefined, given({})],
    [undefined, given({ conditions: { leastMinor: 2000 } })],
    ["below_least", given({ conditions: { leastMinor: 2001 } })],
    ["not_for_these_goods", given({ conditions: { categories: ["body"] } })],
    [undefined, given({ conditions: { categories: ["body"], brands: [BrandId.make("alba")] } })],
    [undefined, given({ conditions: { products: [ProductId.make("serum")] } })],
    ["not_for_this_country", given({ conditions: { countries: [austria] } })],
    ["not_for_these_goods", given({}, { type: "buy_get", buy: 2, get: 1 })],
    ["used_up", { code: "gone", promotion: Either.left("used_up") }]
  ])("%s", (reason, code) => {
    expect(applied([], lines, [code]).codes).toMatchObject([{ code: code.code, reason }])
  })

  it("where a better offer counts", () => {
    const better = promotion({ type: "percentage", percent: 20 })
    const outcome = applied([better], lines, [given({})])
    expect(outcome.counted).toEqual([{ promotion: better, amountMinor: 400 }])
    expect(outcome.codes).toEqual([{ code: "autumn", reason: "better_offer" }])
  })

  it("by its time", () => {
    const { promotion: one } = given({ startsAt: 10, endsAt: 20 })
    const at = (now: number) => Either.map(one, (known) => Promotion.reasonOfTime(known, now))
    expect([9, 10, 19, 20].map((now) => Either.getOrThrow(at(now)))).toEqual([
      "not_begun",
      undefined,
      undefined,
      "ended"
    ])
  })
})

it("codes are compared in capitals, without blanks around them", () => {
  expect(Promotion.foldCode(" autumn-10 ")).toBe("AUTUMN-10")
})
