/** Goods that come back, on both databases: until when, how many, for how much, and how often. */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import { type Claimed, OrderId, ProductId, ReturnId } from "@beauty-store/domain/Ids"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import {
  ada,
  countOf,
  days,
  hours,
  onBoth,
  owner,
  setStock,
  stock,
  unfinishedNext,
  World
} from "../../../test/shop/use-cases.ts"
import {
  arrived,
  begun,
  bought,
  deliver,
  givenBack,
  orderOf,
  race,
  receive,
  refusal,
  sendBack,
  settle,
  ship,
  shopper,
  staff,
  staffWith
} from "./life.ts"

const eve = owner("sho_eve")

const cancelReturn = (returnId: ReturnId) =>
  Effect.flatMap(Returns.Returns, (returns) => returns.cancel(shopper(ada), returnId))
const viewReturn = (returnId: ReturnId) =>
  Effect.flatMap(Returns.Returns, (returns) => returns.view(shopper(ada), returnId))
const scanned = (returnId: Claimed<ReturnId>) =>
  Effect.flatMap(Returns.Returns, (returns) => returns.recordScan(returnId))

const returnedOf = (orderId: OrderId, productId: string) =>
  Effect.map(orderOf(orderId), ({ items }) => items.find((item) => item.productId === productId)!.returned)

