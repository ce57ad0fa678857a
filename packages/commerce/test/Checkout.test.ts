/** Checkout, on both databases: from a cart to a paid order, with everything that may come in between. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import type { Owner } from "@beauty-store/commerce/identity/Identity"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { CountryCode } from "@beauty-store/domain/Address"
import { type Claimed, type OrderId, ProductId, SessionId } from "@beauty-store/domain/Ids"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import {
  ada,
  countOf,
  crowd,
  dueNext,
  hours,
  minutes,
  onBoth,
  owner,
  pass,
  request,
  runJobs,
  seconds,
  stock,
  unfinishedNext,
  World
} from "../../../test/shop/use-cases.ts"

/** A checkout of so many of a product: the cart is filled, the session open. */
const buying = (of: Owner, product: string, quantity = 1) =>
  Effect.gen(function*() {
    yield* (yield* Carts.Carts).set(of, ProductId.make(product), quantity)
    return yield* (yield* Checkout.Checkout).start(request(of))
  })

/** Ada is shown her cart. */
const showCart = Effect.gen(function*() {
  const carts = yield* Carts.Carts
  return yield* Effect.tap(carts.view(ada), (cart) => carts.markSeen(ada, cart))
})

const notify = (sessionId: Claimed<SessionId>) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    yield* (yield* Checkout.Checkout).handleNotification(
      yield* provider.notification({ _tag: "SessionChanged", sessionId })
    )
  })

const comeBack = (sessionId: SessionId) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    const { returnUrl } = provider.sessions.get(sessionId)!.request
    return yield* (yield* Checkout.Checkout).handleReturn(returnUrl.split("/").at(-1)!)
  })

const orderOf = (of: Owner, orderId: OrderId) =>
  Effect.flatMap(Orders.Orders, (orders) => orders.view({ kind: "shopper", id: of.principal, scopes: [] }, orderId))

const sessionOf = (of: Owner, sessionId: Claimed<SessionId>) =>
  Effect.flatMap(Checkout.Checkout, (checkout) => checkout.view(of, sessionId))

const phaseOf = (sessionId: SessionId) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ phase: string }>(`SELECT phase FROM checkout_session WHERE id = '${sessionId}'`)
    return row!.phase
  })

/** The order is paid for, once, whatever happened on the way. */
const expectConfirmed = (of: Owner, session: SessionView) =>
  Effect.gen(function*() {
    const order = yield* orderOf(of, session.orderId)
    expect(order.status).toBe("confirmed")
    expect(order.payment).toEqual({ method: "card", status: "paid" })
    expect(order.timeline.map(({ source, status }) => [status, source])).toEqual([
      ["pending", "shopper"],
      ["confirmed", "provider"]
    ])
    expect(yield* sessionOf(of, session.sessionId)).toMatchObject({ status: "complete", paymentStatus: "paid" })
    expect(yield* countOf("payment")).toBe(1)
    expect(yield* countOf("refund")).toBe(0)
    expect((yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(of))).items).toEqual([])
    expect(yield* dueNext).toBeUndefined()
  })

const expectCancelled = (of: Owner, session: { readonly orderId: OrderId }) =>
  Effect.gen(function*() {
    expect((yield* orderOf(of, session.orderId)).status).toBe("cancelled")
  })

/** A payment went back: once, whole, and the order knows nothing of it as its own. */
const expectGoneBack = (paymentId: string, reason: string) =>
  Effect.gen(function*() {
    const { provider, sql } = yield* World
    const rows = yield* sql(
      `SELECT p.role, p.flag, r.state, r.cause FROM payment p JOIN refund r ON r.payment_id = p.id
       WHERE p.provider_id = '${paymentId}'`
    )
    expect(rows).toEqual([{ role: "surplus", flag: reason, state: "succeeded", cause: "surplus" }])
    const refunds = [...provider.refunds.values()].filter((refund) => refund.paymentId === paymentId)
    expect(refunds.length).toBe(1)
  })

