/** A store for tests keeps to the test's clock, its background work included, and two of them share nothing. */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { type Assortment, Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { CountryCode } from "@beauty-store/domain/Address"
import { type OrderId, ProductId } from "@beauty-store/domain/Ids"
import { InMemoryPaymentProvider } from "@beauty-store/testing/InMemoryPaymentProvider"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"

const assortment: Assortment = {
  brands: [{
    id: "alba",
    name: "Alba",
    category: "skincare",
    products: [{
      id: "serum",
      brandId: "alba",
      name: "Rose Serum",
      description: "",
      priceMinor: 2_995,
      currency: "EUR",
      category: "skincare",
      gtin: "4006381333931",
      size: { value: 30, unit: "ml" },
      ingredients: "Aqua",
      hygieneSealed: false,
      onHand: 10
    }]
  }]
}

const serum = ProductId.claimed.make("serum")
const ada = { principal: "sho_ada", shopper: "" }

const checkedOut = Effect.gen(function*() {
  yield* (yield* Carts).set(ada, serum, 2)
  return yield* (yield* Checkout).start({
    owner: ada,
    email: "ada@example.com",
    address: {
      name: "Ada Lovelace",
      address: "Torstraße 1",
      city: "Berlin",
      postcode: "10119",
      country: CountryCode.make("DE")
    },
    method: "standard",
    paymentMethod: undefined,
    returnUrl: undefined
  })
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
      expect(yield* left).toBe(8)
      yield* TestClock.adjust("11 minutes")
      expect(yield* left).toBe(10)
      expect((yield* orderOf(orderId)).status).toBe("cancelled")
    }).pipe(Effect.provide(StoreTest.layer({ assortment }))))

  it.scoped("shares nothing with another one", () =>
    Effect.gen(function*() {
      const brands = (name: string, options: StoreTest.Options) =>
        Layer.effect(
          Context.GenericTag<string, number>(name),
          Effect.flatMap(Catalog, (catalog) => Effect.map(catalog.brands, ({ length }) => length))
        ).pipe(Layer.provide(StoreTest.layer(options)))
      // In one build, where a layer that both refer to is built once.
      const both = yield* Layer.build(Layer.merge(brands("one", { assortment }), brands("other", {})))
      expect(Context.get(both, Context.GenericTag<string, number>("one"))).toBe(1)
      expect(Context.get(both, Context.GenericTag<string, number>("other"))).toBe(0)
    }))
})
