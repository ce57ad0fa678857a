/**
 * Postal addresses and email addresses, as they are stored: four lines and a country as its ISO 3166-1 alpha-2 code,
 * and four more parts where somebody wrote them. What is taken from buyers is stricter (`AddressForm`). Of an email
 * address only the form is checked; it is compared in one spelling (`foldEmail`). Follows
 * docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import * as PlainText from "./PlainText.ts"

/** ISO 3166-1 alpha-2: two capital letters. Greece is `GR` here, although its VAT numbers begin with `EL`. */
export const CountryCode = Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/), Schema.brand("CountryCode"))
export type CountryCode = typeof CountryCode.Type

/** The longest line that any label has. */
export const longestLine = 200

/** What a phone number has to be. */
export const phoneForm = "a phone number: 5 to 20 digits, blanks and + ( ) - / ."

/** Whether a text is written like a phone number, whether or not anybody answers. */
export const isPhone = (text: string): boolean => /^(?=.{5,20}$)(?=(?:\D*\d){5})\+?[\d ()/.-]+$/.test(text)

const Line = Schema.Trim.pipe(Schema.minLength(1), PlainText.atMost(longestLine))

export const ShippingAddress = Schema.Struct({
  name: Line,
  address: Line,
  city: Line,
  /** Empty where the country has none. */
  postcode: Schema.Trim.pipe(PlainText.atMost(longestLine)),
  country: CountryCode,
  company: Schema.optional(Line),
  /** The second line of the address: a floor, an entrance. */
  address2: Schema.optional(Line),
  /** A state, a province or a county. */
  region: Schema.optional(Line),
  phone: Schema.optional(Line)
})
export type ShippingAddress = typeof ShippingAddress.Type

/**
 * Pragmatic: something, an at sign, and a domain of at least two labels, each of which begins and ends with a letter or
 * a digit, the last with a letter in it. No space, nothing that nobody sees, and none of the marks that would need
 * quoting (and could smuggle a second recipient into a header). Letters of any script are accepted.
 */
const emailForm = (() => {
  const never = "\\s@<>()\\[\\]\\\\,;:\"\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800"
  const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}[\\p{L}\\p{M}\\p{N}])?"
  return new RegExp(`^[^${never}]{1,64}@(?:${label}\\.)+(?!\\p{N}+$)${label}$`, "u")
})()

/** A domain in the form that the network has, in small letters: `müller.de` is `xn--mller-kva.de`. */
const asciiDomain = (domain: string): string | undefined => {
  try {
    return new URL(`http://${domain}/`).hostname
  } catch {
    return undefined
  }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)

export const Email = Schema.String.pipe(
  Schema.maxLength(254),
  Schema.filter((text) => emailForm.test(text) && asciiDomain(domainOf(text)) !== undefined, {
    description: "an email address",
    jsonSchema: { format: "email" },
    arbitrary: () => (fc) => fc.emailAddress()
  })
)
export type Email = typeof Email.Type

/** Each letter by itself: where a whole word is made small, its end decides whether a `Σ` becomes `σ` or `ς`. */
const byLetter = (fold: (letter: string) => string) => (text: string): string => text.replace(/./gsu, fold)

const small = byLetter((letter) => letter.toLowerCase())

/** Small letters, of which those with the same capital are one: `σ` and `ς`. */
const foldCase = byLetter((letter) => {
  const capital = letter.toUpperCase()
  return ([...capital].length === 1 ? capital : letter).toLowerCase()
})

/** A postcode without what people leave out: case, blanks, hyphens. */
export const foldPostcode = (postcode: string): string => postcode.toLowerCase().replace(/[\s-]/g, "")

/**
 * An email address in the one spelling by which people are compared: small letters, one form of Unicode, the domain in
 * ASCII. Mail systems may tell capitals apart before the at sign; people do not. Domains tell `σ` from `ς`.
 */
export const foldEmail = (email: string): string => {
  const text = email.trim().normalize("NFC")
  const domain = domainOf(text)
  const ascii = emailForm.test(text) ? asciiDomain(small(domain)) : undefined
  return (ascii === undefined ? foldCase(text) : foldCase(text.slice(0, -domain.length)) + ascii).normalize("NFC")
}
