/**
 * Checkout: from a cart to a paid order, with the payment provider in between.
 *
 * There are two sagas (`ProviderSaga`): `hosted`, where the shopper pays on the provider's page, and `charged`, where
 * an agent pays without a page. A saga's first transaction places the order (`OrderPlacement`); everything that the
 * provider reports later ends in `Settlement`. Request, notification, redirect and background job may come in any
 * order, at once and any number of times: each reads the session's own state, calls under a key of the session's or the
 * charge's own, and changes rows by compare-and-set.
 *
 * The modules that it composes do most of the work. Here are the steps that a notification and a returning shopper
 * start: both only make the store ask the provider, and neither is believed by itself. Follows
 * docs/specification.md#checkout, docs/specification.md#settlement.
 *
 * @since 1.0.0
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type OrderId, SessionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { Language } from "@beauty-store/domain/Language"
import type { Entropy } from "@beauty-store/kernel/Entropy"
import type { JobHandler } from "@beauty-store/kernel/JobHandler"
import type { Jobs } from "@beauty-store/kernel/Jobs"
import { type StoreSecret, unsign } from "@beauty-store/kernel/Secrets"
import type { StoreUnavailable, Transactions } from "@beauty-store/kernel/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Receipts } from "../after-sales/Receipts.ts"
import type { Refunds } from "../after-sales/Refunds.ts"
import type { Owner } from "../identity/Identity.ts"
import type {
  NotificationMessage,
  NotificationRejected,
  PaymentProvider,
  ProviderFault
} from "../payment/PaymentProvider.ts"
import type { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
import { outcomeUnknown, run } from "../payment/ProviderSaga.ts"
import type { Reconciliation } from "../reconciliation/Reconciliation.ts"
import type { Events } from "../records/Events.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import type { Delegations } from "../spending/Delegations.ts"
import * as ChargedCheckout from "./ChargedCheckout.ts"
import * as ChargeProcessing from "./ChargeProcessing.ts"
import { type Dependencies, dependencies } from "./CheckoutDependencies.ts"
import * as CheckoutJob from "./CheckoutJob.ts"
import * as HostedCheckout from "./HostedCheckout.ts"
import * as ProviderSessions from "./ProviderSessions.ts"
import { SessionNotFound, type SessionView, viewOf } from "./SessionView.ts"
import * as Settlement from "./Settlement.ts"

export class Checkout extends Context.Tag("@beauty-store/commerce/Checkout")<Checkout, {
  /** Payment on the provider's page. */
  readonly hosted: HostedCheckout.HostedCheckout
  /** Payment without a page. */
  readonly charged: ChargedCheckout.ChargedCheckout
  /** All of `hosted`, for programs that keep no idempotency records of their own. */
  readonly start: (
    request: HostedCheckout.CheckoutRequest
  ) => Effect.Effect<
    SessionView,
    InvalidInput | HostedCheckout.BeginRefusal | HostedCheckout.FinishRefusal | StoreUnavailable
  >
  /** The owner's session, for polling. */
  readonly view: (owner: Owner, sessionId: SessionId) => Effect.Effect<SessionView, SessionNotFound | StoreUnavailable>
  /** The shopper came back from the provider's page: asks the provider, and returns where they go from here. */
  readonly handleReturn: (capability: string) => Effect.Effect<
    { readonly session: SessionView; readonly returnUrl: string | undefined; readonly language: Language },
    SessionNotFound | StoreUnavailable
  >
  /** Handles a notification of the provider's. After a failure the provider sends it again. */
  readonly handleNotification: (
    message: NotificationMessage
  ) => Effect.Effect<void, NotificationRejected | PaymentProviderUnavailable | StoreUnavailable>
  /**
   * After a cancellation: closes the payment page of an order that ended unpaid, within the time of one call of the
   * provider; a payment that came first is sent back. A provider that does not respond in this time fails nothing: the
   * job `checkout` closes the page. Changes nothing for an order that is paid, or can still be paid; may be repeated.
   * Calls the provider, so it does not run in a transaction.
   */
  readonly closePage: (orderId: OrderId) => Effect.Effect<void, StoreUnavailable>
  /** Asks the provider about a session, and settles it. */
  readonly reconcile: (sessionId: SessionId) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The background work `checkout`: opening, reconciling, expiring, closing. */
  readonly runJob: JobHandler
}>() {}

