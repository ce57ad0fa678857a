/**
 * The actions of a payer at the provider: look, pay, answer their bank, go back. A session is paid once: every action
 * locks it, decides by its state, and writes payment, state and notification in one transaction. The payer gets a
 * response when the shop has been notified. A page's address carries its own proof (`PageAddress`). Follows
 * docs/specification.md#payment-page.
 */
import { cancelUrlOf, type ProviderFault } from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Entropy from "@beauty-store/sql/Entropy"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Cards from "../Cards.ts"
import { attemptRow, capture, cardOf } from "./Captures.ts"
import * as Ledger from "./Ledger.ts"
import { addressing, existing, NoSuchPage } from "./PageAddress.ts"
import type { Authentication, Means } from "./PaymentRequest.ts"
import { type Dependencies, dependencies, type Services } from "./ProviderDependencies.ts"

/** The session is already paid. */
export class AlreadyPaid extends Data.TaggedError("AlreadyPaid")<{ readonly returnUrl: string }> {}

/** A payment is under way; until it is decided the session takes no other. */
export class PaymentInProgress extends Data.TaggedError("PaymentInProgress")<{ readonly returnUrl: string }> {}

/** The session's time ran out, or the shop closed it. */
export class SessionClosed extends Data.TaggedError("SessionClosed")<{ readonly returnUrl: string }> {}

/** The method is not offered in the country of the session's order. */
export class MethodNotOffered extends Data.TaggedError("MethodNotOffered")<{
  readonly offered: ReadonlyArray<PaymentMethod>
}> {}

export type Refusal = NoSuchPage | AlreadyPaid | PaymentInProgress | SessionClosed | MethodNotOffered

/** The outcome of an action. */
export type Result =
  & { readonly returnUrl: string }
  & (
    | { readonly _tag: "Succeeded" }
    | { readonly _tag: "Processing" }
    | { readonly _tag: "Declined"; readonly code: Cards.DeclineCode }
    /** The bank wants to authenticate the cardholder, at the page's `3ds/<challengeId>`. */
    | { readonly _tag: "RequiresAction"; readonly challengeId: string }
  )

/** A session as its page shows it. */
export interface View {
  readonly session: Ledger.Session
  readonly status: Ledger.Session["status"]
  /** The last attempt, whatever its outcome. */
  readonly lastAttempt: Ledger.Payment | undefined
  /** Of a session that is paid. */
  readonly money: Ledger.Money | undefined
}

/** Where a payer is who does not want to pay. */
export interface Cancellation {
  readonly _tag: "Cancelled" | "Processing" | "Succeeded"
  readonly returnUrl: string
}

export interface Challenge extends View {
  readonly challengeId: string
  readonly card: NonNullable<Cards.Instrument["card"]>
  /** Not answered yet. */
  readonly pending: boolean
}

export class HostedPayments extends Context.Tag("@beauty-store/payments-simulated/HostedPayments")<HostedPayments, {
  readonly view: (token: string) => Effect.Effect<View, NoSuchPage | StoreUnavailable>

  readonly challenge: (token: string, challengeId: string) => Effect.Effect<Challenge, NoSuchPage | StoreUnavailable>

  /** One attempt to pay. A declined one leaves the session open for another. */
  readonly pay: (token: string, means: Means) => Effect.Effect<Result, Refusal | ProviderFault | StoreUnavailable>

  /** Completes the bank's challenge. A repeat returns the same outcome. */
  readonly authenticate: (
    token: string,
    challengeId: string,
    outcome: Authentication
  ) => Effect.Effect<Result, Refusal | ProviderFault | StoreUnavailable>

  /** Goes back without paying: the session stays open, and the shop decides. One that is paid says so. */
  readonly cancel: (
    token: string
  ) => Effect.Effect<Cancellation, NoSuchPage | SessionClosed | ProviderFault | StoreUnavailable>
}>() {}

/** Each names a session. */
export const pages = addressing("payment page")

