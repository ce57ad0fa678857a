/**
 * One run of an effect for all who want its result while it runs.
 *
 * Who comes first runs it, and to its end: others wait for it. Who comes while it runs waits, and may leave. Whether its
 * result is still good enough for somebody who comes late is for the caller to say.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

/** The run that is under way, if there is one. */
export interface SharedRun<A, E> {
  current: Deferred.Deferred<A, E> | undefined
}

/** Runs an effect, or waits for the run that is under way. */
export const join = <A, E, R>(shared: SharedRun<A, E>, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
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
