/**
 * The runner for ever: what one kind of job does to another. Single runs are tested where jobs are used.
 */
import type { ConcludingJobHandler } from "@beauty-store/sql/JobHandler"
import * as JobRunner from "@beauty-store/sql/JobRunner"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as JobTable from "@beauty-store/sql/JobTable"
import * as Migrations from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Transactions from "@beauty-store/sql/Transactions"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { until } from "../../../test/world/waiting.ts"

const tables: Migrations.Migration = { name: "jobs", statements: JobTable.create }
const layer = Jobs.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(Migrations.run([tables]))),
  Layer.provideMerge(SqlTransactions.layer),
  Layer.provide(SqliteClient.layer({ filename: ":memory:" })),
  Layer.orDie
)

const planned = Query.all(Schema.Struct({ kind: Schema.String }))("SELECT kind FROM job")
const leased = Query.all(Schema.Struct({ kind: Schema.String }))("SELECT kind FROM job WHERE lease_until > 0")

const plan = (kind: string, subjects: number) =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { write } = yield* Transactions.Transactions
    const now = yield* Clock.currentTimeMillis
    yield* write(Effect.forEach(Array.from({ length: subjects }), (_, i) => jobs.schedule(kind, `${kind}_${i}`, now)))
  })

describe("the runner", () => {
  it.live("keeps no kind waiting for another, however many of that wait for a far end", () =>
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const done = yield* Deferred.make<void>()
      let waiting = 0
      yield* plan("deliver", 100)
      yield* plan("refund", 1)
      yield* Effect.raceFirst(
        jobs.run({
          deliver: () => Effect.zipRight(Effect.sync(() => void waiting++), Effect.never),
          refund: () => Effect.as(Deferred.succeed(done, undefined), undefined)
        }),
        Deferred.await(done)
      ).pipe(Effect.timeout(10_000))
      expect(waiting).toBe(16)
    }).pipe(Effect.provide(layer)))

  it.live("runs more than it has slots for, each once", () =>
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { read } = yield* Transactions.Transactions
      const ran: Array<string> = []
      yield* plan("deliver", 50)
      yield* plan("refund", 50)
      const handler: ConcludingJobHandler = (subject) =>
        Effect.yieldNow().pipe(Effect.zipRight(Effect.sync(() => void ran.push(subject))), Effect.as(undefined))
      const runner = yield* Effect.fork(jobs.run({ deliver: handler, refund: handler }))
      yield* until(Effect.map(Effect.orDie(read(planned())), (jobs) => jobs.length === 0), "none is left")
      yield* Fiber.interrupt(runner)
      expect(ran).toHaveLength(100)
      expect(new Set(ran).size).toBe(100)
    }).pipe(Effect.provide(layer)))

  it.live("leaves alone what nobody has a handler for", () =>
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const ran: Array<string> = []
      yield* plan("unheard", 40)
      yield* plan("refund", 1)
      const { read } = yield* Transactions.Transactions
      const runner = yield* Effect.fork(
        jobs.run({ refund: (subject) => Effect.as(Effect.sync(() => void ran.push(subject)), undefined) })
      )
      yield* until(
        Effect.map(Effect.orDie(read(planned())), (jobs) => jobs.every(({ kind }) => kind === "unheard")),
        "only those are left"
      )
      yield* Fiber.interrupt(runner)
      expect(ran).toEqual(["refund_0"])
    }).pipe(Effect.provide(layer)))

  it.live("that is asked to stop finishes what runs, and claims nothing more", () =>
    Effect.gen(function*() {
      const stop = { requested: false, busy: 0 }
      const { begun, ended } = { begun: new Set<string>(), ended: new Set<string>() }
      const open = yield* Deferred.make<void>()
      yield* Effect.gen(function*() {
        const jobs = yield* Jobs.Jobs
        yield* plan("deliver", 100)
        const runner = yield* Effect.fork(jobs.run({
          deliver: (subject) =>
            Effect.sync(() => void begun.add(subject)).pipe(
              Effect.zipRight(Deferred.await(open)),
              Effect.andThen(Effect.sync(() => void ended.add(subject))),
              Effect.as(undefined)
            )
        }))
        yield* until(Effect.sync(() => begun.size === 16), "every slot is taken")
        stop.requested = true
        expect(stop.busy).toBeGreaterThanOrEqual(16)
        yield* Deferred.succeed(open, undefined)
        yield* until(Effect.sync(() => stop.busy === 0), "all have ended")
        expect(ended).toEqual(begun)
        // Told of another job, the runner leaves it.
        yield* plan("deliver", 101)
        for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow()
        expect(begun.size).toBe(16)
        yield* Fiber.interrupt(runner)
        // Nothing is claimed that nobody runs.
        const { read } = yield* Transactions.Transactions
        expect(yield* read(leased())).toEqual([])
      }).pipe(Effect.provide(Layer.provide(layer, Layer.succeed(Jobs.RunnerStop, stop))), Effect.timeout(10_000))
    }))

  it.live("wakes for what another process has planned, where it is told", () =>
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { database, write } = yield* Transactions.Transactions
      const ran: Array<string> = []
      const runner = yield* Effect.fork(
        jobs.run({ refund: (subject) => Effect.as(Effect.sync(() => void ran.push(subject)), undefined) })
      )
      // The first look finds nothing, and on SQLite it takes no time.
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow()
      const now = yield* Clock.currentTimeMillis
      yield* write(JobTable.schedule("refund", "a", now, now))
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow()
      expect(ran).toEqual([])
      JobRunner.plannedElsewhere(database, "refund", now)
      yield* until(Effect.sync(() => ran.length > 0), "it has run")
      expect(ran).toEqual(["a"])
      yield* Fiber.interrupt(runner)
    }).pipe(Effect.provide(Layer.provide(layer, Layer.succeed(Jobs.LongestSleep, 3_600_000)))))
})
