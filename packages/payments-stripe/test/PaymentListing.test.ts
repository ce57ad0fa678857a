/** What the listing promises however many events an account has at a time: a walk ends, and finds every payment. */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import { eventually, Payer } from "@beauty-store/testing/ProviderSuite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Provider from "../../../test/shop/payment-provider.ts"
import { open, refund } from "./acts.ts"
import { Far, makeWorld } from "./world.ts"

type Services = Layer.Layer.Success<ReturnType<typeof makeWorld>>

/** A world whose time, and Stripe's, goes on only where a test says so. */
const inStillWorld = (
  body: (
    pass: (millis: number) => void
  ) => Effect.Effect<void, unknown, Services>
) =>
() => {
  let now = 1_800_000_000_000
  const still: Clock.Clock = Object.assign(Object.create(Clock.make()), {
    unsafeCurrentTimeMillis: () => now,
    currentTimeMillis: Effect.sync(() => now),
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n)
  })
  const pass = (millis: number) => {
    now += millis
  }
  return Effect.runPromise(
    Effect.withClock(
      Effect.provide(body(pass), makeWorld(Provider.memory())),
      still
    )
  )
}

const pay = Effect.gen(function*() {
  const session = yield* open()
  expect(yield* (yield* Payer).pay(session, "card")).toBe("paid")
  return session.sessionId
})

/** Payments of another user of the account. */
const payElsewhere = (n: number, pass: () => void = () => {}) =>
  Effect.flatMap(Far, ({ client }) =>
    Effect.promise(async () => {
      for (let i = 0; i < n; i++) {
        pass()
        await client.paymentIntents.create({
          amount: 500,
          currency: "eur",
          payment_method: "pm_card_visa",
          confirm: true
        })
      }
    }))

/** The sessions of all pages, and how many Stripe was asked for at most for one of them. */
const walk = (from: number, most = 30) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    const { calls } = yield* Far
    const sessions = new Set<string>()
    let mostRead = 0
    let cursor: string | undefined
    for (let pages = 1;; pages++) {
      const before = calls.length
      const page = yield* provider.listPayments({ from, cursor })
      mostRead = Math.max(
        mostRead,
        calls.slice(before).filter(({ operation }) => operation === "paymentIntents.retrieve").length
      )
      expect(page.payments.length).toBeLessThanOrEqual(100)
      for (const { sessionId } of page.payments) sessions.add(sessionId)
      cursor = page.next
      if (cursor === undefined) return { sessions, mostRead }
      if (pages === most) return yield* Effect.dieMessage(`the walk has not ended after ${most} pages`)
    }
  })

describe("a walk ends, and misses nothing", () => {
  it(
    "of many payments in a few minutes, and goes on from there",
    inStillWorld((pass) =>
      Effect.gen(function*() {
        const from = yield* Clock.currentTimeMillis
        const sold = new Set<string>()
        for (let i = 0; i < 130; i++) {
          pass(1500)
          sold.add(yield* pay)
        }
        const all = yield* walk(from)
        expect(all.sessions).toEqual(sold)
        expect(all.mostRead).toBeLessThanOrEqual(25)
        pass(3_600_000)
        const later = yield* pay
        expect((yield* walk(from)).sessions).toEqual(sold.add(later))
        // What was read once, longer ago than an event is late, is not read again.
        pass(3_600_000)
        expect((yield* walk(from)).mostRead).toBeLessThanOrEqual(1)
        pass(3_600_000)
        expect((yield* walk(from)).mostRead).toBe(0)
      })
    )
  )

  it.each([0, 40])(
    "of many payments in one second, read %i days later",
    (days) =>
      inStillWorld((pass) =>
        Effect.gen(function*() {
          const from = yield* Clock.currentTimeMillis
          const sold = new Set<string>()
          for (let i = 0; i < 130; i++) sold.add(yield* pay)
          pass(5_000 + days * 86_400_000)
          const all = yield* walk(from)
          expect(all.sessions).toEqual(sold)
          expect(all.mostRead).toBeLessThanOrEqual(25)
        })
      )()
  )

  it.each([0, 2000])(
    "among many payments of others, %i ms apart",
    (millis) =>
      inStillWorld((pass) =>
        Effect.gen(function*() {
          const from = yield* Clock.currentTimeMillis
          const first = yield* pay
          yield* payElsewhere(130, () => pass(millis))
          const last = yield* pay
          expect((yield* walk(from)).sessions).toEqual(new Set([first, last]))
        })
      )()
  )

  it(
    "where a refund comes to a payment that was listed",
    inStillWorld((pass) =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const from = yield* Clock.currentTimeMillis
        yield* pay
        const { payments } = yield* provider.listPayments({ from, cursor: undefined })
        pass(60_000)
        yield* payElsewhere(120)
        const { key } = yield* refund(payments[0]!.paymentId)
        yield* walk(from)
        expect((yield* provider.listPayments({ from, cursor: undefined })).payments).toMatchObject([
          { refunds: [{ key }] }
        ])
      })
    )
  )

  it(
    "nor lists a payment as it was, where another process has seen it later",
    inStillWorld((pass) =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const far = yield* Far
        const another = yield* far.another()
        const from = yield* Clock.currentTimeMillis
        yield* pay
        const { paymentId } = (yield* provider.listPayments({ from, cursor: undefined })).payments[0]!
        yield* refund(paymentId)
        // The first process has read the refunds, and is told late, after the other one has listed another refund.
        let reads = 0
        far.plan = {
          ...far.plan,
          call: ({ operation }) => ({
            ...Faults.answered,
            ...(operation === "refunds.list" && ++reads === 1 ? { afterMillis: 1000 } : {})
          })
        }
        const late = yield* Effect.fork(provider.listPayments({ from, cursor: undefined }))
        yield* eventually(Effect.suspend(() => reads === 1 ? Effect.void : Effect.fail("not read")))
        pass(1000)
        yield* refund(paymentId)
        yield* another.listPayments({ from, cursor: undefined })
        const { payments } = yield* Fiber.join(late)
        expect(payments.map(({ refunds }) => refunds.length)).toEqual([2])
      })
    )
  )
})
