/**
 * The prices of a product on the wire, as staff plan them (docs/specification.md#price-history).
 *
 * @since 1.0.0
 */
import { ProductId } from "@beauty-store/domain/Ids"
import { PricePlanId } from "@beauty-store/domain/PriceHistory"
import * as Schema from "effect/Schema"
import { MomentInput, PriceInput, whole } from "./InputSchemas.ts"
import { Amount, Moment } from "./ValueSchemas.ts"

export const PlanPrice = Schema.Struct({
  price: PriceInput,
  sale: Schema.optional(Schema.Boolean),
  from: Schema.optional(MomentInput),
  until: Schema.optional(MomentInput)
}).annotations({ identifier: "PlanPrice", ...whole })

const until = Schema.NullOr(Moment)

/** What a sale is reduced from. */
export const Reduction = Schema.Struct({
  lowestPrice30Days: Amount,
  percent: Schema.Int,
  until
}).annotations({ identifier: "Reduction" })

export const ProductPrices = Schema.Struct({
  productId: ProductId.claimed,
  price: Amount,
  sale: Schema.optional(
    Schema.Struct({
      id: PricePlanId.claimed,
      from: Moment,
      until,
      regularPrice: Amount,
      reduction: Schema.optional(Reduction)
    })
  ),
  planned: Schema.Array(
    Schema.Struct({ id: PricePlanId.claimed, price: Amount, sale: Schema.Boolean, from: Moment, until })
  ),
  history: Schema.Array(Schema.Struct({ price: Amount, sale: Schema.Boolean, from: Moment }))
}).annotations({ identifier: "ProductPrices" })
