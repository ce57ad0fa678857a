/**
 * Answers as bytes: what goes out, and what an idempotency record keeps.
 *
 * Everything personal is `no-store`; public answers carry a strong ETag, which is a hash of what is sent. Problems are
 * printed from the one table (`Problems`), with the fields it names and nothing else of the error.
 */
import { Answer } from "@beauty-store/commerce/Idempotency"
import { hash } from "@beauty-store/commerce/Secrets"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Schema from "effect/Schema"
import { problems, type ProblemTag } from "./Problems.ts"

export { Answer }

/** What a problem's text needs to know of the request. */
export interface Occasion {
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
  const encode = Schema.encodeSync(schema)
  return (value: A, headers: Readonly<Record<string, string>> = {}): Answer => ({
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

/** Prints a problem. An error that the table does not know is an internal one, and says nothing of itself. */
export const problem = (error: Tagged, occasion: Occasion): Answer => {
  const known = isProblem(error)
  const { code, fieldNames, retryable, status, title } = problems[known ? error._tag : "InternalError"]
  const facts: Record<string, unknown> = {}
  for (const name of fieldNames) facts[name] = (error as unknown as Record<string, unknown>)[name]
  return {
    status,
    headers: { "content-type": problemType, "cache-control": "no-store", ...extraHeaders(error) },
    body: JSON.stringify({
      type: `${occasion.baseUrl}/problems/${code}`,
      title,
      status,
      detail: known && error.message !== undefined && error.message !== "" ? error.message : `${title}.`,
      instance: occasion.instance,
      code,
      requestId: occasion.requestId,
      retryable,
      ...facts
    })
  }
}

const extraHeaders = (error: Tagged): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (error._tag === "Unauthorized") headers["www-authenticate"] = `Bearer realm="beauty-store"`
  if ("retryAfterSeconds" in error) headers["retry-after"] = String(error.retryAfterSeconds)
  if (error._tag === "StoreUnavailable") headers["retry-after"] = "1"
  if ("allow" in error) headers["allow"] = String(error.allow)
  return headers
}

/** Only these are kept for a replay: not what may be different next time. */
export const isKept = ({ status }: Answer): boolean => status < 500 && status !== 429 && status !== 401

/** An answer on its way out. */
export const send = ({ body, headers, status }: Answer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"] ?? jsonType })

/** A public answer: cacheable for a minute, and 304 for who has it already. */
export const sendPublic = (answer: Answer, ifNoneMatch: string | undefined): HttpServerResponse.HttpServerResponse => {
  const etag = etagOf(answer.body)
  const headers = { ...answer.headers, "cache-control": "public, max-age=60", etag }
  return matchesEtag(ifNoneMatch, etag)
    ? HttpServerResponse.empty({ status: 304, headers: { etag, "cache-control": headers["cache-control"] } })
    : send({ ...answer, headers })
}

/** A strong ETag of a body. */
export const etagOf = (body: string | Uint8Array): string => `"${hash(body).slice(0, 27)}"`

/** RFC 9110 §13.1.2: a list, or `*`; compared weakly, as the coding of what is cached does not matter. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined
  && ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag)
