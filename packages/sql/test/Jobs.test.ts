/** Background work, on both databases: nothing is lost, nothing outlives its reason, and sleeping costs nothing. */
import type { ConcludingJobHandler, JobHandler, NextRun } from "@beauty-store/sql/JobHandler"
import { retryMillis } from "@beauty-store/sql/JobQueues"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as JobTable from "@beauty-store/sql/JobTable"
import { leaseMillis, renewMillis } from "@beauty-store/sql/Lease"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { countOf, dueNext, minutes, seconds, sleepThrough, World } from "../../../test/world/database-world.ts"
import { until } from "../../../test/world/waiting.ts"
import { onBoth, onPostgres, onSqlite } from "./world.ts"

/** Plans a job for so many milliseconds from now. */
const plan = (subject: string, inMillis = 0, kind = "work") =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { write } = yield* Transactions
    const { clock } = yield* World
    yield* write(jobs.schedule(kind, subject, clock.now + inMillis))
  })

const cancel = (subject: string) =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { write } = yield* Transactions
    yield* write(jobs.cancel("work", subject))
  })

const runDue = (work: ConcludingJobHandler) => Effect.flatMap(Jobs.Jobs, (jobs) => jobs.runDue({ work }))

/** A handler that writes down what it was called for. */
const recorder = () => {
  const seen: Array<string> = []
  const work: JobHandler = (subject) =>
    Effect.sync(() => {
      seen.push(subject)
      return undefined
    })
  return { seen, work }
}

/** A handler that waits in the middle. */
const held = (next: NextRun = undefined) => {
  const reached = Deferred.unsafeMake<void>(FiberId.none)
  const open = Deferred.unsafeMake<void>(FiberId.none)
  const work: ConcludingJobHandler = () =>
    Deferred.succeed(reached, undefined).pipe(Effect.zipRight(Deferred.await(open)), Effect.as(next))
  return { reached: Deferred.await(reached), open: Deferred.succeed(open, undefined), work }
}

