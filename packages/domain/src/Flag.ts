/**
 * Flags: what staff should look at, because money or a message did not fit, nobody takes a partner's messages, or
 * the shop's own reaction to an event failed, or a product runs out.
 *
 * Somebody closes a flag once, with a note. Left out on purpose: where flags are kept, and who may close them. Follows
 * docs/specification.md#flags.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { FlagId } from "./Ids.ts"

export const FlagKind = Schema.Literal(
  "surplus_payment",
  "refund_failed",
  "message_ignored",
  "webhook_disabled",
  "unknown_payment",
  "unknown_refund",
  "reaction_failed",
  "low_stock"
)
export type FlagKind = typeof FlagKind.Type

/** Whether somebody has closed it. */
export const FlagState = Schema.Literal("open", "closed")
export type FlagState = typeof FlagState.Type

/** How long the note may be with which a flag is closed, in characters. */
export const longestNote = 1000

/** There is no flag of this id. */
export class FlagNotFound extends Schema.TaggedError<FlagNotFound>()("FlagNotFound", { flagId: FlagId.claimed }) {
  override get message(): string {
    return `There is no flag ${this.flagId}.`
  }
}

/** Somebody has closed it before. */
export class FlagClosed extends Schema.TaggedError<FlagClosed>()("FlagClosed", {
  flagId: FlagId.claimed,
  closedBy: Schema.String
}) {
  override get message(): string {
    return `Flag ${this.flagId} was closed by ${this.closedBy}.`
  }
}
