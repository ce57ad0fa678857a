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
import { PaymentProvider, type ProviderRefund } from "./PaymentProvider.ts"
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
  /** The provider said something about a refund of this key. */
  readonly noticed: (key: string) => Effect.Effect<void, StoreUnavailable>
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
        const now = yield* Clock.currentTimeMillis
        switch (outcome.status) {
          case "succeeded":
            yield* transactions.write(setState("succeeded", refund.attempt, refund.id, refund.attempt))
            // A refund can fail even after success was reported; a notification will say so.
            return undefined
          case "pending":
            return now + pendingLook(refund.attempt)
          case "failed":
            yield* transactions.write(setState("failed", refund.attempt + 1, refund.id, refund.attempt))
            return now + failedPause(refund.attempt)
        }
      })

    const noticed = (key: string) =>
      Effect.gen(function*() {
        const refundId = key.slice(0, key.lastIndexOf(":"))
        const refund = yield* transactions.read(byId(refundId))
        if (Option.isNone(refund)) return
        const latest = yield* Effect.option(timely(provider.lookUpRefund(keyOf(refundId, refund.value.attempt))))
        const status = Option.flatten(latest)
        if (Option.isNone(status) || status.value.status === "pending") return
        yield* transactions.write(Effect.gen(function*() {
          if (status.value.status === "succeeded") {
            yield* setState("succeeded", refund.value.attempt, refundId, refund.value.attempt)
            yield* jobs.cancel("refund", refundId)
          } else {
            yield* setState("failed", refund.value.attempt + 1, refundId, refund.value.attempt)
            yield* jobs.schedule(
              "refund",
              refundId,
              (yield* Clock.currentTimeMillis) + failedPause(refund.value.attempt)
            )
          }
        }))
      })

    return { intend, noticed, advance }
  })
)
