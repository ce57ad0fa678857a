/**
 * How checks judge what was read: a document that has to be there, one that is judged where it is there, and several
 * pages at once.
 *
 * The rule: one fault costs one check. Where a document is missing, the check of its presence fails and those of its
 * contents do not apply.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Finding } from "../Check.ts"
import * as Evidence from "../Evidence.ts"
import type { Purpose } from "../FetchedSite.ts"
import { outOfReach, type Reading, type Site, type SitePage } from "../Site.ts"

/** Passes where the document is there. */
export const present = <A>(reading: Reading<A>, evidence: (value: A) => string): Finding => {
  if (reading._tag === "Present") return Evidence.pass(evidence(reading.value))
  return reading._tag === "Failed" ? Evidence.error(reading.why) : Evidence.fail(reading.why)
}

/** Judges a document where it is there. */
export const given = <A>(
  reading: Reading<A>,
  judge: (value: A, reading: Extract<Reading<A>, { readonly _tag: "Present" }>) => Finding
): Finding => {
  if (reading._tag === "Present") return judge(reading.value, reading)
  return reading._tag === "Failed" ? Evidence.error(reading.why) : Evidence.notApplicable(reading.why)
}

/** The path of an address, for evidence. */
export const pathOf = (url: string): string => canParse(url) ? new URL(url).pathname : url

/** Judges pages: for each what is wrong there, or undefined. */
export const eachPage = <P extends SitePage>(
  what: string,
  pages: ReadonlyArray<P>,
  problemOf: (page: P) => string | undefined
): Finding => Evidence.overall(what, pages.map((page) => ({ at: pathOf(page.url), problem: problemOf(page) })))

/** What is out of reach of what was fetched for a purpose: where, and why. */
export const unreadOf = (site: Site, purpose: Purpose): { readonly at: string; readonly why: string } | undefined => {
  for (const fetched of site.of(purpose)) {
    const why = outOfReach(fetched)
    if (why !== undefined) return { at: pathOf(fetched.request.url), why }
  }
  return undefined
}

/** A part of the sitemap that was not read to its end, in which anything may be listed. */
export const unreadSitemap = (site: Site): Finding | undefined => {
  const unread = unreadOf(site, "sitemap")
  if (unread !== undefined) return Evidence.error(`The sitemap was not read as a whole: ${unread.at}: ${unread.why}`)
  const cut = site.of("sitemap").find(({ outcome }) => outcome._tag === "Fetched" && outcome.document.truncated)
  return cut === undefined
    ? undefined
    : Evidence.error(`The sitemap was not read as a whole: ${pathOf(cut.request.url)} is too long.`)
}

/**
 * An error where no product page could be read: those that were found are out of reach, or none was found, and what
 * would lead to some is. Undefined where there are some, or the site has none.
 */
export const withoutProducts = (site: Site): Finding | undefined => {
  if (site.products.length > 0) return undefined
  const unread = unreadOf(site, "product")
  if (unread !== undefined) return Evidence.error(`The product pages could not be fetched: ${unread.why}`)
  if (site.of("product").length > 0) return undefined
  const unopened = unreadOf(site, "sample")
  if (unopened !== undefined) return Evidence.error(`The product pages could not be fetched: ${unopened.why}`)
  const list = unreadOf(site, "listing")
  return list === undefined
    ? unreadSitemap(site)
    : Evidence.error(`No page of a product was found, and the list of products could not be fetched: ${list.why}`)
}

/** What is wrong with some of several things, for a document that has many of them. */
export const some = <A>(
  what: string,
  all: ReadonlyArray<A>,
  at: (one: A) => string,
  problemOf: (one: A) => string | undefined
): Finding => Evidence.overall(what, all.map((one) => ({ at: at(one), problem: problemOf(one) })))
