/**
 * Captures: the money of a session, taken or under way, and its effect on the session.
 *
 * The rule: payments, the session's new status and the notification are written in one transaction, in which the
 * session is locked. A payment that is not decided at once (Klarna) is in the ledger with its outcome and the time of
 * it, and a job settles it. Follows docs/specification.md#simulated-provider, docs/specification.md#payment-page.
 */
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Entropy from "@beauty-store/sql/Entropy"
import { Jobs } from "@beauty-store/sql/Jobs"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Cards from "../Cards.ts"
import type { SettlementCourse } from "../Faults.ts"
import * as Ledger from "./Ledger.ts"
import { type NotificationSender, notify } from "./Notifications.ts"
import type { Dependencies } from "./ProviderDependencies.ts"

/** The kind of the jobs that decide processing payments; the subject is the payment. */
export const settlementKind = "settle-payment"

/** The columns of every attempt to pay a session, whatever its outcome. */
export const attemptRow = (session: Ledger.Session, method: PaymentMethod, instrument: Cards.Instrument) => ({
  session_id: session.id,
  method,
  amount_minor: session.amountMinor,
  currency: session.currency,
  instrument: instrument.fingerprint,
  card_brand: instrument.card?.brand ?? null,
  card_last4: instrument.card?.last4 ?? null,
  decline_code: null,
  settles_as: null,
  charge_key: null
})

/** The card that a row remembers, if it was one. */
export const cardOf = (row: Pick<Ledger.Payment, "cardBrand" | "cardLast4">): Cards.Instrument["card"] =>
  row.cardBrand === null || row.cardLast4 === null ? undefined : { brand: row.cardBrand, last4: row.cardLast4 }

/** Writes the payments of one attempt, one for each amount, the session's new status, and the notification. */
export const capture = Effect.fnUntraced(function*(session: Ledger.Session, amounts: ReadonlyArray<number>, of: {
  readonly method: PaymentMethod
  readonly instrument: Cards.Instrument
  /** The shop's key, where no person was on the page. */
  readonly chargeKey: string | null
  readonly settlement: SettlementCourse | undefined
  readonly at: number
  readonly copies: ReadonlyArray<number>
}): Effect.fn.Return<void, never, Transaction | NotificationSender | Jobs | Entropy.Entropy> {
  const jobs = yield* Jobs
  for (const amountMinor of amounts) {
    const id = yield* Entropy.nextId("pay")
    yield* Ledger.insertPayment({
      ...attemptRow(session, of.method, of.instrument),
      id,
      status: of.settlement === undefined ? "succeeded" : "processing",
      amount_minor: amountMinor,
      settles_as: of.settlement?.status ?? null,
      charge_key: of.chargeKey,
      at: of.at,
      changed_at: of.at
    })
    if (of.settlement !== undefined) {
      yield* jobs.schedule(settlementKind, id, of.at + of.settlement.afterMillis)
    }
  }
  yield* Ledger.setSessionStatus(of.settlement === undefined ? "complete" : "processing", session.id)
  yield* notify({ type: "session.changed", subject: session.id }, of.copies)
})

/**
 * Decides a processing payment, as drawn when it began, and with it the session. A failed one opens the session for
 * another attempt, unless the shop has closed it meanwhile. A repeat changes nothing.
 */
export const settle = ({ plan, read, write }: Dependencies) =>
  Effect.fnUntraced(function*(paymentId: string) {
    const found = Option.getOrUndefined(yield* read(Ledger.payment(paymentId)))
    if (found === undefined) return
    const copies = yield* plan.notification({ type: "session.changed", subject: found.sessionId })
    yield* write(Effect.gen(function*() {
      const session = Option.getOrThrow(yield* Ledger.lockSession(found.sessionId))
      const payment = Option.getOrThrow(yield* Ledger.lockPayment(paymentId))
      if (payment.status !== "processing") return
      const now = yield* Clock.currentTimeMillis
      const outcome = payment.settlesAs ?? "succeeded"
      yield* Ledger.decidePayment(
        outcome,
        outcome === "failed" ? "method_declined" : null,
        payment.amountMinor,
        now,
        now,
        paymentId
      )
      if (session.status === "processing") {
        yield* Ledger.setSessionStatus(
          outcome === "succeeded" ? "complete" : session.closed ? "expired" : "open",
          session.id
        )
      }
      yield* notify({ type: "session.changed", subject: session.id }, copies)
    }))
  })
