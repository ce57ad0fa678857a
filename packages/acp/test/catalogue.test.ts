/** What agents find before they buy: discovery, the feed, carts, and the shop's rules for people. */
import type { CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import * as Feed from "../src/Feed.ts"
import { agentOf, beginning, details, expectPublished, nextKey, totalOf, version } from "./agent.ts"
import { faults, itPublished } from "./schemas.ts"

const store = useShop()
const pictures = { of: () => [], file: () => Effect.succeed(undefined) }
const agent = async () => agentOf(store(), await store().clientToken("demo-agent"))

const lineWith = (different: Partial<CatalogProduct>) => {
  const product: CatalogProduct = {
    id: ProductId.make("serum"),
    brandId: BrandId.make("alba"),
    brandName: "Alba",
    name: "Serum",
    description: "",
    priceMinor: 2995,
    currency: "EUR",
    category: "skincare",
    gtin: "4006381333931",
    size: { value: 30, unit: "ml" },
    returnableOnceOpened: true,
    inStock: true,
    pictures: [],
    ...different
  }
  const { brand } = Feed.composition({ ...defaultPolicy, baseUrl: "http://shop.example" }, pictures, undefined)
  return JSON.parse(
    Effect.runSync(brand({ id: product.brandId, name: "Alba", category: "skincare", products: [product] }))
  )
}

describe("discovery", () => {
  itPublished("is of the published schema", async () => {
    const { json } = await store().get("/.well-known/acp.json")
    expect(faults("agentic_checkout", "DiscoveryResponse", json)).toEqual([])
  })

  it("says where the protocol is spoken, and what of it", async () => {
    const { headers, json, status } = await store().get("/.well-known/acp.json")
    expect(status).toBe(200)
    expect(json).toMatchObject({
      protocol: { version, supported_versions: [version] },
      api_base_url: `${store().baseUrl}/acp`,
      capabilities: { services: ["checkout", "orders", "delegate_payment", "carts"] }
    })
    expect(headers["cache-control"]).toBe("public, max-age=3600")
    const again = await store().get("/.well-known/acp.json", { headers: { "if-none-match": headers["etag"]! } })
    expect(again.status).toBe(304)
  })

  it("is reached from the shop's own index, its checkout's descriptor and its guide", async () => {
    const { json: index } = await store().get("/.well-known/commerce.json")
    expect(index.protocols).toEqual([{ name: "acp", version, discovery: `${store().baseUrl}/.well-known/acp.json` }])
    const { json: checkout } = await store().get("/api/descriptors/checkout")
    expect(checkout.operations).toContainEqual(expect.objectContaining({
      operationId: "createCheckoutSession",
      method: "POST",
      path: "/api/checkout/sessions"
    }))
    const { text } = await store().get("/llms.txt")
    for (const sign of ["/.well-known/acp.json", "/acp/feed/products.jsonl", "/acp/checkout_sessions"]) {
      expect(text).toContain(sign)
    }
  })
})

describe("the feed", () => {
  const linesOf = async (): Promise<ReadonlyArray<any>> => {
    const { headers, text } = await store().get("/acp/feed/products.jsonl")
    expect(headers["content-type"]).toBe("application/jsonl")
    return text.trimEnd().split("\n").map((line) => JSON.parse(line))
  }

  itPublished("has the lowest price before a sale as its list price, where it is announced", () => {
    const line = lineWith({ priceMinor: 900, reduction: { lowestMinor: 1250, percent: 28 } })
    expect(faults("feed", "Product", line)).toEqual([])
    expect(line.variants[0]).toMatchObject({ price: { amount: 900 }, list_price: { amount: 1250, currency: "EUR" } })
    expect(lineWith({}).variants[0]).not.toHaveProperty("list_price")
  })

  itPublished("has lines of the published schema", async () => {
    for (const line of await linesOf()) expect(faults("feed", "Product", line)).toEqual([])
  })

  it("has a line for every product, and every id checks out at the price that it says", async () => {
    const lines = await linesOf()
    const catalogue = (await store().get("/api/")).json.brands.flatMap(({ products }: any) => products)
    expect(lines.map(({ id }) => id)).toEqual(catalogue.map(({ id }: any) => id))
    const ada = await agent()
    for (let at = 0; at < lines.length; at += 40) {
      const variants = lines.slice(at, at + 40).flatMap(({ variants }) => variants)
      const { json, status } = await ada.create({ ...beginning(...variants.map(({ id }) => id)), ...details })
      expect(status).toBe(201)
      expect(json.line_items.map((item: any) => [item.id, item.unit_amount, item.available_quantity > 0])).toEqual(
        variants.map(({ availability, id, price }) => [id, price.amount, availability.available])
      )
    }
  })

  it("has the GTINs that name an article to everybody, and none of the demo's", async () => {
    expect((await linesOf()).flatMap(({ variants }) => variants.flatMap(({ barcodes }: any) => barcodes ?? [])))
      .toEqual([])
    for (const [gtin, isPublic] of [["4006381333931", true], ["0200000000004", false], ["00000017", false]] as const) {
      const line = lineWith({ gtin })
      expect(line.variants[0].barcodes).toEqual(isPublic ? [{ type: "GTIN", value: gtin }] : undefined)
    }
  })

  it("names the size once, where a product is chosen by it", () => {
    const group = { id: ProductId.make("serums"), name: "Serums", value: "Travel" }
    const sizesOf = (variesBy: "size" | "scent") =>
      lineWith({ group: { ...group, variesBy } }).variants[0].variant_options
        .flatMap(({ name, value }: any) => name === "Size" ? [value] : [])
    expect([sizesOf("size"), sizesOf("scent")]).toEqual([["Travel"], ["30 ml"]])
    const several = lineWith({ group: { ...group, variesBy: "shade|size|finish", value: "Red|Travel|Matte" } })
    expect(several.variants[0].variant_options).toEqual(expect.arrayContaining([
      { name: "Shade", value: "Red" },
      { name: "Size", value: "Travel" },
      { name: "Finish", value: "Matte" },
      { name: "item_group_id", value: "serums" }
    ]))
  })

  it("follows the catalogue", async () => {
    const staff = await store().clientToken("demo-staff")
    const reprice = (price: number) =>
      store().request("PUT", `/api/products/${serum}/price`, { token: staff, body: { price } })
    const priceOf = async () => (await linesOf()).find(({ id }) => id === serum).variants[0].price.amount
    const before = await priceOf()
    await reprice(99.99)
    expect(await priceOf()).toBe(9999)
    await reprice(before / 100)
  })
})

describe("carts", () => {
  it("are made, read, replaced and given up", async () => {
    const ada = await agent()
    const created = await ada.call("POST", "/acp/carts", { line_items: [{ id: serum, quantity: 2 }] })
    expect(created.status).toBe(201)
    const { json: cart } = created
    expect([cart.currency, cart.line_items[0].quantity, cart.messages]).toEqual(["eur", 2, []])
    expect((await ada.call("GET", `/acp/carts/${cart.id}`)).json).toEqual(cart)
    const { json: replaced } = await ada.call("PUT", `/acp/carts/${cart.id}`, {
      line_items: [{ id: serum }],
      buyer: { email: "ada@example.com" }
    })
    expect(totalOf(replaced, "subtotal") * 2).toBe(totalOf(cart, "subtotal"))
    expect(replaced.buyer).toEqual({ email: "ada@example.com" })
    const given = await ada.call("POST", `/acp/carts/${cart.id}/cancel`)
    expect([given.status, given.json.id]).toEqual([200, cart.id])
    for (
      const again of [
        ada.call("GET", `/acp/carts/${cart.id}`),
        ada.call("PUT", `/acp/carts/${cart.id}`, { line_items: [{ id: serum }] }),
        ada.call("POST", `/acp/carts/${cart.id}/cancel`)
      ]
    ) expect((await again).status).toBe(404)
  })

  it("belong to whoever made them, and are no checkout sessions", async () => {
    const ada = await agent()
    const { json: cart } = await ada.call("POST", "/acp/carts", { line_items: [{ id: serum }] })
    const guest = agentOf(store(), await store().guest())
    expect((await guest.call("GET", `/acp/carts/${cart.id}`)).status).toBe(404)
    expect((await ada.get(cart.id)).status).toBe(404)
    const { json: session } = await ada.create()
    expect((await ada.call("GET", `/acp/carts/${session.id}`)).status).toBe(404)
  })

  it("say what can not be had, and refuse what there is not", async () => {
    const ada = await agent()
    const gone = (await store().get("/api/")).json.brands.flatMap(({ products }: any) => products)
      .find(({ inStock }: any) => !inStock)
    const { json } = await ada.call("POST", "/acp/carts", { line_items: [{ id: gone.id }] })
    expect(json.messages.map(({ code }: any) => code)).toEqual(["out_of_stock"])
    const refused = await ada.call("POST", "/acp/carts", { line_items: [{ id: "nothing" }] })
    expect([refused.status, refused.json.code, refused.json.param]).toEqual([
      400,
      "invalid_item_id",
      "$.line_items[0].id"
    ])
    const unkeyed = await store().post("/acp/carts", { line_items: [{ id: serum }] }, {
      token: await store().clientToken("demo-agent"),
      headers: { "api-version": version }
    })
    expectPublished("/acp/carts", unkeyed)
    expect(unkeyed.json.code).toBe("idempotency_key_required")
  })

  it("are made once for one key", async () => {
    const ada = await agent()
    const key = nextKey()
    const body = { line_items: [{ id: serum }] }
    const [one, other] = [
      await ada.call("POST", "/acp/carts", body, { key }),
      await ada.call("POST", "/acp/carts", body, { key })
    ]
    expect(other.json.id).toBe(one.json.id)
    expect(other.headers["idempotent-replayed"]).toBe("true")
  })
})

describe("the links of a session", () => {
  it("lead to pages with the shop's rules on them", async () => {
    const ada = await agent()
    const { json } = await ada.create()
    expect(json.links.map(({ type }: any) => type)).toEqual([
      "terms_of_use",
      "privacy_policy",
      "return_policy",
      "shipping_policy",
      "support"
    ])
    for (const { url } of json.links) {
      const { headers, status, text } = await store().get(url.slice(store().baseUrl.length))
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      expect(text.length).toBeGreaterThan(600)
    }
    expect((await store().get("/policies/returns")).text).toContain("for 30 days")
    expect((await store().get("/policies/shipping")).text).toContain("4.95")
    expect((await store().get("/policies/nothing")).status).toBe(404)
  })
})
