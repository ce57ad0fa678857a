/**
 * Subscriptions of partners to the events of orders; `WebhookDeliveries` sends their messages. One may have one
 * principal's orders only, in a dialect of its own. The secret is shown once and kept sealed. Events of a time can be
 * sent again, and a disabled endpoint enabled (`EndpointHealth`). Follows docs/specification.md#webhooks-out.
 *
 * @since 1.0.0
 */
import { formatMoment, Millis } from "@beauty-store/domain/Days"
import { type Claimed, type EventId, OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as WebAddress from "@beauty-store/domain/WebAddress"
import * as Endpoint from "@beauty-store/domain/WebhookEndpoint"
import * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type { GroupedJobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { sealFor, StoreSecret, unsealFor } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { laneOf } from "../events/Events.ts"
import { checking, checkPage, faultsBy, Key, Overlap, refuse } from "../InputChecks.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as DeliveryLists from "./DeliveryLists.ts"
import { Dialects } from "./Dialects.ts"
import * as EndpointHealth from "./EndpointHealth.ts"
import * as FairSending from "./FairSending.ts"
import * as Deliveries from "./WebhookDeliveries.ts"
import { type TargetForbidden, WebhookSender } from "./WebhookSender.ts"

export { DeliveryNotFound } from "./DeliveryLists.ts"

export type DeliveryFilter = DeliveryLists.DeliveryFilter
export type DeliveryView = DeliveryLists.DeliveryView

/** There is no subscription of this id. */
export class SubscriptionNotFound extends Schema.TaggedError<SubscriptionNotFound>()("SubscriptionNotFound", {
  subscriptionId: SubscriptionId.claimed
}) {
  override get message(): string {
    return `There is no subscription ${this.subscriptionId}.`
  }
}

export interface Subscription {
  readonly subscriptionId: SubscriptionId
  readonly url: string
  readonly createdAt: number
  /** The dialect of its messages; undefined: the shop's own form. */
  readonly dialect: string | undefined
  /** The owner whose orders' events it receives; undefined: those of all orders. */
  readonly principal: string | undefined
  /** How its endpoint is. */
  readonly health: Endpoint.Health
}

/** Limits a subscription to one principal's orders, and names its dialect. */
export type SubscriptionOptions = Partial<Pick<Subscription, "dialect" | "principal">>

export class Subscriptions extends Context.Tag("@beauty-store/commerce/Subscriptions")<Subscriptions, {
  /** Subscribes an address to all events, or to those of the options. Only this result contains the secret. */
  readonly create: (
    url: string,
    options?: SubscriptionOptions
  ) => Effect.Effect<Subscription & { readonly secret: string }, InvalidInput | TargetForbidden | StoreUnavailable>
  readonly list: (
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<Subscription>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /**
   * The same subscription, secret included, at another address: what waits to be sent is sent there, and what the old
   * one failed to take is not held against the new one (as with `enable`).
   */
  readonly move: (
    subscriptionId: Claimed<SubscriptionId>,
    url: string
  ) => Effect.Effect<void, InvalidInput | TargetForbidden | SubscriptionNotFound | StoreUnavailable>
  /**
   * Ends the pause of an endpoint that fails. One that is disabled is enabled, and what was parked is sent, order by
   * order in the order in which it happened. Where there is neither, nothing changes. Returns the subscription.
   */
  readonly enable: (
    subscriptionId: Claimed<SubscriptionId>
  ) => Effect.Effect<Subscription, SubscriptionNotFound | StoreUnavailable>
  /**
   * Makes a new secret, which only this result contains. Messages are signed with the one before it, too, for
   * `overlapMillis` more; those of a dialect, which has one signature, with the new one alone.
   */
  readonly renewSecret: (
    subscriptionId: Claimed<SubscriptionId>,
    overlapMillis: number
  ) => Effect.Effect<
    Subscription & { readonly secret: string },
    InvalidInput | SubscriptionNotFound | StoreUnavailable
  >
  readonly remove: (
    subscriptionId: Claimed<SubscriptionId>
  ) => Effect.Effect<void, SubscriptionNotFound | StoreUnavailable>
  /**
   * Sends the events of a range of time (inclusive, milliseconds) again, parked or not; returns how many messages.
   * Order is kept: messages behind an older one that is parked outside the range wait on. While the endpoint is
   * disabled all of them wait.
   */
  readonly replay: (
    subscriptionId: Claimed<SubscriptionId>,
    range: { readonly from: number; readonly to: number }
  ) => Effect.Effect<number, InvalidInput | SubscriptionNotFound | StoreUnavailable>
  /** The messages to a subscription, newest first by default. */
  readonly deliveries: (
    subscriptionId: Claimed<SubscriptionId>,
    filter: DeliveryFilter
  ) => Effect.Effect<
    Cursor.Page<DeliveryView>,
    InvalidInput | Cursor.InvalidCursor | SubscriptionNotFound | StoreUnavailable
  >
  /**
   * Sends one message again, whether it was taken or not. It keeps its place: it waits behind an earlier one of its
   * order that is not delivered, and while the endpoint is disabled.
   */
  readonly sendAgain: (
    subscriptionId: Claimed<SubscriptionId>,
    eventId: Claimed<EventId>
  ) => Effect.Effect<DeliveryView, SubscriptionNotFound | DeliveryLists.DeliveryNotFound | StoreUnavailable>
  /** The job `deliver`: sends a lane's messages. */
  readonly deliver: GroupedJobHandler
}>() {}

const SubscriptionRow = Schema.Struct({
  id: SubscriptionId,
  url: Schema.String,
  created_at: Query.Int,
  dialect: Schema.NullOr(Schema.String),
  principal: Schema.NullOr(Schema.String),
  ...EndpointHealth.fields
})
const columns = `id, url, created_at, dialect, principal, ${EndpointHealth.columns.join(", ")}`
const insert = Query.insert("subscription", ["id", "url", "secret", "created_at", "dialect", "principal"])
const pageBefore = Query.all(SubscriptionRow)<[before: string, limit: number]>(
  `SELECT ${columns} FROM subscription WHERE deleted_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?`
)
const markDeleted = Query.change<[now: number, id: SubscriptionId]>(
  "UPDATE subscription SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL"
)
const markDeletedOf = Query.change<[now: number, principal: string]>(
  "UPDATE subscription SET deleted_at = ? WHERE principal = ? AND deleted_at IS NULL"
)
const setSecret = Query.change<[previousUntil: number, sealed: string, id: SubscriptionId]>(
  "UPDATE subscription SET previous_secret = secret, previous_until = ?, secret = ? WHERE id = ?"
)
const allSecrets = Query.all(
  Schema.Struct({ id: SubscriptionId, secret: Schema.String, previous_secret: Schema.NullOr(Schema.String) })
)("SELECT id, secret, previous_secret FROM subscription WHERE deleted_at IS NULL ORDER BY id")
const setSealed = Query.change<[sealed: string, previous: string | null, id: SubscriptionId, from: string]>(
  "UPDATE subscription SET secret = ?, previous_secret = ? WHERE id = ? AND secret = ?"
)
const setUrl = Query.changeOne<[url: string, id: SubscriptionId]>("UPDATE subscription SET url = ? WHERE id = ?")
const living = Query.first(SubscriptionRow)<[id: Claimed<SubscriptionId>]>(
  `SELECT ${columns} FROM subscription WHERE id = ? AND deleted_at IS NULL`
)
const LaneRow = Schema.Struct({ order_id: OrderId, messages: Query.Int })
const lanesInRange = Query.all(LaneRow)<[subscriptionId: SubscriptionId, from: number, to: number]>(
  `SELECT d.order_id, count(*) AS messages FROM delivery d JOIN event e ON e.id = d.event_id
   WHERE d.subscription_id = ? AND e.at >= ? AND e.at <= ? GROUP BY d.order_id ORDER BY d.order_id`
)
const resetRange = Query.change<
  [subscriptionId: SubscriptionId, subscriptionId: SubscriptionId, from: number, to: number]
>(
  `UPDATE delivery SET state = 'waiting', attempts = 0, first_at = NULL, round = round + 1
   WHERE subscription_id = ? AND event_id IN (
     SELECT d.event_id FROM delivery d JOIN event e ON e.id = d.event_id
     WHERE d.subscription_id = ? AND e.at >= ? AND e.at <= ?)`
)

/** After every id: ids are ASCII. */
const afterAll = "~"

const dependencies = Effect.gen(function*() {
  const storeSecret = yield* StoreSecret
  return {
    transactions: yield* Transactions,
    jobs: yield* Jobs,
    entropy: yield* Entropy,
    sender: yield* WebhookSender,
    dialects: yield* Dialects,
    storeSecret,
    places: Cursor.cursors(storeSecret, "subscriptions", Schema.String),
    rows: DeliveryLists.rowsOf(storeSecret),
    memory: FairSending.makeMemory()
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const viewOf = (row: typeof SubscriptionRow.Type): Subscription => ({
  subscriptionId: row.id,
  url: row.url,
  createdAt: row.created_at,
  dialect: row.dialect ?? undefined,
  principal: row.principal ?? undefined,
  health: EndpointHealth.healthOf(row)
})

/** The part of an address that opens nothing. */
const hostOf = (url: string): string => new URL(url).host

/** A new secret, and how it is stored. */
const makeSecret = ({ entropy, storeSecret }: Dependencies) => {
  const secret = `whsec_${Buffer.from(entropy.bytes(32)).toString("base64")}`
  return { secret, sealed: sealFor(storeSecret, Deliveries.secretPurpose, entropy.bytes(12), secret) }
}

/** Writes a subscription inside the caller's transaction. Only this result contains the secret. */
const write = Effect.fnUntraced(
  function*(deps: Dependencies, url: string, { dialect, principal }: SubscriptionOptions) {
    const id = yield* idsFrom(deps.entropy)(SubscriptionId)
    const { sealed, secret } = makeSecret(deps)
    const createdAt = yield* Clock.currentTimeMillis
    yield* insert({
      id,
      url,
      secret: sealed,
      created_at: createdAt,
      dialect: dialect ?? null,
      principal: principal ?? null
    })
    yield* StaffTrail.record({
      action: "subscription.create",
      subject: id,
      before: {},
      after: { host: hostOf(url), dialect: dialect ?? null, principal: principal ?? null }
    })
    return { subscriptionId: id, url, createdAt, dialect, principal, health: Endpoint.healthy, secret }
  }
)

const Url = Schema.String.pipe(
  Schema.filter((text) => text.length <= 2000 && /^https?:$/.test(WebAddress.parse(text)?.protocol ?? ""), {
    description: "an http or https address of at most 2000 characters"
  })
)
const checkUrl = checking(Schema.Struct({ url: Url }))
const faultsOfNew = faultsBy(Schema.Struct({
  url: Url,
  dialect: Schema.optional(Schema.String),
  principal: Schema.optional(Key)
}))
const checkRange = checking(
  Schema.Struct({ from: Millis, to: Millis }).pipe(
    Schema.filter(({ from, to }) => from <= to || { path: ["to"], message: "a moment that is not before `from`" })
  )
)

/** A dialect that no program has would leave the subscription without a message for ever. */
const faultsOfDialect = (dialects: typeof Dialects.Service, dialect: unknown) =>
  typeof dialect !== "string" || Object.hasOwn(dialects, dialect) ? [] : [{
    path: "dialect",
    words: `Expected one of the shop's dialects (${Object.keys(dialects).join(", ") || "it has none"}), actual ${
      JSON.stringify(dialect)
    }`
  }]

const create = (deps: Dependencies) =>
  Effect.fnUntraced(function*(url: string, options: SubscriptionOptions = {}) {
    const { dialect, principal } = options
    const faults = [...faultsOfNew({ url, dialect, principal }), ...faultsOfDialect(deps.dialects, dialect)]
    // The sender, which knows more of addresses, says why it refuses one, unless there is more to say.
    if (typeof url === "string" && faults.every(({ path }) => path === "url")) yield* deps.sender.check(url)
    yield* refuse(faults)
    return yield* deps.transactions.write(write(deps, url, options))
  })

const list = ({ places, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(page: { readonly limit: number; readonly cursor?: string | undefined }) {
      yield* checkPage(page)
      const { cursor, limit } = page
      const before = cursor === undefined ? afterAll : yield* places.decode(cursor)
      const rows = yield* transactions.read(pageBefore(before, limit + 1))
      const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id))
      return { data: data.map(viewOf), nextCursor }
    }
  )

/** A subscription that there is, locked; runs inside the caller's transaction. */
const lockLiving = Effect.fnUntraced(function*(subscriptionId: Claimed<SubscriptionId>) {
  // Of two replays at once one waits for the other; events of orders are written meanwhile all the same.
  yield* EndpointHealth.lock(subscriptionId)
  const row = Option.getOrUndefined(yield* living(subscriptionId))
  return row === undefined ? yield* new SubscriptionNotFound({ subscriptionId }) : viewOf(row)
})

const remove = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<SubscriptionId>) {
    // Looked up first: nothing is refused after a change.
    const { subscriptionId, url } = yield* lockLiving(claimed)
    yield* markDeleted(yield* Clock.currentTimeMillis, subscriptionId)
    yield* StaffTrail.record({
      action: "subscription.remove",
      subject: subscriptionId,
      before: { host: hostOf(url) },
      after: {}
    })
  }, transactions.write)

/** Ends the subscriptions to one principal's orders, inside the caller's transaction, which says in the trail why. */
export const removeOf = (principal: string): Effect.Effect<void, never, Transaction> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => markDeletedOf(now, principal))

const move = ({ jobs, sender, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<SubscriptionId>, url: string) {
    if (typeof url === "string") yield* sender.check(url)
    yield* checkUrl({ url })
    yield* transactions.write(Effect.gen(function*() {
      const { health, subscriptionId, url: before } = yield* lockLiving(claimed)
      yield* setUrl(url, subscriptionId)
      yield* StaffTrail.record({
        action: "subscription.move",
        subject: subscriptionId,
        before: { host: hostOf(before) },
        after: { host: hostOf(url) }
      })
      yield* EndpointHealth.enable(subscriptionId, health, jobs)
    }))
  })

const checkOverlap = checking(Schema.Struct({ overlapMillis: Overlap }))

const renewSecret = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<SubscriptionId>, overlapMillis: number) {
    yield* checkOverlap({ overlapMillis })
    const subscription = yield* lockLiving(claimed)
    const { subscriptionId } = subscription
    const { sealed, secret } = makeSecret(deps)
    const previousUntil = (yield* Clock.currentTimeMillis) + overlapMillis
    yield* setSecret(previousUntil, sealed, subscriptionId)
    yield* StaffTrail.record({
      action: "subscription.renew",
      subject: subscriptionId,
      before: {},
      after: { previousUntil: formatMoment(previousUntil) }
    })
    return { ...subscription, secret }
  }, deps.transactions.write)

