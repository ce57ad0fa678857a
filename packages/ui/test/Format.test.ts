/** How each language writes. */
import { type Day, TimeZone } from "@beauty-store/domain/Days"
import { maxAmountMinor } from "@beauty-store/domain/Money"
import { describe, expect, it } from "vitest"
import { formatIn } from "../src/Format.ts"

const [de, en] = [formatIn("de"), formatIn("en")]

describe("amounts", () => {
  it.each([
    [0, "0.00", "0,00"],
    [5, "0.05", "0,05"],
    [99_999, "999.99", "999,99"],
    [100_000, "1,000.00", "1.000,00"],
    [-123_456_789, "−1,234,567.89", "−1.234.567,89"],
    [maxAmountMinor, "70,368,744,177,664.00", "70.368.744.177.664,00"]
  ])("groups the thousands of %d cents", (amountMinor, english, german) => {
    expect(en.amount(amountMinor, "EUR")).toBe(english)
    expect(de.amount(amountMinor, "EUR")).toBe(german)
  })
  it("has the decimals of its currency", () => {
    expect(["JPY", "KWD"].map((currency) => en.amount(-1_234_567, currency))).toEqual(["−1,234,567", "−1,234.567"])
  })
  it("puts the sign before the amount, and the currency where the language has it", () => {
    expect(en.money(2995, "EUR")).toBe("€29.95")
    expect(en.money(-2995, "EUR")).toBe("−€29.95")
    expect(de.money(2995, "EUR")).toBe("29,95\u00a0€")
    expect(de.money(-2995, "EUR")).toBe("−29,95\u00a0€")
  })
})

describe("days and moments", () => {
  const day = "2026-10-01" as Day
  it("writes days of the calendar whatever the time zone", () => {
    expect([en.date(day), de.date(day)]).toEqual(["1 October 2026", "1. Oktober 2026"])
    expect([en.day(day), de.day(day)]).toEqual(["Thursday, 1 October", "Donnerstag, 1. Oktober"])
  })
  it("writes moments in a time zone, and names it", () => {
    const newYear = Date.UTC(2026, 11, 31, 23, 5)
    const [berlin, tokyo] = [TimeZone.make("Europe/Berlin"), TimeZone.make("Asia/Tokyo")]
    expect([en.moment(newYear, berlin), de.moment(newYear, tokyo)]).toEqual([
      "1 January 2027, 00:05",
      "1. Januar 2027, 08:05"
    ])
    expect([en.time(newYear, berlin), de.time(newYear, tokyo)]).toEqual(["00:05", "08:05"])
    expect([en.timeZone(newYear, berlin), de.timeZone(newYear, tokyo)]).toEqual([
      "Central European Time",
      "Japanische Normalzeit"
    ])
  })
})

it("names countries, and keeps a code that has no name", () => {
  expect([en.country("CZ"), de.country("CZ")]).toEqual(["Czechia", "Tschechien"])
  expect([en.country("QX"), de.country("QX")]).toEqual(["QX", "QX"])
})

it("writes sizes", () => {
  expect([en.size({ value: 1, unit: "pcs" }), de.size({ value: 1, unit: "pcs" })]).toEqual(["1 piece", "1 Stück"])
  expect([en.size({ value: 2.5, unit: "ml" }), de.size({ value: 2.5, unit: "ml" })]).toEqual([
    "2.5\u00a0ml",
    "2,5\u00a0ml"
  ])
})
