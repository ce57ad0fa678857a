/**
 * Rules of carts: a cart holds what its owner put there, once for each key; its lines and shipping sum to its total; it
 * tells what has changed since its owner touched a line; and what is bought leaves it with the payment. A cart may be
 * several things at a time (`CartState`), and is not judged while a change of it has an unknown outcome.
 */
import * as CartSchemas from "@beauty-store/http/contract/CartSchemas"
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import * as Archives from "./Archives.ts"
import { type Audit, type Exchange, onEach, onResponse, type Rules } from "./Audit.ts"
import { type Cart, type Order, type Refusal } from "./Bodies.ts"
import { changeOf, isFinal, isFinished, isReplay } from "./Idempotency.ts"
import type { CartState, KnownCart, SentRequest } from "./Observations.ts"
import { type ApiOperation, cartChanges } from "./Operations.ts"
import { sumsUp } from "./Prices.ts"
import * as Words from "./Words.ts"

const changes: ReadonlySet<string> = new Set(cartChanges)
const checkout = "checkout.start" satisfies ApiOperation

/** A cart that may be more than so many things is not followed. */
const mostStates = 24

const emptyCart: CartState = { items: new Map(), unpaid: new Map(), paid: new Set() }

export const cartOf = ({ seen }: Audit, name: string): KnownCart => {
  let cart = seen.carts.get(name)
  if (cart === undefined) {
    cart = {
      states: [emptyCart],
      pricesSeen: new Map(),
      isDoubtful: false,
      open: new Map(),
      checkouts: new Set(),
      mixed: new Set(),
      changes: 0,
      lastOrder: undefined
    }
    seen.carts.set(name, cart)
  }
  return cart
}

const nameOf = ({ items, paid, unpaid }: CartState): string =>
  `${Words.units(items)}; ${[...unpaid].map(([id, units]) => `${id}: ${Words.units(units)}`).sort().join()}; ${
    [...paid].sort().join()
  }`

/** Those that differ; none where there are too many. */
const few = (states: Iterable<CartState>): ReadonlyArray<CartState> | undefined => {
  const different = new Map<string, CartState>()
  for (const state of states) different.set(nameOf(state), state)
  return different.size > mostStates ? undefined : [...different.values()]
}

/** A state after one of its orders is paid: its units are gone, and others of the same product stay. */
const afterPayment = ({ items, paid, unpaid }: CartState, orderId: string): CartState => {
  const left = new Map(items)
  for (const [product, quantity] of unpaid.get(orderId)!) {
    const rest = (left.get(product) ?? 0) - quantity
    if (rest > 0) left.set(product, rest)
    else left.delete(product)
  }
  return {
    items: left,
    unpaid: new Map([...unpaid].filter(([id]) => id !== orderId)),
    paid: new Set([...paid, orderId])
  }
}

/** All that the states may have become by payments. */
const sinceThen = (states: ReadonlyArray<CartState> | undefined): ReadonlyArray<CartState> | undefined => {
  if (states === undefined) return undefined
  const all = [...states]
  // Those that are appended meanwhile have orders of their own.
  for (const state of all) {
    for (const id of state.unpaid.keys()) {
      all.push(afterPayment(state, id))
      if (all.length > mostStates * 4) return undefined
    }
  }
  return few(all)
}

/** All that it may contain, since orders of it may have been paid that nobody has heard of. */
export const contentsOf = ({ states }: KnownCart): ReadonlyArray<ReadonlyMap<string, number>> | undefined => {
  const all = sinceThen(states)
  return all && [...new Map(all.map(({ items }) => [Words.units(items), items])).values()]
}

/** Something happens in each state, at a moment before or after any payment. */
const happens = (cart: KnownCart, change: (state: CartState) => CartState): void => {
  const before = sinceThen(cart.states)
  cart.states = before === undefined ? undefined : sinceThen(few(before.map(change)))
}

export const sent = (audit: Audit, request: SentRequest): void => {
  const isChange = changes.has(request.operation)
  if (!isChange && request.operation !== checkout) return
  const cart = cartOf(audit, request.cart)
  const isOpen = !isFinished(audit, request)
  if (!isChange) {
    if (isOpen) cart.checkouts.add(changeOf(request))
    if (cart.open.size > 0) cart.states = undefined
    return
  }
  cart.changes++
  if (isOpen) cart.open.set(changeOf(request), request.operation)
  if (isOpen && request.subject !== "") cart.pricesSeen.delete(request.subject)
  if (isOpen && request.operation === "cart.add") cart.pricesSeen.delete(addedBy(request).productId)
  if (isOpen && request.operation === "cart.empty") cart.pricesSeen.clear()
  // Additions may come in any order; the order of other changes, and of orders, matters.
  const kinds = [...cart.open.values()]
  if (kinds.length > 1) { for (const change of cart.open.keys()) cart.mixed.add(change) }
  const isOrdered = kinds.some((kind) => kind !== "cart.add") || cart.states?.some(({ unpaid }) => unpaid.size > 0)
  if ((kinds.length > 1 && isOrdered) || cart.checkouts.size > 0) cart.states = undefined
}

