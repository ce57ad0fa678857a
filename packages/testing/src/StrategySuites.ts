/**
 * The contracts of the strategies as suites of properties, in Vitest and fast-check (`effect/FastCheck`). A suite shows
 * that the store can work with a strategy: every amount is one, every sum is exact, the order of lines and a second
 * call change nothing. Whether its numbers are right, it does not know. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import { CountryCode } from "@beauty-store/domain/Address"
import type { Definitions } from "@beauty-store/domain/Attribute"
import type { Attributes, Definition } from "@beauty-store/domain/Attribute"
import { Quantity } from "@beauty-store/domain/Cart"
import { PriceMinor } from "@beauty-store/domain/Catalog"
import * as Days from "@beauty-store/domain/Days"
import { type DiscountStrategy, knowsCode, type ListedPurchase } from "@beauty-store/domain/Discount"
import { OrderId, ProductId, ShipmentId } from "@beauty-store/domain/Ids"
import { languages, textIn } from "@beauty-store/domain/Language"
import { maxAmountMinor } from "@beauty-store/domain/Money"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Return from "@beauty-store/domain/Return"
import {
  defaultPolicy,
  defaultStrategy,
  methodChosen,
  methodIdsOf,
  methodsOf,
  offers,
  type ShippingStrategy
} from "@beauty-store/domain/Shipping"
import { memberStates, type TaxStrategy, VatClass } from "@beauty-store/domain/Vat"
import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"

/** Member states, other countries, and codes that no country has. */
const country = fc.oneof(
  fc.constantFrom(...memberStates, "CH", "US", "AQ"),
  fc.tuple(fc.constantFrom(..."ABCXYZ"), fc.constantFrom(..."ABCXYZ")).map((letters) => letters.join(""))
).map((code) => CountryCode.make(code))

/**
 * What a suite tries besides arbitrary values: products and codes that the strategy treats in its own way, and the
 * attributes that the shop's products and carts have.
 */
export interface Known {
  readonly attributes?: Pick<Definitions, "product" | "cart">
  /** Whose methods of shipping are chosen; default: those of the suite's own strategy, or the tariff's. */
  readonly shipping?: ShippingStrategy
  readonly productIds?: ReadonlyArray<string>
  readonly codes?: ReadonlyArray<string>
}

const productIdOf = ({ productIds = [] }: Known): fc.Arbitrary<ProductId> =>
  productIds.length === 0
    ? Arbitrary.make(ProductId)
    : fc.oneof(fc.constantFrom(...productIds).map((id) => ProductId.make(id)), Arbitrary.make(ProductId))

/** Any attributes that fit the shop's schema, or none. */
const attributesBy = (definition: Definition | undefined): fc.Arbitrary<Attributes | undefined> =>
  definition === undefined
    ? fc.constant(undefined)
    : fc.option(Arbitrary.make(definition.schema).map((value) => definition.held(value)), { nil: undefined })

const methodBy = (shipping: Pick<ShippingStrategy, "methods"> | undefined): fc.Arbitrary<string> =>
  fc.constantFrom(...methodIdsOf(shipping ?? defaultStrategy))

const purchaseOf = (known: Known): fc.Arbitrary<ListedPurchase & Pricing.Purchase> =>
  fc.record({
    lines: fc.uniqueArray(
      fc.record({
        productId: productIdOf(known),
        quantity: fc.oneof(fc.constant(1), Arbitrary.make(Quantity)),
        unitPriceMinor: fc.oneof(fc.constantFrom(1, 2, 3, 999), Arbitrary.make(PriceMinor)),
        vatClass: fc.constantFrom(undefined, ...VatClass.literals),
        attributes: attributesBy(known.attributes?.product)
      }),
      { selector: (line) => line.productId, minLength: 1, maxLength: 8 }
    ),
    attributes: attributesBy(known.attributes?.cart),
    country,
    method: methodBy(known.shipping),
    owner: fc.record({
      principal: fc.constantFrom("sho_0123456789", "agent:robot"),
      shopper: fc.constantFrom("", "ada")
    }),
    codes: fc.array(fc.constantFrom(...known.codes ?? [], "", "nonsense"), { maxLength: 3 }),
    policy: fc.constant(defaultPolicy)
  })

const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((a, b) => a + b, 0)

/** A purchase beside one with the same lines in another order. */
const reordered = (known: Known) =>
  purchaseOf(known).chain((purchase) =>
    fc.tuple(fc.constant(purchase), fc.shuffledSubarray([...purchase.lines], { minLength: purchase.lines.length }))
  )

