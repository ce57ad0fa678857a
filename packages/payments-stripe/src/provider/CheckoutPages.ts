/**
 * Checkout Sessions, of payments and of mandates: found by the store's id among those of a time, since Stripe has no
 * search for them; and ended, which it refuses where somebody was faster.
 */
import type { ProviderFault } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import type Stripe from "stripe"
import * as StripeCall from "./StripeCall.ts"
import type { Dependencies } from "./StripeDependencies.ts"

export const make = ({ mark, stripe }: Dependencies, expand: Array<string>) => {
  const retrieve = (id: string) => StripeCall.reading(() => stripe.checkout.sessions.retrieve(id, { expand }))
  return {
    retrieve,
    create: (params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) =>
      StripeCall.calling(() => stripe.checkout.sessions.create({ ...params, expand }, { idempotencyKey })),
    /** The one of the store's id that can still come to something, or has. */
    search: (key: string, created: { readonly gte: number; readonly lte: number }) =>
      StripeCall.reading(async () => {
        for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
          const isOurs = session.client_reference_id === key && session.metadata?.["store"] === mark
          if (isOurs && session.status !== "expired") {
            return await stripe.checkout.sessions.retrieve(session.id, { expand })
          }
        }
        return undefined
      }),
    /** Ends a page, and returns it as it is then: a payment may have come first. */
    end: (id: string): Effect.Effect<Stripe.Checkout.Session, ProviderFault> =>
      StripeCall.calling(() => stripe.checkout.sessions.expire(id, { expand })).pipe(
        Effect.catchTags({ StripeRefused: () => retrieve(id), KeySpent: StripeCall.unknownOf })
      )
  }
}
