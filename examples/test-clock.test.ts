/** A test of a shop by the test's clock: an unpaid checkout ends after half an hour, and its units are free again. */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { ProductId } from "@beauty-store/domain/Ids"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { ada, adasCheckout } from "./ada.ts"
import { assortment } from "./products.ts"

const balm = ProductId.make("last-balm")

it.effect("sells the last one to somebody else when a checkout was not paid in time", () =>
  Effect.gen(function*() {
    yield* (yield* Carts).add(ada, balm, 1)
    const { orderId } = yield* (yield* Checkout).start(adasCheckout)
    const inventory = yield* Inventory
    expect((yield* inventory.status(balm)).inStock).toBe(false)

    yield* TestClock.adjust("40 minutes")

    expect((yield* inventory.status(balm)).inStock).toBe(true)
    expect((yield* (yield* Orders).changed(orderId)).status).toBe("cancelled")
  }).pipe(Effect.provide(StoreTest.layer({ assortment }))))
