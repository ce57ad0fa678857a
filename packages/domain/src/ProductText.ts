/**
 * What a shop says of a product beside its name and description: how it is used, what to mind, and all of it in other
 * languages than the catalogue's own, which has what a language lacks. Texts are for people to read; no price, stock or
 * order depends on them. Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import type { Locale } from "./Language.ts"

/** A text for people: at most 4,000 characters, without blanks around it. */
const Text = Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(4_000))

const languageCode = /^[a-z]{2,3}(-[A-Z]{2})?$/

/** A language by its code, as in `de`, with a country where that matters, as in `de-CH`. */
export const Language = Schema.String.pipe(
  Schema.pattern(languageCode, { description: "a language's code, as in de or de-CH" })
)
export type Language = typeof Language.Type

/** A product's texts in one language; what is left out is as in the catalogue's own. */
export const Translation = Schema.Struct({
  name: Schema.optional(Text),
  description: Schema.optional(Text),
  howToUse: Schema.optional(Text),
  warnings: Schema.optional(Text),
  /** In the catalogue's own language they are an attribute of the shop's. */
  ingredients: Schema.optional(Text),
  /** The name of its group. */
  groupName: Schema.optional(Text),
  /** What the options of the group are called. */
  variesBy: Schema.optional(Text),
  /** Its own value in the group. */
  groupValue: Schema.optional(Text)
})
export type Translation = typeof Translation.Type

export const ProductTexts = Schema.Struct({
  howToUse: Schema.optional(Text),
  warnings: Schema.optional(Text),
  /** By language. A record with patterns for keys would drop the others in silence. */
  translations: Schema.optional(
    Schema.Record({ key: Schema.String, value: Translation }).pipe(
      Schema.filter((translations) => Object.keys(translations).every((code) => languageCode.test(code)), {
        description: "texts by the codes of their languages, as in de or de-CH"
      })
    )
  )
})
export type ProductTexts = typeof ProductTexts.Type

/** What a product is called and said to be in the catalogue's own language. */
export interface Described {
  readonly name: string
  readonly description: string
  readonly group?: { readonly name: string; readonly value: string } | undefined
}

/** The same in a language. */
export interface InLanguage extends Described {
  readonly group?: Described["group"] & { readonly optionNames: string | undefined } | undefined
  readonly howToUse: string | undefined
  readonly warnings: string | undefined
  /** None where they are said as in the catalogue's own. */
  readonly ingredients: string | undefined
}

/** A product's texts in a language: its own words, a language's without a country, or else the catalogue's. */
export const inLanguage = (product: Described, texts: ProductTexts | undefined, language: Locale): InLanguage => {
  const { translations = {} } = texts ?? {}
  const own = { ...translations[language.split("-")[0]!], ...translations[language] }
  return {
    name: own.name ?? product.name,
    description: own.description ?? product.description,
    howToUse: own.howToUse ?? texts?.howToUse,
    warnings: own.warnings ?? texts?.warnings,
    ingredients: own.ingredients,
    group: product.group === undefined ? undefined : {
      name: own.groupName ?? product.group.name,
      value: own.groupValue ?? product.group.value,
      optionNames: own.variesBy
    }
  }
}

/** The words by which a product is also found: its names, descriptions and ingredients in all languages. */
export const searchedIn = (texts: ProductTexts | undefined): string =>
  Object.values(texts?.translations ?? {}).flatMap(({ description, groupName, groupValue, ingredients, name }) =>
    [name, groupName, groupValue, description, ingredients].filter((text) => text !== undefined)
  ).join(" ")
