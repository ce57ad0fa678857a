/** ACP checkout sessions up to payment: create, read, change, cancel, by both addresses. */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { address, agentOf, beginning, capabilities, details, nextKey, totalOf, version } from "./agent.ts"

const store = useShop()
const roots = ["/acp/checkout_sessions", "/api/checkout/sessions"] as const
const agent = async (root?: string) => agentOf(store(), await store().clientToken("demo-agent"), root)
const codesOf = ({ messages }: any): ReadonlyArray<string> => messages.map(({ code }: any) => code)

describe.each(roots)("at %s", (root) => {
  it("a session is created, read, changed and cancelled, in full each time", async () => {
    const ada = await agent(root)
    const created = await ada.create()
    expect(created.status).toBe(root.startsWith("/acp") ? 201 : 200)
    const { json: session } = created
    expect(session).toMatchObject({
      status: "ready_for_payment",
      currency: "eur",
      messages: [],
      buyer: details.buyer,
      fulfillment_details: details.fulfillment_details,
      selected_fulfillment_options: [{ type: "shipping", option_id: "standard", item_ids: [serum] }]
    })
    expect(session.fulfillment_options.map(({ id, totals }: any) => [id, totals[0].amount])).toEqual([
      ["standard", 495],
      ["express", 995]
    ])
    expect((await ada.get(session.id)).json).toEqual(session)

    const express = { selected_fulfillment_options: [{ type: "shipping", option_id: "express", item_ids: [serum] }] }
    const changed = await ada.update(session.id, express)
    expect(changed.status).toBe(200)
    expect(totalOf(changed.json) - totalOf(session)).toBe(500)

    const cancelled = await ada.cancel(session.id, { intent_trace: { reason_code: "shipping_cost" } })
    expect([cancelled.status, cancelled.json.status]).toEqual([200, "canceled"])
    for (const again of [ada.cancel(session.id), ada.update(session.id, express)]) {
      const answer = await again
      expect([answer.status, answer.json.code]).toEqual([405, "not_changeable"])
      expect(answer.headers["allow"]).toBe("GET, HEAD")
    }
    expect((await ada.get(session.id)).json.status).toBe("canceled")
  })
})

describe("the items of a session", () => {
  it("are counted by repetition, by quantity, and by quantity beside an item", async () => {
    const ada = await agent()
    const { json } = await ada.create({
      ...beginning(serum, serum),
      ...details,
      line_items: [{ id: serum }, { id: serum }, { id: serum, quantity: 3 }, { item: { id: serum }, quantity: 2 }]
    })
    expect(json.line_items.map(({ id, quantity }: any) => [id, quantity])).toEqual([[serum, 7]])
  })

  it.each([
    [{ line_items: [] }, "$.line_items"],
    [{ line_items: [{ id: serum, quantity: 0 }] }, "$.line_items[0].quantity"],
    [{ line_items: [{ id: serum }, { id: serum, quantity: 1.5 }] }, "$.line_items[1].quantity"],
    [{ line_items: [{ id: serum, quantity: "2" }] }, "$.line_items[0].quantity"],
    [{ line_items: [{ quantity: 2 }] }, "$.line_items[0].id"],
    [{ line_items: [{ id: serum }, { id: "no-such-thing" }] }, "$.line_items[1].id"],
    [{ line_items: [{ item: { id: "no-such-thing" } }] }, "$.line_items[0].item.id"],
    [{ line_items: "serum" }, "$.line_items"],
    [{ currency: "usd" }, "$.currency"],
    [{ buyer: { email: "nobody" } }, "$.buyer.email"],
    [{ selected_fulfillment_options: [{ option_id: "rocket" }] }, "$.selected_fulfillment_options[0].option_id"]
  ])("and whatever else is said, are refused where they can not be understood: %j", async (wrong, param) => {
    const ada = await agent()
    const answer = await ada.create({ ...beginning(serum), ...details, ...wrong })
    expect([answer.status, answer.json.type, answer.json.param]).toEqual([400, "invalid_request", param])
  })
})

it("a session of too many items, or codes, is refused with the number that is taken", async () => {
  const ada = await agent()
  const refusal = async (fields: object) => (await ada.create({ ...beginning(serum), ...fields })).json.message
  expect(await refusal({ line_items: Array.from({ length: 1_001 }, () => ({ id: serum })) })).toBe(
    "$.line_items must be 1 to 1000 items."
  )
  expect(await refusal({ line_items: Array.from({ length: 101 }, (_, n) => ({ id: `product-${n}` })) }))
    .toBe("There are too many items: at most 100 products are taken, and 10000 units of each.")
  expect(await refusal({ coupons: Array(21).fill("a") })).toBe("$.coupons must be at most 20 codes.")
})

