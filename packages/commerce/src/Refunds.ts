/**
 * Money that goes back: intents that are recorded with their reason, and the job that carries each out.
 *
 * An intent commits the amount on the payment first (`refunding ≤ captured` holds by a conditional statement), then the
 * provider is asked under a key of refund and attempt: a repeat after a lost answer is the same refund. An outcome that
 * nobody knows is looked up before anything else is tried; only a refund that definitely failed gets a next attempt.
 * Follows contract §7, refunds; one refund to a cause and subject, however often it is asked for.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Entropy, nextId } from "./Entropy.ts"
import { type Handler, Jobs } from "./Jobs.ts"
import { PaymentProvider, type ProviderFault, type ProviderRefund } from "./PaymentProvider.ts"
import { Policy } from "./Policy.ts"
import { withinTime } from "./ProviderCall.ts"
import * as Query from "./Query.ts"
import { type StoreUnavailable, type Transaction, Transactions } from "./Transactions.ts"

/** Why money goes back. */
export const Cause = Schema.Literal("surplus", "cancellation", "return", "goodwill")
export type Cause = typeof Cause.Type

export interface Intent {
  readonly paymentId: string
  readonly orderId: string
  readonly cause: Cause
  /** What the cause is about: with the cause, unique. */
  readonly subject: string
  readonly amountMinor: number
  readonly currency: string
}

export class Refunds extends Context.Tag("@beauty-store/commerce/Refunds")<Refunds, {
  /** Records that an amount goes back, and plans to send it at once. */
  readonly intend: (intent: Intent) => Effect.Effect<void, never, Transaction>
  /** The provider said something about a refund of this key: asks what. A fault means that it is to say it again. */
  readonly noticed: (key: string) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The background work `refund`: sends one and follows it to its end. */
  readonly advance: Handler
}>() {}

const commit = Query.changeOne<[amount: number, paymentId: string, amount: number]>(
  "UPDATE payment SET refunding_minor = refunding_minor + ? WHERE id = ? AND refunding_minor + ? <= captured_minor"
)
const insert = Query.insert(
  "refund",
  ["id", "payment_id", "order_id", "cause", "subject", "amount_minor", "currency", "state", "attempt", "created_at"],
  "ON CONFLICT DO NOTHING"
)
const Row = Schema.Struct({
  id: Schema.String,
  provider_payment: Schema.String,
  amount_minor: Query.Int,
  currency: Schema.Literal("EUR"),
  state: Schema.Literal("pending", "succeeded", "failed"),
  attempt: Query.Int
})
const byId = Query.first(Row)<[id: string]>(
  `SELECT r.id, p.provider_id AS provider_payment, r.amount_minor, r.currency, r.state, r.attempt
   FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.id = ?`
)
const setState = Query.change<[state: string, attempt: number, id: string, attemptBefore: number]>(
  "UPDATE refund SET state = ?, attempt = ? WHERE id = ? AND attempt = ?"
)

/** An attempt that follows a failed one is under way. */
const setPending = Query.change<[id: string, attempt: number]>(
  "UPDATE refund SET state = 'pending' WHERE id = ? AND attempt = ? AND state = 'failed'"
)

const keyOf = (refundId: string, attempt: number) => `${refundId}:${attempt}`

/** How soon to look again after a refund that is under way, and how late after one that failed, in milliseconds. */
const pendingLook = (attempt: number) => 60_000 * Math.min(attempt + 1, 60)
const failedPause = (attempt: number) => Math.min(60_000 * 2 ** attempt, 24 * 3_600_000)

export const layer: Layer.Layer<Refunds, never, Transactions | Jobs | Entropy | PaymentProvider> = Layer.effect(
  Refunds,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const entropy = yield* Entropy
    const provider = yield* PaymentProvider
    const timely = withinTime(yield* Policy)

    const intend = (intent: Intent) =>
      Effect.gen(function*() {
        const id = yield* Effect.provideService(nextId("ref"), Entropy, entropy)
        const now = yield* Clock.currentTimeMillis
        const added = yield* insert({
          id,
          payment_id: intent.paymentId,
          order_id: intent.orderId,
          cause: intent.cause,
          subject: intent.subject,
          amount_minor: intent.amountMinor,
          currency: intent.currency,
          state: "pending",
          attempt: 1,
          created_at: now
        })
        if (added === 0) return
        yield* commit(intent.amountMinor, intent.paymentId, intent.amountMinor)
        yield* jobs.schedule("refund", id, now)
      })

    const advance: Handler = (refundId) =>
      Effect.gen(function*() {
        const refund = Option.getOrUndefined(yield* transactions.read(byId(refundId)))
        if (refund === undefined || refund.state === "succeeded") return undefined
        const key = keyOf(refund.id, refund.attempt)
        const outcome = yield* timely(provider.refund({
          key,
          paymentId: refund.provider_payment,
          amountMinor: refund.amount_minor,
          currency: refund.currency
        })).pipe(Effect.catchTag("ProviderDeclined", (declined) =>
          Effect.succeed<Pick<ProviderRefund, "status">>({ status: "failed" }).pipe(
            Effect.tap(Effect.logWarning("the provider declined a refund", { refundId, code: declined.code }))
          )))
        return yield* transactions.write(save(refund, outcome.status))
      })

    /**
     * Saves what an attempt has come to and answers when to go on, if ever. News of an attempt that was already given up
     * changes nothing: the next one has its own plan.
     */
    const save = (refund: typeof Row.Type, status: ProviderRefund["status"]) =>
      Effect.gen(function*() {
        const { attempt, id } = refund
        const now = yield* Clock.currentTimeMillis
        switch (status) {
          case "succeeded": {
            // It can fail even after this; a notification will say so.
            if ((yield* setState("succeeded", attempt, id, attempt)) === 1) yield* jobs.cancel("refund", id)
            return undefined
          }
          case "pending":
            yield* setPending(id, attempt)
            return now + pendingLook(attempt)
          case "failed": {
            const next = now + failedPause(attempt)
            if ((yield* setState("failed", attempt + 1, id, attempt)) === 1) yield* jobs.schedule("refund", id, next)
            return next
          }
        }
      })

    const noticed = (key: string) =>
      Effect.gen(function*() {
        const refund = Option.getOrUndefined(yield* transactions.read(byId(key.slice(0, key.lastIndexOf(":")))))
        if (refund === undefined) return
        const latest = yield* timely(provider.lookUpRefund(keyOf(refund.id, refund.attempt)))
        if (Option.isSome(latest)) yield* transactions.write(save(refund, latest.value.status))
      })

    return { intend, noticed, advance }
  })
)
