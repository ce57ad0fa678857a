/**
 * Partners who want to hear of orders, and how they are told: at least once, signed, in order per order.
 *
 * A lane (one order's events to one subscription) is one background job, so that its events leave one after the other.
 * What a partner does not take is tried ten times over a day, then parked with everything behind it, and can be sent
 * again by range of time. The message id is the event's and stays the same over all attempts; the time of signing is
 * each attempt's own. A partner may hear of one principal's orders only, and in a dialect of its own, whose messages say
 * how the order stands when they are sent. Follows contract §9, out; the shop's own signature is Standard Webhooks'.
 */
import * as Cursor from "@beauty-store/kernel/Cursor"
import { Entropy, idsFrom } from "@beauty-store/kernel/Entropy"
import type { ConcludingJobHandler } from "@beauty-store/kernel/JobHandler"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { deriveKey, seal, StoreSecret, unseal } from "@beauty-store/kernel/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { historyOf, type OrderHistory } from "../orders/OrderHistory.ts"
import { EventType, laneOf } from "../records/Events.ts"

/** A message for a partner, before it is signed. */
export interface OutgoingMessage {
  readonly id: string
  readonly url: string
  /** `whsec_…`: what the partner checks the signature with. */
  readonly secret: string
  readonly body: string
  /** How it is signed, where the partner's dialect has a way of its own. */
  readonly sign?: Dialect["sign"] | undefined
}

/** How messages are put for partners who do not take the shop's own form: what they say, and how they are signed. */
export interface Dialect {
  /**
   * The body of a message about an order as it stands now, which may be long after the event; nothing where such an event
   * is not told. `seq` is the event's number among the order's.
   */
  readonly body: (event: { readonly type: EventType; readonly seq: number }, order: OrderHistory) => string | undefined
  /** The headers that prove a message, each attempt anew. `secret` as the partner was shown it. */
  readonly sign: (message: {
    readonly id: string
    readonly atMillis: number
    readonly body: Uint8Array
    readonly secret: string
  }) => Readonly<Record<string, string>>
}

/** The dialects that a shop speaks, by name. The shop's own form is none of them: nothing has to be known for it. */
export class Dialects extends Context.Reference<Dialects>()("@beauty-store/commerce/Dialects", {
  defaultValue: (): Readonly<Record<string, Dialect>> => ({})
}) {}

/** The partner did not take the message; why, in a few words without anything the partner sent. */
export class DeliveryFailed extends Data.TaggedError("DeliveryFailed")<{ readonly reason: string }> {}

/** The address is none that messages are sent to: not http(s), or inside somebody's own network. */
export class TargetForbidden extends Schema.TaggedError<TargetForbidden>()("TargetForbidden", {
  reason: Schema.String
}) {
  override get message(): string {
    return `Nothing is sent to this address: ${this.reason}.`
  }
}

/** No subscription goes by this id. */
export class SubscriptionNotFound extends Schema.TaggedError<SubscriptionNotFound>()("SubscriptionNotFound", {
  subscriptionId: Schema.String
}) {
  override get message(): string {
    return `There is no subscription ${this.subscriptionId}.`
  }
}

/** How messages leave the house: signs and posts one, follows no redirect, reaches no address inside. */
export class WebhookSender extends Context.Tag("@beauty-store/commerce/WebhookSender")<WebhookSender, {
  /** Whether an address may be subscribed at all, by its form: it waits for nothing. Every sending checks where it leads. */
  readonly check: (url: string) => Effect.Effect<void, TargetForbidden>
  /** Success: the partner answered 2xx in time. */
  readonly send: (message: OutgoingMessage) => Effect.Effect<void, DeliveryFailed>
}>() {}

export interface Subscription {
  readonly subscriptionId: string
  readonly url: string
  readonly createdAt: number
  /** The dialect that messages are put in; none is the shop's own form. */
  readonly dialect: string | undefined
  /** Whose orders it hears of; none is everybody's. */
  readonly principal: string | undefined
}

/** What of, and how, a partner wants to hear. */
export type Hearing = Partial<Pick<Subscription, "dialect" | "principal">>

