/**
 * The network that a request comes from, as limits count it (`NetworkAddress`): the peer of the connection, or behind a
 * trusted proxy the last address of `X-Forwarded-For` that is no trusted proxy's; what stands before it the client may
 * have written. In a demo, programs on the machine itself have none. Follows docs/specification.md#client-addresses.
 */
import * as NetworkAddress from "@beauty-store/outbound/NetworkAddress"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Option from "effect/Option"
import type { HttpSettings } from "../HttpPolicy.ts"
import { requesterHeader } from "./ScanRequester.ts"

type Settings = Pick<HttpSettings, "demo" | "scanRequester" | "trustedProxies">

/** Headers of a request, by lower-case name. */
export type RequestHeaders = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** An entry without brackets and port, which some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const addressOf = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry

/** The last entry of a list of addresses that is no trusted proxy's. */
const lastUntrusted = (list: string, { trustedProxies }: Settings): string | undefined => {
  for (let end = list.length; end >= 0;) {
    const comma = list.lastIndexOf(",", end - 1)
    const entry = addressOf(list.slice(end === 0 ? 0 : comma + 1, end).trim())
    if (!NetworkAddress.isWithin(entry, trustedProxies)) return entry
    end = comma
  }
  return undefined
}

/** The network that a request counts for; none where it is not known, or does not count. `peer`: of the connection. */
export const networkOf = (
  peer: string | undefined,
  headers: RequestHeaders,
  settings: Settings
): string | undefined => {
  if (peer === undefined) return undefined
  const scan = headers[requesterHeader]
  if (scan !== undefined) {
    const network = settings.scanRequester?.(String(scan))
    if (network !== undefined) return network
  }
  const forwarded = headers["x-forwarded-for"]
  const isForwarded = forwarded !== undefined || headers["forwarded"] !== undefined
  if (settings.demo && !isForwarded && NetworkAddress.isLoopback(peer)) return undefined
  if (forwarded !== undefined && NetworkAddress.isWithin(peer, settings.trustedProxies)) {
    const client = lastUntrusted(String(forwarded), settings)
    const network = client === undefined ? undefined : NetworkAddress.networkOf(client)
    if (network !== undefined) return network
  }
  return NetworkAddress.networkOf(peer)
}

/** The same of a request of the platform. */
export const networkOfRequest = (
  { headers, remoteAddress }: HttpServerRequest.HttpServerRequest,
  settings: Settings
): string | undefined => networkOf(Option.getOrUndefined(remoteAddress), headers, settings)
