/**
 * Responses to plain public reads, directly from the kept representations (`PublicReads`), without a fiber, the router
 * or a context; undefined for every request that is not exactly simple. The response equals that of the ordinary way
 * (`RequestPipeline`) in every byte. Follows docs/specification.md#requests, docs/specification.md#caching.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { units } from "../contract/Cost.ts"
import type { RequestHeaders } from "./ClientAddress.ts"
import type { PublicReads } from "./PublicReads.ts"
import type { Variant } from "./Representation.ts"
import { pathOf } from "./RequestContext.ts"
import { everyHeader, type Place, requestIdForm, type Settings } from "./RequestPipeline.ts"
import * as Responses from "./Responses.ts"

/** What an adapter sends. */
export interface PreparedResponse {
  readonly status: number
  /** Names and values in turn, as `writeHead` of Node takes them. */
  readonly headers: Array<string>
  /** Undefined if the response has no body. */
  readonly body: Uint8Array | undefined
}

/**
 * Returns the prepared response to a request, if there is one. `peer`: the address of the connection. `now`: the time,
 * in milliseconds.
 */
export type Prepared = (
  method: string | undefined,
  url: string | undefined,
  headers: RequestHeaders,
  peer: string | undefined,
  now: number
) => PreparedResponse | undefined

/** The place of the request id in the headers of a variant. No id has this form. */
const idHere = "\0"

/** The headers of a variant with those that every response has. The request id is missing. */
const headOf = ({ response }: Variant, place: Place): NonNullable<Variant["head"]> => {
  const list = Object.entries(
    Responses.withHeaders(response, everyHeader(place)(idHere, false)).headers
  ).flat()
  return { list, gap: list.indexOf(idHere) }
}

/** Whether the response depends on no more of the request than its path, coding, ETag and id. */
const isSimple = (headers: RequestHeaders): boolean =>
  headers["authorization"] === undefined && headers["cookie"] === undefined && headers["request-id"] === undefined

const single = (value: string | ReadonlyArray<string> | undefined): value is string | undefined =>
  typeof value !== "object"

export const make = (
  { find }: typeof PublicReads.Service,
  { limiter, log, nextRequestId, ...place }: Pick<Settings, "limiter" | "log" | "nextRequestId"> & Place
): Prepared =>
(method, url, headers, peer, now) => {
  if ((method !== "GET" && method !== "HEAD") || url === undefined) return undefined
  const representation = find(url, now, headers)
  if (representation === undefined || !isSimple(headers)) return undefined
  const { "accept-encoding": accept, "if-none-match": known, "x-request-id": given } = headers
  if (!single(accept) || !single(known) || !single(given)) return undefined
  const meter = limiter.open(peer, headers)
  // The ordinary way refuses it, and prints the refusal.
  if (meter?.charge(units.read) !== undefined) return undefined
  const variant = representation.variantFor(known, accept)
  const { gap, list } = variant.head ??= headOf(variant, place)
  const requestId = given !== undefined && requestIdForm.test(given) ? given : nextRequestId(now)
  const { body, status } = variant.response
  const sent = list.slice()
  sent[gap] = requestId
  if (meter !== undefined) sent.push(...Object.entries(meter.headers).flat())
  log?.({ at: now, requestId, method, path: pathOf({ url }), status, millis: 0 })
  return { status, headers: sent, body: body._tag === "Uint8Array" ? body.body : undefined }
}

/** The same as a response of the platform. */
export const toResponse = ({ body, headers, status }: PreparedResponse): HttpServerResponse.HttpServerResponse => {
  const named: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!
  return body === undefined
    ? HttpServerResponse.empty({ status, headers: named })
    : HttpServerResponse.uint8Array(body, { status, headers: named, contentType: named["content-type"] })
}
