/**
 * A session as Stripe's Checkout is asked for it: lines as the order has them, the payer's language, the methods of the
 * country, the store's ids in the metadata of session and payment. Its time is the later of the store's and the shortest
 * that Stripe takes; the store's own ends by `expireSession`.
 */
import { cancelUrlOf, type ProviderSessionRequest } from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import { OrderId, SessionId } from "@beauty-store/domain/Ids"
import { languageIn, Locale } from "@beauty-store/domain/Language"
import { Currency } from "@beauty-store/domain/Money"
import { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { amountOf } from "./StripeAmount.ts"

/** What was asked first, as the row keeps it. */
const Kept = Schema.parseJson(Schema.Struct({
  sessionId: SessionId,
  orderId: OrderId,
  amountMinor: Schema.Number,
  currency: Currency,
  email: Schema.String,
  locale: Locale,
  items: Schema.Array(Schema.Struct({ name: Schema.String, quantity: Schema.Number, totalMinor: Schema.Number })),
  country: CountryCode,
  methods: Schema.Array(PaymentMethod),
  preselect: Schema.optional(PaymentMethod),
  returnUrl: Schema.String,
  expiresAt: Schema.Number
}))
export type KeptRequest = typeof Kept.Type

export const encode = (request: ProviderSessionRequest): string => Schema.encodeSync(Kept)(request)
export const decode: (text: string) => KeptRequest = Schema.decodeSync(Kept)

/** Stripe's name of each method; wallets are ways to pay by card there. */
const methodTypes: Readonly<Record<PaymentMethod, Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType>> = {
  card: "card",
  apple_pay: "card",
  google_pay: "card",
  klarna: "klarna",
  afterpay: "afterpay_clearpay",
  clearpay: "afterpay_clearpay"
}

const typesOf = ({ methods, preselect }: KeptRequest) => {
  const first = methods.filter((method) => method === preselect)
  return [...new Set([...first, ...methods].map((method) => methodTypes[method]))]
}

/** Stripe's page knows English as Britain writes it; all others of ours are languages alone there. */
export const localeOf = (locale: Locale): Stripe.Checkout.SessionCreateParams.Locale =>
  locale === "en-GB" ? locale : languageIn(locale)

/** Stripe's limit for a product's name. */
const longestName = 250

const line = (currency: Currency, name: string, quantity: number, unitAmount: number) => ({
  quantity,
  price_data: {
    currency: currency.toLowerCase(),
    unit_amount: unitAmount,
    product_data: { name: name.slice(0, longestName) }
  }
})

/** A line of the order, by its unit where that is a whole amount, and else as one. */
const lineOf = (currency: Currency, { name, quantity, totalMinor }: KeptRequest["items"][number]) => {
  const unit = totalMinor % quantity === 0 ? amountOf(totalMinor / quantity, currency) : undefined
  if (unit !== undefined) return line(currency, name, quantity, unit)
  const whole = amountOf(totalMinor, currency)
  return whole === undefined ? undefined : line(currency, `${quantity} × ${name}`, 1, whole)
}

/** The order's lines, or one for all of it where Stripe has no amount for one of them; `undefined`: nor for the whole. */
export const linesOf = (request: KeptRequest): ReadonlyArray<ReturnType<typeof line>> | undefined => {
  const { amountMinor, currency, items, orderId } = request
  const amount = amountMinor > 0 ? amountOf(amountMinor, currency) : undefined
  if (amount === undefined) return undefined
  const lines = items.flatMap((item) => lineOf(currency, item) ?? [])
  const sum = lines.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0)
  return lines.length === items.length && sum === amount ? lines : [line(currency, orderId, 1, amount)]
}

/** The shortest and the longest time that a page has, a little inside of what Stripe takes, in milliseconds. */
const shortestMillis = 35 * 60_000
const longestMillis = 23 * 3_600_000

/** How long a request for a session may still be sent: then its time would be too short. */
export const lifeMillis = 4 * 60_000

/** When a page ends whose key was first sent at a time, so that a repeat says the same: in seconds. */
export const endOf = (wantedMillis: number, keyedAt: number): number =>
  Math.ceil(Math.min(Math.max(wantedMillis, keyedAt + shortestMillis), keyedAt + longestMillis) / 1000)

/** The store's ids, on the session and its payment. */
export const metadataOf = (mark: string, { orderId, sessionId }: Pick<KeptRequest, "orderId" | "sessionId">) => ({
  store: mark,
  session: sessionId,
  order: orderId
})

/** The parameters of a session whose key was first sent at `keyedAt`. */
export const paramsOf = (
  request: KeptRequest,
  mark: string,
  keyedAt: number
): Stripe.Checkout.SessionCreateParams => {
  const metadata = metadataOf(mark, request)
  return {
    mode: "payment",
    client_reference_id: request.sessionId,
    metadata,
    payment_intent_data: { metadata },
    customer_email: request.email,
    locale: localeOf(request.locale),
    allowed_payment_method_types: typesOf(request),
    line_items: [...(linesOf(request) ?? [])],
    success_url: request.returnUrl,
    cancel_url: cancelUrlOf(request.returnUrl),
    expires_at: endOf(request.expiresAt, keyedAt)
  }
}
