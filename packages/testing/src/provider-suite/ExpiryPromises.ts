/**
 * What the end of a session promises: it stays ended, and of a payment and the end at one moment one wins for both
 * sides.
 *
 * Refunds of what was paid too late are the shop's.
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { byMandate, charged, chargeRequest, lookUp, mandated, open, paid, request } from "./Acts.ts"
import { Payer } from "./Payer.ts"
import { promise, type ProviderPromise } from "./ProviderPromise.ts"
import { eventually } from "./Time.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "an expired session takes no payment and stays expired",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const payer = yield* Payer
      const session = yield* open()
      expect(yield* provider.expireSession(session.sessionId)).toBe("expired")
      expect(yield* provider.expireSession(session.sessionId)).toBe("expired")
      expect(yield* payer.pay(session, "card")).toBe("refused")
      expect(yield* lookUp(session.sessionId)).toMatchObject({ status: "expired", payments: [] })
    })
  ),

  promise(
    "expiring comes too late for a payment that is done: it stands",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { session } = yield* paid()
      expect(yield* provider.expireSession(session.sessionId)).toBe("complete")
    })
  ),

  promise(
    "expiring comes too late for a payment that is on its way: it stands",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const payer = yield* Payer
      const later = yield* open()
      yield* payer.pay(later, "later")
      expect(["processing", "complete"]).toContain(yield* provider.expireSession(later.sessionId))
      yield* eventually(Effect.gen(function*() {
        expect((yield* lookUp(later.sessionId)).status).toBe("complete")
      }))
    }),
    "delays"
  ),

  promise(
    "paying and expiring at one moment: one of them wins, and both sides see which",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const payer = yield* Payer
      for (let round = 0; round < 5; round++) {
        const session = yield* open()
        const [seen, status] = yield* Effect.all(
          [payer.pay(session, "card"), provider.expireSession(session.sessionId)],
          { concurrency: "unbounded" }
        )
        expect(status).toBe(seen === "paid" ? "complete" : "expired")
        expect((yield* lookUp(session.sessionId)).payments).toHaveLength(seen === "paid" ? 1 : 0)
      }
    })
  ),

  promise(
    "a session that was expired before it was created cannot be opened later",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const payer = yield* Payer
      const wanted = yield* request()
      expect(yield* provider.expireSession(wanted.sessionId)).toBe("expired")
      expect(yield* provider.lookUpSession(wanted.sessionId)).toEqual(Option.none())
      const session = yield* provider.createSession(wanted)
      expect(session.status).toBe("expired")
      expect(yield* payer.pay(session, "card")).toBe("refused")
    })
  ),

  promise(
    "creating and expiring at one moment leaves nothing open",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      for (let round = 0; round < 5; round++) {
        const wanted = yield* request()
        yield* Effect.all([provider.createSession(wanted), provider.expireSession(wanted.sessionId)], {
          concurrency: "unbounded"
        })
        expect((yield* lookUp(wanted.sessionId)).status).toBe("expired")
      }
    })
  ),

  promise(
    "charging and expiring at one moment: one of them wins, and both sides see which",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const mandate = yield* mandated()
      for (let round = 0; round < 5; round++) {
        const wanted = yield* chargeRequest(byMandate(mandate))
        const [result, status] = yield* Effect.all(
          [Effect.either(charged(wanted)), provider.expireSession(wanted.session.sessionId)],
          { concurrency: "unbounded" }
        )
        expect(status).toBe(Either.isRight(result) ? "complete" : "expired")
        expect((yield* lookUp(wanted.session.sessionId)).payments).toHaveLength(Either.isRight(result) ? 1 : 0)
        // Asked again, the charge has come to what it came to.
        expect(Either.isRight(yield* Effect.either(charged(wanted)))).toBe(Either.isRight(result))
      }
    }),
    "mandates"
  )
]
