/**
 * Runs the jobs that are due: claims them with a lease and a fence, runs each in a fiber, renews the leases, and gives
 * each job back, removed or planned anew. Which come first is its queues' to say (`JobQueues`). An idle runner sleeps
 * until the next job is due or a commit wakes it. Kinds without a handler are left to others. Follows
 * docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import type { ConcludeJob, ConcludingJobHandler, JobHandlers, NextRun } from "./JobHandler.ts"
import * as JobQueues from "./JobQueues.ts"
import * as JobTable from "./JobTable.ts"
import { leaseMillis, renewed, renewMillis } from "./Lease.ts"
import * as Metrics from "./Metrics.ts"
import { type OpenTransaction, type StoreUnavailable, Transaction, type Transactions } from "./Transactions.ts"

const lags = Metrics.seconds("jobs_lag_seconds", "How long jobs were due before they ran, by kind", "kind")

/** What a timer of the platform can wait for. */
const longestTimerMillis = 2 ** 31 - 1

/** 1 s, 2 s, 4 s … at most an hour. */
const backOff = (attempts: number): number => Math.min(1_000 * 2 ** attempts, 3_600_000)

/** Is called when a job has been planned, after the commit. */
type PlanListener = (kind: string, runAt: number) => void

/** How a process lets its jobs finish before it ends; see `RunnerStop`. */
export interface StopState {
  /** True: no loop claims another job. */
  requested: boolean
  /** How many jobs are running or being claimed. */
  busy: number
}

/** The jobs of one process on one database. */
export interface JobHost {
  readonly transactions: Context.Tag.Service<Transactions>
  readonly stop: StopState
  /**
   * How long an idle runner sleeps before it looks for jobs that other processes have planned, in milliseconds.
   * Infinite where there are no others.
   */
  readonly longestSleep: number
  /** The loops that run jobs here. */
  readonly listeners: Set<PlanListener>
  /** The jobs that are running, each in its fiber. */
  readonly running: Map<JobTable.Claim, Fiber.RuntimeFiber<unknown, unknown>>
  /** Open while anything is running. */
  readonly busy: Effect.Latch
}

/** The jobs of this process by what stands for their database in its transactions. */
const hosts = new WeakMap<object, JobHost>()

export const makeHost = (
  transactions: Context.Tag.Service<Transactions>,
  longestSleep: number,
  stop: StopState
): Effect.Effect<JobHost> =>
  Effect.map(Effect.makeLatch(false), (busy) => {
    const host: JobHost = {
      transactions,
      stop,
      longestSleep: transactions.isAlone ? Infinity : longestSleep,
      listeners: new Set(),
      running: new Map(),
      busy
    }
    hosts.set(transactions.database, host)
    return host
  })

/** Notifies the loops of a database of a job that was planned without them, as by another process. */
export const plannedElsewhere = (database: object, kind: string, runAt: number): void => {
  for (const listener of hosts.get(database)?.listeners ?? []) listener(kind, runAt)
}

/** Notifies the loops of this process of a planned job, after its transaction has committed. */
export const announce = (
  { listeners }: JobHost,
  transaction: OpenTransaction,
  kind: string,
  runAt: number
): void =>
  transaction.afterCommit(() => {
    for (const listener of listeners) listener(kind, runAt)
  })

/** Removes a claimed job or plans its next run, unless it was planned anew meanwhile: then the newer plan counts. */
const giveBack = Effect.fnUntraced(
  function*(host: JobHost, { fence, kind, plan, subject }: JobTable.Claim, next: NextRun, attempts: number) {
    if (next === undefined && (yield* JobTable.finish(kind, subject, fence, plan)) > 0) return
    const transaction = yield* Transaction
    for (const { at } of yield* JobTable.runAgain(plan, next ?? 0, attempts, kind, subject, fence)) {
      announce(host, transaction, kind, at)
    }
  }
)

/**
 * Renews the leases of running jobs, in one transaction, as long as there are any. Where that fails, their turn ends:
 * each runs again once its lease is over. Never ends.
 */
