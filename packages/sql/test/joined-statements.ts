/**
 * A program's own tables in the store's transactions: what they promise on every database, by every driver, and in
 * every implementation of `Transactions`.
 */
import { NotATransaction } from "@beauty-store/sql/Transactions"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { describe, expect } from "vitest"
import { died, insertItem, items, mine, numbers, rowsOf, type Suite } from "./joined-shops.ts"

export const expectDefect = <A, E, R>(effect: Effect.Effect<A, E, R>, words: RegExp) =>
  Effect.map(Effect.exit(effect), (exit) => {
    expect(died(exit)).toBeInstanceOf(NotATransaction)
    expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
    expect(String(died(exit))).toMatch(words)
  })

export const joinedStatements: Suite = (name, test) => {
  describe(`statements of a program's own client (${name})`, () => {
    test("commit with the store's transaction, are seen in it, and see what was sent ahead", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const seen = yield* transactions.write(Effect.gen(function*() {
          yield* insertItem({ n: 1 })
          yield* sql`INSERT INTO mine ${sql.insert({ n: 1 })}`
          yield* insertItem({ n: 2 })
          const all = yield* sql<{ n: number }>`SELECT n FROM item UNION ALL SELECT n FROM mine ORDER BY n`
          const streamed = yield* Stream.runCollect(sql<{ n: number }>`SELECT n FROM mine`.stream)
          const values = yield* sql`SELECT n FROM mine`.values
          return [numbers(all), numbers([...streamed]), values.map(([n]) => Number(n)), numbers(yield* items())]
        }))
        expect(seen).toEqual([[1, 1, 2], [1], [1], [1, 2]])
        expect(yield* rowsOf(first)).toEqual([[1, 2], [1]])
      }))

    test("are undone with a refusal and with a defect", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const both = Effect.zipRight(insertItem({ n: 1 }), sql`INSERT INTO mine (n) VALUES (1)`)
        expect(yield* Effect.flip(transactions.write(Effect.zipRight(both, Effect.fail("no"))))).toBe("no")
        expect(died(yield* Effect.exit(transactions.write(Effect.zipRight(both, Effect.die("bug")))))).toBe("bug")
        expect(yield* rowsOf(first)).toEqual([[], []])
      }))

    test("fail with a typed error that the body can turn into its own, and nothing of it is kept", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        yield* sql`INSERT INTO mine (n) VALUES (1)`
        const taken = Effect.zipRight(insertItem({ n: 1 }), sql`INSERT INTO mine (n) VALUES (1)`)
        expect(yield* Effect.flip(transactions.write(taken))).toBeInstanceOf(SqlError)
        expect(yield* Effect.flip(transactions.write(Effect.mapError(taken, () => "taken")))).toBe("taken")
        // A body that goes on as if nothing had happened cannot commit, on either database.
        const ignored = yield* Effect.exit(transactions.write(Effect.ignore(taken)))
        expect(Exit.isFailure(ignored) && Cause.isDie(ignored.cause)).toBe(true)
        // It says what failed and what to do.
        expect(String(died(ignored))).toMatch(/A statement of the program's own failed.*(unique|UNIQUE).*savepoint/)
        const queried = yield* Effect.exit(transactions.write(Effect.zipRight(Effect.ignore(taken), items())))
        expect(Exit.isFailure(queried) && Cause.isDie(queried.cause)).toBe(true)
        expect(yield* rowsOf(first)).toEqual([[], [1]])
      }))

    test("fail with what was sent ahead of them", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const twice = Effect.zipRight(insertItem({ n: 1 }), insertItem({ n: 1 }))
        const exit = yield* Effect.exit(
          transactions.write(Effect.zipRight(twice, sql`INSERT INTO mine (n) VALUES (1)`))
        )
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
        expect(yield* rowsOf(first)).toEqual([[], []])
      }))

    test("change nothing in a snapshot", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        expect(yield* transactions.read(mine(first))).toEqual([])
        for (
          const change of [
            sql`INSERT INTO mine (n) VALUES (1)`,
            sql`WITH x AS (SELECT 1) DELETE FROM mine`,
            sql.unsafe("/* /* */ DELETE FROM mine"),
            sql.unsafe("/* a */ DELETE FROM mine WHERE n IN /* b */ (SELECT 1)")
          ]
        ) {
          yield* expectDefect(transactions.read(change), /a change inside a snapshot/)
        }
        const nested = sql.withTransaction(mine(first))
        expect(yield* transactions.read(nested)).toEqual([])
        expect(yield* rowsOf(first)).toEqual([[], []])
      }))

    test("do not begin or end a transaction, but may set savepoints", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        for (
          const text of [
            "COMMIT",
            " rollback",
            "/* now */ BEGIN",
            "SAVEPOINT s",
            ";COMMIT",
            " ; end",
            "--x\n;/*y*/ rollback",
            "SELECT 1; COMMIT; BEGIN",
            "INSERT INTO mine (n) VALUES (9); -- and\n commit",
            "SELECT ';' ; Commit",
            "CREATE TRIGGER t AFTER INSERT ON mine BEGIN SELECT 1; END; COMMIT",
            "CREATE TRIGGER t AFTER INSERT ON mine FOR EACH ROW EXECUTE FUNCTION f(); END",
            "SELECT E'a''b\\''; COMMIT; SELECT ''",
            "SELECT E'a'\n'b\\''; COMMIT; SELECT ''",
            "-- x\rCOMMIT",
            "SELECT 1; /* /* */ */ COMMIT",
            "SELECT 1 AS a$b$; COMMIT; SELECT 1 AS a$b$",
            "PREPARE/**/TRANSACTION 'x'",
            "/* /* */ COMMIT"
          ]
        ) {
          const body = Effect.zipRight(sql`INSERT INTO mine (n) VALUES (8)`, sql.unsafe(text))
          yield* expectDefect(transactions.write(body), /begins or ends a transaction/)
        }
        yield* transactions.write(sql`SELECT '; commit', "n" AS "; end" FROM mine -- ; rollback`)
        let hooks = 0
        yield* transactions.write(Effect.gen(function*() {
          yield* sql`INSERT INTO mine (n) VALUES (1)`
          // The program's own attempt fails twice; the store's and its later ones stay.
          for (const n of [2, 3]) {
            const attempt = Effect.gen(function*() {
              yield* insertItem({ n })
              yield* transactions.write(Effect.zipRight(insertItem({ n: n + 10 }), items()))
              yield* sql`INSERT INTO mine (n) VALUES (1)`
            })
            const failed = yield* Effect.flip(sql.withTransaction(attempt))
            expect(failed).toBeInstanceOf(SqlError)
            hooks++
          }
          yield* sql.withTransaction(Effect.zipRight(insertItem({ n: 4 }), sql`INSERT INTO mine (n) VALUES (4)`))
        }))
        expect(hooks).toBe(2)
        expect(yield* rowsOf(first)).toEqual([[4], [1, 4]])
      }))

    test("share what is there with many that run at once", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const exits = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => n),
          (n) => {
            const both = Effect.zipRight(insertItem({ n }), sql`INSERT INTO mine (n) VALUES (${n})`)
            return Effect.exit(transactions.write(n % 3 === 0 ? Effect.zipRight(both, Effect.fail("no")) : both))
          },
          { concurrency: "unbounded" }
        )
        expect(exits.filter(Exit.isSuccess)).toHaveLength(13)
        const [stored, own] = yield* rowsOf(first)
        expect(stored).toHaveLength(13)
        expect(own).toEqual(stored)
      }))

    test("pass transformers that were set around the transaction, and are unknown behind those inside", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const texts: Array<string> = []
        const noting = Statement.withTransformer((statement) => {
          texts.push(statement.compile()[0])
          return Effect.succeed(statement)
        })
        yield* noting(transactions.write(sql`INSERT INTO mine (n) VALUES (1)`))
        expect(texts).toEqual(["INSERT INTO mine (n) VALUES (1)"])
        yield* expectDefect(transactions.write(noting(sql`INSERT INTO mine (n) VALUES (2)`)), /transformers/)
        expect(yield* mine(first)).toEqual([1])
      }))
  })

  describe(`a use case of the store (${name})`, () => {
    test("is a defect inside the same client's own transaction, and nothing is kept", ({ first }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        // Also as the first that happens, and once the store has opened transactions.
        for (let n = 0; n < 2; n++) {
          for (const useCase of [transactions.write(insertItem({ n: 1 })), transactions.read(items())]) {
            const around = sql.withTransaction(Effect.zipRight(sql`INSERT INTO mine (n) VALUES (1)`, useCase))
            yield* expectDefect(around, /sql\.withTransaction/)
          }
          expect(yield* rowsOf(first)).toEqual([[], []])
        }
      }))

    test("runs on its own database inside an unrelated client's transaction", ({ first, other }) =>
      Effect.gen(function*() {
        const { sql, transactions } = first
        const both = Effect.zipRight(insertItem({ n: 1 }), sql`INSERT INTO mine (n) VALUES (1)`)
        const around = other.withTransaction(
          Effect.zipRight(other`INSERT INTO mine (n) VALUES (7)`, transactions.write(both))
        )
        yield* around
        expect(yield* rowsOf(first)).toEqual([[1], [1]])
        expect(numbers(yield* other<{ n: number }>`SELECT n FROM mine`)).toEqual([7])
        yield* expectDefect(
          other.withTransaction(transactions.write(other`INSERT INTO mine (n) VALUES (8)`)),
          /another SQL client/
        )
        expect(numbers(yield* other<{ n: number }>`SELECT n FROM mine`)).toEqual([7])
      }))

    test("is a defect inside another store's transaction, on neither database", ({ first, second }) =>
      Effect.gen(function*() {
        for (const useCase of [second.transactions.write(insertItem({ n: 2 })), second.transactions.read(items())]) {
          yield* expectDefect(first.transactions.write(Effect.zipRight(insertItem({ n: 1 }), useCase)), /two databases/)
        }
        expect([yield* rowsOf(first), yield* rowsOf(second)]).toEqual([[[], []], [[], []]])
      }))

    test("is not joined by another client's statement, be it another store's or none's", ({ first, other, second }) =>
      Effect.gen(function*() {
        for (const { sql } of [second, { sql: other }]) {
          for (
            const statement of [
              sql`INSERT INTO mine (n) VALUES (2)`,
              sql.withTransaction(sql`INSERT INTO mine (n) VALUES (2)`),
              sql.withoutTransforms()`SELECT n FROM mine`
            ]
          ) yield* expectDefect(first.transactions.write(statement), /another SQL client/)
          expect(numbers(yield* sql<{ n: number }>`SELECT n FROM mine`)).toEqual([])
        }
        expect(yield* first.transactions.write(first.sql.withoutTransforms()`SELECT n FROM mine`)).toEqual([])
        expect(yield* rowsOf(first)).toEqual([[], []])
      }))
  })
}
