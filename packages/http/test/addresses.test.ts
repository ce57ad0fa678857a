/**
 * Whom and where to, as people and programs write it, on both databases: the same addresses, countries, postcodes and
 * email addresses at the shop's API and at a protocol's (docs/specification.md#addresses, docs/specification.md#texts).
 */
import { expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { address, delivery, eventually, pay } from "../../../test/shop/shopper.ts"
import { address as acpAddress, beginning, demoAgent, details } from "../../acp/test/agent.ts"
import { complete, tokenFor } from "../../acp/test/tokens.ts"
import { expectProblem, pointersOf } from "./problem.ts"

const berlin = { ...address, name: "Ada Lovelace" }

/** What is written, and what is stored of it. */
const taken: ReadonlyArray<readonly [object, object]> = [
  [{ name: "Ada\u00a0 Lovelace\t", city: "Ber\u00adlin" }, {}],
  [{ name: "Ada\nLovelace", postcode: "10119\u00a0" }, {}],
  [{ name: "Zoe\u0308" }, { name: "Zoë" }],
  [{ country: "Allemagne" }, {}],
  [{ country: "UK", postcode: "SW1A 1AA" }, { country: "GB", postcode: "SW1A 1AA" }],
  [{ country: "EL", postcode: "105 57" }, { country: "GR", postcode: "105 57" }],
  [{ country: "Viet Nam", postcode: "" }, { country: "VN", postcode: "" }],
  [{ country: "Moldova", postcode: "MD-2001" }, { country: "MD", postcode: "MD-2001" }],
  [{ country: "Holland", postcode: "1012 AB" }, { country: "NL", postcode: "1012 AB" }],
  [{ country: "Tschechische Republik", postcode: "110 00" }, { country: "CZ", postcode: "110 00" }],
  [{ country: "Qatar", postcode: " " }, { country: "QA", postcode: "" }],
  [{ country: "Qatar", postcode: undefined }, { country: "QA", postcode: "" }],
  [{ postcode: "D\u201110119" }, { postcode: "D\u201110119" }],
  [{ country: "ＪＰ", postcode: "１００－０００１" }, { country: "JP", postcode: "１００－０００１" }],
  [{ country: "UK", postcode: "BFPO 58" }, { country: "GB", postcode: "BFPO 58" }],
  [{ company: " Analytical\tWorks", address2: "Door 2", region: "BE", phone: "+49 30 12345" }, {
    company: "Analytical Works",
    address2: "Door 2",
    region: "BE",
    phone: "+49 30 12345"
  }],
  [{ company: "", address2: " ", region: "", phone: "" }, {}],
  [{ country: "US", postcode: "02108" }, { country: "US", postcode: "02108" }]
]

const refused: ReadonlyArray<readonly [object, string]> = [
  [{ name: "a\u0007b" }, "name"],
  [{ name: "x\u202egnp.exe" }, "name"],
  [{ name: "\u200b" }, "name"],
  [{ name: "\u2800" }, "name"],
  [{ city: "Berlin\u{E0041}" }, "city"],
  [{ postcode: "1011" }, "postcode"],
  [{ postcode: "" }, "postcode"],
  [{ postcode: undefined }, "postcode"],
  [{ country: "NL", postcode: "10119" }, "postcode"],
  [{ country: "Atlantis" }, "country"],
  [{ company: "x\u202egnp.exe" }, "company"],
  [{ address2: "\u0007" }, "address2"],
  [{ region: "\u2800" }, "region"],
  [{ phone: "call me" }, "phone"]
]

/** What the protocol calls parts of an address. */
const acpNames: Readonly<Record<string, string>> = {
  address: "line_one",
  address2: "line_two",
  postcode: "postal_code",
  region: "state"
}
const acpOf = (shipping: object) => ({
  ...acpAddress,
  ...Object.fromEntries(Object.entries(shipping).map(([field, value]) => [acpNames[field] ?? field, value]))
})

describeShop("an address", (shop) => {
  it("is taken as people write it, and stored as a label has it", async () => {
    const token = await shop().guest()
    await shop().post("/api/cart", { productId: serum }, { token })
    for (const [written, stored] of taken) {
      const shipping = { ...berlin, ...written }
      const { json } = await shop().post("/api/checkout", { email: " ada@example.com ", shipping }, { token })
      const order = await shop().get(`/api/orders/${json.orderId}`, { token })
      expect(order.json.shippingAddress, JSON.stringify(written)).toEqual({ ...berlin, ...stored })
      expect(order.json.email).toBe("ada@example.com")
    }
  })

  it("that no label can hold, or that is nowhere, is refused by its field, by programs' protocol as well", async () => {
    const token = await shop().guest()
    await shop().post("/api/cart", { productId: serum }, { token })
    const agent = await demoAgent(shop())
    for (const [written, field] of refused) {
      const shipping = { ...berlin, ...written }
      const answer = await shop().post("/api/checkout", { ...delivery, shipping }, { token })
      expect(pointersOf(answer), JSON.stringify(written)).toEqual([`/shipping/${field}`])
      const asked = acpOf(shipping)
      const { json, status } = await agent.create({
        line_items: [{ id: serum }],
        currency: "eur",
        capabilities: {},
        ...details,
        fulfillment_details: { ...("phone" in shipping ? { phone_number: shipping.phone } : {}), address: asked }
      })
      const path = field === "phone" ? "phone_number" : `address.${acpNames[field] ?? field}`
      expect(status === 400 ? json.param : json.messages.map((one: any) => one.param).join(), JSON.stringify(written))
        .toBe(`$.fulfillment_details.${path}`)
    }
  })

  it("of a program's protocol has the parts of an order's, and comes back as it was sent", async () => {
    const agent = await demoAgent(shop())
    const staff = { token: await shop().clientToken("demo-staff") }
    const more = { line_two: "3. Stock links", state: "BE", company: "Universitätsklinikum" }
    const phone_number = "+49 30 12345"
    const { json: session } = await agent.create({
      ...beginning(serum),
      ...details,
      fulfillment_details: { phone_number, address: { ...acpAddress, ...more } }
    })
    expect([session.status, session.messages]).toEqual(["ready_for_payment", []])
    expect(session.fulfillment_details).toEqual({ phone_number, address: { ...acpAddress, ...more } })
    const { json: { order: { id } } } = await complete(agent, session.id, await tokenFor(agent, session.id))
    const { json: { items, shippingAddress } } = await shop().get(`/api/orders/${id}`, staff)
    expect(shippingAddress).toEqual({
      ...berlin,
      address: acpAddress.line_one,
      city: acpAddress.city,
      postcode: acpAddress.postal_code,
      country: acpAddress.country,
      company: more.company,
      address2: more.line_two,
      region: more.state,
      phone: phone_number
    })
    const { json: { buyer: { email, ...billed } } } = await shop().get(`/api/orders/${id}/receipt`, staff)
    expect([email, billed]).toEqual([details.buyer.email, shippingAddress])
    const { json: listed } = await shop().get("/api/orders?name=Lovelace", staff)
    expect(listed.data.find((order: any) => order.id === id).shippingAddress).toEqual(shippingAddress)
    await shop().post(`/api/orders/${id}/ship`, { carrier: "DHL", trackingNumber: "1", items }, staff)
    const { json: { order } } = await agent.get(session.id)
    expect(order.fulfillments[0].destination).toEqual({ ...acpAddress, ...more })
  })

  it("of a bill is on the receipt and its credit notes; the tax is that of the delivery", async () => {
    const token = await shop().guest()
    await shop().post("/api/cart", { productId: serum }, { token })
    const billing = {
      ...berlin,
      name: "Accounts",
      company: "Works",
      city: "Wien",
      postcode: "1010",
      country: "Austria"
    }
    const faulty = await shop().post("/api/checkout", { ...delivery, billing: { ...billing, postcode: "1" } }, {
      token
    })
    expect(pointersOf(faulty)).toEqual(["/billing/postcode"])
    const { json } = await shop().post("/api/checkout", { ...delivery, billing }, { token })
    await pay(shop(), json.redirectUrl)
    const billed = { ...billing, country: "AT" }
    const order = await eventually(
      async () => (await shop().get(`/api/orders/${json.orderId}`, { token })).json,
      ({ status }) => status === "confirmed"
    )
    expect(order).toMatchObject({ billingAddress: billed, vat: [{ rate: 19 }] })
    expect(order.shippingAddress).not.toHaveProperty("company")
    const found = await shop().get(pathOf(order.links.page), { headers: { accept: "text/html" } })
    const page = await shop().get(found.headers["location"]!, { headers: { accept: "text/html" } })
    expect(page.text).toMatch(/Billing address<\/h3><address>.*Works/)
    const receipt = await shop().get(`/api/orders/${json.orderId}/receipt`, { token })
    expect(receipt.json.buyer).toEqual({ email: delivery.email, ...billed })
    expect(receipt.json.vat).toMatchObject([{ rate: 19 }])
  })

  it("of a program's bill is on the receipt, or refused by its part", async () => {
    const agent = await demoAgent(shop())
    const staff = { token: await shop().clientToken("demo-staff") }
    const { json: { id } } = await agent.create({ ...beginning(serum), ...details })
    const billing_address = { ...acpAddress, name: "Accounts", line_two: "", company: "Works" }
    const payWith = async (address: object) => {
      const token = await tokenFor(agent, id)
      const instrument = { type: "card", credential: { type: "spt", token } }
      const payment_data = { handler_id: "card_tokenized", instrument, billing_address: address }
      return complete(agent, id, token, { payment_data })
    }
    for (const [change, param] of [[{ postal_code: "1" }, "postal_code"], [{ line_one: "" }, "line_one"]] as const) {
      const { json, status } = await payWith({ ...billing_address, ...change })
      expect([status, json.param]).toEqual([400, `$.payment_data.billing_address.${param}`])
    }
    const { json: { order } } = await payWith(billing_address)
    const { json: { buyer } } = await shop().get(`/api/orders/${order.id}/receipt`, staff)
    expect(buyer).toMatchObject({ name: "Accounts", company: "Works", region: acpAddress.state })
    const { json: { shippingAddress } } = await shop().get(`/api/orders/${order.id}`, staff)
    expect(shippingAddress.name).toBe(acpAddress.name)
  })

  it("outside the taxes of its country is not served; Monaco is, as France", async () => {
    const token = await shop().guest()
    await shop().post("/api/cart", { productId: serum }, { token })
    const to = (country: string, postcode: string) =>
      shop().post("/api/checkout", { ...delivery, shipping: { ...berlin, country, postcode } }, { token })
    for (
      const [country, postcode] of [["ES", "35001"], ["ES", "３５００１"], ["DE", "D-78266"], ["IT", "23041"]] as const
    ) {
      expect(expectProblem(await to(country, postcode), "destination_not_served")).toMatchObject({ country, postcode })
    }
    expect((await to("ES", "28001")).status).toBe(200)
    const { json: { orderId } } = await to("FI", "22100")
    const aland = (await shop().get(`/api/orders/${orderId}`, { token })).json
    expect(aland).toMatchObject({ shipping: 14.95, vat: [{ rate: 0, vat: 0 }] })
    const { json } = await to("Monaco", "98000")
    const monaco = (await shop().get(`/api/orders/${json.orderId}`, { token })).json
    expect(monaco).toMatchObject({ shipping: 4.95, vat: [{ rate: 20 }] })
  })
})

describeShop("a person", (shop) => {
  it("is found by any spelling of their email address", async () => {
    const token = await shop().guest()
    const staff = { token: await shop().clientToken("demo-staff") }
    for (
      const [email, other] of [
        ["ada.müller@example.com", "ADA.MÜLLER@example.com"],
        ["zoe\u0308@example.com", "zo\u00eb@example.com"],
        ["ada@müller.example", "ada@XN--MLLER-KVA.example"],
        ["οδυσσευσ@x.gr", "ΟΔΥΣΣΕΥΣ@x.gr"]
      ] as const
    ) {
      await shop().post("/api/cart", { productId: serum }, { token })
      const { json: { orderId } } = await shop().post("/api/checkout", { ...delivery, email }, { token })
      const { json: { ticketId } } = await shop().post("/api/support", { email, subject: "Where", message: "?" })
      const query = `?email=${encodeURIComponent(other)}`
      expect((await shop().get(`/api/orders${query}`, staff)).json.data).toMatchObject([{ id: orderId }])
      expect((await shop().get(`/api/support${query}`, staff)).json.data).toMatchObject([{ ticketId }])
      const found = await shop().post("/orders/find", `order=${orderId}&${query.slice(1)}`, {
        headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
      })
      expect([found.status, found.headers["location"]]).toEqual([303, expect.stringMatching(/^\/orders\/[^/?]+$/)])
    }
  })

  it("is found by a number whose line a mail or a page has broken", async () => {
    const token = await shop().guest()
    await shop().post("/api/cart", { productId: serum }, { token })
    const { json: { orderId } } = await shop().post("/api/checkout", delivery, { token })
    const find = async (order: string) => {
      const body = new URLSearchParams({ order, email: delivery.email }).toString()
      const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
      return (await shop().post("/orders/find", body, { headers })).headers["location"]
    }
    for (const mark of ["\u200b", "\u00ad", "\r\n  ", " ", "\u00a0", "\ufeff"]) {
      expect(await find(`${mark}${orderId.slice(0, 12)}${mark}${orderId.slice(12)}`)).toMatch(/^\/orders\/[^/?]+$/)
    }
    for (const other of [orderId.slice(1), `${orderId}.`, "\u200b", ""]) expect(await find(other)).toContain("missed=")
  })
})
