/** Ids of sites, scans and what is to be mended, of types of their own. Follows docs/specification.md#ids. */
import { opaque } from "@beauty-store/domain/Ids"

/** A site as one principal scans it. */
export const SiteId = opaque("SiteId", "site")
export type SiteId = typeof SiteId.Type

/** A scan of a site. */
export const ScanId = opaque("ScanId", "scan")
export type ScanId = typeof ScanId.Type

/** What is to be mended at a site. */
export const FixId = opaque("FixId", "fix")
export type FixId = typeof FixId.Type

/** The public part of the address of a site's page. */
export const SitePageId = opaque("SitePageId", "spg")
export type SitePageId = typeof SitePageId.Type
