/**
 * Lists on the wire: a page of a collection, and the parameters by which pages are asked for and staff find things.
 *
 * Days are those of the shop's zone, both included. What only one list can be found by is in the module of its noun.
 * Follows docs/specification.md#lists.
 *
 * @since 1.0.0
 */
import * as Days from "@beauty-store/domain/Days"
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { TimeSort } from "@beauty-store/domain/TimeSort"
import * as Schema from "effect/Schema"
import { besideFaults, choice, DayInput, EmailInput, leaf, NumberInput, queryNumber, whole } from "./InputSchemas.ts"

/** A page of a list, which is what its identifier calls it. */
export const listOf = <A, I>(identifier: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({ data: Schema.Array(item), nextCursor: Schema.NullOr(Schema.String) }).annotations({ identifier })

export const paging = {
  limit: queryNumber("a whole number from 1 to 100", Schema.Int.pipe(Schema.between(1, 100)), {
    type: "integer",
    minimum: 1,
    maximum: 100,
    default: 20
  }),
  cursor: Schema.optional(
    leaf("a cursor from an earlier response, at most 1000 characters", Schema.String.pipe(Schema.maxLength(1000)))
  )
}
export const ListParameters = Schema.Struct(paging).annotations(whole)

/** What lists that staff search by have in common: days of the shop's zone, both included, and the sort. */
export const byTime = {
  from: Schema.optional(DayInput),
  to: Schema.optional(DayInput),
  sort: Schema.optional(
    choice(TimeSort).annotations({ default: "-createdAt" })
  ),
  ...paging
}

const isDay = Schema.is(Days.Day)

/** Days of which the first is not after the last. */
export const inOrder = Schema.filter(
  ({ from, to }: { readonly from?: Days.Day; readonly to?: Days.Day }) =>
    !isDay(from) || !isDay(to) || from <= to
    || { path: ["to"], message: "must be a date that is not before `from`" },
  besideFaults
)

/** A filter of a list that is on or not there. */
export const only = (what: string) =>
  Schema.optional(
    leaf(
      "true",
      Schema.transform(Schema.Literal("true"), Schema.Literal(true), {
        strict: true,
        decode: () => true as const,
        encode: () => "true" as const
      })
    ).annotations({ jsonSchema: { type: "string", enum: ["true"], description: `only ${what}` } })
  )

/** What orders, returns and tickets can be found by. A filter that is given twice, or has no such value, is a fault. */
export const finding = {
  email: Schema.optional(EmailInput),
  orderId: Schema.optional(leaf("an order's id", OrderId)),
  orderNumber: Schema.optional(NumberInput("an order's number")),
  productId: Schema.optional(leaf("a product's id, at most 80 characters", ProductId)),
  overdue: only("what has waited for the shop for too long"),
  ...byTime
}
