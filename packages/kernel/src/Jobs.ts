/**
 * Background work: one table of what is to be done when, on the application's clock.
 *
 * A job is a kind and a subject (`checkout`, `cs_…`), at most one of each. Whoever changes the subject schedules or
 * cancels its job in the same transaction, so the work can neither be lost nor outlive its reason. A runner claims what
 * is due with a lease and a fence: a runner that died loses its lease, one that slept too long finds its fence passed.
 * A handler must not mind running twice; it says when it wants to run next, or that it is done. Whoever schedules a job
 * while it runs is heard: the newer plan counts, not what the handler says.
 *
 * Each kind has slots of its own: one that waits for a far end keeps no other waiting. An idle runner writes nothing: it
 * sleeps until the next job's time or until a commit wakes it. Kinds without a handler are left to other runners.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Words } from "./Migrations.ts"
import * as Query from "./Query.ts"
import { type StoreUnavailable, Transaction, Transactions } from "./Transactions.ts"

/** `undefined`: done, forget it. A time: run again then. */
export type Next = number | undefined

/**
 * Says within a transaction of the handler's own what comes next, in place of what it answers: its work and the end of it
 * are one commit.
 */
export type Conclude = (next: Next) => Effect.Effect<void, never, Transaction>

/** What to do about a subject. A failure is tried again, later each time. */
export type Handler = (subject: string, conclude: Conclude) => Effect.Effect<Next, unknown>

/** A handler that leaves the end of its work to the runner. */
export type Advance = (subject: string) => Effect.Effect<Next, unknown>

export class Jobs extends Context.Tag("@beauty-store/kernel/Jobs")<Jobs, {
  /**
   * Runs a job at a time, in place of whatever was planned for that kind and subject. While it is running already it
   * runs once more afterwards: never two of one subject at once.
   */
  readonly schedule: (kind: string, subject: string, runAt: number) => Effect.Effect<void, never, Transaction>
  readonly cancel: (kind: string, subject: string) => Effect.Effect<void, never, Transaction>
  /** Runs what is due, and answers when the next job is, if there is one. For tests and programs that own the loop. */
  readonly runDue: (
    handlers: Readonly<Record<string, Handler>>
  ) => Effect.Effect<Option.Option<number>, StoreUnavailable>
  /** Runs jobs for ever. */
  readonly run: (handlers: Readonly<Record<string, Handler>>) => Effect.Effect<never>
}>() {}

/** The table of jobs, as a migration of any database that has some makes it. */
export const statements = ({ clustered, id }: Words): ReadonlyArray<string> => [
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
  `CREATE INDEX job_by_time ON job (run_at)`
]

/** A job's turn: when it is due, and nobody is at work on it. */
const turn = "CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END"

/** A later migration: jobs are found by their turn, however many wait. */
export const byTurn: ReadonlyArray<string> = [
  `DROP INDEX job_by_time`,
  `CREATE INDEX job_by_turn ON job ((${turn}), kind, subject)`
]

const upsert = Query.insert(
  "job",
  ["kind", "subject", "run_at", "attempts", "plan", "fence", "lease_until"],
  "ON CONFLICT (kind, subject) DO UPDATE SET run_at = excluded.run_at, attempts = 0, plan = job.plan + 1"
)
const remove = Query.change<[kind: string, subject: string]>("DELETE FROM job WHERE kind = ? AND subject = ?")

const Due = Schema.Struct({
  kind: Schema.String,
  subject: Schema.String,
  attempts: Query.Int,
  plan: Query.Int,
  fence: Query.Int
})
const due = Query.all(Due)<[now: number, kinds: string, most: number]>(
  `SELECT kind, subject, attempts, plan, fence FROM job WHERE ${turn} <= ? AND ? LIKE '% ' || kind || ' %'
   ORDER BY ${turn}, kind, subject LIMIT ? FOR UPDATE SKIP LOCKED`
)
const claim = Query.changeOne<[leaseUntil: number, kind: string, subject: string, fence: number]>(
  "UPDATE job SET lease_until = ?, fence = fence + 1 WHERE kind = ? AND subject = ? AND fence = ?"
)
const finish = Query.change<[kind: string, subject: string, fence: number, plan: number]>(
  "DELETE FROM job WHERE kind = ? AND subject = ? AND fence = ? AND plan = ?"
)
const again = Query.returning(Schema.Struct({ at: Query.Int }))<
  [plan: number, runAt: number, attempts: number, kind: string, subject: string, fence: number]
