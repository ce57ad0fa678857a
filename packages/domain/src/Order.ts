/**
 * The lifecycle of an order: one table has all transitions. An order is `pending` until it is paid, stays `confirmed`
 * until all of it has shipped, and ends `delivered` or `cancelled`. Payment is a separate axis (`PaymentStatus`), so
 * that a refund never rewrites the history of the goods. Follows docs/specification.md#order-lifecycle.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { PriceMinor } from "./Catalog.ts"
import { OrderId, ProductId } from "./Ids.ts"
import * as Money from "./Money.ts"

export const OrderStatus = Schema.Literal("pending", "confirmed", "shipped", "delivered", "cancelled")
export type OrderStatus = typeof OrderStatus.Type

/** The cause of an event of an order, a return or a parcel: a kind of person or system. */
export const EventSource = Schema.Literal("shopper", "provider", "staff", "carrier", "system")
export type EventSource = typeof EventSource.Type

/** The state of an order's payment, whatever the state of its goods. */
export const PaymentStatus = Schema.Literal("unpaid", "processing", "paid", "partially_refunded", "refunded")
export type PaymentStatus = typeof PaymentStatus.Type

/** The state of an order's payment, by the order's total and what of it was refunded. */
export const paymentStatus = (payment: {
  readonly isPaid: boolean
  readonly isProcessing: boolean
  readonly refundedMinor: number
  readonly totalMinor: number
}): PaymentStatus => {
  if (!payment.isPaid) return payment.isProcessing ? "processing" : "unpaid"
  if (payment.refundedMinor === 0) return "paid"
  return payment.refundedMinor === payment.totalMinor ? "refunded" : "partially_refunded"
}

/** All transitions. */
export const transitions: Readonly<Record<OrderStatus, ReadonlyArray<OrderStatus>>> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: []
}

/** The table has no such transition of an order. */
export class IllegalTransition extends Schema.TaggedError<IllegalTransition>()("IllegalTransition", {
  from: OrderStatus,
  to: OrderStatus
}) {
  override get message(): string {
    return `An order that is ${this.from} cannot become ${this.to}.`
  }
}

/** The caller has no order of this id, which may be any text that a client sent. */
export class OrderNotFound extends Schema.TaggedError<OrderNotFound>()("OrderNotFound", {
  orderId: OrderId.claimed
}) {
  override get message(): string {
    return `There is no order ${this.orderId}.`
  }
}

/** The status after a transition, if the table has it. Staying in a status is not a transition. */
export const transition = (from: OrderStatus, to: OrderStatus): Either.Either<OrderStatus, IllegalTransition> =>
  transitions[from].includes(to) ? Either.right(to) : Either.left(new IllegalTransition({ from, to }))

/** Whether an order in a status can still come to another, by one transition or several. */
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  transitions[from].some((next) => next === to || mayBecome(next, to))

/** A line of an order, with the price and the name of its day; `0 ≤ returned ≤ shipped ≤ quantity`. */
export const OrderLine = Schema.Struct({
  productId: ProductId,
  name: Schema.NonEmptyTrimmedString,
  quantity: Schema.Positive.pipe(Schema.int()),
  unitPriceMinor: PriceMinor,
  /** The price of all units at the unit price, and the discount on it. */
  listMinor: Money.AmountMinor,
  discountMinor: Money.AmountMinor,
  /** `listMinor − discountMinor`: the amount that was paid for the line, and of which refunds are parts. */
  lineTotalMinor: Money.AmountMinor,
  /** The VAT contained in `lineTotalMinor`, in minor units. */
  vatMinor: Money.AmountMinor,
  /** Units handed to a carrier so far. */
  shipped: Schema.NonNegativeInt,
  /** Units that came back and were accepted. */
  returned: Schema.NonNegativeInt
})
export type OrderLine = typeof OrderLine.Type

/** It is too late to cancel: units have shipped, although the order may still be `confirmed` because of others. */
export class OrderNotCancellable extends Schema.TaggedError<OrderNotCancellable>()("OrderNotCancellable", {
  orderId: OrderId.claimed,
  currentStatus: OrderStatus
}) {
  override get message(): string {
    return this.currentStatus === "confirmed"
      ? `Part of order ${this.orderId} has shipped; it can no longer be cancelled.`
      : `Order ${this.orderId} is ${this.currentStatus} and can no longer be cancelled.`
  }
}

/**
 * Whether an order can be cancelled: from `pending` or `confirmed`, while no unit has shipped. `already`: it is
 * cancelled, and nothing is to be done.
 */
export const cancel = (
  { orderId, shippedUnits, status }: {
    readonly orderId: OrderId
    readonly status: OrderStatus
    readonly shippedUnits: number
  }
): Either.Either<"cancelled" | "already", OrderNotCancellable> => {
  if (status === "cancelled") return Either.right("already")
  return shippedUnits === 0 && transitions[status].includes("cancelled")
    ? Either.right("cancelled")
    : Either.left(new OrderNotCancellable({ orderId, currentStatus: status }))
}
