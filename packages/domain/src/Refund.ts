/**
 * Refunds: how much of a payment can be refunded, and the lifecycle of a refund. They never exceed the captured amount,
 * and count from the moment they are decided, so that no two use the same cent. `succeeded` is not final: a bank may
 * return the money, and the refund is `failed` and tried again. Minor units. Follows docs/specification.md#refunds.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as BusinessDays from "./BusinessDays.ts"
import type * as Days from "./Days.ts"
import { OrderId, RefundId } from "./Ids.ts"
import * as Money from "./Money.ts"
import { PaymentStatus } from "./Order.ts"

export const RefundStatus = Schema.Literal("pending", "succeeded", "failed")
export type RefundStatus = typeof RefundStatus.Type

/**
 * All transitions. `succeeded → failed` is a late failure; `failed → …` is what another attempt is at once: under way,
 * done, or failed again.
 */
export const transitions: Readonly<Record<RefundStatus, ReadonlyArray<RefundStatus>>> = {
  pending: ["succeeded", "failed"],
  succeeded: ["failed"],
  failed: ["pending", "succeeded", "failed"]
}

/** The statuses from which a refund may become another. */
export const comingFrom = (to: RefundStatus): ReadonlyArray<RefundStatus> =>
  RefundStatus.literals.filter((from) => transitions[from].includes(to))

/** The business days within which a refund reaches the shopper. */
export const expectedDays = { from: 3, to: 5 }

/** The same for people: `3 to 5 business days`. */
export const expectedWithin = `${expectedDays.from} to ${expectedDays.to} business days`

/** The first and the last day on which a refund that is made on a day is expected to arrive. */
export const expectedBy = (madeOn: Days.Day): { readonly from: Days.Day; readonly to: Days.Day } => ({
  from: BusinessDays.addBusinessDays(madeOn, expectedDays.from),
  to: BusinessDays.addBusinessDays(madeOn, expectedDays.to)
})

const day = 24 * 3_600_000

/**
 * How long a refund that failed waits for its next attempt, in milliseconds: 2 minutes, then twice as long, at most a
 * day.
 */
export const failedPauseMillis = (attempt: number): number => Math.min(60_000 * 2 ** attempt, day)

/**
 * How soon to look up a refund that is under way, by its age; both in milliseconds. Banks take days: after some hours,
 * once an hour.
 */
export const pendingPauseMillis = (age: number): number => Math.floor(Math.min(Math.max(60_000, age / 4), 3_600_000))

/** How long after it succeeded a refund is looked up for the first time, in milliseconds. */
export const firstLookUpMillis = day

/**
 * When to look up a refund that succeeded, in milliseconds since the epoch, if ever again: a bank may still return the
 * money, and the notification may be lost. After a day, then at twice the age each time, for about a month per attempt.
 */
export const nextLookUp = (createdAt: number, attempt: number, now: number): number | undefined => {
  const age = now - createdAt
  return age < 32 * day * attempt ? now + Math.max(firstLookUpMillis, age) : undefined
}

/** The caller has no refund of this id, which may be any text that a client sent. */
export class RefundNotFound extends Schema.TaggedError<RefundNotFound>()("RefundNotFound", {
  refundId: RefundId.claimed
}) {
  override get message(): string {
    return `There is no refund ${this.refundId}.`
  }
}

/** More is to be refunded than is left of the payment. */
export class RefundExceedsCaptured extends Schema.TaggedError<RefundExceedsCaptured>()("RefundExceedsCaptured", {
  orderId: OrderId.claimed,
  /** In minor units, like the remaining amount. */
  requested: Schema.Int,
  remaining: Schema.Int,
  currency: Money.Currency
}) {
  override get message(): string {
    const { currency, orderId } = this
    const [requested, remaining] = [Money.coded(this.requested, currency), Money.coded(this.remaining, currency)]
    return `${requested} of order ${orderId} are to be refunded, ${remaining} remain.`
  }
}

/** Nothing can be refunded: the order is not paid, or all of it was refunded. */
export class RefundNotPossible extends Schema.TaggedError<RefundNotPossible>()("RefundNotPossible", {
  orderId: OrderId.claimed,
  paymentStatus: PaymentStatus
}) {
  override get message(): string {
    return `Order ${this.orderId} has no money to refund: its payment is ${this.paymentStatus}.`
  }
}

/** An order's payment. `0 ≤ refundingMinor ≤ capturedMinor`. */
export interface Payment {
  readonly orderId: OrderId
  readonly paymentStatus: PaymentStatus
  readonly capturedMinor: number
  /** The amount that refunds of any status have claimed so far: failed ones are tried again. */
  readonly refundingMinor: number
  /** Default: euros. */
  readonly currency?: Money.Currency | undefined
}

/** The amount that can still be refunded, in minor units. */
export const remainingMinor = (payment: Pick<Payment, "capturedMinor" | "refundingMinor">): number =>
  payment.capturedMinor - payment.refundingMinor

/** The amount to refund: the requested one (at least 1), or else all that remains. */
export const decide = (
  payment: Payment,
  amountMinor: number | undefined
): Either.Either<number, RefundExceedsCaptured | RefundNotPossible> => {
  const { currency = Money.defaultCurrency, orderId, paymentStatus } = payment
  const remaining = remainingMinor(payment)
  if (paymentStatus === "unpaid" || paymentStatus === "processing" || (amountMinor === undefined && remaining === 0)) {
    return Either.left(new RefundNotPossible({ orderId, paymentStatus }))
  }
  const requested = amountMinor ?? remaining
  return requested > remaining
    ? Either.left(new RefundExceedsCaptured({ orderId, requested, remaining, currency }))
    : Either.right(requested)
}
