/**
 * What a session promises: it opens once under the shop's id, whoever asks how often, and is found by it.
 *
 * Payments are in `PaymentPromises`, and how a session ends without one in `ExpiryPromises`.
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { fresh, lookUp, open, request } from "./Acts.ts"
import { Payer } from "./Payer.ts"
import { promise, type ProviderPromise } from "./ProviderPromise.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "a session opens once, and a repeat answers the first whatever else it says",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const wanted = yield* request()
      const first = yield* provider.createSession(wanted)
      expect(first).toMatchObject({ sessionId: wanted.sessionId, status: "open", payments: [] })
      expect(first.url).toMatch(/^https?:/)
      expect(yield* provider.createSession({ ...wanted, amountMinor: 1, email: "eve@example.com" })).toEqual(first)
      expect(yield* provider.lookUpSession(wanted.sessionId)).toEqual(Option.some(first))

      const payer = yield* Payer
      expect(yield* payer.pay(first, "card")).toBe("paid")
      expect((yield* lookUp(wanted.sessionId)).payments[0]?.amountMinor).toBe(wanted.amountMinor)
    })
  ),

  promise(
    "ten simultaneous creations of one session make one",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const wanted = yield* request()
      const sessions = yield* Effect.all(Array.from({ length: 10 }, () => provider.createSession(wanted)), {
        concurrency: "unbounded"
      })
      expect(new Set(sessions.map((session) => session.providerId)).size).toBe(1)
      expect(new Set(sessions.map((session) => session.url)).size).toBe(1)
    })
  ),

  promise(
    "a session that was never created is none",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      expect(yield* provider.lookUpSession(SessionId.claimed.make(yield* fresh("cs")))).toEqual(Option.none())
    })
  ),

  promise(
    "pages of two sessions have addresses that do not follow from each other",
    Effect.gen(function*() {
      const [one, two] = yield* Effect.all([open(), open()])
      expect(one.url).not.toBe(two.url)
      expect(one.url.length).toBeGreaterThan(40)
    })
  ),

  promise(
    "an amount of nothing is declined",
    Effect.gen(function*() {
      const refused = yield* Effect.either(open({ amountMinor: 0 }))
      expect(Either.isLeft(refused) && refused.left._tag).toBe("ProviderDeclined")
    })
  )
]
