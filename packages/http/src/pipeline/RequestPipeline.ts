/**
 * The steps of every request on its way in and of every response on its way out: budgets, the request's id, methods,
 * errors that nothing below has printed, coding, headers, the line in the log. A failure becomes an error of the table,
 * in the protocol of its path; no stack, query or internal name gets out. Follows docs/specification.md#requests,
 * docs/specification.md#responses.
 */
import { isLoopbackHost } from "@beauty-store/outbound/NetworkAddress"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { costOfMethod } from "../contract/Cost.ts"
import { readByPages, sentByPages } from "../contract/Headers.ts"
import type { HttpSettings } from "../HttpPolicy.ts"
import { basePathOf } from "./BasePath.ts"
import { preferred } from "./Encoding.ts"
import { isProblem, type TaggedError } from "./ErrorDescription.ts"
import { loggedPath } from "./LoggedPath.ts"
import { logFailure } from "./Operations.ts"
import type { ErrorPrinter } from "./Protocol.ts"
import * as RateLimiter from "./RateLimiter.ts"
import { pathOf, setRequestId } from "./RequestContext.ts"
import * as Responses from "./Responses.ts"

/** No page, document or operation has this path. */
export class RouteNotFound extends Data.TaggedError("RouteNotFound") {}
class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{ readonly allow: string }> {}
class InternalError extends Data.TaggedError("InternalError") {}

/** The methods of a path: `Allow` lists them, and they distinguish 405 from 404. */
export type MethodsOf = (path: string) => ReadonlyArray<string>

/** The units that a request to a path costs, unless what it carries or asks for costs more. */
export type CostAt = (method: string, path: string, isAnonymous: boolean) => number

/** The form of a request's own id. */
export const requestIdForm = /^[\x21-\x7e]{1,128}$/

/**
 * No path of ours contains these: the router would take `;` and `#` for ends of the path, and PostgreSQL has no NUL.
 */
const unroutable = /[;#]|%00/

/**
 * RFC 3986 §6.2.2.2: letters, digits, `-`, `.`, `_` and `~` mean the same with and without percent-encoding. The router
 * accepts both, so from here on they are decoded: everything that depends on the path (the log, an idempotency key)
 * sees one path, not many.
 */
export const normalized = (url: string): string => {
  const path = pathOf({ url })
  if (!path.includes("%")) return url
  return path.replace(
    /%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi,
    (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16))
  ) + url.slice(path.length)
}

/** Any page may read it, none with credentials. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": readByPages.join(", ")
}

/**
 * Where the shop's public address is https, browsers use nothing else for two years (RFC 6797). It holds for the whole
 * host, so a guest does not say it.
 */
const transportSecurity = ({ baseUrl, isGuest }: Place): Readonly<Record<string, string>> =>
  !isGuest && baseUrl.startsWith("https:") ? { "strict-transport-security": "max-age=63072000" } : {}

/**
 * The headers that every response has. `isNamed`: the request has a `Request-Id`, so the response has one too.
 * `isForPages`: pages of other origins may read it.
 */
export const everyHeader = (place: Place) => {
  const own = { "x-content-type-options": "nosniff", ...transportSecurity(place) }
  const forPages = { ...own, ...corsHeaders }
  return (requestId: string, isNamed: boolean, isForPages = true): Readonly<Record<string, string>> => {
    const rest = isForPages ? forPages : own
    return isNamed
      ? { "x-request-id": requestId, "request-id": requestId, ...rest }
      : { "x-request-id": requestId, ...rest }
  }
}

/**
 * Over plain http browsers name no site with a form (Sec-Fetch-Site), but on the machine itself; and of a page without
 * a referrer they name no origin either. There the shop itself, and nobody else, may see the address of a page.
 */
const referrerOf = ({ baseUrl }: Place, policy: string | undefined): Readonly<Record<string, string>> =>
  policy === "no-referrer" && baseUrl.startsWith("http:") && !isLoopbackHost(new URL(baseUrl).hostname)
    ? { "referrer-policy": "same-origin" }
    : {}

/** The error to print for what went wrong below. */
const errorOf = (cause: Cause.Cause<unknown>, method: string, methods: ReadonlyArray<string>): TaggedError => {
  const error = Cause.squash(cause)
  if (!isProblem(error)) return new InternalError()
  if (error._tag !== "RouteNotFound") return error
  return methods.length === 0 || methods.includes(method)
    ? new RouteNotFound()
    : new MethodNotAllowed({ allow: methods.join(", ") })
}

/** Where the store is. */
export interface Place {
  /** Public address of the store. */
  readonly baseUrl: string
  /** Other routes of a program that embeds the store are on the same host. */
  readonly isGuest: boolean
}

