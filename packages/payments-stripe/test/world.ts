/**
 * Stripe's provider before a simulated Stripe on loopback, with a database of its own, and somebody who pays. What goes
 * wrong at Stripe is a plan that a test changes while it runs (`Far`).
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { NotificationMessage } from "@beauty-store/commerce/payment/PaymentProvider"
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as StripePaymentProvider from "@beauty-store/payments-stripe/StripePaymentProvider"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Migrations from "@beauty-store/sql/Migrations"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import type { Transactions } from "@beauty-store/sql/Transactions"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import * as SimulatedStripe from "@beauty-store/stripe-simulated/SimulatedStripe"
import * as StripeListener from "@beauty-store/stripe-simulated/StripeListener"
import { Payer, type Seen, type Try } from "@beauty-store/testing/ProviderSuite"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import Stripe from "stripe"

const secretKey = "sk_test_loopback"
const shopUrl = "https://shop.example/api/payments/notifications"

/** The far end: its plan, what it has sent to the shop, and a client that looks at it as its dashboard does. */
export class Far extends Context.Tag("test/Far")<Far, {
  plan: Faults.FaultPlan
  /** Each call of the API, by the operation's name and its key. */
  readonly calls: Array<Faults.Call>
  readonly sent: ReadonlyArray<NotificationMessage>
  readonly client: Stripe
  readonly endpointId: string
  readonly endpointSecret: string
  readonly stripe: Context.Tag.Service<typeof SimulatedStripe.SimulatedStripe>
  /** The provider of another process, on the same database and account. */
  readonly another: (
    change?: Partial<StripePaymentProvider.Options>
  ) => Effect.Effect<Context.Tag.Service<typeof PaymentProvider>, never, Transactions | Entropy.Entropy>
}>() {}

const hasty: Faults.FaultPlan = {
  ...Faults.none,
  settlement: () => ({ afterMillis: 200, status: "succeeded" })
}

/** A simulated Stripe that listens, and knows the shop's address. */
const farEnd = Layer.unwrapScoped(Effect.sync(() => {
  const sent: Array<NotificationMessage> = []
  const state = { plan: hasty, calls: [] as Array<Faults.Call> }
  const plan: Faults.FaultPlan = {
    call: (call) => {
      state.calls.push(call)
      return state.plan.call(call)
    },
    settlement: (payment) => state.plan.settlement(payment),
    refund: (refund) => state.plan.refund(refund),
    delivery: (event) => state.plan.delivery(event)
  }
  const post = Layer.succeed(HttpPost, {
    send: ({ body, headers }) =>
      Effect.sync(() => {
        sent.push({ headers, body })
        return { status: 200, body: "" }
      })
  })
  const far = Layer.scoped(
    Far,
    Effect.gen(function*() {
      const stripe = yield* SimulatedStripe.SimulatedStripe
      const { host, port } = yield* StripeListener.listen()
      const client = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false })
      const endpoint = yield* Effect.promise(() =>
        client.webhookEndpoints.create({ url: shopUrl, enabled_events: ["*"] })
      )
      const options: StripePaymentProvider.Options = {
        secretKey: Redacted.make(secretKey),
        webhookSecrets: [Redacted.make(endpoint.secret!)],
        address: new URL(`http://${host}:${port}`)
      }
      const another = (change: Partial<StripePaymentProvider.Options> = {}) =>
        Effect.provide(PaymentProvider, Layer.fresh(StripePaymentProvider.layerWith({ ...options, ...change })))
      return Object.assign(state, {
        sent,
        client,
        endpointId: endpoint.id,
        endpointSecret: endpoint.secret!,
        stripe,
        another
      })
    })
  )
  return Layer.provideMerge(
    far,
    SimulatedStripe.layer({ secretKeys: [secretKey], plan }).pipe(Layer.provide([post, Entropy.layer]))
  )
}))

const means: Readonly<Record<Try, SimulatedStripe.Means>> = {
  card: { type: "card", number: "4242 4242 4242 4242" },
  "other card": { type: "card", number: "5555 5555 5555 4444" },
  "wallet of card": { type: "card", number: "4242 4242 4242 4242", wallet: "apple_pay" },
  "declined card": { type: "card", number: "4000 0000 0000 9995" },
  "challenged card, confirmed": { type: "card", number: "4000 0025 0000 3155" },
  "challenged card, failed": { type: "card", number: "4000 0025 0000 3155" },
  later: { type: "klarna" }
}

const seen: Readonly<Record<SimulatedStripe.Seen["_tag"], Seen>> = {
  Succeeded: "paid",
  Processing: "processing",
  Declined: "declined",
  RequiresAction: "declined",
  Closed: "refused"
}

/** Somebody on Stripe's pages. */
const payer = Layer.effect(
  Payer,
  Effect.map(Far, ({ sent, stripe }) => {
    const act = (url: string, how: Try) =>
      Effect.gen(function*() {
        // A session that was never made has no page.
        if (!url.includes("stripe.com")) return "refused" as const
        const result = yield* stripe.submit(url, means[how])
        return seen[
          result._tag === "RequiresAction"
            ? (yield* stripe.answerChallenge(url, how === "challenged card, failed" ? "failed" : "confirmed"))._tag
            : result._tag
        ]
      })
    return {
      pay: ({ url }, how) => act(url, how),
      decide: ({ url }, how) =>
        how === "no" ? Effect.as(stripe.leave(url), true) : Effect.map(act(url, how), (result) => result === "paid"),
      delegate: () => Effect.dieMessage("no vault"),
      notifications: Effect.sync(() => sent)
    }
  })
)

/** The provider, the far end and a payer, over a database. */
export const makeWorld = (
  database: Layer.Layer<SqlClient.SqlClient>
): Layer.Layer<PaymentProvider | Payer | Far | Transactions | Entropy.Entropy> =>
  Layer.effect(PaymentProvider, Effect.flatMap(Far, ({ another }) => another())).pipe(
    Layer.provideMerge(payer),
    Layer.provideMerge(farEnd),
    Layer.provideMerge(Entropy.layer),
    Layer.provideMerge(
      Layer.effectDiscard(Migrations.run(StripePaymentProvider.tables.migrations)).pipe(
        Layer.provideMerge(SqlTransactions.layer),
        Layer.provide(database),
        Layer.orDie
      )
    )
  )