/** Seals with the store's newest secret what was sealed with older ones, so that these can go. */
const resealAll = ({ entropy, storeSecret, transactions }: Dependencies) => {
  const reseal = (sealed: string | null): string | null => {
    const { older: _, ...newest } = storeSecret
    if (sealed === null || unsealFor(newest, Deliveries.secretPurpose, sealed) !== undefined) return sealed
    const secret = unsealFor(storeSecret, Deliveries.secretPurpose, sealed)
    return secret === undefined
      ? sealed
      : sealFor(storeSecret, Deliveries.secretPurpose, entropy.bytes(12), secret)
  }
  return transactions.write(Effect.gen(function*() {
    for (const { id, previous_secret, secret } of yield* allSecrets()) {
      const [sealed, previous] = [reseal(secret)!, reseal(previous_secret)]
      if (sealed !== secret || previous !== previous_secret) yield* setSealed(sealed, previous, id, secret)
    }
  }))
}

const enable = ({ jobs, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<SubscriptionId>) {
    const subscription = yield* lockLiving(claimed)
    const { subscriptionId } = subscription
    const state = Endpoint.stateOf(subscription.health)
    yield* EndpointHealth.enable(subscriptionId, subscription.health, jobs)
    if (state !== "healthy") {
      yield* StaffTrail.record({
        action: "subscription.enable",
        subject: subscriptionId,
        before: { state },
        after: { state: "healthy" }
      })
    }
    return { ...subscription, health: Endpoint.healthy }
  }, transactions.write)

