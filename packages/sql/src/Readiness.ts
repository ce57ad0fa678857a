/**
 * Whether the database accepts writes at this moment. It tries one, because with a full disk, on a standby and in a
 * read-only database reads still succeed. There is at most one write in `sharedMillis`, which all callers in that time
 * share; its row is deleted in the same transaction. Follows docs/specification.md#health.
 *
 * @since 1.0.0
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

export class Readiness extends Context.Tag("@beauty-store/sql/Readiness")<Readiness, {
  /** Succeeds if the database accepted a write within the last two seconds. */
  readonly check: Effect.Effect<void, StoreUnavailable>
}>() {}

/** How long callers share a result. */
const sharedMillis = 2_000

// The key is different in each process: one that stops in the middle must not make others wait.
const insert = Query.change<[at: number]>({
  sqlite: "INSERT INTO migration (name, at) VALUES ('readiness', ?)",
  pg: "INSERT INTO migration (name, at) VALUES ('readiness ' || pg_backend_pid(), ?)"
})
const remove = Query.change("DELETE FROM migration WHERE name LIKE 'readiness%'")

/** The last write. */
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
      // In a fiber of its own: the first caller may leave before the write is done.
      forkDetached(asking)(writing).addObserver((exit: Exit.Exit<void, StoreUnavailable>) =>
        Deferred.unsafeDone(result, exit)
      )
    }
    return Deferred.await(last.result)
  })
  return { check }
})

export const layer: Layer.Layer<Readiness, never, Transactions> = Layer.effect(Readiness, make)
