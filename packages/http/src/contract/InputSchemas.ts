/**
 * What clients write, as leaves: texts, ids, amounts, days and moments, each with a description of valid values.
 *
 * Fault reports show these words, never the submitted value. Follows docs/specification.md#money,
 * docs/specification.md#time, docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import * as Address from "@beauty-store/domain/Address"
import { maxPriceMinor } from "@beauty-store/domain/Catalog"
import * as Days from "@beauty-store/domain/Days"
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { Language } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import * as PlainText from "@beauty-store/domain/PlainText"
import { ofBody, TypedNumber } from "@beauty-store/domain/ReferenceNumber"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type AmountBounds, amountBounds } from "./Annotations.ts"

/** A leaf of the input, with a description of valid values: with their limits, because a refusal says nothing else. */
export const leaf = <A, I, R>(words: string, schema: Schema.Schema<A, I, R>) =>
  schema.annotations({ description: words, message: () => ({ message: `must be ${words}`, override: true }) })

/** Words as a list: `a, b or c`. */
export const anyOf = (words: ReadonlyArray<string>): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" or ")

/** A leaf that is one of some words, and lists them. */
export const choice = <Literals extends readonly [string, ...ReadonlyArray<string>]>(
  schema: Schema.Literal<Literals>
) => leaf(anyOf(schema.literals), schema)

/** An id that a client names: any text of its length, since it is only looked up. */
export const named = <I extends string>(words: string, kind: { readonly claimed: Schema.Schema<I, string> }) =>
  leaf(`${words}, 1 to 200 characters`, kind.claimed.pipe(Schema.minLength(1), Schema.maxLength(200)))

export const OrderIdInput = named("an order's id", OrderId)
export const ProductIdInput = named("a product's id", ProductId)

/** A number as people give it (`TypedNumber`). A wrong check digit is a fault, whether or not there is such a number. */
export const NumberInput = (what: string) => {
  const words = `${what}, eight digits of which the last checks the others, such as ${exampleNumber}`
  return leaf(words, TypedNumber).annotations({ jsonSchema: { type: "string", description: words } })
}
const exampleNumber = ofBody(4_821_736)

/** A list of at least one item. Faults inside an item are reported there. */
export const some = <A, I, R>(item: Schema.Schema<A, I, R>) => {
  const message = () => "must be at least one item"
  return Schema.Array(item).annotations({ message })
    .pipe(Schema.minItems(1, { message, description: "at least one item" }))
}

/** One line of text, whose white space is folded. */
export const Line = (most: number, words = PlainText.describe(most)) =>
  leaf(words, PlainText.Line(most)).annotations({
    jsonSchema: { type: "string", description: words, minLength: 1, maxLength: most }
  })

/** Text of several lines. */
export const Text = (most: number) => leaf(PlainText.describe(most), PlainText.Text(most))

const emailWords = "an email address, at most 254 characters"
export const EmailInput = leaf(emailWords, Schema.compose(Schema.Trim, Address.Email)).annotations({
  jsonSchema: { type: "string", description: emailWords, maxLength: 254, format: "email" }
})

/** A number in a query: text on the wire, a number in the OpenAPI document. */
export const queryNumber = (words: string, schema: Schema.Schema<number>, jsonSchema: object) =>
  Schema.optional(
    leaf(words, Schema.compose(Decimal, schema)).annotations({ jsonSchema: { description: words, ...jsonSchema } })
  )
const Decimal = Schema.transformOrFail(Schema.String, Schema.Number, {
  strict: true,
  decode: (text, _, ast) =>
    /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text)
      ? ParseResult.succeed(Number(text))
      : ParseResult.fail(new ParseResult.Type(ast, text)),
  encode: (number) => ParseResult.succeed(String(number))
})

/** What an amount within bounds is in a currency. The contract's words, and its document's, are of the default one. */
export const amountWords = ({ least, most }: AmountBounds, currency = Money.defaultCurrency): string => {
  const from = least === 0 ? "0" : Money.format(least, currency)
  const to = Money.format(most, currency)
  return `an amount in the shop's currency, from ${from} to ${to}, with ${Money.decimalsInWords(currency)}`
}

/** Whether a number is an amount of a currency within bounds. */
export const isAmount = (n: number, { least, most }: AmountBounds, currency: Money.Currency): boolean =>
  Option.exists(Money.fromNumber(n, currency), (amountMinor) => amountMinor >= least && amountMinor <= most)

/** Of filters, sums and unit prices. */
export const bounds = {
  from: { least: 0, most: Money.maxAmountMinor },
  sum: { least: 1, most: Money.maxAmountMinor },
  price: { least: 1, most: maxPriceMinor }
} satisfies Record<string, AmountBounds>

/** All faults are reported, not only the first. */
export const whole = { parseOptions: { errors: "all" } } as const

/**
 * Of a rule about several fields: it is asked also where a field is at fault, of what was sent, and so has to accept
 * what it cannot read. By this annotation Effect asks its own rules about lists so.
 */
export const besideFaults = { [Symbol.for("effect/annotation/StableFilter")]: true }

/** Text that the database compares: there is some, and PostgreSQL has no NUL. */
export const Name = (what: string) => {
  const words = `${what}, 1 to 100 characters`
  return leaf(
    words,
    Schema.String.pipe(Schema.maxLength(100), Schema.filter((text) => text.trim() !== "" && !text.includes("\0")))
  ).annotations({ jsonSchema: { type: "string", description: words, minLength: 1, maxLength: 100 } })
}

export const YesOrNo = (description: string) =>
  Schema.optional(
    leaf("true or false", Schema.BooleanFromString).annotations({ jsonSchema: { type: "boolean", description } })
  )

export const DayInput = leaf("a date, YYYY-MM-DD", Days.Day)
export const MomentInput = leaf("a moment, RFC 3339", Days.Moment)

/** In which the shop speaks to a person. */
export const LanguageInput = choice(Language)

/** An amount in the shop's currency, which the pipeline knows: it holds the number to the bounds (`UnknownFields`). */
const amount = (within: AmountBounds) =>
  leaf(amountWords(within), Schema.Number).annotations({ [amountBounds]: within })

export const AmountInput = amount(bounds.sum)
export const PriceInput = amount(bounds.price)

/** How many of a product. */
export const Units = leaf("a whole number from 1 to 9999", Schema.Int.pipe(Schema.between(1, 9999)))
