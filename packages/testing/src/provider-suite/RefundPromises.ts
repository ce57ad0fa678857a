/**
 * What a refund promises: its key makes one, and all together never give back more than was taken.
 *
 * What the shop hears of refunds is in `NotificationPromises`.
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { fresh, paid, refundOf } from "./Acts.ts"
import { promise, type ProviderPromise } from "./ProviderPromise.ts"
import { eventually } from "./Time.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "a refund is found by its key and succeeds",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { payment } = yield* paid()
      const key = yield* fresh("ref")
      expect(yield* provider.lookUpRefund(key)).toEqual(Option.none())
      const refund = yield* refundOf(payment, 1000, key)
      expect(refund).toMatchObject({ key, failure: undefined })
      yield* eventually(Effect.gen(function*() {
        const seen = Option.getOrThrow(yield* provider.lookUpRefund(key))
        expect(seen).toEqual({ ...refund, status: "succeeded" })
      }))
    })
  ),

  promise(
    "a refund repeated with its key is the same refund",
    Effect.gen(function*() {
      const { payment } = yield* paid()
      const key = yield* fresh("ref")
      const refunds = yield* Effect.all(Array.from({ length: 5 }, () => refundOf(payment, 4785, key)), {
        concurrency: "unbounded"
      })
      expect(new Set(refunds.map((refund) => refund.providerRefundId)).size).toBe(1)
      expect((yield* Effect.flip(refundOf(payment, 1)))._tag).toBe("ProviderDeclined")
    })
  ),

  promise(
    "refunds never give back more than was taken, however many come at once",
    Effect.gen(function*() {
      const { payment } = yield* paid()
      const results = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.either(refundOf(payment, 1500))),
        { concurrency: "unbounded" }
      )
      expect(results.filter(Either.isRight)).toHaveLength(3)
      for (const result of results.filter(Either.isLeft)) expect(result.left._tag).toBe("ProviderDeclined")
      yield* refundOf(payment, 4785 - 4500)
    })
  ),

  promise(
    "a declined refund is declined again by the same key, and what it wanted is still there for another",
    Effect.gen(function*() {
      const { payment } = yield* paid()
      const key = yield* fresh("ref")
      expect((yield* Effect.flip(refundOf(payment, 4786, key)))._tag).toBe("ProviderDeclined")
      expect((yield* Effect.flip(refundOf(payment, 4786, key)))._tag).toBe("ProviderDeclined")
      yield* refundOf(payment, 4785)
    })
  ),

  promise(
    "a payment that nobody knows, or that took no money, gives none back",
    Effect.gen(function*() {
      const { payment } = yield* paid()
      const unknown = yield* Effect.flip(refundOf({ ...payment, paymentId: yield* fresh("pay") }, 100))
      expect(unknown._tag).toBe("ProviderDeclined")
    })
  )
]
