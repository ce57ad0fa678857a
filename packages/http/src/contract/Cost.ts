/**
 * What requests cost of their budgets: one table of units, and the cost of an endpoint, which is annotated at it where
 * it differs from that of its method.
 *
 * The rule: a unit is about the work of one read. Work that is done before anybody is known costs more, because a flood
 * needs no account for it. The documents print this table. Follows docs/specification.md#request-budgets.
 *
 * @since 1.0.0
 */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Context from "effect/Context"

/** The units that each kind of work costs. */
export const units = {
  read: 1,
  change: 5,
  replay: 1,
  signIn: 20,
  newGuest: 50,
  ticketOfNobody: 50,
  audit: 100,
  vatReport: 20,
  pdf: 50,
  picture: 50,
  table: 50,
  orderSearch: 20,
  code: 20,
  scan: 20,
  kibibyte: 1
} as const

/** So much of a body is free. */
export const freeBodyBytes = 4096

/** The same table in words. */
export const kinds: { readonly [kind in keyof typeof units]: string } = {
  read: "A request that reads: GET, HEAD, OPTIONS",
  change: "A request that changes something",
  replay: "A repeated change whose response is stored",
  signIn: "`POST /api/auth/token`",
  newGuest: "A new guest: `POST /api/auth/guest`, or a first item in the cart without a token",
  ticketOfNobody: "`POST /api/support` without a token",
  audit: "`GET /api/admin/consistency`",
  vatReport: "`GET /api/admin/vat`",
  pdf: "A receipt or a label as PDF, more",
  picture: "A picture of a product",
  table: "A table of goods, sent or asked for",
  orderSearch: "A search for an order by its number and email address, at `/orders/find`",
  code: "Codes of discounts for a cart",
  scan: "`POST /api/v1/scanner/scan`, and what the scan itself requests of this store, each as it costs",
  kibibyte: `Each KiB of a body beyond the first ${freeBodyBytes / 1024}, more`
}

/** The cost of a request to an endpoint. */
export interface EndpointCost {
  /** By its method alone. */
  readonly base: number
  /** Of a request with a valid token, and of one to an endpoint that asks for none. */
  readonly units: number
  /** Of a request without a valid token. */
  readonly anonymous: number
}

/** What is annotated of it. */
export class Cost extends Context.Reference<Cost>()("@beauty-store/http/Cost", {
  defaultValue: (): Partial<Omit<EndpointCost, "base">> => ({})
}) {}

/** The cost of a request by its method alone, which every request has. */
export const costOfMethod = (method: string | undefined): number =>
  method === "GET" || method === "HEAD" || method === "OPTIONS" ? units.read : units.change

/** The cost of an endpoint. The type of any endpoint leaves its annotations out. */
export const costOf = (endpoint: HttpApiEndpoint.HttpApiEndpoint.Any): EndpointCost => {
  const { annotations, method } = endpoint as HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
  const given = Context.get(annotations, Cost)
  const base = costOfMethod(method)
  const own = given.units ?? base
  return { base, units: own, anonymous: given.anonymous ?? own }
}
