/**
 * A payment provider of one's own: the card terminal at a counter. The shopper's "page" shows a number; somebody at the
 * counter types it in and takes the card. Nobody is charged without being there, so there are no mandates and no tokens.
 *
 * Every method says what happened: the same key twice does the same thing once, and what is not possible is declined.
 * `providerSuite` of `@beauty-store/testing` tells whether a provider keeps all promises of the port. A real one keeps
 * its bills in a table, where this one has a map.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import {
  NotificationRejected,
  PaymentProvider,
  ProviderDeclined,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId, type SessionId } from "@beauty-store/domain/Ids"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ada, adasCheckout } from "./ada.ts"
import { assortment } from "./products.ts"

/** What is to be paid at the counter, once and in full. */
interface Bill {
  readonly request: ProviderSessionRequest
  readonly payment: ProviderPayment | undefined
  readonly isClosed: boolean
}

/** The card terminal. */
class Terminal extends Context.Tag("examples/Terminal")<Terminal, {
  readonly pay: (sessionId: SessionId) => Effect.Effect<void>
}>() {}

const declined = (code: string) => new ProviderDeclined({ code, message: code.replaceAll("_", " ") })

const layer = Layer.effectContext(Effect.sync(() => {
  const bills = new Map<SessionId, Bill>()
  const closedBefore = new Set<SessionId>()
  const refunds = new Map<string, ProviderRefund & { readonly paymentId: string; readonly amountMinor: number }>()

  const sessionOf = ({ isClosed, payment, request }: Bill) => ({
    providerId: request.sessionId,
    sessionId: request.sessionId,
    url: `https://shop.example/counter/${request.sessionId}`,
    status: payment !== undefined ? "complete" : isClosed ? "expired" : "open",
    payments: payment === undefined ? [] : [payment]
  } as const)

  const provider = PaymentProvider.of({
    name: "counter",
    createSession: (request) =>
      Effect.sync(() => {
        const bill = bills.get(request.sessionId)
          ?? { request, payment: undefined, isClosed: closedBefore.has(request.sessionId) }
        bills.set(request.sessionId, bill)
        return sessionOf(bill)
      }),
    lookUpSession: (id) => Effect.sync(() => Option.map(Option.fromNullable(bills.get(id)), sessionOf)),
    expireSession: (id) =>
      Effect.sync(() => {
        const bill = bills.get(id)
        if (bill === undefined) {
          closedBefore.add(id)
          return "expired"
        }
        const closed = { ...bill, isClosed: true }
        bills.set(id, closed)
        return sessionOf(closed).status
      }),
    refund: ({ amountMinor, key, paymentId }) =>
      Effect.suspend(() => {
        const known = refunds.get(key)
        if (known !== undefined) return Effect.succeed(known)
        const payment = [...bills.values()].find((bill) => bill.payment?.paymentId === paymentId)?.payment
        const refunded = [...refunds.values()].filter((refund) => refund.paymentId === paymentId)
          .reduce((sum, refund) => sum + refund.amountMinor, 0)
        if (payment === undefined || refunded + amountMinor > payment.amountMinor) {
          return Effect.fail(declined("more_than_was_paid"))
        }
        const refund = {
          key,
          paymentId,
          amountMinor,
          providerRefundId: key,
          status: "succeeded",
          failure: undefined
        } as const
        refunds.set(key, refund)
        return Effect.succeed(refund)
      }),
    lookUpRefund: (key) => Effect.sync(() => Option.fromNullable(refunds.get(key))),
    listPayments: ({ from }) =>
      Effect.sync(() => ({
        payments: [...bills.values()].flatMap(({ payment, request: { orderId, sessionId } }) =>
          payment === undefined || payment.at < from ? [] : [{
            ...payment,
            orderId,
            sessionId,
            mandateId: undefined,
            refunds: [...refunds.values()].filter(({ paymentId }) => paymentId === payment.paymentId),
            changedAt: payment.at
          }]
        ),
        next: undefined
      })),
    charge: () => Effect.fail(declined("mandate_not_active")),
    createMandate: () => Effect.fail(declined("not_offered")),
    lookUpMandate: () => Effect.succeedNone,
    revokeMandate: () => Effect.void,
    lookUpToken: () => Effect.succeedNone,
    verifyNotification: () => new NotificationRejected({ reason: "the terminal sends none" })
  })

  const pay = (sessionId: SessionId) =>
    Effect.gen(function*() {
      const at = yield* Clock.currentTimeMillis
      const bill = bills.get(sessionId)
      if (bill === undefined || bill.isClosed || bill.payment !== undefined) return
      const { amountMinor, currency } = bill.request
      const payment: ProviderPayment = {
        paymentId: `pay_${sessionId}`,
        status: "succeeded",
        amountMinor,
        currency,
        method: "card",
        instrument: "visa-4242",
        chargeKey: undefined,
        at
      }
      bills.set(sessionId, { ...bill, payment })
    })

  return Context.make(PaymentProvider, provider).pipe(Context.add(Terminal, { pay }))
}))

const program = Effect.gen(function*() {
  const checkout = yield* Checkout
  yield* (yield* Catalog).stock(assortment)
  yield* (yield* Carts).add(ada, ProductId.make("rose-serum"), 1)
  const { orderId, redirectUrl, sessionId } = yield* checkout.start(adasCheckout)
  console.log(redirectUrl.startsWith("https://shop.example/counter/")) // true

  yield* (yield* Terminal).pay(sessionId)
  // Without notifications the store asks by itself, later and later. Whoever knows more asks at once.
  yield* checkout.reconcile(sessionId)
  console.log((yield* (yield* Orders).changed(orderId)).status) // confirmed
})

const store = Store.layer.pipe(
  Layer.provideMerge(layer),
  Layer.provide([SqliteClient.layer({ filename: ":memory:" }), WebhookSender.layerNoop])
)

void Effect.runPromise(Effect.provide(program, store))
