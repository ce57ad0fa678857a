/**
 * A checkout session as its owner sees it, and the two errors where there is nothing to see: it does not belong to the
 * caller, or another one replaced it.
 *
 * Left out on purpose: changes of a session. Follows docs/specification.md#checkout-sessions.
 *
 * @since 1.0.0
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type OrderId, SessionId } from "@beauty-store/domain/Ids"
import type { Currency } from "@beauty-store/domain/Money"
import { sign, type StoreSecret } from "@beauty-store/sql/Secrets"
import type * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import * as SessionRecords from "../records/SessionRecords.ts"

export type { SessionRow } from "../records/SessionRecords.ts"

/** The purpose of the mark in a return address. */
export const returnPurpose = "checkout return"

/** The store's own address to which a payer comes back. */
export const returnAddressOf = (
  { policy: { baseUrl }, secret }: {
    readonly policy: { readonly baseUrl: string }
    readonly secret: Context.Tag.Service<typeof StoreSecret>
  },
  sessionId: SessionId
): string => `${baseUrl}/checkout/return/${sign(secret, returnPurpose, sessionId)}`

export interface SessionView {
  readonly sessionId: SessionId
  readonly orderId: OrderId
  readonly status: Session.Status
  readonly paymentStatus: "unpaid" | "processing" | "paid"
  readonly redirectUrl: string
  readonly expiresAt: number
  readonly totalMinor: number
  readonly currency: Currency
}

/** While this checkout was under way, another checkout of the same cart replaced it. */
export class CheckoutSuperseded extends Schema.TaggedError<CheckoutSuperseded>()("CheckoutSuperseded", {
  sessionId: SessionId.claimed
}) {}

/** The caller has no checkout session of this id. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {
  sessionId: SessionId.claimed
}) {}

const paymentStatuses = { open: "unpaid", processing: "processing", complete: "paid", expired: "unpaid" } as const

export const viewOf = (row: SessionRecords.SessionRow): SessionView => ({
  sessionId: row.id,
  orderId: row.order_id,
  status: Session.status(row.phase),
  paymentStatus: paymentStatuses[Session.status(row.phase)],
  redirectUrl: row.url ?? "",
  expiresAt: SessionRecords.sessionOf(row).expiresAt,
  totalMinor: row.total_minor,
  currency: row.currency
})
