/**
 * The context of a request: its id, its path, and the facts that the text of an error needs.
 *
 * The id is stored beside the request and not in the context of its effect, which would have to be copied for it.
 * Follows docs/specification.md#requests.
 *
 * @since 1.0.0
 */
import { Policy } from "@beauty-store/commerce/Policy"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import type { UnknownField } from "../contract/ValueSchemas.ts"
import { basePathOf } from "./BasePath.ts"

type Request = HttpServerRequest.HttpServerRequest

const requestIds = new WeakMap<object, string>()

/** The object that stays the same when a request is modified. */
export const originOf = (request: Request): object =>
  typeof request.source === "object" && request.source !== null ? request.source : request

/** Gives a request its id, which every response repeats. */
export const setRequestId = (request: Request, id: string): void => void requestIds.set(originOf(request), id)

export const requestIdOf = (request: Request): string => requestIds.get(originOf(request)) ?? ""

/** The path without the query. */
export const pathOf = (request: { readonly url: string }): string => {
  const query = request.url.indexOf("?")
  return query < 0 ? request.url : request.url.slice(0, query)
}

/** The facts of a request that the text of an error needs. */
export interface ErrorContext {
  readonly requestId: string
  /** The path of the request, from the root of the host. */
  readonly instance: string
  /** Public address of the store. */
  readonly baseUrl: string
  /** What the response says of the request besides. */
  readonly messages?: ReadonlyArray<typeof UnknownField.Type> | undefined
}

export const errorContextOf = (request: Request): Effect.Effect<ErrorContext, never, Policy> =>
  Effect.map(
    Policy,
    ({ baseUrl }) => ({ requestId: requestIdOf(request), instance: basePathOf(baseUrl) + pathOf(request), baseUrl })
  )
