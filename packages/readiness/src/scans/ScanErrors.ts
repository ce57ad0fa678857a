/**
 * What a use case of scans refuses, as facts.
 *
 * The rule: what belongs to another principal is refused like what does not exist, by the same error.
 */
import * as Schema from "effect/Schema"
import { ScanId, SiteId } from "./ScanIds.ts"

export class SiteNotFound extends Schema.TaggedError<SiteNotFound>()("SiteNotFound", { siteId: SiteId.claimed }) {}

export class ScanNotFound extends Schema.TaggedError<ScanNotFound>()("ScanNotFound", { scanId: ScanId.claimed }) {}

/** There is no page with this token, or no longer. */
export class SitePageNotFound extends Schema.TaggedError<SitePageNotFound>()("SitePageNotFound", {}) {}

/** A scan of the site that was asked to do something else is not finished. */
export class OtherScanUnfinished
  extends Schema.TaggedError<OtherScanUnfinished>()("OtherScanUnfinished", { scanId: ScanId.claimed })
{
  override get message(): string {
    return `The scan ${this.scanId} of this site is not finished, and was asked to do something else. Wait until it is.`
  }
}

/** The principal has as many unfinished scans as one may have. */
export class TooManyScans extends Schema.TaggedError<TooManyScans>()("TooManyScans", { allowed: Schema.Int }) {
  override get message(): string {
    return `You have ${this.allowed} scans that are not finished. Wait until one of them is.`
  }
}

/** The address cannot be scanned: it is malformed, or it is none of the public Internet. */
export class AddressNotScannable extends Schema.TaggedError<AddressNotScannable>()("AddressNotScannable", {
  detail: Schema.String
}) {}
