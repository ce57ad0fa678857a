/**
 * The messages of partners: their results, and how long one that came too early waits.
 *
 * The rule: a message about an order (or a state of it) that is not there yet is `deferred`. It is tried again whenever
 * the order changes and every few minutes, and given up after three days.
 *
 * Left out on purpose: how a message is applied. Follows docs/specification.md#webhooks-in.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const MessageResult = Schema.Literal("applied", "duplicate", "ignored", "deferred")
export type MessageResult = typeof MessageResult.Type

/** How long a message waits for the order that it is about, in milliseconds. */
export const deferralMillis = 72 * 3_600_000

const retryMillis = 5 * 60_000

/** When a deferred message is tried again, at the latest; undefined where it has waited long enough. */
export const retryAt = (receivedAt: number, now: number): number | undefined => {
  const end = receivedAt + deferralMillis
  return now < end ? Math.min(now + retryMillis, end) : undefined
}
