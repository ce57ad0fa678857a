/**
 * Puts the contract's operations on the router, a group at a time: each exactly once, at the method and path that the
 * contract names, with the path's and the query's parameters as its schemas read them.
 *
 * The library's own builder would do this too. It would also take each request through three more contexts, of which
 * every one is a copy of all services, to do what `Operations` does itself: bodies, answers, errors.
 */
import * as Codec from "@beauty-store/kernel/Codec"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { Api, type EndpointsOf, type Groups } from "../contract/Api.ts"
import { InvalidRequest } from "./Authentication.ts"
import { faultsOfQuery, type Raw, type RequestServices } from "./Operations.ts"

/** Serves an operation: its parameters are read by its schemas, its body is not. */
type Handler<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  raw: Raw & {
    readonly path: HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>
    readonly urlParams: HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>
  }
) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, RequestServices>

/** One whose parameters are no longer known: what its own endpoint's schemas read are they. */
type AnyHandler = (raw: Required<Raw>) => ReturnType<Handler<never>>

interface Mounted {
  readonly name: string
  readonly handler: AnyHandler
  readonly uninterruptible: boolean
}

/** HEAD is every GET's. */
type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps & { readonly method: Exclude<HttpMethod, "HEAD"> }

/** The operations of a group that have their handlers, and by their names those that are still missing. */
export interface Handlers<G extends Groups["identifier"], Missing extends string> {
  readonly mounted: ReadonlyArray<Mounted>
  /** `uninterruptible`: what was begun is finished, whether the client waits for it or not. */
  readonly handle: <Name extends Missing>(
    name: Name,
    handler: Handler<HttpApiEndpoint.HttpApiEndpoint.WithName<EndpointsOf<G>, Name>>,
    options?: { readonly uninterruptible: boolean }
  ) => Handlers<G, Exclude<Missing, Name>>
}

const handlers = <G extends Groups["identifier"]>(mounted: ReadonlyArray<Mounted>): Handlers<G, string> => ({
  mounted,
  handle: (name, handler, { uninterruptible } = { uninterruptible: false }) =>
    handlers([...mounted, { name, handler: handler as AnyHandler, uninterruptible }])
})

/** Reads parameters by a schema; where there is none there is nothing to read. */
const reader = (schema: Option.Option<Schema.Schema.Any>) => {
  if (Option.isNone(schema)) return () => Either.right(undefined)
  const decode = Codec.eitherDecoder(schema.value as Schema.Schema<unknown>)
  return (parameters: unknown): Either.Either<unknown, InvalidRequest> =>
    Either.mapLeft(
      decode(parameters),
      (error) => new InvalidRequest({ errors: faultsOfQuery(ParseResult.ArrayFormatter.formatErrorSync(error)) })
    )
}

const served = (endpoint: Endpoint, handler: AnyHandler) => {
  const readPath = reader(endpoint.pathSchema)
  const readQuery = reader(endpoint.urlParamsSchema)
  return Effect.contextWithEffect((
    context: Context.Context<
      | HttpServerRequest.HttpServerRequest
      | HttpServerRequest.ParsedSearchParams
      | HttpLayerRouter.RouteContext
      | RequestServices
    >
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, InvalidRequest, RequestServices> => {
    const path = readPath(Context.get(context, HttpLayerRouter.RouteContext).params)
    if (Either.isLeft(path)) return path.left
    const urlParams = readQuery(Context.get(context, HttpServerRequest.ParsedSearchParams))
    if (Either.isLeft(urlParams)) return urlParams.left
    const request = Context.get(context, HttpServerRequest.HttpServerRequest)
    return handler({ request, path: path.right, urlParams: urlParams.right })
  })
}

/** A group's operations on the router. */
export const group = <const G extends Groups["identifier"], E, R>(
  name: G,
  build: (handlers: Handlers<G, EndpointsOf<G>["name"]>) => Effect.Effect<Handlers<G, never>, E, R>
): Layer.Layer<never, E, R | HttpLayerRouter.HttpRouter> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const router = yield* HttpLayerRouter.HttpRouter
    const { endpoints } = Api.groups[name] as unknown as {
      readonly endpoints: Readonly<Record<string, Endpoint>>
    }
    const { mounted } = yield* build(handlers([]))
    for (const { handler, name, uninterruptible } of mounted) {
      const endpoint = endpoints[name]!
      yield* router.add(
        endpoint.method,
        endpoint.path,
        served(endpoint, handler),
        { uninterruptible }
      ) as Effect.Effect<void>
    }
  }))
