/**
 * Queues of jobs: which due jobs a runner claims next, and how many at once. Most kinds share one queue, the longest
 * due first, with slots for each kind, so that a kind that waits keeps no other waiting. A grouped kind is a queue by
 * itself, in which groups take turns. The rows are in `JobTable` and `GroupedJobs`. Follows
 * docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as GroupedJobs from "./GroupedJobs.ts"
import type { ConcludingJobHandler, GroupedJobHandler, JobHandlers, Turns } from "./JobHandler.ts"
import * as JobTable from "./JobTable.ts"
import { leaseMillis } from "./Lease.ts"
import type { Transaction } from "./Transactions.ts"

/** How many jobs of a kind run at once, where its handler says nothing else. */
const slotsPerKind = 16
/** How long a runner waits before it tries again what another has claimed, or what the database refused it. */
export const retryMillis = 1_000

/**
 * A claim of a grouped kind reads a little of each group: after one of so many groups a queue rests for a millisecond.
 */
const groupsPerMilli = 20

/** Claimed jobs, and when to look for more. */
export interface Claimed {
  readonly jobs: ReadonlyArray<JobTable.Claim>
  readonly nextAt: number | undefined
  /** For so long nothing more is claimed. */
  readonly restMillis: number
}

export interface JobQueue {
  readonly kinds: ReadonlyArray<string>
  readonly handlerOf: (kind: string) => ConcludingJobHandler
  /** When the next job may be claimed. */
  readonly nextAt: (now: number) => Effect.Effect<number | undefined, never, Transaction>
  /** Claims jobs that are due. */
  readonly claim: (now: number) => Effect.Effect<Claimed, never, Transaction>
  /** A claimed job is under way from now on. */
  readonly started: (job: JobTable.Claim) => void
  /** A job is no longer under way. Returns whether others may have waited for that. */
  readonly ended: (job: JobTable.Claim) => boolean
}

const claimAll = (jobs: ReadonlyArray<JobTable.Claim>, now: number) =>
  Effect.as(
    Effect.forEach(jobs, (job) => JobTable.claim(now + leaseMillis, job.kind, job.subject, job.fence), {
      discard: true
    }),
    jobs.map((job) => ({ ...job, fence: job.fence + 1 }))
  )

/** The queue of all kinds that are not grouped. */
const byTime = (handlers: Readonly<Record<string, ConcludingJobHandler>>): JobQueue => {
  const kinds = Object.keys(handlers)
  const free = new Map(kinds.map((kind) => [kind, slotsPerKind]))
  /** The kinds that may run at least one more job, and how many more each of them may run. */
  const open = () => {
    const some = [...free].filter(([, slots]) => slots > 0)
    return {
      kinds: JobTable.listOfKinds(some.map(([kind]) => kind)),
      most: Math.min(slotsPerKind, ...some.map(([, slots]) => slots))
    }
  }
  return {
    kinds,
    handlerOf: (kind) => handlers[kind]!,
    nextAt: () => JobTable.nextDueAt(open().kinds),
    claim: Effect.fnUntraced(function*(now) {
      const { kinds, most } = open()
      const jobs = yield* claimAll(yield* JobTable.findDue(now, kinds, most), now)
      const next = yield* JobTable.nextDueAt(kinds, now)
      // A job that is due and could not be claimed is another runner's at this moment.
      const isTaken = next !== undefined && next <= now && jobs.length === 0
      return { jobs, nextAt: isTaken ? now + retryMillis : next, restMillis: 0 }
    }),
    started: ({ kind }) => void free.set(kind, free.get(kind)! - 1),
    ended: ({ kind }) => {
      const slots = free.get(kind)!
      free.set(kind, slots + 1)
      return slots === 0
    }
  }
}

/** The queue of a grouped kind. */
const byTurns = (kind: string, handler: GroupedJobHandler): JobQueue => {
  const table = GroupedJobs.make(kind)
  const running = new Map<string, number>()
  let free = handler.slots
  let isCrowded = false
  const groupOf = ({ subject }: JobTable.Claim) => subject.slice(0, subject.indexOf(":"))
  const count = (job: JobTable.Claim, change: number) => {
    const group = groupOf(job)
    const left = (running.get(group) ?? 0) + change
    if (left === 0) running.delete(group)
    else running.set(group, left)
    free -= change
  }
  const turns = (groups: ReadonlyArray<GroupedJobs.JobGroup>, now: number): Effect.Effect<Turns, never, Transaction> =>
    handler.turns(groups.map((group) => ({ ...group, runningHere: running.get(group.group) ?? 0 })), free, now)
  return {
    kinds: [kind],
    handlerOf: () => handler.run,
    nextAt: (now) =>
      Effect.map(
        Effect.flatMap(table.list(now, handler.mostPerGroup), (groups) => turns(groups, now)),
        ({ isCrowded, jobs, nextAt }) =>
          jobs.size > 0 ? now : isCrowded ? Math.min(now + retryMillis, nextAt ?? Infinity) : nextAt
      ),
    claim: Effect.fnUntraced(function*(now) {
      yield* table.lock
      const groups = yield* table.list(now, handler.mostPerGroup)
      const { isCrowded: more, jobs, nextAt } = yield* turns(groups, now)
      const due: Array<JobTable.Claim> = []
      for (const [group, most] of jobs) due.push(...(yield* table.findDue(group, now, most)))
      isCrowded = more
      return {
        jobs: yield* claimAll(due, now),
        nextAt,
        restMillis: Math.floor(groups.length / groupsPerMilli)
      }
    }),
    started: (job) => count(job, 1),
    ended: (job) => {
      count(job, -1)
      return isCrowded
    }
  }
}

const isGrouped = (handler: JobHandlers[string]): handler is GroupedJobHandler => "turns" in handler

/** The queues of a runner's kinds. */
export const make = (handlers: JobHandlers): ReadonlyArray<JobQueue> => {
  const plain: Record<string, ConcludingJobHandler> = {}
  const queues: Array<JobQueue> = []
  for (const [kind, handler] of Object.entries(handlers)) {
    if (isGrouped(handler)) queues.push(byTurns(kind, handler))
    else plain[kind] = handler
  }
  return Object.keys(plain).length === 0 && queues.length > 0 ? queues : [byTime(plain), ...queues]
}
