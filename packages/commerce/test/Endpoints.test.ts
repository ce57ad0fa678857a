/**
 * Partners' endpoints side by side, on both databases: one that hangs or is dead takes nothing from the others, however
 * many of them there are and however many processes send. It is left alone for a while, then disabled, and told
 * everything once it is enabled. `Subscriptions.test.ts` has what becomes of a single lane.
 */
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import { DeliveryFailed, type OutgoingMessage, WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import type { SubscriptionId } from "@beauty-store/domain/Ids"
import * as Endpoint from "@beauty-store/domain/WebhookEndpoint"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import { beforeEach, describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { useDatabase } from "../../../test/postgres.ts"
import { pgClient, until as untilSo } from "../../../test/shop/use-cases.ts"
import { happens, lanesOn, order, subscribe, until } from "./lanes.ts"

type Database = Layer.Layer<SqlClient.SqlClient, unknown>

const Body = Schema.parseJson(
  Schema.Struct({ data: Schema.Struct({ orderId: Schema.String, trackingNumber: Schema.NumberFromString }) })
)

/** A message that was sent. */
interface Sent {
  readonly at: number
  readonly id: string
  readonly url: string
  readonly orderId: string
  readonly n: number
}

/** What a partner does with a message. */
type Behave = (sent: Sent) => Effect.Effect<void, DeliveryFailed>

const taken = Effect.void
const refused = Effect.suspend(() => Effect.fail(new DeliveryFailed({ reason: "status 503" })))

/** Partners, each message that was sent to them, and what they do. */
const partnersWho = (behave: Behave) => {
  const world = { sent: new Array<Sent>(), behave }
  const layer = Layer.succeed(WebhookSender, {
    check: () => Effect.void,
    send: ({ body, id, url }: OutgoingMessage) =>
      Effect.gen(function*() {
        const { data: { orderId, trackingNumber: n } } = yield* Effect.orDie(Schema.decode(Body)(body))
        const sent = { at: yield* Clock.currentTimeMillis, id, url, orderId, n }
        world.sent.push(sent)
        yield* world.behave(sent)
      })
  })
  return { world, layer }
}

const start = 1_800_000_000_000
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const orderNumber = (n: number) => `ord_${String(n).padStart(10, "0")}`

/** Orders of which the same happens, one after the other. */
const orders = (from: number, to: number, ...steps: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    for (let n = from; n <= to; n++) {
      yield* order(orderNumber(n))
      for (const step of steps) yield* happens(orderNumber(n), step)
    }
  })

/** What a partner was sent, by order: each once, in the order of its last attempts. */
const heard = (sent: ReadonlyArray<Sent>) => {
  const byOrder: Record<string, ReadonlyArray<number>> = {}
  for (const { n, orderId } of sent) byOrder[orderId] = [...(byOrder[orderId] ?? []).filter((one) => one !== n), n]
  return byOrder
}

const everyOrder = (from: number, to: number, ...steps: ReadonlyArray<number>) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [orderNumber(from + i), steps]))

/** Runs the jobs of a process until something has been seen. */
const sendUntil = (seen: () => boolean) =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { deliver } = yield* Subscriptions.Subscriptions
    yield* Effect.raceFirst(jobs.run({ deliver }), untilSo(Effect.sync(seen), "it has been seen"))
  })

/** Runs the jobs of a process until there is none. */
const sendUntilDone = Effect.gen(function*() {
  const jobs = yield* Jobs.Jobs
  const { deliver } = yield* Subscriptions.Subscriptions
  const { read } = yield* Transactions
  const isDone = Effect.map(Effect.orDie(read(jobCount())), ([row]) => row!.jobs === 0)
  yield* Effect.raceFirst(jobs.run({ deliver }), untilSo(isDone, "no job is left"))
})

/** An endpoint that fails has done so for three days, but for some milliseconds. */
const nearlyDisabled = (left: number) =>
  Effect.flatMap(Transactions, ({ write }) => write(setFailingMillis(Endpoint.disabledAfterMillis - left)))

const stateOf = (id: SubscriptionId) =>
  Effect.gen(function*() {
    const { list } = yield* Subscriptions.Subscriptions
    const { data } = yield* list({ limit: 100 })
    return data.find(({ subscriptionId }) => subscriptionId === id)!.health
  })