describe("what stands in a session's way", () => {
  it("is told with its place and who can resolve it", async () => {
    const ada = await agent()
    const { json: empty } = await ada.create(beginning(serum))
    expect(empty.status).toBe("incomplete")
    expect(empty.messages.map(({ code, param, resolution }: any) => [code, param, resolution])).toEqual([
      ["missing", "$.buyer.email", "requires_buyer_input"],
      ["missing", "$.fulfillment_details.address", "requires_buyer_input"]
    ])
    expect(empty.fulfillment_options).toEqual([])

    const said = (fields: object) => ({
      fulfillment_details: { email: "ada@example.com", address: { ...address, ...fields } }
    })
    const { json: penguin } = await ada.update(empty.id, said({ country: "AQ" }))
    expect([penguin.status, codesOf(penguin)]).toEqual(["not_ready_for_payment", ["region_restricted"]])
    expect(penguin.messages[0].param).toBe("$.fulfillment_details.address.country")
    const { json: nowhere } = await ada.update(empty.id, said({ country: "Atlantis" }))
    expect(codesOf(nowhere)).toEqual(["region_restricted"])
    for (const country of [undefined, null, " "]) {
      const { json } = await ada.update(empty.id, said({ country, postal_code: undefined }))
      expect(json.messages.map(({ code, param }: any) => [code, param])).toEqual([
        ["missing", "$.fulfillment_details.address.postal_code"],
        ["missing", "$.fulfillment_details.address.country"]
      ])
    }
    const { json: homeless } = await ada.update(empty.id, said({ line_one: " " }))
    expect(homeless.messages[0].param).toBe("$.fulfillment_details.address.line_one")
    const { json: abroad } = await ada.update(empty.id, said({ country: "US", state: "CA" }))
    expect([abroad.status, totalOf(abroad, "fulfillment")]).toEqual(["ready_for_payment", 1495])
  })

  it("of a request that cannot be read names all faults, and says what is asked of a text", async () => {
    const ada = await agent()
    const { json, status } = await ada.create({
      ...beginning(serum),
      buyer: { email: "nobody" },
      fulfillment_details: { address: { ...address, line_one: "x\u202ey", city: "c".repeat(201) } }
    })
    const at = "$.fulfillment_details.address"
    const asked = "must be text of at most 200 characters, without control characters and hidden ones."
    expect([status, json.code, json.param]).toEqual([400, "invalid", "$.buyer.email"])
    expect(json.message).toBe(
      `$.buyer.email must be an email address, at most 254 characters. ${at}.line_one ${asked} ${at}.city ${asked}`
    )
  })

  it("includes what is sold out, too many, and a code for a discount that there is not", async () => {
    const ada = await agent()
    const catalogue = (await store().get("/api/")).json
    const gone = catalogue.brands.flatMap(({ products }: any) => products).find(({ inStock }: any) => !inStock)
    const { json } = await ada.create({
      ...beginning(gone.id),
      ...details,
      discounts: { codes: ["SAVE10"] },
      line_items: [{ id: gone.id }, { id: serum, quantity: 120 }]
    })
    expect(json.status).toBe("not_ready_for_payment")
    expect(json.messages.map(({ code, param, type }: any) => [type, code, param])).toEqual([
      ["error", "out_of_stock", "$.line_items[0]"],
      ["error", "quantity_exceeded", "$.line_items[1]"],
      ["warning", "discount_code_invalid", "$.discounts.codes[0]"]
    ])
    expect(json.line_items[0]).toMatchObject({ availability_status: "out_of_stock", available_quantity: 0 })
    const { json: mended } = await ada.update(json.id, { line_items: [{ id: serum }], discounts: { codes: [] } })
    expect([mended.status, mended.messages]).toEqual(["ready_for_payment", []])
  })

  it("includes a price that has changed, once, at the new price", async () => {
    const ada = await agent()
    const staff = await store().clientToken("demo-staff")
    const { json: before } = await ada.create()
    const price = before.line_items[0].unit_amount
    const reprice = (minor: number) =>
      store().request("PUT", `/api/products/${serum}/price`, { token: staff, body: { price: minor / 100 } })
    expect((await reprice(price + 100)).status).toBe(200)
    try {
      const { json: seen } = await ada.get(before.id)
      expect(codesOf(seen)).toEqual(["price_change"])
      expect(totalOf(seen) - totalOf(before)).toBe(100)
      const { json: told } = await ada.update(before.id, { order_notes: "Ring twice." })
      expect(codesOf(told)).toEqual(["price_change"])
      expect((await ada.get(before.id)).json.messages).toEqual([])
    } finally {
      await reprice(price)
    }
  })
})

