/**
 * The promises of the port (`PaymentProvider` in commerce) as a suite of tests for any provider, in Vitest.
 *
 * A provider brings a world: its layer, and a `Payer` that does what people do on its pages.
 *
 * ```ts
 * providerSuite("my provider", () => Layer.provideMerge(myPayer, MyPaymentProvider.layer), { offers: ["mandates"] })
 * ```
 *
 * `offers` says which of the features that a provider may leave out it has; its `Payer` never meets the others. What is
 * not offered has to be refused as the port says.
 *
 * The suite runs on the real clock and waits by looking again, since a real provider takes its time. Its ids are new in
 * each run, so that it can run against an account that has a history.
 *
 * @since 1.0.0
 */
import {
  type ChargeRequest,
  type ChargeSource,
  type ListedPayment,
  type MandateRequest,
  type NotificationMessage,
  type PaymentPage,
  PaymentProvider,
  type ProviderMandate,
  type ProviderPayment,
  type ProviderSession,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import type { TokenAllowance } from "@beauty-store/commerce/payment/PaymentVault"
import { CountryCode } from "@beauty-store/domain/Address"
import { type Claimed, DelegationId, OrderId, SessionId } from "@beauty-store/domain/Ids"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

/** Ways that a payer may try, whatever numbers or buttons they are at this provider. */
export type Try =
  /** A good card. */
  | "card"
  /** Another good card. */
  | "other card"
  /** The first good card, through a wallet. */
  | "wallet of card"
  | "declined card"
  /** A card whose bank asks, and is answered well or badly. */
  | "challenged card, confirmed"
  | "challenged card, failed"
  /** A way to pay that is decided later, in favour. */
  | "later"

/** What the payer saw: `refused` where the page took no payment any more. */
export type Seen = "paid" | "processing" | "declined" | "refused"

/** What a provider may leave out. */
export type Feature =
  /** Cards through wallets. */
  | "wallets"
  /** Cards whose bank asks. */
  | "challenges"
  /** Payments that are decided later. */
  | "delays"
  /** Messages to the shop. */
  | "notifications"
  /** Mandates, and charges of them. */
  | "mandates"
  /** Tokens of a vault, and charges of them. */
  | "tokens"

const allFeatures: ReadonlyArray<Feature> = [
  "wallets",
  "challenges",
  "delays",
  "notifications",
  "mandates",
  "tokens"
]

export interface SuiteOptions {
  /** Which features the provider has. Default: all. */
  readonly offers?: ReadonlyArray<Feature> | undefined
}

export class Payer extends Context.Tag("@beauty-store/testing/Payer")<Payer, {
  readonly pay: (session: ProviderSession, how: Try) => Effect.Effect<Seen>
  /** Allows a mandate with a card, or turns it down. Answers whether it is decided. */
  readonly decide: (mandate: ProviderMandate, how: Try | "no") => Effect.Effect<boolean>
  /** Has a vault give out a token for a card. */
  readonly delegate: (how: Try, allowance: TokenAllowance) => Effect.Effect<string>
  /** Everything the provider has sent to the shop so far. */
  readonly notifications: Effect.Effect<ReadonlyArray<NotificationMessage>>
}>() {}

/** Looks again until it holds; gives up after ten seconds with the last failure. */
export const eventually = <A, E, R>(check: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(
    Effect.catchAllDefect(check, (defect) => Effect.fail(defect as E)),
    Schedule.spaced(20).pipe(Schedule.upTo("10 seconds"))
  ) as Effect.Effect<A, E, R>

/** Runs as if it were another time. */
export const at = (millis: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withClock(effect, Object.assign(Object.create(Clock.make()), { currentTimeMillis: Effect.succeed(millis) }))

let count = 0
/** Ids of this run: what earlier runs left at a provider is not met again. */
const fresh = (prefix: string): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => `${prefix}_${now.toString(36)}x${process.pid}x${++count}`)

const request = (change: Partial<ProviderSessionRequest> = {}): Effect.Effect<ProviderSessionRequest> =>
  Effect.gen(function*() {
    return {
      sessionId: SessionId.make(yield* fresh("cs")),
      orderId: OrderId.make(yield* fresh("ord")),
      amountMinor: 4785,
      currency: "EUR",
      email: "ada@example.com",
      description: ["2 × Rose Water 100 ml", "Shipping"],
      language: "en",
      country: CountryCode.make("DE"),
      preselect: undefined,
      returnUrl: "https://shop.example/return",
      expiresAt: (yield* Clock.currentTimeMillis) + 3_600_000,
      ...change
    }
  })

const open = (change: Partial<ProviderSessionRequest> = {}) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    return yield* provider.createSession(yield* request(change))
  })

