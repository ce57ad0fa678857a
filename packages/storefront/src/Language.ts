/**
 * The languages of the shop front: which page is in which, and the countries that people write or choose.
 *
 * The rule: the address of a page decides its language, so that a link shows the same to everybody: below `/de` pages are
 * German, all others English. `Accept-Language` decides only where somebody arrives who typed the shop's address.
 *
 * Left out on purpose: how each language writes (`Format`) and its texts (`Messages`). Follows
 * docs/storefront.md#languages.
 */
import { type InEach, type Language, languages, locales } from "@beauty-store/domain/Language"
import { alpha2 } from "@beauty-store/http/internal/contract/Countries"
import { countryTable } from "@beauty-store/http/internal/contract/CountryTable"
import { formats } from "@beauty-store/ui/Format"

/** What a language calls itself. */
export const nameOf: InEach<string> = { en: "English", de: "Deutsch" }

const ownPath: InEach<string> = { en: "", de: "/de" }

/** The path of a page in a language below a prefix, from its path in English: `/de/cart`; `/de` for the home page. */
export const pathIn = (prefix: string, language: Language, path: string): string =>
  (prefix + ownPath[language] + (path === "/" ? "" : path)) || "/"

/** The language of a path. */
export const languageOf = (path: string): Language => path === "/de" || path.startsWith("/de/") ? "de" : "en"

const once = <A>(make: (key: string) => A): (key: string) => A => {
  const made = new Map<string, A>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}

/** All countries by their codes. */
const countryCodes = countryTable.trim().split("\n").map((line) => line.slice(0, 2))

/** The countries' codes, in the order of their names in a language. */
export const countriesIn = once((language) => {
  const { country } = formats[language as Language]
  const { compare } = new Intl.Collator(locales[language as Language])
  return countryCodes.toSorted((a, b) => compare(country(a), country(b)))
})

const spelled = once(() =>
  new Map(
    languages.flatMap((language) =>
      countryCodes.map((code) => [formats[language].country(code).toLowerCase(), code] as const)
    )
  )
)

/** The code of a country that somebody wrote: its name in any of the languages, or a code of two or three letters. */
export const countryOf = (text: string): string | undefined =>
  spelled("").get(text.trim().toLowerCase()) ?? alpha2(text)
