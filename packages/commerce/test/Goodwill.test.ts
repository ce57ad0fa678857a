/** Money that goes back for a paid order, on both databases: by hand, never too much, and what its papers say of it. */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { type Claimed, OrderId, RefundId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import {
  ada,
  countOf,
  days,
  hours,
  minutes,
  onBoth,
  owner,
  pass,
  unfinishedNext,
  World
} from "../../../test/shop/use-cases.ts"
import {
  arrived,
  begun,
  bought,
  cancel,
  givenBack,
  notify,
  notifyRefund,
  orderOf,
  race,
  receive,
  refusal,
  sendBack,
  settle,
  shopper,
  staff,
  staffWith
} from "./life.ts"

const give = (orderId: Claimed<OrderId>, amountMinor?: number, reason = "sorry") =>
  Effect.flatMap(Refunds.Refunds, (refunds) => refunds.give(orderId, amountMinor, reason))

const papersOf = (orderId: OrderId) =>
  Effect.map(
    Effect.flatMap(Receipts.Receipts, (receipts) => receipts.view(staff, orderId)),
    ({ entries }) => entries.map(({ kind, number, totalMinor }) => [kind, number, totalMinor])
  )

const typesOf = (orderId: OrderId) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const rows = yield* sql<{ type: string }>(`SELECT type FROM event WHERE order_id = '${orderId}' ORDER BY seq`)
    return rows.map(({ type }) => type)
  })

onBoth("giving money back by hand", (test) => {
  test(
    "an amount or all that is left goes back, with a credit note each, and is shown to its owner",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { orderId, paymentId, totalMinor } = yield* bought(ada, { serum: 1 })
      const first = yield* give(orderId, 1)
      expect(first).toEqual({
        refundId: expect.stringMatching(/^ref_/),
        orderId,
        returnId: undefined,
        amountMinor: 1,
        currency: "EUR",
        status: "pending",
        expectedBy: { from: "2026-03-05", to: "2026-03-09" },
        createdAt: clock.now
      })
      yield* settle
      expect((yield* orderOf(orderId)).payment.status).toBe("partially_refunded")
      const rest = yield* give(orderId)
      expect(rest.amountMinor).toBe(totalMinor - 1)
      yield* settle
      expect(yield* orderOf(orderId)).toMatchObject({ status: "confirmed", payment: { status: "refunded" } })
      expect(yield* givenBack(paymentId)).toBe(totalMinor)
      expect(yield* papersOf(orderId)).toEqual([
        ["credit_note", "C-2026-000001", 1],
        ["credit_note", "C-2026-000002", totalMinor - 1]
      ])
      expect((yield* typesOf(orderId)).slice(3)).toEqual([
        "refund.created",
        "refund.succeeded",
        "refund.created",
        "refund.succeeded"
      ])
      const refunds = yield* Refunds.Refunds
      expect(yield* refunds.view(shopper(ada), first.refundId)).toEqual({ ...first, status: "succeeded" })
      expect((yield* refunds.list(shopper(ada), { limit: 10 })).data.map(({ amountMinor }) => amountMinor).sort())
        .toEqual([1, totalMinor - 1].sort())
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "more than is left does not, and says what is; nothing left is nothing to give",
    Effect.gen(function*() {
      const { orderId, totalMinor } = yield* bought(ada, { serum: 1 })
      expect(yield* Effect.flip(give(orderId, totalMinor + 1))).toMatchObject({
        _tag: "RefundExceedsCaptured",
        requested: totalMinor + 1,
        remaining: totalMinor
      })
      yield* give(orderId, 1000)
      expect(yield* Effect.flip(give(orderId, totalMinor))).toMatchObject({ remaining: totalMinor - 1000 })
      yield* give(orderId, totalMinor - 1000)
      expect(yield* Effect.flip(give(orderId))).toMatchObject({
        _tag: "RefundNotPossible",
        paymentStatus: "refunded"
      })
      expect(yield* Effect.flip(give(orderId, 1))).toMatchObject({ _tag: "RefundExceedsCaptured", remaining: 0 })
      expect(yield* countOf("refund")).toBe(2)
    })
  )

  test(
    "what is not paid has nothing to give back",
    Effect.gen(function*() {
      const { provider } = yield* World
      const { orderId, sessionId } = yield* begun(ada, { serum: 1 })
      const refused = (paymentStatus: string) =>
        Effect.map(
          Effect.flip(give(orderId)),
          (error) => expect(error).toMatchObject({ _tag: "RefundNotPossible", paymentStatus })
        )
      yield* refused("unpaid")
      provider.pay(sessionId, { status: "processing" })
      yield* notify(sessionId)
      yield* refused("processing")
      yield* cancel(ada, orderId)
      yield* refused("unpaid")
      expect(yield* Effect.flip(give(OrderId.claimed.make("ord_none")))).toMatchObject({ _tag: "OrderNotFound" })
    })
  )

  test(
    "of many at once no more go through than the payment holds",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      const { orderId, paymentId, totalMinor } = yield* bought(ada, { serum: 1 })
      const exits = yield* Effect.all(
        Array.from({ length: 20 }, () => Effect.exit(give(orderId, Math.floor(totalMinor / 2)))),
        { concurrency: "unbounded" }
      )
      expect(exits.filter(Exit.isSuccess).length).toBe(2)
      expect(new Set(exits.map(refusal))).toEqual(new Set([undefined, "RefundExceedsCaptured"]))
      yield* settle
      expect(yield* givenBack(paymentId)).toBe(2 * Math.floor(totalMinor / 2))
      expect(deadlocks()).toBe(0)
    })
  )

  test(
    "goodwill, a return and a cancellation at once never give back more than was paid",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      for (let round = 0; round < 12; round++) {
        const order = yield* arrived(ada, { serum: 2 })
        const { returnId } = yield* sendBack(ada, order.orderId, { productId: "serum" })
        yield* race(
          round,
          receive(returnId, { productId: "serum", quantity: 2 }),
          give(order.orderId, 4000),
          give(order.orderId)
        )
        const paid = yield* bought(ada, { serum: 1 })
        yield* race(round, cancel(ada, paid.orderId), give(paid.orderId, 2000), give(paid.orderId))
        yield* settle
        for (const { paymentId, totalMinor } of [order, paid]) expect(yield* givenBack(paymentId)).toBe(totalMinor)
      }
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )
})

