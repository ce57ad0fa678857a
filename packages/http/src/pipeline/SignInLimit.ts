/**
 * Limits wrong secrets and tokens: sixty a minute from one network address (`defaultBudgets.failures`), after which
 * each is refused as too many. A right one is never refused. Follows docs/specification.md#request-budgets.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import type { EndpointCost } from "../contract/Cost.ts"
import type { Identification } from "../contract/Security.ts"
import { type Meter, meterOf, type RateLimited } from "./RateLimiter.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The identification of a request's caller, who pays for it. `cost`: of the endpoint, which is charged already. */
export const countCaller = <R>(
  request: Request,
  identification: Identification<R>,
  cost: EndpointCost
): Identification<R> => {
  const meter = meterOf(request)
  if (meter === undefined) return identification
  const presented = request.headers["authorization"] !== undefined
  const counted = Effect.flatMap(identification, (caller) => {
    const refusal = caller === undefined
      ? meter.charge(cost.anonymous - cost.units)
      : meter.identified(caller.principal)
    return refusal ?? Effect.succeed(caller)
  })
  return presented ? limitFailures(meter, counted, "Unauthorized") : counted
}

/** Counts an attempt of a client to sign in, which fails with `InvalidClient` if its secret is wrong. */
export const countSignIn = <A, E extends { readonly _tag: string }, R>(
  request: Request,
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, E | RateLimited, R> => {
  const meter = meterOf(request)
  return meter === undefined ? attempt : limitFailures(meter, attempt, "InvalidClient")
}

/** Counts an attempt that fails with `wrong`, and refuses it by the budget where too many did. */
const limitFailures = <A, E extends { readonly _tag: string }, R>(
  meter: Meter,
  attempt: Effect.Effect<A, E, R>,
  wrong: string
): Effect.Effect<A, E | RateLimited, R> =>
  Effect.catchAll(
    attempt,
    (error): Effect.Effect<A, E | RateLimited> =>
      (error._tag === wrong ? meter.failed() : undefined) ?? Effect.fail(error)
  )
