/** Orders as agents hear of them: asked for, and told by signed messages, from the order to its refund. */
import * as Webhooks from "@beauty-store/acp/Webhooks"
import type { OrderHistory } from "@beauty-store/commerce/orders/OrderHistory"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { CountryCode } from "@beauty-store/domain/Address"
import { OrderId, SessionId } from "@beauty-store/domain/Ids"
import { ofBody } from "@beauty-store/domain/ReferenceNumber"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { buy as buyAsShopper, deliver, eventually, ship } from "../../../test/shop/shopper.ts"
import { type Agent, agentOf, beginning, details, totalOf } from "./agent.ts"
import { webhookFaults } from "./schemas.ts"
import { buy } from "./tokens.ts"

const store = useShop()
const heard: Array<{ readonly body: any; readonly signature: string; readonly text: string; readonly id: string }> = []
const platform = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8")
    const signature = String(request.headers["merchant-signature"])
    heard.push({ body: JSON.parse(text), signature, text, id: String(request.headers["request-id"]) })
    response.writeHead(200, { "content-type": "application/json" }).end("{\"received\":true}")
  })
})

let ada: Agent
let staff: string
let token: string
let subscription: any
beforeAll(async () => {
  platform.listen(0, "127.0.0.1")
  await once(platform, "listening")
  staff = await store().clientToken("demo-staff")
  token = await store().clientToken("demo-agent")
  ada = agentOf(store(), token)
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/orders`
  const created = await store().post("/api/webhook-subscriptions", { url, dialect: "acp", agentId: "demo-agent" }, {
    token: staff
  })
  expect(created.status, created.text).toBe(200)
  subscription = created.json
})
afterAll(() => {
  platform.closeAllConnections()
  platform.close()
})

const about = (orderId: string) => heard.filter(({ body }) => body.data.id === orderId)
const told = async (orderId: string, holds: (data: any) => boolean) => {
  const all = await eventually(async () => about(orderId), (all) => all.some(({ body }) => holds(body.data)))
  const found = all.findLast(({ body }) => holds(body.data))
  expect(found, JSON.stringify(all.map(({ body }) => body))).toBeDefined()
  return found!.body
}

describe("an order", () => {
  it(
    "is told when it is made, shipped in parts, delivered, returned and refunded, each time in full and signed",
    async () => {
      const { order } = await buy(ada, { ...beginning(serum), ...details, line_items: [{ id: serum, quantity: 2 }] })
      const created = await told(order.id, ({ status }) => status === "confirmed")
      expect(created.type).toBe("order_create")
      expect(created.data).toEqual(order)

      await ship(store(), staff, order.id, { trackingNumber: "ONE", items: [{ productId: serum, quantity: 1 }] })
      const partly = await told(order.id, ({ fulfillments }) => fulfillments.length === 1)
      expect(partly.type).toBe("order_update")
      expect(partly.data.line_items[0]).toMatchObject({
        quantity: { ordered: 2, current: 2, fulfilled: 1 },
        status: "partial"
      })
      expect(partly.data.fulfillments[0]).toMatchObject({
        status: "shipped",
        tracking_number: "ONE",
        line_items: [{ id: serum, quantity: 1 }]
      })
      await ship(store(), staff, order.id, { trackingNumber: "TWO" })
      await told(order.id, ({ status }) => status === "shipped")
      await deliver(store(), staff, order.id)
      const delivered = await told(order.id, ({ status }) => status === "completed")
      expect(delivered.data.line_items[0].status).toBe("fulfilled")
      expect(delivered.data.fulfillments.map(({ events, status }: any) => [status, events.at(-1).type])).toEqual([
        ["delivered", "delivered"],
        ["delivered", "delivered"]
      ])

      const { json: sentBack } = await store().post("/api/returns", {
        orderId: order.id,
        items: [{ productId: serum, quantity: 1, reason: "too much" }]
      }, { token })
      const returning = await told(order.id, ({ adjustments }) => adjustments.length === 1)
      expect(returning.data.adjustments[0]).toMatchObject({
        id: sentBack.returnId,
        type: "return",
        status: "pending",
        line_items: [{ id: serum, quantity: 1 }]
      })
      await store().post(`/api/returns/${sentBack.returnId}/receive`, {
        items: [{ productId: serum, quantity: 1, restock: true }]
      }, { token: staff })
      const refunded = await told(order.id, ({ totals }) => totals.some(({ type }: any) => type === "amount_refunded"))
      const back = Math.round(sentBack.refundAmount * 100)
      expect(totalOf(refunded.data, "amount_refunded")).toBe(back)
      expect(totalOf(refunded.data)).toBe(totalOf(order))
      expect(refunded.data.adjustments.map(({ amount, status, type }: any) => [type, status, amount])).toEqual([
        ["return", "completed", undefined],
        ["refund", "completed", back]
      ])
      expect(refunded.data.line_items[0].quantity).toEqual({ ordered: 2, current: 1, fulfilled: 1 })
      expect((await ada.call("GET", `/acp/orders/${order.id}`)).json).toEqual(refunded.data)

      const messages = about(order.id)
      expect(messages.map(({ body }) => body.type).filter((type) => type === "order_create")).toHaveLength(1)
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
      for (const { body, signature, text } of messages) {
        expect(webhookFaults(body)).toEqual([])
        const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!
        expect(createHmac("sha256", subscription.secret).update(`${t}.${text}`).digest("hex")).toBe(v1)
        expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300)
        // A capability stands in no message.
        expect(text).not.toMatch(/\/orders\/page_/)
      }
    },
    60_000
  )

  it("that is cancelled is told as cancelled, with all of its money on its way back", async () => {
    const { order } = await buy(ada)
    expect((await store().post(`/api/orders/${order.id}/cancel`, {}, { token })).status).toBe(200)
    const { data } = await told(
      order.id,
      ({ adjustments }) => adjustments.some(({ status, type }: any) => type === "refund" && status === "completed")
    )
    expect(data.status).toBe("canceled")
    expect(data.line_items[0]).toMatchObject({ quantity: { ordered: 1, current: 0, fulfilled: 0 }, status: "removed" })
    expect(data.adjustments.map(({ type }: any) => type)).toEqual(["cancellation", "refund"])
    expect(totalOf(data, "amount_refunded")).toBe(totalOf(order))
  })

  it("of somebody else is not told, and not shown", async () => {
    const guest = await store().guest()
    const orderId = await buyAsShopper(store(), guest)
    expect((await ada.call("GET", `/acp/orders/${orderId}`)).status).toBe(404)
    const own = await agentOf(store(), guest).call("GET", `/acp/orders/${orderId}`)
    expect([own.status, own.json.status]).toEqual([200, "confirmed"])
    const { order } = await buy(ada)
    await told(order.id, ({ status }) => status === "confirmed")
    expect(about(orderId)).toEqual([])
  })

  it("that was never paid is not told", async () => {
    const { json: session } = await ada.create({
      ...beginning(serum),
      ...details,
      capabilities: { payment: { handlers: [{ name: "com.example.barter" }] } }
    })
    await store().request("POST", session.continue_url.slice(store().baseUrl.length))
    expect((await ada.cancel(session.id)).json.status).toBe("canceled")
    const { order } = await buy(ada)
    await told(order.id, ({ status }) => status === "confirmed")
    expect(heard.filter(({ body }) => body.data.checkout_session_id === session.id)).toEqual([])
  })
})

describe("a subscription in a dialect", () => {
  it("says so, and needs to know whose orders it is about", async () => {
    const { json } = await store().get("/api/webhook-subscriptions", { token: staff })
    expect(json.data[0]).toMatchObject({ dialect: "acp", agentId: "demo-agent" })
    const wrong = { url: "http://127.0.0.1:9/x", dialect: "acp" }
    const { json: refused, status } = await store().post("/api/webhook-subscriptions", wrong, { token: staff })
    expect([status, refused.errors[0].pointer]).toEqual([400, "/agentId"])
  })
})

describe("what happened before an order was confirmed", () => {
  const { body } = Webhooks.dialect({ ...defaultPolicy, baseUrl: "http://shop.example" })
  const order: OrderHistory = {
    id: OrderId.make("ord_0123456789"),
    orderNumber: ofBody(4_821_736),
    principal: "agent:demo-agent",
    checkoutId: SessionId.make("cs_0123456789"),
    status: "confirmed",
    confirmedBy: 4,
    createdAt: 0,
    address: {
      name: "Ada",
      address: "Torstrasse 1",
      city: "Berlin",
      postcode: "10119",
      country: CountryCode.make("DE")
    },
    method: "standard",
    lines: [],
    parcels: [],
    adjustments: [],
    sums: { currency: "EUR", subtotalMinor: 0, shippingMinor: 0, totalMinor: 0, vat: [] },
    refundedMinor: 0
  }

  it("is not told, even where its turn comes afterwards", () => {
    // A payment of a wrong amount went back, and the next one was right.
    expect(body({ type: "refund.created", seq: 3 }, order)).toBeUndefined()
    expect(body({ type: "order.created", seq: 4 }, { ...order, confirmedBy: undefined })).toBeUndefined()
  })

  it("does not keep the rest from being told", () => {
    expect(JSON.parse(body({ type: "order.created", seq: 4 }, order)!).type).toBe("order_create")
    expect(JSON.parse(body({ type: "refund.succeeded", seq: 5 }, order)!).type).toBe("order_update")
  })
})
