/**
 * The port to a vault, which takes a card from its holder and issues a token for one purchase. An agent's platform
 * calls it, at an endpoint that a program may mount; the store's use cases never do. The number passes through wrapped,
 * prints as `<redacted>`, and is not stored. Follows docs/specification.md#vault.
 *
 * @since 1.0.0
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
  /** `fpan`: the number on the card. `network_token`: a number of the card's network that counts as that card. */
  readonly numberType: "fpan" | "network_token"
  readonly number: Redacted.Redacted<string>
  /** `12` and `2030`, or both left out. */
  readonly expiryMonth: string | undefined
  readonly expiryYear: string | undefined
  readonly cvc: Redacted.Redacted<string> | undefined
}

/** A card is refused. The error contains nothing of the card. */
export class CardInvalid extends Data.TaggedError("CardInvalid")<{
  readonly part: "number" | "expiryMonth" | "expiryYear" | "cvc"
  readonly message: string
}> {}

/** The allowance can never be used: its amount is 0, or its time is over. */
export class AllowanceInvalid extends Data.TaggedError("AllowanceInvalid")<{
  readonly part: "maxAmountMinor" | "expiresAt"
  readonly message: string
}> {}

export interface TokenRequest {
  /** Chosen by the caller: a repeat with the same key returns the first token, whatever else it says. */
  readonly key: string
  readonly card: DelegatedCard
  readonly allowance: TokenAllowance
}

export class PaymentVault extends Context.Tag("@beauty-store/commerce/PaymentVault")<PaymentVault, {
  /** Issues a single-use token (`vt_…`) for a card. */
  readonly delegate: (request: TokenRequest) => Effect.Effect<
    { readonly token: string; readonly createdAt: number },
    CardInvalid | AllowanceInvalid | ProviderFault
  >
}>() {}
