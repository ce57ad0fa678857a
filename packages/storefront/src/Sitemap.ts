/**
 * For search engines: the list of all pages with their other languages, and which paths are not for them.
 *
 * A sitemap has at most 50,000 addresses (sitemaps.org), so that of a large shop is a list of parts, each with the products
 * of a section of their ids. Follows docs/storefront.md#search-engines.
 */
import type { BrandOutline } from "@beauty-store/commerce/catalog/Catalog"
import { languages } from "@beauty-store/domain/Language"
import * as Descriptors from "@beauty-store/http/internal/discovery/Descriptors"
import { basePathOf } from "@beauty-store/http/internal/pipeline/BasePath"
import { brandPath } from "./HomePage.tsx"
import { pathIn } from "./Language.ts"
import * as PolicyPages from "./PolicyPages.tsx"
import { addressOf, type Scene } from "./ShopFrame.tsx"

const mostAddresses = 50_000

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

/** How many paths one part lists: a page has an address in each language. */
export const pathsInPart = mostAddresses / languages.length

/** The paths of all pages for search engines but those of products, in English. */
export const pathsOf = (scene: Scene, brands: ReadonlyArray<BrandOutline>): ReadonlyArray<string> => [
  "/",
  "/products",
  "/brands",
  ...scene.shop.policy.categories.map((category) => `/categories/${category}`),
  ...brands.map(({ id }) => brandPath(id)),
  "/contact",
  ...PolicyPages.paths
]

/** How many parts the sitemap of a shop with a number of products has. */
export const partsOf = (scene: Scene, brands: ReadonlyArray<BrandOutline>, products: number): number =>
  Math.ceil((pathsOf(scene, brands).length + products) / pathsInPart)

const declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
const schema = "http://www.sitemaps.org/schemas/sitemap/0.9"

/** The list of the parts. */
export const sitemapIndex = ({ shop: { policy, prefix } }: Scene, parts: number): string => {
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
export const sitemapOf = (scene: Scene, paths: ReadonlyArray<string>): string => {
  const entries = paths.flatMap((path) => {
    const of = (language: Scene["language"]) => escaped(addressOf({ ...scene, path }, language))
    const others = languages.map((language) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${of(language)}"/>`
    )
    return languages.map((language) => `<url><loc>${of(language)}</loc>${others.join("")}</url>`)
  })
  return `${declaration}
<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`
}

/** What crawlers leave out: what the store says itself, and pages that show one person's data or any search. */
export const robots = (scene: Scene): string => {
  const { policy, prefix } = scene.shop
  const below = languages.flatMap((language) =>
    ["/cart", "/checkout", "/search"].map((path) => basePathOf(policy.baseUrl) + pathIn(prefix, language, path))
  )
  return `${Descriptors.robots(scene.shop)}${below.map((path) => `Disallow: ${path}\n`).join("")}
Sitemap: ${policy.baseUrl}${prefix}/sitemap.xml
`
}