describe("a purchase that is worth more than is paid on somebody's behalf", () => {
  it("is for a person to pay, on a page that the session names", async () => {
    const ada = await agent()
    const { json } = await ada.create({ ...beginning(serum), ...details, line_items: [{ id: serum, quantity: 50 }] })
    expect([json.status, codesOf(json)]).toEqual(["requires_escalation", ["intervention_required"]])
    expect(json.continue_url).toMatch(/^http/)
  })
})

describe("capabilities", () => {
  it("are what both sides have", async () => {
    const ada = await agent()
    const { json: able } = await ada.create({
      ...beginning(serum),
      ...details,
      capabilities: { interventions: { supported: ["3ds", "telepathy", 7] }, extensions: ["com.example.magic"] }
    })
    expect(able.capabilities.interventions.supported).toEqual(["3ds"])
    expect(able.capabilities.payment.handlers[0]).toMatchObject({
      id: "card_tokenized",
      config: { merchant_id: "beauty-store", psp: "simulated" }
    })
    const { json: unable } = await ada.create({
      ...beginning(serum),
      ...details,
      capabilities: { payment: { handlers: [{ name: "com.example.barter" }] } }
    })
    expect(unable.capabilities).toMatchObject({ payment: { handlers: [] }, interventions: { supported: [] } })
    expect(unable.status).toBe("requires_escalation")
  })

  it("and anything else that the shop does not know are passed over", async () => {
    const ada = await agent()
    const { status } = await ada.create({
      ...beginning(serum),
      ...details,
      capabilities,
      buyer: { ...details.buyer, shoe_size: 41, company: null, phone_number: null },
      metadata: { deep: { deeper: [] } },
      quote_id: "q1",
      affiliate_attribution: { provider: "impact.com", token: "t" }
    })
    expect(status).toBe(201)
  })
})

describe("headers", () => {
  const body = { ...beginning(serum), ...details }
  const path = "/acp/checkout_sessions"

  it("name a version that is spoken, or the answer says which are", async () => {
    const token = await store().clientToken("demo-agent")
    const without = await store().post(path, body, { token, key: nextKey() })
    expect([without.status, without.json.code, without.json.supported_versions]).toEqual([
      400,
      "api_version_required",
      [version]
    ])
    const ada = await agent()
    const other = await ada.create(body, { headers: { "api-version": "2025-09-29" } })
    expect([other.status, other.json.code]).toEqual([400, "unsupported_api_version"])
  })

  it("carry an idempotency key, which comes back, and a request's own name", async () => {
    const ada = await agent()
    const key = randomUUID()
    const first = await ada.create(body, { key, headers: { "request-id": "one" } })
    expect([first.headers["idempotency-key"], first.headers["request-id"]]).toEqual([key, "one"])
    expect(first.headers["api-version"]).toBe(version)
    expect((await ada.create()).headers["request-id"]).toMatch(/^req_/)
    const again = await ada.create(body, { key, headers: { "request-id": "two" } })
    expect([again.status, again.text, again.headers["idempotent-replayed"], again.headers["request-id"]]).toEqual([
      201,
      first.text,
      "true",
      "two"
    ])
    const other = await ada.create({ ...body, order_notes: "x" }, { key })
    expect([other.status, other.json.code, other.headers["idempotency-key"]]).toEqual([
      422,
      "idempotency_conflict",
      key
    ])
    const token = await store().clientToken("demo-agent")
    const none = await store().post(path, body, { token, headers: { "api-version": version } })
    expect([none.status, none.json.code]).toEqual([400, "idempotency_key_required"])
  })

  it("may be left out at the shop's own address", async () => {
    const token = await store().clientToken("demo-agent")
    const { json, status } = await store().post("/api/checkout/sessions", body, { token })
    expect([status, json.status]).toEqual([200, "ready_for_payment"])
  })
})

describe("errors", () => {
  it("are flat, wherever they come from", async () => {
    const ada = await agent()
    const { json: session } = await ada.create()
    const guest = agentOf(store(), await store().guest())
    const wrong: ReadonlyArray<readonly [number, Promise<any>]> = [
      [404, ada.get("cs_0000000000000000")],
      [404, guest.get(session.id)],
      [404, ada.call("GET", "/acp/no-such-thing")],
      [405, ada.call("DELETE", `/acp/checkout_sessions/${session.id}`)],
      [401, agentOf(store(), "tok_none.none").get(session.id)],
      [403, agentOf(store(), await store().clientToken("demo-staff")).get(session.id)],
      [400, ada.call("POST", "/acp/checkout_sessions", "{\"currency\":")],
      [415, ada.call("POST", "/acp/checkout_sessions", "{}", { headers: { "content-type": "text/plain" } })],
      [413, ada.call("POST", "/acp/checkout_sessions", JSON.stringify({ a: "x".repeat(300_000) }))]
    ]
    for (const [status, answer] of wrong) expect((await answer).status).toBe(status)
  })
})
