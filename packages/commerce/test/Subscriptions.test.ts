/**
 * A partner's lane from the event to the answer: `Events`, `Subscriptions` and `Jobs` over SQLite, on a clock that the
 * test sets, towards partners that do as the test says.
 */
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import {
  DeliveryFailed,
  type OutgoingMessage,
  TargetForbidden,
  WebhookSender
} from "@beauty-store/commerce/partners/WebhookSender"
import { SubscriptionId } from "@beauty-store/domain/Ids"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { until as untilSo } from "../../../test/world/waiting.ts"
import { happens, lanes, order, subscribe, until } from "./lanes.ts"

type Message = OutgoingMessage

/** A message that left, and what the test can tell it by. */
interface Sent {
  readonly secrets: ReadonlyArray<string>
  readonly at: number
  readonly id: string
  readonly url: string
  readonly order: string
  readonly n: number
}

interface Partners {
  readonly sent: Array<Sent>
  /** What a partner does with a message. */
  receive: (sent: Sent) => Effect.Effect<void, DeliveryFailed>
}

const taken = Effect.void
const refused = Effect.suspend(() => Effect.fail(new DeliveryFailed({ reason: "status 500" })))

const Body = Schema.parseJson(Schema.Struct({
  event: Schema.String,
  data: Schema.Struct({ orderId: Schema.String, trackingNumber: Schema.NumberFromString })
}))

const sender = (partners: Partners) =>
  Layer.succeed(WebhookSender, {
    check: (url) => url.startsWith("https:") ? Effect.void : Effect.fail(new TargetForbidden({ reason: "no" })),
    send: (message: Message) =>
      Effect.gen(function*() {
        const { data } = yield* Effect.orDie(Schema.decode(Body)(message.body))
        const at = yield* Clock.currentTimeMillis
        const sent: Sent = {
          at,
          id: message.id,
          url: message.url,
          order: data.orderId,
          n: data.trackingNumber,
          secrets: [message.secret, message.previousSecret].filter((secret) => secret !== undefined)
        }
        partners.sent.push(sent)
        yield* partners.receive(sent)
      })
  })

const store = (partners: Partners, filename?: string, secrets?: readonly [string, ...ReadonlyArray<string>]) =>
  lanes(sender(partners), filename, secrets)

const partnersWho = (receive: Partners["receive"] = () => taken): Partners => ({ sent: [], receive })

const start = 1_800_000_000_000
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** When the tenth attempt has been made at the latest. */
const over = 1.1 * day

const numbers = (sent: ReadonlyArray<Sent>) => sent.map(({ n }) => n)

/** A store on its own database, begun at `start` with one order. */
const scene = <A, E, R>(partners: Partners, body: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    yield* Effect.provide(Effect.zipRight(order("ord_0000000001"), body), store(partners))
  })