onBoth("asking to send goods back", (test) => {
  test(
    "what was delivered can come back, at the price that was paid, with a label and the days to expect the money",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const { orderId } = yield* arrived(ada, { serum: 2, noir: 1 })
      yield* sql("UPDATE product SET price_minor = 1 WHERE id = 'serum'")
      const back = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 }, { productId: "noir" })
      expect(back).toMatchObject({
        orderId,
        status: "requested",
        items: [
          { productId: "serum", name: "Rose Serum", quantity: 1, refundMinor: 2995, accepted: null },
          { productId: "noir", quantity: 1, refundMinor: 8900, accepted: null }
        ],
        refundMinor: 2995 + 8900,
        refundId: null,
        expectedRefund: { from: "2026-03-05", to: "2026-03-09" },
        timeline: [{ status: "requested", at: clock.now, source: "shopper" }],
        createdAt: clock.now
      })
      expect(yield* viewReturn(back.returnId)).toEqual(back)
      const order = yield* orderOf(orderId)
      expect(order.returns).toEqual([{ returnId: back.returnId, status: "requested" }])
      // Nothing has come back yet.
      expect(yield* returnedOf(orderId, "serum")).toBe(0)
      expect(yield* countOf("refund")).toBe(0)
      expect(yield* stock("serum")).toEqual({ onHand: 998, reserved: 0 })
    })
  )

  test(
    "without a quantity all that is left comes back, and of the rest nothing more",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 3 })
      yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      const rest = yield* sendBack(ada, orderId, { productId: "serum" })
      expect(rest.items[0]!.quantity).toBe(2)
      for (const quantity of [undefined, 1]) {
        const error = yield* Effect.flip(
          sendBack(ada, orderId, { productId: "serum", ...(quantity === undefined ? {} : { quantity }) })
        )
        expect(error).toMatchObject({ _tag: "NothingLeftToReturn", left: 0 })
      }
    })
  )

  test(
    "the window closes at the end of the 30th local day after arrival, to the millisecond",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 2 })
      yield* ship(orderId)
      // Late in the evening in Berlin, on the 5th; clocks go forward on the 29th.
      yield* deliver(orderId, "T1", clock.now)
      const last = Date.UTC(2026, 3, 1, 21, 59, 59, 999)
      clock.now = last
      yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      clock.now = last + 1
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({
        _tag: "ReturnWindowClosed",
        productId: "serum",
        deliveredOn: "2026-03-02",
        lastDay: "2026-04-01"
      })
    })
  )

  test(
    "a delivery a millisecond after Berlin's midnight has a day more than one a millisecond before",
    Effect.gen(function*() {
      const { clock } = yield* World
      const midnight = Date.UTC(2026, 2, 9, 23)
      const orders: Array<string> = []
      for (const at of [midnight - 1, midnight]) {
        clock.now = at
        orders.push((yield* arrived(ada, { serum: 2 })).orderId)
      }
      const [before, after] = orders as [string, string]
      const ends = [Date.UTC(2026, 3, 8, 21, 59, 59, 999), Date.UTC(2026, 3, 9, 21, 59, 59, 999)] as const
      clock.now = ends[0]
      yield* sendBack(ada, OrderId.claimed.make(before), { productId: "serum", quantity: 1 })
      clock.now += 1
      expect(yield* Effect.flip(sendBack(ada, OrderId.claimed.make(before), { productId: "serum" }))).toMatchObject({
        lastDay: "2026-04-08"
      })
      clock.now = ends[1]
      yield* sendBack(ada, OrderId.claimed.make(after), { productId: "serum", quantity: 1 })
      clock.now += 1
      expect(yield* Effect.flip(sendBack(ada, OrderId.claimed.make(after), { productId: "serum" }))).toMatchObject({
        lastDay: "2026-04-09"
      })
    })
  )

  test(
    "each shipment's units have their own window; those that close first go first, those never delivered not at all",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const { orderId } = yield* bought(ada, { serum: 6 })
      const day = clock.now
      yield* ship(orderId, "T1", { serum: 2 })
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({
        _tag: "OrderNotDelivered",
        currentStatus: "confirmed"
      })
      yield* deliver(orderId, "T1")
      clock.now += 5 * days
      yield* ship(orderId, "T2", { serum: 2 })
      yield* deliver(orderId, "T2")
      yield* ship(orderId, "T3", { serum: 1 })
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum", quantity: 5 }))).toMatchObject({
        _tag: "NothingLeftToReturn",
        left: 4
      })
      yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      const left = yield* sql<{ tracking_number: string; sent_back: unknown }>(
        `SELECT s.tracking_number, l.sent_back FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
         ORDER BY s.tracking_number`
      )
      expect(left.map(({ sent_back }) => Number(sent_back))).toEqual([1, 0, 0])
      clock.now = day + 33 * days
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum", quantity: 3 }))).toMatchObject({ left: 2 })
      expect((yield* sendBack(ada, orderId, { productId: "serum" })).items[0]!.quantity).toBe(2)
      clock.now = day + 40 * days
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({
        _tag: "ReturnWindowClosed"
      })
    })
  )

  test(
    "a delivery said to have been long ago leaves no time, one said late leaves all of it",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* ship(orderId)
      yield* deliver(orderId, "T1", clock.now - 40 * days)
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({
        _tag: "ReturnWindowClosed"
      })
      const late = yield* bought(ada, { serum: 1 })
      yield* ship(late.orderId)
      clock.now += 60 * days
      yield* deliver(late.orderId)
      yield* sendBack(ada, late.orderId, { productId: "serum" })
    })
  )

  test(
    "what is sealed for hygiene comes back unopened or defective, not opened",
    Effect.gen(function*() {
      const { sql } = yield* World
      yield* sql("UPDATE product SET hygiene_sealed = 1 WHERE id = 'serum'")
      const { orderId } = yield* arrived(ada, { serum: 2, noir: 2 })
      const refused = yield* Effect.flip(
        sendBack(ada, orderId, { productId: "noir" }, { productId: "serum", quantity: 1, condition: "opened" })
      )
      expect(refused).toMatchObject({ _tag: "HygieneSealBroken", productId: "serum" })
      expect(yield* countOf("return_request")).toBe(0)
      const back = yield* sendBack(
        ada,
        orderId,
        { productId: "serum", quantity: 1, condition: "defective" },
        { productId: "serum", quantity: 1 },
        { productId: "noir", quantity: 1, condition: "opened" },
        { productId: "noir", quantity: 1, condition: "defective" }
      )
      expect(back.items.map(({ condition }) => condition)).toEqual(["defective", "unopened", "opened", "defective"])
    })
  )

  test(
    "what is not in the order, or has not arrived, or is somebody else's, does not come back",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 1 })
      const returns = yield* Returns.Returns
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "noir" }))).toMatchObject({
        _tag: "ProductNotInOrder"
      })
      const items = [{ productId: ProductId.make("serum"), condition: "unopened", reason: "" }] as const
      for (const one of [shopper(eve), staffWith("orders:read"), { ...staffWith(), id: ada.principal }]) {
        expect(yield* Effect.flip(returns.request(one, orderId, items))).toMatchObject({ _tag: "OrderNotFound" })
      }
      expect(yield* Effect.flip(sendBack(ada, OrderId.claimed.make("ord_none"), { productId: "serum" }))).toMatchObject(
        {
          _tag: "OrderNotFound"
        }
      )
      const waiting = yield* begun(ada, { serum: 1 })
      expect(yield* Effect.flip(sendBack(ada, waiting.orderId, { productId: "serum" }))).toMatchObject({
        _tag: "OrderNotDelivered",
        currentStatus: "pending"
      })
      const back = yield* returns.request(staff, orderId, items)
      expect(back.timeline).toMatchObject([{ status: "requested", source: "staff" }])
      for (const one of [shopper(eve), staffWith("orders:write")]) {
        expect(yield* Effect.flip(returns.view(one, back.returnId))).toMatchObject({ _tag: "ReturnNotFound" })
      }
      for (const one of [shopper(eve), staffWith("orders:read")]) {
        expect(yield* Effect.flip(returns.cancel(one, back.returnId))).toMatchObject({ _tag: "ReturnNotFound" })
      }
      expect((yield* returns.view(staffWith("orders:read"), back.returnId)).status).toBe("requested")
    })
  )

  test(
    "of many who would return the last unit at once one does",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      const { orderId } = yield* arrived(ada, { serum: 2, noir: 1 })
      yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      const exits = yield* Effect.all(
        Array.from({ length: 20 }, (_, n) =>
          Effect.exit(
            n % 2 === 0
              ? sendBack(ada, orderId, { productId: "serum" }, { productId: "noir" })
              : sendBack(ada, orderId, { productId: "noir" }, { productId: "serum", quantity: 1 })
          )),
        { concurrency: "unbounded" }
      )
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      expect(new Set(exits.map(refusal))).toEqual(new Set([undefined, "NothingLeftToReturn"]))
      expect(yield* countOf("return_request")).toBe(2)
      expect(deadlocks()).toBe(0)
    })
  )
})

