/**
 * Payments that come at once, twice, late, wrong or unannounced, over real sockets: one payment confirms an order, and
 * every other cent that was taken goes back. Follows docs/specification.md#settlement, docs/specification.md#refunds.
 */
import { none } from "@beauty-store/payments-simulated/Faults"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { product } from "./shop/products.ts"
import { pathOf } from "./shop/requests.ts"
import { describeShop } from "./shop/server.ts"
import type { Plan } from "./shop/shop.ts"
import { atOnce, checkedOut, eventually, newShopper, pay, sleep, tally } from "./shop/shopper.ts"

/** Notifications of payments leave after so many milliseconds each; those of refunds as ever. */
const notifiedAfter = (...delays: ReadonlyArray<number>): Plan => ({
  notification: (about) => about.type === "session.changed" ? Effect.succeed(delays) : none.notification(about)
})

/** Klarna takes its time to decide. */
const klarnaDecidesLate: Plan = { settlement: () => Effect.succeed({ afterMillis: 2_000, status: "succeeded" }) }

/** How often the shop has asked the provider about a session. */
const countingLooks = (plan: Plan) => {
  const looks = new Map<string, number>()
  const counted: Plan = {
    ...plan,
    call: (call, subject) => {
      if (call === "lookUpSession") looks.set(subject, (looks.get(subject) ?? 0) + 1)
      return (plan.call ?? none.call)(call, subject)
    }
  }
  return { plan: counted, looks: (sessionId: string) => looks.get(sessionId) ?? 0 }
}

const statusesOf = ({ timeline }: any): ReadonlyArray<string> => timeline.map((entry: any) => entry.status)

