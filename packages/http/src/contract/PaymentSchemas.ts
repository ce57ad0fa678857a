/**
 * Messages of the payment provider on the wire; they are in its own form (docs/specification.md#notifications).
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** A message of the payment provider's, in its own form; the signature is over the bytes. */
export const ProviderNotification = Schema.Unknown.annotations({
  identifier: "ProviderNotification",
  jsonSchema: { type: "object", description: "in the provider's own form" }
})

export const Received = Schema.Struct({ received: Schema.Literal(true) }).annotations({ identifier: "Received" })
