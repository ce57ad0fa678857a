/**
 * The port to a vault, which takes a card from its holder and gives out a token for one purchase.
 *
 * It stands beside `PaymentProvider` because the store's use cases never call it. An agent's platform does, at an
 * endpoint that a program may mount; a store whose agents bring tokens from elsewhere has none. The number goes through
 * wrapped, so that it prints as `<redacted>`, and is not kept: the vault remembers a fingerprint and what the card's
 * bank will say.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ProviderFault } from "./PaymentProvider.ts"

/** The bounds of a token; each is checked when it is charged. */
export interface TokenAllowance {
  /** The one checkout session that it pays, by the store's id. */
  readonly sessionId: string
  readonly merchantId: string
  /** ISO 4217, upper case. */
  readonly currency: string
  /** Inclusive, and positive. */
  readonly maxAmountMinor: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export interface DelegatedCard {
  /** `fpan`: the number on the card. `network_token`: a stand-in by the card's network, which counts as that card. */
  readonly numberType: "fpan" | "network_token"
  readonly number: Redacted.Redacted<string>
  /** `12` and `2030`, or both left out. */
  readonly expiryMonth: string | undefined
  readonly expiryYear: string | undefined
  readonly cvc: Redacted.Redacted<string> | undefined
}

/** A card is refused. Nothing of the card stands in the error. */
export class CardInvalid extends Data.TaggedError("CardInvalid")<{
  readonly part: "number" | "expiryMonth" | "expiryYear" | "cvc"
  readonly message: string
}> {}

/** The allowance can never be used: nothing to spend, or over already. */
export class AllowanceInvalid extends Data.TaggedError("AllowanceInvalid")<{
  readonly part: "maxAmountMinor" | "expiresAt"
  readonly message: string
}> {}

export interface TokenRequest {
  /** Of the caller's making: a repeat with the same key returns the first token, whatever else it says. */
  readonly key: string
  readonly card: DelegatedCard
  readonly allowance: TokenAllowance
}

export class PaymentVault extends Context.Tag("@beauty-store/commerce/PaymentVault")<PaymentVault, {
  /** Gives out a single-use token (`vt_…`) for a card. */
  readonly delegate: (request: TokenRequest) => Effect.Effect<
    { readonly token: string; readonly createdAt: number },
    CardInvalid | AllowanceInvalid | ProviderFault
  >
}>() {}
