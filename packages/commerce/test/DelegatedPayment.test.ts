/** Delegated payment, on both databases: what an agent may spend, what counts, and what becomes of a charge. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Delegations from "@beauty-store/commerce/spending/Delegations"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { CountryCode } from "@beauty-store/domain/Address"
import { defaultLimits, type Limits } from "@beauty-store/domain/Allowance"
import { BrandId, type Claimed, DelegationId, OrderId, ProductId, SessionId } from "@beauty-store/domain/Ids"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import { expect } from "vitest"
import { tariffWith } from "../../../test/shop/tariff.ts"
import {
  ada,
  address,
  countOf,
  crowd,
  days,
  dueNext,
  hours,
  minutes,
  onBoth,
  onPostgres,
  owner,
  pass,
  request,
  runJobs,
  seconds,
  setStock,
  stock,
  untilBlocked,
  World
} from "../../../test/shop/use-cases.ts"

const agent = (shopper = "") => owner("agent:robot", shopper)
const shopper = { kind: "shopper", id: ada.principal, scopes: ["shop"] } as const
const robot = { kind: "agent", id: "agent:robot", scopes: ["shop", "orders:delegate"] } as const

/** What is off each line today. */
let takenOffMinor = 0

/** Round prices, and enough of everything: one noir costs 100.00, one écume 200.00, a serum 200.01. */
const prepared = Effect.gen(function*() {
  const { sql } = yield* World
  yield* sql("UPDATE product SET price_minor = 10000 WHERE id = 'noir'")
  yield* sql("UPDATE product SET price_minor = 20000 WHERE id = 'ecume'")
  yield* sql("UPDATE product SET price_minor = 20001 WHERE id = 'serum'")
  yield* setStock("noir", 1000)
  const identity = yield* Identity.Identity
  for (const id of ["robot", "other-robot"]) {
    yield* identity.registerClient({ id, secret: "a-secret-of-22-characters", kind: "agent", scopes: scopesOf.agent })
  }
})

/** A delegation of a shopper's, on its way to be approved. */
const asked = (limits: Partial<Limits> = {}, expiresAt?: number) =>
  Effect.gen(function*() {
    const delegations = yield* Delegations.Delegations
    const id = yield* delegations.creation.begin({ principal: ada.principal, agentId: "robot", limits, expiresAt })
    yield* delegations.creation.finish(id)
    return id
  })

/** One that the person has approved. */
const active = (instrument = "visa-4242", limits: Partial<Limits> = {}, expiresAt?: number) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    const id = yield* asked(limits, expiresAt)
    provider.decide(id, "active", instrument)
    yield* (yield* Delegations.Delegations).reconcile(DelegationId.claimed.make(id))
    return id
  })

const viewed = (delegationId: DelegationId) =>
  Effect.flatMap(Delegations.Delegations, (delegations) => delegations.view(shopper, delegationId))

let carts = 0
/** An order is begun, of a cart of its own. */
const begin = (delegationId: Claimed<DelegationId>, productId = "noir", of = agent(`shopper-${++carts}`)) =>
  Effect.gen(function*() {
    yield* (yield* Carts.Carts).set(of, ProductId.claimed.make(productId), 1)
    const { email, method } = request(ada)
    return yield* (yield* Checkout.Checkout).charged.begin({ owner: of, email, address, method, delegationId })
  })

/** An agent buys, from the cart to the paid order. */
const buy = (delegationId: Claimed<DelegationId>, productId = "noir", of = agent(`shopper-${++carts}`)) =>
  Effect.gen(function*() {
    const chargeId = yield* begin(delegationId, productId, of)
    return yield* (yield* Checkout.Checkout).charged.finish(chargeId)
  })

const charge = (chargeId: string) => Effect.flatMap(Checkout.Checkout, (checkout) => checkout.charged.finish(chargeId))

const orderOf = (orderId: OrderId) => Effect.flatMap(Orders.Orders, (orders) => orders.view(robot, orderId))

const cancel = (orderId: OrderId) => Effect.flatMap(Orders.Orders, (orders) => orders.cancel(robot, orderId, undefined))

/** What counts, by the ledger itself. */
const spent = Effect.gen(function*() {
  const { sql } = yield* World
  const [row] = yield* sql<{ sum: unknown }>("SELECT coalesce(sum(amount_minor), 0) AS sum FROM spending")
  return Number(row!.sum)
})

const captured = Effect.gen(function*() {
  const { provider } = yield* World
  return [...provider.sessions.values()].flatMap(({ payments }) => payments)
})

/** The charge took its money once; it came back, or it did not. */
const expectTaken = (times: number) =>
  Effect.gen(function*() {
    expect((yield* captured).length).toBe(times)
  })

/** Nothing is left of a purchase that came to nothing. */
const expectUndone = Effect.gen(function*() {
  expect(yield* spent).toBe(0)
  expect(yield* countOf("orders", "status <> 'cancelled'")).toBe(0)
  expect(yield* stock("noir")).toMatchObject({ reserved: 0 })
})

/** A charge is taken up again every five seconds, until its session's end: that is soon. */
const brief = {
  policy: { session: { ...defaultPolicy.session, lifetimeMillis: 5 * minutes, graceMillis: 1 * minutes } }
}

