/**
 * The scanner's operations in words, for documents: of each its name there, what it does, and what its success is. The
 * compiler refuses an operation without words. Follows docs/specification.md#scans.
 */
import type { GroupText, OperationText } from "@beauty-store/http/internal/contract/OperationTexts"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Groups } from "./ReadinessApi.ts"

type OperationName = {
  readonly [Group in Groups["identifier"]]: `${Group}.${HttpApiGroup.HttpApiGroup.EndpointsWithName<
    Groups,
    Group
  >["name"]}`
}[Groups["identifier"]]

export const operationTexts: { readonly [name in OperationName]: OperationText } = {
  "platform.root": {
    id: "getPlatform",
    summary: "What the platform beside the store offers",
    success: "The platform's name, version and endpoints."
  },
  "scanner.scan": {
    id: "scanSite",
    summary: "Scan a site",
    description:
      "Begins a scan, which sends one request a second: with 20 pages it takes about 40 seconds. Returns an unfinished "
      + "scan like it of the site instead, or the last one like it that was completed within the hour."
      + " One that failed is not returned again.",
    success: "The scan that was begun, or the one that is returned instead."
  },
  "scanner.result": {
    id: "getScan",
    summary: "A scan, while it runs and after",
    description: "Kept for 30 days.",
    success: "The scan, with what it has found so far."
  },
  "fixes.list": {
    id: "listFixes",
    summary: "What to mend at a site",
    description:
      "`open`: a scan found it. `verified`: a later one found it mended. `regressed`: and a later one found it "
      + "again.",
    success: "The fixes, those that gain most first."
  },
  "analytics.trends": {
    id: "getTrends",
    summary: "How a site's score changed",
    description: "Days of Europe/Berlin, both included; default: the last 30. Weeks begin on Monday.",
    success: "A point for each day, week or month, and what became worse or better."
  },
  "sites.verification": {
    id: "getSiteVerification",
    summary: "How to prove that a site is yours",
    description: "Only trying a checkout out needs the proof. A scan looks for it in the record, and then in the file.",
    success: "The token, and where it has to be."
  },
  "sites.openPage": {
    id: "openSitePage",
    summary: "A new address for the site's page",
    description: "Score, fixes and trend for people, without a token. The address before leads nowhere any more.",
    success: "The address of the page."
  },
  "sites.closePage": {
    id: "closeSitePage",
    summary: "Close the site's page",
    description: "Its address leads nowhere any more.",
    success: "The site, which has no page now."
  }
}

export const groupTexts: { readonly [group in Groups["identifier"]]: GroupText } = {
  platform: { title: "Platform", description: "How well software agents find, understand and buy at a shop." },
  scanner: { title: "Scanner", description: "Scans of sites, by agents." },
  fixes: { title: "Fixes", description: "What to mend at a site, for its owner." },
  analytics: { title: "Analytics", description: "How a site's score changed, for its owner." },
  sites: { title: "Sites", description: "Sites, as one principal scans them." }
}
