/** The traps of shared commits on SQLite, each sprung on a real database. */
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { layer } from "@beauty-store/sql/SqlTransactions"
import {
  NotATransaction,
  refusalAsValue,
  StoreUnavailable,
  type Transaction,
  Transactions
} from "@beauty-store/sql/Transactions"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import { it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { describe, expect } from "vitest"
import { tapped } from "../../../test/world/checkpoint.ts"

const insert = Query.change<[n: number, text: string]>("INSERT INTO note (n, text) VALUES (?, ?)")
const notes = Query.all(Schema.Struct({ n: Query.Int }))("SELECT n FROM note ORDER BY n")

/** A SQLite client whose statements pass a checkpoint: it may fail one, as the engine would. */
const client = (checkpoint: (text: string) => string | undefined = () => undefined) => {
  const statements: Array<string> = []
  const noting = (text: string) => {
    statements.push(text)
    return checkpoint(text)
  }
  const sql = Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const real = yield* SqlClient.SqlClient
      yield* real`CREATE TABLE note (n INTEGER PRIMARY KEY, text TEXT)`
      return tapped(real, { checkpoint: noting, deadlocks: 0 })
    })
  ).pipe(Layer.provide(SqliteClient.layer({ filename: ":memory:" })), Layer.orDie)
  return { statements, layer: Layer.provideMerge(layer, sql) }
}

