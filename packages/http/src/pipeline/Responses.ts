/**
 * Answers as bytes: what goes out, and what an idempotency record keeps.
 *
 * Everything personal is `no-store`; public answers carry a strong ETag, which is a hash of what is sent. Problems are
 * printed from the one table (`Problems`), with the fields it names and nothing else of the error.
 */
import { formatMoment } from "@beauty-store/domain/Days"
import { toNumber } from "@beauty-store/domain/Money"
import * as Codec from "@beauty-store/kernel/Codec"
import { EncodedResponse } from "@beauty-store/kernel/Idempotency"
import { hash } from "@beauty-store/kernel/Secrets"
import type * as Headers from "@effect/platform/Headers"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Schema from "effect/Schema"
import { problems, type ProblemTag } from "../contract/Problems.ts"
import { type Coding, encodings, preferred } from "./Encoding.ts"

export { EncodedResponse }

/** What a problem's text needs to know of the request. */
export interface ErrorContext {
  readonly requestId: string
  /** The path that was asked for. */
  readonly instance: string
  /** Public origin of the store. */
  readonly baseUrl: string
}

const jsonType = "application/json"
const problemType = "application/problem+json"

/** Prints a success by its schema. */
export const success = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = Codec.encoder(schema)
  return (value: A, headers: Readonly<Record<string, string>> = {}): EncodedResponse => ({
    status: 200,
    headers: { "content-type": jsonType, "cache-control": "no-store", ...headers },
    body: JSON.stringify(encode(value))
  })
}

/** Any error whose tag the table of problems knows. */
export interface Tagged {
  readonly _tag: string
  readonly message?: string
}

export const isProblem = (error: unknown): error is Tagged & { readonly _tag: ProblemTag } =>
  typeof error === "object" && error !== null && "_tag" in error && String(error._tag) in problems

/** What any protocol may tell of an error: the table's word for it, and what is said in it, whoever prints it. */
export interface Told {
  readonly code: string
  readonly status: number
  readonly title: string
  /** What happened, and what to do about it. */
  readonly explanation: string
  readonly retryable: boolean
  /** The error's own words, where it has some to show. */
  readonly detail: string | undefined
  /** Those facts of it that help a client. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** What is told of an error. One that the table does not know is an internal one, and says nothing of itself. */
export const told = (error: Tagged): Told => {
  const known = isProblem(error)
  const row = problems[known ? error._tag : "InternalError"]
  const { code, explanation, fieldNames, moments, money, retryable, status, title } = row
  const facts: Record<string, unknown> = {}
  for (const name of fieldNames) {
    const fact = (error as unknown as Record<string, unknown>)[name]
    facts[name] = fact === null
      ? null
      : money.includes(name)
      ? toNumber(fact as number)
      : moments.includes(name)
      ? formatMoment(fact as number)
      : fact
  }
  const detail = detailOf(error, known, status)
  return { code, status, title, explanation, retryable, detail, facts, headers: extraHeaders(error) }
}

/** How a protocol prints an error. */
export type Printer = (error: Tagged, errorContext: ErrorContext) => EncodedResponse

/** Prints a problem document. An error without words of its own says what the table does. */
export const problem: Printer = (error, errorContext) => {
  const { code, detail, explanation, facts, headers, retryable, status, title } = told(error)
  return {
    status,
    headers: { "content-type": problemType, "cache-control": "no-store", ...headers },
    body: JSON.stringify({
      type: `${errorContext.baseUrl}/problems/${code}`,
      title,
      status,
      detail: detail ?? explanation,
      instance: errorContext.instance,
      code,
      requestId: errorContext.requestId,
      retryable,
      ...facts
    })
  }
}

/**
 * An error's own words, where its class gives it some; Schema's errors would else print their fields. What was not found
 * has none: they would be the caller's own text.
 */
const detailOf = (error: Tagged, known: boolean, status: number): string | undefined =>
  known && status !== 404 && Object.hasOwn(Object.getPrototypeOf(error), "message") ? error.message : undefined

const extraHeaders = (error: Tagged): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (error._tag === "Unauthorized") {
    const invalid = "presented" in error && error.presented === true
    headers["www-authenticate"] = `Bearer realm="beauty-store"${invalid ? `, error="invalid_token"` : ""}`
  }
  if ("retryAfterSeconds" in error) headers["retry-after"] = String(error.retryAfterSeconds)
  if (error._tag === "StoreUnavailable") headers["retry-after"] = "1"
  if ("allow" in error) headers["allow"] = String(error.allow)
  return headers
}

/** Only these are kept for a replay: not what may be different next time. */
export const isKept = ({ status }: EncodedResponse): boolean => status < 500 && status !== 429 && status !== 401

/** An answer on its way out. */
export const send = ({ body, headers, status }: EncodedResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"] ?? jsonType })

/** A public answer: cacheable for a minute, where nothing else is said, and 304 for who has it already. */
export const sendPublic = (
  answer: EncodedResponse,
  ifNoneMatch: string | undefined,
  maxAgeSeconds?: number
): HttpServerResponse.HttpServerResponse => {
  const etag = etagOf(answer.body)
  const headers = cacheable(etag, maxAgeSeconds)
  return notModified(ifNoneMatch, etag, maxAgeSeconds)
    ?? send({ ...answer, headers: { ...answer.headers, ...headers } })
}

/** The headers of a public answer, whatever its coding. */
const cacheable = (etag: string, maxAgeSeconds = 60) => ({
  etag,
  "cache-control": `public, max-age=${maxAgeSeconds}`,
  vary: "accept-encoding"
})

/** 304 for who has it already, in whichever coding. */
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
export interface Encoded {
  readonly etag: string
  readonly bytes: (coding: Coding) => Uint8Array
}

export const encoded = (body: string): Encoded => ({ etag: etagOf(body), bytes: encodings(body) })

/**
 * Such a body for whoever asks with these headers, in the coding they take, or 304; the codings of one body have ETags of
 * their own.
 */
export const sendEncoded = (
  { bytes, etag }: Encoded,
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

/** A strong ETag names bytes: those of a coding are others (RFC 9110 §8.8.3). */
export const encodedEtag = (etag: string, coding: Coding): string =>
  coding === "identity" ? etag : `${etag.slice(0, -1)}-${coding}"`

/** A strong ETag of a body. */
export const etagOf = (body: string | Uint8Array): string => `"${hash(body).slice(0, 27)}"`

/** RFC 9110 §13.1.2: the one of a list that is current, compared weakly and in any coding; `*` stands for all. */
const matchedEtag = (ifNoneMatch: string | undefined, etag: string): string | undefined => {
  for (const one of ifNoneMatch?.split(",") ?? []) {
    const tag = one.trim().replace(/^W\//, "")
    if (tag === "*") return etag
    if (tag.replace(/-(?:br|gzip)"$/, "\"") === etag) return tag
  }
  return undefined
}
