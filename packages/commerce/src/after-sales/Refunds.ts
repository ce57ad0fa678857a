/**
 * Refunds: each is recorded with its reason, and a job sends it (`RefundSending`).
 *
 * Recording a refund claims its amount of the payment, in the transaction of its cause. There is one refund for a cause
 * and subject, however often it is recorded. The domain decides on goodwill refunds, which staff make by hand
 * (`Refund`). Follows docs/specification.md#refunds.
 *
 * @since 1.0.0
 */
import { type Day, dayOf } from "@beauty-store/domain/Days"
import { type Claimed, type OrderId, type PaymentId, RefundId, type ReturnId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { AmountMinor, type Currency } from "@beauty-store/domain/Money"
import type { OrderNotFound } from "@beauty-store/domain/Order"
import { mayAccess, type Principal } from "@beauty-store/domain/Principal"
import type { RateAmount } from "@beauty-store/domain/Receipt"
import * as Domain from "@beauty-store/domain/Refund"
import * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Events } from "../events/Events.ts"
import { checking, checkPage, optionalText } from "../InputChecks.ts"
import type { PaymentProvider, ProviderFault } from "../payment/PaymentProvider.ts"
import { withinTime } from "../payment/ProviderCall.ts"
import * as ProviderMeasurement from "../payment/ProviderMeasurement.ts"
import { Policy } from "../Policy.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import { Receipts } from "./Receipts.ts"
import * as RefundRecords from "./RefundRecords.ts"
import * as RefundSending from "./RefundSending.ts"

export type { Cause } from "./RefundRecords.ts"

export interface NewRefund {
  readonly paymentId: PaymentId
  readonly orderId: OrderId
  readonly cause: RefundRecords.Cause
  /** The id of the subject; unique together with the cause. */
  readonly subject: string
  /** In words, where somebody gave a reason. */
  readonly reason?: string | undefined
  readonly amountMinor: number
  /** Its parts by rates of VAT, which sum to it; default: any rates. */
  readonly parts?: ReadonlyArray<RateAmount> | undefined
  readonly currency: string
}

export interface RefundView {
  readonly refundId: RefundId
  readonly orderId: OrderId
  /** The return, where goods came back for it. */
  readonly returnId: ReturnId | undefined
  readonly amountMinor: number
  readonly currency: Currency
  readonly status: Domain.RefundStatus
  /** From the last decision: the refund, or another attempt where one failed. */
  readonly expectedBy: { readonly from: Day; readonly to: Day }
  readonly createdAt: number
}

type GiveRefusal = InvalidInput | OrderNotFound | Domain.RefundExceedsCaptured | Domain.RefundNotPossible

