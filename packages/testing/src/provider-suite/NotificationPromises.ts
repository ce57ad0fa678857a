/**
 * What messages to the shop promise: they come, and nobody else's are taken for them.
 *
 * A provider without messages refuses all, as the last promise says.
 */
import {
  type Notification,
  type NotificationMessage,
  PaymentProvider
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect } from "vitest"
import { fresh, mandated, paid, refundOf } from "./Acts.ts"
import { Payer } from "./Payer.ts"
import { promise, promiseWithout, type ProviderPromise } from "./ProviderPromise.ts"
import { at, eventually } from "./Time.ts"

/** The message about it, once it has come. */
const told = (expected: Notification) =>
  eventually(Effect.gen(function*() {
    const provider = yield* PaymentProvider
    const payer = yield* Payer
    for (const message of yield* payer.notifications) {
      const about = yield* Effect.either(provider.verifyNotification(message))
      if (Either.isRight(about) && JSON.stringify(about.right) === JSON.stringify(expected)) return message
    }
    return yield* Effect.fail("not told")
  }))

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "the shop is told of a payment and of a refund, in messages that verify and nothing else does",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { payment, session } = yield* paid()
      const key = yield* fresh("ref")
      yield* refundOf(payment, 500, key)

      const message = yield* told({ _tag: "SessionChanged", sessionId: session.sessionId })
      yield* told({ _tag: "RefundChanged", key })

      const rejected = (changed: NotificationMessage) =>
        Effect.map(Effect.flip(provider.verifyNotification(changed)), (error) => error._tag)
      const body = Uint8Array.from(message.body)
      body[body.length - 3]! ^= 1
      expect(yield* rejected({ ...message, body })).toBe("NotificationRejected")
      expect(yield* rejected({ ...message, headers: {} })).toBe("NotificationRejected")
      const late = at(payment.at + 400_000)(provider.verifyNotification(message))
      expect((yield* Effect.flip(late))._tag).toBe("NotificationRejected")
    }),
    "notifications"
  ),

  promise(
    "the shop is told that a mandate was decided",
    Effect.gen(function*() {
      const { mandateId } = yield* mandated()
      yield* told({ _tag: "MandateChanged", mandateId })
    }),
    "notifications",
    "mandates"
  ),

  promiseWithout(
    "notifications",
    "every message is somebody else's",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const body = new TextEncoder().encode(`{"type":"payment.succeeded"}`)
      const rejected = yield* Effect.flip(provider.verifyNotification({ headers: {}, body }))
      expect(rejected._tag).toBe("NotificationRejected")
    })
  )
]
