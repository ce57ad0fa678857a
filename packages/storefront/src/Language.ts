/**
 * The languages of the shop front: which page is in which, and the countries that people choose. The address of a page
 * decides its language: those of the shop's first language are at its root, others below their code, as in `/de`.
 * `Accept-Language` decides only where somebody arrives who typed the shop's address. Follows
 * docs/storefront.md#languages.
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import { codes } from "@beauty-store/domain/Country"
import { answerIn, type InEach, type Language, type Languages, locales } from "@beauty-store/domain/Language"
import { formats } from "@beauty-store/ui/Format"

/** What a language calls itself. */
export const nameOf: InEach<string> = { en: "English", de: "Deutsch" }

/** Where a shop front is, and the languages that it speaks. */
export interface Place {
  /** The path below which it is, without a slash at its end. */
  readonly prefix: string
  readonly languages: Languages
}

/** The path of a page in a language, from its path below the shop front: `/de/cart`; `/de` for the home page. */
export const pathIn = ({ languages, prefix }: Place, language: Language, path: string): `/${string}` => {
  const spoken = answerIn(languages, language)
  return ((prefix + (spoken === languages[0] ? "" : `/${spoken}`) + (path === "/" ? "" : path)) || "/") as `/${string}`
}

const isBelow = (path: string, home: string): boolean => path === home || path.startsWith(`${home}/`)

/** The language that a path says, by its code; undefined where it says none, as those of the first do. */
export const languageOf = ({ languages: [, ...others], prefix }: Place, path: string): Language | undefined =>
  others.find((language) => isBelow(path, `${prefix}/${language}`))

/** The path of a page below the shop front, without its language. */
export const pathWithin = (place: Place, path: string): string => {
  const language = languageOf(place, path)
  return path.slice(place.prefix.length + (language === undefined ? 0 : `/${language}`.length)) || "/"
}

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
