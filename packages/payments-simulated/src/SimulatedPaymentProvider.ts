/**
 * The simulated payment provider: the port's implementation over a ledger of its own, with everything behind it.
 *
 * `layer` wants a SqlClient of its own (a database file or schema that is not the store's), a fault plan, and a
 * `Post` to send notifications with. It brings its tables up to date, answers the port, serves `HostedPayments` to
 * whoever shows the pages, and runs its background work: what was processing settles, refunds take their course,
 * notifications leave. What a crash interrupts is carried on at the next start, since all of it stands in the ledger.
 *
 * Every mutation is found again by the store's key, so that a repeat answers what the first did. Follows
 * docs/specification.md#simulated-provider.
 */
import {
  AuthenticationRequired,
  type ChargeRequest,
  PaymentProvider,
  ProviderDeclined,
  type ProviderRefund,
  type ProviderSession,
  type RefundRequest,
  type SessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import * as Entropy from "@beauty-store/kernel/Entropy"
import * as Jobs from "@beauty-store/kernel/Jobs"
import * as Migrations from "@beauty-store/kernel/Migrations"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import * as SqlTransactions from "@beauty-store/kernel/SqlTransactions"
import * as Transactions from "@beauty-store/kernel/Transactions"
import type { Post } from "@beauty-store/web/Post"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Charges from "./Charges.ts"
import { enact, FaultPlan, type RefundCourse } from "./Faults.ts"
import * as HostedPayments from "./HostedPayments.ts"
import * as Ledger from "./Ledger.ts"
import { readFault, writeFault } from "./LedgerFaults.ts"
import * as Mandates from "./Mandates.ts"
import * as Notifications from "./Notifications.ts"
import { ProviderSettings } from "./ProviderSettings.ts"
import * as Vault from "./Vault.ts"

/** A session as it stands at a moment. */
interface Seen {
  readonly session: Pick<Ledger.Session, "id" | "status" | "expiresAt">
  readonly payments: ReadonlyArray<Ledger.Payment>
  readonly now: number
}

/** The kind of the jobs that move refunds along; the subject is the refund's key. */
const refundKind = "settle-refund"

const sessionOf = (
  session: Pick<Ledger.Session, "id" | "status" | "expiresAt">,
  payments: ReadonlyArray<Ledger.Payment>,
  url: string,
  now: number
): ProviderSession => ({
  providerId: `simulated_${session.id}`,
  sessionId: session.id,
  url,
  status: Ledger.statusAt(session, now),
  payments: payments.flatMap((payment) =>
    payment.status === "processing" || payment.status === "succeeded" || payment.status === "failed"
      ? [{
        paymentId: payment.id,
        status: payment.status,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        method: payment.method,
        instrument: payment.instrument,
        chargeKey: payment.chargeKey ?? undefined,
        at: payment.at
      }]
      : []
  )
})

/** A refused refund is one that failed, to whoever asks for it later. */
const refundOf = (refund: Ledger.Refund): ProviderRefund => ({
  key: refund.key,
  providerRefundId: refund.id,
  status: refund.status === "refused" ? "failed" : refund.status,
  failure: refund.failure ?? undefined
})

const refusals: Readonly<Record<string, string>> = {
  session_closed: "The session takes no payment any more.",
  mandate_not_active: "There is no such mandate, or it does not stand any more.",
  token_not_found: "No vault of ours gave this token out.",
  token_used: "The token has paid once, and pays once only.",
  token_expired: "The token's time has run out.",
  token_session_mismatch: "The token is for another checkout session.",
  token_merchant_mismatch: "The token is for another merchant.",
  token_currency_mismatch: "The token is for another currency.",
  token_amount_exceeded: "That is more than the token allows.",
  amount_invalid: "A refund is a positive whole number of minor units.",
  payment_not_found: "There is no such payment.",
  payment_not_captured: "The payment has taken no money.",
  currency_mismatch: "The payment was made in another currency.",
  amount_exceeds_payment: "That is more than is left of the payment."
}

const declined = (code: string) => new ProviderDeclined({ code, message: refusals[code] ?? code })

const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
}

const courseOf = (course: RefundCourse, now: number): ReadonlyArray<Ledger.RefundStep> => {
  const settled = { at: now + course.afterMillis, failure: course.failure ?? null }
  return settled.failure !== null || course.reversal === undefined
    ? [settled]
    : [settled, { at: settled.at + course.reversal.afterMillis, failure: course.reversal.failure }]
}

