/**
 * What a browser may run, load and frame on the pages: the header `content-security-policy` of every page of the shop,
 * of its receipts and of its payment pages.
 *
 * The rule: no script runs and nothing is loaded from other hosts, and of styles only the page's own `Stylesheet`
 * applies. Left out on purpose: the other headers of a page, which `PageFrame` and the payment pages set. Follows
 * docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import type { Stylesheet } from "./Stylesheet.ts"

/**
 * The content-security-policy of a page with a stylesheet: no script, nothing from other hosts, no frame around it.
 * `formAction` says where its forms may go; browsers apply that to the redirects that follow a form, too.
 */
export const policyOf = (stylesheet: Stylesheet, formAction = "'none'"): string =>
  [
    "default-src 'none'",
    `style-src ${stylesheet.source}`,
    "img-src 'self' data:",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")
