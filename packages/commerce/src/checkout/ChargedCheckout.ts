/**
 * Checkout without a page: a saga whose subject is a charge. `begin` places the order, writes the charge and counts its
 * amount; `finish` charges. A refused charge ends the order, or leaves it (`ChargeIntent.keepsSession`). Locks of
 * `begin`: cart or draft, session and order, instrument, delegation, holder, stock. Follows
 * docs/specification.md#charges.
 */
import type { AllowanceExceeded } from "@beauty-store/domain/Allowance"
import * as Session from "@beauty-store/domain/CheckoutSession"
import type { DelegationNotActive, DelegationNotFound } from "@beauty-store/domain/Delegation"
import { ChargeId, type Claimed, type DelegationId, SessionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { StoreUnavailable, Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"
import type { AuthenticationProof, ChargeSource } from "../payment/PaymentProvider.ts"
import { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
import {
  outcomeUnknown,
  type ProviderSaga,
  retrySeconds,
  retrySecondsOf,
  takeUpMillis
} from "../payment/ProviderSaga.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { lockPayer } from "../spending/Delegations.ts"
import * as SpendingLedger from "../spending/SpendingLedger.ts"
import type { ChargeProcessing } from "./ChargeProcessing.ts"
import type { Dependencies } from "./CheckoutDependencies.ts"
import type { BeginRefusal, FinishRefusal } from "./HostedCheckout.ts"
import * as OrderPlacement from "./OrderPlacement.ts"
import { CheckoutSuperseded, SessionNotFound, type SessionView, viewOf } from "./SessionView.ts"
import type { Settlement } from "./Settlement.ts"

/** The session cannot be charged: it is over, or something is under way in it already. */
export class SessionNotChargeable extends Schema.TaggedError<SessionNotChargeable>()("SessionNotChargeable", {
  sessionId: SessionId.claimed,
  currentStatus: Session.Status
}) {}

/** The provider, or the bank behind it, refused a charge. Nothing was taken. */
export class PaymentDeclined extends Schema.TaggedError<PaymentDeclined>()("PaymentDeclined", {
  /** The provider's reason: `insufficient_funds`. */
  declineCode: Schema.String
}) {
  override get message(): string {
    return `The payment was declined: ${this.declineCode.replaceAll("_", " ")}.`
  }
}

/**
 * The cardholder's bank wants to authenticate them. Nothing was taken. Another charge may bring the proof, or they pay
 * on the session's page, where the session was kept.
 */
export class PaymentNotAuthenticated extends Schema.TaggedError<PaymentNotAuthenticated>()("PaymentNotAuthenticated", {
  sessionId: SessionId.claimed
}) {}

/** Why an agent may not spend by what it names. */
export type SpendingRefusal = AllowanceExceeded | DelegationNotFound | DelegationNotActive
export type ChargeRefusal = FinishRefusal | AllowanceExceeded | PaymentDeclined | PaymentNotAuthenticated

/** The source of an agent's payment. */
export type PaymentSource =
  /** A shopper's permission to this agent, for an instrument that the store knows. */
  | { readonly _tag: "Delegation"; readonly delegationId: Claimed<DelegationId>; readonly principal: string }
  /** A vault's token for this session. The provider knows its instrument. */
  | { readonly _tag: "Token"; readonly token: string }

/** A charge that is to begin. */
export interface ChargeIntent {
  readonly source: PaymentSource
  /** The proof that the cardholder was authenticated, if they were. */
  readonly authentication: AuthenticationProof | undefined
  /** Whether a refused charge leaves session, order and reservation for another attempt. Otherwise they end with it. */
  readonly keepsSession: boolean
}

/** A cart that an agent pays for by a delegation. */
export interface DelegatedOrder extends OrderPlacement.PurchaseDetails {
  readonly delegationId: Claimed<DelegationId>
}

/**
 * `begin` returns the charge's id, or the id of the session where the order costs nothing and is confirmed, and refuses
 * before it writes anything. `finish` returns the session, paid; however often it is called, at once or after a crash, it
 * has the same outcome. `PaymentProviderUnavailable`: with `standing` the outcome is unknown, and `finish` is to be
 * called again; without it, the charge was given up and took nothing.
 */
export interface ChargedCheckout extends
  ProviderSaga<
    [DelegatedOrder],
    SessionView,
    InvalidInput | BeginRefusal | SpendingRefusal,
    ChargeRefusal,
    ChargeId | SessionId
  >
{
  /** `begin` of a purchase that does not come from a cart, in a session whose id was given out before, if any. */
  readonly beginPurchase: (
    purchase: OrderPlacement.Purchase,
    intent: ChargeIntent,
    sessionId?: SessionId
  ) => Effect.Effect<ChargeId | SessionId, BeginRefusal | SpendingRefusal | StoreUnavailable>
  /** `begin` for an existing session, for example one that was kept when its charge was refused. */
  readonly beginCharge: (
    sessionId: Claimed<SessionId>,
    intent: ChargeIntent
  ) => Effect.Effect<ChargeId, SessionNotFound | SessionNotChargeable | SpendingRefusal | StoreUnavailable>
}

/** What the money is to come from, and a payer whose limits allow the amount, locked, if they are known. */
interface Authorisation {
  readonly source: ChargeSource
  /** `now`: the time by their instrument's clock. */
  readonly spending: { readonly payer: SpendingLedger.Payer; readonly now: number } | undefined
}

/** Locks the payer, if they are known, and checks the amount against their limits. */
const authorise = Effect.fnUntraced(function*(
  { policy }: Dependencies,
  source: PaymentSource,
  amountMinor: number
): Effect.fn.Return<Authorisation, SpendingRefusal, Transaction> {
  if (source._tag === "Token") return { source, spending: undefined }
  const { delegationId, now, payer } = yield* lockPayer(source.principal, source.delegationId)
  yield* SpendingLedger.authorise(payer, amountMinor, policy.allowance, { now, currency: policy.currency })
  return { source: { _tag: "Mandate", mandateId: delegationId }, spending: { payer, now } }
})

/**
 * Writes a charge; it is counted where the payer is known. Before the process has caught up, the store may have
 * forgotten spends: what it remembers is enough to refuse, and an amount that it would allow is counted, and checked
 * once more by `finish`.
 */
const insertCharge = Effect.fnUntraced(
  function*(
    { reconciliation }: Dependencies,
    sessionId: SessionId,
    amountMinor: number,
    { authentication, keepsSession }: ChargeIntent,
    { source, spending }: Authorisation
  ) {
    const chargeId = yield* ChargeRecords.insert({
      sessionId,
      source,
      authentication,
      instrument: spending?.payer.instrument,
      isProvisional: spending !== undefined && !reconciliation.isCaughtUp(),
      amountMinor,
      keepsSession
    })
    if (spending !== undefined) yield* SpendingLedger.record(spending.payer, chargeId, amountMinor, spending.now)
    return chargeId
  }
)

const beginPurchase = (deps: Dependencies, { confirmFree }: Settlement): ChargedCheckout["beginPurchase"] =>
  Effect.fnUntraced(
    function*(purchase: OrderPlacement.Purchase, intent: ChargeIntent, sessionId?: SessionId) {
      const decision = yield* OrderPlacement.decide(purchase, deps)
      const { totalMinor } = decision.priced
      const authorisation = yield* authorise(deps, intent.source, totalMinor)
      // The spend counts from the moment at which the limits were read, and the order is placed at the same moment.
      const written = yield* OrderPlacement.write(decision, {
        phase: "processing",
        sessionId,
        at: authorisation.spending?.now
      })
      const chargeId = totalMinor === 0
        ? undefined
        : yield* insertCharge(deps, written.sessionId, totalMinor, intent, authorisation)
      yield* OrderPlacement.reserve(decision, written.sessionId, deps)
      if (chargeId === undefined) yield* confirmFree(written.sessionId)
      return chargeId ?? written.sessionId
    },
    deps.write
  )

const begin = (
  deps: Dependencies,
  beginPurchase: ChargedCheckout["beginPurchase"]
): ChargedCheckout["begin"] => {
  const checkRequest = checking(
    Schema.Struct({ ...OrderPlacement.purchaseFields(deps.strategies), delegationId: Schema.String }),
    ["address", "billing", "email"]
  )
  return (order) => {
    const { delegationId, ...request } = order
    const placed = Effect.flatMap(OrderPlacement.purchaseOf(deps.shop, request), (purchase) =>
      beginPurchase(purchase, {
        source: { _tag: "Delegation", delegationId, principal: request.owner.principal },
        authentication: undefined,
        keepsSession: false
      }))
    return Effect.zipRight(checkRequest(order), deps.write(placed))
  }
}

const beginCharge = (deps: Dependencies): ChargedCheckout["beginCharge"] =>
  Effect.fnUntraced(function*(sessionId: Claimed<SessionId>, intent: ChargeIntent) {
    const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
    if (row === undefined) return yield* new SessionNotFound({ sessionId })
    const now = yield* Clock.currentTimeMillis
    const isInTime = now < SessionRecords.sessionOf(row).expiresAt
    const currentStatus = Session.isLive(row.phase) && !isInTime ? "expired" : Session.status(row.phase)
    if (currentStatus !== "open") return yield* new SessionNotChargeable({ sessionId, currentStatus })
    const authorisation = yield* authorise(deps, intent.source, row.total_minor)
    yield* SessionRecords.setCharged(row.phase === "open" ? "processing" : row.phase, row.id, row.phase)
    yield* deps.jobs.schedule("checkout", row.id, now + takeUpMillis)
    return yield* insertCharge(deps, row.id, row.total_minor, intent, authorisation)
  }, deps.write)

const isSessionId = Schema.is(SessionId)

/** Why a charge was given up that the provider could not accept. */
const providerUnavailable = "provider_unavailable"

const finish = ({ transactions }: Dependencies, charges: ChargeProcessing): ChargedCheckout["finish"] =>
  Effect.fnUntraced(function*(subject) {
    if (isSessionId(subject)) {
      return viewOf(Option.getOrThrow(yield* transactions.read(SessionRecords.byId(subject))))
    }
    const chargeId = ChargeId.claimed.make(subject)
    let retryAfterSeconds = retrySeconds
    const confirmed = yield* Effect.flatMap(charges.byId(chargeId), charges.process).pipe(
      Effect.catchTags({
        // The provider did nothing and says so: the charge is given up. If it takes money after all, that is refunded.
        ProviderDidNothing: (fault) =>
          Effect.as(
            Effect.flatMap(
              charges.byId(chargeId),
              (row) => charges.fail(row, "voided", { reason: providerUnavailable })
            ),
            void (retryAfterSeconds = retrySecondsOf(fault))
          ),
        ProviderOutcomeUnknown: outcomeUnknown
      })
    )
    if (confirmed !== undefined) return viewOf(confirmed)
    const row = yield* charges.byId(chargeId)
    const session = Option.getOrThrow(yield* transactions.read(SessionRecords.byId(row.session_id)))
    switch (row.state) {
      case "begun":
      case "authorised":
        return yield* new PaymentProviderUnavailable({ retryAfterSeconds, standing: true })
      case "succeeded":
        if (session.phase === "complete") return viewOf(session)
        // It ended while the money was moving, and the money is refunded.
        return yield* new CheckoutSuperseded({ sessionId: session.id })
      case "declined":
        return yield* new PaymentDeclined({ declineCode: row.reason! })
      case "challenged":
        return yield* new PaymentNotAuthenticated({ sessionId: session.id })
      case "refused":
        return yield* row.refusal!
      case "voided":
        return yield* row.reason === providerUnavailable
          ? new PaymentProviderUnavailable({ retryAfterSeconds, standing: false })
          : new CheckoutSuperseded({ sessionId: session.id })
    }
  })

export const make = (deps: Dependencies, settlement: Settlement, charges: ChargeProcessing): ChargedCheckout => {
  const ofPurchase = beginPurchase(deps, settlement)
  return {
    begin: begin(deps, ofPurchase),
    beginPurchase: ofPurchase,
    beginCharge: beginCharge(deps),
    finish: finish(deps, charges)
  }
}
