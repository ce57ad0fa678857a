import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Catalog from "../src/Catalog.ts"

const digits = fc.constantFrom(7, 11, 12, 13).chain((length) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length })
)

describe("GTIN", () => {
  it.each(["4006381333931", "96385074", "036000291452", "10012345678902"])("%s is one", (text) => {
    expect(Catalog.isGtin(text)).toBe(true)
  })

  it.each(["", "4006381333932", "400638133393", "4006381333931 ", "0", "40063813339310", "４006381333931"])(
    "%j is none",
    (text) => {
      expect(Catalog.isGtin(text)).toBe(false)
    }
  )

  it("is completed by exactly one check digit", () => {
    fc.assert(fc.property(digits, (leading) => {
      const valid = [..."0123456789"].filter((digit) => Catalog.isGtin(leading + digit))
      expect(valid).toEqual([String(Catalog.gtinCheckDigit(leading))])
    }))
  })

  it.each([
    ["4006381333931", true],
    ["036000291452", true],
    ["96385074", true],
    ["10614141000415", true],
    // Of each length, as it is printed and with zeros in front.
    ["2000001000106", false],
    ["0200000000004", false],
    ["200000000004", false],
    ["400000000008", false],
    ["0400000000008", false],
    ["00400000000008", false],
    ["00000017", false],
    ["20000011", false],
    ["12000001000103", false]
  ])("%s names an article to everybody: %s, however many zeros are in front", (gtin, isPublic) => {
    expect(Catalog.isGtin(gtin)).toBe(true)
    for (const length of [8, 12, 13, 14]) {
      expect(Catalog.isPublicGtin(gtin.padStart(length, "0"))).toBe(isPublic)
    }
  })

  it("with any one digit changed is none", () => {
    fc.assert(fc.property(Arbitrary.make(Catalog.Gtin), fc.nat(13), fc.integer({ min: 1, max: 9 }), (gtin, at, by) => {
      fc.pre(at < gtin.length)
      const changed = (Number(gtin[at]) + by) % 10
      expect(Catalog.isGtin(gtin.slice(0, at) + changed + gtin.slice(at + 1))).toBe(false)
    }))
  })
})

describe("unit price", () => {
  it.each([
    { priceMinor: 2995, size: { value: 30, unit: "ml" as const }, expected: 99_833 },
    { priceMinor: 2995, size: { value: 100, unit: "g" as const }, expected: 29_950 },
    { priceMinor: 1, size: { value: 2000, unit: "ml" as const }, expected: 1 },
    { priceMinor: 1, size: { value: 2001, unit: "ml" as const }, expected: 0 },
    { priceMinor: 1290, size: { value: 1.7, unit: "g" as const }, expected: 758_824 }
  ])(
    "of $priceMinor for $size.value $size.unit is $expected per litre or kilogram",
    ({ priceMinor, size, expected }) => {
      expect(Catalog.unitPriceMinor(priceMinor, size)).toEqual({
        amountMinor: expected,
        per: { value: 1, unit: size.unit === "ml" ? "l" : "kg" }
      })
    }
  )

  it("exists for all but pieces, and never differs by more than half a cent from the quotient", () => {
    fc.assert(fc.property(Arbitrary.make(Catalog.PriceMinor), Arbitrary.make(Catalog.Size), (priceMinor, size) => {
      const unitPrice = Catalog.unitPriceMinor(priceMinor, size)
      if (size.unit === "pcs") {
        expect(unitPrice).toBeUndefined()
      } else {
        const thousandths = BigInt(Math.round(size.value * 1000))
        const distance = 2n * (BigInt(unitPrice!.amountMinor) * thousandths - BigInt(priceMinor) * 1_000_000n)
        expect(distance > -thousandths && distance <= thousandths).toBe(true)
      }
    }))
  })
})

describe("Product", () => {
  it("survives encoding and decoding", () => {
    fc.assert(fc.property(Arbitrary.make(Catalog.Product), (product) => {
      const wire = JSON.parse(JSON.stringify(Schema.encodeSync(Catalog.Product)(product)))
      expect(Schema.decodeUnknownSync(Catalog.Product)(wire)).toEqual(product)
    }))
  })

  it.each([0, -1, 1.5, 100_000_001])("cannot cost %d cents", (priceMinor) => {
    expect(Schema.is(Catalog.PriceMinor)(priceMinor)).toBe(false)
  })

  it.each([0, -30, 1.2345, Infinity, NaN])("cannot have a size of %d", (value) => {
    expect(Schema.is(Catalog.Size)({ value, unit: "ml" })).toBe(false)
  })
})
