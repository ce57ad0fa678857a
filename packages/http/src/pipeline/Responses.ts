/**
 * Responses as bytes, as they are sent and as an idempotency record stores them.
 *
 * Everything personal is `no-store`; public responses have a strong ETag, which is a hash of the sent bytes.
 * `ErrorDescription` prints errors. Follows docs/specification.md#responses, docs/specification.md#caching.
 */
import * as Codec from "@beauty-store/kernel/Codec"
import { EncodedResponse } from "@beauty-store/kernel/Idempotency"
import { hash } from "@beauty-store/kernel/Secrets"
import type * as Headers from "@effect/platform/Headers"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Schema from "effect/Schema"
import { type Coding, encodings, preferred } from "./Encoding.ts"

export { EncodedResponse }

const jsonType = "application/json"

/** Prints a success as JSON, by its schema. */
export const printSuccess = <A, I>(schema: Schema.Schema<A, I>, status = 200) => {
  const encode = Codec.encoder(schema)
  return (value: A, headers: Readonly<Record<string, string>> = {}): EncodedResponse => ({
    status,
    headers: { "content-type": jsonType, "cache-control": "no-store", ...headers },
    body: JSON.stringify(encode(value))
  })
}

/** Only these headers are stored for a replay: others may differ next time. */
export const isKept = ({ status }: EncodedResponse): boolean => status < 500 && status !== 429 && status !== 401

/** A response, ready to be sent. */
export const send = ({ body, headers, status }: EncodedResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"] ?? jsonType })

/** A public response: cacheable for a minute unless stated otherwise, and 304 for a client that has it already. */
export const sendPublic = (
  response: EncodedResponse,
  ifNoneMatch: string | undefined,
  maxAgeSeconds?: number
): HttpServerResponse.HttpServerResponse => {
  const etag = etagOf(response.body)
  const headers = cacheable(etag, maxAgeSeconds)
  return notModified(ifNoneMatch, etag, maxAgeSeconds)
    ?? send({ ...response, headers: { ...response.headers, ...headers } })
}

/** The headers of a public response, whatever its coding. */
const cacheable = (etag: string, maxAgeSeconds = 60) => ({
  etag,
  "cache-control": `public, max-age=${maxAgeSeconds}`,
  vary: "accept-encoding"
})

/** 304 for a client that has it already, in any coding. */
export const notModified = (
  ifNoneMatch: string | undefined,
  etag: string,
  maxAgeSeconds?: number
): HttpServerResponse.HttpServerResponse | undefined => {
  const known = matchedEtag(ifNoneMatch, etag)
  return known === undefined
    ? undefined
    : HttpServerResponse.empty({ status: 304, headers: cacheable(known, maxAgeSeconds) })
}

/** A body that is sent many times, made once: its ETag, and its bytes in each coding. */
export interface EncodedBody {
  readonly etag: string
  readonly bytes: (coding: Coding) => Uint8Array
}

export const encodeBody = (body: string): EncodedBody => ({ etag: etagOf(body), bytes: encodings(body) })

/**
 * Such a body for a request with these headers, in a coding that it accepts, or 304. Each coding of a body has an ETag
 * of its own.
 */
export const sendEncoded = (
  { bytes, etag }: EncodedBody,
  headers: Headers.Headers,
  contentType = jsonType
): HttpServerResponse.HttpServerResponse => {
  const unchanged = notModified(headers["if-none-match"], etag)
  if (unchanged !== undefined) return unchanged
  const coding = preferred(headers["accept-encoding"])
  return HttpServerResponse.uint8Array(bytes(coding), {
    contentType,
    headers: {
      ...cacheable(encodedEtag(etag, coding)),
      ...(coding === "identity" ? {} : { "content-encoding": coding })
    }
  })
}

/** A strong ETag names bytes, and those of a coding are different (RFC 9110 §8.8.3). */
export const encodedEtag = (etag: string, coding: Coding): string =>
  coding === "identity" ? etag : `${etag.slice(0, -1)}-${coding}"`

/** A strong ETag of a body. */
export const etagOf = (body: string | Uint8Array): string => `"${hash(body).slice(0, 27)}"`

/** RFC 9110 §13.1.2: the current one of a list, compared weakly and in any coding; `*` matches all. */
const matchedEtag = (ifNoneMatch: string | undefined, etag: string): string | undefined => {
  for (const one of ifNoneMatch?.split(",") ?? []) {
    const tag = one.trim().replace(/^W\//, "")
    if (tag === "*") return etag
    if (tag.replace(/-(?:br|gzip)"$/, "\"") === etag) return tag
  }
  return undefined
}