const flags = Query.all(Schema.Struct({ kind: Schema.String, subject: Schema.String, detail: Schema.String }))(
  "SELECT kind, subject, detail FROM flag ORDER BY id"
)
const jobCount = Query.all(Schema.Struct({ jobs: Query.Int }))("SELECT count(*) AS jobs FROM job")
const setFailingMillis = Query.change<[millis: number]>("UPDATE subscription SET failing_millis = ? WHERE failures > 0")
const expireLeases = Query.change("UPDATE job SET lease_until = 0")

/** Leaves a database of the test before with its tables and nothing else. */
const emptied = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.unsafe<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'"
  )
  if (tables.length > 0) yield* sql.unsafe(`TRUNCATE ${tables.map(({ name }) => name).join(", ")} CASCADE`)
})

const suite = (database: () => Database): void => {
  /** A store over partners of its own, on a clock that the test sets. */
  const onTestClock = (
    name: string,
    behave: Behave,
    body: (world: ReturnType<typeof partnersWho>["world"]) => Effect.Effect<
      void,
      unknown,
      Subscriptions.Subscriptions | Jobs.Jobs | Transactions | Layer.Layer.Success<ReturnType<typeof lanesOn>>
    >
  ) =>
    it.effect(name, () => {
      const { layer, world } = partnersWho(behave)
      return TestClock.setTime(start).pipe(
        Effect.zipRight(body(world)),
        Effect.provide(lanesOn(layer, database()))
      )
    })

  it.live("a good one hears of all its orders while twenty others hang", () => {
    const { layer, world } = partnersWho(({ url }) => url.endsWith("/good") ? taken : Effect.never)
    const good = () => world.sent.filter(({ url }) => url.endsWith("/good"))
    return Effect.gen(function*() {
      for (let n = 1; n <= 20; n++) yield* subscribe(`https://hangs-${n}.example/hook`)
      yield* subscribe("https://partner.example/good")
      yield* orders(1, 4, 1, 2)
      // None of the others ever comes to an end.
      yield* sendUntil(() => good().length === 8)
      expect(new Set(world.sent.map(({ url }) => url)).size).toBe(21)
      expect(heard(good())).toEqual(everyOrder(1, 4, 1, 2))
    }).pipe(Effect.provide(lanesOn(layer, database())))
  })

  it.live("a good one hears of what happens while others, more than there are slots, hang", () => {
    const { layer, world } = partnersWho(({ url }) => url.endsWith("/good") ? taken : Effect.never)
    const sentTo = (good: boolean) => world.sent.filter(({ url }) => url.endsWith("/good") === good)
    return Effect.gen(function*() {
      yield* subscribe("https://partner.example/good")
      yield* orders(1, 1, 1)
      // It is known to be good.
      yield* sendUntilDone
      for (let n = 1; n <= 80; n++) yield* subscribe(`https://hangs-${n}.example/hook`)
      yield* orders(2, 3, 1, 2)
      yield* sendUntil(() => sentTo(true).length === 5 && sentTo(false).length >= 64)
      expect(heard(sentTo(true))).toEqual({ ...everyOrder(1, 1, 1), ...everyOrder(2, 3, 1, 2) })
      // Nobody knows whether they are any good: one message each, and no more than half of the slots.
      expect(new Set(sentTo(false).map(({ url }) => url)).size).toBe(64)
      expect(sentTo(false)).toHaveLength(64)
    }).pipe(Effect.provide(lanesOn(layer, database())))
  })

  onTestClock(
    "one that fails five times in a row is left alone for a pause, then tried once",
    () => refused,
    (world) =>
      Effect.gen(function*() {
        const { subscriptionId } = yield* subscribe("https://partner.example/hook")
        yield* orders(1, 8, 1, 2)
        yield* until(start + 20_000)
        expect(world.sent).toHaveLength(5)
        const { pausedUntil } = yield* stateOf(subscriptionId)
        yield* until(pausedUntil! - 1)
        expect(world.sent).toHaveLength(5)
        world.behave = () => world.sent.length === 6 ? refused : taken
        yield* until(pausedUntil!)
        expect(world.sent).toHaveLength(6)
        const second = (yield* stateOf(subscriptionId)).pausedUntil!
        expect(second - pausedUntil!).toBeGreaterThanOrEqual(minute)
        yield* until(second)
        // The probe was taken, and all that was due follows it. What failed before keeps its own time.
        expect(yield* stateOf(subscriptionId)).toEqual(Endpoint.healthy)
        yield* until(start + hour)
        expect(heard(world.sent)).toEqual(everyOrder(1, 8, 1, 2))
        const probes = world.sent.filter(({ at }) => at === pausedUntil)
        expect(probes).toHaveLength(1)
        for (const { id, orderId } of world.sent.filter(({ n }) => n === 1)) {
          expect(new Set(world.sent.filter((one) => one.orderId === orderId && one.n === 1).map((one) => one.id)))
            .toEqual(new Set([id]))
        }
      })
  )

  onTestClock(
    "one that fails for three days is disabled with a flag, and told everything in order once it is enabled",
    () => refused,
    (world) =>
      Effect.gen(function*() {
        const { enable } = yield* Subscriptions.Subscriptions
        const { read } = yield* Transactions
        const { subscriptionId } = yield* subscribe("https://dead.example/hook")
        const other = yield* subscribe("https://partner.example/good")
        world.behave = ({ url }) => url.endsWith("/good") ? taken : refused
        yield* orders(1, 60, 1, 2)
        yield* until(start + hour)
        yield* nearlyDisabled(hour)
        yield* until(start + 1.5 * hour)
        expect(Endpoint.stateOf(yield* stateOf(subscriptionId))).toBe("failing")
        expect(yield* read(flags())).toEqual([])
        yield* until(start + 2.5 * hour)
        const { disabledAt, failures, failingSince, reason } = yield* stateOf(subscriptionId)
        expect(disabledAt! - start).toBeGreaterThanOrEqual(1.5 * hour)
        expect({ failingSince, reason }).toEqual({ failingSince: start, reason: "status 503" })
        expect(yield* stateOf(other.subscriptionId)).toEqual(Endpoint.healthy)
        const raised = yield* read(flags())
        expect(raised.map(({ kind, subject }) => ({ kind, subject })))
          .toEqual([{ kind: "webhook_disabled", subject: subscriptionId }])
        expect(raised[0]!.detail).toContain(`${failures} attempts failed, the last with status 503`)
        expect(yield* read(jobCount())).toEqual([{ jobs: 0 }])

        // What happens from then on waits with the rest, and costs no attempt.
        const before = world.sent.filter(({ url }) => !url.endsWith("/good")).length
        yield* orders(61, 62, 1)
        yield* happens(orderNumber(1), 3)
        yield* until(start + 10 * day)
        expect(world.sent.filter(({ url }) => !url.endsWith("/good"))).toHaveLength(before)
        expect(yield* read(jobCount())).toEqual([{ jobs: 0 }])

        world.behave = () => taken
        expect((yield* enable(subscriptionId)).health).toEqual(Endpoint.healthy)
        yield* until(start + 10 * day + 1)
        const again = world.sent.filter(({ url }) => !url.endsWith("/good")).slice(before)
        expect(heard(again)).toEqual({
          ...everyOrder(2, 60, 1, 2),
          ...everyOrder(1, 1, 1, 2, 3),
          ...everyOrder(61, 62, 1)
        })
        expect(again).toHaveLength(123)
        const ids = (sent: ReadonlyArray<Sent>) => new Map(sent.map(({ id, n, orderId }) => [`${orderId} ${n}`, id]))
        expect(ids(again)).toEqual(ids(world.sent.filter(({ url }) => url.endsWith("/good"))))

        yield* enable(subscriptionId)
        yield* until(start + 20 * day)
        expect(world.sent.filter(({ url }) => !url.endsWith("/good"))).toHaveLength(before + 123)
      })
  )

  onTestClock(
    "one that is disabled keeps what is to be sent again until it moves to another address",
    () => refused,
    (world) =>
      Effect.gen(function*() {
        const { move, replay } = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe("https://dead.example/hook")
        yield* orders(1, 10, 1)
        yield* until(start + hour)
        yield* nearlyDisabled(minute)
        yield* until(start + 2 * hour)
        expect(Endpoint.stateOf(yield* stateOf(subscriptionId))).toBe("disabled")
        const before = world.sent.length
        expect(yield* replay(subscriptionId, { from: start, to: start })).toBe(10)
        yield* until(start + day)
        expect(world.sent).toHaveLength(before)
        world.behave = () => taken
        yield* move(subscriptionId, "https://alive.example/hook")
        yield* until(start + day + 1)
        const moved = world.sent.slice(before)
        expect(new Set(moved.map(({ url }) => url))).toEqual(new Set(["https://alive.example/hook"]))
        expect(heard(moved)).toEqual(everyOrder(1, 10, 1))
        expect(moved).toHaveLength(10)
      })
  )

  onTestClock(
    "one that is paused is tried at once when somebody says that it works again",
    () => refused,
    (world) =>
      Effect.gen(function*() {
        const { enable } = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe("https://partner.example/hook")
        yield* orders(1, 12, 1)
        yield* until(start + 5 * minute)
        expect((yield* stateOf(subscriptionId)).pausedUntil).toBeGreaterThan(start + 5 * minute)
        const before = world.sent.length
        world.behave = () => taken
        yield* enable(subscriptionId)
        yield* until(start + 5 * minute + 1)
        expect(world.sent.length).toBeGreaterThan(before)
        expect(yield* stateOf(subscriptionId)).toEqual(Endpoint.healthy)
        yield* until(start + day)
        expect(heard(world.sent)).toEqual(everyOrder(1, 12, 1))
        expect(yield* Effect.flip(enable("sub_nobody" as SubscriptionId)))
          .toBeInstanceOf(Subscriptions.SubscriptionNotFound)
      })
  )

  onTestClock(
    "one that is disabled while an attempt is on its way is disabled once",
    () => refused,
    (world) =>
      Effect.gen(function*() {
        const { deliver, enable } = yield* Subscriptions.Subscriptions
        const jobs = yield* Jobs.Jobs
        const { read, write } = yield* Transactions
        const { subscriptionId } = yield* subscribe("https://dead.example/hook")
        yield* orders(1, 10, 1)
        yield* until(start + hour)
        yield* nearlyDisabled(minute)
        expect(Endpoint.stateOf(yield* stateOf(subscriptionId))).toBe("failing")
        // A process that slept through its lease has an attempt on the way while others go on.
        const end = yield* Deferred.make<void, DeliveryFailed>()
        const count = world.sent.length
        world.behave = () => world.sent.length === count + 1 ? Deferred.await(end) : refused
        yield* TestClock.setTime(start + hour + 20 * minute)
        const sleeper = yield* Effect.fork(jobs.runDue({ deliver }))
        while (world.sent.length === count) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
        yield* write(expireLeases())
        yield* until(start + 1.5 * hour)
        const { disabledAt } = yield* stateOf(subscriptionId)
        expect(disabledAt).toBeDefined()
        yield* Deferred.failCause(end, yield* Effect.flip(Effect.sandbox(refused)))
        yield* Fiber.join(sleeper)
        yield* until(start + 5 * day)
        expect((yield* stateOf(subscriptionId)).disabledAt).toBe(disabledAt)
        expect(yield* read(flags())).toHaveLength(1)
        expect(yield* read(jobCount())).toEqual([{ jobs: 0 }])
        const before = world.sent.length
        world.behave = () => taken
        yield* enable(subscriptionId)
        yield* until(start + 5 * day + 1)
        expect(heard(world.sent.slice(before))).toEqual(everyOrder(1, 10, 1))
      })
  )
}

