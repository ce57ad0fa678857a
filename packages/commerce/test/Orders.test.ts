/** Orders, on both databases: what is shown of them, and to whom. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Events from "@beauty-store/commerce/events/Events"
import type { Owner, Principal } from "@beauty-store/commerce/identity/Identity"
import * as OrderPages from "@beauty-store/commerce/orders/OrderPages"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as OrderRecords from "@beauty-store/commerce/records/OrderRecords"
import { type Claimed, OrderId, ProductId } from "@beauty-store/domain/Ids"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import { ada, address, countOf, onBoth, owner, request, World } from "../../../test/shop/use-cases.ts"

const shopper: Principal = { kind: "shopper", id: ada.principal, scopes: ["shop"] }
const staff = (...scopes: ReadonlyArray<string>): Principal => ({ kind: "staff", id: "staff:demo", scopes })

const ordered = (of: Owner) =>
  Effect.gen(function*() {
    yield* (yield* Carts.Carts).set(of, ProductId.make("serum"), 1)
    return yield* (yield* Checkout.Checkout).start(request(of))
  })

const view = (principal: Principal, orderId: Claimed<OrderId>) =>
  Effect.flatMap(Orders.Orders, (orders) => orders.view(principal, orderId))

const list = (of: Owner, limit: number, cursor?: string) =>
  Effect.flatMap(Orders.Orders, (orders) => orders.list(of, { limit, cursor }))

onBoth("orders", (test) => {
  test(
    "an order says what was bought, for how much, for whom and what has happened",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* (yield* Carts.Carts).add(ada, ProductId.make("cream"), 2)
      const placedAt = clock.now
      const session = yield* (yield* Checkout.Checkout).start(request(ada))
      expect(yield* view(shopper, session.orderId)).toEqual({
        id: session.orderId,
        orderNumber: expect.stringMatching(/^\d{4} \d{4}$/),
        status: "pending",
        items: [{
          productId: "cream",
          name: "Crème Riche",
          quantity: 2,
          unitPriceMinor: 1990,
          listMinor: 3980,
          discountMinor: 0,
          lineTotalMinor: 3980,
          shipped: 0,
          returned: 0
        }],
        subtotalMinor: 3980,
        shippingMinor: 495,
        totalMinor: 4475,
        currency: "EUR",
        vat: [{ rateBp: 1900, netMinor: 3761, vatMinor: 714, grossMinor: 4475 }],
        promotions: [],
        email: "ada@example.com",
        language: "en",
        shippingAddress: address,
        shippingMethod: "standard",
        estimatedDelivery: "2026-03-05",
        payment: { method: null, status: "unpaid" },
        refunds: [],
        shipments: [],
        returns: [],
        timeline: [{ status: "pending", at: placedAt, source: "shopper" }],
        cart: {},
        createdAt: placedAt,
        isPageClosed: false
      })
    })
  )

  test(
    "the page of an order that is not paid leads to the payment until the session's time is over, and no longer",
    Effect.gen(function*() {
      const { clock } = yield* World
      const pages = yield* OrderPages.OrderPages
      const { expiresAt, orderId, redirectUrl } = yield* ordered(ada)
      const token = (yield* pages.open(orderId))!
      clock.now = expiresAt - 1
      expect(yield* pages.view(token)).toMatchObject({ paymentUrl: redirectUrl, payableUntil: expiresAt })
      clock.now = expiresAt
      // The provider is asked before the order ends.
      expect(yield* pages.view(token)).toMatchObject({
        order: { status: "pending" },
        paymentUrl: undefined,
        payableUntil: undefined
      })
    })
  )

  test(
    "an order keeps the name and price of its day",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { orderId } = yield* ordered(ada)
      yield* sql("UPDATE product SET name = 'New', price_minor = 1 WHERE id = 'serum'")
      expect((yield* view(shopper, orderId)).items[0]).toMatchObject({ name: "Rose Serum", unitPriceMinor: 2995 })
    })
  )

  test(
    "its owner sees it, staff that may read orders sees it, and everybody else sees nothing",
    Effect.gen(function*() {
      const { orderId } = yield* ordered(ada)
      expect((yield* view(shopper, orderId)).id).toBe(orderId)
      expect((yield* view(staff("orders:read"), orderId)).id).toBe(orderId)
      const others: ReadonlyArray<Principal> = [
        { kind: "shopper", id: "sho_eve", scopes: ["shop", "orders:read"] },
        { kind: "agent", id: "agent:a", scopes: ["orders:read"] },
        staff(),
        staff("orders:write"),
        { ...staff("admin:read"), id: ada.principal }
      ]
      for (const other of others) {
        expect(yield* Effect.flip(view(other, orderId))).toMatchObject({ _tag: "OrderNotFound", orderId })
      }
      for (const id of ["ord_none", "", "\u0000", "' OR 1=1 --", "\ud800"]) {
        for (const one of [shopper, staff("orders:read")]) {
          expect(yield* Effect.flip(view(one, OrderId.claimed.make(id)))).toMatchObject({
            _tag: "OrderNotFound",
            orderId: id
          })
        }
      }
    })
  )

  test(
    "a list goes from the newest to the oldest, page by page, each order once",
    Effect.gen(function*() {
      const { clock } = yield* World
      const placed: Array<string> = []
      for (let n = 0; n < 7; n++) {
        clock.now += 1
        placed.unshift((yield* ordered(ada)).orderId)
        yield* ordered(owner("sho_bob"))
      }
      expect((yield* list(ada, 100)).data.map((order) => order.id)).toEqual(placed)
      expect((yield* list(ada, 7)).nextCursor).toBeNull()
      for (const limit of [1, 2, 3, 6]) {
        const seen: Array<string> = []
        let cursor: string | null = null
        do {
          const page: Effect.Effect.Success<ReturnType<typeof list>> = yield* list(ada, limit, cursor ?? undefined)
          expect(page.data.length).toBeLessThanOrEqual(limit)
          seen.push(...page.data.map((order) => order.id))
          cursor = page.nextCursor
        } while (cursor !== null && seen.length < 50)
        expect(seen).toEqual(placed)
      }
      expect((yield* list(owner("sho_eve"), 10)).data).toEqual([])
    })
  )

  test(
    "orders that come while one pages neither hide nor double others",
    Effect.gen(function*() {
      const { clock } = yield* World
      const placed: Array<string> = []
      for (let n = 0; n < 6; n++) {
        clock.now += 1
        placed.unshift((yield* ordered(ada)).orderId)
      }
      const seen: Array<string> = []
      for (let cursor: string | undefined;;) {
        const page: Effect.Effect.Success<ReturnType<typeof list>> = yield* list(ada, 2, cursor)
        seen.push(...page.data.map((order) => order.id))
        if (page.nextCursor === null || seen.length > 50) break
        cursor = page.nextCursor
        clock.now += 1
        yield* ordered(ada)
      }
      expect(seen).toEqual(placed)
    })
  )

  test(
    "an agent sees all its orders, or one shopper's",
    Effect.gen(function*() {
      const { clock } = yield* World
      const owners = [owner("agent:a"), owner("agent:a", "1"), owner("agent:a", "2"), owner("agent:b", "1")]
      const placed: Array<string> = []
      for (const one of owners) {
        clock.now += 1
        placed.push((yield* ordered(one)).orderId)
      }
      const ids = (of: Owner) => Effect.map(list(of, 10), (page) => page.data.map((order) => order.id))
      expect(yield* ids(owners[0]!)).toEqual([placed[2], placed[1], placed[0]])
      expect(yield* ids(owners[1]!)).toEqual([placed[1]])
      expect(yield* ids(owners[3]!)).toEqual([placed[3]])
      expect(yield* ids(owner("agent:b", "2"))).toEqual([])
    })
  )

  test(
    "a cursor that was made up is refused",
    Effect.gen(function*() {
      yield* ordered(ada)
      yield* ordered(ada)
      const { nextCursor } = yield* list(ada, 1)
      const [payload, mark] = nextCursor!.split(".") as [string, string]
      for (
        const cursor of [
          "",
          "x",
          payload,
          `${Buffer.from(JSON.stringify("~")).toString("base64url")}.${mark}`,
          `${mark}.x`
        ]
      ) {
        expect(yield* Effect.flip(list(ada, 1, cursor))).toMatchObject({ _tag: "InvalidCursor" })
      }
    })
  )

  test(
    "of two who would take an order from the same place one does, and a step that the table lacks is none",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { orderId } = yield* ordered(ada)
      const { write } = yield* Transactions
      const events = yield* Events.Events
      const eventOf = {
        confirmed: { type: "order.created" },
        cancelled: { type: "order.cancelled", data: {} },
        delivered: { type: "order.delivered", data: { deliveredAt: "2026-03-02T10:00:00.000Z" } }
      } as const
      const step = (from: "pending" | "confirmed" | "shipped", to: "confirmed" | "cancelled" | "delivered") =>
        Effect.exit(write(
          OrderRecords.changeStatus(orderId, from, to, { ...eventOf[to], source: "system" }).pipe(
            Effect.provideService(Events.Events, events)
          )
        ))
      expect(Exit.isFailure(yield* step("pending", "delivered"))).toBe(true)
      expect(Exit.isFailure(yield* step("confirmed", "cancelled"))).toBe(true)
      expect(yield* countOf("event")).toBe(1)
      const exits = yield* Effect.all([step("pending", "confirmed"), step("pending", "cancelled")], {
        concurrency: "unbounded"
      })
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      expect(yield* countOf("event")).toBe(2)
      // Back to where the session says it is, for the audit.
      yield* sql("UPDATE orders SET status = 'pending', events = 1")
      yield* sql("DELETE FROM event WHERE seq = 2")
    })
  )
})
