/**
 * The rows of returns and their lines, and the transitions of a return. A return's units are counted on the order's
 * line and on their shipment, both conditionally, so that no unit comes back twice. A return changes under its order's
 * lock, in the caller's transaction. Follows docs/specification.md#returns, docs/specification.md#return-states.
 */
import type { Definitions } from "@beauty-store/domain/Attribute"
import * as Days from "@beauty-store/domain/Days"
import { type Claimed, OrderId, ProductId, RefundId, ReturnId, ShipmentId } from "@beauty-store/domain/Ids"
import * as Domain from "@beauty-store/domain/Return"
import * as Query from "@beauty-store/sql/Query"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Source } from "../events/DomainEvents.ts"
import { insertNumbered, NumberColumn } from "../records/Numbers.ts"
import * as OrderRecords from "../records/OrderRecords.ts"

const TimelineEntry = Schema.Struct({ status: Domain.ReturnStatus, at: Schema.Int, source: Source })
const Timeline = Query.Json(Schema.Array(TimelineEntry))
export const encodeTimeline = Schema.encodeSync(Timeline)

const ReturnRow = Schema.Struct({
  id: ReturnId,
  number: NumberColumn,
  order_id: OrderId,
  order_number: NumberColumn,
  principal: Schema.String,
  status: Domain.ReturnStatus,
  /** The value of its goods; once the parcel was opened, what is refunded. */
  refund_minor: Query.Int,
  refund_id: Schema.NullOr(RefundId),
  /** What was left of the order's payment when the row was read. */
  left_minor: Query.Int,
  timeline: Timeline,
  created_at: Query.Int
})
export type ReturnRow = typeof ReturnRow.Type
const selected =
  `SELECT r.id, r.number, r.order_id, o.number AS order_number, o.principal, r.status, r.refund_minor, r.refund_id,
     r.timeline, r.created_at, p.captured_minor - p.refunding_minor AS left_minor
   FROM return_request r JOIN orders o ON o.id = r.order_id JOIN payment p ON p.order_id = r.order_id AND p.role = 'primary'
   WHERE r.id = ?`
export const byId = Query.first(ReturnRow)<[id: Claimed<ReturnId>]>(selected)
const byIdLocked = Query.first(ReturnRow)<[id: ReturnId]>(`${selected} FOR UPDATE OF r`)
export const insert = insertNumbered("return_request", [
  "id",
  "order_id",
  "status",
  "refund_minor",
  "timeline",
  "created_at"
])
const setReturn = Query.changeOne<
  [
    status: string,
    refundMinor: number,
    refundId: RefundId | null,
    timeline: string,
    waitingSince: number | null,
    id: ReturnId,
    from: string
  ]
>(
  `UPDATE return_request SET status = ?, refund_minor = ?, refund_id = ?, timeline = ?, waiting_since = ?
   WHERE id = ? AND status = ?`
)

const LineRow = Schema.Struct({
  i: Query.Int,
  shipment_id: ShipmentId,
  n: Query.Int,
  product_id: ProductId,
  name: Schema.String,
  quantity: Query.Int,
  condition: Domain.Condition,
  reason: Schema.String,
  refund_minor: Query.Int,
  accepted: Schema.NullOr(Query.Int),
  line_quantity: Query.Int,
  line_total_minor: Query.Int
})
export type LineRow = typeof LineRow.Type
/** A return's lines, in their order. */
export const linesOf = Query.all(LineRow)<[returnId: ReturnId]>(
  `SELECT l.i, l.shipment_id, l.n, l.product_id, o.name, l.quantity, l.condition, l.reason, l.refund_minor, l.accepted,
     o.quantity AS line_quantity, o.line_total_minor
   FROM return_line l
   JOIN return_request r ON r.id = l.return_id
   JOIN order_line o ON o.order_id = r.order_id AND o.n = l.n
   WHERE l.return_id = ? ORDER BY l.i`
)
export const insertLine = Query.insert("return_line", [
  "return_id",
  "i",
  "shipment_id",
  "n",
  "product_id",
  "quantity",
  "condition",
  "reason",
  "refund_minor"
])
/** Saves the outcome of a line's units. */
export const setReceived = Query.changeOne<
  [accepted: number, restocked: number, missing: number, refundMinor: number, returnId: ReturnId, i: number]
