/**
 * What a payment on the provider's page promises: it is taken once, counts when it is decided, and names its
 * instrument.
 *
 * Charges without the payer are in `ChargePromises`.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { lookUp, open, paid } from "./Acts.ts"
import { Payer } from "./Payer.ts"
import { promise, type ProviderPromise } from "./ProviderPromise.ts"
import { eventually } from "./Time.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "a payment completes its session and is seen with all that the shop must check",
    Effect.gen(function*() {
      const before = yield* Clock.currentTimeMillis
      const { payment, session } = yield* paid()
      const seen = yield* lookUp(session.sessionId)
      expect(seen).toMatchObject({ status: "complete", url: session.url, providerId: session.providerId })
      expect(seen.payments).toHaveLength(1)
      expect(payment).toMatchObject({ status: "succeeded", amountMinor: 4785, currency: "EUR", method: "card" })
      expect(payment.instrument).not.toBe("")
      // A provider may count in seconds.
      expect(payment.at).toBeGreaterThan(before - 1000)
      expect(payment.at).toBeLessThanOrEqual(yield* Clock.currentTimeMillis)
    })
  ),

  promise(
    "ten payers of one session at one moment make one payment",
    Effect.gen(function*() {
      const payer = yield* Payer
      const session = yield* open()
      const seen = yield* Effect.all(Array.from({ length: 10 }, () => payer.pay(session, "card")), {
        concurrency: "unbounded"
      })
      expect(seen.filter((one) => one === "paid")).toHaveLength(1)
      expect(seen.filter((one) => one === "refused")).toHaveLength(9)
      expect((yield* lookUp(session.sessionId)).payments).toHaveLength(1)
    })
  ),

  promise(
    "a declined try is no payment, and another try can pay",
    Effect.gen(function*() {
      const payer = yield* Payer
      const session = yield* open()
      expect(yield* payer.pay(session, "declined card")).toBe("declined")
      expect(yield* lookUp(session.sessionId)).toMatchObject({ status: "open", payments: [] })
      expect(yield* payer.pay(session, "card")).toBe("paid")
      expect(yield* lookUp(session.sessionId)).toMatchObject({
        status: "complete",
        payments: [{ status: "succeeded" }]
      })
    })
  ),

  promise(
    "a bank that asks is paid when it is answered well, and not when it is answered badly",
    Effect.gen(function*() {
      const payer = yield* Payer
      const session = yield* open()
      expect(yield* payer.pay(session, "challenged card, failed")).toBe("declined")
      expect(yield* lookUp(session.sessionId)).toMatchObject({ status: "open", payments: [] })
      expect(yield* payer.pay(session, "challenged card, confirmed")).toBe("paid")
      expect(yield* lookUp(session.sessionId)).toMatchObject({
        status: "complete",
        payments: [{ status: "succeeded", amountMinor: 4785 }]
      })
    }),
    "challenges"
  ),

  promise(
    "one card is one instrument; another card is another",
    Effect.gen(function*() {
      const one = yield* paid("card")
      const again = yield* paid("card", { email: "other@example.com" })
      const other = yield* paid("other card")
      expect(again.payment.instrument).toBe(one.payment.instrument)
      expect(other.payment.instrument).not.toBe(one.payment.instrument)
      expect(other.payment.instrument).not.toMatch(/\d{6}/)
    })
  ),

  promise(
    "a card is the same instrument through a wallet",
    Effect.gen(function*() {
      const one = yield* paid("card")
      const wallet = yield* paid("wallet of card")
      expect(wallet.payment.instrument).toBe(one.payment.instrument)
    }),
    "wallets"
  ),

  promise(
    "what is decided later is processing first, takes no second payment, and then completes",
    Effect.gen(function*() {
      const payer = yield* Payer
      const session = yield* open()
      expect(yield* payer.pay(session, "later")).toBe("processing")
      expect(yield* payer.pay(session, "card")).toBe("refused")
      yield* eventually(Effect.gen(function*() {
        expect(yield* lookUp(session.sessionId)).toMatchObject({
          status: "complete",
          payments: [{ status: "succeeded" }]
        })
      }))
    }),
    "delays"
  )
]