describe("a lane", () => {
  it.effect("tells what happened, in order, once", () => {
    const partners = partnersWho()
    return scene(
      partners,
      Effect.gen(function*() {
        yield* happens("ord_0000000001", 0)
        yield* subscribe()
        for (const n of [1, 2, 3]) yield* happens("ord_0000000001", n)
        yield* until(start + day)
        expect(numbers(partners.sent)).toEqual([1, 2, 3])
        expect(new Set(partners.sent.map(({ id }) => id)).size).toBe(3)
        yield* happens("ord_0000000001", 4)
        yield* until(start + 2 * day)
        expect(numbers(partners.sent)).toEqual([1, 2, 3, 4])
      })
    )
  })

  it.effect("keeps its order while the partner fails", () => {
    let failures = 4
    const partners = partnersWho(() => failures-- > 0 ? refused : taken)
    return scene(
      partners,
      Effect.gen(function*() {
        yield* subscribe()
        for (const n of [1, 2, 3]) yield* happens("ord_0000000001", n)
        yield* until(start + over)
        expect(numbers(partners.sent)).toEqual([1, 1, 1, 1, 1, 2, 3])
        const [first, ...rest] = partners.sent.filter(({ n }) => n === 1)
        for (const { id } of rest) expect(id).toBe(first!.id)
      })
    )
  })

  it.effect("tries ten times at the documented offsets, up to a tenth later, then parks with all behind it", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        yield* subscribe()
        for (const n of [1, 2]) yield* happens("ord_0000000001", n)
        yield* until(start + 30 * day)
        expect(numbers(partners.sent)).toEqual(Array.from({ length: 10 }, () => 1))
        const documented = [0, 5_000, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
        for (const [i, { at }] of partners.sent.entries()) {
          expect(at - start).toBeGreaterThanOrEqual(documented[i]!)
          expect(at - start).toBeLessThanOrEqual(documented[i]! * 1.1)
        }
        partners.receive = () => taken
        yield* happens("ord_0000000001", 3)
        yield* until(start + 40 * day)
        expect(partners.sent).toHaveLength(10)
      })
    )
  })

  it.effect("scatters those who failed together", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        for (let i = 1; i <= 20; i++) yield* subscribe(`https://partner-${i}.example/hook`)
        yield* happens("ord_0000000001", 1)
        yield* until(start + 10_000)
        const second = partners.sent.slice(20)
        expect(second).toHaveLength(20)
        expect(new Set(second.map(({ at }) => at)).size).toBeGreaterThan(10)
      })
    )
  })

  it.effect("is not hurried by what happens meanwhile", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        yield* subscribe()
        for (let n = 1; n <= 30; n++) {
          yield* happens("ord_0000000001", n)
          yield* until(start + n * 10_000)
        }
        // At 0 s, 5 s and 5 min; the 300 seconds are over.
        expect(partners.sent.length).toBeLessThanOrEqual(3)
        yield* until(start + 30 * day)
        expect(partners.sent).toHaveLength(10)
        expect(partners.sent[9]!.at - start).toBeGreaterThanOrEqual(day)
      })
    )
  })

  it.effect("goes on with its schedule after a long outage of ours, and does not spend its attempts at once", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        yield* subscribe()
        yield* happens("ord_0000000001", 1)
        yield* until(start + minute)
        expect(partners.sent).toHaveLength(2)
        yield* TestClock.setTime(start + 3 * day)
        yield* until(start + 6 * day)
        const [third, fourth, ...rest] = partners.sent.slice(2).map(({ at }) => at - start - 3 * day)
        expect(third).toBe(0)
        expect(fourth).toBeGreaterThanOrEqual(20 * minute)
        expect(rest).toHaveLength(6)
        expect(rest[5]).toBeGreaterThanOrEqual(23 * hour)
        expect(rest[5]).toBeLessThanOrEqual(over)
      })
    )
  })

  it.effect("stops when its subscription is deleted, even in the middle of a message", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        const subscriptions = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe()
        for (const n of [1, 2]) yield* happens("ord_0000000001", n)
        yield* until(start + minute)
        expect(partners.sent).toHaveLength(2)
        partners.receive = () => Effect.orDie(subscriptions.remove(subscriptionId))
        yield* until(start + 10 * minute)
        expect(numbers(partners.sent)).toEqual([1, 1, 1])
        yield* happens("ord_0000000001", 3)
        yield* until(start + 30 * day)
        expect(partners.sent).toHaveLength(3)
        expect(yield* Effect.flip(subscriptions.remove(subscriptionId)))
          .toBeInstanceOf(Subscriptions.SubscriptionNotFound)
        expect(yield* Effect.flip(subscriptions.replay(subscriptionId, { from: 0, to: start + day })))
          .toBeInstanceOf(Subscriptions.SubscriptionNotFound)
      })
    )
  })

  it.effect("goes on at another address where its subscription has moved", () => {
    const partners = partnersWho(({ url }) => url.endsWith("/moved") ? taken : refused)
    return scene(
      partners,
      Effect.gen(function*() {
        const subscriptions = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe()
        yield* happens("ord_0000000001", 1)
        yield* until(start + 1_000)
        yield* subscriptions.move(subscriptionId, "https://partner.example/moved")
        expect(yield* Effect.flip(subscriptions.move(subscriptionId, "http://partner.example/moved")))
          .toBeInstanceOf(TargetForbidden)
        expect(
          yield* Effect.flip(
            subscriptions.move(SubscriptionId.claimed.make("sub_nobody"), "https://partner.example/moved")
          )
        )
          .toBeInstanceOf(Subscriptions.SubscriptionNotFound)
        yield* until(start + minute)
        expect(numbers(partners.sent)).toEqual([1, 1])
        expect(partners.sent.map(({ url }) => url.endsWith("/moved"))).toEqual([false, true])
      })
    )
  })

  it.effect("of one partner does not wait for another's, nor one order's for another's", () => {
    const partners = partnersWho(({ order, url }) =>
      url.endsWith("/deaf") || order === "ord_0000000001" ? refused : taken
    )
    return scene(
      partners,
      Effect.gen(function*() {
        yield* order("ord_0000000002")
        yield* subscribe("https://a.example/deaf")
        yield* subscribe("https://b.example/hook")
        for (const n of [1, 2]) {
          yield* happens("ord_0000000001", n)
          yield* happens("ord_0000000002", n)
        }
        yield* until(start + 1_000)
        const arrived = partners.sent.filter(({ order, url }) => url.endsWith("/hook") && order === "ord_0000000002")
        expect(numbers(arrived)).toEqual([1, 2])
        expect(partners.sent).toHaveLength(5)
      })
    )
  })

  it.live("of a partner who says nothing keeps no other partner waiting, however many orders it has", () => {
    const partners = partnersWho(({ url }) => url.endsWith("/deaf") ? Effect.never : taken)
    return Effect.gen(function*() {
      const jobs = yield* Jobs.Jobs
      const { deliver } = yield* Subscriptions.Subscriptions
      yield* subscribe("https://a.example/deaf")
      for (let i = 0; i < 40; i++) {
        yield* order(`ord_${String(i).padStart(10, "0")}`)
        yield* happens(`ord_${String(i).padStart(10, "0")}`, 1)
      }
      yield* subscribe("https://b.example/hook")
      yield* order("ord_last000000")
      yield* happens("ord_last000000", 1)
      const hasHeard = Effect.sync(() => partners.sent.some(({ url }) => url.endsWith("/hook")))
      yield* Effect.raceFirst(jobs.run({ deliver }), untilSo(hasHeard, "the other partner has heard"))
      expect(partners.sent.filter(({ url }) => url.endsWith("/deaf")).length).toBeLessThan(16)
    }).pipe(Effect.provide(store(partners)))
  })

  it.effect("sends again, with the same id, what a crash left between sending and writing it down", () => {
    const folder = mkdtempSync(join(tmpdir(), "lane-"))
    const file = join(folder, "store.db")
    const partners = partnersWho(() => Effect.never)
    return Effect.gen(function*() {
      yield* TestClock.setTime(start)
      yield* Effect.gen(function*() {
        yield* order("ord_0000000001")
        yield* subscribe()
        for (const n of [1, 2]) yield* happens("ord_0000000001", n)
        const fiber = yield* Effect.fork(until(start))
        // The partner has it, and our process ends before it knows.
        yield* Effect.repeat(Effect.yieldNow(), { until: () => partners.sent.length > 0 })
        yield* Fiber.interrupt(fiber)
      }).pipe(Effect.provide(store(partners, file)))
      partners.receive = () => taken
      yield* Effect.provide(until(start + 1_000), store(partners, file))
      expect(numbers(partners.sent)).toEqual([1, 1, 2])
      expect(partners.sent[1]!.id).toBe(partners.sent[0]!.id)
    }).pipe(Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true }))))
  })

  it.effect("believes the runner that has the lease, not one that slept through it", () => {
    const partners = partnersWho()
    return scene(
      partners,
      Effect.gen(function*() {
        const late = yield* Deferred.make<void, DeliveryFailed>()
        partners.receive = ({ n }) => n === 1 && partners.sent.length === 1 ? Deferred.await(late) : taken
        yield* subscribe()
        for (const n of [1, 2]) yield* happens("ord_0000000001", n)
        const sleeper = yield* Effect.fork(until(start))
        yield* Effect.repeat(Effect.yieldNow(), { until: () => partners.sent.length > 0 })
        // A process that stood still renews nothing, and when it wakes its lease is somebody else's.
        yield* (yield* Transactions).write(expireLeases())
        yield* until(start + 1_000)
        expect(numbers(partners.sent)).toEqual([1, 1, 2])
        yield* Deferred.completeWith(late, refused)
        yield* Fiber.await(sleeper)
        yield* happens("ord_0000000001", 3)
        yield* until(start + 30 * day)
        expect(numbers(partners.sent)).toEqual([1, 1, 2, 3])
      })
    )
  })
})

