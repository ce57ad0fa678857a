/** Saved methods and payments without the person: setup, off-session charges, 3-D Secure, detachment, tokens. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import Stripe from "stripe"
import { describe, expect } from "vitest"
import { ask, challenged, inWorld, poor, refused, visa, type World } from "./account.ts"

type Card = typeof visa | typeof challenged | typeof poor | { readonly type: "card"; readonly number: string }

/** Saves a card on the page of a session in setup mode, with its customer. */
const save = ({ sdk, stripe }: World, card: Card) =>
  Effect.gen(function*() {
    const customer = yield* ask(() => sdk.customers.create({ email: "a@shop.example" }))
    const session = yield* ask(() =>
      sdk.checkout.sessions.create({
        mode: "setup",
        customer: customer.id,
        allowed_payment_method_types: ["card"],
        success_url: "https://shop.example/saved",
        setup_intent_data: { metadata: { delegation: "del_1" } }
      })
    )
    const seen = yield* stripe.submit(session.url!, card)
    if (seen._tag === "RequiresAction") yield* stripe.answerChallenge(session.url!, "confirmed")
    const done = yield* ask(() =>
      sdk.checkout.sessions.retrieve(session.id, { expand: ["setup_intent.payment_method"] })
    )
    const setup = done.setup_intent as Stripe.SetupIntent
    return { customer: customer.id, session: done, setup, method: setup.payment_method as Stripe.PaymentMethod }
  })

const charge = ({ sdk }: World, of: { readonly customer?: string; readonly method: string }, amount = 1000) =>
  ask(() =>
    sdk.paymentIntents.create({
      amount,
      currency: "eur",
      confirm: true,
      off_session: true,
      payment_method: of.method,
      ...(of.customer === undefined ? {} : { customer: of.customer }),
      expand: ["latest_charge"]
    })
  )

describe("a saved card", () => {
  it.effect("pays without the person, and has one fingerprint everywhere", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { customer, method, session, setup } = yield* save(world, visa)
        expect([session.status, session.payment_status]).toEqual(["complete", "no_payment_required"])
        expect(setup).toMatchObject({ status: "succeeded", metadata: { delegation: "del_1" } })
        expect(method.customer).toBe(customer)
        const intent = yield* charge(world, { customer, method: method.id })
        expect(intent.status).toBe("succeeded")
        const { payment_method_details } = intent.latest_charge as Stripe.Charge
        expect(payment_method_details?.card?.fingerprint).toBe(method.card?.fingerprint)
      })
    ))

  it.effect("that was authenticated while it was saved needs no more, and one that always asks does", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const once = yield* save(world, challenged)
        expect((yield* charge(world, { customer: once.customer, method: once.method.id })).status).toBe("succeeded")
        const never = yield* refused(charge(world, { method: "pm_card_authenticationRequiredOnSetup" }))
        expect(never.code).toBe("authentication_required")
        const always = yield* save(world, { type: "card", number: "4000 0027 6000 3184" })
        const fault = yield* refused(charge(world, { customer: always.customer, method: always.method.id }))
        expect(fault).toBeInstanceOf(Stripe.errors.StripeCardError)
        expect(fault).toMatchObject({
          statusCode: 402,
          code: "authentication_required",
          payment_intent: { status: "requires_payment_method", last_payment_error: { code: "authentication_required" } }
        })
      })
    ))

  it.effect("may be refused when it is charged, with the bank's reason and a failed charge", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { customer, method } = yield* save(world, { type: "card", number: "4000 0000 0000 0341" })
        const fault = yield* refused(charge(world, { customer, method: method.id }))
        expect([fault.code, fault.decline_code]).toEqual(["card_declined", "generic_decline"])
        const failed = yield* ask(() => world.sdk.charges.retrieve(fault.charge!))
        expect(failed).toMatchObject({ status: "failed", paid: false, failure_code: "card_declined" })
      })
    ))

  it.effect("pays only for its own customer, and no more once it is detached", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { customer, method } = yield* save(world, visa)
        const other = yield* ask(() => world.sdk.customers.create({}))
        for (const wrong of [{ method: method.id }, { method: method.id, customer: other.id }]) {
          expect((yield* refused(charge(world, wrong))).param).toBe("payment_method")
        }
        expect((yield* ask(() => world.sdk.paymentMethods.detach(method.id))).customer).toBeNull()
        const spent = yield* refused(charge(world, { method: method.id, customer }))
        expect(spent.message).toContain("It may not be used again")
        const again = yield* refused(ask(() => world.sdk.paymentMethods.attach(method.id, { customer })))
        expect(again.statusCode).toBe(400)
        expect((yield* ask(() => world.sdk.paymentIntents.list())).data).toEqual([])
      })
    ))

  it.effect("is not saved where the bank refuses or the person fails its question", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const session = yield* ask(() =>
          sdk.checkout.sessions.create({
            mode: "setup",
            currency: "eur",
            customer_creation: "always",
            success_url: "https://shop.example/saved"
          })
        )
        expect((yield* stripe.submit(session.url!, poor))._tag).toBe("Declined")
        expect((yield* stripe.submit(session.url!, challenged))._tag).toBe("RequiresAction")
        expect((yield* stripe.answerChallenge(session.url!, "failed"))._tag).toBe("Declined")
        expect((yield* stripe.answerChallenge(session.url!, "confirmed"))._tag).toBe("Closed")
        expect(yield* stripe.submit(session.url!, visa)).toEqual({ _tag: "Succeeded" })
        const done = yield* ask(() => sdk.checkout.sessions.retrieve(session.id, { expand: ["setup_intent"] }))
        expect(done.customer).toMatch(/^cus_/)
        expect(done.setup_intent).toMatchObject({ status: "succeeded", customer: done.customer })
      })
    ))
})

