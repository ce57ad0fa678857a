/**
 * Stripe as the store's payment provider: the port over Checkout Sessions and refunds, with tables in the store's own
 * database (`tables`, for `OwnTables.layer`). The SDK is loaded when the layer is built. Tokens are not
 * offered: they are declined as the port says. Follows docs/specification.md#payment-provider.
 *
 * @since 1.0.0
 */
import {
  NotificationRejected,
  PaymentProvider,
  ProviderDeclined,
  type ProviderFault
} from "@beauty-store/commerce/payment/PaymentProvider"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
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
import { type Dependencies, transactionsOf } from "./provider/StripeDependencies.ts"
import { keptMark } from "./provider/StripeTables.ts"

export { type AccountFacts, examine } from "./provider/StripeAccount.ts"
export type { Account } from "./provider/StripeClient.ts"
export { tables } from "./provider/StripeTables.ts"

export interface Options extends Account {
  /** The secrets of the webhook's endpoint (`whsec_…`): two while one is rolled. */
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted<string>>
}

const noTokens = new ProviderDeclined({ code: "token_not_found", message: "No vault of this provider issues tokens." })

/** Everything but what needs no mark. */
const makeParts = (deps: Dependencies) => {
  const sessions = Sessions.make(deps)
  const mandates = Mandates.make(deps)
  return {
    sessions,
    mandates,
    charge: Charges.make(deps, sessions, mandates),
    refunds: Refunds.make(deps),
    listing: PaymentListing.make(deps)
  }
}
type Parts = ReturnType<typeof makeParts>

export const layerWith = (options: Options): Layer.Layer<PaymentProvider, never, Transactions | Entropy> =>
  Layer.effect(
    PaymentProvider,
    Effect.gen(function*() {
      const stripe = yield* clientOf(options)
      const transactions = yield* Transactions
      const entropy = yield* Entropy
      const secrets = options.webhookSecrets.map(Redacted.value)
      let kept: string | undefined
      /** The tables are there when the first call comes, and not yet when the layer is built. */
      const mark = Effect.suspend(() =>
        kept === undefined
          ? Effect.tap(
            Effect.flatMap(
              idsFrom(entropy)("store"),
              (fresh) => transactionsOf({ transactions }).write(keptMark(fresh))
            ),
            (found) => Effect.sync(() => kept = found)
          )
          : Effect.succeed(kept)
      )
      let parts: Parts | undefined
      const calling = <A, E>(use: (parts: Parts) => Effect.Effect<A, E>): Effect.Effect<A, E | ProviderFault> =>
        Effect.flatMap(mark, (mark) => use(parts ??= makeParts({ stripe, mark, transactions })))
      return {
        name: "stripe",
        createSession: (request) => calling(({ sessions }) => sessions.create(request)),
        lookUpSession: (sessionId) => calling(({ sessions }) => sessions.lookUp(sessionId)),
        expireSession: (sessionId) => calling(({ sessions }) => sessions.expire(sessionId)),
        charge: (request) => {
          const { source } = request
          return source._tag === "Token" ? noTokens : calling(({ charge }) => charge(request, source.mandateId))
        },
        lookUpToken: () => Effect.succeedNone,
        createMandate: (request) => calling(({ mandates }) => mandates.create(request)),
        lookUpMandate: (mandateId) => calling(({ mandates }) => mandates.lookUp(mandateId)),
        revokeMandate: (mandateId) => calling(({ mandates }) => mandates.revoke(mandateId)),
        refund: (request) => calling(({ refunds }) => refunds.refund(request)),
        lookUpRefund: (key) => calling(({ refunds }) => refunds.lookUp(key)),
        listPayments: (query) => calling(({ listing }) => listing.page(query)),
        verifyNotification: (message) =>
          Effect.flatMap(
            // Stripe sends it again.
            Effect.mapError(mark, () => new NotificationRejected({ reason: "database_unavailable" })),
            (mark) => Notifications.verify(stripe, secrets, mark)(message)
          )
      }
    })
  )
