/**
 * Stripe as the store's payment provider: the port over Checkout Sessions and refunds, with tables in the store's own
 * database (`tables`, for `OwnTables.layer`). The SDK is loaded when the layer is built. Tokens are not
 * offered: they are declined as the port says. Follows docs/specification.md#payment-provider.
 *
 * @since 1.0.0
 */
import { PaymentProvider, ProviderDeclined } from "@beauty-store/commerce/payment/PaymentProvider"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Charges from "./provider/Charges.ts"
import * as Mandates from "./provider/Mandates.ts"
import * as Notifications from "./provider/Notifications.ts"
import * as PaymentListing from "./provider/PaymentListing.ts"
import * as Refunds from "./provider/Refunds.ts"
import * as Sessions from "./provider/Sessions.ts"
import { type Account, clientOf } from "./provider/StripeClient.ts"

export { type AccountFacts, examine } from "./provider/StripeAccount.ts"
export type { Account } from "./provider/StripeClient.ts"
export { tables } from "./provider/StripeTables.ts"

export interface Options extends Account {
  /** The secrets of the webhook's endpoint (`whsec_…`): two while one is rolled. */
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted<string>>
  /** The store's mark in the account, which others may share: letters and digits, the same for ever. */
  readonly mark: string
}

const noTokens = new ProviderDeclined({ code: "token_not_found", message: "No vault of this provider issues tokens." })

export const layerWith = (options: Options): Layer.Layer<PaymentProvider, never, Transactions> =>
  Layer.effect(
    PaymentProvider,
    Effect.gen(function*() {
      const stripe = yield* clientOf(options)
      const { mark } = options
      const deps = { stripe, mark, transactions: yield* Transactions }
      const sessions = Sessions.make(deps)
      const mandates = Mandates.make(deps)
      const charge = Charges.make(deps, sessions, mandates)
      const refunds = Refunds.make(deps)
      return {
        name: "stripe",
        createSession: sessions.create,
        lookUpSession: sessions.lookUp,
        expireSession: sessions.expire,
        charge: (request) => request.source._tag === "Token" ? noTokens : charge(request, request.source.mandateId),
        lookUpToken: () => Effect.succeedNone,
        createMandate: mandates.create,
        lookUpMandate: mandates.lookUp,
        revokeMandate: mandates.revoke,
        refund: refunds.refund,
        lookUpRefund: refunds.lookUp,
        listPayments: PaymentListing.make(deps).page,
        verifyNotification: Notifications.verify(stripe, options.webhookSecrets.map(Redacted.value), mark)
      }
    })
  )
