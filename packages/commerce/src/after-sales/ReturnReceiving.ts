/**
 * Staff open a returned parcel: accepted units are refunded, units that can be sold again go back into stock, and units
 * that were not in it can be returned another time.
 *
 * The return, the refund's claim on the payment and the stock change in one transaction, so that accepted goods always
 * have their claim on the money. A parcel is opened once. The domain decides which units count as accepted, and their
 * value (`Return.receive`). Follows docs/specification.md#returns.
 */
import { ReturnId, type ShipmentId } from "@beauty-store/domain/Ids"
import { remainingMinor } from "@beauty-store/domain/Refund"
import * as Domain from "@beauty-store/domain/Return"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Inventory from "../catalog/Inventory.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import type { Refunds } from "./Refunds.ts"
import * as ReturnRecords from "./ReturnRecords.ts"

/** The goods have arrived or the return was cancelled: nothing is left to receive. */
export class ReturnNotReceivable extends Schema.TaggedError<ReturnNotReceivable>()("ReturnNotReceivable", {
  returnId: ReturnId.claimed,
  currentStatus: Domain.ReturnStatus
}) {
  override get message(): string {
    return `Return ${this.returnId} is ${this.currentStatus}: nothing of it is left to receive.`
  }
}

export type ReceiveRefusal =
  | Domain.ReturnNotFound
  | ReturnNotReceivable
  | Domain.ReceivedMoreThanSent
  | Domain.ProductNotInReturn

/** The line of an order, and of one of its shipments, that units belong to. */
const lineKey = (shipmentId: ShipmentId, n: number): string => `${shipmentId} ${n}`

/** Distributes counted units to those who ask, in turn, as many as each can take while units are left. */
const allocator = (units: ReadonlyArray<readonly [key: string, quantity: number]>) => {
  const left = new Map<string, number>()
  for (const [key, quantity] of units) left.set(key, (left.get(key) ?? 0) + quantity)
  return (key: string, most: number): number => {
    const quantity = Math.min(left.get(key) ?? 0, most)
    left.set(key, (left.get(key) ?? 0) - quantity)
    return quantity
  }
}

/** Saves the outcome of each line's units: accepted from the first line on, then refused, the rest missing. */
const saveReceived = (
  returnId: ReturnId,
  lines: ReadonlyArray<ReturnRecords.LineRow>,
  { accepted, missing, restock }: Domain.Received
) => {
  const takeAccepted = allocator(accepted.map((one) => [lineKey(one.shipmentId, one.n), one.quantity]))
  const takeRefused = allocator([
    ...lines.map((one) => [lineKey(one.shipment_id, one.n), one.quantity] as const),
    ...[...accepted, ...missing].map((one) => [lineKey(one.shipmentId, one.n), -one.quantity] as const)
  ])
  const takeRestocked = allocator(restock.map((one) => [one.productId, one.quantity]))
  return Effect.forEach(lines, (line) => {
    const key = lineKey(line.shipment_id, line.n)
    const accepted = takeAccepted(key, line.quantity)
    const restocked = takeRestocked(line.product_id, accepted)
    const missing = line.quantity - accepted - takeRefused(key, line.quantity - accepted)
    return ReturnRecords.setReceived(accepted, restocked, missing, returnId, line.i)
  }, { discard: true })
}

/** The amount to refund for accepted goods: their value, and the shipping charge with the last of them. */
const amountOf = Effect.fnUntraced(function*(
  order: OrderRecords.OrderRow,
  payment: { readonly captured_minor: number; readonly refunding_minor: number },
  received: Domain.Received,
  acceptedBefore: ReadonlyArray<Domain.LineUnits>
) {
  const shippingMinor = Domain.shippingRefundMinor({
    orderLines: yield* OrderRecords.linesOf(order.id),
    acceptedBefore,
    acceptedNow: received.accepted,
    shippingMinor: order.shipping_minor
  })
  return Domain.refundableMinor({
    goodsMinor: received.refundMinor,
    shippingMinor,
    remainingMinor: remainingMinor({
      capturedMinor: payment.captured_minor,
      refundingMinor: payment.refunding_minor
    })
  })
})

/** Opens a parcel, inside the caller's transaction. Returns the updated return. */
export const receive = Effect.fnUntraced(
  function*(refunds: typeof Refunds.Service, returnId: ReturnId, items: ReadonlyArray<Domain.ReceivedItem>) {
    const { order, row } = yield* ReturnRecords.lock(returnId)
    if (!Domain.isExpected(row.status)) {
      return yield* new ReturnNotReceivable({ returnId, currentStatus: row.status })
    }
    const lines = yield* ReturnRecords.linesOf(returnId)
    const acceptedBefore = yield* ReturnRecords.acceptedOf(order.id)
    const received = yield* Domain.receive(
      lines.map((line) => ({
        n: line.n,
        shipmentId: line.shipment_id,
        productId: line.product_id,
        quantity: line.quantity,
        lineQuantity: line.line_quantity,
        lineTotalMinor: line.line_total_minor
      })),
      items,
      acceptedBefore
    )
    const payment = Option.getOrThrow(yield* SessionRecords.paymentOf(order.id))
    yield* saveReceived(returnId, lines, received)
    yield* ReturnRecords.releaseUnits(order.id, received.missing)
    const opened = yield* ReturnRecords.changeStatus(row, "received", "staff")
    const amountMinor = yield* amountOf(order, payment, received, acceptedBefore)
    const refundId = received.rejected || amountMinor === 0 ? null : yield* refunds.record({
      paymentId: payment.id,
      orderId: order.id,
      cause: "return",
      subject: returnId,
      amountMinor,
      currency: order.currency
    })
    const decided = yield* ReturnRecords.changeStatus(opened, received.rejected ? "rejected" : "refunded", "staff", {
      refundMinor: received.rejected ? 0 : amountMinor,
      refundId
    })
    yield* StaffTrail.record({
      action: "return.receive",
      subject: returnId,
      before: { status: row.status },
      after: { status: decided.status, refundMinor: decided.refund_minor, refundId }
    })
    yield* Inventory.restock(received.restock)
    return decided
  }
)
