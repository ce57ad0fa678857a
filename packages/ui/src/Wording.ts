/**
 * Texts in each of the shop's languages, with values in them (ICU MessageFormat, by `intl-messageformat`). A text is
 * one value with all of its languages and the names of its values, so that a missing translation or value does not
 * compile. The texts are beside the pages that say them (`Messages`). Follows docs/specification.md#languages.
 *
 * @since 1.0.0
 */
import { type InEach, languageIn, type Locale, localized } from "@beauty-store/domain/Language"
import { IntlMessageFormat } from "intl-messageformat"

/** The values of a text, by their names. */
type Values = Readonly<Record<string, string | number>>

/** Says a text in a language. */
export type Message<V extends Values | void = void> = (locale: Locale, values: V) => string

/** A text without values. */
export const plain = (en: string, de: string): Message => {
  const texts: InEach<string> = { en, de }
  return (locale) => localized(texts[languageIn(locale)], locale)
}

/** A text with values: `{count, plural, one {# item} other {# items}}`. */
export const pattern = <V extends Values>(en: string, de: string): Message<V> => {
  const texts: InEach<string> = { en, de }
  const parsed: { [locale in Locale]?: IntlMessageFormat } = {}
  return (locale, values) => {
    const format = parsed[locale] ??= new IntlMessageFormat(localized(texts[languageIn(locale)], locale), locale)
    return String(format.format<string>(values))
  }
}

/**
 * A text with elements in it, such as links: each value of `V` is put where the text names it. The parts are said in
 * their order, for a page to show one after the other.
 */
export const parts = <Name extends string>(en: string, de: string) => {
  const texts: InEach<string> = { en, de }
  return <A>(locale: Locale, values: { readonly [name in Name]: A }): ReadonlyArray<A | string> =>
    localized(texts[languageIn(locale)], locale).split(/(\{\w+\})/).filter((part) => part !== "").map((part) =>
      part.startsWith("{") ? values[part.slice(1, -1) as Name] : part
    )
}
