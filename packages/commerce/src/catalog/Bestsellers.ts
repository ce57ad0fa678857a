/**
 * What is bought most: the products of the last thirty days' orders, those with the most units first.
 *
 * The rule: the statement is bounded however many orders there are. It reads the newest lines only, at most two thousand,
 * by the primary key of the lines, because the ids of orders grow with time. An order counts once it is paid, and no more
 * after it was cancelled. Left out on purpose: returns, and how long a product was there to be bought. Follows
 * docs/specification.md#catalogue.
 */
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { firstIdAt } from "@beauty-store/kernel/Entropy"
import * as Query from "@beauty-store/kernel/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** How far back orders count, in milliseconds. */
export const period = 30 * 86_400_000

const bestsellers = Query.all(Schema.Struct({ product_id: ProductId }))<[first: OrderId, limit: number]>(
  `SELECT recent.product_id FROM (
     SELECT l.order_id, l.product_id, l.quantity FROM order_line l
     WHERE l.order_id >= ? ORDER BY l.order_id DESC, l.n DESC LIMIT 2000
   ) recent JOIN orders o ON o.id = recent.order_id
   WHERE o.status <> 'pending' AND o.status <> 'cancelled'
   GROUP BY recent.product_id ORDER BY sum(recent.quantity) DESC, recent.product_id LIMIT ?`
)

/** The ids of at most a number of products, bought most first; none if nothing was bought. */
export const bestsellersAt = (now: number, limit: number) =>
  Effect.map(
    bestsellers(OrderId.claimed.make(firstIdAt(OrderId.prefix, Math.max(0, now - period))), limit),
    (rows) => rows.map(({ product_id }) => product_id)
  )
