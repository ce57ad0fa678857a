/** A store for tests keeps to the test's clock, its background work included, and two of them share nothing. */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { type OrderId, ProductId } from "@beauty-store/domain/Ids"
import { InMemoryPaymentProvider } from "@beauty-store/testing/InMemoryPaymentProvider"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { ada, assortment, request } from "../../../test/shop/use-cases.ts"

const serum = ProductId.claimed.make("serum")

const checkedOut = Effect.gen(function*() {
  yield* (yield* Carts).set(ada, serum, 2)
  return yield* (yield* Checkout).start(request(ada))
})

const left = Effect.flatMap(Inventory, (inventory) => Effect.map(inventory.status(serum), ({ quantity }) => quantity))

const orderOf = (id: OrderId) => Effect.flatMap(Orders, (orders) => orders.changed(id))

describe("a store by the test's clock", () => {
  it.effect("confirms an order that is paid", () =>
    Effect.gen(function*() {
      const { orderId, sessionId } = yield* checkedOut
      const provider = yield* InMemoryPaymentProvider
      provider.pay(sessionId)
      yield* (yield* Checkout).handleNotification(yield* provider.notification({ _tag: "SessionChanged", sessionId }))
      expect((yield* orderOf(orderId)).status).toBe("confirmed")
    }).pipe(Effect.provide(StoreTest.layer({ assortment }))))

  it.effect("ends an unpaid checkout when its time is over", () =>
    Effect.gen(function*() {
      const { orderId } = yield* checkedOut
      yield* TestClock.adjust("29 minutes")
      expect(yield* left).toBe(998)
      yield* TestClock.adjust("11 minutes")
      expect(yield* left).toBe(1_000)
      expect((yield* orderOf(orderId)).status).toBe("cancelled")
    }).pipe(Effect.provide(StoreTest.layer({ assortment }))))

  it.effect("begins on the day that a test needs", () =>
    Effect.gen(function*() {
      const { orderId } = yield* checkedOut
      expect((yield* orderOf(orderId)).createdAt).toBe(Date.parse("2026-03-01T09:00:00Z"))
    }).pipe(Effect.provide(StoreTest.layer({ assortment, startsAt: "2026-03-01T09:00:00Z" }))))

  /** The moments for which anything waits. */
  const alarms = Effect.map(TestClock.sleeps(), Chunk.toReadonlyArray)

  it.effect("has nothing to wake up for while nobody uses it", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("2 hours")
      expect(yield* alarms).toEqual([])
      // Which is why so many years take no time.
      yield* TestClock.setTime(Date.parse("2026-03-01T09:00:00Z"))
      expect(yield* left).toBe(1_000)
    }).pipe(Effect.provide(StoreTest.layer({ assortment }))))

  it.effect("wakes for what it was used for, and sleeps again", () =>
    Effect.gen(function*() {
      const { orderId } = yield* checkedOut
      expect(yield* alarms).not.toEqual([])
      yield* TestClock.adjust("31 days")
      expect((yield* orderOf(orderId)).status).toBe("cancelled")
      expect(yield* alarms).toEqual([])
    }).pipe(Effect.provide(StoreTest.layer({ assortment, startsAt: "2026-03-01T09:00:00Z" }))))

  const gifts = {
    assortment,
    tables: ["CREATE TABLE gift (order_id TEXT PRIMARY KEY, units INTEGER NOT NULL)"],
    reactions: Reactions.layer(Reactions.on(OrderPlaced, ({ orderId }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        // It reads what the use case has written in the transaction, and what it writes goes where that goes.
        yield* sql`INSERT INTO gift
          SELECT order_id, sum(quantity) FROM order_line WHERE order_id = ${orderId} GROUP BY order_id`
        const [gift] = yield* sql<{ units: number }>`SELECT units FROM gift WHERE order_id = ${orderId}`
        if (gift!.units > 2) yield* Reactions.refuse("too_many", "There are two for each of you.")
      }).pipe(Effect.catchTag("SqlError", Effect.die))))
  }

  it.effect("has reactions write to tables of the shop's own in the transaction that places the order", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const gifts = Effect.orDie(sql<{ order_id: string }>`SELECT order_id FROM gift`)
      yield* (yield* Carts).set(ada, serum, 3)
      const checkout = yield* Checkout
      expect(yield* Effect.flip(checkout.start(request(ada)))).toMatchObject({ reason: "too_many" })
      expect(yield* gifts).toEqual([])
      const { orderId } = yield* checkedOut
      expect(yield* gifts).toEqual([{ order_id: orderId }])
    }).pipe(Effect.provide(StoreTest.layer(gifts))))

  it.effect("has the reactions and tables of each build to itself", () =>
    Effect.gen(function*() {
      const written = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.zipRight(checkedOut, Effect.orDie(sql`SELECT order_id FROM gift`)))
      const [one, other] = yield* Effect.all([
        Effect.provide(written, StoreTest.layer(gifts)),
        Effect.provide(written, StoreTest.layer(gifts))
      ])
      expect([one, other].map(({ length }) =>
        length
      )).toEqual([1, 1])
    }))

  it.scoped("shares nothing with another one", () =>
    Effect.gen(function*() {
      const brands = (name: string, options: StoreTest.Options) =>
        Layer.effect(
          Context.GenericTag<string, number>(name),
          Effect.flatMap(Catalog, (catalog) => Effect.map(catalog.brands, ({ length }) => length))
        ).pipe(Layer.provide(StoreTest.layer(options)))
      // In one build, where a layer that both refer to is built once.
      const both = yield* Layer.build(Layer.merge(brands("one", { assortment }), brands("other", {})))
      expect(Context.get(both, Context.GenericTag<string, number>("one"))).toBe(2)
      expect(Context.get(both, Context.GenericTag<string, number>("other"))).toBe(0)
    }))

  it.each<[DateTime.DateTime.Input, string]>([
    ["yesterday", `"yesterday"`],
    ["1969-12-31T00:00:00Z", `"1969-12-31T00:00:00Z"`],
    [NaN, "NaN"]
  ])("says that it cannot start at %s", async (startsAt, printed) => {
    const built = Effect.scoped(Layer.build(StoreTest.layer({ startsAt }))).pipe(
      Effect.provide(TestContext.TestContext)
    )
    await expect(Effect.runPromise(built)).rejects.toThrow(`startsAt is no moment from 1970 on: ${printed}`)
  })

  it("says that it needs a test's clock", async () => {
    const built = Effect.scoped(Layer.build(StoreTest.layer({ startsAt: "2026-03-01T09:00:00Z" })))
    await expect(Effect.runPromise(built)).rejects.toThrow("startsAt needs a test clock")
  })
})
