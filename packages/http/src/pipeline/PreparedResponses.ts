/**
 * Responses to public reads, straight from what is kept (`PublicReads`): for plain requests, before a fiber, a router and
 * a context come into play. It is a function from a request to what an adapter sends, or to nothing: whatever is not
 * exactly simple goes the ordinary way.
 *
 * The rule: the response is the one that the ordinary way would give, to the byte. It is made of the same representations
 * and the same headers (`RequestPipeline`); only the request's id and the line in the log are of this request.
 * Follows docs/specification.md#requests, docs/specification.md#caching.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { PublicReads } from "./PublicReads.ts"
import type { Variant } from "./Representation.ts"
import { pathOf } from "./RequestContext.ts"
import { everyHeader, requestIdForm, type Settings } from "./RequestPipeline.ts"

/** Headers of a request, by lower-case name. */
type RequestHeaders = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** What is sent. */
export interface PreparedResponse {
  readonly status: number
  /** Names and values in turn, as `writeHead` of Node takes them. */
  readonly headers: Array<string>
  /** None where the response has no body. */
  readonly body: Uint8Array | undefined
}

/** The prepared response to a request, if there is one. `now`: the time, in milliseconds. */
export type Prepared = (
  method: string | undefined,
  url: string | undefined,
  headers: RequestHeaders,
  now: number
) => PreparedResponse | undefined

/** Stands for a request's id in the headers of a variant. It has the form of none. */
const idHere = "\0"

/** The headers of a variant with all that every response has, where the id is still to be put in. */
const headOf = ({ response }: Variant, baseUrl: string): ReadonlyArray<string> =>
  Object.entries(HttpServerResponse.setHeaders(response, everyHeader(baseUrl, idHere, false)).headers).flat()

/** What makes a request not simple: who calls may matter, or the response repeats more of it than an id. */
const isSimple = (headers: RequestHeaders): boolean =>
  headers["authorization"] === undefined && headers["cookie"] === undefined && headers["request-id"] === undefined

const single = (value: string | ReadonlyArray<string> | undefined): value is string | undefined =>
  typeof value !== "object"

export const make = (
  { find }: typeof PublicReads.Service,
  { baseUrl, log, nextRequestId }: Pick<Settings, "baseUrl" | "log" | "nextRequestId">
): Prepared =>
(method, url, headers, now) => {
  if ((method !== "GET" && method !== "HEAD") || url === undefined) return undefined
  const representation = find(url, now)
  if (representation === undefined || !isSimple(headers)) return undefined
  const { "accept-encoding": accept, "if-none-match": known, "x-request-id": given } = headers
  if (!single(accept) || !single(known) || !single(given)) return undefined
  const variant = representation.variantFor(known, accept)
  const head = variant.head ??= headOf(variant, baseUrl)
  const requestId = given !== undefined && requestIdForm.test(given) ? given : nextRequestId(now)
  const { body, status } = variant.response
  const sent = head.slice()
  sent[sent.indexOf(idHere)] = requestId
  log?.({ at: now, requestId, method, path: pathOf({ url }), status, millis: 0 })
  return { status, headers: sent, body: body._tag === "Uint8Array" ? body.body : undefined }
}

/** The same as a response of the platform's. */
export const toResponse = ({ body, headers, status }: PreparedResponse): HttpServerResponse.HttpServerResponse => {
  const named: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!
  return body === undefined
    ? HttpServerResponse.empty({ status, headers: named })
    : HttpServerResponse.uint8Array(body, { status, headers: named, contentType: named["content-type"] })
}
