/**
 * Changes of a purchase draft, applied to its document. Fields that a change leaves out stay as they are, and a line
 * that stays keeps the price that its editor was last shown. Follows docs/specification.md#drafts.
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import type { Claimed, ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import type { ShippingMethod } from "@beauty-store/domain/Shipping"
import * as Effect from "effect/Effect"
import { offersOf } from "./DraftState.ts"

/** A change of a draft. Fields that it leaves out stay as they are. */
export interface Changes {
  /** Everything that is to be bought. Units of the same product add up. */
  readonly lines?: ReadonlyArray<{ readonly productId: Claimed<ProductId>; readonly quantity: number }> | undefined
  readonly buyer?: Domain.Buyer | undefined
  readonly recipient?: Domain.Recipient | undefined
  readonly billing?: ShippingAddress | undefined
  readonly method?: ShippingMethod | undefined
  readonly note?: string | undefined
  /** In which the order is going to speak to the buyer. */
  readonly language?: Language | undefined
  readonly discountCodes?: ReadonlyArray<string> | undefined
}

/** The document with a change applied, except for its lines. */
export const withDetails = (draft: Domain.Draft, details: Omit<Changes, "lines">): Domain.Draft => ({
  ...draft,
  ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
})

/** The document with a change applied. Fails for a product that the shop does not have. */
export const withChanges = Effect.fnUntraced(function*(draft: Domain.Draft, changes: Changes) {
  const { lines, ...details } = changes
  if (lines === undefined) return withDetails(draft, details)
  const merged = Domain.mergeLines(lines)
  const offers = yield* offersOf({}, merged)
  return {
    ...withDetails(draft, details),
    lines: offers.map(({ priceMinor, productId }, n): Domain.Line => ({
      productId,
      quantity: merged[n]!.quantity,
      priceSeenMinor: draft.lines.find((line) => line.productId === productId)?.priceSeenMinor ?? priceMinor
    }))
  }
})
