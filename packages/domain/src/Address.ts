/**
 * Postal addresses and email addresses.
 *
 * The rule: an address that decodes can be printed. It has five lines, trimmed, none of them empty, and a country as
 * its ISO 3166-1 alpha-2 code. Only the form of an email address is checked.
 *
 * Left out on purpose: country names and alpha-3 codes (translated at the edge, with a library), postcodes by country,
 * and whether a mailbox exists. Follows docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** ISO 3166-1 alpha-2: two capital letters. Greece is `GR` here, although its VAT numbers begin with `EL`. */
export const CountryCode = Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/), Schema.brand("CountryCode"))
export type CountryCode = typeof CountryCode.Type

/** Decoding trims the text, so that a form with a stray blank is not refused. */
const Line = Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(200))

export const ShippingAddress = Schema.Struct({
  name: Line,
  address: Line,
  city: Line,
  postcode: Line,
  country: CountryCode
})
export type ShippingAddress = typeof ShippingAddress.Type

/**
 * Pragmatic: something, an at sign, a domain with a dot; no space, no control character and none of the marks that
 * would need quoting (and could smuggle a second recipient into a header). Letters of any script are accepted.
 */
const emailForm = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:".\p{Cc}]+(?:\.[^\s@<>()[\]\\,;:".\p{Cc}]+)+$/u

export const Email = Schema.String.pipe(
  Schema.maxLength(254),
  Schema.filter((text) => emailForm.test(text), {
    description: "an email address",
    jsonSchema: { format: "email" },
    arbitrary: () => (fc) => fc.emailAddress()
  })
)
export type Email = typeof Email.Type
