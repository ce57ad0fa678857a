/**
 * How checks judge what was read: a document that has to be there, one that is judged where it is there, and several
 * pages at once.
 *
 * The rule: one fault costs one check. Where a document is missing, the check of its presence fails and those of its
 * contents do not apply.
 */
import { canParse } from "@beauty-store/web/internal/UrlText"
import type { Finding } from "../Check.ts"
import * as Evidence from "../Evidence.ts"
import type { Reading, Site, SitePage } from "../Site.ts"

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

/** Why there is no product page to judge: none was found, or none could be fetched. */
export const withoutProducts = (site: Site): Finding | undefined => {
  if (site.products.length > 0) return undefined
  const outcomes = site.of("product").map(({ outcome }) => outcome)
  const failure = outcomes.find((outcome) => outcome._tag === "Failed")
  return failure?._tag === "Failed"
    ? Evidence.error(`The product pages could not be fetched: ${failure.failure.reason}`)
    : undefined
}

/** What is wrong with some of several things, for a document that has many of them. */
export const some = <A>(
  what: string,
  all: ReadonlyArray<A>,
  at: (one: A) => string,
  problemOf: (one: A) => string | undefined
): Finding => Evidence.overall(what, all.map((one) => ({ at: at(one), problem: problemOf(one) })))
