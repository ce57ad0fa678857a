/**
 * The services from which the use cases of purchase drafts are made, gathered once for each store, with the shop's
 * policy for drafts.
 */
import type * as Domain from "@beauty-store/domain/PurchaseDraft"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"
import { ShopAttributes } from "../Attributes.ts"
import { Checkout } from "../checkout/Checkout.ts"
import { recordWriting } from "../checkout/CheckoutDependencies.ts"
import { Policy } from "../Policy.ts"
import * as Strategies from "../Strategies.ts"
import type { Kind } from "./DraftRecords.ts"

export const dependencies = Effect.gen(function*() {
  const { allowance, currency, drafts, languages, shipping, stock, timeZone } = yield* Policy
  const terms: Domain.Terms = {
    currency,
    shipping,
    stock,
    strategies: yield* Strategies.pricing,
    delegatedLimitMinor: allowance.perTransaction
  }
  /** How long a draft waits for its next change, in milliseconds. */
  const lifetimeMillis: Readonly<Record<Kind, number>> = { checkout: drafts.checkoutMillis, cart: drafts.cartMillis }
  return {
    ...(yield* recordWriting),
    timeZone,
    checkout: yield* Checkout,
    secret: yield* StoreSecret,
    shop: yield* ShopAttributes,
    languages,
    terms,
    lifetimeMillis
  }
})
export type Dependencies = Effect.Effect.Success<typeof dependencies>
