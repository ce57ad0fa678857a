/**
 * What the shop tells its partners: signed, in order per order, again until it is taken, and only to addresses outside
 * (or, in the demo, on this machine's loopback). The receiver checks with the published library. Follows
 * docs/specification.md#webhooks-out.
 */
import { randomUUID } from "node:crypto"
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { buy, deliver, eventually, sendBack, ship } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { listen, type Listener, take } from "./listeners.ts"
import { expectProblem } from "./problem.ts"

const clock = movableClock(Date.now())
const store = useShop({}, { clock })

/** Lets time pass once nothing is under way. */
const pass = async (millis: number): Promise<void> => {
  await store().rest()
  clock.jump(millis)
}

let token: string
let staff: string
let partner: Listener
beforeAll(async () => {
  token = await store().guest()
  staff = await store().clientToken("demo-staff")
})
beforeEach(async () => {
  partner = await listen()
})
afterEach(async () => {
  for (const { subscriptionId } of (await store().get("/api/webhook-subscriptions", { token: staff })).json.data) {
    await remove(subscriptionId)
  }
  await partner.close()
})

const subscribe = async (path = "/hooks"): Promise<any> => {
  const answer = await store().post("/api/webhook-subscriptions", { url: `${partner.url}${path}` }, { token: staff })
  partner.secrets.push(answer.json.secret)
  return answer.json
}
/** A subscription as staff see it. */
const listed = async (id: string) =>
  (await store().get("/api/webhook-subscriptions", { token: staff })).json.data
    .find(({ subscriptionId }: { subscriptionId: string }) => subscriptionId === id)
/** Waits until the shop has written down that a message was not taken. */
const fails = (id: string) => eventually(() => listed(id), ({ state }) => state === "failing")
const remove = (id: string) => store().request("DELETE", `/api/webhook-subscriptions/${id}`, { token: staff })
const heardOf = (orderId: string) =>
  partner.heard.filter(({ data }) => data.orderId === orderId).map(({ event }) => event)
const hears = (orderId: string, ...events: ReadonlyArray<string>) =>
  eventually(async () => heardOf(orderId), (heard) => heard.length >= events.length)
    .then((heard) => expect(heard).toEqual(events))