onBoth("jobs", (test) => {
  test(
    "a job runs when it is due, not before, and once",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { seen, work } = recorder()
      yield* plan("a", 1000)
      expect(yield* runDue(work)).toEqual(Option.some(clock.now + 1000))
      clock.now += 999
      yield* runDue(work)
      expect(seen).toEqual([])
      clock.now += 1
      yield* runDue(work)
      yield* runDue(work)
      expect(seen).toEqual(["a"])
      expect(yield* runDue(work)).toEqual(Option.none())
    })
  )

  test(
    "planning a job again moves it, whichever way",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { seen, work } = recorder()
      yield* plan("a", 1000)
      yield* plan("a", 5000)
      clock.now += 1000
      yield* runDue(work)
      expect(seen).toEqual([])
      yield* plan("a")
      yield* runDue(work)
      expect(seen).toEqual(["a"])
      expect(yield* countOf("job")).toBe(0)
    })
  )

  test(
    "a plan that was undone with its transaction is none",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      yield* Effect.exit(write(Effect.zipRight(plan("a"), Effect.fail("no"))))
      expect(yield* countOf("job")).toBe(0)
    })
  )

  test(
    "a handler that says when, runs again then",
    Effect.gen(function*() {
      const { clock } = yield* World
      const times: Array<number> = []
      const start = clock.now
      const work: ConcludingJobHandler = () =>
        Effect.sync(() => times.push(clock.now - start) < 3 ? clock.now + 7000 : undefined)
      yield* plan("a")
      for (let n = 0; n < 5; n++) {
        yield* runDue(work)
        clock.now += 7000
      }
      expect(times).toEqual([0, 7000, 14_000])
    })
  )

  test(
    "a handler that concludes in its own transaction is heard, and not what it answers",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { write } = yield* Transactions
      yield* plan("a")
      const later = clock.now + 5000
      yield* runDue((_, conclude) => Effect.as(write(conclude(later)), undefined))
      expect(yield* dueNext).toBe(later)
      clock.now = later
      yield* runDue((_, conclude) => Effect.as(write(conclude(undefined)), later))
      expect(yield* countOf("job")).toBe(0)
    })
  )

  test(
    "what was concluded in a transaction that came to nothing is not",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { write } = yield* Transactions
      yield* plan("a")
      const work: ConcludingJobHandler = (_, conclude) =>
        Effect.as(Effect.exit(write(Effect.zipRight(conclude(undefined), Effect.fail("no")))), clock.now + 5000)
      yield* runDue(work)
      expect(yield* dueNext).toBe(clock.now + 5000)
    })
  )

  test(
    "a plan that was made while a handler ran is not concluded away",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { write } = yield* Transactions
      yield* plan("a")
      const jobs = yield* Jobs.Jobs
      const work: ConcludingJobHandler = (subject, conclude) =>
        Effect.as(write(Effect.zipRight(jobs.schedule("work", subject, clock.now), conclude(undefined))), undefined)
      yield* runDue(work)
      expect(yield* dueNext).toBe(clock.now)
    })
  )

  test(
    "a handler that fails or dies is tried again, later each time, an hour apart at the most",
    Effect.gen(function*() {
      const { clock } = yield* World
      let fails = true
      let calls = 0
      const work: ConcludingJobHandler = () =>
        Effect.suspend(() => {
          calls++
          if (!fails) return Effect.succeed(undefined)
          return calls % 2 === 0 ? Effect.die("bug") : Effect.fail("no")
        })
      yield* plan("a")
      const pauses: Array<number> = []
      for (let n = 0; n < 14; n++) {
        yield* runDue(work)
        const next = (yield* dueNext)!
        pauses.push(next - clock.now)
        clock.now = next
      }
      expect(calls).toBe(14)
      expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
      expect(pauses.slice(-2)).toEqual([3_600_000, 3_600_000])
      fails = false
      yield* runDue(work)
      expect(yield* countOf("job")).toBe(0)
    })
  )

  test(
    "success forgets earlier failures",
    Effect.gen(function*() {
      const { clock } = yield* World
      const outcomes = [Effect.fail("no"), Effect.fail("no"), Effect.succeed(1), Effect.fail("no")]
      yield* plan("a")
      for (const outcome of outcomes) {
        yield* runDue(() => Effect.map(outcome, () => clock.now + 60_000))
        clock.now += 60_000
      }
      expect(yield* dueNext).toBe(clock.now - 60_000 + 1000)
    })
  )

  test(
    "one that fails does not keep others from running",
    Effect.gen(function*() {
      const { seen, work } = recorder()
      for (const subject of ["a", "b", "c"]) yield* plan(subject)
      yield* runDue((subject) => subject === "b" ? Effect.die("bug") : work(subject))
      expect(seen.sort()).toEqual(["a", "c"])
      expect(yield* countOf("job")).toBe(1)
    })
  )

  test(
    "two runners at once run every job once",
    Effect.gen(function*() {
      const { seen, work } = recorder()
      for (let n = 0; n < 50; n++) yield* plan(`s${n}`)
      for (let n = 0; n < 6 && (yield* countOf("job")) > 0; n++) {
        yield* Effect.all([runDue(work), runDue(work), runDue(work)], { concurrency: "unbounded" })
      }
      expect(seen.length).toBe(50)
      expect(new Set(seen).size).toBe(50)
    })
  )

  test(
    "while a job is at work nobody else takes it; one whose runner is gone is taken when its lease is over",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { seen, work } = recorder()
      yield* plan("a")
      const first = held()
      const fiber = yield* Effect.fork(runDue(first.work))
      yield* first.reached
      clock.now += 1 * seconds
      yield* runDue(work)
      expect(seen).toEqual([])
      yield* Fiber.interrupt(fiber)
      const next = (yield* dueNext)!
      expect(next - clock.now).toBeLessThanOrEqual(5 * seconds)
      clock.now = next
      yield* runDue(work)
      expect(seen).toEqual(["a"])
      expect(yield* countOf("job")).toBe(0)
    })
  )

  test(
    "a runner that takes its time keeps its lease, for what waits its turn as well",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { seen, work } = recorder()
      for (let n = 0; n < 10; n++) yield* plan(`s${n}`)
      const slow = held()
      const fiber = yield* Effect.fork(runDue(slow.work))
      yield* slow.reached
      for (let n = 0; n < 2; n++) {
        clock.now += 2.5 * seconds
        yield* sleepThrough(renewMillis)
        const isRenewed = Effect.map(countOf("job", `lease_until < ${clock.now + leaseMillis}`), (left) => left === 0)
        yield* until(isRenewed, "all leases are renewed")
      }
      yield* runDue(work)
      expect(seen).toEqual([])
      yield* slow.open
      yield* Fiber.join(fiber)
      expect(yield* countOf("job")).toBe(0)
    })
  )

  for (
    const [how, codes] of [
      ["fails", { sqlite: "SQLITE_FULL", pg: "57014" }],
      ["dies", { sqlite: "SQLITE_CONSTRAINT_CHECK", pg: "23514" }]
    ] as const
  ) {
    test(
      `a renewal of leases that ${how} ends the turns of running jobs, which run again when their leases are over`,
      Effect.gen(function*() {
        const { clock, dialect, faults } = yield* World
        const { seen, work } = recorder()
        yield* plan("a")
        yield* plan("b")
        const ended: Array<string> = []
        const waiting: JobHandler = (subject) =>
          Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push(subject)))
        faults.checkpoint = (text) =>
          /^UPDATE job SET lease_until = \S+ WHERE \(kind, subject\) IN/.test(text) ? codes[dialect] : undefined
        const begun = clock.now
        const runner = yield* Effect.fork(runDue(waiting))
        yield* sleepThrough(renewMillis)
        // Their turns' end is its end.
        expect(yield* Fiber.join(runner)).toEqual(Option.some(begun))
        faults.checkpoint = () => undefined
        expect(ended.toSorted()).toEqual(["a", "b"])
        yield* runDue(work)
        expect(seen).toEqual([])
        clock.now = (yield* dueNext)!
        yield* runDue(work)
        expect(seen.toSorted()).toEqual(["a", "b"])
      })
    )
  }

  test(
    "a turn that has ended is not renewed any more, however long its end takes",
    Effect.gen(function*() {
      const { clock, dialect, faults, sql } = yield* World
      const done = yield* Deferred.make<void>()
      const handler: JobHandler = () => Effect.as(Effect.uninterruptible(Deferred.await(done)), undefined)
      const leaseOf = (subject: string) =>
        Effect.map(
          sql<{ until: number | string }>(`SELECT lease_until AS until FROM job WHERE subject = '${subject}'`),
          ([row]) => Number(row!.until)
        )
      yield* plan("a")
      let renewals = 0
      faults.checkpoint = (text) =>
        /^UPDATE job SET lease_until = \S+ WHERE \(kind, subject\) IN/.test(text) && renewals++ === 0
          ? dialect === "pg" ? "57014" : "SQLITE_FULL"
          : undefined
      const turns = [yield* Effect.fork(runDue(handler))]
      yield* sleepThrough(renewMillis)
      yield* until(Effect.sync(() => renewals > 0), "the first renewal fails")
      const claimed = yield* leaseOf("a")
      yield* plan("b")
      turns.push(yield* Effect.fork(runDue(handler)))
      const isClaimed = Effect.map(countOf("job", "subject = 'b' AND lease_until > 0"), (n) => n === 1)
      yield* until(isClaimed, "the second is claimed")
      yield* sleepThrough(renewMillis)
      const isRenewed = Effect.map(leaseOf("b"), (at) => at === clock.now + leaseMillis)
      yield* until(isRenewed, "its lease is renewed")
      const kept = yield* leaseOf("a")
      yield* Deferred.succeed(done, undefined)
      for (const turn of turns) yield* Fiber.await(turn)
      expect(kept).toBe(claimed)
    })
  )

  test(
    "what a runner says that slept beyond its lease counts no more",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* plan("a")
      const slow = held(clock.now + 5)
      const fiber = yield* Effect.fork(runDue(slow.work))
      yield* slow.reached
      clock.now = (yield* dueNext)!
      const later = clock.now + 10 * minutes
      yield* runDue(() => Effect.succeed(later))
      yield* slow.open
      yield* Fiber.join(fiber)
      expect(yield* dueNext).toBe(later)
    })
  )

  for (const wait of [0, 1, 2]) {
    test(
      `a job that is cancelled at work and planned anew ${wait} ms later keeps its new plan`,
      Effect.gen(function*() {
        const { clock } = yield* World
        yield* plan("a")
        const first = held()
        const fiber = yield* Effect.fork(runDue(first.work))
        yield* first.reached
        clock.now += wait
        yield* cancel("a")
        yield* plan("a", 1 * minutes)
        yield* first.open
        yield* Fiber.join(fiber)
        expect(yield* dueNext).toBe(clock.now + 1 * minutes)
      })
    )
  }

  test(
    "a job that is planned anew while at work runs again, whatever the first run says",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { seen, work } = recorder()
      for (const next of [undefined, clock.now + 60 * minutes]) {
        yield* plan("a")
        const first = held(next)
        const fiber = yield* Effect.fork(runDue(first.work))
        yield* first.reached
        yield* plan("a")
        yield* first.open
        yield* Fiber.join(fiber)
        yield* runDue(work)
      }
      expect(seen).toEqual(["a", "a"])
    })
  )

  test(
    "a job that is cancelled while at work stays cancelled",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* plan("a")
      const first = held(clock.now + 1)
      const fiber = yield* Effect.fork(runDue(first.work))
      yield* first.reached
      yield* cancel("a")
      yield* first.open
      yield* Fiber.join(fiber)
      expect(yield* countOf("job")).toBe(0)
    })
  )

  test(
    "a kind that nobody handles waits and disturbs nobody",
    Effect.gen(function*() {
      const { seen, work } = recorder()
      yield* plan("x", 0, "unknown")
      yield* plan("a")
      yield* runDue(work)
      expect(seen).toEqual(["a"])
      expect(yield* countOf("job")).toBe(1)
    })
  )

  test(
    "a runner that sleeps is woken by what is planned for now",
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const done = yield* Deferred.make<string>()
      const { faults } = yield* World
      // It would never look by itself.
      const endless: Clock.Clock = { ...(yield* Effect.clock), sleep: () => Effect.never }
      let looks = 0
      faults.checkpoint = (text) => {
        if (text.includes("FROM job")) looks++
        return undefined
      }
      const runner = yield* Effect.fork(
        jobs.run({ work: (subject) => Effect.as(Deferred.succeed(done, subject), undefined) }).pipe(
          Effect.withClock(endless)
        )
      )
      yield* until(Effect.sync(() => looks > 0), "it looks for jobs")
      yield* plan("a")
      expect(yield* Deferred.await(done)).toBe("a")
      yield* Fiber.interrupt(runner)
    })
  )

  test(
    "a runner survives a database that fails",
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { clock, dialect, faults } = yield* World
      const done = yield* Deferred.make<string>()
      faults.checkpoint = () => dialect === "pg" ? "08006" : "SQLITE_BUSY"
      const runner = yield* Effect.fork(
        jobs.run({ work: (subject) => Effect.as(Deferred.succeed(done, subject), undefined) })
      )
      yield* until(Effect.sync(() => clock.isSlept(retryMillis)), "it has failed")
      faults.checkpoint = () => undefined
      yield* plan("a")
      clock.jump(retryMillis)
      expect(yield* Deferred.await(done)).toBe("a")
      yield* Fiber.interrupt(runner)
    })
  )

  test(
    "a runner that sleeps writes nothing",
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { clock, dialect, faults } = yield* World
      const statements: Array<string> = []
      yield* plan("later", 60 * minutes)
      faults.checkpoint = (text) => {
        statements.push(text)
        return undefined
      }
      const runner = yield* Effect.fork(jobs.run({ work: () => Effect.succeed(undefined) }))
      // Alone, it sleeps until its job is due; in a shared database it looks from time to time.
      const [sleep, looks] = dialect === "pg" ? [yield* Jobs.LongestSleep, 3] : [60 * minutes, 0]
      for (let looked = 0; looked < looks; looked++) yield* sleepThrough(sleep)
      yield* until(Effect.sync(() => clock.isSlept(sleep)), "it sleeps")
      yield* Fiber.interrupt(runner)
      expect(statements.length).toBeGreaterThan(0)
      expect(statements.filter((text) => /INSERT|UPDATE|DELETE|IMMEDIATE/.test(text))).toEqual([])
    })
  )
})

