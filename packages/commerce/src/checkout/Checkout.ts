/**
 * Checkout: from a cart to a paid order, with the payment provider in between.
 *
 * A checkout happens in two transactions with the provider's call between them: `begin` prices the cart, reserves its
 * stock and writes the pending order and its session; `advance` does whatever the session needs at the provider next
 * and saves what came of it. Request, notification, redirect and background job all call the same `advance`, in any
 * order, at once and any number of times: it reads the session's own state, calls with the session's own id as the
 * provider's key, and every change is a compare-and-set.
 *
 * An agent pays without a page: `beginPurchase` (or `beginCharge`, for a session that stands) also writes a charge, its
 * amount counted against the limits of whoever pays, and `charge` does what that charge needs next. Its own row is the
 * point from which it goes on after a crash, and its id is the provider's key.
 *
 * Nothing but the provider's own word confirms an order (`settle`, in the domain); money that does not count goes back.
 * Follows contract §6, rows 5, 5b and 17, and §7.
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import type { AllowanceExceeded } from "@beauty-store/domain/Allowance"
import type { CartEmpty } from "@beauty-store/domain/Cart"
import * as Charge from "@beauty-store/domain/Charge"
import * as Session from "@beauty-store/domain/CheckoutSession"
import type { DelegationNotActive, DelegationNotFound } from "@beauty-store/domain/Delegation"
import { toNumber } from "@beauty-store/domain/Money"
import type { DestinationNotServed, ShippingMethod } from "@beauty-store/domain/Shipping"
import type { InsufficientStock } from "@beauty-store/domain/Stock"
import { Entropy, nextId } from "@beauty-store/kernel/Entropy"
import type { JobHandler } from "@beauty-store/kernel/JobHandler"
import { Jobs } from "@beauty-store/kernel/Jobs"
import { sign, StoreSecret, unsign } from "@beauty-store/kernel/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Receipts } from "../after-sales/Receipts.ts"
import { Refunds } from "../after-sales/Refunds.ts"
import * as Carts from "../cart/Carts.ts"
import * as Inventory from "../catalog/Inventory.ts"
import type { Owner } from "../identity/Identity.ts"
import {
  type AuthenticationProof,
  type NotificationMessage,
  type NotificationRejected,
  type PaymentMethod,
  PaymentProvider,
  type ProviderFault,
  type ProviderPayment,
  type ProviderSession
} from "../payment/PaymentProvider.ts"
import { PaymentProviderUnavailable, withinTime } from "../payment/ProviderCall.ts"
import { Policy } from "../Policy.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import { Events } from "../records/Events.ts"
import * as Flags from "../records/Flags.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { Delegations, lockFor } from "../spending/Delegations.ts"
import * as SpendingLedger from "../spending/SpendingLedger.ts"
import * as OrderPlacement from "./OrderPlacement.ts"

export interface CheckoutRequest {
  readonly owner: Owner
  readonly email: string
  readonly address: ShippingAddress
  readonly method: ShippingMethod
  readonly paymentMethod: PaymentMethod | undefined
  /** Where the shopper goes from the store's own return address, if anywhere. Checked by the caller. */
  readonly returnUrl: string | undefined
}

export interface SessionView {
  readonly sessionId: string
  readonly orderId: string
  readonly status: Session.Status
  readonly paymentStatus: "unpaid" | "processing" | "paid"
  readonly redirectUrl: string
  readonly expiresAt: number
  readonly totalMinor: number
  readonly currency: "EUR"
}

/** While this checkout was on its way, another checkout of the same cart took its place. */
export class CheckoutSuperseded extends Schema.TaggedError<CheckoutSuperseded>()("CheckoutSuperseded", {
  sessionId: Schema.String
}) {}

/** No checkout session of the caller's goes by this id. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {
  sessionId: Schema.String
}) {}

/** The session cannot be charged: it is over, or something is under way in it already. */
export class SessionNotChargeable extends Schema.TaggedError<SessionNotChargeable>()("SessionNotChargeable", {
  sessionId: Schema.String,
  currentStatus: Session.Status
}) {}

/** The provider, or the bank behind it, said no to a charge. Nothing was taken. */
export class PaymentDeclined extends Schema.TaggedError<PaymentDeclined>()("PaymentDeclined", {
  /** The provider's word: `insufficient_funds`. */
  declineCode: Schema.String
}) {
  override get message(): string {
    return `The payment was declined: ${this.declineCode.replaceAll("_", " ")}.`
  }
}

