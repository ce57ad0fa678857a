/**
 * What a shop says of itself, and what it calls its categories, in each language.
 *
 * The rule: what it does not say, pages say from its name, its categories and its goods, so that a shop of any trade
 * needs no words of its own. Follows docs/shop.md.
 *
 * Example: a shop with `coffee` and `tea` that says nothing is headed "Coffee and Tea".
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import type { Category } from "./Catalog.ts"
import { type InEach, type Language, locales } from "./Language.ts"
import { Line } from "./PlainText.ts"

/** A text of one line in each language, of at most so many characters. */
const inEach = (longest: number): Schema.Schema<InEach<string>, InEach<string>> =>
  Schema.Struct({ en: Line(longest), de: Line(longest) })

export const ShopText = Schema.Struct({
  /** What the shop sells, in one sentence: for search engines and agents. */
  description: Schema.optional(inEach(300)),
  /** The heading of its home page. */
  heading: Schema.optional(inEach(120)),
  /** What stands below it. */
  lead: Schema.optional(inEach(300)),
  /** What stands in the field of the search, as in "Serum, brand …". */
  searchHint: Schema.optional(inEach(60)),
  /** What categories are called. */
  categories: Schema.Record({ key: Schema.String, value: inEach(60) })
})
export type ShopText = typeof ShopText.Type

/** The same text in each language. */
export const inAll = (text: string): InEach<string> => ({ en: text, de: text })

/** What a category is called; one that has no name is written as its words. */
export const categoryName = ({ categories }: ShopText, language: Language, category: Category): string =>
  Object.hasOwn(categories, category)
    ? categories[category]![language]
    : category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ")

const conjunctions: InEach<Intl.ListFormat> = {
  en: new Intl.ListFormat(locales.en, { type: "conjunction" }),
  de: new Intl.ListFormat(locales.de, { type: "conjunction" })
}

/** The names of categories as one text: "Coffee, Tea and Cups". */
export const listCategories = (text: ShopText, language: Language, categories: ReadonlyArray<Category>): string =>
  conjunctions[language].format(categories.map((category) => categoryName(text, language, category)))

/** Names for `defaultCategories`. */
export const defaultText: ShopText = {
  categories: {
    skincare: { en: "Skincare", de: "Gesichtspflege" },
    "make-up": { en: "Make-up", de: "Make-up" },
    hair: { en: "Hair", de: "Haare" },
    fragrance: { en: "Fragrance", de: "Düfte" },
    body: { en: "Body", de: "Körper" }
  }
}
