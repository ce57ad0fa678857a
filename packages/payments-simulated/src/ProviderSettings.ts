/**
 * What the simulated provider has to be told about its requestServices. Everything else it knows or draws.
 *
 * Addresses are effects, because a server that listens on any free port knows its own only once it listens: whoever
 * needs one waits for it.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The merchant's own pages, to which payers are led who need more than the payment page says. */
export interface MerchantPages {
  readonly home: string
  readonly help: string
  readonly terms: string
  readonly privacy: string
}

export class ProviderSettings extends Context.Tag("@beauty-store/payments-simulated/ProviderSettings")<
  ProviderSettings,
  {
    /** The shop's name, as payers see it. */
    readonly merchant: string
    /** Absent where the merchant has none. */
    readonly merchantPages?: MerchantPages
    /** Where the hosted pages are reachable from outside, without a slash at the end: `http://localhost:3000`. */
    readonly publicUrl: Effect.Effect<string>
    /** Where the shop takes notifications: `http://localhost:3000/api/payments/notifications`. */
    readonly notificationUrl: Effect.Effect<string>
  }
>() {}
