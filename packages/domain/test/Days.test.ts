import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Days from "../src/Days.ts"

const hour = 3_600_000
const day = Schema.decodeUnknownSync(Days.Day)
const intl = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" })
const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  timeStyle: "medium"
})
const iso = (millis: number) => new Date(millis).toISOString()
const isoDay = (millis: number) => iso(millis).slice(0, 10)

/** Of the years for which the rule is promised. */
const instant = fc.integer({ min: Date.UTC(1996, 0, 1), max: Date.UTC(2099, 11, 31, 23, 59, 59, 999) })
const modernDay = fc.integer({ min: 9_496, max: 47_481 }).map((n) => day(isoDay(n * 24 * hour)))
const years = Array.from({ length: 104 }, (_, index) => 1996 + index)

/** The last Sunday of a month with 31 days, 01:00 UTC, by Date. */
const change = (year: number, month: 2 | 9) => {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.getTime() - last.getUTCDay() * 24 * hour
}

describe("the schema", () => {
  it.each(["2026-02-28", "2024-02-29", "2000-02-29", "0000-02-29", "9999-12-31", "2026-01-31", "2026-04-30"])(
    "takes %s",
    (text) => {
      expect(day(text)).toBe(text)
    }
  )

  it.each([
    "2026-02-29",
    "1900-02-29",
    "2100-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-01-32",
    "26-01-01",
    "2026-1-1",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "2026-01-01\n",
    "+2026-01-01",
    ""
  ])("refuses %j", (text) => {
    expect(Schema.is(Days.Day)(text)).toBe(false)
  })

  it("takes exactly the days that Date knows, of all in the form of one", () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"))
    fc.assert(fc.property(fc.integer({ min: 1, max: 9999 }), part(13), part(32), (year, month, dayOfMonth) => {
      const text = `${String(year).padStart(4, "0")}-${month}-${dayOfMonth}`
      const date = new Date(`${text}T00:00:00Z`)
      const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
      expect(Schema.is(Days.Day)(text)).toBe(exists)
    }))
  })
})

describe("a moment", () => {
  const is = Schema.is(Days.Moment)

  it("is what Date prints, with any fraction and offset", () => {
    fc.assert(fc.property(instant, (millis) => is(iso(millis))))
    for (const end of ["Z", "z", ".5Z", ".123456Z", "+02:00", "-11:30"]) {
      expect(is(`2026-03-01T10:00:00${end}`)).toBe(true)
      expect(Date.parse(`2026-03-01t10:00:00${end}`)).toBe(Date.parse(`2026-03-01T10:00:00${end.toUpperCase()}`))
      expect(is(`2026-03-01t10:00:00${end}`)).toBe(true)
    }
    for (const text of ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]) expect(is(text)).toBe(true)
  })

  it.each([
    "1",
    "2026",
    "2026-03-01",
    "5 March 2026",
    "2026-03-01T10:00Z",
    "2026-03-01T10:00:00",
    "2026-03-01T24:00:00Z",
    "2026-03-01 10:00:00Z",
    "2026-03-01T10:60:00Z",
    "2026-03-01T10:00:00+24:00",
    "2026-02-30T10:00:00Z",
    "2027-02-29T10:00:00Z",
    "9999-12-31T23:59:59-00:01",
    "0000-01-01T00:00:00+00:01",
    "+012026-03-01T10:00:00Z"
  ])("is not %s, though Date may read it", (text) => {
    expect(is(text)).toBe(false)
  })
})

const zone = Days.defaultTimeZone
const berlinDay = (millis: number) => Days.dayOf(millis, zone)
const startOfDay = (day: Days.Day) => Days.startOfDay(day, zone)
const endOfDay = (day: Days.Day) => Days.endOfDay(day, zone)

describe("the day in a time zone", () => {
  const named = fc.constantFrom(
    "Asia/Tokyo",
    "America/Santiago",
    "Africa/Cairo",
    "America/Havana",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "UTC"
  ).map((name) => Days.TimeZone.make(name))

  it("is the one that Intl shows, and lasts from its first moment to the last before the next", () => {
    fc.assert(
      fc.property(instant, named, (millis, zone) => {
        const day = Days.dayOf(millis, zone)
        expect(new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(millis)).toBe(day)
        const [start, end] = [Days.startOfDay(day, zone), Days.endOfDay(day, zone)]
        expect(start <= millis && millis <= end).toBe(true)
        expect([start - 1, start, end, end + 1].map((at) => Days.compare(Days.dayOf(at, zone), day))).toEqual([
          -1,
          0,
          0,
          1
        ])
      }),
      { numRuns: 2000 }
    )
  })

  it.each([
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", "begins at 01:00, since midnight is left out"],
    ["America/Santiago", "2026-04-05", "2026-04-05T04:00:00.000Z", "begins with the second midnight"],
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z", "begins at 01:00"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", "comes after the 29th"]
  ])("in %s %s begins at %s: it %s", (name, text, start) => {
    expect(iso(Days.startOfDay(day(text), Days.TimeZone.make(name)))).toBe(start)
  })

  it("is of a zone of the tz database, which no offset and no other word is", () => {
    const is = Schema.is(Days.TimeZone)
    expect(["Europe/Zurich", "UTC", "America/Argentina/Buenos_Aires"].map((name) => is(name))).toEqual([
      true,
      true,
      true
    ])
    expect(["+02:00", "", "Europe/Atlantis", "Berlin"].map((name) => is(name))).toEqual([false, false, false, false])
  })
})

