/**
 * An order with everything that happened to its goods and its money since: parcels with their contents and scans, and
 * adjustments (cancelled, returned, refunded), in the store's own terms, for every protocol that shows orders. It is
 * derived at each request. Surplus payments are not part of it. Follows docs/specification.md#orders.
 *
 * @since 1.0.0
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import type { Day } from "@beauty-store/domain/Days"
import { DraftId, type OrderId, ProductId, RefundId, ReturnId, SessionId, ShipmentId } from "@beauty-store/domain/Ids"
import type { OrderNotFound, OrderStatus } from "@beauty-store/domain/Order"
import type * as Pricing from "@beauty-store/domain/Pricing"
import type { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { RefundStatus } from "@beauty-store/domain/Refund"
import { ReturnStatus } from "@beauty-store/domain/Return"
import type { ShipmentStatus } from "@beauty-store/domain/Shipment"
import type { ShippingMethod } from "@beauty-store/domain/Shipping"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Cause } from "../after-sales/RefundRecords.ts"
import { acceptedOf } from "../after-sales/ReturnRecords.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import { type ScanRow, scansOf, type ShipmentRow, shipmentsOf } from "./Fulfilment.ts"

export type { Cause } from "../after-sales/RefundRecords.ts"

/** Units of a product; a product stands in one line of an order. */
export interface Units {
  readonly productId: ProductId
  readonly quantity: number
}

/** A change of an order after it was placed. Amounts are refunded to the buyer and never negative. */
export interface Adjustment {
  readonly id: string
  readonly kind: "cancellation" | "return" | "refund"
  readonly status: "pending" | "completed" | "failed"
  readonly at: number
  readonly lines: ReadonlyArray<Units>
  /** For refunds only: the value of returned goods is that of their refund. */
  readonly amountMinor: number | undefined
  readonly cause: Cause | undefined
}

/** A parcel. */
export interface Parcel {
  readonly id: ShipmentId
  readonly status: ShipmentStatus
  readonly carrier: string
  readonly trackingNumber: string
  /** Where the carrier says. */
  readonly estimatedDelivery: Day | null
  readonly lines: ReadonlyArray<Units>
  /** Oldest first: departure, scans, arrival. */
  readonly events: ReadonlyArray<
    { readonly at: number; readonly status: string; readonly location: string | undefined }
  >
}

export interface OrderHistory {
  readonly id: OrderId
  readonly orderNumber: ReferenceNumber
  /** The owner of the order. */
  readonly principal: string
  /** The checkout that it came from, by the id that its buyer knows. */
  readonly checkoutId: DraftId | SessionId
  readonly status: OrderStatus
  /** The number of the event with which it was confirmed; undefined before that. */
  readonly confirmedBy: number | undefined
  readonly createdAt: number
  readonly address: ShippingAddress
  readonly method: ShippingMethod
  readonly lines: ReadonlyArray<
    Units & {
      readonly name: string
      readonly unitPriceMinor: number
      /** The price of all units at the unit price, and the discount on it. */
      readonly listMinor: number
      readonly discountMinor: number
      readonly lineTotalMinor: number
      /** Units that are still bought: neither cancelled nor returned and accepted. */
      readonly current: number
      /** Those of them that have shipped. */
      readonly fulfilled: number
    }
  >
  readonly parcels: ReadonlyArray<Parcel>
  /** Oldest first. */
  readonly adjustments: ReadonlyArray<Adjustment>
  readonly sums: Pricing.Sums
  /** The amount of the refunds that succeeded. */
  readonly refundedMinor: number
}

