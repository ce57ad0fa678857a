/**
 * The handler of a kind of job: it does the work of one subject and returns when it is to run next.
 *
 * A handler may run twice for the same work, because a runner may die after the work and before it has recorded the
 * end. It therefore checks what is still to be done. A failure is not a result: the runner tries again, later each
 * time. Follows docs/specification.md#background-work.
 */
import type * as Effect from "effect/Effect"
import type { Transaction } from "./Transactions.ts"

/** When a job runs again, in milliseconds since 1970; `undefined`: the job is done and removed. */
export type NextRun = number | undefined

/** Does the work of a subject. The runner records the end in a transaction of its own. */
export type JobHandler = (subject: string) => Effect.Effect<NextRun, unknown>

/**
 * Records the end of a job inside a transaction of the handler's own, in place of its result, so that the work and its
 * end are one commit.
 */
export type ConcludeJob = (next: NextRun) => Effect.Effect<void, never, Transaction>

/** A handler that may record the end of its job itself, which saves a transaction. */
export type ConcludingJobHandler = (subject: string, conclude: ConcludeJob) => Effect.Effect<NextRun, unknown>

/** The handlers of a runner, by kind of job. */
export type JobHandlers = Readonly<Record<string, ConcludingJobHandler>>
