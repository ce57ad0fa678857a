/** Refunds, on both databases: money that goes back, whatever the provider says and in whichever order. */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { dayOf, defaultTimeZone } from "@beauty-store/domain/Days"
import { PaymentId, ProductId, RefundId } from "@beauty-store/domain/Ids"
import { expectedBy } from "@beauty-store/domain/Refund"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import {
  ada,
  countOf,
  days,
  dueNext,
  hours,
  minutes,
  onBoth,
  pass,
  request,
  runJobs,
  unfinishedNext,
  World
} from "../../../test/shop/use-cases.ts"

/** A payment that came too late, known to the store, its refund planned. */
const surplus = Effect.gen(function*() {
  const { provider } = yield* World
  const checkout = yield* Checkout.Checkout
  yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
  const session = yield* checkout.start(request(ada))
  yield* pass(31 * minutes)
  const paymentId = provider.pay(session.sessionId)
  yield* checkout.handleNotification(
    yield* provider.notification({ _tag: "SessionChanged", sessionId: session.sessionId })
  )
  return { session, paymentId }
})

const refund = Effect.gen(function*() {
  const { sql } = yield* World
  const rows = yield* sql<{ id: string; state: string; attempt: number }>("SELECT id, state, attempt FROM refund")
  expect(rows.length).toBe(1)
  return rows[0]!
})

const notify = (key: string) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    yield* (yield* Checkout.Checkout).handleNotification(yield* provider.notification({ _tag: "RefundChanged", key }))
  })

const givenBack = Effect.map(
  World,
  ({ provider }) =>
    [...provider.refunds.values()].filter(({ status }) => status !== "failed").reduce(
      (sum, { amountMinor }) => sum + amountMinor,
      0
    )
)

