/**
 * What is bought most: the products with the most units in the last thirty days' orders that are paid and not
 * cancelled; a product group counts as one (`ListEntry`). The statement is bounded: it reads the newest lines only, at
 * most two thousand, by their primary key, because ids of orders grow with time. Follows
 * docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { firstIdAt } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import { type CatalogEntry, makeToProduct, readRowsOfEntry, toEntry } from "./ProductRecords.ts"

export class Bestsellers extends Context.Tag("@beauty-store/commerce/Bestsellers")<Bestsellers, {
  /** What is in stock of what was bought most in the last 30 days, of at most `limit` entries. */
  readonly list: (limit: number) => Effect.Effect<ReadonlyArray<CatalogEntry>, StoreUnavailable>
}>() {}

/** How far back orders count, in milliseconds. */
export const period = 30 * 86_400_000

/** The lines that count, each with its product. */
const recentLines = `(
     SELECT l.order_id, l.product_id, l.quantity FROM order_line l
     WHERE l.order_id >= ? ORDER BY l.order_id DESC, l.n DESC LIMIT 2000
   ) recent JOIN orders o ON o.id = recent.order_id JOIN product p ON p.id = recent.product_id
   WHERE o.status <> 'pending' AND o.status <> 'cancelled' AND p.archived_at IS NULL`

const bestsellers = Query.all(Schema.Struct({ product_id: ProductId }))<[first: string, limit: number]>(
  `SELECT min(recent.product_id) AS product_id FROM ${recentLines}
   GROUP BY coalesce(p.group_id, p.id), p.group_id IS NULL ORDER BY sum(recent.quantity) DESC, 1 LIMIT ?`
)

const firstAt = (now: number): string => firstIdAt(OrderId.prefix, Math.max(0, now - period))

/** The ids of at most a number of products, one of each group, bought most first; none if nothing was bought. */
export const bestsellersAt = (now: number, limit: number) =>
  Effect.map(
    bestsellers(firstAt(now), limit),
    (rows) => rows.map(({ product_id }) => product_id)
  )

const Bought = Schema.Struct({ product_id: ProductId, group_id: Schema.NullOr(ProductId), units: Query.Int })

/** How many units of a product were bought, or of all products of its group. */
export type Bought = typeof Bought.Type

const bought = Query.all(Bought)<[first: string]>(
  `SELECT min(p.id) AS product_id, p.group_id, CAST(sum(recent.quantity) AS BIGINT) AS units FROM ${recentLines}
   GROUP BY p.group_id, CASE WHEN p.group_id IS NULL THEN p.id END`
)

/** The units of all that was bought, in no order. */
export const boughtAt = (now: number) => bought(firstAt(now))

const dependencies = Effect.all({ transactions: Transactions, toProduct: makeToProduct })

const list = ({ toProduct, transactions }: Effect.Effect.Success<typeof dependencies>) =>
  Effect.fnUntraced(function*(limit: number) {
    const found: Array<CatalogEntry> = []
    for (const id of yield* bestsellersAt(yield* Clock.currentTimeMillis, limit)) {
      const rows = yield* readRowsOfEntry(id)
      if (rows !== undefined) found.push(toEntry(toProduct, rows))
    }
    return found.filter(({ inStock }) => inStock)
  }, transactions.read)

export const layer: Layer.Layer<Bestsellers, never, Transactions | Policy> = Layer.effect(
  Bestsellers,
  Effect.map(dependencies, (deps) => ({ list: UseCase.named("Bestsellers.list", list(deps)) }))
)
