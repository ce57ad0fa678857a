/** Shipping and arriving, on both databases: whole and in parts, said twice, in any order, by several at once. */
import * as Fulfilment from "@beauty-store/commerce/orders/Fulfilment"
import { Day } from "@beauty-store/domain/Days"
import { type Claimed, OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import { ada, countOf, days, hours, minutes, onBoth, stock, World } from "../../../test/shop/use-cases.ts"
import { arrived, begun, bought, cancel, deliver, orderOf, race, refusal, sendBack, ship } from "./life.ts"

const scan = (
  orderId: Claimed<OrderId>,
  trackingNumber: string | undefined,
  ...scans: ReadonlyArray<readonly [at: number, status: string]>
) =>
  Effect.flatMap(
    Fulfilment.Fulfilment,
    (fulfilment) =>
      fulfilment.addScans(orderId, trackingNumber, scans.map(([at, status]) => ({ at, status, location: "Leipzig" })))
  )

const eventsOf = (orderId: OrderId, type: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const rows = yield* sql<{ data: string; source: string }>(
      `SELECT data, source FROM event WHERE order_id = '${orderId}' AND type = '${type}' ORDER BY seq`
    )
    return rows.map(({ data, source }) => ({ ...JSON.parse(data), source }))
  })

onBoth("shipping", (test) => {
  test(
    "a paid order ships whole: its units leave the shelf and the promise, what can be sold stays",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 2, noir: 1 })
      clock.now += 1 * hours
      const fulfilment = yield* Fulfilment.Fulfilment
      const dispatch = {
        carrier: "DHL",
        trackingNumber: "T1",
        estimatedDelivery: Day.make("2026-03-05"),
        items: undefined
      }
      expect(yield* fulfilment.ship(orderId, dispatch, "carrier")).toBe(true)
      const order = yield* orderOf(orderId)
      expect(order.status).toBe("shipped")
      expect(order.timeline.at(-1)).toEqual({ status: "shipped", at: clock.now, source: "carrier" })
      expect(order.items.map(({ productId, quantity, shipped }) => [productId, quantity, shipped])).toEqual(
        expect.arrayContaining([["serum", 2, 2], ["noir", 1, 1]])
      )
      expect(order.shipments).toEqual([
        { carrier: "DHL", trackingNumber: "T1", status: "shipped", estimatedDelivery: "2026-03-05", events: [] }
      ])
      expect(yield* stock("serum")).toEqual({ onHand: 998, reserved: 0 })
      expect(yield* stock("noir")).toEqual({ onHand: 49, reserved: 0 })
      expect(yield* eventsOf(orderId, "order.shipped")).toEqual([{
        orderId,
        source: "carrier",
        carrier: "DHL",
        trackingNumber: "T1",
        estimatedDelivery: Day.make("2026-03-05"),
        items: expect.arrayContaining([{ productId: "serum", quantity: 2 }, { productId: "noir", quantity: 1 }])
      }])
    })
  )

  test(
    "a part ships: its lines say so, the order stays confirmed, and the rest stays reserved until it ships too",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 3, cream: 2 })
      const shippedOf = Effect.map(orderOf(orderId), ({ items, status }) => ({
        status,
        ...Object.fromEntries(items.map(({ productId, shipped }) => [productId, shipped]))
      }))
      yield* ship(orderId, "T1", { serum: 1 })
      expect(yield* shippedOf).toEqual({ status: "confirmed", serum: 1, cream: 0 })
      expect(yield* stock("serum")).toEqual({ onHand: 999, reserved: 2 })
      expect(yield* stock("cream")).toEqual({ onHand: 5, reserved: 2 })
      clock.now += 1
      yield* ship(orderId, "T2", { serum: 1, cream: 2 })
      expect(yield* shippedOf).toEqual({ status: "confirmed", serum: 2, cream: 2 })
      clock.now += 1
      yield* ship(orderId, "T3")
      expect(yield* shippedOf).toEqual({ status: "shipped", serum: 3, cream: 2 })
      expect(yield* stock("serum")).toEqual({ onHand: 997, reserved: 0 })
      expect((yield* orderOf(orderId)).shipments.map(({ trackingNumber }) => trackingNumber)).toEqual([
        "T1",
        "T2",
        "T3"
      ])
      expect((yield* orderOf(orderId)).timeline.map(({ status }) => status)).toEqual([
        "pending",
        "confirmed",
        "shipped"
      ])
      expect((yield* eventsOf(orderId, "order.shipped")).map(({ items }) => items)).toEqual([
        [{ productId: "serum", quantity: 1 }],
        expect.arrayContaining([{ productId: "serum", quantity: 1 }, { productId: "cream", quantity: 2 }]),
        [{ productId: "serum", quantity: 1 }]
      ])
    })
  )

  test(
    "the same shipment said again, at once or after it arrived, is one",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 3 })
      const said = yield* Effect.all(Array.from({ length: 10 }, () => ship(orderId, "T1", { serum: 1 })), {
        concurrency: "unbounded"
      })
      expect(said.filter((changed) => changed).length).toBe(1)
      expect(yield* stock("serum")).toEqual({ onHand: 999, reserved: 2 })
      yield* ship(orderId, "T2")
      yield* deliver(orderId)
      expect(yield* ship(orderId, "T1")).toBe(false)
      expect(yield* countOf("shipment")).toBe(2)
      expect((yield* eventsOf(orderId, "order.shipped")).length).toBe(2)
    })
  )

  test(
    "no unit ships twice, by several at once either",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      for (let round = 0; round < 10; round++) {
        const { orderId } = yield* bought(ada, { serum: 3, noir: 1 })
        const exits = yield* race(
          round,
          ship(orderId, "T1"),
          ship(orderId, "T2", { serum: 2 }),
          ship(orderId, "T3", { serum: 2 }),
          ship(orderId, "T4", { noir: 1 })
        )
        expect(exits.filter(Exit.isSuccess).length).toBeGreaterThan(0)
        for (const tag of exits.map(refusal)) {
          expect([undefined, "OrderNotShippable", "OverShipment"]).toContain(tag)
        }
      }
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "more than is left, or what is not in the order, does not ship, and then nothing does",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 2, noir: 1 })
      expect(yield* Effect.flip(ship(orderId, "T1", { noir: 1, serum: 3 }))).toMatchObject({
        _tag: "OverShipment",
        productId: "serum",
        requested: 3,
        left: 2
      })
      expect(yield* Effect.flip(ship(orderId, "T1", { cream: 1 }))).toMatchObject({ _tag: "OverShipment", left: 0 })
      expect(yield* Effect.flip(ship(orderId, "T1", {}))).toMatchObject({ _tag: "NothingLeftToShip" })
      const fulfilment = yield* Fulfilment.Fulfilment
      const productId = ProductId.make("serum")
      const twice = [{ productId, quantity: 1 }, { productId, quantity: 2 }]
      expect(
        yield* Effect.flip(fulfilment.ship(
          orderId,
          { carrier: "DHL", trackingNumber: "T1", estimatedDelivery: undefined, items: twice },
          "staff"
        ))
      ).toMatchObject({ _tag: "OverShipment", requested: 3, left: 2 })
      expect(yield* countOf("shipment")).toBe(0)
      expect(yield* stock("noir")).toEqual({ onHand: 50, reserved: 1 })
    })
  )

  test(
    "only a paid order ships, and only until all of it has",
    Effect.gen(function*() {
      const waiting = yield* begun(ada, { serum: 1 })
      const refused = (orderId: OrderId, currentStatus: string) =>
        Effect.map(
          Effect.flip(ship(orderId, "T9")),
          (error) => expect(error).toMatchObject({ _tag: "OrderNotShippable", currentStatus })
        )
      yield* refused(waiting.orderId, "pending")
      yield* cancel(ada, waiting.orderId)
      yield* refused(waiting.orderId, "cancelled")
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* ship(orderId)
      yield* refused(orderId, "shipped")
      yield* deliver(orderId)
      yield* refused(orderId, "delivered")
      expect(yield* Effect.flip(ship(OrderId.claimed.make("ord_none")))).toMatchObject({
        _tag: "OrderNotFound",
        orderId: "ord_none"
      })
    })
  )
})