export class Subscriptions extends Context.Tag("@beauty-store/commerce/Subscriptions")<Subscriptions, {
  /** From now on the address hears of everything, or of what it wants to hear. The secret is shown this once. */
  readonly create: (
    url: string,
    hearing?: Hearing
  ) => Effect.Effect<Subscription & { readonly secret: string }, TargetForbidden | StoreUnavailable>
  readonly list: (
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<Subscription>, Cursor.InvalidCursor | StoreUnavailable>
  /** The same subscription, secret included, at another address: what waits to be sent is sent there. */
  readonly move: (
    subscriptionId: string,
    url: string
  ) => Effect.Effect<void, TargetForbidden | SubscriptionNotFound | StoreUnavailable>
  readonly remove: (subscriptionId: string) => Effect.Effect<void, SubscriptionNotFound | StoreUnavailable>
  /**
   * Sends again what happened in a range of time (inclusive, milliseconds), parked or not; answers how many messages.
   * Order goes before: what is behind an older message that is parked outside the range waits on.
   */
  readonly replay: (
    subscriptionId: string,
    range: { readonly from: number; readonly to: number }
  ) => Effect.Effect<number, SubscriptionNotFound | StoreUnavailable>
  /** The background work `deliver`: sends a lane's next message. */
  readonly advance: ConcludingJobHandler
}>() {}

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

const SubscriptionRow = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  created_at: Query.Int,
  dialect: Schema.NullOr(Schema.String),
  principal: Schema.NullOr(Schema.String)
})
const columns = "id, url, created_at, dialect, principal"
const insert = Query.insert("subscription", ["id", "url", "secret", "created_at", "dialect", "principal"])
const pageBefore = Query.all(SubscriptionRow)<[before: string, limit: number]>(
  `SELECT ${columns} FROM subscription WHERE deleted_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?`
)
const markDeleted = Query.change<[now: number, id: string]>(
  "UPDATE subscription SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL"
)
const setUrl = Query.change<[url: string, id: string]>(
  "UPDATE subscription SET url = ? WHERE id = ? AND deleted_at IS NULL"
)
const living = Query.first(SubscriptionRow)<[id: string]>(
  `SELECT ${columns} FROM subscription WHERE id = ? AND deleted_at IS NULL`
)
const NextRow = Schema.Struct({
  seq: Query.Int,
  event_id: Schema.String,
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
const nextOfLane = Query.first(NextRow)<[subscriptionId: string, orderId: string]>(
  `SELECT d.seq, d.event_id, d.state, d.attempts, d.first_at, d.round, e.type, e.data, s.url, s.secret, s.dialect,
     s.deleted_at
   FROM delivery d JOIN event e ON e.id = d.event_id JOIN subscription s ON s.id = d.subscription_id
   WHERE d.subscription_id = ? AND d.order_id = ? AND d.state <> 'delivered'
   ORDER BY d.seq LIMIT 1`
)
// Nothing where another runner was quicker, or where it was asked for again meanwhile.
const setDelivery = Query.change<
  [
    state: string,
    attempts: number,
    firstAt: number,
    subscriptionId: string,
    orderId: string,
    seq: number,
    round: number,
    attemptsBefore: number
  ]
>(
  `UPDATE delivery SET state = ?, attempts = ?, first_at = ?
   WHERE subscription_id = ? AND order_id = ? AND seq = ? AND state = 'waiting' AND round = ? AND attempts = ?`
)
const LaneRow = Schema.Struct({ order_id: Schema.String, messages: Query.Int })
const lanesInRange = Query.all(LaneRow)<[subscriptionId: string, from: number, to: number]>(
  `SELECT d.order_id, count(*) AS messages FROM delivery d JOIN event e ON e.id = d.event_id
   WHERE d.subscription_id = ? AND e.at >= ? AND e.at <= ? GROUP BY d.order_id ORDER BY d.order_id`
)
/** Of two who ask for messages again one waits for the other; what happens to orders meanwhile is written all the same. */
const lockLanes = Query.lock<[id: string]>("SELECT id FROM subscription WHERE id = ? FOR NO KEY UPDATE")
const resetRange = Query.change<[subscriptionId: string, subscriptionId: string, from: number, to: number]>(
  `UPDATE delivery SET state = 'waiting', attempts = 0, first_at = NULL, round = round + 1
   WHERE subscription_id = ? AND event_id IN (
     SELECT d.event_id FROM delivery d JOIN event e ON e.id = d.event_id
     WHERE d.subscription_id = ? AND e.at >= ? AND e.at <= ?)`
)

/**
 * How many messages to one partner may be on their way at once. Lanes beyond that come back later, the later the longer
 * the partner has been silent: they hold nobody up meanwhile.
 */
const mostOnTheirWay = 4

/** Up to a tenth late, so that those who failed together do not come back together. */
const latest = (offset: number): number => offset + Math.floor(offset / 10)

/** When the next attempt is made. */
const plan = (firstAt: number, attempts: number) => {
  const offset = attemptOffsets[attempts]!
  return Effect.map(Random.nextIntBetween(offset, latest(offset) + 1), (after) => firstAt + after)
}

/** After every id: ids are ASCII. */
const afterAll = "~"

export const layer: Layer.Layer<
  Subscriptions,
  never,
  Transactions | Jobs | Entropy | StoreSecret | WebhookSender
> = Layer.effect(
  Subscriptions,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const entropy = yield* Entropy
    const sender = yield* WebhookSender
    const storeSecret = yield* StoreSecret
    const dialects = yield* Dialects
    const key = deriveKey(storeSecret.key, "", "webhook subscription")
    const places = Cursor.cursors(storeSecret, "subscriptions", Schema.String)
    /** When the messages to a subscription left that have no answer yet, oldest first. */
    const onTheirWay = new Map<string, ReadonlyArray<number>>()
    const counted = <A, E>(subscriptionId: string, startedAt: number, sending: Effect.Effect<A, E>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => onTheirWay.set(subscriptionId, [...onTheirWay.get(subscriptionId) ?? [], startedAt])),
        () => sending,
        () =>
          Effect.sync(() => {
            const [...others] = onTheirWay.get(subscriptionId)!
            others.splice(others.indexOf(startedAt), 1)
            if (others.length === 0) onTheirWay.delete(subscriptionId)
            else onTheirWay.set(subscriptionId, others)
          })
      )
    const viewOf = (row: typeof SubscriptionRow.Type): Subscription => ({
      subscriptionId: row.id,
      url: row.url,
      createdAt: row.created_at,
      dialect: row.dialect ?? undefined,
      principal: row.principal ?? undefined
    })

    const create = Effect.fnUntraced(function*(url: string, { dialect, principal }: Hearing = {}) {
      yield* sender.check(url)
      return yield* transactions.write(Effect.gen(function*() {
        const id = yield* idsFrom(entropy)("sub")
        const secret = `whsec_${Buffer.from(entropy.bytes(32)).toString("base64")}`
        const createdAt = yield* Clock.currentTimeMillis
        yield* insert({
          id,
          url,
          secret: seal(key, entropy.bytes(12), secret),
          created_at: createdAt,
          dialect: dialect ?? null,
          principal: principal ?? null
        })
        return { subscriptionId: id, url, createdAt, dialect, principal, secret }
      }))
    })

    const list = Effect.fnUntraced(
      function*({ cursor, limit }: { readonly limit: number; readonly cursor?: string | undefined }) {
        const before = cursor === undefined ? afterAll : yield* places.decode(cursor)
        const rows = yield* transactions.read(pageBefore(before, limit + 1))
        const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id))
        return { data: data.map(viewOf), nextCursor }
      }
    )

    const remove = Effect.fnUntraced(function*(subscriptionId: string) {
      // Looked for first: nothing is refused after a change.
      if (Option.isNone(yield* living(subscriptionId))) return yield* new SubscriptionNotFound({ subscriptionId })
      yield* markDeleted(yield* Clock.currentTimeMillis, subscriptionId)
    }, transactions.write)

    const move = Effect.fnUntraced(function*(subscriptionId: string, url: string) {
      yield* sender.check(url)
      const changed = yield* transactions.write(setUrl(url, subscriptionId))
      if (changed === 0) return yield* new SubscriptionNotFound({ subscriptionId })
    })

    const replay = Effect.fnUntraced(
      function*(subscriptionId: string, { from, to }: { readonly from: number; readonly to: number }) {
        yield* lockLanes(subscriptionId)
        if (Option.isNone(yield* living(subscriptionId))) return yield* new SubscriptionNotFound({ subscriptionId })
        const lanes = yield* lanesInRange(subscriptionId, from, to)
        yield* resetRange(subscriptionId, subscriptionId, from, to)
        const now = yield* Clock.currentTimeMillis
        for (const lane of lanes) yield* jobs.schedule("deliver", laneOf(subscriptionId, lane.order_id), now)
        return lanes.reduce((sum, lane) => sum + lane.messages, 0)
      },
      transactions.write
    )

    /** The message that a lane waits with: none where nobody is there, or where a parked one stands before the others. */
    const nextOf = (subscriptionId: string, orderId: string) =>
      Effect.map(nextOfLane(subscriptionId, orderId), (found) => {
        const row = Option.getOrUndefined(found)
        return row === undefined || row.deleted_at !== null || row.state === "parked" ? undefined : row
      })

    /** A message in the words of whoever hears it; without a body it is one that they are not told. */
    const compose = Effect.fnUntraced(function*(subscriptionId: string, orderId: string, row: typeof NextRow.Type) {
      if (row.dialect === null) {
        return { body: `{"event":${JSON.stringify(row.type)},"data":${row.data}}`, sign: undefined }
      }
      const dialect = dialects[row.dialect]
      // Whoever composed the store spoke this dialect before and does no more: the lane waits for it.
      if (dialect === undefined) return yield* Effect.dieMessage(`nobody speaks ${row.dialect} to ${subscriptionId}`)
      const order = yield* transactions.read(Effect.orDie(historyOf(orderId)))
      return { body: dialect.body(row, order), sign: dialect.sign }
    })

    /** Tells what a lane waits with, one message after the other, until none is left or one was not taken. */
    const advance: ConcludingJobHandler = Effect.fnUntraced(function*(lane, conclude) {
      const [subscriptionId = "", orderId = ""] = lane.split(":")
      let next = yield* transactions.read(nextOf(subscriptionId, orderId))
      while (next !== undefined) {
        const { attempts, event_id: id, first_at, round, secret, seq, url }: typeof NextRow.Type = next
        const startedAt = yield* Clock.currentTimeMillis
        const offset = attemptOffsets[attempts]!
        // An attempt that came much too late, after an outage of ours, takes the rest of the schedule along.
        const firstAt = Math.max(first_at ?? startedAt, startedAt - latest(offset) - minute)
        // Whatever else happens to the order meanwhile wakes its lane; what failed is not tried sooner for that.
        if (startedAt < firstAt + offset) return yield* plan(firstAt, attempts)
        /** Writes down what became of the message and, with the same commit, what the lane does next. */
        const passOn = Effect.fnUntraced(function*(state: "delivered" | "parked" | "waiting", attemptsNow: number) {
          const after = state === "waiting" ? yield* plan(firstAt, attemptsNow) : undefined
          const mine = yield* setDelivery(
            state,
            attemptsNow,
            firstAt,
            subscriptionId,
            orderId,
            seq,
            round,
            attempts
          )
          const following = state === "delivered" && mine > 0
            ? yield* nextOf(subscriptionId, orderId)
            : undefined
          // Where it was no longer ours, whoever has it or asked for it anew is heard at once.
          if (following === undefined) yield* conclude(mine > 0 ? after : startedAt)
          return following
        }, transactions.write)
        const { body, sign } = yield* compose(subscriptionId, orderId, next)
        if (body === undefined) {
          next = yield* passOn("delivered", attempts)
          continue
        }
        const busy = onTheirWay.get(subscriptionId) ?? []
        if (busy.length >= mostOnTheirWay) return startedAt + Math.max(200, startedAt - busy[0]!)
        const message = { id, url, secret: unseal(key, secret), body, sign }
        const taken = yield* Effect.either(counted(subscriptionId, startedAt, sender.send(message)))
        const isLast = attempts + 1 === attemptOffsets.length
        next = yield* passOn(taken._tag === "Right" ? "delivered" : isLast ? "parked" : "waiting", attempts + 1)
      }
      return undefined
    })

    return { create, list, move, remove, replay, advance }
  })
)
