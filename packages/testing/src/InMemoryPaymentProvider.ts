/**
 * A payment provider in memory, for tests: faithful to the port's contract (`PaymentProvider`), and at the test's
 * command.
 *
 * It has a ledger of sessions, payments, refunds, mandates and tokens. A test pays in it, settles what is undecided,
 * approves mandates, issues tokens, sets what the bank says to charges, and how the next calls of a method go (`next`)
 * or all of them (`always`): not done, done but the response lost, or held at a gate before or after acting. Every call
 * is recorded, so that a test can count them.
 *
 * `layer` is the port with its controls beside it; `make` is the same without a layer. It asserts nothing, and belongs
 * to no test framework.
 *
 * @since 1.0.0
 */
import {
  AuthenticationRequired,
  type ChargeRequest,
  type DelegatedToken,
  type MandateRequest,
  type Notification,
  type NotificationMessage,
  NotificationRejected,
  PaymentProvider,
  ProviderDeclined,
  ProviderDidNothing,
  type ProviderMandate,
  ProviderOutcomeUnknown,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import type { Claimed, DelegationId, SessionId } from "@beauty-store/domain/Ids"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createHash, createHmac } from "node:crypto"

export type Method =
  | "createSession"
  | "lookUpSession"
  | "expireSession"
  | "refund"
  | "lookUpRefund"
  | "listPayments"
  | "charge"
  | "lookUpToken"
  | "createMandate"
  | "lookUpMandate"
  | "revokeMandate"

/** A call that waits: `reached` is done when the call is there, and the call goes on when `open` is done. */
export interface Gate {
  readonly where: "before" | "after"
  /** How it goes on after a gate before acting. */
  readonly outcome: Exclude<Behaviour, Gate>
  readonly reached: Deferred.Deferred<void>
  readonly open: Deferred.Deferred<void>
}

/**
 * `unavailable`: not done, and the caller is told. `vanished`: not done, and the caller cannot know. `lost`: done, and the caller cannot
 * know. `declined`: refused.
 */
export type Behaviour = "ok" | "unavailable" | "vanished" | "lost" | "declined" | Gate

export interface Session {
  readonly request: ProviderSessionRequest
  readonly providerId: string
  readonly payments: Array<ProviderPayment>
  closed: boolean
}

export interface Mandate {
  readonly request: MandateRequest
  status: ProviderMandate["status"]
  instrument: string | undefined
}

/** What the bank says to a charge: `ok`, or the reason of its refusal. */
export type Verdict = "ok" | "authentication_required" | (string & {})

export interface Refund {
  readonly key: string
  readonly providerRefundId: string
  readonly paymentId: string
  readonly amountMinor: number
  status: ProviderRefund["status"]
}

/** How many payments a page of the listing has. */
const pageSize = 3

/** How old a notification may be, and how far its time may lie ahead, in milliseconds. */
const toleranceMillis = 300_000

const signatureOf = (timestamp: string, body: Uint8Array): string =>
  createHmac("sha256", "the in-memory provider").update(`${timestamp}.`).update(body).digest("base64")

/** The part of a page's address that nobody can guess in earnest. */
const capability = (id: string): string => createHash("sha256").update(id).digest("hex")

