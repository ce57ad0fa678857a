/**
 * Staff open a returned parcel, once: accepted units are refunded, those that can be sold again go back into stock, and
 * units that were not in it can be returned another time. The return, the refund's claim on the payment and the stock
 * change in one transaction. `Return.receive` decides. Follows docs/specification.md#returns.
 */
import { type Claimed, ReturnId } from "@beauty-store/domain/Ids"
import { refundParts } from "@beauty-store/domain/Receipt"
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

/** Saves the outcome of each line's units, with their refunds. */
const saveReceived = Effect.fnUntraced(function*(
  returnId: ReturnId,
  lines: ReadonlyArray<ReturnRecords.LineRow>,
  { outcomes, restock }: Domain.Received,
  refundsMinor: ReadonlyArray<number>
) {
  const toRestock = new Map(restock.map(({ productId, quantity }) => [productId, quantity]))
  for (const [i, { accepted, missing }] of outcomes.entries()) {
    const line = lines[i]!
    const restocked = Math.min(accepted, toRestock.get(line.product_id) ?? 0)
    toRestock.set(line.product_id, (toRestock.get(line.product_id) ?? 0) - restocked)
    yield* ReturnRecords.setReceived(accepted, restocked, missing, refundsMinor[i]!, returnId, line.i)
  }
})

/**
 * The amount to refund for accepted goods: their value, and the shipping charge with the last of them. Where earlier
 * refunds have left less, the first lines get theirs first.
 */
const amountOf = Effect.fnUntraced(function*(
  order: OrderRecords.OrderRow,
  payment: { readonly captured_minor: number; readonly refunding_minor: number },
  lines: ReadonlyArray<ReturnRecords.LineRow>,
  received: Domain.Received,
  acceptedBefore: ReadonlyArray<Domain.LineUnits>
) {
  const orderLines = OrderRecords.rated(order, yield* OrderRecords.linesOf(order.id))
  const shippingMinor = Domain.shippingRefundMinor({
    orderLines,
    acceptedBefore,
    acceptedNow: received.accepted,
    shippingMinor: order.shipping_minor
  })
  const amountMinor = Domain.refundableMinor({
    goodsMinor: received.refundMinor,
    shippingMinor,
    remainingMinor: remainingMinor({
      capturedMinor: payment.captured_minor,
      refundingMinor: payment.refunding_minor
    })
  })
  const refundsMinor = Domain.sharesOf(received.outcomes.map(({ refundMinor }) => refundMinor), amountMinor)
  const parts = refundParts({
    goods: lines.map(({ n }, i) => ({
      rateBp: orderLines.find((line) => line.n === n)!.rateBp,
      amountMinor: refundsMinor[i]!
    })),
    shippingMinor: refundsMinor.reduce((rest, refundMinor) => rest - refundMinor, amountMinor),
    purchase: { lines: orderLines, vat: order.vat }
  })
  return { amountMinor, parts, refundsMinor }
})

/** Opens a parcel, inside the caller's transaction. Returns the updated return. */
export const receive = Effect.fnUntraced(
  function*(refunds: typeof Refunds.Service, claimed: Claimed<ReturnId>, items: ReadonlyArray<Domain.ReceivedItem>) {
    const { order, row } = yield* ReturnRecords.lock(claimed)
    const returnId = row.id
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
    const { amountMinor, parts, refundsMinor } = yield* amountOf(order, payment, lines, received, acceptedBefore)
    yield* saveReceived(returnId, lines, received, refundsMinor)
    yield* ReturnRecords.releaseUnits(order.id, received.missing)
    const opened = yield* ReturnRecords.changeStatus(row, "received", "staff")
    const refundId = received.rejected || amountMinor === 0 ? null : yield* refunds.record({
      paymentId: payment.id,
      orderId: order.id,
      cause: "return",
      subject: returnId,
      amountMinor,
      parts,
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
    yield* Inventory.restock(returnId, received.restock)
    return decided
  }
)
