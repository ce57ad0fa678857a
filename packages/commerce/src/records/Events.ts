/**
 * The events of orders, numbered without gaps by each order's own counter: its timeline, and the outbox of the messages
 * to partners.
 *
 * An event is written in the transaction that makes it true. A delivery for every subscription is written with it, and
 * its lane (the deliveries of one order to one subscription) is scheduled, so that no event is lost, and no message
 * reports what did not happen. Follows docs/specification.md#events and docs/specification.md#webhooks-out.
 */
import { Day } from "@beauty-store/domain/Days"
import { EventId, type OrderId, ProductId, RefundId, ReturnId, SubscriptionId } from "@beauty-store/domain/Ids"
import { Currency } from "@beauty-store/domain/Money"
import { EventSource as Source, OrderStatus } from "@beauty-store/domain/Order"
import { PaymentMethod } from "@beauty-store/domain/Payment"
import { Entropy, idsFrom } from "@beauty-store/kernel/Entropy"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { ConcurrentUpdate, type Transaction } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

export { Source }

/** The types of events. `order.placed` is not sent to partners: nothing is paid yet. */
export const EventType = Schema.Literal(
  "order.placed",
  "order.created",
  "order.cancelled",
  "order.shipped",
  "order.delivered",
  "payment.succeeded",
  "payment.refused",
  "refund.created",
  "refund.succeeded",
  "refund.failed",
  "return.initiated",
  "return.in_transit",
  "return.received",
  "return.refunded",
  "return.rejected",
  "return.cancelled"
)
export type EventType = typeof EventType.Type

const refund = Schema.Struct({
  refundId: RefundId,
  amount: Schema.Number.annotations({ documentation: "in euros" }),
  currency: Currency
})
const ofReturn = Schema.Struct({ returnId: ReturnId })

/**
 * The facts of each event: the fields of its `data`, as partners get them beside `orderId`. Nothing personal, no
 * capability. The compiler holds every use case that writes an event to them, and docs/api.md prints them.
 */
export const eventData = {
  "order.placed": Schema.Struct({}),
  "order.created": Schema.Struct({}).annotations({
    documentation: "sent when the order is confirmed, not at checkout"
  }),
  "order.cancelled": Schema.Struct({
    reason: Schema.optional(Schema.String).annotations({ documentation: "why, if a reason was given" })
  }),
  "order.shipped": Schema.Struct({
    carrier: Schema.String,
    trackingNumber: Schema.String,
    estimatedDelivery: Schema.optional(Day).annotations({ documentation: "the day, if the carrier says one" }),
    items: Schema.Array(Schema.Struct({ productId: ProductId, quantity: Schema.Int })).annotations({
      documentation: "the units of this shipment: `productId`, `quantity`"
    })
  }),
  "order.delivered": Schema.Struct({
    deliveredAt: Schema.String.annotations({ documentation: "the moment" }),
    trackingNumber: Schema.optional(Schema.String).annotations({ documentation: "if one shipment arrived alone" })
  }),
  "payment.succeeded": Schema.Struct({
    amount: Schema.Number.annotations({ documentation: "in euros" }),
    currency: Currency,
    method: PaymentMethod
  }),
  "payment.refused": Schema.Struct({ reason: Schema.String }),
  "refund.created": refund,
  "refund.succeeded": refund,
  "refund.failed": refund,
  "return.initiated": Schema.Struct({
    returnId: ReturnId,
    items: Schema.Array(Schema.Struct({ productId: ProductId, quantity: Schema.Int, reason: Schema.String }))
      .annotations({
        documentation: "the units that come back: `productId`, `quantity`, `reason`"
      })
  }),
  "return.in_transit": ofReturn,
  "return.received": ofReturn,
  "return.refunded": ofReturn,
  "return.rejected": ofReturn,
  "return.cancelled": ofReturn
} satisfies { readonly [Type in EventType]: Schema.Schema.AnyNoContext }

type DataOf<Type extends EventType> = (typeof eventData)[Type]["Type"]

/** Sent to no partner. */
export const unpublished: ReadonlySet<EventType> = new Set(["order.placed"])

/** Sent to partners. */
export const published: ReadonlyArray<EventType> = EventType.literals.filter((type) => !unpublished.has(type))

