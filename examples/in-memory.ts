/** A shop in this process, in memory: a cart, a checkout, a payment, an order. */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { ProductId } from "@beauty-store/domain/Ids"
import { InMemoryPaymentProvider } from "@beauty-store/testing/InMemoryPaymentProvider"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as Effect from "effect/Effect"
import { ada, adasCheckout } from "./ada.ts"
import { assortment } from "./products.ts"

const program = Effect.gen(function*() {
  const carts = yield* Carts
  const checkout = yield* Checkout
  const provider = yield* InMemoryPaymentProvider

  const cart = yield* carts.add(ada, ProductId.make("rose-serum"), 2)
  console.log(`${cart.totalMinor} cents`) // 5990 cents

  const { orderId, sessionId } = yield* checkout.start(adasCheckout)

  // What the shopper does on the provider's page, and what the provider tells the shop.
  provider.pay(sessionId)
  yield* checkout.handleNotification(yield* provider.notification({ _tag: "SessionChanged", sessionId }))

  const order = yield* (yield* Orders).changed(orderId)
  console.log(order.status) // confirmed
})

void Effect.runPromise(Effect.provide(program, StoreTest.layer({ assortment })))