const port = Layer.effect(
  PaymentProvider,
  Effect.gen(function*() {
    const transactions = yield* Transactions.Transactions
    const { read, write } = transactions
    const jobs = yield* Jobs.Jobs
    const plan = yield* FaultPlan
    const settings = yield* ProviderSettings
    const secret = yield* StoreSecret
    const signingSecret = yield* Notifications.signingSecret
    const newId = Entropy.idsFrom(yield* Entropy.Entropy)
    const enacted = enact(plan)
    const context = yield* Effect.context<FaultPlan | Entropy.Entropy | Notifications.Courier | Jobs.Jobs>()

    const urlOf = (sessionId: string): Effect.Effect<string> =>
      Effect.map(settings.publicUrl, (base) => `${base}/pay/${HostedPayments.pages.tokenOf(secret, sessionId)}`)

    /** The session as it stands, described as it was first; in a transaction. */
    const openSession = Effect.fnUntraced(
      function*(request: SessionRequest): Effect.fn.Return<Seen, never, Transactions.Transaction> {
        const now = yield* Clock.currentTimeMillis
        const { amountMinor, currency, email, expiresAt, orderId, returnUrl, sessionId } = request
        const description = JSON.stringify(request.description)
        const preselect = request.preselect ?? null
        const inserted = yield* Ledger.insertSession({
          id: sessionId,
          order_id: orderId,
          amount_minor: amountMinor,
          currency,
          email,
          description,
          preselect,
          return_url: returnUrl,
          expires_at: expiresAt,
          created_at: now,
          status: "open",
          closed: 0
        })
        if (inserted > 0) return { session: { id: sessionId, status: "open", expiresAt } as const, payments: [], now }
        const found = Option.getOrThrow(yield* Ledger.lockSession(sessionId))
        if (found.createdAt === null) {
          yield* Ledger.describeSession(
            orderId,
            amountMinor,
            currency,
            email,
            description,
            preselect,
            returnUrl,
            expiresAt,
            now,
            sessionId
          )
        }
        return (yield* seen(sessionId))!
      }
    )

    /** A session as it stands, in a transaction. */
    const seen = Effect.fnUntraced(function*(sessionId: string) {
      const session = Option.getOrUndefined(yield* Ledger.session(sessionId))
      if (session === undefined || session.createdAt === null) return undefined
      const now = yield* Clock.currentTimeMillis
      return { session, payments: yield* Ledger.paymentsOf(sessionId), now }
    })

    const shown = ({ now, payments, session }: Seen) =>
      Effect.map(urlOf(session.id), (url) => sessionOf(session, payments, url, now))

    const checked = (request: SessionRequest): Effect.Effect<void, ProviderDeclined> =>
      !Number.isSafeInteger(request.amountMinor) || request.amountMinor <= 0
        ? new ProviderDeclined({ code: "amount_invalid", message: "There is nothing to pay." })
        : isWebAddress(request.returnUrl)
        ? Effect.void
        : new ProviderDeclined({ code: "return_url_invalid", message: "The return address is no web address." })

    const createSession = Effect.fnUntraced(function*(request: SessionRequest) {
      yield* checked(request)
      return yield* shown(yield* write(openSession(request)))
    })

    const lookUpSession = Effect.fnUntraced(function*(sessionId: string) {
      const session = yield* read(seen(sessionId))
      return session === undefined ? Option.none() : Option.some(yield* shown(session))
    })

    const charge = (request: ChargeRequest) =>
      Effect.gen(function*() {
        yield* checked(request.session)
        const outcome = yield* Charges.charge(request, openSession(request.session))
        switch (outcome.outcome) {
          case "succeeded":
            return yield* shown((yield* read(seen(outcome.sessionId)))!)
          case "authentication_required":
            return yield* new AuthenticationRequired({ url: yield* urlOf(outcome.sessionId) })
          case "declined":
            return yield* declined(outcome.declineCode ?? "")
        }
      }).pipe(Effect.provideService(Transactions.Transactions, transactions))

    const mandateUrl = (mandateId: string): Effect.Effect<string> =>
      Effect.map(settings.publicUrl, (base) => `${base}/pay/mandates/${Mandates.pages.tokenOf(secret, mandateId)}`)

    const mandateOf = Effect.fnUntraced(function*(mandate: Ledger.Mandate) {
      const now = yield* Clock.currentTimeMillis
      return Mandates.mandateOf(mandate, yield* mandateUrl(mandate.id), now)
    })

    const expireSession = Effect.fnUntraced(function*(sessionId: string) {
      yield* Ledger.insertSession({
        id: sessionId,
        order_id: "",
        amount_minor: 0,
        currency: "EUR",
        email: "",
        description: "[]",
        preselect: null,
        return_url: "",
        expires_at: 0,
        created_at: null,
        status: "expired",
        closed: 1
      })
      const session = Option.getOrThrow(yield* Ledger.lockSession(sessionId))
      const status = session.status === "open" ? "expired" : session.status
      if (!session.closed) yield* Ledger.closeSession(status, sessionId)
      return status
    }, write)

    const refund = Effect.fnUntraced(function*(request: RefundRequest) {
      const drawn = yield* plan.refund(request)
      const refund = yield* write(Effect.gen(function*() {
        const payment = Option.getOrUndefined(yield* Ledger.lockPayment(request.paymentId))
        const earlier = yield* Ledger.refund(request.key)
        if (Option.isSome(earlier)) return earlier.value

        const { amountMinor, currency, key, paymentId } = request
        const refusal = !Number.isSafeInteger(amountMinor) || amountMinor <= 0
          ? "amount_invalid"
          : payment === undefined
          ? "payment_not_found"
          : payment.status !== "succeeded"
          ? "payment_not_captured"
          : payment.currency !== currency
          ? "currency_mismatch"
          : (yield* Ledger.commitRefund(amountMinor, paymentId, amountMinor)) === 0
          ? "amount_exceeds_payment"
          : undefined
        const at = yield* Clock.currentTimeMillis
        const course = refusal === undefined ? courseOf(drawn, at) : []
        const inserted = yield* Ledger.insertRefund({
          key,
          id: yield* newId("rfnd"),
          payment_id: paymentId,
          // A refusal is kept so that it stays one, whatever amount it was about.
          amount_minor: refusal === "amount_invalid" ? 0 : amountMinor,
          currency,
          status: refusal === undefined ? "pending" : "refused",
          failure: refusal ?? null,
          course: Ledger.encodeCourse(course),
          at
        })
        // The same key, for another payment, at the same moment: the other one was first.
        if (inserted === 0) return yield* Effect.die(new Transactions.ConcurrentUpdate())
        if (course[0] !== undefined) yield* jobs.schedule(refundKind, key, course[0].at)
        return Option.getOrThrow(yield* Ledger.refund(key))
      }))
      if (refund.status === "refused") return yield* declined(refund.failure ?? "")
      return refundOf(refund)
    })

    return {
      name: "simulated",

      createSession: (request) =>
        enacted("createSession", request.sessionId, createSession(request)).pipe(
          Effect.catchTag("StoreUnavailable", writeFault)
        ),

      lookUpSession: (sessionId) =>
        enacted("lookUpSession", sessionId, lookUpSession(sessionId)).pipe(
          Effect.catchTag("StoreUnavailable", readFault)
        ),

      charge: (request) =>
        enacted("charge", request.key, charge(request)).pipe(
          Effect.catchTag("StoreUnavailable", writeFault),
          Effect.provide(context)
        ),

      lookUpToken: (token) =>
        enacted("lookUpToken", token, Effect.map(read(Ledger.token(token)), Option.map(Vault.tokenOf))).pipe(
          Effect.catchTag("StoreUnavailable", readFault)
        ),

      createMandate: (request) =>
        enacted("createMandate", request.mandateId, Effect.flatMap(Mandates.create(request), mandateOf)).pipe(
          Effect.provideService(Transactions.Transactions, transactions),
          Effect.catchTag("StoreUnavailable", writeFault)
        ),

      lookUpMandate: (mandateId) =>
        enacted(
          "lookUpMandate",
          mandateId,
          Effect.flatMap(
            read(Ledger.mandate(mandateId)),
            Option.match({
              onNone: () => Effect.succeedNone,
              onSome: (mandate) => Effect.asSome(mandateOf(mandate))
            })
          )
        ).pipe(Effect.catchTag("StoreUnavailable", readFault)),

      revokeMandate: (mandateId) =>
        enacted("revokeMandate", mandateId, Mandates.revoke(mandateId)).pipe(
          Effect.provideService(Transactions.Transactions, transactions),
          Effect.catchTag("StoreUnavailable", writeFault)
        ),

      expireSession: (sessionId) =>
        enacted("expireSession", sessionId, expireSession(sessionId)).pipe(
          Effect.catchTag("StoreUnavailable", writeFault)
        ),

      refund: (request) =>
        enacted("refund", request.key, refund(request)).pipe(
          Effect.catchTag("StoreUnavailable", writeFault)
        ),

      lookUpRefund: (key) =>
        enacted("lookUpRefund", key, Effect.map(read(Ledger.refund(key)), Option.map(refundOf))).pipe(
          Effect.catchTag("StoreUnavailable", readFault)
        ),

      verifyNotification: (message) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => Notifications.verify(message, signingSecret, now))
    }
  })
)

