/**
 * The stock of a product: units on hand, and units reserved.
 *
 * The rule: `0 ≤ reserved ≤ onHand`, always. Units that are not reserved are available. A checkout reserves, an expiry
 * or a cancellation releases, a shipment commits: both numbers go down.
 *
 * Left out on purpose: who holds a reservation and until when (checkout sessions), and concurrency (the caller decides
 * and saves in one transaction). Quantities are whole units, at least 0. Follows docs/specification.md#stock.
 *
 * Example: of 3 on hand and 1 reserved, 2 are available; reserving 3 is refused with `available: 2`.
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

/** More is to be released or shipped than was reserved: the caller's records disagree with the stock. */
export class NotReserved extends Schema.TaggedError<NotReserved>()("NotReserved", {
  productId: ProductId.claimed,
  requested: Schema.Int,
  reserved: Schema.Int
}) {
  override get message(): string {
    return `${this.requested} of ${this.productId} are not reserved, only ${this.reserved} are.`
  }
}

/** The units that can still be reserved. */
export const available = (stock: Stock): number => stock.onHand - stock.reserved

/** Reserves units. */
export const reserve = (
  stock: Stock,
  productId: ProductId,
  quantity: number
): Either.Either<Stock, InsufficientStock> =>
  quantity > available(stock)
    ? Either.left(new InsufficientStock({ productId, requested: quantity, available: available(stock) }))
    : Either.right({ onHand: stock.onHand, reserved: stock.reserved + quantity })

/** Releases a reservation: the units can be sold again. */
export const release = (stock: Stock, productId: ProductId, quantity: number): Either.Either<Stock, NotReserved> =>
  quantity > stock.reserved
    ? Either.left(new NotReserved({ productId, requested: quantity, reserved: stock.reserved }))
    : Either.right({ onHand: stock.onHand, reserved: stock.reserved - quantity })

/** Ships reserved units: both numbers go down, the available units stay the same. */
export const commit = (stock: Stock, productId: ProductId, quantity: number): Either.Either<Stock, NotReserved> =>
  quantity > stock.reserved
    ? Either.left(new NotReserved({ productId, requested: quantity, reserved: stock.reserved }))
    : Either.right({ onHand: stock.onHand - quantity, reserved: stock.reserved - quantity })

/** Sets the number of units on hand (stock-taking, deliveries, restocked returns). */
export const setOnHand = (stock: Stock, productId: ProductId, onHand: number): Either.Either<Stock, BelowReserved> =>
  onHand < stock.reserved
    ? Either.left(new BelowReserved({ productId, onHand, reserved: stock.reserved }))
    : Either.right({ onHand, reserved: stock.reserved })
