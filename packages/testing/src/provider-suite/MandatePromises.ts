/**
 * What a mandate promises: the person decides once, and what is not in force pays nothing.
 *
 * What it pays is in `ChargePromises`. A provider without mandates has to refuse them, as the last promise says.
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId } from "@beauty-store/domain/Ids"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { byMandate, charged, chargeRequest, fresh, mandated, mandateRequest, paid, refusal } from "./Acts.ts"
import { Payer } from "./Payer.ts"
import { promise, promiseWithout, type ProviderPromise } from "./ProviderPromise.ts"
import { at } from "./Time.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "a mandate is prepared once, decided by the person, and names the card that pays",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const payer = yield* Payer
      const wanted = yield* mandateRequest()
      expect(yield* provider.lookUpMandate(wanted.mandateId)).toEqual(Option.none())
      const asked = yield* provider.createMandate(wanted)
      expect(asked).toMatchObject({ mandateId: wanted.mandateId, status: "pending", instrument: undefined })
      expect(asked.url.length).toBeGreaterThan(40)
      expect(yield* provider.createMandate({ ...wanted, agent: "eve" })).toEqual(asked)
      yield* payer.decide(asked, "card")
      const given = Option.getOrThrow(yield* provider.lookUpMandate(wanted.mandateId))
      expect(given.status).toBe("active")
      // The same card has the same name wherever it pays.
      const { payment } = yield* paid("card")
      expect(given.instrument).toBe(payment.instrument)
      expect((yield* mandated("other card")).instrument).not.toBe(payment.instrument)
    }),
    "mandates"
  ),

  promise(
    "a person can say no to a mandate",
    Effect.gen(function*() {
      expect((yield* mandated("no")).status).toBe("rejected")
    }),
    "mandates",
    "rejections"
  ),

  promise(
    "a mandate that was revoked, or whose time is over, or that was never given, pays nothing",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const revoked = yield* mandated()
      yield* provider.revokeMandate(revoked.mandateId)
      yield* provider.revokeMandate(revoked.mandateId)
      const now = yield* Clock.currentTimeMillis
      const short = yield* mandated("card", { expiresAt: now + 600_000 })
      const undecided = yield* provider.createMandate(yield* mandateRequest())
      const nobodys = { ...undecided, mandateId: DelegationId.claimed.make(yield* fresh("del")) }
      for (const mandate of [revoked, undecided, nobodys]) {
        expect(yield* refusal(yield* chargeRequest(byMandate(mandate)))).toBe("mandate_not_active")
      }
      yield* charged(yield* chargeRequest(byMandate(short)))
      const late = yield* chargeRequest(byMandate(short))
      expect(yield* at(now + 600_000)(refusal(late))).toBe("mandate_not_active")
      // What was revoked before it was created cannot be given later.
      const never = yield* mandateRequest()
      yield* provider.revokeMandate(never.mandateId)
      expect((yield* Effect.flip(provider.createMandate(never)))._tag).toBe("ProviderDeclined")
    }),
    "mandates"
  ),

  promiseWithout(
    "mandates",
    "nobody is asked for a mandate, and none pays",
    Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const wanted = yield* mandateRequest()
      expect((yield* Effect.flip(provider.createMandate(wanted)))._tag).toBe("ProviderDeclined")
      expect(yield* provider.lookUpMandate(wanted.mandateId)).toEqual(Option.none())
      yield* provider.revokeMandate(wanted.mandateId)
      const charge = yield* chargeRequest({ _tag: "Mandate", mandateId: wanted.mandateId })
      expect(yield* refusal(charge)).toBe("mandate_not_active")
      expect((yield* Effect.flip(charged(charge)))._tag).toBe("ProviderDeclined")
    })
  )
]
