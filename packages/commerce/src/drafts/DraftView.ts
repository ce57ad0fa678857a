/**
 * A purchase draft as its editor, or the person who takes it over, sees it: with today's prices and stock and
 * everything that blocks it, or, once it is being paid, as the order that it became. Follows
 * docs/specification.md#drafts.
 *
 * @since 1.0.0
 */
import { dayOf, type TimeZone } from "@beauty-store/domain/Days"
import type { DraftId, OrderId, ProductId } from "@beauty-store/domain/Ids"
import { defaultLanguage } from "@beauty-store/domain/Language"
import type * as Pricing from "@beauty-store/domain/Pricing"
import * as Promotion from "@beauty-store/domain/Promotion"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import { methodOf, type ShippingMethod } from "@beauty-store/domain/Shipping"
import { type Availability, availability } from "@beauty-store/domain/Stock"
import { sign, type StoreSecret } from "@beauty-store/sql/Secrets"
import type { Transaction } from "@beauty-store/sql/Transactions"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as OrderRecords from "../records/OrderRecords.ts"
import type { Kind } from "./DraftRecords.ts"
import { type LoadedDraft, settledStatus } from "./DraftState.ts"

export type { Kind } from "./DraftRecords.ts"
export type { LoadedDraft } from "./DraftState.ts"

export interface DraftView {
  readonly id: DraftId
  readonly kind: Kind
  readonly status: Domain.Status
  readonly draft: Domain.Draft
  readonly lines: ReadonlyArray<{
    readonly productId: ProductId
    readonly name: string
    readonly quantity: number
    readonly unitPriceMinor: number
    /** The price of all units at the unit price, and the discount on it. */
    readonly listMinor: number
    readonly discountMinor: number
    readonly lineTotalMinor: number
    /** Available units; undefined where it has been bought. */
    readonly available: number | undefined
    readonly availability: Availability | undefined
  }>
  readonly sums: Pricing.Sums
  /** The promotions that count, in the draft's language; and of each code that was given, why it takes nothing off. */
  readonly promotions: ReadonlyArray<Promotion.Applied>
  readonly codes: Promotion.Outcome["codes"]
  /** Whether a promotion frees the shipping. */
  readonly freesShipping: boolean
  readonly method: ShippingMethod
  readonly options: Domain.Appraisal["options"]
  readonly messages: ReadonlyArray<Domain.Message>
  /** The order that it became. */
  readonly orderId: OrderId | undefined
  /** The order that it last became and that nobody has paid: the provider may have a page for it. */
  readonly unpaidOrderId: OrderId | undefined
  /** The capability of the page on which a person takes over and pays; undefined where there is nothing to pay. */
  readonly handover: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
}

/** The purpose of the mark in a handover's address. */
export const handoverPurpose = "draft handover"

/** Everything else that a view is made from, besides the draft. */
export interface ViewContext {
  readonly secret: Context.Tag.Service<typeof StoreSecret>
  readonly terms: Domain.Terms
  readonly timeZone: TimeZone
}

const optionOf = ({ strategies }: Domain.Terms, method: ShippingMethod) => {
  const { description, title } = methodOf(strategies.shipping, method)
  return { method, title, description }
}

export const viewOf = Effect.fnUntraced(
  function*(
    { secret, terms, timeZone }: ViewContext,
    loaded: LoadedDraft,
    now: number
  ): Effect.fn.Return<DraftView, never, Transaction> {
    const { failed, isRevised, offers, row, session } = loaded
    const appraisal = Domain.appraise(
      row.document,
      row,
      loaded,
      { ...terms, on: dayOf(now, timeZone) },
      failed,
      isRevised
    )
    const { counted, ...promotions } = appraisal.priced.promotions
    const status = settledStatus(loaded, now) ?? appraisal.status
    const base = {
      id: row.id,
      kind: row.kind,
      status,
      draft: row.document,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      expiresAt: row.expires_at
    }
    // A draft that is being paid, or was paid, is shown as the order: at the prices of that day.
    if (session !== undefined && (status === "completing" || status === "completed")) {
      const order = yield* Effect.orDie(OrderRecords.find(session.order_id))
      const lines = yield* OrderRecords.linesOf(order.id)
      return {
        ...base,
        lines: lines.map((line) => ({ ...line, available: undefined, availability: undefined })),
        sums: OrderRecords.sumsOf(order),
        promotions: order.promotions ?? [],
        codes: [],
        freesShipping: false,
        method: order.shipping_method,
        options: [{ ...optionOf(terms, order.shipping_method), chargeMinor: order.shipping_minor }],
        messages: [],
        orderId: status === "completed" ? order.id : undefined,
        unpaidOrderId: undefined,
        handover: undefined
      }
    }
    return {
      ...base,
      lines: appraisal.priced.lines.map((line, n) => {
        const offer = offers[n]!
        return { ...line, ...offer, availability: availability(offer.available, offer.lowStock ?? terms.stock.low) }
      }),
      sums: appraisal.priced,
      ...promotions,
      promotions: Promotion.appliedIn(counted, row.document.language ?? defaultLanguage),
      method: appraisal.method,
      options: appraisal.options,
      messages: Domain.isFinal(status) ? [] : appraisal.messages,
      orderId: undefined,
      unpaidOrderId: session?.order_id,
      handover: row.kind === "checkout" && Domain.isPayable(status) ? sign(secret, handoverPurpose, row.id) : undefined
    }
  }
)