export class Refunds extends Context.Tag("@beauty-store/commerce/Refunds")<Refunds, {
  /** Records a refund and plans to send it at once. Returns its id, new or not. */
  readonly record: (refund: NewRefund) => Effect.Effect<RefundId, never, Transaction>
  /** A refund that staff make by hand: an amount, or all that is left. */
  readonly give: (
    orderId: Claimed<OrderId>,
    amountMinor: number | undefined,
    reason: string
  ) => Effect.Effect<RefundView, GiveRefusal | StoreUnavailable>
  /** One refund: of the principal's order, or any for staff that may read them. */
  readonly view: (
    principal: Principal,
    refundId: Claimed<RefundId>
  ) => Effect.Effect<RefundView, Domain.RefundNotFound | StoreUnavailable>
  /** Newest first: the principal's, or all for staff that may read them. */
  readonly list: (
    principal: Principal,
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<RefundView>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** Asks the provider about the refund of a key, after a notification. After a failure the provider notifies again. */
  readonly lookUp: (key: string) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The job `refund`: sends a refund and follows it until it is final. */
  readonly runJob: JobHandler
}>() {}

const dependencies = Effect.all({
  transactions: Transactions,
  jobs: Jobs,
  events: Events,
  receipts: Receipts,
  entropy: Entropy,
  provider: ProviderMeasurement.provider,
  policy: Policy,
  timely: Effect.map(Policy, withinTime),
  places: Effect.map(StoreSecret, (secret) => Cursor.cursors(secret, "refunds", Schema.String))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** After every id: ids are ASCII. */
const latest = "~"

const viewOf = ({ policy }: Dependencies, row: RefundRecords.RefundRow): RefundView => ({
  refundId: row.id,
  orderId: row.order_id,
  returnId: row.return_id ?? undefined,
  amountMinor: row.amount_minor,
  currency: row.currency,
  status: row.state,
  expectedBy: Domain.expectedBy(dayOf(row.decided_at, policy.timeZone)),
  createdAt: row.created_at
})

/** Records a refund inside the caller's transaction. Returns its id. */
const record = Effect.fnUntraced(function*(deps: Dependencies, refund: NewRefund) {
  const id = yield* idsFrom(deps.entropy)(RefundId)
  const now = yield* Clock.currentTimeMillis
  const added = yield* RefundRecords.insert({
    id,
    payment_id: refund.paymentId,
    order_id: refund.orderId,
    cause: refund.cause,
    subject: refund.subject,
    reason: refund.reason ?? "",
    amount_minor: refund.amountMinor,
    parts: refund.parts === undefined ? null : RefundRecords.encodeParts(refund.parts),
    currency: refund.currency,
    state: "pending",
    attempt: 1,
    created_at: now,
    decided_at: now
  })
  if (added === 0) return Option.getOrThrow(yield* RefundRecords.bySubject(refund.cause, refund.subject)).id
  yield* RefundRecords.claim(refund.amountMinor, refund.paymentId, refund.amountMinor)
  yield* deps.jobs.schedule("refund", id, now)
  yield* RefundSending.appendEvent(
    deps,
    { id, order_id: refund.orderId, amount_minor: refund.amountMinor, currency: refund.currency },
    "refund.created",
    "system"
  )
  return id
})

const checkGiven = checking(Schema.Struct({
  amountMinor: Schema.UndefinedOr(AmountMinor.pipe(Schema.positive())),
  reason: optionalText(1000)
}))

const give = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<OrderId>, amountMinor: number | undefined, reason: string) {
    yield* checkGiven({ amountMinor, reason })
    const { currency, id: orderId } = yield* OrderRecords.lock(claimed)
    const payment = Option.getOrUndefined(yield* SessionRecords.paymentOf(orderId))
    const amount = yield* Domain.decide({
      orderId,
      paymentStatus: payment === undefined
        ? yield* SessionRecords.unpaidStatus(orderId)
        : payment.refunding_minor === payment.captured_minor
        ? "refunded"
        : "paid",
      capturedMinor: payment?.captured_minor ?? 0,
      refundingMinor: payment?.refunding_minor ?? 0,
      currency
    }, amountMinor)
    const id = yield* record(deps, {
      paymentId: payment!.id,
      orderId,
      cause: "goodwill",
      subject: yield* idsFrom(deps.entropy)("gwl"),
      reason,
      amountMinor: amount,
      currency
    })
    yield* StaffTrail.record({
      action: "refund.give",
      subject: orderId,
      before: { refundingMinor: payment!.refunding_minor },
      after: { refundingMinor: payment!.refunding_minor + amount, refundId: id }
    })
    return viewOf(deps, Option.getOrThrow(yield* RefundRecords.byId(id)))
  }, deps.transactions.write)

const view = (deps: Dependencies) => (principal: Principal, refundId: Claimed<RefundId>) =>
  Effect.flatMap(
    deps.transactions.read(RefundRecords.byId(refundId)),
    (row) =>
      Option.isSome(row) && mayAccess(principal, row.value.principal, "orders:read")
        ? Effect.succeed(viewOf(deps, row.value))
        : new Domain.RefundNotFound({ refundId })
  )

const list = (deps: Dependencies) =>
  Effect.fnUntraced(
    function*(
      principal: Principal,
      page: { readonly limit: number; readonly cursor?: string | undefined }
    ) {
      yield* checkPage(page)
      const { cursor, limit } = page
      const before = cursor === undefined ? latest : yield* deps.places.decode(cursor)
      // Staff have no orders of their own.
      const rows = principal.kind === "staff"
        ? principal.scopes.includes("orders:read")
          ? yield* deps.transactions.read(RefundRecords.allBefore(before, limit + 1))
          : []
        : yield* deps.transactions.read(RefundRecords.ownBefore(principal.id, before, limit + 1))
      const { data, nextCursor } = Cursor.page(rows, limit, (last) => deps.places.encode(last.id))
      return { data: data.map((row) => viewOf(deps, row)), nextCursor }
    }
  )

export const layer: Layer.Layer<
  Refunds,
  never,
  Transactions | Jobs | Events | Receipts | Entropy | PaymentProvider | StoreSecret | Policy
> = Layer.effect(
  Refunds,
  Effect.map(dependencies, (deps) => ({
    record: (refund) => record(deps, refund),
    give: UseCase.named("Refunds.give", give(deps), {
      given: (orderId, amountMinor) => ({ orderId, amountMinor }),
      found: (view) => view
    }),
    view: UseCase.named("Refunds.view", view(deps), {
      given: (caller, refundId) => ({ caller, refundId }),
      found: (view) => view
    }),
    list: UseCase.named("Refunds.list", list(deps), { given: (caller) => ({ caller }) }),
    lookUp: UseCase.named("Refunds.lookUp", RefundSending.lookUp(deps)),
    runJob: RefundSending.runJob(deps)
  }))
)
