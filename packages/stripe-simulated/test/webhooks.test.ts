/** Events and webhooks: what is told, signed by which secrets, how often, in which order, and for how long. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import Stripe from "stripe"
import { describe, expect } from "vitest"
import { ask, inWorld, refused, sessionOf, visa, type World } from "./account.ts"

const register = ({ sdk }: World, ...types: ReadonlyArray<Stripe.WebhookEndpointCreateParams.EnabledEvent>) =>
  ask(() => sdk.webhookEndpoints.create({ url: "http://shop.example/hooks", enabled_events: [...types] }))

/** Somebody pays a session. */
const pay = ({ sdk, stripe }: World) =>
  Effect.gen(function*() {
    const session = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
    yield* stripe.submit(session.url!, visa)
    return session.id
  })

const textOf = ({ body }: { readonly body: Uint8Array }): string => new TextDecoder().decode(body)

const typesOf = ({ heard }: World): ReadonlyArray<string> => heard.map((one) => JSON.parse(textOf(one)).type)

/** Time enough for what is due now to be sent. */
const settle = TestClock.adjust(0)

/** Verifies by a secret, at the moment of the test's clock. */
const verify = ({ heard, sdk }: World, n: number, secret: string, atMillis: number) =>
  sdk.webhooks.constructEvent(
    textOf(heard[n]!),
    heard[n]!.headers["stripe-signature"]!,
    secret,
    300,
    undefined,
    atMillis
  )

describe("an event", () => {
  it.effect("says what happened, in order, and who caused it", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { sdk } = world
        yield* pay(world)
        const customer = yield* ask(() => sdk.customers.create({}, { idempotencyKey: "k" }))
        const events = yield* ask(() => sdk.events.list({ limit: 100 }))
        expect(events.data.map(({ type }) => type).reverse()).toEqual([
          "payment_intent.created",
          "charge.succeeded",
          "payment_intent.succeeded",
          "checkout.session.completed",
          "customer.created"
        ])
        expect(events.data[0]?.request).toEqual({ id: customer.lastResponse.requestId, idempotency_key: "k" })
        expect(events.data[1]?.request).toEqual({ id: null, idempotency_key: null })
      })
    ))

  it.effect("keeps the object as it was, and is listed for 30 days", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { sdk, stripe } = world
        const { id, url } = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
        yield* stripe.submit(url!, { type: "klarna" })
        yield* TestClock.adjust("1 second")
        const told = yield* ask(() => sdk.events.list({ types: ["checkout.session.completed"] }))
        expect(told.data[0]?.data.object).toMatchObject({ id, payment_status: "unpaid" })
        const event = told.data[0]!.id
        yield* TestClock.adjust("29 days")
        expect((yield* ask(() => sdk.events.retrieve(event))).id).toBe(event)
        yield* TestClock.adjust("1 day")
        expect((yield* refused(ask(() => sdk.events.retrieve(event)))).statusCode).toBe(404)
        expect((yield* ask(() => sdk.events.list())).data).toEqual([])
      })
    ))
})

describe("a webhook", () => {
  it.effect("brings the wanted events, each signed by the endpoint's secret", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { secret } = yield* register(world, "checkout.session.completed")
        const id = yield* pay(world)
        yield* settle
        expect(typesOf(world)).toEqual(["checkout.session.completed"])
        const now = yield* TestClock.currentTimeMillis
        expect(verify(world, 0, secret!, now)).toMatchObject({ data: { object: { id } } })
        expect(() => verify(world, 0, "whsec_other", now)).toThrow(Stripe.errors.StripeSignatureVerificationError)
        expect(() => verify(world, 0, secret!, now + 301_000)).toThrow("Timestamp outside the tolerance zone")
        const [event] = (yield* ask(() => world.sdk.events.list({ type: "checkout.session.completed" }))).data
        expect(event?.pending_webhooks).toBe(0)
      })
    ))

  it.effect("is signed by the old secret and the new one while it rolls, then by the new one", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { id, secret: old } = yield* register(world, "customer.created")
        const fresh = yield* world.stripe.rollSecret(id, 60_000)
        yield* ask(() => world.sdk.customers.create({}))
        yield* settle
        const now = yield* TestClock.currentTimeMillis
        for (const secret of [old!, fresh]) expect(verify(world, 0, secret, now).type).toBe("customer.created")
        yield* TestClock.adjust("1 minute")
        yield* ask(() => world.sdk.customers.create({}))
        yield* settle
        const later = yield* TestClock.currentTimeMillis
        expect(verify(world, 1, fresh, later).type).toBe("customer.created")
        expect(() => verify(world, 1, old!, later)).toThrow(Stripe.errors.StripeSignatureVerificationError)
      })
    ))

  it.effect("is repeated, with a new signature, until the shop takes it", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          const { secret } = yield* register(world, "customer.created")
          yield* ask(() => world.sdk.customers.create({}))
          yield* settle
          yield* TestClock.adjust("59 seconds")
          expect(world.heard).toHaveLength(1)
          yield* TestClock.adjust("1 second")
          yield* TestClock.adjust("5 minutes")
          expect(world.heard).toHaveLength(3)
          expect(new Set(world.heard.map(textOf)).size).toBe(1)
          expect(verify(world, 2, secret!, yield* TestClock.currentTimeMillis).type).toBe("customer.created")
          yield* TestClock.adjust("3 days")
          expect(world.heard).toHaveLength(3)
        }),
      { status: (n) => [500, 0, 200][n - 1] ?? 200 }
    ))

  it.effect("is given up after three days, and its event stays listed as pending", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          yield* register(world, "customer.created")
          yield* ask(() => world.sdk.customers.create({}))
          for (let hours = 0; hours < 73; hours++) yield* TestClock.adjust("1 hour")
          const attempts = world.heard.length
          expect(attempts).toBeGreaterThan(7)
          yield* TestClock.adjust("1 day")
          expect(world.heard).toHaveLength(attempts)
          expect((yield* ask(() => world.sdk.events.list())).data[0]?.pending_webhooks).toBe(1)
        }),
      { status: () => 500 }
    ))

  it.effect("is lost, doubled or overtaken as the plan says", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          yield* register(world, "*")
          yield* pay(world)
          yield* TestClock.adjust("1 minute")
          expect(typesOf(world)).toEqual([
            "checkout.session.completed",
            "checkout.session.completed",
            "payment_intent.created"
          ])
        }),
      {
        plan: {
          delivery: ({ type }) =>
            type === "payment_intent.created" ? [60_000] : type === "checkout.session.completed" ? [0, 1000] : []
        }
      }
    ))

  it.effect("ends with its endpoint", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { id } = yield* register(world, "customer.created")
        expect((yield* ask(() => world.sdk.webhookEndpoints.list())).data.map((one) => one.secret)).toEqual([undefined])
        expect(yield* ask(() => world.sdk.webhookEndpoints.del(id))).toMatchObject({ id, deleted: true })
        yield* ask(() => world.sdk.customers.create({}))
        yield* settle
        expect(world.heard).toEqual([])
      })
    ))
})
