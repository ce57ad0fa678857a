/**
 * The store's operations by their requests: which operation a method and a path are, and the id in the path.
 *
 * The names come from the contract, as `group.endpoint`, so that there is no second list. ACP's operations are
 * `acp.operation`, at both of their addresses. Those of the platform beside the store have no name of the store's.
 */
import { AcpApi } from "@beauty-store/acp/Api"
import { Api, type EndpointsOf, type Groups } from "@beauty-store/http/contract/Api"
import { type ListedEndpoint, listEndpoints, operationIdOf } from "@beauty-store/http/contract/HttpApiLookup"
import { type Groups as PlatformGroups, ReadinessApi } from "@beauty-store/readiness/api/ReadinessApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"

/** An operation of the shop's own API: `orders.cancel`. */
export type ApiOperation = {
  readonly [G in Groups["identifier"]]: `${G}.${EndpointsOf<G>["name"]}`
}[Groups["identifier"]]

/** The operations of ACP: their names are known at run time only, and a test compares them. */
export type AcpOperation =
  | "acp.createCheckoutSession"
  | "acp.getCheckoutSession"
  | "acp.updateCheckoutSession"
  | "acp.completeCheckoutSession"
  | "acp.cancelCheckoutSession"
  | "acp.delegatePayment"
  | "acp.getOrder"
  | "acp.createCart"
  | "acp.getCart"
  | "acp.updateCart"
  | "acp.cancelCart"
  | "acp.getProductFeed"
  | "acp.discover"

/** An operation of the platform beside the store: `scanner.scan`. */
export type PlatformOperation = {
  readonly [G in PlatformGroups["identifier"]]: `${G}.${HttpApiGroup.HttpApiGroup.EndpointsWithName<
    PlatformGroups,
    G
  >["name"]}`
}[PlatformGroups["identifier"]]

export type OperationName = ApiOperation | AcpOperation | PlatformOperation

/** What changes a cart, and what an agent does with a session. */
export const cartChanges = ["cart.add", "cart.set", "cart.remove", "cart.empty"] as const satisfies Array<ApiOperation>
export const sessionChanges = [
  "acp.createCheckoutSession",
  "acp.updateCheckoutSession",
  "acp.completeCheckoutSession",
  "acp.cancelCheckoutSession"
] as const satisfies Array<AcpOperation>

interface Operation {
  readonly name: string
  readonly method: string
  /** With its parameters as `:name`. */
  readonly path: string
}

const named = (prefix: string, endpoints: ReadonlyArray<ListedEndpoint>): ReadonlyArray<Operation> =>
  endpoints.map((listed) => {
    const { method, path } = listed.endpoint
    return { name: `${prefix}${operationIdOf(listed)}`, method, path }
  })

export const operations: ReadonlyArray<Operation> = [
  ...named("acp.", listEndpoints(AcpApi)),
  ...named("", listEndpoints(Api)),
  ...named("", listEndpoints(ReadinessApi))
]

const byMethod = new Map<string, Array<readonly [name: string, path: RegExp]>>()
for (const { method, name, path } of operations) {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`)
  byMethod.set(method, [...byMethod.get(method) ?? [], [name, pattern]])
}

/** The operation of a request, and the id in its path, if any. Any other request is named by its method and path. */
export const operationOf = (method: string, pathAndQuery: string): readonly [name: string, subject: string] => {
  const path = pathAndQuery.split("?")[0]!
  for (const [name, pattern] of byMethod.get(method) ?? []) {
    const match = pattern.exec(path)
    if (match !== null) return [name, match[1] ?? ""]
  }
  return [`${method} ${path}`, ""]
}

/** Whether ACP is used at a path, where refusals are flat. */
export const isAcp = (path: string): boolean => /^\/(?:acp\/|api\/checkout\/sessions)/.test(path)
