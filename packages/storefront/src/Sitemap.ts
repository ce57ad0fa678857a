/**
 * For search engines: the list of all pages with their other languages, and which paths are not for them.
 *
 * The sitemap of a large shop is a list of parts, each with the products of a section of their ids, so that no request
 * takes longer for more products. (A part may have 50,000 addresses, says sitemaps.org.) Follows docs/storefront.md#search-engines.
 */
import { type BrandOutline, Catalog } from "@beauty-store/commerce/catalog/Catalog"
import * as Descriptors from "@beauty-store/http/internal/discovery/Descriptors"
import { basePathOf } from "@beauty-store/http/internal/pipeline/BasePath"
import { RouteNotFound } from "@beauty-store/http/internal/pipeline/RequestPipeline"
import * as Effect from "effect/Effect"
import type { CatalogSummary } from "./CatalogSummary.ts"
import { brandPath } from "./HomePage.tsx"
import { pathIn } from "./Language.ts"
import type { PageContext } from "./PageContext.ts"
import * as PolicyPages from "./PolicyPages.tsx"
import { productPath } from "./ProductCards.tsx"
import { addressOf, pathOfPage } from "./ShopFrame.tsx"

const mostAddresses = 2_000

/** A text in XML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

/** How many paths one part lists: a page has an address in each language. */
const pathsInPart = ({ shop: { languages } }: PageContext): number => Math.floor(mostAddresses / languages.length)

/** The paths of all pages for search engines but those of products, in English. */
const pathsOf = (context: PageContext, brands: ReadonlyArray<BrandOutline>): ReadonlyArray<string> => [
  "/",
  "/products",
  "/brands",
  ...context.shop.policy.categories.map((category) => `/categories/${category}`),
  ...brands.map(({ id }) => brandPath(id)),
  "/contact",
  ...new Set([...PolicyPages.paths, ...context.shop.policy.pages.map(pathOfPage)])
]

/** How many parts the sitemap of a shop with a number of products has. */
const partsOf = (context: PageContext, brands: ReadonlyArray<BrandOutline>, products: number): number =>
  Math.ceil((pathsOf(context, brands).length + products) / pathsInPart(context))

const declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
const schema = "http://www.sitemaps.org/schemas/sitemap/0.9"

/** The list of the parts. */
const sitemapIndex = ({ shop: { policy, prefix } }: PageContext, parts: number): string => {
  const entries = Array.from(
    { length: parts },
    (_, n) => `<sitemap><loc>${escaped(`${policy.baseUrl}${prefix}/sitemaps/${n + 1}.xml`)}</loc></sitemap>`
  )
  return `${declaration}
<sitemapindex xmlns="${schema}">
${entries.join("\n")}
</sitemapindex>
`
}

/** A list of pages in all languages. */
const sitemapOf = (context: PageContext, paths: ReadonlyArray<string>): string => {
  const { languages } = context.shop
  const entries = paths.flatMap((path) => {
    const of = (language: PageContext["language"]) => escaped(addressOf({ ...context, path }, language))
    const others = languages.length === 1 ?
      [] :
      languages.map((language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${of(language)}"/>`)
    return languages.map((language) => `<url><loc>${of(language)}</loc>${others.join("")}</url>`)
  })
  return `${declaration}
<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`
}

/** The sitemap, or the list of its parts where it has several. */
export const readSitemap = (context: PageContext, summary: CatalogSummary) => {
  const parts = partsOf(context, summary.brands, summary.products)
  return parts === 1 ? readSitemapPart(context, summary, 1) : Effect.succeed(sitemapIndex(context, parts))
}

/** A part of the sitemap; the first is 1. */
export const readSitemapPart = Effect.fnUntraced(
  function*(context: PageContext, { brands, products }: CatalogSummary, part: number) {
    if (part < 1 || part > partsOf(context, brands, products)) return yield* new RouteNotFound()
    const pages = pathsOf(context, brands)
    const most = pathsInPart(context)
    const from = (part - 1) * most
    const listed = pages.slice(from, from + most)
    const room = most - listed.length
    const ids = room === 0 ? [] : yield* (yield* Catalog).productIds(Math.max(0, from - pages.length), room)
    return sitemapOf(context, [...listed, ...ids.map(productPath)])
  }
)

/** The part that a path names, by its number: `/sitemaps/2.xml`. */
export const parsePart = (path: string): number => Number(/(\d{1,5})\.xml$/.exec(path)?.[1] ?? 0)

/** What crawlers leave out: what the store says itself, and pages that show one person's data or any search. */
export const robots = (context: PageContext): string => {
  const { languages, policy, prefix } = context.shop
  const below = languages.flatMap((language) =>
    ["/cart", "/checkout", "/search"].map((path) => basePathOf(policy.baseUrl) + pathIn(context.shop, language, path))
  )
  return `${Descriptors.robots(context.shop)}${below.map((path) => `Disallow: ${path}\n`).join("")}
Sitemap: ${policy.baseUrl}${prefix}/sitemap.xml
`
}
