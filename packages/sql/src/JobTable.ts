/**
 * The table of jobs and the statements on it; those by group are in `GroupedJobs`. A row is a job: a kind and a
 * subject, at most one of each, due at `run_at`, or when its lease ends if that is later. `plan` changes with each
 * scheduling, so that a newer plan overrides a running handler's result; `fence` grows with each claim. Follows
 * docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { DialectSyntax } from "./Migrations.ts"
import * as Query from "./Query.ts"
import type { Transaction } from "./Transactions.ts"

/** When a job is due: its time has come and no live runner has it. */
export const dueAt = "CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END"

/** Creates the table. Every database with jobs has this in a migration of its own. */
export const create = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE job (
    kind TEXT NOT NULL,
    subject ${id} NOT NULL,
    run_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    plan BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
  ) ${clustered}`,
  // To look for due jobs costs the same however many jobs wait.
  `CREATE INDEX job_by_turn ON job ((${dueAt}), kind, subject)`
]

/** A job that a runner has claimed, or may claim. */
export const Claim = Schema.Struct({
  kind: Schema.String,
  subject: Schema.String,
  attempts: Query.Int,
  plan: Query.Int,
  fence: Query.Int,
  /** Since when it could be claimed, in milliseconds since the epoch. */
  due_at: Query.Int
})
export type Claim = typeof Claim.Type

const columns = ["kind", "subject", "run_at", "attempts", "plan", "fence", "lease_until"] as const
const plannedAt = (runAt: string) =>
  `ON CONFLICT (kind, subject) DO UPDATE SET run_at = ${runAt}, attempts = 0, plan = job.plan + 1`
const upsert = Query.insert("job", columns, plannedAt("excluded.run_at"))
const upsertNoLater = Query.insert(
  "job",
  columns,
  plannedAt("CASE WHEN job.run_at < excluded.run_at THEN job.run_at ELSE excluded.run_at END")
)

const rowOf = (kind: string, subject: string, runAt: number, now: number) => // A fence begins with the time, with room for sixteen claims per millisecond up to the year 9999, so that it never
// repeats for a job that was done and is planned anew.
({ kind, subject, run_at: runAt, attempts: 0, plan: now, fence: now * 16, lease_until: 0 })

/** Plans a job, or plans it anew. */
export const schedule = (
  kind: string,
  subject: string,
  runAt: number,
  now: number
): Effect.Effect<void, never, Transaction> => upsert(rowOf(kind, subject, runAt, now))

/** Plans a job, unless it is planned sooner. */
export const scheduleNoLater = (
  kind: string,
  subject: string,
  runAt: number,
  now: number
): Effect.Effect<void, never, Transaction> => upsertNoLater(rowOf(kind, subject, runAt, now))

export const remove = Query.send<[kind: string, subject: string]>("DELETE FROM job WHERE kind = ? AND subject = ?")

/** A list of kinds as the statements below search it. */
export const listOfKinds = (kinds: ReadonlyArray<string>): string => ` ${kinds.join(" ")} `

/** The jobs that are due, the longest due first. Rows that another transaction has locked are skipped. */
export const findDue = Query.all(Claim)<[now: number, kinds: string, most: number]>(
  `SELECT kind, subject, attempts, plan, fence, ${dueAt} AS due_at FROM job WHERE ${dueAt} <= ? AND ? LIKE '% ' || kind || ' %'
   ORDER BY ${dueAt}, kind, subject LIMIT ? FOR UPDATE SKIP LOCKED`
)

export const claim = Query.changeOne<[leaseUntil: number, kind: string, subject: string, fence: number]>(
  "UPDATE job SET lease_until = ?, fence = fence + 1 WHERE kind = ? AND subject = ? AND fence = ?"
)

/** Removes a claimed job, unless it was planned anew meanwhile. */
export const finish = Query.change<[kind: string, subject: string, fence: number, plan: number]>(
  "DELETE FROM job WHERE kind = ? AND subject = ? AND fence = ? AND plan = ?"
)

/** Ends the claim of a job that runs again: at the given time, or by a newer plan at the time of that. */
export const runAgain = Query.returning(Schema.Struct({ at: Query.Int }))<
  [plan: number, runAt: number, attempts: number, kind: string, subject: string, fence: number]
>(
  `UPDATE job SET run_at = CASE WHEN plan = ? THEN CAST(? AS BIGINT) ELSE run_at END, attempts = ?, lease_until = 0
   WHERE kind = ? AND subject = ? AND fence = ? RETURNING run_at AS at`
)

const soonest = Query.first(Schema.Struct({ at: Query.Int }))<[leasedUntil: number, kinds: string]>(
  `SELECT ${dueAt} AS at FROM job WHERE lease_until <= ? AND ? LIKE '% ' || kind || ' %' ORDER BY ${dueAt} LIMIT 1`
)

/** When the next job of these kinds is due, if there is one: of all jobs, or of those whose leases end by a time. */
export const nextDueAt = (
  kinds: string,
  leasedUntil = Number.MAX_SAFE_INTEGER
): Effect.Effect<number | undefined, never, Transaction> =>
  Effect.map(soonest(leasedUntil, kinds), (row) => Option.getOrUndefined(row)?.at)

// A runner renews many rows, in no order that others know, and therefore waits for none: a job that is being changed at
// this moment is renewed the next time.
export const renew = Query.change<[leaseUntil: number, kind: string, subject: string, fence: number]>(
  `UPDATE job SET lease_until = ? WHERE (kind, subject) IN (
     SELECT kind, subject FROM job WHERE kind = ? AND subject = ? AND fence = ? AND lease_until > 0
     FOR UPDATE SKIP LOCKED
   )`
)

export const voidLeases = Query.change("UPDATE job SET lease_until = 0 WHERE lease_until > 0")
