/** Waiting for what a test cannot await: that something becomes so, and that this process has had what lies ready for it. */
import * as Effect from "effect/Effect"

/** A whole turn of the event loop: whatever its sockets and timers have for this process now, it has had. */
export const nextTurn = Effect.async<void>((resume) => void setImmediate(() => setImmediate(() => resume(Effect.void))))

/** Waits until something is so, for half a minute at most. */
export const until = <R>(condition: Effect.Effect<boolean, never, R>, what: string): Effect.Effect<void, never, R> =>
  Effect.repeat(Effect.zipRight(Effect.sleep(5), condition), { until: (holds) => holds }).pipe(
    Effect.timeoutFail({ duration: 30_000, onTimeout: () => new Error(`not so within thirty seconds: ${what}`) }),
    Effect.orDie,
    Effect.asVoid
  )