/** The bank's verdict on an attempt. A wallet has authenticated its owner itself, so it is never challenged. */
const verdict = (
  means: Means,
  planned: Cards.DeclineCode | undefined
): "succeeded" | "processing" | "challenged" | { readonly declined: Cards.DeclineCode } => {
  if (planned !== undefined) return { declined: planned }
  const card = means.card === undefined ? undefined : Cards.behaviour(means.card)
  if (card?._tag === "Declines") return { declined: card.code }
  if (means.method === "klarna") return "processing"
  return card?._tag === "WantsAuthentication" && means.method === "card" ? "challenged" : "succeeded"
}

/** Fails unless the session takes a payment at this moment. */
const mustBeOpen = (session: Ledger.Session, now: number): Effect.Effect<void, Refusal> => {
  const { returnUrl } = session
  switch (Ledger.statusAt(session, now)) {
    case "open":
      return Effect.void
    case "processing":
      return Effect.fail(new PaymentInProgress({ returnUrl }))
    case "complete":
      return Effect.fail(new AlreadyPaid({ returnUrl }))
    case "expired":
      return Effect.fail(new SessionClosed({ returnUrl }))
  }
}

const cancelled = Effect.fnUntraced(function*(sessionId: string) {
  const session = yield* existing(Ledger.session(sessionId))
  const { returnUrl } = session
  const outcome = (_tag: Cancellation["_tag"], returnUrl: string): Cancellation => ({ _tag, returnUrl })
  switch (Ledger.statusAt(session, yield* Clock.currentTimeMillis)) {
    case "open":
      return outcome("Cancelled", cancelUrlOf(returnUrl))
    case "processing":
      return outcome("Processing", returnUrl)
    case "complete":
      return outcome("Succeeded", returnUrl)
    case "expired":
      return yield* new SessionClosed({ returnUrl })
  }
})

const view = Effect.fnUntraced(function*(sessionId: string) {
  const session = yield* existing(Ledger.session(sessionId))
  const lastAttempt = Option.getOrUndefined(yield* Ledger.lastAttemptOf(sessionId))
  const now = yield* Clock.currentTimeMillis
  const status = Ledger.statusAt(session, now)
  const money = status === "complete" ? Option.getOrUndefined(yield* Ledger.moneyOf(sessionId, sessionId)) : undefined
  return { session, status, lastAttempt, money } satisfies View
})

const challenge = Effect.fnUntraced(function*(sessionId: string, challengeId: string) {
  const seen = yield* view(sessionId)
  const payment = Option.getOrUndefined(yield* Ledger.payment(challengeId))
  const card = payment && cardOf(payment)
  if (payment?.sessionId !== sessionId || card === undefined) return yield* new NoSuchPage()
  return { ...seen, challengeId, card, pending: payment.status === "challenged" } satisfies Challenge
})

/** The instrument that a payer names: a card, or an account of a wallet or an instalment plan. */
const instrumentOf = (means: Means, email: string, secret: Dependencies["secret"]): Cards.Instrument =>
  means.method === "card"
    ? Cards.instrument(means.card, secret)
    : means.card === undefined
    ? Cards.accountInstrument(means.method, email, secret)
    : Cards.instrument(means.card, secret)

const pay = ({ plan, read, secret, write }: Dependencies) =>
  Effect.fnUntraced(function*(sessionId: string, means: Means) {
    const { amountMinor, email } = yield* existing(read(Ledger.session(sessionId)))
    const attempt = { sessionId, method: means.method, amountMinor }
    const instrument = instrumentOf(means, email, secret)
    // Drawn before the transaction, because a transaction may run more than once.
    const decision = verdict(means, yield* plan.decline(attempt))
    const captures = yield* plan.captures(attempt)
    const settlement = decision === "processing" ? yield* plan.settlement(attempt) : undefined
    const copies = yield* plan.notification({ type: "session.changed", subject: sessionId })

    return yield* write(Effect.gen(function*() {
      const session = yield* existing(Ledger.lockSession(sessionId))
      const at = yield* Clock.currentTimeMillis
      yield* mustBeOpen(session, at)
      const offered = Ledger.methodsOf(session)
      if (!offered.includes(means.method)) return yield* new MethodNotOffered({ offered })
      const { returnUrl } = session
      const row = { ...attemptRow(session, means.method, instrument), at, changed_at: at }
      if (typeof decision === "object") {
        const id = yield* Entropy.nextId("pay")
        yield* Ledger.insertPayment({ ...row, id, status: "declined", decline_code: decision.declined })
        return { _tag: "Declined", code: decision.declined, returnUrl } as const
      }
      if (decision === "challenged") {
        const challengeId = yield* Entropy.nextId("pay")
        yield* Ledger.insertPayment({ ...row, id: challengeId, status: "challenged" })
        return { _tag: "RequiresAction", challengeId, returnUrl } as const
      }
      yield* capture(session, captures, {
        method: means.method,
        instrument,
        chargeKey: null,
        settlement,
        at,
        copies
      })
      return { _tag: settlement === undefined ? "Succeeded" : "Processing", returnUrl } as const
    }))
  })

