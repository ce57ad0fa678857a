/**
 * The job `deliver`: sends an order's events to one subscription, at least once, signed, in order.
 *
 * A lane (one order's events to one subscription) is one background job, so that its events leave one after the other.
 * A message that a partner does not accept is tried ten times over a day, then parked with everything behind it. The
 * message id is the event's and stays the same over all attempts; the time of signing is each attempt's own. Follows
 * docs/specification.md#webhooks-out; the shop's own signature is that of Standard Webhooks.
 */
import { EventId, OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import type { ConcludeJob } from "@beauty-store/kernel/JobHandler"
import * as Query from "@beauty-store/kernel/Query"
import { unseal } from "@beauty-store/kernel/Secrets"
import type { StoreUnavailable, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { historyOf } from "../orders/OrderHistory.ts"
import { EventType } from "../records/Events.ts"
import type { Dialects } from "./Dialects.ts"
import type { WebhookSender } from "./WebhookSender.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** When each attempt is made, counted from the first. */
export const attemptOffsets: ReadonlyArray<number> = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour
]

const NextRow = Schema.Struct({
  seq: Query.Int,
  event_id: EventId,
  state: Schema.Literal("waiting", "parked"),
  attempts: Query.Int,
  first_at: Schema.NullOr(Query.Int),
  round: Query.Int,
  type: EventType,
  data: Schema.String,
  url: Schema.String,
  secret: Schema.String,
  dialect: Schema.NullOr(Schema.String),
  deleted_at: Schema.NullOr(Query.Int)
})
const nextOfLane = Query.first(NextRow)<[subscriptionId: SubscriptionId, orderId: OrderId]>(
  `SELECT d.seq, d.event_id, d.state, d.attempts, d.first_at, d.round, e.type, e.data, s.url, s.secret, s.dialect,
     s.deleted_at
   FROM delivery d JOIN event e ON e.id = d.event_id JOIN subscription s ON s.id = d.subscription_id
   WHERE d.subscription_id = ? AND d.order_id = ? AND d.state <> 'delivered'
   ORDER BY d.seq LIMIT 1`
)
// Changes nothing where another runner was quicker, or where a replay has begun a new round meanwhile.
const setDelivery = Query.change<
  [
    state: string,
    attempts: number,
    firstAt: number,
    subscriptionId: SubscriptionId,
    orderId: OrderId,
    seq: number,
    round: number,
    attemptsBefore: number
  ]
>(
  `UPDATE delivery SET state = ?, attempts = ?, first_at = ?
   WHERE subscription_id = ? AND order_id = ? AND seq = ? AND state = 'waiting' AND round = ? AND attempts = ?`
)
/**
 * How many messages to one partner may be in flight at once. Further lanes come back later, the later the longer the
 * partner has been silent, so that they delay nobody else meanwhile.
 */
const mostInFlight = 4

/** Up to a tenth late, so that lanes that failed together do not come back together. */
const latest = (offset: number): number => offset + Math.floor(offset / 10)

/** When the next attempt is made. */
const plan = (firstAt: number, attempts: number) => {
  const offset = attemptOffsets[attempts]!
  return Effect.map(Random.nextIntBetween(offset, latest(offset) + 1), (after) => firstAt + after)
}

/** The services and the state that sending needs. */
export interface Dependencies {
  readonly transactions: typeof Transactions.Service
  readonly sender: typeof WebhookSender.Service
  readonly dialects: typeof Dialects.Service
  /** The key that seals the secrets of subscriptions. */
  readonly key: Uint8Array
  /** For each subscription, when its messages without a response left, oldest first. */
  readonly inFlight: Map<SubscriptionId, ReadonlyArray<number>>
}

type Message = typeof NextRow.Type

/** Counts a message as in flight while it is sent. */
const counted = <A, E>(
  { inFlight }: Dependencies,
  subscriptionId: SubscriptionId,
  startedAt: number,
  sending: Effect.Effect<A, E>
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => inFlight.set(subscriptionId, [...inFlight.get(subscriptionId) ?? [], startedAt])),
    () => sending,
    () =>
      Effect.sync(() => {
        const [...others] = inFlight.get(subscriptionId)!
        others.splice(others.indexOf(startedAt), 1)
        if (others.length === 0) inFlight.delete(subscriptionId)
        else inFlight.set(subscriptionId, others)
      })
  )

/**
 * The next message of a lane; undefined where the subscription has ended, or where a parked message comes before the
 * others.
 */
const nextOf = (subscriptionId: SubscriptionId, orderId: OrderId) =>
  Effect.map(nextOfLane(subscriptionId, orderId), (found) => {
    const row = Option.getOrUndefined(found)
    return row === undefined || row.deleted_at !== null || row.state === "parked" ? undefined : row
  })

