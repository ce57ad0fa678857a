/** Checkout Sessions over the SDK: what is asked for, what people do on the page, and how each ends. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { ask, challenged, inWorld, poor, refused, sessionOf, visa } from "./account.ts"

const nowSeconds = Effect.map(TestClock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

describe("a session", () => {
  it.effect("is made of its lines, and is paid by a card on its page", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const session = yield* ask(() =>
          sdk.checkout.sessions.create(sessionOf({ customer_email: "a@shop.example", locale: "de" }))
        )
        expect(session).toMatchObject({
          status: "open",
          payment_status: "unpaid",
          amount_total: 3980,
          currency: "eur",
          client_reference_id: "cs_ours",
          payment_intent: null
        })
        expect(yield* stripe.submit(session.url!, visa)).toEqual({ _tag: "Succeeded" })
        const paid = yield* ask(() =>
          sdk.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge", "line_items"] })
        )
        expect(paid).toMatchObject({
          status: "complete",
          payment_status: "paid",
          url: null,
          line_items: { data: [{ description: "Rose Water 100 ml", amount_total: 3980, quantity: 1 }] },
          payment_intent: {
            status: "succeeded",
            amount_received: 3980,
            metadata: { order: "ord_1" },
            latest_charge: { paid: true, payment_method_details: { card: { last4: "4242" }, type: "card" } }
          }
        })
        expect(yield* stripe.submit(session.url!, visa)).toEqual({ _tag: "Closed" })
      })
    ))

  it.effect("stays open after a decline, and takes another card", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const { id, url } = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
        expect(yield* stripe.submit(url!, poor)).toMatchObject({
          _tag: "Declined",
          verdict: { code: "card_declined", decline_code: "insufficient_funds" }
        })
        const open = yield* ask(() => sdk.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }))
        expect(open).toMatchObject({
          status: "open",
          payment_intent: {
            status: "requires_payment_method",
            last_payment_error: { decline_code: "insufficient_funds" }
          }
        })
        expect(yield* stripe.submit(url!, visa)).toEqual({ _tag: "Succeeded" })
        const charges = yield* ask(() =>
          sdk.charges.list({ payment_intent: (open.payment_intent as { readonly id: string }).id })
        )
        expect(charges.data.map(({ status }) => status)).toEqual(["succeeded", "failed"])
      })
    ))

  it.effect("asks for 3-D Secure, and is paid only where it is answered", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const { id, url } = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
        expect(yield* stripe.submit(url!, challenged)).toEqual({ _tag: "RequiresAction" })
        expect(yield* stripe.answerChallenge(url!, "failed")).toMatchObject({
          verdict: { code: "payment_intent_authentication_failure" }
        })
        expect((yield* ask(() => sdk.checkout.sessions.retrieve(id))).status).toBe("open")
        yield* stripe.submit(url!, challenged)
        expect(yield* stripe.answerChallenge(url!, "confirmed")).toEqual({ _tag: "Succeeded" })
        expect((yield* ask(() => sdk.checkout.sessions.retrieve(id))).payment_status).toBe("paid")
      })
    ))

  it.effect("is complete and unpaid while a delayed payment is undecided", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const { id, url } = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
        expect(yield* stripe.submit(url!, { type: "klarna" })).toEqual({ _tag: "Processing" })
        const expand = ["payment_intent"]
        expect(yield* ask(() => sdk.checkout.sessions.retrieve(id, { expand }))).toMatchObject({
          status: "complete",
          payment_status: "unpaid",
          payment_intent: { status: "processing" }
        })
        yield* TestClock.adjust("1 second")
        expect(yield* ask(() => sdk.checkout.sessions.retrieve(id, { expand }))).toMatchObject({
          payment_status: "paid",
          payment_intent: { status: "succeeded" }
        })
      })
    ))

  it.effect("stays unpaid where a debit fails in the end", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const { id, url } = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
        yield* stripe.submit(url!, { type: "sepa_debit", iban: "DE62 3704 0044 0532 0130 01" })
        yield* TestClock.adjust("1 second")
        const session = yield* ask(() => sdk.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }))
        expect(session).toMatchObject({
          status: "complete",
          payment_status: "unpaid",
          payment_intent: { status: "requires_payment_method" }
        })
        const events = yield* ask(() => sdk.events.list({ type: "checkout.session.async_payment_failed" }))
        expect(events.data).toHaveLength(1)
      })
    ))

  it.effect("expires on request and by the clock, once, and then takes no payment", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const now = yield* nowSeconds
        const one = yield* ask(() => sdk.checkout.sessions.create(sessionOf({ expires_at: now + 1800 })))
        const other = yield* ask(() => sdk.checkout.sessions.create(sessionOf({ expires_at: now + 1800 })))
        yield* stripe.submit(one.url!, poor)
        expect((yield* ask(() => sdk.checkout.sessions.expire(one.id))).status).toBe("expired")
        const again = yield* refused(ask(() => sdk.checkout.sessions.expire(one.id)))
        expect(again.message).toContain("This Checkout Session has a status of `expired`")
        expect(yield* stripe.submit(one.url!, visa)).toEqual({ _tag: "Closed" })
        yield* TestClock.adjust("1799 seconds")
        expect((yield* ask(() => sdk.checkout.sessions.retrieve(other.id))).status).toBe("open")
        yield* TestClock.adjust("1 second")
        expect((yield* ask(() => sdk.checkout.sessions.retrieve(other.id))).status).toBe("expired")
        const intents = yield* ask(() => sdk.paymentIntents.list())
        expect(intents.data.map(({ status }) => status)).toEqual(["canceled"])
        const events = yield* ask(() => sdk.events.list({ types: ["checkout.session.expired"] }))
        expect(events.data).toHaveLength(2)
      })
    ))

  it.effect("lives between half an hour and a day", () =>
    inWorld(({ sdk }) =>
      Effect.gen(function*() {
        const now = yield* nowSeconds
        for (const after of [1799, 86_401]) {
          const fault = yield* refused(
            ask(() => sdk.checkout.sessions.create(sessionOf({ expires_at: now + after })))
          )
          expect(fault.param).toBe("expires_at")
        }
      })
    ))

  it.effect("is refused for parameters that Stripe refuses", () =>
    inWorld(({ sdk }) =>
      Effect.gen(function*() {
        const wrong = [
          [{ allowed_payment_method_types: ["ideal"], line_items: lines("usd") }, "allowed_payment_method_types"],
          [{ allowed_payment_method_types: ["cash"] }, "allowed_payment_method_types[0]"],
          [{ payment_method_types: ["card"] }, "payment_method_types"],
          [{ locale: "de-CH" }, "locale"],
          [{ success_url: "shop" }, "success_url"],
          [{ customer: "cus_none" }, "customer"],
          [{ metadata: { long: "x".repeat(501) } }, "metadata[long]"],
          [{ client_reference_id: "x".repeat(201) }, "client_reference_id"],
          [{ line_items: lines("eur", 49) }, "line_items"],
          [{ made_up: "x" }, "made_up"]
        ] as const
        const params = yield* Effect.forEach(
          wrong,
          ([changes]) => refused(ask(() => sdk.checkout.sessions.create(sessionOf({ ...changes } as object))))
        )
        expect(params.map(({ param }) => param)).toEqual(wrong.map(([, param]) => param))
        expect((yield* ask(() => sdk.checkout.sessions.list())).data).toEqual([])
      })
    ))

  it.effect("is listed newest first, by customer, status, intent and time, in pages", () =>
    inWorld(({ sdk, stripe }) =>
      Effect.gen(function*() {
        const made = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
          Effect.zipLeft(ask(() => sdk.checkout.sessions.create(sessionOf())), TestClock.adjust("1 second")))
        const ids = made.map(({ id }) =>
          id
        ).reverse()
        const first = yield* ask(() => sdk.checkout.sessions.list({ limit: 2 }))
        expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true])
        const next = yield* ask(() => sdk.checkout.sessions.list({ limit: 3, starting_after: ids[1]! }))
        expect([next.data.map(({ id }) => id), next.has_more]).toEqual([ids.slice(2), false])
        const back = yield* ask(() => sdk.checkout.sessions.list({ limit: 2, ending_before: ids[3]! }))
        expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(1, 3), true])
        const all = yield* ask(() => sdk.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 10 }))
        expect(all.map(({ id }) => id)).toEqual(ids)
        const late = yield* ask(() => sdk.checkout.sessions.list({ created: { gte: made[3]!.created } }))
        expect(late.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
        yield* stripe.submit(made[0]!.url!, visa)
        const complete = yield* ask(() => sdk.checkout.sessions.list({ status: "complete" }))
        expect(complete.data.map(({ id }) => id)).toEqual([made[0]!.id])
        const intent = complete.data[0]!.payment_intent as string
        const found = yield* ask(() => sdk.checkout.sessions.list({ payment_intent: intent }))
        expect(found.data.map(({ id }) => id)).toEqual([made[0]!.id])
        const fault = yield* refused(ask(() => sdk.checkout.sessions.list({ limit: 101 })))
        expect(fault.param).toBe("limit")
      })
    ))
})

const lines = (currency: string, amount = 3980) => [{
  price_data: { currency, unit_amount: amount, product_data: { name: "Rose Water 100 ml" } },
  quantity: 1
}]
