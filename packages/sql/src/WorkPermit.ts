/**
 * The permit to work on a request, of which a process has so many. It is released while the request only waits for
 * somebody outside (its body, the payment provider, a thread that draws), so that slow senders keep nobody from being
 * served. Waiting for the database is no such wait. A fiber that serves no request has none. Follows
 * docs/specification.md#overload.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Permit {
  readonly release: () => void
  readonly reacquire: () => void
}

export class WorkPermit extends Context.Reference<WorkPermit>()("@beauty-store/sql/WorkPermit", {
  defaultValue: (): Permit | undefined => undefined
}) {}

/** Releases the permit while it waits for somebody outside. */
export const releaseDuring = <A, E, R>(waiting: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const permit = Context.get(fiber.currentContext, WorkPermit)
    if (permit === undefined) return waiting
    permit.release()
    return Effect.ensuring(waiting, Effect.sync(permit.reacquire))
  })
