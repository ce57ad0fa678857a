/**
 * The HTTP side of the hosted pages: bodies in, pages, problems and redirects out.
 *
 * One address serves people and programs. A form gets a redirect, so that reloading repeats nothing; a JSON body gets
 * JSON. The content of an address belongs to its holder alone: nothing here is cached, indexed or
 * logged.
 */
import type { ProviderFault } from "@beauty-store/commerce/payment/PaymentProvider"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { render } from "@beauty-store/ui/Document"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import { site } from "@beauty-store/ui/Stylesheet"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { VNode } from "preact"
import type { NoSuchPage } from "../provider/PageAddress.ts"
import type { PointedFault } from "../provider/PaymentRequest.ts"

export type Response = HttpServerResponse.HttpServerResponse

/** More than any form or card needs. */
const maxBodyBytes = 16 * 1024

const allowedMethods = "GET, HEAD, POST"

/** A body as received. Its kind decides the kind of the response. */
export type Body =
  | { readonly _tag: "Form"; readonly form: URLSearchParams }
  | { readonly _tag: "Json"; readonly value: unknown }

/** The headers of every response. */
const privateHeaders = {
  ...PageHeaders.secret,
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
}

/**
 * Headers of a page whose forms may end at `returnUrl`. Browsers apply `form-action` to the redirect after a form, too,
 * so the shop's origin has to be named.
 */
export const pageHeaders = (returnUrl: string | undefined): Readonly<Record<string, string>> => ({
  ...privateHeaders,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policyOf(site, returnUrl === undefined ? "'self'" : `'self' ${new URL(returnUrl).origin}`)
})

/** A page, and where its forms may end. */
export interface Shown {
  readonly document: VNode
  readonly returnUrl?: string
}

export const page = (
  { document, returnUrl }: Shown,
  status: number,
  headers: Readonly<Record<string, string>> = {}
): Response =>
  HttpServerResponse.text(render(document), {
    status,
    headers: { ...pageHeaders(returnUrl), ...headers },
    contentType: "text/html; charset=utf-8"
  })

/** JSON ends with a line's end, as the store's does, so that a terminal shows what follows on a line of its own. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  HttpServerResponse.text(`${JSON.stringify(body)}\n`, {
    status,
    headers: { ...privateHeaders, ...headers },
    contentType: status < 400 ? "application/json" : "application/problem+json"
  })

const problemTitles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  503: "Service Unavailable",
  504: "Gateway Timeout"
}

/** A problem of RFC 9457, and its headers. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly more?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** The provider is not the shop, whose table of problems does not have these. */
export const problem = ({ code, detail, headers, more, status }: Problem): Response =>
  json({ type: "about:blank", title: problemTitles[status], status, code, detail, ...more }, status, headers)

export const seeOther = (location: string): Response =>
  HttpServerResponse.empty({ status: 303, headers: { ...privateHeaders, location } })

const mediaType = (request: HttpServerRequest.HttpServerRequest): string =>
  (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()

/** A client that accepts JSON and does not say that it accepts pages. */
export const wantsJson = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const accept = (request.headers["accept"] ?? "").toLowerCase()
  return /\bapplication\/(problem\+)?json\b/.test(accept) && !accept.includes("text/html")
}

/** A client that says that it accepts pages. */
export const readsPages = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["accept"] ?? "").toLowerCase().includes("text/html")

const malformed: Problem = {
  status: 400,
  code: "body_malformed",
  detail: "The body is not valid JSON in UTF-8."
}
const tooLarge: Problem = {
  status: 413,
  code: "body_too_large",
  detail: `A body has at most ${maxBodyBytes} bytes.`
}
const unsupported: Problem = {
  status: 415,
  code: "content_type_unsupported",
  detail: "Send a form (application/x-www-form-urlencoded) or JSON (application/json)."
}
const notAllowed: Problem = {
  status: 405,
  code: "method_not_allowed",
  detail: `Allowed here: ${allowedMethods}.`,
  headers: { allow: `OPTIONS, ${allowedMethods}` }
}

