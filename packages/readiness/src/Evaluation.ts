/**
 * Everything that a scan needs of parsers and checks, in one module, which is loaded with the first scan: a store that
 * is never scanned loads none of it.
 *
 * The rule: it is pure. What it imports has no effects and knows no network.
 */
import type { Check, Finding } from "./Check.ts"
import { checks } from "./checks/AllChecks.ts"
import { inStockOf, skuOf } from "./checks/ProductChecks.ts"
import { looksLikePage } from "./documents/Html.ts"
import * as json from "./documents/Json.ts"
import * as Evidence from "./Evidence.ts"
import * as Site from "./Site.ts"
import * as SiteLinks from "./SiteLinks.ts"

export { checks, json }

export const links = { ...SiteLinks, looksLikePage }

export const parse = Site.parse

/** A product that a checkout can be tried out with: one in stock, by the feed or else by the pages. */
export const buyable = ({ feed, products }: Site.Site): string | undefined =>
  (feed._tag === "Present" ? feed.value.items.find(({ inStock }) => inStock === true)?.id : undefined)
    ?? products.filter((page) => inStockOf(page) === true)
      .map(skuOf).find((sku) => sku !== undefined)

/** What a check finds. A check that fails itself says nothing about the site. */
export const evaluate = (check: Check, site: Site.Site): Finding => {
  try {
    const { evidence, status } = check.evaluate(site)
    return { status, evidence: Evidence.shownText(evidence) }
  } catch {
    return Evidence.error("This check could not be evaluated on what the site sent.")
  }
}
