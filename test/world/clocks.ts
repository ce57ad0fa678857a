/**
 * Clocks for tests: one that stands still until the test sets it, and one that runs at the pace of the real one from a
 * moment of the test's choice, and jumps when the test says so. With the second a whole server
 * (`openShop` in `server.ts`) lives through hours and days in a test's seconds.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The longest that `setTimeout` waits. */
const longestTimer = 2 ** 31 - 1

/** Sleepers, for whom time passes as it does and jumps when a test says so. */
const makeSleepers = () => {
  let jumped = 0
  const passed = (): number => jumped + performance.now()
  const sleepers = new Map<() => void, number>()
  const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.async((resume) => {
      const millis = Duration.toMillis(duration)
      const until = passed() + millis
      let timer: NodeJS.Timeout | undefined
      const forget = (): void => {
        clearTimeout(timer)
        sleepers.delete(look)
      }
      const look = (): void => {
        clearTimeout(timer)
        const left = until - passed()
        if (left > 0) {
          timer = setTimeout(look, Math.min(left, longestTimer))
          return
        }
        forget()
        resume(Effect.void)
      }
      sleepers.set(look, millis)
      look()
      return Effect.sync(forget)
    })
  return {
    passed,
    sleep,
    jump: (millis: number): void => {
      jumped += millis
      for (const look of sleepers.keys()) look()
    },
    isSlept: (millis: number): boolean => [...sleepers.values()].includes(millis)
  }
}

interface Jumps {
  /**
   * A sleeper wakes at once when a jump passes its moment. Jump while nothing is under way: a call that waits for its
   * answer would run into its timeout.
   */
  readonly jump: (millis: number) => void
}

/** A clock that says what `now` says and sleeps as `sleep` does. */
const clockOf = (now: () => number, sleep: Clock.Clock["sleep"]): Clock.Clock => ({
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: now,
  unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
  currentTimeMillis: Effect.sync(now),
  currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
  sleep
})

export interface StandingClock extends Clock.Clock, Jumps {
  /** Whether somebody sleeps for so long. */
  readonly isSlept: (millis: number) => boolean
}

/** Time stands still until a test moves it; waiting takes as long as it takes, or until a jump. */
export const standingClock = (moment: { now: number }): StandingClock => {
  const { isSlept, jump, sleep } = makeSleepers()
  return {
    ...clockOf(() => moment.now, sleep),
    isSlept,
    jump: (millis) => {
      moment.now += millis
      jump(millis)
    }
  }
}

export interface MovableClock extends Clock.Clock, Jumps {
  readonly now: () => number
}

export const movableClock = (start: number): MovableClock => {
  const { jump, passed, sleep } = makeSleepers()
  const begun = passed()
  const now = (): number => Math.floor(start + passed() - begun)
  return { ...clockOf(now, sleep), now, jump }
}
