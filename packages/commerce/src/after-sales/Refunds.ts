/**
 * Money that goes back: intents that are recorded with their reason, and the job that carries each out.
 *
 * An intent commits the amount on the payment first (`refunding ≤ captured` holds by a conditional statement), then the
 * provider is asked under a key of refund and attempt: a repeat after a lost answer is the same refund. An outcome that
 * nobody knows is looked up before anything else is tried; only a refund that definitely failed gets a next attempt. One
 * that is done is looked at again, later and later: the news that a bank has sent the money back may get lost.
 * Follows contract §7, refunds; one refund to a cause and subject, however often it is asked for.
 */
import { refundExpected } from "@beauty-store/domain/BusinessDays"
import type { Day } from "@beauty-store/domain/Days"
import { toNumber } from "@beauty-store/domain/Money"
import type { OrderNotFound } from "@beauty-store/domain/Order"
import * as Domain from "@beauty-store/domain/Refund"
import * as Cursor from "@beauty-store/kernel/Cursor"
import { Entropy, idsFrom } from "@beauty-store/kernel/Entropy"
import type { JobHandler } from "@beauty-store/kernel/JobHandler"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Principal } from "../identity/Identity.ts"
import { PaymentProvider, type ProviderFault, type ProviderRefund } from "../payment/PaymentProvider.ts"
import { withinTime } from "../payment/ProviderCall.ts"
import { Policy } from "../Policy.ts"
import { Events, type EventType } from "../records/Events.ts"
import * as Flags from "../records/Flags.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { Receipts } from "./Receipts.ts"

/** Why money goes back. */
export const Cause = Schema.Literal("surplus", "cancellation", "return", "goodwill")
export type Cause = typeof Cause.Type

export interface Intent {
  readonly paymentId: string
  readonly orderId: string
  readonly cause: Cause
  /** What the cause is about: with the cause, unique. */
  readonly subject: string
  /** In words, where somebody gave one. */
  readonly reason?: string | undefined
  readonly amountMinor: number
  readonly currency: string
}

export interface RefundView {
  readonly refundId: string
  readonly orderId: string
  /** Where goods came back for it. */
  readonly returnId: string | undefined
  readonly amountMinor: number
  readonly currency: "EUR"
  readonly status: Domain.RefundStatus
  readonly expectedBy: { readonly from: Day; readonly to: Day }
  readonly createdAt: number
}

type GiveRefusal = OrderNotFound | Domain.RefundExceedsCaptured | Domain.RefundNotPossible