onBoth("arriving", (test) => {
  test(
    "an order is delivered when all of it has shipped and arrived, in whichever order",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 3 })
      const status = Effect.map(orderOf(orderId), (order) => order.status)
      for (const tracking of ["T1", "T2"]) {
        clock.now += 1
        yield* ship(orderId, tracking, { serum: 1 })
      }
      yield* deliver(orderId, "T2")
      expect(yield* status).toBe("confirmed")
      clock.now += 1
      yield* ship(orderId, "T3")
      expect(yield* status).toBe("shipped")
      yield* deliver(orderId, "T3")
      expect(yield* status).toBe("shipped")
      yield* deliver(orderId, "T1")
      const order = yield* orderOf(orderId)
      expect(order.status).toBe("delivered")
      expect(order.shipments.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"])
      expect((yield* eventsOf(orderId, "order.delivered")).map(({ trackingNumber }) => trackingNumber)).toEqual([
        "T2",
        "T3",
        "T1"
      ])
    })
  )

  test(
    "without a number everything on its way arrives, and what had arrived keeps its day",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const { orderId } = yield* bought(ada, { serum: 3 })
      const first = clock.now
      for (const tracking of ["T1", "T2", "T3"]) yield* ship(orderId, tracking, { serum: 1 })
      yield* deliver(orderId, "T2")
      clock.now += 2 * days
      expect(yield* deliver(orderId)).toBe(true)
      const arrivals = yield* sql<{ tracking_number: string; delivered_at: unknown }>(
        "SELECT tracking_number, delivered_at FROM shipment ORDER BY tracking_number"
      )
      expect(arrivals.map(({ delivered_at }) => Number(delivered_at))).toEqual([clock.now, first, clock.now])
      expect((yield* orderOf(orderId)).status).toBe("delivered")
    })
  )

  test(
    "it arrives once, however often and at once it is said",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* ship(orderId)
      const said = yield* Effect.all(Array.from({ length: 10 }, () => deliver(orderId)), { concurrency: "unbounded" })
      expect(said.filter((changed) => changed).length).toBe(1)
      expect(yield* deliver(orderId, "T1")).toBe(false)
      expect((yield* eventsOf(orderId, "order.delivered")).length).toBe(1)
    })
  )

  test(
    "a moment in the past is taken as given, before the order's own too; one to come is now",
    Effect.gen(function*() {
      const { clock } = yield* World
      const at = (given: number | undefined) =>
        Effect.gen(function*() {
          const { orderId } = yield* bought(ada, { serum: 1 })
          yield* ship(orderId)
          yield* deliver(orderId, "T1", given)
          return Date.parse((yield* eventsOf(orderId, "order.delivered"))[0].deliveredAt)
        })
      expect(yield* at(undefined)).toBe(clock.now)
      expect(yield* at(clock.now - 10 * days)).toBe(clock.now - 10 * days)
      expect(yield* at(clock.now - 1)).toBe(clock.now - 1)
      expect(yield* at(clock.now + 1)).toBe(clock.now)
      expect(yield* at(clock.now + 400 * days)).toBe(clock.now)
    })
  )

  test(
    "what is not on its way does not arrive",
    Effect.gen(function*() {
      const waiting = yield* begun(ada, { serum: 1 })
      expect(yield* Effect.flip(deliver(waiting.orderId))).toMatchObject({
        _tag: "NothingOnItsWay",
        currentStatus: "pending"
      })
      const { orderId } = yield* bought(ada, { serum: 2 })
      expect(yield* Effect.flip(deliver(orderId))).toMatchObject({ currentStatus: "confirmed" })
      yield* ship(orderId, "T1", { serum: 1 })
      expect(yield* Effect.flip(deliver(orderId, "T7"))).toMatchObject({
        _tag: "NothingOnItsWay",
        currentStatus: "confirmed"
      })
      expect(yield* Effect.flip(deliver(OrderId.claimed.make("ord_none")))).toMatchObject({ _tag: "OrderNotFound" })
      expect(yield* countOf("event", "type = 'order.delivered'")).toBe(0)
    })
  )

  test(
    "the last part ships and the first arrives at once: the order ends delivered when the last has, with no event lost",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      for (let round = 0; round < 10; round++) {
        const { orderId } = yield* bought(ada, { serum: 2 })
        yield* ship(orderId, "T1", { serum: 1 })
        const exits = yield* race(round, deliver(orderId, "T1"), ship(orderId, "T2"), deliver(orderId, "T1"))
        expect(exits.every(Exit.isSuccess)).toBe(true)
        expect((yield* orderOf(orderId)).status).toBe("shipped")
        yield* deliver(orderId, "T2")
        expect((yield* orderOf(orderId)).status).toBe("delivered")
      }
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )
})