/** Moves a refund along its course as far as the clock has come, and answers when there is more to do. */
const settleRefund = Effect.fnUntraced(function*(key: string) {
  const { read, write } = yield* Transactions.Transactions
  const plan = yield* FaultPlan
  const found = Option.getOrUndefined(yield* read(Ledger.refund(key)))
  if (found === undefined) return undefined
  const copies = yield* plan.notification({ type: "refund.changed", subject: key })
  return yield* write(Effect.gen(function*() {
    yield* Ledger.lockPayment(found.paymentId)
    const refund = Option.getOrThrow(yield* Ledger.lockRefund(key))
    const now = yield* Clock.currentTimeMillis
    const [step, ...rest] = refund.course
    if (step === undefined) return undefined
    if (step.at > now) return step.at
    if (step.failure === null) {
      yield* Ledger.moveRefund("succeeded", null, Ledger.encodeCourse(rest), key)
    } else {
      // The money is the payment's again, and can be given back by another refund.
      yield* Ledger.moveRefund("failed", step.failure, Ledger.encodeCourse([]), key)
      yield* Ledger.releaseRefund(refund.amountMinor, refund.paymentId)
    }
    yield* Notifications.notify({ type: "refund.changed", subject: key }, copies)
    return step.failure === null ? rest[0]?.at : undefined
  }))
})

