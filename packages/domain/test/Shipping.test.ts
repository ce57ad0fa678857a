import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Country from "../src/Country.ts"
import { Day } from "../src/Days.ts"
import * as Destination from "../src/Destination.ts"
import { ProductId } from "../src/Ids.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Shipping from "../src/Shipping.ts"
import { StrategyBroken } from "../src/StrategyBroken.ts"

it.each([
  { method: "standard", to: "DE", goodsMinor: 0, costs: 0 },
  { method: "standard", to: "DE", goodsMinor: 1, costs: 495 },
  { method: "standard", to: "DE", goodsMinor: 4999, costs: 495 },
  { method: "standard", to: "DE", goodsMinor: 5000, costs: 0 },
  { method: "standard", to: "FI", goodsMinor: 4999, costs: 495 },
  { method: "standard", to: "FI", goodsMinor: 5000, costs: 0 },
  { method: "standard", to: "CH", goodsMinor: 0, costs: 0 },
  { method: "standard", to: "CH", goodsMinor: 4999, costs: 1495 },
  { method: "standard", to: "CH", goodsMinor: 5000, costs: 1495 },
  { method: "standard", to: "MC", goodsMinor: 4999, costs: 495 },
  { method: "standard", to: "MC", goodsMinor: 5000, costs: 0 },
  { method: "express", to: "DE", goodsMinor: 0, costs: 0 },
  { method: "express", to: "DE", goodsMinor: 4999, costs: 995 },
  { method: "express", to: "DE", goodsMinor: 5000, costs: 995 },
  { method: "express", to: "US", goodsMinor: 4999, costs: 2495 },
  { method: "express", to: "US", goodsMinor: 5000, costs: 2495 }
])("$method to $to costs $costs for goods of $goodsMinor", ({ method, to, goodsMinor, costs }) => {
  const shipment = { method, country: CountryCode.make(to), goodsMinor }
  expect(Shipping.shippingMinor(Shipping.defaultPolicy, shipment)).toBe(costs)
})

it("a shop sets its own amounts and limit", () => {
  const policy: Shipping.ShippingPolicy = {
    homeCountry: CountryCode.make("FR"),
    zones: [
      { countries: [CountryCode.make("LI")], rates: { standard: { chargeMinor: 5, transitDays: 1 } } },
      {
        countries: "eu",
        rates: {
          standard: { chargeMinor: 1, freeFromMinor: 10, transitDays: 2 },
          express: { chargeMinor: 2, transitDays: 1 }
        }
      },
      {
        countries: [CountryCode.make("NO"), CountryCode.make("FR")],
        rates: { standard: { chargeMinor: 3, transitDays: 4 }, express: { chargeMinor: 4, transitDays: 3 } }
      }
    ],
    unserved: [CountryCode.make("IT")]
  }
  const cost = (method: Shipping.ShippingMethod, country: string, goodsMinor: number) =>
    Shipping.shippingMinor(policy, { method, country: CountryCode.make(country), goodsMinor })
  expect([cost("standard", "FR", 9), cost("standard", "FR", 10), cost("express", "FR", 10)]).toEqual([1, 0, 2])
  expect([cost("standard", "NO", 10), cost("express", "NO", 10)]).toEqual([3, 4])
  // A method that a zone does not have counts as its first.
  expect([cost("standard", "LI", 1000), cost("express", "LI", 1)]).toEqual([5, 5])
  const isServed = (country: string) => Shipping.isServed(policy, CountryCode.make(country))
  expect(["LI", "FR", "MC", "NO", "IT", "CH", "US"].map(isServed)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false
  ])
  expect(
    Shipping.estimatedDelivery(policy, { method: "express", country: CountryCode.make("NO") }, Day.make("1970-01-01"))
  ).toBe(
    "1970-01-06"
  )
})

