/** Code and tables of your own in the shop's transactions: points for each paid order, and orders that you refuse. */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { OrderConfirmed, OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import { Events } from "@beauty-store/commerce/events/Events"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Query from "@beauty-store/sql/Query"
import { InMemoryPaymentProvider } from "@beauty-store/testing/InMemoryPaymentProvider"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { ada, adasCheckout } from "./ada.ts"
import { assortment } from "./products.ts"

const insertPoints = Query.insert("points", ["order_id", "points"])
const totalOf = Query.first(Schema.Struct({ total: Query.Int }))<[orderId: string]>(
  "SELECT total_minor AS total FROM orders WHERE id = ?"
)

const reactions = Reactions.layer(
  // Somebody asks for an order: it may be refused.
  Reactions.on(
    OrderPlaced,
    Effect.fnUntraced(function*({ orderId }) {
      const order = yield* totalOf(orderId)
      if (order._tag === "Some" && order.value.total > 20_000) {
        yield* Reactions.refuse("too_large", "Call us for orders of more than 200 euros.")
      }
    })
  ),
  // The money is there: nothing can refuse it. This row is there exactly when the order is paid.
  Reactions.on(OrderConfirmed, ({ orderId }) => insertPoints({ order_id: orderId, points: 10 }))
)

const checkOut = Effect.fnUntraced(function*(units: number) {
  yield* (yield* Carts).set(ada, ProductId.make("rose-serum"), units)
  return yield* (yield* Checkout).start(adasCheckout)
})

const program = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE points (order_id TEXT PRIMARY KEY, points INTEGER NOT NULL)`

  const refusal = yield* Effect.flip(checkOut(10))
  console.log(refusal.message) // Call us for orders of more than 200 euros.

  const { sessionId } = yield* checkOut(2)
  const provider = yield* InMemoryPaymentProvider
  provider.pay(sessionId)
  yield* (yield* Checkout).handleNotification(yield* provider.notification({ _tag: "SessionChanged", sessionId }))
  const rows = yield* sql<{ points: number }>`SELECT points FROM points`
  console.log(rows.map(({ points }) => points).join()) // 10

  // All events after their commit: those of other processes too, from any position on.
  const { stream } = yield* Events
  const events = yield* Stream.runCollect(Stream.take(stream({ after: 0 }), 3))
  console.log([...events].map(({ event }) => event.type).join()) // order.placed,order.created,payment.succeeded
})

void Effect.runPromise(Effect.provide(program, Layer.provide(StoreTest.layer({ assortment }), reactions)))
