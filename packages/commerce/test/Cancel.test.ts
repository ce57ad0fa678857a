/** Calling an order off, on both databases: who may, until when, what it undoes, and who wins against whom. */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { OrderId, ProductId, SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import {
  ada,
  countOf,
  dueNext,
  hours,
  minutes,
  onBoth,
  owner,
  pass,
  request,
  setStock,
  stock,
  unfinishedNext,
  World
} from "../../../test/shop/use-cases.ts"
import {
  begun,
  bought,
  cancel,
  deliver,
  givenBack,
  notify,
  orderOf,
  race,
  refusal,
  settle,
  ship,
  staff,
  staffWith
} from "./life.ts"

const eve = owner("sho_eve")

const rounds = 24

onBoth("calling an order off", (test) => {
  test(
    "an order that waits for payment is cancelled: its units can be sold, its page takes no money any more",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const session = yield* begun(ada, { balm: 1 })
      const order = yield* cancel(ada, session.orderId, "too dear")
      expect(order).toMatchObject({ status: "cancelled", payment: { status: "unpaid" }, refunds: [] })
      expect(order.timeline.map(({ source, status }) => [status, source])).toEqual([
        ["pending", "shopper"],
        ["cancelled", "shopper"]
      ])
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 0 })
      yield* settle
      expect(provider.count("expireSession", session.sessionId)).toBe(1)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(false)
      expect(yield* dueNext).toBeUndefined()
      expect((yield* (yield* Carts.Carts).view(ada)).items.length).toBe(1)
      expect(yield* countOf("receipt")).toBe(0)
    })
  )

  test(
    "the page of a cancelled order is closed at once, however often it is asked for, and of a paid order never",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const { closePage } = yield* Checkout.Checkout
      const session = yield* begun(ada, { serum: 1 })
      yield* closePage(session.orderId)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(true)
      yield* cancel(ada, session.orderId)
      yield* closePage(session.orderId)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(false)
      yield* closePage(session.orderId)
      yield* settle
      expect((yield* orderOf(session.orderId)).status).toBe("cancelled")
      expect(yield* dueNext).toBeUndefined()
      const paid = yield* bought(ada, { serum: 1 })
      yield* cancel(ada, paid.orderId)
      yield* closePage(paid.orderId)
      yield* closePage(OrderId.claimed.make("ord_0000000000000000000000000000"))
      expect(provider.count("expireSession", paid.sessionId)).toBe(0)
    })
  )

  test(
    "a provider that is silent while an order is cancelled fails nothing: what slips through goes back, the job closes it",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const { closePage } = yield* Checkout.Checkout
      const session = yield* begun(ada, { serum: 1 })
      yield* cancel(ada, session.orderId)
      provider.next("expireSession", "unavailable", "vanished")
      yield* closePage(session.orderId)
      yield* closePage(session.orderId)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(true)
      const paymentId = provider.pay(session.sessionId)
      yield* pass(1 * hours)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(false)
      expect(yield* givenBack(paymentId)).toBe(session.totalMinor)
      expect((yield* orderOf(session.orderId)).status).toBe("cancelled")
    })
  )

  test(
    "one whose page is still being made is cancelled, and the page is closed once it is there",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const sessionId = yield* checkout.hosted.begin(request(ada))
      const { orderId } = yield* checkout.view(ada, SessionId.claimed.make(sessionId))
      yield* cancel(ada, orderId)
      expect(yield* Effect.flip(checkout.hosted.finish(sessionId))).toMatchObject({ _tag: "CheckoutSuperseded" })
      yield* pass(1 * hours)
      expect(provider.takesPayment(sessionId, clock.now)).toBe(false)
      expect((yield* orderOf(orderId)).status).toBe("cancelled")
    })
  )

  test(
    "one whose payment is undecided is cancelled, and should the payment succeed it goes back",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* begun(ada, { serum: 1 })
      const paymentId = provider.pay(session.sessionId, { status: "processing", method: "klarna" })
      yield* notify(session.sessionId)
      expect((yield* orderOf(session.orderId)).payment.status).toBe("processing")
      expect((yield* cancel(ada, session.orderId)).status).toBe("cancelled")
      provider.settlePayment(paymentId, "succeeded")
      yield* notify(session.sessionId)
      yield* pass(1 * hours)
      expect(yield* givenBack(paymentId)).toBe(session.totalMinor)
      expect((yield* orderOf(session.orderId)).status).toBe("cancelled")
    })
  )

  test(
    "a paid order is refunded once and its stock comes back once, however often it is called off",
    Effect.gen(function*() {
      const order = yield* bought(ada, { cream: 2, serum: 1 })
      expect(yield* stock("cream")).toEqual({ onHand: 5, reserved: 2 })
      const first = yield* cancel(ada, order.orderId)
      expect(first.refunds).toMatchObject([{ amountMinor: order.totalMinor, status: "pending" }])
      yield* settle
      const second = yield* cancel(ada, order.orderId, "again")
      const third = yield* Effect.flatMap(Orders.Orders, (orders) => orders.cancel(staff, order.orderId, undefined))
      expect(second).toEqual(third)
      expect(second).toMatchObject({ status: "cancelled", payment: { status: "refunded" } })
      expect(yield* stock("cream")).toEqual({ onHand: 5, reserved: 0 })
      expect(yield* givenBack(order.paymentId)).toBe(order.totalMinor)
      expect(yield* countOf("refund")).toBe(1)
      expect(yield* countOf("receipt", "kind = 'credit_note'")).toBe(1)
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "what goodwill has left is what a cancelled order gives back",
    Effect.gen(function*() {
      const order = yield* bought(ada, { serum: 1 })
      const refunds = yield* Refunds.Refunds
      yield* refunds.give(order.orderId, 1000, "a scratch")
      yield* cancel(ada, order.orderId)
      yield* settle
      const { refunds: given } = yield* orderOf(order.orderId)
      expect(given.map(({ amountMinor }) => amountMinor).sort()).toEqual([1000, order.totalMinor - 1000].sort())

      const other = yield* bought(ada, { serum: 1 })
      yield* refunds.give(other.orderId, undefined, "all of it")
      expect((yield* cancel(ada, other.orderId)).refunds.length).toBe(1)
    })
  )

  test(
    "once a unit has shipped it is too late, whatever is left, and nothing changes",
    Effect.gen(function*() {
      const order = yield* bought(ada, { cream: 2 })
      const late = (currentStatus: string) =>
        Effect.gen(function*() {
          const events = yield* countOf("event")
          expect(yield* Effect.flip(cancel(ada, order.orderId))).toMatchObject({
            _tag: "OrderNotCancellable",
            orderId: order.orderId,
            currentStatus
          })
          expect(yield* countOf("event")).toBe(events)
          expect(yield* countOf("refund")).toBe(0)
        })
      yield* ship(order.orderId, "T1", { cream: 1 })
      yield* late("confirmed")
      expect(yield* stock("cream")).toEqual({ onHand: 4, reserved: 1 })
      yield* ship(order.orderId, "T2")
      yield* late("shipped")
      yield* deliver(order.orderId)
      yield* late("delivered")
    })
  )

  test(
    "somebody else's order is not there, for staff without the scope either, just as one that never was",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { serum: 1 })
      const orders = yield* Orders.Orders
      const strangers = [
        { kind: "shopper", id: eve.principal, scopes: ["shop", "orders:write"] } as const,
        { kind: "agent", id: "agent:a", scopes: ["orders:write"] } as const,
        staffWith(),
        staffWith("orders:read"),
        { ...staffWith("orders:read"), id: ada.principal }
      ]
      for (const stranger of strangers) {
        const refusals = yield* Effect.all(
          [orderId, "ord_0000000000000000000000000000"].map((id) =>
            Effect.flip(orders.cancel(stranger, OrderId.claimed.make(id), "mine"))
          )
        )
        expect(refusals.map((refusal) => refusal._tag)).toEqual(["OrderNotFound", "OrderNotFound"])
      }
      expect((yield* orderOf(orderId)).status).toBe("confirmed")
      expect((yield* orders.cancel(staff, orderId, undefined)).timeline.at(-1)).toMatchObject({
        status: "cancelled",
        source: "staff"
      })
    })
  )

  test(
    "the time it ran out and its owner's word cancel it once between them",
    Effect.gen(function*() {
      const { clock, deadlocks } = yield* World
      const { runJob } = yield* Checkout.Checkout
      for (let round = 0; round < rounds; round++) {
        const { orderId, sessionId } = yield* begun(ada, { zeste: 1 })
        clock.now += 30 * minutes
        const exits = yield* race(round, cancel(ada, orderId), runJob(sessionId))
        expect(exits.every(Exit.isSuccess)).toBe(true)
        expect((yield* orderOf(orderId)).timeline.length).toBe(2)
        expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 0 })
        yield* settle
      }
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "paid and called off at once, and told of both several times: cancelled, and all the money goes back once",
    Effect.gen(function*() {
      const { deadlocks, provider } = yield* World
      for (let round = 0; round < rounds; round++) {
        const { orderId, sessionId, totalMinor } = yield* begun(ada, { zeste: 1 })
        const paymentId = provider.pay(sessionId)
        const exits = yield* race(
          round,
          cancel(ada, orderId),
          notify(sessionId),
          cancel(ada, orderId),
          notify(sessionId)
        )
        expect(exits.every(Exit.isSuccess)).toBe(true)
        yield* settle
        expect(yield* orderOf(orderId)).toMatchObject({ status: "cancelled", refunds: [{ amountMinor: totalMinor }] })
        expect(yield* givenBack(paymentId)).toBe(totalMinor)
        expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 0 })
      }
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "of shipping and calling off at once one wins, and the loser is told why",
    Effect.gen(function*() {
      const { deadlocks, provider } = yield* World
      const winners = new Set<string>()
      yield* setStock("noir", 1000)
      // Who wins is left to the machine: on a busy one, one side may win for long.
      for (let round = 0; round < rounds || (winners.size < 2 && round < 10 * rounds); round++) {
        const { orderId, sessionId } = yield* bought(ada, { serum: 2, noir: 1 })
        // A second payment, to be given back whoever wins.
        const second = provider.pay(sessionId)
        const before = yield* stock("serum")
        const [cancelled, shipped, told] = yield* race(
          round,
          cancel(ada, orderId),
          ship(orderId),
          notify(sessionId),
          cancel(ada, orderId)
        )
        yield* settle
        expect(Exit.isSuccess(told!)).toBe(true)
        expect(yield* givenBack(second)).toBeGreaterThan(0)
        const { status } = yield* orderOf(orderId)
        winners.add(status)
        const after = yield* stock("serum")
        if (status === "cancelled") {
          expect([refusal(cancelled!), refusal(shipped!)]).toEqual([undefined, "OrderNotShippable"])
          expect(after).toEqual({ onHand: before.onHand, reserved: before.reserved - 2 })
        } else {
          expect([refusal(cancelled!), refusal(shipped!)]).toEqual(["OrderNotCancellable", undefined])
          expect(after).toEqual({ onHand: before.onHand - 2, reserved: before.reserved - 2 })
        }
      }
      expect(winners.size).toBe(2)
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "many calls at once for one order: one cancellation, one refund, the same answer",
    Effect.gen(function*() {
      const { orderId, totalMinor } = yield* bought(ada, { serum: 3 })
      const answers = yield* Effect.all(Array.from({ length: 20 }, () => cancel(ada, orderId)), {
        concurrency: "unbounded"
      })
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: "cancelled", refunds: [{ amountMinor: totalMinor }] })
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
    })
  )
})
