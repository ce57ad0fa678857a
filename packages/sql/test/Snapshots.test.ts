/** What `read` and `refusalAsValue` promise, on both databases. */
import * as Query from "@beauty-store/sql/Query"
import {
  ConcurrentUpdate,
  NotATransaction,
  refusalAsValue,
  StoreUnavailable,
  Transaction,
  Transactions
} from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import { countOf, World } from "../../../test/world/database-world.ts"
import { amountOf, inWrite, onBoth, setAmount } from "./world.ts"

/** A change that answers rows, and one whose condition the database checks. */
const withdraw = Query.returning(Schema.Struct({ amount: Query.Int }))<[amount: number, name: string]>(
  "UPDATE account SET amount = amount - ? WHERE name = ? RETURNING amount"
)
const withdrawAtMost = Query.changeOne<[amount: number, name: string, amount: number]>(
  "UPDATE account SET amount = amount - ? WHERE name = ? AND amount >= ?"
)
const addNote = Query.insert("note", ["name", "text"])

const died = (exit: Exit.Exit<unknown, unknown>) => Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

onBoth("transactions", (test) => {
  test(
    "a change inside a snapshot is a defect and changes nothing, one that answers rows too",
    Effect.gen(function*() {
      const { read } = yield* Transactions
      const changes: ReadonlyArray<Effect.Effect<unknown, unknown, Transaction | Transactions>> = [
        setAmount(7, "ada"),
        withdraw(1, "ada"),
        inWrite(addNote({ name: "a", text: "of a use case" }))
      ]
      for (const change of changes) {
        expect(died(yield* Effect.exit(read(change)))).toBeInstanceOf(NotATransaction)
      }
      expect(yield* countOf("note")).toBe(0)
      expect(yield* read(amountOf("ada"))).toBe(1000)
    })
  )

  test(
    "a refusal after a change undoes all, whether the change answered rows or not",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      for (const change of [setAmount(7, "ada"), withdraw(1, "ada")]) {
        const exit = yield* Effect.exit(write(refusalAsValue(Effect.all([change, Effect.fail("no")]))))
        expect(died(exit)).toBeInstanceOf(NotATransaction)
      }
      expect(yield* write(amountOf("ada"))).toBe(1000)
    })
  )

  test(
    "a change whose condition does not hold is undone with the rest",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const exit = yield* Effect.exit(write(
        Effect.zipRight(withdrawAtMost(1, "ada", 1), withdrawAtMost(2000, "bob", 2000))
      ))
      // PostgreSQL runs it again, in vain; on SQLite nobody can have been faster, so it is a mistake.
      const { dialect } = yield* World
      expect(died(exit)).toBeInstanceOf(dialect === "pg" ? StoreUnavailable : ConcurrentUpdate)
      expect(yield* read(amountOf("ada"))).toBe(1000)
    })
  )

  test(
    "a statement that is wrong is a defect of its caller, and the next one works",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const wrong = Query.change("UPDATE nothing SET x = 1")
      for (let n = 0; n < 12; n++) {
        const exit = yield* Effect.exit(write(Effect.zipRight(setAmount(7, "ada"), wrong())))
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      }
      expect(yield* read(amountOf("ada"))).toBe(1000)
    })
  )

  test(
    "hooks run after the commit and before the answer, and not when nothing was committed",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const seen: Array<string> = []
      const hooked = (name: string) =>
        Effect.map(Transaction, (transaction) => transaction.afterCommit(() => void seen.push(name)))
      yield* Effect.exit(write(Effect.zipRight(hooked("undone"), Effect.fail("no"))))
      yield* write(Effect.zipRight(hooked("done"), setAmount(7, "ada")))
      expect(seen).toEqual(["done"])
    })
  )
})
