/** The languages of the shop. */
import { describe, expect, it } from "vitest"
import { answerIn, languageIn, languages, localeIn, ofTag, preferred } from "../src/Language.ts"
import { display } from "../src/Money.ts"
import * as Vat from "../src/Vat.ts"

describe("Accept-Language", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["de", "de"],
    ["DE-at", "de"],
    ["de-DE,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, de;q=0.8", "de"],
    ["fr, de;q=0.3", "de"],
    ["fr", undefined],
    ["de;q=0", undefined],
    ["den", undefined],
    ["*", undefined],
    ["de;q=many", undefined]
  ])("of %s prefers %s", (header, language) => expect(preferred(header)).toBe(language))
})

it("answers in a language of the shop, its first where none was asked for that it has", () => {
  expect([answerIn(["de", "en"], undefined), answerIn(["de", "en"], "en"), answerIn(["de"], "en")])
    .toEqual(["de", "en", "de"])
})

it("knows a language by its tag, whatever the region", () => {
  expect(["de", "de-CH", " EN-us ", "fr-DE", ""].map(ofTag)).toEqual(["de", "de", "en", undefined, undefined])
})

it("writes a language as the seller's country does, where it is spoken there", () => {
  expect([localeIn("de", "CH"), localeIn("de", "LI"), localeIn("de", "AT")]).toEqual(["de-CH", "de-LI", "de-AT"])
  expect([localeIn("de", "DE"), localeIn("de", "FR"), localeIn("en", "CH")]).toEqual(["de", "de", "en"])
  for (const language of languages) {
    for (const country of ["DE", "CH", "US"]) expect(languageIn(localeIn(language, country))).toBe(language)
  }
  expect(display(123_450, "CHF", "de-CH")).toMatch(/^CHF\u00a01['’]234\.50$/)
  expect(display(-500, "EUR", "de-CH")).toBe("−EUR\u00a05.00")
  expect(display(123_450, "EUR", "de-AT")).toBe("€\u00a01.234,50")
  expect([Vat.display(810, "de-CH"), Vat.display(260, "de-LI")]).toEqual(["8.1%", "2.6%"])
})

it("writes amounts and rates as the language does", () => {
  expect(display(123_450, "EUR", "de")).toBe("1.234,50\u00a0€")
  expect(display(-5, "EUR", "de")).toBe("−0,05\u00a0€")
  expect(display(500, "CHF", "de")).toBe("5,00\u00a0CHF")
  expect([1900, 2550, 0].map((rate) => Vat.display(rate))).toEqual(["19%", "25.5%", "0%"])
  expect([1900, 2550].map((rate) => Vat.display(rate, "de"))).toEqual(["19\u00a0%", "25,5\u00a0%"])
})
