/**
 * The state of a purchase draft: its document beside its latest session, today's offers, and the outcome of the last
 * attempt to pay; and whether it can still be changed.
 *
 * The rule: nothing about money is stored twice. A draft is completed, or being completed, if its session is. Left out
 * on purpose: what blocks a draft (`PurchaseDraft.appraise`, in the domain). Follows docs/specification.md#drafts.
 */
import type { Definitions } from "@beauty-store/domain/Attribute"
import * as Catalogue from "@beauty-store/domain/Catalog"
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type BrandId, type Claimed, DraftId, type ProductId } from "@beauty-store/domain/Ids"
import { answerIn, type Languages } from "@beauty-store/domain/Language"
import type * as Promotion from "@beauty-store/domain/Promotion"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import { available } from "@beauty-store/domain/Stock"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Carts from "../cart/Carts.ts"
import * as ProductNames from "../catalog/ProductNames.ts"
import type { Owner } from "../identity/Identity.ts"
import * as PromotionRecords from "../promotions/PromotionRecords.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as DraftRecords from "./DraftRecords.ts"

/** The caller has no draft of this id. */
export class DraftNotFound extends Schema.TaggedError<DraftNotFound>()("DraftNotFound", { draftId: DraftId.claimed }) {
  override get message(): string {
    return `There is no draft ${this.draftId}.`
  }
}

/** It was paid or cancelled, or its time ran out: it never changes again. */
export class DraftClosed extends Schema.TaggedError<DraftClosed>()("DraftClosed", {
  draftId: DraftId.claimed,
  status: Domain.Status
}) {
  override get message(): string {
    return `This checkout is ${this.status} and can no longer be changed.`
  }
}

/** A payment is under way: its outcome is known in a moment. */
export class DraftBusy extends Schema.TaggedError<DraftBusy>()("DraftBusy", {
  draftId: DraftId.claimed,
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    return "A payment for this checkout is under way."
  }
}

/** Why a draft cannot be changed. */
export type NotChangeable = DraftNotFound | DraftClosed | DraftBusy

/** The caller's draft of a kind. */
export const find = (owner: Owner, kind: DraftRecords.Kind, draftId: Claimed<DraftId>) =>
  Effect.flatMap(
    DraftRecords.byId(draftId),
    (row) =>
      Option.isSome(row) && row.value.kind === kind && row.value.principal === owner.principal
        ? Effect.succeed(row.value)
        : new DraftNotFound({ draftId })
  )

/** Today's offers of lines, in their order; the product of each line exists. */
export const offersOf = (shop: Definitions, lines: ReadonlyArray<{ readonly productId: Claimed<ProductId> }>) =>
  Effect.forEach(lines, ({ productId }) =>
    Effect.flatMap(
      Carts.offerOf(productId),
      Option.match({
        onNone: () => new Catalogue.ProductNotFound({ productId }),
        onSome: ({ archived_at, brand_id, category, id, name, on_hand, price_minor, reserved, vat_class, ...row }) =>
          Effect.succeed({
            brandId: brand_id,
            category,
            isArchived: archived_at !== null,
            productId: id,
            name,
            attributes: Carts.attributesOfOffer(shop, id, row),
            priceMinor: price_minor,
            vatClass: vat_class ?? undefined,
            weightGrams: row.weight_grams ?? undefined,
            lowStock: row.low_stock ?? undefined,
            onHand: on_hand,
            reserved,
            available: available({ onHand: on_hand, reserved })
          })
      })
    ))

/** A purchase draft with everything that its view needs. */
export interface LoadedDraft {
  readonly row: DraftRecords.DraftRow
  /** Its latest session, if there ever was one. */
  readonly session: SessionRecords.SessionRow | undefined
  /** Units that its own live session has reserved count as available to it. */
  readonly offers: ReadonlyArray<
    Domain.Offer & {
      readonly name: string
      readonly onHand: number
      readonly reserved: number
      readonly isArchived: boolean
      readonly brandId: BrandId
      readonly category: Catalogue.Category
    }
  >
  readonly promotions: Promotion.Offered
  /** Why the last attempt to pay took nothing, unless the draft was changed since. */
  readonly failed: Domain.FailedPayment | undefined
  /** Its editor has just changed it. Default: no. */
  readonly isRevised?: boolean
}

