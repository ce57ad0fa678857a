/**
 * Provider sessions as Stripe's Checkout Sessions. One that is closed while its creation is on its way is expired as
 * soon as Stripe answers; one that was closed before it was asked for is never created. What was paid counts as Stripe
 * has it, whatever the page says. Follows docs/specification.md#payment-provider.
 */
import {
  ProviderDeclined,
  type ProviderFault,
  type ProviderSession,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import { type Claimed, SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type Stripe from "stripe"
import * as Payments from "./Payments.ts"
import * as Requests from "./Requests.ts"
import * as SessionRequest from "./SessionRequest.ts"
import * as StripeCall from "./StripeCall.ts"
import type { Dependencies } from "./StripeDependencies.ts"
import * as Tables from "./StripeTables.ts"

const kind = "session"

const expand = Payments.expanded.map((field) => `payment_intent.${field}`)

const nothingToPay = new ProviderDeclined({ code: "amount_invalid", message: "Stripe has no such amount to pay." })

/** How sessions are made, and found by the store's id among those of a time: Stripe has no search for them. */
const makerOf = ({ mark, stripe }: Dependencies): Requests.Maker<Stripe.Checkout.Session> => ({
  kind,
  lifeMillis: SessionRequest.lifeMillis,
  send: (_, request, idempotencyKey, keyedAt) =>
    StripeCall.calling(() =>
      stripe.checkout.sessions.create(
        { ...SessionRequest.paramsOf(SessionRequest.decode(request), mark, keyedAt), expand },
        { idempotencyKey }
      )
    ),
  search: (key, _, created) =>
    StripeCall.reading(async () => {
      for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
        if (session.client_reference_id === key && session.metadata?.["store"] === mark) return session
      }
      return undefined
    })
})

/** The status of a session and of its payment together. */
const statusOf = (
  session: Stripe.Checkout.Session,
  payment: ProviderSession["payments"][number] | undefined
): ProviderSession["status"] =>
  payment?.status === "succeeded"
    ? "complete"
    : payment?.status === "processing"
    ? "processing"
    : session.status === "open"
    ? "open"
    : "expired"

/** A session that was closed before it had a page. */
const barred = ({ key, request }: Tables.Row): ProviderSession => ({
  providerId: key,
  sessionId: SessionId.claimed.make(key),
  url: SessionRequest.decode(request!).returnUrl,
  status: "expired",
  payments: []
})

const viewOf = (row: Tables.Row, session: Stripe.Checkout.Session): ProviderSession => {
  const intent = Payments.objectOf(session.payment_intent)
  // A declined attempt is no payment, and leaves the page open.
  const payment = intent === undefined || (session.status === "open" && intent.status !== "succeeded")
    ? undefined
    : Payments.paymentOf(intent)
  return {
    providerId: session.id,
    sessionId: SessionId.claimed.make(row.key),
    url: row.url ?? SessionRequest.decode(row.request!).returnUrl,
    status: statusOf(session, payment),
    payments: payment === undefined ? [] : [payment]
  }
}

export const make = (deps: Dependencies) => {
  const { stripe } = deps
  const requests = Requests.make(deps)
  const maker = makerOf(deps)

  const retrieve = (id: string) => StripeCall.reading(() => stripe.checkout.sessions.retrieve(id, { expand }))

  /** Ends a page at Stripe, which refuses where a payment came first or it has ended: then it is read again. */
  const end = (id: string): Effect.Effect<Stripe.Checkout.Session, ProviderFault> =>
    StripeCall.calling(() => stripe.checkout.sessions.expire(id, { expand })).pipe(
      Effect.catchTags({ StripeRefused: () => retrieve(id), KeySpent: StripeCall.unknownOf })
    )

  /** A session as it is now, which is ended where the store has closed it. */
  const present = Effect.fnUntraced(function*(
    { made, row }: Requests.Obtained<Stripe.Checkout.Session>
  ): Effect.fn.Return<ProviderSession, ProviderFault> {
    if (row.stripeId === null) return barred(row)
    const session = made ?? (yield* retrieve(row.stripeId))
    return viewOf(row, row.closed && session.status === "open" ? yield* end(session.id) : session)
  })

  const lookUp = Effect.fnUntraced(function*(sessionId: Claimed<SessionId>) {
    const found = yield* requests.lookUp(maker, sessionId)
    const isThere = found !== undefined && found.row.request !== null
      && (found.row.stripeId !== null || (found.row.closed && found.row.refusal === null))
    return isThere ? Option.some(yield* present(found)) : Option.none()
  })

  return {
    lookUp,
    create: Effect.fnUntraced(function*(request: ProviderSessionRequest) {
      if (SessionRequest.linesOf(request) === undefined) return yield* nothingToPay
      const { isNew, row } = yield* requests.write(
        Requests.begin(kind, request.sessionId, SessionRequest.encode(request))
      )
      return yield* present(yield* requests.obtain(maker, row, isNew))
    }),
    expire: Effect.fnUntraced(function*(
      sessionId: Claimed<SessionId>
    ): Effect.fn.Return<ProviderSession["status"], ProviderFault> {
      yield* requests.write(Requests.close(kind, sessionId))
      return Option.match(yield* lookUp(sessionId), { onNone: () => "expired" as const, onSome: ({ status }) => status })
    })
  }
}
