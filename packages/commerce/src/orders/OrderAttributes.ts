/**
 * The attributes of an order inside a transaction: what the shop's own code that runs there (`Reactions`,
 * `Store.transaction`) reads and sets: its own, and its cart's and products' as they were at checkout. `shop` is the
 * record that the program gave to `Attributes.layer`. Follows docs/specification.md#attributes.
 *
 * @since 1.0.0
 */
import type { Attributed, Definitions } from "@beauty-store/domain/Attribute"
import type { Claimed, OrderId, ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { OrderNotFound } from "@beauty-store/domain/Order"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { accepted } from "../Attributes.ts"
import * as OrderRecords from "../records/OrderRecords.ts"

export type { OrderRow } from "../records/OrderRecords.ts"

/** An order with its attributes. */
export interface AttributedOrder extends Attributed {
  readonly orderId: OrderId
  /** The cart that it was bought from, as it was at checkout. */
  readonly cart: Attributed
  /** The goods, with the attributes that their products had at checkout. */
  readonly lines: ReadonlyArray<Attributed & { readonly productId: ProductId; readonly quantity: number }>
}

/** The attributes of an order's row. */
export const ofRow = (
  { cart, order }: Definitions,
  row: OrderRecords.OrderRow
): Attributed & { readonly cart: Attributed } => ({
  attributes: order?.stored(row.attributes, `order ${row.id}`),
  cart: { attributes: cart?.stored(row.cart_attributes, `the cart of order ${row.id}`) }
})

/**
 * The attributes of an order, its cart and its products.
 *
 * ```ts
 * Reactions.on(OrderPlaced, Effect.fnUntraced(function*({ orderId }) {
 *   const order = yield* Effect.orDie(OrderAttributes.of(shop, orderId))
 *   if (order.lines.some((line) => wine.of(line)?.vintage === 1945)) yield* Reactions.refuse("by_hand", "Call us.")
 * }))
 * ```
 */
export const of = (
  shop: Definitions,
  orderId: OrderId
): Effect.Effect<AttributedOrder, OrderNotFound, Transaction> =>
  Effect.zipWith(OrderRecords.find(orderId), OrderRecords.linesOf(orderId), (order, lines) => ({
    orderId,
    ...ofRow(shop, order),
    lines: lines.map(({ attributesText, productId, quantity }) => ({
      productId,
      quantity,
      ...OrderRecords.lineAttributes(shop, orderId, attributesText)
    }))
  }))

/** Sets the order's own attributes, all of them; `undefined` removes them. */
export const set = (
  shop: Definitions,
  orderId: Claimed<OrderId>,
  values: object | undefined
): Effect.Effect<void, InvalidInput | OrderNotFound, Transaction> =>
  Effect.flatMap(
    accepted(shop.order, values),
    (attributes) =>
      Effect.flatMap(OrderRecords.lock(orderId), ({ id }) => OrderRecords.setAttributes(attributes?.text ?? null, id))
  )