it.each([
  { method: "standard", to: "DE", leaves: "2026-03-02", on: "2026-03-05" },
  { method: "express", to: "DE", leaves: "2026-03-02", on: "2026-03-03" },
  { method: "standard", to: "US", leaves: "2026-03-02", on: "2026-03-12" },
  { method: "express", to: "US", leaves: "2026-03-02", on: "2026-03-05" },
  { method: "express", to: "FI", leaves: "2026-03-06", on: "2026-03-09" },
  { method: "express", to: "FI", leaves: "2026-03-09", on: "2026-03-10" },
  { method: "standard", to: "DE", leaves: "2026-04-02", on: "2026-04-09" }
])("$method to $to that leaves on $leaves is expected on $on", ({ leaves, method, on, to }) => {
  expect(
    Shipping.estimatedDelivery(Shipping.defaultPolicy, { method, country: CountryCode.make(to) }, Day.make(leaves))
  ).toBe(on)
})

it.each([
  ["none", []],
  ["two of one id", ["bike", "bike"]],
  ["an id of another form", ["By bike"]]
])("methods are refused that are %s", (_, ids) => {
  const [first, ...others] = ids.map((id) => ({ id, title: id, description: "" }))
  // The types exclude a list of none.
  const methods = [first, ...others] as unknown as NonNullable<Shipping.ShippingStrategy["methods"]>
  expect(() => Shipping.methodsOf({ methods: ids.length === 0 ? ([] as unknown as typeof methods) : methods }))
    .toThrow(StrategyBroken)
})

it.each([
  ["an earlier day", "1999-01-01"],
  ["no day of the calendar", "2026-02-30"],
  ["a day as people write it", "24.12.2026"],
  ["a moment", new Date(0)],
  ["nothing", undefined]
])("a strategy that expects a parcel on %s is broken", (_, day) => {
  // The types exclude all but days.
  const strategy = { ...Shipping.defaultStrategy, estimatedDelivery: () => day as never }
  const parcel = { method: "standard", country: CountryCode.make("DE") }
  expect(() => Shipping.expectedDayOf(strategy, Shipping.defaultPolicy, parcel, Day.make("2026-03-02")))
    .toThrow(StrategyBroken)
})

it("a strategy is broken that serves by anything but yes or no, or has methods without a title", () => {
  for (const answer of ["no", undefined, Promise.resolve(false)]) {
    // The types exclude all but booleans.
    const strategy = { ...Shipping.defaultStrategy, isServed: () => answer as never }
    expect(() => Shipping.serves(strategy, Shipping.defaultPolicy, CountryCode.make("DE"))).toThrow(StrategyBroken)
  }
  // The types exclude a method without texts.
  const bare = { id: "bike" } as never
  expect(() => Shipping.methodsOf({ methods: [bare] })).toThrow("[{\"id\":\"bike\"}]")
})

it("a method that was chosen counts while there is one of that id, and an order's is shown for good", () => {
  expect(Shipping.methodChosen({}, "express")).toBe("express")
  expect(Shipping.methodChosen({}, "pigeon")).toBe("standard")
  expect(Shipping.methodChosen({})).toBe("standard")
  expect(Shipping.methodOf({}, "pigeon")).toEqual({ id: "pigeon", title: "pigeon", description: "" })
})

