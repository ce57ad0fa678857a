/**
 * Tables of your own in the shop's transactions: a wish for a gift message and the cart that it is for are there both,
 * or neither. Statements of the client that the store has been given join the store's transaction. The store makes the
 * tables by the program's migrations, after its own.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import * as OwnTables from "@beauty-store/commerce/OwnTables"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import type { Owner } from "@beauty-store/sql/Migrations"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ada } from "./ada.ts"
import { assortment } from "./products.ts"

const gifts: Owner = {
  key: "mine",
  tables: "the gifts' tables",
  migrations: [{
    name: "001_baseline",
    statements: () => ["CREATE TABLE gift (owner TEXT NOT NULL, message TEXT NOT NULL)"]
  }]
}

const addGift = Effect.fnUntraced(function*(units: number, message: string) {
  const sql = yield* SqlClient.SqlClient
  const carts = yield* Carts
  return yield* Store.transaction(Effect.gen(function*() {
    yield* sql`INSERT INTO gift ${sql.insert({ owner: ada.principal, message })}`
    return yield* carts.add(ada, ProductId.make("last-balm"), units)
  }))
})

const program = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const messages = Effect.map(sql<{ message: string }>`SELECT message FROM gift`, (rows) => rows.length)

  // There is one balm: the cart refuses two, and the row goes with it.
  const refusal = yield* Effect.flip(addGift(2, "For you both"))
  console.log(refusal._tag) // InsufficientStock
  console.log(yield* messages) // 0

  const cart = yield* addGift(1, "For you")
  console.log(cart.totalMinor) // 1745
  console.log(yield* messages) // 1
})

void Effect.runPromise(Effect.provide(program, Layer.provide(StoreTest.layer({ assortment }), OwnTables.layer(gifts))))
