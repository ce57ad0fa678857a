/**
 * The job `refund`: sends a refund to the provider, under a key of refund and attempt, and follows it until it is
 * final. An unknown outcome is looked up before anything else; only a refund that definitely failed gets another
 * attempt. One that succeeded is looked up again. `Refund` has the times. Follows docs/specification.md#refunds.
 */
import { RefundId } from "@beauty-store/domain/Ids"
import * as Domain from "@beauty-store/domain/Refund"
import { Entropy } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import type { Jobs } from "@beauty-store/sql/Jobs"
import type { Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EventType } from "../events/DomainEvents.ts"
import type { Events } from "../events/Events.ts"
import type { PaymentProvider, TimedRefund } from "../payment/PaymentProvider.ts"
import type { withinTime } from "../payment/ProviderCall.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as Flags from "../staff/Flags.ts"
import type { Receipts } from "./Receipts.ts"
import * as RefundRecords from "./RefundRecords.ts"

/** The services that sending needs. */
export interface Dependencies {
  readonly transactions: typeof Transactions.Service
  readonly jobs: typeof Jobs.Service
  readonly events: typeof Events.Service
  readonly receipts: typeof Receipts.Service
  readonly entropy: typeof Entropy.Service
  readonly provider: typeof PaymentProvider.Service
  readonly timely: ReturnType<typeof withinTime>
}

/** Writes an event of a refund to its order. */
export const appendEvent = (
  { events }: Pick<Dependencies, "events">,
  row: Pick<RefundRecords.RefundRow, "id" | "order_id" | "amount_minor" | "currency">,
  type: Extract<EventType, `refund.${string}`>,
  source: "provider" | "system"
) =>
  events.append(row.order_id, {
    type,
    source,
    data: { refundId: row.id, amountMinor: row.amount_minor, currency: row.currency }
  })

/** What the provider reports of an attempt. */
type Outcome = Pick<TimedRefund, "status" | "at">

/** Records that an attempt succeeded. Returns when to look it up again. */
const saveSucceeded = Effect.fnUntraced(
  function*(deps: Dependencies, refund: RefundRecords.RefundRow, begunAt: number, now: number) {
    const { attempt, id, order_id } = refund
    if ((yield* RefundRecords.setSucceeded(begunAt, id, attempt)) === 0) {
      return Domain.nextLookUp(refund.created_at, attempt, now)
    }
    const next = now + Domain.firstLookUpMillis
    yield* deps.jobs.schedule("refund", id, next)
    yield* appendEvent(deps, refund, "refund.succeeded", "provider")
    if (refund.cause !== "surplus") {
      yield* deps.receipts.credit({
        orderId: order_id,
        refundId: id,
        attempt,
        amountMinor: refund.amount_minor,
        parts: refund.parts ?? undefined,
        cause: refund.cause
      })
    }
    return next
  }
)

/** Records that an attempt failed, perhaps after it had succeeded. Returns when the next one is due. */
const saveFailed = Effect.fnUntraced(function*(deps: Dependencies, refund: RefundRecords.RefundRow, now: number) {
  const { attempt, id, order_id } = refund
  const next = now + Domain.failedPauseMillis(attempt)
  if ((yield* RefundRecords.setFailed(now, id, attempt)) === 0) return next
  yield* deps.jobs.schedule("refund", id, next)
  yield* appendEvent(deps, refund, "refund.failed", "provider")
  yield* Effect.provideService(Flags.raise("refund_failed", id, `attempt ${attempt}`), Entropy, deps.entropy)
  yield* deps.receipts.cancelCredit({ orderId: order_id, refundId: id, attempt, reason: "the refund failed" })
  return next
})

/**
 * Saves the status of an attempt and returns when to continue, if ever. News of an attempt that was given up changes
 * nothing, because the next attempt has its own plan.
 */
const saveStatus = Effect.fnUntraced(
  function*(deps: Dependencies, refund: RefundRecords.RefundRow, { at, status }: Outcome) {
    // Orders are locked before their other rows, here as everywhere.
    yield* Effect.orDie(OrderRecords.lock(refund.order_id))
    const now = yield* Clock.currentTimeMillis
    switch (status) {
      case "succeeded":
        return yield* saveSucceeded(deps, refund, at ?? now, now)
      case "pending":
        yield* RefundRecords.setPending(at ?? now, refund.id, refund.attempt)
        return now + Domain.pendingPauseMillis(now - refund.created_at)
      case "failed":
        return yield* saveFailed(deps, refund, now)
    }
  }
)

/** Asks the provider about the latest attempt of a refund and saves its status, if the provider knows of it. */
const lookUpAttempt = Effect.fnUntraced(function*(deps: Dependencies, refund: RefundRecords.RefundRow) {
  const key = RefundRecords.keyOf(refund.id, refund.attempt)
  const found = Option.getOrUndefined(yield* deps.timely(deps.provider.lookUpRefund(key)))
  if (found === undefined) return undefined
  return { next: yield* deps.transactions.write(saveStatus(deps, refund, found)) }
})

/** Looks up the refund of a provider's key, if there is one. */
export const lookUp = (deps: Dependencies) =>
  Effect.fnUntraced(function*(key: string) {
    const refundId = RefundId.claimed.make(key.slice(0, key.lastIndexOf(":")))
    const refund = Option.getOrUndefined(yield* deps.transactions.read(RefundRecords.byId(refundId)))
    if (refund !== undefined) yield* lookUpAttempt(deps, refund)
  })

/** Runs the job of one refund. Returns when to run it again, if ever. */
export const runJob = (deps: Dependencies): JobHandler =>
  Effect.fnUntraced(function*(subject) {
    const refundId = RefundId.claimed.make(subject)
    const { provider, timely, transactions } = deps
    const refund = Option.getOrUndefined(yield* transactions.read(RefundRecords.byId(refundId)))
    if (refund === undefined) return undefined
    const key = RefundRecords.keyOf(refund.id, refund.attempt)
    if (refund.state === "succeeded") {
      const found = yield* lookUpAttempt(deps, refund)
      return found === undefined
        ? Domain.nextLookUp(refund.created_at, refund.attempt, yield* Clock.currentTimeMillis)
        : found.next
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
          Effect.succeed<Outcome>({ status: "failed" }).pipe(
            Effect.tap(Effect.logWarning("the provider declined a refund", { refundId, code: declined.code }))
          )
      )
    )
    return yield* transactions.write(saveStatus(deps, refund, outcome))
  })
