/**
 * Stock and prices on the wire, as buyers see them and staff set them (docs/specification.md#stock).
 *
 * @since 1.0.0
 */
import { PriceMinor } from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import { Availability, mostOnHand } from "@beauty-store/domain/Stock"
import * as Schema from "effect/Schema"
import { euros, leaf, whole } from "./InputSchemas.ts"

export const InventoryStatus = Schema.Struct({
  productId: ProductId.claimed,
  inStock: Schema.Boolean,
  quantity: Schema.Int,
  availability: Availability
}).annotations({ identifier: "InventoryStatus" })

export const OnHandInput = leaf(`a whole number from 0 to ${mostOnHand}`, Schema.Int.pipe(Schema.between(0, mostOnHand)))
export const SetOnHand = Schema.Struct({ onHand: OnHandInput }).annotations({ identifier: "SetOnHand", ...whole })

export const PriceInput = euros(
  "an amount from 0.01 to 1000000.00 with at most two decimals, in the shop's currency",
  Schema.is(PriceMinor)
)
export const SetPrice = Schema.Struct({ price: PriceInput }).annotations({ identifier: "SetPrice", ...whole })
