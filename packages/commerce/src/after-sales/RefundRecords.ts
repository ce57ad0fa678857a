/**
 * The rows of refunds: the amount, the payment, the reason, and the state.
 *
 * A refund claims its amount on the payment with a conditional statement (`refunding ≤ captured` holds under any
 * concurrency), and an attempt ends once. All of it runs inside the caller's transaction; the domain decides which
 * refunds are allowed (`Refund`). Follows docs/specification.md#refunds.
 */
import { type Claimed, OrderId, PaymentId, RefundId, ReturnId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import { RateAmount } from "@beauty-store/domain/Receipt"
import * as Domain from "@beauty-store/domain/Refund"
import * as Codec from "@beauty-store/sql/Codec"
import * as Query from "@beauty-store/sql/Query"
import * as Schema from "effect/Schema"

/** The reason of a refund. */
export const Cause = Schema.Literal("surplus", "cancellation", "return", "goodwill")
export type Cause = typeof Cause.Type

/** Claims an amount of a payment. Claiming more than is left of it is a defect. */
export const claim = Query.changeOne<[amount: number, paymentId: PaymentId, amount: number]>(
  "UPDATE payment SET refunding_minor = refunding_minor + ? WHERE id = ? AND refunding_minor + ? <= captured_minor"
)
export const insert = Query.insertIfNew(
  "refund",
  [
    "id",
    "payment_id",
    "order_id",
    "cause",
    "subject",
    "reason",
    "amount_minor",
    "parts",
    "currency",
    "state",
    "attempt",
    "created_at",
    "decided_at"
  ],
  "ON CONFLICT (cause, subject) DO NOTHING"
)
/** Claims an amount of a payment, if so much is left of it; returns how many rows that are, 1 or 0. */
export const claimIfLeft = Query.change<[amount: number, paymentId: PaymentId, amount: number]>(
  "UPDATE payment SET refunding_minor = refunding_minor + ? WHERE id = ? AND refunding_minor + ? <= captured_minor"
)
const PaymentRow = Schema.Struct({ id: PaymentId, order_id: OrderId, role: Schema.Literal("primary", "surplus") })
export type PaymentRow = typeof PaymentRow.Type
/** A payment by the provider's id. */
export const paymentAt = Query.first(PaymentRow)<[providerId: string]>(
  "SELECT id, order_id, role FROM payment WHERE provider_id = ?"
)
/** The parts of a refund by rates of VAT; null where they are not known, as of any amount. */
export const Parts = Schema.NullOr(Query.Json(Schema.Array(RateAmount)))
export const encodeParts = Codec.encoder(Query.Json(Schema.Array(RateAmount)))
const RefundRow = Schema.Struct({
  id: RefundId,
  order_id: OrderId,
  principal: Schema.String,
  cause: Cause,
  /** The return, where goods came back for it. */
  return_id: Schema.NullOr(ReturnId),
  provider_payment: Schema.String,
  amount_minor: Query.Int,
  parts: Parts,
  currency: Money.Currency,
  state: Domain.RefundStatus,
  attempt: Query.Int,
  created_at: Query.Int,
  /** Of the last decision: the creation, a failure, the next attempt. */
  decided_at: Query.Int
})
export type RefundRow = typeof RefundRow.Type
const selected = `SELECT r.id, r.order_id, o.principal, r.cause,
    CASE WHEN r.cause = 'return' THEN r.subject END AS return_id, p.provider_id AS provider_payment, r.amount_minor,
    r.parts, r.currency, r.state, r.attempt, r.created_at, r.decided_at
  FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = r.order_id`
export const byId = Query.first(RefundRow)<[id: Claimed<RefundId>]>(`${selected} WHERE r.id = ? FOR UPDATE OF r`)
export const bySubject = Query.first(RefundRow)<[cause: string, subject: string]>(
  `${selected} WHERE r.cause = ? AND r.subject = ?`
)
export const allBefore = Query.all(RefundRow)<[before: string, limit: number]>(
  `${selected} WHERE r.id < ? ORDER BY r.id DESC LIMIT ?`
)
export const ownBefore = Query.all(RefundRow)<[principal: string, before: string, limit: number]>(
  `${selected} WHERE o.principal = ? AND r.id < ? ORDER BY r.id DESC LIMIT ?`
)
/**
 * Changes the status of an attempt, if the domain's table has that transition; returns how many rows that are, 1 or 0.
 */
const changeTo = (to: Domain.RefundStatus, also: string) => {
  const from = Domain.comingFrom(to).map((status) => `'${status}'`).join(", ")
  return Query.change<[decidedAt: number, id: RefundId, attempt: number]>(
    `UPDATE refund SET state = '${to}', ${also} WHERE id = ? AND attempt = ? AND state IN (${from})`
  )
}
/** Of a refund that had failed, this is news of another attempt: it was decided anew. */
const decidedAnew = "decided_at = CASE WHEN state = 'failed' THEN ? ELSE decided_at END"
export const setSucceeded = changeTo("succeeded", decidedAnew)
/** Ends the attempt: the next one has a key of its own. */
export const setFailed = changeTo("failed", "decided_at = ?, attempt = attempt + 1")
export const setPending = changeTo("pending", decidedAnew)

/** The provider's key of an attempt. */
export const keyOf = (refundId: RefundId, attempt: number) => `${refundId}:${attempt}`

const isRefundId = Schema.is(RefundId)
/** The refund and the attempt of a provider's key, if the store made it. */
export const attemptOf = (key: string) => {
  const [id, attempt, ...more] = key.split(":")
  return isRefundId(id) && attempt !== undefined && /^[1-9]\d*$/.test(attempt) && more.length === 0
    ? { id, attempt: Number(attempt) }
    : undefined
}