/**
 * The cardholder's bank wants to hear from them. Nothing was taken. Another charge may bring the proof, or they pay at
 * the session's page, where the session was kept.
 */
export class PaymentNotAuthenticated extends Schema.TaggedError<PaymentNotAuthenticated>()("PaymentNotAuthenticated", {
  sessionId: Schema.String
}) {}

export type BeginRefusal = CartEmpty | DestinationNotServed | InsufficientStock
export type FinishRefusal = PaymentProviderUnavailable | CheckoutSuperseded
/** Why an agent may not draw on what it names. */
export type DrawRefusal = AllowanceExceeded | DelegationNotFound | DelegationNotActive
export type ChargeRefusal = FinishRefusal | AllowanceExceeded | PaymentDeclined | PaymentNotAuthenticated

/** What an agent pays with. */
export type Means =
  /** A shopper's permission to this agent, which stands for an instrument that the store knows. */
  | { readonly _tag: "Delegation"; readonly delegationId: string; readonly principal: string }
  /** A vault's token for this session. Whose instrument it is the provider says. */
  | { readonly _tag: "Token"; readonly token: string }

export interface Payment {
  readonly means: Means
  /** That the cardholder was there, if they were. */
  readonly authentication: AuthenticationProof | undefined
  /** Whether a refused charge leaves session, order and reservation for another try. Otherwise they end with it. */
  readonly keepsSession: boolean
}

export interface DelegatedOrder {
  readonly owner: Owner
  readonly email: string
  readonly address: ShippingAddress
  readonly method: ShippingMethod
  readonly delegationId: string
}

export class Checkout extends Context.Tag("@beauty-store/commerce/Checkout")<Checkout, {
  /** Reserves and writes everything but the provider's part; answers the new session's id. Joins a transaction. */
  readonly begin: (request: CheckoutRequest) => Effect.Effect<string, BeginRefusal | StoreUnavailable>
  /** `begin` of a purchase that comes from elsewhere than a cart. */
  readonly beginAtPage: (purchase: OrderPlacement.Purchase) => Effect.Effect<string, BeginRefusal | StoreUnavailable>
  /**
   * Has the session opened at the provider and answers it. `PaymentProviderUnavailable` with the session's order
   * cancelled where the provider did nothing, with the session standing where nobody knows.
   */
  readonly open: (sessionId: string) => Effect.Effect<SessionView, FinishRefusal | StoreUnavailable>
  /** `begin` and `open`, for programs that keep no idempotency records of their own. */
  readonly start: (
    request: CheckoutRequest
  ) => Effect.Effect<SessionView, BeginRefusal | FinishRefusal | StoreUnavailable>
  /**
   * A purchase, to be charged at once: the pending order, its session (of an id that was given out before, where there
   * is one), the reservation, and the charge, counted where the payer is known. Answers the charge's id. Joins a
   * transaction; refuses before it writes anything.
   */
  readonly beginPurchase: (
    purchase: OrderPlacement.Purchase,
    payment: Payment,
    sessionId?: string
  ) => Effect.Effect<string, BeginRefusal | DrawRefusal | StoreUnavailable>
  /** `beginPurchase` of the cart, by a delegation. */
  readonly beginOrder: (
    request: DelegatedOrder
  ) => Effect.Effect<string, BeginRefusal | DrawRefusal | StoreUnavailable>
  /** A charge for a session that stands, as one that was kept when its charge was refused. Joins a transaction. */
  readonly beginCharge: (
    sessionId: string,
    payment: Payment
  ) => Effect.Effect<string, SessionNotFound | SessionNotChargeable | DrawRefusal | StoreUnavailable>
  /**
   * Brings a charge to its end and answers its session, paid. Whoever repeats it, at once or after a crash, hears of the
   * same end. `PaymentProviderUnavailable`: with `standing` nobody knows, and it is to be called again; without, the
   * charge was given up and took nothing.
   */
  readonly charge: (chargeId: string) => Effect.Effect<SessionView, ChargeRefusal | StoreUnavailable>
  /** The owner's session, for polling. */
  readonly view: (owner: Owner, sessionId: string) => Effect.Effect<SessionView, SessionNotFound | StoreUnavailable>
  /** The shopper came back from the provider's page: asks the provider, and says where they go from here. */
  readonly returned: (capability: string) => Effect.Effect<
    { readonly session: SessionView; readonly returnUrl: string | undefined },
    SessionNotFound | StoreUnavailable
  >
  /** Takes in a notification of the provider's; a failure asks it to send it again. */
  readonly notified: (
    message: NotificationMessage
  ) => Effect.Effect<void, NotificationRejected | PaymentProviderUnavailable | StoreUnavailable>
  /** The background work `checkout`: opening, reconciling, expiring, closing. */
  readonly advance: JobHandler
}>() {}

