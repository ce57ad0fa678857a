/**
 * The contracts, served both ways: by the shortcut of the store's own server, and by
 * `@effect/platform`'s `HttpApiBuilder` as a program has it that adds them to its own `HttpApi`. Every operation, in
 * every way that it goes well or wrong, is answered by both with the same status, headers and bytes.
 */
import * as AgenticCommerce from "@beauty-store/acp/AgenticCommerce"
import { AcpApi } from "@beauty-store/acp/Api"
import { HasVersion, PublicResponse, says } from "@beauty-store/http/contract/Annotations"
import { Api, group } from "@beauty-store/http/contract/Api"
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { BearerAuth, currentCaller } from "@beauty-store/http/contract/Security"
import { FurtherContracts } from "@beauty-store/http/pipeline/FurtherContracts"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Webhook } from "standardwebhooks"
import { beforeAll, describe, expect, it } from "vitest"
import { type HandledShop, now, openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import type { Answer, Requests } from "../../../test/shop/requests.ts"
import { partnersSecret } from "../../../test/shop/shop.ts"
import { delivery } from "../../../test/shop/shopper.ts"
import { jpeg } from "../../server/test/pictures.ts"

interface Exchange {
  readonly method: string
  readonly path: string
  readonly answer: Pick<Answer, "status" | "headers" | "text">
}

/** Sends requests and writes down what came back. */
const recording = (store: HandledShop) => {
  const exchanges: Array<Exchange> = []
  let keys = 0
  const call: Requests["request"] = async (method, path, sent) => {
    const answer = await store.request(method, path, sent)
    const { headers, status, text } = answer
    exchanges.push({ method, path, answer: { status, headers, text } })
    return answer
  }
  /** A change by a key, sent twice: the second is a replay, where the first was kept. No newcomer's is. */
  const twice: Requests["request"] = async (method, path, sent = {}) => {
    const keyed = { ...sent, key: `00000000-0000-4000-8000-${String(++keys).padStart(12, "0")}` }
    const first = await call(method, path, keyed)
    const second = await call(method, path, keyed)
    const isNewcomer = path === "/api/auth/guest" || (path === "/api/cart" && sent.token === undefined)
    const kept = isNewcomer ? undefined : "true"
    if (first.status < 300) expect([path, second.headers["idempotent-replayed"]]).toEqual([path, kept])
    return first
  }
  return { call, exchanges, store, twice }
}
type Recording = ReturnType<typeof recording>

const endpoints = [...listEndpoints(Api), ...listEndpoints(AcpApi)].map(({ endpoint, group }) => ({
  name: `${group}.${endpoint.name}`,
  isPublic: says(endpoint, PublicResponse),
  hasVersion: says(endpoint, HasVersion),
  method: endpoint.method,
  path: endpoint.path
}))

/** Each operation in the ways that all of them go wrong. */
const goWrong = async ({ call }: Recording, token: string) => {
  const acp = { "api-version": "2026-04-17", "idempotency-key": "a-key-of-mine" }
  for (const { method, path: template } of endpoints) {
    const path = template.replace(/:\w+/g, "nothing")
    await call(method, path)
    await call(method, path, { token: "no-token-at-all" })
    await call(method, path, { token, headers: acp })
    await call(method, path, {
      token,
      headers: { ...acp, cookie: "store_session=stale", origin: "https://evil.example" }
    })
    await call(method, `${path}?limit=none&minPrice=a&inStock=maybe&sort=%00&cursor=x`, { token, headers: acp })
    await call("PATCH", path, { token })
    await call(method, `${path}/nowhere`, { token })
    if (method === "GET") {
      await call("HEAD", path, { token, headers: acp })
      continue
    }
    await call(method, path, { token, headers: acp, body: "{" })
    await call(method, path, { token, headers: acp, body: "[]" })
    await call(method, path, { token, headers: { ...acp, "content-type": "text/plain" }, body: "{}" })
    await call(method, path, { token, headers: { ...acp, "idempotency-key": "not one" }, body: {} })
    await call(method, path, { token, headers: { "api-version": "1999-01-01" }, body: {} })
    await call(method, path, { token, headers: acp, body: " ".repeat(300_000) })
  }
}

/** Pays at the provider's page, or approves there, and tells the store what the provider tells it. */
const atProvider = async ({ call, store }: Recording, url: string, decision: object) => {
  expect((await store.request("POST", new URL(url).pathname, { body: decision })).status).toBe(200)
  const { body, headers } = await store.notification()
  return call("POST", "/api/payments/notifications", { headers, body: Buffer.from(body).toString("utf8") })
}

const card = { method: "card", card: { number: "4242424242424242" } }

/** A shopper buys: the order's id. */
const buy = async (recording: Recording, token: string): Promise<string> => {
  const { twice } = recording
  await twice("POST", "/api/cart", { token, body: { productId: serum, quantity: 2 } })
  const { json } = await twice("POST", "/api/checkout", { token, body: delivery })
  await recording.call("GET", `/api/checkout/${json.sessionId}`, { token })
  await atProvider(recording, json.redirectUrl, card)
  return json.orderId
}

const shopping = async ({ call, twice }: Recording, token: string) => {
  await call("GET", "/api/")
  await call("GET", "/api/products?q=serum&limit=2&minPrice=5&inStock=true&sort=-price")
  await call("GET", `/api/products/${serum}`)
  await call("GET", `/api/inventory/${serum}`, { token })
  await twice("POST", "/api/cart", { body: { productId: serum } })
  await twice("POST", "/api/cart", { token, body: { productId: serum } })
  await twice("PUT", `/api/cart/items/${serum}`, { token, body: { quantity: 3 } })
  await call("GET", "/api/cart", { token })
  await twice("PUT", "/api/cart/discounts", { token, body: { codes: ["NONE"] } })
  await twice("PUT", "/api/cart/discounts", { token, body: { codes: [] } })
  await twice("PUT", "/api/cart/attributes", { token, body: { attributes: {} } })
  await twice("DELETE", `/api/cart/items/${serum}`, { token })
  await twice("DELETE", "/api/cart", { token })
  await twice("POST", "/api/checkout", { token, body: delivery })
}

const afterwards = async (recording: Recording, token: string, staff: string) => {
  const { call, twice } = recording
  const orderId = await buy(recording, token)
  await call("GET", "/api/orders?limit=1", { token })
  await call("GET", `/api/orders/${orderId}`, { token })
  const parcel = { carrier: "DHL", trackingNumber: "JD-1" }
  await twice("POST", `/api/orders/${orderId}/ship`, { token: staff, body: parcel })
  await call("GET", `/api/tracking/${orderId}`, { token })
  await twice("POST", `/api/orders/${orderId}/deliver`, { token: staff, body: {} })
  await call("GET", `/api/orders/${orderId}/receipt`, { token })
  await call("GET", `/api/orders/${orderId}/receipt`, { token, headers: { accept: "text/html" } })
  const items = [{ productId: serum, quantity: 1, reason: "too sweet" }]
  const away = await twice("POST", "/api/returns", { token, body: { orderId, items } })
  await twice("POST", `/api/returns/${away.json.returnId}/cancel`, { token })
  const back = await twice("POST", "/api/returns", { token, body: { orderId, items } })
  await call("GET", `/api/returns/${back.json.returnId}`, { token })
  const received = { items: [{ productId: serum, quantity: 1, restock: true }] }
  const { json } = await twice("POST", `/api/returns/${back.json.returnId}/receive`, { token: staff, body: received })
  await call("GET", `/api/refunds/${json.refundId}`, { token })
  await call("GET", "/api/refunds", { token })
  await twice("POST", "/api/refunds", { token: staff, body: { orderId, amount: 1, reason: "sorry" } })
  await twice("POST", `/api/orders/${await buy(recording, token)}/cancel`, { token, body: { reason: "no more" } })
}

const delegating = async (recording: Recording, token: string, agent: string) => {
  const { call, twice } = recording
  const { json } = await twice("POST", "/api/delegations", { token, body: { agentId: "demo-agent" } })
  await atProvider(recording, json.approvalUrl, { decision: "approve", card: card.card })
  await call("GET", `/api/delegations/${json.delegationId}`, { token: agent })
  await twice("POST", "/api/cart", { token: agent, body: { productId: serum } })
  await twice("POST", "/api/orders", { token: agent, body: { ...delivery, delegation: json.delegationId } })
  await twice("POST", "/api/orders", { token: agent, body: { ...delivery, delegation: json.delegationId } })
  await twice("DELETE", `/api/delegations/${json.delegationId}`, { token })
}

const running = async (recording: Recording, token: string, staff: string) => {
  const { call, twice } = recording
  const ask = { email: "ada@example.com", subject: "When?", message: "When?" }
  const ticket = await twice("POST", "/api/support", { token, body: ask })
  const about = `/api/support/${ticket.json.ticketId}`
  await twice("POST", `${about}/reply`, { token, body: { message: "Well?" } })
  await twice("POST", `${about}/answer`, { token: staff, body: { message: "Soon.", version: 1 } })
  await twice("POST", `${about}/answer`, { token: staff, body: { message: "Soon.", version: 1 } })
  await twice("POST", `${about}/assign`, { token: staff, body: { version: 2 } })
  await twice("POST", `${about}/close`, { token: staff, body: { version: 3 } })
  await call("GET", about, { token })
  for (const path of ["/api/orders", "/api/returns", "/api/support"]) {
    await call("GET", `${path}?email=ada@example.com&from=2026-01-01&sort=createdAt&limit=2`, { token: staff })
    await call("GET", `${path}?from=2026-01-02&to=2026-01-01`, { token: staff })
    await call("GET", `${path}?from=yesterday&status=lost&overdue=maybe&email=@`, { token })
  }
  await twice("PUT", `/api/inventory/${serum}`, { token: staff, body: { onHand: 900 } })
  const lines = [{ productId: serum, reason: "count", counted: 900, note: "shelf 3" }]
  await twice("POST", "/api/admin/stock/movements", { token: staff, body: { lines } })
  await call("POST", "/api/admin/stock/movements", { token: staff, body: { lines: [...lines, ...lines] } })
  await call("GET", "/api/admin/stock?atMost=5&limit=2", { token: staff })
  await call("GET", "/api/admin/stock?low=true&limit=2", { token: staff })
  await call("GET", `/api/admin/stock/${serum}/movements?limit=1`, { token: staff })
  await call("POST", "/api/cart", { token, body: { productId: serum } })
  await call("PUT", `/api/products/${serum}/price`, { token: staff, body: { price: 99 } })
  await call("HEAD", "/api/cart", { token })
  expect((await call("POST", "/api/checkout", { token, body: delivery })).json.code).toBe("price_changed")
  await call("GET", "/api/cart", { token })
  expect((await call("POST", "/api/checkout", { token, body: delivery })).status).toBe(200)
  await twice("PUT", `/api/products/${serum}/price`, { token: staff, body: { price: 15.5 } })
  const prices = `/api/admin/products/${serum}/prices`
  const from = "2090-01-01T00:00:00Z"
  await twice("POST", prices, { token: staff, body: { price: 9, sale: true, from, until: "2090-02-01T00:00:00Z" } })
  await call("POST", prices, { token: staff, body: { price: 9, from } })
  await call("POST", prices, { token: staff, body: { price: 9, from: "2020-01-01T00:00:00Z", until: from } })
  const { json: { planned: [plan] } } = await call("GET", prices, { token: staff })
  await twice("PUT", `${prices}/${plan.id}`, { token: staff, body: { price: 8, from } })
  await twice("DELETE", `${prices}/${plan.id}`, { token: staff })
  await twice("POST", prices, { token: staff, body: { price: 9.99, sale: true } })
  const pictures = `/api/admin/products/${serum}/pictures`
  await twice("POST", `${pictures}?alt.en=A`, { token: staff, body: await jpeg(64, 64) })
  const { json: { pictures: [{ id }] } } = await call("GET", pictures, { token: staff })
  await twice("PUT", pictures, { token: staff, body: { pictures: [{ id, alt: { de: "B" } }] } })
  await twice("DELETE", `${pictures}/${id}`, { token: staff })
  const table = { token: staff, headers: { "content-type": "text/csv" }, body: "id,brand\n" }
  const { json: { id: importId } } = await twice("POST", "/api/admin/imports?dryRun=true", table)
  await call("GET", "/api/admin/imports", { token: staff })
  await call("GET", `/api/admin/imports/${importId}`, { token: staff })
  await call("GET", "/api/admin/exports/products", { token: staff })
  const url = "https://partner.example/hooks"
  const { json } = await twice("POST", "/api/webhook-subscriptions", { token: staff, body: { url } })
  await call("GET", "/api/webhook-subscriptions", { token: staff })
  const range = { from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" }
  await twice("POST", `/api/webhook-subscriptions/${json.subscriptionId}/replay`, { token: staff, body: range })
  await twice("POST", `/api/webhook-subscriptions/${json.subscriptionId}/enable`, { token: staff })
  await twice("POST", `/api/webhook-subscriptions/${json.subscriptionId}/secret`, { token: staff, body: {} })
  const cancelled = await buy(recording, token)
  await call("POST", `/api/orders/${cancelled}/cancel`, { token, body: {} })
  const deliveries = `/api/webhook-subscriptions/${json.subscriptionId}/deliveries`
  const { json: { data: [sent] } } = await call("GET", deliveries, { token: staff })
  await twice("POST", `${deliveries}/${sent.eventId}/send`, { token: staff })
  await twice("DELETE", `/api/webhook-subscriptions/${json.subscriptionId}`, { token: staff })
  const tell = (id: string, told: object) => {
    const message = JSON.stringify(told)
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(now / 1000),
      "webhook-signature": new Webhook(partnersSecret).sign(id, new Date(now), message)
    }
    return call("POST", "/api/webhooks", { headers, body: message })
  }
  const early = { event: "order.created", data: { orderId: "ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0" } }
  for (const _ of [1, 2]) await tell("msg_1", early)
  // What is cancelled does not ship: staff are told by a flag.
  const parcel = { orderId: cancelled, carrier: "DHL", trackingNumber: "JD-9" }
  expect((await tell("msg_2", { event: "order.shipped", data: parcel })).json).toMatchObject({ result: "ignored" })
  await keeping(recording, staff)
  await call("GET", "/api/admin/consistency", { token: staff })
  await call("GET", "/api/admin/flags", { token: staff })
  const { json: { data: [flag] } } = await call("GET", "/api/admin/flags?state=open", { token: staff })
  await twice("POST", `/api/admin/flags/${flag.flagId}/close`, { token: staff, body: { note: "seen" } })
  await call("GET", "/api/admin/trail?action=price.set", { token: staff })
  await call("GET", "/health/live")
  await call("GET", "/health/ready")
}

const keeping = async ({ call, twice }: Recording, token: string) => {
  const brand = { id: "dusk", name: "Dusk", category: "body" }
  const product = {
    id: "dusk-oil",
    brandId: "dusk",
    name: "Dusk Oil",
    description: "",
    price: 12,
    category: "body",
    gtin: "4006381333931"
  }
  const [oil, dusk] = ["/api/admin/products/dusk-oil", "/api/admin/brands/dusk"]
  await twice("POST", "/api/admin/brands", { token, body: brand })
  await twice("POST", "/api/admin/products", { token, body: product })
  const { headers: { etag = "" } } = await call("GET", oil, { token })
  await twice("PATCH", oil, { token, headers: { "if-match": etag }, body: { price: 13 } })
  await twice("PATCH", oil, { token, headers: { "if-match": etag }, body: { price: 14 } })
  await twice("PATCH", oil, { token, headers: { "if-match": "*" }, body: { category: "none" } })
  for (const what of ["archive", "restore"]) {
    await twice("POST", `${oil}/${what}`, { token, headers: { "if-match": "*" } })
    await call("GET", "/api/products/dusk-oil")
  }
  await call("GET", "/api/admin/products?archived=false&limit=2", { token })
  await call("GET", "/api/admin/brands", { token })
  const promotion = { title: "Autumn", code: "AUTUMN10", benefit: { type: "percentage", percent: 10 } }
  const { json: { id } } = await twice("POST", "/api/admin/promotions", { token, body: promotion })
  await twice("POST", "/api/admin/promotions", { token, body: promotion })
  await twice("PUT", `/api/admin/promotions/${id}/limits`, { token, body: { uses: 5 } })
  await call("GET", `/api/admin/promotions/${id}`, { token })
  await twice("POST", "/api/admin/clients", { token, body: { clientId: "till", kind: "staff", scopes: ["shop"] } })
  await twice("POST", "/api/admin/clients", {
    token,
    body: { clientId: "till", kind: "staff", scopes: ["orders:read"] }
  })
  await twice("POST", "/api/admin/clients/till/secret", { token, body: {} })
  await call("GET", "/api/admin/clients", { token })
  await twice("DELETE", "/api/admin/clients/till", { token })
  await call("GET", dusk, { token })
  await twice("PATCH", dusk, { token, headers: { "if-match": "*" }, body: { name: "Dawn" } })
  await twice("DELETE", dusk, { token, headers: { "if-match": "*" } })
  await twice("DELETE", oil, { token, headers: { "if-match": "*" } })
  await twice("DELETE", dusk, { token, headers: { "if-match": "*" } })
}

const agentic = async ({ call, twice }: Recording, token: string, orders: Array<string>) => {
  const headers = { "api-version": "2026-04-17", "request-id": "of-the-agent" }
  const details = {
    buyer: { email: "ada@example.com" },
    fulfillment_details: {
      name: "Ada Lovelace",
      address: {
        name: "Ada Lovelace",
        line_one: "Torstrasse 1",
        city: "Berlin",
        state: "BE",
        country: "DE",
        postal_code: "10119"
      }
    }
  }
  const items = { line_items: [{ id: serum }] }
  for (
    const [root, sent] of [["/acp/checkout_sessions", { token, headers }], ["/api/checkout/sessions", {
      token
    }]] as const
  ) {
    const { json } = await twice("POST", root, { ...sent, body: { ...items, currency: "eur", ...details } })
    await call("GET", `${root}/${json.id}`, sent)
    await twice("POST", `${root}/${json.id}`, { ...sent, body: { order_notes: "Ring twice." } })
    await twice("POST", `${root}/${json.id}`, { ...sent, body: { line_items: [{ id: "unheard-of" }] } })
    const allowance = {
      reason: "one_time",
      max_amount: 20_000,
      currency: "eur",
      checkout_session_id: json.id,
      merchant_id: "beauty-store",
      expires_at: new Date(now + 3_600_000).toISOString()
    }
    const method = {
      type: "card",
      card_number_type: "fpan",
      number: "4242424242424242",
      exp_month: "11",
      exp_year: "2030"
    }
    const vault = await twice("POST", "/acp/agentic_commerce/delegate_payment", {
      token,
      headers,
      body: { payment_method: method, allowance, risk_signals: [] }
    })
    const credential = { type: "spt", token: vault.json.id }
    const paid = await twice("POST", `${root}/${json.id}/complete`, {
      ...sent,
      body: { payment_data: { handler_id: "card_tokenized", instrument: { type: "card", credential } } }
    })
    orders.push(paid.json.order.id)
    const other = await twice("POST", root, { ...sent, body: { ...items, currency: "eur" } })
    await twice("POST", `${root}/${other.json.id}/cancel`, { ...sent, body: {} })
  }
  const cart = await twice("POST", "/acp/carts", { token, headers, body: items })
  await call("GET", `/acp/carts/${cart.json.id}`, { token, headers })
  await twice("PUT", `/acp/carts/${cart.json.id}`, {
    token,
    headers,
    body: { line_items: [{ id: serum, quantity: 2 }] }
  })
  await twice("POST", `/acp/carts/${cart.json.id}/cancel`, { token, headers, body: {} })
  await call("GET", `/acp/orders/${orders[0]}`, { token, headers })
  await call("GET", "/acp/feed/products.jsonl")
  await call("GET", "/.well-known/acp.json")
}

/** Everything, in one order, on a fresh store. */
const live = async (store: HandledShop): Promise<ReadonlyArray<Exchange>> => {
  const recorded = recording(store)
  const { call, exchanges, twice } = recorded
  const clientToken = async (id: string): Promise<string> => {
    const body = { grant_type: "client_credentials", client_id: id, client_secret: `${id}-secret` }
    return (await twice("POST", "/api/auth/token", { body })).json.access_token
  }
  const token: string = (await twice("POST", "/api/auth/guest")).json.access_token
  const [agent, staff] = [await clientToken("demo-agent"), await clientToken("demo-staff")]
  await shopping(recorded, token)
  await afterwards(recorded, token, staff)
  await delegating(recorded, token, agent)
  await running(recorded, token, staff)
  await agentic(recorded, agent, [])
  for (const caller of [token, agent, staff]) await goWrong(recorded, caller)
  await twice("POST", "/api/auth/revoke", { body: { token } })
  await call("GET", "/api/cart", { token })
  await store.close()
  return exchanges
}

/** The protocol beside the store's contract, in an `HttpApi` of its own. */
const protocolByHttpApi = HttpLayerRouter.addHttpApi(AcpApi).pipe(
  Layer.provide(AgenticCommerce.layerHttpApi(AcpApi)),
  Layer.provide([StoreHttp.layerBearerAuth, HttpServer.layerContext])
)

let direct: ReadonlyArray<Exchange> = []
let byHttpApi: ReadonlyArray<Exchange> = []
beforeAll(async () => {
  direct = await live(await openHandlers(StoreHttp.app(providerPages)))
  byHttpApi = await live(
    await openHandlers(
      StoreHttp.appWith(Layer.merge(StoreHttp.layerByHttpApi, protocolByHttpApi), providerPages).pipe(
        Effect.provideService(FurtherContracts, [{ ...AgenticCommerce.contract, mount: Effect.void }])
      )
    )
  )
})

/** The exchanges with an operation. */
const of = (
  exchanges: ReadonlyArray<Exchange>,
  { method, path }: { readonly method: string; readonly path: string }
) => {
  const pattern = new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/?]+")}(?:\\?.*)?$`)
  return exchanges.filter((exchange) => exchange.method === method && pattern.test(exchange.path))
}

