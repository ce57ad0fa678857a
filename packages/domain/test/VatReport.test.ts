import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Days from "../src/Days.ts"
import * as VatReport from "../src/VatReport.ts"

describe("a quarter", () => {
  it("is the days of three months in Berlin, and the next one begins where it ends", () => {
    const quarter = fc.tuple(fc.integer({ min: 1996, max: 9998 }), fc.integer({ min: 1, max: 4 }))
    const nameOf = (year: number, n: number) => VatReport.Quarter.make(`${year}-Q${n}`)
    fc.assert(fc.property(quarter, ([year, n]) => {
      const { before, from } = VatReport.momentsOf(nameOf(year, n))
      expect([from, before - 1].map(VatReport.quarterOf)).toEqual([nameOf(year, n), nameOf(year, n)])
      const month = (at: number) => Number(Days.berlinDay(at).slice(5, 7))
      expect([month(from - 1), month(from), month(before - 1)]).toEqual([(3 * n + 8) % 12 + 1, 3 * n - 2, 3 * n])
      expect(VatReport.momentsOf(n === 4 ? nameOf(year + 1, 1) : nameOf(year, n + 1)).from).toBe(before)
    }))
    for (const wrong of ["2026", "2026-Q0", "2026-Q5", "26-Q1", "2026-Q1 "]) {
      expect(Schema.is(VatReport.Quarter)(wrong)).toBe(false)
    }
  })
})

describe("the VAT of documents", () => {
  const amount = fc.integer({ min: -100_000, max: 100_000 })
  const document = fc.record({
    isReceipt: fc.boolean(),
    country: fc.constantFrom("DE", "FR", "MC", "US").map((code) => CountryCode.make(code)),
    vat: fc.uniqueArray(
      fc.record({ rateBp: fc.constantFrom(0, 700, 1900), netMinor: amount, vatMinor: amount })
        .map((row) => ({ ...row, grossMinor: row.netMinor + row.vatMinor })),
      { selector: ({ rateBp }) => rateBp }
    )
  })

  it("sums exactly, in whatever parts it is added, and credits take off", () => {
    fc.assert(fc.property(fc.array(document), fc.nat(10), (documents, at) => {
      const all = VatReport.add([], documents)
      expect(VatReport.add(VatReport.add([], documents.slice(0, at)), documents.slice(at))).toEqual(all)
      for (const { country, grossMinor, netMinor, rateBp, vatMinor } of all) {
        expect(netMinor + vatMinor).toBe(grossMinor)
        const due = documents.filter((one) => (one.country === "MC" ? "FR" : one.country) === country).flatMap((one) =>
          one.vat.filter((row) => row.rateBp === rateBp).map((row) => one.isReceipt ? row.netMinor : -row.netMinor)
        )
        expect(netMinor).toBe(due.reduce((sum, net) => sum + net, 0))
      }
    }))
  })
})
