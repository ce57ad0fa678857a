/** The words of the papers. */
import type { Day } from "@beauty-store/domain/Days"
import { maxAmountMinor } from "@beauty-store/domain/Money"
import { describe, expect, it } from "vitest"
import * as Wording from "../src/Wording.ts"

describe("wording", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [99_999, "999.99"],
    [100_000, "1,000.00"],
    [-123_456_789, "−1,234,567.89"],
    [maxAmountMinor, "70,368,744,177,664.00"]
  ])("groups the thousands of %d cents", (amountMinor, text) => expect(Wording.amount(amountMinor)).toBe(text))
  it("puts the sign before the currency", () => {
    expect(Wording.money(2995, "EUR")).toBe("€29.95")
    expect(Wording.money(-2995, "EUR")).toBe("−€29.95")
  })
  it("writes rates without needless decimals", () => {
    expect([1900, 2550, 0].map(Wording.rate)).toEqual(["19%", "25.5%", "0%"])
  })
  it("names days, countries and payment methods", () => {
    expect(Wording.date("2026-10-01" as Day)).toBe("1 October 2026")
    expect(Wording.country("CZ")).toBe("Czechia")
    expect(Wording.country("QX")).toBe("QX")
    expect(Wording.paymentMethod("apple_pay")).toBe("Apple Pay")
    expect(Wording.paymentMethod("barter")).toBe("barter")
  })
})
