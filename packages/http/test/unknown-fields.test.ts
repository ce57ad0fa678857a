/**
 * Fields that an operation does not know (docs/specification.md#unknown-fields): ignored and named, or refused where a
 * misspelt one would have limited what happens.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { address, delivery } from "../../../test/shop/shopper.ts"
import { tell } from "./partners.ts"
import { expectProblem, pointersOf } from "./problem.ts"

const store = useShop()
let token: string
beforeAll(async () => {
  token = await store().guest()
})

/** The pointers of the messages about unknown fields. */
const named = ({ messages = [] }: { readonly messages?: ReadonlyArray<any> }): ReadonlyArray<string> =>
  messages.map(({ code, message, pointer, ...rest }) => {
    expect([code, rest]).toEqual(["unknown_field", {}])
    expect(message).toMatch(/^There is no such field here, and it was ignored\.(?: Is `\w+` meant\?)?$/)
    return pointer
  })

describe("unknown fields", () => {
  it("are ignored and named by a success, with the known field that is near", async () => {
    const { json, status } = await store().post("/api/cart", { productId: serum, quantiy: 3, "a/b~c": { d: 1 } }, {
      token
    })
    expect(status).toBe(200)
    expect(json.items).toMatchObject([{ productId: serum, quantity: 1 }])
    expect(named(json)).toEqual(["/quantiy", "/a~1b~0c"])
    expect(json.messages[0].message).toContain("Is `quantity` meant?")
    expect(json.messages[1].message).not.toContain("meant")
    expect(named((await store().get("/api/cart", { token })).json)).toEqual([])
  })

  it("are named once for a key: a replay has the same bytes, and a body without them is another request", async () => {
    const sent = { token, key: "unknown-fields" }
    const first = await store().request("PUT", `/api/cart/items/${serum}`, { ...sent, body: { quantity: 2, qty: 1 } })
    const again = await store().request("PUT", `/api/cart/items/${serum}`, { ...sent, body: { qty: 1, quantity: 2 } })
    expect(named(first.json)).toEqual(["/qty"])
    expect([again.headers["idempotent-replayed"], again.text]).toEqual(["true", first.text])
    expectProblem(
      await store().request("PUT", `/api/cart/items/${serum}`, { ...sent, body: { quantity: 2 } }),
      "idempotency_conflict"
    )
  })

  it("are named by a refusal too, beside its faults", async () => {
    const refused = await store().post("/api/cart", { product: serum, quantity: 0 }, { token })
    expect(pointersOf(refused)).toEqual(["/productId", "/quantity"])
    expect(named(refused.json)).toEqual(["/product"])
    const missing = await store().post("/api/cart", { productId: "nothing", colour: "red" }, { token })
    expect(named(expectProblem(missing, "product_not_found"))).toEqual(["/colour"])
  })

  it("are named where they lie, in objects and in lists, and never below one that is unknown", async () => {
    const sent = {
      orderId: "nothing",
      items: [{ productId: serum }, { productId: serum, resaon: "no", more: { quantity: 1 } }],
      item: [{ productId: serum }]
    }
    expect(named((await store().post("/api/returns", sent, { token })).json)).toEqual([
      "/items/1/resaon",
      "/items/1/more",
      "/item"
    ])
  })

  it("are those of the operation's own shape: of an operation without a body, all", async () => {
    const guest = await store().post("/api/auth/guest", { name: "Ada" })
    expect(guest.json.access_token).toMatch(/^tok_/)
    expect(named(guest.json)).toEqual(["/name"])
    const lone = await store().request("DELETE", "/api/cart", { token, body: ["name"] })
    expect([lone.status, named(lone.json)]).toEqual([200, []])
  })

  it("of a partner's message are named by its event", async () => {
    const data = { orderId: "ord_of_nobody", carrier: "DHL" }
    expect(named((await tell(store(), { event: "order.created", data, at: 1 })).json)).toEqual(["/data/carrier", "/at"])
    const shipped = { ...data, trackingNumber: "T-1", events: [], estimated: "2026-12-01" }
    expect(named((await tell(store(), { event: "order.shipped", data: shipped })).json)).toEqual(["/data/estimated"])
  })

  it("are not named where `messages` is something else: what was said about a ticket", async () => {
    const asked = { email: "ada@example.com", subject: "When?", message: "When?", order: "ord_1" }
    const { json } = await store().post("/api/support", asked, { token })
    expect(json).toMatchObject({ status: "open", messages: [] })
    expect(named((await store().post("/api/support", { ...asked, email: "" }, { token })).json)).toEqual(["/order"])
  })

  it("of OAuth, whose parameters may be extended, are not named", async () => {
    const client = { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
    expect((await store().post("/api/auth/token", { ...client, audience: "shop" })).json).not.toHaveProperty("messages")
  })

  it("are named up to twenty, none by a long pointer, so that a response stays short", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field${i}`, i]))
    const { json } = await store().post("/api/cart", { ["x".repeat(200)]: 1, productId: serum, ...many }, { token })
    expect(named(json)).toEqual(Array.from({ length: 20 }, (_, i) => `/field${i}`))
  })

  it("of ACP are no matter of the shop's own API", async () => {
    const agent = await store().clientToken("demo-agent")
    const body = { line_items: [{ id: serum }], currency: "eur", colour: "red" }
    const { json } = await store().post("/api/checkout/sessions", body, { token: agent })
    expect(JSON.stringify(json.messages ?? [])).not.toContain("unknown_field")
  })
})

describe("a misspelt field", () => {
  it.each([
    ["perTransction", "perTransaction"],
    ["per_day", "perDay"],
    ["permonth", "perMonth"]
  ])("of limits, %s, is refused: the limit would not hold", async (key, meant) => {
    const refused = await store().post("/api/delegations", { agentId: "demo-agent", limits: { [key]: 10 } }, { token })
    expect(expectProblem(refused, "invalid_request").errors).toEqual([
      { pointer: `/limits/${key}`, detail: `must be \`${meant}\`, if that is meant` }
    ])
    expect(refused.json).not.toHaveProperty("messages")
  })

  it("of an address is refused, with all other faults", async () => {
    const { city, ...rest } = address
    const refused = await store().post("/api/checkout", { email: "ada", shipping: { ...rest, citty: city } }, { token })
    expect(pointersOf(refused)).toEqual(["/email", "/shipping/citty", "/shipping/city"])
  })

  it("is only unknown where the known one is there, or where it is further off", async () => {
    const limits = { perDay: 10, perDays: 20, perYear: 30, total: 40 }
    const asked = await store().post("/api/delegations", { agentId: "demo-agent", limits }, { token })
    expect(asked.status).toBe(200)
    expect(named(asked.json)).toEqual(["/limits/perDays", "/limits/perYear", "/limits/total"])
    const shipping = { ...address, adress: "Torstrasse 2", floor: 3 }
    const refused = await store().post("/api/checkout", { ...delivery, shipping }, { token: await store().guest() })
    expect(named(expectProblem(refused, "cart_empty"))).toEqual(["/shipping/adress", "/shipping/floor"])
  })
})