const CheckoutRow = Schema.Struct({ checkout_id: Schema.Union(DraftId, SessionId) })
const checkoutOf = Query.first(CheckoutRow)<[orderId: OrderId]>(
  "SELECT coalesce(draft_id, id) AS checkout_id FROM checkout_session WHERE order_id = ?"
)
const ParcelLine = Schema.Struct({ shipment_id: ShipmentId, product_id: ProductId, quantity: Query.Int })
const parcelLinesOf = Query.all(ParcelLine)<[orderId: OrderId]>(
  `SELECT l.shipment_id, o.product_id, l.quantity FROM shipment_line l
   JOIN shipment s ON s.id = l.shipment_id
   JOIN order_line o ON o.order_id = s.order_id AND o.n = l.n
   WHERE s.order_id = ? ORDER BY l.shipment_id, l.n`
)
const RefundRow = Schema.Struct({
  id: RefundId,
  cause: Cause,
  return_id: Schema.NullOr(ReturnId),
  amount_minor: Query.Int,
  state: RefundStatus,
  created_at: Query.Int
})
const refundsOf = Query.all(RefundRow)<[orderId: OrderId]>(
  `SELECT r.id, r.cause, CASE WHEN r.cause = 'return' THEN r.subject END AS return_id, r.amount_minor, r.state,
     r.created_at
   FROM refund r
   JOIN payment p ON p.id = r.payment_id
   WHERE r.order_id = ? AND p.role = 'primary' ORDER BY r.id`
)
const ReturnLine = Schema.Struct({
  return_id: ReturnId,
  status: ReturnStatus,
  created_at: Query.Int,
  product_id: ProductId,
  quantity: Query.Int,
  accepted: Schema.NullOr(Query.Int)
})
const returnLinesOf = Query.all(ReturnLine)<[orderId: OrderId]>(
  `SELECT l.return_id, r.status, r.created_at, l.product_id, l.quantity, l.accepted FROM return_line l
   JOIN return_request r ON r.id = l.return_id
   WHERE r.order_id = ? ORDER BY l.return_id, l.i`
)
const StepRow = Schema.Struct({ seq: Query.Int, status: Schema.String, at: Query.Int })
const stepsOf = Query.all(StepRow)<[orderId: OrderId]>(
  "SELECT seq, status, at FROM event WHERE order_id = ? AND status IN ('confirmed', 'cancelled') ORDER BY seq"
)

const refundStatuses = { pending: "pending", succeeded: "completed", failed: "failed" } as const
const returnStatuses = {
  requested: "pending",
  in_transit: "pending",
  received: "pending",
  refunded: "completed",
  rejected: "failed",
  cancelled: undefined
} as const

/** Adds up units of the same product. */
const summed = (units: ReadonlyArray<Units>): ReadonlyArray<Units> => {
  const sums = new Map<ProductId, number>()
  for (const { productId, quantity } of units) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].filter(([, quantity]) => quantity > 0).map(([productId, quantity]) => ({ productId, quantity }))
}

/** The units of a return that came back, or, before it is decided, that are to come back. */
const unitsOfReturn = (returnId: ReturnId, lines: ReadonlyArray<typeof ReturnLine.Type>): ReadonlyArray<Units> =>
  summed(
    lines.filter((line) => line.return_id === returnId).map((line) => ({
      productId: line.product_id,
      quantity: line.status === "refunded" ? line.accepted ?? 0 : line.quantity
    }))
  )

const cancellationOf = (
  orderId: OrderId,
  cancelled: typeof StepRow.Type | undefined,
  lines: ReadonlyArray<OrderRecords.Line>
): ReadonlyArray<Adjustment> =>
  cancelled === undefined ? [] : [{
    id: `${orderId}-cancelled`,
    kind: "cancellation",
    status: "completed",
    at: cancelled.at,
    lines: summed(lines),
    amountMinor: undefined,
    cause: undefined
  }]

const returnsOf = (returnLines: ReadonlyArray<typeof ReturnLine.Type>): ReadonlyArray<Adjustment> => {
  const returns = new Map(returnLines.map((line) => [line.return_id, line] as const))
  return [...returns.values()].flatMap(({ created_at, return_id, status }) => {
    const known = returnStatuses[status]
    return known === undefined ? [] : [{
      id: return_id,
      kind: "return" as const,
      status: known,
      at: created_at,
      lines: unitsOfReturn(return_id, returnLines),
      amountMinor: undefined,
      cause: undefined
    }]
  })
}

