/**
 * Methods of shipping that go to some countries and take some parcels only: what each protocol offers is what it
 * charges, and what nobody takes is refused in words.
 */
import * as Strategies from "@beauty-store/commerce/Strategies"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HandledShop, openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { address, delivery, newShopper } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

const own: Shipping.ShippingStrategy = {
  ...Shipping.defaultStrategy,
  methods: [
    { id: "post", title: "Post", description: "A parcel." },
    { id: "courier", title: "Courier", description: "To the door." }
  ]
}
const byWeight = [{ toGrams: 2_000, chargeMinor: 4_95 }, { toGrams: 10_000, chargeMinor: 8_50 }] as const
const shipping: Shipping.ShippingPolicy = {
  homeCountry: CountryCode.make("DE"),
  zones: [
    {
      countries: [CountryCode.make("DE")],
      rates: {
        post: { chargeMinor: byWeight, transitDays: 2 },
        courier: { chargeMinor: [{ toGrams: 30_000, chargeMinor: 20_00 }], transitDays: 1 }
      }
    },
    { countries: [CountryCode.make("FR")], rates: { courier: { chargeMinor: 30_00, transitDays: 2 } } }
  ],
  unserved: []
}
const france = { ...address, country: "FR", postcode: "75001", city: "Paris" }

let shop: HandledShop
const weigh = async (weightGrams: number) =>
  expect(
    (await shop.request("PATCH", `/api/admin/products/${serum}`, {
      token: await shop.clientToken("demo-staff"),
      headers: { "if-match": "*" },
      body: { weightGrams }
    })).status
  ).toBe(200)

beforeAll(async () => {
  shop = await openHandlers(StoreHttp.app(providerPages), {
    policy: { shipping },
    strategies: Layer.succeed(Strategies.Shipping, own)
  })
  await weigh(1_000)
})
afterAll(() => shop.close())

describe("methods of shipping that do not take everything everywhere", () => {
  it.each([
    [2, "post", 4.95],
    [3, "post", 8.5],
    [10, "post", 8.5],
    [11, "courier", 20],
    [30, "courier", 20]
  ])("send %i kg by %s for %d: the cart says it, the order and its receipt have it", async (units, method, charge) => {
    const shopper = await newShopper(shop)
    const cart = await shopper.add(serum, units)
    expect(cart.json.shipping).toBe(charge)
    const placed = await shopper.post("/api/checkout", { ...delivery, expectedTotal: cart.json.total })
    const order = await shopper.order(placed.json.orderId)
    expect([placed.json.total, order.shipping, order.total, order.shippingMethod])
      .toEqual([cart.json.total, charge, cart.json.total, method])
  })

  it("refuse what a chosen method does not take, and say which ones do", async () => {
    const shopper = await newShopper(shop, serum, 11)
    const buy = (more: object) => shopper.post("/api/checkout", { ...delivery, ...more })
    expect(expectProblem(await buy({ shippingMethod: "post" }), "shipping_not_offered")).toMatchObject({
      shippingMethod: "post",
      country: "DE",
      grams: 11_000,
      offered: ["courier"],
      detail: "post does not take these goods (11000 g) to DE: choose courier."
    })
    expect(expectProblem(await buy({ shippingMethod: "post", shipping: france }), "shipping_not_offered"))
      .toMatchObject({ country: "FR", offered: ["courier"] })
    expect(await shopper.order((await buy({ shipping: france })).json.orderId))
      .toMatchObject({ shippingMethod: "courier", shipping: 30 })
    expect((await buy({ shippingMethod: "courier" })).status).toBe(200)
  })

  it("refuse goods that none takes", async () => {
    const shopper = await newShopper(shop, serum, 31)
    const refusal = {
      shippingMethod: null,
      offered: [],
      detail: "No method of shipping takes these goods (31000 g) to DE."
    }
    expect(expectProblem(await shopper.checkout(), "shipping_not_offered")).toMatchObject(refusal)
  })

  it("charge nothing that was not expected, when the goods weigh more by then", async () => {
    const shopper = await newShopper(shop, serum, 2)
    const { total } = (await shopper.get("/api/cart")).json
    await weigh(1_001)
    expect(expectProblem(await shopper.post("/api/checkout", { ...delivery, expectedTotal: total }), "price_changed"))
      .toMatchObject({ total: Math.round((total + 3.55) * 100) / 100 })
    await weigh(1_000)
  })

  it("are the options of an ACP session, which goes on by another where the chosen one does not go", async () => {
    const token = await shop.clientToken("demo-agent")
    const headers = { "api-version": "2026-04-17" }
    const to = (country: string, postal_code: string) => ({
      name: "A",
      address: { name: "A", line_one: "Hof 1", city: "X", state: "X", country, postal_code }
    })
    const send = async (path: string, body: object) =>
      (await shop.request("POST", `/acp/checkout_sessions${path}`, { token, headers, key: crypto.randomUUID(), body }))
        .json
    const begun = await send("", {
      currency: "eur",
      line_items: [{ id: serum, quantity: 3 }],
      buyer: { email: "a@example.com", first_name: "A", last_name: "B" },
      fulfillment_details: to("DE", "10115"),
      selected_fulfillment_options: [{ type: "shipping", option_id: "post", item_ids: [serum] }]
    })
    const optionsOf = (session: any) => session.fulfillment_options.map(({ id, totals }: any) => [id, totals[0].amount])
    const chosenOf = (session: any) => session.selected_fulfillment_options.map(({ option_id }: any) => option_id)
    const warned = (session: any) =>
      session.messages.filter(({ content }: any) => /does not take these goods/.test(content))
    expect([optionsOf(begun), chosenOf(begun), warned(begun)]).toEqual([
      [["post", 850], ["courier", 2000]],
      ["post"],
      []
    ])
    const abroad = await send(`/${begun.id}`, { fulfillment_details: to("FR", "75001") })
    expect([optionsOf(abroad), chosenOf(abroad)]).toEqual([[["courier", 3000]], ["courier"]])
    expect(warned(abroad)).toMatchObject([{ content: "post does not take these goods to FR. They go by courier." }])
    const heavy = await send(`/${begun.id}`, {
      fulfillment_details: to("DE", "10115"),
      line_items: [{ id: serum, quantity: 31 }]
    })
    expect([heavy.status, heavy.fulfillment_options]).toEqual(["not_ready_for_payment", []])
    expect(heavy.messages).toContainEqual(
      expect.objectContaining({ type: "error", content: "No method of shipping takes these goods (31000 g) to DE." })
    )
  })

  it("say each step to people and to programs", async () => {
    const { text } = await shop.get("/policies/shipping", { headers: { accept: "text/html" } })
    expect(text.replaceAll("\u00a0", " ")).toContain("up to 2 kg €4.95; up to 10 kg €8.50; 2 business days")
    const { json } = await shop.get("/api/descriptors/checkout")
    expect(json.shipping.zones[0].rates.post).toMatchObject({
      charges: [{ toGrams: 2000, charge: 4.95 }, { toGrams: 10_000, charge: 8.5 }],
      businessDays: 2
    })
  })
})
