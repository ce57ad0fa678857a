/** Goods as staff keep them over HTTP, and as everybody sees them (docs/specification.md#goods). */
import { beforeAll, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { delivery } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

describeShop("goods over HTTP", (store) => {
  let staff: string
  beforeAll(async () => {
    staff = await store().clientToken("demo-staff")
  })
  const send = (method: string, path: string, body?: unknown, ifMatch?: string) =>
    store().request(method, path, {
      token: staff,
      ...(body === undefined ? {} : { body }),
      headers: ifMatch === undefined ? {} : { "if-match": ifMatch }
    })
  const page = (path: string) => store().request("GET", path, { headers: { accept: "text/html" } })
  const brand = { id: "dusk", name: "Dusk", category: "body" }
  const oil = {
    id: "dusk-oil",
    brandId: "dusk",
    name: "Dusk Oil",
    description: "With marula.",
    price: 20,
    category: "body",
    gtin: "4006381333931",
    onHand: 3
  }
  const path = "/api/admin/products/dusk-oil"

  it("are created with all faults at once, and sold at once", async () => {
    expect((await page("/brands")).text).not.toContain("/brands/dusk")
    expect((await send("POST", "/api/admin/brands", brand)).json).toMatchObject(brand)
    // Nothing of it is sold yet.
    expect((await page("/brands")).text).not.toContain("/brands/dusk")
    const { errors } = expectProblem(
      await send("POST", "/api/admin/products", { ...oil, gtin: "1", price: 0 }),
      "invalid_request"
    )
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(["/gtin", "/price"])
    const wrong = await send("POST", "/api/admin/products", {
      ...oil,
      category: "toys",
      attributes: { ingredients: 1 }
    })
    expect(expectProblem(wrong, "invalid_request").errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/category",
      "/attributes/ingredients"
    ])
    const created = await send("POST", "/api/admin/products", oil)
    expect(created.headers["etag"]).toBe(`"${created.json.version}"`)
    const { onHand: _, ...facts } = oil
    const usual = { archivedAt: null, hygieneSealed: false, vatClass: "standard", currency: "EUR" }
    expect(created.json).toMatchObject({ ...facts, ...usual })
    expectProblem(await send("POST", "/api/admin/products", oil), "product_exists")
    expect((await store().get("/api/products/dusk-oil")).json).toMatchObject({ price: 20, inStock: true })
    expect((await page("/brands")).text).toContain("/brands/dusk")
    expect((await store().get("/api/products?q=marula")).json.data.map(({ id }: { id: string }) => id)).toContain(
      "dusk-oil"
    )
  })

  it("are changed with the ETag that was seen, once for each key", async () => {
    const { headers: { etag } } = await send("GET", path)
    expectProblem(await send("PATCH", path, { price: 21 }), "version_needed")
    expectProblem(await send("PATCH", path, { price: 21 }, `W/${etag}`), "goods_changed")
    const both = await Promise.all([1, 2].map((n) => send("PATCH", path, { price: 20 + n }, etag)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const lost = expectProblem(both.find(({ status }) => status === 412)!, "goods_changed")
    expect(lost).toMatchObject({ changedBy: "demo-staff", change: "product.change", changedFields: ["priceMinor"] })
    expect(Date.parse(lost.changedAt)).toBeGreaterThan(Date.now() - 60_000)
    const won = both.find(({ status }) => status === 200)!.json
    expect(lost.currentVersion).toBe(won.version)
    expect((await store().get("/api/products/dusk-oil")).json.price).toBe(won.price)
    const sent = {
      token: staff,
      key: "of-an-edit",
      headers: { "if-match": `"${won.version}"` },
      body: { name: "Dawn Oil" }
    }
    const first = await store().request("PATCH", path, sent)
    const again = await store().request("PATCH", path, sent)
    expect([again.json, again.headers["etag"]]).toEqual([first.json, first.headers["etag"]])
    expect(again.headers["idempotent-replayed"]).toBe("true")
    expect((await page("/products/dusk-oil")).text).toContain("Dawn Oil")
    expect((await page("/de/products/dusk-oil")).text).toContain("Dawn Oil")
    expect((await page("/brands/dusk")).text).toContain("Dawn Oil")
  })

  it("say who answers for them, and what else the law and carriers want to know", async () => {
    const responsiblePerson = { name: "Dusk SARL", address: "1 rue X, 75002 Paris", electronicAddress: "safe@dusk.fr" }
    const declared = { sku: "OIL-1", weightGrams: 180, countryOfOrigin: "FR", responsiblePerson }
    const texts = { translations: { de: { ingredients: "Marulaöl" } } }
    const attributes = { ingredients: "Sclerocarya Birrea Seed Oil" }
    const wrong = {
      sku: "",
      lowStock: -1,
      weightGrams: 1.5,
      countryOfOrigin: "Paris",
      responsiblePerson: { name: "A" },
      cpnp: "?"
    }
    const { errors } = expectProblem(await send("PATCH", path, wrong, "*"), "invalid_request")
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      "/countryOfOrigin",
      "/cpnp",
      "/lowStock",
      "/responsiblePerson/address",
      "/responsiblePerson/electronicAddress",
      "/sku",
      "/weightGrams"
    ])
    const forStaff = { cpnp: "1234567", lowStock: 3 }
    const kept = await send("PATCH", path, { ...declared, ...forStaff, texts, attributes }, "*")
    expect(kept.json).toMatchObject({ ...declared, ...forStaff })
    const shown = (await store().get("/api/products/dusk-oil")).json
    expect(shown).toMatchObject(declared)
    for (const name of Object.keys(forStaff)) expect(shown).not.toHaveProperty(name)
    const [english, german] = [await page("/products/dusk-oil"), await page("/de/products/dusk-oil")]
    for (const words of ["Dusk SARL", "mailto:safe@dusk.fr", "OIL-1", "180 g", "France", "Birrea", "(INCI)"]) {
      expect(english.text.replaceAll("\u00a0", " ")).toContain(words)
    }
    for (const words of ["Verantwortliche Person in der EU", "Frankreich", "Marulaöl"]) {
      expect(german.text).toContain(words)
    }
    expect(english.text).toContain("\"weight\":{\"@type\":\"QuantitativeValue\",\"value\":180,\"unitCode\":\"GRM\"}")
    expect((await page("/feeds/google.xml")).text).toContain("<g:shipping_weight>180 g</g:shipping_weight>")
    // No two have one number.
    const twin = { ...oil, id: "dusk-twin", sku: "OIL-1" }
    const pointers = async (answer: ReturnType<typeof send>) =>
      expectProblem(await answer, "invalid_request").errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(await pointers(send("POST", "/api/admin/products", twin))).toEqual(["/gtin", "/sku"])
    const { gtin: _, ...withoutGtin } = twin
    expect((await send("POST", "/api/admin/products", { ...withoutGtin, sku: "OIL-2" })).status).toBe(200)
    expect(await pointers(send("PATCH", "/api/admin/products/dusk-twin", { sku: "OIL-1" }, "*"))).toEqual(["/sku"])
    expect((await send("DELETE", "/api/admin/products/dusk-twin", undefined, "*")).status).toBe(200)
  })

  it("are gone from every list while they are archived, and their address helps", async () => {
    const shopper = await store().guest()
    await store().post("/api/cart", { productId: "dusk-oil" }, { token: shopper })
    await store().post("/api/cart", { productId: serum }, { token: shopper })
    const lists = [
      "/api/",
      "/api/products?limit=100",
      "/sitemap.xml",
      "/",
      "/de",
      "/brands",
      "/acp/feed/products.jsonl"
    ]
    const listing = async () =>
      (await Promise.all(lists.map((list) => page(list)))).map(({ text }) => /dusk-oil|brands.dusk|"dusk"/.test(text))
    expect((await listing()).filter((isThere) => isThere).length).toBeGreaterThan(4)
    const archived = await send("POST", `${path}/archive`, undefined, "*")
    expect(archived.json.archivedAt).toEqual(expect.any(String))
    expect(await listing()).toEqual(lists.map(() => false))
    expect(expectProblem(await store().get("/api/products/dusk-oil"), "product_archived")).toMatchObject({
      status: 410,
      brandId: "dusk",
      category: "body"
    })
    for (
      const [address, words] of [["/products", "is not sold any more"], ["/de/products", "wird nicht mehr verkauft"]]
    ) {
      const { headers, status, text } = await page(`${address}/dusk-oil`)
      expect([status, headers["etag"]]).toEqual([410, undefined])
      expect(text).toContain(words)
      expect(text).toContain("/categories/body")
      expect(text).not.toContain("/brands/dusk")
    }
    expect((await page("/brands/dusk")).status).toBe(404)
    expect((await store().request("GET", "/images/dusk-oil.svg")).status).toBe(200)
    const cart = (await store().get("/api/cart", { token: shopper })).json
    expect(cart.messages).toEqual([expect.objectContaining({ code: "no_longer_sold", productId: "dusk-oil" })])
    expectProblem(await store().post("/api/checkout", delivery, { token: shopper }), "no_longer_sold")
    expectProblem(await store().post("/api/cart", { productId: "dusk-oil" }, { token: shopper }), "no_longer_sold")
    await store().request("DELETE", "/api/cart/items/dusk-oil", { token: shopper })
    expect((await store().post("/api/checkout", delivery, { token: shopper })).status).toBe(200)
    expect((await send("GET", "/api/admin/products?archived=true")).json.data).toEqual([archived.json])
    const agent = await store().clientToken("demo-agent")
    const session = await store().post(
      "/api/checkout/sessions",
      { currency: "eur", line_items: [{ id: "dusk-oil" }] },
      {
        token: agent
      }
    )
    expect(session.json.messages).toContainEqual(expect.objectContaining({ code: "out_of_stock", type: "error" }))
    await store().post(`/api/checkout/sessions/${session.json.id}/cancel`, {}, { token: agent })
    await send("POST", `${path}/restore`, undefined, archived.headers["etag"])
    expect((await listing()).filter((isThere) => isThere).length).toBeGreaterThan(4)
    expect((await page("/products/dusk-oil")).status).toBe(200)
  })

  it("are deleted if nobody has them, with their brand after them", async () => {
    expect(expectProblem(await send("DELETE", path, undefined, "*"), "product_in_use").usedBy).toBe("draft")
    await send("POST", "/api/admin/products", { ...oil, id: "dusk-balm", gtin: undefined })
    expectProblem(await send("DELETE", "/api/admin/brands/dusk", undefined, "*"), "brand_in_use")
    expect((await send("DELETE", "/api/admin/products/dusk-balm", undefined, "*")).status).toBe(200)
    expect((await page("/products/dusk-balm")).status).toBe(404)
    const renamed = await send("PATCH", "/api/admin/brands/dusk", { name: "Zirbel" }, "*")
    expect(renamed.json.name).toBe("Zirbel")
    expect((await store().get("/api/products?q=zirbel")).json.data).toHaveLength(1)
    const actions = (await send("GET", "/api/admin/trail?limit=3")).json.data.map(({ action }: { action: string }) =>
      action
    )
    expect(actions).toEqual(["brand.change", "product.remove", "product.create"])
    expect((await send("GET", "/api/admin/consistency")).json.total).toBe(0)
  })
})
