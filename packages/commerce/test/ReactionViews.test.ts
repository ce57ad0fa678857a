/**
 * What a reaction sees, on both databases: whatever the event, every view of its order is in the reaction's transaction
 * the one that everybody sees once it is committed; and use cases work in it as they do then.
 */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as PurchaseDrafts from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as DomainEvents from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as OrderPages from "@beauty-store/commerce/orders/OrderPages"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { type OrderId, ProductId, ReturnId } from "@beauty-store/domain/Ids"
import * as Query from "@beauty-store/sql/Query"
import { type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import {
  ada,
  address,
  hours,
  onBoth,
  pass,
  request,
  runJobs,
  type Services,
  type Test,
  World
} from "../../../test/shop/use-cases.ts"
import {
  arrived,
  begun,
  bought,
  cancel,
  deliver,
  notify,
  notifyRefund,
  orderOf,
  receive,
  sendBack,
  ship,
  shopper,
  staff
} from "./life.ts"

const stockOf = Query.all(Schema.Struct({ product_id: ProductId, on_hand: Query.Int, reserved: Query.Int }))<
  [orderId: OrderId]
>("SELECT product_id, on_hand, reserved FROM stock WHERE product_id IN (SELECT product_id FROM order_line WHERE order_id = ?) ORDER BY 1")
const sessionsOf = Query.all(Schema.Struct({ id: Schema.String, phase: Schema.String }))<[orderId: OrderId]>(
  "SELECT id, phase FROM checkout_session WHERE order_id = ?"
)

const newestReturn = Query.all(Schema.Struct({ id: ReturnId }))<[orderId: OrderId]>(
  "SELECT id FROM return_request WHERE order_id = ? ORDER BY id DESC LIMIT 1"
)
const newest = (orderId: OrderId) => Effect.map(newestReturn(orderId), ([row]) => row!.id)
const revokePage = Query.send<[orderId: OrderId]>("UPDATE order_page SET revoked_at = 1 WHERE order_id = ?")

/** All that can be read of an order. */
const viewsOf = (orderId: OrderId) =>
  Effect.flatMap(Transactions, ({ read }) =>
    read(Effect.gen(function*() {
      const orders = yield* Orders.Orders
      const order = yield* orders.view(staff, orderId)
      const returns = yield* Returns.Returns
      const { data: refunds } = yield* (yield* Refunds.Refunds).list(staff, { limit: 100 })
      return {
        order,
        history: yield* orders.history(staff, orderId),
        receipt: yield* Effect.either((yield* Receipts.Receipts).view(staff, orderId)),
        refunds: refunds.filter((refund) => refund.orderId === orderId),
        returns: yield* Effect.forEach(order.returns, ({ returnId }) => returns.view(staff, returnId)),
        returnable: yield* returns.returnable(staff, orderId),
        stock: yield* stockOf(orderId),
        sessions: yield* sessionsOf(orderId),
        cart: yield* (yield* Carts.Carts).view(ada)
      }
    })))

type Body = Effect.Effect<void, Reactions.RefusedByShop, Transaction>

/** What the shop does at each event. */
let react: (event: DomainEvents.DomainEvent) => Body = () => Effect.void

const everyEvent = Schema.Literal(...DomainEvents.EventType.literals).literals
const reactions: Layer.Layer<never> = Reactions.layer(
  ...DomainEvents.DomainEvent.members.map((schema) =>
    Reactions.on(schema as typeof DomainEvents.OrderPlaced, (event) => react(event))
  )
)

onBoth("a reaction", (onDatabase) => {
  const test: Test = (name, body, options = {}) =>
    onDatabase(name, Effect.ensuring(body, Effect.sync(() => react = () => Effect.void)), { reactions, ...options })

  test(
    "sees of every event what is committed with it",
    Effect.gen(function*() {
      const { provider } = yield* World
      const context = yield* Effect.context<Services>()
      const seen: Array<{ readonly event: DomainEvents.DomainEvent; readonly views: unknown }> = []
      const types = new Set<DomainEvents.EventType>()
      react = (event) =>
        Effect.orDie(Effect.provide(viewsOf(event.orderId), context)).pipe(
          Effect.map((views) => void seen.push({ event, views }))
        )
      /** Does something in one transaction, and compares what its reactions saw with what everybody sees then. */
      const step = <A, E, R>(does: Effect.Effect<A, E, R>) =>
        Effect.gen(function*() {
          seen.length = 0
          const result = yield* does
          expect(seen.length).toBeGreaterThan(0)
          for (const { event, views } of seen) {
            types.add(event.type)
            expect({ type: event.type, views }).toEqual({ type: event.type, views: yield* viewsOf(event.orderId) })
          }
          return result
        })
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      const returns = yield* Returns.Returns
      const inCart = (id: string) => carts.set(ada, ProductId.make(id), 2)
      const placed = Effect.zipRight(inCart("serum"), step(checkout.hosted.begin(request(ada))))
      const paid = Effect.gen(function*() {
        const { orderId, sessionId } = yield* Effect.flatMap(placed, checkout.hosted.finish)
        provider.pay(sessionId)
        yield* step(notify(sessionId))
        return orderId
      })

      const orderId = yield* paid
      yield* step(ship(orderId, "T1", { serum: 1 }))
      yield* step(ship(orderId, "T2"))
      yield* step(deliver(orderId, "T1"))
      yield* step(deliver(orderId, "T2"))
      const { returnId } = yield* step(sendBack(ada, orderId, { productId: "serum", quantity: 1 }))
      yield* step(returns.recordScan(returnId))
      yield* step(receive(returnId, { productId: "serum", quantity: 1 }))
      yield* step(runJobs)
      const key = [...provider.refunds.keys()].at(-1)!
      provider.settleRefund(key, "failed")
      yield* step(notifyRefund(key))
      const second = yield* step(sendBack(ada, orderId, { productId: "serum", quantity: 1 }))
      yield* step(returns.cancel(shopper(ada), second.returnId))
      const third = yield* step(sendBack(ada, orderId, { productId: "serum", quantity: 1 }))
      yield* step(receive(third.returnId, { productId: "serum", quantity: 1, accepted: false }))
      yield* step((yield* Refunds.Refunds).give(orderId, 100, "sorry"))

      const other = yield* paid
      yield* step(cancel(ada, other))

      // Each of several refunds is saved by a transaction of its own.
      yield* pass(hours)

      // Unpaid: replaced by a second checkout, called off, out of time, and paid after that.
      yield* placed
      const session = yield* Effect.flatMap(placed, checkout.hosted.finish)
      yield* step(cancel(ada, session.orderId))
      const late = yield* Effect.flatMap(placed, checkout.hosted.finish)
      yield* step(pass(2 * hours))
      provider.pay(late.sessionId)
      yield* step(notify(late.sessionId))

      // Refused: the session is kept for another attempt, until the draft is changed.
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const draft = yield* drafts.create(ada, "checkout", {
        lines: [{ productId: "serum" as ProductId, quantity: 1 }],
        buyer: { email: "ada@example.com" },
        recipient: {
          destination: {
            name: "Ada",
            line1: "1",
            city: "Berlin",
            postcode: "10119",
            countrySaid: "DE",
            country: address.country
          }
        },
        authenticates: true,
        paysByToken: true
      })
      provider.issueToken("vt_refused", { sessionId: draft.id, instrument: "card-refused" })
      provider.nextCharges("card_declined")
      const charged = yield* step(
        drafts.completion.begin(ada, draft.id, { token: "vt_refused", authentication: undefined })
      )
      if (charged._tag !== "Charging") throw new Error(charged.view.status)
      yield* step(drafts.completion.finish(charged.chargeId))
      yield* step(drafts.revise(ada, "checkout", draft.id, { note: "thanks" }))

      expect([...types].toSorted()).toEqual(everyEvent.toSorted())
    })
  )

  test(
    "to a payment gets the receipt, and can cancel the order",
    Effect.gen(function*() {
      const context = yield* Effect.context<Services>()
      for (const type of ["order.created", "payment.succeeded"] as const) {
        let receipt: unknown
        react = (event) =>
          event.type !== type ? Effect.void : Effect.gen(function*() {
            expect(yield* orderOf(event.orderId)).toMatchObject({ status: "confirmed", payment: { status: "paid" } })
            receipt = yield* (yield* Receipts.Receipts).view(staff, event.orderId)
            expect(yield* cancel(ada, event.orderId)).toMatchObject({ status: "cancelled" })
          }).pipe(Effect.provide(context), Effect.orDie)
        const { orderId } = yield* bought(ada, { serum: 1 })
        expect(receipt).toMatchObject({ receipt: { orderId } })
        expect(yield* orderOf(orderId)).toMatchObject({ status: "cancelled", refunds: [{ amountMinor: 3490 }] })
      }
    })
  )

  test(
    "to an order that was placed can cancel it",
    Effect.gen(function*() {
      const context = yield* Effect.context<Services>()
      react = (event) =>
        event.type !== "order.placed" ? Effect.void : Effect.orDie(Effect.provide(cancel(ada, event.orderId), context))
      expect(yield* Effect.flip(begun(ada, { balm: 1 }))).toMatchObject({ _tag: "CheckoutSuperseded" })
      react = () => Effect.void
      yield* bought(ada, { balm: 1 })
    })
  )

  test(
    "is not late for what the use case returns",
    Effect.gen(function*() {
      const context = yield* Effect.context<Services>()
      const returns = yield* Returns.Returns
      const when = (type: DomainEvents.EventType, does: Effect.Effect<unknown, unknown, Services | Transaction>) => {
        react = (event) =>
          event.type === type ? Effect.asVoid(Effect.orDie(Effect.provide(does, context))) : Effect.void
      }
      const { orderId } = yield* arrived(ada, { serum: 2 })
      when("return.initiated", Effect.flatMap(newest(orderId), (returnId) => returns.cancel(shopper(ada), returnId)))
      expect(yield* sendBack(ada, orderId, { productId: "serum" })).toMatchObject({ status: "cancelled" })

      const paid = yield* bought(ada, { cream: 1 })
      yield* (yield* OrderPages.OrderPages).open(paid.orderId)
      when("order.cancelled", revokePage(paid.orderId))
      expect(yield* cancel(ada, paid.orderId)).toMatchObject({ status: "cancelled", isPageClosed: true })
    })
  )

  test(
    "runs in the use case that is refused, and in no other",
    Effect.gen(function*() {
      react = () => Reactions.refuse("no", "No.")
      expect(Either.isLeft(yield* Effect.either(begun(ada, { cream: 1 })))).toBe(true)
      expect(Option.isNone(yield* (yield* Checkout.Checkout).unpaidOf(ada))).toBe(true)
    })
  )
})
