/**
 * The prices of products as they are stored, and the one way to change them: a price that counts is a point of the
 * history, and one of a sale has what it is reduced from beside it, so that whoever reads products reads no more.
 *
 * A program of an earlier release may have set a price without all that: then no sale counts any more, and the history
 * gets the price with the next change. Follows docs/specification.md#price-history.
 */
import { type Claimed, ProductId } from "@beauty-store/domain/Ids"
import * as PriceHistory from "@beauty-store/domain/PriceHistory"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A sale as the row of its product has it. */
const StoredSale = Schema.Struct({
  id: PriceHistory.PricePlanId,
  from: Schema.Int,
  until: Schema.optional(Schema.Int),
  priceMinor: Schema.Int,
  regularMinor: Schema.Int,
  /** The lowest price before, where the sale is announced as a reduction from it. */
  lowestMinor: Schema.optional(Schema.Int)
})
export type StoredSale = typeof StoredSale.Type
const asJson = Query.Json(StoredSale)
const encodeSale = Schema.encodeSync(asJson)

/** The column of a product's sale. */
export const SaleColumn = Schema.NullOr(asJson)

/** What the row of a product says of its price. */
export interface PricedRow {
  readonly id: ProductId
  readonly price_minor: number
  readonly sale: StoredSale | null
  readonly added_at: number
}

/** The sale that the price of a row is of, if it is of one. */
export const saleOf = ({ price_minor, sale }: Pick<PricedRow, "price_minor" | "sale">): StoredSale | undefined =>
  sale !== null && sale.priceMinor === price_minor ? sale : undefined

/** What counts by the row of a product. */
export const currentOf = (row: Pick<PricedRow, "price_minor" | "sale">): PriceHistory.CurrentPrice => ({
  priceMinor: row.price_minor,
  sale: saleOf(row)
})

/** By how much the price of a row is announced as reduced, and until when. */
export interface Announced extends PriceHistory.Reduction {
  readonly until?: number | undefined
}

export const announcedOf = (row: Pick<PricedRow, "price_minor" | "sale">): Announced | undefined => {
  const sale = saleOf(row)
  if (sale?.lowestMinor === undefined) return undefined
  const reduction = PriceHistory.reductionFrom(sale.lowestMinor, sale.priceMinor)
  return reduction && { ...reduction, until: sale.until }
}

const Point = Schema.Struct({
  n: Query.Int,
  at: Query.Int,
  priceMinor: Query.Int,
  isSale: Query.Flag
})
const pointColumns = "n, at, price_minor AS \"priceMinor\", is_sale AS \"isSale\""
const pointsSince = Query.all(Point)<[id: ProductId, id: ProductId, since: number]>(
  `SELECT ${pointColumns} FROM price_point WHERE product_id = ?
   AND n >= COALESCE((SELECT MAX(n) FROM price_point WHERE product_id = ? AND at <= ?), 0) ORDER BY n`
)
/** The latest points of a product, newest first. */
export const latestPoints = Query.all(Point)<[id: ProductId, most: number]>(
  `SELECT ${pointColumns} FROM price_point WHERE product_id = ? ORDER BY n DESC LIMIT ?`
)
const insertPoint = Query.insert("price_point", ["product_id", "n", "at", "price_minor", "is_sale"])
const updatePrice = Query.change<[priceMinor: number, sale: string | null, id: ProductId]>(
  "UPDATE product SET price_minor = ?, sale = ? WHERE id = ?"
)

const Priced = Schema.Struct({ id: ProductId, price_minor: Query.Int, sale: SaleColumn, added_at: Query.Int })
const pricedColumns = "id, price_minor, sale, added_at"
const priced = Query.first(Priced)<[id: Claimed<ProductId>]>(`SELECT ${pricedColumns} FROM product WHERE id = ?`)
const pricedLocked = Query.first(Priced)<[id: Claimed<ProductId>]>(
  `SELECT ${pricedColumns} FROM product WHERE id = ? FOR NO KEY UPDATE`
)

export const find = (id: Claimed<ProductId>): Effect.Effect<PricedRow | undefined, never, Transaction> =>
  Effect.map(priced(id), Option.getOrUndefined)

/** The same, which no other transaction changes until this one is over. */
export const findLocked = (id: Claimed<ProductId>): Effect.Effect<PricedRow | undefined, never, Transaction> =>
  Effect.map(pricedLocked(id), Option.getOrUndefined)

/** The first point of a new product. */
export const insertFirst = (id: ProductId, priceMinor: number, at: number) =>
  insertPoint({ product_id: id, n: 1, at, price_minor: priceMinor, is_sale: 0 })