/** It stays unknown whether this change of a cart, or this checkout, happened, or is going to happen. */
const unknown = (audit: Audit, request: SentRequest): void => {
  const cart = cartOf(audit, request.cart)
  cart.open.delete(changeOf(request))
  cart.checkouts.delete(changeOf(request))
  cart.states = undefined
  cart.isDoubtful ||= changes.has(request.operation)
}

/**
 * The sender has given up on a response. A change with a key may still be sent again, and its outcome is then known.
 */
export const unanswered = (audit: Audit, request: SentRequest): void => {
  if (request.operation === checkout) cartOf(audit, request.cart).states = undefined
  if (request.key === undefined && (changes.has(request.operation) || request.operation === checkout)) {
    unknown(audit, request)
  }
}

const checkoutAnswered = (audit: Audit, { body, response, sent }: Exchange): void => {
  if (isFinal(response, body as Refusal)) cartOf(audit, sent.cart).checkouts.delete(changeOf(sent))
  else if (sent.key === undefined) unknown(audit, sent)
}

/** A change or a checkout got a response, with any status. */
export const answered = (audit: Audit, exchange: Exchange): void => {
  const { body, isFirst, n, response, sent } = exchange
  if (sent.operation === checkout) return checkoutAnswered(audit, exchange)
  if (!changes.has(sent.operation)) return
  const cart = cartOf(audit, sent.cart)
  if (response.status >= 500 || (body as Refusal).code === "idempotency_in_flight") {
    if (sent.key === undefined) unknown(audit, sent)
    return
  }
  if (!isFirst) return
  cart.open.delete(changeOf(sent))
  if (response.status !== 200) return
  happens(cart, (state) => ({ ...state, items: changed(state.items, sent) }))
  if (cart.open.size > 0 || cart.mixed.has(changeOf(sent))) return
  const touched = sent.operation === "cart.add" ? addedBy(sent).productId : sent.subject
  for (const { price, productId } of (body as Cart).items) {
    if (productId === touched) cart.pricesSeen.set(productId, { priceMinor: audit.minor(price), n })
  }
  // A replay has the state at the time of the first response.
  if (!isReplay(response)) compare(audit, cart, body as Cart)
}

const addedBy = ({ json }: SentRequest) => json as typeof CartSchemas.AddToCart.Encoded

const changed = (before: ReadonlyMap<string, number>, request: SentRequest): ReadonlyMap<string, number> => {
  const items = new Map(before)
  const { json, operation, subject } = request
  if (operation === "cart.add") {
    const { productId, quantity } = addedBy(request)
    items.set(productId, (items.get(productId) ?? 0) + (quantity ?? 1))
  } else if (operation === "cart.set") items.set(subject, (json as typeof CartSchemas.SetQuantity.Encoded).quantity)
  else if (operation === "cart.remove") items.delete(subject)
  else items.clear()
  for (const [product, quantity] of items) if (quantity === 0) items.delete(product)
  return items
}

/** A checkout of what is in the cart has made an order, whose units leave the cart once it is paid. */
export const checkedOut = (audit: Audit, { cart: name }: SentRequest, orderId: string): void => {
  const cart = cartOf(audit, name)
  if (cart.open.size > 0) cart.states = undefined
  // Nobody buys nothing.
  cart.states = sinceThen(cart.states)?.filter(({ items }) => items.size > 0)
  happens(cart, (state) => ({ ...state, unpaid: new Map([...state.unpaid, [orderId, state.items]]) }))
}

const itemsOf = (body: Cart): ReadonlyMap<string, number> =>
  new Map(body.items.map((item) => [item.productId, item.quantity]))

/** Those states stay that agree with what is shown. */
const compare = (audit: Audit, cart: KnownCart, body: Cart): void => {
  cart.states = agreeing(audit, sinceThen(cart.states), body, "cart.items")
}

/** Those of some states that agree with what is shown; undefined where none does. */
const agreeing = (
  audit: Audit,
  before: ReadonlyArray<CartState> | undefined,
  body: Cart,
  rule: string
): ReadonlyArray<CartState> | undefined => {
  if (before === undefined) return undefined
  const words = Words.units(itemsOf(body))
  const left = before.filter(({ items }) => Words.units(items) === words)
  const expected = [...new Set(before.map(({ items }) => Words.units(items)))].join(" or ")
  audit.expect(rule, `a cart with ${expected}`).that(left.length > 0, () => words)
  return left.length > 0 ? left : undefined
}

