/** The shop as a file: what a shop.json may say, and what is said of its faults. */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Destination from "@beauty-store/domain/Destination"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Ajv from "ajv"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import * as ShopFile from "../src/shop/ShopFile.ts"

const seller = {
  name: "Muster GmbH",
  address: "Hauptstr. 2",
  postcode: "20095",
  city: "Hamburg",
  country: "DE",
  vatId: "DE123456789",
  email: "post@muster.example"
}
const { email: _email, vatId: _vatId, ...address } = seller
const least = { name: "Muster", seller }
const whole: typeof ShopFile.ShopFile.Encoded = {
  $schema: "./shop.schema.json",
  name: "Muster",
  seller: { ...seller, phone: "+49 40 1", register: "HRB 1", representedBy: "Erika Muster" },
  returnAddress: address,
  currency: "CHF",
  synonyms: [["Kaffee", "coffee"], ["Tee", "tea"]],
  languages: ["de"],
  categories: [{ id: "coffee", name: { de: "Kaffee" } }, "tea"],
  texts: { heading: "Kaffa", lead: { en: "Roasted on Mondays.", de: "Montags geröstet." } },
  shipping: {
    homeCountry: "CH",
    methods: [{ id: "post", name: "Post" }, { id: "bike", name: { de: "Velokurier" }, description: "Today." }],
    zones: [
      { countries: ["CH", "LI"], rates: { post: { price: 8.9, freeFrom: 90, days: 2 }, bike: { price: 16, days: 0 } } },
      { countries: "eu", rates: { post: { price: 12, days: 4 }, bike: { price: 24.5, days: 2 } } }
    ],
    notTo: ["AQ"]
  },
  agents: { perPurchase: 100, perDay: 100, perMonth: 500 },
  unpaidCheckouts: { checkouts: 3, unitsPerProduct: 4, lastUnitsMinutes: 5 },
  stock: { low: 8 },
  overdue: { shipWithinDays: 1, decideReturnWithinDays: 2, answerWithinDays: 3 },
  trailDays: 30
}

const policyOf = (file: object) =>
  Either.map(ShopFile.parse(JSON.stringify(file)), ShopFile.policyOf).pipe(Either.getOrThrow)
const faultsOf = (text: string) =>
  Either.getOrThrow(Either.flip(ShopFile.parse(text))).map(({ line, pointer }) => `${line} ${pointer}`)

