/**
 * The money that was taken and refunded in each session, according to the provider's ledger, to compare it with the
 * shop's rows. Only the simulated provider has such a view of its ledger.
 *
 * A session is under way while a payment or refund in it is undecided, or while the shop has not accepted a
 * notification of it yet.
 */
import type { SessionMoney } from "@beauty-store/commerce/internal/audit/ProviderComparison"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobKind } from "./Notifications.ts"

const Row = Schema.Struct({ sessionId: Schema.String, captured: Query.Int, refunded: Query.Int, undecided: Query.Int })
const sums = Query.all(Row)(
  `SELECT s.id AS "sessionId", coalesce(p.captured, 0) AS captured, coalesce(r.refunded, 0) AS refunded,
     coalesce(p.undecided, 0) + coalesce(r.undecided, 0) AS undecided
   FROM session s
   LEFT JOIN (SELECT session_id, sum(CASE WHEN status = 'succeeded' THEN amount_minor ELSE 0 END) AS captured,
       sum(CASE WHEN status = 'processing' THEN 1 ELSE 0 END) AS undecided
     FROM payment GROUP BY session_id) p ON p.session_id = s.id
   LEFT JOIN (SELECT p.session_id, sum(CASE WHEN r.status = 'succeeded' THEN r.amount_minor ELSE 0 END) AS refunded,
       sum(CASE WHEN r.status = 'pending' THEN 1 ELSE 0 END) AS undecided
     FROM refund r JOIN payment p ON p.id = r.payment_id GROUP BY p.session_id) r ON r.session_id = s.id
   ORDER BY s.id`
)
const undelivered = Query.all(Schema.Struct({
  subject: Query.Json(Schema.Struct({ subject: Schema.String }))
}))<[kind: string]>("SELECT subject FROM job WHERE kind = ? ORDER BY subject")
const RefundRow = Schema.Struct({ key: Schema.String, sessionId: Schema.String })
const refunds = Query.all(RefundRow)(
  `SELECT r.key, p.session_id AS "sessionId" FROM refund r JOIN payment p ON p.id = r.payment_id ORDER BY r.key`
)

export const perSession: Effect.Effect<ReadonlyArray<SessionMoney>, never, Transaction> = Effect.gen(function*() {
  const rows = yield* sums()
  const messages = yield* undelivered(jobKind)
  const sessionOf = new Map(
    messages.length === 0 ? [] : (yield* refunds()).map(({ key, sessionId }) => [key, sessionId])
  )
  const waiting = new Set(messages.map(({ subject: { subject } }) => sessionOf.get(subject) ?? subject))
  return rows.map(({ captured, refunded, sessionId, undecided }) => ({
    sessionId,
    capturedMinor: captured,
    refundedMinor: refunded,
    underWay: undecided > 0 || waiting.has(sessionId)
  }))
})
