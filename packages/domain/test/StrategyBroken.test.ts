/** What a strategy returned is printed as it is, whatever it is, so that its error can name what it was of. */
import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Days from "../src/Days.ts"
import * as Discount from "../src/Discount.ts"
import { OrderId, ProductId, ShipmentId } from "../src/Ids.ts"
import { printValue } from "../src/PrintedValue.ts"
import * as Return from "../src/Return.ts"
import * as Shipping from "../src/Shipping.ts"
import { StrategyBroken } from "../src/StrategyBroken.ts"
import * as Vat from "../src/Vat.ts"

const ring: { self?: unknown } = {}
ring.self = ring

const odd: ReadonlyArray<readonly [value: unknown, printed: string]> = [
  [NaN, "NaN"],
  [-Infinity, "-Infinity"],
  [5n, "5n"],
  [new Date(NaN), "Invalid Date"],
  [[NaN, 5n], "[NaN,5n]"],
  [ring, "{\"self\":[Circular]}"],
  [Object.create(null), "{}"],
  [Symbol("rate"), "Symbol(rate)"],
  [Promise.resolve(1), "a promise"],
  [{
    get rate() {
      throw new Error("not yet")
    }
  }, "a value that cannot be printed"],
  [null, "null"],
  [undefined, "undefined"],
  ["495", "\"495\""],
  [495, "495"]
]

it.each(odd.map(([, printed], n) => [printed, n] as const))("%s is printed so", (printed, n) => {
  expect(printValue(odd[n]![0])).toBe(printed)
})

const germany = CountryCode.make("DE")
const lines = [{ productId: ProductId.make("serum"), quantity: 1, unitPriceMinor: 1000 }]

it("a rate, a charge and an answer of any kind name the country", () => {
  for (const [value, printed] of odd.filter(([value]) => value !== 495)) {
    // The types exclude all but numbers and booleans.
    const result = () => value as never
    expect(() => Vat.rateOf({ rateBp: result }, { lines, country: germany }, lines[0]!))
      .toThrow(new StrategyBroken(`Tax: a rate of ${printed} basis points in DE, of serum.`))
    const strategy = { ...Shipping.defaultStrategy, shippingMinor: result, isServed: result }
    expect(() =>
      Shipping.chargeOf(strategy, Shipping.defaultPolicy, {
        method: "express",
        country: germany,
        goodsMinor: 1000,
        lines
      })
    ).toThrow(new StrategyBroken(`Shipping: a charge of ${printed} minor units by express to DE, of serum.`))
    expect(() => Shipping.serves(strategy, Shipping.defaultPolicy, germany))
      .toThrow(new StrategyBroken(`Shipping: ${printed} to whether DE is served.`))
  }
})

it.each<[string, unknown]>([
  ["null", null],
  ["\"bike\"", "bike"],
  ["{\"bike\":{}}", { bike: {} }],
  ["[null]", [null]],
  ["5n", 5n]
])("methods that are %s are refused", (printed, methods) => {
  // The types exclude all but lists of methods.
  expect(() => Shipping.methodsOf({ methods: methods as never }))
    .toThrow(new StrategyBroken(`Shipping: the methods ${printed}.`))
})

const epoch = Days.make(1970, 1, 1)

const unit: Return.ShippedUnits = {
  n: 0,
  productId: ProductId.make("serum"),
  returnableOnceOpened: false,
  shipmentId: ShipmentId.make("shp_0123456789"),
  deliveredOn: epoch,
  quantity: 1,
  sentBack: 0,
  lineQuantity: 1,
  lineTotalMinor: 1000
}
const order: Return.OrderFacts = {
  orderId: OrderId.make("ord_0123456789"),
  status: "delivered",
  productIds: [unit.productId],
  units: [unit]
}

