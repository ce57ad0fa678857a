/**
 * One idempotency key, many requests: over real sockets, at once, and with a provider whose answers get lost. Whatever
 * the network does, the key stands for one effect. Follows docs/specification.md#idempotency,
 * docs/specification.md#payment-provider.
 */
import { none } from "@beauty-store/payments-simulated/Faults"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { product } from "./shop/products.ts"
import type { Answer } from "./shop/requests.ts"
import { describeShop, type Shop } from "./shop/server.ts"
import { closedGate, type Plan } from "./shop/shop.ts"
import { atOnce, delivery, eventually, newShopper, pay, type Shopper, tally } from "./shop/shopper.ts"
import { movableClock } from "./world/clocks.ts"

/** The first answer and its repeats are the same; everybody else was asked to come again. */
const sameOrLater = (answers: ReadonlyArray<Answer>): Answer => {
  const answered = answers.filter(({ status }) => status === 200)
  const first = answered.find(({ headers }) => headers["idempotent-replayed"] === undefined)
  expect(first, JSON.stringify(tally(answers))).toBeDefined()
  for (const { headers, json, status } of answers) {
    if (status === 200) expect(json).toEqual(first!.json)
    else {
      expect({ status, code: json.code, retryable: json.retryable, after: headers["retry-after"] })
        .toEqual({ status: 409, code: "idempotency_in_flight", retryable: true, after: "1" })
    }
  }
  expect(answered.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1)
  return first!
}

const expectReplay = (answer: Answer, first: Answer): void => {
  expect({ status: answer.status, replayed: answer.headers["idempotent-replayed"], body: answer.json })
    .toEqual({ status: first.status, replayed: "true", body: first.json })
}

const ordersOf = async (shopper: Shopper): Promise<ReadonlyArray<any>> => (await shopper.get("/api/orders")).json.data

/** A plan whose n-th call of a kind goes as told, and which remembers whom it was asked for. */
const calls = (
  kind: string,
  ...courses: ReadonlyArray<Partial<Effect.Effect.Success<ReturnType<typeof none.call>>>>
) => {
  const subjects: Array<string> = []
  const plan: Plan = {
    call: (call, subject) =>
      Effect.map(
        none.call(call, subject),
        (course) => call === kind ? { ...course, ...courses[subjects.push(subject) - 1] } : course
      )
  }
  return { plan, subjects }
}