onBoth("delegated payment", (test) => {
  test(
    "an agent buys the cart at once, within what a person allowed it",
    Effect.gen(function*() {
      yield* prepared
      const id = yield* active()
      const of = agent("gran")
      const session = yield* buy(id, "ecume", of)
      expect(session).toMatchObject({ status: "complete", paymentStatus: "paid", totalMinor: 20_000 })
      const order = yield* orderOf(session.orderId)
      expect(order.status).toBe("confirmed")
      expect(order.payment).toEqual({ method: "card", status: "paid" })
      expect((yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(of))).items).toEqual([])
      expect(yield* viewed(id)).toMatchObject({
        status: "active",
        limits: defaultLimits,
        remaining: { perTransaction: 20_000, perDay: 30_000, perMonth: 180_000 }
      })
      yield* expectTaken(1)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "200.00 passes and 200.01 does not, and what was refused leaves no trace",
    Effect.gen(function*() {
      yield* prepared
      const id = yield* active()
      yield* buy(id, "ecume")
      expect(yield* Effect.flip(buy(id, "serum"))).toMatchObject({
        _tag: "AllowanceExceeded",
        limit: "perTransaction",
        remaining: 20_000
      })
      expect(yield* spent).toBe(20_000)
      expect(yield* countOf("orders")).toBe(1)
      expect(yield* countOf("charge")).toBe(1)
      expect(yield* stock("serum")).toMatchObject({ reserved: 0 })
    })
  )

  test(
    "the limits and the tariff are those of whoever composed the store",
    Effect.gen(function*() {
      yield* prepared
      const id = yield* active()
      expect((yield* viewed(id)).limits).toEqual({ perTransaction: 10_500, perDay: 11_000, perMonth: 200_000 })
      expect(yield* Effect.flip(buy(id, "ecume"))).toMatchObject({ limit: "perTransaction", remaining: 10_500 })
      expect((yield* buy(id, "noir")).totalMinor).toBe(10_499)
      expect((yield* viewed(id)).remaining.perDay).toBe(501)
    }),
    {
      policy: {
        allowance: { perTransaction: 10_500, perDay: 11_000, perMonth: 200_000 },
        shipping: tariffWith({ chargeMinor: 499, freeFromMinor: 20_000 })
      }
    }
  )

  test(
    "of ten simultaneous 100s exactly five are bought, and of a hundred no more",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      yield* prepared
      const [one, other] = [yield* active(), yield* active()]
      const results = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, n) => n % 2 === 0 ? one : other),
        (id) => Effect.either(buy(id)),
        { concurrency: "unbounded" }
      )
      expect(results.filter(Either.isRight).length).toBe(5)
      const more = yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.either(buy(one)), crowd)
      expect(more.filter(Either.isRight).length).toBe(0)
      for (const refused of [...results, ...more].filter(Either.isLeft)) {
        expect(refused.left).toMatchObject({ _tag: "AllowanceExceeded", limit: "perDay", remaining: 0 })
      }
      yield* expectTaken(5)
      expect(yield* spent).toBe(50_000)
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "purchases, refusals, cancellations and hosted checkouts of the same carts at once wait for each other in no ring",
    Effect.gen(function*() {
      const { deadlocks, provider } = yield* World
      yield* prepared
      yield* setStock("ecume", 1000)
      const ids = [yield* active("visa"), yield* active("visa"), yield* active("amex")]
      provider.nextCharges("card_declined", "ok", "insufficient_funds", "ok", "ok", "card_declined")
      const checkout = yield* Checkout.Checkout
      const carts = yield* Carts.Carts
      const one = (n: number) =>
        Effect.gen(function*() {
          const of = agent(`shared-${n % 4}`)
          if (n % 3 === 0) {
            yield* carts.set(of, ProductId.make(n % 2 === 0 ? "noir" : "ecume"), 1)
            yield* checkout.start({ ...request(of) })
          }
          const bought = yield* buy(ids[n % 3]!, n % 2 === 0 ? "noir" : "ecume", of)
          if (n % 2 === 0) yield* cancel(bought.orderId)
        })
      yield* Effect.forEach(Array.from({ length: 24 }, (_, n) => n), (n) => Effect.either(one(n)), {
        concurrency: "unbounded"
      })
      yield* pass(hours)
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 60_000 }
  )

  test(
    "charges no price that rose unseen, and spends nothing of the allowance",
    Effect.gen(function*() {
      yield* prepared
      const { provider, sql } = yield* World
      const delegationId = yield* active()
      const carts = yield* Carts.Carts
      const { charged } = yield* Checkout.Checkout
      const of = agent("unseen")
      const { address, email, method } = request(ada)
      const order = { owner: of, email, address, method, delegationId }
      yield* carts.add(of, ProductId.make("noir"), 1)
      yield* sql("UPDATE product SET price_minor = 15000 WHERE id = 'noir'")
      expect(yield* Effect.flip(charged.begin(order))).toMatchObject({
        _tag: "PriceChanged",
        changes: [{ productId: "noir", priceSeen: 10_000, price: 15_000 }],
        total: 15_000
      })
      expect([yield* spent, yield* countOf("orders"), provider.count("charge")]).toEqual([0, 0, 0])
      expect((yield* Effect.flip(charged.begin({ ...order, expectedTotalMinor: 14_999 })))._tag).toBe("PriceChanged")
      const paid = yield* charge(yield* charged.begin({ ...order, expectedTotalMinor: 15_000 }))
      expect([paid.totalMinor, yield* spent]).toEqual([15_000, 15_000])
    })
  )

  test(
    "charges no agent for a discount that has gone",
    Effect.gen(function*() {
      yield* prepared
      const delegationId = yield* active()
      const { charged } = yield* Checkout.Checkout
      const of = agent("discounted")
      const { address, email, method } = request(ada)
      const order = { owner: of, email, address, method, delegationId }
      takenOffMinor = 4_000
      yield* (yield* Carts.Carts).add(of, ProductId.make("noir"), 1)
      takenOffMinor = 0
      expect(yield* Effect.flip(charged.begin(order))).toMatchObject({
        _tag: "PriceChanged",
        changes: [{ productId: "noir", priceSeen: 6_000, price: 10_000 }],
        total: 10_000
      })
      expect([yield* spent, yield* countOf("orders")]).toEqual([0, 0])
      expect((yield* charge(yield* charged.begin({ ...order, expectedTotalMinor: 10_000 }))).totalMinor).toBe(10_000)
    }),
    {
      strategies: Layer.succeed(Strategies.Discounts, {
        isCode: () => false,
        discountsMinor: ({ lines }) => lines.map(() => takenOffMinor)
      })
    }
  )

  test(
    "two delegations of one card share what the shop allows; another card has its own",
    Effect.gen(function*() {
      yield* prepared
      const [one, same, other] = [yield* active("visa"), yield* active("visa"), yield* active("amex")]
      yield* buy(one, "ecume")
      yield* buy(one, "ecume")
      expect((yield* viewed(same)).remaining.perDay).toBe(10_000)
      yield* buy(same)
      expect(yield* Effect.flip(buy(same))).toMatchObject({ limit: "perDay", of: "store", remaining: 0 })
      expect((yield* viewed(other)).remaining).toEqual(defaultLimits)
      yield* buy(other, "ecume")
    })
  )

  test(
    "a delegation's own limits bind it, and nobody else",
    Effect.gen(function*() {
      yield* prepared
      const tight = yield* active("visa", { perDay: 15_000, perTransaction: 10_000 })
      const wide = yield* active("visa")
      expect(yield* Effect.flip(buy(tight, "ecume"))).toMatchObject({ limit: "perTransaction", of: "delegation" })
      yield* buy(tight)
      expect(yield* Effect.flip(buy(tight))).toMatchObject({ limit: "perDay", of: "delegation", remaining: 5_000 })
      yield* buy(wide, "ecume")
    })
  )

  test(
    "windows roll: a spend at one second to midnight counts for 24 hours, to the millisecond",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* prepared
      const id = yield* active()
      clock.now = Date.UTC(2026, 2, 31, 23, 59, 59)
      for (const product of ["ecume", "ecume", "noir"]) yield* buy(id, product)
      clock.now = Date.UTC(2026, 3, 1, 0, 0, 1)
      const end = Date.UTC(2026, 3, 1, 23, 59, 59)
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perDay", resetsAt: end })
      clock.now = end - 1
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perDay" })
      clock.now = end
      yield* buy(id)
    })
  )

  test(
    "a month is 30 times 24 hours, across the ends of months",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* prepared
      const id = yield* active()
      clock.now = Date.UTC(2026, 3, 28, 12)
      const first = clock.now
      for (let day = 0; day < 5; day++) {
        yield* buy(id, "ecume")
        yield* buy(id, "ecume")
        clock.now += days
      }
      expect(yield* Effect.flip(buy(id))).toMatchObject({
        limit: "perMonth",
        remaining: 0,
        resetsAt: first + 30 * days
      })
      clock.now = first + 30 * days - 1
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perMonth" })
      clock.now = first + 30 * days
      yield* buy(id)
      expect((yield* viewed(id)).resetsAt.perMonth).toBe(first + 31 * days)
    })
  )

  test(
    "a clock that goes back gives nothing back",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* prepared
      const id = yield* active()
      for (const product of ["ecume", "ecume", "noir"]) yield* buy(id, product)
      clock.now -= 25 * hours
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perDay", remaining: 0 })
      clock.now += 25 * hours
      const spentAt = clock.now
      clock.now += 24 * hours - 1
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perDay", resetsAt: spentAt + 24 * hours })
    })
  )

  test(
    "what is spent while the clock is behind counts from the instrument's own time, which only goes forward",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      yield* prepared
      const id = yield* active()
      const first = clock.now
      yield* buy(id, "ecume")
      // Each by the clock of an instance that is further behind.
      for (const behind of [2 * hours, 3 * hours]) {
        clock.now = first - behind
        yield* buy(id)
      }
      expect((yield* sql("SELECT last_at AS at FROM instrument")).map(({ at }) => Number(at))).toEqual([first])
      clock.now = first
      yield* buy(id)
      // A day after the moments that the slow clocks showed, nothing is free.
      clock.now = first + 24 * hours - 1
      expect((yield* viewed(id)).remaining.perDay).toBe(0)
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perDay", remaining: 0, resetsAt: first + 24 * hours })
      clock.now = first + 24 * hours
      yield* buy(id, "ecume")
      expect(yield* spent).toBe(70_000)
    })
  )

  test(
    "cancelling an order gives back what it spent, once",
    Effect.gen(function*() {
      yield* prepared
      const id = yield* active()
      const { orderId } = yield* buy(id, "ecume")
      yield* buy(id, "ecume")
      yield* Effect.all([cancel(orderId), cancel(orderId), cancel(orderId)], { concurrency: "unbounded" })
      expect((yield* viewed(id)).remaining.perDay).toBe(30_000)
      yield* pass(hours)
      expect(yield* spent).toBe(20_000)
      expect(yield* countOf("spending", "entry = 'released'")).toBe(1)
      yield* buy(id, "ecume")
      yield* buy(id)
      expect(yield* Effect.flip(buy(id))).toMatchObject({ limit: "perDay" })
    })
  )

  test(
    "a declined charge undoes the order, says why, and counts no more",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      provider.nextCharges("insufficient_funds")
      const of = agent("declined")
      expect(yield* Effect.flip(buy(id, "noir", of))).toMatchObject({
        _tag: "PaymentDeclined",
        declineCode: "insufficient_funds"
      })
      yield* expectUndone
      expect((yield* viewed(id)).remaining).toEqual(defaultLimits)
      // The cart is as it was, and can be bought.
      const { items } = yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(of))
      expect(items.map(({ productId }) => productId)).toEqual(["noir"])
      yield* pass(hours)
      yield* buy(id, "noir", of)
    })
  )

  test(
    "a provider that did nothing leaves nothing behind",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      provider.next("charge", "unavailable")
      expect(yield* Effect.flip(buy(id))).toMatchObject({ _tag: "PaymentProviderUnavailable", standing: false })
      yield* expectUndone
      yield* pass(hours)
      yield* expectTaken(0)
    })
  )

  test(
    "where nobody knows whether it was charged it counts until somebody does, and is charged once",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      for (const fate of ["lost", "vanished"] as const) {
        provider.next("charge", fate)
        const chargeId = yield* begin(id)
        expect(yield* Effect.flip(charge(chargeId))).toMatchObject({
          _tag: "PaymentProviderUnavailable",
          standing: true
        })
        expect(yield* countOf("spending", `charge_id = '${chargeId}'`)).toBe(1)
        // Whoever asks again, the client or the background work, hears of the same charge.
        expect(yield* charge(chargeId)).toMatchObject({ status: "complete" })
        expect(yield* charge(chargeId)).toMatchObject({ status: "complete" })
      }
      yield* expectTaken(2)
      expect(yield* spent).toBe(20_000)
    })
  )

  test(
    "a purchase whose beginner died before or after the provider's call is finished within seconds, and charged once",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      // It died before the call, and another after it.
      yield* begin(id)
      provider.next("charge", "lost")
      yield* Effect.flip(charge(yield* begin(id)))
      yield* pass(10 * seconds)
      expect(yield* countOf("orders", "status = 'confirmed'")).toBe(2)
      yield* expectTaken(2)
      expect(yield* spent).toBe(20_000)
    })
  )

  test(
    "a provider that stays away is waited for until the session's end, and holds the spend until it is back",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      provider.next("charge", "lost")
      yield* Effect.flip(charge(yield* begin(id)))
      provider.always("vanished")
      yield* pass(10 * minutes)
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
      expect(yield* stock("noir")).toMatchObject({ reserved: 0 })
      expect(yield* spent).toBe(10_000)
      // It had taken the money, which goes back: only then is the spend released.
      provider.always("ok")
      yield* pass(2 * hours)
      expect(yield* countOf("refund", "cause = 'surplus' AND state = 'succeeded'")).toBe(1)
      expect(yield* spent).toBe(0)
    }),
    brief
  )

  test(
    "what was begun and never charged ends with its session, and counts no more",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      yield* begin(id)
      provider.always("unavailable", "charge")
      yield* pass(4 * minutes)
      expect(yield* spent).toBe(10_000)
      yield* pass(2 * minutes)
      yield* expectUndone
      provider.always("ok", "charge")
      yield* pass(hours)
      yield* expectTaken(0)
      expect(yield* dueNext).toBeUndefined()
    }),
    brief
  )

  test(
    "an order that is cancelled while it is being charged holds its spend until the money is known to go back",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      const gate = provider.gate("charge", "after")
      const chargeId = yield* begin(id)
      const charging = yield* Effect.fork(Effect.either(charge(chargeId)))
      yield* Deferred.await(gate.reached)
      const [order] = yield* (yield* World).sql<{ id: OrderId }>("SELECT id FROM orders")
      yield* cancel(order!.id)
      expect(yield* spent).toBe(10_000)
      yield* Deferred.succeed(gate.open, undefined)
      expect(yield* Fiber.join(charging)).toMatchObject({ left: { _tag: "CheckoutSuperseded" } })
      yield* pass(hours)
      expect(yield* spent).toBe(0)
      expect(yield* countOf("refund", "state = 'succeeded'")).toBe(1)
      yield* expectTaken(1)
    })
  )

  test(
    "money that a charge takes after it was given up goes back, and confirms nothing",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      provider.issueToken("vt_1", { sessionId: "cs_kept000000" })
      const checkout = yield* Checkout.Checkout
      const payment = {
        source: { _tag: "Token", token: "vt_1" },
        authentication: undefined,
        keepsSession: true
      } as const
      const chargeId = yield* checkout.charged.beginPurchase(
        yield* purchaseOfAgent("noir"),
        payment,
        SessionId.make("cs_kept000000")
      )
      provider.next("charge", "unavailable")
      expect(yield* Effect.flip(charge(chargeId))).toMatchObject({ standing: false })
      // A call that was thought to have come to nothing takes the money after all.
      yield* provider.service.charge({
        key: chargeId,
        session: {
          sessionId: SessionId.make("cs_kept000000"),
          orderId: OrderId.make("ord_lost000000"),
          amountMinor: 10_000,
          currency: "EUR",
          email: "",
          description: [],
          items: [],
          locale: "en",
          country: CountryCode.make("DE"),
          methods: methodsOfferedIn(CountryCode.make("DE")),
          preselect: undefined,
          returnUrl: "https://shop.example",
          expiresAt: Number.MAX_SAFE_INTEGER
        },
        source: { _tag: "Token", token: "vt_1" },
        merchantId: "beauty-store",
        authentication: undefined
      })
      yield* pass(hours)
      expect(yield* countOf("payment", "role = 'surplus' AND flag = 'charge_given_up'")).toBe(1)
      expect(yield* countOf("refund", "state = 'succeeded'")).toBe(1)
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
      expect(yield* spent).toBe(0)
    })
  )
})

