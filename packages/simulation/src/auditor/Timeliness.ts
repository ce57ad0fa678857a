/**
 * Rules of when partners hear of what happens: an endpoint that takes what it is sent hears of an event soon, whatever
 * becomes of messages to others; and none is disabled that has not failed for days.
 *
 * An endpoint that has failed to take something is promised no time for a while: a message that it did not take may
 * wait for its next attempt for hours, and holds up those of its order. Neither is anybody while the store or its disk
 * fails.
 */
import { day, hour, minute } from "../engine/Time.ts"
import type { Audit } from "./Audit.ts"
import { eventTime } from "./EventIds.ts"
import type { KnownSubscription } from "./Observations.ts"

/** An endpoint that is well hears of an event within this time, in milliseconds. */
const soon = minute
/** A failure of the endpoint's is over when the last attempt at that message is, and all that waited behind it. */
const endpointRecovers = 30 * hour
/** After a failure of the store or its disk, work that failed is tried again a little later each time. */
const storeRecovers = hour
/** An endpoint is disabled after so long. */
const disabledAfter = 3 * day

/** The subscriptions that were ever at an address. */
const at = ({ seen }: Audit, url: string): ReadonlyArray<KnownSubscription> =>
  [...seen.subscriptions.values()].filter(({ addresses }) => addresses.some((one) => one.url === url))

/** The store or its disk fails. */
export const disturbed = ({ seen }: Audit, now: number): void => void (seen.disturbedAt = now)

/** A message was not taken. */
export const failed = (audit: Audit, url: string, now: number): void => {
  for (const known of at(audit, url)) {
    known.firstFailedAt ??= now
    known.lastFailedAt = now
    known.recoveredAt = undefined
  }
}

/** A message was taken. */
export const taken = (audit: Audit, url: string, eventId: string, now: number): void => {
  for (const known of at(audit, url)) {
    if (known.heard.has(eventId)) continue
    known.heard.add(eventId)
    const { ahead, behind } = audit.skew
    const happened = eventTime(eventId) - ahead
    const { lastFailedAt = -Infinity } = known
    // One that was disabled fails no more and has not recovered either: nothing is sent to it.
    known.recoveredAt ??= lastFailedAt === -Infinity ? -Infinity : now
    const isWell = lastFailedAt < happened - endpointRecovers && known.recoveredAt <= happened
      && audit.seen.disturbedAt < happened - storeRecovers
    audit.expect("events.late", `${eventId} at ${url}, which takes what it is sent, within ${soon / 1000} s`)
      .that(!isWell || now <= happened + ahead + behind + soon, () => `after ${(now - happened) / 1000} s`)
  }
}

/** The store says that an endpoint is disabled. */
export const disabled = (audit: Audit, id: string, { firstFailedAt = Infinity }: KnownSubscription, now: number) =>
  audit.expect(
    "subscription.disabled",
    `${id}, which ${
      Number.isFinite(firstFailedAt) ? `failed first at ${new Date(firstFailedAt).toISOString()}` : "never failed"
    }, not disabled yet`
  )
    .that(now - firstFailedAt >= disabledAfter - audit.apart, () => `disabled at ${new Date(now).toISOString()}`)
