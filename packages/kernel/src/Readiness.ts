/**
 * Whether the database takes writes at this moment, found out by writing: a full disk, a standby, a database that says
 * nothing all read as well as ever, or do not read at all.
 *
 * The rule: however many ask, there is at most one write in `sharedMillis`, and everybody who asks meanwhile gets its
 * result; nobody waits for it longer than the deadline of its own (`TimeLimit`). The row goes into the one table that
 * every database of the kernel has, and is deleted in the same transaction, so that nothing is left of it and nobody
 * else ever sees it or waits for it. Follows docs/specification.md#health.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { forkDetached } from "./DetachedFiber.ts"
import * as Query from "./Query.ts"
import { Limits, TimeLimit } from "./TimeLimit.ts"
import { type StoreUnavailable, Transactions } from "./Transactions.ts"

export class Readiness extends Context.Tag("@beauty-store/kernel/Readiness")<Readiness, {
  /** Succeeds where the database took a write a moment ago. */
  readonly check: Effect.Effect<void, StoreUnavailable>
}>() {}

/** For so long a result is everybody's. */
const sharedMillis = 2_000

// A process that stops in the middle must not keep others waiting for the same key.
const insert = Query.change<[at: number]>({
  sqlite: "INSERT INTO migration (name, at) VALUES ('readiness', ?)",
  pg: "INSERT INTO migration (name, at) VALUES ('readiness ' || pg_backend_pid(), ?)"
})
const remove = Query.change("DELETE FROM migration WHERE name LIKE 'readiness%'")

/** The last write that was tried. */
interface Probe {
  readonly begunAt: number
  readonly result: Deferred.Deferred<void, StoreUnavailable>
}

const make = Effect.gen(function*() {
  const { write } = yield* Transactions
  const { probeMillis } = yield* Limits
  const probe = Effect.flatMap(Clock.currentTimeMillis, (now) => write(Effect.zipRight(insert(now), remove())))
  let last: Probe | undefined
  const check = Effect.withFiberRuntime<void, StoreUnavailable>((asking) => {
    const now = Context.get(asking.currentDefaultServices, Clock.Clock).unsafeCurrentTimeMillis()
    if (last === undefined || now - last.begunAt >= sharedMillis || now < last.begunAt) {
      const result = Deferred.unsafeMake<void, StoreUnavailable>(asking.id())
      last = { begunAt: now, result }
      const writing = Effect.provideService(Effect.asVoid(probe), TimeLimit, { leftMillis: probeMillis })
      // In a fiber of its own: whoever asked first may leave before it is done.
      forkDetached(asking)(writing).addObserver((exit: Exit.Exit<void, StoreUnavailable>) =>
        Deferred.unsafeDone(result, exit)
      )
    }
    return Deferred.await(last.result)
  })
  return { check }
})

export const layer: Layer.Layer<Readiness, never, Transactions> = Layer.effect(Readiness, make)
