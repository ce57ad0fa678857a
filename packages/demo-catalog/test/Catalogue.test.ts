import { beautyAssortment } from "@beauty-store/demo-catalog/Assortment"
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { describe, expect, it } from "vitest"

const drawn = catalogue.brands.flatMap((brand) => brand.products)
const brands = beautyAssortment.brands.map((brand) => ({
  ...brand,
  products: brand.products.map(({ attributes = {}, texts, ...product }) => {
    const printed = String(Reflect.get(attributes, "ingredients"))
    const german = texts?.translations?.["de"]
    return {
      ...product,
      packshot: drawn.find(({ id }) => id === product.id)!.packshot,
      ingredients: printed === "" ? [] : printed.split(/, /),
      hygieneSealed: product.returnableOnceOpened === false,
      texts: {
        howToUse: { en: texts?.howToUse ?? "", de: german?.howToUse ?? "" },
        warnings: { en: texts?.warnings ?? "", de: german?.warnings ?? "" },
        de: { name: german?.name, description: german?.description ?? "", groupName: german?.groupName }
      }
    }
  })
}))
const products = brands.flatMap((brand) => brand.products)
const duplicates = (values: ReadonlyArray<string>) => values.filter((value, index) => values.indexOf(value) !== index)

/** GS1's rule, from the right: weights 1, 3, 1, 3 … over all thirteen digits sum to a multiple of ten. */
const gtinIsValid = (gtin: string) => {
  let sum = 0
  for (let place = 0; place < gtin.length; place++) {
    sum += Number(gtin[gtin.length - 1 - place]) * (place % 2 === 0 ? 1 : 3)
  }
  return /^\d{13}$/.test(gtin) && sum % 10 === 0
}

describe("the texts of the demo catalogue", () => {
  it("say of every product how it is used and what to mind, in both languages", () => {
    for (const { id, texts: { de, howToUse, warnings } } of products) {
      for (const text of [howToUse.en, howToUse.de, de.description]) {
        expect(text, id).toMatch(/^[A-ZÄÖÜ0-9].{30,}[.]$/)
        expect(text).toBe(text.trim())
        expect(text).not.toMatch(/ {2}|\s[.,;:]/)
      }
      const [english, german] = [warnings.en, warnings.de].map((text) => text.split(/(?<=[.]) /))
      expect(english!.length, id).toBeGreaterThan(0)
      expect(duplicates([...english!, ...german!])).toEqual([])
    }
    expect(duplicates(products.map(({ texts }) => texts.de.description))).toEqual([])
    expect(duplicates(products.map(({ name, texts }) => texts.de.name ?? name))).toEqual([])
  })

  it("describe in German as much as in English, with the same numbers", () => {
    const numbers = (text: string) =>
      (text.match(/\d+([.,]\d+)?/g) ?? []).map((one) => one.replace(",", ".")).toSorted()
    for (const { description, id, name, texts: { de } } of products) {
      expect(numbers(de.description), id).toEqual(numbers(description))
      expect(numbers(de.name ?? name), id).toEqual(numbers(name))
      expect(de.description.length / description.length, id).toBeGreaterThan(0.8)
    }
  })

  it("warn of what the law and the trade warn of", () => {
    const of = (warning: string, is: (product: (typeof products)[number]) => boolean) =>
      products.filter((product) => is(product) && !product.texts.warnings.en.includes(warning))
    expect(of("No sunscreen protects completely", ({ name }) => name.includes("SPF"))).toEqual([])
    expect(of("Never leave a burning candle", ({ packshot }) => packshot.container === "candle")).toEqual([])
    expect(of("Contains vitamin A.", ({ ingredients }) => ingredients.includes("Retinol"))).toEqual([])
    expect(
      of(
        "Flammable",
        ({ ingredients, packshot }) => ingredients[0] === "Alcohol Denat." && packshot.container !== "polish"
      )
    ).toEqual([])
  })

  it("know the German name of a group", () => {
    for (const { group, texts } of products) expect(texts.de.groupName === undefined).toBe(group === undefined)
  })
})

const notCosmetics = ["brushes", "candle", "comb", "glove", "stone"]

