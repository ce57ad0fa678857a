/**
 * Puts the handlers of a contract, which are data (`Operations`), on a router in either of two ways: `layerHttpApi` is
 * `@effect/platform`'s own, `direct` the shortcut of the store's server (`OperationRoutes`). Handlers decode parameters
 * and report faults in their protocol's form, hence the casts in this file. Follows docs/decisions/mounting.md.
 *
 * @since 1.0.0
 */
import type { Identity } from "@beauty-store/commerce/identity/Identity"
import type { Policy } from "@beauty-store/commerce/Policy"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type EndpointOf, endpointsIn } from "../contract/HttpApiLookup.ts"
import { type BearerAuth, CurrentCaller, type Identification } from "../contract/Security.ts"
import * as Authentication from "./Authentication.ts"
import { OperationRoutes } from "./OperationRoutes.ts"
import type { Handler, RequestServices } from "./Operations.ts"

export type { OperationRoutes } from "./OperationRoutes.ts"

type Group = HttpApiGroup.HttpApiGroup.Any

/** The handlers of a group, by the names of its operations: all of them, and no others. */
export type GroupHandlers<Groups extends Group, G extends string> = {
  readonly [Name in HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>["name"]]: Handler<
    EndpointOf<Groups, G, Name>
  >
}

/** The handlers of an API, by the names of its groups. */
export type Handlers<Groups extends Group> = {
  readonly [G in HttpApiGroup.HttpApiGroup.Name<Groups>]: GroupHandlers<Groups, G>
}

/** Handlers whose operations the types no longer know. */
type HandlersByName = Readonly<Record<string, Handler<HttpApiEndpoint.HttpApiEndpoint.Any>>>

type Response = HttpServerResponse.HttpServerResponse

/** Serves the request in the context by a handler. */
const served = (
  handler: Handler<HttpApiEndpoint.HttpApiEndpoint.Any>
): Effect.Effect<Response, never, RequestServices | HttpLayerRouter.Provided> =>
  Effect.contextWithEffect((context: Context.Context<RequestServices | HttpLayerRouter.Provided>) => {
    const request = Context.get(context, HttpServerRequest.HttpServerRequest)
    return handler.handle({
      request,
      pathParams: Context.get(context, HttpLayerRouter.RouteContext).params,
      searchParams: Context.get(context, HttpServerRequest.ParsedSearchParams),
      caller: callerByMiddleware(context, request)
    })
  })

/** Puts the operations of a group into the table of routes, each at the method and path that its contract names. */
export const direct = <
  Id extends string,
  Groups extends Group,
  E,
  R,
  const G extends HttpApiGroup.HttpApiGroup.Name<Groups>
>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  group: G,
  handlers: Handlers<Groups>[G]
) =>
  Effect.map(OperationRoutes, (routes) => {
    const byName: HandlersByName = handlers
    for (const { method, name, path } of endpointsIn(api, group)) {
      const handler = byName[name]!
      // HEAD belongs to every GET.
      if (method === "HEAD") continue
      routes.add(method, path, handler)
    }
  })

/** The caller from the middleware of the contract, where an operation has it. */
const callerByMiddleware = (
  context: Context.Context<never>,
  request: HttpServerRequest.HttpServerRequest
): Identification<Identity | Policy> =>
  Option.getOrElse(Context.getOption(context, CurrentCaller), () => Authentication.identify(request))

/** The same endpoint without the schemas of its parameters. */
const withoutParameters = (endpoint: object): object =>
  Object.create(endpoint, { pathSchema: { value: Option.none() }, urlParamsSchema: { value: Option.none() } })

/** The library's builder as this module uses it: it takes a handler for each name of a group. */
interface GroupBuilder {
  readonly handleRaw: (
    name: string,
    handler: () => Effect.Effect<Response, never, RequestServices | HttpLayerRouter.Provided>,
    options: { readonly uninterruptible: boolean }
  ) => GroupBuilder
}

/** The layer of a group of an `HttpApi`, served by handlers of the store's. */
const layerGroup = (
  group: HttpApiGroup.HttpApiGroup.AnyWithProps,
  handlers: Effect.Effect<HandlersByName, never, unknown>
): Layer.Layer<never, never, unknown> => {
  const endpoints = Object.entries(group.endpoints).map(([name, endpoint]) => [name, withoutParameters(endpoint)])
  const bare: unknown = Object.create(group, { endpoints: { value: Object.fromEntries(endpoints) } })
  const build = (builder: GroupBuilder) =>
    Effect.map(handlers, (handlers) => {
      let built = builder
      for (const [name, handler] of Object.entries(handlers)) {
        const { uninterruptible } = handler
        built = built.handleRaw(name, () => served(handler), { uninterruptible })
      }
      return built
    })
  const layerOf = HttpApiBuilder.group as unknown as (
    api: { readonly groups: Readonly<Record<string, unknown>> },
    name: string,
    build: (builder: GroupBuilder) => Effect.Effect<GroupBuilder, never, unknown>
  ) => Layer.Layer<never, never, unknown>
  return layerOf({ groups: { [group.identifier]: bare } }, group.identifier, build)
}

export type ApiGroups<Id extends string, G extends string> = G extends string ? HttpApiGroup.ApiGroup<Id, G> : never

/**
 * The layers of those groups of an `HttpApi` that have handlers, as `HttpLayerRouter.addHttpApi` and
 * `HttpApiBuilder.api` require. The `HttpApi` may be another than the store's, with groups of its own.
 */
export const layerHttpApi = <
  const Id extends string,
  Groups extends Group,
  E,
  R,
  H extends Readonly<Record<string, Effect.Effect<HandlersByName, never, unknown>>>
>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  handlers: H
): Layer.Layer<
  ApiGroups<Id, Extract<keyof H, HttpApiGroup.HttpApiGroup.Name<Groups>>>,
  never,
  Effect.Effect.Context<H[keyof H]> | RequestServices | BearerAuth
> => {
  const groups = api.groups as unknown as Readonly<Record<string, HttpApiGroup.HttpApiGroup.AnyWithProps>>
  let merged: Layer.Layer<never, never, unknown> = Layer.empty
  for (const [name, ofGroup] of Object.entries(handlers)) {
    const group = groups[name]
    if (group !== undefined) merged = Layer.merge(merged, layerGroup(group, ofGroup))
  }
  return merged as Layer.Layer<
    ApiGroups<Id, Extract<keyof H, HttpApiGroup.HttpApiGroup.Name<Groups>>>,
    never,
    Effect.Effect.Context<H[keyof H]> | RequestServices | BearerAuth
  >
}
