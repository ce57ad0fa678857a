/**
 * Responses as bytes, as they are sent and as an idempotency record stores them.
 *
 * Everything personal is `no-store`; public responses have a strong ETag, which is a hash of the sent bytes.
 * `ErrorDescription` prints errors. Follows docs/specification.md#responses, docs/specification.md#caching.
 *
 * @since 1.0.0
 */
import * as Codec from "@beauty-store/sql/Codec"
import { EncodedResponse } from "@beauty-store/sql/Idempotency"
import { hash } from "@beauty-store/sql/Secrets"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { UnknownField } from "../contract/ValueSchemas.ts"
import { BareResponse } from "./BareResponse.ts"
import { type Coding, codings, encode, type Level, worthwhile } from "./Encoding.ts"
import * as Json from "./Json.ts"
import { TextBody } from "./TextBody.ts"
import { takesMessages } from "./UnknownFields.ts"

export type { Coding, Level } from "./Encoding.ts"

export { EncodedResponse }

const jsonType = "application/json"

type Message = typeof UnknownField.Type

/** A printed object with messages about its request, after its own. */
const withMessages = (printed: object, messages: ReadonlyArray<Message>): object => {
  const own: unknown = Reflect.get(printed, "messages")
  return { ...printed, messages: [...(Array.isArray(own) ? own : []), ...messages] }
}

/** Prints a success as JSON, by its schema. */
export const printSuccess = <A, I>(schema: Schema.Schema<A, I>, status = 200) => {
  const encode = Codec.encoder(schema)
  let isTold: boolean | undefined
  return (
    value: A,
    headers: Readonly<Record<string, string>> = {},
    messages: ReadonlyArray<Message> = []
  ): EncodedResponse => {
    const printed = encode(value)
    const isPlain = messages.length === 0 || typeof printed !== "object" || printed === null
      || !(isTold ??= takesMessages(schema))
    return {
      status,
      headers: { "content-type": jsonType, "cache-control": "no-store", ...headers },
      body: Json.print(isPlain ? printed : withMessages(printed, messages))
    }
  }
}

/** A response, ready to be sent. */
export const send = ({ body, headers, status }: EncodedResponse): HttpServerResponse.HttpServerResponse => {
  const text = new TextBody(body, headers["content-type"] ?? jsonType)
  // An empty body has no length: 204 and 304 must not have one.
  const length = text.contentLength === 0 ? {} : { "content-length": String(text.contentLength) }
  return new BareResponse(status, { ...headers, "content-type": text.contentType, ...length }, text)
}

/** A response with more headers, by names in lower case. */
export const withHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  headers: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse =>
  response instanceof BareResponse ? response.with(headers) : HttpServerResponse.setHeaders(response, headers)

/** A public response in no coding: cacheable for a minute unless stated otherwise. */
export const publicText = (response: EncodedResponse, maxAgeSeconds?: number): HttpServerResponse.HttpServerResponse =>
  send({ ...response, headers: { ...response.headers, ...cacheable(etagOf(response.body), maxAgeSeconds) } })

/** The same for a body of bytes. */
export const publicBytes = (body: Uint8Array, contentType = jsonType): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(body, { contentType, headers: cacheable(etagOf(body)) })

/**
 * A success that is the same for everybody, as a public one: with a validator if it has none, which is of the bytes
 * that are sent: a page has the addresses of its host already (`BasePath`). It may be kept for a minute unless it says
 * else.
 */
export const asPublic = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = response
  if (status !== 200 || headers["etag"] !== undefined || body._tag !== "Uint8Array") return response
  const own = cacheable(etagOf(body.body))
  return withHeaders(response, {
    ...own,
    "cache-control": headers["cache-control"] ?? own["cache-control"],
    vary: varying(response)
  })
}

/** Whether a response says that everybody may keep it. */
export const isPublic = ({ headers, status }: HttpServerResponse.HttpServerResponse): boolean =>
  status === 200 && headers["cache-control"]?.startsWith("public") === true

/** Bytes whose address names them: another content has another address. */
export const lastingBytes = (body: Uint8Array, contentType: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(body, {
    contentType,
    headers: { etag: etagOf(body), "cache-control": "public, max-age=31536000, immutable" }
  })

/** The headers of a public response, whatever its coding. */
const cacheable = (etag: string, maxAgeSeconds = 60) => ({
  etag,
  "cache-control": `public, max-age=${maxAgeSeconds}`,
  vary: "accept-encoding"
})

/** 304 for a client that has a public response already. `known`: the ETag that the client sent. */
export const unchanged = (
  { headers }: HttpServerResponse.HttpServerResponse,
  known: string
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 304,
    headers: { ...Struct.pick(headers, "cache-control", "vary"), etag: known }
  })

const textual = /^(?:text\/|application\/(?:[a-z.+-]*json|javascript|xml)|image\/svg)/

/** Whether a coding of a response would be smaller by enough. */
export const isWorthCoding = ({ body, headers }: HttpServerResponse.HttpServerResponse): boolean =>
  body._tag === "Uint8Array" && body.contentLength >= worthwhile && headers["content-encoding"] === undefined
  && textual.test(body.contentType)

/** The response in a coding, with an ETag of its own if it has one. */
export const inCoding = (
  response: HttpServerResponse.HttpServerResponse,
  coding: Exclude<Coding, "identity">,
  level: Level
): HttpServerResponse.HttpServerResponse => {
  const { body, headers: { etag } } = response
  if (body._tag !== "Uint8Array") return response
  const coded = HttpBody.uint8Array(encode(body.body, coding, level), body.contentType)
  return HttpServerResponse.setHeaders(HttpServerResponse.setBody(response, coded), {
    "content-encoding": coding,
    vary: varying(response),
    ...(etag === undefined ? {} : { etag: encodedEtag(etag, coding) })
  })
}

/** A response may vary by more than its coding. */
const varying = ({ headers: { vary } }: HttpServerResponse.HttpServerResponse): string =>
  vary === undefined ? "accept-encoding" : vary.includes("accept-encoding") ? vary : `${vary}, accept-encoding`

/** A strong ETag names bytes, and those of a coding are different (RFC 9110 §8.8.3). */
const encodedEtag = (etag: string, coding: Coding): string =>
  coding === "identity" ? etag : `${etag.slice(0, -1)}-${coding}"`

/** A strong ETag of a body. */
const etagOf = (body: string | Uint8Array): string => `"${hash(body).slice(0, 27)}"`

/**
 * RFC 9110 §13.1.2: the current one of a list, compared weakly and in any coding; `*` matches all. What is returned is
 * made of the store's own ETag, because part of the header would keep all of it in memory.
 */
export const matchedEtag = (ifNoneMatch: string, etag: string): string | undefined => {
  const stem = etag.slice(0, -1)
  for (const one of ifNoneMatch.split(",")) {
    const tag = one.trim().replace(/^W\//, "")
    if (tag === "*") return etag
    if (!tag.startsWith(stem)) continue
    const coding = codings.find((one) => encodedEtag(etag, one) === tag)
    if (coding !== undefined) return encodedEtag(etag, coding)
  }
  return undefined
}