/** All strategies that make a price, together: every sum of every purchase is exact. */
export const pricingSuite = (name: string, strategies: Pricing.PricingStrategies, others: Known = {}): void => {
  const known = { shipping: strategies.shipping, ...others }
  describe(`prices by ${name}`, () => {
    it("are exact: lines and shipping sum to the total, net and VAT to gross, the shares to the VAT", () => {
      fc.assert(fc.property(purchaseOf(known), (purchase) => {
        const priced = Pricing.price(purchase, strategies)
        for (const line of priced.lines) expect(line.listMinor - line.discountMinor).toBe(line.lineTotalMinor)
        expect(sum(priced.lines.map((line) => line.lineTotalMinor))).toBe(priced.subtotalMinor)
        expect(priced.subtotalMinor + priced.shippingMinor).toBe(priced.totalMinor)
        expect(priced.totalMinor).toBeGreaterThan(0)
        expect(priced.totalMinor).toBeLessThanOrEqual(maxAmountMinor)
        expect(sum(priced.vat.map((entry) => entry.grossMinor))).toBe(priced.totalMinor)
        for (const entry of priced.vat) expect(entry.netMinor + entry.vatMinor).toBe(entry.grossMinor)
        expect(sum(priced.lines.map((line) => line.vatMinor)) + priced.shippingVatMinor)
          .toBe(sum(priced.vat.map((entry) => entry.vatMinor)))
      }))
    })

    it("are the same at a second call, and in whatever order the lines are", () => {
      fc.assert(fc.property(reordered(known), ([purchase, lines]) => {
        const one = Pricing.price(purchase, strategies)
        expect(Pricing.price(purchase, strategies)).toEqual(one)
        const other = Pricing.price({ ...purchase, lines }, strategies)
        const byId = new Map(one.lines.map((line) => [line.productId, line]))
        for (const line of other.lines) expect(line).toEqual(byId.get(line.productId))
        expect({ ...other, lines: [] }).toEqual({ ...one, lines: [] })
      }))
    })
  })
}

/** Discounts alone. */
export const discountSuite = (name: string, discounts: DiscountStrategy, known: Known = {}): void => {
  pricingSuite(name, { ...Pricing.defaultStrategies, discounts }, known)
  describe(`discounts by ${name}`, () => {
    it("leave each line something from nothing to its list amount, and the buyer something to pay", () => {
      fc.assert(fc.property(purchaseOf(known), (purchase) => {
        const amounts = discounts.discountsMinor(purchase)
        expect(amounts.length).toBe(purchase.lines.length)
        const left = purchase.lines.map(({ quantity, unitPriceMinor }, n) => {
          expect(Number.isSafeInteger(amounts[n])).toBe(true)
          expect(amounts[n]).toBeGreaterThanOrEqual(0)
          expect(amounts[n]).toBeLessThanOrEqual(quantity * unitPriceMinor)
          return quantity * unitPriceMinor - amounts[n]!
        })
        expect(sum(left)).toBeGreaterThan(0)
      }))
    })

    it("know their own codes and no others, and a code that is not known changes nothing", () => {
      for (const code of known.codes ?? []) expect(knowsCode(discounts, code), code).toBe(true)
      fc.assert(fc.property(purchaseOf(known), (purchase) => {
        const codes = purchase.codes.filter((code) => knowsCode(discounts, code))
        expect(discounts.discountsMinor({ ...purchase, codes })).toEqual(discounts.discountsMinor(purchase))
      }))
    })
  })
}

/**
 * Tax alone.
 *
 * ```ts
 * taxSuite("Swiss VAT", { rateBp: ({ country }) => country === "CH" ? 810 : 0 })
 * ```
 */
export const taxSuite = (name: string, tax: TaxStrategy, known: Known = {}): void => {
  pricingSuite(name, { ...Pricing.defaultStrategies, tax }, known)
  describe(`tax by ${name}`, () => {
    it("has a rate for every line of a purchase: whole basis points from 0 to 10000, always the same", () => {
      fc.assert(fc.property(purchaseOf(known), (purchase) => {
        for (const line of purchase.lines) {
          const rate = tax.rateBp(purchase, line)
          expect(Number.isInteger(rate)).toBe(true)
          expect(rate).toBeGreaterThanOrEqual(0)
          expect(rate).toBeLessThanOrEqual(10_000)
          expect(tax.rateBp({ ...purchase }, { ...line })).toBe(rate)
        }
      }))
    })
  })
}

