/**
 * Flags: what staff should look at, because money or a message did not fit, nobody takes a partner's messages, or
 * the shop's own reaction to an event failed.
 *
 * Left out on purpose: where flags are kept, and who clears them. Follows docs/specification.md#flags.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const FlagKind = Schema.Literal(
  "surplus_payment",
  "refund_failed",
  "message_ignored",
  "webhook_disabled",
  "unknown_payment",
  "unknown_refund",
  "reaction_failed"
)
export type FlagKind = typeof FlagKind.Type
