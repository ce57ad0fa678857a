/** Texts in each language. */
import { expect, it } from "vitest"
import { parts, pattern, plain } from "../src/Wording.ts"

it("says a text as it stands, whatever signs are in it", () => {
  expect(plain("{it}", "{es}")("de", undefined)).toBe("{es}")
})

it("says a text with its values, by the rules of the language", () => {
  const items = pattern<{ readonly count: number }>("{count, plural, one {# item} other {# items}}", "{count} Artikel")
  expect([items("en", { count: 1 }), items("en", { count: 2 })]).toEqual(["1 item", "2 items"])
  expect(items("de", { count: 1 })).toBe("1 Artikel")
})

it("has the words of a country in German: values stay as they are", () => {
  const said = pattern<{ readonly name: string }>("{name} incl. VAT", "Größe von {name} inkl. MwSt.")
  expect(said("de-CH", { name: "Weiß" })).toBe("Grösse von Weiß inkl. MWST")
  expect(said("de-LI", { name: "Weiß" })).toBe("Grösse von Weiß inkl. MWST")
  expect([said("de-AT", { name: "Weiß" }), said("de", { name: "Weiß" })])
    .toEqual(["Größe von Weiß inkl. MwSt.", "Größe von Weiß inkl. MwSt."])
  expect(plain("VAT ID", "USt-IdNr.")("de-CH", undefined)).toBe("MWST-Nr.")
})

it("puts elements where each language has them", () => {
  const said = parts<"terms" | "shop">("The {terms} of {shop}.", "Bei {shop} gelten die {terms}.")
  const terms = { href: "/terms" }
  expect(said<typeof terms | string>("en", { terms, shop: "Glow" })).toEqual(["The ", terms, " of ", "Glow", "."])
  expect(said<typeof terms | string>("de", { terms, shop: "Glow" })).toEqual([
    "Bei ",
    "Glow",
    " gelten die ",
    terms,
    "."
  ])
})