describe("the two mountings of the contracts", () => {
  it.each(endpoints)("answer $name alike, whatever is asked of it", (endpoint) => {
    const ours = of(direct, endpoint)
    expect(of(byHttpApi, endpoint)).toEqual(ours)
    const statuses = ours.map(({ answer }) => answer.status)
    expect(statuses.some((status) => status < 300), String(statuses)).toBe(true)
    expect(ours.length).toBeGreaterThan(7)
  })

  it.each(endpoints)("let caches keep what $name returns if the contract says so: $isPublic", (endpoint) => {
    for (const { answer: { headers, status } } of of(direct, endpoint)) {
      const isCacheable = headers["cache-control"]?.startsWith("public,") ?? false
      expect(isCacheable).toBe(endpoint.isPublic && status < 300)
      expect("etag" in headers).toBe(isCacheable || (endpoint.hasVersion && status < 300))
    }
  })

  it("end every JSON document with a newline, and none with two", () => {
    const documents = direct.filter(({ answer: { headers, text } }) =>
      headers["content-type"]?.endsWith("json") === true && text !== ""
    )
    for (const path of ["/api/", "/api/auth/revoke", "/api/payments/notifications", "/acp/carts", "/nothing/nowhere"]) {
      expect(documents.some((one) => one.path.endsWith(path))).toBe(true)
    }
    expect(documents.filter(({ answer }) => !/[^\n]\n$/.test(answer.text)).map(({ method, path }) => method + path))
      .toEqual([])
  })

  it("answer all else alike: methods that a path does not take, and paths that are none", () => {
    expect(byHttpApi).toEqual(direct)
    const statuses = new Set(direct.map(({ answer }) => answer.status))
    for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 413, 415, 422]) expect(statuses).toContain(status)
    const codes = new Set(direct.map(({ answer }) => /"code":"(\w+)"/.exec(answer.text)?.[1]))
    expect(codes).not.toContain("internal_error")
  })
})

