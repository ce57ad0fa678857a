/**
 * The network that a request comes from, as limits on guests count it (`NetworkAddress`).
 *
 * The rule: the peer of the connection is the client. In a demo, programs on the machine itself are nobody's network, so
 * that the examples and measurements of the documents go on for ever; a proxy there that says for whom it asks is a
 * proxy. Left out on purpose: keeping an address, which nothing does (the store keeps a keyed hash of a network).
 * Follows docs/specification.md#unpaid-checkouts.
 */
import * as NetworkAddress from "@beauty-store/web/NetworkAddress"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Option from "effect/Option"
import type { HttpSettings } from "../HttpPolicy.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The client's address. An address that a trusted proxy forwards is to be read here and nowhere else. */
const addressOf = ({ remoteAddress }: Request): string | undefined => Option.getOrUndefined(remoteAddress)

/** Whether a proxy says for whom it asks. */
const isForwarded = ({ headers }: Request): boolean =>
  headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined

/** The network that a request counts for; none where it is not known, or does not count. */
export const networkOf = (request: Request, { demo }: Pick<HttpSettings, "demo">): string | undefined => {
  const address = addressOf(request)
  if (address === undefined) return undefined
  if (demo && NetworkAddress.isLoopback(address) && !isForwarded(request)) return undefined
  return NetworkAddress.networkOf(address)
}
