/**
 * The results of partners' messages. `deferred`: it came too early and waits.
 *
 * Left out on purpose: how a message is applied. Follows docs/specification.md#webhooks-in.
 */
import * as Schema from "effect/Schema"

export const MessageResult = Schema.Literal("applied", "duplicate", "ignored", "deferred")
export type MessageResult = typeof MessageResult.Type
