/**
 * Statements that are sent ahead on PostgreSQL: nobody waits for their answers, and yet a transaction is all or
 * nothing.
 */
import * as Query from "@beauty-store/sql/Query"
import { StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import { awaiting } from "../../../test/world/awaited-statements.ts"
import { untilBlocked, World } from "../../../test/world/database-world.ts"
import { amountOf, amountsOf, onPostgres } from "./world.ts"

const sendAmount = Query.send<[amount: number, name: string]>("UPDATE account SET amount = ? WHERE name = ?")
const setAmountFrom = Query.changeOne<[amount: number, name: string, from: number]>(
  "UPDATE account SET amount = ? WHERE name = ? AND amount = ?"
)
const insertNote = Query.insert("note", ["name", "text"])
const insertNotes = Query.insertAll("note", ["name", "text"])
const notes = Query.all(Schema.Struct({ name: Schema.String, text: Schema.String }))(
  "SELECT name, text FROM note ORDER BY name"
)

onPostgres("statements that are sent ahead", (test) => {
  test(
    "are all done when the transaction has committed, and seen by later queries of their own",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const [later, now] = yield* write(Effect.gen(function*() {
        yield* amountOf("ada")
        yield* sendAmount(7, "ada")
        yield* sendAmount(8, "ada")
        const later = yield* amountsOf.sent("ada")
        yield* sendAmount(9, "ada")
        yield* insertNotes([{ name: "a", text: "1" }, { name: "b", text: "2" }])
        return [(yield* later)[0]!.amount, yield* amountOf("ada")]
      }))
      expect([later, now]).toEqual([8, 9])
      expect(yield* read(amountOf("ada"))).toBe(9)
      expect(yield* read(notes())).toEqual([{ name: "a", text: "1" }, { name: "b", text: "2" }])
    })
  )

  test(
    "undo everything where one of them fails, although COMMIT was sent behind it",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      let committed = 0
      const twice = Effect.gen(function*() {
        const { afterCommit } = yield* Transaction
        afterCommit(() => void committed++)
        yield* insertNote({ name: "a", text: "1" })
        yield* insertNote({ name: "a", text: "2" })
        yield* sendAmount(1, "ada")
      })
      for (let n = 0; n < 10; n++) expect(Exit.isFailure(yield* Effect.exit(write(twice)))).toBe(true)
      expect(committed).toBe(0)
      expect(yield* read(notes())).toEqual([])
      expect(yield* read(amountOf("ada"))).toBe(1_000)
    })
  )

  test(
    "run again where the database requires it, or where a condition that was read no longer holds",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const { faults, sql } = yield* World
      let failures = 3
      faults.checkpoint = (text) => text.startsWith("UPDATE account") && failures-- > 0 ? "40001" : undefined
      let runs = 0
      yield* write(Effect.gen(function*() {
        runs++
        yield* sendAmount((yield* amountOf("ada")) + 1, "ada")
      }))
      faults.checkpoint = () => undefined
      expect([runs, yield* read(amountOf("ada"))]).toEqual([4, 1_001])
      runs = 0
      yield* write(Effect.gen(function*() {
        const seen = yield* amountOf("ada")
        if (++runs === 1) yield* awaiting(sql("UPDATE account SET amount = 500 WHERE name = 'ada'"))
        yield* setAmountFrom(seen + 1, "ada", seen)
        // Sent before it is known that the condition did not hold.
        yield* insertNote({ name: "a", text: `seen ${seen}` })
      }))
      expect([runs, yield* read(amountOf("ada"))]).toEqual([2, 501])
      expect(yield* read(notes())).toEqual([{ name: "a", text: "seen 500" }])
    })
  )

  test(
    "change nothing where the transaction could not be opened",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const { faults } = yield* World
      for (const first of [Effect.void, amountOf("ada")]) {
        // BEGIN fails, and the connection goes on as if nothing had been said.
        const sent: Array<string> = []
        faults.checkpoint = (text) => {
          sent.push(text)
          return text.startsWith("BEGIN") ? "57014" : undefined
        }
        const outcome = yield* Effect.flip(write(Effect.zipRight(first, sendAmount(1, "ada"))))
        faults.checkpoint = () => undefined
        expect(outcome).toBeInstanceOf(StoreUnavailable)
        expect(sent.filter((text) => text.startsWith("UPDATE"))).toEqual([])
      }
      expect(yield* read(amountOf("ada"))).toBe(1_000)
    })
  )

  test(
    "keep nobody waiting whose caller has left, and no connection",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const held = yield* Deferred.make<void>()
      const over = yield* Deferred.make<void>()
      const holder = yield* Effect.fork(write(Effect.gen(function*() {
        yield* sendAmount(1_000, "ada")
        yield* amountOf("ada")
        yield* Deferred.succeed(held, undefined)
        yield* awaiting(Deferred.await(over))
      })))
      yield* Deferred.await(held)
      for (let n = 0; n < 10; n++) {
        const waiting = yield* Effect.fork(write(Effect.gen(function*() {
          yield* amountOf("ada")
          yield* sendAmount(n, "ada")
          yield* awaiting(Effect.never)
        })))
        yield* untilBlocked
        const left = yield* Effect.timeoutOption(Fiber.interrupt(waiting), 1_500)
        expect(left._tag).toBe("Some")
      }
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(holder)
      expect(yield* read(amountOf("ada"))).toBe(1_000)
    })
  )

  test(
    "let a body refuse although one of them still waits for somebody else's lock",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const held = yield* Deferred.make<void>()
      const over = yield* Deferred.make<void>()
      const holder = yield* Effect.fork(write(Effect.gen(function*() {
        yield* sendAmount(1_000, "ada")
        yield* amountOf("ada")
        yield* Deferred.succeed(held, undefined)
        yield* awaiting(Deferred.await(over))
      })))
      yield* Deferred.await(held)
      const refused = write(Effect.gen(function*() {
        yield* amountOf("ada")
        yield* sendAmount(1, "ada")
        return yield* Effect.fail("refused")
      }))
      const refusals = yield* Effect.fork(
        Effect.all(Array.from({ length: 4 }, () => Effect.flip(refused)), { concurrency: "unbounded" })
      )
      yield* untilBlocked
      yield* Deferred.succeed(over, undefined)
      expect(yield* Fiber.join(refusals)).toEqual(["refused", "refused", "refused", "refused"])
      yield* Fiber.join(holder)
      expect(yield* read(amountOf("ada"))).toBe(1_000)
    })
  )

  test(
    "have an unknown outcome where the connection is lost behind a COMMIT that was sent",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { faults } = yield* World
      let uncertain = 0
      faults.checkpoint = (text) => text === "COMMIT" ? { after: "08006" } : undefined
      const outcome = yield* Effect.flip(write(Effect.gen(function*() {
        const { afterUncertainCommit } = yield* Transaction
        afterUncertainCommit(() => void uncertain++)
        yield* amountOf("ada")
        yield* sendAmount(1_000, "ada")
      })))
      faults.checkpoint = () => undefined
      expect(outcome).toBeInstanceOf(StoreUnavailable)
      expect(uncertain).toBe(1)
    })
  )
})
