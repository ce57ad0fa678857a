/**
 * The languages of the shop front: which page is in which, and the countries that people choose.
 *
 * The rule: the address of a page decides its language, so that a link shows the same to everybody: below
 * `/de` pages are German, all others English. `Accept-Language` decides only where somebody arrives who typed the
 * shop's address.
 *
 * Left out on purpose: how each language writes (`Format`) and its texts (`Messages`). Follows
 * docs/storefront.md#languages.
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import { codes } from "@beauty-store/domain/Country"
import { type InEach, type Language, locales } from "@beauty-store/domain/Language"
import { formats } from "@beauty-store/ui/Format"

/** What a language calls itself. */
export const nameOf: InEach<string> = { en: "English", de: "Deutsch" }

const ownPath: InEach<string> = { en: "", de: "/de" }

/** The path of a page in a language below a prefix, from its path in English: `/de/cart`; `/de` for the home page. */
export const pathIn = (prefix: string, language: Language, path: string): `/${string}` =>
  ((prefix + ownPath[language] + (path === "/" ? "" : path)) || "/") as `/${string}`

/** The language of a path. */
export const languageOf = (path: string): Language => path === "/de" || path.startsWith("/de/") ? "de" : "en"

const sorted = new Map<Language, ReadonlyArray<CountryCode>>()

/** The countries' codes, in the order of their names in a language. */
export const countriesIn = (language: Language): ReadonlyArray<CountryCode> => {
  const before = sorted.get(language)
  if (before !== undefined) return before
  const { country } = formats[language]
  const { compare } = new Intl.Collator(locales[language])
  const countries = codes.toSorted((a, b) => compare(country(a), country(b)))
  sorted.set(language, countries)
  return countries
}
