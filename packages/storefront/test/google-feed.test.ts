/** The feed for Google Merchant Center: well-formed, in each language, and as the shop is at every moment. */
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"

const parser = new XMLParser({ parseTagValue: false, processEntities: true })

describeShop("the feed for Google", (shop) => {
  const read = async (path: string) => {
    const { headers, status, text } = await shop().get(path)
    expect([status, headers["content-type"], XMLValidator.validate(text)])
      .toEqual([200, "application/xml; charset=utf-8", true])
    const { channel } = parser.parse(text).rss
    return { channel, items: new Map<string, any>(channel.item.map((item: any) => [item["g:id"], item])) }
  }

  it("has every product with what Google requires, in each language", async () => {
    const [english, german] = [await read("/feeds/google.xml"), await read("/de/feeds/google.xml")]
    const { data } = (await shop().get("/api/products?limit=100")).json
    for (const one of data) {
      const item = english.items.get(one.id)
      expect(item).toMatchObject({
        "g:title": one.name,
        "g:link": `${shop().baseUrl}/products/${one.id}`,
        "g:availability": one.inStock ? "in_stock" : "out_of_stock",
        "g:price": `${one.price.toFixed(2)} EUR`,
        "g:condition": "new",
        "g:brand": expect.stringMatching(/\S/),
        "g:description": expect.stringMatching(/\S/)
      })
      expect(item["g:image_link"] === undefined || /^http.*\.(png|jpg)$/.test(item["g:image_link"])).toBe(true)
      expect([item["g:unit_pricing_measure"], item["g:unit_pricing_base_measure"]]).toEqual(
        one.unitPrice === null
          ? [undefined, undefined]
          : [`${one.size.value}${one.size.unit}`, `1${one.unitPrice.per.unit}`]
      )
      expect((item["g:gtin"] === undefined) === (item["g:identifier_exists"] === "no")).toBe(true)
      expect(german.items.get(one.id)).toMatchObject({
        "g:link": `${shop().baseUrl}/de/products/${one.id}`,
        "g:price": item["g:price"]
      })
    }
    expect(english.items.size).toBe(german.items.size)
    const grouped = [...english.items.values()].find((item) => item["g:color"] !== undefined)
    expect(grouped["g:item_group_id"]).toMatch(/\S/)
    expect([english.items.get(product(0))["g:shipping"]].flat()[0])
      .toEqual({ "g:country": "DE", "g:service": "Standard", "g:price": "4.95 EUR" })
    expect((await shop().get("/llms.txt")).text).toContain(`(${shop().baseUrl}/de/feeds/google.xml)`)
  })

  it("follows a price, and leaves out what is archived", async () => {
    const token = await shop().clientToken("demo-staff")
    const id = product(1)
    await shop().request("PUT", `/api/products/${id}/price`, {
      token,
      key: "google-price",
      body: { price: 77.7 }
    })
    expect((await read("/feeds/google.xml")).items.get(id)["g:price"]).toBe("77.70 EUR")
    const archived = await shop().post(`/api/admin/products/${id}/archive`, undefined, {
      token,
      key: "google-archive",
      headers: { "if-match": "*" }
    })
    expect(archived.status).toBe(200)
    expect((await read("/feeds/google.xml")).items.has(id)).toBe(false)
  })
})