class Greetings extends HttpApiGroup.make("greetings").add(
  HttpApiEndpoint.get("greet", "/greetings").addSuccess(Schema.Struct({ hello: Schema.String }))
).middleware(BearerAuth) {}

describe("a program that embeds the store", () => {
  class Mine extends HttpApi.make("mine").add(Greetings).addHttpApi(Api) {}
  const groups = HttpApiBuilder.group(
    Mine,
    "greetings",
    (handlers) =>
      handlers.handle("greet", () =>
        Effect.match(currentCaller, {
          onFailure: ({ _tag }) => ({ hello: _tag }),
          onSuccess: (caller) => ({ hello: caller?.principal.kind ?? "nobody" })
        }))
  )
  const routes = HttpLayerRouter.addHttpApi(Mine).pipe(
    Layer.provide([groups, StoreHttp.layerHttpApi(Mine)]),
    Layer.provide([StoreHttp.layerBearerAuth, HttpServer.layerContext])
  )

  it("adds the store's groups to its own HttpApi, and learns its callers as the store does", async () => {
    const store = await openHandlers(HttpLayerRouter.toHttpEffect(routes))
    const { access_token: token } = (await store.request("POST", "/api/auth/guest")).json
    expect((await store.request("GET", "/greetings", { token })).json).toEqual({ hello: "shopper" })
    expect((await store.request("GET", "/greetings")).json).toEqual({ hello: "nobody" })
    expect((await store.request("GET", "/greetings", { token: "bad" })).json).toEqual({ hello: "Unauthorized" })
    const cart = await store.request("POST", "/api/cart", { token, body: { productId: serum } })
    expect([cart.status, cart.json.items[0].productId]).toEqual([200, serum])
    // Faults are told in the store's words, whoever serves it.
    const fault = await store.request("GET", "/api/products?limit=none")
    expect([fault.status, fault.headers["content-type"]]).toEqual([400, "application/problem+json"])
    expect(fault.json).toMatchObject({ code: "invalid_request", errors: [{ pointer: "limit", in: "query" }] })
    expect((await store.request("GET", "/api/orders")).json).toMatchObject({ code: "unauthorized", status: 401 })
    await store.close()
  })

  it("may take single groups, and serve them beside the store's pages", async () => {
    const small = HttpApi.make("small").add(group("catalog"))
    const contracts = HttpLayerRouter.addHttpApi(small).pipe(
      Layer.provide(StoreHttp.layerHttpApi(small)),
      Layer.provide([StoreHttp.layerBearerAuth, HttpServer.layerContext])
    )
    const store = await openHandlers(StoreHttp.appWith(Layer.merge(contracts, StoreHttp.layerPages), Layer.empty))
    expect((await store.request("GET", `/api/products/${serum}`)).json.id).toBe(serum)
    expect((await store.request("GET", "/llms.txt")).status).toBe(200)
    expect((await store.request("POST", "/api/auth/guest")).status).toBe(404)
    await store.close()
  })
})
