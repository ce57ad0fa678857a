/**
 * The simulated payment provider: the port's implementation over a ledger in a database of its own. This module
 * composes; each area of the port has its own (`ProviderSessions`, `Charges`, `Vault`, `Mandates`, `Refunds`,
 * `PaymentListing`, `Notifications`). A repeat under the store's key returns the first outcome, and work that a crash
 * interrupts continues. Follows docs/specification.md#simulated-provider.
 *
 * @since 1.0.0
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import type { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Migrations from "@beauty-store/sql/Migrations"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Transactions from "@beauty-store/sql/Transactions"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Call, FaultPlan } from "./Faults.ts"
import * as Captures from "./provider/Captures.ts"
import * as Charges from "./provider/Charges.ts"
import * as HostedPayments from "./provider/HostedPayments.ts"
import * as Ledger from "./provider/Ledger.ts"
import { readFault, writeFault } from "./provider/LedgerFaults.ts"
import * as Mandates from "./provider/Mandates.ts"
import * as Notifications from "./provider/Notifications.ts"
import * as PaymentListing from "./provider/PaymentListing.ts"
import { type Dependencies, dependencies } from "./provider/ProviderDependencies.ts"
import * as ProviderSessions from "./provider/ProviderSessions.ts"
import * as Refunds from "./provider/Refunds.ts"
import * as Vault from "./provider/Vault.ts"
import { ProviderSettings } from "./ProviderSettings.ts"

export type { HostedPayments } from "./provider/HostedPayments.ts"
export type { Mandates } from "./provider/Mandates.ts"

const make = (
  deps: Dependencies,
  settings: Context.Tag.Service<typeof ProviderSettings>,
  verifyNotification: Context.Tag.Service<PaymentProvider>["verifyNotification"]
): Context.Tag.Service<PaymentProvider> => {
  const { read, secret, withFaults } = deps
  const sessions = ProviderSessions.make(deps, settings)
  const charge = Charges.charge(deps, sessions)
  const createMandate = Mandates.create(deps)
  const revokeMandate = Mandates.revoke(deps)
  const refund = Refunds.refund(deps)

  const mandateOf = Effect.fnUntraced(function*(mandate: Ledger.Mandate) {
    const now = yield* Clock.currentTimeMillis
    const url = `${yield* settings.publicUrl}/pay/mandates/${Mandates.pages.tokenOf(secret, mandate.id)}`
    return Mandates.mandateOf(mandate, url, now)
  })

  /** A call that reads, with the plan's faults and the ledger's own. */
  const reading = <A, E>(call: Call, subject: string, body: Effect.Effect<A, E | Transactions.StoreUnavailable>) =>
    Effect.catchTag(withFaults(call, subject, body), "StoreUnavailable", readFault)
  /** A call that changes something, with the same faults. */
  const writing = <A, E>(call: Call, subject: string, body: Effect.Effect<A, E | Transactions.StoreUnavailable>) =>
    Effect.catchTag(withFaults(call, subject, body), "StoreUnavailable", writeFault)

  return {
    name: "simulated",
    createSession: (request) => writing("createSession", request.sessionId, sessions.create(request)),
    lookUpSession: (sessionId) => reading("lookUpSession", sessionId, sessions.lookUp(sessionId)),
    expireSession: (sessionId) => writing("expireSession", sessionId, sessions.expire(sessionId)),
    charge: (request) => writing("charge", request.key, charge(request)),
    lookUpToken: (token) =>
      reading("lookUpToken", token, Effect.map(read(Ledger.token(token)), Option.map(Vault.tokenOf))),
    createMandate: (request) =>
      writing("createMandate", request.mandateId, Effect.flatMap(createMandate(request), mandateOf)),
    lookUpMandate: (mandateId) =>
      reading(
        "lookUpMandate",
        mandateId,
        Effect.flatMap(
          read(Ledger.mandate(mandateId)),
          Option.match({
            onNone: () => Effect.succeedNone,
            onSome: (mandate) => Effect.asSome(mandateOf(mandate))
          })
        )
      ),
    revokeMandate: (mandateId) => writing("revokeMandate", mandateId, revokeMandate(mandateId)),
    refund: (request) => writing("refund", request.key, refund(request)),
    lookUpRefund: (key) =>
      reading("lookUpRefund", key, Effect.map(read(Ledger.refund(key)), Option.map(Refunds.viewOf))),
    listPayments: (query) =>
      reading("listPayments", query.cursor ?? String(query.from), read(PaymentListing.page(query))),
    verifyNotification
  }
}

const port = Layer.effect(
  PaymentProvider,
  Effect.gen(function*() {
    const deps = yield* dependencies
    const settings = yield* ProviderSettings
    const signingSecret = yield* Notifications.signingSecret
    return make(
      deps,
      settings,
      (message) => Effect.flatMap(Clock.currentTimeMillis, (now) => Notifications.verify(message, signingSecret, now))
    )
  })
)

/** The background work: jobs of the outbox, of payments that settle, and of refunds. */
const background = Layer.scopedDiscard(Effect.gen(function*() {
  const deps = yield* dependencies
  const settlePayment = Captures.settle(deps)
  yield* Effect.forkScoped(deps.jobs.run({
    [Notifications.jobKind]: Notifications.resend(deps.sender),
    [Captures.settlementKind]: (paymentId) => Effect.as(settlePayment(paymentId), undefined),
    [Refunds.refundKind]: Refunds.settle(deps)
  }))
}))

/** The secret of page addresses and fingerprints: configured, or made once for this ledger and stored in it. */
const secret = (configured: Options["secret"]) =>
  Layer.effect(
    StoreSecret,
    Effect.gen(function*() {
      if (configured !== undefined) {
        const [key, ...older] = [configured].flat().map((one) => Buffer.from(one))
        return { key: key!, older }
      }
      const { write } = yield* Transactions.Transactions
      const kept = yield* write(Ledger.keptSetting("secret", yield* Entropy.nextSecret))
      return { key: Buffer.from(kept, "base64url") }
    })
  )

export interface Options {
  /** The store's secrets, where they are configured, so that the same card has one fingerprint in every ledger. */
  readonly secret?: string | readonly [string, ...ReadonlyArray<string>] | undefined
}

/** The provider, its pages' service and its background work, on a database of its own. */
export const layerWith = (options: Options): Layer.Layer<
  PaymentProvider | PaymentVault | HostedPayments.HostedPayments | Mandates.Mandates,
  Transactions.StoreUnavailable | Migrations.TablesTooNew | Migrations.TableTaken,
  SqlClient | FaultPlan | ProviderSettings | Entropy.Entropy | HttpPost
> =>
  // A layer is built once for each reference to it, whatever database it is given: `Transactions` and `Jobs` have to be
  // the provider's own, not those that the store has built already.
  Layer.fresh(
    Layer.mergeAll(port, Vault.layer, HostedPayments.layer, Mandates.layer, background).pipe(
      Layer.provide(secret(options.secret)),
      Layer.provide(Notifications.layer),
      Layer.provide(Jobs.layer),
      Layer.provide(Layer.effectDiscard(Migrations.run(Ledger.migrations, "the simulated payment provider's ledger"))),
      Layer.provide(SqlTransactions.layer)
    )
  )

export const layer = layerWith({})
