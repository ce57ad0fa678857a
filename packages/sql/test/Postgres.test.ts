/** What only a real PostgreSQL can do to a transaction, done to it. */
import * as Query from "@beauty-store/sql/Query"
import { ConcurrentUpdate, StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import { awaiting } from "../../../test/world/awaited-statements.ts"
import { World } from "../../../test/world/database-world.ts"
import { until } from "../../../test/world/waiting.ts"
import { amountOf, onPostgres, setAmount } from "./world.ts"

const backend = Query.all(Schema.Struct({ pid: Query.Int }))("SELECT pg_backend_pid() AS pid")
const sleep = Query.all(Schema.Unknown)("SELECT pg_sleep(30)")

/** Every connection of the pool, and some, can be used. */
const expectPoolWorks = Effect.gen(function*() {
  const { read, write } = yield* Transactions
  const seen = yield* Effect.all(
    Array.from({ length: 20 }, (_, n) => n % 2 === 0 ? read(amountOf("ada")) : write(amountOf("ada"))),
    { concurrency: "unbounded" }
  ).pipe(Effect.timeout(10_000))
  expect(new Set(seen).size).toBe(1)
})

onPostgres("transactions", (test) => {
  for (const code of ["40001", "40P01"]) {
    test(
      `a body that the database asks to repeat (${code}) runs again, and has one effect`,
      Effect.gen(function*() {
        const { read, write } = yield* Transactions
        const { faults } = yield* World
        for (const where of [/UPDATE account/, /COMMIT/]) {
          let failures = 3
          faults.checkpoint = (text) => where.test(text) && failures-- > 0 ? code : undefined
          let runs = 0
          yield* write(Effect.gen(function*() {
            runs++
            yield* setAmount((yield* amountOf("ada")) + 1, "ada")
          }))
          expect(runs).toBe(4)
        }
        expect(yield* read(amountOf("ada"))).toBe(1002)
        yield* expectPoolWorks
      })
    )
  }

  test(
    "two that wait for each other in a ring both get through",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const met = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
      const both = (n: 0 | 1, first: string, second: string) =>
        write(Effect.gen(function*() {
          yield* setAmount(500 + n, first)
          yield* Deferred.succeed(met[n], undefined)
          yield* awaiting(Deferred.await(met[n === 0 ? 1 : 0]))
          yield* setAmount(500 + n, second)
        }))
      yield* Effect.all([both(0, "ada", "bob"), both(1, "bob", "ada")], { concurrency: "unbounded" })
      const [ada, bob] = yield* read(Effect.all([amountOf("ada"), amountOf("bob")]))
      expect(ada).toBe(bob)
    })
  )

  test(
    "a lost race undoes the body and runs it again, for so long and no longer",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      let runs = 0
      yield* write(Effect.gen(function*() {
        yield* setAmount((yield* amountOf("ada")) + 1, "ada")
        if (++runs < 4) return yield* Effect.die(new ConcurrentUpdate())
      }))
      expect([runs, yield* read(amountOf("ada"))]).toEqual([4, 1001])
      runs = 0
      const lost = yield* Effect.flip(write(Effect.suspend(() => {
        runs++
        return Effect.die(new ConcurrentUpdate())
      })))
      expect(lost).toBeInstanceOf(StoreUnavailable)
      expect(runs).toBeLessThan(100)
      yield* expectPoolWorks
    })
  )

  test(
    "a refusal and a defect undo the body and give the connection back",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      for (let n = 0; n < 20; n++) {
        const stop = n % 2 === 0 ? Effect.fail("no") : Effect.die("bug")
        expect(Exit.isFailure(yield* Effect.exit(write(Effect.zipRight(setAmount(1, "ada"), stop))))).toBe(true)
      }
      expect(yield* read(amountOf("ada"))).toBe(1000)
      yield* expectPoolWorks
    })
  )

  test(
    "a connection that is killed in the middle is StoreUnavailable, and the store goes on with another",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const { sql } = yield* World
      const kill = Effect.flatMap(
        backend(),
        ([row]) => awaiting(sql(`SELECT pg_terminate_backend(${row!.pid})`))
      )
      for (let n = 0; n < 3; n++) {
        const killed = write(Effect.gen(function*() {
          yield* setAmount(1, "ada")
          yield* kill
          yield* setAmount(2, "ada")
        }))
        expect(yield* Effect.flip(killed)).toBeInstanceOf(StoreUnavailable)
        expect(yield* Effect.flip(write(Effect.zipRight(setAmount(1, "ada"), kill)))).toBeInstanceOf(StoreUnavailable)
        expect(yield* Effect.flip(read(Effect.zipRight(kill, amountOf("ada"))))).toBeInstanceOf(StoreUnavailable)
      }
      expect(yield* read(amountOf("ada"))).toBe(1000)
      yield* expectPoolWorks
    })
  )

  test(
    "whoever stops in the middle keeps nobody waiting for ever: not who wants the same row, nor its locks",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const holding = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const stopped = yield* Effect.fork(Effect.flip(write(Effect.gen(function*() {
        yield* setAmount(1, "ada")
        yield* Deferred.succeed(holding, undefined)
        yield* awaiting(Deferred.await(go))
        yield* setAmount(2, "ada")
      }))))
      yield* Deferred.await(holding)
      expect(yield* Effect.flip(write(setAmount(3, "ada")))).toBeInstanceOf(StoreUnavailable)
      yield* Effect.retry(write(setAmount(4, "ada")), { times: 3 })
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(stopped)).toBeInstanceOf(StoreUnavailable)
      expect(yield* read(amountOf("ada"))).toBe(4)
      yield* expectPoolWorks
    }),
    { timeout: 30_000 }
  )

  test(
    "connections that are killed while they rest cost a request at the most",
    Effect.gen(function*() {
      const { read } = yield* Transactions
      const { sql } = yield* World
      yield* expectPoolWorks
      yield* sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`
      )
      // As many requests as there are connections, at the same time: each finds out about one at the most.
      yield* Effect.all(Array.from({ length: 8 }, () => Effect.exit(read(amountOf("ada")))), {
        concurrency: "unbounded"
      })
      yield* expectPoolWorks
    })
  )

  test(
    "a snapshot stays as it was, whatever is committed meanwhile, and waits for nobody",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const began = yield* Deferred.make<void>()
      const changed = yield* Deferred.make<void>()
      const reader = yield* Effect.fork(read(Effect.gen(function*() {
        const before = yield* amountOf("ada")
        yield* Deferred.succeed(began, undefined)
        yield* awaiting(Deferred.await(changed))
        return [before, yield* amountOf("ada")]
      })))
      yield* Deferred.await(began)
      yield* write(setAmount(7, "ada"))
      yield* Deferred.succeed(changed, undefined)
      expect(yield* Fiber.join(reader)).toEqual([1000, 1000])
      expect(yield* read(amountOf("ada"))).toBe(7)
    })
  )

  test(
    "a snapshot takes no locks and waits for none",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const locked = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const forUpdate = Query.all(Schema.Struct({ amount: Query.Int }))(
        "SELECT amount FROM account WHERE name = 'ada' FOR UPDATE"
      )
      const writer = yield* Effect.fork(write(Effect.gen(function*() {
        yield* forUpdate()
        yield* Deferred.succeed(locked, undefined)
        yield* awaiting(Deferred.await(release))
      })))
      yield* Deferred.await(locked)
      expect((yield* Effect.timeout(read(forUpdate()), 2000))[0]!.amount).toBe(1000)
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(writer)
    })
  )

  test(
    "a caller who leaves in the middle of a statement undoes everything and costs no connection",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const { sql } = yield* World
      // The driver cancels what runs; what has not begun yet it cannot.
      const running = sql("SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(30)' AND state = 'active'")
      for (let n = 0; n < 10; n++) {
        const fiber = yield* Effect.fork(write(Effect.zipRight(setAmount(1, "ada"), sleep())))
        yield* until(Effect.map(running, ({ length }) => length > 0), "the statement runs")
        yield* Effect.timeout(Fiber.interrupt(fiber), 5000)
      }
      expect(yield* read(amountOf("ada"))).toBe(1000)
      yield* expectPoolWorks
    })
  )

  test(
    "callers who leave while they wait for a connection cost none",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const release = yield* Deferred.make<void>()
      const holders = yield* Effect.forEach(Array.from({ length: 8 }), () =>
        Effect.gen(function*() {
          const there = yield* Deferred.make<void>()
          const fiber = yield* Effect.fork(
            write(Effect.zipRight(Deferred.succeed(there, undefined), awaiting(Deferred.await(release))))
          )
          yield* Deferred.await(there)
          return fiber
        }), { concurrency: "unbounded" })
      const waiting = yield* Effect.forEach(Array.from({ length: 30 }), () => Effect.fork(write(amountOf("ada"))))
      // All ask before the first of them leaves.
      for (const _ of waiting) yield* Effect.yieldNow()
      const leaving = yield* Effect.fork(Fiber.interruptAll(waiting))
      for (const _ of waiting) yield* Effect.yieldNow()
      yield* Deferred.succeed(release, undefined)
      for (const fiber of [...holders, leaving]) yield* Effect.timeout(Fiber.join(fiber), 5000)
      yield* expectPoolWorks
    })
  )

  test(
    "a database that takes no more connections is StoreUnavailable, not a defect",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { faults } = yield* World
      for (const code of ["53300", "57P03", "08001", "ECONNREFUSED", "ECONNRESET", ""]) {
        faults.checkpoint = () => code
        expect(yield* Effect.flip(write(amountOf("ada")))).toBeInstanceOf(StoreUnavailable)
      }
      faults.checkpoint = () => undefined
      yield* expectPoolWorks
    })
  )

  test(
    "the character NUL, which PostgreSQL's text cannot hold, is stored as a replacement and found as nothing",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const insert = Query.insert("note", ["name", "text"])
      const texts = Query.all(Schema.Struct({ text: Schema.String }))("SELECT text FROM note")
      yield* write(insert({ name: "a", text: "a\0b" }))
      expect(yield* read(texts())).toEqual([{ text: "a\uFFFDb" }])
    })
  )

  test(
    "a body outside its transaction touches nothing",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const handle = yield* write(Transaction)
      const late = Effect.provideService(setAmount(1, "ada"), Transaction, handle)
      expect(Exit.isFailure(yield* Effect.exit(late))).toBe(true)
      expect(yield* read(amountOf("ada"))).toBe(1000)
    })
  )
})
