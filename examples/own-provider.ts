/**
 * A shop with a payment provider of its own: the card terminal of [counter.ts](counter.ts), which
 * [own-provider.test.ts](own-provider.test.ts) holds to the promises of the port.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ada, adasCheckout } from "./ada.ts"
import * as Counter from "./counter.ts"
import { assortment } from "./products.ts"

const program = Effect.gen(function*() {
  const checkout = yield* Checkout
  yield* (yield* CatalogImport).add(assortment)
  yield* (yield* Carts).add(ada, ProductId.make("rose-serum"), 1)
  const { orderId, redirectUrl, sessionId } = yield* checkout.start(adasCheckout)
  console.log(redirectUrl.startsWith("https://shop.example/counter/")) // true

  yield* (yield* Counter.Terminal).pay(sessionId, "visa-4242")
  // Without notifications the store asks by itself, later and later. Whoever knows more asks at once.
  yield* checkout.reconcile(sessionId)
  console.log((yield* (yield* Orders).changed(orderId)).status) // confirmed
})

const store = Store.layer.pipe(
  Layer.provideMerge(Counter.layer),
  Layer.provide([
    SqliteClient.layer({ filename: ":memory:" }),
    WebhookSender.layerNoop,
    Policy.layer({ baseUrl: "https://shop.example" })
  ])
)

void Effect.runPromise(Effect.provide(program, store))
