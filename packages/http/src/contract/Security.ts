/**
 * Security in the contract: its schemes, and the middleware by which an operation learns its caller. The middleware
 * refuses nothing: it provides the identification as an effect, which the operation runs after it has checked its
 * parameters. How a token is checked is in `Authentication`. Follows docs/specification.md#identity,
 * docs/specification.md#order-of-checks.
 *
 * @since 1.0.0
 */
import type { Owner, Principal } from "@beauty-store/domain/Principal"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** An authenticated principal. */
export interface Caller {
  readonly principal: Principal
  readonly owner: Owner
}

/** Why a caller is not identified; each is a problem of the table by this tag. */
export interface CallerRefusal {
  readonly _tag: "Unauthorized" | "ForeignOrigin" | "InvalidRequest" | "RateLimited" | "StoreUnavailable"
  readonly message?: string
}

/** The caller of the request; undefined for a request without credentials. */
export type Identification<R = never> = Effect.Effect<Caller | undefined, CallerRefusal, R>

export class CurrentCaller extends Context.Tag("@beauty-store/http/CurrentCaller")<CurrentCaller, Identification>() {}

/** The caller, for an endpoint with the middleware: also for endpoints of a program that embeds the store. */
export const currentCaller: Identification<CurrentCaller> = Effect.flatten(CurrentCaller)

export const bearerAuth = HttpApiSecurity.annotate(
  HttpApiSecurity.bearer,
  OpenApi.Description,
  "From `POST /api/auth/guest` (shoppers) or `POST /api/auth/token` (agents and staff)."
)

export const clientSecret = HttpApiSecurity.annotate(
  HttpApiSecurity.basic,
  OpenApi.Description,
  "An OAuth client's id and secret, for `POST /api/auth/token` only."
)

export class BearerAuth extends HttpApiMiddleware.Tag<BearerAuth>()("@beauty-store/http/BearerAuth", {
  provides: CurrentCaller,
  security: { bearerAuth }
}) {}
