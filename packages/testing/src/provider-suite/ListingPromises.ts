/**
 * What the list of payments promises: all that took money is found again, by its last change, with what it was for.
 *
 * It is what the shop compares itself with.
 */
import {
  type ListedPayment,
  type PaymentPage,
  PaymentProvider,
  type ProviderPayment
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { byMandate, charged, chargeRequest, fresh, mandated, open, paid, refundOf } from "./Acts.ts"
import { promise, type ProviderPromise } from "./ProviderPromise.ts"
import { eventually } from "./Time.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "payments that took money are listed by their last change, with their refunds, from page to page",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const from = yield* Clock.currentTimeMillis
      const listed = Effect.gen(function*() {
        const all: Array<ListedPayment> = []
        for (let cursor: string | undefined, more = true; more;) {
          const page: PaymentPage = yield* provider.listPayments({ from, cursor })
          all.push(...page.payments)
          cursor = page.next
          more = cursor !== undefined
        }
        return all
      })
      const first = yield* paid()
      const second = yield* paid()
      yield* open()
      const ids = [first.payment.paymentId, second.payment.paymentId]
      const ours = Effect.map(listed, (all) => all.filter(({ paymentId }) => ids.includes(paymentId)))
      const { status: _, ...facts } = first.payment
      expect(yield* ours).toMatchObject([
        { ...facts, sessionId: first.session.sessionId, mandateId: undefined, refunds: [] },
        { paymentId: ids[1], chargeKey: undefined, mandateId: undefined }
      ])
      // A refund in the millisecond of the other payment would not be later than it.
      yield* eventually(Effect.filterOrFail(Clock.currentTimeMillis, (now) => now > second.payment.at))
      const key = yield* fresh("ref")
      yield* refundOf(first.payment, 500, key)
      // It has changed, and is the last one now.
      yield* eventually(Effect.gen(function*() {
        const [other, refunded] = yield* ours
        expect(other).toMatchObject({ paymentId: ids[1] })
        expect(refunded).toMatchObject({ ...facts, refunds: [{ key, amountMinor: 500, status: "succeeded" }] })
        expect((yield* provider.listPayments({ from: refunded!.changedAt + 1, cursor: undefined })).payments)
          .not.toContainEqual(expect.objectContaining({ paymentId: ids[0] }))
      }))
    })
  ),

  promise(
    "a charge is listed with its key, its order and its mandate",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const from = yield* Clock.currentTimeMillis
      const wanted = yield* chargeRequest(byMandate(yield* mandated()))
      const [{ paymentId }] = (yield* charged(wanted)).payments as readonly [ProviderPayment]
      const { payments } = yield* provider.listPayments({ from, cursor: undefined })
      expect(payments.filter((one) => one.paymentId === paymentId)).toMatchObject([
        { chargeKey: wanted.key, orderId: wanted.session.orderId, mandateId: expect.any(String) }
      ])
    }),
    "mandates"
  )
]