describe("a shop.json", () => {
  it("says the least, and has the rest from the policy", () => {
    expect(policyOf(least)).toEqual({ ...defaultPolicy, storeName: "Muster", seller, returnAddress: undefined })
  })

  it("has the time zone of its seller's country, and names it where that has several", () => {
    const of = (country: string, timeZone?: string) => ({ ...least, seller: { ...seller, country }, timeZone })
    expect(["JP", "CH", "DE", "CY"].map((country) => policyOf(of(country)).timeZone)).toEqual([
      "Asia/Tokyo",
      "Europe/Zurich",
      "Europe/Berlin",
      "Asia/Famagusta"
    ])
    expect(policyOf(of("ES", "Atlantic/Canary")).timeZone).toBe("Atlantic/Canary")
    const [fault, ...others] = Either.getOrThrow(Either.flip(ShopFile.parse(JSON.stringify(of("ES")))))
    expect(others).toEqual([])
    expect(fault).toMatchObject({ pointer: "/timeZone", words: expect.stringContaining("Europe/Madrid") })
    for (const wrong of ["+09:00", "Europe/Atlantis"]) {
      expect(faultsOf(JSON.stringify(of("JP", wrong)))).toEqual(["1 /timeZone"])
    }
  })

  it("says all of it", () => {
    expect(policyOf(whole)).toMatchObject({
      imprint: { phone: "+49 40 1", register: "HRB 1", representedBy: "Erika Muster" },
      returnAddress: address,
      currency: "CHF",
      languages: ["de"],
      categories: ["coffee", "tea"],
      synonyms: [["Kaffee", "coffee"], ["Tee", "tea"]],
      texts: {
        heading: "Kaffa",
        lead: { en: "Roasted on Mondays.", de: "Montags geröstet." },
        categories: { coffee: { de: "Kaffee" } }
      },
      shipping: {
        homeCountry: "CH",
        zones: [
          {
            countries: ["CH", "LI"],
            rates: {
              post: { chargeMinor: 890, freeFromMinor: 9000, transitDays: 2 },
              bike: { chargeMinor: 1600, transitDays: 0 }
            }
          },
          { countries: "eu", rates: { post: { chargeMinor: 1200, transitDays: 4 }, bike: { chargeMinor: 2450 } } }
        ],
        unserved: defaultPolicy.shipping.unserved
      },
      allowance: { perTransaction: 10_000, perDay: 10_000, perMonth: 50_000 },
      reservations: { sessions: 3, unitsPerProduct: 4, lastUnitsMillis: 300_000 },
      stock: { low: 8 },
      overdue: { shipWithinDays: 1, decideReturnWithinDays: 2, answerWithinDays: 3 },
      trailMillis: 30 * 86_400_000
    })
  })

  it("takes what a category is called for another word for it, as far as it is one word and none of the shop's lists", () => {
    const categories = [
      { id: "mills", name: { en: "Mills", de: "Mühlen" } },
      { id: "beans", name: { en: "Beans", de: "Bohnen" } },
      { id: "tea-pots", name: { en: "Tea pots", de: "Kannen" } },
      "cups"
    ]
    const synonyms = [["bohnen", "kaffee"]]
    expect(policyOf({ ...least, categories, synonyms }).synonyms).toEqual([...synonyms, ["mills", "Mühlen"]])
    expect(policyOf({ ...least, categories }).synonyms).toEqual([["mills", "Mühlen"], ["beans", "Bohnen"]])
  })

  it("names territories in its zones and rates by their codes, and only those that there are", () => {
    const rates = { standard: { price: 9, days: 5 }, express: { price: 19, days: 1 } }
    const withZone = (...countries: ReadonlyArray<string>) => ({
      ...least,
      shipping: { homeCountry: "ES", zones: [{ countries: "eu", rates }, { countries, rates }] },
      vat: { ES: 21, FR: 20, "ES-CN": 7 }
    })
    const file = Either.getOrThrow(ShopFile.parse(JSON.stringify(withZone("ES-CN", "IT-LIVIGNO"))))
    expect(ShopFile.policyOf(file).shipping.zones[1]!.countries).toEqual(["ES-CN", "IT-LIVIGNO"])
    const { tax } = ShopFile.strategiesOf(file)
    const line = { productId: ProductId.make("tea"), quantity: 1, unitPriceMinor: 100 }
    const rateTo = (country: string, postcode: string) =>
      tax.rateBp({ ...Destination.of({ country: CountryCode.make(country), postcode }), lines: [] }, line)
    expect([rateTo("ES", "28001"), rateTo("ES", "35001"), rateTo("ES", "51001"), rateTo("MC", "98000")])
      .toEqual([2100, 700, 0, 2000])
    expect(faultsOf(JSON.stringify(withZone("ES-XX")))).toEqual(["1 /shipping/zones/1/countries/0"])
  })

  it("fits the schema that editors have, and that refuses what is misspelt", () => {
    const fits = new Ajv.Ajv({ strict: false, validateFormats: false }).compile(ShopFile.jsonSchema())
    expect([fits(least), fits(whole)]).toEqual([true, true])
    expect([fits({ ...least, nmae: "x" }), fits({ name: "x" }), fits({ ...least, trailDays: 0.5 })]).toEqual([
      false,
      false,
      false
    ])
  })

  it("has all of its faults named at once, each by its line and its place", () => {
    const text = `{
  "nmae": "Muster",
  "seller": {
    "name": "Muster GmbH", "address": "Hauptstr. 2", "city": "Hamburg", "postcode": "20095",
    "country": "Germany",
    "vatId": "DE1",
    "email": "none"
  },
  "categories": ["coffee",
    "Tea"],
  "shipping": { "homeCountry": "DE", "zones": [{ "countries": "eu", "rates": { "standard": { "price": 4.955 } } }] }
}`
    expect(faultsOf(text).toSorted()).toEqual([
      "1 /name",
      "10 /categories/1",
      "11 /shipping/zones/0/rates/standard/days",
      "11 /shipping/zones/0/rates/standard/price",
      "2 /nmae",
      "5 /seller/country",
      "7 /seller/email"
    ])
  })

  it("has faults of its meaning named beside those of its form, but for what a faulty field would decide", () => {
    const agents = { perPurchase: 200, perDay: 100, perMonth: 500 }
    const shelves = [{ title: "Tea", show: { category: "tea" } }]
    const faulty = { ...least, name: "", nmae: 1, agents, look: { shelves } }
    expect(faultsOf(JSON.stringify(faulty)).toSorted())
      .toEqual(["1 /agents/perDay", "1 /look/shelves/0/show/category", "1 /name", "1 /nmae"])
    expect(faultsOf(JSON.stringify({ ...least, agents, categories: ["Tea"], look: { shelves } })))
      .toEqual(["1 /categories/0"])
  })

  it("is JSON, and says in which line it is none", () => {
    expect(faultsOf(`{\n  "name": "x",,\n}`)[0]).toBe("2 ")
    expect(faultsOf(`{\n  // a comment\n  "name": "x"\n}`)[0]).toBe("2 ")
    expect(faultsOf("")).toEqual(["1 "])
    expect(faultsOf("[]")).toEqual(["1 "])
  })

  it("names countries and a currency that there are, no key twice, and nothing against itself", () => {
    const shipping = { ...whole.shipping!, homeCountry: "XX", notTo: ["UK", "FR"] }
    expect(faultsOf(JSON.stringify({ ...least, currency: "XYZ", shipping })).toSorted()).toEqual([
      "1 /currency",
      "1 /shipping/homeCountry",
      "1 /shipping/notTo/0"
    ])
    const texts = { heading: { en: "Tea" }, lead: { de: "Tee", en: "Tea" }, description: "Chai" }
    const categories = [{ id: "tea", name: { de: "Tee" } }]
    expect(faultsOf(JSON.stringify({ ...least, texts, categories })).toSorted()).toEqual([
      "1 /categories/0/name",
      "1 /texts/heading"
    ])
    expect(faultsOf(JSON.stringify({ ...least, languages: ["de"], texts, categories }))).toEqual(["1 /texts/heading"])
    expect(faultsOf(JSON.stringify({ ...least, languages: ["de", "de"] }))).toEqual(["1 /languages/1"])
    expect(faultsOf(JSON.stringify({ ...least, languages: ["fr"] }))).toEqual(["1 /languages/0"])
    expect(faultsOf(JSON.stringify({ ...least, vat: { CH: 2.6, UK: 20 } }))).toEqual(["1 /vat/UK"])
    expect(faultsOf(JSON.stringify({ ...least, vat: { CH: 2.605, LI: 101 } }))).toEqual(["1 /vat/CH", "1 /vat/LI"])
    const half = { CH: { standard: 8.1, reduced: 2.6 }, LI: { standard: 8.1 } }
    expect(faultsOf(JSON.stringify({ ...least, vat: half }))).toEqual(["1 /vat/LI/reduced"])
    const against = { ...whole, categories: ["tea", "tea"], shipping: { ...whole.shipping!, notTo: ["CH"] } }
    expect(faultsOf(JSON.stringify(against))).toEqual(["1 /categories/1", "1 /shipping/notTo"])
    const { methods: _methods, ...usual } = whole.shipping!
    const rates = { standard: { price: 1, days: 1 }, express: { price: 1, days: 1 } }
    const zones = [
      { countries: "eu", rates },
      { countries: ["CH", "AT", "FR"], rates: { standard: rates.standard, bike: rates.express } },
      { countries: "all", rates },
      { countries: "eu", rates }
    ]
    expect(faultsOf(JSON.stringify({ ...least, shipping: { ...usual, homeCountry: "CH", zones } }))).toEqual([
      "1 /shipping/zones/1/countries",
      "1 /shipping/zones/1/countries",
      "1 /shipping/zones/1/rates/bike",
      "1 /shipping/zones/3/countries"
    ])
    expect(faultsOf(JSON.stringify({ ...least, shipping: { ...usual, homeCountry: "CH", zones: zones.slice(0, 1) } })))
      .toEqual(["1 /shipping/homeCountry"])
    expect(faultsOf(`{\n"name": "A",\n"name": "B" }`)).toEqual(["3 "])
  })

  it("in another currency than that of the default charges and limits", () => {
    expect(faultsOf(JSON.stringify({ ...least, currency: "HUF" }))).toEqual(["1 /agents", "1 /shipping"])
    const agents = { perPurchase: 1, perDay: 1 }
    expect(faultsOf(JSON.stringify({ ...least, currency: "HUF", agents }))).toEqual([
      "1 /agents/perMonth",
      "1 /shipping"
    ])
  })

  it("with methods of payment of which none is offered everywhere, or in places that are no countries", () => {
    const of = (paymentMethods: object) => faultsOf(JSON.stringify({ ...least, paymentMethods }))
    const paymentMethods = { apple_pay: "everywhere", klarna: ["AT"] }
    expect(policyOf({ ...least, paymentMethods }).payments).toEqual(paymentMethods)
    expect(of({ card: ["CH"], klarna: "everywhere" })).toEqual(["1 /paymentMethods"])
    expect(of({ card: "everywhere", klarna: ["Austria"] })).toEqual(["1 /paymentMethods/klarna/0"])
    expect(of({ card: "everywhere", paypal: "everywhere" })).toEqual(["1 /paymentMethods/paypal"])
  })

  it("offers a method in some zones, and by weight or value; a zone has one, a method a zone, and each price its goods", () => {
    const price = [{ toGrams: 2_000, price: 4.95 }, { toGrams: 10_000, toGoods: 500, price: 8.5 }, { price: 0 }]
    const shippingWith = (...zones: ReadonlyArray<object>) => ({
      ...least,
      shipping: { homeCountry: "DE", methods: [{ id: "post", name: "P" }, { id: "van", name: "V" }], zones }
    })
    const van = { van: { price: 9, days: 1 } }
    const zones = [{ countries: ["DE"], rates: { post: { price, days: 2 } } }, { countries: ["FR"], rates: van }]
    expect(policyOf(shippingWith(...zones)).shipping.zones[0]!.rates["post"]).toEqual({
      chargeMinor: [{ toGrams: 2_000, chargeMinor: 495 }, { toGrams: 10_000, toGoodsMinor: 50_000, chargeMinor: 850 }, {
        chargeMinor: 0
      }],
      transitDays: 2
    })
    const idle = [{ toGrams: 5, price: 1 }, { toGrams: 5, toGoods: 9, price: 2 }, { toGrams: 6, price: 3 }]
    const against = [{ countries: ["DE"], rates: { post: { price: idle, days: 2 } } }, { countries: ["FR"], rates: {} }]
    expect(faultsOf(JSON.stringify(shippingWith(...against))).toSorted()).toEqual([
      "1 /shipping/methods/1",
      "1 /shipping/zones/0/rates/post/price/1",
      "1 /shipping/zones/1/rates"
    ])
    const wrong = [{ countries: ["DE"], rates: { post: { price: [{ toGrams: 0, price: 4.955 }], days: 2 }, ...van } }]
    expect(
      faultsOf(JSON.stringify(shippingWith(...wrong))).every((one) =>
        one.startsWith("1 /shipping/zones/0/rates/post/price")
      )
    )
      .toBe(true)
  })

  it("has synonyms that are words, each once in whatever spelling", () => {
    const of = (...synonyms: ReadonlyArray<ReadonlyArray<string>>) => faultsOf(JSON.stringify({ ...least, synonyms }))
    expect(of(["Tee", "tea"], ["cup", "TEE"])).toEqual(["1 /synonyms/1/1"])
    expect(of(["tea"], ["green tea", "spf50"]).toSorted())
      .toEqual(["1 /synonyms/0", "1 /synonyms/1/0", "1 /synonyms/1/1"])
  })

  it("says its faults in words, not in types", () => {
    const wrong = {
      ...least,
      categories: "soap",
      overdue: 3,
      shipping: [],
      agents: { perPurchase: -1 },
      synonyms: [[""]],
      paymentMethods: { card: 3 },
      vat: { CH: "8" },
      look: { navigation: [3], shelves: [{ title: 3, show: "reduce" }] }
    }
    const words = Either.getOrThrow(Either.flip(ShopFile.parse(JSON.stringify(wrong)))).map((fault) => fault.words)
    for (const one of words) expect(one).not.toMatch(/readonly|Array<|-100|\^\[|\w \| |maxItems|<->/)
    const goods = "\"bestsellers\", \"newest\", \"reduced\", {\"category\": …}, {\"brand\": …}, {\"products\": …}"
    expect(words).toContain(`Expected one of ${goods}, actual "reduce"`)
    expect(words).toContain("Expected one of a number, {\"standard\": …, \"reduced\": …}, actual \"8\"")
  })

  it("has no limits of agents below those of a shorter span", () => {
    const agents = { perPurchase: 500, perDay: 50, perMonth: 10 }
    expect(faultsOf(JSON.stringify({ ...least, agents }))).toEqual(["1 /agents/perDay", "1 /agents/perMonth"])
  })
})
