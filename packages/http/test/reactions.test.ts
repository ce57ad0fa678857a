/**
 * What clients get where the shop refuses by a reaction of its own: one problem in the API, in ACP and on pages,
 * recorded under the request's key as any refusal. Follows docs/specification.md#reactions.
 */
import { OrderCancelled, OrderPlaced, OrderShipped, ReturnInitiated } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { afterEach, expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { newShopper } from "../../../test/shop/shopper.ts"
import { demoAgent } from "../../acp/test/agent.ts"
import { complete, tokenFor } from "../../acp/test/tokens.ts"
import { drafted, form, placed, staffOf } from "./orders.ts"

let refuses = false
afterEach(() => {
  refuses = false
})

const rule = () =>
  Effect.suspend(() => refuses ? Reactions.refuse("closed_today", "Today the shop does nothing.") : Effect.void)

const shop = useShop({}, {
  reactions: Reactions.layer(
    Reactions.on(OrderPlaced, rule),
    Reactions.on(OrderCancelled, rule),
    Reactions.on(OrderShipped, rule),
    Reactions.on(ReturnInitiated, rule)
  )
})

const problem = {
  status: 409,
  code: "refused_by_shop",
  title: "The shop has refused this",
  reason: "closed_today",
  detail: "Today the shop does nothing.",
  retryable: false
}

it("a checkout is refused, nothing is held, and the refusal is recorded under its key", async () => {
  const shopper = await newShopper(shop(), product(0))
  const before = await shop().stock(product(0))
  const key = randomUUID()
  refuses = true
  const first = await shopper.checkout(key)
  expect(first.json).toMatchObject(problem)
  expect(first.headers["content-type"]).toBe("application/problem+json")
  expect(await shop().stock(product(0))).toEqual(before)
  refuses = false
  const again = await shopper.checkout(key)
  expect([again.json, again.headers["idempotent-replayed"]]).toEqual([first.json, "true"])
  expect((await shopper.checkout(randomUUID())).status).toBe(200)
})

it("a cancellation, a shipment and a return are refused, with a key and without", async () => {
  const { order, paid, session: { orderId }, shopper } = await placed(shop())
  await paid()
  const staff = await shop().clientToken("demo-staff")
  refuses = true
  for (const key of [undefined, randomUUID()]) {
    expect((await shopper.post(`/api/orders/${orderId}/cancel`, {}, key)).json).toMatchObject(problem)
    const shipment = { carrier: "DHL", trackingNumber: "1" }
    expect((await shop().post(`/api/orders/${orderId}/ship`, shipment, { token: staff, key })).json)
      .toMatchObject(problem)
  }
  expect(await order()).toMatchObject({ status: "confirmed", shipments: [], refunds: [] })
  refuses = false
  const act = await staffOf(shop())
  await act(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
  await act(`/api/orders/${orderId}/deliver`, {})
  refuses = true
  const back = { orderId, items: [{ productId: product(0), reason: "no" }] }
  expect((await shopper.post("/api/returns", back)).json).toMatchObject(problem)
  expect((await order()).returns).toEqual([])
})

it("an agent that speaks ACP gets it in the protocol's form, and may complete the same session later", async () => {
  const agent = await demoAgent(shop())
  const { json: session } = await agent.create()
  const token = await tokenFor(agent, session.id)
  refuses = true
  const { json, status } = await complete(agent, session.id, token)
  expect([status, json]).toEqual([409, {
    type: "invalid_request",
    code: "refused_by_shop",
    message: "closed_today: Today the shop does nothing."
  }])
  refuses = false
  expect((await complete(agent, session.id, token)).json.status).toBe("completed")
})

it("a person reads it on the page on which they asked", async () => {
  const { order, paid, path } = await placed(shop())
  await paid()
  const handover = await drafted(shop())
  refuses = true
  const pages = [await form(shop(), `${path}/cancel`, {}), await form(shop(), handover, {})]
  for (const { headers, status, text } of pages) {
    expect([status, headers["content-type"]]).toEqual([409, "text/html; charset=utf-8"])
    expect(text).toContain("Today the shop does nothing.")
  }
  expect((await order()).status).toBe("confirmed")
})
