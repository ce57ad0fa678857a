/**
 * Additions to `HttpApi`: an API that has no errors but its own, and a group or an endpoint by its names, with its
 * types. `HttpApi.make` adds a 400 that quotes the request; the types of its maps are those of all members at once, and
 * count the middleware of an endpoint among the requirements of its schemas: hence the casts.
 *
 * @since 1.0.0
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"

type Group = HttpApiGroup.HttpApiGroup.Any

/** An API without groups, with these errors and no others. */
export const apiWithErrors = <const Id extends string, A, I>(
  identifier: Id,
  errorSchema: Schema.Schema<A, I>
): HttpApi.HttpApi<Id, never, A> =>
  Object.assign(HttpApi.make(identifier), { errorSchema }) as unknown as HttpApi.HttpApi<Id, never, A>

/** Looks a group of an API up, by its name. */
export const groupsOf =
  <Id extends string, Groups extends Group, E, R>(api: HttpApi.HttpApi<Id, Groups, E, R>) =>
  <const Name extends HttpApiGroup.HttpApiGroup.Name<Groups>>(
    name: Name
  ): HttpApiGroup.HttpApiGroup.WithName<Groups, Name> =>
    api.groups[name] as unknown as HttpApiGroup.HttpApiGroup.WithName<Groups, Name>

export type EndpointOf<Groups extends Group, G extends string, Name extends string> =
  HttpApiEndpoint.HttpApiEndpoint.WithName<HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>, Name>

/** Looks an endpoint of an API up, by the names of its group and of itself. */
export const endpointsOf = <Id extends string, Groups extends Group, E, R>(api: HttpApi.HttpApi<Id, Groups, E, R>) =>
<
  const G extends HttpApiGroup.HttpApiGroup.Name<Groups>,
  const Name extends HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>["name"]
>(
  group: G,
  name: Name
): EndpointOf<Groups, G, Name> => {
  const groups = api.groups as unknown as Readonly<Record<string, HttpApiGroup.HttpApiGroup.AnyWithProps>>
  return groups[group]!.endpoints[name] as unknown as EndpointOf<Groups, G, Name>
}

/** The schemas of an endpoint. Where it has none, its type is `never`. */
export interface EndpointSchemas<E extends HttpApiEndpoint.HttpApiEndpoint.Any> {
  readonly pathSchema: Option.Option<Schema.Schema<HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>, unknown>>
  readonly urlParamsSchema: Option.Option<Schema.Schema<HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>, unknown>>
  readonly payloadSchema: Option.Option<Schema.Schema<HttpApiEndpoint.HttpApiEndpoint.Payload<E>, unknown>>
  readonly successSchema: Schema.Schema<HttpApiEndpoint.HttpApiEndpoint.Success<E>, unknown>
}

/**
 * The schemas of an endpoint, which need nothing. The library's types also require the middleware, as if a schema
 * needed it.
 */
export const schemasOf = <E extends HttpApiEndpoint.HttpApiEndpoint.Any>(endpoint: E): EndpointSchemas<E> =>
  endpoint as unknown as EndpointSchemas<E>

/** The value of a part of a request that an endpoint has no schema for: `never` to its types, undefined at run time. */
export const absent = <A>(): A => undefined as A

/** An endpoint with the group that it stands in, as data. */
export interface ListedEndpoint {
  readonly group: string
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod>
}

/** The groups of an API as data. The library's own walk would also merge the schemas of each endpoint's responses. */
const listGroups = <Id extends string, Groups extends Group, E, R>(api: HttpApi.HttpApi<Id, Groups, E, R>) =>
  api.groups as unknown as Readonly<
    Record<string, { readonly endpoints: Readonly<Record<string, ListedEndpoint["endpoint"]>> }>
  >

/** The endpoints of a group, in their order. */
export const endpointsIn = <Id extends string, Groups extends Group, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  group: HttpApiGroup.HttpApiGroup.Name<Groups>
): ReadonlyArray<ListedEndpoint["endpoint"]> => Object.values(listGroups(api)[group]!.endpoints)

/** All endpoints of an API, in their order. */
export const listEndpoints = <Id extends string, Groups extends Group, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): ReadonlyArray<ListedEndpoint> =>
  Object.entries(listGroups(api)).flatMap(([group, { endpoints }]) =>
    Object.values(endpoints).map((endpoint) => ({ group, endpoint }))
  )

/** An endpoint's name in documents: its own where it has one, or else that of its group and endpoint. */
export const operationIdOf = ({ endpoint, group }: ListedEndpoint): string =>
  Option.getOrElse(Context.getOption(endpoint.annotations, OpenApi.Identifier), () => `${group}.${endpoint.name}`)
