/**
 * Country names and codes, as people and programs write them, to ISO 3166-1 alpha-2: `DE`, `deu`, `Germany`. A library
 * has the lists; this module only decides which spellings are accepted (docs/specification.md#addresses).
 *
 * Only the library's data are used: its code brings other languages and the numbers of countries, which a browser would
 * load for nothing.
 */
import codes from "i18n-iso-countries/codes.json" with { type: "json" }
import english from "i18n-iso-countries/langs/en.json" with { type: "json" }

const byAlpha3 = new Map(codes.map(([two = "", three = ""]) => [three, two]))

/** The names of a country, the usual one first. */
const names = new Map(
  Object.entries<string | ReadonlyArray<string>>(english.countries).map(([code, known]) =>
    [code, typeof known === "string" ? [known] : known] as const
  )
)

const byName = new Map<string, string>()
for (const [code, known] of names) {
  for (const name of known) if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), code)
}

const alpha2Codes = new Set(byAlpha3.values())

/** The alpha-2 code of a text, or undefined. */
export const alpha2 = (text: string): string | undefined => {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  if (upper.length === 2) return alpha2Codes.has(upper) ? upper : undefined
  return byAlpha3.get(upper) ?? byName.get(trimmed.toLowerCase())
}

/** A country's English name, by its alpha-2 code; any other text is returned as it is. */
export const countryName = (code: string): string => names.get(code)?.[0] ?? code