onBoth("a return that is called off", (test) => {
  test(
    "frees its units, once, and they can be returned again",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 2 })
      const first = yield* sendBack(ada, orderId, { productId: "serum" })
      const answers = yield* Effect.all(Array.from({ length: 10 }, () => cancelReturn(first.returnId)), {
        concurrency: "unbounded"
      })
      for (const answer of answers) expect(answer.status).toBe("cancelled")
      expect(yield* countOf("event", "type = 'return.cancelled'")).toBe(1)
      const second = yield* sendBack(ada, orderId, { productId: "serum" })
      expect(second.items[0]!.quantity).toBe(2)
      expect((yield* cancelReturn(first.returnId)).status).toBe("cancelled")
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({ left: 0 })
    })
  )

  test(
    "can be called off on its way too, and not once it was received",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 3 })
      const one = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      yield* scanned(one.returnId)
      yield* scanned(one.returnId)
      expect((yield* cancelReturn(one.returnId)).timeline.map(({ source, status }) => [status, source])).toEqual([
        ["requested", "shopper"],
        ["in_transit", "carrier"],
        ["cancelled", "shopper"]
      ])
      yield* scanned(one.returnId)
      expect((yield* viewReturn(one.returnId)).status).toBe("cancelled")
      for (const accepted of [true, false]) {
        const other = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
        yield* receive(other.returnId, { productId: "serum", quantity: 1, accepted })
        yield* scanned(other.returnId)
        const currentStatus = accepted ? "refunded" : "rejected"
        expect(yield* Effect.flip(cancelReturn(other.returnId))).toMatchObject({
          _tag: "ReturnNotCancellable",
          currentStatus
        })
      }
      expect(yield* Effect.flip(scanned(ReturnId.claimed.make("ret_none")))).toMatchObject({ _tag: "ReturnNotFound" })
    })
  )

  test(
    "received, called off and scanned at once: one wins, no unit is freed and refunded, and nobody waits in a ring",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      const ends = new Set<string>()
      for (let round = 0; round < 16; round++) {
        const { orderId } = yield* arrived(ada, { serum: 2 })
        const { returnId } = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
        // Now and then the shopper is ahead, so that either is seen to win.
        const isAhead = yield* Deferred.make<void>()
        const cancels = Effect.ensuring(cancelReturn(returnId), Deferred.succeed(isAhead, undefined))
        const received = receive(returnId, { productId: "serum", quantity: 1 })
        const receives = round % 4 === 3 ? Effect.zipRight(Deferred.await(isAhead), received) : received
        const [first, cancelled, , again] = yield* race(
          round,
          receives,
          cancels,
          scanned(returnId),
          receives,
          sendBack(ada, orderId, { productId: "serum", quantity: 1 })
        )
        const { status } = yield* viewReturn(returnId)
        ends.add(status)
        const winners = [first!, cancelled!, again!].filter(Exit.isSuccess).length
        expect(winners).toBe(1)
        expect(yield* countOf("refund", `order_id = '${orderId}'`)).toBe(status === "refunded" ? 1 : 0)
      }
      expect([...ends].sort()).toEqual(["cancelled", "refunded"])
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )
})