/** Reads the body, or returns its errors. Its type is checked before a byte is read. */
const readBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Either.Either<Body, Problem>> =>
  Effect.suspend(() => {
    const type = mediaType(request)
    const isJson = type === "application/json"
    if (!isJson && type !== "application/x-www-form-urlencoded") return Effect.succeed(Either.left(unsupported))
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return Effect.succeed(Either.left(tooLarge))
    return request.arrayBuffer.pipe(
      HttpServerRequest.withMaxBodySize(Option.some(maxBodyBytes)),
      Effect.map((bytes): Either.Either<Body, Problem> => {
        try {
          const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
          return Either.right(
            isJson ? { _tag: "Json", value: JSON.parse(text) } : { _tag: "Form", form: new URLSearchParams(text) }
          )
        } catch {
          return Either.left(malformed)
        }
      }),
      // The connection broke or the body exceeded its limit: nobody is there to read more than this.
      Effect.catchAll(() => Effect.succeed(Either.left(tooLarge)))
    )
  })

export const invalid = (errors: ReadonlyArray<PointedFault>): Response =>
  problem({ status: 400, code: "invalid_request", detail: "The body has faults.", more: { errors } })

/** Pages of any origin may pay with what they hold, as they may call the store. */
const preflight = HttpServerResponse.empty({
  status: 204,
  headers: {
    "allow": `OPTIONS, ${allowedMethods}`,
    "access-control-allow-methods": allowedMethods,
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400"
  }
})

/** GET, HEAD, POST and OPTIONS of one address. `refused`: the response to any other method, and to a body that cannot be read. */
export const methods = <E1, R1, E2, R2>(handlers: {
  readonly show: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Response, E1, R1>
  readonly act: (request: HttpServerRequest.HttpServerRequest, body: Body) => Effect.Effect<Response, E2, R2>
  readonly refused: (request: HttpServerRequest.HttpServerRequest, problem: Problem) => Response
}) =>
(request: HttpServerRequest.HttpServerRequest): Effect.Effect<Response, E1 | E2, R1 | R2> => {
  const respond: Effect.Effect<Response, E1 | E2, R1 | R2> = request.method === "GET" || request.method === "HEAD"
    ? handlers.show(request)
    : request.method === "POST"
    ? Effect.flatMap(
      readBody(request),
      (body) =>
        Either.isLeft(body) ? Effect.succeed(handlers.refused(request, body.left)) : handlers.act(request, body.right)
    )
    : Effect.succeed(request.method === "OPTIONS" ? preflight : handlers.refused(request, notAllowed))
  return HttpMiddleware.withLoggerDisabled(respond)
}

/** The provider did not do it, or the outcome is unknown. */
export type Trouble = ProviderFault | StoreUnavailable

/** Every failure of a page's work, besides the refusals of its kind. */
export type Fault = Trouble | NoSuchPage

export const isTrouble = (fault: { readonly _tag: string }): fault is Trouble =>
  fault._tag === "ProviderDidNothing" || fault._tag === "ProviderOutcomeUnknown" || fault._tag === "StoreUnavailable"

/** Nothing was taken; otherwise only a fresh look can tell. */
export const isCertain = (trouble: Trouble): boolean => trouble._tag === "ProviderDidNothing"

export const troubleProblem = (trouble: Trouble): Problem =>
  trouble._tag === "ProviderDidNothing"
    ? {
      status: 503,
      code: "provider_unavailable",
      detail: "Nothing was taken. Try again later.",
      more: { retryable: true },
      headers: { "retry-after": String(Math.ceil(trouble.retryAfterMillis / 1000)) }
    }
    : {
      status: 504,
      code: "outcome_unknown",
      detail: "Nobody knows whether it was done. Read this address before trying again."
    }
