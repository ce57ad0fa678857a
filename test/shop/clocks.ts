/**
 * Clocks for tests: one that stands still until the test sets it, and one that runs at the pace of the real one from a
 * moment of the test's choice, and jumps when the test says so. With the second a whole server (`openShop` in `server.ts`)
 * lives through hours and days in a test's seconds.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** A clock that says what `now` says and sleeps as `sleep` does. */
const clockOf = (now: () => number, sleep: Clock.Clock["sleep"]): Clock.Clock => ({
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: now,
  unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
  currentTimeMillis: Effect.sync(now),
  currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
  sleep
})

/** Time stands still until a test moves it; waiting takes as long as it takes. */
export const standingClock = (moment: { readonly now: number }): Clock.Clock =>
  clockOf(() => moment.now, Clock.make().sleep)

export interface MovableClock extends Clock.Clock {
  readonly now: () => number
  /**
   * A sleeper wakes at once when a jump passes its moment. Jump while nothing is under way: a call that waits for its
   * answer would run into its timeout.
   */
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
    ...clockOf(now, sleep),
    now,
    jump: (millis) => {
      jumped += millis
      for (const look of sleepers) look()
    }
  }
}