describe("the day in Berlin", () => {
  it("gives the documented example", () => {
    expect(berlinDay(Date.UTC(2026, 2, 31, 22, 30))).toBe("2026-04-01")
  })

  it("is the one that Intl shows, at any moment from 1996 to 2099", () => {
    fc.assert(
      fc.property(instant, (millis) => {
        expect(berlinDay(millis)).toBe(intl.format(millis))
      }),
      { numRuns: 2000 }
    )
  })

  it("is the one that Intl shows around midnight of every month's first, leap day and day of a clock change", () => {
    for (const year of years) {
      const edges = [
        ...Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 1)),
        Date.UTC(year, 1, 29),
        Date.UTC(year, 2, 1),
        change(year, 2) - hour,
        change(year, 2) + 23 * hour,
        change(year, 9) - hour,
        change(year, 9) + 23 * hour
      ]
      for (const edge of edges) {
        for (const off of [-2 * hour - 1, -2 * hour, -hour - 1, -hour, -1, 0, hour - 1, hour, 2 * hour]) {
          expect(berlinDay(edge + off)).toBe(intl.format(edge + off))
        }
      }
    }
  })

  it("begins where Intl's clock shows 00:00:00, and ends a millisecond before the next begins", () => {
    fc.assert(
      fc.property(modernDay, (day) => {
        const start = startOfDay(day)
        expect(clock.format(start)).toBe("00:00:00")
        expect(intl.format(start)).toBe(day)
        expect(clock.format(endOfDay(day))).toBe("23:59:59")
        expect(intl.format(endOfDay(day))).toBe(day)
        expect(endOfDay(day) + 1).toBe(startOfDay(Days.addDays(day, 1)))
      }),
      { numRuns: 1000 }
    )
  })

  it("has 23 hours on the last Sunday of March, 25 on that of October, and 24 on every other", () => {
    for (const year of years) {
      const [spring, autumn] = [isoDay(change(year, 2)), isoDay(change(year, 9))]
      for (let day = Days.make(year, 1, 1); Days.year(day) === year; day = Days.addDays(day, 1)) {
        const hours = (endOfDay(day) + 1 - startOfDay(day)) / hour
        expect(hours).toBe(day === spring ? 23 : day === autumn ? 25 : 24)
      }
    }
  })

  it("is that of a moment exactly as long as the moment lies between its start and its end", () => {
    fc.assert(fc.property(instant, (millis) => {
      const day = berlinDay(millis)
      expect(startOfDay(day)).toBeLessThanOrEqual(millis)
      expect(endOfDay(day)).toBeGreaterThanOrEqual(millis)
    }))
  })

  it.each([
    ["2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    ["2024-02-29", "2024-02-28T23:00:00.000Z", "2024-02-29T22:59:59.999Z"],
    ["2026-07-01", "2026-06-30T22:00:00.000Z", "2026-07-01T21:59:59.999Z"],
    ["2026-12-31", "2026-12-30T23:00:00.000Z", "2026-12-31T22:59:59.999Z"]
  ])("%s lasts from %s to %s", (text, start, end) => {
    expect(iso(startOfDay(day(text)))).toBe(start)
    expect(iso(endOfDay(day(text)))).toBe(end)
  })
})

describe("the calendar", () => {
  it("moves by days as Date does in UTC, over years and leap days, both ways", () => {
    fc.assert(fc.property(modernDay, fc.integer({ min: -400_000, max: 400_000 }), (day, days) => {
      const moved = Days.addDays(day, days)
      expect(moved).toBe(isoDay(Date.parse(day) + days * 24 * hour))
      expect(Days.addDays(moved, -days)).toBe(day)
      expect(Schema.is(Days.Day)(moved)).toBe(true)
    }))
  })

  it("reads every day of four centuries back from its own number", () => {
    let expected = Date.UTC(1899, 11, 31)
    for (let day = Days.make(1899, 12, 31); Days.year(day) < 2300; day = Days.addDays(day, 1)) {
      if (day !== isoDay(expected)) expect(day).toBe(isoDay(expected))
      expected += 24 * hour
    }
    expect(isoDay(expected)).toBe("2300-01-01")
  })

  it.each([
    ["2026-01-31", 30, "2026-03-02"],
    ["2024-01-30", 30, "2024-02-29"],
    ["2024-02-29", 366, "2025-03-01"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2026-03-28", 2, "2026-03-30"],
    ["9999-12-31", 1, "9999-12-31"],
    ["0000-01-01", -1, "0000-01-01"],
    ["0000-03-01", -1, "0000-02-29"]
  ])("%s and %i days is %s", (text, days, expected) => {
    expect(Days.addDays(day(text), days)).toBe(expected)
  })

  it("names weekdays as Date does, Monday first", () => {
    fc.assert(fc.property(Arbitrary.make(Days.Day), (day) => {
      expect(Days.weekday(day) % 7).toBe(new Date(`${day}T00:00:00Z`).getUTCDay())
      expect(Days.weekday(day)).toBeGreaterThanOrEqual(1)
    }))
  })

  it("puts days in their order", () => {
    fc.assert(fc.property(Arbitrary.make(Days.Day), Arbitrary.make(Days.Day), (a, b) => {
      expect(Days.compare(a, b)).toBe(Math.sign(Date.parse(a) - Date.parse(b)))
      expect(Days.compare(a, a)).toBe(0)
    }))
  })

  it("makes a day of its year, month and day", () => {
    fc.assert(fc.property(Arbitrary.make(Days.Day), (day) => {
      const [year, month, dayOfMonth] = day.split("-").map(Number)
      expect(Days.make(year!, month!, dayOfMonth!)).toBe(day)
      expect(Days.year(day)).toBe(year)
    }))
  })
})
