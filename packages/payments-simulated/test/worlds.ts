/**
 * The simulated provider's worlds for tests: on which database, under which faults, and where its notifications go.
 */
import type { NotificationMessage } from "@beauty-store/commerce/payment/PaymentProvider"
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import * as Entropy from "@beauty-store/kernel/Entropy"
import * as Cards from "@beauty-store/payments-simulated/Cards"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import { HostedPayments, type Result } from "@beauty-store/payments-simulated/HostedPayments"
import { Mandates } from "@beauty-store/payments-simulated/Mandates"
import type { Means } from "@beauty-store/payments-simulated/PaymentRequest"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import { NoResponse, Post } from "@beauty-store/web/Post"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Payer, type Seen, type Try } from "./providerSuite.ts"

type Plan = Context.Tag.Service<Faults.FaultPlan>

/** What the shop does with a message: answer with a status, or be unreachable. */
export type Receive = (message: NotificationMessage, attempt: number) => number | "unreachable"

export interface Shop {
  readonly received: Array<NotificationMessage>
  receive: Receive
}

export const shop = (receive: Receive = () => 200): Shop => ({ received: [], receive })

export const settings = (
  publicUrl: Effect.Effect<string> = Effect.succeed("http://localhost:3000")
): Layer.Layer<ProviderSettings> =>
  Layer.succeed(ProviderSettings, {
    merchant: "Beauty Store",
    merchantPages: {
      home: "http://localhost:3000/",
      help: "http://localhost:3000/help",
      terms: "http://localhost:3000/terms",
      privacy: "http://localhost:3000/privacy"
    },
    publicUrl,
    notificationUrl: Effect.succeed("http://localhost:3000/api/payments/notifications")
  })

/** A post that knows one address: the shop's. */
const toShop = (shop: Shop): Layer.Layer<Post> =>
  Layer.succeed(Post, {
    send: ({ body, headers, url }) =>
      Effect.suspend(() => {
        const answer = url === "http://localhost:3000/api/payments/notifications"
          ? shop.receive({ headers, body }, shop.received.push({ headers, body }))
          : 404
        return answer === "unreachable"
          ? new NoResponse({ reason: "unreachable" })
          : Effect.succeed({ status: answer, body: "{}" })
      })
  })

/** A database each time: one layer would be one database to all who use it. */
export const file = (filename: string): Layer.Layer<SqlClient.SqlClient> =>
  Layer.orDie(SqliteClient.layer({ filename }))

export const memory = (): Layer.Layer<SqlClient.SqlClient> => file(":memory:")

/** The URL is asked for when the layer is built: test databases exist inside hooks only. */
export const postgres = (url: () => string): Layer.Layer<SqlClient.SqlClient> =>
  Layer.unwrapEffect(
    Effect.sync(() => Layer.orDie(PgClient.layer({ url: Redacted.make(url()), maxConnections: 12 })))
  )

/** Faster than the demonstration, so that a suite need not wait. */
const hasty: Partial<Plan> = {
  settlement: () => Effect.succeed({ afterMillis: 100, status: "succeeded" }),
  refund: () => Effect.succeed({ afterMillis: 50, failure: undefined, reversal: undefined })
}

export const provider = (options: {
  readonly database: Layer.Layer<SqlClient.SqlClient>
  readonly shop?: Shop
  readonly faults?: Partial<Plan>
  readonly publicUrl?: Effect.Effect<string>
}) =>
  SimulatedPaymentProvider.layerWith({ secret: "a secret for tests" }).pipe(
    Layer.provide(options.database),
    Layer.provide(Faults.layer({ ...hasty, ...options.faults })),
    Layer.provide(settings(options.publicUrl)),
    Layer.provide(Entropy.layer),
    Layer.provide(toShop(options.shop ?? shop()))
  )

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
export const world = (database: Layer.Layer<SqlClient.SqlClient>) => {
  const received = shop()
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
      notifications: Effect.sync(() => received.received)
    }))
  )
  return Layer.provideMerge(payer, provider({ database, shop: received }))
}