/** Gives a locked product another price, or another sale, from now on. Returns its row. */
export const write = Effect.fnUntraced(
  function*(
    row: PricedRow,
    { priceMinor, sale }: PriceHistory.CurrentPrice,
    now: number
  ): Effect.fn.Return<PricedRow, never, Transaction> {
    const points: Array<typeof Point.Type> = [
      ...(yield* pointsSince(row.id, row.id, now - PriceHistory.referenceMillis))
    ]
    const add = (price: number, isSale: boolean) => {
      const last = points.at(-1)
      const point = { n: (last?.n ?? 0) + 1, at: Math.max(now, last?.at ?? now), priceMinor: price, isSale }
      points.push(point)
      return insertPoint({
        product_id: row.id,
        n: point.n,
        at: point.at,
        price_minor: price,
        is_sale: isSale ? 1 : 0
      })
    }
    if (points.at(-1)?.priceMinor !== row.price_minor) yield* add(row.price_minor, false)
    const last = points.at(-1)!
    const isSale = sale !== undefined
    if (last.priceMinor !== priceMinor || last.isSale !== isSale) yield* add(priceMinor, isSale)
    const reduction = PriceHistory.reductionAt(points, Infinity, row.added_at)
    const stored = sale === undefined
      ? null
      : {
        id: sale.id,
        from: sale.from,
        until: sale.until,
        priceMinor,
        regularMinor: sale.regularMinor,
        lowestMinor: reduction?.lowestMinor
      }
    yield* updatePrice(priceMinor, stored === null ? null : encodeSale(stored), row.id)
    return { ...row, price_minor: priceMinor, sale: stored }
  }
)

/** The lowest price of a product in the 30 days before a moment, in minor units; undefined where it is not known. */
export const lowestBefore = Effect.fnUntraced(
  function*(id: ProductId, moment: number): Effect.fn.Return<number | undefined, never, Transaction> {
    const row = yield* find(id)
    const points = yield* pointsSince(id, id, moment - PriceHistory.referenceMillis)
    return row && PriceHistory.lowestBefore(points, moment, row.added_at)
  }
)

const Plan = Schema.Struct({
  id: PriceHistory.PricePlanId,
  priceMinor: Query.Int,
  isSale: Query.Flag,
  from: Query.Int,
  until: Schema.NullOr(Query.Int)
})
const plans = Query.all(Plan)<[id: ProductId]>(
  `SELECT id, price_minor AS "priceMinor", is_sale AS "isSale", starts_at AS "from", ends_at AS "until"
   FROM price_plan WHERE product_id = ? ORDER BY starts_at`
)
const insertRow = Query.insert("price_plan", ["id", "product_id", "price_minor", "is_sale", "starts_at", "ends_at"])
const deleteDue = Query.change<[id: ProductId, now: number]>(
  "DELETE FROM price_plan WHERE product_id = ? AND starts_at <= ?"
)
export const removePlan = Query.change<[id: PriceHistory.PricePlanId]>("DELETE FROM price_plan WHERE id = ?")

const due = Query.all(Schema.Struct({ id: ProductId }))<[now: number]>(
  "SELECT DISTINCT product_id AS id FROM price_plan WHERE starts_at <= ?"
)
/** The products for which a plan is due that has not taken effect yet. */
export const productsDue = (now: number): Effect.Effect<ReadonlySet<ProductId>, never, Transaction> =>
  Effect.map(due(now), (rows) => new Set(rows.map(({ id }) => id)))

/** What is planned for a product, the soonest first. */
export const plansOf = (id: ProductId): Effect.Effect<ReadonlyArray<PriceHistory.PricePlan>, never, Transaction> =>
  Effect.map(plans(id), (rows) => rows.map((row) => ({ ...row, until: row.until ?? undefined })))

export const insertPlan = (productId: ProductId, plan: PriceHistory.PricePlan) =>
  insertRow({
    id: plan.id,
    product_id: productId,
    price_minor: plan.priceMinor,
    is_sale: plan.isSale ? 1 : 0,
    starts_at: plan.from,
    ends_at: plan.until ?? null
  })

/** Sets the price of a locked product: it ends a sale, and comes after all that was planned until now. */
export const set = Effect.fnUntraced(function*(row: PricedRow, priceMinor: number, now: number) {
  yield* deleteDue(row.id, now)
  return yield* write(row, { priceMinor }, now)
})

/** Changes the price that counts after the sale of a locked product. */
export const setRegular = ({ id, price_minor, sale }: PricedRow, regularMinor: number) =>
  updatePrice(price_minor, encodeSale({ ...sale!, regularMinor }), id)

/** Gives a locked product the price that it is planned to have by now. Returns its row, the same one if nothing is due. */
export const catchUp = Effect.fnUntraced(
  function*(row: PricedRow, now: number): Effect.fn.Return<PricedRow, never, Transaction> {
    const current = currentOf(row)
    const planned = yield* plansOf(row.id)
    const next = PriceHistory.advance(current, planned, now)
    if (planned.some(({ from }) => from <= now)) yield* deleteDue(row.id, now)
    if (next.priceMinor === current.priceMinor && next.sale?.id === current.sale?.id) return row
    return yield* write(row, next, now)
  }
)