onBoth("checkout", (test) => {
  test(
    "a cart becomes a pending order with its stock held and a page to pay on",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* (yield* Carts.Carts).add(ada, ProductId.make("ecume"), 2)
      const session = yield* buying(ada, "serum", 3)
      expect(session).toEqual({
        sessionId: expect.stringMatching(/^cs_[0-9A-Za-z]{28}$/),
        orderId: expect.stringMatching(/^ord_[0-9A-Za-z]{28}$/),
        status: "open",
        paymentStatus: "unpaid",
        redirectUrl: expect.stringContaining("https://pay.example/ses_1"),
        expiresAt: clock.now + 30 * minutes,
        totalMinor: 3 * 2995 + 2 * 5400,
        currency: "EUR"
      })
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 3 })
      expect(yield* stock("ecume")).toEqual({ onHand: 50, reserved: 2 })
      const order = yield* orderOf(ada, session.orderId)
      expect(order.status).toBe("pending")
      expect(order.payment).toEqual({ method: null, status: "unpaid" })
      expect(provider.sessions.get(session.sessionId)!.request).toMatchObject({
        orderId: session.orderId,
        amountMinor: session.totalMinor,
        currency: "EUR",
        email: "ada@example.com",
        description: [
          "2 × Écume de Mer: €108.00",
          "3 × Rose Serum: €89.85",
          "Shipping: free",
          "incl. 19% VAT: €31.59"
        ],
        expiresAt: session.expiresAt
      })
      expect((yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(ada))).items.length).toBe(2)
    })
  )

  test(
    "paid and notified, the order is confirmed and the cart is empty",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum", 2)
      provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      yield* expectConfirmed(ada, session)
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 2 })
    })
  )

  test(
    "an empty cart is refused, one that was never filled and one that was emptied",
    Effect.gen(function*() {
      const checkout = yield* Checkout.Checkout
      const carts = yield* Carts.Carts
      expect(yield* Effect.flip(checkout.start(request(ada)))).toMatchObject({ _tag: "CartEmpty" })
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* carts.empty(ada)
      expect(yield* Effect.flip(checkout.start(request(ada)))).toMatchObject({ _tag: "CartEmpty" })
      expect(yield* countOf("orders")).toBe(0)
    })
  )

  test(
    "what somebody else has bought meanwhile is refused by name and number, and nothing is held",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const bob = owner("sho_bob")
      yield* carts.add(bob, ProductId.make("serum"), 1)
      yield* carts.add(bob, ProductId.make("cream"), 4)
      yield* buying(ada, "cream", 3)
      const checkout = yield* Checkout.Checkout
      expect(yield* Effect.flip(checkout.start(request(bob)))).toMatchObject({
        _tag: "InsufficientStock",
        productId: "cream",
        requested: 4,
        available: 2
      })
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
      expect(yield* stock("cream")).toEqual({ onHand: 5, reserved: 3 })
    })
  )

  test(
    "the price is today's and the shipping is the address's",
    Effect.gen(function*() {
      const { sql } = yield* World
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* sql("UPDATE product SET price_minor = 3100 WHERE id = 'serum'")
      yield* showCart
      const home = yield* checkout.start(request(ada))
      expect(home.totalMinor).toBe(3100 + 495)
      const abroad = yield* checkout.start({
        ...request(ada),
        address: { ...request(ada).address, country: CountryCode.make("JP"), postcode: "150-0001" },
        method: "express"
      })
      expect(abroad.totalMinor).toBe(3100 + 2495)
      expect((yield* orderOf(ada, abroad.orderId)).vat[0]).toMatchObject({ rateBp: 0, vatMinor: 0 })
    })
  )

  test(
    "charges no price that rose unseen: it names both, does nothing, and goes on once the buyer was shown it",
    Effect.gen(function*() {
      const { provider, sql } = yield* World
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      const price = (minor: number) => sql(`UPDATE product SET price_minor = ${minor} WHERE id = 'serum'`)
      const start = (expectedTotalMinor?: number) => checkout.start({ ...request(ada), expectedTotalMinor })
      const refused = (expectedTotalMinor?: number) =>
        Effect.flatMap(Effect.flip(start(expectedTotalMinor)), (error) =>
          Effect.gen(function*() {
            expect([error._tag, provider.calls, (yield* stock("serum")).reserved]).toEqual(["PriceChanged", [], 0])
            expect(yield* countOf("orders")).toBe(0)
            return error
          }))
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* carts.add(ada, ProductId.make("noir"), 1)
      yield* price(3495)
      const changes = [{ productId: "serum", priceSeen: 2995, price: 3495 }]
      for (let n = 0; n < 2; n++) {
        expect(yield* refused()).toMatchObject({ changes, total: 3495 + 8900, expectedTotal: null, currency: "EUR" })
      }
      // Looking without showing is none of the buyer's business.
      yield* carts.view(ada)
      yield* refused()
      yield* showCart
      yield* price(3500)
      expect(yield* refused()).toMatchObject({ changes: [{ priceSeen: 3495, price: 3500 }] })
      expect(yield* refused(3500 + 8900 - 1)).toMatchObject({ expectedTotal: 3500 + 8900 - 1, total: 3500 + 8900 })
      // Shipping that the buyer does not expect is refused as well, where they say what they expect.
      const express = { ...request(ada), method: "express" as const }
      expect((yield* Effect.flip(checkout.start({ ...express, expectedTotalMinor: 3500 + 8900 })))._tag)
        .toBe("PriceChanged")
      expect((yield* start(3500 + 8900)).totalMinor).toBe(3500 + 8900)
    })
  )

  test(
    "takes a price that fell, one that the cart has shown, and one that fell below what is expected",
    Effect.gen(function*() {
      const { sql } = yield* World
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      const price = (minor: number) => sql(`UPDATE product SET price_minor = ${minor} WHERE id = 'serum'`)
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* price(2000)
      expect((yield* checkout.start(request(ada))).totalMinor).toBe(2000 + 495)
      expect((yield* checkout.start({ ...request(ada), expectedTotalMinor: 1_000_000 })).totalMinor).toBe(2000 + 495)
      yield* price(4000)
      expect((yield* showCart).messages).toMatchObject([{ code: "price_changed", priceMinor: 4000 }])
      expect((yield* checkout.start(request(ada))).totalMinor).toBe(4000 + 495)
      yield* price(4100)
      yield* carts.set(ada, ProductId.make("serum"), 1)
      expect((yield* checkout.start(request(ada))).totalMinor).toBe(4100 + 495)
    })
  )

  test(
    "a second checkout takes the first one's place and its last unit",
    Effect.gen(function*() {
      const { provider } = yield* World
      const first = yield* buying(ada, "balm")
      const second = yield* buying(ada, "balm").pipe(Effect.catchTag("InsufficientStock", () =>
        // The cart's own rule sees the unit as sold; the checkout knows that it is the shopper's own.
        Effect.flatMap(Checkout.Checkout, (checkout) => checkout.start(request(ada)))))
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 1 })
      yield* expectCancelled(ada, first)
      expect(yield* sessionOf(ada, first.sessionId)).toMatchObject({ status: "expired" })
      expect(yield* sessionOf(ada, second.sessionId)).toMatchObject({ status: "open" })
      yield* runJobs
      expect(provider.takesPayment(first.sessionId, 0)).toBe(false)
      expect(provider.takesPayment(second.sessionId, 0)).toBe(true)
      provider.pay(second.sessionId)
      yield* notify(second.sessionId)
      yield* expectConfirmed(ada, second)
    })
  )

  test(
    "a second checkout of a changed cart holds exactly what it asks for",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      yield* carts.add(ada, ProductId.make("cream"), 4)
      yield* carts.add(ada, ProductId.make("serum"), 2)
      yield* checkout.start(request(ada))
      yield* carts.remove(ada, ProductId.make("serum"))
      yield* carts.set(ada, ProductId.make("cream"), 1)
      yield* carts.add(ada, ProductId.make("noir"), 5)
      yield* checkout.start(request(ada))
      expect(yield* stock("cream")).toEqual({ onHand: 5, reserved: 1 })
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
      expect(yield* stock("noir")).toEqual({ onHand: 50, reserved: 5 })
    })
  )

  test(
    "a provider that did nothing leaves a cancelled order and no reservation, and the next try is a new one",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.next("createSession", "unavailable")
      const refusal = yield* Effect.flip(buying(ada, "serum", 2))
      expect(refusal).toMatchObject({ _tag: "PaymentProviderUnavailable", retryAfterSeconds: 2, standing: false })
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
      const session = yield* buying(ada, "serum", 2)
      expect(session.status).toBe("open")
      yield* pass(1 * hours)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "a provider that says no leaves a cancelled order and no reservation",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.next("createSession", "declined")
      expect(yield* Effect.flip(buying(ada, "serum"))).toMatchObject({ _tag: "PaymentProviderUnavailable" })
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
    })
  )

  for (const behaviour of ["lost", "vanished"] as const) {
    test(
      `after an answer that never came (${behaviour}) the session stands, and opening it again finishes it once`,
      Effect.gen(function*() {
        const { provider } = yield* World
        const checkout = yield* Checkout.Checkout
        const carts = yield* Carts.Carts
        yield* carts.add(ada, ProductId.make("serum"), 2)
        const sessionId = yield* checkout.hosted.begin(request(ada))
        provider.next("createSession", behaviour)
        expect(yield* Effect.flip(checkout.hosted.finish(sessionId))).toMatchObject({
          _tag: "PaymentProviderUnavailable",
          standing: true
        })
        expect(yield* phaseOf(sessionId)).toBe("opening")
        expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 2 })
        const session = yield* checkout.hosted.finish(sessionId)
        expect(yield* checkout.hosted.finish(sessionId)).toEqual(session)
        expect(provider.sessions.size).toBe(1)
        provider.pay(sessionId)
        yield* notify(sessionId)
        yield* expectConfirmed(ada, session)
      })
    )
  }

  test(
    "a session that nobody opened is opened by its job after 5 seconds and no sooner",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 2)
      const sessionId = yield* checkout.hosted.begin(request(ada))
      yield* pass(4 * seconds)
      expect(provider.count("createSession")).toBe(0)
      yield* pass(1 * seconds)
      expect(yield* phaseOf(sessionId)).toBe("open")
      expect(yield* sessionOf(ada, sessionId)).toMatchObject({
        redirectUrl: expect.stringContaining("https://pay.example/ses_1")
      })
      expect(provider.count("createSession")).toBe(1)
    })
  )

  test(
    "a shopper who hangs up while the page is made stops nothing",
    Effect.gen(function*() {
      const { provider } = yield* World
      const gate = provider.gate("createSession", "after")
      const fiber = yield* Effect.fork(buying(ada, "serum"))
      yield* Deferred.await(gate.reached)
      yield* Fiber.interrupt(fiber)
      yield* pass(5 * seconds)
      expect(yield* countOf("checkout_session", "phase = 'open' AND url IS NOT NULL")).toBe(1)
      expect(provider.sessions.size).toBe(1)
    })
  )

  test(
    "a slow provider is asked by request and job at once, and has one session",
    Effect.gen(function*() {
      const { provider } = yield* World
      const gate = provider.gate("createSession", "before")
      const fiber = yield* Effect.fork(buying(ada, "serum"))
      yield* Deferred.await(gate.reached)
      yield* pass(6 * seconds)
      yield* Deferred.succeed(gate.open, undefined)
      const session = yield* Fiber.join(fiber)
      expect(session.redirectUrl).toContain("https://pay.example/ses_1")
      expect(provider.sessions.size).toBe(1)
      expect(provider.count("createSession")).toBe(2)
    })
  )

  for (const refusal of ["unavailable", "declined", "lost"] as const) {
    test(
      `a request whose own call fails (${refusal}) after the job has opened its session finds it open`,
      Effect.gen(function*() {
        const { provider } = yield* World
        const gate = provider.gate("createSession", "before", refusal)
        const fiber = yield* Effect.fork(Effect.exit(buying(ada, "serum")))
        yield* Deferred.await(gate.reached)
        yield* pass(6 * seconds)
        yield* Deferred.succeed(gate.open, undefined)
        const exit = yield* Fiber.join(fiber)
        if (refusal !== "lost") {
          expect(exit).toMatchObject({ value: { redirectUrl: expect.stringContaining("https://pay.example/ses_1") } })
        }
        expect(yield* countOf("checkout_session", "phase = 'open'")).toBe(1)
        expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 1 })
      })
    )
  }

  for (const where of ["before", "after"] as const) {
    test(
      `a checkout that is superseded while its page is made (${where}) says so, and the page closes`,
      Effect.gen(function*() {
        const { clock, provider } = yield* World
        const gate = provider.gate("createSession", where)
        const fiber = yield* Effect.fork(buying(ada, "serum"))
        yield* Deferred.await(gate.reached)
        const second = yield* buying(ada, "serum")
        yield* Deferred.succeed(gate.open, undefined)
        expect(yield* Effect.flip(Fiber.join(fiber))).toMatchObject({ _tag: "CheckoutSuperseded" })
        yield* pass(1 * seconds)
        for (const sessionId of provider.sessions.keys()) {
          expect(provider.takesPayment(SessionId.claimed.make(sessionId), clock.now)).toBe(
            sessionId === second.sessionId
          )
        }
        expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 1 })
      })
    )
  }

  test(
    "a page whose making was in doubt when the provider went down is closed in the end",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      provider.next("createSession", "lost", "unavailable")
      yield* Effect.flip(buying(ada, "serum"))
      yield* pass(5 * seconds)
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
      yield* pass(10 * minutes)
      const [sessionId] = provider.sessions.keys()
      expect(provider.takesPayment(SessionId.claimed.make(sessionId!), clock.now)).toBe(false)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "one that was abandoned goes on with its own session when its request is repeated, and is answered for good",
    Effect.gen(function*() {
      const { provider } = yield* World
      const { hosted } = yield* Checkout.Checkout
      const { write } = yield* Transactions
      const keyed = Idempotency.keyed({ scope: "sho_ada POST /api/checkout", key: "k1", fingerprint: "same" })
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const subject = yield* write(
        Effect.tap(hosted.begin(request(ada)), (subject) => Idempotency.recordRunning({ ...keyed, subject }))
      )
      provider.next("createSession", "lost")
      yield* Effect.flip(hosted.finish(subject))
      yield* write(Idempotency.yieldRunning({ ...keyed, subject }))
      expect(yield* write(Idempotency.begin(keyed))).toEqual(Idempotency.KeyState.Abandoned({ subject }))
      const { redirectUrl } = yield* hosted.finish(subject)
      const response = { status: 200, headers: {}, body: redirectUrl }
      yield* write(Idempotency.recordDone({ ...keyed, subject }, response, false))
      expect(yield* write(Idempotency.begin(keyed))).toEqual(Idempotency.KeyState.Completed({ response }))
      expect(yield* countOf("orders")).toBe(1)
    })
  )

  const ways = { notification: notify, return: comeBack, job: () => pass(61 * seconds) } as const
  type Way = keyof typeof ways
  const orders: ReadonlyArray<ReadonlyArray<Way>> = [
    ["notification", "return", "job"],
    ["notification", "job", "return"],
    ["return", "notification", "job"],
    ["return", "job", "notification"],
    ["job", "notification", "return"],
    ["job", "return", "notification"]
  ]
  for (const order of orders) {
    test(
      `a payment is learned of once: ${order.join(", ")}, each of them twice`,
      Effect.gen(function*() {
        const { provider } = yield* World
        const session = yield* buying(ada, "serum", 2)
        provider.pay(session.sessionId)
        for (const way of [...order, ...order]) {
          yield* ways[way](session.sessionId)
          yield* expectConfirmed(ada, session)
        }
        expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 2 })
      })
    )
  }

  test(
    "ten at once who bring the same news have one effect",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      const session = yield* buying(ada, "serum", 2)
      provider.pay(session.sessionId)
      yield* Effect.all(
        Array.from(
          { length: 10 },
          (_, n) => n % 2 === 0 ? notify(session.sessionId) : checkout.runJob(session.sessionId)
        ),
        { concurrency: "unbounded" }
      )
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "news that comes before the page's own answer confirms, and the answer still comes",
    Effect.gen(function*() {
      const { provider } = yield* World
      const gate = provider.gate("createSession", "after")
      const fiber = yield* Effect.fork(buying(ada, "serum"))
      yield* Deferred.await(gate.reached)
      const [sessionId] = provider.sessions.keys()
      provider.pay(SessionId.claimed.make(sessionId!))
      yield* notify(SessionId.claimed.make(sessionId!))
      yield* Deferred.succeed(gate.open, undefined)
      const session = yield* Fiber.join(fiber)
      expect(session).toMatchObject({
        status: "complete",
        redirectUrl: expect.stringContaining("https://pay.example/ses_1")
      })
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "a declined try leaves session, order, reservation and cart, and the next one pays",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum", 2)
      provider.pay(session.sessionId, { status: "failed" })
      yield* notify(session.sessionId)
      yield* comeBack(session.sessionId)
      yield* pass(10 * minutes)
      expect(yield* sessionOf(ada, session.sessionId)).toEqual(session)
      expect((yield* orderOf(ada, session.orderId)).timeline.length).toBe(1)
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 2 })
      provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "only what was bought leaves the cart",
    Effect.gen(function*() {
      const { provider } = yield* World
      const carts = yield* Carts.Carts
      yield* carts.add(ada, ProductId.make("serum"), 3)
      yield* carts.add(ada, ProductId.make("cream"), 2)
      const session = yield* (yield* Checkout.Checkout).start(request(ada))
      yield* carts.set(ada, ProductId.make("serum"), 5)
      yield* carts.set(ada, ProductId.make("cream"), 1)
      yield* carts.add(ada, ProductId.make("noir"), 1)
      provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      yield* notify(session.sessionId)
      expect((yield* carts.view(ada)).items.map((item) => [item.productId, item.quantity])).toEqual([
        ["serum", 2],
        ["noir", 1]
      ])
    })
  )

  test(
    "units that are added while a payment is taken in are neither lost nor bought",
    Effect.gen(function*() {
      const { provider } = yield* World
      const carts = yield* Carts.Carts
      for (let round = 1; round <= 5; round++) {
        yield* carts.set(ada, ProductId.make("serum"), 2)
        const session = yield* (yield* Checkout.Checkout).start(request(ada))
        provider.pay(session.sessionId)
        yield* Effect.all(
          [notify(session.sessionId), ...Array.from({ length: 6 }, () => carts.add(ada, ProductId.make("serum"), 1))],
          { concurrency: "unbounded" }
        )
        expect((yield* carts.view(ada)).items.map((item) => item.quantity)).toEqual([6])
      }
    })
  )

  test(
    "at 30 minutes and no sooner an unpaid session ends, its order is cancelled and its units can be sold",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const session = yield* buying(ada, "zeste")
      yield* pass(30 * minutes - 1)
      expect((yield* orderOf(ada, session.orderId)).status).toBe("pending")
      expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 1 })
      yield* pass(1)
      const order = yield* orderOf(ada, session.orderId)
      expect(order.timeline.map(({ source, status }) => [status, source])).toEqual([
        ["pending", "shopper"],
        ["cancelled", "system"]
      ])
      expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 0 })
      expect(yield* sessionOf(ada, session.sessionId)).toMatchObject({ status: "expired", paymentStatus: "unpaid" })
      yield* pass(1 * hours)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(false)
      expect(provider.count("expireSession")).toBeGreaterThan(0)
      expect(yield* dueNext).toBeUndefined()
      expect((yield* (yield* Carts.Carts).view(ada)).items.length).toBe(1)
    })
  )

  test(
    "a payment that nobody told of is found when time runs out, and counts",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum")
      yield* pass(29 * minutes)
      provider.always("unavailable", "lookUpSession")
      provider.pay(session.sessionId)
      yield* pass(59 * seconds)
      provider.always("ok")
      yield* pass(10 * minutes)
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "a payment that overtakes the expiry at the provider counts",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum")
      const gate = provider.gate("expireSession", "before")
      const fiber = yield* Effect.fork(pass(30 * minutes))
      yield* Deferred.await(gate.reached)
      provider.pay(session.sessionId)
      yield* Deferred.succeed(gate.open, undefined)
      yield* Fiber.join(fiber)
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "a payment after the session's end goes back at once, and once",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum")
      yield* pass(31 * minutes)
      const paymentId = provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      yield* notify(session.sessionId)
      yield* comeBack(session.sessionId)
      yield* runJobs
      yield* notify(session.sessionId)
      yield* pass(2 * hours)
      yield* expectGoneBack(paymentId, "session_ended")
      yield* expectCancelled(ada, session)
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "a payment of a superseded session goes back, the newer order is untouched",
    Effect.gen(function*() {
      const { provider } = yield* World
      const first = yield* buying(ada, "serum")
      const second = yield* buying(ada, "serum", 2)
      const paymentId = provider.pay(first.sessionId)
      yield* pass(1 * minutes)
      yield* expectGoneBack(paymentId, "session_ended")
      yield* expectCancelled(ada, first)
      expect((yield* orderOf(ada, second.orderId)).status).toBe("pending")
      expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 2 })
    })
  )

  for (const difference of [-1, 1]) {
    test(
      `a payment of ${difference} cent more than the order's confirms nothing, goes back, and ends what cannot be paid now`,
      Effect.gen(function*() {
        const { provider } = yield* World
        const session = yield* buying(ada, "serum")
        const paymentId = provider.pay(session.sessionId, { amountMinor: session.totalMinor + difference })
        yield* notify(session.sessionId)
        yield* pass(1 * minutes)
        yield* expectGoneBack(paymentId, "wrong_amount")
        // The provider's session is complete and takes no other payment: nobody waits for one.
        yield* expectCancelled(ada, session)
        expect(yield* stock("serum")).toEqual({ onHand: 1000, reserved: 0 })
      })
    )
  }

  test(
    "of two payments the first counts and the second goes back, seen at once or one by one",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum")
      const first = provider.pay(session.sessionId)
      const second = provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      const third = provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      yield* comeBack(session.sessionId)
      yield* pass(1 * hours)
      yield* expectGoneBack(second, "second_payment")
      yield* expectGoneBack(third, "second_payment")
      expect(yield* countOf("payment", `provider_id = '${first}' AND role = 'primary'`)).toBe(1)
      const order = yield* orderOf(ada, session.orderId)
      expect([order.status, order.payment.status, order.timeline.length]).toEqual(["confirmed", "paid", 2])
    })
  )

  test(
    "an undecided payment keeps the reservation beyond the 30 minutes, and counts when it succeeds",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "balm")
      const paymentId = provider.pay(session.sessionId, { status: "processing" })
      yield* notify(session.sessionId)
      expect(yield* sessionOf(ada, session.sessionId)).toMatchObject({
        status: "processing",
        paymentStatus: "processing"
      })
      expect((yield* orderOf(ada, session.orderId)).payment.status).toBe("processing")
      yield* pass(10 * hours)
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 1 })
      provider.settlePayment(paymentId, "succeeded")
      yield* pass(10 * minutes)
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "an undecided payment that nobody told of keeps the reservation when the 30 minutes are over",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "zeste")
      yield* pass(29 * minutes + 50 * seconds)
      provider.pay(session.sessionId, { status: "processing" })
      yield* pass(2 * hours)
      expect((yield* orderOf(ada, session.orderId)).status).toBe("pending")
      expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 1 })
    })
  )

  test(
    "a payment that is undecided for 24 hours is waited for no longer, and goes back when it succeeds after all",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "balm")
      const paymentId = provider.pay(session.sessionId, { status: "processing" })
      yield* notify(session.sessionId)
      yield* pass(24 * hours - 1)
      expect((yield* orderOf(ada, session.orderId)).status).toBe("pending")
      yield* pass(1)
      yield* expectCancelled(ada, session)
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 0 })
      yield* pass(3 * hours)
      provider.settlePayment(paymentId, "succeeded")
      yield* pass(10 * minutes)
      yield* expectGoneBack(paymentId, "session_ended")
      expect(yield* unfinishedNext).toBeUndefined()
    })
  )

  test(
    "an undecided payment that fails lets the shopper try again, until the session's own 30 minutes and no longer",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "zeste")
      const paymentId = provider.pay(session.sessionId, { status: "processing" })
      yield* notify(session.sessionId)
      provider.settlePayment(paymentId, "failed")
      yield* pass(10 * minutes)
      expect(yield* sessionOf(ada, session.sessionId)).toEqual(session)
      yield* pass(20 * minutes - 1)
      expect((yield* orderOf(ada, session.orderId)).status).toBe("pending")
      yield* pass(1)
      yield* expectCancelled(ada, session)
      expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 0 })
    })
  )

  test(
    "an undecided payment that fails after the 30 minutes ends the session",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "balm")
      const paymentId = provider.pay(session.sessionId, { status: "processing" })
      yield* notify(session.sessionId)
      yield* pass(2 * hours)
      provider.settlePayment(paymentId, "failed")
      yield* notify(session.sessionId)
      yield* expectCancelled(ada, session)
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 0 })
      yield* pass(2 * hours)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "without an answer from the provider a session ends 5 minutes late, and its page closes when the provider is back",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      const session = yield* buying(ada, "zeste")
      provider.always("unavailable")
      yield* pass(35 * minutes - 1)
      expect((yield* orderOf(ada, session.orderId)).status).toBe("pending")
      yield* pass(1)
      yield* expectCancelled(ada, session)
      expect(yield* stock("zeste")).toEqual({ onHand: 50, reserved: 0 })
      yield* pass(3 * hours)
      provider.always("ok")
      const asked = provider.count("expireSession")
      yield* pass(1 * hours)
      expect(provider.count("expireSession")).toBeGreaterThan(asked)
      expect(provider.sessions.get(session.sessionId)!.closed).toBe(true)
      expect(provider.takesPayment(session.sessionId, clock.now)).toBe(false)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "a payment made while the provider did not answer goes back when it does",
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* buying(ada, "serum")
      provider.always("vanished")
      const paymentId = provider.pay(session.sessionId)
      yield* pass(40 * minutes)
      yield* expectCancelled(ada, session)
      provider.always("ok")
      yield* pass(2 * hours)
      yield* expectGoneBack(paymentId, "session_ended")
    })
  )

  test(
    "a session that was never made at the provider ends at 30 minutes like any other",
    Effect.gen(function*() {
      const { provider } = yield* World
      provider.always("vanished", "createSession")
      yield* Effect.flip(buying(ada, "balm"))
      yield* pass(30 * minutes)
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 0 })
      provider.always("ok", "createSession")
      yield* pass(2 * hours)
      expect(provider.sessions.size).toBe(0)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "a session is shown to its owner and to nobody else",
    Effect.gen(function*() {
      const session = yield* buying(ada, "serum")
      expect(yield* sessionOf(ada, session.sessionId)).toEqual(session)
      for (const id of [session.sessionId, "cs_none", "", "\u0000", "' OR 1=1 --"]) {
        expect(yield* Effect.flip(sessionOf(owner("sho_eve"), SessionId.claimed.make(id)))).toMatchObject({
          _tag: "SessionNotFound",
          sessionId: id
        })
      }
    })
  )

  test(
    "whoever comes back learns how it stands and where to go, and a made-up address leads nowhere",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const returnUrl = "https://shop.example/thanks"
      const session = yield* checkout.start({ ...request(ada), returnUrl, language: "de" })
      provider.always("unavailable", "lookUpSession")
      expect(yield* comeBack(session.sessionId)).toEqual({ session, returnUrl, language: "de" })
      provider.always("ok", "lookUpSession")
      provider.pay(session.sessionId)
      expect((yield* comeBack(session.sessionId)).session.status).toBe("complete")
      for (const capability of ["", ".", session.sessionId, `${session.sessionId}.${"A".repeat(32)}`]) {
        expect(yield* Effect.flip(checkout.handleReturn(capability))).toMatchObject({ _tag: "SessionNotFound" })
      }
    })
  )

  test(
    "notifications: unsigned ones are rejected, unknown ones do nothing, and one that cannot be followed is sent again",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      const session = yield* buying(ada, "serum")
      provider.pay(session.sessionId)
      const message = yield* provider.notification({ _tag: "SessionChanged", sessionId: session.sessionId })
      expect(yield* Effect.flip(checkout.handleNotification({ ...message, headers: {} }))).toMatchObject({
        _tag: "NotificationRejected"
      })
      yield* notify(SessionId.claimed.make("cs_unknown"))
      yield* checkout.handleNotification(yield* provider.notification({ _tag: "RefundChanged", key: "ref_unknown:1" }))
      yield* checkout.handleNotification(yield* provider.notification({ _tag: "Other", type: "lunch" }))
      for (const behaviour of ["unavailable", "vanished"] as const) {
        provider.next("lookUpSession", behaviour)
        expect(yield* Effect.flip(notify(session.sessionId))).toMatchObject({ _tag: "PaymentProviderUnavailable" })
      }
      expect((yield* orderOf(ada, session.orderId)).status).toBe("pending")
      yield* notify(session.sessionId)
      yield* expectConfirmed(ada, session)
    })
  )

  test(
    "a provider that is too slow counts as one whose answer got lost",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const sessionId = yield* checkout.hosted.begin(request(ada))
      provider.gate("createSession", "after")
      expect(yield* Effect.flip(checkout.hosted.finish(sessionId))).toMatchObject({
        _tag: "PaymentProviderUnavailable"
      })
      expect(yield* phaseOf(sessionId)).toBe("opening")
      expect((yield* checkout.hosted.finish(sessionId)).status).toBe("open")
      expect(provider.sessions.size).toBe(1)
    }),
    { policy: { providerTimeoutMillis: 300 } }
  )

  test(
    "two checkouts of one cart at once leave one live session and exact stock",
    Effect.gen(function*() {
      yield* (yield* Carts.Carts).add(ada, ProductId.make("balm"), 1)
      const checkout = yield* Checkout.Checkout
      const exits = yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.exit(checkout.start(request(ada)))),
        { concurrency: "unbounded" }
      )
      for (const exit of exits) {
        if (Exit.isFailure(exit)) expect(exit.cause).toMatchObject({ error: { _tag: "CheckoutSuperseded" } })
      }
      expect(yield* countOf("checkout_session", "phase = 'open'")).toBe(1)
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 1 })
      yield* pass(1 * hours)
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 0 })
    })
  )

  test(
    "of fifty who want the last unit one gets it, and the others hear that it is gone",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      const shoppers = Array.from({ length: 50 }, (_, n) => owner(`sho_${n}`))
      yield* Effect.forEach(shoppers, (one) => carts.add(one, ProductId.make("balm"), 1), { discard: true })
      const exits = yield* Effect.forEach(shoppers, (one) => Effect.exit(checkout.start(request(one))), crowd)
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      for (const exit of exits) {
        if (Exit.isFailure(exit)) expect(exit.cause).toMatchObject({ error: { _tag: "InsufficientStock" } })
      }
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 1 })
    })
  )

  test(
    "shoppers whose carts share products in all orders get them without waiting for each other in a ring",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      const products = ["serum", "noir", "ecume", "zeste"].map((id) => ProductId.make(id))
      const shoppers = Array.from({ length: 24 }, (_, n) => owner(`sho_${n}`))
      for (const [n, one] of shoppers.entries()) {
        for (const k of products.keys()) {
          yield* carts.add(one, products[(n % 2 === 0 ? n + k : n + 4 - k) % 4]!, 1)
        }
      }
      yield* Effect.forEach(
        [...shoppers, ...shoppers],
        (one) => Effect.catchTag(checkout.start(request(one)), "CheckoutSuperseded", () => Effect.void),
        crowd
      )
      for (const id of products) expect((yield* stock(id)).reserved).toBe(24)
    })
  )
})
