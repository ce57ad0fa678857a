/**
 * The languages in which the shop speaks to people. An order, a permission and a question each keep the language in
 * which they began: the one asked for, else what the browser prefers, else the shop's first. `preferred("fr,
 * de-AT;q=0.8, en;q=0.5")` is `de`. A text without a translation does not compile. Follows
 * docs/specification.md#languages.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const Language = Schema.Literal("en", "de")
export type Language = typeof Language.Type

export const languages = Language.literals

/** The language of texts that belong to no shop. */
export const defaultLanguage = "en" satisfies Language

/** The languages of a shop. The first is that of its catalogue, and of whoever asks for none that it has. */
export type Languages = readonly [Language, ...ReadonlyArray<Language>]

/** The language in which a shop answers whoever asked for one, or for none. */
export const answerIn = (spoken: Languages, asked: Language | undefined): Language =>
  asked !== undefined && spoken.includes(asked) ? asked : spoken[0]

/** A value for each language. */
export type InEach<A> = { readonly [language in Language]: A }

/** A text of a shop's: one for all languages, or one for each that it speaks. */
export type LocalText = string | Partial<InEach<string>>

/** The schema of such a text, of the schema of a text in one language. */
export const LocalText = (text: Schema.Schema<string>): Schema.Schema<LocalText> =>
  Schema.Union(text, Schema.partialWith(Schema.Struct({ en: text, de: text }), { exact: true }))

/** A language, or a language as a country writes it: `de-CH`. */
export const Locale = Schema.Union(Language, Schema.TemplateLiteral(Language, "-", Schema.String))
export type Locale = typeof Locale.Type

/** The conventions of each: euros are written as in Ireland, since no other English-speaking country has them. */
export const locales: InEach<string> = { en: "en-IE", de: "de-DE" }

/** The other countries whose conventions count where a seller is there. */
const countries: InEach<ReadonlyArray<string>> = { en: ["AU", "CA", "GB", "NZ", "US"], de: ["AT", "CH", "LI"] }

/** How a shop writes a language, by its seller's country. */
export const localeIn = (language: Language, country: string): Locale =>
  countries[language].includes(country) ? `${language}-${country}` : language

/** The language of a locale. */
export const languageIn = (locale: Locale): Language => locale.slice(0, 2) as Language

/** The tag (BCP 47) by which `Intl` knows the conventions of a locale. */
export const tagOf = (locale: Locale): string => locale === "en" || locale === "de" ? locales[locale] : locale

/** What Switzerland and Liechtenstein write differently in German. */
const swiss = [
  ["ß", "ss"],
  ["MwSt.", "MWST"],
  ["USt-IdNr.", "MWST-Nr."],
  ["USt.", "MWST"],
  ["Umsatzsteuer", "Mehrwertsteuer"]
] as const
const differences: { readonly [locale in Locale]?: ReadonlyArray<readonly [string, string]> } = {
  "de-CH": swiss,
  "de-LI": swiss
}

/** A text of the shop's own as a locale writes it. */
export const localized = (text: string, locale: Locale): string =>
  (differences[locale] ?? []).reduce((said, [from, to]) => said.replaceAll(from, to), text)

/** A text in a language; where it has none, in another. */
export const textIn = (text: LocalText, locale: Locale): string =>
  typeof text === "string" ? text : text[languageIn(locale)] ?? Object.values(text)[0] ?? ""

/** The language of a tag (BCP 47), whatever its region: `de-AT` is `de`; undefined for any other language. */
export const ofTag = (tag: string): Language | undefined => {
  const lower = tag.trim().toLowerCase()
  return languages.find((language) => lower === language || lower.startsWith(`${language}-`))
}

/** The language that an `Accept-Language` prefers; undefined without a preference. */
export const preferred = (acceptLanguage: string | undefined): Language | undefined => {
  let best: Language | undefined
  let most = 0
  for (const range of (acceptLanguage ?? "").split(",")) {
    const [tag = "", quality] = range.split(";").map((part) => part.trim().toLowerCase())
    const language = ofTag(tag)
    const weight = quality === undefined ? 1 : Number(/^q=([01](?:\.\d{0,3})?)$/.exec(quality)?.[1] ?? "0")
    if (language !== undefined && weight > most) {
      best = language
      most = weight
    }
  }
  return best
}