describe("a subscription", () => {
  it("shows its secret once: in the answer, and to nobody who reads it later", async () => {
    const key = randomUUID()
    const body = { url: `${partner.url}/hooks` }
    const sent = { token: staff, key }
    const first = await store().post("/api/webhook-subscriptions", body, sent)
    expect(first.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const again = await store().post("/api/webhook-subscriptions", body, sent)
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"])
    const list = await store().get("/api/webhook-subscriptions", { token: staff })
    const { secret, ...rest } = first.json
    expect(list.json.data).toEqual([rest])
    expect(list.text).not.toContain(secret)
  })

  it("is for addresses outside, whatever they are spelled like", async () => {
    const inside = [
      "http://10.0.0.1/",
      "http://192.168.1.1/hooks",
      "http://172.16.0.1",
      "http://169.254.169.254/latest/meta-data",
      "http://[fd00::1]/",
      "http://[fe80::1]/",
      "http://0xa9fea9fe/",
      "http://2852039166/",
      "http://[::ffff:10.0.0.1]/",
      "http://0.0.0.0/",
      "ftp://partner.example/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "http://user:password@partner.example/",
      "nonsense"
    ]
    for (const url of inside) {
      const answer = await store().post("/api/webhook-subscriptions", { url }, { token: staff })
      expect([url, answer.status, answer.json.code]).toEqual([url, 400, "webhook_target_forbidden"])
    }
    expect((await store().get("/api/webhook-subscriptions", { token: staff })).json.data).toEqual([])
  })

  it("names all that is wrong with it at once", async () => {
    const { errors } = expectProblem(
      await store().post("/api/webhook-subscriptions", { url: "", dialect: "acp" }, { token: staff }),
      "invalid_request"
    )
    expect(errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual(["/agentId", "/url"])
  })

  it("is sent again what happened between two moments, whatever their offsets from UTC", async () => {
    const { subscriptionId } = await subscribe()
    const replay = (from: string, to: string) =>
      store().post(`/api/webhook-subscriptions/${subscriptionId}/replay`, { from, to }, { token: staff })
    const late = "2026-11-26T23:30:00Z"
    expect((await replay("2026-11-27T01:00:00+02:00", late)).json).toEqual({ messages: 0 })
    expect((await replay(late, "2026-11-26t23:30:00.000z")).json).toEqual({ messages: 0 })
    for (const [from, to] of [[late, "2026-11-27T00:00:00+02:00"], ["2026-11-26T23:30:00.5Z", late]] as const) {
      const { errors } = expectProblem(await replay(from, to), "invalid_request")
      expect(errors).toEqual([{ pointer: "/to", detail: "must be a moment that is not before `from`" }])
    }
    const { errors } = expectProblem(await replay("yesterday", late), "invalid_request")
    expect(errors.map((fault: { pointer: string }) => fault.pointer)).toEqual(["/from"])
  })

  it("that does not exist is not found", async () => {
    expectProblem(await remove("sub_none"), "webhook_subscription_not_found")
    const range = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }
    const replay = await store().post("/api/webhook-subscriptions/sub_none/replay", range, { token: staff })
    expectProblem(replay, "webhook_subscription_not_found")
    const enable = await store().post("/api/webhook-subscriptions/sub_none/enable", undefined, { token: staff })
    expectProblem(enable, "webhook_subscription_not_found")
  })

  it("says whether messages are taken, and if not since when and why; staff can have it tried anew", async () => {
    const { createdAt, secret: _secret, subscriptionId, url, ...rest } = await subscribe()
    expect(rest).toEqual({ state: "healthy" })
    partner.behave = (_, response) => void response.writeHead(503).end("we are closed")
    await buy(store(), token)
    expect(await fails(subscriptionId)).toEqual({
      subscriptionId,
      url,
      createdAt,
      state: "failing",
      failingSince: expect.stringMatching(/^20\d\d-.*Z$/),
      failure: "status 503"
    })
    for (const _ of [1, 2]) {
      const enabled = await store().post(`/api/webhook-subscriptions/${subscriptionId}/enable`, undefined, {
        token: staff
      })
      expect([enabled.status, enabled.json]).toEqual([200, { subscriptionId, url, createdAt, state: "healthy" }])
    }
  })
})

describe("a partner", () => {
  it("hears an order's whole life in order, and nothing personal", async () => {
    await subscribe()
    const orderId = await buy(store(), token)
    const { returnId } = await sendBack(store(), { orderId, staff, token })
    const items = [{ productId: serum, quantity: 1, restock: true }]
    await store().post(`/api/returns/${returnId}/receive`, { items }, { token: staff })
    const expected = [
      "order.created",
      "payment.succeeded",
      "order.shipped",
      "order.delivered",
      "return.initiated",
      "return.received",
      "refund.created",
      "return.refunded",
      "refund.succeeded"
    ]
    const heard = await eventually(async () => heardOf(orderId), (events) => events.length >= expected.length)
    expect([...heard].sort()).toEqual([...expected].sort())
    expect(heard.filter((event) => !event.startsWith("refund.") && !event.startsWith("payment.")))
      .toEqual(expected.filter((event) => !event.startsWith("refund.") && !event.startsWith("payment.")))
    expect(heard.indexOf("refund.created")).toBeLessThan(heard.indexOf("refund.succeeded"))
    expect(partner.forged).toEqual([])
    expect(new Set(partner.heard.map(({ id }) => id)).size).toBe(partner.heard.length)
    const told = JSON.stringify(partner.heard)
    for (const secret of ["ada@example.com", "Ada Lovelace", "Torstrasse", "key=", "tok_"]) {
      expect(told).not.toContain(secret)
    }
    expect(partner.heard.find(({ event }) => event === "order.shipped")!.data).toMatchObject({
      orderId,
      carrier: "DHL",
      items: [{ productId: serum, quantity: 1 }]
    })
  })

  it("hears of a cancellation and its refund", async () => {
    await subscribe()
    const orderId = await buy(store(), token)
    await store().post(`/api/orders/${orderId}/cancel`, {}, { token })
    await hears(
      orderId,
      "order.created",
      "payment.succeeded",
      "order.cancelled",
      "refund.created",
      "refund.succeeded"
    )
  })

  it("hears of many orders at once, each in order", async () => {
    await subscribe()
    const orders = await Promise.all(Array.from({ length: 8 }, async () => {
      const shopper = await store().guest()
      const orderId = await buy(store(), shopper)
      await ship(store(), staff, orderId)
      await deliver(store(), staff, orderId)
      return orderId
    }))
    for (const orderId of orders) {
      await hears(orderId, "order.created", "payment.succeeded", "order.shipped", "order.delivered")
    }
  })

  it.each<readonly [string, Listener["behave"]]>([
    ["fails", (_, response) => void response.writeHead(500).end("no")],
    ["redirects", (_, response) => void response.writeHead(307, { location: "/elsewhere" }).end()],
    ["resets the connection", (request) => void request.socket.resetAndDestroy()]
  ])("that %s is told again after five seconds, with the same id, and the rest waits its turn", async (_, behave) => {
    const { subscriptionId } = await subscribe()
    partner.behave = behave
    const orderId = await buy(store(), token)
    await fails(subscriptionId)
    partner.behave = take
    await ship(store(), staff, orderId)
    await pass(5_000)
    await hears(orderId, "order.created", "order.created", "payment.succeeded", "order.shipped")
    const [first, second] = partner.heard
    expect(second!.signedAt - first!.signedAt).toBeGreaterThanOrEqual(4)
    expect(new Set(partner.heard.map(({ id }) => id)).size).toBe(3)
    // The secret goes nowhere else.
    expect(partner.heard.map(({ path }) => path)).toEqual(Array(4).fill("/hooks"))
  })

  it("that keeps silent keeps nobody else waiting, neither partners nor shoppers", async () => {
    await subscribe("/silent")
    partner.behave = (request, response) => request.url === "/silent" ? undefined : take(request, response)
    await subscribe("/attentive")
    const orders = await Promise.all([1, 2, 3].map(async () => buy(store(), await store().guest())))
    for (const orderId of orders) {
      const attentive = () =>
        partner.heard.filter(({ data, path }) => path === "/attentive" && data.orderId === orderId)
      const heard = await eventually(async () => attentive(), ({ length }) => length >= 2)
      expect(heard.map(({ event }) => event)).toEqual(["order.created", "payment.succeeded"])
    }
  })

  it("that was removed hears no more, not even of what it was owed", async () => {
    const { subscriptionId } = await subscribe()
    const { subscriptionId: other } = await subscribe("/other")
    partner.behave = (_, response) => void response.writeHead(503).end()
    const orderId = await buy(store(), token)
    await Promise.all([subscriptionId, other].map(fails))
    expect((await remove(subscriptionId)).status).toBe(200)
    partner.behave = take
    partner.heard.length = 0
    await ship(store(), staff, orderId)
    await pass(6_500)
    // Whoever was owed the same hears all of it, one message after the other.
    await hears(orderId, "order.created", "payment.succeeded", "order.shipped")
    expect(partner.heard.map(({ path }) => path)).toEqual(Array(3).fill("/other"))
    expectProblem(await remove(subscriptionId), "webhook_subscription_not_found")
  })

  it("can have a range of time told again, under the same ids", async () => {
    const { subscriptionId } = await subscribe()
    const before = await buy(store(), token)
    await hears(before, "order.created", "payment.succeeded")
    await pass(50)
    const from = new Date(clock.now()).toISOString()
    const within = await buy(store(), token)
    await hears(within, "order.created", "payment.succeeded")
    const to = new Date(clock.now()).toISOString()
    await pass(50)
    await ship(store(), staff, within)
    await hears(within, "order.created", "payment.succeeded", "order.shipped")

    const ids = partner.heard.filter(({ data, event }) => data.orderId === within && event !== "order.shipped")
      .map(({ id }) => id)
    partner.heard.length = 0
    const range = `/api/webhook-subscriptions/${subscriptionId}/replay`
    expect((await store().post(range, { from, to }, { token: staff })).json).toEqual({ messages: 2 })
    await hears(within, "order.created", "payment.succeeded")
    expect(partner.heard.map(({ id }) => id)).toEqual(ids)
    expect(heardOf(before)).toEqual([])
    expectProblem(await store().post(range, { from: to, to: from }, { token: staff }), "invalid_request")
  })
})
