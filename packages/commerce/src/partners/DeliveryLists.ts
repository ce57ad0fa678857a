/**
 * The messages to a partner, for staff: of each how often it was tried, why the last attempt failed and when the next
 * is made, which is that of the lane's job; and one of them sent again, under its id, at its place in its lane, with
 * all its attempts. Follows docs/specification.md#webhooks-out.
 */
import { type Claimed, EventId, OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Delivery from "@beauty-store/domain/WebhookDelivery"
import type * as Cursor from "@beauty-store/sql/Cursor"
import type { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import type { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EventType } from "../events/DomainEvents.ts"
import { laneOf } from "../events/Events.ts"
import { checking } from "../InputChecks.ts"
import * as FilteredList from "../staff/FilteredList.ts"

/** A message to a subscription. */
export interface DeliveryView {
  /** The event's id, which is the message's, too. */
  readonly eventId: EventId
  readonly event: EventType
  readonly orderId: OrderId
  readonly state: Delivery.State
  /** Since it was last sent anew. */
  readonly attempts: number
  /** When the event was. */
  readonly at: number
  /** Why an attempt failed, and when, of the last that did. */
  readonly failure: { readonly reason: string; readonly at: number } | undefined
  readonly nextAttemptAt: number | undefined
}

export interface DeliveryFilter extends FilteredList.Paging {
  readonly state?: Delivery.State | undefined
  readonly orderId?: Claimed<OrderId> | undefined
}

/** There is no message of this event to the subscription. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {
  eventId: EventId.claimed
}) {
  override get message(): string {
    return `There is no message ${this.eventId} to this subscription.`
  }
}

const fields = {
  id: EventId,
  type: EventType,
  order_id: OrderId,
  state: Delivery.State,
  attempts: Query.Int,
  at: Query.Int,
  failure: Schema.NullOr(Schema.String),
  failed_at: Schema.NullOr(Query.Int),
  /** When the lane's job runs, if this is the lane's first message that is not delivered. */
  next_at: Schema.NullOr(Query.Int)
}
const Row = Schema.Struct(fields)

const columns = `d.event_id AS id, e.type, d.order_id, d.state, d.attempts, e.at, d.failure, d.failed_at,
  CASE WHEN d.state = 'waiting' AND NOT EXISTS (
    SELECT 1 FROM delivery f WHERE f.subscription_id = d.subscription_id AND f.order_id = d.order_id
      AND f.seq < d.seq AND f.state <> 'delivered'
  ) THEN (
    SELECT j.run_at FROM job j WHERE j.kind = 'deliver' AND j.subject = d.subscription_id || ':' || d.order_id
  ) END AS next_at`
const from = "delivery d JOIN event e ON e.id = d.event_id"
const one = Query.first(Row)<[subscriptionId: SubscriptionId, eventId: Claimed<EventId>]>(
  `SELECT ${columns} FROM ${from} WHERE d.subscription_id = ? AND d.event_id = ?`
)
const sendAnew = Query.changeOne<[subscriptionId: SubscriptionId, eventId: EventId]>(
  `UPDATE delivery SET state = 'waiting', attempts = 0, first_at = NULL, round = round + 1
   WHERE subscription_id = ? AND event_id = ?`
)

/** The rows of a list of messages. */
export const rowsOf = (secret: { readonly key: Uint8Array }) =>
  FilteredList.list(secret, "deliveries", { columns, row: Row })

const viewOf = ({ at, attempts, failed_at, failure, id, next_at, order_id, state, type }: typeof Row.Type) => ({
  eventId: id,
  event: type,
  orderId: order_id,
  state,
  attempts,
  at,
  failure: failure === null || failed_at === null ? undefined : { reason: failure, at: failed_at },
  nextAttemptAt: next_at ?? undefined
})

const checkFilter = checking(Schema.Struct({
  ...FilteredList.pagingFields,
  state: Schema.optional(Delivery.State),
  orderId: Schema.optional(Schema.String)
}))

/** The messages of a subscription, which its caller has found. */
export const list = Effect.fnUntraced(function*(
  { rows, transactions }: {
    readonly rows: ReturnType<typeof rowsOf>
    readonly transactions: typeof Transactions.Service
  },
  subscriptionId: SubscriptionId,
  filter: DeliveryFilter
): Effect.fn.Return<Cursor.Page<DeliveryView>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable> {
  yield* checkFilter(filter)
  const { orderId, state } = filter
  const conditions = [
    FilteredList.where("d.subscription_id = ?", subscriptionId),
    // Named as the index has it, which holds what is not delivered.
    ...(state === undefined || state === "delivered" ? [] : [FilteredList.where("d.state <> 'delivered'")]),
    ...FilteredList.equal("d.state", state),
    ...FilteredList.equal("d.order_id", orderId)
  ]
  const source = { from, key: "d.event_id", conditions }
  const { data, nextCursor } = yield* rows.read(transactions, source, { ...filter, subscriptionId })
  return { data: data.map(viewOf), nextCursor }
})

/** Sends one message again. Its caller has locked the subscription, and holds the transaction. */
export const sendAgain = Effect.fnUntraced(
  function*(jobs: typeof Jobs.Service, subscriptionId: SubscriptionId, eventId: Claimed<EventId>) {
    const before = Option.getOrUndefined(yield* one(subscriptionId, eventId))
    if (before === undefined) return yield* new DeliveryNotFound({ eventId })
    yield* sendAnew(subscriptionId, before.id)
    yield* jobs.schedule("deliver", laneOf(subscriptionId, before.order_id), yield* Clock.currentTimeMillis)
    return { before, after: viewOf(Option.getOrThrow(yield* one(subscriptionId, before.id))) }
  }
)
