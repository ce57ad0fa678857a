/**
 * What was fetched of a site, as data: every request with its purpose, and the document or the failure that came of it.
 * What the scan's own limit left unread is a failure, too.
 *
 * The rule: it has everything that checks need, so that they are pure. Bodies live as long as a scan and are not kept
 * (docs/readiness.md#verdicts).
 *
 * @since 1.0.0
 */
import type { FetchedDocument, FetchFailure, FetchRequest } from "./SiteFetch.ts"

/** Why a document was fetched. Where several have the same purpose, they are in the order of their requests. */
export type Purpose =
  | "robots"
  | "home"
  | "sitemap"
  | "llms"
  | "api-catalog"
  | "commerce"
  | "openapi"
  | "acp"
  | "acp-endpoint"
  | "ucp"
  | "ucp-endpoint"
  | "mcp"
  | "mcp-tools"
  | "oauth-server"
  | "oauth-resource"
  | "security-text"
  | "listing"
  | "product"
  | "sample"
  | "policy"
  | "feed"
  | "unknown-page"
  | "unknown-operation"
  | "preflight"
  | "revalidation"
  | "plain-http"

export type Outcome =
  | { readonly _tag: "Fetched"; readonly document: FetchedDocument }
  | { readonly _tag: "Failed"; readonly failure: FetchFailure }

export interface Fetched {
  readonly purpose: Purpose
  readonly request: FetchRequest
  readonly outcome: Outcome
}

/** What became of a checkout that was tried out. */
export interface DryRun {
  /** Whether the site has what a dry run needs; otherwise nothing was tried, and `stoppedAt` says what is missing. */
  readonly possible: boolean
  /** The session, where one was opened. */
  readonly session: string | undefined
  readonly totalShown: boolean
  readonly cancelled: boolean
  /** Where it stopped, in plain words, if it did. */
  readonly stoppedAt: string | undefined
}

export interface FetchedSite {
  /** The site's origin, such as `https://shop.example`, after redirects of its home page within the same site. */
  readonly origin: string
  /** In milliseconds since 1970. */
  readonly startedAt: number
  readonly documents: ReadonlyArray<Fetched>
  /** Undefined where no dry run was asked for. */
  readonly dryRun: DryRun | undefined
}
