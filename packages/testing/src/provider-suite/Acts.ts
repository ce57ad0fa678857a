/**
 * What the shop and its payers do in the promises: requests with ids of their own, and the steps that lead to a
 * payment.
 *
 * Ids are new in each run, so that the suite can run against an account that has a history.
 */
import {
  type ChargeRequest,
  type ChargeSource,
  type MandateRequest,
  PaymentProvider,
  type ProviderMandate,
  type ProviderPayment,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import type { TokenAllowance } from "@beauty-store/commerce/payment/PaymentVault"
import { CountryCode } from "@beauty-store/domain/Address"
import { type Claimed, DelegationId, OrderId, SessionId } from "@beauty-store/domain/Ids"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { Payer, type Try } from "./Payer.ts"

let count = 0
/** Ids of this run: what earlier runs left at a provider is not met again. */
export const fresh = (prefix: string): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => `${prefix}_${now.toString(36)}x${process.pid}x${++count}`)

export const request = (change: Partial<ProviderSessionRequest> = {}): Effect.Effect<ProviderSessionRequest> =>
  Effect.gen(function*() {
    return {
      sessionId: SessionId.make(yield* fresh("cs")),
      orderId: OrderId.make(yield* fresh("ord")),
      amountMinor: 4785,
      currency: "EUR",
      email: "ada@example.com",
      description: ["2 × Rose Water 100 ml", "Shipping"],
      items: [{ name: "Rose Water 100 ml", quantity: 2, totalMinor: 4290 }, {
        name: "Shipping",
        quantity: 1,
        totalMinor: 495
      }],
      locale: "en",
      country: CountryCode.make("DE"),
      methods: methodsOfferedIn(CountryCode.make("DE")),
      preselect: undefined,
      returnUrl: "https://shop.example/return",
      expiresAt: (yield* Clock.currentTimeMillis) + 3_600_000,
      ...change
    }
  })

export const open = (change: Partial<ProviderSessionRequest> = {}) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    return yield* provider.createSession(yield* request(change))
  })

export const lookUp = (sessionId: Claimed<SessionId>) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    return Option.getOrThrow(yield* provider.lookUpSession(sessionId))
  })

export const paid = (how: Try = "card", change: Partial<ProviderSessionRequest> = {}) =>
  Effect.gen(function*() {
    const payer = yield* Payer
    const session = yield* open(change)
    expect(yield* payer.pay(session, how)).toBe("paid")
    const [payment] = (yield* lookUp(session.sessionId)).payments
    return { session, payment: payment! }
  })

export const refundOf = (payment: ProviderPayment, amountMinor: number, key?: string) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    const { currency, paymentId } = payment
    return yield* provider.refund({ key: key ?? (yield* fresh("ref")), paymentId, amountMinor, currency })
  })

export const mandateRequest = (change: Partial<MandateRequest> = {}): Effect.Effect<MandateRequest> =>
  Effect.gen(function*() {
    return {
      mandateId: DelegationId.make(yield* fresh("del")),
      agent: "robot",
      locale: "en",
      description: ["Up to 200.00 for one order"],
      decideBefore: (yield* Clock.currentTimeMillis) + 1_800_000,
      expiresAt: undefined,
      permissionsUrl: "https://shop.example/permissions/of-ada",
      ...change
    }
  })

/** A mandate that was given with a card. */
export const mandated = (how: Try | "no" = "card", change: Partial<MandateRequest> = {}) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    const payer = yield* Payer
    const asked = yield* provider.createMandate(yield* mandateRequest(change))
    expect(yield* payer.decide(asked, how)).toBe(true)
    return Option.getOrThrow(yield* provider.lookUpMandate(asked.mandateId))
  })

export const byMandate = ({ mandateId }: ProviderMandate): ChargeSource => ({
  _tag: "Mandate",
  mandateId: DelegationId.make(mandateId)
})

export const chargeRequest = (
  source: ChargeSource,
  change: Partial<ChargeRequest> = {}
): Effect.Effect<ChargeRequest> =>
  Effect.gen(function*() {
    return {
      key: yield* fresh("chg"),
      session: yield* request(),
      source,
      merchantId: "the-shop",
      authentication: undefined,
      ...change
    }
  })

export const charged = (wanted: ChargeRequest) => Effect.flatMap(PaymentProvider, (provider) => provider.charge(wanted))

/** Why a charge was declined. */
export const refusal = (wanted: ChargeRequest) =>
  Effect.map(Effect.flip(charged(wanted)), (error) => error._tag === "ProviderDeclined" ? error.code : error._tag)

/** A token of a card for a session, and the charge that it is for. */
export const tokened = (how: Try = "card", change: Partial<TokenAllowance> = {}) =>
  Effect.gen(function*() {
    const payer = yield* Payer
    const wanted = yield* chargeRequest({ _tag: "Token", token: "" })
    const allowance: TokenAllowance = {
      sessionId: wanted.session.sessionId,
      merchantId: "the-shop",
      currency: "EUR",
      maxAmountMinor: 4785,
      expiresAt: (yield* Clock.currentTimeMillis) + 600_000,
      ...change
    }
    const token = yield* payer.delegate(how, allowance)
    return { token, allowance, wanted: { ...wanted, source: { _tag: "Token", token } as const } }
  })

export const proof = {
  cryptogram: "AAECAwQFBgcICQoLDA0ODw==",
  electronicCommerceIndicator: "05",
  transactionId: "3a5b",
  version: "2.2.0"
}
