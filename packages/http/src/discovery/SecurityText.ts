/**
 * `/.well-known/security.txt`: the contact for reports of weaknesses (RFC 9116).
 *
 * It expires within a year, as RFC 9116 §2.5.5 requires, at a day that moves with today: the text is made anew each
 * day, so that a copy from a year ago says by itself that it is old. Follows docs/specification.md#descriptors.
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"

export const path = "/.well-known/security.txt"

const day = 86_400_000

/** How long a copy of the text is valid. */
const validDays = 180

/** The text of a day. `now` is in milliseconds since the epoch. */
export const securityText = ({ baseUrl, seller }: StorePolicy, now: number): string => {
  const expires = new Date((Math.floor(now / day) + validDays) * day).toISOString()
  return [
    `Contact: mailto:${encodeURI(seller.email)}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en, de",
    `Canonical: ${baseUrl}${path}`,
    ""
  ].join("\n")
}
