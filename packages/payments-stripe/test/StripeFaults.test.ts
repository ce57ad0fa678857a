/** What the store is promised where Stripe fails, is late, or means something else than the store. */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId } from "@beauty-store/domain/Ids"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import { at, eventually, Payer } from "@beauty-store/testing/ProviderSuite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { freshId, inWorld, keysOf, open, paid, plan, refund, refundsOf, request, sessionsOf } from "./acts.ts"
import { Far } from "./world.ts"

describe("a failure of Stripe's, which its key brings again", () => {
  it.each(["failed_before", "failed_after"] as const)(
    "%s: a session is found, or made by the next version of the key",
    (fate) =>
      inWorld(Effect.gen(function*() {
        const provider = yield* PaymentProvider
        yield* plan("checkout.sessions.create", fate)
        const wanted = yield* request()
        expect((yield* Effect.flip(provider.createSession(wanted)))._tag).toBe("ProviderOutcomeUnknown")
        const session = yield* provider.createSession(wanted)
        expect(session.status).toBe("open")
        expect(yield* sessionsOf(wanted.sessionId)).toMatchObject([{ id: session.providerId }])
        expect(new Set(yield* keysOf("checkout.sessions.create")).size).toBe(fate === "failed_before" ? 2 : 1)
      }))()
  )

  it.each(["failed_before", "failed_after"] as const)(
    "%s: a refund is made once",
    (fate) =>
      inWorld(Effect.gen(function*() {
        const { payment } = yield* paid()
        yield* plan("refunds.create", fate)
        const key = `${freshId("ref")}:1`
        expect((yield* Effect.flip(refund(payment.paymentId, key)))._tag).toBe("ProviderOutcomeUnknown")
        const made = yield* refund(payment.paymentId, key)
        expect(yield* refundsOf(payment.paymentId)).toMatchObject([{ id: made.providerRefundId, metadata: { key } }])
      }))()
  )
})

describe("a key that Stripe has forgotten", () => {
  it.each(["reset_before", "reset_after"] as const)(
    "%s: is not sent again after a day",
    (fate) =>
      inWorld(Effect.gen(function*() {
        const { payment } = yield* paid()
        // The SDK repeats it once by itself.
        yield* plan("refunds.create", fate, "reset_before")
        const key = `${freshId("ref")}:1`
        expect((yield* Effect.flip(refund(payment.paymentId, key)))._tag).toBe("ProviderOutcomeUnknown")
        const made = yield* at((yield* Clock.currentTimeMillis) + 25 * 3_600_000)(refund(payment.paymentId, key))
        expect(yield* refundsOf(payment.paymentId)).toMatchObject([{ id: made.providerRefundId }])
        expect(new Set(yield* keysOf("refunds.create")).size).toBe(fate === "reset_before" ? 2 : 1)
      }))()
  )

  it(
    "a refund that was refused is refused for ever, and Stripe is not asked again",
    inWorld(Effect.gen(function*() {
      const { payment } = yield* paid()
      const wrong = { key: `${freshId("ref")}:1`, paymentId: payment.paymentId, amountMinor: 5000, currency: "EUR" }
      const provider = yield* PaymentProvider
      expect((yield* Effect.flip(provider.refund(wrong)))._tag).toBe("ProviderDeclined")
      const later = at((yield* Clock.currentTimeMillis) + 48 * 3_600_000)
      expect((yield* Effect.flip(later(provider.refund(wrong))))._tag).toBe("ProviderDeclined")
      expect(yield* keysOf("refunds.create")).toHaveLength(1)
    }))
  )
})

describe("a session that is closed", () => {
  it(
    "while its creation is on its way is ended at Stripe as soon as it is there",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const far = yield* Far
      far.plan = {
        ...far.plan,
        call: ({ operation }) => ({
          ...Faults.answered,
          ...(operation === "checkout.sessions.create" ? { beforeMillis: 300 } : {})
        })
      }
      const wanted = yield* request()
      const [session, status] = yield* Effect.all([
        provider.createSession(wanted),
        Effect.zipRight(
          eventually(Effect.filterOrFail(keysOf("checkout.sessions.create"), (keys) => keys.length === 1)),
          provider.expireSession(wanted.sessionId)
        )
      ], { concurrency: "unbounded" })
      expect([session.status, status]).toEqual(["expired", "expired"])
      expect(yield* sessionsOf(wanted.sessionId)).toMatchObject([{ status: "expired" }])
    }))
  )

  it(
    "by another process stays closed for all",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const another = yield* (yield* Far).another()
      const wanted = yield* request()
      expect(yield* another.expireSession(wanted.sessionId)).toBe("expired")
      expect((yield* provider.createSession(wanted)).status).toBe("expired")
      expect(yield* sessionsOf(wanted.sessionId)).toEqual([])
    }))
  )
})