describe("endpoints (SQLite)", () => suite(() => SqliteClient.layer({ filename: ":memory:" })))

describe("endpoints (PostgreSQL)", () => {
  const url = useDatabase()
  beforeEach(() => Effect.runPromise(Effect.provide(emptied, pgClient(url()))))
  suite(() => pgClient(url()))

  it.live("have no more attempts under way than they may, however many processes there are", () => {
    const [sentBy, underWay] = [[0, 0], { now: 0, most: 0 }]
    /** From now on attempts take until two have met. */
    let meeting = false
    const met = Deferred.unsafeMake<void>(FiberId.none)
    const process = (n: number) => {
      const { layer } = partnersWho(() =>
        Effect.gen(function*() {
          sentBy[n]!++
          underWay.most = Math.max(underWay.most, ++underWay.now)
          if (underWay.now > 1) yield* Deferred.succeed(met, undefined)
          if (meeting) yield* Deferred.await(met)
          underWay.now--
        })
      )
      return lanesOn(layer, pgClient(url()))
    }
    return Effect.gen(function*() {
      const [here, there] = [yield* Layer.build(process(0)), yield* Layer.build(process(1))]
      yield* Effect.provide(subscribe("https://partner.example/hook"), here)
      // Each finds out that the endpoint is good.
      for (const [n, context] of [here, there].entries()) {
        yield* Effect.provide(Effect.zipRight(orders(n, n, 1), sendUntilDone), context)
      }
      meeting = true
      yield* Effect.provide(orders(2, 31, 1), here)
      yield* Effect.all([here, there].map((context) => Effect.provide(sendUntilDone, context)), {
        concurrency: "unbounded"
      })
      expect(sentBy[0]! + sentBy[1]!).toBe(32)
      // Two at least have met.
      expect(underWay.most).toBeGreaterThan(1)
      expect(underWay.most).toBeLessThanOrEqual(Endpoint.mostAttemptsAtOnce)
    }).pipe(Effect.scoped)
  })
})
