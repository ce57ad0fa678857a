/** A strategy that changes what it is given fails where it does, and changes no fact of the store. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Attribute from "../src/Attribute.ts"
import * as Days from "../src/Days.ts"
import { frozenCopy } from "../src/FrozenCopy.ts"
import { OrderId, ProductId, ShipmentId } from "../src/Ids.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Return from "../src/Return.ts"
import * as Shipping from "../src/Shipping.ts"
import { StrategyBroken } from "../src/StrategyBroken.ts"

/** As a program without types may write. */
const writable = <A extends object>(value: A): { -readonly [key in keyof A]: A[key] } => value

const wine = Attribute.define(Schema.Struct({ grapes: Schema.Array(Schema.String) }))
const purchase = (): Pricing.Purchase => ({
  lines: [{
    productId: ProductId.make("rioja"),
    quantity: 2,
    unitPriceMinor: 1000,
    attributes: wine.held({ grapes: ["tempranillo"] })
  }],
  country: CountryCode.make("DE"),
  method: "standard",
  owner: { principal: "ada", shopper: "" },
  codes: ["SPRING"],
  policy: Shipping.defaultPolicy
})
const { discounts, shipping, tax } = Pricing.defaultStrategies

/** The defect of a strategy that changed something: it names what it was of, and keeps the error of the change. */
const changed = (words: RegExp) =>
  expect.toSatisfy(
    (error) => error instanceof StrategyBroken && words.test(error.message) && error.cause instanceof TypeError,
    `a defect that names ${words}`
  )

const wrongs: ReadonlyArray<readonly [string, Partial<Pricing.PricingStrategies>]> = [
  ["the quantity of a line, in discounts", {
    discounts: { ...discounts, discountsMinor: ({ lines }) => [writable(lines[0]!).quantity = 0] }
  }],
  ["the codes, in discounts", {
    discounts: { ...discounts, discountsMinor: ({ codes }) => [writable(codes as Array<string>).push("MORE")] }
  }],
  ["the buyer, in discounts", {
    discounts: { ...discounts, discountsMinor: ({ owner }) => [(writable(owner).principal = "eve").length] }
  }],
  ["the attributes of a line, in discounts", {
    discounts: {
      ...discounts,
      discountsMinor: ({ lines }) => [(wine.of(lines[0]!)!.grapes as Array<string>).push("merlot")]
    }
  }],
  ["the list of lines, in tax", { tax: { rateBp: ({ lines }) => (lines as Array<unknown>).splice(0).length } }],
  ["the country, in tax", {
    tax: { ...tax, rateBp: (taxed) => (writable(taxed).country = CountryCode.make("US")).length }
  }],
  ["the policy, in shipping", {
    shipping: { ...shipping, shippingMinor: (policy) => writable(policy.zones[0].rates["standard"]!).chargeMinor = 0 }
  }],
  ["the value of the goods, in shipping", {
    shipping: { ...shipping, shippingMinor: (_policy, parcel) => writable(parcel).goodsMinor = 0 }
  }]
]

describe("a strategy cannot change", () => {
  it.each(wrongs)("%s", (_what, wrong) => {
    const facts = purchase()
    const before = JSON.stringify(facts)
    expect(() => Pricing.price(facts, { ...Pricing.defaultStrategies, ...wrong }))
      .toThrow(changed(/^(Discounts|Tax|Shipping): TypeError: .* of .*rioja\.$/))
    expect(JSON.stringify(facts)).toBe(before)
    expect(Pricing.price(facts)).toEqual(Pricing.price(purchase()))
  })

  it("the countries that are not served", () => {
    const wrong: Shipping.ShippingStrategy = {
      ...shipping,
      isServed: (policy, country) => (policy.unserved as Array<CountryCode>).push(country) > 0
    }
    expect(() => Shipping.serves(wrong, Shipping.defaultPolicy, CountryCode.make("DE")))
      .toThrow(changed(/^Shipping: TypeError: .* to whether DE is served\.$/))
    expect(Shipping.serves(shipping, Shipping.defaultPolicy, CountryCode.make("DE"))).toBe(true)
  })

  it("the units that may come back", () => {
    const deliveredOn = Days.make(2026, 3, 1)
    const unit = {
      productId: ProductId.make("rioja"),
      returnableOnceOpened: false,
      n: 0,
      shipmentId: ShipmentId.make("shp_0123456789"),
      deliveredOn,
      quantity: 2,
      sentBack: 0,
      lineQuantity: 2,
      lineTotalMinor: 1999
    }
    const order: Return.OrderFacts = {
      orderId: OrderId.make("ord_0123456789"),
      status: "delivered",
      productIds: [unit.productId],
      units: [unit]
    }
    const item = { productId: unit.productId, condition: "opened", reason: "" } as const
    const today = Days.make(2026, 3, 2)
    const opening: Return.ReturnStrategy = {
      ...Return.defaultStrategy,
      returnsOpened: (goods) => writable(goods).returnableOnceOpened = true
    }
    const lengthening: Return.ReturnStrategy = {
      ...Return.defaultStrategy,
      windowDaysOf: (goods) => Object.assign(goods, { lineTotalMinor: 9999 }).lineTotalMinor
    }
    for (const wrong of [opening, lengthening]) {
      const words = changed(/^Returns: TypeError: .* rioja/)
      expect(() => Return.request(order, [item], today, wrong)).toThrow(words)
      expect(() => Return.returnable(order, today, wrong)).toThrow(words)
    }
    expect(Either.isLeft(Return.request(order, [item], today))).toBe(true)
    expect(unit).toMatchObject({ returnableOnceOpened: false, lineTotalMinor: 1999 })
  })
})

describe("a frozen copy", () => {
  it("is the same at every level, without the instances of classes, and leaves the original as it was", () => {
    const at = new Date(0)
    const original = { a: [{ b: 1 }], at, none: undefined }
    const copy = frozenCopy(original)
    expect(copy).toEqual(original)
    expect(copy.at).toBe(at)
    expect([copy, copy.a, copy.a[0]].every((value) => Object.isFrozen(value))).toBe(true)
    expect([original, original.a, original.a[0]].some((value) => Object.isFrozen(value))).toBe(false)
  })
})
