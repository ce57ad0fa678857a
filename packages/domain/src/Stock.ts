/**
 * The stock of a product: units on hand and units reserved, its availability as shown, and why units come and go.
 *
 * The rule: `0 ≤ reserved ≤ onHand`, always. Units that are not reserved are available. A checkout reserves, an expiry
 * or a cancellation releases, a shipment takes reserved units away: both numbers go down. The units on hand are the sum
 * of their movements.
 *
 * A product has a level of its own up to which its units are few, or the shop's; staff are warned once for each time
 * that it falls to it.
 *
 * Left out on purpose: who holds a reservation and until when (checkout sessions), and concurrency (the caller decides
 * and saves in one transaction). Quantities are whole units, at least 0. Follows docs/specification.md#stock.
 *
 * Example: of 3 on hand and 1 reserved, 2 are available; reserving 3 is refused with `available: 2`.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { ProductId } from "./Ids.ts"

export const Stock = Schema.Struct({ onHand: Schema.NonNegativeInt, reserved: Schema.NonNegativeInt }).pipe(
  Schema.filter((stock) => stock.reserved <= stock.onHand, { description: "no more is reserved than is on hand" })
)
export type Stock = typeof Stock.Type

/** More units are requested than are available. */
export class InsufficientStock extends Schema.TaggedError<InsufficientStock>()("InsufficientStock", {
  productId: ProductId.claimed,
  requested: Schema.Int,
  available: Schema.Int
}) {
  override get message(): string {
    return `${this.requested} of ${this.productId} were requested, ${this.available} are available.`
  }
}

/** The units on hand cannot be fewer than the reserved ones. */
export class BelowReserved extends Schema.TaggedError<BelowReserved>()("BelowReserved", {
  productId: ProductId.claimed,
  onHand: Schema.Int,
  reserved: Schema.Int
}) {
  override get message(): string {
    return `${this.reserved} of ${this.productId} are reserved; ${this.onHand} on hand would not cover them.`
  }
}

/** The units that can still be reserved. */
export const available = (stock: Stock): number => stock.onHand - stock.reserved

export const Availability = Schema.Literal("in_stock", "low_stock", "out_of_stock")
export type Availability = typeof Availability.Type

/** More units of a product are on no shelf. */
export const mostOnHand = 1_000_000

/** Up to so many available units of a product count as few: it is nearly sold out. */
export const LowStock = Schema.Int.pipe(Schema.between(0, mostOnHand))

export const StockPolicy = Schema.Struct({
  /** Of products that have no level of their own. */
  low: LowStock
})
export type StockPolicy = typeof StockPolicy.Type

export const defaultPolicy: StockPolicy = { low: 5 }

/** The availability to show for a number of units that can still be sold. */
export const availability = (units: number, low: number): Availability =>
  units <= 0 ? "out_of_stock" : units <= low ? "low_stock" : "in_stock"

/**
 * Whether staff are warned of a product whose units or level have changed, or their warning is over. Its level is the
 * one that counts now; a product off sale has none.
 */
export const warningOf = (
  units: number,
  { isWarned, low }: { readonly isWarned: boolean; readonly low: number | undefined }
): "begins" | "ends" | undefined => {
  const isFew = low !== undefined && units <= low
  return isFew === isWarned ? undefined : isFew ? "begins" : "ends"
}

/** The stock after a reservation, if there are enough units for it. */
export const reserve = (
  stock: Stock,
  productId: ProductId,
  quantity: number
): Either.Either<Stock, InsufficientStock> =>
  quantity > available(stock)
    ? Either.left(new InsufficientStock({ productId, requested: quantity, available: available(stock) }))
    : Either.right(after(stock, reservation(quantity)))

/** By how much the two numbers go up. It may only be made where the result is a stock: `0 ≤ reserved ≤ onHand`. */
export interface Change {
  readonly onHand: number
  readonly reserved: number
}

const after = (stock: Stock, change: Change): Stock => ({
  onHand: stock.onHand + change.onHand,
  reserved: stock.reserved + change.reserved
})

/** Keeps units for a checkout. A negative number gives units back: the checkout replaces one that had kept more. */
export const reservation = (units: number): Change => ({ onHand: 0, reserved: units })

/** Ends a reservation: the units can be sold again. */
export const release = (units: number): Change => ({ onHand: 0, reserved: -units })

/** Reserved units leave: the available units stay the same. */
export const shipment = (units: number): Change => ({ onHand: -units, reserved: -units })

/** Units that came back can be sold again. */
export const restock = (units: number): Change => ({ onHand: units, reserved: 0 })

/** Why the units on hand changed: goods were added, shipped, came back, were delivered, counted, lost, or set by hand. */
export const MovementReason = Schema.Literal(
  "opening",
  "sale",
  "return",
  "delivery",
  "count",
  "loss",
  "correction"
)
export type MovementReason = typeof MovementReason.Type

const Moved = Schema.Int.pipe(Schema.between(1, mostOnHand))
const Counted = Schema.Int.pipe(Schema.between(0, mostOnHand))

/** What staff report of a shelf: units that came, units that are gone, or how many lie there. */
export const ShelfReport = Schema.Union(
  Schema.Struct({ reason: Schema.Literal("delivery"), units: Moved }),
  Schema.Struct({ reason: Schema.Literal("loss"), units: Moved }),
  Schema.Struct({ reason: Schema.Literal("count"), counted: Counted })
)
export type ShelfReport = typeof ShelfReport.Type

/** Values from the least to the most, both included; none where the most is less. */
export interface Range {
  readonly least: number
  readonly most: number
}

/** The units that a report of a shelf may name: what is reserved stays there, and no shelf has more than any does. */
export const reportable = ({ onHand, reserved }: Stock, reason: ShelfReport["reason"]): Range => {
  switch (reason) {
    case "count":
      return { least: reserved, most: mostOnHand }
    case "delivery":
      return { least: 1, most: mostOnHand - onHand }
    case "loss":
      return { least: 1, most: onHand - reserved }
  }
}

/**
 * By how many units the shelf differs by a report. A count is of all that lie there, also of those that are sold and
 * wait to ship: they are on hand until they do.
 */
export const differenceBy = ({ onHand }: Stock, report: ShelfReport): number => {
  switch (report.reason) {
    case "count":
      return report.counted - onHand
    case "delivery":
      return report.units
    case "loss":
      return -report.units
  }
}

/** Sets the number of units on hand (stock-taking, deliveries). */
export const setOnHand = (stock: Stock, productId: ProductId, onHand: number): Either.Either<Stock, BelowReserved> =>
  onHand < stock.reserved
    ? Either.left(new BelowReserved({ productId, onHand, reserved: stock.reserved }))
    : Either.right({ onHand, reserved: stock.reserved })
