/**
 * Single flight: one run of an effect, shared by all concurrent callers.
 *
 * The first caller runs it, uninterruptibly, because others may wait for it. Later callers wait, and may be
 * interrupted. Whether the result is recent enough for a later caller is for that caller to decide.
 *
 * @since 1.0.0
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

/** The current run, if there is one. */
export interface SingleFlight<A, E> {
  current: Deferred.Deferred<A, E> | undefined
}

/** Runs an effect, or waits for the current run. */
export const join = <A, E, R>(shared: SingleFlight<A, E>, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (shared.current !== undefined) return restore(Deferred.await(shared.current))
      const result = Deferred.unsafeMake<A, E>(FiberId.none)
      shared.current = result
      return Effect.onExit(run, (exit) =>
        Effect.sync(() => {
          shared.current = undefined
          Deferred.unsafeDone(result, exit)
        }))
    })
  )