describe("an intent", () => {
  it.effect("of a session ends with the session only; one of the shop's own can be cancelled until it is paid", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { sdk } = world
        const open = yield* ask(() => sdk.paymentIntents.create({ amount: 1000, currency: "eur" }))
        expect((yield* ask(() => sdk.paymentIntents.cancel(open.id))).status).toBe("canceled")
        const { customer, method } = yield* save(world, visa)
        const paid = yield* charge(world, { customer, method: method.id })
        const fault = yield* refused(ask(() => sdk.paymentIntents.cancel(paid.id)))
        expect(fault.code).toBe("payment_intent_unexpected_state")
      })
    ))
})

const preview = { apiVersion: "2026-04-22.preview" }

const grant = ({ sdk }: World, limits: { readonly max_amount: number; readonly expires_at?: number }) =>
  ask(() =>
    sdk.rawRequest("POST", "/v1/test_helpers/shared_payment/granted_tokens", {
      payment_method: "pm_card_visa",
      usage_limits: { currency: "eur", ...limits }
    }, preview)
  ) as Effect.Effect<{ readonly id: string }, InstanceType<typeof Stripe.errors.StripeError>>

const redeem = ({ sdk }: World, token: string, amount: number, options: Stripe.RequestOptions = preview) =>
  ask(() =>
    sdk.rawRequest("POST", "/v1/payment_intents", {
      amount,
      currency: "eur",
      confirm: true,
      payment_method_data: { shared_payment_granted_token: token }
    }, options)
  )

const look = ({ sdk }: World, token: string) =>
  ask(() => sdk.rawRequest("GET", `/v1/shared_payment/granted_tokens/${token}`, undefined, preview))

describe("a granted token", () => {
  it.effect("pays up to its limit, and is consumed then", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { id } = yield* grant(world, { max_amount: 1000 })
        const over = yield* refused(redeem(world, id, 1001))
        expect(over.param).toBe("payment_method_data[shared_payment_granted_token]")
        expect(yield* redeem(world, id, 1000)).toMatchObject({ status: "succeeded", amount_received: 1000 })
        expect(yield* look(world, id)).toMatchObject({
          deactivated_reason: "consumed",
          usage_details: { amount_captured: { currency: "eur", value: 1000 } }
        })
        expect((yield* refused(redeem(world, id, 100))).statusCode).toBe(400)
      })
    ))

  it.effect("expires by the clock, can be revoked, and is unknown to versions without preview", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const one = yield* grant(world, { max_amount: 1000, expires_at: 60 })
        yield* TestClock.adjust("1 minute")
        expect(yield* look(world, one.id)).toMatchObject({ deactivated_reason: "expired" })
        const other = yield* grant(world, { max_amount: 1000 })
        expect((yield* refused(redeem(world, other.id, 1000, {}))).code).toBe("parameter_unknown")
        yield* ask(() =>
          world.sdk.rawRequest(
            "POST",
            `/v1/test_helpers/shared_payment/granted_tokens/${other.id}/revoke`,
            {},
            preview
          )
        )
        expect((yield* refused(redeem(world, other.id, 1000))).message).toContain("revoked")
        expect((yield* ask(() => world.sdk.paymentIntents.list())).data).toEqual([])
      })
    ))
})