onBoth("refunds", (test) => {
  test(
    "an intent is recorded once and sent once, with the whole amount",
    Effect.gen(function*() {
      const { provider } = yield* World
      const { paymentId, session } = yield* surplus
      expect(yield* refund).toMatchObject({ state: "pending", attempt: 1 })
      yield* runJobs
      const { id, state } = yield* refund
      expect(state).toBe("succeeded")
      expect([...provider.refunds.values()]).toMatchObject([
        { key: `${id}:1`, paymentId, amountMinor: session.totalMinor }
      ])
      yield* pass(2 * days)
      expect(provider.count("refund")).toBe(1)
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "one refund to a cause and subject, however often and at once it is asked for",
    Effect.gen(function*() {
      const { paymentId, session } = yield* surplus
      const refunds = yield* Refunds.Refunds
      const { write } = yield* Transactions
      const { sql } = yield* World
      const [payment] = yield* sql<{ id: string }>("SELECT id FROM payment")
      const intent = write(refunds.record({
        paymentId: PaymentId.make(payment!.id),
        orderId: session.orderId,
        cause: "surplus",
        subject: paymentId,
        amountMinor: session.totalMinor,
        currency: "EUR"
      }))
      yield* Effect.all(Array.from({ length: 5 }, () => intent), { concurrency: "unbounded" })
      expect(yield* countOf("refund")).toBe(1)
      yield* pass(1 * hours)
      expect(yield* givenBack).toBe(session.totalMinor)
    })
  )

  test(
    "more than was captured is never promised, by several causes at once either",
    Effect.gen(function*() {
      const { provider, sql } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const session = yield* checkout.start(request(ada))
      provider.pay(session.sessionId)
      yield* checkout.handleNotification(
        yield* provider.notification({ _tag: "SessionChanged", sessionId: session.sessionId })
      )
      const [payment] = yield* sql<{ id: string }>("SELECT id FROM payment")
      const refunds = yield* Refunds.Refunds
      const { write } = yield* Transactions
      yield* Effect.all(
        Array.from({ length: 5 }, (_, n) =>
          Effect.exit(write(refunds.record({
            paymentId: PaymentId.make(payment!.id),
            orderId: session.orderId,
            cause: "goodwill",
            subject: String(n),
            amountMinor: Math.ceil(session.totalMinor / 2.5),
            currency: "EUR"
          })))),
        { concurrency: "unbounded" }
      )
      expect(yield* countOf("refund")).toBe(2)
      yield* pass(1 * hours)
      const order = yield* Effect.flatMap(
        Orders.Orders,
        (orders) => orders.view({ kind: "shopper", id: ada.principal, scopes: [] }, session.orderId)
      )
      expect(order.payment.status).toBe("partially_refunded")
      expect(order.refunds.map(({ status }) => status)).toEqual(["succeeded", "succeeded"])
    })
  )

  test(
    "a pending refund is followed until it succeeds",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.nextRefunds("pending")
      yield* surplus
      yield* pass(3 * hours)
      const { id, state } = yield* refund
      expect(state).toBe("pending")
      provider.settleRefund(`${id}:1`, "succeeded")
      yield* pass(1 * hours)
      expect((yield* refund).state).toBe("succeeded")
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "a refund that succeeded is looked at for about a month, and then no more",
    Effect.gen(function*() {
      yield* surplus
      yield* runJobs
      expect((yield* refund).state).toBe("succeeded")
      expect(yield* dueNext).toBeDefined()
      yield* pass(64 * days)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "a refund that fails after it had succeeded is found out though nobody says so",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* surplus
      yield* runJobs
      const { id } = yield* refund
      yield* pass(5 * days)
      provider.settleRefund(`${id}:1`, "failed")
      yield* pass(5 * days)
      expect(yield* refund).toMatchObject({ state: "succeeded", attempt: 2 })
      expect([...provider.refunds.values()].map(({ status }) => status)).toEqual(["failed", "succeeded"])
    })
  )

  test(
    "a pending refund that succeeds is learned of by notification, any number of times",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.nextRefunds("pending")
      yield* surplus
      yield* runJobs
      const { id } = yield* refund
      yield* notify(`${id}:1`)
      expect((yield* refund).state).toBe("pending")
      provider.settleRefund(`${id}:1`, "succeeded")
      yield* notify(`${id}:1`)
      yield* notify(`${id}:1`)
      expect((yield* refund).state).toBe("succeeded")
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "a refund that failed shows as failed and is tried again under the next attempt's key",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.nextRefunds("failed")
      const { session } = yield* surplus
      yield* runJobs
      const { attempt, id, state } = yield* refund
      expect([state, attempt]).toEqual(["failed", 2])
      yield* pass(1 * hours)
      expect((yield* refund).state).toBe("succeeded")
      expect([...provider.refunds.keys()]).toEqual([`${id}:1`, `${id}:2`])
      expect(yield* givenBack).toBe(session.totalMinor)
    })
  )

  test(
    "a second attempt that is under way is pending again, not failed",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.nextRefunds("failed", "pending")
      yield* surplus
      yield* pass(10 * minutes)
      const { attempt, state } = yield* refund
      expect([state, attempt]).toEqual(["pending", 2])
    })
  )

  test(
    "a refund that the provider declines is tried again, later each time",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* surplus
      provider.always("declined", "refund")
      const pauses: Array<number> = []
      for (let n = 0; n < 4; n++) {
        yield* runJobs
        pauses.push((yield* dueNext)! - clock.now)
        clock.now = (yield* dueNext)!
      }
      expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
      expect(new Set(pauses).size).toBe(4)
      expect((yield* refund).state).toBe("failed")
      provider.always("ok", "refund")
      yield* runJobs
      expect((yield* refund).state).toBe("succeeded")
    })
  )

  for (const behaviour of ["lost", "vanished", "unavailable"] as const) {
    test(
      `after an answer that never came (${behaviour}) the same attempt is sent again, and money goes back once`,
      Effect.gen(function*() {
        const { provider } = yield* World
        provider.next("refund", behaviour, behaviour)
        const { session } = yield* surplus
        yield* runJobs
        expect((yield* refund).state).toBe("pending")
        yield* pass(1 * hours)
        const { attempt, id, state } = yield* refund
        expect([state, attempt]).toEqual(["succeeded", 1])
        expect([...provider.refunds.keys()]).toEqual([`${id}:1`])
        expect(yield* givenBack).toBe(session.totalMinor)
      })
    )
  }

  test(
    "a refund that fails after it had succeeded shows as failed and is sent again",
    Effect.gen(function*() {
      const { provider } = yield* World
      const { session } = yield* surplus
      yield* runJobs
      const { id } = yield* refund
      provider.settleRefund(`${id}:1`, "failed")
      yield* notify(`${id}:1`)
      expect((yield* refund).state).toBe("failed")
      yield* notify(`${id}:1`)
      yield* pass(1 * days)
      expect(yield* refund).toMatchObject({ state: "succeeded", attempt: 2 })
      expect(yield* givenBack).toBe(session.totalMinor)
    })
  )

  test(
    "a refund that failed is expected from its failure on, and from its next attempt once there is one",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* surplus
      const staff = { kind: "staff", id: "staff:demo", scopes: ["orders:read"] } as const
      const { id } = yield* refund
      const shown = Effect.flatMap(Refunds.Refunds, (refunds) => refunds.view(staff, RefundId.claimed.make(id)))
      const { createdAt } = yield* shown
      yield* runJobs
      yield* pass(10 * days)
      expect((yield* shown).expectedBy).toEqual(expectedBy(dayOf(createdAt, defaultTimeZone)))
      provider.settleRefund(`${id}:1`, "failed")
      provider.next("refund", "unavailable")
      yield* notify(`${id}:1`)
      expect(yield* shown).toMatchObject({
        status: "failed",
        createdAt,
        expectedBy: expectedBy(dayOf(clock.now, defaultTimeZone))
      })
      provider.nextRefunds("pending")
      yield* pass(1 * days)
      const again = yield* shown
      expect(again).toMatchObject({ status: "pending", createdAt })
      expect(again.expectedBy).not.toEqual(expectedBy(dayOf(createdAt, defaultTimeZone)))
      // Another look at the same attempt decides nothing anew.
      provider.settleRefund(`${id}:2`, "succeeded")
      yield* pass(20 * days)
      expect(yield* shown).toMatchObject({ status: "succeeded", expectedBy: again.expectedBy })
    })
  )

  test(
    "news of a refund that cannot be followed now is to be sent again",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* surplus
      yield* runJobs
      const { id } = yield* refund
      provider.settleRefund(`${id}:1`, "failed")
      provider.next("lookUpRefund", "unavailable", "vanished")
      for (let n = 0; n < 2; n++) {
        expect(yield* Effect.flip(notify(`${id}:1`))).toMatchObject({ _tag: "PaymentProviderUnavailable" })
      }
      yield* notify(`${id}:1`)
      expect((yield* refund).state).toBe("failed")
    })
  )

  test(
    "an order whose refund has not succeeded is not called refunded",
    Effect.gen(function*() {
      const { provider, sql } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const session = yield* checkout.start(request(ada))
      provider.pay(session.sessionId)
      yield* checkout.handleNotification(
        yield* provider.notification({ _tag: "SessionChanged", sessionId: session.sessionId })
      )
      const [payment] = yield* sql<{ id: string }>("SELECT id FROM payment")
      const { write } = yield* Transactions
      provider.nextRefunds("pending")
      yield* write((yield* Refunds.Refunds).record({
        paymentId: PaymentId.make(payment!.id),
        orderId: session.orderId,
        cause: "goodwill",
        subject: "all",
        amountMinor: session.totalMinor,
        currency: "EUR"
      }))
      yield* runJobs
      const status = Effect.flatMap(
        Orders.Orders,
        (orders) => orders.view({ kind: "shopper", id: ada.principal, scopes: [] }, session.orderId)
      ).pipe(Effect.map((order) => order.payment.status))
      expect(yield* status).toBe("paid")
      const { id } = yield* refund
      provider.settleRefund(`${id}:1`, "succeeded")
      yield* notify(`${id}:1`)
      expect(yield* status).toBe("refunded")
    })
  )

  test(
    "old news that success was reported does not end a refund that has failed since",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.nextRefunds("pending")
      yield* surplus
      yield* runJobs
      const { id } = yield* refund
      provider.settleRefund(`${id}:1`, "succeeded")
      const gate = provider.gate("lookUpRefund", "after")
      const late = yield* Effect.fork(notify(`${id}:1`))
      yield* Deferred.await(gate.reached)
      provider.settleRefund(`${id}:1`, "failed")
      yield* notify(`${id}:1`)
      yield* Deferred.succeed(gate.open, undefined)
      yield* Fiber.join(late)
      expect(yield* refund).toMatchObject({ state: "failed", attempt: 2 })
      yield* pass(1 * hours)
      expect((yield* refund).state).toBe("succeeded")
    })
  )
})
