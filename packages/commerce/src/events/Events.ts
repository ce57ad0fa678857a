/**
 * Writes the events of orders, numbered by each order's own counter, in the transaction that makes them true: the
 * timeline, and the outbox. A delivery for every subscription is written with it, its lane is scheduled, and the shop's
 * reactions run (`ReactionRuns`). Follows docs/specification.md#events, docs/specification.md#webhooks-out.
 *
 * @since 1.0.0
 */
import { EventId, type OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type { JobHandlers } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { ConcurrentUpdate, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { type DomainEvent, type Event, type EventFacts, type IfRequest, unpublished } from "./DomainEvents.ts"
import * as EventRecords from "./EventRecords.ts"
import * as EventStream from "./EventStream.ts"
import * as ReactionRuns from "./ReactionRuns.ts"
import { Reactions, type RefusedByShop } from "./Reactions.ts"

export type { Event }

/** What writing an event may fail with: a reaction's refusal, where somebody asked for it. */
export type RefusalOf<E extends EventFacts> = IfRequest<E, RefusedByShop>

export class Events extends Context.Tag("@beauty-store/commerce/Events")<Events, {
  /** Writes an event; with `seq` where the caller has counted the order's events itself. */
  readonly append: <const E extends Event>(
    orderId: OrderId,
    event: E,
    seq?: number
  ) => Effect.Effect<void, RefusalOf<E>, Transaction>
  /** Writes several events of one moment, the first with the number `first`. */
  readonly appendAll: <const E extends Event>(
    orderId: OrderId,
    events: ReadonlyArray<E>,
    first: number
  ) => Effect.Effect<void, RefusalOf<E>, Transaction>
  /**
   * All events after a position (default: from the first), and then every event as it is committed, by whichever
   * instance. Those of one order come in their order. It never ends, and waits where the database is unavailable. With
   * the position of the last event that was dealt with, it goes on after that.
   */
  readonly stream: (
    options?: { readonly after?: number | undefined }
  ) => Stream.Stream<EventStream.StreamedEvent, InvalidInput>
  /** The handlers of the jobs of reactions that failed. */
  readonly reactionJobs: JobHandlers
}>() {}

const insertEvents = Query.insertAll("event", [
  "id",
  "order_id",
  "seq",
  "type",
  "status",
  "source",
  "data",
  "at"
])
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

const dependencies = Effect.gen(function*() {
  const entropy = yield* Entropy
  return {
    jobs: yield* Jobs,
    transactions: yield* Transactions,
    reactions: yield* Reactions,
    entropy,
    newId: idsFrom(entropy)
  }
})
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

/** Writes events, and has the shop react to them. */
const appendAll = (deps: Dependencies) => {
  const react = deps.reactions.length === 0 ? undefined : ReactionRuns.react(deps)
  return Effect.fnUntraced(
    function*(
      orderId: OrderId,
      events: ReadonlyArray<Event>,
      first: number
    ): Effect.fn.Return<void, RefusedByShop, Transaction> {
      const at = yield* Clock.currentTimeMillis
      const written: Array<{ readonly id: EventId; readonly seq: number; readonly event: Event }> = []
      for (const [n, event] of events.entries()) {
        written.push({ id: yield* deps.newId(EventId), seq: first + n, event })
      }
      yield* insertEvents(written.map(({ event, id, seq }) => ({
        id,
        order_id: orderId,
        seq,
        type: event.type,
        status: event.status ?? null,
        source: event.source,
        data: EventRecords.dataOf(orderId, event),
        at
      })))
      const told = written.filter(({ event }) => !unpublished.has(event.type))
      if (told.length > 0) yield* addDeliveries(deps, orderId, told, at)
      EventStream.announce(yield* Transaction)
      if (react === undefined) return
      for (const { event: { data = {}, ...event }, id, seq } of written) {
        yield* react({ ...event, id, orderId, seq, at, data } as DomainEvent)
      }
    }
  )
}

const append = (all: ReturnType<typeof appendAll>) =>
  Effect.fnUntraced(
    function*(
      orderId: OrderId,
      event: Event,
      counted?: number
    ): Effect.fn.Return<void, RefusedByShop, Transaction> {
      const row = counted === undefined ? yield* count(orderId) : undefined
      if (row?._tag === "None") return yield* Effect.die(new ConcurrentUpdate())
      yield* all(orderId, [event], counted ?? row!.value.events)
    }
  )

export const layer: Layer.Layer<Events, never, Jobs | Entropy | Transactions> = Layer.effect(
  Events,
  Effect.map(dependencies, (deps) => {
    const all = appendAll(deps)
    const one = append(all)
    return {
      // Reactions refuse requests alone (`ReactionRuns.react`), which the types of a service's methods can say and
      // those of their implementations cannot.
      append: one as Context.Tag.Service<Events>["append"],
      appendAll: all as Context.Tag.Service<Events>["appendAll"],
      stream: EventStream.make(deps),
      reactionJobs: ReactionRuns.jobs(deps, EventStream.find)
    }
  })
)