const lookUp = (sessionId: Claimed<SessionId>) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    return Option.getOrThrow(yield* provider.lookUpSession(sessionId))
  })

const paid = (how: Try = "card", change: Partial<ProviderSessionRequest> = {}) =>
  Effect.gen(function*() {
    const payer = yield* Payer
    const session = yield* open(change)
    expect(yield* payer.pay(session, how)).toBe("paid")
    const [payment] = (yield* lookUp(session.sessionId)).payments
    return { session, payment: payment! }
  })

const refundOf = (payment: ProviderPayment, amountMinor: number, key?: string) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    const { currency, paymentId } = payment
    return yield* provider.refund({ key: key ?? (yield* fresh("ref")), paymentId, amountMinor, currency })
  })

const mandateRequest = (change: Partial<MandateRequest> = {}): Effect.Effect<MandateRequest> =>
  Effect.gen(function*() {
    return {
      mandateId: DelegationId.make(yield* fresh("del")),
      agent: "robot",
      language: "en",
      description: ["Up to 200.00 for one order"],
      decideBefore: (yield* Clock.currentTimeMillis) + 1_800_000,
      expiresAt: undefined,
      ...change
    }
  })

/** A mandate that was given with a card. */
const mandated = (how: Try | "no" = "card", change: Partial<MandateRequest> = {}) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    const payer = yield* Payer
    const asked = yield* provider.createMandate(yield* mandateRequest(change))
    expect(yield* payer.decide(asked, how)).toBe(true)
    return Option.getOrThrow(yield* provider.lookUpMandate(asked.mandateId))
  })

const byMandate = ({ mandateId }: ProviderMandate): ChargeSource => ({
  _tag: "Mandate",
  mandateId: DelegationId.make(mandateId)
})

const chargeRequest = (source: ChargeSource, change: Partial<ChargeRequest> = {}): Effect.Effect<ChargeRequest> =>
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

const charged = (wanted: ChargeRequest) => Effect.flatMap(PaymentProvider, (provider) => provider.charge(wanted))

/** Why a charge was declined. */
const refusal = (wanted: ChargeRequest) =>
  Effect.map(Effect.flip(charged(wanted)), (error) => error._tag === "ProviderDeclined" ? error.code : error._tag)

/** A token of a card for a session, and the charge that it is for. */
const tokened = (how: Try = "card", change: Partial<TokenAllowance> = {}) =>
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

const proof = {
  cryptogram: "AAECAwQFBgcICQoLDA0ODw==",
  electronicCommerceIndicator: "05",
  transactionId: "3a5b",
  version: "2.2.0"
}