describe("the demo catalogue", () => {
  it("has at least ten brands and sixty products over all five categories", () => {
    expect(brands.length).toBeGreaterThanOrEqual(10)
    expect(products.length).toBeGreaterThanOrEqual(60)
    expect(new Set(products.map(({ category }) => category))).toEqual(
      new Set(["skincare", "make-up", "hair", "fragrance", "body"])
    )
  })

  it("names every brand and product by a unique slug, a product's beginning with its brand's", () => {
    const ids = [...brands, ...products].map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
    expect(duplicates(ids)).toEqual([])
    expect(duplicates(products.map(({ name }) => name))).toEqual([])
    for (const brand of brands) for (const { id } of brand.products) expect(id.startsWith(`${brand.id}-`)).toBe(true)
  })

  it("numbers every product with its own valid GTIN-13 of the restricted 200 range", () => {
    expect(["4006381333931", "2000001000106"].map(gtinIsValid)).toEqual([true, true])
    expect(["4006381333932", "2000001000160"].map(gtinIsValid)).toEqual([false, false])
    expect(products.filter(({ gtin }) => !gtin.startsWith("200") || !gtinIsValid(gtin))).toEqual([])
    expect(duplicates(products.map(({ gtin }) => gtin))).toEqual([])
  })

  it("prices in whole euro cents from 4.90 to 189.00", () => {
    const prices = products.map(({ priceMinor }) => priceMinor)
    expect(prices.every(Number.isSafeInteger)).toBe(true)
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([490, 18900])
    expect(new Set(products.map(({ currency }) => currency))).toEqual(new Set(["EUR"]))
  })

  it("keeps 100 or more of each on hand, except some low and some sold out, none of them among the first ten", () => {
    const scarce = products.filter(({ onHand }) => onHand < 100)
    expect(scarce.filter(({ onHand }) => onHand >= 1 && onHand <= 5).length).toBeGreaterThanOrEqual(4)
    expect(scarce.filter(({ onHand }) => onHand === 0).length).toBeGreaterThanOrEqual(4)
    expect(scarce.filter(({ onHand }) => !Number.isInteger(onHand) || onHand < 0 || onHand > 5)).toEqual([])
    expect(products.slice(0, 10).every(({ onHand }) => onHand >= 100)).toBe(true)
  })

  it("describes each product in two to three sentences of its own", () => {
    for (const { description, id } of products) {
      const sentences = description.split(/(?<=[.!?])\s+(?=[A-Z])/)
      expect(sentences.length, id).toBeGreaterThanOrEqual(2)
      expect(sentences.length, id).toBeLessThanOrEqual(3)
      expect(description, id).toMatch(/^[^\s].*[.]$/)
      expect(description, id).not.toContain("  ")
    }
    expect(duplicates(products.map(({ description }) => description))).toEqual([])
  })

  it("lists the ingredients of every cosmetic once each, water or base first, and of nothing else", () => {
    for (const { id, ingredients, packshot } of products) {
      expect(ingredients.length === 0, id).toBe(notCosmetics.includes(packshot.container))
      expect(duplicates(ingredients), id).toEqual([])
      expect(ingredients.filter((name) => name === "" || name !== name.trim() || name.includes("\n")), id).toEqual([])
    }
  })

  it("declares the allergens of what is scented, after the perfume and with only colourants behind them", () => {
    const allergen = /^(Linalool|Limonene|Citronellol|Geraniol|Citral|Coumarin|Eugenol|Farnesol|Hexyl Cinnamal)$/
    for (const { id, ingredients } of products.filter(({ ingredients }) => ingredients.includes("Parfum"))) {
      const first = ingredients.findIndex((name) => allergen.test(name))
      expect(first, id).toBeGreaterThan(ingredients.indexOf("Parfum"))
      expect(ingredients.at(-1), id).toMatch(/^CI \d{5}$|^[A-Z][A-Za-z -]+$/)
      const lastAllergen = ingredients.findLastIndex((name) => allergen.test(name))
      const behind = ingredients.slice(lastAllergen + 1)
      expect(behind.filter((name) => !/^CI \d{5}$|Benzyl|Ionone|Isoeugenol/.test(name)), id).toEqual([])
    }
  })

  it("seals what touches the skin, and leaves tools and candles open to return", () => {
    const sealed = (container: string) =>
      new Set(
        products.filter(({ packshot }) => packshot.container === container).map(({ hygieneSealed }) => hygieneSealed)
      )
    for (const container of ["jar", "lipstick", "pencil", "compact", "dropper", "tube"]) {
      expect(sealed(container).has(true), container).toBe(true)
    }
    for (const container of ["brushes", "candle", "comb", "stone"]) {
      expect(sealed(container), container).toEqual(new Set([false]))
    }
  })

  it("repeats words across brands, accents among them, so that a search has something to rank", () => {
    for (const word of ["rose", "argan", "niacinamide", "SPF 50", "crème"]) {
      const found = brands.filter((brand) =>
        brand.products.some(({ description, name }) =>
          `${name} ${description}`.toLowerCase().includes(word.toLowerCase())
        )
      )
      expect(found.length, word).toBeGreaterThanOrEqual(2)
    }
  })
})