const replay = ({ jobs, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(claimed: Claimed<SubscriptionId>, range: { readonly from: number; readonly to: number }) {
      yield* checkRange(range)
      const { from, to } = range
      const { subscriptionId } = yield* lockLiving(claimed)
      const lanes = yield* lanesInRange(subscriptionId, from, to)
      yield* resetRange(subscriptionId, subscriptionId, from, to)
      const now = yield* Clock.currentTimeMillis
      for (const lane of lanes) yield* jobs.schedule("deliver", laneOf(subscriptionId, lane.order_id), now)
      const messages = lanes.reduce((sum, lane) => sum + lane.messages, 0)
      yield* StaffTrail.record({
        action: "subscription.replay",
        subject: subscriptionId,
        before: {},
        after: { from: formatMoment(from), to: formatMoment(to), messages }
      })
      return messages
    },
    transactions.write
  )

const deliveries = ({ rows, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(subscriptionId: Claimed<SubscriptionId>, filter: DeliveryFilter) {
    const row = Option.getOrUndefined(yield* living(subscriptionId))
    if (row === undefined) return yield* new SubscriptionNotFound({ subscriptionId })
    return yield* DeliveryLists.list({ rows, transactions }, row.id, filter)
  }, transactions.read)

const sendAgain = ({ jobs, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<SubscriptionId>, claimedEvent: Claimed<EventId>) {
    const { subscriptionId } = yield* lockLiving(claimed)
    const { after, before } = yield* DeliveryLists.sendAgain(jobs, subscriptionId, claimedEvent)
    const { eventId } = after
    yield* StaffTrail.record({
      action: "delivery.send",
      subject: subscriptionId,
      before: { eventId, state: before.state, attempts: before.attempts },
      after: { eventId, state: after.state, attempts: after.attempts }
    })
    return after
  }, transactions.write)

export const layer: Layer.Layer<
  Subscriptions,
  StoreUnavailable,
  Transactions | Jobs | Entropy | StoreSecret | WebhookSender
> = Layer.effect(
  Subscriptions,
  dependencies.pipe(
    Effect.tap((deps) => (deps.storeSecret.older ?? []).length === 0 ? Effect.void : resealAll(deps)),
    Effect.map((deps) => ({
      create: UseCase.named("Subscriptions.create", create(deps), {
        found: ({ subscriptionId }) => ({ subscriptionId })
      }),
      list: UseCase.named("Subscriptions.list", list(deps)),
      remove: UseCase.named("Subscriptions.remove", remove(deps), { given: (subscriptionId) => ({ subscriptionId }) }),
      move: UseCase.named("Subscriptions.move", move(deps), { given: (subscriptionId) => ({ subscriptionId }) }),
      enable: UseCase.named("Subscriptions.enable", enable(deps), { given: (subscriptionId) => ({ subscriptionId }) }),
      replay: UseCase.named("Subscriptions.replay", replay(deps), { given: (subscriptionId) => ({ subscriptionId }) }),
      deliveries: UseCase.named("Subscriptions.deliveries", deliveries(deps), {
        given: (subscriptionId) => ({ subscriptionId })
      }),
      sendAgain: UseCase.named("Subscriptions.sendAgain", sendAgain(deps), {
        given: (subscriptionId) => ({ subscriptionId }),
        found: ({ orderId }) => ({ orderId })
      }),
      renewSecret: UseCase.named("Subscriptions.renewSecret", renewSecret(deps), {
        given: (subscriptionId) => ({ subscriptionId })
      }),
      deliver: Deliveries.handler(deps)
    }))
  )
)
