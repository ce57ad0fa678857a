/** The shop's own strategies and some others keep their contracts; what breaks one is found, by its suite and in use. */
import { CountryCode } from "@beauty-store/domain/Address"
import * as Attribute from "@beauty-store/domain/Attribute"
import * as Days from "@beauty-store/domain/Days"
import * as Discount from "@beauty-store/domain/Discount"
import { ProductId, ShipmentId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Return from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import { StrategyBroken } from "@beauty-store/domain/StrategyBroken"
import * as Vat from "@beauty-store/domain/Vat"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { discountSuite, pricingSuite, returnSuite, shippingSuite, taxSuite } from "../src/StrategySuites.ts"

discountSuite("the default", Discount.defaultStrategy)
taxSuite("the default", Vat.defaultStrategy)
shippingSuite("the default", Shipping.defaultStrategy)
returnSuite("the default", Return.defaultStrategy)

/** A tenth off with a code, and every third unit of a product for nothing. */
const spring: Discount.DiscountStrategy = {
  isCode: (code) => code === "SPRING",
  discountsMinor: ({ codes, lines }) =>
    lines.map(({ quantity, unitPriceMinor }) => {
      const paidMinor = (quantity - Math.floor(quantity / 3)) * unitPriceMinor
      const tenth = codes.includes("SPRING") ? Math.floor(paidMinor / 10) : 0
      return quantity * unitPriceMinor - paidMinor + tenth
    })
}
const swiss: Vat.TaxStrategy = { rateBp: ({ country }) => country === "CH" ? 810 : 0 }
const bikes: Shipping.ShippingStrategy = {
  isTariff: false,
  isServed: ({ homeCountry }, country) => country === homeCountry,
  shippingMinor: (_, { goodsMinor, method }) => Money.fraction(goodsMinor, method === "express" ? 4 : 2, 100),
  estimatedDelivery: (_policy, _parcel, leavesOn) => leavesOn
}
const patient: Return.ReturnStrategy = {
  windowDays: 14,
  windowDaysOf: ({ productId }) => productId === "gift-card" ? 365 : 14,
  returnsOpened: () => true
}

discountSuite("a tenth off in spring", spring, { codes: ["SPRING"] })
taxSuite("Swiss VAT", swiss)
shippingSuite("bikes", bikes)
shippingSuite("methods of its own", {
  ...bikes,
  methods: [{ id: "cargo-bike", title: "Cargo bike", description: "" }, {
    id: "pickup",
    title: "Pick-up",
    description: ""
  }],
  shippingMinor: (_, { method }) => method === "pickup" ? 0 : 700
})
returnSuite("a patient shop", patient, { productIds: ["gift-card"] })
pricingSuite("all of these", { discounts: spring, tax: swiss, shipping: bikes }, { codes: ["SPRING"] })

/** A shop that weighs its bottles, taxes by whether there is any alcohol, and makes presents cheaper. */
const bottle = Attribute.define(
  Schema.Struct({ grams: Schema.Int.pipe(Schema.between(1, 5_000)), corked: Schema.Boolean })
)
const present = Attribute.define(Schema.Struct({ isPresent: Schema.Boolean }))
const byAttributes: Pricing.PricingStrategies = {
  discounts: {
    isCode: () => false,
    discountsMinor: ({ lines, ...cart }) => {
      const isPresent = present.of(cart)?.isPresent === true
      return lines.map((line) =>
        isPresent && bottle.of(line)?.corked === true ? Math.floor(line.unitPriceMinor / 2) : 0
      )
    }
  },
  shipping: {
    ...bikes,
    shippingMinor: (_, { lines }) =>
      Math.ceil(lines.reduce((sum, line) => sum + line.quantity * (bottle.of(line)?.grams ?? 0), 0) / 100)
  },
  tax: { rateBp: ({ lines }) => lines.some((line) => bottle.of(line)?.corked === true) ? 1900 : 700 }
}
const attributes = { product: bottle, cart: present }
pricingSuite("attributes", byAttributes, { attributes })
shippingSuite("weight", byAttributes.shipping, { attributes })
returnSuite("its cork", {
  ...patient,
  windowDaysOf: (goods) => bottle.of(goods)?.corked === true ? 30 : 14,
  returnsOpened: (goods) => bottle.of(goods)?.corked !== true
}, { attributes })

const purchase: Pricing.Purchase = {
  lines: [{ productId: ProductId.make("serum"), quantity: 3, unitPriceMinor: 1000 }],
  country: CountryCode.make("CH"),
  method: "express",
  owner: { principal: "sho_0123456789", shopper: "" },
  codes: ["SPRING"],
  policy: Shipping.defaultPolicy
}

describe("strategies in use", () => {
  it("make the price together: discounts first, then shipping on what is left, then the tax on all of it", () => {
    expect(Pricing.price(purchase, { discounts: spring, tax: swiss, shipping: bikes })).toMatchObject({
      lines: [{ listMinor: 3000, discountMinor: 1200, lineTotalMinor: 1800 }],
      subtotalMinor: 1800,
      shippingMinor: 72,
      totalMinor: 1872,
      vat: [{ rateBp: 810, grossMinor: 1872, vatMinor: 140 }]
    })
  })

  it("read the attributes of lines and cart", () => {
    const lines = purchase.lines.map((line) => ({ ...line, attributes: bottle.held({ grams: 1300, corked: true }) }))
    const bought = { ...purchase, lines, attributes: present.held({ isPresent: true }) }
    expect(Pricing.price(bought, byAttributes)).toMatchObject({
      lines: [{ listMinor: 3000, discountMinor: 500 }],
      shippingMinor: 39,
      vat: [{ rateBp: 1900, grossMinor: 2539 }]
    })
  })

  it("let a longer window stand beside the promised one", () => {
    expect(Return.returnUntil(
      Days.make(2026, 3, 1),
      patient.windowDaysOf({
        productId: ProductId.make("gift-card"),
        returnableOnceOpened: false
      })
    )).toBe(Days.make(2027, 3, 1))
  })

  const off = (...amounts: ReadonlyArray<number>): Partial<Pricing.PricingStrategies> => ({
    discounts: { isCode: () => false, discountsMinor: () => amounts }
  })
  const rate = (rateBp: number): Partial<Pricing.PricingStrategies> => ({ tax: { rateBp: () => rateBp } })
  const charge = (minor: number): Partial<Pricing.PricingStrategies> => ({
    shipping: { ...Shipping.defaultStrategy, shippingMinor: () => minor }
  })
  it.each<[string, Partial<Pricing.PricingStrategies>]>([
    ["too few discounts", off()],
    ["too many discounts", off(1, 1)],
    ["half a cent off", off(0.5)],
    ["a surcharge", off(-1)],
    ["more than the line costs", off(3001)],
    ["a rate that is no number", rate(NaN)],
    ["a rate of half a basis point", rate(0.5)],
    ["a negative rate", rate(-1)],
    ["a rate above 100 %", rate(10_001)],
    ["a charge of half a cent", charge(0.5)],
    ["a negative charge", charge(-1)],
    ["a charge beyond all amounts", charge(2 ** 53)]
  ])("sell nothing by %s", (_, broken) => {
    expect(() => Pricing.price(purchase, { ...Pricing.defaultStrategies, ...broken })).toThrow(StrategyBroken)
  })

  it("leave nothing to pay by everything off", () => {
    const priced = Pricing.price(purchase, { ...Pricing.defaultStrategies, ...off(3000) })
    expect([priced.totalMinor, priced.shippingMinor]).toEqual([0, 0])
  })

  it.each<[string, Partial<Pricing.PricingStrategies>, RegExp]>([
    ["a discount", off(-1), /^Discounts: -1 off .* of serum\)\.$/],
    ["discounts for another number of lines", off(), /^Discounts: 0 amounts for 1 lines \(serum\)\.$/],
    ["a rate", rate(-1), /^Tax: a rate of -1 .* in CH, of serum\.$/],
    ["a charge", charge(-1), /^Shipping: a charge of -1 .* by express to CH, of serum\.$/]
  ])("name what %s that breaks the contract is of", (_, broken, words) => {
    expect(() => Pricing.price(purchase, { ...Pricing.defaultStrategies, ...broken })).toThrow(words)
  })

  it.each<[unknown, string]>([[13, "13"], ["30", "\"30\""], [Symbol("long"), "Symbol(long)"]])(
    "take nothing back by a window that is shorter than promised, or none: %s",
    (days, printed) => {
      // The types exclude all but numbers.
      const hasty = { ...patient, windowDaysOf: () => days as never }
      const units = {
        n: 0,
        productId: ProductId.make("serum"),
        shipmentId: ShipmentId.make("shp_0123456789"),
        deliveredOn: Days.make(1970, 1, 1),
        quantity: 1,
        sentBack: 0,
        lineQuantity: 1,
        lineTotalMinor: 1,
        returnableOnceOpened: true
      }
      expect(() => Return.returnable({ productIds: [units.productId], units: [units] }, Days.make(1970, 1, 1), hasty))
        .toThrow(new StrategyBroken(`Returns: a window of ${printed} days for serum, where 14 are promised.`))
    }
  )
})