export const renewLeases = ({ busy, running, transactions }: JobHost): Effect.Effect<never> =>
  Effect.gen(function*() {
    yield* busy.await
    yield* Effect.sleep(renewMillis)
    if (running.size === 0) return busy.unsafeClose()
    const until = (yield* Clock.currentTimeMillis) + leaseMillis
    const turns = [...running]
    const renewals = turns.map(([{ fence, kind, subject }]) => JobTable.renew(until, kind, subject, fence))
    if (yield* renewed("jobs", transactions.write(Effect.all(renewals, { discard: true })))) return
    for (const [job, fiber] of turns) {
      // Nor is it renewed while it ends.
      running.delete(job)
      fiber.unsafeInterruptAsFork(FiberId.none)
    }
  }).pipe(Effect.forever)

/**
 * Runs a claimed job and gives it back. Fails only where it could not be given back, or lost its lease: then that runs
 * out.
 */
const execute = (host: JobHost, handlerOf: (kind: string) => ConcludingJobHandler) => (job: JobTable.Claim) =>
  Effect.gen(function*() {
    const { attempts, kind, subject } = job
    let concluded = false
    const conclude: ConcludeJob = (next) =>
      Effect.flatMap(Transaction, (transaction) => {
        transaction.afterCommit(() => {
          concluded = true
        })
        return giveBack(host, job, next, 0)
      })
    host.running.set(
      job,
      yield* Effect.withFiberRuntime<Fiber.RuntimeFiber<unknown, unknown>>((fiber) => Effect.succeed(fiber))
    )
    host.busy.unsafeOpen()
    yield* lags.record(Math.max(0, (yield* Clock.currentTimeMillis) - job.due_at) / 1000, kind)
    const exit = yield* Effect.exit(handlerOf(kind)(subject, conclude))
    if (exit._tag === "Success") {
      if (!concluded) yield* host.transactions.write(giveBack(host, job, exit.value, 0))
      return
    }
    yield* Effect.logWarning("a job failed and will be tried again", { kind, subject }, exit.cause)
    const now = yield* Clock.currentTimeMillis
    yield* host.transactions.write(giveBack(host, job, now + backOff(attempts), attempts + 1))
  }).pipe(Effect.ensuring(Effect.sync(() => host.running.delete(job))))

/** Runs all due jobs once, and returns when the next job is due, if there is one. */
export const runDue = Effect.fnUntraced(
  function*(
    host: JobHost,
    handlers: JobHandlers
  ): Effect.fn.Return<Option.Option<number>, StoreUnavailable> {
    const queues = JobQueues.make(handlers)
    const now = yield* Clock.currentTimeMillis
    const times = yield* host.transactions.read(Effect.forEach(queues, (queue) => queue.nextAt(now)))
    const due = queues.filter((_, i) => times[i] !== undefined && times[i] <= now)
    if (due.length === 0) {
      const next = Math.min(...times.map((at) => at ?? Infinity))
      return next === Infinity ? Option.none() : Option.some(next)
    }
    const claims = yield* host.transactions.write(
      Effect.forEach(due, (queue) => Effect.map(queue.claim(now), ({ jobs }) => ({ jobs, queue })))
    )
    const runs = claims.flatMap(({ jobs, queue }) => jobs.map(execute(host, queue.handlerOf)))
    const exits = yield* Fiber.awaitAll(yield* Effect.forEach(runs, (run) => Effect.fork(run)))
    // A job whose turn has ended is due again when its lease is over.
    yield* Effect.forEach(exits, (exit) => Exit.isInterrupted(exit) ? Effect.void : exit, { discard: true })
    return Option.some(runs.length === 0 ? now + JobQueues.retryMillis : now)
  }
)

/** The loop over a queue of jobs. */
interface Loop {
  readonly host: JobHost
  readonly queue: JobQueues.JobQueue
  readonly awake: Effect.Latch
  /**
   * When the next job is due, as far as is known from the table or from a later plan. The table is read only when there
   * is something to claim, not whenever a job is planned for later.
   */
  nextDueAt: number
  /** When to look for jobs that other processes have planned, without a lock: at first, and from time to time. */
  nextLookAt: number
  /** Until then nothing is claimed, and how long that was to last. */
  restsUntil: number
  restMillis: number
}

/** Makes sure that the loop wakes by a time. */
const wakeAt = (loop: Loop, at: number): void => {
  if (at >= loop.nextDueAt) return
  loop.nextDueAt = at
  loop.awake.unsafeOpen()
}

