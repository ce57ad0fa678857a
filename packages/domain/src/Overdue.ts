/**
 * What has waited for the shop for too long. What began to wait on a day is overdue once its number of business days
 * after it are over: with two days, what began on Thursday 2026-11-19 from Tuesday 2026-11-24 on. The moment is the
 * same for everything of a kind, so that a list of it is a range. Follows docs/specification.md#overdue.
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
export const overdueSince = (days: number, now: number, timeZone: Days.TimeZone): number => {
  const today = Days.dayOf(now, timeZone)
  let day = Days.addDays(today, -1)
  while (Days.compare(BusinessDays.addBusinessDays(day, days), today) >= 0) day = Days.addDays(day, -1)
  return Days.endOfDay(day, timeZone)
}
