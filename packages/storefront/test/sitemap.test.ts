/** The sitemap of a shop with more products than one part has. */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import type { PageContext } from "../src/PageContext.ts"
import { readSitemap } from "../src/Sitemap.ts"

it("is a list of parts, no matter how many products there are", async () => {
  const policy = { ...defaultPolicy, baseUrl: "https://shop.example" }
  const context = { shop: { policy, prefix: "", languages: policy.languages } } as unknown as PageContext
  const summary = { brands: [], products: 10_000, entries: 0, byCategory: new Map(), newest: [] }
  const list = await Effect.runPromise(readSitemap(context, summary) as Effect.Effect<string>)
  const parts = Array.from(list.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
  // 1,000 pages a part, in two languages; there are pages beside those of products.
  expect(parts).toEqual(Array.from({ length: 11 }, (_, n) => `https://shop.example/sitemaps/${n + 1}.xml`))
})
