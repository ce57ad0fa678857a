import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as BusinessDays from "../src/BusinessDays.ts"
import * as Days from "../src/Days.ts"

const day = Schema.decodeUnknownSync(Days.Day)
const someDay = fc.integer({ min: 0, max: 40_000 }).map((n) => Days.addDays(day("1999-01-01"), n))

/** Easter by Knuth's rendering of Clavius' tables: golden number, epact, dominical number. */
const clavius = (year: number): string => {
  const golden = year % 19 + 1
  const century = Math.floor(year / 100) + 1
  const skipped = Math.floor(3 * century / 4) - 12
  const moon = Math.floor((8 * century + 5) / 25) - 5
  const sunday = Math.floor(5 * year / 4) - skipped - 10
  let epact = ((11 * golden + 20 + moon - skipped) % 30 + 30) % 30
  if (epact === 24 || (epact === 25 && golden > 11)) epact += 1
  let fullMoon = 44 - epact
  if (fullMoon < 21) fullMoon += 30
  const easter = fullMoon + 7 - (sunday + fullMoon) % 7
  const two = (n: number) => String(n).padStart(2, "0")
  return easter > 31 ? `${year}-04-${two(easter - 31)}` : `${year}-03-${two(easter)}`
}

describe("Easter", () => {
  it("falls from 1900 to 2199 where a second algorithm puts it, always on a Sunday", () => {
    for (let year = 1900; year < 2200; year++) {
      expect(BusinessDays.easter(year)).toBe(clavius(year))
      expect(Days.weekday(BusinessDays.easter(year))).toBe(7)
    }
  })

  it.each([
    ["1954-04-18", "the moon of the last day of its cycle is brought forward"],
    ["1981-04-19", "the same, in another century's second case"],
    ["2008-03-23", "early"],
    ["2011-04-24", "late"],
    ["2038-04-25", "as late as it can"],
    ["2285-03-22", "as early as it can"]
  ])("is %s (%s)", (easter) => {
    expect(BusinessDays.easter(Days.year(day(easter)))).toBe(easter)
  })
})

/** All closing days beside Saturdays and Sundays, whether or not they fall on one. */
const closings = {
  2026: ["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25", "2026-12-26"],
  2027: ["2027-01-01", "2027-03-26", "2027-03-29", "2027-05-01", "2027-12-25", "2027-12-26"],
  2028: ["2028-01-01", "2028-04-14", "2028-04-17", "2028-05-01", "2028-12-25", "2028-12-26"],
  2029: ["2029-01-01", "2029-03-30", "2029-04-02", "2029-05-01", "2029-12-25", "2029-12-26"],
  2030: ["2030-01-01", "2030-04-19", "2030-04-22", "2030-05-01", "2030-12-25", "2030-12-26"]
}

describe("TARGET", () => {
  it.each(Object.entries(closings))("is closed in %s on weekends and these six days, and on no other", (year, days) => {
    for (let day = Days.make(Number(year), 1, 1); Days.year(day) === Number(year); day = Days.addDays(day, 1)) {
      const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
      expect([day, BusinessDays.isBusinessDay(day)]).toEqual([day, !weekend && !days.includes(day)])
    }
  })

  it("is never closed for more than five days on end", () => {
    fc.assert(fc.property(someDay, (day) => {
      const week = Array.from({ length: 6 }, (_, days) => Days.addDays(day, days))
      expect(week.some(BusinessDays.isBusinessDay)).toBe(true)
    }))
  })

  it.each([
    ["2026-04-02", 1, "2026-04-07", "over Easter"],
    ["2026-04-03", 1, "2026-04-07", "from a closing day"],
    ["2026-12-24", 1, "2026-12-28", "over Christmas and a weekend"],
    ["2026-12-31", 1, "2027-01-04", "over New Year and a weekend"],
    ["2026-04-30", 1, "2026-05-04", "over 1 May and a weekend"],
    ["2026-10-02", 1, "2026-10-05", "German holidays do not count"],
    ["2026-03-02", 5, "2026-03-09", "a week"],
    ["2026-04-04", 0, "2026-04-04", "nothing moves nothing"]
  ])("%s and %i business days is %s (%s)", (from, days, expected) => {
    expect(BusinessDays.addBusinessDays(day(from), days)).toBe(expected)
  })

  it("counts every business day up to the one it reaches, and reaches one", () => {
    fc.assert(fc.property(someDay, fc.integer({ min: 1, max: 30 }), (from, days) => {
      const reached = BusinessDays.addBusinessDays(from, days)
      expect(BusinessDays.isBusinessDay(reached)).toBe(true)
      let counted = 0
      for (let day = from; day !== reached;) {
        day = Days.addDays(day, 1)
        if (BusinessDays.isBusinessDay(day)) counted += 1
      }
      expect(counted).toBe(days)
    }))
  })

  it("ends at the end of the calendar", () => {
    expect(BusinessDays.addBusinessDays(day("9999-12-30"), 9)).toBe("9999-12-31")
  })
})
