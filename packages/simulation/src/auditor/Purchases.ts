/**
 * Rules of purchases: a checkout, a purchase by delegation, or a session of an agent. Each makes one order, however
 * often it is sent; an acknowledged order is listed; and nobody has more orders than they requested.
 */
import { CheckoutSession } from "@beauty-store/acp/ResponseSchemas"
import * as CheckoutSchemas from "@beauty-store/http/contract/CheckoutSchemas"
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import { orderShownTo, ownedBy } from "./Access.ts"
import { type Audit, type Exchange, onEach, onExchange, onResponse, type Rules } from "./Audit.ts"
import { type AcpSession, type CheckoutSession as HostedSession, type Order, type OrderSummary } from "./Bodies.ts"
import * as Carts from "./Carts.ts"
import { changeOfClient } from "./Idempotency.ts"
import * as Money from "./Money.ts"
import type { Delivered, KnownOrder, SentRequest } from "./Observations.ts"
import { type ApiOperation, sessionChanges } from "./Operations.ts"
import * as Orders from "./Orders.ts"
import * as Prices from "./Prices.ts"

const checkout = "checkout.start" satisfies ApiOperation
const place = "orders.place" satisfies ApiOperation

type Delivery = Pick<
  typeof OrderSchemas.OrderRequest.Encoded,
  "email" | "shipping" | "billing" | "shippingMethod" | "language"
>

export const sent = (audit: Audit, request: SentRequest): void => {
  const { operation } = request
  if (operation !== checkout && operation !== place) return
  const { cartsBought, purchasesSent } = audit.seen
  const purchase = changeOfClient(request)
  if (!purchasesSent.has(purchase)) purchasesSent.set(purchase, request.n)
  if (operation === checkout) countCheckout(audit, request)
  const cart = Carts.cartOf(audit, request.cart)
  cart.changes = 0
  // What is in the cart now is bought by this purchase, whose order may never become known.
  cart.lastOrder = undefined
  const contents = cart.open.size === 0 ? Carts.contentsOf(cart) : undefined
  if (contents !== undefined) cartsBought.set(request.n, contents)
  // Whether a purchase by delegation whose response is lost takes its lines out of the cart cannot be observed.
  if (operation === place) cart.states = undefined
}

const countCheckout = ({ seen }: Audit, { cart, key, n, principal }: SentRequest): void => {
  const id = key === undefined ? `n${n}` : `${cart} ${key}`
  if (seen.checkoutKeys.has(id)) return
  seen.checkoutKeys.add(id)
  seen.checkouts.set(principal, (seen.checkouts.get(principal) ?? 0) + 1)
}

/** An order that a purchase has just made. */
const bought = (audit: Audit, request: SentRequest, n: number, total: number, delivery: Delivery): KnownOrder => ({
  principal: request.principal,
  totalMinor: audit.minor(total),
  items: Carts.cartOf(audit, request.cart).changes === 0 ? audit.seen.cartsBought.get(request.n) : undefined,
  country: delivery.shipping.country,
  method: delivery.shippingMethod ?? "standard",
  language: delivery.language ?? "en",
  delivery,
  status: "pending",
  seenAt: n,
  goodwillMinor: 0,
  deliveredAt: undefined,
  placed: { from: audit.seen.purchasesSent.get(changeOfClient(request))!, to: n },
  shown: Prices.shownIn(audit, request)
})

const checkedOut = (
  audit: Audit,
  { body, isFirst, n, request, sent }: Exchange<typeof CheckoutSchemas.CheckoutRequest.Encoded, HostedSession>
): void => {
  const { orders } = audit.seen
  ownedBy(audit, sent, body.sessionId)
  if (!isFirst) {
    return audit.expect("checkout.replay", "an order that is known").that(orders.has(body.orderId), () => body.orderId)
  }
  audit.expect("checkout.oneOrder", "a new order for a new checkout")
    .that(!orders.has(body.orderId), () => `order ${body.orderId} again`)
  orders.set(body.orderId, bought(audit, sent, n, body.total, request))
  Carts.cartOf(audit, sent.cart).lastOrder = body.orderId
  audit.seen.checkoutOrders.set(body.orderId, { cart: sent.cart, expiresAt: Date.parse(body.expiresAt), n })
  Carts.checkedOut(audit, sent, body.orderId)
}

