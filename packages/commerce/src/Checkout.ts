/**
 * Checkout: from a cart to a paid order, with the payment provider in between.
 *
 * A checkout happens in two transactions with the provider's call between them: `begin` prices the cart, reserves its
 * stock and writes the pending order and its session; `advance` does whatever the session needs at the provider next
 * and saves what came of it. Request, notification, redirect and background job all call the same `advance`, in any
 * order, at once and any number of times: it reads the session's own state, calls with the session's own id as the
 * provider's key, and every change is a compare-and-set.
 *
 * Nothing but the provider's own word confirms an order (`settle`, in the domain); money that does not count goes back.
 * Follows contract §6, rows 5 and 5b, and §7.
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import { CartEmpty } from "@beauty-store/domain/Cart"
import * as Session from "@beauty-store/domain/CheckoutSession"
import { toNumber } from "@beauty-store/domain/Money"
import * as Pricing from "@beauty-store/domain/Pricing"
import type { ShippingMethod } from "@beauty-store/domain/Shipping"
import { InsufficientStock } from "@beauty-store/domain/Stock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Carts from "./Carts.ts"
import * as Sessions from "./CheckoutSessions.ts"
import { Entropy, nextId } from "./Entropy.ts"
import { Events } from "./Events.ts"
import * as Flags from "./Flags.ts"
import type { Owner } from "./Identity.ts"
import * as Inventory from "./Inventory.ts"
import { type Handler, Jobs } from "./Jobs.ts"
import * as OrderRecords from "./OrderRecords.ts"
import {
  type NotificationMessage,
  type NotificationRejected,
  type PaymentMethod,
  PaymentProvider,
  type ProviderPayment,
  type ProviderSession
} from "./PaymentProvider.ts"
import { Policy } from "./Policy.ts"
import { withinTime } from "./ProviderCall.ts"
import { Receipts } from "./Receipts.ts"
import { Refunds } from "./Refunds.ts"
import { sign, StoreSecret, unsign } from "./Secrets.ts"
import { type StoreUnavailable, type Transaction, Transactions } from "./Transactions.ts"

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

/** The provider could not be reached or did not answer in time; the same request may be repeated. */
export class PaymentProviderUnavailable extends Schema.TaggedError<PaymentProviderUnavailable>()(
  "PaymentProviderUnavailable",
  {
    retryAfterSeconds: Schema.Int,
    /** Whether the checkout stands and can be finished; otherwise it is undone. */
    standing: Schema.Boolean
  }
) {}

/** While this checkout was on its way, another checkout of the same cart took its place. */
export class CheckoutSuperseded extends Schema.TaggedError<CheckoutSuperseded>()("CheckoutSuperseded", {
  sessionId: Schema.String
}) {}

/** No checkout session of the caller's goes by this id. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {
  sessionId: Schema.String
}) {}

export type BeginRefusal = CartEmpty | InsufficientStock
export type FinishRefusal = PaymentProviderUnavailable | CheckoutSuperseded

export class Checkout extends Context.Tag("@beauty-store/commerce/Checkout")<Checkout, {
  /** Reserves and writes everything but the provider's part; answers the new session's id. Joins a transaction. */
  readonly begin: (request: CheckoutRequest) => Effect.Effect<string, BeginRefusal | StoreUnavailable>
  /**
   * Has the session opened at the provider and answers it. `PaymentProviderUnavailable` with the session's order
   * cancelled where the provider did nothing, with the session standing where nobody knows.
   */
  readonly open: (sessionId: string) => Effect.Effect<SessionView, FinishRefusal | StoreUnavailable>
  /** `begin` and `open`, for programs that keep no idempotency records of their own. */
  readonly start: (
    request: CheckoutRequest
  ) => Effect.Effect<SessionView, BeginRefusal | FinishRefusal | StoreUnavailable>
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
  readonly advance: Handler
}>() {}