const together = <A, E, R>(bodies: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.flatMap(
    Transactions,
    ({ write }) => Effect.forEach(bodies, (body) => Effect.exit(write(body)), { concurrency: "unbounded" })
  )

const kept = Effect.flatMap(Transactions, ({ read }) => Effect.map(read(notes()), (rows) => rows.map(({ n }) => n)))

const count = (statements: ReadonlyArray<string>, text: string) => statements.filter((one) => one === text).length

describe("Transactions on SQLite", () => {
  it.live("callers of one turn share one commit", () => {
    const db = client()
    return Effect.gen(function*() {
      yield* together([1, 2, 3, 4].map((n) => insert(n, "x")))
      expect(yield* kept).toEqual([1, 2, 3, 4])
      expect(count(db.statements, "COMMIT")).toBe(1)
    }).pipe(Effect.provide(db.layer))
  })

  /** A write in each turn of the event loop, before whoever waits for the end of that turn. */
  const oneEachTurn = (writes: number) =>
    Effect.flatMap(Transactions, ({ write }) =>
      Effect.promise(() =>
        new Promise((resolve) => {
          const written: Array<Promise<unknown>> = []
          const next = () => {
            if (written.length === writes) return resolve(Promise.all(written))
            setImmediate(next)
            written.push(Effect.runPromise(write(insert(written.length, "x"))))
          }
          next()
        })
      ))

  it.live("who comes while others wait shares their commit", () => {
    const db = client()
    return Effect.gen(function*() {
      yield* oneEachTurn(5)
      expect(yield* kept).toEqual([0, 1, 2, 3, 4])
      expect(count(db.statements, "COMMIT")).toBe(1)
    }).pipe(Effect.provide(db.layer))
  })

  it.live("nobody waits for others without end", () => {
    const db = client()
    return Effect.gen(function*() {
      yield* oneEachTurn(40)
      expect((yield* kept).length).toBe(40)
      expect(count(db.statements, "COMMIT")).toBe(5)
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a refusal undoes its own changes and no neighbour's", () => {
    const db = client()
    return Effect.gen(function*() {
      const exits = yield* together([
        insert(1, "x"),
        Effect.zipRight(insert(2, "x"), Effect.fail("no")),
        insert(3, "x")
      ])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(yield* kept).toEqual([1, 3])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a defect beside a success stays with its caller", () => {
    const db = client()
    return Effect.gen(function*() {
      const exits = yield* together([insert(1, "x"), Effect.zipRight(insert(2, "x"), Effect.die("bug"))])
      expect(Exit.isSuccess(exits[0]!)).toBe(true)
      expect(Exit.isFailure(exits[1]!) && Cause.isDie(exits[1].cause)).toBe(true)
      expect(yield* kept).toEqual([1])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a violated constraint is a defect of its caller, and a caught one still undoes its transaction", () => {
    const db = client()
    return Effect.gen(function*() {
      const exits = yield* together([
        insert(1, "x"),
        Effect.zipRight(insert(2, "x"), Effect.catchAllCause(insert(1, "again"), () => Effect.succeed(0))),
        insert(3, "x")
      ])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(yield* kept).toEqual([1, 3])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a disk that is full for one caller is not full for its neighbours", () => {
    const db = client()
    return Effect.gen(function*() {
      const { reserve } = yield* SqlClient.SqlClient
      yield* Effect.scoped(
        Effect.flatMap(
          reserve,
          (connection) => connection.executeUnprepared("PRAGMA max_page_count = 8", [], undefined)
        )
      )
      const exits = yield* together([insert(1, "x"), insert(2, "x".repeat(100_000)), insert(3, "x")])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(Exit.isFailure(exits[1]!) && Cause.squash(exits[1].cause)).toBeInstanceOf(StoreUnavailable)
      expect(yield* kept).toEqual([1, 3])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a failed RELEASE runs everybody again, alone", () => {
    let failures = 1
    const db = client((text) => text === "RELEASE body" && failures-- > 0 ? "SQLITE_IOERR_WRITE" : undefined)
    return Effect.gen(function*() {
      const exits = yield* together([insert(1, "x"), insert(2, "x")])
      expect(exits.map(Exit.isSuccess)).toEqual([true, true])
      expect(yield* kept).toEqual([1, 2])
      expect(count(db.statements, "COMMIT")).toBe(2)
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a COMMIT that certainly failed runs everybody again, alone, and later writes work", () => {
    let failures = 1
    const db = client((text) => text === "COMMIT" && failures-- > 0 ? "SQLITE_FULL" : undefined)
    return Effect.gen(function*() {
      const exits = yield* together([insert(1, "x"), insert(2, "x")])
      expect(exits.map(Exit.isSuccess)).toEqual([true, true])
      yield* together([insert(3, "x")])
      expect(yield* kept).toEqual([1, 2, 3])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a COMMIT of unknown outcome promises nothing and stops the store", () => {
    const db = client((text) => text === "COMMIT" ? "SQLITE_IOERR_FSYNC" : undefined)
    return Effect.gen(function*() {
      const { halted, read, write } = yield* Transactions
      const exits = yield* together([insert(1, "x"), insert(2, "x")])
      for (const exit of exits) {
        expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(StoreUnavailable)
      }
      expect(yield* Effect.flip(halted)).toBeInstanceOf(StoreUnavailable)
      expect(yield* Effect.flip(write(insert(3, "x")))).toBeInstanceOf(StoreUnavailable)
      expect(yield* Effect.flip(read(notes()))).toBeInstanceOf(StoreUnavailable)
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a database that cannot begin answers StoreUnavailable and recovers", () => {
    let failures = 2
    const db = client((text) => text === "BEGIN IMMEDIATE" && failures-- > 0 ? "SQLITE_BUSY" : undefined)
    return Effect.gen(function*() {
      const { write } = yield* Transactions
      expect(yield* Effect.flip(write(insert(1, "x")))).toBeInstanceOf(StoreUnavailable)
      expect(yield* Effect.flip(write(insert(1, "x")))).toBeInstanceOf(StoreUnavailable)
      yield* write(insert(1, "x"))
      expect(yield* kept).toEqual([1])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a body that waits dies, and what it does later touches nothing", () => {
    const db = client()
    return Effect.gen(function*() {
      const [gate, ended] = [yield* Deferred.make<void>(), yield* Deferred.make<Exit.Exit<unknown>>()]
      const late = Effect.onExit(insert(22, "late"), (exit) => Deferred.succeed(ended, exit))
      const waiting: ReadonlyArray<Effect.Effect<unknown, never, Transaction>> = [
        insert(1, "x"),
        Effect.uninterruptible(Effect.zipRight(Effect.zipRight(insert(2, "x"), Deferred.await(gate)), late))
      ]
      const exits = yield* together(waiting)
      expect(Exit.isSuccess(exits[0]!)).toBe(true)
      expect(Exit.isFailure(exits[1]!) && Cause.squash(exits[1].cause)).toBeInstanceOf(NotATransaction)
      yield* Deferred.succeed(gate, undefined)
      expect(Exit.isFailure(yield* Deferred.await(ended))).toBe(true)
      expect(yield* kept).toEqual([1])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a caller who leaves before the turn leaves nothing behind", () => {
    const db = client()
    return Effect.gen(function*() {
      const { write } = yield* Transactions
      const fiber = yield* Effect.fork(write(insert(1, "x")))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      yield* write(insert(2, "x"))
      expect(yield* kept).toEqual([2])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("a body inside a body joins its transaction", () => {
    const db = client()
    return Effect.gen(function*() {
      const { write } = yield* Transactions
      const exit = yield* Effect.exit(write(Effect.zipRight(write(insert(1, "x")), Effect.fail("no"))))
      expect(exit).toEqual(Exit.fail("no"))
      expect(yield* kept).toEqual([])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("an attempted refusal lets what follows be saved; one after a change undoes all", () => {
    const db = client()
    return Effect.gen(function*() {
      const { write } = yield* Transactions
      yield* write(Effect.zipRight(refusalAsValue(Effect.fail("no")), insert(1, "record")))
      expect(yield* kept).toEqual([1])
      const exit = yield* Effect.exit(
        write(Effect.zipRight(refusalAsValue(Effect.zipRight(insert(2, "x"), Effect.fail("no"))), insert(3, "record")))
      )
      expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      expect(yield* kept).toEqual([1])
    }).pipe(Effect.provide(db.layer))
  })

  it.live("more callers than a commit holds are all served", () => {
    const db = client()
    return Effect.gen(function*() {
      yield* together(Array.from({ length: 150 }, (_, n) => insert(n, "x")))
      expect((yield* kept).length).toBe(150)
      expect(count(db.statements, "COMMIT")).toBe(3)
    }).pipe(Effect.provide(db.layer))
  })
})

describe("Entropy", () => {
  it.effect("ids carry their prefix, sort by time and do not repeat", () =>
    Effect.gen(function*() {
      const ids = yield* Effect.replicateEffect(Entropy.nextId("ord"), 1000)
      expect(new Set(ids).size).toBe(1000)
      for (const id of ids) expect(id).toMatch(/^ord_[0-9A-Za-z]{28}$/)
    }).pipe(Effect.provide(Entropy.layer)))
})