const authenticate = ({ plan, read, write }: Dependencies) =>
  Effect.fnUntraced(function*(sessionId: string, challengeId: string, outcome: Authentication) {
    const { amountMinor } = yield* existing(read(Ledger.session(sessionId)))
    const captures = yield* plan.captures({ sessionId, method: "card", amountMinor })
    const copies = yield* plan.notification({ type: "session.changed", subject: sessionId })

    return yield* write(Effect.gen(function*() {
      const session = yield* existing(Ledger.lockSession(sessionId))
      const payment = Option.getOrUndefined(yield* Ledger.lockPayment(challengeId))
      if (payment === undefined || payment.sessionId !== sessionId) return yield* new NoSuchPage()
      const at = yield* Clock.currentTimeMillis
      const { returnUrl } = session
      if (payment.status === "succeeded") return { _tag: "Succeeded", returnUrl } as const
      if (payment.declineCode !== null) {
        return { _tag: "Declined", code: payment.declineCode, returnUrl } as const
      }
      if (payment.status !== "challenged") return yield* new NoSuchPage()
      yield* mustBeOpen(session, at)
      if (outcome === "failed") {
        yield* Ledger.decidePayment("declined", "authentication_failed", payment.amountMinor, at, at, payment.id)
        return { _tag: "Declined", code: "authentication_failed", returnUrl } as const
      }
      // The challenged attempt becomes the payment; whatever a fault plan takes beyond it is a payment of its own.
      const [first, ...surplus] = captures
      yield* Ledger.decidePayment("succeeded", null, first, at, at, payment.id)
      const instrument = { fingerprint: payment.instrument, card: cardOf(payment) }
      yield* capture(session, surplus, {
        method: payment.method,
        instrument,
        chargeKey: null,
        settlement: undefined,
        at,
        copies
      })
      return { _tag: "Succeeded", returnUrl } as const
    }))
  })

const make = (deps: Dependencies): Context.Tag.Service<HostedPayments> => {
  const { read, secret, sender, withFaults } = deps
  const sessionIdOf = pages.idOf(secret)
  const paid = pay(deps)
  const authenticated = authenticate(deps)
  /**
   * The payer gets a response after the shop was notified, or did not respond: the shop knows when they return to it.
   */
  const afterNotification = <A, E, R>(sessionId: string, action: Effect.Effect<A, E, R>) =>
    Effect.zipLeft(action, sender.awaitDelivery(sessionId))
  return {
    view: (token) => Effect.flatMap(sessionIdOf(token), (sessionId) => read(view(sessionId))),
    challenge: (token, challengeId) =>
      Effect.flatMap(sessionIdOf(token), (sessionId) => read(challenge(sessionId, challengeId))),
    pay: (token, means) =>
      Effect.flatMap(
        sessionIdOf(token),
        (sessionId) => afterNotification(sessionId, withFaults("pay", sessionId, paid(sessionId, means)))
      ),
    authenticate: (token, challengeId, outcome) =>
      Effect.flatMap(
        sessionIdOf(token),
        (sessionId) =>
          afterNotification(
            sessionId,
            withFaults("authenticate", sessionId, authenticated(sessionId, challengeId, outcome))
          )
      ),
    cancel: (token) =>
      Effect.flatMap(sessionIdOf(token), (sessionId) => withFaults("cancel", sessionId, read(cancelled(sessionId))))
  }
}

export const layer: Layer.Layer<HostedPayments, never, Services> = Layer.effect(
  HostedPayments,
  Effect.map(dependencies, make)
)