const expireLeases = Query.change("UPDATE job SET lease_until = 0")

describe("a replay", () => {
  it.effect("sends again what was parked and all behind it, in order, with ten attempts more", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        const { replay } = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe()
        for (const n of [1, 2, 3]) yield* happens("ord_0000000001", n)
        yield* until(start + over)
        expect(partners.sent).toHaveLength(10)
        const { id } = partners.sent[0]!
        expect(yield* replay(subscriptionId, { from: start, to: start })).toBe(3)
        yield* until(start + over + day)
        expect(partners.sent.length).toBeGreaterThan(15)
        partners.receive = () => taken
        yield* until(start + 3 * over)
        const again = partners.sent.slice(10)
        expect(numbers(again).slice(-3)).toEqual([1, 2, 3])
        expect(again[0]!.id).toBe(id)
        // The schedule begins anew. The endpoint's pause does not: it has failed ten times already.
        expect(again[1]!.at - again[0]!.at).toBeLessThanOrEqual(17 * minute)
      })
    )
  })

  it.effect("sends again what was taken, in its range of time only, both ends included", () => {
    const partners = partnersWho()
    return scene(
      partners,
      Effect.gen(function*() {
        const { replay } = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe()
        yield* subscribe("https://other.example/hook")
        yield* order("ord_0000000002")
        for (const n of [1, 2, 3, 4]) {
          yield* happens("ord_0000000001", n)
          yield* happens("ord_0000000002", n)
          yield* until(start + n * 1_000)
        }
        expect(partners.sent).toHaveLength(16)
        partners.sent.length = 0
        expect(yield* replay(subscriptionId, { from: start + 1_000, to: start + 2_000 })).toBe(4)
        yield* until(start + day)
        for (const id of ["ord_0000000001", "ord_0000000002"]) {
          expect(numbers(partners.sent.filter(({ order }) => order === id))).toEqual([2, 3])
        }
        expect(new Set(partners.sent.map(({ url }) => url))).toEqual(new Set(["https://partner.example/hook"]))
        expect(yield* replay(subscriptionId, { from: start + day, to: start + 2 * day })).toBe(0)
      })
    )
  })

  it.effect("is not undone by an attempt that was on its way", () => {
    const partners = partnersWho(() => refused)
    return scene(
      partners,
      Effect.gen(function*() {
        const { replay } = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe()
        yield* happens("ord_0000000001", 1)
        // While the tenth attempt waits for its answer somebody asks for all of it again; then the attempt fails.
        partners.receive = () =>
          partners.sent.length === 10
            ? Effect.zipRight(Effect.orDie(replay(subscriptionId, { from: start, to: start })), refused)
            : partners.sent.length < 10
            ? refused
            : taken
        yield* until(start + 3 * over)
        expect(partners.sent).toHaveLength(11)
      })
    )
  })

  it.effect("keeps the order around a message that was on its way and is taken", () => {
    const partners = partnersWho()
    return scene(
      partners,
      Effect.gen(function*() {
        const { replay } = yield* Subscriptions.Subscriptions
        const { subscriptionId } = yield* subscribe()
        partners.receive = () =>
          partners.sent.length === 3
            ? Effect.asVoid(Effect.orDie(replay(subscriptionId, { from: start, to: start })))
            : taken
        for (const n of [1, 2, 3]) yield* happens("ord_0000000001", n)
        yield* until(start + day)
        expect(numbers(partners.sent)).toEqual([1, 2, 3, 1, 2, 3])
      })
    )
  })
})