const placed = (audit: Audit, exchange: Exchange<typeof OrderSchemas.OrderRequest.Encoded, Order>): void => {
  const { body, isFirst, n, request, sent } = exchange
  const { delegations, orders, purchasesSent } = audit.seen
  const revokedAt = delegations.get(request.delegation)?.revokedAt
  audit.expect("delegation.revoked", `nothing is bought with ${request.delegation} once it is revoked`)
    .that(revokedAt === undefined || purchasesSent.get(changeOfClient(sent))! < revokedAt, () => `order ${body.id}`)
  if (!isFirst) return
  audit.expect("place.oneOrder", "a new order").that(!orders.has(body.id), () => `order ${body.id} again`)
  orders.set(body.id, bought(audit, sent, n, body.total, request))
  Carts.cartOf(audit, sent.cart).lastOrder = body.id
  Orders.seen(audit, exchange)
}

/** To whom the order of a session goes, as the session says. */
const recipientOf = ({ buyer, fulfillment_details }: AcpSession): Delivered | undefined => {
  const { address, email, phone_number } = fulfillment_details ?? {}
  const told = buyer?.email ?? email
  if (told === undefined) return undefined
  if (address === undefined) return { email: told, shipping: undefined }
  const { city, company, country, line_one, line_two, name, postal_code, state } = address
  return {
    email: told,
    shipping: {
      name,
      address: line_one,
      city,
      postcode: postal_code,
      country,
      company,
      address2: line_two,
      region: state,
      phone: phone_number
    }
  }
}

/** A session of an agent, with the order that it became. */
const sessionSeen = (audit: Audit, { body, n, sent }: Exchange<unknown, AcpSession>): void => {
  const { order } = body
  if (order === undefined) return
  orderShownTo(audit, sent, order.id)
  const totalMinor = order.totals.find(({ type }) => type === "total")!.amount
  Money.isPaid(audit, order.id, totalMinor, "bought")
  if (audit.seen.orders.has(order.id)) return
  audit.seen.orders.set(order.id, {
    principal: sent.principal,
    totalMinor,
    items: [new Map(body.line_items.map(({ id, quantity }) => [id, quantity]))],
    country: body.fulfillment_details!.address!.country,
    method: body.selected_fulfillment_options![0]!.option_id,
    language: body.locale,
    status: "confirmed",
    seenAt: n,
    goodwillMinor: 0,
    deliveredAt: undefined,
    delivery: recipientOf(body),
    placed: undefined
  })
}

export const rules: Rules = {
  [checkout]: onExchange(CheckoutSchemas.CheckoutRequest, CheckoutSchemas.CheckoutSession, checkedOut),
  [place]: onExchange(OrderSchemas.OrderRequest, OrderSchemas.Order, placed),
  ...onEach(["acp.getCheckoutSession", ...sessionChanges], onResponse(CheckoutSession, sessionSeen))
}

/** At rest: all orders of a principal. `refused`: payment pages that the provider did not open, for anybody. */
export const listAtRest = (audit: Audit, principal: string, listed: ReadonlyArray<OrderSummary>, refused: number) => {
  const { checkouts, orders } = audit.seen
  const ids = listed.map(({ id }) => id)
  for (const id of ids) {
    const owner = orders.get(id)?.principal ?? principal
    audit.expect("privacy", `orders of ${principal}`).that(owner === principal, () => id)
  }
  for (const [id, order] of orders) {
    if (order.principal !== principal) continue
    audit.expect("acknowledged.lost", `order ${id} of ${principal}`).that(ids.includes(id), () => "not listed")
  }
  // A checkout that the provider did not accept leaves a cancelled order behind, at each attempt.
  const standing = listed.filter(({ status }) => status !== "cancelled").length
  const most = checkouts.get(principal) ?? 0
  audit.expect(
    "checkout.once",
    `at most ${most} orders of ${principal}, who checked out that often, and ${refused} cancelled for want of a page`
  )
    .that(
      standing <= most && listed.length <= most + refused,
      () => `${standing} orders that are not cancelled, of ${listed.length}`
    )
}