/** What goes on without anybody asking. */
const background = Layer.scopedDiscard(Effect.gen(function*() {
  const jobs = yield* Jobs.Jobs
  const context = yield* Effect.context<
    Transactions.Transactions | Jobs.Jobs | Notifications.Courier | FaultPlan | Entropy.Entropy
  >()
  yield* Effect.forkScoped(jobs.run({
    [Notifications.jobKind]: (subject) => Effect.provide(Notifications.resend(subject), context),
    [HostedPayments.settlementKind]: (paymentId) =>
      Effect.provide(Effect.as(HostedPayments.settle(paymentId), undefined), context),
    [refundKind]: (key) => Effect.provide(settleRefund(key), context)
  }))
}))

/** What keys page addresses and fingerprints: as configured, or made once for this ledger and kept in it. */
const secret = (configured: string | undefined) =>
  Layer.effect(
    StoreSecret,
    Effect.gen(function*() {
      if (configured !== undefined) return { key: new TextEncoder().encode(configured) }
      const { write } = yield* Transactions.Transactions
      const kept = yield* write(Ledger.keptSetting("secret", yield* Entropy.nextSecret))
      return { key: Buffer.from(kept, "base64url") }
    })
  )

export interface Options {
  /** The store's secret, where one is configured: the same card then has one fingerprint in every ledger. */
  readonly secret?: string | undefined
}

/** The provider, its pages' service and its background work, on a database of its own. */
export const layerWith = (options: Options): Layer.Layer<
  PaymentProvider | PaymentVault | HostedPayments.HostedPayments | Mandates.Mandates,
  Transactions.StoreUnavailable,
  SqlClient | FaultPlan | ProviderSettings | Entropy.Entropy | Post
> =>
  // A layer is built once for each reference to it, whatever database it is given: `Transactions` and `Jobs` have to be
  // the provider's own, not those that the store has built already.
  Layer.fresh(
    Layer.mergeAll(port, Vault.layer, HostedPayments.layer, Mandates.layer, background).pipe(
      Layer.provide(secret(options.secret)),
      Layer.provide(Notifications.layer),
      Layer.provide(Jobs.layer),
      Layer.provide(Layer.effectDiscard(Migrations.run(Ledger.migrations))),
      Layer.provide(SqlTransactions.layer)
    )
  )

export const layer = layerWith({})