onBoth("a carrier's scans", (test) => {
  const statusOf = (orderId: OrderId) => Effect.map(orderOf(orderId), ({ shipments }) => shipments.at(-1)!.status)

  test(
    "say where a shipment is: the latest in time counts, whenever it is heard of",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* ship(orderId)
      const t = clock.now
      yield* scan(orderId, "T1", [t + 10, "in_transit"])
      expect(yield* statusOf(orderId)).toBe("in_transit")
      yield* scan(orderId, "T1", [t + 30, "out_for_delivery"], [t + 5, "picked up"])
      expect(yield* statusOf(orderId)).toBe("out_for_delivery")
      yield* scan(orderId, "T1", [t + 20, "in_transit"])
      expect(yield* statusOf(orderId)).toBe("out_for_delivery")
      yield* scan(orderId, undefined, [t + 40, "in_transit"])
      expect(yield* statusOf(orderId)).toBe("in_transit")
      expect((yield* orderOf(orderId)).shipments[0]!.events).toEqual(
        [[5, "picked up"], [10, "in_transit"], [20, "in_transit"], [30, "out_for_delivery"], [40, "in_transit"]].map(
          ([at, status]) => ({ at: t + (at as number), location: "Leipzig", status })
        )
      )
    })
  )

  test(
    "are kept once, and change nothing of the order",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* ship(orderId)
      const events = yield* countOf("event")
      const one = scan(orderId, "T1", [clock.now, "in_transit"])
      yield* Effect.all(Array.from({ length: 10 }, () => one), { concurrency: "unbounded" })
      yield* one
      expect(yield* countOf("scan")).toBe(1)
      expect(yield* countOf("event")).toBe(events)
    })
  )

  test(
    "that tell of an arrival are kept, but only a delivery begins the time to return",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* ship(orderId)
      yield* scan(orderId, "T1", [clock.now, "delivered"])
      expect((yield* orderOf(orderId)).status).toBe("shipped")
      expect(yield* statusOf(orderId)).toBe("shipped")
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({
        _tag: "OrderNotDelivered"
      })
      yield* deliver(orderId)
      yield* scan(orderId, "T1", [clock.now + 5 * minutes, "in_transit"])
      expect(yield* statusOf(orderId)).toBe("delivered")
    })
  )

  test(
    "of what never shipped say nothing",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* scan(orderId, undefined, [1, "in_transit"])
      yield* ship(orderId)
      yield* scan(orderId, "T7", [1, "in_transit"])
      yield* scan(OrderId.claimed.make("ord_none"), undefined, [1, "in_transit"])
      expect(yield* countOf("scan")).toBe(0)
    })
  )

  test(
    "that come at once leave the status that the latest of them says",
    Effect.gen(function*() {
      const { clock } = yield* World
      for (let round = 0; round < 12; round++) {
        const { orderId } = yield* bought(ada, { serum: 1 })
        yield* ship(orderId)
        const t = clock.now
        yield* race(
          round,
          scan(orderId, "T1", [t + 1, "in_transit"]),
          scan(orderId, "T1", [t + 3, "out_for_delivery"]),
          scan(orderId, "T1", [t + 2, "in_transit"])
        )
        expect(yield* statusOf(orderId)).toBe("out_for_delivery")
      }
    }),
    { timeout: 60_000 }
  )

  test(
    "of a parcel that came back are the return's: the order stays delivered",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId } = yield* arrived(ada, { serum: 1 })
      yield* sendBack(ada, orderId, { productId: "serum" })
      yield* scan(orderId, "T1", [clock.now + 1, "in_transit"])
      expect((yield* orderOf(orderId)).status).toBe("delivered")
    })
  )
})