export const make = () => {
  const sessions = new Map<string, Session>()
  const neverToBe = new Set<string>()
  const refunds = new Map<string, Refund>()
  /** The keys of refunds that were declined. */
  const refused = new Set<string>()
  const mandates = new Map<string, Mandate>()
  const tokens = new Map<string, DelegatedToken>()
  const charges = new Map<string, Effect.Effect<string, ProviderDeclined | AuthenticationRequired>>()
  const mandateOf = new Map<string, DelegationId>()
  const verdicts: Array<Verdict> = []
  const calls: Array<{ readonly method: Method; readonly key: string }> = []
  const planned: Record<Method, Array<Behaviour>> = {
    createSession: [],
    lookUpSession: [],
    expireSession: [],
    refund: [],
    lookUpRefund: [],
    listPayments: [],
    charge: [],
    lookUpToken: [],
    createMandate: [],
    lookUpMandate: [],
    revokeMandate: []
  }
  const standing = new Map<Method, Behaviour>()
  const refundOutcomes: Array<ProviderRefund["status"]> = []
  const sent: Array<NotificationMessage> = []
  /** When a payment, or a refund of it, changed after the payment was made; `n` counts the changes. */
  const changes = new Map<string, { readonly at: number; readonly n: number }>()
  let serial = 0
  /** The time of the last call: the provider's clock for what a test does between calls. */
  let latest = 0

  const changed = (paymentId: string): void => void changes.set(paymentId, { at: latest, n: ++serial })

  const notificationAt = (at: number, about: Notification): NotificationMessage => {
    const body = new TextEncoder().encode(JSON.stringify(about))
    return { headers: { timestamp: String(at), signature: signatureOf(String(at), body) }, body }
  }

  const notify = (about: Notification): void => void sent.push(notificationAt(latest, about))

  const statusOf = (session: Session, now: number) => {
    if (session.payments.some(({ status }) => status === "succeeded")) return "complete"
    if (session.payments.some(({ status }) => status === "processing")) return "processing"
    return session.closed || now >= session.request.expiresAt ? "expired" : "open"
  }

  const seen = (session: Session, now: number) => ({
    providerId: session.providerId,
    sessionId: session.request.sessionId,
    url: `https://pay.example/${session.providerId}/${capability(session.request.sessionId)}`,
    status: statusOf(session, now),
    payments: [...session.payments]
  } as const)

  /** Every method goes through here: it acts or not, and responds or not. */
  const call = <A, E>(method: Method, key: string, act: (now: number) => Effect.Effect<A, E>) =>
    Effect.gen(function*() {
      calls.push({ method, key })
      let behaviour = planned[method].shift() ?? standing.get(method) ?? "ok"
      const acted = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        latest = now
        return act(now)
      })
      if (typeof behaviour === "object" && behaviour.where === "before") {
        yield* Deferred.succeed(behaviour.reached, undefined)
        yield* Deferred.await(behaviour.open)
        behaviour = behaviour.outcome
      }
      switch (behaviour) {
        case "ok":
          return yield* acted
        case "unavailable":
          return yield* new ProviderDidNothing({ retryAfterMillis: 2_000 })
        case "vanished":
          return yield* new ProviderOutcomeUnknown({ message: "the request got lost" })
        case "lost":
          yield* Effect.exit(acted)
          return yield* new ProviderOutcomeUnknown({ message: "the response got lost" })
        case "declined":
          return yield* new ProviderDeclined({ code: "declined", message: "no" })
        default: {
          const exit = yield* Effect.exit(acted)
          yield* Deferred.succeed(behaviour.reached, undefined)
          yield* Deferred.await(behaviour.open)
          return yield* exit
        }
      }
    })

  /** The methods that cannot say no turn a planned `declined` into a mistake of the test. */
  const faultsOnly = <A, E>(effect: Effect.Effect<A, E | ProviderDeclined>) =>
    Effect.catchTag(
      effect as Effect.Effect<A, E | ProviderDeclined>,
      // The compiler does not see the tag in a type that it does not know yet.
      "ProviderDeclined" as never,
      (declined) => Effect.die(declined)
    ) as Effect.Effect<A, Exclude<E, ProviderDeclined>>

  const refundView = ({ key, providerRefundId, status }: Refund): ProviderRefund => ({
    key,
    providerRefundId,
    status,
    failure: status === "failed" ? "account_closed" : undefined
  })

  const paymentOf = (paymentId: string) => {
    for (const session of sessions.values()) {
      const at = session.payments.findIndex((payment) => payment.paymentId === paymentId)
      if (at >= 0) return { session, at, payment: session.payments[at]! }
    }
    return undefined
  }

  const declined = (code: string) => new ProviderDeclined({ code, message: code.replaceAll("_", " ") })

  const openSession = (request: ProviderSessionRequest) =>
    Effect.suspend(() => {
      const known = sessions.get(request.sessionId)
      if (known !== undefined) return Effect.succeed(known)
      if (request.amountMinor <= 0) return Effect.fail(declined("amount_too_small"))
      const closed = neverToBe.has(request.sessionId)
      const session: Session = { request, providerId: `ses_${++serial}`, payments: [], closed }
      sessions.set(request.sessionId, session)
      return Effect.succeed(session)
    })

  /** The instrument that a charge draws on, or why there is none. */
  const drawnOn = ({ checkoutId, merchantId, session, source }: ChargeRequest, now: number) => {
    if (source._tag === "Mandate") {
      const mandate = mandates.get(source.mandateId)
      const isActive = mandate?.status === "active" && now < (mandate.request.expiresAt ?? Infinity)
      return isActive ? { instrument: mandate.instrument! } : { refused: "mandate_not_active" }
    }
    const token = tokens.get(source.token)
    if (token === undefined) return { refused: "token_not_found" }
    if (token.sessionId !== (checkoutId ?? session.sessionId)) return { refused: "token_session_mismatch" }
    if (token.merchantId !== merchantId) return { refused: "token_merchant_mismatch" }
    if (token.used) return { refused: "token_used" }
    if (now >= token.expiresAt) return { refused: "token_expired" }
    if (token.currency !== session.currency) return { refused: "token_currency_mismatch" }
    return session.amountMinor > token.maxAmountMinor
      ? { refused: "token_amount_exceeded" }
      : { instrument: token.instrument }
  }

  /** A payment of a session, in full and by card where nothing else is said. Returns its id. */
  const takePayment = ({ payments, request }: Session, payment: Partial<ProviderPayment>): string => {
    const paymentId = `paid_${++serial}`
    payments.push({
      paymentId,
      status: "succeeded",
      amountMinor: request.amountMinor,
      currency: request.currency,
      method: "card",
      instrument: "visa-4242",
      chargeKey: undefined,
      at: latest,
      ...payment
    })
    notify({ _tag: "SessionChanged", sessionId: request.sessionId })
    return paymentId
  }

  const chargeOnce = (request: ChargeRequest, session: Session, now: number) => {
    const drawn = drawnOn(request, now)
    const open = statusOf(session, now) === "open"
    const verdict = !open ? "session_closed" : drawn.refused ?? verdicts.shift() ?? "ok"
    if (verdict === "authentication_required" && request.authentication === undefined) {
      return Effect.fail(new AuthenticationRequired({ url: seen(session, now).url }))
    }
    if (verdict !== "ok" && verdict !== "authentication_required") return Effect.fail(declined(verdict))
    if (request.source._tag === "Token") {
      const { token } = request.source
      tokens.set(token, { ...tokens.get(token)!, used: true })
    }
    if (request.source._tag === "Mandate") mandateOf.set(request.key, request.source.mandateId)
    takePayment(session, { instrument: drawn.instrument!, chargeKey: request.key, at: now })
    return Effect.succeed(session.request.sessionId)
  }

  const mandateView = (
    mandateId: Claimed<DelegationId>,
    { instrument, request, status }: Mandate,
    now: number
  ): ProviderMandate => ({
    mandateId,
    url: `https://pay.example/mandates/${mandateId}/${capability(mandateId)}`,
    status: status === "pending" && now >= request.decideBefore ? "lapsed" : status,
    instrument
  })

  const service: typeof PaymentProvider.Service = {
    name: "in-memory",
    createSession: (request) =>
      call(
        "createSession",
        request.sessionId,
        (now) => Effect.map(openSession(request), (session) => seen(session, now))
      ),
    charge: (request) =>
      call("charge", request.key, (now) =>
        Effect.gen(function*() {
          const session = yield* openSession(request.session)
          const outcome = charges.get(request.key) ?? chargeOnce(request, session, now)
          charges.set(request.key, outcome)
          yield* outcome
          return seen(session, now)
        })),
    lookUpToken: (token) =>
      faultsOnly(call("lookUpToken", token, () => Effect.sync(() => Option.fromNullable(tokens.get(token))))),
    createMandate: (request) =>
      call("createMandate", request.mandateId, (now) =>
        Effect.suspend(() => {
          const { mandateId } = request
          if (neverToBe.has(mandateId)) return Effect.fail(declined("mandate_revoked"))
          const mandate: Mandate = mandates.get(mandateId) ?? { request, status: "pending", instrument: undefined }
          mandates.set(mandateId, mandate)
          return Effect.succeed(mandateView(mandateId, mandate, now))
        })),
    lookUpMandate: (mandateId) =>
      faultsOnly(
        call("lookUpMandate", mandateId, (now) =>
          Effect.sync(() =>
            Option.map(Option.fromNullable(mandates.get(mandateId)), (mandate) =>
              mandateView(mandateId, mandate, now))
          ))
      ),
    revokeMandate: (mandateId) =>
      faultsOnly(call("revokeMandate", mandateId, () =>
        Effect.sync(() => {
          const mandate = mandates.get(mandateId)
          if (mandate === undefined) neverToBe.add(mandateId)
          else mandate.status = "revoked"
        }))),
    lookUpSession: (sessionId) =>
      faultsOnly(call("lookUpSession", sessionId, (now) =>
        Effect.sync(() => {
          const session = sessions.get(sessionId)
          return session === undefined ? Option.none() : Option.some(seen(session, now))
        }))),
    expireSession: (sessionId) =>
      faultsOnly(call("expireSession", sessionId, (now) =>
        Effect.sync(() => {
          const session = sessions.get(sessionId)
          if (session === undefined) {
            neverToBe.add(sessionId)
            return "expired" as const
          }
          session.closed = true
          return statusOf(session, now)
        }))),
    refund: (request) =>
      call("refund", request.key, () =>
        Effect.suspend(() => {
          const known = refunds.get(request.key)
          if (known !== undefined) return Effect.succeed(refundView(known))
          if (refused.has(request.key)) return Effect.fail(declined("too_much"))
          const payment = paymentOf(request.paymentId)?.payment
          const given = [...refunds.values()]
            .filter((refund) => refund.paymentId === request.paymentId && refund.status !== "failed")
            .reduce((sum, refund) => sum + refund.amountMinor, 0)
          if (payment?.status !== "succeeded" || given + request.amountMinor > payment.amountMinor) {
            refused.add(request.key)
            return Effect.fail(declined("too_much"))
          }
          const refund: Refund = {
            key: request.key,
            providerRefundId: `rfn_${++serial}`,
            paymentId: request.paymentId,
            amountMinor: request.amountMinor,
            status: refundOutcomes.shift() ?? "succeeded"
          }
          refunds.set(request.key, refund)
          changed(request.paymentId)
          notify({ _tag: "RefundChanged", key: request.key })
          return Effect.succeed(refundView(refund))
        })),
    lookUpRefund: (key) =>
      faultsOnly(
        call(
          "lookUpRefund",
          key,
          () => Effect.sync(() => Option.map(Option.fromNullable(refunds.get(key)), refundView))
        )
      ),
    listPayments: ({ cursor, from }) =>
      faultsOnly(call("listPayments", cursor ?? String(from), () =>
        Effect.sync(() => {
          const start = Number(cursor ?? 0)
          const listed = [...sessions.values()].flatMap(({ payments, request }) =>
            payments.filter(({ status }) => status === "succeeded").map((payment) => ({
              ...payment,
              sessionId: request.sessionId,
              orderId: request.orderId,
              mandateId: mandateOf.get(payment.chargeKey ?? ""),
              refunds: [...refunds.values()].filter((refund) => refund.paymentId === payment.paymentId),
              changedAt: changes.get(payment.paymentId)?.at ?? payment.at
            }))
          )
          const numberOf = ({ paymentId }: { readonly paymentId: string }) => changes.get(paymentId)?.n ?? 0
          const later = listed.filter(({ changedAt }) => changedAt >= from)
            .toSorted((one, other) => one.changedAt - other.changedAt || numberOf(one) - numberOf(other))
          return {
            payments: later.slice(start, start + pageSize),
            next: start + pageSize < later.length ? String(start + pageSize) : undefined
          }
        }))),
    verifyNotification: ({ body, headers: { signature, timestamp = "" } }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (signature !== signatureOf(timestamp, body)) return new NotificationRejected({ reason: "unsigned" })
        if (Math.abs(now - Number(timestamp)) > toleranceMillis) return new NotificationRejected({ reason: "too old" })
        return Effect.succeed<Notification>(JSON.parse(new TextDecoder().decode(body)))
      })
  }

  return {
    service,
    sessions,
    refunds,
    mandates,
    tokens,
    calls,
    /** How often a method was called (for a key). */
    count: (method: Method, key?: string) =>
      calls.filter((call) => call.method === method && (key === undefined || call.key === key)).length,
    /** How the next calls of a method go, in turn. */
    next: (method: Method, ...behaviours: ReadonlyArray<Behaviour>) => void planned[method].push(...behaviours),
    /** How all calls of some methods go (default: of all), unless `next` says otherwise. */
    always: (behaviour: Behaviour, ...methods: ReadonlyArray<Method>) => {
      const all = methods.length === 0 ? Object.keys(planned) as ReadonlyArray<Method> : methods
      for (const method of all) standing.set(method, behaviour)
    },
    /** Holds the next call of a method. */
    gate: (method: Method, where: Gate["where"], outcome: Gate["outcome"] = "ok"): Gate => {
      const gate: Gate = {
        where,
        outcome,
        reached: Deferred.unsafeMake(FiberId.none),
        open: Deferred.unsafeMake(FiberId.none)
      }
      planned[method].push(gate)
      return gate
    },
    /** The status of the next new refunds, in turn. */
    nextRefunds: (...outcomes: ReadonlyArray<ProviderRefund["status"]>) => void refundOutcomes.push(...outcomes),
    settleRefund: (key: string, status: ProviderRefund["status"]) => {
      const refund = refunds.get(key)
      if (refund === undefined) throw new Error(`the provider has no refund ${key}`)
      refund.status = status
      changed(refund.paymentId)
      notify({ _tag: "RefundChanged", key })
    },
    /** The payer pays, whatever the session's state: the test knows which race it is about. Returns the payment's id. */
    pay: (
      sessionId: Claimed<SessionId>,
      payment: Partial<Pick<ProviderPayment, "amountMinor" | "status" | "method" | "instrument" | "at">> = {}
    ): string => {
      const session = sessions.get(sessionId)
      if (session === undefined) throw new Error(`the provider has no session ${sessionId}`)
      return takePayment(session, payment)
    },
    /** What the bank says to the next charges, in turn. */
    nextCharges: (...answers: ReadonlyArray<Verdict>) => void verdicts.push(...answers),
    /** Forgets what was planned for calls that have not come. */
    forgetPlans: () => {
      for (const plan of Object.values(planned)) plan.length = 0
      verdicts.length = 0
    },
    /** A vault issues a token; what the test does not set fits the charge. */
    issueToken: (token: string, of: Partial<DelegatedToken> & Pick<DelegatedToken, "sessionId">) =>
      void tokens.set(token, {
        token,
        instrument: "visa-4242",
        merchantId: "beauty-store",
        currency: "EUR",
        maxAmountMinor: 1_000_000,
        expiresAt: Number.MAX_SAFE_INTEGER,
        used: false,
        ...of
      }),
    /** The person decides about a mandate. */
    decide: (mandateId: Claimed<DelegationId>, status: "active" | "rejected", instrument = "visa-4242") => {
      const mandate = mandates.get(mandateId)
      if (mandate === undefined) throw new Error(`the provider has no mandate ${mandateId}`)
      mandate.status = status
      mandate.instrument = status === "active" ? instrument : undefined
      notify({ _tag: "MandateChanged", mandateId })
    },
    /** A payment that was undecided is decided. */
    settlePayment: (paymentId: string, status: ProviderPayment["status"]) => {
      const found = paymentOf(paymentId)
      if (found === undefined) throw new Error(`the provider has no payment ${paymentId}`)
      found.session.payments[found.at] = { ...found.payment, status }
      changed(paymentId)
      notify({ _tag: "SessionChanged", sessionId: found.session.request.sessionId })
    },
    /** Whether the payer's page would still take a payment. */
    takesPayment: (sessionId: Claimed<SessionId>, now: number) => {
      const session = sessions.get(sessionId)
      return session !== undefined && statusOf(session, now) === "open"
    },
    /** A signed message, as the provider would send it now. */
    notification: (about: Notification): Effect.Effect<NotificationMessage> =>
      Effect.map(Clock.currentTimeMillis, (now) => notificationAt(now, about)),
    /** The messages that the provider has sent of its own accord, oldest first. Nobody delivers them. */
    sent
  }
}

export type Controls = ReturnType<typeof make>

/** What a test does at the provider, and sees there. */
export class InMemoryPaymentProvider
  extends Context.Tag("@beauty-store/testing/InMemoryPaymentProvider")<InMemoryPaymentProvider, Controls>()
{}

/** The port, and its controls beside it. */
export const layer: Layer.Layer<PaymentProvider | InMemoryPaymentProvider> = Layer.effectContext(Effect.sync(() => {
  const controls = make()
  return Context.make(InMemoryPaymentProvider, controls).pipe(Context.add(PaymentProvider, controls.service))
}))