describe("a mandate that is revoked", () => {
  it(
    "while a charge of it is on its way pays nothing, and the intent is cancelled",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const far = yield* Far
      const mandateId = DelegationId.make(freshId("del"))
      const mandate = yield* provider.createMandate({
        mandateId,
        agent: "robot",
        locale: "en",
        description: [],
        decideBefore: (yield* Clock.currentTimeMillis) + 1_800_000,
        expiresAt: undefined,
        permissionsUrl: "https://shop.example/permissions/1"
      })
      yield* (yield* Payer).decide(mandate, "card")
      far.plan = {
        ...far.plan,
        call: ({ operation }) => ({
          ...Faults.answered,
          ...(operation === "paymentIntents.create" ? { afterMillis: 500 } : {})
        })
      }
      const charge = provider.charge({
        key: freshId("chg"),
        session: yield* request(),
        source: { _tag: "Mandate", mandateId },
        merchantId: "the-shop",
        authentication: undefined
      })
      const [refused] = yield* Effect.all([
        Effect.flip(charge),
        Effect.zipRight(
          eventually(Effect.filterOrFail(keysOf("paymentIntents.create"), (keys) => keys.length === 1)),
          provider.revokeMandate(mandateId)
        )
      ], { concurrency: "unbounded" })
      expect(refused).toMatchObject({ _tag: "ProviderDeclined", code: "mandate_not_active" })
      expect(yield* keysOf("paymentIntents.confirm")).toEqual([])
      const intents = yield* Effect.promise(() => far.client.paymentIntents.list())
      expect(intents.data.map(({ status }) => status)).toEqual(["canceled"])
    }))
  )
})

describe("what Stripe is asked for", () => {
  it(
    "is the order, in the payer's language, by the methods of the country, for half an hour at least",
    inWorld(Effect.gen(function*() {
      const { client } = yield* Far
      const session = yield* open()
      const asked = yield* Effect.promise(() => client.checkout.sessions.retrieve(session.providerId))
      expect(asked).toMatchObject({
        amount_total: 4785,
        currency: "eur",
        locale: "de",
        client_reference_id: session.sessionId,
        payment_method_types: ["klarna", "card"],
        success_url: "https://shop.example/return",
        cancel_url: "https://shop.example/return?cancelled=true"
      })
      expect(asked.expires_at - asked.created).toBeGreaterThanOrEqual(1800)
      const lines = yield* Effect.promise(() => client.checkout.sessions.listLineItems(session.providerId))
      expect(lines.data.map(({ amount_total, description, quantity }) => [description, quantity, amount_total]))
        .toEqual([
          ["Rose Water 100 ml", 2, 4290],
          ["Shipping", 1, 495]
        ])
    }))
  )

  it(
    "is the amount in Stripe's own unit of a currency, and comes back in the store's",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { client } = yield* Far
      const session = yield* open({ currency: "JPY", methods: ["card"] })
      expect((yield* Effect.promise(() => client.checkout.sessions.retrieve(session.providerId))).amount_total).toBe(
        4785
      )
      yield* (yield* Payer).pay(session, "card")
      expect(Option.getOrThrow(yield* provider.lookUpSession(session.sessionId)).payments).toMatchObject([
        { amountMinor: 4785, currency: "JPY" }
      ])
      expect(yield* Effect.flip(open({ currency: "KWD" }))).toMatchObject({ code: "amount_invalid" })
    }))
  )
})

describe("money that comes or goes later", () => {
  it(
    "a delayed payment that fails is none, and its session takes no other",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const far = yield* Far
      far.plan = { ...far.plan, settlement: () => ({ afterMillis: 200, status: "failed" }) }
      const session = yield* open()
      expect(yield* (yield* Payer).pay(session, "later")).toBe("processing")
      expect(yield* provider.expireSession(session.sessionId)).toBe("processing")
      yield* eventually(Effect.gen(function*() {
        expect(Option.getOrThrow(yield* provider.lookUpSession(session.sessionId))).toMatchObject({
          status: "expired",
          payments: [{ status: "failed" }]
        })
      }))
    }))
  )

  it(
    "a refund that fails after it has succeeded has failed, and the listing says so",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const far = yield* Far
      far.plan = {
        ...far.plan,
        refund: () => ({
          status: "succeeded",
          later: { afterMillis: 200, status: "failed", failureReason: "expired_or_canceled_card" }
        })
      }
      const from = yield* Clock.currentTimeMillis
      const { payment } = yield* paid()
      const made = yield* refund(payment.paymentId)
      expect(made.status).toBe("succeeded")
      yield* eventually(Effect.gen(function*() {
        expect(Option.getOrThrow(yield* provider.lookUpRefund(made.key))).toMatchObject({
          status: "failed",
          failure: "expired_or_canceled_card"
        })
        expect((yield* provider.listPayments({ from, cursor: undefined })).payments.at(-1)).toMatchObject({
          refunds: [{ key: made.key, status: "failed" }]
        })
      }))
    }))
  )

  it.each(
    [
      [{ status: "pending", pendingReason: "insufficient_funds" }, "pending"],
      [{ status: "requires_action" }, "pending"],
      [{ status: "canceled" }, "failed"]
    ] as const
  )("a refund that is %o is %s", (course, status) =>
    inWorld(Effect.gen(function*() {
      const far = yield* Far
      const { payment } = yield* paid()
      far.plan = { ...far.plan, refund: () => course }
      expect((yield* refund(payment.paymentId)).status).toBe(status)
    }))())

  it(
    "a payment that is disputed gives nothing back beside it",
    inWorld(Effect.gen(function*() {
      const { stripe } = yield* Far
      const { payment } = yield* paid()
      yield* stripe.dispute(payment.paymentId, "fraudulent")
      expect(yield* Effect.flip(refund(payment.paymentId))).toMatchObject({ code: "charge_disputed" })
    }))
  )
})