/** The suite, for whatever `makeWorld` makes. */
export const providerSuite = <E>(
  name: string,
  makeWorld: () => Layer.Layer<PaymentProvider | Payer, E>,
  { offers = allFeatures }: SuiteOptions = {}
): void =>
  void describe(`${name}: the provider suite`, () => {
    const world = ManagedRuntime.make(makeWorld())
    beforeAll(() => world.runPromise(Effect.void), 60_000)
    afterAll(() => world.dispose())
    const offersAll = (features: ReadonlyArray<Feature>) => features.every((feature) => offers.includes(feature))
    /** A promise, of providers that have some features. */
    const holds = (
      title: string,
      run: () => Effect.Effect<void, unknown, PaymentProvider | Payer>,
      ...features: ReadonlyArray<Feature>
    ) => test.skipIf(!offersAll(features))(title, () => world.runPromise(run()))
    /** A promise of providers without a feature. */
    const holdsWithout = (
      feature: Feature,
      title: string,
      run: () => Effect.Effect<void, unknown, PaymentProvider | Payer>
    ) => test.skipIf(offers.includes(feature))(title, () => world.runPromise(run()))

    holds("a session opens once, and a repeat answers the first whatever else it says", () =>
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
      }))

    holds("ten simultaneous creations of one session make one", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const wanted = yield* request()
        const sessions = yield* Effect.all(Array.from({ length: 10 }, () => provider.createSession(wanted)), {
          concurrency: "unbounded"
        })
        expect(new Set(sessions.map((session) => session.providerId)).size).toBe(1)
        expect(new Set(sessions.map((session) => session.url)).size).toBe(1)
      }))

    holds("a session that was never created is none", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        expect(yield* provider.lookUpSession(SessionId.claimed.make(yield* fresh("cs")))).toEqual(Option.none())
      }))

    holds("pages of two sessions have addresses that do not follow from each other", () =>
      Effect.gen(function*() {
        const [one, two] = yield* Effect.all([open(), open()])
        expect(one.url).not.toBe(two.url)
        expect(one.url.length).toBeGreaterThan(40)
      }))

    holds(
      "a payment completes its session and is seen with all that the shop must check",
      () =>
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
    )

    holds("ten payers of one session at one moment make one payment", () =>
      Effect.gen(function*() {
        const payer = yield* Payer
        const session = yield* open()
        const seen = yield* Effect.all(Array.from({ length: 10 }, () => payer.pay(session, "card")), {
          concurrency: "unbounded"
        })
        expect(seen.filter((one) => one === "paid")).toHaveLength(1)
        expect(seen.filter((one) => one === "refused")).toHaveLength(9)
        expect((yield* lookUp(session.sessionId)).payments).toHaveLength(1)
      }))

    holds("a declined try is no payment, and another try can pay", () =>
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
      }))

    holds(
      "a bank that asks is paid when it is answered well, and not when it is answered badly",
      () =>
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
    )

    holds(
      "one card is one instrument; another card is another",
      () =>
        Effect.gen(function*() {
          const one = yield* paid("card")
          const again = yield* paid("card", { email: "other@example.com" })
          const other = yield* paid("other card")
          expect(again.payment.instrument).toBe(one.payment.instrument)
          expect(other.payment.instrument).not.toBe(one.payment.instrument)
          expect(other.payment.instrument).not.toMatch(/\d{6}/)
        })
    )

    holds("a card is the same instrument through a wallet", () =>
      Effect.gen(function*() {
        const one = yield* paid("card")
        const wallet = yield* paid("wallet of card")
        expect(wallet.payment.instrument).toBe(one.payment.instrument)
      }), "wallets")

    holds(
      "what is decided later is processing first, takes no second payment, and then completes",
      () =>
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

    holds("an expired session takes no payment and stays expired", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const payer = yield* Payer
        const session = yield* open()
        expect(yield* provider.expireSession(session.sessionId)).toBe("expired")
        expect(yield* provider.expireSession(session.sessionId)).toBe("expired")
        expect(yield* payer.pay(session, "card")).toBe("refused")
        expect(yield* lookUp(session.sessionId)).toMatchObject({ status: "expired", payments: [] })
      }))

    holds("expiring comes too late for a payment that is done: it stands", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const { session } = yield* paid()
        expect(yield* provider.expireSession(session.sessionId)).toBe("complete")
      }))

    holds("expiring comes too late for a payment that is on its way: it stands", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const payer = yield* Payer
        const later = yield* open()
        yield* payer.pay(later, "later")
        expect(["processing", "complete"]).toContain(yield* provider.expireSession(later.sessionId))
        yield* eventually(Effect.gen(function*() {
          expect((yield* lookUp(later.sessionId)).status).toBe("complete")
        }))
      }), "delays")

    holds(
      "paying and expiring at one moment: one of them wins, and both sides see which",
      () =>
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
    )

    holds("a session that was expired before it was created cannot be opened later", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const payer = yield* Payer
        const wanted = yield* request()
        expect(yield* provider.expireSession(wanted.sessionId)).toBe("expired")
        expect(yield* provider.lookUpSession(wanted.sessionId)).toEqual(Option.none())
        const session = yield* provider.createSession(wanted)
        expect(session.status).toBe("expired")
        expect(yield* payer.pay(session, "card")).toBe("refused")
      }))

    holds("creating and expiring at one moment leaves nothing open", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        for (let round = 0; round < 5; round++) {
          const wanted = yield* request()
          yield* Effect.all([provider.createSession(wanted), provider.expireSession(wanted.sessionId)], {
            concurrency: "unbounded"
          })
          expect((yield* lookUp(wanted.sessionId)).status).toBe("expired")
        }
      }))

    holds("an amount of nothing is declined", () =>
      Effect.gen(function*() {
        const refused = yield* Effect.either(open({ amountMinor: 0 }))
        expect(Either.isLeft(refused) && refused.left._tag).toBe("ProviderDeclined")
      }))

    holds("a refund is found by its key and succeeds", () =>
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
      }))

    holds("a refund repeated with its key is the same refund", () =>
      Effect.gen(function*() {
        const { payment } = yield* paid()
        const key = yield* fresh("ref")
        const refunds = yield* Effect.all(Array.from({ length: 5 }, () => refundOf(payment, 4785, key)), {
          concurrency: "unbounded"
        })
        expect(new Set(refunds.map((refund) => refund.providerRefundId)).size).toBe(1)
        expect((yield* Effect.flip(refundOf(payment, 1)))._tag).toBe("ProviderDeclined")
      }))

    holds("refunds never give back more than was taken, however many come at once", () =>
      Effect.gen(function*() {
        const { payment } = yield* paid()
        const results = yield* Effect.all(
          Array.from({ length: 10 }, () => Effect.either(refundOf(payment, 1500))),
          { concurrency: "unbounded" }
        )
        expect(results.filter(Either.isRight)).toHaveLength(3)
        for (const result of results.filter(Either.isLeft)) expect(result.left._tag).toBe("ProviderDeclined")
        yield* refundOf(payment, 4785 - 4500)
      }))

    holds(
      "a declined refund is declined again by the same key, and what it wanted is still there for another",
      () =>
        Effect.gen(function*() {
          const { payment } = yield* paid()
          const key = yield* fresh("ref")
          expect((yield* Effect.flip(refundOf(payment, 4786, key)))._tag).toBe("ProviderDeclined")
          expect((yield* Effect.flip(refundOf(payment, 4786, key)))._tag).toBe("ProviderDeclined")
          yield* refundOf(payment, 4785)
        })
    )

    holds("a payment that nobody knows, or that took no money, gives none back", () =>
      Effect.gen(function*() {
        const { payment } = yield* paid()
        const unknown = yield* Effect.flip(refundOf({ ...payment, paymentId: yield* fresh("pay") }, 100))
        expect(unknown._tag).toBe("ProviderDeclined")
      }))

    holds(
      "a mandate is prepared once, decided by the person, and names the card that pays",
      () =>
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
          expect((yield* mandated("no")).status).toBe("rejected")
        }),
      "mandates"
    )

    holds(
      "a charge by mandate pays its session, and its key answers the same ever after",
      () =>
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
    )

    holds(
      "ten simultaneous charges with one key take the money once, and so do ten with ten keys",
      () =>
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
    )

    holds(
      "a card that is declined is declined again by the same key, and its session can be paid by another",
      () =>
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
    )

    holds(
      "a mandate that was revoked, or whose time is over, or that was never given, pays nothing",
      () =>
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
    )

    holds("a token pays its session once, for the card that it was made of", () =>
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
      }), "tokens")

    holds("a token for something else is refused with the reason, and is not used up", () =>
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
      }), "tokens")

    holds(
      "a bank that wants to hear from the cardholder is heard of, and content with the proof",
      () =>
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

    holds(
      "charging and expiring at one moment: one of them wins, and both sides see which",
      () =>
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

    holds(
      "payments that took money are listed by their last change, with their refunds, from page to page",
      () =>
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
    )

    holds(
      "the shop is told of a payment and of a refund, in messages that verify and nothing else does",
      () =>
        Effect.gen(function*() {
          const provider = yield* PaymentProvider
          const payer = yield* Payer
          const { payment, session } = yield* paid()
          const key = yield* fresh("ref")
          yield* refundOf(payment, 500, key)

          /** The message about it, once it has come. */
          const told = (expected: unknown) =>
            eventually(Effect.gen(function*() {
              for (const message of yield* payer.notifications) {
                const about = yield* Effect.either(provider.verifyNotification(message))
                if (Either.isRight(about) && JSON.stringify(about.right) === JSON.stringify(expected)) return message
              }
              return yield* Effect.fail("not told")
            }))
          const message = yield* told({ _tag: "SessionChanged", sessionId: session.sessionId })
          yield* told({ _tag: "RefundChanged", key })
          if (offersAll(["mandates"])) {
            const { mandateId } = yield* mandated()
            yield* told({ _tag: "MandateChanged", mandateId })
          }

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
    )

    holds(
      "a charge is listed with its key, its order and its mandate",
      () =>
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

    holdsWithout("mandates", "nobody is asked for a mandate, and none pays", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const wanted = yield* mandateRequest()
        expect((yield* Effect.flip(provider.createMandate(wanted)))._tag).toBe("ProviderDeclined")
        expect(yield* provider.lookUpMandate(wanted.mandateId)).toEqual(Option.none())
        yield* provider.revokeMandate(wanted.mandateId)
        const charge = yield* chargeRequest({ _tag: "Mandate", mandateId: wanted.mandateId })
        expect(yield* refusal(charge)).toBe("mandate_not_active")
        expect((yield* Effect.flip(charged(charge)))._tag).toBe("ProviderDeclined")
      }))

    holdsWithout("tokens", "no token is known, and none pays", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const token = yield* fresh("vt")
        expect(yield* provider.lookUpToken(token)).toEqual(Option.none())
        const charge = yield* chargeRequest({ _tag: "Token", token })
        expect(yield* refusal(charge)).toBe("token_not_found")
      }))

    holdsWithout("notifications", "every message is somebody else's", () =>
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const body = new TextEncoder().encode(`{"type":"payment.succeeded"}`)
        const rejected = yield* Effect.flip(provider.verifyNotification({ headers: {}, body }))
        expect(rejected._tag).toBe("NotificationRejected")
      }))
  })
