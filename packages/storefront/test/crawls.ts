/**
 * Looks at many pages of a shop front: at all that links lead to, and at what products say to search engines.
 */
import { expect } from "vitest"
import type { Shop } from "../../../test/shop/server.ts"
import { accept, dataIn, pathsIn } from "./visits.ts"

/** Paths that differ in a product, a brand or a page of a list alone are of one kind. */
const kindOf = (path: string): string =>
  path.replace(/(products|brands|images|categories|problems)\/.+/, "$1/…").replace(/\?.*/, "?…")

/** How many queries are looked at: there is no end of combinations of filters. */
const mostQueries = 60

/** The statuses of all that links lead to, by path; of each kind at most a number. */
export const crawled = async (shop: Shop, most = Infinity): Promise<ReadonlyMap<string, number>> => {
  const open = ["/", "/de", `/products/${(await shop.get("/api/products?limit=1")).json.data[0].id}`]
  open.push("/search?q=serum", "/de/search?q=serum", "/search?q=xyzzy")
  const known = new Set(open)
  const kinds = new Map<string, number>()
  const looked = new Map<string, number>()
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const { headers, status, text } = await shop.get(path, { headers: { accept, "sec-fetch-site": "same-origin" } })
    looked.set(path, status)
    if (!headers["content-type"]?.startsWith("text/html") || !text.includes("class=\"shop-footer\"")) continue
    for (const next of pathsIn(text, shop.baseUrl)) {
      const count = kinds.get(kindOf(next)) ?? 0
      if (known.has(next) || count >= (next.includes("?") ? Math.min(most, mostQueries) : most)) continue
      kinds.set(kindOf(next), count + 1)
      known.add(next)
      open.push(next)
    }
  }
  return looked
}

/** Each product says on its page what Google and schema.org require, and no GTIN of the restricted range. */
export const saysAll = async (shop: Shop, ids: ReadonlyArray<string>): Promise<void> => {
  for (const id of ids) {
    const { json } = await shop.get(`/api/products/${id}`)
    const { text } = await shop.get(`/products/${id}`)
    const [data, crumbs] = dataIn(text)
    expect(data, id).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name: json.name,
      image: [expect.stringMatching(/^http/)],
      description: json.description,
      brand: { "@type": "Brand", name: json.brand.name },
      sku: id,
      offers: {
        "@type": "Offer",
        price: json.price.toFixed(2),
        priceCurrency: "EUR",
        availability: `https://schema.org/${json.inStock ? "InStock" : "OutOfStock"}`,
        url: `${shop.baseUrl}/products/${id}`,
        hasMerchantReturnPolicy: {
          "@type": "MerchantReturnPolicy",
          applicableCountry: "DE",
          returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
          merchantReturnDays: 30
        }
      }
    })
    for (const details of data.offers.shippingDetails) {
      expect(details, id).toMatchObject({
        "@type": "OfferShippingDetails",
        shippingRate: { value: expect.stringMatching(/^\d+\.\d\d$/), currency: "EUR" },
        shippingDestination: { addressCountry: "DE" },
        deliveryTime: {
          handlingTime: { minValue: 0, unitCode: "DAY" },
          transitTime: { maxValue: expect.any(Number), unitCode: "DAY" }
        }
      })
    }
    expect(JSON.stringify(data), id).not.toMatch(/gtin|"2\d{12}"/)
    expect(crumbs, id).toMatchObject({ "@type": "BreadcrumbList" })
    expect(crumbs.itemListElement.map(({ position }: { readonly position: number }) => position)).toEqual([1, 2, 3])
  }
}
