/**
 * The health of partners' endpoints as it is kept: the domain decides (`WebhookEndpoint`), and its decision is saved in
 * the transaction of the attempt's outcome. A disabled endpoint's messages are parked and their jobs removed, and a
 * flag is raised; enabled, it is sent all that is parked. Follows docs/specification.md#endpoints.
 */
import { formatMoment } from "@beauty-store/domain/Days"
import { type Claimed, OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import * as Endpoint from "@beauty-store/domain/WebhookEndpoint"
import type { Entropy } from "@beauty-store/sql/Entropy"
import * as GroupedJobs from "@beauty-store/sql/GroupedJobs"
import type { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { laneOf } from "../events/Events.ts"
import * as Flags from "../staff/Flags.ts"

/** The columns of a subscription that say how its endpoint is. */
export const columns = [
  "failures",
  "failing_millis",
  "failing_since",
  "last_failed_at",
  "failure",
  "paused_until",
  "disabled_at"
] as const

export const fields = {
  failures: Query.Int,
  failing_millis: Query.Int,
  failing_since: Schema.NullOr(Query.Int),
  last_failed_at: Schema.NullOr(Query.Int),
  failure: Schema.NullOr(Schema.String),
  paused_until: Schema.NullOr(Query.Int),
  disabled_at: Schema.NullOr(Query.Int)
}
const Row = Schema.Struct(fields)

export const healthOf = (row: typeof Row.Type): Endpoint.Health => ({
  failures: row.failures,
  failingSince: row.failing_since ?? undefined,
  lastFailedAt: row.last_failed_at ?? undefined,
  failingMillis: row.failing_millis,
  reason: row.failure ?? undefined,
  pausedUntil: row.paused_until ?? undefined,
  disabledAt: row.disabled_at ?? undefined
})

/** Whatever changes an endpoint's health, or the state of many of its messages, holds this. */
export const lock = Query.lock<[id: Claimed<SubscriptionId>]>(
  "SELECT id FROM subscription WHERE id = ? FOR NO KEY UPDATE"
)
const load = Query.first(Row)<[id: SubscriptionId]>(`SELECT ${columns.join(", ")} FROM subscription WHERE id = ?`)
const save = Query.changeOne<
  [
    failures: number,
    failingMillis: number,
    failingSince: number | null,
    lastFailedAt: number | null,
    failure: string | null,
    pausedUntil: number | null,
    disabledAt: number | null,
    id: SubscriptionId
  ]
>(`UPDATE subscription SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`)

const store = (id: SubscriptionId, health: Endpoint.Health) =>
  save(
    health.failures,
    health.failingMillis,
    health.failingSince ?? null,
    health.lastFailedAt ?? null,
    health.reason ?? null,
    health.pausedUntil ?? null,
    health.disabledAt ?? null,
    id
  )

const FailingRow = Schema.Struct({ id: SubscriptionId, ...fields })
const findFailing = Query.all(FailingRow)(
  `SELECT id, ${columns.join(", ")} FROM subscription WHERE failures > 0 AND disabled_at IS NULL ORDER BY id`
)
/** The endpoints that fail and are not disabled; all others are healthy, or have nothing to be sent. */
export const failing: Effect.Effect<ReadonlyMap<string, Endpoint.Health>, never, Transaction> = Effect.map(
  findFailing(),
  (rows) => new Map(rows.map((row) => [row.id, healthOf(row)]))
)

/** So many lanes are parked by one statement. */
const lanesAtOnce = 50
const parkSome = Query.change<ReadonlyArray<string>>(
  `UPDATE delivery SET state = 'parked' WHERE subscription_id = ? AND state = 'waiting'
     AND order_id IN (${Array.from({ length: lanesAtOnce }, () => "?").join(", ")})`
)
/** Parks what waits of some orders. */
const park = (id: SubscriptionId, orderIds: ReadonlyArray<string>) =>
  Effect.forEach(
    Array.from(
      { length: Math.ceil(orderIds.length / lanesAtOnce) },
      (_, n) => orderIds.slice(n * lanesAtOnce, (n + 1) * lanesAtOnce)
    ),
    // Where there are fewer, the last is named more than once.
    (some) => parkSome(id, ...Array.from({ length: lanesAtOnce }, (_, i) => some[i] ?? some.at(-1)!)),
    { discard: true }
  )
const unpark = Query.change<[id: SubscriptionId]>(
  `UPDATE delivery SET state = 'waiting', attempts = 0, first_at = NULL, round = round + 1
   WHERE subscription_id = ? AND state = 'parked'`
)
const parkedLanes = Query.all(Schema.Struct({ order_id: OrderId }))<[id: SubscriptionId]>(
  "SELECT DISTINCT order_id FROM delivery WHERE subscription_id = ? AND state = 'parked' ORDER BY order_id"
)

/** An attempt whose lease has run out may still save its outcome: its message first, and then its job. */
const lockWaiting = Query.lock<[id: SubscriptionId]>(
  "SELECT seq FROM delivery WHERE subscription_id = ? AND state = 'waiting' ORDER BY order_id, seq FOR NO KEY UPDATE"
)

const jobsOf = GroupedJobs.make("deliver")

/** Parks all that waits for an endpoint, and tells staff. */
const disable = Effect.fnUntraced(
  function*(id: SubscriptionId, { failingSince, failures, reason }: Endpoint.Health, now: number) {
    yield* lockWaiting(id)
    // Whatever waits has a job. What is under way, or is written down meanwhile, is parked by its own job.
    yield* park(id, yield* jobsOf.remove(id, now))
    const what = `nothing was taken since ${
      formatMoment(failingSince!)
    }: ${failures} attempts failed, the last with ${reason}`
    yield* Flags.raise("webhook_disabled", id, `${what}. Its messages wait until it is enabled.`)
  }
)

/** Why an attempt failed, in a few words. `isFinal`: no other one can succeed until somebody intervenes. */
export interface Failure {
  readonly failure: string
  readonly isFinal?: boolean
}

/** An attempt of an order's lane has failed. Its caller has locked the endpoint. Returns whether that is disabled. */
export const attemptFailed = Effect.fnUntraced(
  function*(
    id: SubscriptionId,
    orderId: OrderId,
    { failure, isFinal = false }: Failure
  ): Effect.fn.Return<boolean, never, Transaction | Entropy> {
    const before = healthOf(Option.getOrThrow(yield* load(id)))
    const now = yield* Clock.currentTimeMillis
    const after = Endpoint.failed(before, id, failure, now, isFinal)
    if (after !== before) yield* store(id, after)
    if (after.disabledAt === undefined) return false
    if (before.disabledAt === undefined) yield* disable(id, after, now)
    yield* park(id, [orderId])
    return true
  }
)

/** An attempt has succeeded where others had failed. */
export const attemptSucceeded = Effect.fnUntraced(function*(id: SubscriptionId) {
  const before = healthOf(Option.getOrThrow(yield* load(id)))
  const after = Endpoint.succeeded(before)
  if (after !== before) yield* store(id, after)
})

/**
 * Parks a lane whose endpoint is disabled, which one that was written down meanwhile may find; returns whether it is.
 */
export const parkIfDisabled = Effect.fnUntraced(function*(id: SubscriptionId, orderId: OrderId) {
  yield* lock(id)
  const health = healthOf(Option.getOrThrow(yield* load(id)))
  if (health.disabledAt === undefined) return false
  yield* park(id, [orderId])
  return true
})

/** Makes an endpoint healthy, and has it sent what was parked where it was disabled. Its caller has locked it. */
export const enable = Effect.fnUntraced(
  function*(id: SubscriptionId, before: Endpoint.Health, jobs: Context.Tag.Service<Jobs>) {
    if (Endpoint.stateOf(before) === "healthy") return
    yield* store(id, Endpoint.healthy)
    if (Endpoint.stateOf(before) !== "disabled") return
    const lanes = yield* parkedLanes(id)
    yield* unpark(id)
    const now = yield* Clock.currentTimeMillis
    for (const lane of lanes) yield* jobs.schedule("deliver", laneOf(id, lane.order_id), now)
  }
)
