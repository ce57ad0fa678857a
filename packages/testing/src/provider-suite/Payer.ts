/**
 * Whoever pays in the suite: what people can do on a provider's page, and what came of it.
 *
 * The provider's own tests bring one. It knows which numbers or buttons a `Try` is there; the promises do not.
 */
import type {
  NotificationMessage,
  ProviderMandate,
  ProviderSession
} from "@beauty-store/commerce/payment/PaymentProvider"
import type { TokenAllowance } from "@beauty-store/commerce/payment/PaymentVault"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Ways that a payer may try, whatever numbers or buttons they are at this provider. */
export type Try =
  /** A good card. */
  | "card"
  /** Another good card. */
  | "other card"
  /** The first good card, through a wallet. */
  | "wallet of card"
  | "declined card"
  /** A card whose bank asks, and is answered well or badly. */
  | "challenged card, confirmed"
  | "challenged card, failed"
  /** A way to pay that is decided later, in favour. */
  | "later"

/** What the payer saw: `refused` where the page took no payment any more. */
export type Seen = "paid" | "processing" | "declined" | "refused"

export class Payer extends Context.Tag("@beauty-store/testing/Payer")<Payer, {
  readonly pay: (session: ProviderSession, how: Try) => Effect.Effect<Seen>
  /** Allows a mandate with a card, or turns it down. Answers whether it is decided. */
  readonly decide: (mandate: ProviderMandate, how: Try | "no") => Effect.Effect<boolean>
  /** Has a vault give out a token for a card. */
  readonly delegate: (how: Try, allowance: TokenAllowance) => Effect.Effect<string>
  /** Everything the provider has sent to the shop so far. */
  readonly notifications: Effect.Effect<ReadonlyArray<NotificationMessage>>
}>() {}
