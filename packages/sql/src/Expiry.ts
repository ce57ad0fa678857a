/**
 * Rows that expire: when they are deleted, without looking for them while there are none.
 *
 * Whoever writes such a row notes when it expires. In a database that this process has to itself, the job `sweep` is
 * planned for the first of these moments, in the transaction that writes the row. Where other processes write rows as
 * well, it runs every hour. Follows docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { JobHandler, NextRun } from "./JobHandler.ts"
import * as JobRunner from "./JobRunner.ts"
import * as JobTable from "./JobTable.ts"
import * as Query from "./Query.ts"
import { Transaction, type Transactions } from "./Transactions.ts"

/** The rows of a table that expire. */
export interface ExpiringRows {
  /** Deletes at most so many rows that have expired, and returns how many. */
  readonly remove: (most: number) => Effect.Effect<number, never, Transaction>
  /** When the next row may be deleted. */
  readonly nextAt: Effect.Effect<number | undefined, never, Transaction>
}

const firstMoment = Query.first(Schema.Struct({ at: Query.Int }))

/** `nextAt` by a statement that reads the first moment as `at`, so many milliseconds after which a row may be deleted. */
export const nextBy = (text: string, keptMillis = 0): ExpiringRows["nextAt"] =>
  Effect.map(firstMoment(text)(), (row) => Option.getOrUndefined(Option.map(row, ({ at }) => at + keptMillis)))

/** The kind of the job that deletes. There is one of it in a database. */
export const jobKind = "sweep"
const subject = "store"

/** The job runs no more often than that; and as often where other processes write rows. */
const sweepMillis = 3_600_000
/** Rows that one transaction deletes, so that others wait no longer than for a handful of requests. */
const batch = 500

/** A row has expired once its moment is over. */
const runAtFor = (expiresAt: number, now: number): number => Math.max(expiresAt + 1, now + sweepMillis)

/** When the next row expires, of each database that this process has to itself and sweeps. */
const nextExpiry = new WeakMap<object, number>()

/** Notes when a row expires that the transaction writes. */
export const note = (at: number): Effect.Effect<void, never, Transaction> =>
  Effect.flatMap(Transaction, ({ afterCommit, database }) => {
    const next = nextExpiry.get(database)
    if (next === undefined || at >= next) return Effect.void
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const runAt = runAtFor(at, now)
      afterCommit(() => {
        nextExpiry.set(database, Math.min(at, nextExpiry.get(database) ?? at))
        JobRunner.plannedElsewhere(database, jobKind, runAt)
      })
      return JobTable.scheduleNoLater(jobKind, subject, runAt, now)
    })
  })

/** When the job has to run next, by the rows. */
const nextRun = (rows: ReadonlyArray<ExpiringRows>, isAlone: boolean) =>
  Effect.gen(function*(): Effect.fn.Return<NextRun, never, Transaction> {
    const now = yield* Clock.currentTimeMillis
    if (!isAlone) return now + sweepMillis
    const { afterCommit, database } = yield* Transaction
    const times = yield* Effect.forEach(rows, ({ nextAt }) => nextAt)
    const next = Math.min(...times.map((at) => at ?? Infinity))
    afterCommit(() => nextExpiry.set(database, next))
    return next === Infinity ? undefined : runAtFor(next, now)
  })

/** Plans the job when the background work begins. */
export const plan = (
  rows: ReadonlyArray<ExpiringRows>,
  isAlone: boolean
): Effect.Effect<void, never, Transaction> =>
  Effect.flatMap(nextRun(rows, isAlone), (at) =>
    at === undefined
      ? JobTable.remove(jobKind, subject)
      : Effect.flatMap(Clock.currentTimeMillis, (now) => JobTable.schedule(jobKind, subject, at, now)))

/** The job: deletes what has expired. */
export const sweep =
  (rows: ReadonlyArray<ExpiringRows>, { isAlone, write }: Context.Tag.Service<Transactions>): JobHandler => () =>
    Effect.gen(function*() {
      for (const { remove } of rows) {
        while ((yield* write(remove(batch))) === batch);
      }
      return yield* write(nextRun(rows, isAlone))
    })
