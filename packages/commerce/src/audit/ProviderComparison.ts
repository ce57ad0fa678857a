/**
 * Compares the store's records of its sessions' money with the payment provider's ledger.
 *
 * The ledger belongs to another company, so this is not part of the audit: it is for programs that can read both. The
 * two are not read at the same moment, so sessions with something under way on either side are skipped.
 */
import * as Money from "@beauty-store/domain/Money"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Difference } from "./AuditReport.ts"
import { livePhases } from "./AuditRule.ts"

/** The money of a checkout session that was taken and refunded, by one side's records. */
export const SessionMoney = Schema.Struct({
  sessionId: Schema.String,
  capturedMinor: Query.Int,
  /** Refunds that have succeeded. */
  refundedMinor: Query.Int,
  /** More is going to happen or to be reported: these amounts may be behind the other side's. */
  underWay: Query.Flag
})
export type SessionMoney = typeof SessionMoney.Type

const perSession = Query.all(SessionMoney)(
  `SELECT s.id AS "sessionId", coalesce(p.captured, 0) AS "capturedMinor", coalesce(r.refunded, 0) AS "refundedMinor",
     CASE WHEN s.phase IN ${livePhases} OR coalesce(r.unfinished, 0) > 0 OR j.subject IS NOT NULL THEN 1 ELSE 0 END
       AS "underWay"
   FROM checkout_session s
   LEFT JOIN (SELECT session_id, sum(captured_minor) AS captured FROM payment GROUP BY session_id) p
     ON p.session_id = s.id
   LEFT JOIN (SELECT p.session_id,
       sum(CASE WHEN r.state = 'succeeded' THEN r.amount_minor ELSE 0 END) AS refunded,
       sum(CASE WHEN r.state = 'succeeded' THEN 0 ELSE 1 END) AS unfinished
     FROM refund r JOIN payment p ON p.id = r.payment_id GROUP BY p.session_id) r ON r.session_id = s.id
   LEFT JOIN job j ON j.kind = 'checkout' AND j.subject = s.id
   UNION ALL
   SELECT u.session_id, sum(u.amount_minor), sum(CASE WHEN u.state = 'refunded' THEN u.amount_minor ELSE 0 END),
     max(CASE WHEN u.state = 'unknown' THEN 1 ELSE 0 END)
   FROM unrecorded_payment u WHERE u.state <> 'unsettled' GROUP BY u.session_id
   ORDER BY 1`
)

/** The money of each session according to the store's records. */
export const moneyPerSession: Effect.Effect<ReadonlyArray<SessionMoney>, never, Transaction> = Effect.suspend(
  perSession
)

/** The differences between the store's records and the provider's ledger. */
export const compare = (
  store: ReadonlyArray<SessionMoney>,
  provider: ReadonlyArray<SessionMoney>,
  currency: Money.Currency
): ReadonlyArray<Difference> => {
  const theirs = new Map(provider.map((money) => [money.sessionId, money]))
  const ours = new Map(store.map((money) => [money.sessionId, money]))
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((sessionId) => {
    const [our, their] = [ours.get(sessionId), theirs.get(sessionId)]
    if (our?.underWay === true || their?.underWay === true) return []
    const compareAmounts = (kind: string, what: string, their = 0, our = 0): ReadonlyArray<Difference> => {
      const [expected, found] = [Money.format(their, currency), Money.format(our, currency)]
      const words =
        `session ${sessionId}: by the provider's ledger ${expected} ${what}, by the store's records ${found}`
      return expected === found ? [] : [{ kind, subject: sessionId, expected, found, words }]
    }
    return [
      ...compareAmounts("provider.captured", "came in", their?.capturedMinor, our?.capturedMinor),
      ...compareAmounts("provider.refunded", "went back", their?.refundedMinor, our?.refundedMinor)
    ]
  })
}
