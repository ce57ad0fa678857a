/**
 * What responses have in common: money as a JSON number, times as RFC 3339 in UTC, days, addresses of pages, VAT.
 *
 * Values of the domain (statuses, conditions, methods) are taken from it by name, where they are used. What a field
 * means is in `FieldTexts`, for documents. Follows docs/specification.md#money, docs/specification.md#time.
 *
 * @since 1.0.0
 */
import * as Money from "@beauty-store/domain/Money"
import * as Schema from "effect/Schema"

export const Amount = Schema.Number.annotations({
  description: "in the shop's currency, at most two decimals",
  examples: [29.95]
})
export const Moment = Schema.String.annotations({
  description: "RFC 3339, UTC",
  jsonSchema: { type: "string", format: "date-time" }
})
export const Day = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })
export const DaySpan = Schema.Struct({ from: Day, to: Day })

export const Uri = Schema.String.annotations({ jsonSchema: { type: "string", format: "uri" } })

/** The document of a shop with another currency names that one (`OpenApiDocument`). */
export const Currency = Schema.String.annotations({ jsonSchema: { type: "string", enum: [Money.defaultCurrency] } })

/** What a shop knows besides, and shows to everybody. Its document names the fields (`VisibleAttributes`). */
export const attributes = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A field of the request that its operation does not know. */
export const UnknownField = Schema.Struct({
  code: Schema.Literal("unknown_field"),
  pointer: Schema.String,
  message: Schema.String
}).annotations({ identifier: "UnknownField" })

/** The VAT of a total, a row for each rate in percent. */
export const VatTable = Schema.Array(Schema.Struct({ rate: Schema.Number, net: Amount, vat: Amount, gross: Amount }))

/** The response of an operation that returns nothing but its success. */
export const Empty = Schema.Struct({}).annotations({ identifier: "Empty" })
