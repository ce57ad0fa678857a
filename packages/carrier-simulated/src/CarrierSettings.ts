/**
 * The settings of the simulated carrier: how fast its clock runs, where the shop listens, and how the carrier
 * subscribes to the shop's webhooks. Everything else comes from its ledger and its fault plan.
 *
 * @since 1.0.0
 */
import type * as Signature from "@beauty-store/outbound/Signature"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The carrier's subscription to the shop's webhooks. */
export interface Subscription {
  readonly subscriptionId: string
  readonly url: string
}

export class CarrierSettings extends Context.Tag("@beauty-store/carrier-simulated/CarrierSettings")<CarrierSettings, {
  /** How long one stage of a parcel's journey (`ParcelRoute.steps`) lasts. */
  readonly stageMillis: number
  /** Where the carrier receives webhooks: `http://127.0.0.1:3000/carrier/hooks`. */
  readonly hookUrl: string
  /** Where the shop receives messages: `http://127.0.0.1:3000/api/webhooks`. */
  readonly messageUrl: string
  /** The secret that signs the carrier's messages. */
  readonly messageSecret: Signature.Secret
  /** How a partner subscribes at the shop. */
  readonly shop: {
    readonly subscriptions: Effect.Effect<ReadonlyArray<Subscription>, unknown>
    readonly subscribe: (url: string) => Effect.Effect<Subscription & { readonly secret: string }, unknown>
    /** Moves the same subscription to another address: waiting deliveries go there. */
    readonly move: (subscriptionId: string, url: string) => Effect.Effect<void, unknown>
    readonly unsubscribe: (subscriptionId: string) => Effect.Effect<void, unknown>
  }
}>() {}
