import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { inLanguage, ProductTexts, searchedIn } from "../src/ProductText.ts"

const cream = { name: "Hand Cream", description: "Thick.", group: { name: "Hand Cream", value: "Rose" } }
const texts: ProductTexts = {
  howToUse: "Rub in.",
  warnings: "Mind the eyes.",
  translations: {
    de: { name: "Handcreme", howToUse: "Einreiben.", groupName: "Handcreme" },
    "de-CH": { name: "Handcrème" }
  }
}

describe("a product's texts", () => {
  it("are those of a language, and the catalogue's own where it lacks one", () => {
    expect(inLanguage(cream, texts, "de")).toEqual({
      name: "Handcreme",
      description: "Thick.",
      howToUse: "Einreiben.",
      warnings: "Mind the eyes.",
      group: { name: "Handcreme", value: "Rose" }
    })
    expect(inLanguage(cream, texts, "de-CH")).toMatchObject({ name: "Handcrème", howToUse: "Einreiben." })
    expect(inLanguage(cream, texts, "en")).toEqual({ ...cream, howToUse: "Rub in.", warnings: "Mind the eyes." })
    const { group: _group, ...alone } = cream
    expect(inLanguage(alone, undefined, "de")).toEqual({ ...alone, howToUse: undefined, warnings: undefined })
  })

  it("are found by their names and descriptions", () => {
    expect(searchedIn(texts)).toBe("Handcreme Handcreme Handcrème")
    expect(searchedIn(undefined)).toBe("")
  })

  it("are refused in a language that is none, and where they are empty", () => {
    const isValid = Schema.is(ProductTexts)
    expect(isValid(texts)).toBe(true)
    for (const wrong of [{ translations: { german: {} } }, { howToUse: "" }, { warnings: " x" }]) {
      expect(isValid(wrong)).toBe(false)
    }
  })
})
