/**
 * Payments as the port sees them, from Stripe's PaymentIntents: paid is only what succeeded. A card's instrument is its
 * fingerprint, through whatever wallet it came; an account of another method has its own.
 */
import type { ProviderFault, ProviderPayment } from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Effect from "effect/Effect"
import type Stripe from "stripe"
import { minorOf } from "./StripeAmount.ts"
import * as StripeCall from "./StripeCall.ts"

/** What has to be expanded for `paymentOf`. */
export const expanded = ["latest_charge"]

/** The object of a field that was expanded. */
export const objectOf = <A extends object>(field: string | A | null | undefined): A | undefined =>
  typeof field === "object" && field !== null ? field : undefined

/** The id of a field, expanded or not. */
export const idOf = (field: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof field === "string" ? field : field?.id

const statuses: Readonly<Partial<Record<string, ProviderPayment["status"]>>> = {
  succeeded: "succeeded",
  processing: "processing"
}

const methodOf = (details: Stripe.Charge.PaymentMethodDetails | null | undefined, currency: string): PaymentMethod => {
  switch (details?.type) {
    case "klarna":
      return "klarna"
    case "afterpay_clearpay":
      // One company, whose name in Britain is Clearpay; nobody else pays it in pounds.
      return currency === "gbp" ? "clearpay" : "afterpay"
    default: {
      const wallet: string | undefined = details?.card?.wallet?.type
      return wallet === "apple_pay" || wallet === "google_pay" ? wallet : "card"
    }
  }
}

/** The stable name of a card, or of the payment where its method has none. */
export const instrumentOf = (card: { readonly fingerprint?: string | null } | null | undefined): string | undefined =>
  card?.fingerprint == null ? undefined : `card_${card.fingerprint}`

/** The payment of an intent that took money, is about to, or failed after it was accepted. */
export const paymentOf = (intent: Stripe.PaymentIntent): ProviderPayment | undefined => {
  const charge = objectOf(intent.latest_charge)
  const status = statuses[intent.status] ?? (charge === undefined ? undefined : "failed")
  if (status === undefined) return undefined
  const details = charge?.payment_method_details
  return {
    paymentId: intent.id,
    status,
    ...minorOf(intent.amount, intent.currency),
    method: methodOf(details, intent.currency),
    instrument: instrumentOf(details?.card) ?? `${details?.type ?? "method"}_${charge?.payment_method ?? intent.id}`,
    chargeKey: intent.metadata["charge"],
    at: (charge?.created ?? intent.created) * 1000
  }
}

/** Cancels an intent, unless it took money or was cancelled before. */
export const cancel = (stripe: StripeCall.Client, id: string): Effect.Effect<void, ProviderFault> =>
  StripeCall.calling(() => stripe.paymentIntents.cancel(id)).pipe(
    Effect.catchTags({ StripeRefused: () => Effect.void, KeySpent: StripeCall.unknownOf }),
    Effect.asVoid
  )
