/**
 * Background work: one table of jobs, each a kind and a subject, at most one of each. A use case schedules or cancels a
 * job in the transaction that changes its subject, so that the work is neither lost nor outlives its reason. If a job
 * is planned while it runs, the plan counts. `JobRunner` has the loop, `JobTable` the statements. Follows
 * docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { JobHandlers } from "./JobHandler.ts"
import * as JobRunner from "./JobRunner.ts"
import * as JobTable from "./JobTable.ts"
import { type StoreUnavailable, Transaction, Transactions } from "./Transactions.ts"

export class Jobs extends Context.Tag("@beauty-store/sql/Jobs")<Jobs, {
  /**
   * Runs a job at a time, in place of whatever was planned for that kind and subject. A job that is running already
   * runs once more afterwards: never two of one subject at once.
   */
  readonly schedule: (kind: string, subject: string, runAt: number) => Effect.Effect<void, never, Transaction>
  readonly cancel: (kind: string, subject: string) => Effect.Effect<void, never, Transaction>
  /**
   * Runs all due jobs, and returns when the next one is due, if there is one. For tests and programs with a loop of
   * their own.
   */
  readonly runDue: (handlers: JobHandlers) => Effect.Effect<Option.Option<number>, StoreUnavailable>
  /** Runs jobs forever. */
  readonly run: (handlers: JobHandlers) => Effect.Effect<never>
}>() {}

/**
 * How long an idle runner sleeps at most, in milliseconds, where other processes may add jobs to a shared database
 * without waking it. In a database that a process has to itself it sleeps until there is work.
 */
export class LongestSleep extends Context.Reference<LongestSleep>()("@beauty-store/sql/Jobs/LongestSleep", {
  defaultValue: () => 1_000
}) {}

/**
 * How a program ends between jobs: it sets `requested`, and the runners on all of its databases claim no other job.
 * When
 * `busy` is 0, no job is running. A job that is interrupted anyway runs again when its lease has run out.
 */
export class RunnerStop extends Context.Reference<RunnerStop>()("@beauty-store/sql/Jobs/RunnerStop", {
  defaultValue: (): JobRunner.StopState => ({ requested: false, busy: 0 })
}) {}

const schedule = (host: JobRunner.JobHost) => (kind: string, subject: string, runAt: number) =>
  Effect.flatMap(Transaction, (transaction) => {
    JobRunner.announce(host, transaction, kind, runAt)
    return Effect.flatMap(Clock.currentTimeMillis, (now) => JobTable.schedule(kind, subject, runAt, now))
  }).pipe(Effect.asVoid)

export const layer: Layer.Layer<Jobs, StoreUnavailable, Transactions> = Layer.scoped(
  Jobs,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const host = yield* JobRunner.makeHost(transactions, yield* LongestSleep, yield* RunnerStop)
    // One process owns a SQLite file: every lease that it finds at its start belongs to a dead process.
    if (transactions.isAlone) yield* transactions.write(JobTable.voidLeases())
    yield* Effect.forkScoped(JobRunner.renewLeases(host))
    return {
      schedule: schedule(host),
      cancel: JobTable.remove,
      runDue: (handlers) => JobRunner.runDue(host, handlers),
      run: (handlers) => JobRunner.run(host, handlers)
    }
  })
)
