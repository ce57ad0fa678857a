/**
 * What a check is and what it finds: one rule about how well software agents find, understand or buy at a site. A check
 * is a pure function of fetched documents; a document's body decides its verdict, never a status code alone. `error`
 * means that documents could not be fetched, or that the scan's own limit left them unread. Follows
 * docs/readiness.md#verdicts.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import type { Site } from "./Site.ts"

export type { Site } from "./Site.ts"

/** What a site is scored by: agents find it, understand what it sells, and buy there. */
export const Dimension = Schema.Literal("discoverability", "understandability", "transactability")
export type Dimension = typeof Dimension.Type

/** How much an agent loses by a failure: it cannot go on; it goes on with less; it hardly notices. */
export const Severity = Schema.Literal("critical", "major", "minor")
export type Severity = typeof Severity.Type

export const Status = Schema.Literal("pass", "partial", "fail", "not_applicable", "error")
export type Status = typeof Status.Type

/** The ids of all checks, in the order of reports, so that who names one is understood without loading the checks. */
export const CheckId = Schema.Literal(
  "robots.present",
  "robots.indexers",
  "robots.assistants",
  "robots.documents",
  "robots.sitemap",
  "sitemap.present",
  "sitemap.addresses",
  "sitemap.products",
  "sitemap.open",
  "llms.present",
  "llms.summary",
  "llms.links",
  "llms.buying",
  "api-catalog.present",
  "api-catalog.descriptions",
  "api-catalog.media-type",
  "openapi.present",
  "openapi.operation-ids",
  "openapi.descriptions",
  "openapi.parameters",
  "openapi.request-examples",
  "openapi.response-examples",
  "openapi.response-schemas",
  "openapi.errors",
  "openapi.webhooks",
  "openapi.servers",
  "openapi.security",
  "openapi.idempotency",
  "product.markup",
  "product.json-ld",
  "product.name",
  "product.image",
  "product.offer",
  "product.price",
  "product.currency",
  "product.availability",
  "product.price-shown",
  "product.identifier",
  "product.brand",
  "product.returns",
  "product.shipping",
  "product.variants",
  "product.offer-address",
  "organization.markup",
  "product.breadcrumbs",
  "page.readable",
  "page.price-readable",
  "page.links",
  "page.indexable",
  "page.canonical",
  "page.languages",
  "page.titles",
  "page.open-graph",
  "page.language",
  "page.headings",
  "page.not-found",
  "feed.present",
  "feed.complete",
  "feed.links",
  "feed.unique",
  "feed.agrees",
  "http.compression",
  "http.validators",
  "http.latency",
  "http.types",
  "http.encoding",
  "http.cors",
  "http.errors",
  "transact.protocol",
  "acp.document",
  "acp.endpoint",
  "ucp.profile",
  "ucp.endpoint",
  "mcp.server",
  "mcp.tools",
  "oauth.resource",
  "oauth.server",
  "oauth.issuer",
  "oauth.challenge",
  "policy.returns",
  "policy.withdrawal",
  "policy.shipping",
  "policy.privacy",
  "policy.terms",
  "policy.contact",
  "policy.imprint",
  "security.https",
  "security.redirect",
  "security.hsts",
  "security.sniffing",
  "security.framing",
  "security.scripts",
  "security.referrer",
  "security.contact",
  "checkout.opens",
  "checkout.cancels"
)
export type CheckId = typeof CheckId.Type

/** How to mend what a check found. */
export interface Fix {
  /** What to do, in words that a merchant understands. */
  readonly instructions: string
  /** What to add or change, ready to copy: a file, a header, an element. */
  readonly patch: string
}

export interface Finding {
  readonly status: Status
  /** What was seen, at most 500 UTF-16 code units, without control characters. It is plain text, not markup. */
  readonly evidence: string
}

export interface Check {
  /** Stable and unique, such as `robots.present`. */
  readonly id: CheckId
  readonly dimension: Dimension
  readonly severity: Severity
  /** Its share of the score, above 0. */
  readonly weight: number
  /** What holds where the check passes, as a sentence without a full stop. */
  readonly title: string
  /** Why it matters and how it is judged, for a merchant. */
  readonly explanation: string
  /** The address of the specification that the check follows. */
  readonly specification: string
  readonly evaluate: (site: Site) => Finding
  /** How to mend it, at this site. */
  readonly fix: (site: Site) => Fix
}