onSqlite("jobs of a process that has the database to itself", (test) => {
  test(
    "are not looked for while none is due",
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { clock, faults } = yield* World
      const done = yield* Deferred.make<void>()
      const statements: Array<string> = []
      yield* plan("later", 60 * minutes)
      const runner = yield* Effect.fork(
        jobs.run({ work: () => Effect.as(Deferred.succeed(done, undefined), undefined) })
      )
      yield* plan("now")
      yield* Deferred.await(done)
      yield* until(Effect.map(countOf("job"), (left) => left === 1), "the job is removed")
      yield* until(Effect.sync(() => clock.isSlept(60 * minutes)), "it sleeps until the next is due")
      faults.checkpoint = (text) => {
        statements.push(text)
        return undefined
      }
      // Longer than runners in a shared database sleep.
      clock.jump(2_500)
      yield* Effect.yieldNow()
      expect(clock.isSlept(60 * minutes)).toBe(true)
      yield* Fiber.interrupt(runner)
      expect(statements).toEqual([])
    })
  )
})

onPostgres("jobs that other processes plan, too", (test) => {
  test(
    "a runner whose clock is set back still finds what another process has planned",
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { write } = yield* Transactions
      const { clock } = yield* World
      const done = yield* Deferred.make<string>()
      const runner = yield* Effect.fork(
        jobs.run({ work: (subject) => Effect.as(Deferred.succeed(done, subject), undefined) })
      )
      const longestSleep = yield* Jobs.LongestSleep
      yield* until(Effect.sync(() => clock.isSlept(longestSleep)), "it sleeps")
      clock.now -= 60 * minutes
      yield* write(JobTable.schedule("work", "a", clock.now, clock.now))
      clock.jump(longestSleep)
      expect(yield* Deferred.await(done)).toBe("a")
      yield* Fiber.interrupt(runner)
    })
  )
})
