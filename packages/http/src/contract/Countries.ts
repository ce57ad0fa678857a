/**
 * Country names and codes, as people and programs write them, to ISO 3166-1 alpha-2: `DE`, `deu`, `Germany`. The list is
 * in `CountryTable`; this module only decides which spellings are accepted (docs/specification.md#addresses).
 */
import { countryTable } from "./CountryTable.ts"

const countries = countryTable.trim().split("\n").map((line) => {
  const [code = "", alpha3 = ""] = line.split(" ", 2)
  return { code, alpha3, names: line.slice(`${code} ${alpha3} `.length).split("|") }
})

const codes = new Map(countries.map(({ alpha3, code }) => [alpha3, code]))
const names = new Map(countries.map(({ code, names: [usual = code] }) => [code, usual]))

/** By spelling in small letters. Where two countries share one, the first has it. */
const spellings = new Map(
  countries.flatMap(({ code, names }) => names.map((name) => [name.toLowerCase(), code] as const)).toReversed()
)

/** The alpha-2 code of a text, or undefined. */
export const alpha2 = (text: string): string | undefined => {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  if (upper.length === 2) return names.has(upper) ? upper : undefined
  return codes.get(upper) ?? spellings.get(trimmed.toLowerCase())
}

/** A country's English name, by its alpha-2 code; any other text is returned as it is. */
export const countryName = (code: string): string => names.get(code) ?? code
