/**
 * The stream of events after their commit, on both databases: whole, in each order's order, continued after any
 * position, and never past an event that is committed late.
 */
import { EventType } from "@beauty-store/commerce/events/DomainEvents"
import * as EventRecords from "@beauty-store/commerce/events/EventRecords"
import { Events } from "@beauty-store/commerce/events/Events"
import { LongestWait, type StreamedEvent } from "@beauty-store/commerce/events/EventStream"
import type { OrderId } from "@beauty-store/domain/Ids"
import * as Chunk from "effect/Chunk"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { expect } from "vitest"
import {
  ada,
  countOf,
  minutes,
  onBoth,
  onPostgres,
  owner,
  pass,
  seconds,
  until,
  World
} from "../../../test/shop/use-cases.ts"
import { arrived, begun, bought, cancel } from "./life.ts"

const EventRow = Schema.Struct({ type: EventType, data: Schema.String })

/** The events after a position, as many as there are. */
const first = (count: number, after?: number) =>
  Effect.gen(function*() {
    const { stream } = yield* Events
    return Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(stream({ after }), count)))
  })

/** Follows the stream into a queue, in the background. */
const followed = (after?: number) =>
  Effect.gen(function*() {
    const { stream } = yield* Events
    const queue = yield* Queue.unbounded<StreamedEvent>()
    const fiber = yield* Effect.forkScoped(Stream.runForEach(stream({ after }), (one) => queue.offer(one)))
    return { queue, fiber }
  })

const typesOf = (all: ReadonlyArray<StreamedEvent>, orderId: OrderId) =>
  all.filter(({ event }) => event.orderId === orderId).map(({ event: { seq, type } }) => `${seq} ${type}`)

const placed = ["1 order.placed"]
const paid = [...placed, "2 order.created", "3 payment.succeeded"]

onBoth("the stream of events", (test) => {
  test(
    "has all events since the first, an order's in their order, and goes on after any of them",
    Effect.gen(function*() {
      const whole = yield* arrived(ada, { serum: 1 })
      const second = yield* begun(ada, { cream: 1 })
      const third = yield* bought(owner("sho_eve"), { serum: 2 })
      const count = yield* countOf("event")
      const all = yield* first(count)
      expect(typesOf(all, whole.orderId)).toEqual([...paid, "4 order.shipped", "5 order.delivered"])
      expect(typesOf(all, second.orderId)).toEqual(placed)
      expect(typesOf(all, third.orderId)).toEqual(paid)
      const positions = all.map(({ position }) => position)
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
      for (const [n, position] of positions.slice(0, -1).entries()) {
        expect(yield* first(count - n - 1, position)).toEqual(all.slice(n + 1))
      }
    })
  )

  test(
    "has the facts of each event as its schema says",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 1 })
      const { clock } = yield* World
      const [, confirmed, money] = yield* first(3)
      expect(confirmed!.event).toEqual({
        type: "order.created",
        id: expect.stringMatching(/^evt_/),
        orderId,
        seq: 2,
        at: clock.now,
        source: "provider",
        status: "confirmed",
        data: {}
      })
      expect(money!.event.data).toEqual({ amountMinor: 3490, currency: "EUR", method: "card" })
    })
  )

  test(
    "has amounts in minor units, and prints them in euros",
    Effect.gen(function*() {
      const { sql } = yield* World
      const orderId = yield* boughtAndCancelled(ada)
      const [refund] = yield* sql<{ id: string }>("SELECT id FROM refund")
      const stored = sql<typeof EventRow.Encoded>(
        "SELECT type, data FROM event WHERE type IN ('payment.succeeded', 'refund.created') ORDER BY seq"
      )
      const rows = (yield* stored).map((row) => Schema.decodeSync(EventRow)(row))
      expect(rows.map(({ data, type }) => [type, EventRecords.factsIn(data)["amountMinor"]])).toEqual([
        ["payment.succeeded", 3490],
        ["refund.created", 3490]
      ])
      const printed = [
        `{"orderId":"${orderId}","amount":34.9,"currency":"EUR","method":"card"}`,
        `{"orderId":"${orderId}","refundId":"${refund!.id}","amount":34.9,"currency":"EUR"}`
      ]
      expect(rows.map((row) => EventRecords.printed(orderId, row))).toEqual(printed)

      const count = yield* countOf("event")
      const all = yield* first(count)
      expect(all.at(-1)!.event.data).toEqual({ refundId: refund!.id, amountMinor: 3490, currency: "EUR" })
    })
  )

  test(
    "wakes for what is committed while it waits",
    Effect.gen(function*() {
      const { faults } = yield* World
      const looked = yield* Deferred.make<void>()
      faults.checkpoint = (text) => {
        if (text.includes("position > ")) Deferred.unsafeDone(looked, Effect.void)
        return undefined
      }
      const { queue } = yield* Effect.provideService(followed(), LongestWait, 60 * minutes)
      yield* Deferred.await(looked)
      const { orderId } = yield* begun(ada, { cream: 1 })
      expect((yield* queue.take).event).toMatchObject({ orderId, type: "order.placed" })
    }).pipe(Effect.scoped)
  )

  test(
    "misses none of many orders at once, for several readers",
    Effect.gen(function*() {
      const readers = [yield* followed(), yield* followed()]
      const orders = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => owner(`sho_${n}`)),
        boughtAndCancelled,
        { concurrency: "unbounded" }
      )
      const count = yield* countOf("event")
      const [all, others] = yield* Effect.forEach(
        readers,
        ({ queue }) => Effect.map(Queue.takeN(queue, count), Chunk.toReadonlyArray)
      )
      expect(all).toEqual(others)
      for (const orderId of orders) {
        expect(typesOf(all!, orderId)).toEqual([...paid, "4 order.cancelled", "5 refund.created"])
      }
    }).pipe(Effect.scoped)
  )

  test(
    "waits while the database is unavailable, and goes on",
    Effect.gen(function*() {
      const { faults } = yield* World
      const { queue } = yield* Effect.provideService(followed(), LongestWait, 10)
      const { orderId } = yield* begun(ada, { cream: 1 })
      yield* queue.take
      let refused = 0
      faults.checkpoint = (text) => {
        if (!text.includes("position > ")) return undefined
        refused++
        return "SQLITE_BUSY"
      }
      yield* cancel(ada, orderId)
      yield* until(Effect.sync(() => refused > 2), "it looks in vain, again and again")
      expect(yield* queue.size).toBe(0)
      faults.checkpoint = () => undefined
      expect((yield* queue.take).event.type).toBe("order.cancelled")
    }).pipe(Effect.scoped)
  )

  test(
    "numbers nothing that nobody follows",
    Effect.gen(function*() {
      yield* bought(ada, { serum: 1 })
      yield* pass(10 * minutes)
      expect(yield* countOf("event", "position IS NOT NULL")).toBe(0)
    })
  )
})