onBoth("the refunds of an order", (test) => {
  test(
    "that is pending has no credit note yet; when it succeeds it has one, however often that is heard",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.nextRefunds("pending")
      const { orderId } = yield* bought(ada, { serum: 1 })
      const { refundId } = yield* give(orderId, 500)
      yield* pass(10 * minutes)
      expect(yield* papersOf(orderId)).toEqual([])
      expect((yield* orderOf(orderId)).refunds).toMatchObject([{ status: "pending" }])
      provider.settleRefund(`${refundId}:1`, "succeeded")
      yield* Effect.all(Array.from({ length: 10 }, () => notifyRefund(`${refundId}:1`)), { concurrency: "unbounded" })
      yield* pass(1 * hours)
      expect(yield* papersOf(orderId)).toEqual([["credit_note", "C-2026-000001", 500]])
      expect((yield* typesOf(orderId)).slice(3)).toEqual(["refund.created", "refund.succeeded"])
    })
  )

  test(
    "that fails after all: its note is cancelled, staff is told, the next attempt has a note of its own",
    Effect.gen(function*() {
      const { provider, sql } = yield* World
      const { orderId, paymentId } = yield* bought(ada, { serum: 1 })
      const { refundId } = yield* give(orderId, 500)
      yield* settle
      provider.settleRefund(`${refundId}:1`, "failed")
      yield* Effect.all(Array.from({ length: 10 }, () => notifyRefund(`${refundId}:1`)), { concurrency: "unbounded" })
      expect(yield* papersOf(orderId)).toEqual([
        ["credit_note", "C-2026-000001", 500],
        ["cancellation", "C-2026-000002", -500]
      ])
      expect(yield* orderOf(orderId)).toMatchObject({ payment: { status: "paid" }, refunds: [{ status: "failed" }] })
      expect(yield* sql("SELECT kind, subject, detail FROM flag")).toEqual([
        { kind: "refund_failed", subject: refundId, detail: "attempt 1" }
      ])
      // The money is still promised: nobody else can have it.
      expect(yield* Effect.flip(give(orderId, 3000))).toMatchObject({ _tag: "RefundExceedsCaptured" })
      provider.nextRefunds("pending")
      yield* pass(1 * hours)
      expect((yield* orderOf(orderId)).refunds).toMatchObject([{ status: "pending" }])
      provider.settleRefund(`${refundId}:2`, "failed")
      yield* pass(1 * days)
      expect((yield* orderOf(orderId)).refunds).toMatchObject([{ status: "succeeded" }])
      expect([...provider.refunds.keys()]).toEqual([`${refundId}:1`, `${refundId}:2`, `${refundId}:3`])
      expect(yield* givenBack(paymentId)).toBe(500)
      expect((yield* papersOf(orderId)).at(-1)).toEqual(["credit_note", "C-2026-000003", 500])
      expect((yield* typesOf(orderId)).slice(3)).toEqual([
        "refund.created",
        "refund.succeeded",
        "refund.failed",
        "refund.failed",
        "refund.succeeded"
      ])
      expect(yield* countOf("flag")).toBe(2)
      // And a note that was cancelled is not cancelled again.
      yield* notifyRefund(`${refundId}:1`)
      expect((yield* papersOf(orderId)).length).toBe(3)
    })
  )

  for (const behaviour of ["lost", "vanished", "unavailable"] as const) {
    test(
      `whose answer was ${behaviour} again and again is sent once, and has one note`,
      Effect.gen(function*() {
        const { provider } = yield* World
        const { orderId, paymentId } = yield* bought(ada, { serum: 1 })
        provider.next("refund", behaviour, behaviour, behaviour)
        yield* give(orderId, 700)
        yield* pass(1 * hours)
        expect(yield* givenBack(paymentId)).toBe(700)
        expect(provider.refunds.size).toBe(1)
        expect(yield* papersOf(orderId)).toEqual([["credit_note", "C-2026-000001", 700]])
      })
    )
  }

  test(
    "are shown to the order's owner and to staff that may read, newest first, page by page, and to nobody else",
    Effect.gen(function*() {
      const { clock } = yield* World
      const refunds = yield* Refunds.Refunds
      const { orderId } = yield* bought(ada, { serum: 1 })
      const other = yield* bought(owner("sho_eve"), { serum: 1 })
      const given: Array<string> = []
      for (let n = 0; n < 5; n++) {
        clock.now += 1
        given.unshift((yield* give(orderId, 100 + n)).refundId)
        clock.now += 1
        yield* give(other.orderId, 50)
      }
      const seen: Array<string> = []
      for (let cursor: string | undefined;;) {
        const page: Effect.Effect.Success<ReturnType<typeof refunds.list>> = yield* refunds.list(shopper(ada), {
          limit: 2,
          cursor
        })
        seen.push(...page.data.map(({ refundId }) => refundId))
        if (page.nextCursor === null || seen.length > 10) break
        cursor = page.nextCursor
      }
      expect(seen).toEqual(given)
      expect((yield* refunds.list(staffWith("orders:read"), { limit: 100 })).data.length).toBe(10)
      for (
        const stranger of [shopper(owner("sho_bob")), staffWith(), { ...staffWith("orders:write"), id: ada.principal }]
      ) {
        expect((yield* refunds.list(stranger, { limit: 100 })).data).toEqual([])
        expect(yield* Effect.flip(refunds.view(stranger, RefundId.claimed.make(given[0]!)))).toMatchObject({
          _tag: "RefundNotFound"
        })
      }
      for (const id of ["ref_none", "", "\u0000"]) {
        expect(yield* Effect.flip(refunds.view(staff, RefundId.claimed.make(id)))).toMatchObject({
          _tag: "RefundNotFound",
          refundId: id
        })
      }
      expect(yield* Effect.flip(refunds.list(shopper(ada), { limit: 1, cursor: "x" }))).toMatchObject({
        _tag: "InvalidCursor"
      })
    })
  )

  test(
    "and the news of one while it is being sent: whoever comes first, it succeeds once",
    Effect.gen(function*() {
      const { deadlocks, provider } = yield* World
      for (let round = 0; round < 10; round++) {
        const { orderId } = yield* bought(ada, { serum: 1 })
        const { refundId } = yield* give(orderId, 500)
        yield* race(round, settle, notifyRefund(`${refundId}:1`), settle, give(orderId, 200))
        provider.settleRefund(`${refundId}:1`, "failed")
        yield* race(round, notifyRefund(`${refundId}:1`), settle, notifyRefund(`${refundId}:1`), give(orderId, 100))
        yield* pass(1 * hours)
        const { refunds } = yield* Effect.flatMap(Orders.Orders, (orders) => orders.view(staff, orderId))
        expect(refunds.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded"])
      }
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )
})