/** What a cart has to tell of a line, and what it tells: `price_changed` only where it is known what was seen. */
const told = (audit: Audit, cart: KnownCart, sent: SentRequest, body: Cart): readonly [due: string, told: string] => {
  const due: Array<string> = []
  const told: Array<string> = []
  for (const item of body.items) {
    const { available, price, productId, quantity } = item
    const seen = cart.pricesSeen.get(productId)
    const isKnown = !cart.isDoubtful && seen !== undefined && seen.n < sent.n
    const codes = body.messages.flatMap((one) => "productId" in one && one.productId === productId ? [one.code] : [])
    const archived = Archives.saidOf(audit, sent, item, codes)
    if (archived !== undefined) {
      if (archived.due) due.push(`${productId}: no_longer_sold`)
      told.push(`${productId}: ${archived.said ? "no_longer_sold" : codes.join()}`)
      continue
    }
    const inWords = (minor: number) => audit.inWords(minor, false)
    if (isKnown && seen.priceMinor !== audit.minor(price)) {
      due.push(`${productId}: price_changed from ${inWords(seen.priceMinor)} to ${inWords(audit.minor(price))}`)
    }
    if (available <= 0) due.push(`${productId}: out_of_stock`)
    else if (available < quantity) due.push(`${productId}: insufficient_stock, ${available} of ${quantity}`)
    for (const message of body.messages) {
      if (!("productId" in message) || message.productId !== productId) continue
      const { code, message: words } = message
      const numbers = words.match(/\d+(?:[.,]\d+)*/g) ?? []
      if (code === "out_of_stock") told.push(`${productId}: ${code}`)
      else if (code === "insufficient_stock") told.push(`${productId}: ${code}, ${numbers.slice(0, 2).join(" of ")}`)
      else if (isKnown) told.push(`${productId}: ${code} from ${numbers.slice(0, 2).join(" to ")}`)
    }
  }
  return [due.join("; "), told.join("; ")]
}

const shown = (audit: Audit, { body, response, sent }: Exchange<unknown, Cart>): void => {
  sumsUp(audit, body, "cart.sums", "lines and shipping that sum to the total")
  const cart = cartOf(audit, sent.cart)
  if (cart.open.size > 0 || isReplay(response)) return
  if (cart.checkouts.size === 0) compare(audit, cart, body)
  tells(audit, cart, sent, body)
}

const tells = (audit: Audit, cart: KnownCart, sent: SentRequest, body: Cart): void => {
  const [due, seen] = told(audit, cart, sent, body)
  audit.expect("cart.messages", `a cart that tells: ${due === "" ? "nothing" : due}`)
    .that(due === seen, () => seen === "" ? "nothing" : seen)
}

const changeShown = (audit: Audit, { body, isFirst, response, sent }: Exchange<unknown, Cart>): void => {
  const cart = cartOf(audit, sent.cart)
  if (isFirst && cart.open.size === 0 && !isReplay(response)) tells(audit, cart, sent, body)
}

/** An order was shown: once it is paid, its units have left the cart. */
const orderShown = (audit: Audit, { body, sent }: Exchange<unknown, Order>): void => {
  const cart = audit.seen.carts.get(sent.cart)
  if (cart?.states === undefined || !["confirmed", "shipped", "delivered"].includes(body.status)) return
  cart.states = sinceThen(cart.states)?.filter(({ unpaid }) => !unpaid.has(body.id))
}

export const rules: Rules = {
  "cart.view": onResponse(CartSchemas.Cart, shown),
  ...onEach(cartChanges, onResponse(CartSchemas.Cart, changeShown)),
  "orders.order": onResponse(OrderSchemas.Order, orderShown)
}

/** At rest: what was paid has left the cart, what was not paid is in it, and so is all that was put there besides. */
const keptAtRest = (audit: Audit, cart: KnownCart, body: Cart): void => {
  const paid = new Map(audit.seen.holds.map(({ orderId, wasPaid }) => [orderId, wasPaid]))
  const states = sinceThen(cart.states)?.filter((state) =>
    [...state.unpaid.keys()].every((id) => paid.get(id) !== true)
    && [...state.paid].every((id) => paid.get(id) !== false)
  )
  agreeing(audit, states, body, "cart.kept")
}

/** At rest: a cart, also of an owner who did nothing after buying it. */
export const atRest = (audit: Audit, name: string, body: Cart): void => {
  const cart = audit.seen.carts.get(name)
  if (cart !== undefined && cart.open.size === 0 && cart.checkouts.size === 0) keptAtRest(audit, cart, body)
  if (cart?.lastOrder === undefined || cart.changes > 0 || cart.open.size > 0) return
  const status = audit.seen.orders.get(cart.lastOrder)?.status
  if (status !== "shipped" && status !== "delivered") return
  audit.expect("cart.consumed", `an empty cart: ${cart.lastOrder} was bought`)
    .that(
      body.items.length === 0,
      () => Words.units(body.items.map((item) => [item.productId, item.quantity] as const))
    )
}
