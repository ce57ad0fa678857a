/**
 * Decides where a shopper may be sent after paying: an http or https address on a known host, and no address that only
 * looks like one. The check is of the address that a browser would make of the text. Follows
 * docs/specification.md#checkout.
 */
import * as WebAddress from "@beauty-store/domain/WebAddress"

/** The normalised address, or undefined where it is not allowed. */
export const allowed = (text: string, hosts: ReadonlyArray<string>): string | undefined => {
  if (!WebAddress.pattern.test(text)) return undefined
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  return hosts.some((host) => host === url.host || host === url.hostname) ? url.href : undefined
}
