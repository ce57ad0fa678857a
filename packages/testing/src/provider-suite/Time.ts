/**
 * Waiting for a provider, and asking it at another time.
 *
 * The suite runs on the real clock, since a real provider takes its time: it looks again until it sees what was
 * promised.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Looks again until it holds; gives up after ten seconds with the last failure. */
export const eventually = <A, E, R>(check: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(
    Effect.catchAllDefect(check, (defect) => Effect.fail(defect as E)),
    Schedule.spaced(20).pipe(Schedule.upTo("10 seconds"))
  ) as Effect.Effect<A, E, R>

/** Runs as if it were another time. */
export const at = (millis: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withClock(effect, Object.assign(Object.create(Clock.make()), { currentTimeMillis: Effect.succeed(millis) }))
