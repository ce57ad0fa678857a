/** Money that goes back: refunds in all their states, disputes, payouts, and the balance that adds up. */
import type { RefundCourse } from "@beauty-store/stripe-simulated/Faults"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { ask, inWorld, refused, sessionOf, visa, type World } from "./account.ts"

/** A payment of 39.80 by a card. Returns its intent. */
const pay = ({ sdk, stripe }: World, number: string = visa.number) =>
  Effect.gen(function*() {
    const { id, url } = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
    yield* stripe.submit(url!, { type: "card", number })
    return (yield* ask(() => sdk.checkout.sessions.retrieve(id))).payment_intent as string
  })

const refund = ({ sdk }: World, payment_intent: string, amount?: number) =>
  ask(() =>
    sdk.refunds.create({ payment_intent, metadata: { key: "ref_1" }, ...(amount === undefined ? {} : { amount }) })
  )

const read = ({ sdk }: World, id: string) => ask(() => sdk.refunds.retrieve(id))

const balance = ({ sdk }: World) =>
  Effect.map(
    ask(() => sdk.balanceTransactions.list({ limit: 100 })),
    ({ data }) => data.reduce((sum, { net }) => sum + net, 0)
  )

const going = (course: RefundCourse) => ({ plan: { refund: () => course } })

describe("a refund", () => {
  it.effect("is taken in parts until nothing is left", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const intent = yield* pay(world)
        const first = yield* refund(world, intent, 1000)
        expect(first).toMatchObject({ amount: 1000, status: "succeeded", metadata: { key: "ref_1" } })
        const over = yield* refused(refund(world, intent, 2981))
        expect([over.statusCode, over.param]).toEqual([400, "amount"])
        expect((yield* refund(world, intent)).amount).toBe(2980)
        const again = yield* refused(refund(world, intent, 1))
        expect(again.code).toBe("charge_already_refunded")
        const listed = yield* ask(() => world.sdk.refunds.list({ payment_intent: intent }))
        expect(listed.data.map(({ amount }) => amount)).toEqual([2980, 1000])
        expect(yield* balance(world)).toBe(0)
      })
    ))

  it.effect("that fails late gives its amount back to what can be refunded", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const intent = yield* pay(world, "4000 0000 0000 5126")
        const { id, status } = yield* refund(world, intent)
        expect(status).toBe("succeeded")
        yield* TestClock.adjust("1 second")
        expect(yield* read(world, id)).toMatchObject({
          status: "failed",
          failure_reason: "expired_or_canceled_card",
          failure_balance_transaction: expect.stringMatching(/^txn_/)
        })
        expect(yield* balance(world)).toBe(3980)
        expect((yield* refund(world, intent)).amount).toBe(3980)
        const events = yield* ask(() => world.sdk.events.list({ type: "refund.failed" }))
        expect(events.data.map(({ data }) => data.object)).toMatchObject([{ id }])
      })
    ))

  it.effect("waits where the balance does not cover it", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          const { id } = yield* refund(world, yield* pay(world))
          const waiting = yield* read(world, id)
          expect([waiting.status, waiting.pending_reason]).toEqual(["pending", "insufficient_funds"])
          expect(yield* balance(world)).toBe(3980)
          yield* TestClock.adjust("1 minute")
          const done = yield* read(world, id)
          expect([done.status, done.pending_reason]).toEqual(["succeeded", undefined])
          expect(yield* balance(world)).toBe(0)
        }),
      going({
        status: "pending",
        pendingReason: "insufficient_funds",
        later: { afterMillis: 60_000, status: "succeeded" }
      })
    ))

  it.effect("may want an action of the payer, and end unclaimed", () =>
    inWorld(
      (world) =>
        Effect.gen(function*() {
          const intent = yield* pay(world)
          const { id, status } = yield* refund(world, intent, 1000)
          expect(status).toBe("requires_action")
          yield* TestClock.adjust("1 second")
          expect((yield* read(world, id)).status).toBe("canceled")
          expect((yield* ask(() => world.sdk.charges.list({ payment_intent: intent }))).data[0]?.amount_refunded).toBe(
            0
          )
        }),
      going({ status: "requires_action", later: { afterMillis: 1000, status: "canceled" } })
    ))

  it.effect("needs a payment that took money", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const { sdk } = world
        const open = yield* ask(() => sdk.paymentIntents.create({ amount: 1000, currency: "eur" }))
        expect((yield* refused(refund(world, open.id))).code).toBe("payment_intent_unexpected_state")
        expect((yield* refused(refund(world, "pi_none"))).code).toBe("resource_missing")
        expect((yield* refused(ask(() => sdk.refunds.create({})))).statusCode).toBe(400)
      })
    ))
})

describe("a dispute", () => {
  it.effect("takes the money, has a deadline, and gives it back where the shop wins", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const intent = yield* pay(world)
        const { id } = yield* world.stripe.dispute(intent, "fraudulent")
        const dispute = yield* ask(() => world.sdk.disputes.retrieve(id))
        expect(dispute).toMatchObject({ amount: 3980, status: "needs_response", payment_intent: intent })
        expect(dispute.evidence_details.due_by).toBe(dispute.created + 7 * 86_400)
        expect(yield* balance(world)).toBe(0)
        expect((yield* refused(refund(world, intent))).code).toBe("charge_disputed")
        yield* world.stripe.closeDispute(id, "won")
        yield* world.stripe.closeDispute(id, "lost")
        expect((yield* ask(() => world.sdk.disputes.list({ payment_intent: intent }))).data[0]?.status).toBe("won")
        expect(yield* balance(world)).toBe(3980)
        const events = yield* ask(() => world.sdk.events.list({ type: "charge.dispute.*" }))
        expect(events.data.map(({ type }) => type)).toEqual([
          "charge.dispute.closed",
          "charge.dispute.funds_reinstated",
          "charge.dispute.funds_withdrawn",
          "charge.dispute.created"
        ])
      })
    ))

  it.effect("follows a payment by the test card for it", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const intent = yield* pay(world, "4000 0000 0000 0259")
        const { data } = yield* ask(() => world.sdk.disputes.list({ payment_intent: intent }))
        expect(data.map(({ reason }) => reason)).toEqual(["fraudulent"])
      })
    ))
})

describe("a payout", () => {
  it.effect("leaves the balance and arrives after two days", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* pay(world)
        const { id } = yield* world.stripe.payOut(3980, "eur")
        expect(yield* balance(world)).toBe(0)
        yield* TestClock.adjust("2 days")
        const listed = yield* ask(() => world.sdk.payouts.list({ status: "paid" }))
        expect(listed.data.map((payout) => payout.id)).toEqual([id])
      })
    ))
})
