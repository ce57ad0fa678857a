/**
 * Shipments: they leave, whole or in parts, carriers scan them, and they arrive. Shipping takes reserved units out of
 * stock and counts them per line; the domain decides what leaves, and what it means for the order (`Shipment`). Only
 * the timeline tells who reported it. Follows docs/specification.md#fulfilment, docs/specification.md#tracking.
 *
 * @since 1.0.0
 */
import { Day, formatMoment, Millis } from "@beauty-store/domain/Days"
import { type Claimed, OrderId, type ProductId, ShipmentId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Order from "@beauty-store/domain/Order"
import { atMost } from "@beauty-store/domain/PlainText"
import * as Domain from "@beauty-store/domain/Shipment"
import { Entropy, nextId } from "@beauty-store/sql/Entropy"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Inventory from "../catalog/Inventory.ts"
import type { EventFacts, Source } from "../events/DomainEvents.ts"
import { Events } from "../events/Events.ts"
import type { RefusedByShop } from "../events/Reactions.ts"
import { checking, text, Units } from "../InputChecks.ts"
import * as DeferredMessageRetry from "../records/DeferredMessageRetry.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"

export interface Dispatch {
  readonly carrier: string
  readonly trackingNumber: string
  /** Where the carrier says. */
  readonly estimatedDelivery: Day | undefined
  /** The units in it; default: everything that is left. */
  readonly items: ReadonlyArray<Domain.Item> | undefined
}

export interface Arrival {
  /** The shipment that arrives; default: all that are on their way. */
  readonly trackingNumber: string | undefined
  /** Milliseconds; default: now. A future moment counts as now. */
  readonly deliveredAt: number | undefined
}

export interface Scan {
  readonly at: number
  readonly location: string
  readonly status: string
}

/** An order in this status cannot be shipped. */
export class OrderNotShippable extends Schema.TaggedError<OrderNotShippable>()("OrderNotShippable", {
  orderId: OrderId.claimed,
  currentStatus: Order.OrderStatus
}) {
  override get message(): string {
    return `Order ${this.orderId} is ${this.currentStatus}: it cannot be shipped now.`
  }
}

/** Nothing of this order (or with this tracking number) is on its way. */
export class NothingOnItsWay extends Schema.TaggedError<NothingOnItsWay>()("NothingOnItsWay", {
  orderId: OrderId.claimed,
  currentStatus: Order.OrderStatus
}) {
  override get message(): string {
    return `Order ${this.orderId} is ${this.currentStatus}, and no such shipment is on its way.`
  }
}

type ShipRefusal =
  | Order.OrderNotFound
  | OrderNotShippable
  | Domain.NothingLeftToShip
  | Domain.OverShipment
  | RefusedByShop

export class Fulfilment extends Context.Tag("@beauty-store/commerce/Fulfilment")<Fulfilment, {
  /** Hands units to a carrier. Returns false where this shipment was already known: nothing changed. */
  readonly ship: (
    orderId: Claimed<OrderId>,
    dispatch: Dispatch,
    source: Source
  ) => Effect.Effect<boolean, InvalidInput | ShipRefusal | StoreUnavailable>
  /** Records that shipments arrived. Returns false where they had already arrived. */
  readonly deliver: (
    orderId: Claimed<OrderId>,
    arrival: Arrival,
    source: Source
  ) => Effect.Effect<boolean, InvalidInput | Order.OrderNotFound | NothingOnItsWay | StoreUnavailable>
  /** Adds a carrier's scans to a shipment (default: the latest). Known scans are not repeated. */
  readonly addScans: (
    orderId: Claimed<OrderId>,
    trackingNumber: string | undefined,
    scans: ReadonlyArray<Scan>
  ) => Effect.Effect<void, InvalidInput | StoreUnavailable>
}>() {}

const ShipmentRow = Schema.Struct({
  id: ShipmentId,
  carrier: Schema.String,
  tracking_number: Schema.String,
  status: Domain.ShipmentStatus,
  estimated_delivery: Schema.NullOr(Day),
  shipped_at: Query.Int,
  delivered_at: Schema.NullOr(Query.Int)
})
export type ShipmentRow = typeof ShipmentRow.Type

/** An order's shipments, oldest first. */
export const shipmentsOf = Query.all(ShipmentRow)<[orderId: OrderId]>(
  `SELECT id, carrier, tracking_number, status, estimated_delivery, shipped_at, delivered_at
   FROM shipment WHERE order_id = ? ORDER BY id`
)
const ScanRow = Schema.Struct({
  shipment_id: ShipmentId,
  at: Query.Int,
  location: Schema.String,
  status: Schema.String
})
export type ScanRow = typeof ScanRow.Type
/** All scans of an order's shipments, oldest first. */
export const scansOf = Query.all(ScanRow)<[orderId: OrderId]>(
  `SELECT c.shipment_id, c.at, c.location, c.status FROM scan c JOIN shipment s ON s.id = c.shipment_id
   WHERE s.order_id = ? ORDER BY c.at, c.location, c.status`
)
const insertShipment = Query.insert("shipment", [
  "id",
  "order_id",
  "carrier",
  "tracking_number",
  "status",
  "estimated_delivery",
  "shipped_at"
])
const insertShipmentLine = Query.insert("shipment_line", ["shipment_id", "n", "quantity"])
const insertScan = Query.insert("scan", ["shipment_id", "at", "location", "status"], "ON CONFLICT DO NOTHING")
const setStatus = Query.change<[status: string, id: ShipmentId]>(
  "UPDATE shipment SET status = ? WHERE id = ? AND delivered_at IS NULL"
)
const setDelivered = Query.changeOne<[deliveredAt: number, id: ShipmentId]>(
  "UPDATE shipment SET status = 'delivered', delivered_at = ? WHERE id = ? AND delivered_at IS NULL"
)

const labelOf = ({ carrier, tracking_number }: ShipmentRow): Domain.Label => ({
  carrier,
  trackingNumber: tracking_number
})

const dependencies = Effect.gen(function*() {
  const transactions = yield* Transactions
  const context = Context.make(Events, yield* Events).pipe(
    Context.add(Entropy, yield* Entropy),
    Context.add(Jobs, yield* Jobs)
  )
  return {
    write: <A, E>(body: Effect.Effect<A, E, Transaction | Events | Entropy | Jobs>) =>
      transactions.write(Effect.provide(body, context))
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Units of an order's line that leave in a shipment. */
interface ShippedUnits {
  readonly n: number
  readonly productId: ProductId
  readonly quantity: number
}

/** Writes a shipment and its lines, and counts their units as shipped. Returns its id. */
const insert = Effect.fnUntraced(function*(orderId: OrderId, dispatch: Dispatch, units: ReadonlyArray<ShippedUnits>) {
  const id = yield* nextId(ShipmentId)
  yield* insertShipment({
    id,
    order_id: orderId,
    carrier: dispatch.carrier,
    tracking_number: dispatch.trackingNumber,
    status: "shipped",
    estimated_delivery: dispatch.estimatedDelivery ?? null,
    shipped_at: yield* Clock.currentTimeMillis
  })
  for (const unit of units) {
    yield* insertShipmentLine({ shipment_id: id, n: unit.n, quantity: unit.quantity })
    yield* OrderRecords.addShipped(orderId, unit.n, unit.quantity)
  }
  return id
})

/**
 * Writes the event of an order, with the order's new status where it changes. Either way, messages of partners that
 * wait for the order are tried again.
 */
const record = <const E extends EventFacts>(
  { id, status: before }: OrderRecords.OrderRow,
  after: Order.OrderStatus,
  event: E
) =>
  before === after
    ? Effect.zipLeft(OrderRecords.append(id, event), DeferredMessageRetry.retryNow(id))
    : OrderRecords.changeStatus(id, before, after, event)

/** Of any characters: a carrier's message counts for what it says of the parcel, however odd its words are. */
const Label = Schema.NonEmptyString.pipe(atMost(200))
const checkingDispatches = (label: Schema.Schema<string>) =>
  checking(Schema.Struct({
    carrier: label,
    trackingNumber: label,
    estimatedDelivery: Schema.UndefinedOr(Day),
    items: Schema.UndefinedOr(Schema.Array(Schema.Struct({ productId: Schema.String, quantity: Units })))
  }))
const checkReported = checkingDispatches(Label)
const checkDispatch = checkingDispatches(text(200))
const checkArrival = checking(Schema.Struct({
  trackingNumber: Schema.optional(Schema.String),
  deliveredAt: Schema.optional(Millis)
}))
const checkScans = checking(Schema.Struct({
  trackingNumber: Schema.optional(Schema.String),
  scans: Schema.Array(Schema.Struct({ at: Millis, location: Label, status: Label }))
}))

const ship = ({ write }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<OrderId>, dispatch: Dispatch, source: Source) {
    yield* (source === "carrier" ? checkReported : checkDispatch)(dispatch)
    const order = yield* OrderRecords.lock(claimed)
    const orderId = order.id
    const { carrier, estimatedDelivery, items, trackingNumber } = dispatch
    const known = yield* shipmentsOf(orderId)
    if (Domain.isKnown(dispatch, known.map(labelOf))) return false
    if (!Domain.mayShip(order.status)) {
      return yield* new OrderNotShippable({ orderId, currentStatus: order.status })
    }
    const lines = yield* OrderRecords.linesOf(orderId)
    const shipping = yield* Domain.ship(lines, items)
    const units = shipping.lines.map(({ line, quantity }) => ({ n: line.n, productId: line.productId, quantity }))
    const shipmentId = yield* insert(orderId, dispatch, units)
    const data = {
      carrier,
      trackingNumber,
      ...(estimatedDelivery === undefined ? {} : { estimatedDelivery }),
      items: units.map(({ productId, quantity }) => ({ productId, quantity }))
    }
    const status = Domain.statusAfterShipping(order.status, shipping)
    yield* record(order, status, { type: "order.shipped", source, data })
    yield* StaffTrail.record({
      action: "order.ship",
      subject: orderId,
      before: { status: order.status },
      after: { status, trackingNumber, units: units.reduce((sum, { quantity }) => sum + quantity, 0) }
    })
    yield* Inventory.commit(shipmentId, units)
    return true
  }, write)

const deliver = ({ write }: Dependencies) =>
  Effect.fnUntraced(
    function*(claimed: Claimed<OrderId>, arrival: Arrival, source: Source) {
      yield* checkArrival(arrival)
      const { deliveredAt, trackingNumber } = arrival
      const order = yield* OrderRecords.lock(claimed)
      const orderId = order.id
      const shipments = yield* shipmentsOf(orderId)
      const meant = shipments.filter((shipment) =>
        trackingNumber === undefined || Domain.isSameName(shipment.tracking_number, trackingNumber)
      )
      if (meant.length === 0) return yield* new NothingOnItsWay({ orderId, currentStatus: order.status })
      const arriving = meant.filter((shipment) => shipment.delivered_at === null)
      if (arriving.length === 0) return false
      const now = yield* Clock.currentTimeMillis
      const at = Domain.arrivedAt(deliveredAt, now)
      for (const shipment of arriving) yield* setDelivered(at, shipment.id)

      const status = Domain.statusAfterArrival(
        order.status,
        shipments.map((shipment) => arriving.includes(shipment) ? "delivered" : shipment.status)
      )
      const data = {
        deliveredAt: formatMoment(at),
        ...(arriving.length === 1 ? { trackingNumber: arriving[0]!.tracking_number } : {})
      }
      yield* record(order, status, { type: "order.delivered", source, data })
      yield* StaffTrail.record({
        action: "order.deliver",
        subject: orderId,
        before: { status: order.status },
        after: { status, parcels: arriving.length, deliveredAt: formatMoment(at) }
      })
      return true
    },
    write
  )

const addScans = ({ write }: Dependencies) =>
  Effect.fnUntraced(
    function*(orderId: Claimed<OrderId>, trackingNumber: string | undefined, scans: ReadonlyArray<Scan>) {
      yield* checkScans({ trackingNumber, scans })
      // Two calls at once would each decide without the other's scans.
      const order = Option.getOrUndefined(yield* Effect.option(OrderRecords.lock(orderId)))
      if (order === undefined) return
      const shipments = yield* shipmentsOf(order.id)
      // Without a number it is the last one that had left by then.
      const lastScan = Math.max(...scans.map(({ at }) => at))
      const shipment = trackingNumber === undefined
        ? shipments.findLast((one) => one.shipped_at <= lastScan) ?? shipments.at(0)
        : shipments.find((one) => Domain.isSameName(one.tracking_number, trackingNumber))
      if (shipment === undefined) return
      for (const { at, location, status } of scans) {
        yield* insertScan({ shipment_id: shipment.id, at, location, status })
      }
      const known = (yield* scansOf(order.id)).filter((one) => one.shipment_id === shipment.id)
      const status = Domain.afterScans(shipment.status, known.map((one) => one.status))
      if (status !== shipment.status) yield* setStatus(status, shipment.id)
    },
    write
  )

export const layer: Layer.Layer<Fulfilment, never, Transactions | Events | Entropy | Jobs> = Layer.effect(
  Fulfilment,
  Effect.map(dependencies, (deps) => ({
    ship: UseCase.named("Fulfilment.ship", ship(deps), { given: (orderId) => ({ orderId }) }),
    deliver: UseCase.named("Fulfilment.deliver", deliver(deps), { given: (orderId) => ({ orderId }) }),
    addScans: UseCase.named("Fulfilment.addScans", addScans(deps), { given: (orderId) => ({ orderId }) })
  }))
)
