/**
 * Identifies the caller, by a bearer token or the browser's cookie, and has the access rules. A token takes precedence,
 * and an invalid one is 401, never ignored; a stale cookie is ignored, and none authenticates changes from a page of
 * another origin. Only agents have `X-Shopper`. Follows docs/specification.md#identity, docs/specification.md#access.
 *
 * @since 1.0.0
 */
import { Identity, type Principal } from "@beauty-store/commerce/identity/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { InputFault } from "../contract/Problems.ts"
import { BearerAuth, type Caller } from "../contract/Security.ts"
import { mayHaveCookie, readCookie } from "./SessionCookie.ts"

/** `presented`: there was a token, and it was invalid. */
export class Unauthorized extends Data.TaggedError("Unauthorized")<{ readonly presented: boolean }> {}
export class Forbidden extends Data.TaggedError("Forbidden")<{ readonly requiredScope: string }> {}
export class ForeignOrigin extends Data.TaggedError("ForeignOrigin") {}
export class InvalidRequest
  extends Data.TaggedError("InvalidRequest")<{ readonly errors: ReadonlyArray<InputFault> }>
{}

/** The access rule of an operation. */
export type Access<C extends Caller | undefined = Caller | undefined> = (
  caller: Caller | undefined
) => Effect.Effect<C, Unauthorized | Forbidden>

/** Anyone. */
export const anyone: Access = (caller) => Effect.succeed(caller)

/** A buyer, or a caller without identity, who may look or gets a new identity. */
export const buyerOrNobody: Access = (caller) =>
  caller === undefined || caller.principal.scopes.includes("shop")
    ? Effect.succeed(caller)
    : new Forbidden({ requiredScope: "shop" })

/** A caller with a scope. */
export const holder = (scope: string): Access<Caller> => (caller) =>
  caller === undefined
    ? new Unauthorized({ presented: false })
    : caller.principal.scopes.includes(scope)
    ? Effect.succeed(caller)
    : new Forbidden({ requiredScope: scope })

/** A shopper or an agent that shops. */
export const buyer = holder("shop")

/** A buyer, or staff with a scope. The order's own rule decides who owns it. */
const buyerOrStaff = (scope: string): Access<Caller> => (caller) =>
  holder(caller?.principal.kind === "staff" ? scope : "shop")(caller)

/** A caller who may see an order. */
export const orderReader = buyerOrStaff("orders:read")

/** A caller who may cancel and return an order. */
export const orderChanger = buyerOrStaff("orders:write")

/** A shopper in person: no OAuth client can get this scope. */
export const shopperAlone: Access<Caller> = (caller) =>
  caller === undefined
    ? new Unauthorized({ presented: false })
    : caller.principal.kind === "shopper"
    ? Effect.succeed(caller)
    : new Forbidden({ requiredScope: "delegations:write" })

const bearerForm = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** GET and HEAD change nothing. */
const isChange = ({ method }: HttpServerRequest.HttpServerRequest): boolean => method !== "GET" && method !== "HEAD"

type Identified = Effect.Effect<
  Caller | undefined,
  Unauthorized | ForeignOrigin | InvalidRequest | StoreUnavailable,
  Identity | Policy
>

const nobody: Identified = Effect.succeed(undefined)

/** The principal of a token, and what follows from it: for each request with one, so in few steps. */
const authenticated = (
  token: string,
  onInvalid: () => Identified,
  onPrincipal: (principal: Principal) => Identified
): Identified =>
  Effect.withFiberRuntime((fiber) =>
    Effect.matchEffect(
      Context.unsafeGet(fiber.currentContext as Context.Context<Identity>, Identity).authenticate(token),
      {
        onFailure: (error) => error._tag === "InvalidToken" ? onInvalid() : Effect.fail(error),
        onSuccess: onPrincipal
      }
    )
  )

