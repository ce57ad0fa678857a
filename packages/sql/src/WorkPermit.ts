/**
 * The permit to work on a request, of which a process has so many, and how it is released while the request only waits
 * for somebody outside: for the rest of its body, the payment provider, a thread that draws.
 *
 * The rule: whoever waits outside keeps nobody from being served. Without it, some dozens of slow senders, or a slow
 * provider, would have all permits. A request that goes on has its permit again at once, whether there is one or not.
 *
 * Waiting for the database is no such wait: it is the store's own work. A fiber that serves no request has no permit,
 * and nothing happens. Follows docs/specification.md#overload.
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