>(
  `UPDATE job SET run_at = CASE WHEN plan = ? THEN CAST(? AS BIGINT) ELSE run_at END, attempts = ?, lease_until = 0
   WHERE kind = ? AND subject = ? AND fence = ? RETURNING run_at AS at`
)
const soonest = Query.first(Schema.Struct({ at: Query.Int }))<[leasedUntil: number, kinds: string]>(
  `SELECT ${turn} AS at FROM job WHERE lease_until <= ? AND ? LIKE '% ' || kind || ' %' ORDER BY ${turn} LIMIT 1`
)
/** A list of kinds, as the statements look into it. */
const listed = (kinds: ReadonlyArray<string>): string => ` ${kinds.join(" ")} `
// Whoever renews holds many rows, in no order that others know, and so waits for none: a job that somebody is changing at
// this moment is renewed the next time.
const renew = Query.change<[leaseUntil: number, kind: string, subject: string, fence: number]>(
  `UPDATE job SET lease_until = ? WHERE (kind, subject) IN (
     SELECT kind, subject FROM job WHERE kind = ? AND subject = ? AND fence = ? AND lease_until > 0
     FOR UPDATE SKIP LOCKED
   )`
)
const voidLeases = Query.change("UPDATE job SET lease_until = 0 WHERE lease_until > 0")

/** Short, so that a dead runner's work is soon somebody else's; whoever is at work renews it in time. */
const leaseMillis = 5_000
const renewMillis = 1_500
/** How many jobs of a kind run at once. */
const concurrency = 16
/**
 * How long a runner sleeps at the most, in milliseconds: others may add jobs to a shared database without waking it. A
 * program whose database is nobody else's, and whose time is its own, may let it sleep until there is something to do.
 */
export class LongestSleep extends Context.Reference<LongestSleep>()("@beauty-store/kernel/Jobs/LongestSleep", {
  defaultValue: () => 1_000
}) {}
/** How soon a runner tries again whom the database refused. */
const setback = 1_000

/** 1 s, 2 s, 4 s … an hour at the most. */
const backOff = (attempts: number): number => Math.min(1_000 * 2 ** attempts, 3_600_000)

