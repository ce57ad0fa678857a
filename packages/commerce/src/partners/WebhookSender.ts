/**
 * The port by which messages to partners leave the store.
 *
 * An adapter signs and posts one message: it follows no redirect and connects to no private address, and it checks at each
 * sending where an address leads, since names can be pointed elsewhere. It tries once; when to try again is decided here
 * (`Deliveries`). Follows docs/specification.md#webhooks-out and docs/specification.md#outgoing-requests.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Dialect } from "./Dialects.ts"

/** A message for a partner, before it is signed. */
export interface OutgoingMessage {
  readonly id: string
  readonly url: string
  /** `whsec_…`: what the partner checks the signature with. */
  readonly secret: string
  readonly body: string
  /** How it is signed, where the partner's dialect has a way of its own. */
  readonly sign?: Dialect["sign"] | undefined
}

/** The partner did not take the message; why, in a few words without anything the partner sent. */
export class DeliveryFailed extends Data.TaggedError("DeliveryFailed")<{ readonly reason: string }> {}

/** The address is none that messages are sent to: not http(s), or inside somebody's own network. */
export class TargetForbidden extends Schema.TaggedError<TargetForbidden>()("TargetForbidden", {
  reason: Schema.String
}) {
  override get message(): string {
    return `Nothing is sent to this address: ${this.reason}.`
  }
}

/** Signs and posts messages. */
export class WebhookSender extends Context.Tag("@beauty-store/commerce/WebhookSender")<WebhookSender, {
  /** Whether an address may be subscribed at all, by its form: it waits for nothing. Every sending checks where it leads. */
  readonly check: (url: string) => Effect.Effect<void, TargetForbidden>
  /** Success: the partner answered 2xx in time. */
  readonly send: (message: OutgoingMessage) => Effect.Effect<void, DeliveryFailed>
}>() {}
