/**
 * The routes of operations, from which a request is handed straight to its handler, with the route's parameters as
 * arguments. A path means what it means on the platform's router (`HttpLayerRouter`): it is the same search with the
 * same settings. What is not found here is looked for there. Follows docs/specification.md#requests.
 */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FindMyWay from "find-my-way-ts"
import { PublicResponse, says } from "../contract/Annotations.ts"
import * as HostIdentity from "../HostIdentity.ts"
import * as Authentication from "./Authentication.ts"
import type { Handler, RawRequest, RequestServices } from "./Operations.ts"

type AnyHandler = Handler<HttpApiEndpoint.HttpApiEndpoint.Any>

export class OperationRoutes extends Context.Tag("@beauty-store/http/OperationRoutes")<OperationRoutes, {
  readonly add: (method: string, path: HttpLayerRouter.PathInput, handler: AnyHandler) => void
  /** The response to a request, where there is an operation for it. */
  readonly serve: (
    request: HttpServerRequest.HttpServerRequest
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, RequestServices> | undefined
}>() {}

/**
 * The response to a caller whom the host signs in, or else to one by the store's own tokens. The host is asked before
 * the handler runs, because parts of handlers run in a transaction, which cannot wait for the host.
 */
const afterSignIn = (handler: AnyHandler, raw: RawRequest, identity: HostIdentity.HostIdentity) =>
  Effect.matchEffect(HostIdentity.signIn(identity, raw.request), {
    onFailure: () => handler.handle({ ...raw, caller: new Authentication.Unauthorized({ presented: true }) }),
    onSuccess: (caller) =>
      handler.handle(caller === undefined ? raw : { ...raw, caller: Authentication.fromOwnPages(raw.request, caller) })
  })

/** `identity`: the sign-in of a program that embeds the store. Public responses do not ask for it. */
export const make = (
  config: Context.Tag.Service<HttpLayerRouter.RouterConfig>,
  identity: HostIdentity.HostIdentity | undefined
): Context.Tag.Service<OperationRoutes> => {
  const router = FindMyWay.make<AnyHandler>(config)
  return {
    add: (method, path, handler) => router.on(method, path, handler),
    serve: (request) => {
      const { method, url } = request
      // HEAD belongs to every GET.
      const found = router.find(method, url) ?? (method === "HEAD" ? router.find("GET", url) : undefined)
      if (found === undefined) return undefined
      const { handler, params, searchParams } = found
      const raw = { request, pathParams: params, searchParams, caller: Authentication.identify(request) }
      const response = identity === undefined || says(handler.endpoint, PublicResponse)
        ? handler.handle(raw)
        : afterSignIn(handler, raw, identity)
      return handler.uninterruptible ? response : Effect.interruptible(response)
    }
  }
}
