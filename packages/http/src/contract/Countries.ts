/**
 * Country names and codes, as people and programs write them, to ISO 3166-1 alpha-2: `DE`, `deu`, `Germany`. A library
 * has the list; this module only decides which spellings are accepted (docs/specification.md#addresses).
 */
import countries from "i18n-iso-countries/index.js"
import english from "i18n-iso-countries/langs/en.json" with { type: "json" }

countries.registerLocale(english)

/** The alpha-2 code of a text, or undefined. */
export const alpha2 = (text: string): string | undefined => {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  if (upper.length === 2) return countries.isValid(upper) ? upper : undefined
  if (/^[A-Z]{3}$/.test(upper)) {
    const code = countries.alpha3ToAlpha2(upper)
    if (code !== undefined) return code
  }
  return countries.getAlpha2Code(trimmed, "en")
}

/** A country's English name, by its alpha-2 code; any other text is returned as it is. */
export const countryName = (code: string): string => countries.getName(code, "en") ?? code
