/**
 * The job `deliver`: sends an order's events to one subscription (a lane) at least once, signed, in order. A message
 * that is not taken is tried again, then parked with everything behind it (`WebhookDelivery`). `FairSending` decides
 * when an attempt may begin; it counts for `EndpointHealth`. Follows docs/specification.md#webhooks-out,
 * docs/specification.md#endpoints.
 */
import * as EndpointRoundRobin from "@beauty-store/domain/EndpointRoundRobin"
import { type Claimed, EventId, OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import * as Delivery from "@beauty-store/domain/WebhookDelivery"
import * as Endpoint from "@beauty-store/domain/WebhookEndpoint"
import { Entropy } from "@beauty-store/sql/Entropy"
import type { ConcludeJob, GroupedJobHandler } from "@beauty-store/sql/JobHandler"
import * as Metrics from "@beauty-store/sql/Metrics"
import * as Query from "@beauty-store/sql/Query"
import { type StoreSecret, unsealFor } from "@beauty-store/sql/Secrets"
import { ConcurrentUpdate, type StoreUnavailable, Transaction, type Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { EventType } from "../events/DomainEvents.ts"
import * as EventRecords from "../events/EventRecords.ts"
import { historyOf } from "../orders/OrderHistory.ts"
import type { Dialects } from "./Dialects.ts"
import * as EndpointHealth from "./EndpointHealth.ts"
import * as FairSending from "./FairSending.ts"
import type { WebhookSender } from "./WebhookSender.ts"

const NextRow = Schema.Struct({
  subscription_id: SubscriptionId,
  order_id: OrderId,
  seq: Query.Int,
  event_id: EventId,
  state: Delivery.State.pipe(Schema.pickLiteral("waiting", "parked")),
  attempts: Query.Int,
  first_at: Schema.NullOr(Query.Int),
  round: Query.Int,
  type: EventType,
  data: Schema.String,
  url: Schema.String,
  secret: Schema.String,
  previous_secret: Schema.NullOr(Schema.String),
  previous_until: Schema.NullOr(Query.Int),
  dialect: Schema.NullOr(Schema.String),
  deleted_at: Schema.NullOr(Query.Int),
  disabled_at: Schema.NullOr(Query.Int),
  /** Of the endpoint: how many attempts have failed since one succeeded. */
  failures: Query.Int
})
const nextOfLane = Query.first(NextRow)<[subscriptionId: Claimed<SubscriptionId>, orderId: Claimed<OrderId>]>(
  `SELECT d.subscription_id, d.order_id, d.seq, d.event_id, d.state, d.attempts, d.first_at, d.round, e.type, e.data,
     s.url, s.secret, s.previous_secret, s.previous_until, s.dialect, s.deleted_at, s.disabled_at, s.failures
   FROM delivery d JOIN event e ON e.id = d.event_id JOIN subscription s ON s.id = d.subscription_id
   WHERE d.subscription_id = ? AND d.order_id = ? AND d.state <> 'delivered'
   ORDER BY d.seq LIMIT 1`
)
// Changes nothing where another runner was quicker, or where a replay has begun a new round meanwhile. Returns how
// often the endpoint has failed by then: what it takes is no news to one that is healthy.
const setDelivery = Query.returning(Schema.Struct({ failures: Query.Int }))<
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
   WHERE subscription_id = ? AND order_id = ? AND seq = ? AND state = 'waiting' AND round = ? AND attempts = ?
   RETURNING (SELECT s.failures FROM subscription s WHERE s.id = subscription_id) AS failures`
)

/** Notes of a message why an attempt at it failed. */
const setFailure = Query.send<
  [failure: string, at: number, subscriptionId: SubscriptionId, orderId: OrderId, seq: number]
>("UPDATE delivery SET failure = ?, failed_at = ? WHERE subscription_id = ? AND order_id = ? AND seq = ?")

/** When the next attempt is made. */
const plan = (firstAt: number, attempts: number) => {
  const { earliest, latest } = Delivery.attemptAfter(attempts)
  return Effect.map(Random.nextIntBetween(earliest, latest + 1), (after) => firstAt + after)
}

/** The services and the state that sending needs. */
export interface Dependencies {
  readonly transactions: typeof Transactions.Service
  readonly sender: typeof WebhookSender.Service
  readonly dialects: typeof Dialects.Service
  readonly entropy: typeof Entropy.Service
  readonly storeSecret: typeof StoreSecret.Service
  readonly memory: FairSending.Memory
}

type Message = typeof NextRow.Type

/** The next message of a lane: none where the subscription has ended, or where a parked one comes before the others. */
const nextOf = (subscriptionId: Claimed<SubscriptionId>, orderId: Claimed<OrderId>) =>
  Effect.map(nextOfLane(subscriptionId, orderId), (found) => {
    const row = Option.getOrUndefined(found)
    return row === undefined || row.deleted_at !== null || row.state === "parked" ? undefined : row
  })

/** A message in its subscription's dialect. Without a body the dialect has no such message. */
const compose = Effect.fnUntraced(
  function*({ dialects, transactions }: Dependencies, row: Message) {
    const { order_id: orderId, subscription_id: subscriptionId } = row
    if (row.dialect === null) {
      return {
        body: `{"event":${JSON.stringify(row.type)},"data":${EventRecords.printed(orderId, row)}}`,
        sign: undefined
      }
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
  readonly message: Message
  readonly startedAt: number
  /** When the first attempt at this message was made, as its schedule counts. */
  readonly firstAt: number
  /** Whether the endpoint is known to have failed. */
  isFailing: boolean
}

/** `untold`: the dialect has no message for such an event, so nothing was sent. */
type Outcome = "taken" | "untold" | EndpointHealth.Failure

/**
 * Saves the outcome of an attempt and, with the same commit, what it means for the endpoint and what the lane does
 * next. Returns the lane's next message where it goes on at once. Runs inside the caller's transaction.
 */
const saveOutcome = Effect.fnUntraced(
  function*(
    { entropy }: Dependencies,
    attempt: Attempt,
    outcome: Outcome,
    conclude: ConcludeJob
  ) {
    const { firstAt, message, startedAt } = attempt
    const { order_id: orderId, subscription_id: subscriptionId } = message
    const failure = typeof outcome === "object" ? outcome : undefined
    const attempts = message.attempts + (outcome === "untold" ? 0 : 1)
    const state = Delivery.stateAfter(attempts, failure === undefined)
    const after = state === "waiting" ? yield* plan(firstAt, attempts) : undefined
    // Before its messages, as whoever disables or enables the endpoint does.
    const isLocked = failure !== undefined || attempt.isFailing
    if (isLocked) yield* EndpointHealth.lock(subscriptionId)
    const [saved] = yield* setDelivery(
      state,
      attempts,
      firstAt,
      subscriptionId,
      orderId,
      message.seq,
      message.round,
      message.attempts
    )
    // Where it is no longer ours, the lane runs again at once: another runner or a replay has changed it.
    if (saved === undefined) {
      yield* conclude(startedAt)
      return undefined
    }
    if (failure !== undefined) {
      yield* setFailure(failure.failure, yield* Clock.currentTimeMillis, subscriptionId, orderId, message.seq)
      const failed = EndpointHealth.attemptFailed(subscriptionId, orderId, failure)
      const isDisabled = yield* Effect.provideService(failed, Entropy, entropy)
      yield* conclude(isDisabled ? undefined : after)
      return undefined
    }
    if (outcome === "taken" && saved.failures > 0 && !isLocked && (yield* Transaction).kind === "pg") {
      // It has failed since the message was read: the transaction runs again, and locks first what it is to change.
      attempt.isFailing = true
      return yield* Effect.die(new ConcurrentUpdate())
    }
    if (outcome === "taken" && saved.failures > 0) yield* EndpointHealth.attemptSucceeded(subscriptionId)
    const following = yield* nextOf(subscriptionId, orderId)
    if (following === undefined) yield* conclude(undefined)
    return following
  }
)

/** The lane continues at once with its next message, if there is one, or comes back later. */
const sendings = Metrics.counter("store_webhook_deliveries_total", "Attempts to send a webhook, by outcome", "outcome")

/** For what the secrets of subscriptions are sealed. */
export const secretPurpose = "webhook subscription"

const secretGone = "the subscription's secret was sealed with a secret of the store that is gone: give it a new one"

/** The secret before a subscription's own, while the two overlap. */
const previousOf = ({ storeSecret }: Dependencies, { previous_secret, previous_until }: Message, now: number) =>
  previous_secret === null || previous_until === null || previous_until <= now
    ? undefined
    : unsealFor(storeSecret, secretPurpose, previous_secret)

type Step = { readonly next: Message | undefined } | { readonly laterAt: number }

/** Sends a lane's message, if it is due. */
const step = Effect.fnUntraced(
  function*(
    deps: Dependencies,
    message: Message,
    conclude: ConcludeJob
  ): Effect.fn.Return<Step, StoreUnavailable> {
    const { attempts, event_id: id, first_at, subscription_id: subscriptionId, url } = message
    const { memory: { proven } } = deps
    const startedAt = yield* Clock.currentTimeMillis
    const firstAt = Delivery.scheduleFrom(first_at ?? undefined, attempts, startedAt)
    // Other events of the order wake its lane; a failed message is not tried earlier because of them.
    if (startedAt < firstAt + Delivery.attemptAfter(attempts).earliest) {
      return { laterAt: yield* plan(firstAt, attempts) }
    }
    const isFailing = message.failures > 0
    const attempt: Attempt = { message, startedAt, firstAt, isFailing }
    const save = (outcome: Outcome) =>
      Effect.map(
        deps.transactions.write(saveOutcome(deps, attempt, outcome, conclude)),
        (next): Step => ({ next })
      )
    const { body, sign } = yield* compose(deps, message)
    if (body === undefined) return yield* save("untold")
    const secret = unsealFor(deps.storeSecret, secretPurpose, message.secret)
    if (secret === undefined) return yield* save({ failure: secretGone, isFinal: true })
    const outgoing = { id, url, secret, previousSecret: previousOf(deps, message, startedAt), body, sign }
    const taken = yield* Effect.either(deps.sender.send(outgoing))
    yield* sendings.record(1, taken._tag === "Right" ? "taken" : "failed")
    if (taken._tag === "Left") {
      proven.delete(subscriptionId)
      return yield* save({ failure: taken.left.reason })
    }
    const saved = yield* save("taken")
    proven.add(subscriptionId)
    return saved
  }
)

/** Sends a lane's messages, one after the other, until none is left or one was not taken. */
const runJob = (deps: Dependencies) =>
  Effect.fnUntraced(function*(lane: string, conclude: ConcludeJob) {
    const [subscription = "", order = ""] = lane.split(":")
    const subscriptionId = SubscriptionId.claimed.make(subscription)
    const orderId = OrderId.claimed.make(order)
    FairSending.began(deps.memory, subscriptionId)
    const next = deps.transactions.read(nextOf(subscriptionId, orderId))
    let message = yield* next
    while (message !== undefined) {
      if (message.disabled_at !== null) {
        const isParked = yield* deps.transactions.write(
          EndpointHealth.parkIfDisabled(message.subscription_id, message.order_id)
        )
        if (isParked) return undefined
        message = yield* next
        continue
      }
      const result: Step = yield* step(deps, message, conclude)
      if ("laterAt" in result) return result.laterAt
      message = result.next
    }
    return undefined
  })

/** The handler of the job: endpoints have their turn, and one that fails has a pause. */
export const handler = (deps: Dependencies): GroupedJobHandler => ({
  run: runJob(deps),
  slots: EndpointRoundRobin.slots,
  mostPerGroup: Endpoint.mostAttemptsAtOnce,
  turns: FairSending.turns(deps.memory)
})
