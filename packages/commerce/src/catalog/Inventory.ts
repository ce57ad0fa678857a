/**
 * The stock of products: units on hand and units reserved. This is the stock table's only writer. What each event
 * changes is the domain's (`Stock`), and so is the rule, 0 ≤ reserved ≤ on hand, which the statement that writes
 * enforces again. Products are locked in the order of their ids, so that no deadlock is possible. Follows
 * docs/specification.md#stock.
 *
 * @since 1.0.0
 */
import * as Catalogue from "@beauty-store/domain/Catalog"
import { type Claimed, ProductId, type ReturnId, type ShipmentId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Stock from "@beauty-store/domain/Stock"
import * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { ConcurrentUpdate, type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking, checkPage, Paging, refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as Flags from "../staff/Flags.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as ShelfReports from "./ShelfReports.ts"
import * as StockMovements from "./StockMovements.ts"

export type { ReportLine } from "./ShelfReports.ts"

export interface InventoryStatus {
  readonly productId: ProductId
  readonly inStock: boolean
  /** Units that can still be sold. */
  readonly quantity: number
  readonly availability: Stock.Availability
}

/** The stock of a product, as staff see it. */
export interface Shelf {
  readonly productId: ProductId
  readonly onHand: number
  readonly reserved: number
  /** Up to how many available units are few. */
  readonly low: number
}

/** A shelf after a report of it: `units` are more (positive) or fewer (negative) than before. */
export interface ReportedShelf extends Shelf {
  readonly units: number
}

/** Why and when the units on hand of a product changed. */
export interface StockMovement {
  /** Its number among those of the product, from 1. */
  readonly n: number
  readonly reason: Stock.MovementReason
  /** More (positive) or fewer (negative) on hand. */
  readonly units: number
  /** The id of the shipment of a sale, or of the return. */
  readonly subject: string | null
  /** Who of the staff, by the OAuth client's id. */
  readonly client: string | null
  readonly note: string | null
  readonly at: number
}

export interface PageAsked {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Default: all shelves; else those of which at most so many units are available. `low`: few, the fewest first. */
export interface ShelfFilter extends PageAsked {
  readonly atMost?: number | undefined
  readonly low?: true | undefined
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
  /** Takes what staff report of shelves, all or none, and returns the shelves in that order. */
  readonly report: (
    lines: ReadonlyArray<ShelfReports.ReportLine>
  ) => Effect.Effect<ReadonlyArray<ReportedShelf>, InvalidInput | StoreUnavailable>
  /** The shelves of products that are not archived. */
  readonly shelves: (
    filter: ShelfFilter
  ) => Effect.Effect<Cursor.Page<Shelf>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** Newest first. */
  readonly movements: (
    productId: Claimed<ProductId>,
    paging: PageAsked
  ) => Effect.Effect<
    Cursor.Page<StockMovement>,
    InvalidInput | Catalogue.ProductNotFound | Cursor.InvalidCursor | StoreUnavailable
  >
}>() {}

/** Units of a product in the shop. */
export const OnHand = Schema.Int.pipe(Schema.between(0, Stock.mostOnHand))

const Available = Schema.Struct({ available: Query.Int })
const Warned = Schema.Struct({
  low_stock: Schema.NullOr(Query.Int),
  archived_at: Schema.NullOr(Query.Int),
  warned_at: Schema.NullOr(Query.Int)
})
const ofProduct = (column: string) => `(SELECT ${column} FROM product WHERE id = product_id) AS ${column}`
const warnedColumns = `${ofProduct("low_stock")}, ${ofProduct("archived_at")}, warned_at`
const Changed = Schema.Struct({ ...Available.fields, ...Warned.fields, movements: Query.Int })
const availableOf = Query.first(
  Schema.Struct({ product_id: ProductId, low_stock: Warned.fields.low_stock, ...Available.fields })
)<
  [productId: Claimed<ProductId>]
>(
  `SELECT s.product_id, p.low_stock, CASE WHEN p.archived_at IS NULL THEN s.on_hand - s.reserved ELSE 0 END AS available
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
   RETURNING on_hand - reserved AS available, movements, ${warnedColumns}`
)
const StockRow = Schema.Struct({
  product_id: ProductId,
  on_hand: Query.Int,
  reserved: Query.Int,
  movements: Query.Int,
  ...Warned.fields
})
const rowColumns = `product_id, on_hand, reserved, movements, ${warnedColumns}`
const stockOf = Query.all(StockRow)<[productIds: string]>({
  sqlite: `SELECT ${rowColumns} FROM stock WHERE product_id IN (SELECT value FROM json_each(?)) ORDER BY product_id`,
  pg: `SELECT ${rowColumns} FROM stock WHERE product_id IN (SELECT json_array_elements_text(?::json))
    ORDER BY product_id FOR UPDATE OF stock`
})
const setShelf = Query.changeOne<[onHand: number, movements: number, productId: ProductId]>(
  "UPDATE stock SET on_hand = ?, movements = ? WHERE product_id = ?"
)
const setWarned = Query.changeOne<[level: number | null, productId: ProductId]>(
  "UPDATE stock SET warned_at = ? WHERE product_id = ?"
)

/** The shop's level, and ids of new warnings; without them none begins. */
interface Warning {
  readonly entropy?: typeof Entropy.Service
  readonly policy: Stock.StockPolicy
}

/**
 * Warns staff of few units, where they are to be, or ends the warning. The shelf is locked. Where the shop's level is
 * not given, it is the one of the warning.
 */
const followUnits = Effect.fnUntraced(function*(
  productId: ProductId,
  available: number,
  { archived_at, low_stock, warned_at }: typeof Warned.Type,
  { entropy, policy }: Partial<Warning> = {}
): Effect.fn.Return<void, never, Transaction> {
  const level = low_stock ?? policy?.low ?? warned_at
  const low = archived_at === null ? level ?? undefined : undefined
  const change = Stock.warningOf(available, { isWarned: warned_at !== null, low })
  if (change === "ends") {
    yield* setWarned(null, productId)
    yield* Flags.takeBack("low_stock", productId)
  } else if (change === "begins" && entropy !== undefined) {
    yield* setWarned(level, productId)
    const words = `${available} available, few are ${level} or less`
    yield* Effect.provideService(Flags.raise("low_stock", productId, words), Entropy, entropy)
  }
})

/** Ends the warnings of products whose level has changed, or that are off sale, where few are no longer left. */
export const followLevels = Effect.fnUntraced(
  function*(
    productIds: ReadonlyArray<ProductId>,
    policy: Stock.StockPolicy
  ): Effect.fn.Return<void, never, Transaction> {
    for (const row of yield* stockOf(JSON.stringify(productIds))) {
      yield* followUnits(row.product_id, row.on_hand - row.reserved, row, { policy })
    }
  }
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
 * Makes a change of the domain for units of each product, and writes their movements where it has a cause. Where the
 * result would not be a stock, because the rows that the caller read no longer hold, the transaction runs again and
 * decides anew. Without `warning` no units become few.
 */
const change = Effect.fnUntraced(
  function*(
    changeOf: (units: number) => Stock.Change,
    units: ReadonlyArray<Reservation>,
    { cause, warning }: {
      readonly cause?: StockMovements.Cause
      readonly warning?: Warning
    } = {}
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
      if (cause !== undefined) movements.push({ ...cause, productId, n: row.movements, units: onHand })
      yield* followUnits(productId, row.available, row, warning)
      // Just sold out or available again: the catalogue's pages show that.
      if ((row.available > 0) !== (row.available - onHand + reserved > 0)) turned.push(productId)
    }
    yield* StockMovements.append(movements)
    yield* CatalogChanges.record(turned)
  }
)

/** Changes reservations by net amounts. Last in a transaction, so that hot rows are locked as briefly as possible. */
export const reserve = (deltas: ReadonlyArray<Reservation>, policy: Stock.StockPolicy) =>
  Effect.flatMap(Entropy, (entropy) => change(Stock.reservation, deltas, { warning: { entropy, policy } }))

/** Releases reserved units. */
export const release = (units: ReadonlyArray<Reservation>) => change(Stock.release, units)

/** Ships reserved units. */
export const commit = (shipmentId: ShipmentId, units: ReadonlyArray<Reservation>) =>
  change(Stock.shipment, units, { cause: { reason: "sale", subject: shipmentId } })

/** Puts returned units back into stock. */
export const restock = (returnId: ReturnId, units: ReadonlyArray<Reservation>) =>
  change(Stock.restock, units, { cause: { reason: "return", subject: returnId } })

const dependencies = Effect.gen(function*() {
  const secret = yield* StoreSecret
  return {
    transactions: yield* Transactions,
    warning: { entropy: yield* Entropy, policy: (yield* Policy).stock },
    shelfPlaces: Cursor.cursors(secret, "shelves", Schema.String),
    fewPlaces: Cursor.cursors(secret, "few", Schema.Tuple(Schema.Int, Schema.String)),
    movementPlaces: Cursor.cursors(secret, "movements", Schema.Int)
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const statusOf = (productId: ProductId, quantity: number, low: number): InventoryStatus => ({
  productId,
  inStock: quantity > 0,
  quantity,
  availability: Stock.availability(quantity, low)
})

const status = ({ transactions, warning: { policy } }: Dependencies) =>
  Effect.fnUntraced(function*(productId: Claimed<ProductId>) {
    const row = yield* transactions.read(availableOf(productId))
    if (Option.isNone(row)) return yield* new Catalogue.ProductNotFound({ productId })
    const { available, low_stock, product_id } = row.value
    return statusOf(product_id, available, low_stock ?? policy.low)
  })

/** Another number of units on a shelf that is locked, and what staff note of it. */
interface NewShelf {
  readonly reason: Stock.ShelfReport["reason"]
  readonly row: typeof StockRow.Type
  readonly onHand: number
  readonly note?: string | undefined
}

const actions = { count: "stock.count", delivery: "stock.deliver", loss: "stock.lose" } as const

/** Sets the units on shelves that are locked, with their movements. */
const setShelves = Effect.fnUntraced(
  function*(
    { warning }: Dependencies,
    shelves: ReadonlyArray<NewShelf>
  ): Effect.fn.Return<void, never, Transaction> {
    const turned: Array<ProductId> = []
    for (const { onHand, reason, row } of shelves) {
      const { movements, on_hand, product_id, reserved } = row
      yield* setShelf(onHand, movements + 1, product_id)
      yield* StaffTrail.record({
        action: actions[reason],
        subject: product_id,
        before: { onHand: on_hand },
        after: { onHand }
      })
      yield* followUnits(product_id, onHand - reserved, row, {
        policy: warning.policy,
        ...(reason === "delivery" ? {} : warning)
      })
      if ((on_hand > reserved) !== (onHand > reserved)) turned.push(product_id)
    }
    yield* StockMovements.append(
      shelves.map(({ note, onHand, reason, row }) => ({
        reason,
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

const setOnHand = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, onHand: number) {
    yield* checkCount({ onHand })
    const [row] = yield* stockOf(JSON.stringify([claimed]))
    if (row === undefined) return yield* new Catalogue.ProductNotFound({ productId: claimed })
    const productId = row.product_id
    const before = { onHand: row.on_hand, reserved: row.reserved }
    const after = yield* Stock.setOnHand(before, productId, onHand)
    yield* setShelves(deps, [{ reason: "count", row, onHand: after.onHand }])
    return statusOf(productId, Stock.available(after), row.low_stock ?? deps.warning.policy.low)
  }, deps.transactions.write)

const report = (deps: Dependencies) =>
  Effect.fnUntraced(function*(lines: ReadonlyArray<ShelfReports.ReportLine>) {
    yield* refuse(ShelfReports.faultsOfLines(lines))
    const rows = new Map<string, typeof StockRow.Type>(
      (yield* stockOf(JSON.stringify(lines.map(({ productId }) => productId)))).map((row) => [row.product_id, row])
    )
    yield* refuse(lines.flatMap((line, n) => {
      const row = rows.get(line.productId)
      return ShelfReports.faultsOfReport(row && { onHand: row.on_hand, reserved: row.reserved }, line, n)
    }))
    const reported = lines.map((line) => {
      const row = rows.get(line.productId)!
      const units = Stock.differenceBy({ onHand: row.on_hand, reserved: row.reserved }, line)
      return { reason: line.reason, note: line.note, row, units, onHand: row.on_hand + units }
    })
    yield* setShelves(deps, reported)
    return reported.map(({ onHand, row: { low_stock, product_id, reserved }, units }) => ({
      productId: product_id,
      units,
      onHand,
      reserved,
      low: low_stock ?? deps.warning.policy.low
    }))
  }, deps.transactions.write)

const ShelfRow = Schema.Struct({ product_id: ProductId, on_hand: Query.Int, reserved: Query.Int, low: Query.Int })
const listed = (condition: string, order: string) =>
  `SELECT s.product_id, s.on_hand, s.reserved, coalesce(p.low_stock, ?) AS low
   FROM stock s JOIN product p ON p.id = s.product_id
   WHERE p.archived_at IS NULL AND s.on_hand - s.reserved <= ? AND ${condition} ORDER BY ${order}s.product_id LIMIT ?`
const shelvesAfter = Query.all(ShelfRow)<[low: number, atMost: number, after: string, limit: number]>(
  listed("s.product_id > ?", "")
)
const fewAfter = Query.all(ShelfRow)<
  [low: number, atMost: number, low: number, units: number, units: number, after: string, limit: number]
>(
  listed(
    `s.on_hand - s.reserved <= coalesce(p.low_stock, ?)
     AND (s.on_hand - s.reserved > ? OR s.on_hand - s.reserved = ? AND s.product_id > ?)`,
    "s.on_hand - s.reserved, "
  )
)
const checkFilter = checking(
  Schema.Struct({ ...Paging.fields, atMost: Schema.optional(OnHand), low: Schema.optional(Schema.Literal(true)) })
)

const shelves = ({ fewPlaces, shelfPlaces, transactions: { read }, warning: { policy } }: Dependencies) => {
  const byProduct = Effect.fnUntraced(function*({ atMost = Stock.mostOnHand, cursor, limit }: ShelfFilter) {
    const after = cursor === undefined ? "" : yield* shelfPlaces.decode(cursor, { atMost })
    const rows = yield* read(shelvesAfter(policy.low, atMost, after, limit + 1))
    return Cursor.page(rows, limit, (last) => shelfPlaces.encode(last.product_id, { atMost }))
  })
  const byUnits = Effect.fnUntraced(function*({ atMost = Stock.mostOnHand, cursor, limit }: ShelfFilter) {
    const [units, after] = cursor === undefined ? [-1, ""] as const : yield* fewPlaces.decode(cursor, { atMost })
    const rows = yield* read(fewAfter(policy.low, atMost, policy.low, units, units, after, limit + 1))
    return Cursor.page(
      rows,
      limit,
      ({ on_hand, product_id, reserved }) => fewPlaces.encode([on_hand - reserved, product_id], { atMost })
    )
  })
  return Effect.fnUntraced(function*(filter: ShelfFilter) {
    yield* checkFilter(filter)
    const { data, nextCursor } = yield* filter.low === undefined ? byProduct(filter) : byUnits(filter)
    return {
      data: data.map(({ low, on_hand, product_id, reserved }): Shelf => ({
        productId: product_id,
        onHand: on_hand,
        reserved,
        low
      })),
      nextCursor
    }
  })
}

const movements = ({ movementPlaces, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, paging: PageAsked) {
    yield* checkPage(paging)
    const { cursor, limit } = paging
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : yield* movementPlaces.decode(cursor, { claimed })
    const found = yield* transactions.read(
      Effect.zip(availableOf(claimed), StockMovements.before(claimed, before, limit + 1))
    )
    if (Option.isNone(found[0])) return yield* new Catalogue.ProductNotFound({ productId: claimed })
    return Cursor.page(found[1], limit, (last) => movementPlaces.encode(last.n, { claimed }))
  })

export const layer: Layer.Layer<Inventory, never, Transactions | StoreSecret | Entropy | Policy> = Layer.effect(
  Inventory,
  Effect.map(dependencies, (deps) => ({
    status: UseCase.named("Inventory.status", status(deps), {
      given: (productId) => ({ productId }),
      found: (view) => view
    }),
    setOnHand: UseCase.named("Inventory.setOnHand", setOnHand(deps), {
      given: (productId, quantity) => ({ productId, quantity }),
      found: (view) => view
    }),
    report: UseCase.named("Inventory.report", report(deps)),
    shelves: UseCase.named("Inventory.shelves", shelves(deps)),
    movements: UseCase.named("Inventory.movements", movements(deps), { given: (productId) => ({ productId }) })
  }))
)