/** What an agent wants, as a protocol without a cart would say it. */
const purchaseOfAgent = (productId: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<
      Record<"name" | "brand_id" | "category", string> & Record<"price_minor" | "on_hand" | "reserved", unknown>
    >(
      `SELECT p.name, p.price_minor, p.brand_id, p.category, s.on_hand, s.reserved FROM product p JOIN stock s ON s.product_id = p.id
       WHERE p.id = '${productId}'`
    )
    const priceMinor = Number(row!.price_minor)
    return {
      owner: agent(),
      email: "ada@example.com",
      address,
      method: "standard" as const,
      cartId: undefined,
      lines: [{
        line: { productId: ProductId.make(productId), quantity: 1, priceSeenMinor: priceMinor },
        name: row!.name,
        priceMinor,
        onHand: Number(row!.on_hand),
        reserved: Number(row!.reserved),
        brandId: BrandId.make(row!.brand_id),
        category: row!.category,
        addedAt: 0
      }]
    } satisfies Parameters<typeof Checkout.Checkout.Service["charged"]["beginPurchase"]>[0]
  })

/** A purchase by a token, in a session that stands when it is refused. */
const byToken = (sessionId: SessionId, token: string, productId = "noir") =>
  Effect.gen(function*() {
    const checkout = yield* Checkout.Checkout
    const payment = { source: { _tag: "Token", token }, authentication: undefined, keepsSession: true } as const
    const chargeId = yield* checkout.charged.beginPurchase(yield* purchaseOfAgent(productId), payment, sessionId)
    return yield* checkout.charged.finish(chargeId)
  })

