/**
 * Mandates: a person saves a card on a Checkout Session in setup mode, for a customer of Stripe's that it makes. Stripe
 * knows no refusal: who leaves the page finds the way to take the permission back. A mandate that is revoked counts as
 * such at once, and its card is detached. Follows docs/specification.md#payment-provider.
 */
import {
  type MandateRequest,
  ProviderDeclined,
  type ProviderFault,
  type ProviderMandate
} from "@beauty-store/commerce/payment/PaymentProvider"
import { type Claimed, DelegationId } from "@beauty-store/domain/Ids"
import { Locale } from "@beauty-store/domain/Language"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import * as CheckoutPages from "./CheckoutPages.ts"
import * as Payments from "./Payments.ts"
import * as Requests from "./Requests.ts"
import * as SessionRequest from "./SessionRequest.ts"
import * as StripeCall from "./StripeCall.ts"
import type { Dependencies } from "./StripeDependencies.ts"
import * as Tables from "./StripeTables.ts"

const kind = "mandate"

const Kept = Schema.parseJson(Schema.Struct({
  agent: Schema.String,
  locale: Locale,
  description: Schema.Array(Schema.String),
  decideBefore: Schema.Number,
  expiresAt: Schema.optional(Schema.Number)
}))
type Kept = typeof Kept.Type
const decode = Schema.decodeSync(Kept)

/** Stripe's limit for a text of the shop's on its page. */
const longestText = 1200

const paramsOf = (
  mandateId: string,
  { agent, decideBefore, description, locale }: Kept,
  { keyedAt, mark, permissionsUrl }: {
    readonly keyedAt: number
    readonly mark: string
    readonly permissionsUrl: string
  }
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { store: mark, mandate: mandateId }
  return {
    mode: "setup",
    client_reference_id: mandateId,
    metadata,
    setup_intent_data: { metadata },
    customer_creation: "always",
    allowed_payment_method_types: ["card"],
    locale: SessionRequest.localeOf(locale),
    custom_text: { submit: { message: `${agent}: ${description.join("; ")}`.slice(0, longestText) } },
    success_url: permissionsUrl,
    cancel_url: permissionsUrl,
    expires_at: SessionRequest.endOf(decideBefore, keyedAt)
  }
}

const isOver = (request: Kept, now: number): boolean => request.expiresAt !== undefined && now >= request.expiresAt

/** What was saved on a page, if it was. */
const savedOn = (page: Stripe.Checkout.Session): Stripe.SetupIntent | undefined => {
  const setup = Payments.objectOf(page.setup_intent)
  return page.status === "complete" && setup?.status === "succeeded" ? setup : undefined
}

const viewOf = (row: Tables.Row, page: Stripe.Checkout.Session): ProviderMandate => {
  const setup = savedOn(page)
  return {
    mandateId: DelegationId.claimed.make(row.key),
    url: page.url ?? page.success_url ?? "",
    status: row.closed ? "revoked" : setup !== undefined ? "active" : page.status === "open" ? "pending" : "lapsed",
    instrument: Payments.instrumentOf(Payments.objectOf(setup?.payment_method)?.card)
  }
}

/** What a charge needs of a mandate. */
export interface SavedCard {
  readonly customer: string
  readonly paymentMethod: string
}

const revokedBefore = new ProviderDeclined({ code: "mandate_revoked", message: "It was revoked before it was asked." })

export const make = (deps: Dependencies) => {
  const { mark, stripe } = deps
  const requests = Requests.make(deps)
  const pages = CheckoutPages.make(deps, ["setup_intent.payment_method"])
  const finder = {
    kind,
    search: (key: string, _: string, created: Requests.Created) => pages.search(key, created)
  } as const
  /** Its address is a capability, which every request brings along and no row keeps. */
  const makerWith = (permissionsUrl: string): Requests.Maker<Stripe.Checkout.Session> => ({
    ...finder,
    lifeMillis: SessionRequest.lifeMillis,
    send: (key, request, idempotencyKey, keyedAt) =>
      pages.create(paramsOf(key, decode(request), { keyedAt, mark, permissionsUrl }), idempotencyKey)
  })

  /** The page as it is now; it is ended where the mandate was revoked, or its time to decide is over. */
  const pageOf = Effect.fnUntraced(function*(
    { made, row }: Requests.Obtained<Stripe.Checkout.Session>
  ): Effect.fn.Return<Stripe.Checkout.Session, ProviderFault> {
    const page = made ?? (yield* pages.retrieve(row.stripeId!))
    const isLate = row.closed || (yield* Clock.currentTimeMillis) >= decode(row.request!).decideBefore
    return isLate && page.status === "open" ? yield* pages.end(page.id) : page
  })

  const obtained = Effect.fnUntraced(function*(mandateId: string) {
    const found = yield* requests.lookUp(finder, mandateId)
    return found === undefined || found.row.stripeId === null
      ? undefined
      : { row: found.row, page: yield* pageOf(found) }
  })

  return {
    create: Effect.fnUntraced(function*(request: MandateRequest) {
      const { isNew, row } = yield* requests.write(
        Requests.begin(kind, request.mandateId, Schema.encodeSync(Kept)(request))
      )
      const result = yield* requests.obtain(makerWith(request.permissionsUrl), row, isNew)
      return result.row.stripeId === null ? yield* revokedBefore : viewOf(result.row, yield* pageOf(result))
    }),
    lookUp: Effect.fnUntraced(function*(mandateId: Claimed<DelegationId>) {
      const found = yield* obtained(mandateId)
      return found === undefined ? Option.none() : Option.some(viewOf(found.row, found.page))
    }),
    revoke: Effect.fnUntraced(function*(mandateId: Claimed<DelegationId>): Effect.fn.Return<void, ProviderFault> {
      yield* requests.write(Requests.close(kind, mandateId))
      const found = yield* obtained(mandateId)
      const method = found === undefined ? undefined : Payments.objectOf(savedOn(found.page)?.payment_method)
      // One without a customer was detached before.
      if (method === undefined || method.customer === null) return
      yield* StripeCall.calling(() => stripe.paymentMethods.detach(method.id)).pipe(
        Effect.catchTags({ StripeRefused: () => Effect.void, KeySpent: StripeCall.unknownOf })
      )
    }),
    /** The card of a mandate that is in force. */
    cardOf: Effect.fnUntraced(function*(
      mandateId: string
    ): Effect.fn.Return<SavedCard | undefined, ProviderFault> {
      const found = yield* obtained(mandateId)
      if (found === undefined || found.row.closed) return undefined
      if (isOver(decode(found.row.request!), yield* Clock.currentTimeMillis)) return undefined
      const paymentMethod = Payments.idOf(savedOn(found.page)?.payment_method)
      const customer = Payments.idOf(found.page.customer)
      return paymentMethod === undefined || customer === undefined ? undefined : { customer, paymentMethod }
    })
  }
}
export type Mandates = ReturnType<typeof make>
