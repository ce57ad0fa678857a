/**
 * Charges of mandates. An intent to pay is made first, which takes nothing, and then confirmed: an intent succeeds once,
 * however often it is confirmed. A charge takes its session over from its page before that, and gives it back where it
 * is refused; a session is closed by cancelling the intent. Follows docs/specification.md#charges.
 */
import {
  AuthenticationRequired,
  type ChargeRequest,
  ProviderDeclined,
  type ProviderFault,
  ProviderOutcomeUnknown,
  type ProviderSession
} from "@beauty-store/commerce/payment/PaymentProvider"
import { type DelegationId, SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import type { Mandates, SavedCard } from "./Mandates.ts"
import * as Payments from "./Payments.ts"
import * as Requests from "./Requests.ts"
import * as SessionRequest from "./SessionRequest.ts"
import type { Sessions } from "./Sessions.ts"
import { amountOf } from "./StripeAmount.ts"
import * as StripeCall from "./StripeCall.ts"
import type { Dependencies } from "./StripeDependencies.ts"
import * as Tables from "./StripeTables.ts"

const kind = "charge"

/** The refusal for which the port has an error of its own. */
const authenticationRequired = "authentication_required"

const Kept = Schema.parseJson(Schema.Struct({ sessionId: SessionId, mandateId: Schema.String }))
type Kept = typeof Kept.Type
const decode = Schema.decodeSync(Kept)

const paramsOf = (
  key: string,
  mandateId: string,
  request: SessionRequest.KeptRequest,
  { customer, paymentMethod }: SavedCard,
  mark: string
): Stripe.PaymentIntentCreateParams => ({
  amount: amountOf(request.amountMinor, request.currency)!,
  currency: request.currency.toLowerCase(),
  customer,
  payment_method: paymentMethod,
  allowed_payment_method_types: ["card"],
  metadata: { ...SessionRequest.metadataOf(mark, request), charge: key, mandate: mandateId }
})

/** What an intent has come to: taken, refused for a reason, or not tried yet. */
type Outcome =
  | { readonly _tag: "Taken" }
  | { readonly _tag: "Refused"; readonly code: string }
  | { readonly _tag: "Untried" }

const outcomeOf = ({ last_payment_error: error, status }: Stripe.PaymentIntent): Outcome => {
  if (status === "succeeded" || status === "processing") return { _tag: "Taken" }
  if (status === "canceled") return { _tag: "Refused", code: "session_closed" }
  if (status === "requires_action") return { _tag: "Refused", code: authenticationRequired }
  if (error === null) return { _tag: "Untried" }
  const isAuthentication = error.code === authenticationRequired || error.decline_code === authenticationRequired
  return {
    _tag: "Refused",
    code: isAuthentication ? authenticationRequired : error.decline_code ?? error.code ?? "card_declined"
  }
}

/** The charge's row, and its session's. */
interface Pair {
  readonly charge: Tables.Row
  readonly session: Tables.Row
}

export const make = (deps: Dependencies, sessions: Sessions, mandates: Mandates) => {
  const { mark, stripe } = deps
  const requests = Requests.make(deps)

  const expand = Payments.expanded
  const retrieve = (id: string) => StripeCall.reading(() => stripe.paymentIntents.retrieve(id, { expand }))

  const makerOf = (request: SessionRequest.KeptRequest, card: SavedCard): Requests.Maker<Stripe.PaymentIntent> => ({
    kind,
    lifeMillis: Requests.keyLifeMillis,
    send: (key, text, idempotencyKey) =>
      StripeCall.calling(() =>
        stripe.paymentIntents.create({ ...paramsOf(key, decode(text).mandateId, request, card, mark), expand }, {
          idempotencyKey
        })
      ),
    search: (key, _, created) =>
      StripeCall.reading(async () => {
        for await (const intent of stripe.paymentIntents.list({ customer: card.customer, created, limit: 100 })) {
          if (intent.metadata["charge"] === key && intent.metadata["store"] === mark) {
            return await stripe.paymentIntents
              .retrieve(intent.id, { expand })
          }
        }
        return undefined
      })
  })

  /** A session is locked before its charges. In a transaction. */
  const pairOf = Effect.fnUntraced(function*(key: string) {
    const { request } = Option.getOrThrow(yield* Tables.find(kind, key))
    const session = Option.getOrThrow(yield* Tables.lock("session", decode(request!).sessionId))
    const charge = Option.getOrThrow(yield* Tables.lock(kind, key))
    return { charge, session } satisfies Pair
  })

  /** Writes the intention down, and takes the session over if it takes payments. */
  const begin = ({ key, session }: ChargeRequest, mandateId: DelegationId) =>
    requests.write(Effect.gen(function*() {
      if (Option.isNone(yield* Tables.find(kind, key))) {
        yield* Requests.prepare("session", session.sessionId, SessionRequest.encode(session), null)
      }
      const text = Schema.encodeSync(Kept)({ sessionId: session.sessionId, mandateId })
      const { isNew } = yield* Requests.begin(kind, key, text)
      const pair = yield* pairOf(key)
      const { chargeKey, closed, refusal } = pair.session
      if (pair.charge.refusal !== null || chargeKey === key) return { ...pair, isNew }
      if (closed || refusal !== null || chargeKey !== null) yield* Tables.setRefusal("session_closed", kind, key)
      else yield* Tables.setCharge(key, pair.session.key)
      return { ...(yield* pairOf(key)), isNew }
    }))

  /** Ends a charge, and gives its session back: to another page, or to the one that was paid. */
  const refuse = Effect.fnUntraced(function*(
    { charge, session }: Pair,
    code: string,
    isPaid = false
  ): Effect.fn.Return<never, ProviderFault | ProviderDeclined | AuthenticationRequired> {
    const refused = yield* requests.write(Effect.gen(function*() {
      yield* pairOf(charge.key)
      yield* Tables.setRefusal(code, kind, charge.key)
      if (!isPaid) yield* Tables.forgetPage(session.key, charge.key)
      yield* Tables.releaseCharge(session.key, charge.key)
      return Option.getOrThrow(yield* Tables.lock(kind, charge.key)).refusal!
    }))
    if (refused !== authenticationRequired) {
      return yield* new ProviderDeclined({ code: refused, message: `The charge was refused: ${refused}.` })
    }
    const seen = yield* sessions.lookUp(SessionId.claimed.make(session.key))
    return yield* new AuthenticationRequired({ url: Option.getOrThrow(seen).url })
  })

  /** Whether the intent may be confirmed, now that everybody who closes the session or revokes the mandate sees it. */
  const obstacleOf = (key: string) =>
    requests.write(Effect.gen(function*() {
      const { charge, session } = yield* pairOf(key)
      const mandate = Option.getOrUndefined(yield* Tables.find("mandate", decode(charge.request!).mandateId))
      if (session.closed || session.chargeKey !== key) return "session_closed"
      return mandate === undefined || mandate.closed ? "mandate_not_active" : undefined
    }))

  /** Confirms an intent that was not tried, and returns what it has come to. */
  const confirm = Effect.fnUntraced(function*({ key, version }: Tables.Row, id: string) {
    const idempotencyKey = `${mark}:confirm:${key}:${version}`
    const intent = yield* StripeCall.calling(() =>
      stripe.paymentIntents.confirm(id, { off_session: true, expand }, { idempotencyKey })
    ).pipe(Effect.catchTags({
      StripeRefused: () => retrieve(id),
      KeySpent: ({ message }) =>
        Effect.zipRight(
          requests.write(Tables.spendVersion(kind, key, version)),
          new ProviderOutcomeUnknown({ message })
        )
    }))
    return outcomeOf(intent)
  })

  /** The card of the charge's mandate, and the intent that it pays. */
  const intentOf = Effect.fnUntraced(function*(pair: Pair, isNew: boolean) {
    const { charge, session } = pair
    if (charge.stripeId !== null) return yield* retrieve(charge.stripeId)
    const card = yield* mandates.cardOf(decode(charge.request!).mandateId)
    if (card === undefined) return yield* refuse(pair, "mandate_not_active")
    const maker = makerOf(SessionRequest.decode(session.request!), card)
    const { made, row } = yield* Effect.catchTag(
      requests.obtain(maker, charge, isNew),
      "ProviderDeclined",
      ({ code }) => refuse(pair, code)
    )
    return made ?? (yield* retrieve(row.stripeId!))
  })

  return Effect.fnUntraced(function*(
    request: ChargeRequest,
    mandateId: DelegationId
  ): Effect.fn.Return<ProviderSession, ProviderFault | ProviderDeclined | AuthenticationRequired> {
    const { isNew, ...pair } = yield* begin(request, mandateId)
    const { charge, session } = pair
    if (charge.refusal !== null) return yield* refuse(pair, charge.refusal)
    if (charge.stripeId === null && (yield* sessions.endPage(session))) {
      return yield* refuse(pair, "session_closed", true)
    }
    const intent = yield* intentOf(pair, isNew)
    let outcome = outcomeOf(intent)
    if (outcome._tag === "Untried") {
      const obstacle = yield* obstacleOf(charge.key)
      if (obstacle !== undefined) {
        yield* Payments.cancel(stripe, intent.id)
        return yield* refuse(pair, obstacle)
      }
      outcome = yield* confirm(charge, intent.id)
    }
    switch (outcome._tag) {
      case "Refused":
        return yield* refuse(pair, outcome.code)
      case "Untried":
        return yield* new ProviderOutcomeUnknown({ message: "the intent was not confirmed" })
      case "Taken":
        return Option.getOrThrow(yield* sessions.lookUp(SessionId.claimed.make(session.key)))
    }
  })
}
