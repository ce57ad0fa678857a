/**
 * Stock and prices on the wire, as buyers see them and staff set them (docs/specification.md#stock).
 *
 * @since 1.0.0
 */
import { ProductId } from "@beauty-store/domain/Ids"
import { Availability, mostOnHand, MovementReason } from "@beauty-store/domain/Stock"
import * as Schema from "effect/Schema"
import { refusesMisspelling } from "./Annotations.ts"
import { leaf, Line, PriceInput, ProductIdInput, queryNumber, some, whole } from "./InputSchemas.ts"
import { listOf, only, paging } from "./ListSchemas.ts"
import { Moment } from "./ValueSchemas.ts"

export const InventoryStatus = Schema.Struct({
  productId: ProductId.claimed,
  inStock: Schema.Boolean,
  quantity: Schema.Int,
  availability: Availability
}).annotations({ identifier: "InventoryStatus" })

export const OnHandInput = leaf(
  `a whole number from 0 to ${mostOnHand}`,
  Schema.Int.pipe(Schema.between(0, mostOnHand))
)
export const SetOnHand = Schema.Struct({ onHand: OnHandInput }).annotations({ identifier: "SetOnHand", ...whole })

const Moved = leaf(`a whole number from 1 to ${mostOnHand}`, Schema.Int.pipe(Schema.between(1, mostOnHand)))
const line = { productId: ProductIdInput, note: Schema.optional(Line(200)) }
/** What is reported of a shelf: units that came or are gone, or how many lie there. */
export const ShelfReport = Schema.Union(
  Schema.Struct({ ...line, reason: Schema.Literal("delivery"), units: Moved }),
  Schema.Struct({ ...line, reason: Schema.Literal("loss"), units: Moved }),
  Schema.Struct({ ...line, reason: Schema.Literal("count"), counted: OnHandInput })
)
export const ReportShelves = Schema.Struct({
  lines: some(ShelfReport).pipe(
    Schema.maxItems(1000, { message: () => "must be at most 1000 items", description: "at most 1000 items" })
  )
}).annotations({ identifier: "ReportShelves", [refusesMisspelling]: true, ...whole })

const shelf = {
  productId: ProductId.claimed,
  onHand: Schema.Int,
  reserved: Schema.Int,
  available: Schema.Int,
  low: Schema.Int
}
export const Shelf = Schema.Struct(shelf).annotations({ identifier: "Shelf" })
export const ShelfParameters = Schema.Struct({
  atMost: queryNumber(`a whole number from 0 to ${mostOnHand}`, Schema.Int.pipe(Schema.between(0, mostOnHand)), {
    type: "integer",
    minimum: 0,
    maximum: mostOnHand
  }),
  low: only("products that run out: few are available, the fewest first"),
  ...paging
}).annotations(whole)
export const ShelfList = listOf("ShelfPage", Shelf)
export const ReportedShelves = Schema.Struct({
  data: Schema.Array(Schema.Struct({ ...shelf, units: Schema.Int }).annotations({ identifier: "ReportedShelf" }))
}).annotations({ identifier: "ReportedShelves" })

export const StockMovement = Schema.Struct({
  n: Schema.Int,
  reason: MovementReason,
  units: Schema.Int,
  subject: Schema.NullOr(Schema.String),
  client: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  at: Moment
}).annotations({ identifier: "StockMovement" })
export const StockMovementList = listOf("StockMovementPage", StockMovement)

export const SetPrice = Schema.Struct({ price: PriceInput }).annotations({ identifier: "SetPrice", ...whole })