export interface Settings extends Place {
  readonly log: HttpSettings["log"]
  readonly limiter: RateLimiter.RateLimiter
  readonly costAt: CostAt
  /** Whether pages of other origins may send a request with a method to a path. */
  readonly isForPages: (method: string, path: string) => boolean
  /** Whether requests at a path count against budgets. */
  readonly isCounted: (path: string) => boolean
  readonly nextRequestId: (now: number) => string
  /** How errors are printed at a path: in the form of its protocol, or as a page for people. */
  readonly printerOf: (path: string, headers: Readonly<Record<string, string | undefined>>) => ErrorPrinter
}

/** The application below the pipeline: the response to a request. */
export type Routed<E, R> = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** An application with the pipeline around it. It is one step of the run loop, and one more for the response. */
export const requestPipeline = <E, R>(
  app: Routed<E, R>,
  methodsOf: MethodsOf,
  { limiter, baseUrl, costAt, isCounted, isForPages, isGuest, log, nextRequestId, printerOf }: Settings
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest> => {
  const headersOf = everyHeader({ baseUrl, isGuest })
  return Effect.withFiberRuntime((fiber) => {
    const clock = Context.get(fiber.currentDefaultServices, Clock.Clock)
    const received = Context.unsafeGet(
      fiber.currentContext as Context.Context<HttpServerRequest.HttpServerRequest>,
      HttpServerRequest.HttpServerRequest
    )
    const url = normalized(received.url)
    const request = url === received.url ? received : received.modify({ url })
    const { headers, method } = request
    const startedAt = clock.unsafeCurrentTimeMillis()
    const given = headers["x-request-id"] ?? headers["request-id"]
    const requestId = given !== undefined && requestIdForm.test(given) ? given : nextRequestId(startedAt)
    const path = pathOf(request)
    setRequestId(request, requestId)
    const meter = isCounted(path)
      ? limiter.open(Option.getOrUndefined(request.remoteAddress), headers)
      : undefined
    if (meter !== undefined) RateLimiter.setMeter(request, meter)

    const finish = (response: HttpServerResponse.HttpServerResponse) => {
      if ("idempotent-replayed" in response.headers) meter?.replayed()
      const every = headersOf(
        requestId,
        "request-id" in headers,
        // Browsers name the origin of a page; for others the headers mean nothing, and are not worth looking it up.
        !("origin" in headers) || isForPages(headers["access-control-request-method"] ?? method, path)
      )
      const finished = Responses.withHeaders(
        compressed(response, headers["accept-encoding"]),
        { ...every, ...meter?.headers, ...referrerOf({ baseUrl, isGuest }, response.headers["referrer-policy"]) }
      )
      log?.({
        at: startedAt,
        requestId,
        method,
        path: loggedPath(path),
        status: finished.status,
        millis: clock.unsafeCurrentTimeMillis() - startedAt
      })
      return Effect.succeed(finished)
    }

    const refusal = meter?.charge(
      costOfMethod(method),
      () => costAt(method, path, headers["authorization"] === undefined)
    )
    if (method === "OPTIONS" && refusal === undefined) {
      const methods = methodsOf(path)
      if (methods.length > 0) return finish(options(methods, methods.filter((one) => isForPages(one, path))))
    }
    const routed: Effect.Effect<HttpServerResponse.HttpServerResponse, E | RouteNotFound | RateLimiter.RateLimited, R> =
      refusal ?? (unroutable.test(path) ? new RouteNotFound() : Effect.suspend(() => app(request)))
    return Effect.matchCauseEffect(routed, {
      onSuccess: finish,
      onFailure: (cause) => {
        if (Cause.isInterruptedOnly(cause)) return Effect.failCause(Cause.stripFailures(cause))
        const error = errorOf(cause, method, methodsOf(path))
        const print = printerOf(path, headers)
        const response = Responses.send(print(error, { requestId, instance: basePathOf(baseUrl) + path, baseUrl }))
        return error._tag === "InternalError" || error._tag === "StoreUnavailable"
          ? Effect.zipRight(logFailure(requestId, cause), finish(response))
          : finish(response)
      }
    })
  })
}

/** The methods of a path, and to a page that asks before it calls (CORS) those that it may use. */
const options = (
  methods: ReadonlyArray<string>,
  forPages: ReadonlyArray<string>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "allow": ["OPTIONS", ...methods].join(", "),
      ...(forPages.length === 0 ? {} : {
        "access-control-allow-methods": forPages.join(", "),
        "access-control-allow-headers": sentByPages.join(", "),
        "access-control-max-age": "86400"
      })
    }
  })

/** A response in a coding that the client takes, where that is worth it and not done yet. */
const compressed = (response: HttpServerResponse.HttpServerResponse, accept: string | undefined) => {
  const coding = accept === undefined ? "identity" : preferred(accept)
  return coding === "identity" || !Responses.isWorthCoding(response)
    ? response
    : Responses.inCoding(response, coding, "fast")
}
