import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Days from "../src/Days.ts"
import * as VatReport from "../src/VatReport.ts"

describe("a quarter", () => {
  it("is the days of three months, all of whose moments are in its moments wherever the shop is", () => {
    const quarter = fc.tuple(fc.integer({ min: 1996, max: 9998 }), fc.integer({ min: 1, max: 4 }))
    const zone = fc.constantFrom("Pacific/Kiritimati", "Europe/Berlin", "Asia/Tokyo", "Pacific/Niue")
    fc.assert(fc.property(quarter, zone, ([year, n], zone) => {
      const name = VatReport.Quarter.make(`${year}-Q${n}`)
      const first = Days.make(year, 3 * n - 2, 1)
      const next = n === 4 ? Days.make(year + 1, 1, 1) : Days.make(year, 3 * n + 1, 1)
      const days = [Days.addDays(first, -1), first, Days.addDays(next, -1), next]
      expect(days.map((day) => VatReport.quarterOf(day) === name)).toEqual([false, true, true, false])
      const { before, from } = VatReport.momentsOf(name)
      expect(Days.startOfDay(first, Days.TimeZone.make(zone))).toBeGreaterThanOrEqual(from)
      expect(Days.startOfDay(next, Days.TimeZone.make(zone))).toBeLessThanOrEqual(before)
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
