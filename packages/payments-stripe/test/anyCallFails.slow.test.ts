/** Whichever call of Stripe's fails, before or after it was done: nothing is made twice, and nothing is lost. */
import { type ListedPayment, PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId } from "@beauty-store/domain/Ids"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import { Payer } from "@beauty-store/testing/ProviderSuite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { freshId, insisting, inWorld, open, refund, refundsOf, request } from "./acts.ts"
import { Far } from "./world.ts"

/** A purchase on a page, one by a mandate, and a page that nobody pays; what each step had. */
const live = Effect.gen(function*() {
  const provider = yield* PaymentProvider
  const payer = yield* Payer
  const from = yield* Clock.currentTimeMillis
  const onPage = yield* request()
  const page = yield* insisting(provider.createSession(onPage))
  expect(yield* payer.pay(page, "card")).toBe("paid")
  const { payments } = Option.getOrThrow(yield* insisting(provider.lookUpSession(page.sessionId)))
  const key = `${freshId("ref")}:1`
  yield* insisting(refund(payments[0]!.paymentId, key))
  yield* insisting(provider.lookUpRefund(key))
  const unpaid = yield* insisting(open())
  expect(yield* insisting(provider.expireSession(unpaid.sessionId))).toBe("expired")

  const mandateId = DelegationId.make(freshId("del"))
  const mandate = yield* insisting(provider.createMandate({
    mandateId,
    agent: "robot",
    locale: "en",
    description: [],
    decideBefore: from + 1_800_000,
    expiresAt: undefined,
    permissionsUrl: "https://shop.example/permissions/1"
  }))
  expect(yield* payer.decide(mandate, "card")).toBe(true)
  const charge = {
    key: freshId("chg"),
    session: yield* request(),
    source: { _tag: "Mandate", mandateId } as const,
    merchantId: "the-shop",
    authentication: undefined
  }
  const charged = yield* insisting(provider.charge(charge))
  expect(charged.status).toBe("complete")
  yield* insisting(provider.revokeMandate(mandateId))
  expect(yield* Effect.flip(insisting(provider.charge({ ...charge, key: freshId("chg"), session: yield* request() }))))
    .toMatchObject({ code: "mandate_not_active" })

  const listed: Array<ListedPayment> = []
  for (let cursor: string | undefined, more = true; more;) {
    const next = yield* insisting(provider.listPayments({ from, cursor }))
    listed.push(...next.payments)
    cursor = next.next
    more = cursor !== undefined
  }
  return { onPage, charge, key, listed, paymentId: payments[0]!.paymentId }
})

/** What there must be at Stripe and in the listing afterwards: each of it once. */
const checkLife = ({ charge, key, listed, onPage, paymentId }: Effect.Effect.Success<typeof live>) =>
  Effect.gen(function*() {
    const { client } = yield* Far
    const intents = yield* Effect.promise(async () => (await client.paymentIntents.list({ limit: 100 })).data)
    const taken = (session: string) =>
      intents.filter(({ metadata, status }) => metadata["session"] === session && status === "succeeded")
    expect(taken(onPage.sessionId)).toHaveLength(1)
    expect(taken(charge.session.sessionId)).toHaveLength(1)
    expect(yield* refundsOf(paymentId)).toHaveLength(1)
    const sessions = yield* Effect.promise(async () => (await client.checkout.sessions.list({ limit: 100 })).data)
    // A page whose address nobody has may be left, and ends by itself.
    expect(sessions.filter(({ status }) => status === "open").length).toBeLessThanOrEqual(1)
    expect(listed).toMatchObject([
      { paymentId, refunds: [{ key, amountMinor: 1000, status: "succeeded" }] },
      { sessionId: charge.session.sessionId, chargeKey: charge.key, refunds: [] }
    ])
  })

describe("any call that fails, in a life with payments, a refund, a mandate and a charge", () => {
  it("the life has calls to fail", inWorld(Effect.flatMap(live, checkLife)))

  /** A life whose `n`th call fails; false where it has fewer. */
  const failsAt = async (n: number, fate: Faults.CallCourse["fate"]): Promise<boolean> => {
    let failed: string | undefined
    await inWorld(Effect.gen(function*() {
      const far = yield* Far
      // The calls of the test itself come later.
      const before = far.calls.length
      far.plan = {
        ...far.plan,
        call: ({ operation }) => {
          const place = far.calls.length - before
          // The SDK repeats a request by itself whose connection was reset.
          if (place === n + 1 && failed === operation && fate.startsWith("reset")) {
            return { ...Faults.answered, fate: "reset_before" }
          }
          if (place !== n) return Faults.answered
          failed = operation
          return { ...Faults.answered, fate }
        }
      }
      const lived = yield* live
      far.plan = { ...far.plan, call: () => Faults.answered }
      yield* checkLife(lived)
    }))()
    return failed !== undefined
  }

  it.each(["reset_before", "reset_after", "failed_before", "failed_after", "rate_limited"] as const)(
    "%s, one after the other",
    async (fate) => {
      let n = 1
      while (await failsAt(n, fate)) n++
      expect(n).toBeGreaterThan(20)
    }
  )
})
