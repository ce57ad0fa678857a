/**
 * Jobs by groups, on both databases: what is read of them, that groups take turns as the handler says, and that
 * processes which claim at once do not both find room.
 */
import * as GroupedJobs from "@beauty-store/sql/GroupedJobs"
import type { GroupedJobHandler, WaitingGroup } from "@beauty-store/sql/JobHandler"
import * as JobQueues from "@beauty-store/sql/JobQueues"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as JobTable from "@beauty-store/sql/JobTable"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { awaiting } from "../../../test/world/awaited-statements.ts"
import { seconds, untilBlocked, World } from "../../../test/world/database-world.ts"
import { until } from "../../../test/world/waiting.ts"
import { onBoth, onPostgres, onSqlite } from "./world.ts"

const groups = GroupedJobs.make("work")
const plan = (subject: string, inMillis = 0) =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { write } = yield* Transactions
    const { clock } = yield* World
    yield* write(jobs.schedule("work", subject, clock.now + inMillis))
  })
const list = (most = 10) =>
  Effect.gen(function*() {
    const { read } = yield* Transactions
    const { clock } = yield* World
    return yield* read(groups.list(clock.now, most))
  })

/** A handler whose groups may have so many jobs under way. */
const handlerOf = (most: number, run: GroupedJobHandler["run"]): GroupedJobHandler => ({
  run,
  slots: 16,
  mostPerGroup: most,
  turns: (list) =>
    Effect.succeed({
      jobs: new Map(list.map(({ due, group, running }) => [group, Math.min(due, most - running)] as const)),
      nextAt: undefined,
      isCrowded: true
    })
})

onBoth("groups of jobs", (test) => {
  test(
    "are counted by what is due, what comes later and what runs",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { clock } = yield* World
      for (
        const [subject, inMillis] of [["b:1", 0], ["a_1:1", 0], ["a_1:2", 0], ["a_1:3", 0], ["b:2", 5_000]] as const
      ) {
        yield* plan(subject, inMillis)
      }
      yield* plan("c:1", 9_000)
      yield* write(Effect.flatMap(Jobs.Jobs, (jobs) => jobs.schedule("play", "d:1", clock.now)))
      const laterAt = undefined
      expect(yield* list(2)).toEqual([
        { group: "a_1", due: 2, laterAt, running: 0 },
        { group: "b", due: 1, laterAt: clock.now + 5_000, running: 0 },
        { group: "c", due: 0, laterAt: clock.now + 9_000, running: 0 }
      ])
      const [first] = yield* write(groups.findDue("a_1", clock.now, 1))
      expect(first!.subject).toBe("a_1:1")
      yield* write(JobTable.claim(clock.now + 5_000, "work", first!.subject, first!.fence))
      expect((yield* list())[0]).toEqual({ group: "a_1", due: 2, laterAt, running: 1 })
      clock.now += 10 * seconds
      expect(yield* list()).toEqual([
        { group: "a_1", due: 3, laterAt, running: 0 },
        { group: "b", due: 2, laterAt, running: 0 },
        { group: "c", due: 1, laterAt, running: 0 }
      ])
    })
  )

  test(
    "are removed whole, but for what runs, and no other",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { clock } = yield* World
      for (const subject of ["a:2", "a:1", "a:3", "ab:1", "b:1"]) yield* plan(subject)
      const [first] = yield* write(groups.findDue("a", clock.now, 1))
      yield* write(JobTable.claim(clock.now + 5_000, "work", first!.subject, first!.fence))
      expect(yield* write(groups.remove("a", clock.now))).toEqual(["2", "3"])
      expect((yield* list()).map(({ due, group, running }) => ({ due, group, running }))).toEqual([
        { group: "a", due: 0, running: 1 },
        { group: "ab", due: 1, running: 0 },
        { group: "b", due: 1, running: 0 }
      ])
    })
  )

  test(
    "take turns as the handler says, and one that comes to no end keeps no other waiting",
    Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const ran: Array<string> = []
      const { slots, ...rest } = handlerOf(
        2,
        (subject) =>
          Effect.flatMap(
            Effect.sync(() => ran.push(subject)),
            () => subject.startsWith("hangs") ? Effect.never : Effect.succeed(undefined)
          )
      )
      for (let i = 0; i < 40; i++) yield* plan(`hangs:${i}`)
      for (let i = 0; i < 20; i++) yield* plan(`works:${i}`)
      const haveWorked = Effect.sync(() => ran.filter((one) => one.startsWith("works")).length === 20)
      yield* Effect.raceFirst(jobs.run({ work: { slots, ...rest } }), until(haveWorked, "all that end have run"))
      expect(ran.filter((one) => one.startsWith("hangs"))).toHaveLength(2)
    })
  )
})

onSqlite("a queue of many groups", (test) => {
  test(
    "rests after a claim, the longer the more groups there are",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { clock } = yield* World
      const [queue] = JobQueues.make({ work: handlerOf(0, () => Effect.succeed(undefined)) })
      const restMillis = Effect.map(write(queue!.claim(clock.now)), (claimed) => claimed.restMillis)
      yield* plan("a:1")
      expect(yield* restMillis).toBe(0)
      for (let i = 0; i < 100; i++) yield* plan(`b${i}:1`)
      expect(yield* restMillis).toBe(5)
    })
  )
})

onPostgres("processes that claim at once", (test) => {
  test(
    "find together no more room than there is",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const world = yield* World
      const { clock } = world
      for (let i = 0; i < 10; i++) yield* plan(`a:${i}`)
      const [begun, counted] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      /** The first has counted, and claims once the other has counted too; that should have to wait for it. */
      const process = (first: boolean) => {
        const handler = handlerOf(4, () => Effect.succeed(undefined))
        const turns = (list: ReadonlyArray<WaitingGroup>, free: number, now: number) =>
          Effect.zipRight(
            first
              ? awaiting(Effect.zipRight(
                Deferred.succeed(begun, undefined),
                Effect.raceFirst(Deferred.await(counted), Effect.provideService(untilBlocked, World, world))
              ))
              : Deferred.succeed(counted, undefined),
            handler.turns(list, free, now)
          )
        return Effect.map(
          write(JobQueues.make({ work: { ...handler, turns } })[0]!.claim(clock.now)),
          ({ jobs }) => jobs.length
        )
      }
      const claims = yield* Effect.all([process(true), Effect.zipRight(Deferred.await(begun), process(false))], {
        concurrency: "unbounded"
      })
      expect(claims).toEqual([4, 0])
    })
  )
})
