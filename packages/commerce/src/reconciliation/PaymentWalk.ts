/**
 * A walk along the provider's payments: what the store has no row of is noted, and work on it planned. A page is read
 * from the provider first and compared afterwards: a session is written before the provider hears of it, so no payment
 * under way seems unknown. Each page saves its place. Locks: the walk, orders, numbers. Follows
 * docs/specification.md#reconciliation.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type Day, dayOf } from "@beauty-store/domain/Days"
import { SessionId } from "@beauty-store/domain/Ids"
import * as Receipt from "@beauty-store/domain/Receipt"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as LostRefunds from "../after-sales/LostRefunds.ts"
import * as RefundRecords from "../after-sales/RefundRecords.ts"
import type { ListedPayment, PaymentPage } from "../payment/PaymentProvider.ts"
import * as Unrecorded from "../records/UnrecordedPayments.ts"
import * as Flags from "../staff/Flags.ts"
import type { Dependencies } from "./ReconciliationDependencies.ts"
import * as UnmatchedPayments from "./UnmatchedPayments.ts"

/** The kind of the job that walks. */
export const jobKind = "reconcile"
/** The kind of the jobs that settle a session that is over and was paid. */
export const settlementKind = "settle"

/** How late the provider may list a change, in milliseconds. */
export const latenessMillis = 10 * 60_000

const isSessionId = Schema.is(SessionId)

/** Notes a payment without a row. Returns whether only a lost record explains it. */
const noteUnrecorded = Effect.fnUntraced(function*({ jobs, policy }: Dependencies, payment: ListedPayment) {
  const now = yield* Clock.currentTimeMillis
  const session = Option.getOrUndefined(yield* Unrecorded.phaseOf(payment.sessionId))
  const added = yield* Unrecorded.insert({
    provider_id: payment.paymentId,
    session_id: payment.sessionId,
    order_id: payment.orderId,
    state: session !== undefined ? "unsettled" : "unknown",
    amount_minor: payment.amountMinor,
    refunded_minor: UnmatchedPayments.refundedBefore(payment),
    currency: payment.currency,
    instrument: payment.instrument,
    charge_key: payment.chargeKey ?? null,
    mandate_id: payment.mandateId ?? null,
    numbered: 0,
    at: payment.at,
    found_at: now
  })
  if (session !== undefined) {
    // A live session has a job that asks about it, sooner now; one that is over needs another.
    yield* jobs.schedule(Session.isLive(session.phase) ? "checkout" : settlementKind, session.id, now)
    return false
  }
  if (added === 0) return false
  yield* Flags.raise("unknown_payment", payment.orderId, UnmatchedPayments.describe(payment))
  yield* jobs.schedule(UnmatchedPayments.jobKind, payment.paymentId, now + policy.unknownPaymentMillis)
  return true
})

/** Compares a page with the store's rows, and saves how far the walk has come. */
const comparePage = (deps: Dependencies) => {
  const findLostRefunds = LostRefunds.findIn(deps)
  return Effect.fnUntraced(function*(payments: ReadonlyArray<ListedPayment>) {
    const walk = Option.getOrThrow(yield* Unrecorded.walk())
    let { notes, restored, seen_until } = walk
    for (const payment of payments) {
      seen_until = Math.max(seen_until, payment.changedAt)
      // A payment of another program that shares the account is not the store's to judge.
      if (!isSessionId(payment.sessionId)) continue
      const recorded = yield* RefundRecords.paymentAt(payment.paymentId)
      if (Option.isSome(recorded)) {
        const { documents, lost } = yield* findLostRefunds(payment, recorded.value)
        notes += documents
        restored ||= lost > 0
      } else {
        const isLost = yield* noteUnrecorded(deps, payment)
        if (isLost) notes += LostRefunds.documentsOfAll(UnmatchedPayments.refundsBefore(payment))
        restored ||= isLost
      }
    }
    yield* Unrecorded.savePage(seen_until, restored ? 1 : 0, notes)
  }, deps.write)
}

/** The numbers of a walk's documents that may be lost, by series. */
const numbersToLeaveOut = (receiptsOn: ReadonlyArray<Day>, notes: number, notesOn: Day) => {
  const numbers = new Map<Receipt.Series, number>()
  const add = (series: Receipt.Series, n: number) => numbers.set(series, (numbers.get(series) ?? 0) + n)
  for (const day of receiptsOn) add(Receipt.series("R", day), 1)
  if (notes > 0) add(Receipt.series("C", notesOn), notes)
  return numbers
}

/**
 * Ends a walk. If records were lost, so were documents: as many numbers are left out as there may have been, so that
 * none is issued twice.
 */
const end = ({ policy: { timeZone }, receipts, write }: Dependencies) =>
  Effect.fnUntraced(function*(begunAt: number) {
    const { notes, restored, seen_until } = Option.getOrThrow(yield* Unrecorded.walk())
    const numbers = restored
      ? numbersToLeaveOut(
        (yield* Unrecorded.unnumbered()).map(({ at }) => dayOf(at, timeZone)),
        notes,
        dayOf(seen_until, timeZone)
      )
      : new Map<Receipt.Series, number>()
    if (restored) yield* Unrecorded.setNumbered()
    yield* Unrecorded.removeSettled()
    yield* Unrecorded.endWalk(begunAt)
    for (const [series, n] of numbers) yield* receipts.leaveOut(series, n)
  }, write)

/** Walks from where the last walk came to until now. */
export const make = (deps: Dependencies) => {
  const { calling, provider, write } = deps
  const compare = comparePage(deps)
  const ended = end(deps)
  const begin = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => write(Effect.zipRight(Unrecorded.beginWalks(now), Effect.map(Unrecorded.walk(), Option.getOrThrow)))
  )
  return Effect.gen(function*() {
    const begunAt = yield* Clock.currentTimeMillis
    const from = (yield* begin).seen_until - latenessMillis
    for (let cursor: string | undefined, more = true; more;) {
      const page: PaymentPage = yield* calling(provider.listPayments({ from, cursor }))
      if (page.payments.length > 0) yield* compare(page.payments)
      cursor = page.next
      more = cursor !== undefined
    }
    yield* ended(begunAt)
  })
}