describeShop("payments of one session", (shop) => {
  /** The page about the order that the return address leads a program without a front of its own to. */
  const comeBack = async (returnUrl: string): Promise<string> => {
    const back = await shop().get(pathOf(returnUrl))
    expect([back.status, back.headers["location"]]).toEqual([303, expect.stringMatching(/^\/orders\/[^/]+$/)])
    return (await shop().get(back.headers["location"]!)).text
  }
  const start = async (n: number) => {
    const shopper = await newShopper(shop(), product(n))
    const session = await checkedOut(shopper)
    const order = () => shopper.order(session.orderId)
    const becomes = (status: string, paymentStatus?: string) =>
      eventually(order, (found) => {
        expect(found.status).toBe(status)
        if (paymentStatus !== undefined) expect(found.payment.status).toBe(paymentStatus)
      })
    return { shopper, session, order, becomes }
  }
  /** The order keeps this payment status however long one waits: all that is to come has come. */
  const refunded = (order: () => Promise<any>, ...amounts: ReadonlyArray<number>) =>
    eventually(order, (found) => {
      expect(found.refunds.map((refund: any) => [refund.amount, refund.status]))
        .toEqual(amounts.map((amount) => [amount, "succeeded"]))
    })

  it("takes one of ten at once, and tells the others that it is paid", async () => {
    const { becomes, session } = await start(0)
    const before = await shop().stock(product(0))
    const answers = await atOnce(10, () => pay(shop(), session.redirectUrl))
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
    for (const { json, status } of answers) {
      expect(status === 200 ? json.status : json.code).toBe(status === 200 ? "succeeded" : "already_paid")
      expect(json.returnUrl).toMatch(/\/checkout\/return\//)
    }
    expect(statusesOf(await becomes("confirmed", "paid"))).toEqual(["pending", "confirmed"])
    expect((await shop().atProvider(session.sessionId))?.payments).toHaveLength(1)
    expect(await shop().stock(product(0))).toEqual(before)
  })

  it("asks the bank once where ten confirm a 3-D Secure payment at once", async () => {
    const { becomes, session } = await start(0)
    const asked = await pay(shop(), session.redirectUrl, { method: "card", card: { number: "4000002500003155" } })
    expect(asked.json.status).toBe("requires_action")
    const answers = await atOnce(10, () => shop().post(pathOf(asked.json.actionUrl), { outcome: "authenticated" }))
    expect(new Set(answers.map(({ json }) => json.status))).toEqual(new Set(["succeeded"]))
    await becomes("confirmed", "paid")
    expect((await shop().atProvider(session.sessionId))?.payments).toHaveLength(1)
  })

  it("confirms by the notification, before the shopper is back", async () => {
    const { becomes, session } = await start(1)
    const { json } = await pay(shop(), session.redirectUrl)
    await becomes("confirmed", "paid")
    expect(await comeBack(json.returnUrl)).toContain("Thank you for your order")
  })

  it("confirms by the shopper's return, before the notification", async () => {
    const { order, session } = await start(1)
    const { looks, plan } = countingLooks(notifiedAfter(1_000))
    shop().misbehave(plan)
    const { json } = await pay(shop(), session.redirectUrl)
    expect((await order()).status).toBe("pending")
    expect(await comeBack(json.returnUrl)).toContain("Thank you for your order")
    const confirmed = await order()
    expect(confirmed.status).toBe("confirmed")
    const seen = looks(session.sessionId)
    await eventually(async () => looks(session.sessionId), (now) => expect(now).toBeGreaterThan(seen))
    expect(await order()).toEqual(confirmed)
  })

  it("confirms once where the notification comes five times and the shopper thrice, at once", async () => {
    const { becomes, order, session } = await start(2)
    const { looks, plan } = countingLooks(notifiedAfter(0, 0, 0, 20, 100))
    shop().misbehave(plan)
    const { json } = await pay(shop(), session.redirectUrl)
    await atOnce(3, () => shop().get(pathOf(json.returnUrl)))
    const confirmed = await becomes("confirmed", "paid")
    expect(statusesOf(confirmed)).toEqual(["pending", "confirmed"])
    await eventually(async () => looks(session.sessionId), (now) => expect(now).toBeGreaterThanOrEqual(8))
    expect(await order()).toEqual(confirmed)
  })

  it("confirms without notification and without the shopper, by asking", async () => {
    const { becomes, order, session } = await start(2)
    shop().misbehave(notifiedAfter())
    await pay(shop(), session.redirectUrl)
    await sleep(100)
    expect((await order()).status).toBe("pending")
    await shop().reconcile(session.sessionId)
    await becomes("confirmed", "paid")
  })

  it("leads a program that follows the return address on to the front that the checkout named", async () => {
    const shopper = await newShopper(shop(), product(2))
    const { json: session } = await shopper.checkout(undefined, { returnUrl: "http://localhost:5173/thanks?from=shop" })
    const { json } = await pay(shop(), session.redirectUrl)
    const back = await shop().get(pathOf(json.returnUrl))
    expect([back.status, back.headers["location"]]).toEqual([
      303,
      `http://localhost:5173/thanks?from=shop&session_id=${session.sessionId}&order_id=${session.orderId}&status=complete`
    ])
  })

  it("believes no notification that the provider has not signed", async () => {
    const { session } = await start(2)
    const forged = await shop().post("/api/payments/notifications", {
      type: "session.changed",
      data: { sessionId: session.sessionId }
    }, {
      headers: {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": "v1,AAAA"
      }
    })
    expect(forged.status).toBe(401)
  })

  it("keeps order and reservation through declines, until a card is taken", async () => {
    const { becomes, order, session } = await start(3)
    const before = await shop().stock(product(3))
    const declined = await atOnce(
      5,
      () => pay(shop(), session.redirectUrl, { method: "card", card: { number: "4000000000009995" } })
    )
    expect(declined.map(({ json }) => json.declineCode)).toEqual(Array(5).fill("insufficient_funds"))
    expect((await order()).status).toBe("pending")
    expect(await shop().stock(product(3))).toEqual(before)
    expect((await pay(shop(), session.redirectUrl)).json.status).toBe("succeeded")
    await becomes("confirmed", "paid")
  })

  it("confirms once Klarna has decided, and takes nothing else meanwhile", async () => {
    const { becomes, session } = await start(3)
    shop().misbehave(klarnaDecidesLate)
    expect((await pay(shop(), session.redirectUrl, { method: "klarna" })).json.status).toBe("processing")
    expect((await pay(shop(), session.redirectUrl)).json.code).toBe("payment_in_progress")
    await becomes("pending", "processing")
    await becomes("confirmed", "paid")
  })

  it("gives back a payment that confirms nothing because its amount is wrong", async () => {
    const { order, session } = await start(4)
    shop().misbehave({ captures: () => Effect.succeed([100]) })
    await pay(shop(), session.redirectUrl)
    const found = await refunded(order, 1)
    expect(found.status).not.toBe("confirmed")
  })

  it("gives a second payment back and keeps the first", async () => {
    const { becomes, order, session } = await start(4)
    shop().misbehave({ captures: ({ amountMinor }) => Effect.succeed([amountMinor, amountMinor]) })
    await pay(shop(), session.redirectUrl)
    await becomes("confirmed", "paid")
    await refunded(order, session.total)
  })
})

describeShop("checkouts of one cart", (shop) => {
  it.each([2, 10])("leave one session that can be paid, of %i at once", async (times) => {
    const shopper = await newShopper(shop(), product(times))
    const before = await shop().stock(product(times))
    const answers = await atOnce(times, () => shopper.checkout(randomUUID()))
    const sessions = answers.flatMap(({ json, status }) => status === 200 ? [json] : [])
    for (const { json, status } of answers) if (status !== 200) expect(json.code).toBe("checkout_superseded")
    expect(await shop().stock(product(times))).toEqual({ onHand: before.onHand, reserved: before.reserved + 1 })

    const { data } = (await shopper.get("/api/orders")).json
    expect(data.map(({ status }: any) => status).sort()).toEqual([...Array(times - 1).fill("cancelled"), "pending"])
    const live = data.find(({ status }: any) => status === "pending").id
    const losers = sessions.filter(({ orderId }) => orderId !== live)
    for (const { sessionId } of losers) {
      await eventually(() => shop().atProvider(sessionId), (found) => expect(found?.status).toBe("expired"))
      expect((await shopper.get(`/api/checkout/${sessionId}`)).json.status).toBe("expired")
    }
    const paid = await Promise.all(sessions.map(({ redirectUrl }) => pay(shop(), redirectUrl)))
    for (const [n, { json }] of paid.entries()) {
      expect(json.code ?? json.status).toBe(sessions[n].orderId === live ? "succeeded" : "session_closed")
    }
    await eventually(() => shopper.order(live), ({ status }) => expect(status).toBe("confirmed"))
    expect((await shopper.get("/api/cart")).json.items).toEqual([])
    expect(await shop().stock(product(times))).toEqual({ onHand: before.onHand, reserved: before.reserved + 1 })
  })

  it("give back what was paid for the first before the provider heard that it had ended", async () => {
    const shopper = await newShopper(shop(), product(0))
    const first = await checkedOut(shopper)
    shop().misbehave({
      call: (call, subject) =>
        Effect.map(
          none.call(call, subject),
          (course) => call === "expireSession" ? { ...course, beforeMillis: 400 } : course
        )
    })
    const second = await checkedOut(shopper)
    expect((await pay(shop(), first.redirectUrl)).json.status).toBe("succeeded")
    const ended = await eventually(
      () => shopper.order(first.orderId),
      ({ refunds }) => expect(refunds).toMatchObject([{ amount: first.total, status: "succeeded" }])
    )
    expect(ended.status).toBe("cancelled")
    expect((await pay(shop(), second.redirectUrl)).json.status).toBe("succeeded")
    await eventually(() => shopper.order(second.orderId), ({ status }) => expect(status).toBe("confirmed"))
  })

  it("give back what Klarna lends for the first after the second took its place", async () => {
    const shopper = await newShopper(shop(), product(1))
    const first = await checkedOut(shopper)
    const before = await shop().stock(product(1))
    shop().misbehave(klarnaDecidesLate)
    expect((await pay(shop(), first.redirectUrl, { method: "klarna" })).json.status).toBe("processing")
    await checkedOut(shopper)
    const ended = await eventually(
      () => shopper.order(first.orderId),
      ({ refunds }) => expect(refunds).toMatchObject([{ amount: first.total, status: "succeeded" }])
    )
    expect(ended.status).toBe("cancelled")
    expect(await shop().stock(product(1))).toEqual(before)
  })
})

describeShop("a checkout whose time runs out", (shop) => {
  it("takes no payment, and its units can be had again", async () => {
    const shopper = await newShopper(shop(), product(0))
    const before = await shop().stock(product(0))
    const session = await checkedOut(shopper)
    const order = await eventually(
      () => shopper.order(session.orderId),
      ({ status }) => expect(status).toBe("cancelled")
    )
    expect(order.payment.status).toBe("unpaid")
    expect(await shop().stock(product(0))).toEqual(before)
    expect((await pay(shop(), session.redirectUrl)).json.code).toBe("session_closed")
    expect((await shopper.get("/api/cart")).json.items).toMatchObject([{ productId: product(0) }])
  })

  it("is over although the provider does not answer, and a payment that came in time but was never told goes back", async () => {
    const shopper = await newShopper(shop(), product(1))
    const before = await shop().stock(product(1))
    const session = await checkedOut(shopper)
    shop().misbehave({
      ...notifiedAfter(3_000),
      call: (call, subject) =>
        Effect.map(none.call(call, subject), (course) => call === "pay" ? course : { ...course, fate: "lost_before" })
    })
    expect((await pay(shop(), session.redirectUrl)).json.status).toBe("succeeded")
    await eventually(() => shopper.order(session.orderId), ({ status }) => expect(status).toBe("cancelled"))
    expect(await shop().stock(product(1))).toEqual(before)
    shop().misbehave({})
    const order = await eventually(
      () => shopper.order(session.orderId),
      ({ refunds }) => expect(refunds).toMatchObject([{ amount: session.total, status: "succeeded" }])
    )
    expect(order.status).toBe("cancelled")
    expect(await shop().stock(product(1))).toEqual(before)
  })

  it("is paid or over, where many pay in its last moments", async () => {
    const shoppers = await atOnce(12, () => newShopper(shop(), product(2)))
    const before = await shop().stock(product(2))
    const sessions = await Promise.all(shoppers.map(checkedOut))
    const payments = await Promise.all(sessions.map(async ({ expiresAt, redirectUrl }, n) => {
      await sleep(Date.parse(expiresAt) - Date.now() - 60 + 10 * n)
      return (await pay(shop(), redirectUrl)).json
    }))
    let confirmed = 0
    for (const [n, shopper] of shoppers.entries()) {
      const taken = payments[n].status === "succeeded"
      if (!taken) expect(payments[n].code).toBe("session_closed")
      const order = await eventually(() => shopper.order(sessions[n].orderId), (found) => {
        expect(found.status).not.toBe("pending")
        // What the provider took is either the order's or on its way back.
        if (taken && found.status === "cancelled") expect(found.refunds).toMatchObject([{ status: "succeeded" }])
      })
      if (order.status === "confirmed") confirmed++
      if (!taken) expect(order.status).toBe("cancelled")
    }
    expect((await shop().stock(product(2))).reserved).toBe(before.reserved + confirmed)
  })
}, {
  policy: { session: { lifetimeMillis: 2_000, lastUnitsMillis: 2_000, processingMillis: 60_000, graceMillis: 0 } }
})
