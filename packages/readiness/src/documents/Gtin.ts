/**
 * Global Trade Item Numbers as a site writes them: whether one names an article to everybody.
 *
 * Numbers of the restricted ranges count as absent: an agent that compares shops by them would compare different
 * articles.
 */
import { isGtin, isPublicGtin } from "@beauty-store/domain/Catalog"

export type Verdict = "public" | "restricted" | "malformed" | "wrong check digit"

/** The number in an address that is one: a GS1 Digital Link, which schema.org allows in place of it. */
const digitalLink = /^https?:\/\/[^?#]*?\/(?:01|gtin)\/(\d+)(?![^/?#])/i

export const judge = (text: string): Verdict => {
  const gtin = digitalLink.exec(text.trim())?.[1] ?? text.replace(/[\s-]/g, "")
  if (!/^(\d{8}|\d{12,14})$/.test(gtin)) return "malformed"
  if (!isGtin(gtin)) return "wrong check digit"
  return isPublicGtin(gtin) ? "public" : "restricted"
}
