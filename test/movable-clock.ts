/**
 * A clock that starts at a moment of the test's choice, runs at the pace of the real one, and jumps when the test says so.
 * With it a whole server (`start` in `server.ts`) lives through hours and days in a test's seconds.
 *
 * A sleeper wakes at once when a jump passes its moment. Jump while nothing is under way: a call that waits for its
 * answer would run into its timeout.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export interface MovableClock extends Clock.Clock {
  readonly now: () => number
  readonly jump: (millis: number) => void
}

/** The longest that `setTimeout` waits. */
const longestTimer = 2 ** 31 - 1

export const movableClock = (moment: number): MovableClock => {
  const begun = performance.now()
  let jumped = 0
  const now = (): number => Math.floor(moment + jumped + performance.now() - begun)
  const sleepers = new Set<() => void>()
  const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.async((resume) => {
      const until = now() + Duration.toMillis(duration)
      let timer: NodeJS.Timeout | undefined
      const forget = (): void => {
        clearTimeout(timer)
        sleepers.delete(look)
      }
      const look = (): void => {
        clearTimeout(timer)
        const left = until - now()
        if (left > 0) {
          timer = setTimeout(look, Math.min(left, longestTimer))
          return
        }
        forget()
        resume(Effect.void)
      }
      sleepers.add(look)
      look()
      return Effect.sync(forget)
    })
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    sleep,
    now,
    jump: (millis) => {
      jumped += millis
      for (const look of sleepers) look()
    }
  }
}
