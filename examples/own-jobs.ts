/**
 * A job of your own is a row in the store's table, planned in the transaction that causes it: it can neither be lost nor
 * run without its reason.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import * as Store from "@beauty-store/commerce/Store"
import { assortment } from "@beauty-store/demo-catalog/Assortment"
import { ProductId } from "@beauty-store/domain/Ids"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"

const ada = { principal: "ada", shopper: "" }

const remind = (principal: string) =>
  Effect.sync(() => {
    console.log(`reminds ${principal} of the cart`) // reminds ada of the cart
  })

const program = Effect.gen(function*() {
  const jobs = yield* Jobs
  const carts = yield* Carts
  yield* Effect.fork(jobs.run({ "mine:reminder": (principal) => Effect.as(remind(principal), undefined) }))

  yield* Store.transaction(Effect.gen(function*() {
    yield* carts.add(ada, ProductId.make("kieselhaut-niacinamide-serum-10"), 1)
    const now = yield* Clock.currentTimeMillis
    yield* jobs.schedule("mine:reminder", ada.principal, now + 86_400_000)
  }))
  yield* TestClock.adjust("25 hours")
}).pipe(Effect.provide(StoreTest.layer({ assortment, startsAt: "2026-03-01T09:00:00Z" })))

void Effect.runPromise(Effect.provide(program, TestContext.TestContext))