describe("subscriptions", () => {
  it.effect("are listed newest first, page by page, without their secrets", () =>
    scene(
      partnersWho(),
      Effect.gen(function*() {
        const { list } = yield* Subscriptions.Subscriptions
        const made: Array<string> = []
        for (let i = 0; i < 5; i++) {
          yield* TestClock.adjust(1_000)
          const { secret, subscriptionId } = yield* subscribe(`https://partner.example/${i}`)
          expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
          made.unshift(subscriptionId)
        }
        const first = yield* list({ limit: 3 })
        expect(JSON.stringify(first)).not.toContain("whsec_")
        expect(first.nextCursor).not.toBeNull()
        const second = yield* list({ limit: 3, cursor: first.nextCursor! })
        expect([...first.data, ...second.data].map(({ subscriptionId }) => subscriptionId)).toEqual(made)
        expect(second.nextCursor).toBeNull()
      })
    ))

  it.effect("are refused where messages may not go", () =>
    scene(
      partnersWho(),
      Effect.gen(function*() {
        expect(yield* Effect.flip(subscribe("http://10.0.0.1"))).toBeInstanceOf(TargetForbidden)
        const { list } = yield* Subscriptions.Subscriptions
        expect((yield* list({ limit: 3 })).data).toEqual([])
      })
    ))
})