const byBearer = (request: HttpServerRequest.HttpServerRequest, authorization: string): Identified => {
  const bearer = bearerForm.exec(authorization)?.[1]
  const unauthorized = () => new Unauthorized({ presented: true })
  if (bearer === undefined) return unauthorized()
  return authenticated(bearer, unauthorized, (principal) => {
    const shopper = shopperOf(request, principal)
    return typeof shopper === "string"
      ? Effect.succeed({ principal, owner: { principal: principal.id, shopper } })
      : shopper
  })
}

const byCookie = (request: HttpServerRequest.HttpServerRequest, cookie: string): Identified =>
  authenticated(cookie, () => nobody, (principal) => {
    const caller = { principal, owner: { principal: principal.id, shopper: "" } }
    return isChange(request) ? unlessForeign(request, caller) : Effect.succeed(caller)
  })

const unlessForeign = (request: HttpServerRequest.HttpServerRequest, caller: Caller) =>
  Effect.flatMap(
    Policy,
    ({ baseUrl }) =>
      isOfOwnSite(request) !== false && sameOrigin(request, baseUrl) ? Effect.succeed(caller) : new ForeignOrigin()
  )

/**
 * A caller whom a program that embeds the store has signed in. A browser sends cookies with requests of any page, so a
 * change by a request that has some, and no `Authorization`, counts only from the store's own origin.
 */
export const fromOwnPages = (
  request: HttpServerRequest.HttpServerRequest,
  caller: Caller
): Effect.Effect<Caller, ForeignOrigin, Policy> => {
  const { authorization, cookie } = request.headers
  return isChange(request) && cookie !== undefined && authorization === undefined
    ? unlessForeign(request, caller)
    : Effect.succeed(caller)
}

/** The caller of a request; undefined for a request without credentials. */
export const identify = (request: HttpServerRequest.HttpServerRequest): Identified => {
  const { authorization } = request.headers
  if (authorization !== undefined) return byBearer(request, authorization)
  if (!mayHaveCookie(request)) return nobody
  return Effect.flatMap(Policy, ({ baseUrl }) => {
    const cookie = readCookie(request, baseUrl)
    return cookie === undefined ? nobody : byCookie(request, cookie)
  })
}

/**
 * The middleware of the contract, as the store has it: callers are identified by the store's own tokens and cookies.
 */
export const layer: Layer.Layer<BearerAuth, never, Identity | Policy> = Layer.effect(
  BearerAuth,
  Effect.map(Effect.context<Identity | Policy>(), (services) => ({
    // The token that the library reads is not enough: there are cookies, and malformed headers.
    bearerAuth: () =>
      Effect.map(
        HttpServerRequest.HttpServerRequest,
        (request) => Effect.provide(identify(request), services)
      )
  }))
)

/**
 * Whether the browser says that a page of this very origin sent the request, or a person did; undefined where it says
 * nothing (Sec-Fetch-Site), as over plain http.
 */
export const isOfOwnSite = ({ headers }: HttpServerRequest.HttpServerRequest): boolean | undefined => {
  const site = headers["sec-fetch-site"]
  return site === undefined ? undefined : site === "same-origin" || site === "none"
}

/**
 * Without an Origin header the request is not from a page. Otherwise the origin must be the store's own: its public
 * address, or the host of the request. Behind https a page of plain http is nobody's: anyone on the way can write it.
 */
export const sameOrigin = (request: HttpServerRequest.HttpServerRequest, baseUrl: string): boolean => {
  const { host, origin } = request.headers
  const own = new URL(baseUrl)
  return origin === undefined || origin === own.origin
    || (host !== undefined &&
      (origin === `https://${host}` || (own.protocol === "http:" && origin === `http://${host}`)))
}

const shopperForm = /^[\x21-\x7e]{1,128}$/

/** An agent's own reference to the person it shops for. A malformed one is refused; other callers' is ignored. */
const shopperOf = (
  request: HttpServerRequest.HttpServerRequest,
  principal: Principal
): string | InvalidRequest => {
  const reference = request.headers["x-shopper"]
  if (reference === undefined || principal.kind !== "agent") return ""
  return shopperForm.test(reference)
    ? reference
    : new InvalidRequest({
      errors: [{ pointer: "X-Shopper", in: "header", detail: "must be 1 to 128 visible ASCII characters" }]
    })
}
