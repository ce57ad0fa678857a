/**
 * What a browser may run, load and frame on the pages: the header `content-security-policy` of every page of the shop,
 * of its receipts and of its payment pages. Nothing is loaded from other hosts, only the page's own `Stylesheet`
 * applies, and a script runs only where the page has one, that one alone. Follows docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import { createHash } from "node:crypto"

/** Text of a page that its policy allows by its hash: a stylesheet or a script. */
export interface Inline {
  readonly text: string
  /** The source expression that allows this text: `'sha256-…'`. */
  readonly source: string
  /** Whether it loads typefaces of this host. */
  readonly hasTypefaces: boolean
}

export const inline = (text: string): Inline => ({
  text,
  source: `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  hasTypefaces: text.includes("@font-face")
})

/**
 * The content-security-policy of a page with a stylesheet: nothing from other hosts, no frame around it, and no script
 * but the given one, which may ask this host. `formAction` says where its forms may go; browsers apply that to the
 * redirects that follow a form, too.
 */
export const policyOf = (stylesheet: Inline, formAction = "'none'", script?: Inline): string =>
  [
    "default-src 'none'",
    `style-src ${stylesheet.source}`,
    ...(script === undefined ? [] : [`script-src ${script.source}`, "connect-src 'self'"]),
    "img-src 'self' data:",
    ...(stylesheet.hasTypefaces ? ["font-src 'self'"] : []),
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")
