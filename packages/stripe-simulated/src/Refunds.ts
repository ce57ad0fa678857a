/**
 * Refunds: of a charge or an intent, never more than is left. The plan, or the test card, says how one goes: pending,
 * succeeded, failed later. A failed one gives the money back to what can be refunded.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { type Account, emit, idOf, schedule } from "./Account.ts"
import { type ApiError, notFound, refuse, rejectParameter } from "./ApiErrors.ts"
import type { RefundCourse } from "./Faults.ts"
import { list } from "./Lists.ts"
import { listFields, Metadata, Text, Whole } from "./Parameters.ts"
import { addTransaction, makeRefund } from "./PaymentObjects.ts"

type Result = Either.Either<object, ApiError>

export const Create = Schema.Struct({
  amount: Schema.optional(Whole.pipe(Schema.positive())),
  charge: Schema.optional(Text),
  metadata: Schema.optional(Metadata),
  payment_intent: Schema.optional(Text),
  reason: Schema.optional(Schema.Literal("duplicate", "fraudulent", "requested_by_customer"))
})
type Create = typeof Create.Type

/** How refunds of an instrument go by themselves. */
const usualCourse = (account: Account, charge: Stripe.Charge): RefundCourse => {
  const later = 1000
  switch (account.instruments.get(charge.payment_method ?? "")?.behaviour.refunds) {
    case "pending":
      return { status: "pending", later: { afterMillis: later, status: "succeeded" } }
    case "failing":
      return {
        status: "succeeded",
        later: { afterMillis: later, status: "failed", failureReason: "expired_or_canceled_card" }
      }
    default:
      return charge.payment_method_details?.type === "card"
        ? { status: "succeeded" }
        : { status: "pending", pendingReason: "processing", later: { afterMillis: later, status: "succeeded" } }
  }
}

const findCharge = (account: Account, params: Create): Either.Either<Stripe.Charge, ApiError> => {
  const { charge: chargeId, payment_intent: intentId } = params
  if (chargeId !== undefined) {
    return Either.fromNullable(account.charges.get(chargeId), () => notFound("charge", chargeId, "charge", 400))
  }
  if (intentId === undefined) {
    const message = "One of the following params should be provided for this request: payment_intent or charge."
    return Either.left(rejectParameter(undefined, undefined, message))
  }
  const intent = account.intents.get(intentId)
  if (intent === undefined) return Either.left(notFound("payment_intent", intentId, "payment_intent", 400))
  const charge = account.charges.get(idOf(intent.latest_charge) ?? "")
  if (intent.status === "succeeded" && charge !== undefined) return Either.right(charge)
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
  return Either.left(refuse("payment_intent_unexpected_state", message))
}

/** The amount that a request takes back of a charge, if that much is left. */
const amountOf = (charge: Stripe.Charge, params: Create): Either.Either<number, ApiError> => {
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.status !== "succeeded") {
    return Either.left(refuse("charge_not_refundable", `Charge ${charge.id} is not successful and cannot be refunded.`))
  }
  if (charge.disputed) {
    return Either.left(refuse("charge_disputed", `Charge ${charge.id} has been charged back; cannot issue a refund.`))
  }
  if (left === 0) {
    return Either.left(refuse("charge_already_refunded", `Charge ${charge.id} has already been refunded.`))
  }
  const amount = params.amount ?? left
  const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
  return amount > left ? Either.left(refuse(undefined, message, "amount")) : Either.right(amount)
}

const setCharge = (charge: Stripe.Charge, byAmount: number): void => {
  charge.amount_refunded += byAmount
  charge.refunded = charge.amount_refunded === charge.amount
}

/** Moves a refund to a state, with the money that this moves. */
const move = (
  account: Account,
  charge: Stripe.Charge,
  refund: Stripe.Refund,
  to: { readonly status: string; readonly failureReason?: string | undefined }
): void => {
  const ended = to.status === "failed" || to.status === "canceled"
  refund.status = to.status
  if (to.status !== "pending") delete refund.pending_reason
  if (to.status === "succeeded" && refund.balance_transaction === null) {
    const type = refund.id.startsWith("pyr") ? "payment_refund" : "refund"
    refund.balance_transaction = addTransaction(account, type, refund.id, -refund.amount, refund.currency).id
  }
  if (!ended) return
  setCharge(charge, -refund.amount)
  if (to.status === "failed") refund.failure_reason = to.failureReason ?? "unknown"
  if (refund.balance_transaction !== null) {
    refund.failure_balance_transaction =
      addTransaction(account, "refund_failure", refund.id, refund.amount, refund.currency).id
  }
}

export const create = (account: Account, params: Create): Result =>
  Either.gen(function*() {
    const charge = yield* findCharge(account, params)
    const amount = yield* amountOf(charge, params)
    const refund = makeRefund(account, charge, {
      amount,
      metadata: params.metadata ?? {},
      reason: params.reason ?? null
    })
    const course = account.plan.refund(structuredClone(refund)) ?? usualCourse(account, charge)
    account.refunds.set(refund.id, refund)
    setCharge(charge, amount)
    if (course.status === "pending") refund.pending_reason = course.pendingReason ?? "processing"
    move(account, charge, refund, { status: course.status })
    emit(account, "refund.created", refund)
    emit(account, "charge.refunded", charge)
    const { later } = course
    if (later !== undefined) {
      schedule(account, account.now + later.afterMillis, () => {
        if (refund.status === "canceled" || refund.status === "failed") return
        move(account, charge, refund, later)
        emit(account, "refund.updated", refund)
        emit(account, "charge.refund.updated", refund)
        if (later.status === "failed") emit(account, "refund.failed", refund)
      })
    }
    return refund
  })

const find = (account: Account, id: string): Either.Either<Stripe.Refund, ApiError> =>
  Either.fromNullable(account.refunds.get(id), () => notFound("refund", id, "refund"))

export const retrieve = (account: Account, _: unknown, id: string): Result => find(account, id)

export const List = Schema.Struct({
  ...listFields,
  charge: Schema.optional(Text),
  payment_intent: Schema.optional(Text)
})
export const listAll = (account: Account, query: typeof List.Type): Result =>
  list(
    "/v1/refunds",
    "refund",
    account.refunds.values(),
    query,
    (refund) =>
      (query.charge === undefined || refund.charge === query.charge)
      && (query.payment_intent === undefined || refund.payment_intent === query.payment_intent),
    ({ created }) => created
  )
