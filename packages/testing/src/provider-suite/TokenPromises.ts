/**
 * What a token of a vault promises: it pays once, and only what it was made for.
 *
 * A provider without tokens knows none, as the last promise says.
 */
import { type ChargeRequest, PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { charged, chargeRequest, fresh, paid, refusal, request, tokened } from "./Acts.ts"
import { promise, promiseWithout, type ProviderPromise } from "./ProviderPromise.ts"
import { at } from "./Time.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "a token pays its session once, for the card that it was made of",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { allowance, token, wanted } = yield* tokened()
      const { payment } = yield* paid("card")
      const known = { token, ...allowance, instrument: payment.instrument }
      expect(yield* provider.lookUpToken(token)).toEqual(Option.some({ ...known, used: false }))
      expect((yield* charged(wanted)).payments[0]).toMatchObject({
        instrument: payment.instrument,
        amountMinor: 4785
      })
      expect(yield* provider.lookUpToken(token)).toEqual(Option.some({ ...known, used: true }))
      expect(yield* provider.lookUpToken(yield* fresh("vt"))).toEqual(Option.none())
    }),
    "tokens"
  ),

  promise(
    "a token for something else is refused with the reason, and is not used up",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { allowance, token, wanted } = yield* tokened()
      const again = (change: Partial<ChargeRequest>) =>
        Effect.gen(function*() {
          return yield* refusal({ ...wanted, ...change, key: yield* fresh("chg") })
        })
      expect(yield* again({ session: yield* request() })).toBe("token_session_mismatch")
      expect(yield* again({ merchantId: "another-shop" })).toBe("token_merchant_mismatch")
      expect(yield* again({ source: { _tag: "Token", token: yield* fresh("vt") } })).toBe("token_not_found")
      expect(yield* at(allowance.expiresAt)(again({}))).toBe("token_expired")
      const small = yield* tokened("card", { maxAmountMinor: 4784 })
      expect(yield* refusal(small.wanted)).toBe("token_amount_exceeded")
      const foreign = yield* tokened("card", { currency: "USD" })
      expect(yield* refusal(foreign.wanted)).toBe("token_currency_mismatch")
      expect(Option.getOrThrow(yield* provider.lookUpToken(token)).used).toBe(false)
      yield* charged({ ...wanted, key: yield* fresh("chg") })
    }),
    "tokens"
  ),

  promiseWithout(
    "tokens",
    "no token is known, and none pays",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const token = yield* fresh("vt")
      expect(yield* provider.lookUpToken(token)).toEqual(Option.none())
      const charge = yield* chargeRequest({ _tag: "Token", token })
      expect(yield* refusal(charge)).toBe("token_not_found")
    })
  )
]
