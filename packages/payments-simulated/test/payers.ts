/** Somebody who pays at the simulated provider, as the suite of all providers wants them; and what they pay with. */
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import * as Cards from "@beauty-store/payments-simulated/Cards"
import { HostedPayments, type Result } from "@beauty-store/payments-simulated/provider/HostedPayments"
import { Mandates } from "@beauty-store/payments-simulated/provider/Mandates"
import type { Means } from "@beauty-store/payments-simulated/provider/PaymentRequest"
import { Payer, type Seen, type Try } from "@beauty-store/testing/ProviderSuite"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { merchant, provider } from "../../../test/shop/payment-provider.ts"

export const card = (number: string): Cards.CardNumber => Either.getOrThrow(Cards.readNumber(number))

export const goodCard: Means = { method: "card", card: card("4242 4242 4242 4242") }
export const challengedCard: Means = { method: "card", card: card("4000 0025 0000 3155") }
export const brokeCard: Means = { method: "card", card: card("4000 0000 0000 9995") }
export const klarna: Means = { method: "klarna", card: undefined }

const means: Readonly<Record<Try, Means>> = {
  card: goodCard,
  "other card": { method: "card", card: card("5555 5555 5555 4444") },
  "wallet of card": { method: "apple_pay", card: card("4242 4242 4242 4242") },
  "declined card": brokeCard,
  "challenged card, confirmed": challengedCard,
  "challenged card, failed": challengedCard,
  later: klarna
}

/** The part of a page's address that `HostedPayments` asks for. */
export const tokenOf = (session: { readonly url: string }): string =>
  session.url.slice(session.url.lastIndexOf("/") + 1)

const seen = (result: Result): Seen =>
  result._tag === "Succeeded" ? "paid" : result._tag === "Processing" ? "processing" : "declined"

/** The provider with somebody who pays at it. */
export const withPayer = (database: Layer.Layer<SqlClient.SqlClient>) => {
  const told = merchant()
  let serial = 0
  const payer = Layer.effect(
    Payer,
    Effect.map(Effect.all([HostedPayments, Mandates, PaymentVault]), ([hosted, mandates, vault]) => ({
      decide: (mandate, how) =>
        Effect.gen(function*() {
          const token = tokenOf(mandate)
          const named = how === "no" ? undefined : means[how].card
          const result = yield* mandates.decide(
            token,
            named === undefined ? { _tag: "Reject" } : { _tag: "Approve", card: named }
          )
          if (result._tag !== "RequiresAction") return result._tag !== "Declined"
          const outcome = how === "challenged card, failed" ? "failed" : "authenticated"
          return (yield* mandates.authenticate(token, result.challengeId, outcome))._tag === "Approved"
        }).pipe(Effect.orDie),
      delegate: (how, allowance) =>
        Effect.map(
          vault.delegate({
            key: `token ${++serial}`,
            card: {
              numberType: "fpan",
              number: means[how].card!,
              expiryMonth: "12",
              expiryYear: "2040",
              cvc: Redacted.make("123")
            },
            allowance
          }),
          ({ token }) => token
        ).pipe(Effect.orDie),
      pay: (session, how) =>
        Effect.gen(function*() {
          const token = tokenOf(session)
          const result = yield* hosted.pay(token, means[how])
          if (result._tag !== "RequiresAction") return seen(result)
          const outcome = how === "challenged card, failed" ? "failed" : "authenticated"
          return seen(yield* hosted.authenticate(token, result.challengeId, outcome))
        }).pipe(
          Effect.catchTags({
            AlreadyPaid: () => Effect.succeed<Seen>("refused"),
            PaymentInProgress: () => Effect.succeed<Seen>("refused"),
            SessionClosed: () => Effect.succeed<Seen>("refused")
          }),
          Effect.orDie
        ),
      notifications: Effect.sync(() => told.received)
    }))
  )
  return Layer.provideMerge(payer, provider({ database, merchant: told }))
}