it("an answer that is no yes or no takes nothing back, knows no code and shows no tariff", () => {
  for (const [value, printed] of odd) {
    // The types exclude all but booleans.
    const isTariff = value as never
    const result = () => isTariff
    const strategy = { ...Return.defaultStrategy, returnsOpened: result }
    const opened = new StrategyBroken(`Returns: ${printed} to whether serum may come back opened.`)
    const item = { productId: unit.productId, condition: "opened" } as const
    expect(() => Return.request(order, [item], epoch, strategy)).toThrow(opened)
    expect(() => Return.returnable(order, epoch, strategy)).toThrow(opened)
    expect(() => Return.acceptsOpened(strategy, unit)).toThrow(opened)
    expect(() => Discount.knowsCode({ ...Discount.defaultStrategy, isCode: result }, "SPRING"))
      .toThrow(new StrategyBroken(`Discounts: ${printed} to whether "SPRING" is a code.`))
    expect(() => Shipping.showsTariff({ ...Shipping.defaultStrategy, isTariff }))
      .toThrow(new StrategyBroken(`Shipping: ${printed} to whether the charges are the tariff's.`))
  }
})

it("whatever a strategy throws names the strategy and what it was asked about, and is kept", () => {
  const errors: ReadonlyArray<readonly [thrown: unknown, printed: string]> = [
    [new TypeError("no such table"), "TypeError: no such table"],
    ["soon", "\"soon\""],
    [undefined, "undefined"]
  ]
  for (const [thrown, printed] of errors) {
    const fail = () => {
      throw thrown
    }
    const shipping = {
      ...Shipping.defaultStrategy,
      isServed: fail,
      isOffered: fail,
      shippingMinor: fail,
      estimatedDelivery: fail
    }
    const discounts = { isCode: fail, discountsMinor: fail }
    const returns = { ...Return.defaultStrategy, windowDaysOf: fail, returnsOpened: fail }
    const consignment = { method: "express", country: germany, goodsMinor: 1000, lines }
    const owner = { principal: "ada", shopper: "" }
    const calls: ReadonlyArray<readonly [call: () => unknown, message: string]> = [
      [() => Discount.knowsCode(discounts, "SPRING"), `Discounts: ${printed} to whether "SPRING" is a code.`],
      [
        () => Discount.discountsOf(discounts, { lines, country: germany, method: "express", owner, codes: [] }),
        `Discounts: ${printed} for 1 lines to DE by express, of serum.`
      ],
      [
        () => Vat.rateOf({ rateBp: fail }, { lines, country: germany }, lines[0]!),
        `Tax: ${printed} as the rate in DE, of serum.`
      ],
      [
        () => Shipping.chargeOf(shipping, Shipping.defaultPolicy, consignment),
        `Shipping: ${printed} as the charge by express to DE, of serum.`
      ],
      [
        () => Shipping.serves(shipping, Shipping.defaultPolicy, germany),
        `Shipping: ${printed} to whether DE is served.`
      ],
      [
        () => Shipping.offers(shipping, Shipping.defaultPolicy, consignment),
        `Shipping: ${printed} to whether express is offered to DE.`
      ],
      [
        () => Shipping.expectedDayOf(shipping, Shipping.defaultPolicy, { method: "express", country: germany }, epoch),
        `Shipping: ${printed} as the day of a parcel by express to DE that leaves on 1970-01-01.`
      ],
      [() => Return.windowOf(returns, unit), `Returns: ${printed} as the window for serum.`],
      [() => Return.acceptsOpened(returns, unit), `Returns: ${printed} to whether serum may come back opened.`]
    ]
    for (const [call, message] of calls) {
      const error = Either.flip(Either.try(call))
      expect(error).toEqual(Either.right(new StrategyBroken(message)))
      expect(Either.getOrThrow(error)).toMatchObject({ cause: thrown })
    }
  }
})

it("a strategy inside another that is broken is the one that is named", () => {
  const inner: Vat.TaxStrategy = { rateBp: () => 12.5 }
  const outer: Vat.TaxStrategy = { rateBp: (taxed, line) => Vat.rateOf(inner, taxed, line) }
  expect(() => Vat.rateOf(outer, { lines, country: germany }, lines[0]!))
    .toThrow(new StrategyBroken("Tax: a rate of 12.5 basis points in DE, of serum."))
})