describeShop("one idempotency key", (shop) => {
  const buyer = (productId: string) => newShopper(shop(), productId)
  const reserved = async (at: Shop, productId: string) => (await at.stock(productId)).reserved

  it("adds to a cart once, of fifty at once", async () => {
    const shopper = await newShopper(shop())
    const key = randomUUID()
    const add = () => shopper.post("/api/cart", { productId: product(0), quantity: 2 }, key)
    const first = sameOrLater(await atOnce(50, add))
    expect(first.json.items).toMatchObject([{ productId: product(0), quantity: 2 }])
    expectReplay(await add(), first)
    expect((await shopper.get("/api/cart")).json.items).toMatchObject([{ quantity: 2 }])
  })

  it("makes a shopper of each of fifty first requests without identity, which may be of fifty people", async () => {
    const key = randomUUID()
    const answers = await atOnce(50, () => shop().post("/api/cart", { productId: product(0), quantity: 1 }, { key }))
    expect(tally(answers)).toEqual({ 200: 50 })
    expect(new Set(answers.map(({ json }) => json.session.access_token)).size).toBe(50)
    for (const { json } of answers) expect(json.items).toMatchObject([{ quantity: 1 }])
  })

  it("checks out once, of fifty at once, while the provider takes its time", async () => {
    const shopper = await buyer(product(1))
    const before = await reserved(shop(), product(1))
    const gate = closedGate()
    shop().misbehave(gate.plan)
    const key = randomUUID()
    let answered = 0
    const sent = atOnce(50, async () => {
      const answer = await shopper.checkout(key)
      answered++
      return answer
    })
    // Everybody but the first, who waits for the provider.
    await eventually(async () => answered, (times) => expect(times).toBe(49))
    gate.open()
    const answers = await sent
    const first = sameOrLater(answers)
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    expectReplay(await shopper.checkout(key), first)
    expect(gate.calls()).toBe(1)
    expect(await ordersOf(shopper)).toMatchObject([{ id: first.json.orderId, status: "pending" }])
    expect(await reserved(shop(), product(1))).toBe(before + 1)
  })

  it("refuses another body under the key, and lets another shopper use it", async () => {
    const [one, other] = [await buyer(product(2)), await buyer(product(2))]
    const key = randomUUID()
    expect((await one.checkout(key)).status).toBe(200)
    const changed = await one.post("/api/checkout", { ...delivery, email: "eve@example.com" }, key)
    expect([changed.status, changed.json.code]).toEqual([422, "idempotency_conflict"])
    const theirs = await other.checkout(key)
    expect([theirs.status, theirs.headers["idempotent-replayed"]]).toEqual([200, undefined])
  })

  it("remembers a refusal", async () => {
    const shopper = await newShopper(shop())
    const key = randomUUID()
    const first = await shopper.checkout(key)
    expect([first.status, first.json.code]).toEqual([409, "cart_empty"])
    await shopper.add(product(2))
    expectReplay(await shopper.checkout(key), first)
  })

  it.each(["lost_after", "lost_before"] as const)(
    "reaches one session when the provider's answer is %s",
    async (fate) => {
      const shopper = await buyer(product(3))
      const before = await reserved(shop(), product(3))
      const { plan, subjects } = calls("createSession", { fate })
      shop().misbehave(plan)
      const key = randomUUID()
      const lost = await shopper.checkout(key)
      expect([lost.status, lost.json.code]).toEqual([503, "payment_provider_unavailable"])
      expect(Number(lost.headers["retry-after"])).toBeGreaterThan(0)

      const found = sameOrLater(await atOnce(10, () => shopper.checkout(key)))
      expectReplay(await shopper.checkout(key), found)
      expect(new Set(subjects)).toEqual(new Set([found.json.sessionId]))
      expect(await ordersOf(shopper)).toMatchObject([{ id: found.json.orderId }])
      expect(await reserved(shop(), product(3))).toBe(before + 1)
      expect((await pay(shop(), found.json.redirectUrl)).json.status).toBe("succeeded")
      await eventually(() => shopper.order(found.json.orderId), ({ status }) => expect(status).toBe("confirmed"))
    }
  )

  it("opens a session whose shopper never asked again", async () => {
    const shopper = await buyer(product(3))
    const { plan, subjects } = calls("createSession", { fate: "lost_after" })
    shop().misbehave(plan)
    expect((await shopper.checkout(randomUUID())).status).toBe(503)
    const [sessionId] = subjects
    await shop().reconcile(sessionId!)
    const opened = await eventually(
      () => shopper.get(`/api/checkout/${sessionId}`),
      ({ json }) => expect(json.redirectUrl).toMatch(/\/pay\//)
    )
    expect(opened.json.status).toBe("open")
  })

  it("begins anew where the provider did nothing", async () => {
    const shopper = await buyer(product(4))
    const before = await reserved(shop(), product(4))
    const { plan, subjects } = calls("createSession", { fate: "unavailable", retryAfterMillis: 7_000 })
    shop().misbehave(plan)
    const key = randomUUID()
    const refused = await shopper.checkout(key)
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "7"])
    expect(await reserved(shop(), product(4))).toBe(before)

    const second = await shopper.checkout(key)
    expect(second.status).toBe(200)
    expect(subjects).toHaveLength(2)
    expect(subjects[1]).toBe(second.json.sessionId)
    expect((await ordersOf(shopper)).map(({ status }) => status)).toEqual(["pending", "cancelled"])
    expect(await reserved(shop(), product(4))).toBe(before + 1)
  })

  it("finishes what a client who hung up has begun", async () => {
    const shopper = await buyer(product(5))
    const gate = closedGate()
    shop().misbehave(gate.plan)
    const key = randomUUID()
    const hangsUp = new AbortController()
    const first = fetch(`${shop().url}/api/checkout`, {
      method: "POST",
      headers: {
        "authorization": `Bearer ${shopper.token}`,
        "content-type": "application/json",
        "idempotency-key": key
      },
      body: JSON.stringify(delivery),
      signal: hangsUp.signal
    })
    await eventually(async () => gate.calls(), (times) => expect(times).toBe(1))
    hangsUp.abort()
    await expect(first).rejects.toThrow("aborted")
    gate.open()
    const [order] = await eventually(() => ordersOf(shopper), (orders) => expect(orders).toHaveLength(1))
    const answer = await eventually(() => shopper.checkout(key), ({ status }) => expect(status).toBe(200))
    expect(answer.json.orderId).toBe(order.id)
    expect(answer.headers["idempotent-replayed"]).toBe("true")
  })
})

const clock = movableClock(Date.now())
/** Less than until the shop asks by itself. */
const providerTimeoutMillis = 3_000
describeShop("a provider that is slower than the shop will wait", (shop) => {
  it("is asked again under the same session", async () => {
    const shopper = await newShopper(shop(), product(0))
    const { plan, subjects } = calls("createSession", { afterMillis: 2 * providerTimeoutMillis })
    shop().misbehave(plan)
    const key = randomUUID()
    const answer = shopper.checkout(key)
    await eventually(async () => subjects, ({ length }) => expect(length).toBe(1))
    clock.jump(providerTimeoutMillis)
    const late = await answer
    expect([late.status, late.json.code]).toEqual([503, "payment_provider_unavailable"])
    const second = await shopper.checkout(key)
    expect(second.status).toBe(200)
    expect(subjects).toEqual([second.json.sessionId, second.json.sessionId])
  })
}, { clock, policy: { providerTimeoutMillis } })
