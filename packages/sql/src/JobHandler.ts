/**
 * The handler of a kind of job: it does the work of one subject and returns when it is to run next.
 *
 * A handler may run twice for the same work, because a runner may die after the work and before it has recorded the
 * end. It therefore checks what is still to be done. A failure is not a result: the runner tries again, later each
 * time. Follows docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import type * as Effect from "effect/Effect"
import type { JobGroup } from "./GroupedJobs.ts"
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

/** A group of jobs that asks for a turn. */
export interface WaitingGroup extends JobGroup {
  /** How many of its jobs run in this process. */
  readonly runningHere: number
}

/** Which groups have their turn. */
export interface Turns {
  /** How many jobs start now, by group. */
  readonly jobs: ReadonlyMap<string, number>
  /** When more may start by the clock alone. */
  readonly nextAt: number | undefined
  /** More may start as soon as one that runs has ended. */
  readonly isCrowded: boolean
}

/**
 * Jobs of a kind whose subjects are `group:rest`, of which not the longest due come first but those of groups that have
 * their turn. `Tables` has to have the indexes of such a kind (`GroupedJobs.indexes`).
 */
export interface GroupedJobHandler {
  readonly run: ConcludingJobHandler
  /** How many jobs of this kind run at once. */
  readonly slots: number
  /** How many due jobs of a group are counted: more make no difference. */
  readonly mostPerGroup: number
  /** Decides inside the transaction that claims, which may run again. `free`: slots that are free. */
  readonly turns: (
    groups: ReadonlyArray<WaitingGroup>,
    free: number,
    now: number
  ) => Effect.Effect<Turns, never, Transaction>
}

/** The handlers of a runner, by kind of job. */
export type JobHandlers = Readonly<Record<string, ConcludingJobHandler | GroupedJobHandler>>