/** A message in its subscription's dialect. Without a body the dialect has no such message. */
const compose = Effect.fnUntraced(
  function*({ dialects, transactions }: Dependencies, subscriptionId: SubscriptionId, orderId: OrderId, row: Message) {
    if (row.dialect === null) {
      return { body: `{"event":${JSON.stringify(row.type)},"data":${row.data}}`, sign: undefined }
    }
    const dialect = dialects[row.dialect]
    // The running program was composed without this dialect: the lane waits for a program that has it.
    if (dialect === undefined) {
      return yield* Effect.dieMessage(`subscription ${subscriptionId} wants dialect ${row.dialect}, which is not there`)
    }
    const order = yield* transactions.read(Effect.orDie(historyOf(orderId)))
    return { body: dialect.body(row, order), sign: dialect.sign }
  }
)

/** One attempt at a lane's message. */
interface Attempt {
  readonly subscriptionId: SubscriptionId
  readonly orderId: OrderId
  readonly message: Message
  readonly startedAt: number
  /** When the first attempt at this message was made, as its schedule counts. */
  readonly firstAt: number
}

/**
 * Saves the outcome of an attempt and, with the same commit, the lane's next step. Returns the lane's next message
 * where it continues at once. Runs inside the caller's transaction.
 */
const saveOutcome = Effect.fnUntraced(
  function*(
    { firstAt, message, orderId, startedAt, subscriptionId }: Attempt,
    state: "delivered" | "parked" | "waiting",
    attempts: number,
    conclude: ConcludeJob
  ) {
    const after = state === "waiting" ? yield* plan(firstAt, attempts) : undefined
    const mine = yield* setDelivery(
      state,
      attempts,
      firstAt,
      subscriptionId,
      orderId,
      message.seq,
      message.round,
      message.attempts
    )
    const following = state === "delivered" && mine > 0 ? yield* nextOf(subscriptionId, orderId) : undefined
    // Where the row is no longer ours, the lane runs again at once: another runner or a replay has changed it.
    if (following === undefined) yield* conclude(mine > 0 ? after : startedAt)
    return following
  }
)

/** The lane continues at once with its next message, if there is one, or comes back later. */
type Step = { readonly next: Message | undefined } | { readonly laterAt: number }

/** Sends a lane's message, if it is due and the partner has few enough in flight. */
const step = Effect.fnUntraced(
  function*(
    deps: Dependencies,
    subscriptionId: SubscriptionId,
    orderId: OrderId,
    message: Message,
    conclude: ConcludeJob
  ): Effect.fn.Return<Step, StoreUnavailable> {
    const { attempts, event_id: id, first_at, secret, url } = message
    const startedAt = yield* Clock.currentTimeMillis
    const offset = attemptOffsets[attempts]!
    // An attempt that came much too late, after an outage of ours, shifts the rest of the schedule.
    const firstAt = Math.max(first_at ?? startedAt, startedAt - latest(offset) - minute)
    // Other events of the order wake its lane; a failed message is not tried earlier because of them.
    if (startedAt < firstAt + offset) return { laterAt: yield* plan(firstAt, attempts) }
    const save = (state: "delivered" | "parked" | "waiting", attemptsNow: number) =>
      Effect.map(
        deps.transactions.write(
          saveOutcome({ subscriptionId, orderId, message, startedAt, firstAt }, state, attemptsNow, conclude)
        ),
        (next): Step => ({ next })
      )
    const { body, sign } = yield* compose(deps, subscriptionId, orderId, message)
    if (body === undefined) return yield* save("delivered", attempts)
    const inFlight = deps.inFlight.get(subscriptionId) ?? []
    if (inFlight.length >= mostInFlight) {
      return { laterAt: startedAt + Math.max(200, startedAt - inFlight[0]!) }
    }
    const outgoing = { id, url, secret: unseal(deps.key, secret), body, sign }
    const taken = yield* Effect.either(counted(deps, subscriptionId, startedAt, deps.sender.send(outgoing)))
    const isLast = attempts + 1 === attemptOffsets.length
    return yield* save(taken._tag === "Right" ? "delivered" : isLast ? "parked" : "waiting", attempts + 1)
  }
)

/** Sends a lane's messages, one after the other, until none is left or one was not accepted. */
export const runJob = (deps: Dependencies) =>
  Effect.fnUntraced(function*(lane: string, conclude: ConcludeJob) {
    const [subscription = "", order = ""] = lane.split(":")
    const subscriptionId = SubscriptionId.claimed.make(subscription)
    const orderId = OrderId.claimed.make(order)
    let message = yield* deps.transactions.read(nextOf(subscriptionId, orderId))
    while (message !== undefined) {
      const result: Step = yield* step(deps, subscriptionId, orderId, message, conclude)
      if ("laterAt" in result) return result.laterAt
      message = result.next
    }
    return undefined
  })
