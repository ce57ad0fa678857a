/**
 * The settings of the simulated provider: facts about the shop and the addresses of both. Everything else comes from
 * its ledger and its fault plan.
 *
 * Addresses are effects, because a server that listens on any free port knows its own address only once it listens:
 * readers of an address wait for it.
 *
 * @since 1.0.0
 */
import type { TimeZone } from "@beauty-store/domain/Days"
import type { Locale } from "@beauty-store/domain/Language"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The merchant's own pages, for payers who need more than the payment page says. */
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
    /** In which payers are told times; default: the default of shops. */
    readonly timeZone?: TimeZone
    /** Undefined where the merchant has none; a function where they are in the payer's language. */
    readonly merchantPages?: MerchantPages | ((language: Locale) => MerchantPages)
    /** The public address of the hosted pages, without a slash at the end: `http://localhost:3000`. */
    readonly publicUrl: Effect.Effect<string>
    /** Where the shop receives notifications: `http://localhost:3000/api/payments/notifications`. */
    readonly notificationUrl: Effect.Effect<string>
  }
>() {}
