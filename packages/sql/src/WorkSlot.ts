/**
 * The place that a request takes among those that a process works on at once, and how it is left while the request only
 * waits for somebody outside: for the rest of its body, the payment provider, a thread that draws.
 *
 * The rule: whoever waits outside keeps nobody from being served. Without it, some dozens of slow senders, or a slow
 * provider, would take all places. A request that comes back takes its place again at once, whether there is one or not.
 *
 * Waiting for the database is no such wait: it is the store's own work. A fiber that serves no request has no place, and
 * nothing happens. Follows docs/specification.md#overload.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Slot {
  readonly leave: () => void
  readonly comeBack: () => void
}

export class WorkSlot extends Context.Reference<WorkSlot>()("@beauty-store/sql/WorkSlot", {
  defaultValue: (): Slot | undefined => undefined
}) {}

/** Waits for somebody outside, without a place. */
export const outside = <A, E, R>(waiting: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const slot = Context.get(fiber.currentContext, WorkSlot)
    if (slot === undefined) return waiting
    slot.leave()
    return Effect.ensuring(waiting, Effect.sync(slot.comeBack))
  })
