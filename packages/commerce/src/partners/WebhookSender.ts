/**
 * The port by which messages to partners leave the store.
 *
 * An adapter signs and posts one message: it follows no redirect and connects to no private address, and it checks at
 * each attempt where an address leads, because names can be pointed elsewhere. It tries once; `WebhookDeliveries`
 * decides when to try again. Follows docs/specification.md#webhooks-out and docs/specification.md#outgoing-requests.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Dialect } from "./Dialects.ts"

/** A message for a partner, before it is signed. */
export interface OutgoingMessage {
  readonly id: string
  readonly url: string
  /** `whsec_…`: the secret with which the partner checks the signature. */
  readonly secret: string
  /** The secret before that one, which is still to be signed with, too. */
  readonly previousSecret?: string | undefined
  readonly body: string
  /** The signature of the partner's dialect, where it has one of its own. */
  readonly sign?: Dialect["sign"] | undefined
}

/** The partner did not accept the message. The reason is a few words that contain nothing the partner sent. */
export class DeliveryFailed extends Data.TaggedError("DeliveryFailed")<{ readonly reason: string }> {}

/** Messages cannot be sent to the address: not http(s), or inside a private network. */
export class TargetForbidden extends Schema.TaggedError<TargetForbidden>()("TargetForbidden", {
  reason: Schema.String
}) {
  override get message(): string {
    return `Nothing is sent to this address: ${this.reason}.`
  }
}

/** Signs and posts messages. */
export class WebhookSender extends Context.Tag("@beauty-store/commerce/WebhookSender")<WebhookSender, {
  /**
   * Whether an address may be subscribed at all, by its form, without waiting for anything. Every attempt checks where
   * it leads.
   */
  readonly check: (url: string) => Effect.Effect<void, TargetForbidden>
  /** Success: the partner returned 2xx in time. */
  readonly send: (message: OutgoingMessage) => Effect.Effect<void, DeliveryFailed>
}>() {}

/** Sends nothing, and says that it arrived: for tests, and for a shop without partners. */
export const layerNoop: Layer.Layer<WebhookSender> = Layer.succeed(WebhookSender, {
  check: () => Effect.void,
  send: () => Effect.void
})