describe("a territory with taxes of its own", () => {
  const refusalOf = (policy: Shipping.ShippingPolicy, country: string, postcode: string) =>
    Shipping.refusalOf(Shipping.defaultStrategy, policy, { country: CountryCode.make(country), postcode })
  const refused = (country: string, postcode: string | null) => new Shipping.DestinationNotServed({ country, postcode })
  const zoneOf = (countries: Shipping.Zone["countries"], chargeMinor: number): Shipping.Zone => ({
    countries,
    rates: { standard: { chargeMinor, transitDays: 1 } }
  })
  const spain = CountryCode.make("ES")

  it("is of no zone that does not name it", () => {
    expect(refusalOf(Shipping.defaultPolicy, "ES", "28001")).toBeUndefined()
    expect(refusalOf(Shipping.defaultPolicy, "MC", "98000")).toBeUndefined()
    expect(refusalOf(Shipping.defaultPolicy, "ES", "35001")).toEqual(refused("ES", "35001"))
    expect(refusalOf(Shipping.defaultPolicy, "ES", "35001")?.message).toBe("Nothing can be delivered to 35001, ES.")
    expect(refusalOf(Shipping.defaultPolicy, "AQ", "")).toEqual(refused("AQ", null))
    // Nobody lives there.
    expect(refusalOf(Shipping.defaultPolicy, "FR", "98400")).toEqual(refused("FR", "98400"))
    const all = { ...Shipping.defaultPolicy, zones: [zoneOf([spain], 1), zoneOf("eu", 2), zoneOf("all", 3)] as const }
    for (const code of Destination.TerritoryCode.literals) expect(Shipping.zoneOf(all, code)).toBeUndefined()
  })

  it("costs what the zone that names it says, whatever its country costs", () => {
    const zones = [zoneOf("eu", 100), zoneOf(["ES-CN", "ES-CE"], 900)] as const
    const policy = { ...Shipping.defaultPolicy, zones }
    expect(refusalOf(policy, "ES", "35001")).toBeUndefined()
    expect(refusalOf(policy, "ES", "52001")).toEqual(refused("ES", "52001"))
    const charge = (postcode: string) =>
      Shipping.shippingMinor(policy, {
        ...Destination.of({ country: spain, postcode }),
        method: "standard",
        goodsMinor: 1
      })
    expect([charge("28001"), charge("35001"), charge("51001")]).toEqual([100, 900, 900])
  })

  it("has its country served, in that part alone, where no zone has the country", () => {
    const policy = { ...Shipping.defaultPolicy, zones: [zoneOf([CountryCode.make("DE"), "ES-CN"], 1)] as const }
    const served = Country.codes.filter((code) => Shipping.serves(Shipping.defaultStrategy, policy, code))
    expect(served).toEqual(["DE", "ES"])
    expect(refusalOf(policy, "ES", "35001")).toBeUndefined()
    expect(refusalOf(policy, "ES", "28001")).toEqual(refused("ES", "28001"))
    expect(refusalOf(policy, "IT", "22061")).toEqual(refused("IT", null))
  })

  it("that is a country goes as that country, whichever was written", () => {
    for (const postcode of ["97133", "97150", "97100", "97200", "97300", "97400", "97500", "97600", "98700", "98800"]) {
      expect(refusalOf(Shipping.defaultPolicy, "FR", postcode), postcode).toBeUndefined()
      const { country } = Destination.of({ country: CountryCode.make("FR"), postcode })
      expect(country).not.toBe("FR")
      expect(Country.isPostcode(country, postcode), postcode).toBe(true)
    }
    const europe = { ...Shipping.defaultPolicy, zones: [zoneOf("eu", 100)] as const }
    expect(refusalOf(europe, "FI", "00100")).toBeUndefined()
    expect(refusalOf(europe, "FI", "22100")).toEqual(refused("FI", "22100"))
  })

  it("may be served by a strategy of the shop's", () => {
    const everywhere = { ...Shipping.defaultStrategy, isServed: () => true }
    expect(Shipping.refusalOf(everywhere, Shipping.defaultPolicy, { country: spain, postcode: "35001" }))
      .toBeUndefined()
  })
})

