/**
 * The shop's descriptions of itself (docs/specification.md#descriptors): true of what it does, and of nothing that it
 * does not.
 */
import * as Acp from "@beauty-store/acp/Acp"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Refund from "@beauty-store/domain/Refund"
import * as Return from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import { Api } from "@beauty-store/http/contract/Api"
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { textOf } from "@beauty-store/http/contract/OperationTexts"
import * as Descriptors from "@beauty-store/http/discovery/Descriptors"
import { describe, expect, it } from "vitest"
import { useShop } from "../../../test/shop/server.ts"
import { tariffWith } from "../../../test/shop/tariff.ts"

const store = useShop({}, { policy: { storeName: "Rosewater & Co" } })
const paths = Descriptors.descriptors.map(({ path }) => path)

describe("the descriptors", () => {
  it.each(paths)("%s names its version, says that this is a demo, and can be kept for a minute", async (path) => {
    const answer = await store().get(path)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      version: "1.0.0",
      demo: true,
      store: "Rosewater & Co",
      baseUrl: store().baseUrl
    })
    expect(answer.headers["content-type"]).toBe("application/json")
    expect(answer.headers["cache-control"]).toBe("public, max-age=60")
    const again = await store().get(path, { headers: { "if-none-match": answer.headers["etag"]! } })
    expect(again.status).toBe(304)
    expect((await store().request("HEAD", path)).status).toBe(200)
  })

  it("are found from the index, which leads nowhere else", async () => {
    const { json } = await store().get("/.well-known/commerce.json")
    const addresses = [
      json.catalog,
      json.search,
      json.openapi,
      json.documentation,
      json.problems,
      json.guide,
      json.feed,
      json.apiCatalog
    ]
    for (const address of [...addresses, ...Object.values<string>(json.descriptors)]) {
      expect((await store().get(address.slice(store().baseUrl.length))).status, address).toBe(200)
    }
  })

  it("are in the API catalogue, all of whose links lead somewhere (RFC 9727)", async () => {
    const { headers, json } = await store().get("/.well-known/api-catalog")
    expect(headers["content-type"]).toMatch(
      /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/
    )
    const head = await store().request("HEAD", "/.well-known/api-catalog")
    expect(head.headers["link"]).toBe(`<${store().baseUrl}/.well-known/api-catalog>; rel="api-catalog"`)
    const links = json.linkset.flatMap((api: any) => Object.values<any>(api).filter(Array.isArray).flat())
    expect(links.length).toBeGreaterThan(5)
    for (const { href, type } of links) {
      const answer = await store().get(href.slice(store().baseUrl.length))
      expect([href, answer.status, answer.headers["content-type"]!.split(";")[0]]).toEqual([href, 200, type])
    }
  })

  it("name the operations of the OpenAPI document, each with its method, path and access", async () => {
    const { json: openApi } = await store().get("/openapi.json")
    for (const path of paths) {
      for (const operation of (await store().get(path)).json.operations ?? []) {
        const documented = Object.values<any>(openApi.paths).flatMap((item) => Object.entries<any>(item))
          .find(([, one]) => one.operationId === operation.operationId)
        expect(documented?.[0].toUpperCase(), operation.operationId).toBe(operation.method)
        expect(documented?.[1].summary).toBe(operation.summary)
      }
    }
    const methods = (path: string) => Object.keys(openApi.paths[path]).map((method) => method.toUpperCase())
    const { json: orders } = await store().get("/api/descriptors/orders")
    expect(orders.collection.methods).toEqual(methods("/api/orders"))
    expect(orders.lookup).toMatchObject({ path: "/api/orders/{id}", pathParameters: [{ name: "id" }] })
    const { json: returns } = await store().get("/api/descriptors/returns")
    expect(returns.refund.api).toEqual({ path: "/api/refunds", methods: methods("/api/refunds") })
  })

  it("say how the shop is paid, and what its returns are like", async () => {
    const { json: checkout } = await store().get("/api/descriptors/checkout")
    expect(checkout.paymentMethods.map(({ name }: any) => name)).toEqual([
      "Card",
      "Apple Pay",
      "Google Pay",
      "Klarna",
      "Afterpay",
      "Clearpay"
    ])
    expect(checkout.paymentMethods[2]).toMatchObject({ id: "google_pay", aliases: ["gpay"], preselectable: true })
    expect(checkout.security).toEqual({
      threeDSecure: true,
      strongCustomerAuthentication: true,
      tokenizedPaymentData: true
    })
    const { json: returns } = await store().get("/api/descriptors/returns")
    expect(returns.windowDays).toBe(Return.windowDays)
    expect(returns.refund).toMatchObject({
      method: "original_payment_method",
      businessDays: Refund.expectedDays,
      timeline: "3-5 business days"
    })
  })

  it("follow the policy", () => {
    const policy = {
      ...defaultPolicy,
      baseUrl: "https://shop.example",
      storeName: "Other",
      shipping: tariffWith({ freeFromMinor: 12_345 }),
      session: { ...defaultPolicy.session, lifetimeMillis: 17 * 60_000 }
    }
    const circumstances = {
      operations: Descriptors.operationsBy(textOf),
      policy,
      demo: false,
      returns: { ...Return.defaultStrategy, windowDays: 60 },
      shipping: Shipping.defaultStrategy,
      protocols: []
    }
    const { describe } = Descriptors.descriptors.find(({ path }) => path === "/api/descriptors/checkout")!
    const checkout = describe(circumstances)
    expect(checkout).toMatchObject({
      store: "Other",
      reservationMinutes: 17,
      shipping: {
        zones: [{ countries: "eu", rates: { standard: { charge: 4.95, freeFrom: 123.45, businessDays: 3 } } }, {}]
      }
    })
    expect(checkout).not.toHaveProperty("demo")
    expect(Descriptors.guide(circumstances)).toContain("17 minutes")
    expect(Descriptors.guide(circumstances)).not.toContain("demo")
    expect(Descriptors.guide(circumstances)).toContain("for 60 days")
    const ownCharges = { ...circumstances, shipping: { ...Shipping.defaultStrategy, isTariff: false } }
    expect(describe(ownCharges)).toMatchObject({ shipping: { homeCountry: "DE" } })
    expect(JSON.stringify(describe(ownCharges))).not.toContain("123.45")
  })
})