const boughtAndCancelled = (of: ReturnType<typeof owner>) =>
  Effect.gen(function*() {
    const { orderId } = yield* bought(of, { serum: 1 })
    yield* cancel(of, orderId)
    return orderId
  })

onPostgres("the stream of events, while a transaction stays open", (test) => {
  test(
    "passes it by, and has its event once it is committed",
    Effect.gen(function*() {
      const { faults } = yield* World
      const { orderId: late } = yield* begun(ada, { cream: 1 })
      const { queue } = yield* Effect.provideService(followed(), LongestWait, 20)
      yield* queue.take

      const [reached, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let isHeld = false
      faults.checkpoint = (text) => {
        // The last statement of a cancellation, after its event was written.
        if (isHeld || !text.includes("UPDATE stock")) return undefined
        isHeld = true
        return { wait: Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(open)) }
      }
      const cancelling = yield* Effect.fork(cancel(ada, late))
      yield* Deferred.await(reached)
      const { orderId: quick } = yield* bought(owner("sho_eve"), { serum: 1 })
      const seen = Chunk.toReadonlyArray(yield* Queue.takeN(queue, 3))
      expect(typesOf(seen, quick)).toEqual(paid)

      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(cancelling)
      const last = yield* queue.take
      expect(last.event).toMatchObject({ orderId: late, type: "order.cancelled" })
      expect(last.position).toBeGreaterThan(seen[2]!.position)
      // By time it came first.
      expect(last.event.at).toBeLessThanOrEqual(seen[0]!.event.at)
      expect(yield* first(1, seen[2]!.position)).toEqual([last])
    }).pipe(Effect.scoped, Effect.timeout(20 * seconds))
  )
})

onPostgres("the stream of events, beside other processes", (test) => {
  test(
    "looks for what it was not told of",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { queue } = yield* Effect.provideService(followed(), LongestWait, 50)
      const { orderId } = yield* begun(ada, { cream: 1 })
      expect((yield* queue.take).event).toMatchObject({ orderId, type: "order.placed" })
      yield* sql(`INSERT INTO event (id, order_id, seq, type, source, data, at)
        VALUES ('evt_elsewhere0000', '${orderId}', 2, 'payment.refused', 'provider', '{"reason":"test"}', 1)`)
      expect((yield* queue.take).event).toMatchObject({ id: "evt_elsewhere0000", data: { reason: "test" } })
      yield* sql("DELETE FROM event WHERE id = 'evt_elsewhere0000'")
    }).pipe(Effect.scoped)
  )
})
