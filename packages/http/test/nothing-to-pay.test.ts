/** Discounts that leave nothing to pay: a refusal that names the products, in the API and in ACP. */
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { delivery } from "../../../test/shop/shopper.ts"

it("a purchase of nothing is refused, and says of which products", async () => {
  let freeFrom = 2
  const strategies = Layer.succeed(Strategies.Discounts, {
    isCode: () => false,
    discountsMinor: ({ lines }) =>
      lines.map(({ quantity, unitPriceMinor }) => quantity < freeFrom ? 0 : quantity * unitPriceMinor)
  })
  const shop = await openHandlers(StoreHttp.app(providerPages), { strategies })
  const token = (await shop.request("POST", "/api/auth/guest", { body: {} })).json.access_token
  const refused = { status: 409, code: "nothing_to_pay", productIds: [serum], detail: expect.stringContaining(serum) }
  const add = (quantity: number) => shop.request("POST", "/api/cart", { token, body: { productId: serum, quantity } })
  expect((await add(2)).json).toMatchObject(refused)
  expect((await add(1)).status).toBe(200)
  const set = await shop.request("PUT", `/api/cart/items/${serum}`, { token, body: { quantity: 2 } })
  expect(set.json).toMatchObject(refused)

  freeFrom = 1
  const cart = await shop.request("GET", "/api/cart", { token })
  expect([cart.status, cart.json.total]).toEqual([200, 0])
  expect((await shop.request("POST", "/api/checkout", { token, body: delivery })).json).toMatchObject(refused)

  const client = { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
  const agent = (await shop.request("POST", "/api/auth/token", { body: client })).json.access_token
  const session = await shop.request("POST", "/acp/checkout_sessions", {
    token: agent,
    key: "one",
    headers: { "api-version": "2026-04-17" },
    body: { currency: "eur", line_items: [{ id: serum, quantity: 1 }] }
  })
  expect([session.status, session.json.status]).toEqual([201, "not_ready_for_payment"])
  expect(session.json.messages).toContainEqual(
    expect.objectContaining({ type: "error", code: "invalid", content: expect.stringContaining(serum) })
  )
  await shop.close()
})
