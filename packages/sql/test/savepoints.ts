/**
 * What fails inside `Transactions.transaction` is undone alone: on every database, by every driver, and in every
 * implementation of `Transactions`.
 */
import * as CommitListeners from "@beauty-store/sql/CommitListeners"
import { NotATransaction, refusalAsValue, Transaction, transaction, Transactions } from "@beauty-store/sql/Transactions"
import { SqlError } from "@effect/sql/SqlError"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { describe, expect } from "vitest"
import { died, insertItem, items, numbers, rowsOf, setItem, type Shop, type Suite } from "./joined-shops.ts"

/** `Store.transaction` of a shop. */
export const inOne = (shop: Shop) => <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.provideService(transaction(body), Transactions, shop.transactions)

/** Changes a row of the store and one of the program, and reads them. */
const both = ({ sql, transactions }: Shop, n: number) =>
  transactions.write(
    Effect.all([insertItem({ n }), sql`INSERT INTO mine (n) VALUES (${n})`, items(), sql`SELECT n FROM mine`])
  )

export const savepoints: Suite = (name, test) => {
  describe(`what is inside a transaction (${name})`, () => {
    test("is undone alone where it is refused: a use case, and a transaction inside", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        const one = inOne(first)
        const seen = yield* one(Effect.gen(function*() {
          yield* both(first, 1)
          yield* Effect.flip(transactions.write(Effect.zipRight(both(first, 2), Effect.fail("no"))))
          yield* Effect.flip(one(Effect.zipRight(insertItem({ n: 3 }), Effect.fail("no"))))
          yield* both(first, 4)
          // The same rows again: nothing of the refused ones is there.
          yield* both(first, 2)
          return numbers(yield* items())
        }))
        expect(seen).toEqual([1, 2, 4])
        expect(yield* rowsOf(first)).toEqual([[1, 2, 4], [1, 2, 4]])
      }))

    test("is undone with all of it where the refusal is nobody's", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        const body = Effect.zipRight(
          both(first, 1),
          transactions.write(Effect.zipRight(both(first, 2), Effect.fail("no")))
        )
        expect(yield* Effect.flip(inOne(first)(body))).toBe("no")
        expect(yield* rowsOf(first)).toEqual([[], []])
      }))

    test("is undone alone however deep it lies", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        /** Each level keeps its even row, and refuses what is inside of each third level. */
        const level = (n: number): Effect.Effect<void, unknown> =>
          n === 20 ? Effect.void : transactions.write(Effect.gen(function*() {
            yield* insertItem({ n })
            const inside = transactions.write(
              Effect.zipRight(level(n + 1), n % 6 === 5 ? Effect.fail("no") : Effect.void)
            )
            yield* Effect.ignore(inside)
          }))
        yield* inOne(first)(level(0))
        expect((yield* rowsOf(first))[0]).toEqual([0, 1, 2, 3, 4, 5])
        // One after the other, as often as one likes.
        yield* inOne(first)(
          Effect.forEach(Array.from({ length: 300 }, (_, n) => n + 100), (n) =>
            Effect.ignore(
              transactions.write(Effect.zipRight(insertItem({ n }), n % 100 === 0 ? Effect.void : Effect.fail("no")))
            ))
        )
        expect((yield* rowsOf(first))[0]).toEqual([0, 1, 2, 3, 4, 5, 100, 200, 300])
      }))

    test("is undone alone beside what runs in parallel", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const numbersOf = Array.from({ length: 24 }, (_, n) => n)
        const part = (n: number) =>
          transactions.write(Effect.gen(function*() {
            yield* both(first, n)
            yield* Effect.yieldNow()
            yield* Effect.ignore(transactions.write(Effect.zipRight(both(first, n + 100), Effect.fail("no"))))
            yield* transactions.write(both(first, n + 200))
            if (n % 3 === 0) return yield* Effect.fail("no")
          }))
        yield* inOne(first)(
          Effect.all([
            Effect.forEach(numbersOf, (n) => Effect.either(part(n)), { concurrency: "unbounded" }),
            // The program's and the store's own statements beside them belong to none of them.
            Effect.forEach(numbersOf, (n) =>
              Effect.zipRight(insertItem({ n: n + 300 }), sql`INSERT INTO mine (n) VALUES (${n + 300})`), {
              concurrency: "unbounded"
            })
          ], { concurrency: "unbounded" })
        )
        const kept = numbersOf.filter((n) =>
          n % 3 !== 0
        )
        const expected = [...kept, ...kept.map((n) => n + 200), ...numbersOf.map((n) => n + 300)]
        expect(yield* rowsOf(first)).toEqual([expected, expected])
      }))

    test("is undone alone where it is interrupted by one that fails beside it", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        const one = inOne(first)
        const done: Array<number> = []
        const begun = yield* Deferred.make<void>()
        // On SQLite nothing comes between its statements, so that it has to come to an end.
        const lasting = (n: number) =>
          transactions.write(Effect.zipRight(
            Effect.zipRight(insertItem({ n }), n === 5 ? Deferred.succeed(begun, undefined) : Effect.void),
            Effect.repeatN(items(), name.startsWith("SQLite") ? 3 : 1_000_000)
          )).pipe(Effect.tap(() => done.push(n)))
        yield* one(Effect.gen(function*() {
          yield* insertItem({ n: 1 })
          const failing = transactions.write(
            Effect.all([insertItem({ n: 2 }), items(), items(), Effect.yieldNow(), Effect.fail("no")])
          )
          // One has its turn and fails while the others wait for theirs, and one is interrupted in its midst.
          yield* Effect.flip(Effect.all([failing, lasting(3), lasting(4)], { concurrency: "unbounded" }))
          const running = yield* Effect.fork(lasting(5))
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(running)
          yield* insertItem({ n: 6 })
        }))
        if (!name.startsWith("SQLite")) expect(done).toEqual([])
        expect((yield* rowsOf(first))[0]).toEqual([1, ...done, 6])
      }))

    test("is undone alone where it dies, and the defect is its caller's", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        const dying = transactions.write(Effect.zipRight(both(first, 2), Effect.die("bug")))
        yield* inOne(first)(Effect.gen(function*() {
          yield* both(first, 1)
          expect(died(yield* Effect.exit(dying))).toBe("bug")
          yield* both(first, 3)
        }))
        expect(yield* rowsOf(first)).toEqual([[1, 3], [1, 3]])
        expect(died(yield* Effect.exit(inOne(first)(Effect.zipRight(both(first, 4), dying))))).toBe("bug")
        expect(yield* rowsOf(first)).toEqual([[1, 3], [1, 3]])
      }))

    test("fails with its own statement, and the rest goes on", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        yield* sql`INSERT INTO mine (n) VALUES (1)`
        const taken = (n: number) =>
          transactions.write(Effect.zipRight(insertItem({ n }), sql`INSERT INTO mine (n) VALUES (1)`))
        const wrong = transactions.write(sql`SELECT nothing FROM nowhere`)
        yield* inOne(first)(Effect.gen(function*() {
          expect(yield* Effect.flip(taken(1))).toBeInstanceOf(SqlError)
          expect(yield* Effect.flip(wrong)).toBeInstanceOf(SqlError)
          yield* Effect.flip(sql.withTransaction(taken(2)))
          yield* Effect.flip(transactions.write(sql.withTransaction(Effect.zipRight(insertItem({ n: 3 }), taken(4)))))
          yield* transactions.write(
            Effect.zipRight(
              Effect.flip(sql.withTransaction(Effect.zipRight(insertItem({ n: 5 }), taken(6)))),
              both(first, 7)
            )
          )
        }))
        expect(yield* rowsOf(first)).toEqual([[7], [1, 7]])
      }))

    test("fails the whole where a statement of the store does, or its condition no longer holds", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        yield* transactions.write(insertItem({ n: 1 }))
        const constraint = transactions.write(Effect.zipRight(insertItem({ n: 1 }), items()))
        const exit = yield* Effect.exit(inOne(first)(Effect.zipRight(insertItem({ n: 2 }), Effect.exit(constraint))))
        expect(String(died(exit))).toMatch(/A statement of the store failed/)
        expect((yield* rowsOf(first))[0]).toEqual([1])
        let runs = 0
        const outdated = Effect.suspend(() => transactions.write(setItem(9, ++runs === 1 ? 8 : 1)))
        const changed = yield* Effect.exit(inOne(first)(Effect.zipRight(insertItem({ n: 2 }), outdated)))
        // On SQLite nothing can intervene: it is a bug.
        if (name.startsWith("SQLite")) expect(Exit.isFailure(changed)).toBe(true)
        else expect([Exit.isSuccess(changed), runs, (yield* rowsOf(first))[0]]).toEqual([true, 2, [2, 9]])
      }))

    test("is neither announced nor counted as a change where it was undone", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const notice = new CommitListeners.CommitListeners<number>()
        const heard: Array<number> = []
        const notify = (n: number) => Effect.map(Transaction, (transaction) => notice.notify(transaction, n))
        yield* Effect.scoped(Effect.gen(function*() {
          yield* notice.listen(transactions, { committed: (n) => void heard.push(n), uncertain: () => {} })
          yield* inOne(first)(Effect.gen(function*() {
            const attempt = (n: number) => Effect.all([both(first, n), notify(n), Effect.fail("no")])
            yield* notify(1)
            yield* Effect.flip(transactions.write(attempt(2)))
            yield* transactions.write(Effect.zipRight(notify(3), Effect.flip(transactions.write(attempt(4)))))
            yield* Effect.flip(sql.withTransaction(attempt(5)))
            const changes = yield* Effect.map(Transaction, (transaction) => transaction.changes())
            expect(changes).toBe(0)
            // Nothing has changed: the refusal is a value, and what follows is kept.
            const value = yield* refusalAsValue(
              Effect.zipRight(Effect.flip(transactions.write(attempt(6))), Effect.fail("refused"))
            )
            expect(value).toMatchObject({ _tag: "Left", left: "refused" })
            yield* insertItem({ n: 7 })
          }))
        }))
        expect(heard).toEqual([1, 3])
        expect(yield* rowsOf(first)).toEqual([[7], []])
      }))

    test("is a defect once it is over", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        const exit = yield* Effect.exit(
          inOne(first)(Effect.gen(function*() {
            const inside = yield* transactions.write(Transaction)
            yield* Effect.provideService(insertItem({ n: 1 }), Transaction, inside)
          }))
        )
        expect(String(died(exit))).toMatch(/after the transaction was over/)
        expect((yield* rowsOf(first))[0]).toEqual([])
      }))

    test("changes nothing in a snapshot", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        expect(yield* transactions.read(inOne(first)(transactions.read(items())))).toEqual([])
        const change = transactions.read(inOne(first)(transactions.write(insertItem({ n: 1 }))))
        expect(String(died(yield* Effect.exit(change)))).toMatch(/a change inside a snapshot/)
      }))
  })

  describe(`a write inside a plain write (${name})`, () => {
    test("undoes all where it fails after a change, also where somebody handles that", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        const handled = transactions.write(Effect.zipRight(
          insertItem({ n: 1 }),
          Effect.ignore(transactions.write(Effect.zipRight(insertItem({ n: 2 }), Effect.fail("no"))))
        ))
        const exit = yield* Effect.exit(handled)
        expect(died(exit)).toBeInstanceOf(NotATransaction)
        expect(String(died(exit))).toMatch(/failed after its first change.*Store\.transaction/)
        expect((yield* rowsOf(first))[0]).toEqual([])
        // Its own error is its caller's, and one before the first change undoes nothing.
        const failing = Effect.zipRight(insertItem({ n: 1 }), Effect.fail("no"))
        expect(yield* Effect.flip(transactions.write(transactions.write(failing)))).toBe("no")
        const refused = transactions.write(Effect.zipRight(items(), Effect.fail("no")))
        yield* transactions.write(Effect.zipRight(insertItem({ n: 1 }), Effect.ignore(refused)))
        expect((yield* rowsOf(first))[0]).toEqual([1])
      }))

    test("is undone alone inside the transaction that it holds", ({ first }) =>
      Effect.gen(function*() {
        const { transactions } = first
        yield* transactions.write(Effect.zipRight(
          insertItem({ n: 1 }),
          Effect.ignore(inOne(first)(Effect.zipRight(insertItem({ n: 2 }), Effect.fail("no"))))
        ))
        expect((yield* rowsOf(first))[0]).toEqual([1])
      }))
  })
}