export class Refunds extends Context.Tag("@beauty-store/commerce/Refunds")<Refunds, {
  /** Records that an amount goes back, and plans to send it at once. Answers the refund's id, new or not. */
  readonly intend: (intent: Intent) => Effect.Effect<string, never, Transaction>
  /** Staff give money back by hand: an amount, or all that is left. */
  readonly give: (
    orderId: string,
    amountMinor: number | undefined,
    reason: string
  ) => Effect.Effect<RefundView, GiveRefusal | StoreUnavailable>
  /** One refund: of the principal's order, or any to staff that may read them. */
  readonly view: (
    principal: Principal,
    refundId: string
  ) => Effect.Effect<RefundView, Domain.RefundNotFound | StoreUnavailable>
  /** Newest first: the principal's, or all to staff that may read them. */
  readonly list: (
    principal: Principal,
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<RefundView>, Cursor.InvalidCursor | StoreUnavailable>
  /** The provider said something about a refund of this key: asks what. A fault means that it is to say it again. */
  readonly noticed: (key: string) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The background work `refund`: sends one and follows it to its end. */
  readonly advance: JobHandler
}>() {}

const commit = Query.changeOne<[amount: number, paymentId: string, amount: number]>(
  "UPDATE payment SET refunding_minor = refunding_minor + ? WHERE id = ? AND refunding_minor + ? <= captured_minor"
)
const insert = Query.insert(
  "refund",
  [
    "id",
    "payment_id",
    "order_id",
    "cause",
    "subject",
    "reason",
    "amount_minor",
    "currency",
    "state",
    "attempt",
    "created_at"
  ],
  "ON CONFLICT (cause, subject) DO NOTHING"
)
const Row = Schema.Struct({
  id: Schema.String,
  order_id: Schema.String,
  principal: Schema.String,
  cause: Cause,
  subject: Schema.String,
  provider_payment: Schema.String,
  amount_minor: Query.Int,
  currency: Schema.Literal("EUR"),
  state: Domain.RefundStatus,
  attempt: Query.Int,
  created_at: Query.Int
})
type Row = typeof Row.Type
const selected = `SELECT r.id, r.order_id, o.principal, r.cause, r.subject, p.provider_id AS provider_payment,
    r.amount_minor, r.currency, r.state, r.attempt, r.created_at
  FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = r.order_id`
const byId = Query.first(Row)<[id: string]>(`${selected} WHERE r.id = ? FOR UPDATE OF r`)
const bySubject = Query.first(Row)<[cause: string, subject: string]>(`${selected} WHERE r.cause = ? AND r.subject = ?`)
const allBefore = Query.all(Row)<[before: string, limit: number]>(
  `${selected} WHERE r.id < ? ORDER BY r.id DESC LIMIT ?`
)
const ownBefore = Query.all(Row)<[principal: string, before: string, limit: number]>(
  `${selected} WHERE o.principal = ? AND r.id < ? ORDER BY r.id DESC LIMIT ?`
)
/** An attempt comes to an end, once. */
const setState = Query.change<
  [state: string, attempt: number, id: string, attemptBefore: number, state: string]
>("UPDATE refund SET state = ?, attempt = ? WHERE id = ? AND attempt = ? AND state <> ?")
/** An attempt that follows a failed one is under way. */
const setPending = Query.change<[id: string, attempt: number]>(
  "UPDATE refund SET state = 'pending' WHERE id = ? AND attempt = ? AND state = 'failed'"
)

const keyOf = (refundId: string, attempt: number) => `${refundId}:${attempt}`

/**
 * How soon to look again after a refund that is under way, by its age, and how late to try one again that failed; in
 * milliseconds. Banks take days: what has been under way for hours is looked after by the hour.
 */
const pendingLook = (age: number) => Math.min(Math.max(60_000, age / 4), 3_600_000)
/**
 * When to look again at a refund that succeeded: a bank may still send the money back, and who says so may not be heard.
 * After a day, then at twice the age each time, for about a month an attempt.
 */
const doneLook = (createdAt: number, attempt: number, now: number): number | undefined => {
  const age = now - createdAt
  return age < 32 * day * attempt ? now + Math.max(day, age) : undefined
}
const day = 24 * 3_600_000
const failedPause = (attempt: number) => Math.min(60_000 * 2 ** attempt, 24 * 3_600_000)

/** After every id: ids are ASCII. */
const latest = "~"

const viewOf = (row: Row): RefundView => ({
  refundId: row.id,
  orderId: row.order_id,
  returnId: row.cause === "return" ? row.subject : undefined,
  amountMinor: row.amount_minor,
  currency: row.currency,
  status: row.state,
  expectedBy: refundExpected(row.created_at),
  createdAt: row.created_at
})

const mayReadAll = (principal: Principal): boolean =>
  principal.kind === "staff" && principal.scopes.includes("orders:read")
/** Staff have no orders of their own. */
const mayReadOf = (principal: Principal, owner: string): boolean => principal.kind !== "staff" && owner === principal.id

export const layer: Layer.Layer<
  Refunds,
  never,
  Transactions | Jobs | Events | Receipts | Entropy | PaymentProvider | StoreSecret
> = Layer.effect(
  Refunds,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const events = yield* Events
    const receipts = yield* Receipts
    const entropy = yield* Entropy
    const provider = yield* PaymentProvider
    const timely = withinTime(yield* Policy)
    const places = Cursor.cursors(yield* StoreSecret, "refunds", Schema.String)

    const tell = (
      row: Pick<Row, "id" | "order_id" | "amount_minor" | "currency">,
      type: EventType,
      source: "provider" | "system"
    ) =>
      events.append(row.order_id, {
        type,
        source,
        data: { refundId: row.id, amount: toNumber(row.amount_minor), currency: row.currency }
      })

    const intend = Effect.fnUntraced(function*(intent: Intent) {
      const id = yield* idsFrom(entropy)("ref")
      const now = yield* Clock.currentTimeMillis
      const added = yield* insert({
        id,
        payment_id: intent.paymentId,
        order_id: intent.orderId,
        cause: intent.cause,
        subject: intent.subject,
        reason: intent.reason ?? "",
        amount_minor: intent.amountMinor,
        currency: intent.currency,
        state: "pending",
        attempt: 1,
        created_at: now
      })
      if (added === 0) return Option.getOrThrow(yield* bySubject(intent.cause, intent.subject)).id
      yield* commit(intent.amountMinor, intent.paymentId, intent.amountMinor)
      yield* jobs.schedule("refund", id, now)
      yield* tell(
        { id, order_id: intent.orderId, amount_minor: intent.amountMinor, currency: "EUR" },
        "refund.created",
        "system"
      )
      return id
    })

    const give = Effect.fnUntraced(function*(orderId: string, amountMinor: number | undefined, reason: string) {
      yield* OrderRecords.lock(orderId)
      const payment = Option.getOrUndefined(yield* SessionRecords.paymentOf(orderId))
      const amount = yield* Domain.decide({
        orderId,
        paymentStatus: payment === undefined
          ? yield* SessionRecords.unpaidStatus(orderId)
          : payment.refunding_minor === payment.captured_minor
          ? "refunded"
          : "paid",
        capturedMinor: payment?.captured_minor ?? 0,
        refundingMinor: payment?.refunding_minor ?? 0
      }, amountMinor)
      const id = yield* intend({
        paymentId: payment!.id,
        orderId,
        cause: "goodwill",
        subject: yield* idsFrom(entropy)("gwl"),
        reason,
        amountMinor: amount,
        currency: "EUR"
      })
      return viewOf(Option.getOrThrow(yield* byId(id)))
    }, transactions.write)

    const view = (principal: Principal, refundId: string) =>
      Effect.flatMap(
        transactions.read(byId(refundId)),
        (row) =>
          Option.isSome(row) && (mayReadAll(principal) || mayReadOf(principal, row.value.principal))
            ? Effect.succeed(viewOf(row.value))
            : new Domain.RefundNotFound({ refundId })
      )

    const list = Effect.fnUntraced(
      function*(
        principal: Principal,
        { cursor, limit }: { readonly limit: number; readonly cursor?: string | undefined }
      ) {
        const before = cursor === undefined ? latest : yield* places.decode(cursor)
        const rows = mayReadAll(principal)
          ? yield* transactions.read(allBefore(before, limit + 1))
          : principal.kind === "staff"
          ? []
          : yield* transactions.read(ownBefore(principal.id, before, limit + 1))
        const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id))
        return { data: data.map(viewOf), nextCursor }
      }
    )

    const advance: JobHandler = Effect.fnUntraced(function*(refundId) {
      const refund = Option.getOrUndefined(yield* transactions.read(byId(refundId)))
      if (refund === undefined) return undefined
      const key = keyOf(refund.id, refund.attempt)
      if (refund.state === "succeeded") {
        const seen = yield* look(refund)
        return seen === undefined
          ? doneLook(refund.created_at, refund.attempt, yield* Clock.currentTimeMillis)
          : seen.next
      }
      const outcome = yield* timely(provider.refund({
        key,
        paymentId: refund.provider_payment,
        amountMinor: refund.amount_minor,
        currency: refund.currency
      })).pipe(
        Effect.catchTag(
          "ProviderDeclined",
          (declined) =>
            Effect.succeed<Pick<ProviderRefund, "status">>({ status: "failed" }).pipe(
              Effect.tap(Effect.logWarning("the provider declined a refund", { refundId, code: declined.code }))
            )
        )
      )
      return yield* transactions.write(save(refund, outcome.status))
    })

    /** Asks the provider about the latest attempt of a refund and saves the answer, if it knows of it. */
    const look = Effect.fnUntraced(function*(refund: Row) {
      const latest = Option.getOrUndefined(yield* timely(provider.lookUpRefund(keyOf(refund.id, refund.attempt))))
      if (latest === undefined) return undefined
      return { next: yield* transactions.write(save(refund, latest.status)) }
    })

    /**
     * Saves what an attempt has come to and answers when to go on, if ever. News of an attempt that was already given up
     * changes nothing: the next one has its own plan.
     */
    const save = Effect.fnUntraced(function*(refund: Row, status: ProviderRefund["status"]) {
      const { attempt, id, order_id } = refund
      // Orders are locked before what belongs to them, here as everywhere.
      yield* Effect.orDie(OrderRecords.lock(order_id))
      const now = yield* Clock.currentTimeMillis
      switch (status) {
        case "succeeded": {
          if ((yield* setState("succeeded", attempt, id, attempt, "succeeded")) === 0) {
            return doneLook(refund.created_at, attempt, now)
          }
          const next = now + day
          yield* jobs.schedule("refund", id, next)
          yield* tell(refund, "refund.succeeded", "provider")
          if (refund.cause !== "surplus") {
            yield* receipts.credit({
              orderId: order_id,
              refundId: id,
              attempt,
              amountMinor: refund.amount_minor,
              cause: refund.cause
            })
          }
          return next
        }
        case "pending":
          yield* setPending(id, attempt)
          return now + Math.floor(pendingLook(now - refund.created_at))
        case "failed": {
          const next = now + failedPause(attempt)
          if ((yield* setState("failed", attempt + 1, id, attempt, "")) === 0) return next
          yield* jobs.schedule("refund", id, next)
          yield* tell(refund, "refund.failed", "provider")
          yield* Effect.provideService(Flags.raise("refund_failed", id, `attempt ${attempt}`), Entropy, entropy)
          yield* receipts.cancelCredit({ orderId: order_id, refundId: id, attempt, reason: "the refund failed" })
          return next
        }
      }
    })

    const noticed = Effect.fnUntraced(function*(key: string) {
      const refund = Option.getOrUndefined(yield* transactions.read(byId(key.slice(0, key.lastIndexOf(":")))))
      if (refund !== undefined) yield* look(refund)
    })

    return { intend, give, view, list, noticed, advance }
  })
)
