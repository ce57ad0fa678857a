/**
 * Who visits the shop front: somebody whom the cookie of their cart names, or nobody in particular.
 *
 * The rule: the cookie is the API's, so that what a browser put into its cart the API shows to the same browser. Nobody
 * gets a cookie before something is in their cart. Whoever has one gets pages of their own, with the number of units in
 * the cart and keys for forms; all others share cached pages. Follows docs/storefront.md#visitors.
 */
import { Carts, type CartView } from "@beauty-store/commerce/cart/Carts"
import { Identity, type Owner } from "@beauty-store/commerce/identity/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import type { Caller } from "@beauty-store/http/contract/Security"
import { formatCookie, mayHaveCookie } from "@beauty-store/http/internal/pipeline/SessionCookie"
import { buyerOrNobody, identify } from "@beauty-store/http/pipeline/Authentication"
import { Entropy } from "@beauty-store/sql/Entropy"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"

/** An owner without anything: an empty cart, without creating anything. */
const nobody: Owner = { principal: "", shopper: "" }

/** Whether a request may be of somebody whom the store knows. */
export const mayBeKnown = (request: HttpServerRequest.HttpServerRequest): boolean =>
  mayHaveCookie(request) || request.headers["authorization"] !== undefined

/** Who sent a request, if the store knows them. */
export const callerOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(identify(request), buyerOrNobody)

export const cartOf = Effect.fnUntraced(function*(caller: Caller | undefined) {
  return yield* (yield* Carts).view(caller?.owner ?? nobody)
})

export const unitsIn = ({ items }: CartView): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** A key for a form, which takes effect once under it. */
export const newKey = Effect.map(Entropy, ({ bytes }) => {
  const hex = Buffer.from(bytes(16)).toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
})

/** An owner for a change, and the header that gives a new guest their cookie, to be asked for after the change. */
export const ownerFor = Effect.fnUntraced(function*(caller: Caller | undefined) {
  if (caller !== undefined) {
    return { owner: caller.owner, headers: Effect.succeed<Readonly<Record<string, string>>>({}) }
  }
  const { baseUrl } = yield* Policy
  const { create, principal } = yield* (yield* Identity).prepareGuest
  return {
    owner: { principal: principal.id, shopper: "" },
    headers: Effect.map(create, ({ accessToken, expiresInSeconds }): Readonly<Record<string, string>> => ({
      "set-cookie": formatCookie(accessToken, expiresInSeconds, baseUrl)
    }))
  }
})
