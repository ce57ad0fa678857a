import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Days from "../src/Days.ts"
import * as Vat from "../src/Vat.ts"
import { changes } from "../src/VatRates.ts"

describe("rates", () => {
  it("exist for 27 member states", () => {
    expect(Vat.memberStates).toHaveLength(27)
  })

  it.each([
    ["DE", 1900, true],
    ["FI", 2550, true],
    ["HU", 2700, true],
    ["LU", 1700, true],
    ["GR", 2400, true],
    ["EL", 0, false],
    ["MC", 2000, true],
    ["AX", 0, false],
    ["RE", 0, false],
    ["SM", 0, false],
    ["GB", 0, false],
    ["CH", 0, false],
    ["US", 0, false],
    ["XX", 0, false]
  ])("to %s are %i basis points (in the EU: %s)", (code, rateBp, isEu) => {
    const country = CountryCode.make(code)
    expect(Vat.rateBp(country)).toBe(rateBp)
    expect(Vat.isEu(country)).toBe(isEu)
  })

  it("are between the 15 % that EU law requires and 27 %, reduced ones from 0 to them, and each has its day", () => {
    for (const [country, list] of Object.entries<ReadonlyArray<readonly [string, number, number]>>(changes)) {
      const days = list.map(([from]) => from)
      expect(days, country).toEqual([...new Set(days)].sort())
      for (const [from, standard, reduced] of list) {
        expect(Schema.is(Days.Day)(from), country).toBe(true)
        expect(standard, country).toBeGreaterThanOrEqual(15)
        expect(standard, country).toBeLessThanOrEqual(27)
        expect(reduced, country).toBeGreaterThan(0)
        expect(reduced, country).toBeLessThanOrEqual(standard)
      }
    }
  })

  it.each(
    [
      ["EE", "standard", "2025-06-30", 2200],
      ["EE", "standard", "2025-07-01", 2400],
      ["FI", "reduced", "2026-01-01", 1350],
      ["SK", "reduced", "2024-12-31", 1000],
      ["SK", "reduced", "2025-01-01", 1900],
      // As far back as is known.
      ["FI", "standard", "1970-01-01", 2400],
      ["SE", "reduced", undefined, 1200],
      ["DK", "reduced", undefined, 2500],
      ["MC", "reduced", undefined, 550],
      ["SI", "reduced", undefined, 950],
      ["DE", "zero", undefined, 0],
      ["US", "reduced", undefined, 0]
    ] as const
  )("to %s, %s, on %s are %i basis points", (code, vatClass, on, rateBp) => {
    expect(Vat.rateBp(CountryCode.make(code), vatClass, on === undefined ? undefined : Days.Day.make(on))).toBe(rateBp)
  })
})

describe("the VAT in a gross amount", () => {
  it.each([
    { grossMinor: 11900, rateBp: 1900, vatMinor: 1900, why: "19 % of 100.00" },
    { grossMinor: 12550, rateBp: 2550, vatMinor: 2550, why: "Finland's 25.5 % of 100.00" },
    { grossMinor: 2995, rateBp: 2550, vatMinor: 609, why: "608.55…, rounded up" },
    { grossMinor: 1, rateBp: 1900, vatMinor: 0, why: "0.15…" },
    { grossMinor: 3, rateBp: 2000, vatMinor: 1, why: "exactly 0.5: half up" },
    { grossMinor: 9, rateBp: 2000, vatMinor: 2, why: "exactly 1.5: half up" },
    { grossMinor: 15, rateBp: 2000, vatMinor: 3, why: "exactly 2.5: half up, not to even" },
    { grossMinor: -15, rateBp: 2000, vatMinor: -3, why: "a credit note mirrors its receipt" },
    { grossMinor: 5990, rateBp: 0, vatMinor: 0, why: "outside the EU" },
    { grossMinor: 7036874417766400, rateBp: 2500, vatMinor: 1407374883553280, why: "exact beyond 2^53" }
  ])("of $grossMinor at $rateBp is $vatMinor ($why)", ({ grossMinor, rateBp, vatMinor }) => {
    expect(Vat.includedVat(grossMinor, rateBp)).toBe(vatMinor)
  })

  it("added to a whole net amount is found again", () => {
    const rate = fc.constantFrom(...Vat.memberStates.map((country) => Vat.rateBp(country)))
    fc.assert(fc.property(fc.nat(1_000_000), rate, (hundreds, rateBp) => {
      // A net amount of whole hundreds of euros has VAT in whole cents at any rate in basis points.
      const vatMinor = hundreds * rateBp
      expect(Vat.includedVat(hundreds * 10_000 + vatMinor, rateBp)).toBe(vatMinor)
    }))
  })

  it("grows with the amount, and is never more than it", () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), fc.nat(10_000), (grossMinor, rateBp) => {
      const vatMinor = Vat.includedVat(grossMinor, rateBp)
      expect(vatMinor).toBeGreaterThanOrEqual(0)
      expect(vatMinor).toBeLessThanOrEqual(grossMinor)
      expect(Vat.includedVat(grossMinor + 1, rateBp)).toBeGreaterThanOrEqual(vatMinor)
    }))
  })
})