/** Runs a job and frees its slot. */
const executeInSlot = (loop: Loop, job: JobTable.Claim) =>
  Effect.onExit(
    execute(loop.host, loop.queue.handlerOf)(job),
    ({ _tag }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        loop.host.stop.busy--
        if (loop.queue.ended(job)) wakeAt(loop, now)
        // It could not be given back: its lease will run out.
        if (_tag === "Failure") wakeAt(loop, now + leaseMillis)
      })
  )

/** Reads when the next job is due. */
const look = (loop: Loop, now: number) =>
  Effect.map(loop.host.transactions.read(loop.queue.nextAt(now)), (at) => {
    loop.nextLookAt = now + loop.host.longestSleep
    if (at !== undefined) wakeAt(loop, at)
  })

/** Claims due jobs and starts them. */
const start = Effect.fnUntraced(function*(loop: Loop, now: number) {
  loop.nextDueAt = Infinity
  const { stop, transactions } = loop.host
  stop.busy++
  const { jobs, nextAt, restMillis } = yield* Effect.onExit(
    transactions.write(loop.queue.claim(now)),
    (exit) => Effect.sync(() => stop.busy += exit._tag === "Success" ? exit.value.jobs.length - 1 : -1)
  )
  // Each in a fiber of its own: one that waits for an external system keeps no other waiting.
  for (const job of jobs) {
    loop.queue.started(job)
    yield* Effect.fork(executeInSlot(loop, job))
  }
  loop.nextLookAt = now + loop.host.longestSleep
  loop.restsUntil = now + restMillis
  loop.restMillis = restMillis
  if (nextAt !== undefined) wakeAt(loop, nextAt)
})

/** One round: looks, starts due jobs, and sleeps until there is more to do. */
const round = (loop: Loop) =>
  Effect.gen(function*() {
    const { awake, host } = loop
    // Not the end: the running jobs live as long as this fiber.
    if (host.stop.requested) return yield* Effect.never
    yield* awake.close
    const now = yield* Clock.currentTimeMillis
    // After the clock was set back, no wait lasts longer than it was to last.
    if (loop.nextLookAt - now > host.longestSleep) loop.nextLookAt = now
    loop.restsUntil = Math.min(loop.restsUntil, now + loop.restMillis)
    if (now >= loop.nextLookAt) yield* look(loop, now)
    if (now >= loop.nextDueAt && now >= loop.restsUntil) yield* start(loop, now)
    const until = Math.max(loop.restsUntil, Math.min(loop.nextDueAt, loop.nextLookAt))
    if (until <= now) return
    if (until === Infinity) return yield* awake.await
    // Not a race, which would take three fibers each time that there is nothing to do.
    const alarm = yield* Effect.fork(
      Effect.zipRight(Effect.sleep(Math.min(until - now, longestTimerMillis)), awake.open)
    )
    yield* awake.await
    yield* Fiber.interruptAsFork(alarm, FiberId.none)
  }).pipe(
    Effect.catchAllCause((cause) => {
      loop.nextLookAt = 0
      return Effect.zipRight(
        Effect.logWarning("background work was interrupted", cause),
        Effect.sleep(JobQueues.retryMillis)
      )
    })
  )

/** Runs the jobs of a queue for ever. */
const runQueue = Effect.fnUntraced(function*(host: JobHost, queue: JobQueues.JobQueue) {
  const loop: Loop = {
    host,
    queue,
    awake: yield* Effect.makeLatch(false),
    nextDueAt: Infinity,
    nextLookAt: 0,
    restsUntil: 0,
    restMillis: 0
  }
  const listener: PlanListener = (kind, runAt) => {
    if (queue.kinds.includes(kind)) wakeAt(loop, runAt)
  }
  host.listeners.add(listener)
  return yield* Effect.ensuring(
    Effect.forever(round(loop)),
    Effect.sync(() => host.listeners.delete(listener))
  )
})

/** Runs jobs for ever. A queue that waits for the database keeps no other waiting. */
export const run = (host: JobHost, handlers: JobHandlers): Effect.Effect<never> =>
  Effect.zipRight(
    Effect.forEach(JobQueues.make(handlers), (queue) => runQueue(host, queue), { concurrency: "unbounded" }),
    // There is at least one queue, and none comes to an end.
    Effect.never
  )