/** What happened, and the facts that belong to it (`eventData`). */
export type EventFacts = {
  readonly [Type in EventType]:
    & { readonly type: Type; readonly source: Source }
    & (keyof DataOf<Type> extends never ? { readonly data?: undefined } : { readonly data: DataOf<Type> })
}[EventType]

export type Event = EventFacts & {
  /** The order's new status, where the event changes it. */
  readonly status?: OrderStatus | undefined
}

export class Events extends Context.Tag("@beauty-store/commerce/Events")<Events, {
  /** Writes an event; with `seq` where the caller has counted the order's events itself. */
  readonly append: (orderId: OrderId, event: Event, seq?: number) => Effect.Effect<void, never, Transaction>
  /** Writes several events of one moment, the first with the number `first`. */
  readonly appendAll: (
    orderId: OrderId,
    events: ReadonlyArray<Event>,
    first: number
  ) => Effect.Effect<void, never, Transaction>
}>() {}

const insertEvents = Query.insertAll("event", ["id", "order_id", "seq", "type", "status", "source", "data", "at"])
const Seq = Schema.Struct({ events: Query.Int })
const count = Query.first(Seq)<[orderId: OrderId]>(
  "UPDATE orders SET events = events + 1 WHERE id = ? RETURNING events"
)
const SubscriptionRow = Schema.Struct({ id: SubscriptionId })
const subscriptions = Query.all(SubscriptionRow)<[orderId: OrderId]>(
  `SELECT id FROM subscription WHERE deleted_at IS NULL
     AND (principal IS NULL OR principal = (SELECT o.principal FROM orders o WHERE o.id = ?))
   ORDER BY id`
)
const insertDeliveries = Query.insertAll("delivery", [
  "subscription_id",
  "order_id",
  "seq",
  "event_id",
  "state",
  "attempts",
  "round"
])

/** The subject of the job that sends a lane's messages. */
export const laneOf = (subscriptionId: SubscriptionId, orderId: OrderId): string => `${subscriptionId}:${orderId}`

const dependencies = Effect.all({ jobs: Jobs, newId: Effect.map(Entropy, idsFrom) })
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Writes the deliveries of events, and schedules their lanes. */
const addDeliveries = Effect.fnUntraced(
  function*(
    { jobs }: Dependencies,
    orderId: OrderId,
    events: ReadonlyArray<{ readonly id: EventId; readonly seq: number }>,
    at: number
  ) {
    const subscribed = yield* subscriptions(orderId)
    if (subscribed.length === 0) return
    yield* insertDeliveries(subscribed.flatMap((subscription) =>
      events.map(({ id, seq }) => ({
        subscription_id: subscription.id,
        order_id: orderId,
        seq,
        event_id: id,
        state: "waiting",
        attempts: 0,
        round: 0
      }))
    ))
    for (const subscription of subscribed) {
      yield* jobs.schedule("deliver", laneOf(subscription.id, orderId), at)
    }
  }
)

const appendAll = (deps: Dependencies) =>
  Effect.fnUntraced(function*(orderId: OrderId, events: ReadonlyArray<Event>, first: number) {
    const at = yield* Clock.currentTimeMillis
    const written: Array<{ readonly id: EventId; readonly seq: number; readonly event: Event }> = []
    for (const [n, event] of events.entries()) {
      written.push({ id: yield* deps.newId(EventId), seq: first + n, event })
    }
    yield* insertEvents(written.map(({ event: { data = {}, source, status, type }, id, seq }) => ({
      id,
      order_id: orderId,
      seq,
      type,
      status: status ?? null,
      source,
      data: JSON.stringify({ orderId, ...data }),
      at
    })))
    const told = written.filter(({ event }) => !unpublished.has(event.type))
    if (told.length > 0) yield* addDeliveries(deps, orderId, told, at)
  })

const append = (appendAll: Context.Tag.Service<Events>["appendAll"]) =>
  Effect.fnUntraced(function*(orderId: OrderId, event: Event, counted?: number) {
    const row = counted === undefined ? yield* count(orderId) : undefined
    if (row?._tag === "None") return yield* Effect.die(new ConcurrentUpdate())
    yield* appendAll(orderId, [event], counted ?? row!.value.events)
  })

export const layer: Layer.Layer<Events, never, Jobs | Entropy> = Layer.effect(
  Events,
  Effect.map(dependencies, (deps) => {
    const all = appendAll(deps)
    return { append: append(all), appendAll: all }
  })
)