const tokenDeclines: Readonly<Record<string, string>> = {
  token_not_found: "The payment token is not known.",
  token_used: "The payment token has been used before.",
  token_expired: "The payment token has expired.",
  token_session_mismatch: "The payment token was issued for another checkout.",
  token_merchant_mismatch: "The payment token was issued for another shop.",
  token_currency_mismatch: "The payment token is for another currency.",
  token_amount_exceeded: "The payment token does not cover the total."
}

/** Why a charge took nothing, in words for the buyer. */
const failureOf = (charge: ChargeRecords.ChargeRow): Domain.FailedPayment | undefined => {
  switch (charge.state) {
    case "declined": {
      const reason = charge.reason ?? "card_declined"
      const text = tokenDeclines[reason]
      if (text === undefined) {
        return { problem: "payment_declined", text: `The payment was declined: ${reason.replaceAll("_", " ")}.` }
      }
      return { problem: reason === "token_expired" ? "token_expired" : "token_refused", text }
    }
    case "challenged":
      return { problem: "authentication_required", text: "The payer's bank requires authentication first." }
    case "refused":
      return { problem: "limit_exceeded", text: charge.refusal!.message }
    default:
      return undefined
  }
}

/** The promotions that a draft may have now. What its own live session used up counts as available to it. */
export const promotionsOf = (document: Domain.Draft, session: SessionRecords.SessionRow | undefined) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    PromotionRecords.offer(
      document.discountCodes,
      { email: Domain.emailOf(document), earlier: session?.order_id },
      now
    ))

export const load = Effect.fnUntraced(
  function*(
    { languages, shop }: { readonly languages: Languages; readonly shop: Definitions },
    row: DraftRecords.DraftRow
  ): Effect.fn.Return<LoadedDraft, never, Transaction> {
    const session = Option.getOrUndefined(yield* SessionRecords.latestOfDraft(row.id))
    const isLive = session !== undefined && Session.isLive(session.phase)
    const held = isLive ? yield* OrderRecords.unitsOf(session.order_id) : []
    const charge = isLive && session.charged ? (yield* ChargeRecords.ofSession(session.id)).at(-1) : undefined
    const { language, lines } = row.document
    const catalogued = yield* Effect.orDie(offersOf(shop, lines))
    const offers = yield* ProductNames.inLanguage(
      languages,
      answerIn(languages, language),
      catalogued.map((offer, n) => ({ ...offer, productId: lines[n]!.productId })),
      ({ productId }) => productId
    )
    return {
      row,
      session,
      promotions: yield* promotionsOf(row.document, session),
      failed: row.failed ?? (charge === undefined ? undefined : failureOf(charge)),
      offers: offers.map((offer, n) => ({
        ...offer,
        available: offer.isArchived
          ? 0
          : offer.available +
            (held.find(({ productId }) => productId === row.document.lines[n]!.productId)?.quantity ?? 0)
      }))
    }
  }
)

/** The status of a draft that does not depend on its contents; undefined where it can still be changed and paid. */
export const settledStatus = (
  { row, session }: Pick<LoadedDraft, "row" | "session">,
  now: number
): Domain.Status | undefined =>
  Domain.settledStatus(
    { cancelled: row.cancelled_at !== null, expiresAt: row.expires_at, phase: session?.phase },
    now
  )

/** Fails where a draft cannot be changed: it is final, or a payment for it is under way. */
export const mustBeChangeable = (
  loaded: Pick<LoadedDraft, "row" | "session">,
  now: number
): Effect.Effect<void, DraftClosed | DraftBusy> => {
  const status = settledStatus(loaded, now)
  if (status === undefined) return Effect.void
  return status === "completing"
    ? new DraftBusy({ draftId: loaded.row.id, retryAfterSeconds: 1 })
    : new DraftClosed({ draftId: loaded.row.id, status })
}

/** Ends a draft's session that nobody is paying. Returns its units, for the caller to release last. */
export const endSession = (session: SessionRecords.SessionRow | undefined) =>
  session === undefined || !Session.isLive(session.phase)
    ? Effect.succeed([])
    : Effect.zipLeft(OrderRecords.unitsOf(session.order_id), SessionRecords.end(session, "cancelled", "shopper"))