describe("charges by weight and value", () => {
  const country = CountryCode.make("DE")
  const upTo = (steps: ReadonlyArray<Shipping.Step>): Shipping.ShippingPolicy => ({
    homeCountry: country,
    zones: [{
      countries: [country],
      rates: { post: { chargeMinor: steps as readonly [Shipping.Step], freeFromMinor: 1_000_000, transitDays: 1 } }
    }, { countries: "all", rates: { air: { chargeMinor: 1, transitDays: 1 } } }],
    unserved: []
  })
  const rising = fc.uniqueArray(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 5 }).chain((limits) =>
    fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: limits.length, maxLength: limits.length })
      .map((charges) => ({
        limits: limits.toSorted((a, b) => a - b),
        charges: charges.toSorted((a, b) => a - b)
      }))
  )
  const parcel = (grams: number, goodsMinor = 1) => ({ method: "post", country, goodsMinor, grams })

  it.each(["toGrams", "toGoodsMinor"] as const)("are exact at each limit of %s, and rise as the steps do", (limit) => {
    fc.assert(fc.property(rising, fc.integer({ min: 1, max: 60_000 }), ({ charges, limits }, size) => {
      const policy = upTo(limits.map((most, n) => ({ [limit]: most, chargeMinor: charges[n]! })))
      const sized = (size: number) => limit === "toGrams" ? parcel(size) : parcel(0, size)
      limits.forEach((most, n) => {
        expect(Shipping.isOffered(policy, sized(most))).toBe(true)
        expect(Shipping.shippingMinor(policy, sized(most))).toBe(charges[n])
        const next = sized(most + 1)
        expect(Shipping.isOffered(policy, next)).toBe(n + 1 < limits.length)
        if (n + 1 < limits.length) expect(Shipping.shippingMinor(policy, next)).toBe(charges[n + 1])
      })
      expect(Shipping.shippingMinor(policy, sized(size)))
        .toBeLessThanOrEqual(Shipping.shippingMinor(policy, sized(size + 1)))
    }))
  })

  it("may go by both: the first step that takes the parcel counts, and free is only what one takes", () => {
    const policy = upTo([
      { toGrams: 100, toGoodsMinor: 5_000, chargeMinor: 1 },
      { toGrams: 100, chargeMinor: 2 },
      { toGrams: 500, chargeMinor: 3 }
    ])
    const cost = (grams: number, goodsMinor: number) => Shipping.shippingMinor(policy, parcel(grams, goodsMinor))
    expect([cost(100, 5_000), cost(100, 5_001), cost(101, 5_000), cost(500, 1_000_000)]).toEqual([1, 2, 3, 0])
    expect([parcel(500, 1_000_000), parcel(501, 1_000_000)].map((one) => Shipping.isOffered(policy, one)))
      .toEqual([true, false])
  })

  it("are of the methods of a zone, and of none that only another has", () => {
    const policy = upTo([{ chargeMinor: 1 }])
    const offered = (method: string, to: string) =>
      Shipping.isOffered(policy, { method, country: CountryCode.make(to), goodsMinor: 1 })
    expect([offered("post", "DE"), offered("air", "DE"), offered("air", "FR"), offered("post", "FR")])
      .toEqual([true, false, true, false])
    expect(offered("pick-up", "DE")).toBe(true)
  })

  it("of a purchase are those by which it is offered, and the method that it gets is one of them", () => {
    const arbitrary = fc.record({
      weightGrams: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
      quantity: fc.integer({ min: 1, max: 99 }),
      method: fc.constantFrom(undefined, "post", "air"),
      to: fc.constantFrom("DE", "FR")
    })
    fc.assert(fc.property(arbitrary, ({ method, quantity, to, weightGrams }) => {
      const [title, description] = ["A", ""]
      const methods = [{ id: "post", title, description }, { id: "air", title, description }] as const
      const strategies = {
        ...Pricing.defaultStrategies,
        shipping: { ...Shipping.defaultStrategy, methods }
      }
      const purchase = {
        lines: [{ productId: ProductId.make("a"), quantity, unitPriceMinor: 100, weightGrams }],
        country: CountryCode.make(to),
        policy: upTo([{ toGrams: 1_000, chargeMinor: 5 }, { toGrams: 2_000, chargeMinor: 7 }])
      }
      const offered = Pricing.compareMethods(purchase, strategies)
      const ids = offered.map((one) => one.method.id)
      const grams = quantity * (weightGrams ?? 0)
      expect(ids).toEqual(to === "FR" ? ["air"] : grams <= 2_000 ? ["post"] : [])
      const found = Pricing.methodFor({ ...purchase, method }, strategies)
      expect(found).toBe(method !== undefined && ids.includes(method) ? method : ids[0])
      for (const one of offered) {
        expect(Pricing.price({ ...purchase, method: one.method.id }, strategies).shippingMinor).toBe(one.shippingMinor)
        expect(one.shippingMinor).toBe(to === "FR" ? 1 : grams <= 1_000 ? 5 : 7)
      }
    }))
  })
})