const again = (
  sessionId: SessionId,
  token: string,
  authentication?: Parameters<typeof Checkout.Checkout.Service["charged"]["beginCharge"]>[1]["authentication"]
) =>
  Effect.gen(function*() {
    const checkout = yield* Checkout.Checkout
    const chargeId = yield* checkout.charged.beginCharge(sessionId, {
      source: { _tag: "Token", token },
      authentication,
      keepsSession: true
    })
    return yield* checkout.charged.finish(chargeId)
  })

const proof = {
  cryptogram: "AAECAwQFBgcICQoLDA0ODw==",
  electronicCommerceIndicator: "05",
  transactionId: "t",
  version: "2.2.0"
}

onBoth("payment by token", (test) => {
  test(
    "pays its session, once; the shop's limits bind the card behind it, whoever holds it",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const delegation = yield* active("visa")
      yield* buy(delegation, "ecume")
      yield* buy(delegation, "ecume")
      provider.issueToken("vt_1", { sessionId: "cs_0000000001", instrument: "visa" })
      expect(yield* byToken(SessionId.make("cs_0000000001"), "vt_1")).toMatchObject({
        sessionId: "cs_0000000001",
        status: "complete"
      })
      expect((yield* viewed(delegation)).remaining.perDay).toBe(0)
      provider.issueToken("vt_2", { sessionId: "cs_0000000002", instrument: "visa" })
      expect(yield* Effect.flip(byToken(SessionId.make("cs_0000000002"), "vt_2"))).toMatchObject({
        _tag: "AllowanceExceeded",
        limit: "perDay",
        of: "store"
      })
      yield* expectTaken(3)
      // Refused, not used up: another day it pays.
      yield* pass(10 * minutes)
      expect(provider.tokens.get("vt_2")!.used).toBe(false)
    })
  )

  test(
    "that is for something else is refused with a reason, and its session can be paid by one that fits",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* prepared
      const wrong = {
        token_session_mismatch: { sessionId: "cs_other" },
        token_merchant_mismatch: { merchantId: "somebody-else" },
        token_currency_mismatch: { currency: "USD" },
        token_amount_exceeded: { maxAmountMinor: 9_999 },
        token_expired: { expiresAt: clock.now },
        token_used: { used: true }
      }
      expect(yield* Effect.flip(byToken(SessionId.make("cs_0000000001"), "vt_nowhere"))).toMatchObject({
        declineCode: "token_not_found"
      })
      for (const [declineCode, change] of Object.entries(wrong)) {
        provider.issueToken("vt_wrong", { sessionId: "cs_0000000001", ...change })
        expect(yield* Effect.flip(again(SessionId.make("cs_0000000001"), "vt_wrong"))).toMatchObject({
          _tag: "PaymentDeclined",
          declineCode
        })
      }
      expect(yield* spent).toBe(0)
      expect(yield* countOf("orders")).toBe(1)
      provider.issueToken("vt_exact", { sessionId: "cs_0000000001", maxAmountMinor: 10_000 })
      expect(yield* again(SessionId.make("cs_0000000001"), "vt_exact")).toMatchObject({ status: "complete" })
      expect(yield* countOf("orders", "status = 'confirmed'")).toBe(1)
      expect(yield* countOf("charge", "token IS NOT NULL")).toBe(0)
    })
  )

  test(
    "whose bank wants to hear from the cardholder takes nothing until there is proof",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      provider.issueToken("vt_1", { sessionId: "cs_0000000001" })
      provider.nextCharges("authentication_required")
      expect(yield* Effect.flip(byToken(SessionId.make("cs_0000000001"), "vt_1"))).toMatchObject({
        _tag: "PaymentNotAuthenticated"
      })
      expect(yield* spent).toBe(0)
      const view = yield* Effect.flatMap(
        Checkout.Checkout,
        (checkout) => checkout.view(agent(), SessionId.make("cs_0000000001"))
      )
      expect(view).toMatchObject({ status: "open", redirectUrl: expect.stringContaining("https://pay.example/") })
      provider.nextCharges("authentication_required")
      expect(yield* again(SessionId.make("cs_0000000001"), "vt_1", proof)).toMatchObject({ status: "complete" })
      expect(yield* spent).toBe(10_000)
    })
  )

  test(
    "twenty simultaneous charges of a session take its money once",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      provider.issueToken("vt_1", { sessionId: "cs_0000000001" })
      provider.nextCharges("card_declined")
      yield* Effect.flip(byToken(SessionId.make("cs_0000000001"), "vt_1"))
      const results = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.either(again(SessionId.make("cs_0000000001"), "vt_1")),
        {
          concurrency: "unbounded"
        }
      )
      expect(results.filter(Either.isRight).length).toBe(1)
      for (const refused of results.filter(Either.isLeft)) {
        expect(refused.left).toMatchObject({ _tag: "SessionNotChargeable" })
      }
      yield* expectTaken(1)
      expect(yield* spent).toBe(10_000)
      expect(yield* Effect.flip(again(SessionId.make("cs_0000000001"), "vt_1"))).toMatchObject({
        currentStatus: "complete"
      })
    })
  )

  test(
    "a session that was kept ends with its time",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      provider.issueToken("vt_1", { sessionId: "cs_0000000001" })
      provider.nextCharges("card_declined")
      yield* Effect.flip(byToken(SessionId.make("cs_0000000001"), "vt_1"))
      yield* pass(31 * minutes)
      yield* expectUndone
      expect(yield* Effect.flip(again(SessionId.make("cs_0000000001"), "vt_1"))).toMatchObject({
        currentStatus: "expired"
      })
    })
  )
})

