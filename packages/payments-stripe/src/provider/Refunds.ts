/**
 * Refunds, found again by the store's key in their metadata. Money that Stripe has not given back yet, because the bank
 * takes its time, the payer has to do something, or the account's balance does not suffice, is pending. A refund that
 * Stripe refused stays refused. Follows docs/specification.md#payment-provider.
 */
import type { ProviderRefund, RefundRequest, TimedRefund } from "@beauty-store/commerce/payment/PaymentProvider"
import { ProviderDeclined } from "@beauty-store/commerce/payment/PaymentProvider"
import { Currency } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import * as Requests from "./Requests.ts"
import { amountOf } from "./StripeAmount.ts"
import * as StripeCall from "./StripeCall.ts"
import type { Dependencies } from "./StripeDependencies.ts"

const kind = "refund"

const Kept = Schema.parseJson(Schema.Struct({
  paymentId: Schema.String,
  amountMinor: Schema.Number,
  currency: Currency
}))
const decode = Schema.decodeSync(Kept)

const statuses: Readonly<Record<string, ProviderRefund["status"]>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed"
}

/** What a refund has come to; a status that is not known yet is still open. */
export const statusOf = ({ status }: Stripe.Refund): ProviderRefund["status"] => statuses[status ?? ""] ?? "pending"

/** The store's key of a refund; one that people made at Stripe has Stripe's id. */
export const keyOf = ({ id, metadata }: Stripe.Refund): string => metadata?.["key"] ?? id

const viewOf = (key: string, refund: Stripe.Refund): TimedRefund => {
  const status = statusOf(refund)
  return {
    key,
    providerRefundId: refund.id,
    status,
    failure: status === "failed" ? refund.failure_reason ?? refund.status ?? undefined : undefined,
    at: refund.created * 1000
  }
}

const noSuchAmount = new ProviderDeclined({ code: "amount_invalid", message: "Stripe has no such amount to refund." })

const makerOf = ({ mark, stripe }: Dependencies): Requests.Maker<Stripe.Refund> => ({
  kind,
  lifeMillis: Requests.keyLifeMillis,
  send: (key, request, idempotencyKey) => {
    const { amountMinor, currency, paymentId } = decode(request)
    return StripeCall.calling(() =>
      stripe.refunds.create(
        { payment_intent: paymentId, amount: amountOf(amountMinor, currency)!, metadata: { store: mark, key } },
        { idempotencyKey }
      )
    )
  },
  search: (key, request) =>
    Effect.map(
      StripeCall.readingIfThere(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: decode(request).paymentId, limit: 100 })) {
          if (refund.metadata?.["key"] === key && refund.metadata["store"] === mark) return Option.some(refund)
        }
        return Option.none<Stripe.Refund>()
      }),
      (found) => found === undefined ? undefined : Option.getOrUndefined(found)
    )
})

export const make = (deps: Dependencies) => {
  const { stripe } = deps
  const requests = Requests.make(deps)
  const maker = makerOf(deps)

  const present = (key: string, { made, row }: Requests.Obtained<Stripe.Refund>) =>
    Effect.map(
      made === undefined
        ? StripeCall.reading(() => stripe.refunds.retrieve(row.stripeId!))
        : Effect.succeed(made),
      (refund) => viewOf(key, refund)
    )

  return {
    refund: Effect.fnUntraced(function*({ key, ...request }: RefundRequest) {
      const { amountMinor, currency } = request
      if (amountMinor <= 0 || amountOf(amountMinor, currency) === undefined) return yield* noSuchAmount
      const { isNew, row } = yield* requests.write(Requests.begin(kind, key, Schema.encodeSync(Kept)(request)))
      return yield* present(key, yield* requests.obtain(maker, row, isNew))
    }),
    lookUp: Effect.fnUntraced(function*(key: string) {
      const found = yield* requests.lookUp(maker, key)
      return found === undefined || found.row.stripeId === null
        ? Option.none()
        : Option.some(yield* present(key, found))
    })
  }
}
