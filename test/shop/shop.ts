/**
 * A shop for tests: a store over a database, with a payment provider, a clock and settings. The modules beside this one
 * open it in the way that a test goes in by (CONTRIBUTING.md#write-a-test). Where data lies is a `Place` (`places.ts`).
 * `close` gives back whatever `open…` took. Benches use this module too, so nothing here belongs to vitest.
 */
import * as OwnTables from "@beauty-store/commerce/OwnTables"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import { settings } from "@beauty-store/server/ServerConfig"
import * as Entropy from "@beauty-store/sql/Entropy"
import type { Owner } from "@beauty-store/sql/Migrations"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What partners sign with who tell the shop things, where no setting says otherwise. */
export const partnersSecret: string = settings.WEBHOOK_SECRETS.fallback

/** How the simulated provider misbehaves; what is not named behaves. */
export type Plan = Partial<Context.Tag.Service<Faults.FaultPlan>>

/** A plan that a test changes at any moment. */
export const changeablePlan = (): { readonly faults: Plan; readonly misbehave: (plan: Plan) => Plan } => {
  let current: Plan = {}
  const now = <Name extends keyof Plan>(name: Name) =>
    ((...given: ReadonlyArray<never>) =>
      // The arguments of a method of the plan are handed on to the same method of another.
      ((current[name] ?? Faults.none[name]) as (...given: ReadonlyArray<never>) => unknown)(...given)) as Required<
        Plan
      >[Name]
  return {
    faults: {
      call: now("call"),
      decline: now("decline"),
      captures: now("captures"),
      settlement: now("settlement"),
      refund: now("refund"),
      notification: now("notification")
    },
    /** Returns the plan that held until now. */
    misbehave: (plan) => {
      const before = current
      current = plan
      return before
    }
  }
}

/** A provider that begins no call of a kind until it may, and how often it was asked for one. */
export const closedGate = (
  kind: Faults.Call = "createSession"
): { readonly plan: Plan; readonly open: () => void; readonly calls: () => number } => {
  let open = () => {}
  let calls = 0
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const call: Required<Plan>["call"] = (call, subject) =>
    Effect.zipRight(
      call === kind
        ? Effect.promise(() => {
          calls++
          return opened
        })
        : Effect.void,
      Faults.none.call(call, subject)
    )
  return { plan: { call }, open: () => open(), calls: () => calls }
}

/** The store over a database and a provider, whose services it passes on. */
export const store = <P, E, E2>({
  database,
  entropy = Entropy.layer,
  owners = [],
  policy = {},
  provider,
  reactions = Layer.empty,
  secret
}: {
  readonly database: Layer.Layer<SqlClient.SqlClient, E2>
  readonly provider: Layer.Layer<P | PaymentProvider, E>
  readonly policy?: Partial<Policy.StorePolicy> | undefined
  /** Default: none. */
  readonly reactions?: Layer.Layer<never> | undefined
  /** Who has tables beside the store. Default: nobody. */
  readonly owners?: ReadonlyArray<Owner> | undefined
  /** Default: one that the store makes and keeps. */
  readonly secret?: string
  /** Default: the operating system's. */
  readonly entropy?: Layer.Layer<Entropy.Entropy>
}) =>
  Store.layerOver({ secret }).pipe(
    // A provider in the same program has transactions of its own.
    Layer.provide(Layer.fresh(SqlTransactions.layer)),
    Layer.provide([database, WebhookSender.layerNoop, reactions, OwnTables.layer(...owners)]),
    Layer.provideMerge(entropy),
    Layer.provideMerge(provider),
    Layer.provideMerge(Policy.layer({ baseUrl: "http://localhost:3000", ...policy }))
  )

/** The simulated provider over a database, and what it knows of the shop. */
export const simulatedProvider = <E>({
  database,
  entropy = Entropy.layer,
  faults = {},
  post,
  publicUrl = Effect.succeed("http://localhost:3000"),
  secret = "a secret of the provider, for tests",
  shopUrl = "http://localhost:3000"
}: {
  readonly database: Layer.Layer<SqlClient.SqlClient, E>
  /** Where its notifications go. */
  readonly post: Context.Tag.Service<HttpPost>
  readonly faults?: Plan | undefined
  /** Where its own pages are; default: at the shop's address. */
  readonly publicUrl?: Effect.Effect<string> | undefined
  readonly shopUrl?: string
  readonly secret?: string
  readonly entropy?: Layer.Layer<Entropy.Entropy>
}) =>
  SimulatedPaymentProvider.layerWith({ secret }).pipe(
    Layer.provideMerge(Layer.succeed(ProviderSettings, {
      merchant: "Beauty Store",
      merchantPages: {
        home: `${shopUrl}/`,
        help: `${shopUrl}/help`,
        terms: `${shopUrl}/terms`,
        privacy: `${shopUrl}/privacy`
      },
      publicUrl,
      notificationUrl: Effect.succeed(`${shopUrl}/api/payments/notifications`)
    })),
    Layer.provide([database, Faults.layer(faults), Layer.succeed(HttpPost, post), entropy])
  )
