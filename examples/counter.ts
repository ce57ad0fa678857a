/**
 * A payment provider of one's own: the card terminal at a counter. The shopper's "page" shows a number; somebody at the
 * counter types it in and takes the card. Nobody is charged without being there, so there are no mandates and no tokens.
 *
 * Every method says what happened: the same key twice does the same thing once, and what is not possible is declined. A
 * real provider keeps its bills in a table, where this one has a map.
 */
import {
  NotificationRejected,
  PaymentProvider,
  ProviderDeclined,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** What is to be paid at the counter, once and in full. */
interface Bill {
  readonly request: ProviderSessionRequest
  readonly payment: ProviderPayment | undefined
  readonly isClosed: boolean
}

interface Refund extends ProviderRefund {
  readonly paymentId: string
  readonly amountMinor: number
  readonly at: number
}

/** The card terminal. */
export class Terminal extends Context.Tag("examples/Terminal")<Terminal, {
  /** Takes a card; false where there is nothing to be paid any more. */
  readonly pay: (sessionId: string, card: string) => Effect.Effect<boolean>
}>() {}

const declined = (code: string) => new ProviderDeclined({ code, message: code.replaceAll("_", " ") })

export const layer = Layer.effectContext(Effect.sync(() => {
  const bills = new Map<string, Bill>()
  const closedBefore = new Set<string>()
  const refunds = new Map<string, Refund>()

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
      Effect.suspend(() => {
        if (request.amountMinor <= 0) return Effect.fail(declined("nothing_to_pay"))
        const bill = bills.get(request.sessionId)
          ?? { request, payment: undefined, isClosed: closedBefore.has(request.sessionId) }
        bills.set(request.sessionId, bill)
        return Effect.succeed(sessionOf(bill))
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
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
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
          at,
          providerRefundId: key,
          status: "succeeded",
          failure: undefined
        } as const
        refunds.set(key, refund)
        return Effect.succeed(refund)
      }),
    lookUpRefund: (key) => Effect.sync(() => Option.fromNullable(refunds.get(key))),
    listPayments: ({ from }) =>
      Effect.sync(() => {
        const payments = [...bills.values()].flatMap(({ payment, request: { orderId, sessionId } }) => {
          if (payment === undefined) return []
          const own = [...refunds.values()].filter(({ paymentId }) => paymentId === payment.paymentId)
          const changedAt = Math.max(payment.at, ...own.map(({ at }) => at))
          return [{ ...payment, orderId, sessionId, mandateId: undefined, refunds: own, changedAt }]
        })
        const changed = payments.filter(({ changedAt }) => changedAt >= from)
        return { payments: changed.sort((a, b) => a.changedAt - b.changedAt), next: undefined }
      }),
    charge: ({ source }) => Effect.fail(declined(source._tag === "Mandate" ? "mandate_not_active" : "token_not_found")),
    createMandate: () => Effect.fail(declined("not_offered")),
    lookUpMandate: () => Effect.succeedNone,
    revokeMandate: () => Effect.void,
    lookUpToken: () => Effect.succeedNone,
    verifyNotification: () => new NotificationRejected({ reason: "the terminal sends none" })
  })

  const pay = (sessionId: string, card: string) =>
    Effect.gen(function*() {
      const at = yield* Clock.currentTimeMillis
      const bill = bills.get(sessionId)
      if (bill === undefined || bill.isClosed || bill.payment !== undefined) return false
      const { amountMinor, currency } = bill.request
      const payment: ProviderPayment = {
        paymentId: `pay_${sessionId}`,
        status: "succeeded",
        amountMinor,
        currency,
        method: "card",
        instrument: card,
        chargeKey: undefined,
        at
      }
      bills.set(sessionId, { ...bill, payment })
      return true
    })

  return Context.make(PaymentProvider, provider).pipe(Context.add(Terminal, { pay }))
}))
