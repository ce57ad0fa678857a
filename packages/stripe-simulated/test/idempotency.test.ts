/** Idempotency as Stripe documents it, and the faults of a network, over the SDK. */
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import { it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as TestClock from "effect/TestClock"
import Stripe from "stripe"
import { describe, expect } from "vitest"
import { ask, inWorld, refused, sessionOf, type World, type WorldOptions } from "./account.ts"

type Fate = Faults.CallCourse["fate"]

/** The calls of one operation go as listed, then well. */
const fated = (operation: string, ...fates: ReadonlyArray<Fate>): WorldOptions => {
  const left = [...fates]
  return {
    plan: {
      call: (call) => ({
        ...Faults.answered,
        retryAfterSeconds: 7,
        fate: call.operation === operation ? left.shift() ?? "answered" : "answered"
      })
    }
  }
}

const create = ({ sdk }: World, idempotencyKey: string, changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  ask(() => sdk.checkout.sessions.create(sessionOf(changes), { idempotencyKey }))

const count = ({ sdk }: World) => Effect.map(ask(() => sdk.checkout.sessions.list()), ({ data }) => data.length)

describe("an idempotency key", () => {
  it.effect("gets its first answer again, with a header, whatever has happened since", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const first = yield* create(world, "k")
        yield* ask(() => world.sdk.checkout.sessions.expire(first.id))
        const again = yield* create(world, "k")
        expect(again).toEqual(first)
        expect(again.status).toBe("open")
        const header = (of: typeof first, name: string) => new Headers(of.lastResponse.headers).get(name)
        expect(header(again, "idempotent-replayed")).toBe("true")
        expect(header(again, "original-request")).toBe(header(first, "request-id"))
        expect(header(first, "idempotent-replayed")).toBeNull()
        expect(yield* count(world)).toBe(1)
      })
    ))

  it.effect("is refused with other parameters", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* create(world, "k")
        const fault = yield* refused(create(world, "k", { locale: "de" }))
        expect(fault).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
        expect(fault.statusCode).toBe(400)
      })
    ))

  it.effect("is forgotten after 24 hours, and not before", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const first = yield* create(world, "k")
        yield* TestClock.adjust("86399 seconds")
        expect((yield* create(world, "k")).id).toBe(first.id)
        yield* TestClock.adjust("1 second")
        expect((yield* create(world, "k")).id).not.toBe(first.id)
      })
    ))

  it.effect("keeps a 500, whether the work was done or not", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          for (const [key, made] of [["k", 0], ["l", 1]] as const) {
            for (const _ of [1, 2]) {
              const fault = yield* refused(create(world, key))
              expect([fault.statusCode, fault.rawType]).toEqual([500, "api_error"])
              expect(fault.headers).toMatchObject({ "stripe-should-retry": "false" })
            }
            expect(yield* count(world)).toBe(made)
          }
        }),
      fated("checkout.sessions.create", "failed_before", "answered", "failed_after")
    ))

  it.effect("keeps no answer that was given before the work began", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          const limited = yield* refused(create(world, "k"))
          expect(limited).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
          expect(limited.headers).toMatchObject({ "retry-after": "7" })
          expect((yield* refused(create(world, "k", { success_url: "no" }))).param).toBe("success_url")
          expect((yield* create(world, "k")).status).toBe("open")
        }),
      fated("checkout.sessions.create", "rate_limited")
    ))

  it.effect("keeps a refusal of the bank", () =>
    inWorld(({ sdk }) =>
      Effect.gen(function*() {
        const pay = ask(() =>
          sdk.paymentIntents.create(
            { amount: 1000, currency: "eur", confirm: true, payment_method: "pm_card_chargeDeclined" },
            { idempotencyKey: "k" }
          )
        )
        const faults = [yield* refused(pay), yield* refused(pay)]
        expect(faults.map(({ charge, code }) => [charge, code])).toEqual([
          [expect.stringMatching(/^ch_/), "card_declined"],
          [faults[0]!.charge, "card_declined"]
        ])
      })
    ))

  it.effect("is in use until its request has an answer", () => {
    const begun = Deferred.unsafeMake<void>(FiberId.none)
    let calls = 0
    const call = (): Faults.CallCourse => {
      Deferred.unsafeDone(begun, Effect.void)
      return { ...Faults.answered, beforeMillis: ++calls === 1 ? 5000 : 0 }
    }
    return inWorld((world) =>
      Effect.gen(function*() {
        const first = yield* Effect.fork(create(world, "k"))
        yield* Deferred.await(begun)
        const fault = yield* refused(create(world, "k"))
        expect([fault.statusCode, fault.code]).toEqual([409, "idempotency_key_in_use"])
        yield* TestClock.adjust("5 seconds")
        expect((yield* create(world, "k")).id).toBe((yield* Fiber.join(first)).id)
      }), { plan: { call } })
  })
})

describe("a broken connection", () => {
  it.effect("has done nothing, or all, and the SDK's own repeat finds that out by its key", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          yield* create(world, "before")
          yield* create(world, "after")
          expect(yield* count(world)).toBe(2)
        }),
      fated("checkout.sessions.create", "reset_before", "answered", "reset_after", "answered")
    ))

  it.effect("is an error of the connection where the repeat breaks, too", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          const fault = yield* refused(create(world, "k"))
          expect(fault).toBeInstanceOf(Stripe.errors.StripeConnectionError)
          expect(yield* count(world)).toBe(1)
        }),
      fated("checkout.sessions.create", "reset_after", "reset_after")
    ))
})

describe("a caller", () => {
  it.effect("who hangs up before the answer stops nothing", () => {
    const call = (of: Faults.Call): Faults.CallCourse => ({
      ...Faults.answered,
      afterMillis: of.operation === "checkout.sessions.create" ? 60_000 : 0
    })
    return inWorld((world) =>
      Effect.gen(function*() {
        const hungUp = ask(() => world.sdk.checkout.sessions.create(sessionOf(), { timeout: 50 }))
        expect(yield* refused(hungUp)).toBeInstanceOf(Stripe.errors.StripeConnectionError)
        expect(yield* count(world)).toBe(1)
      }), { plan: { call } })
  })

  it.effect("needs the account's key, its permission and a version that exists", () =>
    inWorld(
      ({ sdk }) =>
        Effect.gen(function*() {
          const other = yield* refused(ask(() => sdk.events.list({}, { apiKey: "sk_test_other" })))
          expect(other).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
          expect(other.message).not.toContain("sk_test_other")
          const old = yield* refused(ask(() => sdk.events.list({}, { apiVersion: "2014-01-01" })))
          expect(old.message).toContain("Invalid Stripe API version")
          const forbidden = yield* refused(ask(() => sdk.payouts.list()))
          expect(forbidden).toBeInstanceOf(Stripe.errors.StripePermissionError)
          const unknown = yield* refused(ask(() => sdk.rawRequest("GET", "/v1/coupons")))
          expect(unknown.statusCode).toBe(404)
        }),
      fated("payouts.list", "forbidden")
    ))
})