/** Shipping alone. */
export const shippingSuite = (name: string, shipping: ShippingStrategy, others: Known = {}): void => {
  const known = { shipping, ...others }
  pricingSuite(name, { ...Pricing.defaultStrategies, shipping }, known)
  describe(`shipping by ${name}`, () => {
    it("serves the shop's home country, and says the same of a country twice", () => {
      expect(shipping.isServed(defaultPolicy, defaultPolicy.homeCountry)).toBe(true)
      fc.assert(fc.property(country, (country) => {
        expect(shipping.isServed(defaultPolicy, country)).toBe(shipping.isServed(defaultPolicy, country))
      }))
    })

    it("has at least one method, each with an id of its own and words for buyers", () => {
      for (const { id, title } of methodsOf(shipping)) {
        for (const language of languages) expect(textIn(title, language).trim(), id).not.toBe("")
        expect(methodChosen(shipping, id)).toBe(id)
      }
      expect(methodIdsOf(shipping)).toContain(methodChosen(shipping))
      expect(methodIdsOf(shipping)).toContain(methodChosen(shipping, "of-yesterday"))
    })

    it("says what each method takes, and charges whole minor units, 0 or more, for every parcel", () => {
      const goodsMinor = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 10 ** 12 }))
      fc.assert(fc.property(purchaseOf(known), goodsMinor, (purchase, goodsMinor) => {
        const consignment = { ...purchase, goodsMinor }
        expect(offers(shipping, defaultPolicy, consignment)).toBe(offers(shipping, defaultPolicy, consignment))
        const charge = shipping.shippingMinor(defaultPolicy, consignment)
        expect(Number.isSafeInteger(charge)).toBe(true)
        expect(charge).toBeGreaterThanOrEqual(0)
        expect(shipping.shippingMinor(defaultPolicy, consignment)).toBe(charge)
      }))
    })

    it("expects no parcel before the day on which it leaves, and a later one no earlier", () => {
      const today = fc.nat(4000).map((days) => Days.addDays(Days.make(2024, 1, 1), days))
      const method = fc.oneof(methodBy(shipping), fc.constant("of-yesterday"))
      fc.assert(fc.property(fc.record({ country, method }), today, fc.nat(30), (parcel, today, later) => {
        const day = shipping.estimatedDelivery(defaultPolicy, parcel, today)
        expect(day >= today).toBe(true)
        expect(shipping.estimatedDelivery(defaultPolicy, parcel, Days.addDays(today, later)) >= day).toBe(true)
      }))
    })
  })
}

/** Returns. */
export const returnSuite = (name: string, strategy: Return.ReturnStrategy, known: Known = {}): void => {
  describe(`returns by ${name}`, () => {
    const goods = fc.record({
      productId: productIdOf(known),
      returnableOnceOpened: fc.boolean(),
      attributes: attributesBy(known.attributes?.product)
    })
    const deliveredOn = Days.make(2026, 3, 1)
    const orderId = OrderId.make("ord_0123456789")
    const orderOf = (goods: Return.Goods): Return.OrderFacts => ({
      orderId,
      status: "delivered",
      productIds: [goods.productId],
      units: [{
        ...goods,
        n: 0,
        shipmentId: ShipmentId.make("shp_0123456789"),
        deliveredOn,
        quantity: 2,
        sentBack: 0,
        lineQuantity: 2,
        lineTotalMinor: 1999
      }]
    })

    it("give every product a window of whole days, at least the one that the shop promises", () => {
      expect(Number.isInteger(strategy.windowDays)).toBe(true)
      expect(strategy.windowDays).toBeGreaterThanOrEqual(0)
      fc.assert(fc.property(goods, (goods) => {
        const days = strategy.windowDaysOf(goods)
        expect(Number.isInteger(days)).toBe(true)
        expect(days).toBeGreaterThanOrEqual(strategy.windowDays)
        expect(strategy.windowDaysOf({ ...goods })).toBe(days)
        expect(Return.acceptsOpened(strategy, { ...goods })).toBe(Return.acceptsOpened(strategy, goods))
      }))
    })

    it("are accepted up to the last day of the window, what is listed as returnable is, and defective goods are", () => {
      fc.assert(fc.property(goods, fc.constantFrom(...Return.Condition.literals), (goods, condition) => {
        const order = orderOf(goods)
        const last = Return.returnUntil(deliveredOn, strategy.windowDaysOf(goods))
        const items = [{ productId: goods.productId, condition, reason: "" }]
        const [listed] = Return.returnable(order, last, strategy)
        expect(listed).toMatchObject({ left: 2, until: Days.addDays(deliveredOn, strategy.windowDaysOf(goods)) })
        const accepted = Either.isRight(Return.request(order, items, last, strategy))
        expect(accepted).toBe(condition !== "opened" || Return.acceptsOpened(strategy, goods))
        expect(listed!.returnableOnceOpened).toBe(Return.acceptsOpened(strategy, goods))
        expect(Either.isLeft(Return.request(order, items, Days.addDays(last, 1), strategy))).toBe(true)
        expect(Return.returnable(order, Days.addDays(last, 1), strategy)).toEqual([])
      }))
    })
  })
}
