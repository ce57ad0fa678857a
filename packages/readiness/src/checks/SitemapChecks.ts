/** Checks of the sitemap: whether it lists the shop's pages, and pages that are there. Follows sitemaps.org. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check } from "../Check.ts"
import { mostAddresses } from "../documents/Sitemap.ts"
import * as Evidence from "../Evidence.ts"
import { outOfReach } from "../Site.ts"
import { given, pathOf, present, some, unreadSitemap, withoutProducts } from "./Judging.ts"

const protocol = "https://www.sitemaps.org/protocol.html"

export const sitemapChecks: ReadonlyArray<Check> = [
  {
    id: "sitemap.present",
    dimension: "discoverability",
    severity: "major",
    weight: 4,
    title: "The site has a sitemap that can be read",
    explanation: "It has to be well-formed XML with `urlset` or `sitemapindex` as its root, also as a file of gzip.",
    specification: protocol,
    evaluate: ({ sitemaps }) =>
      present(sitemaps, (all) => {
        const entries = all.reduce((sum, { count }) => sum + count, 0)
        return `The sitemap has ${Evidence.counted(entries, "entry", "entries")}.`
      }),
    fix: ({ origin }) => ({
      instructions: "Generate a sitemap from the catalogue, serve it as application/xml, and name it in robots.txt.",
      patch: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${origin}/products/example</loc></url>
</urlset>
`
    })
  },
  {
    id: "sitemap.addresses",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "The sitemap's addresses are whole, of this site, and at most 50,000 in a document",
    explanation: "Robots ignore all others.",
    specification: protocol,
    evaluate: ({ origin, sitemaps }) =>
      given(sitemaps, (all) => {
        if (all.some(({ count }) => count > mostAddresses)) {
          return Evidence.fail("A document has more than 50,000 entries.")
        }
        const addresses = all.flatMap(({ addresses }) => addresses)
        const wrong = addresses.filter((address) => !canParse(address) || new URL(address).origin !== origin)
        return wrong.length === 0
          ? Evidence.pass(`${Evidence.counted(addresses.length, "address is", "addresses are")} of this site.`)
          : (wrong.length * 2 <= addresses.length ? Evidence.partial : Evidence.fail)(
            `${wrong.length} of ${Evidence.counted(addresses.length, "address", "addresses")} ${
              wrong.length === 1 ? "is" : "are"
            } not of this site: ${wrong[0]!}`
          )
      }),
    fix: ({ origin }) => ({
      instructions: "Write whole addresses of this site, and divide a long list into parts with a sitemap index.",
      patch: `<url><loc>${origin}/products/example</loc></url>`
    })
  },
  {
    id: "sitemap.products",
    dimension: "discoverability",
    severity: "major",
    weight: 3,
    title: "The sitemap lists the pages of products",
    explanation: "Most agents do not follow links page by page.",
    specification: protocol,
    evaluate: (site) =>
      given(site.sitemaps, (all) => {
        const listed = new Set(
          all.flatMap(({ addresses }) => addresses).filter((one) => canParse(one)).map((one) => new URL(one).href)
        )
        const found = site.of("product").find(({ request }) => listed.has(request.url))
        const unread = found === undefined ? unreadSitemap(site) ?? withoutProducts(site) : undefined
        if (unread !== undefined) return unread
        const opened = new Set(site.documents.map(({ request }) => request.url))
        if (site.of("product").length === 0 && [...listed].some((address) => !opened.has(address))) {
          return Evidence.notApplicable("No page of a product was found that could be listed.")
        }
        return Evidence.unless(
          found === undefined
            ? `None of ${Evidence.counted(listed.size, "address", "addresses")} is a product's.`
            : undefined,
          `The sitemap lists pages of products, such as ${pathOf(found?.request.url ?? "")}`
        )
      }),
    fix: ({ origin }) => ({
      instructions: "Add the page of every product that can be bought to the sitemap.",
      patch: `<url><loc>${origin}/products/example</loc></url>`
    })
  },
  {
    id: "sitemap.open",
    dimension: "discoverability",
    severity: "major",
    weight: 2,
    title: "The pages that the sitemap lists are there",
    explanation: "A sample of the listed pages is opened. \"Not found\" with status 200 does not count.",
    specification: protocol,
    evaluate: (site) => {
      const sampled = site.of("product")
      const missing = site.of("unknown-page")[0]?.outcome
      const emptyTitle = missing?._tag === "Fetched" ? new TextDecoder().decode(missing.document.body) : undefined
      const read = sampled.filter((one) => outOfReach(one) === undefined)
      return given(
        site.sitemaps,
        () =>
          (read.length === 0 ? withoutProducts(site) : undefined) ?? some(
            "listed pages",
            read,
            ({ request }) => pathOf(request.url),
            ({ outcome }) => {
              if (outcome._tag !== "Fetched") return undefined
              const { document } = outcome
              if (document.status >= 300) return `status ${document.status}`
              return document.body.length === 0 || new TextDecoder().decode(document.body) === emptyTitle
                ? "the same text as a page that does not exist"
                : undefined
            }
          )
      )
    },
    fix: () => ({
      instructions:
        "Remove addresses of pages that are gone from the sitemap whenever it is generated, and redirect or end them with status 404 or 410.",
      patch: "HTTP/1.1 410 Gone"
    })
  }
]
