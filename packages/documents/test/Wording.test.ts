/** The words of the papers. */
import { CountryCode } from "@beauty-store/domain/Address"
import { expect, it } from "vitest"
import * as Wording from "../src/Wording.ts"

it("names payment methods, and keeps a name that it does not know", () => {
  expect(Wording.paymentMethod("en", "apple_pay")).toBe("Apple Pay")
  expect(["en", "de"].map((language) => Wording.paymentMethod(language as "en" | "de", "card"))).toEqual([
    "Card",
    "Karte"
  ])
  expect(Wording.paymentMethod("de", "barter")).toBe("barter")
})

it("writes the country of an address in the language", () => {
  const address = {
    name: "Ada",
    address: "Torstr. 1",
    city: "Berlin",
    postcode: "10119",
    country: CountryCode.make("DE")
  }
  expect(Wording.addressLines("en", address)).toEqual(["Ada", "Torstr. 1", "10119 Berlin", "Germany"])
  expect(Wording.addressLines("de", address).at(-1)).toBe("Deutschland")
})
