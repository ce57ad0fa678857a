/**
 * What a charge without the payer promises: its key takes the money once, and always has the same outcome.
 *
 * By what it pays is in `MandatePromises` and `TokenPromises`.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect } from "vitest"
import {
  byMandate,
  charged,
  chargeRequest,
  fresh,
  lookUp,
  mandated,
  proof,
  refundOf,
  refusal,
  tokened
} from "./Acts.ts"
import { Payer } from "./Payer.ts"
import { promise, type ProviderPromise } from "./ProviderPromise.ts"

export const promises: ReadonlyArray<ProviderPromise> = [
  promise(
    "a charge by mandate pays its session, and its key answers the same ever after",
    Effect.gen(function*() {
      const mandate = yield* mandated()
      const wanted = yield* chargeRequest(byMandate(mandate))
      const session = yield* charged(wanted)
      expect(session).toMatchObject({
        sessionId: wanted.session.sessionId,
        status: "complete",
        payments: [{
          status: "succeeded",
          amountMinor: 4785,
          currency: "EUR",
          method: "card",
          instrument: mandate.instrument,
          chargeKey: wanted.key
        }]
      })
      expect(yield* lookUp(session.sessionId)).toEqual(session)
      expect(yield* charged({ ...wanted, session: { ...wanted.session, amountMinor: 1 } })).toEqual(session)
      expect(yield* refusal({ ...wanted, key: yield* fresh("chg") })).toBe("session_closed")
      yield* refundOf(session.payments[0]!, 4785)
    }),
    "mandates"
  ),

  promise(
    "ten simultaneous charges with one key take the money once, and so do ten with ten keys",
    Effect.gen(function*() {
      const mandate = yield* mandated()
      const wanted = yield* chargeRequest(byMandate(mandate))
      const same = yield* Effect.all(Array.from({ length: 10 }, () => charged(wanted)), {
        concurrency: "unbounded"
      })
      expect(new Set(same.map(({ payments }) => payments.map(({ paymentId }) => paymentId).join())).size).toBe(1)
      const other = yield* chargeRequest(byMandate(mandate))
      const results = yield* Effect.all(
        Array.from({ length: 10 }, (_, n) => Effect.either(charged({ ...other, key: `${other.key}_${n}` }))),
        { concurrency: "unbounded" }
      )
      expect(results.filter(Either.isRight)).toHaveLength(1)
      expect((yield* lookUp(other.session.sessionId)).payments).toHaveLength(1)
    }),
    "mandates"
  ),

  promise(
    "a card that is declined is declined again by the same key, and its session can be paid by another",
    Effect.gen(function*() {
      const payer = yield* Payer
      const { wanted } = yield* tokened("declined card")
      const code = yield* refusal(wanted)
      expect(yield* refusal(wanted)).toBe(code)
      const session = yield* lookUp(wanted.session.sessionId)
      expect(session).toMatchObject({ status: "open", payments: [] })
      expect(yield* payer.pay(session, "card")).toBe("paid")
      expect((yield* lookUp(session.sessionId)).payments[0]!.chargeKey).toBeUndefined()
    }),
    "tokens"
  ),

  promise(
    "a bank that wants to hear from the cardholder is heard of, and content with the proof",
    Effect.gen(function*() {
      const { wanted } = yield* tokened("challenged card, confirmed")
      const refused = yield* Effect.flip(charged(wanted))
      expect(refused).toMatchObject({ _tag: "AuthenticationRequired", url: expect.stringMatching(/^https?:/) })
      expect((yield* lookUp(wanted.session.sessionId)).payments).toEqual([])
      const proved = { ...wanted, key: yield* fresh("chg"), authentication: proof }
      expect((yield* charged(proved)).status).toBe("complete")
      // Who gave a mandate has answered their bank already.
      const mandate = yield* mandated("challenged card, confirmed")
      yield* charged(yield* chargeRequest(byMandate(mandate)))
    }),
    "challenges",
    "tokens",
    "mandates"
  )
]