>("UPDATE return_line SET accepted = ?, restocked = ?, missing = ?, refund_minor = ? WHERE return_id = ? AND i = ?")
const UnitsRow = Schema.Struct({
  n: Query.Int,
  product_id: ProductId,
  shipment_id: ShipmentId,
  delivered_at: Schema.NullOr(Query.Int),
  quantity: Query.Int,
  sent_back: Query.Int,
  line_quantity: Query.Int,
  line_total_minor: Query.Int,
  hygiene_sealed: Query.Flag,
  attributes: Schema.NullOr(Schema.String)
})
const unitsOf = Query.all(UnitsRow)<[orderId: OrderId]>(
  `SELECT l.n, o.product_id, l.shipment_id, s.delivered_at, l.quantity, l.sent_back, o.quantity AS line_quantity,
     o.line_total_minor, p.hygiene_sealed, o.attributes
   FROM shipment s
   JOIN shipment_line l ON l.shipment_id = s.id
   JOIN order_line o ON o.order_id = s.order_id AND o.n = l.n
   JOIN product p ON p.id = o.product_id
   WHERE s.order_id = ? ORDER BY s.id, l.n`
)
/** The units of an order that have shipped, as the domain's decisions need them. */
export const shippedUnitsOf = (
  { shop, timeZone }: { readonly shop: Definitions; readonly timeZone: Days.TimeZone },
  orderId: OrderId
) =>
  Effect.map(unitsOf(orderId), (units) =>
    units.map((row): Domain.ShippedUnits => ({
      n: row.n,
      productId: row.product_id,
      shipmentId: row.shipment_id,
      deliveredOn: row.delivered_at === null ? null : Days.dayOf(row.delivered_at, timeZone),
      quantity: row.quantity,
      sentBack: row.sent_back,
      lineQuantity: row.line_quantity,
      lineTotalMinor: row.line_total_minor,
      returnableOnceOpened: !row.hygiene_sealed,
      ...OrderRecords.lineAttributes(shop, orderId, row.attributes)
    })))
const addSentBackUnits = Query.changeOne<[quantity: number, shipmentId: ShipmentId, n: number, quantity: number]>(
  "UPDATE shipment_line SET sent_back = sent_back + ? WHERE shipment_id = ? AND n = ? AND sent_back + ? <= quantity"
)
/** Units of an order's line that left in one shipment. */
export interface Units {
  readonly n: number
  readonly shipmentId: ShipmentId
  readonly quantity: number
}

const AcceptedRow = Schema.Struct({ n: Query.Int, quantity: Query.Int })
/** The units of each line of an order that were returned and accepted. */
export const acceptedOf = Query.all(AcceptedRow)<[orderId: OrderId]>(
  `SELECT l.n, sum(l.accepted) AS quantity FROM return_line l JOIN return_request r ON r.id = l.return_id
   WHERE r.order_id = ? AND l.accepted IS NOT NULL GROUP BY l.n ORDER BY l.n`
)

/** Counts units as on their way back, on the shipment that they left in and on the order's line. */
export const addSentBack = Effect.fnUntraced(function*(orderId: OrderId, { n, quantity, shipmentId }: Units) {
  yield* addSentBackUnits(quantity, shipmentId, n, quantity)
  yield* OrderRecords.addSentBack(orderId, n, quantity)
})

/** Counts units as not returned after all: they can be returned another time. */
export const releaseUnits = (orderId: OrderId, units: ReadonlyArray<Units>) =>
  Effect.forEach(units, ({ n, quantity, shipmentId }) => addSentBack(orderId, { n, shipmentId, quantity: -quantity }), {
    discard: true
  })

/** A return that is going to change, and its order, which is locked before it, here as everywhere. */
export const lock = Effect.fnUntraced(function*(returnId: Claimed<ReturnId>) {
  const seen = Option.getOrUndefined(yield* byId(returnId))
  if (seen === undefined) return yield* new Domain.ReturnNotFound({ returnId })
  const order = yield* Effect.orDie(OrderRecords.lock(seen.order_id))
  return { order, row: Option.getOrThrow(yield* byIdLocked(seen.id)) }
})

/** The amount that a return refunds. */
export interface Money {
  readonly refundMinor: number
  readonly refundId: RefundId | null
}

/** Makes a transition of a return. Its event is to follow. */
const setStatus = Effect.fnUntraced(
  function*(
    row: ReturnRow,
    to: Domain.ReturnStatus,
    source: Source,
    { refundId, refundMinor }: Money = { refundMinor: row.refund_minor, refundId: row.refund_id }
  ) {
    const step = Domain.transition(row.status, to)
    if (Either.isLeft(step)) return yield* Effect.die(step.left)
    const timeline = [...row.timeline, { status: to, at: yield* Clock.currentTimeMillis, source }]
    // From then on staff expect the parcel (`ReturnLists`).
    const waitingSince = timeline.find(({ status }) => status === "in_transit")?.at ?? null
    yield* setReturn(to, refundMinor, refundId, encodeTimeline(timeline), waitingSince, row.id, row.status)
    return { ...row, status: to, refund_minor: refundMinor, refund_id: refundId, timeline }
  }
)

/** Makes a transition of a return that reports what happened to its parcel, with an event. */
export const changeStatus = Effect.fnUntraced(
  function*(
    row: ReturnRow,
    to: Exclude<Domain.ReturnStatus, "requested" | "cancelled">,
    source: Source,
    money?: Money
  ) {
    const changed = yield* setStatus(row, to, source, money)
    yield* OrderRecords.append(row.order_id, { type: `return.${to}` as const, source, data: { returnId: row.id } })
    return changed
  }
)

/** Cancels a return, with an event. */
export const cancel = Effect.fnUntraced(function*(row: ReturnRow, source: "shopper" | "staff") {
  const changed = yield* setStatus(row, "cancelled", source)
  yield* OrderRecords.append(row.order_id, { type: "return.cancelled", source, data: { returnId: row.id } })
  return changed
})
