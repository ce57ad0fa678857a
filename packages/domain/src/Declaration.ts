/**
 * What the law and carriers want to know of a product besides: who answers for it, where it comes from, what it weighs,
 * and its numbers in a shop and at the authorities. Which of these a product needs, nobody checks: that depends on the
 * goods. Follows docs/specification.md#declarations.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { CountryCode, Email } from "./Address.ts"
import { isLine } from "./PlainText.ts"
import * as WebAddress from "./WebAddress.ts"

const line = (longest: number, own: (text: string) => boolean, description: string, example: string) =>
  Schema.String.pipe(
    Schema.filter((text) => isLine(text, longest) && own(text), {
      description,
      arbitrary: () => (fc) => fc.constantFrom(example)
    })
  )

/** Tables divide the parts of a person by bars. */
const part = line(200, (text) => !text.includes("|"), "1 to 200 characters without vertical bars", "Example SARL")

/** An email address, or the address of a page. */
const ElectronicAddress = line(
  254,
  (text) => !text.includes("|") && (Schema.is(Email)(text) || WebAddress.pattern.test(text)),
  "an email address, or a web address that begins with https://",
  "safety@brand.example"
)

/**
 * Who answers for a product in the EU: regulation (EU) 2023/988, article 19, and for cosmetics regulation (EC)
 * 1223/2009, article 4.
 */
export const ResponsiblePerson = Schema.Struct({
  name: part,
  /** The whole postal address. */
  address: part,
  electronicAddress: ElectronicAddress
})
export type ResponsiblePerson = typeof ResponsiblePerson.Type

/** The product's number in the shop. */
export const Sku = line(64, () => true, "1 to 64 characters in one line", "LIP-01")

/** What a packed product weighs, in grams: up to 100 kg. */
export const WeightGrams = Schema.Int.pipe(Schema.between(1, 100_000, { description: "whole grams, 1 to 100000" }))

/** A country by its code. Whether there is one, an import checks: programs in browsers do without the list. */
export const CountryOfOrigin = CountryCode

/** The number of a cosmetic's notification to the Commission (CPNP). */
export const Cpnp = Schema.String.pipe(
  Schema.pattern(/^\d{6,8}$/, { description: "the 6 to 8 digits of a notification in the CPNP" })
)

/** The fields of a product. None of them has a default of its own. */
export const fields = {
  sku: Schema.optional(Sku),
  weightGrams: Schema.optional(WeightGrams),
  countryOfOrigin: Schema.optional(CountryOfOrigin),
  /** Default: its brand's, or the shop's. */
  responsiblePerson: Schema.optional(ResponsiblePerson),
  cpnp: Schema.optional(Cpnp)
}
