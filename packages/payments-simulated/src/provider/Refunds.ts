/**
 * Refunds, and their course at the payer's bank. A payment never refunds more than it took; the amount is set aside
 * when it is requested. A refund is found again by the shop's key, and a refusal stays one. Its course is drawn once
 * and stored; a job moves it along. Follows docs/specification.md#payment-provider,
 * docs/specification.md#simulated-provider.
 */
import { ProviderDeclined, type RefundRequest, type TimedRefund } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Entropy from "@beauty-store/sql/Entropy"
import { ConcurrentUpdate } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RefundCourse } from "../Faults.ts"
import * as Ledger from "./Ledger.ts"
import { notify } from "./Notifications.ts"
import type { Dependencies } from "./ProviderDependencies.ts"

/** The kind of the jobs that move refunds along; the subject is the refund's key. */
export const refundKind = "settle-refund"

const refusals: Readonly<Record<string, string>> = {
  amount_invalid: "A refund is a positive whole number of minor units.",
  payment_not_found: "There is no such payment.",
  payment_not_captured: "The payment has taken no money.",
  currency_mismatch: "The payment was made in another currency.",
  amount_exceeds_payment: "That is more than is left of the payment."
}

/** A refund as the shop sees it. A refused one has failed, for a shop that looks it up later. */
export const viewOf = (refund: Ledger.Refund): TimedRefund => ({
  key: refund.key,
  providerRefundId: refund.id,
  status: refund.status === "refused" ? "failed" : refund.status,
  failure: refund.failure ?? undefined,
  at: refund.at
})

const stepsOf = (course: RefundCourse, now: number): ReadonlyArray<Ledger.RefundStep> => {
  const settled = { at: now + course.afterMillis, failure: course.failure ?? null }
  return settled.failure !== null || course.reversal === undefined
    ? [settled]
    : [settled, { at: settled.at + course.reversal.afterMillis, failure: course.reversal.failure }]
}

/** Sets the amount aside. Returns the reason where that is not possible. */
const setAside = Effect.fnUntraced(
  function*({ amountMinor, currency, paymentId }: RefundRequest, payment: Ledger.Payment | undefined, at: number) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) return "amount_invalid"
    if (payment === undefined) return "payment_not_found"
    if (payment.status !== "succeeded") return "payment_not_captured"
    if (payment.currency !== currency) return "currency_mismatch"
    return (yield* Ledger.commitRefund(amountMinor, at, paymentId, amountMinor)) === 0
      ? "amount_exceeds_payment"
      : undefined
  }
)

/** Refunds, or returns the outcome of the refund of this key. */
export const refund = ({ jobs, plan, write }: Dependencies) =>
  Effect.fnUntraced(function*(request: RefundRequest) {
    const course = yield* plan.refund(request)
    const refund = yield* write(Effect.gen(function*() {
      const payment = Option.getOrUndefined(yield* Ledger.lockPayment(request.paymentId))
      const earlier = yield* Ledger.refund(request.key)
      if (Option.isSome(earlier)) return earlier.value

      const { amountMinor, currency, key, paymentId } = request
      const at = yield* Clock.currentTimeMillis
      const refusal = yield* setAside(request, payment, at)
      const steps = refusal === undefined ? stepsOf(course, at) : []
      const inserted = yield* Ledger.insertRefund({
        key,
        id: yield* Entropy.nextId("rfnd"),
        payment_id: paymentId,
        // A refusal is stored so that it stays one, whatever the amount.
        amount_minor: refusal === "amount_invalid" ? 0 : amountMinor,
        currency,
        status: refusal === undefined ? "pending" : "refused",
        failure: refusal ?? null,
        course: Ledger.encodeCourse(steps),
        at
      })
      // The same key, for another payment, at the same moment: the other one was first.
      if (inserted === 0) return yield* Effect.die(new ConcurrentUpdate())
      if (steps[0] !== undefined) yield* jobs.schedule(refundKind, key, steps[0].at)
      return Option.getOrThrow(yield* Ledger.refund(key))
    }))
    if (refund.status !== "refused") return viewOf(refund)
    const code = refund.failure ?? ""
    return yield* new ProviderDeclined({ code, message: refusals[code] ?? code })
  })

/** Moves a refund along its course up to the current time. Returns when the next step is due. */
export const settle = ({ plan, read, write }: Dependencies) =>
  Effect.fnUntraced(function*(key: string) {
    const found = Option.getOrUndefined(yield* read(Ledger.refund(key)))
    if (found === undefined) return undefined
    const copies = yield* plan.notification({ type: "refund.changed", subject: key })
    return yield* write(Effect.gen(function*() {
      yield* Ledger.lockPayment(found.paymentId)
      const refund = Option.getOrThrow(yield* Ledger.lockRefund(key))
      const now = yield* Clock.currentTimeMillis
      const [step, ...rest] = refund.course
      if (step === undefined) return undefined
      if (step.at > now) return step.at
      if (step.failure === null) {
        yield* Ledger.moveRefund("succeeded", null, Ledger.encodeCourse(rest), key)
        yield* Ledger.decideRefund(0, now, refund.paymentId)
      } else {
        // The money belongs to the payment again, and another refund can use it.
        yield* Ledger.moveRefund("failed", step.failure, Ledger.encodeCourse([]), key)
        yield* Ledger.decideRefund(refund.amountMinor, now, refund.paymentId)
      }
      yield* notify({ type: "refund.changed", subject: key }, copies)
      return step.failure === null ? rest[0]?.at : undefined
    }))
  })
