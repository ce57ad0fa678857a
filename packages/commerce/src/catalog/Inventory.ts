/**
 * The stock of products: units on hand and units reserved. This is the stock table's only writer.
 *
 * The rule of the domain (`Stock`: 0 ≤ reserved ≤ on hand) is decided on rows that were read, and enforced again by the
 * statement that writes: on PostgreSQL another transaction may have been faster, then this one runs again. Products are
 * locked in the order of their ids, so that no deadlock is possible.
 */
import * as Catalogue from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Stock from "@beauty-store/domain/Stock"
import * as Query from "@beauty-store/kernel/Query"
import {
  ConcurrentUpdate,
  type StoreUnavailable,
  type Transaction,
  Transactions
} from "@beauty-store/kernel/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as CatalogChanges from "./CatalogChanges.ts"

export interface InventoryStatus {
  readonly productId: ProductId
  readonly inStock: boolean
  /** Units that can still be sold. */
  readonly quantity: number
  readonly availability: Catalogue.Availability
}

export class Inventory extends Context.Tag("@beauty-store/commerce/Inventory")<Inventory, {
  readonly status: (
    productId: ProductId
  ) => Effect.Effect<InventoryStatus, Catalogue.ProductNotFound | StoreUnavailable>
  /** Sets the units that staff have counted. */
  readonly setOnHand: (
    productId: ProductId,
    onHand: number
  ) => Effect.Effect<InventoryStatus, Catalogue.ProductNotFound | Stock.BelowReserved | StoreUnavailable>
}>() {}

const Available = Schema.Struct({ available: Query.Int })
const availableOf = Query.first(Available)<[productId: ProductId]>(
  "SELECT on_hand - reserved AS available FROM stock WHERE product_id = ?"
)
const changeReserved = Query.returning(Available)<[delta: number, productId: ProductId, delta: number, delta: number]>(
  `UPDATE stock SET reserved = reserved + ?
   WHERE product_id = ? AND reserved + ? >= 0 AND reserved + ? <= on_hand
   RETURNING on_hand - reserved AS available`
)
const StockRow = Schema.Struct({ on_hand: Query.Int, reserved: Query.Int })
const stockOf = Query.first(StockRow)<[productId: ProductId]>(
  "SELECT on_hand, reserved FROM stock WHERE product_id = ? FOR UPDATE"
)
const setShelf = Query.changeOne<[onHand: number, productId: ProductId]>(
  "UPDATE stock SET on_hand = ? WHERE product_id = ?"
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
 * Changes reservations by net amounts. Last in a transaction, so that hot rows are locked as briefly as possible. The
 * caller has decided on the rows that it read; where they no longer hold, the transaction runs again and decides anew.
 */
export const reserve = Effect.fnUntraced(
  function*(deltas: ReadonlyArray<Reservation>): Effect.fn.Return<void, never, Transaction> {
    const turned: Array<ProductId> = []
    for (const { productId, quantity } of inOrder(deltas)) {
      if (quantity === 0) continue
      const [row] = yield* changeReserved(quantity, productId, quantity, quantity)
      if (row === undefined) return yield* Effect.die(new ConcurrentUpdate())
      // Just sold out or available again: the catalogue's pages show that.
      if ((row.available > 0) !== (row.available + quantity > 0)) turned.push(productId)
    }
    yield* CatalogChanges.record(turned)
  }
)

/** Releases reserved units. */
export const release = (reservations: ReadonlyArray<Reservation>): Effect.Effect<void, never, Transaction> =>
  reserve(reservations.map(({ productId, quantity }) => ({ productId, quantity: -quantity })))

const commitUnits = Query.changeOne<[quantity: number, quantity: number, productId: ProductId, quantity: number]>(
  `UPDATE stock SET on_hand = on_hand - ?, reserved = reserved - ? WHERE product_id = ? AND reserved >= ?`
)
const addOnHand = Query.returning(Available)<[quantity: number, productId: ProductId]>(
  "UPDATE stock SET on_hand = on_hand + ? WHERE product_id = ? RETURNING on_hand - reserved AS available"
)

/** Ships reserved units: on hand and reserved go down; the available units stay the same. */
export const commit = (units: ReadonlyArray<Reservation>): Effect.Effect<void, never, Transaction> =>
  Effect.forEach(inOrder(units), ({ productId, quantity }) => commitUnits(quantity, quantity, productId, quantity), {
    discard: true
  })

/** Puts returned units back into stock. */
export const restock = Effect.fnUntraced(
  function*(units: ReadonlyArray<Reservation>): Effect.fn.Return<void, never, Transaction> {
    const turned: Array<ProductId> = []
    for (const { productId, quantity } of inOrder(units)) {
      const [row] = yield* addOnHand(quantity, productId)
      if (row !== undefined && row.available > 0 && row.available - quantity <= 0) turned.push(productId)
    }
    yield* CatalogChanges.record(turned)
  }
)

const dependencies = Effect.all({ transactions: Transactions })
type Dependencies = Effect.Effect.Success<typeof dependencies>

const statusOf = (productId: ProductId, quantity: number): InventoryStatus => ({
  productId,
  inStock: quantity > 0,
  quantity,
  availability: Catalogue.availability(quantity)
})

const status = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productId: ProductId) {
    const row = yield* transactions.read(availableOf(productId))
    if (Option.isNone(row)) return yield* new Catalogue.ProductNotFound({ productId })
    return statusOf(productId, row.value.available)
  })

const setOnHand = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productId: ProductId, onHand: number) {
    const row = Option.getOrUndefined(yield* stockOf(productId))
    if (row === undefined) return yield* new Catalogue.ProductNotFound({ productId })
    const before = { onHand: row.on_hand, reserved: row.reserved }
    const after = yield* Stock.setOnHand(before, ProductId.make(productId), onHand)
    yield* setShelf(after.onHand, productId)
    if ((Stock.available(before) > 0) !== (Stock.available(after) > 0)) yield* CatalogChanges.record([productId])
    return statusOf(productId, Stock.available(after))
  }, transactions.write)

export const layer: Layer.Layer<Inventory, never, Transactions> = Layer.effect(
  Inventory,
  Effect.map(dependencies, (deps) => ({ status: status(deps), setOnHand: setOnHand(deps) }))
)
