/** Orders that cost nothing: confirmed without a payment, on pages, in the API, by an agent's permission and in ACP. */
import { beforeAll, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { delegated, done, newAgent, newShopper } from "../../../test/shop/shopper.ts"

const shop = useShop()
beforeAll(async () => {
  const token = await shop().clientToken("demo-staff")
  for (const benefit of [{ type: "percentage", percent: 100 }, { type: "free_shipping" }]) {
    const { status } = await shop().post("/api/admin/promotions", { title: "Gifts", benefit }, {
      token,
      key: benefit.type
    })
    expect(status).toBe(200)
  }
})

it("a person's leads to its own page, and its receipt says that there was nothing to pay", async () => {
  const ada = await newShopper(shop(), serum, 2)
  const session = await done(ada.checkout("once"))
  expect([session.status, session.total]).toEqual(["complete", 0])
  expect(await done(ada.checkout("once"))).toEqual(session)
  expect((await done(ada.get(`/api/checkout/${session.sessionId}`))).redirectUrl).toBe(session.redirectUrl)
  const back = await shop().get(pathOf(session.redirectUrl), { headers: { accept: "text/html" } })
  expect([back.status, back.text]).toEqual([303, ""])
  const page = await shop().get(back.headers["location"]!, { headers: { accept: "text/html" } })
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("nothing to pay")])
  const order = await ada.order(session.orderId)
  expect([order.status, order.payment, order.total]).toEqual(["confirmed", { method: "none", status: "paid" }, 0])
  const receipt = await done(ada.get(`/api/orders/${session.orderId}/receipt`))
  expect([receipt.total, receipt.vatTotal, receipt.paymentMethod]).toEqual([0, 0, "none"])
  const cancelled = await done(ada.post(`/api/orders/${session.orderId}/cancel`, {}))
  expect([cancelled.status, cancelled.refunds ?? []]).toEqual(["cancelled", []])
})

it("an agent's needs no charge, and counts against no limit", async () => {
  const ada = await newShopper(shop())
  const { delegationId, read } = await delegated(shop(), ada)
  const before = await read()
  const agent = await newAgent(shop(), serum, "ada")
  const order = await done(agent.order(delegationId, "once"))
  expect([order.status, order.total, order.payment.status]).toEqual(["confirmed", 0, "paid"])
  expect((await read()).remaining).toEqual(before.remaining)
  const repeated = await done(agent.order(delegationId, "once"))
  expect(repeated.id).toBe(order.id)
  expect((await agent.orders()).map(({ id }) => id)).toEqual([order.id])
})

it("a session of ACP is completed at once", async () => {
  const token = await shop().clientToken("demo-agent")
  const sent = { token, headers: { "api-version": "2026-04-17" } }
  const address = { name: "Ada", line_one: "Torstrasse 1", city: "Berlin", country: "DE", postal_code: "10119" }
  const session = await shop().post("/acp/checkout_sessions", {
    currency: "eur",
    capabilities: {},
    line_items: [{ id: serum, quantity: 1 }],
    buyer: { email: "ada@example.com", first_name: "Ada", last_name: "L" },
    fulfillment_details: { name: "Ada", email: "ada@example.com", address }
  }, { ...sent, key: "create" })
  expect([session.status, session.json.status]).toEqual([201, "ready_for_payment"])
  const complete = () =>
    shop().post(`/acp/checkout_sessions/${session.json.id}/complete`, {
      payment_data: {
        handler_id: session.json.capabilities.payment.handlers[0].id,
        instrument: { type: "card", credential: { type: "spt", token: "vt_unused" } }
      }
    }, { ...sent, key: "complete" })
  const paid = await complete()
  expect([paid.status, paid.json.status, paid.json.messages]).toEqual([200, "completed", []])
  expect((await complete()).json).toEqual(paid.json)
})
