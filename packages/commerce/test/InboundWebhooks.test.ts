/** Messages from partners, on both databases: each once, in whatever order they come, none lost, none half applied. */
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as InboundWebhooks from "@beauty-store/commerce/partners/InboundWebhooks"
import { defaultPolicy } from "@beauty-store/domain/CheckoutSession"
import { type Claimed, OrderId, ProductId, ReturnId } from "@beauty-store/domain/Ids"
import { NotATransaction } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import {
  ada,
  countOf,
  crowd,
  days,
  dueNext,
  hours,
  minutes,
  onBoth,
  owner,
  pass,
  runJobs,
  type Services,
  stock,
  World
} from "../../../test/shop/use-cases.ts"
import {
  arrived,
  begun,
  bought,
  cancel,
  deliver,
  notify,
  orderOf,
  race,
  receive,
  say,
  sendBack,
  ship,
  shopper,
  staff
} from "./life.ts"

const shipped = (orderId: Claimed<OrderId>, more: object = {}): InboundWebhooks.Message => ({
  event: "order.shipped",
  data: { orderId, carrier: "DHL", trackingNumber: "T1", ...more }
})
const delivered = (orderId: Claimed<OrderId>, more: object = {}): InboundWebhooks.Message => ({
  event: "order.delivered",
  data: { orderId, ...more }
})
const created = (orderId: Claimed<OrderId>): InboundWebhooks.Message => ({ event: "order.created", data: { orderId } })
const returning = (
  orderId: Claimed<OrderId>,
  ...items: Arr.NonEmptyReadonlyArray<{ readonly productId: string; readonly quantity?: number }>
): InboundWebhooks.Message => ({
  event: "return.initiated",
  data: {
    orderId,
    items: Arr.map(items, ({ productId, quantity }) => ({
      productId: ProductId.make(productId),
      quantity,
      reason: "",
      condition: "unopened" as const
    }))
  }
})
const parcel = (orderId: Claimed<OrderId>, returnId: Claimed<ReturnId>): InboundWebhooks.Message => ({
  event: "return.initiated",
  data: { orderId, returnId }
})

const decode = Schema.decodeUnknownEither(InboundWebhooks.Message)

const resultOf = (id: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ result: string; reason: string | null }>(
      `SELECT result, reason FROM inbound WHERE id = '${id}'`
    )
    return row!
  })

const flagsOf = (id: string) => countOf("flag", `kind = 'message_ignored' AND subject = '${id}'`)

/** Tracking numbers as partners write them, and as they are stored. */
const spellings = [
  ["0034\u00a00434 1609", "0034 0434 1609"],
  ["AB  12", "AB 12"],
  ["CD\u00ad12", "CD12"],
  ["Mu\u0308ller-1", "Müller-1"],
  ["A\t1", "A 1"],
  ["\u2800", "?"]
] as const

