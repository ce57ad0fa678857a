/**
 * The rows of checkout sessions and their payments, and how a session ends, inside the caller's transaction: its
 * pending order is cancelled, and it is closed at the provider in the background; the caller releases the units. A
 * transaction changes a session's row once: a second change would wait for whoever locked cart, draft or order.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { CartId, type Claimed, DraftId, OrderId, PaymentId, SessionId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import { PaymentMethod } from "@beauty-store/domain/Payment"
import { dayMillis } from "@beauty-store/domain/Reservation"
import * as Expiry from "@beauty-store/sql/Expiry"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { EventFacts, Source } from "../events/DomainEvents.ts"
import type { Events, RefusalOf } from "../events/Events.ts"
import * as OrderRecords from "./OrderRecords.ts"

const Row = Schema.Struct({
  id: SessionId,
  cart_id: Schema.NullOr(CartId),
  draft_id: Schema.NullOr(DraftId),
  order_id: OrderId,
  principal: Schema.String,
  email: Schema.String,
  phase: Session.Phase,
  total_minor: Query.Int,
  currency: Money.Currency,
  payment_method: Schema.NullOr(PaymentMethod),
  return_url: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  paid_by: Schema.NullOr(Schema.String),
  /** Whether the store ever made a charge for it. */
  charged: Query.Flag,
  expires_at: Query.Int,
  processing_until: Schema.NullOr(Query.Int)
})
export type SessionRow = typeof Row.Type
const sessionColumns =
  `s.id, s.cart_id, s.draft_id, s.order_id, o.principal, o.email, s.phase, s.total_minor, s.currency,
  s.payment_method, s.return_url, s.url, s.paid_by, s.charged, s.expires_at, s.processing_until`
/**
 * A session and its order, both locked in this order where the transaction may change them. The same holds for the
 * functions below.
 */
export const byId = Query.first(Row)<[id: Claimed<SessionId>]>(
  `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id WHERE s.id = ? FOR UPDATE OF s, o`
)
/** Locks a session's cart: before the session, by every transaction that needs both. */
export const lockCartOf = Query.lock<[id: Claimed<SessionId>]>(
  "SELECT c.id FROM cart c JOIN checkout_session s ON s.cart_id = c.id WHERE s.id = ? FOR UPDATE OF c"
)
/** The session of a cart that can still be paid. */
export const liveOfCart = Query.first(Row)<[cartId: CartId]>(
  `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
   WHERE s.cart_id = ? AND s.phase IN ('opening', 'open', 'processing') FOR UPDATE OF s, o`
)
/** The same, by its owner. */
export const liveOfOwner = Query.first(Row)<[principal: string, shopper: string]>(
  `SELECT ${sessionColumns} FROM cart c JOIN checkout_session s ON s.cart_id = c.id JOIN orders o ON o.id = s.order_id
   WHERE c.principal = ? AND c.shopper = ? AND s.phase IN ('opening', 'open', 'processing')`
)
/** The session of an order that can still be paid. */
export const liveOfOrder = Query.first(Row)<[orderId: OrderId]>(
  `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
   WHERE s.order_id = ? AND s.phase IN ('opening', 'open', 'processing') FOR UPDATE OF s, o`
)
/** The session of a draft that can still be paid. */
export const liveOfDraft = Query.first(Row)<[draftId: DraftId]>(
  `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
   WHERE s.draft_id = ? AND s.phase IN ('opening', 'open', 'processing') FOR UPDATE OF s, o`
)
/** The session that determines the state of a draft: the one that is live or was paid, else the newest. */
export const latestOfDraft = Query.first(Row)<[draftId: DraftId]>(
  `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
   WHERE s.draft_id = ?
   ORDER BY CASE WHEN s.phase IN ('opening', 'open', 'processing', 'complete') THEN 0 ELSE 1 END, s.id DESC
   LIMIT 1 FOR UPDATE OF s, o`
)
export const insert = Query.insert("checkout_session", [
  "id",
  "cart_id",
  "draft_id",
  "order_id",
  "phase",
  "total_minor",
  "currency",
  "payment_method",
  "return_url",
  "charged",
  "expires_at",
  "holder",
  "network"
])
export const setPhase = Query.changeOne<[phase: string, processingUntil: number | null, id: SessionId, from: string]>(
  "UPDATE checkout_session SET phase = ?, processing_until = ? WHERE id = ? AND phase = ?"
)
/** Records that a charge begins. */
export const setCharged = Query.changeOne<[phase: string, id: SessionId, from: string]>(
  "UPDATE checkout_session SET phase = ?, charged = 1 WHERE id = ? AND phase = ?"
)
/** It is paid. `url`: where its buyer goes who needs no page to pay on. */
export const setComplete = Query.changeOne<[paidBy: string, url: string | null, id: SessionId, from: string]>(
  `UPDATE checkout_session SET phase = 'complete', paid_by = ?, url = COALESCE(url, ?), holder = NULL, network = NULL
   WHERE id = ? AND phase = ?`
)
/** It ended unpaid, and what it held still counts for its holder. */
const setEnded = Query.changeOne<[phase: string, heldUntil: number, id: SessionId, from: string]>(
  "UPDATE checkout_session SET phase = ?, processing_until = NULL, held_until = ? WHERE id = ? AND phase = ?"
)
/** It ended unpaid, and counts for nobody. */
const setReleased = Query.changeOne<[phase: string, id: SessionId, from: string]>(
  `UPDATE checkout_session SET phase = ?, processing_until = NULL, holder = NULL, network = NULL
   WHERE id = ? AND phase = ?`
)
const forgetHolders = Query.change<[before: number, most: number]>(
  `UPDATE checkout_session SET holder = NULL, network = NULL, held_until = NULL WHERE id IN (
     SELECT id FROM checkout_session WHERE held_until < ? ORDER BY held_until LIMIT ? FOR UPDATE SKIP LOCKED
   )`
)

