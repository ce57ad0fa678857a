/**
 * Currencies in texts for people: signs, codes of ISO 4217, short forms and names, and amounts that stand beside one.
 *
 * The rule: signs, codes and short forms are those that `Intl` knows. Codes and short forms count as they are written
 * (`GEL`, `Ft`), because in other cases they are words or measures. A short form of one letter does not count.
 */
import { withPlainDigits } from "./Numerals.ts"

export const wordStart = "(?<![\\p{L}\\p{N}])"
export const wordEnd = "(?![\\p{L}\\p{N}])"
export const anyOf = (words: Iterable<string>): string => `(?:${[...words].join("|")})`

const codes = Intl.supportedValuesOf("currency")

/** How a language writes a currency. */
const written = (language: string, currency: string, currencyDisplay: "narrowSymbol" | "name"): string => {
  const parts = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay }).formatToParts(2)
  return parts.find(({ type }) => type === "currency")?.value ?? currency
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Short forms of letters, such as `Kč`, `lei` and `RM`. */
const shortForms = new Set(
  [
    ...codes.map((code) => written("en", code, "narrowSymbol")),
    ...["bg BGN", "bs BAM", "mk MKD", "ru RUB", "sr RSD", "tr TRY", "uk UAH"].flatMap((pair) => {
      const [language = "", code = ""] = pair.split(" ")
      return written(language, code, "narrowSymbol")
    })
  ].filter((form) => /^\p{L}{2,}\.?$/u.test(form) && !codes.includes(form)).map(escaped)
)

/** The euro in the official languages of its countries, as it is said of several. */
const euros = new Set(
  "bg de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split(" ")
    .map((language) => written(language, "EUR", "name").toLowerCase()).map(escaped)
)

/** Signs end where they end, whatever follows. */
const sign = "[\\p{Sc}円元원]"
const code = anyOf(codes)
const short = anyOf([...shortForms, "TL", "SFr\\.?", "Fr\\."])
const name = anyOf([
  "eur|usd|gbp|chf|sek|nok|dkk|isk|pln|czk|huf|ron",
  ...euros,
  "euros?|eur[aou]|eurot|eur(?:ai|ų)|evr[aio]|evrov|dollars?|franken|francs?|franchi|s?fr\\.?",
  "kr\\.?|kron(?:en|er|or|ur)|zł|zloty|złot(?:y|ych|e)|kč|korun[ay]?|forint|le[iu]|лв\\.?|лева|руб\\.?|грн\\.?"
])

/** A currency as a sign, a code or a short form: case counts. */
export const currency = anyOf([sign, `${wordStart}${anyOf([code, short])}${wordEnd}`])

/** The same amid digits: `14zł90`. */
export const bareCurrency = anyOf([sign, code, short])

const digitBefore = "\\d(?:[.,]?[-–—]{1,2})?\\*?\\s?"
const digitBehind = ":?\\s?\\d"
/** A product's measure, such as that of `SHOWER GEL 50 ML`. */
const measureBehind = `\\s?\\d[\\d.,]{0,8}\\s?${anyOf(["[mck]?[lLgGmM]|[MCK][LGM]|oz|OZ|%"])}${wordEnd}`

const exact = new RegExp(
  [
    `${digitBefore}(?:${sign}|${anyOf([code, short])}${wordEnd})`,
    `${sign}${digitBehind}`,
    `${wordStart}${anyOf([code, short])}(?!${measureBehind})${digitBehind}`
  ].join("|"),
  "u"
)
const named = new RegExp(`${digitBefore}${name}${wordEnd}|${wordStart}${name}${digitBehind}`, "iu")

/** Whether a text has an amount beside a currency. */
export const namesPrice = (text: string): boolean => {
  const plain = withPlainDigits(text)
  return exact.test(plain) || named.test(plain)
}

/** Whether a text names a currency by a sign, or the one that is asked about by its code, wherever it is. */
export const namesCurrency = (text: string, code: string | undefined): boolean =>
  /\p{Sc}/u.test(text) || (code !== undefined && text.split(/[^\p{L}\p{N}]+/u).includes(code))