onBoth("delegations", (test) => {
  test(
    "wait for the person, are active by the provider's word, and can be paid with from then on",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* prepared
      const delegations = yield* Delegations.Delegations
      const id = yield* delegations.creation.begin({
        principal: ada.principal,
        agentId: "robot",
        limits: {},
        expiresAt: undefined
      })
      const { approvalUrl, delegation } = yield* delegations.creation.finish(id)
      expect(approvalUrl).toContain(`https://pay.example/mandates/${id}`)
      expect(delegation).toEqual({
        delegationId: expect.stringMatching(/^del_[0-9A-Za-z]{28}$/),
        agentId: "robot",
        status: "pending_approval",
        limits: defaultLimits,
        remaining: defaultLimits,
        resetsAt: { perTransaction: undefined, perDay: undefined, perMonth: undefined },
        language: "en",
        expiresAt: undefined,
        createdAt: clock.now
      })
      expect(provider.mandates.get(id)!.request).toMatchObject({
        agent: "robot",
        locale: "en",
        decideBefore: clock.now + 30 * minutes,
        description: [
          "Up to €200.00 for one order",
          "Up to €500.00 in any 24 hours",
          "Up to €2,000.00 in any 30 days"
        ]
      })
      expect(yield* Effect.flip(buy(id))).toMatchObject({
        _tag: "DelegationNotActive",
        currentStatus: "pending_approval"
      })
      // Nobody tells of the decision: the background work asks.
      provider.decide(id, "active")
      yield* pass(6 * minutes)
      expect((yield* delegations.view(robot, DelegationId.claimed.make(id))).status).toBe("active")
      yield* buy(id)
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "are nobody else's: not to see, not to pay with, and only the shopper takes them back",
    Effect.gen(function*() {
      yield* prepared
      const id = yield* active()
      const delegations = yield* Delegations.Delegations
      const stranger = { kind: "shopper", id: "sho_eve", scopes: ["shop"] } as const
      const other = { ...robot, id: "agent:other-robot" }
      const missing = { _tag: "DelegationNotFound", delegationId: id }
      for (const principal of [stranger, other]) {
        expect(yield* Effect.flip(delegations.view(principal, DelegationId.claimed.make(id)))).toMatchObject(missing)
        expect(yield* Effect.flip(delegations.revoke(principal, DelegationId.claimed.make(id)))).toMatchObject(missing)
      }
      expect(yield* Effect.flip(delegations.revoke(robot, DelegationId.claimed.make(id)))).toMatchObject(missing)
      expect(yield* Effect.flip(buy(id, "noir", owner("agent:other-robot")))).toMatchObject(missing)
      expect(yield* Effect.flip(buy(DelegationId.claimed.make("del_nothing")))).toMatchObject({
        _tag: "DelegationNotFound"
      })
    })
  )

  test(
    "name an agent that exists, allow no more than the shop, and end in the future",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* prepared
      const delegations = yield* Delegations.Delegations
      yield* (yield* Identity.Identity).registerClient({
        id: "clerk",
        secret: "a-secret-of-22-characters",
        kind: "staff",
        scopes: []
      })
      const refusedBecause = (
        change: Partial<Delegations.DelegationRequest>,
        ...reasons: ReadonlyArray<{ readonly _tag: string }>
      ) =>
        Effect.map(
          Effect.flip(delegations.creation.begin({
            principal: ada.principal,
            agentId: "robot",
            limits: {},
            expiresAt: undefined,
            ...change
          })),
          (refusal) => expect(refusal).toMatchObject({ _tag: "DelegationRefused", reasons })
        )
      const nobody = { _tag: "AgentNotFound" }
      const past = { _tag: "ExpiresInThePast" }
      yield* refusedBecause({ agentId: "nobody" }, nobody)
      yield* refusedBecause({ agentId: "clerk" }, nobody)
      const tooHigh = {
        _tag: "LimitsTooHigh",
        limits: [{ limit: "perDay", most: 50_000 }, { limit: "perMonth", most: 200_000 }]
      }
      const limits = { perDay: 50_001, perMonth: 200_001 }
      yield* refusedBecause({ limits }, tooHigh)
      yield* refusedBecause({ expiresAt: clock.now }, past)
      yield* refusedBecause({ agentId: "clerk", limits, expiresAt: clock.now }, tooHigh, past, nobody)
      expect(yield* countOf("delegation")).toBe(0)
    })
  )

  test(
    "that are taken back stop the next purchase, and not the one under way",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      const id = yield* active()
      const delegations = yield* Delegations.Delegations
      const gate = provider.gate("charge", "before")
      const chargeId = yield* begin(id)
      const charging = yield* Effect.fork(charge(chargeId))
      yield* Deferred.await(gate.reached)
      expect(yield* delegations.revoke(shopper, DelegationId.claimed.make(id))).toMatchObject({
        status: "revoked",
        remaining: { perTransaction: 0, perDay: 0, perMonth: 0 }
      })
      expect(yield* Effect.flip(buy(id))).toMatchObject({ _tag: "DelegationNotActive", currentStatus: "revoked" })
      yield* Deferred.succeed(gate.open, undefined)
      expect(yield* Fiber.join(charging)).toMatchObject({ status: "complete" })
      yield* runJobs
      expect(provider.mandates.get(id)!.status).toBe("revoked")
      expect((yield* delegations.revoke(shopper, DelegationId.claimed.make(id))).status).toBe("revoked")
      expect(provider.count("revokeMandate")).toBe(1)
    })
  )

  test(
    "of a purchase and a revocation at the same moment, in any order, nothing is bought after the revocation's answer",
    Effect.gen(function*() {
      yield* prepared
      const id = yield* active()
      const delegations = yield* Delegations.Delegations
      const [bought] = yield* Effect.all([
        Effect.forEach(Array.from({ length: 8 }), () => Effect.either(begin(id, "noir")), { concurrency: "unbounded" }),
        delegations.revoke(shopper, DelegationId.claimed.make(id))
      ], { concurrency: "unbounded" })
      for (const chargeId of bought.filter(Either.isRight)) yield* Effect.either(charge(chargeId.right))
      expect(yield* Effect.flip(buy(id))).toMatchObject({ currentStatus: "revoked" })
    })
  )

  test(
    "leave all of their limits before they are approved, what is not spent while they are active, and nothing after",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* prepared
      const limits = { perTransaction: 15_000, perDay: 25_000, perMonth: 30_000 }
      const none = { perTransaction: 0, perDay: 0, perMonth: 0 }
      const noReset = { perTransaction: undefined, perDay: undefined, perMonth: undefined }
      const { reconcile } = yield* Delegations.Delegations
      const undecided = yield* asked(limits)
      expect(yield* viewed(undecided)).toMatchObject({ status: "pending_approval", limits, remaining: limits })
      const until = clock.now + 2 * hours
      const short = yield* active("visa", limits, until)
      yield* buy(short)
      const spentAt = clock.now
      const left = { perTransaction: 15_000, perDay: 15_000, perMonth: 20_000 }
      clock.now = until - 1
      expect(yield* viewed(short)).toMatchObject({
        status: "active",
        remaining: left,
        resetsAt: { perTransaction: undefined, perDay: spentAt + 24 * hours, perMonth: spentAt + 30 * 24 * hours }
      })
      clock.now = until
      const revoked = yield* active("other", limits)
      yield* (yield* Delegations.Delegations).revoke(shopper, revoked)
      const refused = yield* asked(limits)
      provider.decide(refused, "rejected")
      yield* reconcile(DelegationId.claimed.make(refused))
      const over = [[undecided, "expired"], [short, "expired"], [revoked, "revoked"], [refused, "revoked"]] as const
      for (const [id, status] of over) {
        expect(yield* viewed(id)).toMatchObject({ status, limits, remaining: none, resetsAt: noReset })
      }
    })
  )

  test(
    "end with their time, and are turned down by the person for good",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* prepared
      const until = clock.now + 2 * hours
      const short = yield* active("visa", {}, until)
      clock.now = until - 1
      yield* buy(short)
      clock.now = until
      expect(yield* Effect.flip(buy(short))).toMatchObject({ currentStatus: "expired" })
      const undecided = yield* asked()
      yield* pass(31 * minutes)
      expect((yield* viewed(undecided)).status).toBe("expired")
      const refused = yield* asked()
      provider.decide(refused, "rejected")
      yield* (yield* Delegations.Delegations).reconcile(DelegationId.claimed.make(refused))
      expect((yield* viewed(refused)).status).toBe("revoked")
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "that the provider could not prepare never were; where nobody knows, the same page is prepared again",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* prepared
      provider.next("createMandate", "unavailable", "lost")
      expect(yield* Effect.flip(asked())).toMatchObject({ standing: false })
      expect(yield* countOf("delegation")).toBe(0)
      const delegations = yield* Delegations.Delegations
      const id = yield* delegations.creation.begin({
        principal: ada.principal,
        agentId: "robot",
        limits: {},
        expiresAt: undefined
      })
      expect(yield* Effect.flip(delegations.creation.finish(id))).toMatchObject({ standing: true })
      expect((yield* delegations.creation.finish(id)).delegation.delegationId).toBe(id)
      yield* pass(hours)
      expect(yield* dueNext).toBeUndefined()
    })
  )
})

