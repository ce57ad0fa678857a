/**
 * Lost refunds: those that the provider made for a payment, and of which the store has no row any more.
 *
 * The rule: a lost refund is recorded again under its own id, so that its key at the provider is the same, and the job
 * `refund` finds out what became of it. Why it was made is lost: staff are told, because its order may have been
 * cancelled. Runs inside the caller's transaction. Follows docs/specification.md#reconciliation.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ListedPayment, ListedRefund } from "../payment/PaymentProvider.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as Flags from "../staff/Flags.ts"
import * as RefundRecords from "./RefundRecords.ts"
import { appendEvent, type Dependencies } from "./RefundSending.ts"

const reason = "lost with the store's records, and found at the provider"

/** How many documents a refund may have led to: a credit note, and its cancellation. */
const documentsOf = ({ status }: ListedRefund): number => status === "failed" ? 2 : 1

/** Records a lost refund again. */
const adopt = Effect.fnUntraced(
  function*(
    { events, jobs }: Pick<Dependencies, "events" | "jobs">,
    payment: RefundRecords.PaymentRow,
    { currency }: ListedPayment,
    { amountMinor, key }: ListedRefund
  ) {
    const attempt = RefundRecords.attemptOf(key)
    yield* Flags.raise("unknown_refund", payment.order_id, `${key} over ${amountMinor} cents of payment ${payment.id}`)
    yield* Effect.orDie(OrderRecords.lock(payment.order_id))
    if (attempt === undefined || (yield* RefundRecords.claimIfLeft(amountMinor, payment.id, amountMinor)) === 0) return
    const now = yield* Clock.currentTimeMillis
    yield* RefundRecords.insert({
      id: attempt.id,
      payment_id: payment.id,
      order_id: payment.order_id,
      cause: payment.role === "surplus" ? "surplus" : "goodwill",
      subject: key,
      reason,
      amount_minor: amountMinor,
      parts: null,
      currency,
      state: "pending",
      attempt: attempt.attempt,
      created_at: now,
      decided_at: now
    })
    yield* jobs.schedule("refund", attempt.id, now)
    yield* appendEvent(
      { events },
      { id: attempt.id, order_id: payment.order_id, amount_minor: amountMinor, currency },
      "refund.created",
      "provider"
    )
  }
)

/**
 * Records the lost refunds of a payment of which the store has the row `recorded`. Returns how many there were, and how
 * many documents may be lost: those of refunds, too, that the store remembers as not sent yet.
 */
export const findIn = (deps: Pick<Dependencies, "events" | "jobs">) =>
  Effect.fnUntraced(function*(payment: ListedPayment, recorded: RefundRecords.PaymentRow) {
    let lost = 0
    let documents = 0
    for (const refund of payment.refunds) {
      const attempt = RefundRecords.attemptOf(refund.key)
      const known = attempt === undefined ? undefined : Option.getOrUndefined(yield* RefundRecords.byId(attempt.id))
      if (known?.state === "succeeded") continue
      documents += documentsOf(refund)
      if (known !== undefined || refund.status === "failed") continue
      lost++
      yield* adopt(deps, recorded, payment, refund)
    }
    return { lost, documents }
  })

/** How many documents the refunds of a payment may have led to, of which the store knows nothing. */
export const documentsOfAll = (refunds: ReadonlyArray<ListedRefund>): number =>
  refunds.reduce((sum, refund) => sum + documentsOf(refund), 0)
