/** The shop as a file: what a shop.json may say, and what is said of its faults. */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
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
  languages: ["de"],
  categories: [{ id: "coffee", name: { de: "Kaffee" } }, "tea"],
  texts: { heading: "Kaffa", lead: { en: "Roasted on Mondays.", de: "Montags geröstet." } },
  shipping: {
    homeCountry: "CH",
    withinEu: { standard: 12, express: 24.5 },
    elsewhere: { standard: 8.9, express: 16 },
    freeFrom: 90,
    notTo: ["AQ"]
  },
  agents: { perPurchase: 100, perDay: 100, perMonth: 500 },
  unpaidCheckouts: { checkouts: 3, unitsPerProduct: 4, lastUnitsMinutes: 5 },
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

  it("says all of it", () => {
    expect(policyOf(whole)).toMatchObject({
      imprint: { phone: "+49 40 1", register: "HRB 1", representedBy: "Erika Muster" },
      returnAddress: address,
      currency: "CHF",
      languages: ["de"],
      categories: ["coffee", "tea"],
      texts: {
        heading: { en: "Kaffa", de: "Kaffa" },
        lead: { en: "Roasted on Mondays.", de: "Montags geröstet." },
        categories: { coffee: { en: "Kaffee", de: "Kaffee" } }
      },
      shipping: {
        homeCountry: "CH",
        euMinor: { standard: 1200, express: 2450 },
        elsewhereMinor: { standard: 890, express: 1600 },
        freeFromMinor: 9000,
        unserved: defaultPolicy.shipping.unserved
      },
      allowance: { perTransaction: 10_000, perDay: 10_000, perMonth: 50_000 },
      reservations: { sessions: 3, unitsPerProduct: 4, lastUnitsMillis: 300_000 },
      overdue: { shipWithinDays: 1, decideReturnWithinDays: 2, answerWithinDays: 3 },
      trailMillis: 30 * 86_400_000
    })
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
  "shipping": { "homeCountry": "DE", "withinEu": { "standard": 4.955, "express": -1 } }
}`
    expect(faultsOf(text).toSorted()).toEqual([
      "1 /name",
      "10 /categories/1",
      "11 /shipping/elsewhere",
      "11 /shipping/freeFrom",
      "11 /shipping/withinEu/express",
      "11 /shipping/withinEu/standard",
      "2 /nmae",
      "5 /seller/country",
      "7 /seller/email"
    ])
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
    const against = { ...whole, categories: ["tea", "tea"], shipping: { ...whole.shipping!, notTo: ["CH"] } }
    expect(faultsOf(JSON.stringify(against))).toEqual(["1 /categories/1", "1 /shipping/notTo"])
    expect(faultsOf(`{\n"name": "A",\n"name": "B" }`)).toEqual(["3 "])
  })

  it("says its faults in words, not in types", () => {
    const wrong = { ...least, categories: "soap", overdue: 3, shipping: [], agents: { perPurchase: -1 } }
    const words = Either.getOrThrow(Either.flip(ShopFile.parse(JSON.stringify(wrong)))).map((fault) => fault.words)
    for (const one of words) expect(one).not.toMatch(/readonly|Array<|-100|\^\[/)
  })

  it("has no limits of agents below those of a shorter span", () => {
    const agents = { perPurchase: 500, perDay: 50, perMonth: 10 }
    expect(faultsOf(JSON.stringify({ ...least, agents }))).toEqual(["1 /agents/perDay", "1 /agents/perMonth"])
  })
})
