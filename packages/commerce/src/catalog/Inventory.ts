/**
 * The stock of products: units on hand and units reserved. This is the stock table's only writer.
 *
 * What each event changes is the domain's (`Stock`), and so is the rule, 0 ≤ reserved ≤ on hand. Callers decide on rows
 * that were read, and the statement that writes enforces the rule again: on PostgreSQL another transaction may have
 * been faster, then this one runs again. Products are locked in the order of their ids, so that no deadlock is
 * possible.
 *
 * @since 1.0.0
 */
import * as Catalogue from "@beauty-store/domain/Catalog"
import { type Claimed, ProductId, type ReturnId, type ShipmentId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Stock from "@beauty-store/domain/Stock"
import * as Query from "@beauty-store/sql/Query"
import { ConcurrentUpdate, type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as StockMovements from "./StockMovements.ts"

export interface InventoryStatus {
  readonly productId: ProductId
  readonly inStock: boolean
  /** Units that can still be sold. */
  readonly quantity: number
  readonly availability: Stock.Availability
}

export class Inventory extends Context.Tag("@beauty-store/commerce/Inventory")<Inventory, {
  readonly status: (
    productId: Claimed<ProductId>
  ) => Effect.Effect<InventoryStatus, Catalogue.ProductNotFound | StoreUnavailable>
  /** Sets the units that staff have counted. */
  readonly setOnHand: (
    productId: Claimed<ProductId>,
    onHand: number
  ) => Effect.Effect<InventoryStatus, InvalidInput | Catalogue.ProductNotFound | Stock.BelowReserved | StoreUnavailable>
}>() {}

/** Units of a product in the shop. */
export const OnHand = Schema.Int.pipe(Schema.between(0, Stock.mostOnHand))

const Available = Schema.Struct({ available: Query.Int })
const Changed = Schema.Struct({ ...Available.fields, movements: Query.Int })
const availableOf = Query.first(Schema.Struct({ product_id: ProductId, ...Available.fields }))<
  [productId: Claimed<ProductId>]
>(
  `SELECT s.product_id, CASE WHEN p.archived_at IS NULL THEN s.on_hand - s.reserved ELSE 0 END AS available
   FROM stock s JOIN product p ON p.id = s.product_id WHERE s.product_id = ?`
)
const changeStock = Query.returning(Changed)<
  [
    onHand: number,
    reserved: number,
    movements: number,
    productId: ProductId,
    reserved: number,
    reserved: number,
    onHand: number
  ]
>(
  `UPDATE stock SET on_hand = on_hand + ?, reserved = reserved + ?, movements = movements + ?
   WHERE product_id = ? AND reserved + ? >= 0 AND reserved + ? <= on_hand + ?
   RETURNING on_hand - reserved AS available, movements`
)
const StockRow = Schema.Struct({
  product_id: ProductId,
  on_hand: Query.Int,
  reserved: Query.Int,
  movements: Query.Int
})
const rowColumns = "product_id, on_hand, reserved, movements"
const stockOf = Query.all(StockRow)<[productIds: string]>({
  sqlite: `SELECT ${rowColumns} FROM stock WHERE product_id IN (SELECT value FROM json_each(?)) ORDER BY product_id`,
  pg: `SELECT ${rowColumns} FROM stock WHERE product_id IN (SELECT json_array_elements_text(?::json))
    ORDER BY product_id FOR UPDATE`
})
const setShelf = Query.changeOne<[onHand: number, movements: number, productId: ProductId]>(
  "UPDATE stock SET on_hand = ?, movements = ? WHERE product_id = ?"
)

/** Units of a product, more (positive) or fewer (negative) reserved than before. */
export interface Reservation {
  readonly productId: ProductId
  readonly quantity: number
}

/** By product id: the order in which every transaction locks. */
const inOrder = (units: ReadonlyArray<Reservation>): ReadonlyArray<Reservation> =>
  [...units].sort((a, b) => a.productId < b.productId ? -1 : a.productId > b.productId ? 1 : 0)

/**
 * Makes a change of the domain for units of each product, and writes their movements where it has a cause. Where the result would not be a stock, because the rows that
 * the caller read no longer hold, the transaction runs again and decides anew.
 */
const change = Effect.fnUntraced(
  function*(
    changeOf: (units: number) => Stock.Change,
    units: ReadonlyArray<Reservation>,
    cause?: StockMovements.Cause
  ): Effect.fn.Return<void, never, Transaction> {
    const turned: Array<ProductId> = []
    const changes = inOrder(units).filter(({ quantity }) => quantity !== 0)
      .map(({ productId, quantity }) => ({ productId, ...changeOf(quantity) }))
    const changing: Array<Effect.Effect<ReadonlyArray<typeof Changed.Type>>> = []
    for (const { onHand, productId, reserved } of changes) {
      const moved = cause === undefined ? 0 : 1
      changing.push(yield* changeStock.sent(onHand, reserved, moved, productId, reserved, reserved, onHand))
    }
    const movements: Array<StockMovements.Movement> = []
    for (const [n, { onHand, productId, reserved }] of changes.entries()) {
      const [row] = yield* changing[n]!
      if (row === undefined) return yield* Effect.die(new ConcurrentUpdate())
      movements.push({ productId, n: row.movements, units: onHand })
      // Just sold out or available again: the catalogue's pages show that.
      if ((row.available > 0) !== (row.available - onHand + reserved > 0)) turned.push(productId)
    }
    if (cause !== undefined) yield* StockMovements.append(cause, movements)
    yield* CatalogChanges.record(turned)
  }
)

/** Changes reservations by net amounts. Last in a transaction, so that hot rows are locked as briefly as possible. */
export const reserve = (deltas: ReadonlyArray<Reservation>) => change(Stock.reservation, deltas)

/** Releases reserved units. */
export const release = (units: ReadonlyArray<Reservation>) => change(Stock.release, units)

/** Ships reserved units. */
export const commit = (shipmentId: ShipmentId, units: ReadonlyArray<Reservation>) =>
  change(Stock.shipment, units, { reason: "sale", subject: shipmentId })

/** Puts returned units back into stock. */
export const restock = (returnId: ReturnId, units: ReadonlyArray<Reservation>) =>
  change(Stock.restock, units, { reason: "return", subject: returnId })

const dependencies = Effect.all({ transactions: Transactions })
type Dependencies = Effect.Effect.Success<typeof dependencies>

const statusOf = (productId: ProductId, quantity: number): InventoryStatus => ({
  productId,
  inStock: quantity > 0,
  quantity,
  availability: Stock.availability(quantity)
})

const status = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productId: Claimed<ProductId>) {
    const row = yield* transactions.read(availableOf(productId))
    if (Option.isNone(row)) return yield* new Catalogue.ProductNotFound({ productId })
    return statusOf(row.value.product_id, row.value.available)
  })

