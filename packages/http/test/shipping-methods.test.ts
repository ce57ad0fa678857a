/**
 * A shop's own methods of shipping: buyers choose among them in the API and in ACP, the first counts where they choose
 * none, and nothing else is accepted.
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type Different, openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { delivery } from "../../../test/shop/shopper.ts"

const own: Shipping.ShippingStrategy = {
  ...Shipping.defaultStrategy,
  isTariff: false,
  methods: [
    { id: "pickup", title: "Pick-up", description: "At the shop." },
    { id: "cargo-bike", title: "Cargo bike", description: "The same day." }
  ],
  shippingMinor: (_, { method }) => method === "pickup" ? 0 : 7_00
}
const open = (different: Different = {}) => openHandlers(StoreHttp.app(providerPages), different)
const strategies = Layer.succeed(Strategies.Shipping, own)

describe("methods of shipping of a shop's own", () => {
  it("are chosen in the API, and nothing else is; who chooses none gets the first", async () => {
    const shop = await open({ strategies })
    const token = (await shop.request("POST", "/api/auth/guest", { body: {} })).json.access_token
    const cart = await shop.request("POST", "/api/cart", { token, body: { productId: serum } })
    expect(cart.json).toMatchObject({ shipping: 0, total: cart.json.subtotal })
    const buy = (shippingMethod?: unknown) =>
      shop.request("POST", "/api/checkout", { token, body: { ...delivery, shippingMethod } })
    for (const other of ["express", "standard", 5, null]) {
      const refused = await buy(other)
      expect([refused.status, refused.json.errors]).toEqual([400, [
        expect.objectContaining({ pointer: "/shippingMethod", detail: "must be pickup or cargo-bike" })
      ]])
    }
    const orderOf = async (method?: string) =>
      (await shop.request("GET", `/api/orders/${(await buy(method)).json.orderId}`, { token })).json
    expect(await orderOf()).toMatchObject({ shippingMethod: "pickup", shipping: 0 })
    expect(await orderOf("cargo-bike")).toMatchObject({ shippingMethod: "cargo-bike", shipping: 7 })

    const text = (await shop.request("GET", "/openapi.json")).text
    expect(text).toContain(`"enum":["pickup","cargo-bike"]`)
    expect(text).toContain(`"description":"pickup or cargo-bike; default: pickup"`)
    expect(text).not.toMatch(/"standard","express"|"express"/)
    await shop.close()
  })

  it("are the options of an ACP session", async () => {
    const shop = await open({ strategies })
    const client = { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
    const token = (await shop.request("POST", "/api/auth/token", { body: client })).json.access_token
    const address = { name: "A", line_one: "Hof 1", city: "Berlin", state: "BE", country: "DE", postal_code: "10115" }
    const begin = (key: string, option_id: string) =>
      shop.request("POST", "/acp/checkout_sessions", {
        token,
        key,
        headers: { "api-version": "2026-04-17" },
        body: {
          currency: "eur",
          line_items: [{ id: serum, quantity: 1 }],
          fulfillment_details: { name: "A", address },
          selected_fulfillment_options: [{ type: "shipping", option_id, item_ids: [serum] }]
        }
      })
    const { json, status } = await begin("one", "cargo-bike")
    expect(status).toBe(201)
    expect(json.fulfillment_options).toMatchObject([
      { id: "pickup", title: "Pick-up", description: "At the shop.", totals: [{ amount: 0 }] },
      { id: "cargo-bike", title: "Cargo bike", totals: [{ amount: 700 }] }
    ])
    expect(json.selected_fulfillment_options).toMatchObject([{ option_id: "cargo-bike" }])
    expect((await begin("two", "express")).json.param).toBe("$.selected_fulfillment_options[0].option_id")
    await shop.close()
  })

  it("are checked in this process too", async () => {
    const shop = await open({ strategies })
    const refused = await shop.run(Effect.flip(Effect.flatMap(Checkout, ({ start }) =>
      start({
        owner: { principal: "ada", shopper: "" },
        email: delivery.email,
        address: { ...delivery.shipping, country: CountryCode.make("DE") },
        method: "express",
        paymentMethod: undefined,
        returnUrl: undefined
      }))))
    expect(refused).toMatchObject({ _tag: "InvalidInput", faults: [{ path: "method" }] })
    await shop.close()
  })
})