const refundOf = (refund: typeof RefundRow.Type, returnLines: ReadonlyArray<typeof ReturnLine.Type>): Adjustment => ({
  id: refund.id,
  kind: "refund",
  status: refundStatuses[refund.state],
  at: refund.created_at,
  lines: refund.return_id === null ? [] : unitsOfReturn(refund.return_id, returnLines),
  amountMinor: refund.amount_minor,
  cause: refund.cause
})

const parcelOf = (
  shipment: ShipmentRow,
  lines: ReadonlyArray<typeof ParcelLine.Type>,
  scans: ReadonlyArray<ScanRow>
): Parcel => ({
  id: shipment.id,
  status: shipment.status,
  carrier: shipment.carrier,
  trackingNumber: shipment.tracking_number,
  estimatedDelivery: shipment.estimated_delivery,
  lines: lines.filter((line) => line.shipment_id === shipment.id)
    .map((line) => ({ productId: line.product_id, quantity: line.quantity })),
  events: [
    { at: shipment.shipped_at, status: "shipped", location: undefined },
    ...scans.filter((scan) => scan.shipment_id === shipment.id)
      .map(({ at, location, status }) => ({ at, status, location })),
    ...(shipment.delivered_at === null
      ? []
      : [{ at: shipment.delivered_at, status: "delivered", location: undefined }])
  ]
})

/** The current history of an order. */
export const historyOf = Effect.fnUntraced(
  function*(orderId: OrderId): Effect.fn.Return<OrderHistory, OrderNotFound, Transaction> {
    const order = yield* OrderRecords.find(orderId)
    const lines = yield* OrderRecords.linesOf(orderId)
    const shipments = yield* shipmentsOf(orderId)
    const scans = shipments.length === 0 ? [] : yield* scansOf(orderId)
    const parcelLines = shipments.length === 0 ? [] : yield* parcelLinesOf(orderId)
    const returnLines = shipments.length === 0 ? [] : yield* returnLinesOf(orderId)
    const accepted = returnLines.length === 0 ? [] : yield* acceptedOf(orderId)
    const refunds = yield* refundsOf(orderId)
    const steps = yield* stepsOf(orderId)
    const adjustments = [
      ...cancellationOf(orderId, steps.find(({ status }) => status === "cancelled"), lines),
      ...returnsOf(returnLines),
      ...refunds.map((refund) => refundOf(refund, returnLines))
    ]
    return {
      id: order.id,
      orderNumber: order.number,
      principal: order.principal,
      checkoutId: Option.getOrThrow(yield* checkoutOf(orderId)).checkout_id,
      status: order.status,
      confirmedBy: steps.find(({ status }) => status === "confirmed")?.seq,
      createdAt: order.created_at,
      address: order.address,
      method: order.shipping_method,
      lines: lines.map(
        ({ discountMinor, lineTotalMinor, listMinor, n, name, productId, quantity, shipped, unitPriceMinor }) => {
          const back = accepted.find((line) => line.n === n)?.quantity ?? 0
          return {
            productId,
            name,
            quantity,
            unitPriceMinor,
            listMinor,
            discountMinor,
            lineTotalMinor,
            current: order.status === "cancelled" ? 0 : quantity - back,
            fulfilled: shipped - back
          }
        }
      ),
      parcels: shipments.map((shipment) => parcelOf(shipment, parcelLines, scans)),
      adjustments: adjustments.toSorted((a, b) => a.at - b.at),
      sums: OrderRecords.sumsOf(order),
      refundedMinor: refunds.filter(({ state }) => state === "succeeded")
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    }
  }
)