onBoth("a partner's message", (test) => {
  test(
    "ships, scans and delivers an order, whose timeline says that a carrier did",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 2 })
      expect(yield* say("m0", created(orderId))).toEqual({ result: "applied" })
      const t = clock.now
      const events = [{ timestamp: new Date(t), location: "Leipzig", status: "in_transit" }]
      expect(yield* say("m1", shipped(orderId, { estimatedDelivery: "2026-03-05", events }))).toMatchObject({
        result: "applied"
      })
      clock.now += 1 * days
      const at = clock.now - 3 * hours
      const arrival = { deliveredAt: new Date(at), trackingNumber: "T1" }
      expect(yield* say("m2", delivered(orderId, arrival))).toMatchObject({ result: "applied" })
      const order = yield* orderOf(orderId)
      expect(order.timeline.map(({ source, status }) => [status, source])).toEqual([
        ["pending", "shopper"],
        ["confirmed", "provider"],
        ["shipped", "carrier"],
        ["delivered", "carrier"]
      ])
      expect(order.shipments).toEqual([{
        carrier: "DHL",
        trackingNumber: "T1",
        status: "delivered",
        estimatedDelivery: "2026-03-05",
        deliveredAt: at,
        events: [{ at: t, location: "Leipzig", status: "in_transit" }]
      }])
      expect(yield* stock("serum")).toEqual({ onHand: 998, reserved: 0 })
      expect(yield* countOf("shipment", `delivered_at = ${at}`)).toBe(1)
      expect(yield* countOf("flag")).toBe(0)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "that comes a hundred times at once has one effect",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      const { orderId } = yield* bought(ada, { serum: 3 })
      const message = shipped(orderId, { items: [{ productId: "serum", quantity: 1 }] })
      const outcomes = yield* Effect.all(Array.from({ length: 100 }, () => say("m1", message)), crowd)
      expect(outcomes.filter(({ result }) => result === "applied").length).toBe(1)
      expect(outcomes.filter(({ result }) => result === "duplicate").length).toBe(99)
      expect((yield* orderOf(orderId)).items).toMatchObject([{ shipped: 1 }])
      expect(yield* countOf("inbound")).toBe(1)
      expect(yield* say("m1", delivered(orderId))).toEqual({ result: "duplicate" })
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "about one shipment under a hundred ids ships it once",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 3 })
      const message = shipped(orderId, { items: [{ productId: "serum", quantity: 1 }] })
      const outcomes = yield* Effect.all(Array.from({ length: 100 }, (_, n) => say(`m${n}`, message)), crowd)
      expect(outcomes.filter(({ result }) => result === "applied").length).toBe(1)
      expect(outcomes.filter(({ result }) => result === "ignored").length).toBe(99)
      expect((yield* orderOf(orderId)).items).toMatchObject([{ shipped: 1 }])
    }),
    { timeout: 60_000 }
  )

  test(
    "of an arrival before its shipment waits, and is applied when that comes, for the moment it came itself",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      const arrivedAt = clock.now
      expect(yield* say("m1", delivered(orderId))).toMatchObject({ result: "deferred", reason: expect.any(String) })
      expect((yield* orderOf(orderId)).status).toBe("confirmed")
      clock.now += 2 * days
      expect(yield* say("m2", shipped(orderId))).toMatchObject({ result: "applied" })
      yield* runJobs
      expect((yield* orderOf(orderId)).status).toBe("delivered")
      expect(yield* resultOf("m1")).toEqual({ result: "applied", reason: null })
      expect(yield* countOf("shipment", `delivered_at = ${arrivedAt}`)).toBe(1)
      expect(yield* say("m1", delivered(orderId))).toEqual({ result: "duplicate" })
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "that waits is applied as soon as staff report what it waits for",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 2 })
      yield* say("m1", delivered(orderId, { trackingNumber: "T2" }))
      yield* ship(orderId, "T1", { serum: 1 })
      yield* pass(1 * hours)
      expect(yield* resultOf("m1")).toMatchObject({ result: "deferred" })
      yield* ship(orderId, "T2")
      yield* runJobs
      expect(yield* resultOf("m1")).toMatchObject({ result: "applied" })
      expect((yield* orderOf(orderId)).shipments.map(({ status, trackingNumber }) => [trackingNumber, status]).sort())
        .toEqual([["T1", "shipped"], ["T2", "delivered"]])
      const other = yield* bought(ada, { serum: 1 })
      yield* say("m2", returning(other.orderId, { productId: "serum" }))
      yield* ship(other.orderId)
      yield* runJobs
      expect(yield* resultOf("m2")).toMatchObject({ result: "deferred" })
      yield* deliver(other.orderId)
      yield* runJobs
      expect(yield* resultOf("m2")).toMatchObject({ result: "applied" })
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "of a whole life that comes backwards ends where it would have ended forwards",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 2 })
      expect(yield* say("m3", returning(orderId, { productId: "serum", quantity: 1 }))).toMatchObject({
        result: "deferred"
      })
      expect(yield* say("m2", delivered(orderId))).toMatchObject({ result: "deferred" })
      expect(yield* say("m1", shipped(orderId))).toMatchObject({ result: "applied" })
      for (let n = 0; n < 3; n++) yield* runJobs
      expect(yield* orderOf(orderId)).toMatchObject({ status: "delivered", returns: [{ status: "requested" }] })
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "of two parcels and the arrival of all, in any order, before the payment or after it, end delivered",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as const
      for (const [n, order] of orders.entries()) {
        for (const waits of [false, true]) {
          const name = `${n}${waits}`
          const { orderId, sessionId } = yield* begun(ada, { serum: 3 })
          const messages = [
            delivered(orderId),
            shipped(orderId, { trackingNumber: `${name}A`, items: [{ productId: "serum", quantity: 1 }] }),
            shipped(orderId, { trackingNumber: `${name}B`, items: [{ productId: "serum", quantity: 2 }] })
          ]
          const paid = Effect.zipRight(Effect.sync(() => provider.pay(sessionId)), notify(sessionId))
          if (!waits) yield* paid
          for (const m of order) {
            clock.now++
            yield* say(`${name}${m}`, messages[m]!)
            if (!waits) yield* runJobs
          }
          if (waits) yield* paid
          for (let round = 0; round < 5; round++) yield* runJobs
          const { shipments, status } = yield* orderOf(orderId)
          expect([name, status]).toEqual([name, "delivered"])
          expect(shipments.map((one) => one.status)).toEqual(["delivered", "delivered"])
          for (const m of order) expect(yield* resultOf(`${name}${m}`)).toEqual({ result: "applied", reason: null })
        }
      }
      expect(yield* countOf("flag")).toBe(0)
      expect(yield* dueNext).toBeUndefined()
    }),
    { timeout: 60_000 }
  )

  test(
    "about one order are applied in the order in which they came, although all of them waited",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      for (let n = 0; n < 6; n++) {
        const { orderId, sessionId } = yield* begun(ada, { serum: 3 })
        // The later one by name takes what the earlier one left.
        yield* say(`z${n}`, shipped(orderId, { trackingNumber: "T1", items: [{ productId: "serum", quantity: 1 }] }))
        clock.now++
        yield* say(`a${n}`, shipped(orderId, { trackingNumber: "T2" }))
        provider.pay(sessionId)
        yield* notify(sessionId)
        for (let round = 0; round < 3; round++) yield* runJobs
        expect(yield* resultOf(`z${n}`)).toEqual({ result: "applied", reason: null })
        expect(yield* resultOf(`a${n}`)).toEqual({ result: "applied", reason: null })
      }
    }),
    { timeout: 60_000 }
  )

  test(
    "of the arrival of all opens the return of what has arrived, and is ignored where the rest does not leave",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 2 })
      yield* ship(orderId, "T1", { serum: 1 })
      const waiting = { result: "deferred", reason: "a part of the order has not left yet" }
      expect(yield* say("m1", delivered(orderId))).toEqual(waiting)
      expect((yield* orderOf(orderId)).shipments).toMatchObject([{ status: "delivered" }])
      yield* pass(1 * hours)
      expect(yield* resultOf("m1")).toEqual(waiting)
      const { clock } = yield* World
      clock.now += 70 * hours
      yield* pass(2 * hours)
      expect(yield* resultOf("m1")).toEqual({ ...waiting, result: "ignored" })
      expect(yield* flagsOf("m1")).toBe(1)
    }),
    { timeout: 60_000 }
  )

  test(
    "of shipping and arriving at once, in any order, ends delivered",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      for (let round = 0; round < 12; round++) {
        const { orderId } = yield* bought(ada, { serum: 2 })
        const exits = yield* race(
          round,
          say(`d${round}`, delivered(orderId)),
          say(`s${round}`, shipped(orderId)),
          say(`s${round}`, shipped(orderId)),
          say(`c${round}`, created(orderId)),
          say(`r${round}`, returning(orderId, { productId: "serum" }))
        )
        expect(exits.every(Exit.isSuccess)).toBe(true)
        for (let n = 0; n < 4; n++) yield* runJobs
        expect(yield* orderOf(orderId)).toMatchObject({ status: "delivered", returns: [{ status: "requested" }] })
      }
      expect(deadlocks()).toBe(0)
      expect(yield* countOf("inbound", "result <> 'applied'")).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "about an order that is not there waits for 72 hours, then it is ignored and staff is told",
    Effect.gen(function*() {
      const { clock } = yield* World
      const at = clock.now
      const messages = [
        created(OrderId.claimed.make("ord_x")),
        shipped(OrderId.claimed.make("ord_x")),
        delivered(OrderId.claimed.make("ord_x")),
        returning(OrderId.claimed.make("ord_x"), { productId: "serum" })
      ]
      for (const [n, message] of messages.entries()) {
        expect(yield* say(`m${n}`, message)).toMatchObject({ result: "deferred", reason: "the order is not there yet" })
      }
      expect(yield* say("m9", parcel(OrderId.claimed.make("ord_x"), ReturnId.claimed.make("ret_x")))).toMatchObject({
        result: "deferred"
      })
      yield* pass(5 * minutes)
      clock.now = at + 72 * hours - 1
      yield* runJobs
      expect(yield* countOf("inbound", "result = 'deferred'")).toBe(5)
      expect(yield* countOf("flag")).toBe(0)
      clock.now += 1
      yield* runJobs
      expect(yield* countOf("inbound", "result = 'ignored'")).toBe(5)
      for (const id of ["m0", "m1", "m2", "m3", "m9"]) expect(yield* flagsOf(id)).toBe(1)
      expect(yield* dueNext).toBeUndefined()
      expect(yield* say("m0", created(OrderId.claimed.make("ord_x")))).toEqual({ result: "duplicate" })
    })
  )

  test(
    "that the order's state forbids is ignored with the reason, and staff is told",
    Effect.gen(function*() {
      const waiting = yield* begun(ada, { serum: 1 })
      const ignored = (id: string, message: InboundWebhooks.Message, reason: string) =>
        Effect.gen(function*() {
          expect(yield* say(id, message)).toEqual({ result: "ignored", reason })
          expect(yield* resultOf(id)).toEqual({ result: "ignored", reason })
          expect(yield* flagsOf(id)).toBe(1)
        })
      yield* cancel(ada, waiting.orderId)
      yield* ignored("c0", created(waiting.orderId), "the order is cancelled")
      yield* ignored("c1", shipped(waiting.orderId), "the order is cancelled")
      yield* ignored("c2", delivered(waiting.orderId), "the order is cancelled")
      yield* ignored("c3", returning(waiting.orderId, { productId: "serum" }), "the order is cancelled")
      const { orderId } = yield* bought(ada, { serum: 2 })
      const items = [{ productId: "serum", quantity: 3 }]
      yield* ignored("s1", shipped(orderId, { items }), "2 of serum are left to ship")
      yield* say("s2", shipped(orderId))
      yield* ignored("s3", shipped(orderId), "this shipment is known")
      yield* ignored("s4", shipped(orderId, { trackingNumber: "T2" }), "the order is shipped")
      yield* ignored("s5", delivered(orderId, { trackingNumber: "T2" }), "the order has no parcel of this number")
      yield* say("d1", delivered(orderId))
      yield* ignored("d2", delivered(orderId), "it has arrived already")
      yield* ignored("r1", returning(orderId, { productId: "noir" }), "noir is not in the order")
      yield* ignored("r2", returning(orderId, { productId: "serum", quantity: 3 }), "2 of serum are left to return")
      yield* ignored(
        "r3",
        { event: "return.initiated", data: { orderId } },
        "it names neither a return nor items"
      )
      expect((yield* orderOf(orderId)).returns).toEqual([])
    })
  )

  test(
    "about an order that is not paid yet waits, however often it comes, and is applied once it is paid",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      for (const [n, paid] of [[0, "by a notification"], [1, "without one"]] as const) {
        const { orderId, sessionId } = yield* begun(ada, { serum: 2 })
        const id = (name: string) => `${name}${n}`
        const arrivedAt = clock.now
        const messages = [
          [id("r"), returning(orderId, { productId: "serum", quantity: 1 })],
          [id("d"), delivered(orderId)],
          [id("s"), shipped(orderId, { trackingNumber: id("T") })]
        ] as const
        expect(yield* say(id("c"), created(orderId))).toEqual({ result: "applied" })
        for (const [name, message] of messages) {
          expect(yield* say(name, message)).toEqual({ result: "deferred", reason: "the order is pending" })
          expect(yield* say(name, message)).toEqual({ result: "duplicate" })
        }
        // The same parcel under another id: one of the two ships it.
        expect(yield* say(id("again"), messages[2][1])).toMatchObject({ result: "deferred" })
        clock.now += 2 * minutes
        yield* runJobs
        expect((yield* orderOf(orderId)).status).toBe("pending")
        expect(yield* countOf("flag")).toBe(n)
        provider.pay(sessionId)
        if (paid === "by a notification") yield* notify(sessionId)
        else clock.now += 10 * minutes
        const paidAt = clock.now
        for (let round = 0; round < 5; round++) yield* runJobs
        expect(clock.now).toBe(paidAt)
        expect(yield* orderOf(orderId)).toMatchObject({
          status: "delivered",
          items: [{ shipped: 2 }],
          returns: [{ status: "requested" }]
        })
        for (const name of [id("r"), id("d")]) {
          expect(yield* resultOf(name)).toEqual({ result: "applied", reason: null })
        }
        const shipments = [yield* resultOf(id("s")), yield* resultOf(id("again"))]
        expect(shipments.map(({ reason }) => reason).sort()).toEqual([null, "this shipment is known"].sort())
        expect(yield* countOf("shipment", `order_id = '${orderId}' AND delivered_at = ${arrivedAt}`)).toBe(1)
        expect(yield* dueNext).toBeUndefined()
      }
    })
  )

  test(
    "about an order that is not paid yet is ignored, and staff is told, as soon as the order is cancelled",
    Effect.gen(function*() {
      const { clock } = yield* World
      const ends: ReadonlyArray<(orderId: OrderId) => Effect.Effect<unknown, unknown, Services>> = [
        (orderId) => cancel(ada, orderId),
        () => Effect.sync(() => void (clock.now += 31 * minutes)),
        // Another checkout of the same cart.
        () => begun(ada, { serum: 1 })
      ]
      for (const [n, end] of ends.entries()) {
        const { orderId } = yield* begun(ada, { serum: 1 })
        const messages = [
          shipped(orderId),
          delivered(orderId),
          returning(orderId, { productId: "serum" })
        ]
        for (const [m, message] of messages.entries()) {
          expect(yield* say(`m${n}${m}`, message)).toMatchObject({ result: "deferred" })
        }
        yield* end(orderId)
        // What the first run plans anew, when the session's end and a message's attempt meet, the second does.
        yield* runJobs
        yield* runJobs
        expect((yield* orderOf(orderId)).status).toBe("cancelled")
        for (const m of messages.keys()) {
          expect(yield* resultOf(`m${n}${m}`)).toEqual({ result: "ignored", reason: "the order is cancelled" })
          expect(yield* flagsOf(`m${n}${m}`)).toBe(1)
        }
      }
    })
  )

  test(
    "about an order whose payment nobody decides for 72 hours is ignored, and staff is told",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const { orderId, sessionId } = yield* begun(ada, { serum: 1 })
      const at = clock.now
      yield* say("m1", shipped(orderId))
      const paymentId = provider.pay(sessionId, { status: "processing" })
      yield* notify(sessionId)
      clock.now = at + 72 * hours - 1
      yield* runJobs
      expect(yield* resultOf("m1")).toEqual({ result: "deferred", reason: "the order is pending" })
      clock.now += 1
      yield* runJobs
      expect((yield* orderOf(orderId)).status).toBe("pending")
      expect(yield* resultOf("m1")).toEqual({ result: "ignored", reason: "the order is pending" })
      expect(yield* flagsOf("m1")).toBe(1)
      provider.settlePayment(paymentId, "succeeded")
      yield* notify(sessionId)
      yield* runJobs
      expect((yield* orderOf(orderId)).status).toBe("confirmed")
    }),
    { policy: { session: { ...defaultPolicy, processingMillis: 100 * hours } } }
  )

  test(
    "of a shipment at the moment of the payment ends with the order shipped, whichever comes first",
    Effect.gen(function*() {
      const { deadlocks, provider } = yield* World
      for (let round = 0; round < 12; round++) {
        const { orderId, sessionId } = yield* begun(ada, { serum: 1 })
        provider.pay(sessionId)
        const exits = yield* race(
          round,
          notify(sessionId),
          say(`s${round}`, shipped(orderId)),
          say(`d${round}`, delivered(orderId)),
          notify(sessionId)
        )
        expect(exits.every(Exit.isSuccess)).toBe(true)
        for (let n = 0; n < 4; n++) yield* runJobs
        expect((yield* orderOf(orderId)).status).toBe("delivered")
      }
      expect(deadlocks()).toBe(0)
      expect(yield* countOf("inbound", "result <> 'applied'")).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "begins a return by its items, once, as its owner would, and says who began it; after the window it is ignored",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      yield* sql("UPDATE product SET hygiene_sealed = 1 WHERE id = 'noir'")
      const { orderId } = yield* arrived(ada, { serum: 3, noir: 1 })
      const message = returning(orderId, { productId: "serum", quantity: 1 })
      const outcomes = yield* Effect.all(Array.from({ length: 20 }, () => say("m1", message)), {
        concurrency: "unbounded"
      })
      expect(outcomes.filter(({ result }) => result === "applied").length).toBe(1)
      const { returns } = yield* orderOf(orderId)
      expect(returns).toMatchObject([{ status: "requested" }])
      const begun = yield* (yield* Returns.Returns).view(staff, returns[0]!.returnId)
      expect(begun.timeline).toEqual([{ status: "requested", at: clock.now, source: "carrier" }])
      expect(yield* countOf("event", "type = 'return.initiated' AND source = 'carrier'")).toBe(1)
      yield* receive(returns[0]!.returnId, { productId: "serum", quantity: 1 })
      const opened: InboundWebhooks.Message = {
        event: "return.initiated",
        data: { orderId, items: [{ productId: ProductId.make("noir"), reason: "", condition: "opened" }] }
      }
      expect(yield* say("m2", opened)).toMatchObject({
        result: "ignored",
        reason: "the hygiene seal of noir is broken"
      })
      yield* pass(32 * days)
      expect(yield* say("m3", returning(orderId, { productId: "serum" }))).toMatchObject({
        result: "ignored",
        reason: "the return window is closed"
      })
    })
  )

  test(
    "that a parcel is on its way back finds its return, also where the return comes later",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { orderId } = yield* arrived(ada, { serum: 3 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      expect(yield* say("m1", parcel(orderId, returnId))).toEqual({ result: "applied" })
      expect((yield* orderOf(orderId)).returns).toEqual([{ returnId, status: "in_transit" }])
      expect(yield* say("m1", parcel(orderId, returnId))).toEqual({ result: "duplicate" })
      expect(yield* countOf("event", "type = 'return.in_transit'")).toBe(1)

      expect(yield* say("m2", parcel(orderId, ReturnId.claimed.make("ret_later")))).toMatchObject({
        result: "deferred"
      })
      const later = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      yield* sql(`UPDATE inbound SET data = REPLACE(data, 'ret_later', '${later.returnId}') WHERE id = 'm2'`)
      yield* pass(5 * minutes)
      expect(yield* resultOf("m2")).toMatchObject({ result: "applied" })
    })
  )

  test(
    "that a parcel is on its way that nobody expects is ignored and staff is told: the return is cancelled, or not of this order",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* arrived(ada, { serum: 2 })
      const other = yield* arrived(owner("sho_eve"), { serum: 1 })
      const returns = yield* Returns.Returns
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      expect(yield* say("m1", parcel(other.orderId, returnId))).toMatchObject({ result: "deferred" })
      clock.now += 72 * hours
      yield* runJobs
      expect(yield* resultOf("m1")).toMatchObject({ result: "ignored" })
      expect((yield* orderOf(orderId)).returns).toMatchObject([{ status: "requested" }])
      yield* returns.cancel(staff, returnId)
      expect(yield* say("m2", parcel(orderId, returnId))).toEqual({
        result: "ignored",
        reason: "the return is cancelled"
      })
      expect([yield* flagsOf("m1"), yield* flagsOf("m2")]).toEqual([1, 1])
    })
  )

  test(
    "that a parcel was on its way which has been opened comes late: it changes nothing, and is no matter for staff",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 2 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      yield* receive(returnId, { productId: "serum", quantity: 1 })
      expect(yield* say("m1", parcel(orderId, returnId))).toEqual({ result: "applied" })
      expect((yield* orderOf(orderId)).returns).toEqual([{ returnId, status: "refunded" }])
      expect([yield* flagsOf("m1"), yield* countOf("event", "type = 'return.in_transit'")]).toEqual([0, 0])
    })
  )

  test(
    "with scans of a known shipment adds them",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* say("m1", shipped(orderId))
      const events = [{ timestamp: new Date(clock.now + 1), location: "Köln", status: "out_for_delivery" }]
      expect(yield* say("m2", shipped(orderId, { events }))).toMatchObject({ result: "applied" })
      expect((yield* orderOf(orderId)).shipments).toMatchObject([{ status: "out_for_delivery", events: [{}] }])
      expect(yield* say("m3", delivered(orderId, { events }))).toMatchObject({ result: "applied" })
      expect(yield* say("m4", delivered(orderId, { events }))).toMatchObject({ result: "applied" })
      expect((yield* orderOf(orderId)).shipments).toMatchObject([{ status: "delivered", events: [{}] }])
      expect(yield* countOf("scan")).toBe(1)
    })
  )

  test(
    "that fails in the middle leaves nothing, itself neither, and can be sent again",
    Effect.gen(function*() {
      const { faults } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      // Whatever fails in the middle, here the last statement of all: nothing of it is kept.
      for (const where of [/INSERT INTO shipment /, /UPDATE stock/]) {
        faults.checkpoint = (text) => where.test(text) ? "XX999" : undefined
        const exit = yield* Effect.exit(say("m1", shipped(orderId)))
        faults.checkpoint = () => undefined
        expect(Exit.isFailure(exit)).toBe(true)
        if (Exit.isFailure(exit)) expect(Cause.squash(exit.cause)).not.toBeInstanceOf(NotATransaction)
        expect(yield* countOf("inbound")).toBe(0)
        expect(yield* countOf("shipment")).toBe(0)
        expect((yield* orderOf(orderId)).status).toBe("confirmed")
      }
      expect(yield* say("m1", shipped(orderId))).toMatchObject({ result: "applied" })
    })
  )

  test(
    "is kept as it came, whatever characters it has, and read again as it was",
    Effect.gen(function*() {
      const { clock } = yield* World
      for (const [n, odd] of ["\u0000", "'; --", "💄", "\ud800", "ord_" + "x".repeat(196)].entries()) {
        expect(yield* say(`m${n}`, shipped(OrderId.claimed.make(odd), { carrier: odd, trackingNumber: odd })))
          .toMatchObject({
            result: "deferred"
          })
      }
      yield* pass(5 * minutes)
      expect(yield* countOf("inbound", "result = 'deferred'")).toBe(5)
      clock.now += 72 * hours
      yield* runJobs
      expect(yield* countOf("inbound", "result = 'ignored'")).toBe(5)
    })
  )

  test(
    "counts for what it says: its words are shown without characters that hide or turn others",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 1 })
      const message = shipped(orderId, { carrier: "D\u202eHL\u{E0041}", trackingNumber: "\u0007" })
      expect(yield* say("m1", message)).toMatchObject({ result: "applied" })
      const { shipments } = yield* (yield* Orders.Orders).view(shopper(ada), orderId)
      expect(shipments).toMatchObject([{ carrier: "DHL", trackingNumber: "?" }])
    })
  )

  for (const [spelling, folded] of spellings) {
    test(
      `about the parcel that staff call ${JSON.stringify(folded)} is about it, written ${JSON.stringify(spelling)}`,
      Effect.gen(function*() {
        const { orderId } = yield* bought(ada, { serum: 2 })
        yield* ship(orderId, folded, { serum: 1 })
        const again = shipped(orderId, { carrier: "D\u00adHL", trackingNumber: spelling })
        expect(yield* say("m1", again)).toEqual({ result: "ignored", reason: "this shipment is known" })
        expect((yield* orderOf(orderId)).items).toMatchObject([{ shipped: 1 }])
        const events = [{ timestamp: new Date(0), location: "Köln\u00a0 Nord", status: "in_transit" }]
        expect(yield* say("m2", shipped(orderId, { trackingNumber: spelling, events }))).toMatchObject({
          result: "applied"
        })
        expect(yield* say("m3", delivered(orderId, { trackingNumber: spelling }))).toMatchObject({ result: "applied" })
        expect((yield* orderOf(orderId)).shipments).toMatchObject([
          { carrier: "DHL", trackingNumber: folded, status: "delivered", events: [{ location: "Köln Nord" }] }
        ])
      })
    )

    test(
      `about a parcel ${JSON.stringify(spelling)} is what staff find as ${JSON.stringify(folded)}`,
      Effect.gen(function*() {
        const { orderId } = yield* bought(ada, { serum: 2 })
        expect(yield* say("m1", shipped(orderId, { trackingNumber: spelling }))).toMatchObject({ result: "applied" })
        expect(yield* ship(orderId, folded)).toBe(false)
        expect((yield* orderOf(orderId)).shipments).toMatchObject([{ carrier: "DHL", trackingNumber: folded }])
        yield* deliver(orderId, folded)
        expect((yield* orderOf(orderId)).status).toBe("delivered")
      })
    )

    test(
      `about a parcel that was stored as ${JSON.stringify(spelling)} is known by any spelling`,
      Effect.gen(function*() {
        const { sql } = yield* World
        const { orderId } = yield* bought(ada, { serum: 1 })
        yield* ship(orderId)
        yield* sql(`UPDATE shipment SET tracking_number = '${spelling}'`)
        expect(yield* ship(orderId, folded)).toBe(false)
        expect(yield* say("m1", delivered(orderId, { trackingNumber: spelling }))).toMatchObject({ result: "applied" })
      })
    )
  }

  test(
    "of another form is none",
    Effect.sync(() => {
      const good: ReadonlyArray<unknown> = [
        { event: "order.created", data: { orderId: "ord_1" } },
        { event: "order.created", data: { orderId: "ord_1", more: 1 }, more: 2 },
        { event: "order.shipped", data: { orderId: "o", carrier: " DHL ", trackingNumber: "1" } },
        { event: "order.delivered", data: { orderId: "o", deliveredAt: "2026-03-01T10:00:00.000Z" } },
        { event: "return.initiated", data: { orderId: "o", items: [{ productId: "serum", reason: "no" }] } },
        { event: "return.initiated", data: { orderId: "o", returnId: "ret_1" } }
      ]
      for (const message of good) expect(Either.isRight(decode(message)), JSON.stringify(message)).toBe(true)
      const of = (event: string, data: object) => ({ event, data: { orderId: "o", ...data } })
      const shipment = { carrier: "DHL", trackingNumber: "1" }
      const bad: ReadonlyArray<unknown> = [
        null,
        {},
        { event: "order.cancelled", data: { orderId: "o" } },
        { event: "order.created", data: {} },
        of("order.created", { orderId: "" }),
        of("order.created", { orderId: "x".repeat(201) }),
        of("order.shipped", { carrier: "DHL" }),
        of("order.shipped", { ...shipment, carrier: "  " }),
        of("order.shipped", { ...shipment, items: [] }),
        of("order.shipped", { ...shipment, items: [{ productId: "serum", quantity: 0 }] }),
        of("order.shipped", { ...shipment, items: [{ productId: "serum", quantity: 1.5 }] }),
        of("order.shipped", { ...shipment, items: [{ productId: "serum", quantity: "1" }] }),
        of("order.shipped", { ...shipment, estimatedDelivery: "2026-02-30" }),
        of("order.shipped", { ...shipment, estimatedDelivery: "soon" }),
        of("order.shipped", { ...shipment, events: [{ timestamp: "?", location: "a", status: "b" }] }),
        of("order.delivered", { deliveredAt: "yesterday" }),
        of("order.delivered", { deliveredAt: "1" }),
        of("order.delivered", { deliveredAt: "5 March 2026" }),
        of("order.delivered", { deliveredAt: "2026-03-01" }),
        of("order.delivered", { deliveredAt: "2026-02-30T10:00:00Z" }),
        of("order.delivered", { deliveredAt: 5 }),
        of("return.initiated", { items: [] }),
        of("return.initiated", { items: [{ productId: "serum", reason: "", condition: "eaten" }] })
      ]
      for (const message of bad) expect(Either.isLeft(decode(message)), JSON.stringify(message)).toBe(true)
    })
  )
})
