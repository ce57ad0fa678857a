/**
 * The ledger of stock: each change of the units on hand of a product with its number, its reason and who made it. The
 * units on hand are its sum: whoever changes them writes the movement in the same transaction, where the product's row
 * is locked. Entries are added and never changed. Follows docs/specification.md#stock.
 */
import type { Claimed, ProductId, ReturnId, ShipmentId } from "@beauty-store/domain/Ids"
import { MovementReason } from "@beauty-store/domain/Stock"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as StaffTrail from "../staff/StaffTrail.ts"

/** Why units of one or more products move. */
export interface Cause {
  readonly reason: MovementReason
  /** The shipment of a sale, or the return. */
  readonly subject?: ShipmentId | ReturnId
}

/** A movement of a product, by the number that its row of stock has since. */
export interface Movement extends Cause {
  readonly productId: ProductId
  readonly n: number
  /** More (positive) or fewer (negative) on hand. */
  readonly units: number
  readonly note?: string | undefined
}

export const Row = Schema.Struct({
  n: Query.Int,
  reason: MovementReason,
  units: Query.Int,
  subject: Schema.NullOr(Schema.String),
  client: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  at: Query.Int
})

/** So many movements are written by one statement. */
const atOnce = 100

const insert = Query.insertAll("stock_movement", [
  "product_id",
  "n",
  "reason",
  "units",
  "subject",
  "client",
  "note",
  "at"
])
const insertStock = Query.insert("stock", ["product_id", "on_hand", "movements"])

/** Writes movements, by whoever of the staff acts. */
export const append = Effect.fnUntraced(
  function*(
    movements: ReadonlyArray<Movement>
  ): Effect.fn.Return<void, never, Transaction> {
    if (movements.length === 0) return
    const client = yield* StaffTrail.actor
    const at = yield* Clock.currentTimeMillis
    const rows = movements.map(({ n, note = null, productId, reason, subject = null, units }) => ({
      product_id: productId,
      n,
      reason,
      units,
      subject,
      client,
      note,
      at
    }))
    for (const some of Arr.chunksOf(rows, atOnce)) yield* insert(some)
  }
)

/** The first stock of a product. */
export const open = Effect.fnUntraced(
  function*(productId: ProductId, onHand: number): Effect.fn.Return<void, never, Transaction> {
    yield* insertStock({ product_id: productId, on_hand: onHand, movements: 1 })
    yield* append([{ reason: "opening", productId, n: 1, units: onHand }])
  }
)

/** The movements of a product before another, newest first. */
export const before = Query.all(Row)<[productId: Claimed<ProductId>, n: number, limit: number]>(
  `SELECT n, reason, units, subject, client, note, at FROM stock_movement
   WHERE product_id = ? AND n < ? ORDER BY n DESC LIMIT ?`
)