/** How soon somebody else takes over a session that is being opened. */
const openingPatience = 5_000
/** How soon the provider is asked about an open session that nobody has told anything of. */
const firstLook = 60_000
const laterLook = 5 * 60_000

const paymentStatuses = { open: "unpaid", processing: "processing", complete: "paid", expired: "unpaid" } as const

const viewOf = (row: Sessions.SessionRow): SessionView => ({
  sessionId: row.id,
  orderId: row.order_id,
  status: Session.status(row.phase),
  paymentStatus: paymentStatuses[Session.status(row.phase)],
  redirectUrl: row.url ?? "",
  expiresAt: Sessions.sessionOf(row).expiresAt,
  totalMinor: row.total_minor,
  currency: row.currency
})

/** The purpose of the mark in a return address. */
const returning = "checkout return"

export const layer: Layer.Layer<
  Checkout,
  never,
  Transactions | Jobs | Events | Refunds | Receipts | Entropy | PaymentProvider | StoreSecret
> = Layer.effect(
  Checkout,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const refunds = yield* Refunds
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

    const begin = (request: CheckoutRequest) =>
      write(Effect.gen(function*() {
        const cart = yield* Carts.load(request.owner)
        if (cart.id === undefined || cart.lines.length === 0) return yield* new CartEmpty()
        const priced = Pricing.price({
          lines: cart.lines.map(({ line, priceMinor }) => ({ ...line, unitPriceMinor: priceMinor })),
          country: request.address.country,
          method: request.method,
          policy: policy.shipping
        })

        // What an earlier checkout of this cart holds back counts as available to this one.
        const earlier = Option.getOrUndefined(yield* Sessions.liveOfCart(cart.id))
        const held = earlier === undefined ? [] : yield* OrderRecords.unitsOf(earlier.order_id)
        const heldOf = (productId: string) => held.find((one) => one.productId === productId)?.quantity ?? 0
        for (const { line, onHand, reserved } of cart.lines) {
          const available = onHand - reserved + heldOf(line.productId)
          if (line.quantity > available) {
            return yield* new InsufficientStock({ productId: line.productId, requested: line.quantity, available })
          }
        }

        const now = yield* Clock.currentTimeMillis
        if (earlier !== undefined) yield* Sessions.end(earlier, "cancelled", "shopper")
        const orderId = yield* nextId("ord")
        yield* OrderRecords.place(orderId, {
          owner: request.owner,
          email: request.email,
          address: request.address,
          method: request.method,
          priced,
          names: cart.lines.map(({ name }) => name)
        })
        const id = yield* nextId("cs")
        yield* Sessions.insert({
          id,
          cart_id: cart.id,
          order_id: orderId,
          phase: "opening",
          total_minor: priced.totalMinor,
          currency: priced.currency,
          payment_method: request.paymentMethod ?? null,
          return_url: request.returnUrl ?? null,
          expires_at: now + policy.session.lifetimeMillis
        })
        yield* jobs.schedule("checkout", id, now + openingPatience)

        const products = new Set([...held, ...cart.lines.map(({ line }) => line)].map((one) => one.productId as string))
        yield* Inventory.reserve([...products].map((productId) => ({
          productId,
          quantity: (cart.lines.find(({ line }) => line.productId === productId)?.line.quantity ?? 0) -
            heldOf(productId)
        })))
        return id
      }))

    /** `end`, and its units can be sold again. What has moved on since, so that the table has no such step, stays. */
    const endAndRelease = (sessionId: string, phase: "expired" | "failed") =>
      write(Effect.gen(function*() {
        const row = Option.getOrUndefined(yield* Sessions.byId(sessionId))
        if (row === undefined || !Session.transitions[row.phase].includes(phase)) return
        yield* Sessions.end(row, phase, "system")
        yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
      }))

    /** Saves what the provider says about a session. Any number of times, in any order. */
    const apply = (sessionId: string, status: ProviderSession["status"], payments: ReadonlyArray<ProviderPayment>) =>
      write(Effect.gen(function*() {
        yield* Sessions.lockCartOf(sessionId)
        const row = Option.getOrUndefined(yield* Sessions.byId(sessionId))
        if (row === undefined) return
        // A session that is complete there takes no other payment, even if the one it took does not count here.
        const open = status === "open" || status === "processing"
        const { confirmedBy, phase, surplus } = Session.settle(Sessions.sessionOf(row), open, payments)
        const now = yield* Clock.currentTimeMillis
        const lines = confirmedBy === undefined ? [] : yield* OrderRecords.linesOf(row.order_id)
        if (confirmedBy !== undefined) {
          yield* Sessions.setComplete(confirmedBy.paymentId, row.id, row.phase)
          yield* OrderRecords.advance(row.order_id, "pending", "confirmed", {
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
        } else if (phase === "expired" && Session.isLive(row.phase)) {
          yield* Sessions.end(row, "expired", "system")
          yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
        } else if (phase !== row.phase) {
          const processingUntil = phase === "processing" ? now + policy.session.processingMillis : null
          yield* Sessions.setPhase(phase, processingUntil, row.id, row.phase)
          yield* jobs.schedule("checkout", row.id, Math.min(processingUntil ?? row.expires_at, now + firstLook))
        }
        for (const { payment, reason } of surplus) {
          const kept = yield* keepPayment(row, payment, "surplus", reason)
          if (kept === undefined) continue
          yield* Flags.raise("surplus_payment", row.order_id, reason)
          yield* refunds.intend({
            paymentId: kept,
            orderId: row.order_id,
            cause: "surplus",
            subject: payment.paymentId,
            amountMinor: payment.amountMinor,
            currency: payment.currency
          })
        }
        // The number's row is the store's hottest: it is locked last.
        if (confirmedBy !== undefined) yield* receipts.issue(row.order_id, lines, confirmedBy.method)
      }))

    /** Writes a payment down, once; answers its id where it was new. */
    const keepPayment = (
      row: Sessions.SessionRow,
      payment: ProviderPayment,
      role: "primary" | "surplus",
      flag: string | null
    ) =>
      Effect.gen(function*() {
        const id = yield* nextId("pay")
        const added = yield* Sessions.insertPayment({
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
          at: payment.at
        })
        return added === 0 ? undefined : id
      })

    /** Has an `opening` session opened at the provider; answers it as it stands then. */
    const create = (row: Sessions.SessionRow) =>
      Effect.gen(function*() {
        const description = yield* transactions.read(OrderRecords.receiptOf(row.order_id))
        const session = yield* timely(provider.createSession({
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
        const now = yield* Clock.currentTimeMillis
        return yield* write(Effect.gen(function*() {
          yield* Sessions.setProvider(session.providerId, session.url, row.id)
          const current = Option.getOrUndefined(yield* Sessions.byId(row.id))
          if (current === undefined || current.phase === "complete") return current
          if (current.phase === "opening") yield* Sessions.setPhase("open", null, row.id, "opening")
          // What ended while it was being created is closed again at once.
          const next = Session.isLive(current.phase) ? Math.min(current.expires_at, now + firstLook) : now
          yield* jobs.schedule("checkout", row.id, next)
          return current.phase === "opening" ? { ...current, phase: "open" as const } : current
        }))
      })

    /** Asks the provider how a session stands and saves the answer. */
    const lookUp = (sessionId: string) =>
      Effect.flatMap(
        timely(provider.lookUpSession(sessionId)),
        Option.match({
          // Never created there, and since it was asked to close it never will be, or not created yet.
          onNone: () => Effect.void,
          onSome: (seen) => apply(sessionId, seen.status, seen.payments)
        })
      )

    /** Does the one thing that a session needs at the provider now. */
    const step = (row: Sessions.SessionRow, now: number) => {
      switch (Session.nextStep(Sessions.sessionOf(row), now)) {
        case "create":
          return Effect.asVoid(create(row))
        case "lookUp":
          return lookUp(row.id)
        case "close":
          return Effect.zipRight(timely(provider.expireSession(row.id)), lookUp(row.id))
        case "none":
          return Effect.void
      }
    }

    /**
     * The provider did not answer, or only that it cannot: the session waits for it, at the latest until its own time and
     * the grace period are over. Answers when to ask again.
     */
    const postpone = (row: Sessions.SessionRow, now: number) =>
      Effect.gen(function*() {
        const { expiresAt } = Sessions.sessionOf(row)
        const end = expiresAt + policy.session.graceMillis
        if (now >= end) yield* endAndRelease(row.id, "expired")
        const pause = row.phase === "opening" ? openingPatience : firstLook
        return Math.min(now + pause, now < expiresAt ? expiresAt : Math.max(end, now))
      })

    const advance: Handler = (sessionId) =>
      Effect.gen(function*() {
        const before = Option.getOrUndefined(yield* transactions.read(Sessions.byId(sessionId)))
        if (before === undefined) return undefined
        const now = yield* Clock.currentTimeMillis
        const fault = yield* step(before, now).pipe(
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
            return now + openingPatience
          }
          return yield* postpone(before, now)
        }
        const after = Option.getOrUndefined(yield* transactions.read(Sessions.byId(sessionId)))
        if (after === undefined || after.phase === "complete") return undefined
        if (Session.isLive(after.phase)) {
          const { expiresAt } = Sessions.sessionOf(after)
          if (now < expiresAt) return Math.min(expiresAt, now + laterLook)
          // Its time is up, whatever is still under way at the provider: should that succeed, it goes back.
          yield* endAndRelease(sessionId, "expired")
        }
        const seen = yield* timely(provider.lookUpSession(sessionId))
        const undecided = Option.isSome(seen) && seen.value.payments.some((payment) => payment.status === "processing")
        return undecided ? now + laterLook : undefined
      })

    const open = (sessionId: string) =>
      Effect.gen(function*() {
        const row = Option.getOrUndefined(yield* transactions.read(Sessions.byId(sessionId)))
        if (row === undefined) return yield* new CheckoutSuperseded({ sessionId })
        let retryAfterSeconds = 5
        // A refusal of this call ends the session, unless somebody else's has opened it meanwhile.
        const refused = (seconds: number) => {
          retryAfterSeconds = seconds
          return Effect.zipRight(
            endAndRelease(sessionId, "failed"),
            Effect.map(transactions.read(Sessions.byId(sessionId)), Option.getOrUndefined)
          )
        }
        const after = row.phase !== "opening" ? row : yield* create(row).pipe(Effect.catchTags({
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

    const returned = (capability: string) =>
      Effect.gen(function*() {
        const sessionId = unsign(secret, returning, capability)
        if (sessionId === undefined) return yield* new SessionNotFound({ sessionId: "" })
        // Where the provider does not answer now, a notification or the reconciler will tell later.
        yield* Effect.catchTags(lookUp(sessionId), {
          ProviderUnavailable: () => Effect.void,
          ProviderOutcomeUnknown: () => Effect.void
        })
        const row = Option.getOrUndefined(yield* transactions.read(Sessions.byId(sessionId)))
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
            return yield* refunds.noticed(notification.key)
          case "Other":
            return
        }
      }).pipe(Effect.catchTags({
        ProviderUnavailable: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true }),
        ProviderOutcomeUnknown: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true })
      }))

    const view = (owner: Owner, sessionId: string) =>
      Effect.flatMap(
        transactions.read(Sessions.byId(sessionId)),
        (row) =>
          Option.isSome(row) && row.value.principal === owner.principal
            ? Effect.succeed(viewOf(row.value))
            : new SessionNotFound({ sessionId })
      )

    return {
      begin,
      open,
      start: (request) => Effect.flatMap(begin(request), open),
      view,
      returned,
      notified,
      advance
    }
  })
)