/** Another number of units on a shelf that is locked, and what staff note of it. */
interface NewShelf {
  readonly row: typeof StockRow.Type
  readonly onHand: number
  readonly note?: string | undefined
}

const actions = { count: "stock.count", delivery: "stock.deliver", loss: "stock.lose" } as const

/** Sets the units on shelves that are locked, with their movements, which have one reason. */
const setShelves = Effect.fnUntraced(
  function*(
    reason: Stock.ShelfReport["reason"],
    shelves: ReadonlyArray<NewShelf>
  ): Effect.fn.Return<void, never, Transaction> {
    const turned: Array<ProductId> = []
    for (const { onHand, row: { movements, on_hand, product_id, reserved } } of shelves) {
      yield* setShelf(onHand, movements + 1, product_id)
      yield* StaffTrail.record({
        action: actions[reason],
        subject: product_id,
        before: { onHand: on_hand },
        after: { onHand }
      })
      if ((on_hand > reserved) !== (onHand > reserved)) turned.push(product_id)
    }
    yield* StockMovements.append(
      { reason },
      shelves.map(({ note, onHand, row }) => ({
        productId: row.product_id,
        n: row.movements + 1,
        units: onHand - row.on_hand,
        note
      }))
    )
    yield* CatalogChanges.record(turned)
  }
)

const checkCount = checking(Schema.Struct({ onHand: OnHand }))

const setOnHand = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, onHand: number) {
    yield* checkCount({ onHand })
    const [row] = yield* stockOf(JSON.stringify([claimed]))
    if (row === undefined) return yield* new Catalogue.ProductNotFound({ productId: claimed })
    const productId = row.product_id
    const before = { onHand: row.on_hand, reserved: row.reserved }
    const after = yield* Stock.setOnHand(before, productId, onHand)
    yield* setShelves("count", [{ row, onHand: after.onHand }])
    return statusOf(productId, Stock.available(after))
  }, transactions.write)

export const layer: Layer.Layer<Inventory, never, Transactions> = Layer.effect(
  Inventory,
  Effect.map(dependencies, (deps) => ({
    status: UseCase.named("Inventory.status", status(deps), {
      given: (productId) => ({ productId }),
      found: (view) => view
    }),
    setOnHand: UseCase.named("Inventory.setOnHand", setOnHand(deps), {
      given: (productId, quantity) => ({ productId, quantity }),
      found: (view) => view
    })
  }))
)
