/**
 * Checkout: from a cart to a paid order. There are two sagas (`ProviderSaga`), `hosted` on the provider's page and
 * `charged` without; both begin with `OrderPlacement` and end in `Settlement`. Request, notification, redirect and job
 * may come in any order, at once and any number of times: none is believed by itself. Follows
 * docs/specification.md#checkout.
 *
 * @since 1.0.0
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type Claimed, type OrderId, SessionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { Language } from "@beauty-store/domain/Language"
import type { Entropy } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import type { Jobs } from "@beauty-store/sql/Jobs"
import { type StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import type { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Receipts } from "../after-sales/Receipts.ts"
import type { Refunds } from "../after-sales/Refunds.ts"
import type { Events } from "../events/Events.ts"
import type { Owner } from "../identity/Identity.ts"
import type {
  NotificationMessage,
  NotificationRejected,
  PaymentProvider,
  ProviderFault
} from "../payment/PaymentProvider.ts"
import type { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
import { outcomeUnknown, run } from "../payment/ProviderSaga.ts"
import type { Policy } from "../Policy.ts"
import type { Reconciliation } from "../reconciliation/Reconciliation.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import type { Delegations } from "../spending/Delegations.ts"
import * as UseCase from "../UseCase.ts"
import * as ChargedCheckout from "./ChargedCheckout.ts"
import * as ChargeProcessing from "./ChargeProcessing.ts"
import { type Dependencies, dependencies } from "./CheckoutDependencies.ts"
import * as CheckoutJob from "./CheckoutJob.ts"
import * as HostedCheckout from "./HostedCheckout.ts"
import * as ProviderSessions from "./ProviderSessions.ts"
import { returnPurpose, SessionNotFound, type SessionView, viewOf } from "./SessionView.ts"
import * as Settlement from "./Settlement.ts"

export { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
export {
  type ChargedCheckout,
  PaymentDeclined,
  PaymentNotAuthenticated,
  SessionNotChargeable
} from "./ChargedCheckout.ts"
export type { BeginRefusal, CheckoutRequest, FinishRefusal, HostedCheckout } from "./HostedCheckout.ts"
export { CheckoutSuperseded, SessionNotFound, type SessionView } from "./SessionView.ts"

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
  readonly view: (
    owner: Owner,
    sessionId: Claimed<SessionId>
  ) => Effect.Effect<SessionView, SessionNotFound | StoreUnavailable>
  /** The session in which the owner's cart waits to be paid, if there is one. */
  readonly unpaidOf: (owner: Owner) => Effect.Effect<Option.Option<SessionView>, StoreUnavailable>
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
  readonly closePage: (orderId: Claimed<OrderId>) => Effect.Effect<void, StoreUnavailable>
  /** Asks the provider about a session, and settles it. */
  readonly reconcile: (sessionId: Claimed<SessionId>) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The background work `checkout`: opening, reconciling, expiring, closing. */
  readonly runJob: JobHandler
}>() {}

const view = ({ transactions }: Dependencies) => (owner: Owner, sessionId: Claimed<SessionId>) =>
  Effect.flatMap(
    transactions.read(SessionRecords.byId(sessionId)),
    (row) =>
      Option.isSome(row) && row.value.principal === owner.principal
        ? Effect.succeed(viewOf(row.value))
        : new SessionNotFound({ sessionId })
  )

const unpaidOf = ({ transactions }: Dependencies) => (owner: Owner) =>
  Effect.map(
    transactions.read(SessionRecords.liveOfOwner(owner.principal, owner.shopper)),
    (row) =>
      Option.filter(Option.map(row, viewOf), ({ redirectUrl, status }) => status === "open" && redirectUrl !== "")
  )

const handleReturn = ({ secret, transactions }: Dependencies, { reconcile }: ProviderSessions.ProviderSessions) =>
  Effect.fnUntraced(function*(capability: string) {
    const signed = unsign(secret, returnPurpose, capability)
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
  Effect.fnUntraced(function*(orderId: Claimed<OrderId>) {
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

/** A session, by its id. */
const sessionOf = (sessionId: string) => ({ sessionId })

/** A charge, by its id. */
const chargeOf = (chargeId: string) => ({ chargeId })

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
  | Policy
> = Layer.effect(
  Checkout,
  Effect.map(dependencies, (deps) => {
    const settlement = Settlement.make(deps)
    const sessions = ProviderSessions.make(deps, settlement)
    const charges = ChargeProcessing.make(deps, settlement, sessions)
    const hosted = HostedCheckout.make(deps, settlement, sessions)
    const charged = ChargedCheckout.make(deps, settlement, charges)
    return {
      hosted: {
        begin: UseCase.named("Checkout.hosted.begin", hosted.begin, { found: sessionOf }),
        beginPurchase: UseCase.named("Checkout.hosted.beginPurchase", hosted.beginPurchase, { found: sessionOf }),
        finish: UseCase.named("Checkout.hosted.finish", hosted.finish, { given: sessionOf, found: (view) => view })
      },
      charged: {
        begin: UseCase.named("Checkout.charged.begin", charged.begin, { found: chargeOf }),
        beginPurchase: UseCase.named("Checkout.charged.beginPurchase", charged.beginPurchase, { found: chargeOf }),
        beginCharge: UseCase.named("Checkout.charged.beginCharge", charged.beginCharge, {
          given: sessionOf,
          found: chargeOf
        }),
        finish: UseCase.named("Checkout.charged.finish", charged.finish, { given: chargeOf, found: (view) => view })
      },
      start: UseCase.named("Checkout.start", run(hosted), { found: (view) => view }),
      view: UseCase.named("Checkout.view", view(deps), {
        given: (caller, sessionId) => ({ caller, sessionId }),
        found: (view) => view
      }),
      unpaidOf: UseCase.named("Checkout.unpaidOf", unpaidOf(deps), { given: (caller) => ({ caller }) }),
      handleReturn: UseCase.named("Checkout.handleReturn", handleReturn(deps, sessions), {
        found: ({ session }) => session
      }),
      handleNotification: UseCase.named("Checkout.handleNotification", handleNotification(deps, sessions)),
      closePage: UseCase.named("Checkout.closePage", closePage(deps, sessions), { given: (orderId) => ({ orderId }) }),
      reconcile: UseCase.named("Checkout.reconcile", sessions.reconcile, { given: sessionOf }),
      runJob: CheckoutJob.make(deps, settlement, sessions, charges)
    }
  })
)