onBoth("opening the parcel", (test) => {
  test(
    "what is accepted is refunded, what can be sold again is on the shelf, and the money is on its way",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId, paymentId } = yield* arrived(ada, { serum: 3, noir: 2 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum" }, { productId: "noir", quantity: 1 })
      clock.now += 3 * days
      const opened = yield* receive(
        returnId,
        { productId: "serum", quantity: 2, restock: true },
        { productId: "serum", quantity: 1, restock: false },
        { productId: "noir", quantity: 1, restock: false }
      )
      expect(opened).toMatchObject({
        status: "refunded",
        items: [
          { productId: "noir", accepted: 1, refundMinor: 8900 },
          { productId: "serum", accepted: 3, refundMinor: 3 * 2995 }
        ],
        refundMinor: 3 * 2995 + 8900,
        refundId: expect.stringMatching(/^ref_/),
        expectedRefund: { from: "2026-03-10", to: "2026-03-12" }
      })
      expect(opened.timeline.map(({ source, status }) => [status, source])).toEqual([
        ["requested", "shopper"],
        ["received", "staff"],
        ["refunded", "staff"]
      ])
      expect(yield* stock("serum")).toEqual({ onHand: 999, reserved: 0 })
      expect(yield* stock("noir")).toEqual({ onHand: 48, reserved: 0 })
      yield* settle
      expect(yield* givenBack(paymentId)).toBe(3 * 2995 + 8900)
      expect(yield* orderOf(orderId)).toMatchObject({
        status: "delivered",
        payment: { status: "partially_refunded" },
        refunds: [{ refundId: opened.refundId, status: "succeeded" }]
      })
      expect([yield* returnedOf(orderId, "serum"), yield* returnedOf(orderId, "noir")]).toEqual([3, 1])
      expect((yield* (yield* Refunds.Refunds).view(shopper(ada), opened.refundId!)).returnId).toBe(returnId)
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "what is refused is not refunded, not restocked, and does not come back again; what was missing can",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 5, noir: 1 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum" })
      const opened = yield* receive(
        returnId,
        { productId: "serum", quantity: 2 },
        { productId: "serum", quantity: 1, accepted: false, restock: true }
      )
      expect(opened).toMatchObject({
        status: "refunded",
        refundMinor: 2 * 2995,
        items: [{ accepted: 2, quantity: 5, refundMinor: 2 * 2995 }]
      })
      expect(yield* stock("serum")).toEqual({ onHand: 997, reserved: 0 })
      expect(yield* returnedOf(orderId, "serum")).toBe(2)
      const again = yield* sendBack(ada, orderId, { productId: "serum" })
      expect(again.items[0]!.quantity).toBe(2)
      const rejected = yield* receive(again.returnId, { productId: "serum", quantity: 2, accepted: false })
      expect(rejected).toMatchObject({
        status: "rejected",
        refundMinor: 0,
        refundId: null,
        items: [{ refundMinor: 0 }]
      })
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({ left: 0 })
      expect(yield* countOf("refund")).toBe(1)
    })
  )

  test(
    "an empty parcel is rejected, and its units can be returned again",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 2 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum" })
      expect(yield* receive(returnId)).toMatchObject({ status: "rejected", refundMinor: 0, refundId: null })
      expect((yield* sendBack(ada, orderId, { productId: "serum" })).items[0]!.quantity).toBe(2)
      expect(yield* stock("serum")).toEqual({ onHand: 998, reserved: 0 })
    })
  )

  test(
    "units of one product in several states, of several shipments, are counted each once",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId, totalMinor } = yield* bought(ada, { serum: 5 })
      yield* ship(orderId, "T1", { serum: 3 })
      yield* deliver(orderId)
      clock.now += 1 * days
      yield* ship(orderId, "T2")
      yield* deliver(orderId)
      const { items, labelUrl, returnId } = yield* sendBack(
        ada,
        orderId,
        { productId: "serum", quantity: 1, condition: "opened" },
        { productId: "serum", quantity: 3 },
        { productId: "serum", condition: "defective" }
      )
      expect(items.map(({ condition, quantity }) => [condition, quantity])).toEqual([
        ["opened", 1],
        ["unopened", 2],
        ["unopened", 1],
        ["defective", 1]
      ])
      const key = `${returnId}.${new URL(labelUrl).searchParams.get("key")}`
      expect((yield* (yield* Returns.Returns).label(key)).items).toMatchObject([{ name: "Rose Serum", quantity: 5 }])
      const opened = yield* receive(
        returnId,
        { productId: "serum", quantity: 3, restock: true },
        { productId: "serum", quantity: 2, restock: false }
      )
      expect(opened.items.map(({ accepted }) => accepted)).toEqual([1, 2, 1, 1])
      expect(yield* returnedOf(orderId, "serum")).toBe(5)
      // Everything is back, so what was paid for shipping is too.
      expect(opened.refundMinor).toBe(totalMinor)
    })
  )

  test(
    "several states of one shipment's units, of which not all arrived, are counted in turn",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 6 })
      const { returnId } = yield* sendBack(
        ada,
        orderId,
        { productId: "serum", quantity: 2, condition: "opened" },
        { productId: "serum", quantity: 3 }
      )
      const opened = yield* receive(
        returnId,
        { productId: "serum", quantity: 3 },
        { productId: "serum", quantity: 1, accepted: false }
      )
      expect(opened.items.map(({ accepted, refundMinor }) => [accepted, refundMinor])).toEqual([[2, 5990], [1, 2995]])
      expect(yield* returnedOf(orderId, "serum")).toBe(3)
      expect((yield* sendBack(ada, orderId, { productId: "serum" })).items[0]!.quantity).toBe(2)
    })
  )

  test(
    "what is given back for each line is what was accepted of it, parcel by parcel",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 3 })
      yield* ship(orderId, "T1", { serum: 1 })
      yield* ship(orderId, "T2")
      yield* deliver(orderId)
      const { items, returnId } = yield* sendBack(ada, orderId, { productId: "serum" })
      // The parcels' ids decide which line is first.
      const most = items.map(({ quantity }) => quantity)
      expect([...most].sort()).toEqual([1, 2])
      const opened = yield* receive(
        returnId,
        { productId: "serum", quantity: 2 },
        { productId: "serum", quantity: 1, accepted: false }
      )
      expect(opened).toEqual(yield* viewReturn(returnId))
      expect(opened.refundMinor).toBe(2 * 2995)
      expect(opened.items.map(({ accepted, refundMinor }) => [accepted, refundMinor])).toEqual(
        most[0] === 2 ? [[2, 2 * 2995], [0, 0]] : [[1, 2995], [1, 2995]]
      )
    })
  )

  test(
    "more than was announced, or something else, is not received, and a parcel is opened once",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 2, noir: 1 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum" })
      expect(yield* Effect.flip(receive(returnId, { productId: "serum", quantity: 3 }))).toMatchObject({
        _tag: "ReceivedMoreThanSent",
        received: 3,
        sent: 2
      })
      expect(
        yield* Effect.flip(receive(
          returnId,
          { productId: "serum", quantity: 2 },
          { productId: "serum", quantity: 1, accepted: false }
        ))
      ).toMatchObject({ _tag: "ReceivedMoreThanSent", received: 3 })
      expect(yield* Effect.flip(receive(returnId, { productId: "noir", quantity: 1 }))).toMatchObject({
        _tag: "ProductNotInReturn"
      })
      expect(yield* Effect.flip(receive(ReturnId.claimed.make("ret_none")))).toMatchObject({ _tag: "ReturnNotFound" })
      expect((yield* viewReturn(returnId)).status).toBe("requested")
      const exits = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.exit(receive(returnId, { productId: "serum", quantity: 2 }))),
        { concurrency: "unbounded" }
      )
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      expect(new Set(exits.map(refusal))).toEqual(new Set([undefined, "ReturnNotReceivable"]))
      const { returnId: called } = yield* sendBack(ada, orderId, { productId: "noir" })
      yield* cancelReturn(called)
      expect(yield* Effect.flip(receive(called, { productId: "noir", quantity: 1 }))).toMatchObject({
        _tag: "ReturnNotReceivable",
        currentStatus: "cancelled"
      })
    })
  )

  test(
    "a line with a discount goes back for what was paid for it, to the cent, in whatever parts it comes",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { orderId } = yield* arrived(ada, { serum: 3, noir: 1 })
      const discount = (minor: number) =>
        sql(`UPDATE order_line SET discount_minor = ${minor}, line_total_minor = list_minor - ${minor}
          WHERE order_id = '${orderId}' AND product_id = 'serum'`)
      // Nobody gets a discount yet: this one is planted, and taken back for the audit of the books.
      yield* discount(1000)
      const one = { productId: "serum", quantity: 1 }
      expect((yield* sendBack(ada, orderId, { productId: "serum" })).refundMinor).toBe(7985)
      yield* cancelReturn((yield* orderOf(orderId)).returns[0]!.returnId)
      const first = yield* sendBack(ada, orderId, one)
      const second = yield* sendBack(ada, orderId, one)
      yield* cancelReturn(first.returnId)
      const third = yield* sendBack(ada, orderId, one)
      const amounts: Array<number> = []
      for (const { returnId } of [third, second, yield* sendBack(ada, orderId, one)]) {
        amounts.push((yield* receive(returnId, one)).refundMinor)
      }
      // 79.85 does not divide by three.
      expect(amounts).toEqual([2662, 2662, 2661])
      yield* discount(0)
    })
  )

  test(
    "shipping goes back once: with the return that makes all of the order accepted",
    Effect.gen(function*() {
      const { orderId, paymentId, totalMinor } = yield* arrived(ada, { serum: 1, zeste: 1, cream: 1 })
      const free = yield* arrived(ada, { noir: 1 })
      expect(totalMinor).toBe(2995 + 2995 + 1990)
      const cheap = yield* arrived(ada, { cream: 2 })
      expect(cheap.totalMinor).toBe(2 * 1990 + 495)
      const amounts: Array<number> = []
      for (const order of [orderId, cheap.orderId, free.orderId]) {
        for (const { productId, quantity } of (yield* orderOf(order)).items) {
          for (let unit = 0; unit < quantity; unit++) {
            const { returnId } = yield* sendBack(ada, order, { productId, quantity: 1 })
            amounts.push((yield* receive(returnId, { productId, quantity: 1 })).refundMinor)
          }
        }
      }
      expect(amounts.slice(3)).toEqual([1990, 1990 + 495, 8900])
      yield* settle
      expect(yield* givenBack(paymentId)).toBe(totalMinor)
      expect(yield* givenBack(cheap.paymentId)).toBe(cheap.totalMinor)
      expect((yield* orderOf(cheap.orderId)).payment.status).toBe("refunded")
    })
  )

  test(
    "a unit that was refused keeps the shipping with the shop; one that was missing and comes later brings it back",
    Effect.gen(function*() {
      const refused = yield* arrived(ada, { cream: 2 })
      const one = yield* sendBack(ada, refused.orderId, { productId: "cream" })
      const opened = yield* receive(
        one.returnId,
        { productId: "cream", quantity: 1 },
        { productId: "cream", quantity: 1, accepted: false }
      )
      expect(opened.refundMinor).toBe(1990)
      const missing = yield* arrived(ada, { cream: 2 })
      const two = yield* sendBack(ada, missing.orderId, { productId: "cream" })
      expect((yield* receive(two.returnId, { productId: "cream", quantity: 1 })).refundMinor).toBe(1990)
      const three = yield* sendBack(ada, missing.orderId, { productId: "cream" })
      expect((yield* receive(three.returnId, { productId: "cream", quantity: 1 })).refundMinor).toBe(1990 + 495)
    })
  )

  test(
    "what was given by goodwill is not given twice: a return brings what is left, or nothing",
    Effect.gen(function*() {
      const refunds = yield* Refunds.Refunds
      const { orderId, paymentId, totalMinor } = yield* arrived(ada, { serum: 1 })
      yield* refunds.give(orderId, 2000, "late")
      const { returnId } = yield* sendBack(ada, orderId, { productId: "serum" })
      expect((yield* receive(returnId, { productId: "serum", quantity: 1 })).refundMinor).toBe(totalMinor - 2000)
      yield* settle
      expect(yield* givenBack(paymentId)).toBe(totalMinor)

      const all = yield* arrived(ada, { serum: 1 })
      yield* refunds.give(all.orderId, undefined, "all")
      const back = yield* sendBack(ada, all.orderId, { productId: "serum" })
      expect(yield* receive(back.returnId, { productId: "serum", quantity: 1 })).toMatchObject({
        status: "refunded",
        refundMinor: 0,
        refundId: null,
        items: [{ accepted: 1, refundMinor: 0 }]
      })

      const two = yield* arrived(ada, { noir: 1, serum: 2 })
      yield* refunds.give(two.orderId, two.totalMinor - 9000, "late")
      const both = yield* sendBack(ada, two.orderId, { productId: "noir" }, { productId: "serum" })
      expect(yield* receive(both.returnId, { productId: "noir", quantity: 1 }, { productId: "serum", quantity: 2 }))
        .toMatchObject({ refundMinor: 9000, items: [{ refundMinor: 8900 }, { refundMinor: 100 }] })
    })
  )

  test(
    "a return that is not here says what it would give now: never more than is left of the payment",
    Effect.gen(function*() {
      const refunds = yield* Refunds.Refunds
      const returns = yield* Returns.Returns
      const { orderId, totalMinor } = yield* arrived(ada, { noir: 1, serum: 2 })
      const promised = (returnId: ReturnId) =>
        Effect.gen(function*() {
          const { items, refundMinor } = yield* viewReturn(returnId)
          const { data } = yield* returns.search({ principal: shopper(ada), owner: ada }, { orderId, limit: 10 })
          expect(data.find((one) => one.returnId === returnId)!.refundMinor).toBe(refundMinor)
          return [refundMinor, ...items.map((item) => item.refundMinor)]
        })
      const noir = { productId: "noir", quantity: 1 }
      const both = yield* sendBack(ada, orderId, noir, { productId: "serum", quantity: 1 })
      const other = yield* sendBack(ada, orderId, { productId: "serum" })
      expect(yield* promised(both.returnId)).toEqual([8900 + 2995, 8900, 2995])
      yield* refunds.give(orderId, totalMinor - 9000, "late")
      // Each by itself: whichever comes first gets what is left.
      expect(yield* promised(both.returnId)).toEqual([9000, 8900, 100])
      expect(yield* promised(other.returnId)).toEqual([2995, 2995])
      yield* receive(other.returnId, { productId: "serum", quantity: 1 })
      expect(yield* promised(other.returnId)).toEqual([2995, 2995])
      expect(yield* promised(both.returnId)).toEqual([9000 - 2995, 9000 - 2995, 0])
      yield* refunds.give(orderId, undefined, "all")
      expect(yield* promised(both.returnId)).toEqual([0, 0, 0])
      expect(yield* receive(both.returnId, { productId: "noir", quantity: 1 }, { productId: "serum", quantity: 1 }))
        .toMatchObject({ refundMinor: 0 })
      expect(yield* promised(other.returnId)).toEqual([2995, 2995])
      yield* settle

      const all = yield* arrived(ada, { serum: 2 })
      const offered = Effect.map(
        returns.returnable(shopper(ada), all.orderId),
        ([one]) => one!.refundsMinor
      )
      expect(yield* offered).toEqual([0, 2995, 5990])
      yield* refunds.give(all.orderId, all.totalMinor - 4000, "late")
      expect(yield* offered).toEqual([0, 2995, 4000])
      yield* refunds.give(all.orderId, undefined, "all")
      const asked = yield* sendBack(ada, all.orderId, { productId: "serum" })
      expect([asked.refundMinor, asked.items[0]!.refundMinor]).toEqual([0, 0])
      const cancelled = yield* cancelReturn(asked.returnId)
      expect(cancelled.refundMinor).toBe(0)
    })
  )

  test(
    "what comes back of a product that was sold out can be bought again, and the catalogue says so",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { orderId } = yield* arrived(ada, { balm: 1 })
      const version = Effect.map(
        sql<{ version: unknown }>("SELECT version FROM catalog_version"),
        ([row]) => Number(row!.version)
      )
      const before = yield* version
      const { returnId } = yield* sendBack(ada, orderId, { productId: "balm" })
      yield* receive(returnId, { productId: "balm", quantity: 1 })
      expect(yield* version).toBe(before + 1)
      yield* bought(ada, { balm: 1 })
      yield* setStock("balm", 7)
    })
  )

  test(
    "the label is there for whoever has its address, as long as the parcel can be sent",
    Effect.gen(function*() {
      const { clock } = yield* World
      const returns = yield* Returns.Returns
      const { orderId } = yield* arrived(ada, { serum: 2 })
      const capability = (url: string, returnId: ReturnId) => `${returnId}.${new URL(url).searchParams.get("key")}`
      const one = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      const two = yield* sendBack(ada, orderId, { productId: "serum", quantity: 1 })
      const key = capability(one.labelUrl, one.returnId)
      expect(new URL(one.labelUrl).pathname).toBe(`/api/returns/${one.returnId}/label`)
      expect(yield* returns.label(key)).toMatchObject({
        returnId: one.returnId,
        orderId,
        from: { name: "Ada Lovelace" },
        items: [{ name: "Rose Serum", quantity: 1 }]
      })
      for (const wrong of ["", one.returnId, `${key}x`, capability(one.labelUrl, two.returnId)]) {
        expect(yield* Effect.flip(returns.label(wrong))).toMatchObject({ _tag: "ReturnNotFound" })
      }
      yield* scanned(one.returnId)
      clock.now += 1 * hours
      expect((yield* returns.label(key)).returnId).toBe(one.returnId)
      yield* receive(one.returnId, { productId: "serum", quantity: 1 })
      expect(yield* Effect.flip(returns.label(key))).toMatchObject({ _tag: "ReturnNotFound" })
      yield* cancelReturn(two.returnId)
      expect(yield* Effect.flip(returns.label(capability(two.labelUrl, two.returnId)))).toMatchObject({
        _tag: "ReturnNotFound"
      })
    })
  )
})
