/** Long writes on SQLite: what others see and do while one pauses, and what is left of one that comes to no end. */
import * as Sqlite from "@beauty-store/sql/drivers/Sqlite"
import * as Query from "@beauty-store/sql/Query"
import { layer as transactions } from "@beauty-store/sql/SqlTransactions"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import { NotATransaction, pause, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import { it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { standingClock } from "../../../test/world/clocks.ts"
import { nextTurn, until } from "../../../test/world/waiting.ts"

const insert = Query.change<[n: number]>("INSERT INTO note (n) VALUES (?)")
const notes = Query.all(Schema.Struct({ n: Query.Int }))("SELECT n FROM note ORDER BY n")
const kept = Effect.flatMap(
  Transactions,
  ({ read }) => Effect.map(read(notes()), (rows) => rows.map(({ n }) => n))
)
const write = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.flatMap(Transactions, ({ write }) => write(body))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "long-writes-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)
const storeIn = (filename: string) =>
  transactions.pipe(
    Layer.provideMerge(Layer.effectDiscard(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE note (n INTEGER PRIMARY KEY)`)
    )),
    Layer.provideMerge(Sqlite.layer({ filename }))
  )
const onDisk = Layer.unwrapScoped(Effect.map(folder, (path) => storeIn(join(path, "store.db"))))

/** A clock by which each turn is over at once. */
const hurried = () => {
  let now = 0
  return standingClock({
    get now() {
      return now += 1_000
    }
  } as { now: number })
}
const long = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  write(body).pipe(Effect.provideService(TimeLimit, "watched"), Effect.withClock(hurried()))

/** A write of two rows that pauses between them until it is told to go on. */
const twoSteps = (after: Effect.Effect<unknown, "no"> = Effect.void) => {
  const gate = { isOpen: false, reached: 0 }
  const untilOpen: Effect.Effect<void, never, Transaction> = Effect.suspend(() => {
    gate.reached++
    return gate.isOpen ? Effect.void : Effect.zipRight(pause, untilOpen)
  })
  const body = Effect.all([insert(1), untilOpen, insert(2), after], { discard: true })
  return { gate, body, isPaused: until(Effect.sync(() => gate.reached > 1), "it pauses") }
}

describe("a long write on SQLite", () => {
  it.live("keeps no read waiting, which sees nothing of it, and other writes until it is over", () =>
    Effect.gen(function*() {
      const { body, gate, isPaused } = twoSteps()
      const running = yield* Effect.fork(long(body))
      yield* isPaused
      expect(yield* kept).toEqual([])
      const other = yield* Effect.fork(write(insert(3)))
      yield* nextTurn
      expect(other.unsafePoll()).toBeNull()
      expect(yield* kept).toEqual([])
      gate.isOpen = true
      yield* Fiber.join(running)
      yield* Fiber.join(other)
      expect(yield* kept).toEqual([1, 2, 3])
    }).pipe(Effect.provide(onDisk)))

  it.live("changes nothing where it fails late, or is interrupted, and others go on", () =>
    Effect.gen(function*() {
      const failing = twoSteps(Effect.fail("no" as const))
      failing.gate.isOpen = true
      expect(yield* Effect.flip(long(failing.body))).toBe("no")
      expect(yield* kept).toEqual([])
      const { body, isPaused } = twoSteps()
      const running = yield* Effect.fork(long(body))
      yield* isPaused
      yield* Fiber.interrupt(running)
      expect(yield* kept).toEqual([])
      yield* write(insert(3))
      expect(yield* kept).toEqual([3])
    }).pipe(Effect.provide(onDisk)))

  it.live("waits for nothing but its statements and its pauses", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(long(Effect.zipRight(insert(1), Effect.sleep(1))))
      expect(Exit.causeOption(exit)).toEqual(Option.some(Cause.die(expect.any(NotATransaction))))
      expect(yield* kept).toEqual([])
    }).pipe(Effect.provide(onDisk)))

  it.live("runs in one turn in memory, where nobody else could read", () =>
    Effect.gen(function*() {
      yield* long(Effect.all([insert(1), pause, insert(2)]))
      expect(yield* kept).toEqual([1, 2])
    }).pipe(Effect.provide(storeIn(":memory:"))))
})
