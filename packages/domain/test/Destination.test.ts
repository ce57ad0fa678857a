import * as Arbitrary from "effect/Arbitrary"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import { Quantity } from "../src/Cart.ts"
import { PriceMinor } from "../src/Catalog.ts"
import * as Destination from "../src/Destination.ts"
import { ProductId } from "../src/Ids.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Shipping from "../src/Shipping.ts"
import * as Vat from "../src/Vat.ts"

const codeOf = (country: string, postcode: string) =>
  Destination.codeOf(Destination.of({ country: CountryCode.make(country), postcode }))

describe("a place outside the VAT area of its country", () => {
  it.each([
    ["ES", {
      "ES-CN": ["35001", "38001", "３５００１"],
      "ES-CE": ["51001"],
      "ES-ML": ["52001"],
      ES: ["", "28001", "03501"]
    }],
    ["FI", { AX: ["22100", "FI-22100", "AX-22 100"], FI: ["", "00100", "02200"] }],
    ["FR", {
      RE: ["97400"],
      GP: ["97110"],
      BL: ["97133", "97700"],
      NC: ["98800"],
      FR: ["", "75001", "98000", "20000"]
    }],
    ["DE", { "DE-BUESINGEN": ["78266", "D-78266"], "DE-HELGOLAND": ["27498"], DE: ["", "78244", "10115"] }],
    ["IT", { "IT-LIVIGNO": ["23041"], "IT-CAMPIONE": ["22061"], SM: ["47890"], VA: ["00120"], IT: ["23100", "22060"] }],
    ["GR", { "GR-69": ["630 86", "630 87"], GR: ["63100", ""] }],
    ["DK", { GL: ["3900"], DK: ["1050"] }],
    ["PT", { PT: ["9000-001", "9500-001"] }],
    ["MC", { MC: ["98000"] }],
    ["US", { US: ["35001"] }]
  ])("of %s is known by its postcode", (country, places) => {
    for (const [code, postcodes] of Object.entries(places)) {
      for (const postcode of postcodes) expect(codeOf(country, postcode), postcode).toBe(code)
    }
  })

  it("is found by each of its postcodes, however they are written", () => {
    const digits = fc.integer({ min: 0, max: 99_999 }).map((n) => String(n).padStart(5, "0"))
    const separator = fc.constantFrom("", " ", "-")
    fc.assert(
      fc.property(fc.constantFrom("DE", "ES", "GR", "IT"), digits, separator, (country, text, blank) => {
        const found = Destination.TerritoryCode.literals.filter((code) =>
          Destination.countryOf(code) === country && Destination.territories[code].postcodes.test(text)
        )
        expect(found.length).toBeLessThan(2)
        const { territory } = Destination.of({
          country: CountryCode.make(country),
          postcode: `${country}-${text.slice(0, 3)}${blank}${text.slice(3)}`
        })
        expect(territory).toBe(found[0])
      }),
      { numRuns: 2000 }
    )
  })

  it("is sold to without VAT at the same price, whatever the goods, and counts for the EU nowhere", () => {
    const line = fc.record({
      productId: Arbitrary.make(ProductId),
      quantity: Arbitrary.make(Quantity),
      unitPriceMinor: Arbitrary.make(PriceMinor),
      vatClass: Arbitrary.make(Vat.VatClass)
    })
    const purchase = fc.record({
      lines: fc.uniqueArray(line, { selector: ({ productId }) => productId, minLength: 1, maxLength: 6 }),
      territory: Arbitrary.make(Destination.TerritoryCode)
    })
    fc.assert(fc.property(purchase, ({ lines, territory }) => {
      const country = Destination.countryOf(territory)
      const priced = (destination: Destination.Destination) =>
        Pricing.price({ ...destination, lines, method: "standard", policy: Shipping.defaultPolicy })
      const [outside, inside] = [priced({ country, territory }), priced({ country })]
      expect(Pricing.containsVat(outside)).toBe(false)
      expect(outside.lines.every(({ rateBp, vatMinor }) => rateBp === 0 && vatMinor === 0)).toBe(true)
      expect(outside.subtotalMinor).toBe(inside.subtotalMinor)
      const net = outside.vat.reduce((sum, { netMinor }) => sum + netMinor, 0)
      expect(net).toBe(outside.totalMinor)
      expect(outside.totalMinor).toBe(outside.subtotalMinor + outside.shippingMinor)
      expect(Vat.isEu(territory)).toBe(false)
    }))
  })
})

it("Monaco has France's rates, and the Isle of Man those that a shop gives the United Kingdom", () => {
  expect(Vat.rateBp(CountryCode.make("MC"))).toBe(Vat.rateBp(CountryCode.make("FR")))
  expect(Vat.taxPlaceOf("IM" as CountryCode)).toBe("GB")
})