/** The holders whose holds ended a day ago: they are forgotten, and their sessions stay. */
export const expiringHolders: Expiry.ExpiringRows = {
  remove: (most) => Effect.flatMap(Clock.currentTimeMillis, (now) => forgetHolders(now - dayMillis, most)),
  nextAt: Expiry.nextBy(
    "SELECT held_until AS at FROM checkout_session WHERE held_until IS NOT NULL ORDER BY held_until LIMIT 1",
    dayMillis
  )
}
/** Saves the address of the page, once the provider has returned it; a session that waited for that is open now. */
export const setPage = Query.send<[providerId: string, url: string, id: SessionId]>(
  `UPDATE checkout_session SET provider_id = ?, url = ?, phase = CASE WHEN phase = 'opening' THEN 'open' ELSE phase END
   WHERE id = ? AND url IS NULL`
)
/** Records that a charge took nothing and the session stays, perhaps with an address where a person can pay instead. */
export const setKept = Query.change<[url: string | null, id: SessionId]>(
  `UPDATE checkout_session SET phase = CASE WHEN phase = 'processing' THEN 'open' ELSE phase END,
     processing_until = NULL, url = COALESCE(url, ?) WHERE id = ?`
)
export const insertPayment = Query.insertIfNew("payment", [
  "id",
  "session_id",
  "order_id",
  "role",
  "provider_id",
  "method",
  "instrument",
  "currency",
  "captured_minor",
  "flag",
  "charge_id",
  "at"
], "ON CONFLICT (provider_id) DO NOTHING")

/** The payment that counts for an order, with the amount that refunds have claimed. */
const PaymentRow = Schema.Struct({
  id: PaymentId,
  method: Schema.String,
  captured_minor: Query.Int,
  refunding_minor: Query.Int
})
export const paymentOf = Query.first(PaymentRow)<[orderId: OrderId]>(
  "SELECT id, method, captured_minor, refunding_minor FROM payment WHERE order_id = ? AND role = 'primary' FOR UPDATE"
)

const LeftRow = Schema.Struct({ left_minor: Query.Int })
const leftOf = Query.first(LeftRow)<[orderId: OrderId]>(
  `SELECT captured_minor - refunding_minor AS left_minor FROM payment WHERE order_id = ? AND role = 'primary'`
)
/** What is left of the payment of an order, not locked; nothing where it is not paid. */
export const leftMinorOf = (orderId: OrderId): Effect.Effect<number, never, Transaction> =>
  Effect.map(leftOf(orderId), Option.match({ onNone: () => 0, onSome: ({ left_minor }) => left_minor }))

const PhaseRow = Schema.Struct({ id: SessionId, phase: Session.Phase })
/** The session of an order and its phase, not locked. */
export const ofOrder = Query.first(PhaseRow)<[orderId: Claimed<OrderId>]>(
  "SELECT id, phase FROM checkout_session WHERE order_id = ?"
)

/** The payment status of an order without a payment that counts. */
export const unpaidStatus = (orderId: OrderId): Effect.Effect<"unpaid" | "processing", never, Transaction> =>
  Effect.map(
    ofOrder(orderId),
    (row) => Option.isSome(row) && row.value.phase === "processing" ? "processing" : "unpaid"
  )

/** The row as the domain decides on it. */
export const sessionOf = (row: SessionRow): Session.Session => ({
  phase: row.phase,
  totalMinor: row.total_minor,
  currency: row.currency,
  expiresAt: row.processing_until ?? row.expires_at,
  paidBy: row.paid_by ?? undefined
})

/**
 * Ends a live session without payment. The caller releases its units, last in the transaction. A session that ran out
 * or was called off counts for its holder; one that the provider or a bank refused counts for nobody.
 */
export const end = Effect.fnUntraced(
  function*<const S extends Source>(
    row: SessionRow,
    phase: "expired" | "cancelled" | "failed",
    source: S,
    reason?: string
  ): Effect.fn.Return<
    void,
    RefusalOf<EventFacts & { readonly type: "order.cancelled"; readonly source: S }>,
    Transaction | Jobs | Events
  > {
    const jobs = yield* Jobs
    const now = yield* Clock.currentTimeMillis
    const isRefused = phase === "failed" || (phase === "cancelled" && source === "system")
    if (isRefused) yield* setReleased(phase, row.id, row.phase)
    else {
      yield* setEnded(phase, now, row.id, row.phase)
      yield* Expiry.note(now + dayMillis)
    }
    yield* OrderRecords.changeStatus(row.order_id, "pending", "cancelled", {
      type: "order.cancelled",
      source,
      data: reason === undefined ? {} : { reason }
    })
    yield* jobs.schedule("checkout", row.id, now)
  }
)
