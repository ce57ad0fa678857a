/**
 * The headers with which pages for people are sent: who may keep them, and what their addresses tell. What a page may
 * load is its `ContentSecurityPolicy`. Follows docs/specification.md#pages.
 *
 * @since 1.0.0
 */

/** Of a page that is the same for everybody. */
export const cacheable = { "cache-control": "public, max-age=60" }

/** Of a page that is made anew for each request, and shows nobody's data. */
export const uncached = { "cache-control": "no-store" }

/**
 * Of a page that shows one person's data at an address that is no secret. It names itself to the shop's own pages:
 * without a referrer browsers would name no origin with its forms.
 */
export const personal = { ...uncached, "x-robots-tag": "noindex" }

/** Of a page behind a capability URL, which no other site learns from it, and no window that it opens controls it. */
export const secret = { ...personal, "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin" }
