/**
 * Provider sessions as Stripe's Checkout Sessions. One that is closed while its creation is on its way is expired as
 * soon as Stripe answers; one that was closed before it was asked for is never created. A charge takes a session over
 * from its page (`Charges`). What was paid counts as Stripe has it. Follows docs/specification.md#payment-provider.
 */
import {
  ProviderDeclined,
  type ProviderFault,
  type ProviderPayment,
  type ProviderSession,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import { type Claimed, SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type Stripe from "stripe"
import * as CheckoutPages from "./CheckoutPages.ts"
import * as Payments from "./Payments.ts"
import * as Requests from "./Requests.ts"
import * as SessionRequest from "./SessionRequest.ts"
import * as StripeCall from "./StripeCall.ts"
import type { Dependencies } from "./StripeDependencies.ts"
import * as Tables from "./StripeTables.ts"

const kind = "session"

const nothingToPay = new ProviderDeclined({ code: "amount_invalid", message: "Stripe has no such amount to pay." })

/** The status of a session that takes payments or not, and has been paid or not. */
const statusOf = (isOpen: boolean, payment: ProviderPayment | undefined): ProviderSession["status"] =>
  payment?.status === "succeeded"
    ? "complete"
    : payment?.status === "processing"
    ? "processing"
    : isOpen
    ? "open"
    : "expired"

const view = (
  { key, request, stripeId, url }: Tables.Row,
  isOpen: boolean,
  payment: ProviderPayment | undefined
): ProviderSession => ({
  providerId: stripeId ?? key,
  sessionId: SessionId.claimed.make(key),
  url: url ?? SessionRequest.decode(request!).returnUrl,
  status: statusOf(isOpen, payment),
  payments: payment === undefined ? [] : [payment]
})

/** The payment of a page: a declined attempt is none, and leaves the page open. */
const paidOn = ({ payment_intent, status }: Stripe.Checkout.Session): ProviderPayment | undefined => {
  const intent = Payments.objectOf(payment_intent)
  return intent === undefined || (status === "open" && intent.status !== "succeeded")
    ? undefined
    : Payments.paymentOf(intent)
}

export const make = (deps: Dependencies) => {
  const { mark, stripe } = deps
  const requests = Requests.make(deps)
  const pages = CheckoutPages.make(deps, Payments.expanded.map((field) => `payment_intent.${field}`))
  const maker: Requests.Maker<Stripe.Checkout.Session> = {
    kind,
    lifeMillis: SessionRequest.lifeMillis,
    urlOf: ({ url }) => url,
    send: (_, request, idempotencyKey, keyedAt) =>
      pages.create(SessionRequest.paramsOf(SessionRequest.decode(request), mark, keyedAt), idempotencyKey),
    search: (key, _, created) => pages.search(key, created)
  }

  /** The payment by a charge, as far as it took money or may. */
  const paidBy = Effect.fnUntraced(function*(chargeKey: string) {
    const charge = Option.getOrUndefined(yield* requests.read(Tables.find("charge", chargeKey)))
    if (charge === undefined || charge.stripeId === null) return undefined
    const id = charge.stripeId
    const intent = yield* StripeCall.reading(() => stripe.paymentIntents.retrieve(id, { expand: Payments.expanded }))
    const payment = Payments.paymentOf(intent)
    return payment?.status === "failed" ? undefined : payment
  })

  /** A session as it is now; its page is ended where the store has closed it, or a charge has taken it over. */
  const present = Effect.fnUntraced(function*(
    { made, row }: Requests.Obtained<Stripe.Checkout.Session>
  ): Effect.fn.Return<ProviderSession, ProviderFault> {
    const { chargeKey, closed, stripeId } = row
    const page = stripeId === null || (chargeKey !== null && made === undefined)
      ? undefined
      : made ?? (yield* pages.retrieve(stripeId))
    const isStopped = closed || chargeKey !== null
    const now = page !== undefined && isStopped && page.status === "open" ? yield* pages.end(page.id) : page
    if (chargeKey !== null) return view(row, !closed, yield* paidBy(chargeKey))
    return now === undefined ? view(row, false, undefined) : view(row, now.status === "open", paidOn(now))
  })

  const lookUp = Effect.fnUntraced(function*(
    sessionId: Claimed<SessionId>
  ): Effect.fn.Return<Option.Option<ProviderSession>, ProviderFault> {
    const found = yield* requests.lookUp(maker, sessionId)
    if (found === undefined || found.row.request === null || found.row.refusal !== null) return Option.none()
    const { askedAt, chargeKey, closed, stripeId } = found.row
    if (stripeId !== null || closed || chargeKey !== null) return Option.some(yield* present(found))
    // Its charge was refused, and nobody has asked for its page yet.
    return askedAt === null
      ? yield* Effect.catchTag(
        Effect.asSome(Effect.flatMap(requests.obtain(maker, found.row, false), present)),
        "ProviderDeclined",
        () => Effect.succeedNone
      )
      : Option.none()
  })

  return {
    lookUp,
    /** Ends the page of a session for a charge, and says whether that was paid. */
    endPage: Effect.fnUntraced(function*({ stripeId }: Tables.Row) {
      return stripeId !== null && statusOf(false, paidOn(yield* pages.end(stripeId))) !== "expired"
    }),
    create: Effect.fnUntraced(function*(request: ProviderSessionRequest) {
      if (SessionRequest.linesOf(request) === undefined) return yield* nothingToPay
      const { isNew, row } = yield* requests.write(
        Requests.begin(kind, request.sessionId, SessionRequest.encode(request))
      )
      return yield* present(
        row.chargeKey === null ? yield* requests.obtain(maker, row, isNew) : { row, made: undefined }
      )
    }),
    expire: Effect.fnUntraced(function*(
      sessionId: Claimed<SessionId>
    ): Effect.fn.Return<ProviderSession["status"], ProviderFault> {
      const charge = yield* requests.write(Effect.gen(function*() {
        const { chargeKey } = yield* Requests.close(kind, sessionId)
        return chargeKey === null ? undefined : Option.getOrUndefined(yield* Tables.find("charge", chargeKey))
      }))
      // An intent is confirmed or cancelled, whichever comes first.
      if (charge !== undefined && charge.stripeId !== null) yield* Payments.cancel(stripe, charge.stripeId)
      return Option.match(yield* lookUp(sessionId), {
        onNone: () => "expired" as const,
        onSome: ({ status }) => status
      })
    })
  }
}
export type Sessions = ReturnType<typeof make>
