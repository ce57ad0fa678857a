/** What the shop and its payers do in the tests of Stripe's provider, and what they look at. */
import {
  PaymentProvider,
  type ProviderFault,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import { OrderId, SessionId } from "@beauty-store/domain/Ids"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import { Payer } from "@beauty-store/testing/ProviderSuite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { expect } from "vitest"
import * as Provider from "../../../test/shop/payment-provider.ts"
import { Far, makeWorld } from "./world.ts"

type Services = Layer.Layer.Success<ReturnType<typeof makeWorld>>

export const inWorld = <E>(body: Effect.Effect<void, E, Services>) => () =>
  Effect.runPromise(Effect.provide(body, makeWorld(Provider.memory())))

let count = 0
export const freshId = (prefix: string) => `${prefix}_${1_000_000_000 + ++count}`

const requestAt = (now: number): ProviderSessionRequest => ({
  sessionId: SessionId.make(freshId("cs")),
  orderId: OrderId.make(freshId("ord")),
  amountMinor: 4785,
  currency: "EUR",
  email: "ada@example.com",
  description: [],
  items: [
    { name: "Rose Water 100 ml", quantity: 2, totalMinor: 4290 },
    { name: "Shipping", quantity: 1, totalMinor: 495 }
  ],
  locale: "de-CH",
  country: CountryCode.make("DE"),
  methods: ["card", "apple_pay", "klarna"],
  preselect: "klarna",
  returnUrl: "https://shop.example/return",
  expiresAt: now + 1_800_000
})
export const request = (change: Partial<ProviderSessionRequest> = {}) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({ ...requestAt(now), ...change }))

export const open = (change: Partial<ProviderSessionRequest> = {}) =>
  Effect.gen(function*() {
    return yield* (yield* PaymentProvider).createSession(yield* request(change))
  })

export const paid = () =>
  Effect.gen(function*() {
    const session = yield* open()
    expect(yield* (yield* Payer).pay(session, "card")).toBe("paid")
    const seen = Option.getOrThrow(yield* (yield* PaymentProvider).lookUpSession(session.sessionId))
    return { session, payment: seen.payments[0]! }
  })

/** Sets how the calls of an operation go, one after the other; all others are answered. */
export const plan = (operation: string, ...fates: ReadonlyArray<Faults.CallCourse["fate"]>) =>
  Effect.map(Far, (far) => {
    const rest = [...fates]
    far.plan = {
      ...far.plan,
      call: (call) => ({
        ...Faults.answered,
        fate: call.operation === operation ? rest.shift() ?? "answered" : "answered"
      })
    }
  })

/** The keys by which an operation was called. */
export const keysOf = (operation: string) =>
  Effect.map(
    Far,
    ({ calls }) => calls.filter((call) => call.operation === operation).map(({ idempotencyKey }) => idempotencyKey)
  )

/** Repeats a call as the store does, until it is known what it has come to. */
export const insisting = <A, E, R>(call: Effect.Effect<A, E | ProviderFault, R>) =>
  Effect.retry(call, {
    times: 5,
    while: (error) =>
      typeof error === "object" && error !== null && "_tag" in error
      && (error._tag === "ProviderOutcomeUnknown" || error._tag === "ProviderDidNothing")
  })

export const sessionsOf = (sessionId: string) =>
  Effect.flatMap(
    Far,
    ({ client }) =>
      Effect.promise(async () =>
        (await client.checkout.sessions.list({ limit: 100 })).data.filter((one) =>
          one.client_reference_id === sessionId
        )
      )
  )

export const refundsOf = (paymentId: string) =>
  Effect.flatMap(
    Far,
    ({ client }) => Effect.promise(async () => (await client.refunds.list({ payment_intent: paymentId })).data)
  )

export const refund = (paymentId: string, key = `${freshId("ref")}:1`) =>
  Effect.flatMap(PaymentProvider, (provider) => provider.refund({ key, paymentId, amountMinor: 1000, currency: "EUR" }))
