/**
 * What has waited for the shop for too long: an order that is paid and has not left, a parcel of a return that nobody
 * has opened, a question that nobody has answered.
 *
 * The rule: each has a number of business days. What began to wait on a day is overdue once so many business days after
 * it are over; the day itself does not count, so that nothing is overdue at a weekend that was not before it. The
 * moment is the same for everything of a kind, whatever it is, so that a list of what is overdue is a range.
 *
 * Left out on purpose: since when something waits, which its records say. Follows docs/specification.md#overdue.
 *
 * Example: with two days, what began to wait on Thursday 2026-11-19 is overdue from Tuesday 2026-11-24 on.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import * as BusinessDays from "./BusinessDays.ts"
import * as Days from "./Days.ts"

const WaitingDays = Schema.Int.pipe(Schema.between(0, 60))

/** Business days that each may wait. */
export const OverduePolicy = Schema.Struct({
  /** From the payment of an order until all of it has left. */
  shipWithinDays: WaitingDays,
  /** From the carrier's first scan of a returned parcel until it is opened and decided. */
  decideReturnWithinDays: WaitingDays,
  /** From a person's question until it is answered. */
  answerWithinDays: WaitingDays
})
export type OverduePolicy = typeof OverduePolicy.Type

export const defaultPolicy: OverduePolicy = { shipWithinDays: 2, decideReturnWithinDays: 7, answerWithinDays: 1 }

/** The last moment of waiting since which makes something overdue now, in milliseconds. */
export const overdueSince = (days: number, now: number): number => {
  const today = Days.berlinDay(now)
  let day = Days.addDays(today, -1)
  while (Days.compare(BusinessDays.addBusinessDays(day, days), today) >= 0) day = Days.addDays(day, -1)
  return Days.endOfBerlinDay(day)
}
