/**
 * The delivery of a message to a partner: it is tried ten times over a day, each time a little later than planned, so
 * that messages that failed together do not come back together, and then parked. Whether its endpoint may be sent
 * anything is in `WebhookEndpoint` and `EndpointRoundRobin`. Milliseconds. Follows docs/specification.md#webhooks-out.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** `parked`: it waits until somebody has it sent again. */
export const State = Schema.Literal("waiting", "delivered", "parked")
export type State = typeof State.Type

/** When each attempt is made, counted from the first. */
export const attemptOffsets: ReadonlyArray<number> = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour
]

/** When the next attempt is made after so many, counted from the first: up to a tenth later than planned. */
export const attemptAfter = (attempts: number): { readonly earliest: number; readonly latest: number } => {
  const earliest = attemptOffsets[attempts]!
  return { earliest, latest: earliest + Math.floor(earliest / 10) }
}

/** The state of a message after so many attempts, the last of which was taken or not. */
export const stateAfter = (attempts: number, wasTaken: boolean): State =>
  wasTaken ? "delivered" : attempts === attemptOffsets.length ? "parked" : "waiting"

/**
 * The moment from which the schedule of a message counts, at an attempt: that of its first attempt. An attempt that
 * came much too late, after an outage of ours or a pause of the endpoint's, takes the rest of the schedule along.
 */
export const scheduleFrom = (firstAt: number | undefined, attempts: number, now: number): number =>
  Math.max(firstAt ?? now, now - attemptAfter(attempts).latest - minute)