describe("an account that others use too", () => {
  it(
    "has payments that are not listed, and messages that are of no use",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { client, sent } = yield* Far
      const from = yield* Clock.currentTimeMillis
      const { payment } = yield* paid()
      const theirs = { store: "store_of_somebody_else", session: "cs_of_somebody_else", order: "ord_of_somebody_else" }
      yield* Effect.promise(async () => {
        for (const metadata of [{}, theirs]) {
          const { id } = await client.paymentIntents.create({
            amount: 500,
            currency: "eur",
            payment_method: "pm_card_visa",
            confirm: true,
            metadata
          })
          await client.refunds.create({ payment_intent: id, metadata })
        }
      })
      const ids = (yield* provider.listPayments({ from, cursor: undefined })).payments.map(({ paymentId }) => paymentId)
      expect(ids).toEqual([payment.paymentId])
      yield* eventually(Effect.gen(function*() {
        const messages = yield* Effect.forEach(sent, (message) => provider.verifyNotification(message))
        expect(messages.some((one) => one._tag === "SessionChanged")).toBe(true)
        expect(messages.some((one) => one._tag === "SessionChanged" && one.sessionId === theirs.session)).toBe(false)
      }))
    }))
  )

  it(
    "is read without its events where these are no longer kept",
    inWorld(Effect.gen(function*() {
      const provider = yield* PaymentProvider
      const { calls } = yield* Far
      const from = yield* Clock.currentTimeMillis
      const { payment } = yield* paid()
      const { key } = yield* refund(payment.paymentId)
      const later = at(from + 40 * 86_400_000)
      expect((yield* later(provider.listPayments({ from, cursor: undefined }))).payments).toMatchObject([
        { paymentId: payment.paymentId, refunds: [{ key }] }
      ])
      expect(calls.map(({ operation }) => operation)).not.toContain("events.list")
    }))
  )
})

describe("the secrets", () => {
  it(
    "of the webhook roll: messages of both count, and of no third one",
    inWorld(Effect.gen(function*() {
      const { another, endpointId, endpointSecret, sent, stripe } = yield* Far
      const next = yield* stripe.rollSecret(endpointId, 3_600_000)
      const { session } = yield* paid()
      const told = { _tag: "SessionChanged", sessionId: session.sessionId }
      for (const secrets of [[endpointSecret], [next], [next, endpointSecret]]) {
        const provider = yield* another({ webhookSecrets: secrets.map((one) => Redacted.make(one)) })
        yield* eventually(Effect.gen(function*() {
          const messages = yield* Effect.forEach(sent, (message) => Effect.either(provider.verifyNotification(message)))
          expect(messages).toContainEqual(expect.objectContaining({ right: told }))
        }))
      }
      const stranger = yield* another({ webhookSecrets: [Redacted.make("whsec_of_somebody_else")] })
      expect((yield* Effect.flip(stranger.verifyNotification(sent.at(-1)!))).reason).toBe("signature_invalid")
    }))
  )

  it(
    "are in no error, and a key that Stripe does not know has done nothing",
    inWorld(Effect.gen(function*() {
      const { another } = yield* Far
      const provider = yield* another({ secretKey: Redacted.make("sk_test_wrong_and_secret") })
      const error = yield* Effect.flip(provider.createSession(yield* request()))
      expect(error).toMatchObject({ _tag: "ProviderDidNothing", retryAfterMillis: 60_000 })
      expect(JSON.stringify(error) + String(error)).not.toContain("secret")
    }))
  )

  it(
    "do not help where Stripe is asked too often: the store waits as long as it is told",
    inWorld(Effect.gen(function*() {
      const far = yield* Far
      const provider = yield* PaymentProvider
      far.plan = {
        ...far.plan,
        call: () => ({ ...Faults.answered, fate: "rate_limited", retryAfterSeconds: 7 })
      }
      expect(yield* Effect.flip(provider.createSession(yield* request()))).toMatchObject({
        _tag: "ProviderDidNothing",
        retryAfterMillis: 7000
      })
    }))
  )
})