onPostgres("a revocation", (test) => {
  test(
    "is not answered while a purchase that was let through is being written",
    Effect.gen(function*() {
      const { faults } = yield* World
      yield* prepared
      const id = yield* active()
      const reached = yield* Deferred.make<void>()
      const open = yield* Deferred.make<void>()
      faults.checkpoint = (text) =>
        text.startsWith("INSERT INTO charge")
          ? { wait: Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(open)) }
          : undefined
      const buying = yield* Effect.fork(begin(id))
      yield* Deferred.await(reached)
      faults.checkpoint = () => undefined
      const revoking = yield* Effect.fork(
        Effect.flatMap(Delegations.Delegations, (delegations) => delegations.revoke(shopper, id))
      )
      yield* untilBlocked
      expect(Option.isNone(yield* Fiber.poll(revoking))).toBe(true)
      yield* Deferred.succeed(open, undefined)
      yield* charge(yield* Fiber.join(buying))
      expect((yield* Fiber.join(revoking)).status).toBe("revoked")
      expect(yield* Effect.flip(buy(id))).toMatchObject({ currentStatus: "revoked" })
    })
  )
})

/** The rule itself, told once more in the plainest words: what was bought, and not cancelled, in each window. */
const fits = (
  bought: ReadonlyArray<{ readonly card: string; readonly at: number; readonly amountMinor: number; gone: boolean }>,
  card: string,
  amountMinor: number,
  now: number
) => {
  const within = (window: number) =>
    bought.filter((one) => one.card === card && !one.gone && one.at > now - window)
      .reduce((sum, one) => sum + one.amountMinor, 0)
  return amountMinor <= 20_000 && within(days) + amountMinor <= 50_000 && within(30 * days) + amountMinor <= 200_000
}