describe("secrets", () => {
  it.effect("of a subscription overlap for as long as was asked for", () => {
    const partners = partnersWho()
    return scene(
      partners,
      Effect.gen(function*() {
        const { renewSecret } = yield* Subscriptions.Subscriptions
        const { secret: first, subscriptionId } = yield* subscribe()
        const { secret: second } = yield* renewSecret(subscriptionId, hour)
        expect(second).not.toBe(first)
        yield* happens("ord_0000000001", 1)
        yield* until(start + hour - 1)
        yield* TestClock.setTime(start + hour)
        yield* happens("ord_0000000001", 2)
        yield* until(start + 2 * hour)
        const { secret: third } = yield* renewSecret(subscriptionId, 0)
        yield* happens("ord_0000000001", 3)
        yield* until(start + 3 * hour)
        expect(partners.sent.map(({ n, secrets }) => [n, ...secrets])).toEqual([
          [1, second, first],
          [2, second],
          [3, third]
        ])
      })
    )
  })

  const [old, next, other] = ["a".repeat(32), "b".repeat(32), "c".repeat(32)] as const

  /** A database that stores with one secret after the other open. */
  const inTurn = async (
    body: (
      opened: <A, E>(
        secrets: readonly [string, ...ReadonlyArray<string>],
        partners: Partners,
        use: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof store>>>
      ) => Effect.Effect<A, E>
    ) => Effect.Effect<void, unknown>
  ) => {
    const folder = mkdtempSync(join(tmpdir(), "secrets-"))
    try {
      await Effect.runPromise(
        body((secrets, partners, use) => Effect.provide(use, store(partners, join(folder, "store.db"), secrets))).pipe(
          Effect.provide(TestContext.TestContext)
        )
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it("of subscriptions outlive the secrets of the store, which roll", () =>
    inTurn((opened) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(start)
        const partners = partnersWho()
        const { secret } = yield* opened([old], partners, Effect.zipRight(order("ord_0000000001"), subscribe()))
        // Whoever opens it with both seals all of them with the newer one.
        yield* opened([next, old], partners, happens("ord_0000000001", 1))
        yield* opened([next], partners, until(start + hour))
        expect(partners.sent.map(({ n, secrets }) => [n, ...secrets])).toEqual([[1, secret]])
        expect(yield* Effect.exit(opened([old], partners, Effect.void))).toMatchObject({ _tag: "Failure" })
      })
    ))

  it("of subscriptions whose store forgot its secret stop messages at once, until there is a new one", () =>
    inTurn((opened) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(start)
        const partners = partnersWho()
        const { subscriptionId } = yield* opened([old], partners, Effect.zipRight(order("ord_0000000001"), subscribe()))
        // A secret that nothing was sealed with hides that this one's is gone.
        yield* opened(
          [old],
          partners,
          Effect.flatMap(
            Transactions,
            ({ write }) =>
              write(
                Query.change("UPDATE subscription SET secret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'")()
              )
          )
        )
        yield* opened(
          [other, old],
          partners,
          Effect.gen(function*() {
            const { enable, list, renewSecret } = yield* Subscriptions.Subscriptions
            yield* happens("ord_0000000001", 1)
            yield* until(start + hour)
            expect(partners.sent).toEqual([])
            const { data: [subscription] } = yield* list({ limit: 1 })
            expect(subscription?.health).toMatchObject({
              disabledAt: start,
              reason: expect.stringContaining("give it a new one")
            })
            const { secret } = yield* renewSecret(subscriptionId, 0)
            yield* enable(subscriptionId)
            yield* until(start + 2 * hour)
            expect(partners.sent.map(({ n, secrets }) => [n, ...secrets])).toEqual([[1, secret]])
          })
        )
      })
    ))
})
