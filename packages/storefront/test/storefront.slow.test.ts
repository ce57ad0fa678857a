/**
 * Every page of the shop front and every product: what takes longer than a test should. Follows
 * docs/storefront.md#search-engines.
 */
import { describe, expect, it } from "vitest"
import { pathOf } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { done } from "../../../test/shop/shopper.ts"
import { crawled, saysAll } from "./crawls.ts"
import { accept, dataIn } from "./visits.ts"

const shop = useShop()

const idsIn = async (): Promise<ReadonlyArray<string>> => {
  const { brands } = await done(shop().get("/api/"))
  return brands.flatMap((brand: { readonly products: ReadonlyArray<{ readonly id: string }> }) =>
    brand.products.map(({ id }) => id)
  )
}

it("links lead nowhere that is not there, in either language", async () => {
  const looked = await crawled(shop())
  expect([...looked].filter(([, status]) => status !== 200)).toEqual([])
  expect(looked.size).toBeGreaterThan(250)
})

describe("for search engines", () => {
  it("every address of the sitemap is there, in both languages", async () => {
    const { headers, text } = await shop().get("/sitemap.xml")
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8")
    const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!)
    const ids = await idsIn()
    expect(addresses.length).toBe(new Set(addresses).size)
    for (const id of ids) expect(addresses).toContain(`${shop().baseUrl}/de/products/${id}`)
    for (const address of addresses) {
      const page = await shop().get(pathOf(address))
      expect(page.status, address).toBe(200)
      expect(page.text, address).toContain(`<link rel="canonical" href="${address}"/>`)
      expect(page.text, address).not.toContain("noindex")
      expect(page.headers["x-robots-tag"], address).toBeUndefined()
    }
    const robots = (await shop().get("/robots.txt")).text
    expect(robots).toContain(`Sitemap: ${shop().baseUrl}/sitemap.xml`)
    expect(robots).toContain("Disallow: /de/cart\n")
  }, 60_000)

  it("every product says what Google and schema.org require", async () => {
    const ids = await idsIn()
    expect(ids.length).toBeGreaterThan(50)
    await saysAll(shop(), ids)
  })

  it("the home page says whose shop it is", async () => {
    const [organization] = dataIn((await shop().get("/de", { headers: { accept } })).text)
    expect(organization).toMatchObject({
      "@type": "OnlineStore",
      name: "Beauty Store",
      address: { addressCountry: "DE" }
    })
  })
})
