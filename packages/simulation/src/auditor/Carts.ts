/**
 * Rules of carts: a cart holds what its owner put there, once for each key however often it was sent; its lines and
 * shipping sum to its total; and it is empty once its contents are bought.
 *
 * A cart is not judged while changes with an unknown outcome are under way, or after one whose outcome stays unknown.
 */
import * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"
import { type Audit, type Exchange, onResponse, type Rules } from "./Audit.ts"
import type { Cart, Refusal } from "./Bodies.ts"
import { changeOf, isFinished, isReplay } from "./Idempotency.ts"
import type { KnownCart, SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import { sumsUp } from "./Prices.ts"
import * as Words from "./Words.ts"

const changes: ReadonlySet<string> = new Set<ApiOperation>(["cart.add", "cart.set", "cart.remove", "cart.empty"])

export const cartOf = ({ seen }: Audit, name: string): KnownCart => {
  let cart = seen.carts.get(name)
  if (cart === undefined) {
    cart = { items: new Map(), open: new Map(), mixed: new Set(), changes: 0, lastOrder: undefined }
    seen.carts.set(name, cart)
  }
  return cart
}

/** A request leaves. */
export const sent = (audit: Audit, request: SentRequest): void => {
  if (!changes.has(request.operation)) return
  const cart = cartOf(audit, request.cart)
  cart.changes++
  if (!isFinished(audit, request)) cart.open.set(changeOf(request), request.operation)
  // Additions may come in any order; the order of other changes matters.
  const kinds = [...cart.open.values()]
  if (kinds.length > 1) { for (const change of cart.open.keys()) cart.mixed.add(change) }
  if (kinds.length > 1 && kinds.some((kind) => kind !== "cart.add")) cart.items = undefined
}

/** It stays unknown whether this change of a cart happened. */
const unknown = (audit: Audit, request: SentRequest): void => {
  const cart = cartOf(audit, request.cart)
  cart.open.delete(changeOf(request))
  cart.items = undefined
}

/**
 * The sender has given up on a response. A change with a key may still be sent again, and its outcome is then known.
 */
export const unanswered = (audit: Audit, request: SentRequest): void => {
  if (changes.has(request.operation) && request.key === undefined) unknown(audit, request)
}

/** A change got a response, with any status. */
export const answered = (audit: Audit, { body, isFirst, response, sent }: Exchange): void => {
  if (!changes.has(sent.operation)) return
  const cart = cartOf(audit, sent.cart)
  if (response.status >= 500 || (body as Refusal).code === "idempotency_in_flight") {
    if (sent.key === undefined) unknown(audit, sent)
    return
  }
  if (!isFirst) return
  cart.open.delete(changeOf(sent))
  if (response.status !== 200 || cart.items === undefined) return
  apply(cart.items, sent)
  // A replay has the state at the time of the first response.
  if (cart.open.size === 0 && !isReplay(response) && !cart.mixed.has(changeOf(sent))) {
    compare(audit, cart.items, body as Cart)
  }
}

const apply = (items: Map<string, number>, { json, operation, subject }: SentRequest): void => {
  if (operation === "cart.add") {
    const { productId, quantity } = json as typeof ApiSchemas.AddToCart.Encoded
    items.set(productId, (items.get(productId) ?? 0) + (quantity ?? 1))
  } else if (operation === "cart.set") items.set(subject, (json as typeof ApiSchemas.SetQuantity.Encoded).quantity)
  else if (operation === "cart.remove") items.delete(subject)
  else items.clear()
  for (const [product, quantity] of items) if (quantity === 0) items.delete(product)
}

const compare = (audit: Audit, items: ReadonlyMap<string, number>, body: Cart): void => {
  const seen = new Map<string, number>(body.items.map((item) => [item.productId, item.quantity]))
  const same = seen.size === items.size && [...items].every(([product, quantity]) => seen.get(product) === quantity)
  audit.expect(same, "cart.items", `a cart with ${Words.units(items)}`, () => Words.units(seen))
}

const shown = (audit: Audit, { body, sent }: Exchange<unknown, Cart>): void => {
  sumsUp(audit, body, "cart.sums", "lines and shipping that sum to the total")
  const cart = cartOf(audit, sent.cart)
  if (cart.open.size === 0 && cart.items !== undefined) compare(audit, cart.items, body)
}

export const rules: Rules = { "cart.view": onResponse(ApiSchemas.Cart, shown) }

/** At rest: a cart whose owner did nothing after buying it. */
export const atRest = (audit: Audit, name: string, body: Cart): void => {
  const cart = audit.seen.carts.get(name)
  if (cart?.lastOrder === undefined || cart.changes > 0 || cart.open.size > 0) return
  const status = audit.seen.orders.get(cart.lastOrder)?.status
  if (status !== "shipped" && status !== "delivered") return
  audit.expect(
    body.items.length === 0,
    "cart.consumed",
    `an empty cart: ${cart.lastOrder} was bought`,
    () => Words.units(body.items.map((item) => [item.productId, item.quantity] as const))
  )
}