onBoth("over random histories", (test) => {
  const step = fc.record({
    afterHours: fc.constantFrom(0, 0, 1, 7, 12, 24, 100),
    delegation: fc.nat(2),
    product: fc.constantFrom("noir" as const, "ecume" as const, "serum" as const),
    fate: fc.constantFrom(
      "ok" as const,
      "ok" as const,
      "ok" as const,
      "declined" as const,
      "unavailable" as const,
      "lost" as const,
      "vanished" as const,
      "cancelled" as const
    )
  })
  const prices = { noir: 10_000, ecume: 20_000, serum: 20_001 } as const

  test(
    "the store lets through what the naive model does, and the provider takes no cent more",
    Effect.gen(function*() {
      const { clock, provider } = yield* World
      yield* prepared
      for (const product of ["ecume", "serum"]) yield* setStock(product, 1000)
      const cards = ["visa", "visa", "amex"]
      const delegations = [yield* active("visa"), yield* active("visa"), yield* active("amex")]
      const history = fc.sample(step, { seed: 7, numRuns: 120 })
      const bought: Array<{ card: string; at: number; amountMinor: number; gone: boolean }> = []
      for (const { afterHours, delegation, fate, product } of history) {
        clock.now += afterHours * hours
        const card = cards[delegation]!
        const amountMinor = prices[product]
        const expected = fits(bought, card, amountMinor, clock.now)
        if (fate === "declined") provider.nextCharges("card_declined")
        else if (fate !== "ok" && fate !== "cancelled") provider.next("charge", fate)
        const begun = yield* Effect.either(begin(delegations[delegation]!, product))
        expect(Either.isRight(begun)).toBe(expected)
        if (Either.isLeft(begun)) {
          // What was planned for a call that never came is for nobody else.
          provider.forgetPlans()
          continue
        }
        const one = { card, at: clock.now, amountMinor, gone: fate === "declined" || fate === "unavailable" }
        bought.push(one)
        const paid = yield* Effect.either(Effect.retry(charge(begun.right), {
          times: 1,
          while: (failure) => failure._tag === "PaymentProviderUnavailable" && failure.standing
        }))
        expect(Either.isRight(paid)).toBe(!one.gone)
        if (fate === "cancelled" && Either.isRight(paid)) {
          yield* cancel(paid.right.orderId)
          one.gone = true
        }
      }
      // At no moment, of all that were, did a card hold more than it may.
      const kept = bought.filter(({ gone }) => !gone)
      expect(kept.length).toBeGreaterThan(15)
      yield* expectTaken(kept.length + (yield* countOf("refund")))
      for (const end of kept) {
        for (const [window, limit] of [[days, 50_000], [30 * days, 200_000]] as const) {
          const sum = kept.filter((one) => one.card === end.card && one.at <= end.at && one.at > end.at - window)
            .reduce((total, { amountMinor }) => total + amountMinor, 0)
          expect(sum).toBeLessThanOrEqual(limit)
        }
      }
    }),
    { timeout: 60_000 }
  )
})
