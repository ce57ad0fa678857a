/** What `read` and `refusalAsValue` promise, on both databases. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import { ProductId } from "@beauty-store/domain/Ids"
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
import { ada, countOf, onBoth, stock, World } from "../../../test/shop/use-cases.ts"

const setName = Query.change<[name: string]>("UPDATE product SET name = ? WHERE id = 'serum'")
const nameOf = Query.all(Schema.Struct({ name: Schema.String }))("SELECT name FROM product WHERE id = 'serum'")

const died = (exit: Exit.Exit<unknown, unknown>) => Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

onBoth("transactions", (test) => {
  test(
    "a change inside a snapshot is a defect and changes nothing, one that answers rows too",
    Effect.gen(function*() {
      const { read } = yield* Transactions
      const carts = yield* Carts.Carts
      for (
        const change of [
          setName("x"),
          Inventory.reserve([{ productId: ProductId.make("serum"), quantity: 1 }]),
          carts.add(ada, ProductId.make("serum"), 1)
        ]
      ) {
        expect(died(yield* Effect.exit(read(change as Effect.Effect<unknown>)))).toBeInstanceOf(NotATransaction)
      }
      expect(yield* countOf("cart")).toBe(0)
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
    })
  )

  test(
    "a refusal after a change undoes all, whether the change answered rows or not",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      for (const change of [setName("x"), Inventory.reserve([{ productId: ProductId.make("serum"), quantity: 1 }])]) {
        const exit = yield* Effect.exit(write(refusalAsValue(Effect.zipRight(change, Effect.fail("no")))))
        expect(died(exit)).toBeInstanceOf(NotATransaction)
      }
      expect(yield* write(nameOf())).toEqual([{ name: "Rose Serum" }])
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
    })
  )

  test(
    "what was reserved in vain is undone with the rest",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const exit = yield* Effect.exit(write(Inventory.reserve([
        { productId: ProductId.make("balm"), quantity: 2 },
        { productId: ProductId.make("serum"), quantity: 1 }
      ])))
      // PostgreSQL runs it again, in vain; on SQLite nobody can have been faster, so it is a mistake.
      const { dialect } = yield* World
      expect(died(exit)).toBeInstanceOf(dialect === "pg" ? StoreUnavailable : ConcurrentUpdate)
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
    })
  )

  test(
    "a statement that is wrong is a defect of its caller, and the next one works",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const wrong = Query.change("UPDATE nothing SET x = 1")
      for (let n = 0; n < 12; n++) {
        const exit = yield* Effect.exit(write(Effect.zipRight(setName("x"), wrong())))
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      }
      expect(yield* read(nameOf())).toEqual([{ name: "Rose Serum" }])
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
      yield* write(Effect.zipRight(hooked("done"), setName("x")))
      expect(seen).toEqual(["done"])
    })
  )
})
