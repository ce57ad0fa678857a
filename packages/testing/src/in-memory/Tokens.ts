/**
 * The tokens of the vault beside the provider in memory: a test has one issued, and a charge uses it up.
 *
 * What a token may pay is asked in `Charges`.
 */
import type { DelegatedToken, PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Calls, faultsOnly } from "./Calls.ts"
import type { Ledger } from "./Ledger.ts"

export const methodsOf = (
  { tokens }: Ledger,
  { call }: Calls
): Pick<typeof PaymentProvider.Service, "lookUpToken"> => ({
  lookUpToken: (token) =>
    faultsOnly(call("lookUpToken", token, () => Effect.sync(() => Option.fromNullable(tokens.get(token)))))
})

export const controlsOf = ({ tokens }: Ledger) => ({
  tokens,
  /** A vault issues a token; what the test does not set fits the charge. */
  issueToken: (token: string, of: Partial<DelegatedToken> & Pick<DelegatedToken, "sessionId">) =>
    void tokens.set(token, {
      token,
      instrument: "visa-4242",
      merchantId: "beauty-store",
      currency: "EUR",
      maxAmountMinor: 1_000_000,
      expiresAt: Number.MAX_SAFE_INTEGER,
      used: false,
      ...of
    })
})
