/**
 * Where a parcel goes and where a letter goes.
 *
 * The rule: an address that decodes can be printed. Five lines, trimmed, none of them empty, and a country as its
 * ISO 3166-1 alpha-2 code. An email address is checked for its form only.
 *
 * Left out on purpose: country names and alpha-3 codes (the border translates them, with a library), postcodes by
 * country, and whether anybody reads mail there. Follows docs/specification.md#addresses.
 */
import * as Schema from "effect/Schema"

/** ISO 3166-1 alpha-2: two capital letters. Greece is `GR` here, whatever its VAT numbers say. */
export const CountryCode = Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/), Schema.brand("CountryCode"))
export type CountryCode = typeof CountryCode.Type

/** Decoding drops the space around it, so that what a form sends is not refused for a stray blank. */
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
 * would need quoting (and that could smuggle a second recipient into a header). Letters of any script pass.
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
