/**
 * Leases: for how long a worker owns a piece of work before it has to renew that, and how a failed renewal is logged.
 *
 * A worker that died loses its work to others when its lease is over. One that lives renews it three times as often as
 * it has to. `JobTable` and `Idempotency` keep leases, and say what follows from a renewal that failed. Follows
 * docs/specification.md#background-work and docs/specification.md#idempotency.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Metrics from "./Metrics.ts"
import type { StoreUnavailable } from "./Transactions.ts"

/** Short, so that somebody else soon takes the work of a dead process. */
export const leaseMillis = 5_000
export const renewMillis = 1_500

const failures = Metrics.counter("lease_renewals_failed_total", "Renewals of leases that failed, by the work", "work")

/** Renews leases, and returns whether that succeeded. A failure and a defect are logged and counted alike. */
export const renewed = <R>(
  work: "jobs" | "requests",
  renewal: Effect.Effect<unknown, StoreUnavailable, R>
): Effect.Effect<boolean, never, R> =>
  Effect.matchCauseEffect(renewal, {
    onSuccess: () => Effect.succeed(true),
    onFailure: (cause) =>
      failures.record(1, work).pipe(
        Effect.zipRight(Effect.logWarning("leases were not renewed", { work }, cause)),
        Effect.as(false)
      )
  })
