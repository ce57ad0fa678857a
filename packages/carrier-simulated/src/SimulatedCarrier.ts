/**
 * The simulated carrier: it learns of confirmed orders by the shop's webhooks, moves a parcel for each on a fast clock,
 * and reports by signed messages. An order is one parcel, however often its webhook comes; one that has not left when
 * its order is cancelled, or shipped by somebody else, never leaves. Follows docs/specification.md#simulated-carrier.
 *
 * @since 1.0.0
 */
import type { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Signature from "@beauty-store/outbound/Signature"
import { canParse } from "@beauty-store/outbound/UrlText"
import * as Entropy from "@beauty-store/sql/Entropy"
import type { ConcludeJob } from "@beauty-store/sql/JobHandler"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Migrations from "@beauty-store/sql/Migrations"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Transactions from "@beauty-store/sql/Transactions"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CarrierSettings } from "./CarrierSettings.ts"
import { FaultPlan } from "./Faults.ts"
import * as Ledger from "./Ledger.ts"
import * as Messages from "./Messages.ts"
import * as ParcelRoute from "./ParcelRoute.ts"

/** A received webhook. */
export interface Hook {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/**
 * `refused`: not signed by the shop. `unanswered`: as if the connection had broken, before or after the hook took
 * effect.
 */
export type HookResult = "taken" | "refused" | "malformed" | "unanswered"

export class SimulatedCarrier extends Context.Tag("@beauty-store/carrier-simulated/SimulatedCarrier")<
  SimulatedCarrier,
  {
    /** Receives a signed webhook of the shop. It takes effect once, however often it comes. */
    readonly receive: (hook: Hook) => Effect.Effect<HookResult, Transactions.StoreUnavailable>
  }
>() {}

const HookText = Schema.parseJson(Schema.Struct({
  event: Schema.String,
  data: Schema.Struct({
    orderId: Schema.String,
    returnId: Schema.optional(Schema.String),
    trackingNumber: Schema.optional(Schema.String)
  })
}))
const decodeHook = Schema.decodeUnknownEither(HookText)
type HookContent = typeof HookText.Type

/** The kinds of the jobs that move parcels on and scan returns; the subject is the order's or the return's id. */
const moveKind = "move"
const returnKind = "scan-return"

/** Ends a parcel's journey: the carrier does nothing more about the order. */
const endJourney = Effect.fnUntraced(function*(orderId: string, status: "withdrawn" | "delivered") {
  const jobs = yield* Jobs.Jobs
  yield* Ledger.setParcelStatus(status, orderId)
  yield* jobs.cancel(moveKind, orderId)
})

const newParcel = Effect.fnUntraced(
  function*(orderId: string, status: Ledger.Parcel["status"], stageMillis: number, nextAt: number) {
    const { bytes } = yield* Entropy.Entropy
    return yield* Ledger.insertParcel({
      order_id: orderId,
      status,
      tracking_number: ParcelRoute.trackingNumber(bytes(12)),
      stage_millis: stageMillis,
      step: 0,
      next_at: nextAt,
      scans: Ledger.encodeScans([])
    })
  }
)

/** Applies a hook. `delay` is the fault plan's, for the first step. */
const applyHook = Effect.fnUntraced(
  function*({ data: { orderId, returnId, trackingNumber }, event }: HookContent, stageMillis: number, delay: number) {
    const jobs = yield* Jobs.Jobs
    const now = yield* Clock.currentTimeMillis
    switch (event) {
      case "order.created": {
        const nextAt = Math.round(now + ParcelRoute.steps[0]!.stages * stageMillis + delay)
        const added = yield* newParcel(orderId, "awaiting", stageMillis, nextAt)
        if (added > 0) yield* jobs.schedule(moveKind, orderId, nextAt)
        return
      }
      case "order.cancelled":
        // Also where this hook comes first: an order that becomes known later stays cancelled.
        yield* newParcel(orderId, "withdrawn", stageMillis, now)
        return yield* endJourney(orderId, "withdrawn")
      case "order.shipped": {
        const parcel = Option.getOrUndefined(yield* Ledger.lockParcel(orderId))
        const isOurs = parcel !== undefined && parcel.trackingNumber === trackingNumber
        // The shop's own staff has shipped it.
        if (parcel?.status === "awaiting" && !isOurs) yield* endJourney(orderId, "withdrawn")
        return
      }
      case "order.delivered": {
        const parcel = Option.getOrUndefined(yield* Ledger.lockParcel(orderId))
        const isOurs = trackingNumber === undefined || parcel?.trackingNumber === trackingNumber
        if (parcel?.status === "moving" && isOurs) yield* endJourney(orderId, "delivered")
        return
      }
      case "return.initiated": {
        if (returnId === undefined) return
        const added = yield* Ledger.insertReturnParcel({ id: returnId, order_id: orderId, status: "awaiting" })
        if (added > 0) yield* jobs.schedule(returnKind, returnId, now + stageMillis)
        return
      }
      case "return.cancelled":
        if (returnId === undefined) return
        yield* Ledger.insertReturnParcel({ id: returnId, order_id: orderId, status: "withdrawn" })
        yield* Ledger.setReturnStatus("withdrawn", returnId)
        yield* jobs.cancel(returnKind, returnId)
    }
  }
)

const service = Layer.effect(
  SimulatedCarrier,
  Effect.gen(function*() {
    const { read, write } = yield* Transactions.Transactions
    const { stageMillis } = yield* CarrierSettings
    const plan = yield* FaultPlan
    const context = yield* Effect.context<Jobs.Jobs | Entropy.Entropy>()
    return {
      receive: Effect.fnUntraced(function*({ body, headers }) {
        const account = Option.getOrUndefined(yield* read(Ledger.account()))
        const secret = Either.getOrUndefined(Signature.decodeSecret(account?.secret ?? ""))
        const nowMillis = yield* Clock.currentTimeMillis
        const secrets = secret === undefined ? [] : [secret]
        if (Either.isLeft(Signature.verify({ headers, body, secrets, nowMillis }))) return "refused"
        const hook = decodeHook(new TextDecoder().decode(body))
        if (Either.isLeft(hook)) return "malformed"
        const { data: { orderId }, event } = hook.right
        const fate = yield* plan.hook({ event, orderId })
        if (fate === "lost_before") return "unanswered"
        const delay = yield* plan.delay({ orderId, step: 0 })
        yield* write(Effect.provide(applyHook(hook.right, stageMillis, delay), context))
        return fate === "answered" ? "taken" : "unanswered"
      })
    }
  })
)

/** Takes a parcel's next step, if it is due, and ends the job with that or plans the one after. */
const move = Effect.fnUntraced(function*(orderId: string, conclude: ConcludeJob) {
  const { read, write } = yield* Transactions.Transactions
  const plan = yield* FaultPlan
  const found = Option.getOrUndefined(yield* read(Ledger.parcel(orderId)))
  if (found === undefined) return undefined
  const isLast = found.step + 1 >= ParcelRoute.steps.length
  const event = isLast ? "order.delivered" as const : "order.shipped" as const
  const copies = yield* plan.message({ event, orderId })
  const delay = isLast ? 0 : yield* plan.delay({ orderId, step: found.step + 1 })
  return yield* write(Effect.gen(function*() {
    const parcel = Option.getOrThrow(yield* Ledger.lockParcel(orderId))
    if (parcel.status !== "awaiting" && parcel.status !== "moving") return yield* conclude(undefined)
    const now = yield* Clock.currentTimeMillis
    // Another run was quicker, or this one repeats a run that was interrupted.
    if (parcel.step !== found.step || now < parcel.nextAt) return yield* conclude(parcel.nextAt)
    const scans = [...parcel.scans, ParcelRoute.scan(orderId, parcel.step, now)]
    const estimatedDelivery = parcel.estimatedDelivery ?? ParcelRoute.estimatedDelivery(now, parcel.stageMillis)
    const nextAt = isLast ? now : Math.round(
      now + ParcelRoute.steps[parcel.step + 1]!.stages * parcel.stageMillis + delay
    )
    const status = isLast ? "delivered" : "moving"
    yield* Ledger.moveParcel(status, estimatedDelivery, parcel.step + 1, nextAt, Ledger.encodeScans(scans), orderId)
    const { trackingNumber } = parcel
    yield* Messages.enqueue(
      {
        id: `msg_${orderId}_${parcel.step}`,
        event,
        data: isLast
          ? { orderId, trackingNumber, deliveredAt: DateTime.formatIso(DateTime.unsafeMake(now)), events: scans }
          : { orderId, carrier: ParcelRoute.carrier, trackingNumber, estimatedDelivery, events: scans }
      },
      copies
    )
    return yield* conclude(isLast ? undefined : nextAt)
  }))
})

/** Scans a return's parcel where the buyer handed it in. */
const scanReturn = Effect.fnUntraced(function*(returnId: string, conclude: ConcludeJob) {
  const { read, write } = yield* Transactions.Transactions
  const plan = yield* FaultPlan
  const found = Option.getOrUndefined(yield* read(Ledger.returnParcel(returnId)))
  if (found === undefined) return undefined
  const { orderId } = found
  const event = "return.initiated"
  const copies = yield* plan.message({ event, orderId })
  return yield* write(Effect.gen(function*() {
    const scanned = yield* Ledger.setReturnStatus("scanned", returnId)
    if (scanned > 0) {
      yield* Messages.enqueue({ id: `msg_${returnId}`, event, data: { orderId, returnId } }, copies)
    }
    yield* conclude(undefined)
  }))
})

/** A parcel that the shop ignores goes no further. */
const onResult = (message: Ledger.Message, result: string) =>
  result === "ignored" && message.event === "order.shipped" ? endJourney(message.orderId, "withdrawn") : Effect.void

/** Whether two addresses have the same host and path, on any port. */
const sameEndpoint = (one: string, other: string): boolean => {
  if (!canParse(one)) return false
  const [a, b] = [new URL(one), new URL(other)]
  return a.hostname === b.hostname && a.pathname === b.pathname
}

/**
 * Makes sure that this ledger has one subscription, at the current address. A subscription of its own whose secret was
 * never stored, because of a crash in the middle, is removed.
 */
const subscribe = Effect.gen(function*() {
  const { read, write } = yield* Transactions.Transactions
  const { hookUrl, shop } = yield* CarrierSettings
  const account = Option.getOrUndefined(yield* read(Ledger.account()))
  const there = yield* shop.subscriptions
  const kept = there.find((one) => one.subscriptionId === account?.subscriptionId)
  for (const one of there) {
    if (one !== kept && sameEndpoint(one.url, hookUrl)) yield* shop.unsubscribe(one.subscriptionId)
  }
  const keep = ({ secret, subscriptionId }: { readonly secret: string; readonly subscriptionId: string }) =>
    write(Ledger.setAccount({ n: 1, subscription_id: subscriptionId, url: hookUrl, secret }))
  if (account === undefined || kept === undefined) yield* keep(yield* shop.subscribe(hookUrl))
  else if (kept.url !== hookUrl) {
    yield* shop.move(kept.subscriptionId, hookUrl)
    yield* keep(account)
  }
})

/** Subscribes and runs jobs. The carrier starts even if the shop refuses the subscription. */
const background = Layer.scopedDiscard(Effect.gen(function*() {
  const jobs = yield* Jobs.Jobs
  yield* Effect.catchAll(subscribe, (error) => Effect.logWarning("the simulated carrier hears of no orders", error))
  const context = yield* Effect.context<Transactions.Transactions | Jobs.Jobs | FaultPlan>()
  const send = yield* Messages.sender(onResult)
  yield* Effect.forkScoped(jobs.run({
    [moveKind]: (orderId, conclude) => Effect.provide(Effect.as(move(orderId, conclude), undefined), context),
    [returnKind]: (returnId, conclude) => Effect.provide(Effect.as(scanReturn(returnId, conclude), undefined), context),
    [Messages.jobKind]: send
  }))
}))

/** The carrier and its background work, on a database of its own. */
export const layer: Layer.Layer<
  SimulatedCarrier,
  Transactions.StoreUnavailable | Migrations.TablesTooNew | Migrations.TableTaken,
  SqlClient | FaultPlan | CarrierSettings | Entropy.Entropy | HttpPost
> =
  // A layer is built once for each reference to it, whatever database it is given: `Transactions` and `Jobs` have to be
  // the carrier's own, not those that the store has built already.
  Layer.fresh(
    Layer.merge(service, background).pipe(
      Layer.provide(Jobs.layer),
      Layer.provide(Layer.effectDiscard(Migrations.run(Ledger.migrations, "the simulated carrier's ledger"))),
      Layer.provide(SqlTransactions.layer)
    )
  )
