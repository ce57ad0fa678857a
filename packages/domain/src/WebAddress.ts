/**
 * The form of an address to which a browser may be sent: http or https, a host, and nothing that a browser would remove
 * or replace before it parses the text, such as blanks and backslashes. An address with these, or with a name and a
 * password before its host, only looks like one. Left out on purpose: which hosts are allowed. Follows
 * docs/specification.md#checkout.
 *
 * @since 1.0.0
 */

/** The parts of an address; undefined where it is none. (`URL.canParse` of Node.js 20 errs with letters such as "ü".) */
export const parse = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** A whole web address. */
export const pattern = /^https?:\/\/[^\s\\\p{Cc}/@?#]+(?:[/?#][^\s\\\p{Cc}]*)?$/iu