export const layer: Layer.Layer<Jobs, StoreUnavailable, Transactions> = Layer.scoped(
  Jobs,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const longestSleep = yield* LongestSleep
    /** Those who run jobs here, to be told of each that is planned. */
    const runners = new Set<(kind: string, runAt: number) => void>()
    const planned = (transaction: Context.Tag.Service<Transaction>, kind: string, runAt: number) =>
      transaction.afterCommit(() => {
        for (const tell of runners) tell(kind, runAt)
      })
    /** What is being worked on, and whether anything is. */
    const atWork = new Set<typeof Due.Type>()
    const working = yield* Effect.makeLatch(false)

    // One process owns a SQLite file, so every lease found at its start is a dead one's.
    if (transactions.dialect === "sqlite") yield* transactions.write(voidLeases())

    const schedule = (kind: string, subject: string, runAt: number) =>
      Effect.flatMap(Transaction, (transaction) => {
        planned(transaction, kind, runAt)
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          // A fence begins with the time, with room for a thousand steps each millisecond, so that it never repeats for a
          // job that was done and is planned anew.
          upsert({ kind, subject, run_at: runAt, attempts: 0, plan: now, fence: now * 1024, lease_until: 0 }))
      }).pipe(Effect.asVoid)

    /** When the next job's turn is, if there is one: of all, or of those whose leases are over by a time. */
    const nextAt = (kinds: string, leasedUntil = Number.MAX_SAFE_INTEGER) =>
      Effect.map(soonest(leasedUntil, kinds), (row) => Option.getOrUndefined(row)?.at)

    /** Claims what is due, and says when the turn of whatever nobody is at work on comes, in one transaction. */
    const claimDue = Effect.fnUntraced(function*(now: number, kinds: string, most: number) {
      const jobs = yield* due(now, kinds, most)
      for (const job of jobs) yield* claim(now + leaseMillis, job.kind, job.subject, job.fence)
      return { jobs: jobs.map((job) => ({ ...job, fence: job.fence + 1 })), next: yield* nextAt(kinds, now) }
    }, transactions.write)

    /** Gives a job back: to be forgotten or run again, unless a newer plan was made meanwhile, which counts. */
    const giveBack = Effect.fnUntraced(
      function*({ fence, kind, plan, subject }: typeof Due.Type, next: Next, attempts: number) {
        if (next === undefined && (yield* finish(kind, subject, fence, plan)) > 0) return
        const transaction = yield* Transaction
        for (const { at } of yield* again(plan, next ?? 0, attempts, kind, subject, fence)) {
          planned(transaction, kind, at)
        }
      }
    )

    /** Keeps what is being worked on from being taken for abandoned, for as long as anything is. */
    const keepLeases = Effect.gen(function*() {
      yield* working.await
      yield* Effect.sleep(renewMillis)
      if (atWork.size === 0) return working.unsafeClose()
      const until = (yield* Clock.currentTimeMillis) + leaseMillis
      const renewals = [...atWork].map(({ fence, kind, subject }) => renew(until, kind, subject, fence))
      yield* transactions.write(Effect.all(renewals, { discard: true }))
    }).pipe(Effect.catchAllCause(() => Effect.void), Effect.forever)
    yield* Effect.forkScoped(keepLeases)

    const runOne = (handlers: Readonly<Record<string, Handler>>) => (job: typeof Due.Type) =>
      Effect.gen(function*() {
        const { attempts, kind, subject } = job
        let concluded = false
        const conclude: Conclude = (next) =>
          Effect.flatMap(Transaction, (transaction) => {
            transaction.afterCommit(() => {
              concluded = true
            })
            return giveBack(job, next, 0)
          })
        atWork.add(job)
        working.unsafeOpen()
        const exit = yield* Effect.exit(handlers[kind]!(subject, conclude))
        if (exit._tag === "Success") {
          if (!concluded) yield* transactions.write(giveBack(job, exit.value, 0))
          return
        }
        yield* Effect.logWarning("a job failed and will be tried again", { kind, subject }, exit.cause)
        const now = yield* Clock.currentTimeMillis
        yield* transactions.write(giveBack(job, now + backOff(attempts), attempts + 1))
      }).pipe(Effect.ensuring(Effect.sync(() => atWork.delete(job))))

    const runDue = Effect.fnUntraced(function*(handlers: Readonly<Record<string, Handler>>) {
      const kinds = listed(Object.keys(handlers))
      const now = yield* Clock.currentTimeMillis
      const at = yield* transactions.read(nextAt(kinds))
      if (at === undefined || at > now) return Option.fromNullable(at)
      const { jobs } = yield* claimDue(now, kinds, concurrency)
      yield* Effect.forEach(jobs, runOne(handlers), { concurrency: "unbounded", discard: true })
      return jobs.length === 0 ? Option.some(now + setback) : Option.some(now)
    })

    const run = Effect.fnUntraced(function*(handlers: Readonly<Record<string, Handler>>) {
      const latch = yield* Effect.makeLatch(false)
      const free = new Map(Object.keys(handlers).map((kind) => [kind, concurrency]))
      /**
       * When the next job's turn is, as far as anybody has said: the table, or who planned one since. So the table is
       * looked into when there is something to be had, and not whenever a job is planned for later.
       */
      let turnAt = Infinity
      const wakeAt = (at: number): void => {
        if (at >= turnAt) return
        turnAt = at
        latch.unsafeOpen()
      }
      const tell = (kind: string, runAt: number): void => {
        if (free.has(kind)) wakeAt(runAt)
      }
      const slot = (job: typeof Due.Type) =>
        Effect.onExit(runOne(handlers)(job), ({ _tag }) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const slots = free.get(job.kind)!
            free.set(job.kind, slots + 1)
            // Others of its kind may be waiting.
            if (slots === 0) wakeAt(now)
            // It could not be given back: its lease will run out.
            if (_tag === "Failure") wakeAt(now + leaseMillis)
          }))
      /** The kinds that may run one more, and how many each of them may. */
      const spare = () => {
        const open = [...free].filter(([, slots]) => slots > 0)
        return {
          kinds: listed(open.map(([kind]) => kind)),
          most: Math.min(concurrency, ...open.map(([, slots]) => slots))
        }
      }
      /** When to look whether others have planned something, at first and from time to time: without a lock. */
      let lookAt = 0
      const look = (now: number) =>
        Effect.map(transactions.read(nextAt(spare().kinds)), (at) => {
          lookAt = now + longestSleep
          if (at !== undefined) wakeAt(at)
        })
      const start = Effect.fnUntraced(function*(now: number) {
        turnAt = Infinity
        const { kinds, most } = spare()
        const { jobs, next } = yield* claimDue(now, kinds, most)
        // Each in a fiber of its own: one that waits for a far end keeps nobody else waiting.
        for (const job of jobs) {
          free.set(job.kind, free.get(job.kind)! - 1)
          yield* Effect.fork(slot(job))
        }
        lookAt = now + longestSleep
        // What is due and was not to be had is somebody else's at this moment.
        if (next !== undefined) wakeAt(next <= now && jobs.length === 0 ? now + setback : next)
      })
      const turn = Effect.gen(function*() {
        yield* latch.close
        const now = yield* Clock.currentTimeMillis
        if (now >= lookAt) yield* look(now)
        if (now >= turnAt) yield* start(now)
        const until = Math.min(turnAt, lookAt)
        if (until <= now) return
        // Not a race: that is three fibers, each time that there is nothing to do.
        const alarm = yield* Effect.fork(Effect.zipRight(Effect.sleep(until - now), latch.open))
        yield* latch.await
        yield* Fiber.interruptAsFork(alarm, FiberId.none)
      }).pipe(
        Effect.catchAllCause((cause) => {
          lookAt = 0
          return Effect.zipRight(Effect.logWarning("background work was interrupted", cause), Effect.sleep(setback))
        })
      )
      runners.add(tell)
      return yield* Effect.ensuring(Effect.forever(turn), Effect.sync(() => runners.delete(tell)))
    })

    return {
      schedule,
      cancel: (kind, subject) => Effect.asVoid(remove(kind, subject)),
      runDue,
      run
    }
  })
)