describe("the guide for agents", () => {
  it("names every operation that is for them", async () => {
    const { headers, text } = await store().get("/llms.txt")
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
    for (const { endpoint, group } of listEndpoints(Api)) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      if (group !== "health" && group !== "payments") expect(text).toContain(`\`${endpoint.method} ${path}\``)
    }
    expect(text).toContain("include VAT where it is due.")
    expect(text).toContain(`for ${Return.windowDays} days`)
    expect(text).toContain(`API-Version: ${Acp.version}`)
    expect(text).toContain("/acp/agentic_commerce/delegate_payment")
    expect(text.length).toBeLessThan(10_000)
  })

  it("is told apart from what crawlers leave alone", async () => {
    const { text } = await store().get("/robots.txt")
    for (const secret of ["/orders/", "/pay/", "/checkout/"]) expect(text).toContain(`Disallow: ${secret}\n`)
    expect(text).not.toContain("Disallow: /\n")
  })

  it("names whom to tell of a weakness, and expires within a year (RFC 9116)", async () => {
    const { headers, text } = await store().get("/.well-known/security.txt")
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
    const fields = new Map(text.trimEnd().split("\n").map((line) => line.split(/: (.*)/, 2) as [string, string]))
    expect(fields.get("Contact")).toBe(`mailto:${defaultPolicy.seller.email}`)
    expect(fields.get("Canonical")).toBe(`${store().baseUrl}/.well-known/security.txt`)
    const days = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })
})