/** How soon the provider is asked about an open session that nobody has told anything of. */
const firstLook = 60_000
const laterLook = 5 * 60_000

const paymentStatuses = { open: "unpaid", processing: "processing", complete: "paid", expired: "unpaid" } as const

const viewOf = (row: SessionRecords.SessionRow): SessionView => ({
  sessionId: row.id,
  orderId: row.order_id,
  status: Session.status(row.phase),
  paymentStatus: paymentStatuses[Session.status(row.phase)],
  redirectUrl: row.url ?? "",
  expiresAt: SessionRecords.sessionOf(row).expiresAt,
  totalMinor: row.total_minor,
  currency: row.currency
})

/** Why a charge was given up that the provider could not take. */
const unavailable = "provider_unavailable"

/** The purpose of the mark in a return address. */
const returning = "checkout return"

export const layer: Layer.Layer<
  Checkout,
  never,
  Transactions | Jobs | Events | Refunds | Receipts | Delegations | Entropy | PaymentProvider | StoreSecret
> = Layer.effect(
  Checkout,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const refunds = yield* Refunds
    const delegations = yield* Delegations
    const provider = yield* PaymentProvider
    const secret = yield* StoreSecret
    const policy = yield* Policy
    const timely = withinTime(policy)
    const receipts = yield* Receipts
    const context = Context.make(Entropy, yield* Entropy).pipe(
      Context.add(Events, yield* Events),
      Context.add(Jobs, jobs)
    )
    /** One transaction with what its steps need. */
    const write = <A, E>(body: Effect.Effect<A, E, Transaction | Entropy | Events | Jobs>) =>
      transactions.write(Effect.provide(body, context))

    /** What somebody's cart holds, as a purchase; the cart is locked. */
    const purchaseOf = ({ address, email, method, owner }: Omit<OrderPlacement.Purchase, "cartId" | "lines">) =>
      Effect.map(
        Carts.load(owner),
        ({ id, lines }): OrderPlacement.Purchase => ({ owner, email, address, method, cartId: id, lines })
      )

    const atPage = Effect.fnUntraced(
      function*(
        purchase: OrderPlacement.Purchase,
        { paymentMethod, returnUrl }: Pick<CheckoutRequest, "paymentMethod" | "returnUrl">
      ) {
        const decided = yield* OrderPlacement.decide(purchase, policy)
        const { sessionId } = yield* OrderPlacement.write(
          decided,
          { phase: "opening", paymentMethod, returnUrl },
          policy
        )
        yield* OrderPlacement.reserve(decided)
        return sessionId
      }
    )

    const begin = (request: CheckoutRequest) =>
      write(Effect.flatMap(purchaseOf(request), (purchase) => atPage(purchase, request)))

    const beginAtPage = (purchase: OrderPlacement.Purchase) =>
      write(atPage(purchase, { paymentMethod: undefined, returnUrl: undefined }))

    /** Whoever pays, if they are known, with the amount found within their limits; they are locked. */
    const draw = Effect.fnUntraced(function*(means: Means, amountMinor: number) {
      if (means._tag === "Token") return undefined
      const { now, payer } = yield* lockFor(means.principal, means.delegationId)
      yield* SpendingLedger.authorise(payer, amountMinor, policy.allowance, now)
      return { payer, now }
    })

    /** Writes a charge down, counted where the payer is known. */
    const writeCharge = Effect.fnUntraced(
      function*(
        sessionId: string,
        amountMinor: number,
        { authentication, keepsSession, means }: Payment,
        drawn: { readonly payer: SpendingLedger.Payer; readonly now: number } | undefined
      ) {
        const chargeId = yield* ChargeRecords.insert({
          sessionId,
          source: means._tag === "Token" ? means : { _tag: "Mandate", mandateId: means.delegationId },
          authentication,
          instrument: drawn?.payer.instrument,
          amountMinor,
          keepsSession
        })
        if (drawn !== undefined) yield* SpendingLedger.record(drawn.payer, chargeId, amountMinor, drawn.now)
        return chargeId
      }
    )

    const beginPurchase = Effect.fnUntraced(
      function*(purchase: OrderPlacement.Purchase, payment: Payment, sessionId?: string) {
        const decided = yield* OrderPlacement.decide(purchase, policy)
        const { totalMinor } = decided.priced
        const drawn = yield* draw(payment.means, totalMinor)
        // What counts from the moment that limits were looked at counts from the one that the order tells.
        const written = yield* OrderPlacement.write(decided, { phase: "processing", sessionId, at: drawn?.now }, policy)
        const chargeId = yield* writeCharge(written.sessionId, totalMinor, payment, drawn)
        yield* OrderPlacement.reserve(decided)
        return chargeId
      },
      write
    )

    const beginOrder = ({ delegationId, ...request }: DelegatedOrder) =>
      write(Effect.flatMap(purchaseOf(request), (purchase) =>
        beginPurchase(purchase, {
          means: { _tag: "Delegation", delegationId, principal: request.owner.principal },
          authentication: undefined,
          keepsSession: false
        })))

    const beginCharge = Effect.fnUntraced(function*(sessionId: string, payment: Payment) {
      const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
      if (row === undefined) return yield* new SessionNotFound({ sessionId })
      const now = yield* Clock.currentTimeMillis
      const timely = now < SessionRecords.sessionOf(row).expiresAt
      const currentStatus = Session.isLive(row.phase) && !timely ? "expired" : Session.status(row.phase)
      if (currentStatus !== "open") return yield* new SessionNotChargeable({ sessionId, currentStatus })
      const drawn = yield* draw(payment.means, row.total_minor)
      yield* SessionRecords.setCharged(row.phase === "open" ? "processing" : row.phase, row.id, row.phase)
      yield* jobs.schedule("checkout", row.id, now + OrderPlacement.patience)
      return yield* writeCharge(row.id, row.total_minor, payment, drawn)
    }, write)

    /** `end`, and its units can be sold again. What has moved on since, so that the table has no such step, stays. */
    const endAndRelease = Effect.fnUntraced(function*(sessionId: string, phase: "expired" | "failed") {
      const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
      if (row === undefined || !Session.transitions[row.phase].includes(phase)) return
      yield* SessionRecords.end(row, phase, "system")
      yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
    }, write)

    /** Saves what the provider says about a session. Any number of times, in any order. */
    const apply = Effect.fnUntraced(
      function*(sessionId: string, status: ProviderSession["status"], payments: ReadonlyArray<ProviderPayment>) {
        yield* SessionRecords.lockCartOf(sessionId)
        const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
        if (row === undefined) return
        // A session that is complete there takes no other payment, even if the one it took does not count here.
        const open = status === "open" || status === "processing"
        const charges = row.charged ? yield* ChargeRecords.ofSession(row.id) : []
        const facts = payments.map((payment) => ({ ...payment, givenUp: isGivenUp(payment, charges) }))
        const charging = open && charges.some((charge) => Charge.isUndecided(charge.state))
        const { confirmedBy, phase, surplus } = Session.settle(SessionRecords.sessionOf(row), open, facts, charging)
        for (const charge of charges) yield* conclude(charge, open, payments)
        // What was charged for an order that is called off goes back, and counts no more.
        if (charges.length > 0 && phase !== "complete" && !Session.isLive(phase)) {
          yield* SpendingLedger.releaseOfOrder(row.order_id)
        }
        const now = yield* Clock.currentTimeMillis
        const lines = confirmedBy === undefined ? [] : yield* OrderRecords.linesOf(row.order_id)
        const isOver = phase === "expired" && Session.isLive(row.phase)
        if (confirmedBy !== undefined) {
          yield* SessionRecords.setComplete(confirmedBy.paymentId, row.id, row.phase)
          yield* OrderRecords.changeStatus(row.order_id, "pending", "confirmed", {
            type: "order.created",
            source: "provider"
          }, {
            type: "payment.succeeded",
            source: "provider",
            data: {
              amount: toNumber(confirmedBy.amountMinor),
              currency: confirmedBy.currency,
              method: confirmedBy.method
            }
          })
          yield* keepPayment(row, confirmedBy, "primary", null)
          yield* jobs.cancel("checkout", row.id)
          if (row.cart_id !== null) yield* Carts.consume(row.cart_id, OrderRecords.unitsIn(lines))
        } else if (isOver) {
          yield* SessionRecords.end(row, "expired", "system")
        } else if (phase !== row.phase) {
          const processingUntil = phase === "processing" ? now + policy.session.processingMillis : null
          yield* SessionRecords.setPhase(phase, processingUntil, row.id, row.phase)
          yield* jobs.schedule("checkout", row.id, Math.min(processingUntil ?? row.expires_at, now + firstLook))
        }
        for (const { payment, reason } of surplus) {
          const kept = yield* keepPayment(row, payment, "surplus", reason)
          if (kept === undefined) continue
          yield* Flags.raise("surplus_payment", row.order_id, reason)
          yield* refunds.record({
            paymentId: kept,
            orderId: row.order_id,
            cause: "surplus",
            subject: payment.paymentId,
            amountMinor: payment.amountMinor,
            currency: payment.currency
          })
        }
        if (isOver) yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
        // The number's row is the store's hottest: it is locked last.
        if (confirmedBy !== undefined) yield* receipts.issue(row.order_id, lines, confirmedBy.method)
      },
      write
    )

    /** Whether money that moved belongs to a charge that does not want it any more, or that nobody knows of. */
    const isGivenUp = ({ chargeKey }: ProviderPayment, charges: ReadonlyArray<ChargeRecords.ChargeRow>): boolean =>
      chargeKey !== undefined && !charges.some(({ id, state }) => id === chargeKey && Charge.mayPay(state))

    /** What the provider's facts mean for a charge: it took its money, or it can take none any more. */
    const conclude = Effect.fnUntraced(
      function*(charge: ChargeRecords.ChargeRow, open: boolean, payments: ReadonlyArray<ProviderPayment>) {
        const took = payments.some(({ chargeKey, status }) => chargeKey === charge.id && status === "succeeded")
        if (took) yield* ChargeRecords.end(charge, "succeeded")
        else if (!open && (yield* ChargeRecords.end(charge, "voided"))) yield* SpendingLedger.releaseOf(charge.id)
      }
    )

    /** Writes a payment down, once; answers its id where it was new. */
    const keepPayment = Effect.fnUntraced(
      function*(
        row: SessionRecords.SessionRow,
        payment: ProviderPayment,
        role: "primary" | "surplus",
        flag: string | null
      ) {
        const id = yield* nextId("pay")
        const added = yield* SessionRecords.insertPayment({
          id,
          session_id: row.id,
          order_id: row.order_id,
          role,
          provider_id: payment.paymentId,
          method: payment.method,
          instrument: payment.instrument,
          currency: payment.currency,
          captured_minor: payment.amountMinor,
          flag,
          charge_id: payment.chargeKey ?? null,
          at: payment.at
        })
        return added === 0 ? undefined : id
      }
    )

    /** A session as the provider is told of it. */
    const requestOf = (row: SessionRecords.SessionRow) =>
      Effect.map(transactions.read(OrderRecords.priceBreakdownOf(row.order_id)), (description) => ({
        sessionId: row.id,
        orderId: row.order_id,
        amountMinor: row.total_minor,
        currency: row.currency,
        email: row.email,
        description,
        preselect: row.payment_method ?? undefined,
        returnUrl: `${policy.baseUrl}/checkout/return/${sign(secret, returning, row.id)}`,
        expiresAt: row.expires_at
      }))

    /** Has a session opened at the provider; answers it as it stands then. */
    const create = Effect.fnUntraced(function*(row: SessionRecords.SessionRow) {
      const session = yield* timely(provider.createSession(yield* requestOf(row)))
      const now = yield* Clock.currentTimeMillis
      return yield* write(Effect.gen(function*() {
        const before = Option.getOrUndefined(yield* SessionRecords.byId(row.id))
        if (before === undefined) return undefined
        yield* SessionRecords.setPage(session.providerId, session.url, row.id)
        const phase = before.phase === "opening" ? "open" as const : before.phase
        const current = { ...before, phase, url: before.url ?? session.url }
        if (phase === "complete") return current
        // What ended while it was being created is closed again at once.
        const next = Session.isLive(current.phase) ? Math.min(current.expires_at, now + firstLook) : now
        yield* jobs.schedule("checkout", row.id, next)
        return current
      }))
    })

    /** Asks the provider how a session stands and saves the answer. One that is not there, or not yet, says nothing. */
    const lookUp = (sessionId: string) =>
      Effect.flatMap(
        timely(provider.lookUpSession(sessionId)),
        Option.match({
          onNone: () => Effect.void,
          onSome: (seen) => apply(sessionId, seen.status, seen.payments)
        })
      )

    /** Closes a session at the provider and saves what came before that. One that was never there never will be. */
    const close = Effect.fnUntraced(function*(sessionId: string) {
      const status = yield* timely(provider.expireSession(sessionId))
      const seen = Option.getOrUndefined(yield* timely(provider.lookUpSession(sessionId)))
      yield* apply(sessionId, seen?.status ?? status, seen?.payments ?? [])
    })

    const chargeOf = (chargeId: string) =>
      Effect.map(transactions.read(ChargeRecords.byId(chargeId)), Option.getOrThrow)

    /** Does what a charge needs at the provider, and saves what it comes to. */
    const pursue = (charge: ChargeRecords.ChargeRow): Effect.Effect<void, ProviderFault | StoreUnavailable> => {
      switch (charge.state) {
        case "begun":
          return Effect.zipRight(identify(charge), Effect.flatMap(chargeOf(charge.id), pursue))
        case "authorised":
          return ask(charge)
        default:
          return Effect.void
      }
    }

    /** Asks whose instrument a token is, and counts the amount if their limits let it through. */
    const identify = Effect.fnUntraced(function*(charge: ChargeRecords.ChargeRow) {
      const token = Option.getOrUndefined(yield* timely(provider.lookUpToken(charge.token!)))
      if (token === undefined) return yield* refuse(charge, "declined", { reason: "token_not_found" })
      const payer: SpendingLedger.Payer = { instrument: token.instrument, delegation: undefined }
      yield* Effect.catchTag(
        write(Effect.gen(function*() {
          yield* SessionRecords.byId(charge.session_id)
          yield* SpendingLedger.meet(payer.instrument)
          const now = yield* SpendingLedger.lock(payer.instrument)
          yield* SpendingLedger.authorise(payer, charge.amount_minor, policy.allowance, now)
          if ((yield* ChargeRecords.setAuthorised(payer.instrument, charge.id)) === 0) return
          yield* SpendingLedger.record(payer, charge.id, charge.amount_minor, now)
        })),
        "AllowanceExceeded",
        (refusal) => refuse(charge, "refused", { reason: "allowance_exceeded", refusal })
      )
    })

    /** Asks the provider for the money of a charge that is counted. */
    const ask = Effect.fnUntraced(function*(charge: ChargeRecords.ChargeRow) {
      const row = Option.getOrThrow(yield* transactions.read(SessionRecords.byId(charge.session_id)))
      const request = {
        key: charge.id,
        session: yield* requestOf(row),
        source: ChargeRecords.sourceOf(charge),
        // Whoever drafts a purchase knows it by the draft's id, whatever became of its sessions.
        checkoutId: row.draft_id ?? undefined,
        merchantId: policy.merchantId,
        authentication: charge.proof ?? undefined
      }
      yield* timely(provider.charge(request)).pipe(
        Effect.flatMap(({ payments, sessionId, status }) => apply(sessionId, status, payments)),
        Effect.catchTags({
          ProviderDeclined: ({ code }) => refuse(charge, "declined", { reason: code }),
          AuthenticationRequired: ({ url }) => refuse(charge, "challenged", { reason: "authentication_required", url })
        })
      )
    })

    /**
     * A charge comes to nothing: its amount counts no more, and its session goes on without it or ends with it. Nothing
     * happens where somebody else has heard of its end before.
     */
    const refuse = Effect.fnUntraced(
      function*(
        charge: ChargeRecords.ChargeRow,
        to: "declined" | "challenged" | "refused" | "voided",
        why: { readonly reason: string; readonly refusal?: AllowanceExceeded; readonly url?: string }
      ) {
        const row = Option.getOrThrow(yield* SessionRecords.byId(charge.session_id))
        if (!(yield* ChargeRecords.end(charge, to, why))) return
        yield* SpendingLedger.releaseOf(charge.id)
        const { reason, url = null } = why
        yield* OrderRecords.append(row.order_id, { type: "payment.refused", source: "provider", data: { reason } })
        if (!Session.isLive(row.phase)) return
        if (!charge.keeps_session) {
          yield* SessionRecords.end(row, "cancelled", "system", reason)
          yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
        } else yield* SessionRecords.setKept(url, row.id)
      },
      write
    )

    const charge = Effect.fnUntraced(function*(chargeId: string) {
      const retryAfterSeconds = yield* Effect.flatMap(chargeOf(chargeId), pursue).pipe(
        Effect.as(5),
        Effect.catchTags({
          // It did nothing, and says so: the charge is given up. Should it take money after all, that goes back.
          ProviderUnavailable: ({ retryAfterMillis }) =>
            Effect.as(
              Effect.flatMap(chargeOf(chargeId), (row) => refuse(row, "voided", { reason: unavailable })),
              Math.max(1, Math.ceil(retryAfterMillis / 1000))
            ),
          ProviderOutcomeUnknown: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true })
        })
      )
      const row = yield* chargeOf(chargeId)
      const session = Option.getOrThrow(yield* transactions.read(SessionRecords.byId(row.session_id)))
      switch (row.state) {
        case "begun":
        case "authorised":
          return yield* new PaymentProviderUnavailable({ retryAfterSeconds, standing: true })
        case "succeeded":
          if (session.phase === "complete") return viewOf(session)
          // It ended while the money was on its way, and that goes back.
          return yield* new CheckoutSuperseded({ sessionId: session.id })
        case "declined":
          return yield* new PaymentDeclined({ declineCode: row.reason! })
        case "challenged":
          return yield* new PaymentNotAuthenticated({ sessionId: session.id })
        case "refused":
          return yield* row.refusal!
        case "voided":
          return yield* row.reason === unavailable
            ? new PaymentProviderUnavailable({ retryAfterSeconds, standing: false })
            : new CheckoutSuperseded({ sessionId: session.id })
      }
    })

    /** Does the one thing that a session, or a charge of it, needs at the provider now. */
    const step = (row: SessionRecords.SessionRow, charge: ChargeRecords.ChargeRow | undefined, now: number) => {
      if (charge !== undefined && Session.isLive(row.phase) && now < row.expires_at) return pursue(charge)
      switch (Session.nextStep(SessionRecords.sessionOf(row), now)) {
        case "create":
          return Effect.asVoid(create(row))
        case "lookUp":
          return lookUp(row.id)
        case "close":
          return close(row.id)
        case "none":
          return Effect.void
      }
    }

    /**
     * The provider did not answer, or only that it cannot: the session waits for it, at the latest until its own time and
     * the grace period are over. Answers when to ask again.
     */
    const postpone = Effect.fnUntraced(function*(row: SessionRecords.SessionRow, pause: number, now: number) {
      const { expiresAt } = SessionRecords.sessionOf(row)
      const end = expiresAt + policy.session.graceMillis
      if (now >= end) yield* endAndRelease(row.id, "expired")
      return Math.min(now + pause, now < expiresAt ? expiresAt : Math.max(end, now))
    })

    const advance: JobHandler = Effect.fnUntraced(function*(sessionId) {
      const before = Option.getOrUndefined(yield* transactions.read(SessionRecords.byId(sessionId)))
      if (before === undefined) return undefined
      const now = yield* Clock.currentTimeMillis
      const charge = before.charged
        ? Option.getOrUndefined(yield* transactions.read(ChargeRecords.undecidedOf(sessionId)))
        : undefined
      const fault = yield* step(before, charge, now).pipe(
        Effect.catchTag("ProviderDeclined", () => endAndRelease(sessionId, "failed")),
        Effect.as(undefined),
        Effect.catchTags({
          ProviderUnavailable: (fault) => Effect.succeed(fault),
          ProviderOutcomeUnknown: (fault) => Effect.succeed(fault)
        })
      )
      if (fault !== undefined) {
        yield* Effect.logWarning("the payment provider did not answer", { sessionId, fault: fault._tag })
        if (!Session.isLive(before.phase)) return yield* fault
        if (before.phase === "opening" && now < before.expires_at && fault._tag === "ProviderUnavailable") {
          yield* endAndRelease(sessionId, "failed")
          return now + OrderPlacement.patience
        }
        return yield* postpone(
          before,
          charge === undefined && before.phase !== "opening" ? firstLook : OrderPlacement.patience,
          now
        )
      }
      const after = Option.getOrUndefined(yield* transactions.read(SessionRecords.byId(sessionId)))
      if (after === undefined || after.phase === "complete") return undefined
      if (Session.isLive(after.phase)) {
        const { expiresAt } = SessionRecords.sessionOf(after)
        if (now < expiresAt) return Math.min(expiresAt, now + laterLook)
        // Its time is up, whatever is still under way at the provider: should that succeed, it goes back.
        yield* endAndRelease(sessionId, "expired")
      }
      const seen = yield* timely(provider.lookUpSession(sessionId))
      const undecided = Option.isSome(seen) && seen.value.payments.some((payment) => payment.status === "processing")
      return undecided ? now + laterLook : undefined
    })

    const open = Effect.fnUntraced(function*(sessionId: string) {
      const row = Option.getOrUndefined(yield* transactions.read(SessionRecords.byId(sessionId)))
      if (row === undefined) return yield* new CheckoutSuperseded({ sessionId })
      let retryAfterSeconds = 5
      // A refusal of this call ends the session, unless somebody else's has opened it meanwhile.
      const refused = (seconds: number) => {
        retryAfterSeconds = seconds
        return Effect.zipRight(
          endAndRelease(sessionId, "failed"),
          Effect.map(transactions.read(SessionRecords.byId(sessionId)), Option.getOrUndefined)
        )
      }
      const hasNoPage = row.phase === "opening" || (row.phase === "open" && row.url === null)
      const after = !hasNoPage ? row : yield* create(row).pipe(Effect.catchTags({
        ProviderDeclined: () => refused(60),
        ProviderUnavailable: ({ retryAfterMillis }) => refused(Math.max(1, Math.ceil(retryAfterMillis / 1000))),
        ProviderOutcomeUnknown: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true })
      }))
      if (after?.phase === "failed") {
        return yield* new PaymentProviderUnavailable({ retryAfterSeconds, standing: false })
      }
      if (after === undefined || after.phase === "cancelled" || after.url === null) {
        return yield* new CheckoutSuperseded({ sessionId })
      }
      return viewOf(after)
    })

    const returned = Effect.fnUntraced(function*(capability: string) {
      const sessionId = unsign(secret, returning, capability)
      if (sessionId === undefined) return yield* new SessionNotFound({ sessionId: "" })
      // Where the provider does not answer now, a notification or the reconciler will tell later.
      yield* Effect.catchTags(lookUp(sessionId), {
        ProviderUnavailable: () => Effect.void,
        ProviderOutcomeUnknown: () => Effect.void
      })
      const row = Option.getOrUndefined(yield* transactions.read(SessionRecords.byId(sessionId)))
      if (row === undefined) return yield* new SessionNotFound({ sessionId })
      return { session: viewOf(row), returnUrl: row.return_url ?? undefined }
    })

    const notified = (message: NotificationMessage) =>
      Effect.gen(function*() {
        const notification = yield* provider.verifyNotification(message)
        switch (notification._tag) {
          case "SessionChanged":
            return yield* lookUp(notification.sessionId)
          case "RefundChanged":
            return yield* refunds.lookUp(notification.key)
          case "MandateChanged":
            return yield* delegations.noticed(notification.mandateId)
          case "Other":
            return
        }
      }).pipe(Effect.catchTags({
        ProviderUnavailable: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true }),
        ProviderOutcomeUnknown: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true })
      }))

    const view = (owner: Owner, sessionId: string) =>
      Effect.flatMap(
        transactions.read(SessionRecords.byId(sessionId)),
        (row) =>
          Option.isSome(row) && row.value.principal === owner.principal
            ? Effect.succeed(viewOf(row.value))
            : new SessionNotFound({ sessionId })
      )

    return {
      begin,
      beginAtPage,
      open,
      start: (request) => Effect.flatMap(begin(request), open),
      beginPurchase,
      beginOrder,
      beginCharge,
      charge,
      view,
      returned,
      notified,
      advance
    }
  })
)
