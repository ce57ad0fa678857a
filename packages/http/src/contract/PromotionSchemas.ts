/**
 * Promotions on the wire, as staff keep them (docs/specification.md#promotions).
 *
 * Which goods, categories and countries the shop has the use case checks.
 *
 * @since 1.0.0
 */
import { PromotionId } from "@beauty-store/domain/Ids"
import { Language } from "@beauty-store/domain/Language"
import { Code, maxUses } from "@beauty-store/domain/Promotion"
import * as Schema from "effect/Schema"
import { refusesMisspelling } from "./Annotations.ts"
import { AmountInput, leaf, Line, MomentInput, whole } from "./InputSchemas.ts"
import { listOf } from "./ListSchemas.ts"
import { Amount, Currency, Moment } from "./ValueSchemas.ts"

const Title = Line(100)
const Titles = Schema.Union(
  Title,
  Schema.Record({ key: Language, value: Title }).pipe(Schema.partialWith({ exact: true }))
)

const count = (most: number) => leaf(`a whole number from 1 to ${most}`, Schema.Int.pipe(Schema.between(1, most)))
const uses = count(maxUses)

const percentage = { type: Schema.Literal("percentage"), percent: count(100) }
const buyGet = { type: Schema.Literal("buy_get"), buy: count(99), get: count(99) }
const freeShipping = { type: Schema.Literal("free_shipping") }
const benefitOf = <A, I>(amount: Schema.Schema<A, I>) =>
  Schema.Union(
    Schema.Struct(percentage),
    Schema.Struct({ type: Schema.Literal("amount"), amount }),
    Schema.Struct(buyGet),
    Schema.Struct(freeShipping)
  )

const few = <A, I>(words: string, member: Schema.Schema<A, I>) =>
  Schema.optional(leaf(words, Schema.NonEmptyArray(member).pipe(Schema.maxItems(200))))
const conditionsOf = <A, I>(amount: Schema.Schema<A, I>) => ({
  products: few("1 to 200 ids of products", Schema.String),
  brands: few("1 to 200 ids of brands", Schema.String),
  categories: few("1 to 200 categories of the shop", Schema.String),
  countries: few("1 to 200 codes of countries with two letters", Schema.String),
  minimum: Schema.optional(amount),
  firstOrder: Schema.optional(Schema.Boolean)
})

export const NewPromotion = Schema.Struct({
  title: Titles,
  code: Schema.optional(
    leaf("3 to 40 letters A to Z, digits and hyphens", Schema.String.pipe(Schema.minLength(3), Schema.maxLength(40)))
  ),
  benefit: benefitOf(AmountInput),
  conditions: Schema.optional(Schema.Struct(conditionsOf(AmountInput)).annotations({ [refusesMisspelling]: true })),
  startsAt: Schema.optional(MomentInput),
  endsAt: Schema.optional(MomentInput),
  uses: Schema.optional(uses),
  usesPerCustomer: Schema.optional(uses)
}).annotations({ identifier: "NewPromotion", [refusesMisspelling]: true, ...whole })

export const PromotionLimits = Schema.Struct({
  endsAt: Schema.optional(Schema.NullOr(MomentInput)),
  uses: Schema.optional(Schema.NullOr(uses))
}).annotations({ identifier: "PromotionLimits", [refusesMisspelling]: true, ...whole })

export const Promotion = Schema.Struct({
  id: PromotionId.claimed,
  title: Titles,
  code: Schema.NullOr(Code),
  benefit: benefitOf(Amount),
  conditions: Schema.Struct(conditionsOf(Amount)),
  currency: Currency,
  startsAt: Moment,
  endsAt: Schema.NullOr(Moment),
  uses: Schema.NullOr(Schema.Int),
  usesPerCustomer: Schema.NullOr(Schema.Int),
  used: Schema.Int
}).annotations({ identifier: "Promotion" })
export const PromotionList = listOf("PromotionPage", Promotion)
