/**
 * The rows of payments that the provider has and the store has no row of, and how far the provider was walked.
 *
 * A row is `unsettled` while its session is known and still to be settled, and is deleted once it is. One of an unknown
 * session is `unknown` until it is `refunded`, or the provider has `refused` to; it stays, because it counts as spent
 * (`SpendingLedger`). All of it runs inside the caller's transaction. Follows docs/specification.md#reconciliation.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type Claimed, SessionId } from "@beauty-store/domain/Ids"
import { Currency } from "@beauty-store/domain/Money"
import * as Query from "@beauty-store/sql/Query"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({
  provider_id: Schema.String,
  state: Schema.Literal("unsettled", "unknown", "refunded", "refused"),
  amount_minor: Query.Int,
  refunded_minor: Query.Int,
  currency: Currency
})
export const byId = Query.first(Row)<[providerId: string]>(
  "SELECT provider_id, state, amount_minor, refunded_minor, currency FROM unrecorded_payment WHERE provider_id = ?"
)
/** Returns 0 where it was found before. */
export const insert = Query.insertIfNew("unrecorded_payment", [
  "provider_id",
  "session_id",
  "order_id",
  "state",
  "amount_minor",
  "refunded_minor",
  "currency",
  "instrument",
  "charge_key",
  "mandate_id",
  "numbered",
  "at",
  "found_at"
], "ON CONFLICT (provider_id) DO NOTHING")
export const end = Query.change<[state: "refunded" | "refused", providerId: string]>(
  "UPDATE unrecorded_payment SET state = ? WHERE provider_id = ? AND state = 'unknown'"
)
/** Forgets those that were settled meanwhile. */
export const removeSettled = Query.change(
  `DELETE FROM unrecorded_payment WHERE state = 'unsettled'
     AND EXISTS (SELECT 1 FROM payment p WHERE p.provider_id = unrecorded_payment.provider_id)`
)
/** When those were paid whose receipts' numbers are not left out yet. */
export const unnumbered = Query.all(Schema.Struct({ at: Query.Int }))(
  "SELECT at FROM unrecorded_payment WHERE numbered = 0 ORDER BY at, provider_id"
)
export const setNumbered = Query.change("UPDATE unrecorded_payment SET numbered = 1 WHERE numbered = 0")

const Walk = Schema.Struct({ seen_until: Query.Int, restored: Query.Flag, notes: Query.Int })
/** Locks the walk's row. */
export const walk = Query.first(Walk)("SELECT seen_until, restored, notes FROM payment_walk FOR UPDATE")
/**
 * A first walk begins at the last event that the store remembers, by their ids, which grow with time; a new store
 * remembers nothing and begins now.
 */
export const beginWalks = Query.change<[now: number]>(
  `INSERT INTO payment_walk (one, seen_until, restored, notes)
   SELECT 1, coalesce((SELECT e.at FROM event e ORDER BY e.id DESC LIMIT 1), CAST(? AS BIGINT)), 0, 0 WHERE 1 = 1
   ON CONFLICT (one) DO NOTHING`
)
export const savePage = Query.changeOne<[seenUntil: number, restored: number, notes: number]>(
  "UPDATE payment_walk SET seen_until = ?, restored = ?, notes = ?"
)
export const endWalk = Query.changeOne<[walkedAt: number]>(
  "UPDATE payment_walk SET walked_at = ?, restored = 0, notes = 0"
)

/** The phase of a session, if the store has it. */
export const phaseOf = Query.first(Schema.Struct({ id: SessionId, phase: Session.Phase }))<
  [sessionId: Claimed<SessionId>]
>("SELECT id, phase FROM checkout_session WHERE id = ?")