const view = ({ transactions }: Dependencies) => (owner: Owner, sessionId: SessionId) =>
  Effect.flatMap(
    transactions.read(SessionRecords.byId(sessionId)),
    (row) =>
      Option.isSome(row) && row.value.principal === owner.principal
        ? Effect.succeed(viewOf(row.value))
        : new SessionNotFound({ sessionId })
  )

const handleReturn = ({ secret, transactions }: Dependencies, { reconcile }: ProviderSessions.ProviderSessions) =>
  Effect.fnUntraced(function*(capability: string) {
    const signed = unsign(secret, ProviderSessions.returnPurpose, capability)
    const sessionId = SessionId.claimed.make(signed ?? "")
    if (signed === undefined) return yield* new SessionNotFound({ sessionId })
    // If the provider does not respond now, a notification or the job will settle the session later.
    yield* Effect.catchTags(reconcile(sessionId), {
      ProviderDidNothing: () => Effect.void,
      ProviderOutcomeUnknown: () => Effect.void
    })
    return yield* transactions.read(Effect.gen(function*() {
      const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
      if (row === undefined) return yield* new SessionNotFound({ sessionId })
      const language = yield* OrderRecords.languageOf(row.order_id)
      return { session: viewOf(row), returnUrl: row.return_url ?? undefined, language }
    }))
  })

const closePage = ({ calling, transactions }: Dependencies, { close }: ProviderSessions.ProviderSessions) =>
  Effect.fnUntraced(function*(orderId: OrderId) {
    const session = Option.getOrUndefined(yield* transactions.read(SessionRecords.ofOrder(orderId)))
    if (session === undefined || Session.isLive(session.phase) || session.phase === "complete") return
    // One limit around all of its calls. What is interrupted by it, the job repeats.
    yield* Effect.catchTags(calling(close(session.id)), {
      ProviderDidNothing: () => Effect.void,
      ProviderOutcomeUnknown: () => Effect.void
    })
  })

/** A notification is a hint: it says where to look, and the look-up says what happened. */
const handleNotification = (
  { delegations, provider, refunds }: Dependencies,
  { reconcile }: ProviderSessions.ProviderSessions
) =>
  Effect.fnUntraced(
    function*(message: NotificationMessage) {
      const notification = yield* provider.verifyNotification(message)
      switch (notification._tag) {
        case "SessionChanged":
          return yield* reconcile(notification.sessionId)
        case "RefundChanged":
          return yield* refunds.lookUp(notification.key)
        case "MandateChanged":
          return yield* delegations.reconcile(notification.mandateId)
        case "Other":
          return
      }
    },
    Effect.catchTags({
      ProviderDidNothing: outcomeUnknown,
      ProviderOutcomeUnknown: outcomeUnknown
    })
  )

export const layer: Layer.Layer<
  Checkout,
  never,
  | Transactions
  | Jobs
  | Events
  | Refunds
  | Receipts
  | Delegations
  | Reconciliation
  | Entropy
  | PaymentProvider
  | StoreSecret
> = Layer.effect(
  Checkout,
  Effect.map(dependencies, (deps) => {
    const settlement = Settlement.make(deps)
    const sessions = ProviderSessions.make(deps, settlement)
    const charges = ChargeProcessing.make(deps, settlement, sessions)
    const hosted = HostedCheckout.make(deps, settlement, sessions)
    return {
      hosted,
      charged: ChargedCheckout.make(deps, charges),
      start: run(hosted),
      view: view(deps),
      handleReturn: handleReturn(deps, sessions),
      handleNotification: handleNotification(deps, sessions),
      closePage: closePage(deps, sessions),
      reconcile: sessions.reconcile,
      runJob: CheckoutJob.make(deps, settlement, sessions, charges)
    }
  })
)
