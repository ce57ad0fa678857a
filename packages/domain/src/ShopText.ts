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
import { type InEach, languageIn, type Locale, locales, LocalText, textIn } from "./Language.ts"
import { Line } from "./PlainText.ts"

export const ShopText = Schema.Struct({
  /** What the shop sells, in one sentence: for search engines and agents. */
  description: Schema.optional(LocalText(Line(300))),
  /** The heading of its home page. */
  heading: Schema.optional(LocalText(Line(120))),
  /** What stands below it. */
  lead: Schema.optional(LocalText(Line(300))),
  /** What stands in the field of the search, as in "Serum, brand …". */
  searchHint: Schema.optional(LocalText(Line(60))),
  /** What categories are called. */
  categories: Schema.Record({ key: Schema.String, value: LocalText(Line(60)) })
})
export type ShopText = typeof ShopText.Type

/**
 * A page of the shop's own, by its name in addresses. One that has the name of a page of rules, such as `terms`, stands
 * in its place.
 */
export const ShopPage = Schema.Struct({
  name: Schema.String.pipe(Schema.maxLength(60), Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  title: LocalText(Line(120)),
  /** HTML that the shop vouches for: it is shown as it is. */
  html: LocalText(Schema.String)
})
export type ShopPage = typeof ShopPage.Type

/** What a category is called; one that has no name is written as its words. */
export const categoryName = ({ categories }: ShopText, locale: Locale, category: Category): string =>
  Object.hasOwn(categories, category)
    ? textIn(categories[category]!, locale)
    : category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ")

const conjunctions: InEach<Intl.ListFormat> = {
  en: new Intl.ListFormat(locales.en, { type: "conjunction" }),
  de: new Intl.ListFormat(locales.de, { type: "conjunction" })
}

/** The names of categories as one text: "Coffee, Tea and Cups". */
export const listCategories = (text: ShopText, locale: Locale, categories: ReadonlyArray<Category>): string =>
  conjunctions[languageIn(locale)].format(categories.map((category) => categoryName(text, locale, category)))

/** Names for `defaultCategories`. */
export const defaultText: ShopText = {
  categories: {
    skincare: { en: "Skincare", de: "Gesichtspflege" },
    "make-up": "Make-up",
    hair: { en: "Hair", de: "Haare" },
    fragrance: { en: "Fragrance", de: "Düfte" },
    body: { en: "Body", de: "Körper" }
  }
}
