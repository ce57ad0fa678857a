/** What expires is deleted soon after, and nobody looks for it before: on both databases, as far as they allow. */
import * as Expiry from "@beauty-store/sql/Expiry"
import * as JobTable from "@beauty-store/sql/JobTable"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { days, hours, World } from "../../../test/world/database-world.ts"
import { inWrite, onBoth, onPostgres, onSqlite } from "./world.ts"

/** Rows in memory, by the moments when they expire. */
const rowsOf = (clock: { readonly now: number }, moments: ReadonlyArray<number>) => {
  let left = moments
  const rows: Expiry.ExpiringRows = {
    remove: () =>
      Effect.sync(() => {
        const before = left.length
        left = left.filter((at) => at > clock.now)
        return before - left.length
      }),
    nextAt: Effect.sync(() => left.length === 0 ? undefined : Math.min(...left))
  }
  return { rows: [rows], left: () => left }
}

const planned = Effect.flatMap(World, ({ sql }) =>
  Effect.map(
    sql<{ run_at: number | string }>("SELECT run_at FROM job WHERE kind = 'sweep'"),
    (rows) => rows.map(({ run_at }) => Number(run_at))
  ))

onSqlite("what expires in a database of one process", (test) => {
  test(
    "is deleted when the first of it has expired, and no sooner",
    Effect.gen(function*() {
      const { clock } = yield* World
      const start = clock.now
      yield* inWrite(Expiry.plan([], true))
      expect(yield* planned).toEqual([])
      yield* inWrite(Expiry.note(start + 3 * days))
      expect(yield* planned).toEqual([start + 3 * days + 1])
      yield* inWrite(Expiry.note(start + 4 * days))
      expect(yield* planned).toEqual([start + 3 * days + 1])
      yield* inWrite(Effect.zipRight(Expiry.note(start + 1 * days), Expiry.note(start + 2 * days)))
      expect(yield* planned).toEqual([start + 1 * days + 1])
    })
  )

  test(
    "is not planned for in a transaction that was undone",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* inWrite(Expiry.plan([], true))
      yield* Effect.flip(inWrite(Effect.zipRight(Expiry.note(clock.now + days), Effect.fail("no"))))
      expect(yield* planned).toEqual([])
      yield* inWrite(Expiry.note(clock.now + 2 * days))
      expect(yield* planned).toEqual([clock.now + 2 * days + 1])
    })
  )

  test(
    "is deleted at most once an hour, and then not looked for until more expires",
    Effect.gen(function*() {
      const { clock } = yield* World
      const start = clock.now
      const { left, rows } = rowsOf(clock, [start + 2 * hours, start + 2 * hours + 1, start + 9 * hours])
      const sweep = Expiry.sweep(rows, yield* Transactions)
      yield* inWrite(Expiry.plan(rows, true))
      expect(yield* planned).toEqual([start + 2 * hours + 1])
      clock.now = start + 2 * hours
      expect(yield* sweep("store")).toBe(start + 3 * hours)
      clock.now = start + 3 * hours
      expect(yield* sweep("store")).toBe(start + 9 * hours + 1)
      clock.now = start + 9 * hours
      expect(yield* sweep("store")).toBeUndefined()
      expect(left()).toEqual([])
    })
  )
})

onPostgres("what expires beside other processes", (test) => {
  test(
    "is looked for every hour, since others write it, too",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { rows } = rowsOf(clock, [])
      yield* inWrite(Expiry.plan(rows, false))
      expect(yield* planned).toEqual([clock.now + hours])
      yield* inWrite(Expiry.note(clock.now + days))
      expect(yield* planned).toEqual([clock.now + hours])
      expect(yield* Expiry.sweep(rows, yield* Transactions)("store")).toBe(clock.now + hours)
    })
  )
})

onBoth("a job that is to run no later", (test) => {
  test(
    "moves forwards, never backwards, and runs once more where it runs already",
    Effect.gen(function*() {
      const { clock } = yield* World
      const by = (at: number) => inWrite(JobTable.scheduleNoLater("sweep", "store", at, clock.now))
      const { now } = clock
      yield* by(now + 500)
      yield* by(now + 900)
      expect(yield* planned).toEqual([now + 500])
      yield* by(now + 100)
      expect(yield* planned).toEqual([now + 100])
    })
  )
})
