/**
 * The rows of purchase drafts: read, written, and deleted when they are abandoned. The contents of a draft are one
 * document, checked by the domain's schema whenever it is read.
 *
 * All of it runs inside the caller's transaction. A draft is locked before its session. Follows
 * docs/specification.md#drafts.
 */
import { type Claimed, DraftId } from "@beauty-store/domain/Ids"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import * as Expiry from "@beauty-store/sql/Expiry"
import * as Query from "@beauty-store/sql/Query"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** `checkout`: it is paid in the end. `cart`: it never is. */
export const Kind = Schema.Literal("checkout", "cart")
export type Kind = typeof Kind.Type

const DraftText = Query.Json(Domain.Draft)
const encodeDraft = Schema.encodeSync(DraftText)
const FailedText = Query.Json(Schema.Struct({ problem: Domain.PaymentProblem, text: Schema.String }))
const encodeFailed = Schema.encodeSync(FailedText)

const Row = Schema.Struct({
  id: DraftId,
  kind: Kind,
  principal: Schema.String,
  shopper: Schema.String,
  document: DraftText,
  failed: Schema.NullOr(FailedText),
  created_at: Query.Int,
  updated_at: Query.Int,
  expires_at: Query.Int,
  cancelled_at: Schema.NullOr(Query.Int)
})
export type DraftRow = typeof Row.Type
/** A purchase draft, locked where the transaction may change it. */
export const byId = Query.first(Row)<[id: Claimed<DraftId>]>(
  `SELECT id, kind, principal, shopper, document, failed, created_at, updated_at, expires_at, cancelled_at
   FROM draft WHERE id = ? FOR UPDATE`
)
const insertRow = Query.insert("draft", [
  "id",
  "kind",
  "principal",
  "shopper",
  "document",
  "created_at",
  "updated_at",
  "expires_at"
])
const setDocument = Query.changeOne<
  [document: string, failed: string | null, updatedAt: number, expiresAt: number, id: DraftId]
>("UPDATE draft SET document = ?, failed = ?, updated_at = ?, expires_at = ? WHERE id = ?")
export const setCancelled = Query.changeOne<[cancelledAt: number, updatedAt: number, id: DraftId]>(
  "UPDATE draft SET cancelled_at = ?, updated_at = ? WHERE id = ?"
)

const isUnused = "NOT EXISTS (SELECT 1 FROM checkout_session s WHERE s.draft_id = d.id)"
const deleteForgotten = Query.change<[before: number, most: number]>(
  `WITH forgotten AS MATERIALIZED (
     SELECT d.id FROM draft d WHERE d.expires_at < ? AND ${isUnused}
     ORDER BY d.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
   )
   DELETE FROM draft WHERE id IN (SELECT id FROM forgotten)`
)
/** The purchase drafts that are past their retention. One with a session stays. */
export const expiring: Expiry.ExpiringRows = {
  remove: (most) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => deleteForgotten(now - Domain.retentionMillis, most)),
  nextAt: Expiry.nextBy(
    `SELECT d.expires_at AS at FROM draft d WHERE ${isUnused} ORDER BY d.expires_at LIMIT 1`,
    Domain.retentionMillis
  )
}

/** Writes a new draft. */
export const insert = (draft: Omit<DraftRow, "cancelled_at" | "failed">) =>
  Effect.zipRight(
    insertRow({
      id: draft.id,
      kind: draft.kind,
      principal: draft.principal,
      shopper: draft.shopper,
      document: encodeDraft(draft.document),
      created_at: draft.created_at,
      updated_at: draft.updated_at,
      expires_at: draft.expires_at
    }),
    Expiry.note(draft.expires_at + Domain.retentionMillis)
  )

/** Saves a draft's document, and the outcome of the last attempt to pay. */
export const update = ({ document, expires_at, failed, id, updated_at }: DraftRow) =>
  setDocument(encodeDraft(document), failed === null ? null : encodeFailed(failed), updated_at, expires_at, id)