describe("unknown parameters of a query", () => {
  const faultsOf = async (path: string, of: string) => {
    const { errors } = expectProblem(await store().get(path, { token: of }), "invalid_request")
    return errors.map(({ detail, in: place, pointer }: any) => [pointer, place, detail])
  }

  it("are refused by every list, with the one that is meant", async () => {
    const staff = await store().clientToken("demo-staff")
    const meant = (name: string) => `must be \`${name}\`, if that is meant`
    const asked: ReadonlyArray<readonly [path: string, unknown: string, detail: string]> = [
      ["/api/orders?emial=ada@example.com", "emial", meant("email")],
      ["/api/orders?q=ada", "q", "is not known here"],
      ["/api/orders?Email=ada@example.com", "Email", meant("email")],
      ["/api/returns?statsu=requested", "statsu", meant("status")],
      ["/api/refunds?limt=1", "limt", meant("limit")],
      ["/api/support?stauts=open", "stauts", meant("status")],
      ["/api/products?minprice=5", "minprice", meant("minPrice")],
      ["/api/products?q=serum&utm_source=mail", "utm_source", "is not known here"],
      ["/api/webhook-subscriptions?cursr=x", "cursr", meant("cursor")],
      ["/api/webhook-subscriptions/sub_1/deliveries?sate=pending", "sate", meant("state")],
      ["/api/v1/analytics/sites/site_1/trends?granulariti=day", "granulariti", meant("granularity")],
      ["/api/admin/flags?sate=open", "sate", meant("state")],
      ["/api/admin/trail?form=2026-01-01", "form", meant("from")]
    ]
    for (const [path, name, detail] of asked) {
      expect([path, await faultsOf(path, staff)]).toEqual([path, [[name, "query", detail]]])
    }
  })

  it("are named beside the faults of known ones, also where one is given twice or has an odd name", async () => {
    expect(await faultsOf("/api/orders?limit=0&limitt=5&limitt=6", token)).toEqual([
      ["limit", "query", "must be a whole number from 1 to 100"],
      ["limitt", "query", "is not known here"]
    ])
    expect(await faultsOf(`/api/orders?${"x".repeat(201)}=1&__proto__=1&=1`, token)).toEqual([
      ["", "query", "is not known here"],
      ["__proto__", "query", "is not known here"],
      ["", "query", "is not known here"]
    ])
  })

  it("are ignored where an operation has no parameters, and so chooses nothing by them", async () => {
    for (const path of ["/api/?utm_source=mail", `/api/products/${serum}?ref=1`, "/api/cart?refresh=1"]) {
      expect([path, (await store().get(path, { token })).status]).toEqual([path, 200])
    }
  })
})
