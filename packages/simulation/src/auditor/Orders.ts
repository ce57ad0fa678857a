/**
 * Rules of orders: an order has the requested goods, at the cost that `Prices` expects; only transitions of the table
 * are ever observed, and none backwards; it is shipped and delivered when its parcels are; and in the end it is
 * decided.
 */
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import { orderShownTo } from "./Access.ts"
import { type Audit, type Exchange, onExchange, onResponse, type Rules } from "./Audit.ts"
import { type Order } from "./Bodies.ts"
import { isReplay } from "./Idempotency.ts"
import * as Money from "./Money.ts"
import type { Delivered, KnownOrder } from "./Observations.ts"
import * as Prices from "./Prices.ts"
import { reaches, type Steps } from "./Steps.ts"
import * as Words from "./Words.ts"

/** All transitions of an order. */
const steps: Steps = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: []
}

const units = (audit: Audit, { items }: Order): void => {
  for (const { productId, quantity, returned, shipped } of items) {
    audit.expect("order.units", `returned ≤ shipped ≤ ${quantity} of ${productId}`)
      .that(
        0 <= returned && returned <= shipped && shipped <= quantity,
        () => `${returned} returned, ${shipped} shipped`
      )
  }
}

const timeline = (audit: Audit, { status, timeline }: Order): void => {
  const path = timeline.map((entry) => entry.status)
  const legal = path[0] === "pending" && path.at(-1) === status
    && path.every((status, i) => i === 0 || steps[path[i - 1]!]!.includes(status))
  audit.expect("order.timeline", "pending, then steps of the table, to the status")
    .that(legal, () => JSON.stringify(path))
}

/**
 * An order is shipped when all of it has left, and delivered when everything that left has arrived; `tracking` is that
 * of the latest shipment.
 */
const parcels = (audit: Audit, { id, items, shipments, status, tracking }: Order): void => {
  const hasLeft = items.every((item) => item.shipped === item.quantity)
  const hasArrived = hasLeft && shipments.every((parcel) => parcel.status === "delivered")
  const holds = status === "delivered" ? hasArrived : status === "shipped" ? hasLeft && !hasArrived : !hasLeft
  audit.expect("order.parcels", `${id}, ${status}, as its parcels say`)
    .that(holds, () => JSON.stringify([items, shipments]))
  if (shipments.length === 0) return
  audit.expect("order.tracking", `the latest parcel of ${id}: ${JSON.stringify(shipments.at(-1))}`)
    .that(JSON.stringify(tracking) === JSON.stringify(shipments.at(-1)), () => JSON.stringify(tracking))
}

/** A line of text as the store keeps it. */
export const asLine = (line: string): string => line.replace(/\s+/g, " ").trim().normalize("NFC")

/** The parts of an address, each in its place; empty where there is none. */
export const partsOf = (address: NonNullable<Delivered["shipping"]>): ReadonlyArray<string> => {
  const { address: street, address2, city, company, country, name, phone, postcode, region } = address
  return [name, company, street, address2, postcode, city, region, country, phone].map((part = "") => part)
}

/** An order goes to whom its buyer said. A country has one name, whichever was given. */
const toWhom = (
  audit: Audit,
  { billingAddress, email, id, shippingAddress }: Order,
  { billing, email: asked, shipping }: Delivered
) => {
  const withCode = (written: Delivered["shipping"], seen: typeof billingAddress) =>
    written === undefined || /^[A-Z]{2}$/.test(written.country)
      ? written
      : { ...written, country: seen?.country ?? written.country }
  const partsOfBoth = (to: NonNullable<Delivered["shipping"]>, bill: Delivered["shipping"]) => [
    ...partsOf(to),
    ...(bill === undefined ? [] : partsOf(bill))
  ]
  const to = withCode(shipping, shippingAddress) ?? shippingAddress
  const due = [asked, ...partsOfBoth(to, withCode(billing, billingAddress))].map(asLine)
  const said = [email, ...partsOfBoth(shippingAddress, billingAddress)]
  audit.expect("order.recipient", `${id} to ${due.join(", ")}`)
    .that(said.length === due.length && due.every((text, n) => text === said[n]), () => said.join(", "))
}

/** An order as its buyer bought it. */
const asBought = (audit: Audit, order: Order, known: KnownOrder): void => {
  audit.expect("order.total", `${known.totalMinor} as the checkout said`)
    .that(
      audit.minor(order.total) === known.totalMinor,
      () => `${Words.amount(audit.minor(order.total))} for ${order.id}`
    )
  audit.expect("order.language", `${order.id} in ${known.language}`).equals(order.language, known.language)
  if (known.delivery !== undefined) toWhom(audit, order, known.delivery)
  audit.expect("order.method", `${order.id} sent by ${known.method}`).equals(order.shippingMethod, known.method)
  if (known.items !== undefined) {
    const seen = Words.units(order.items.map(({ productId, quantity }) => [productId, quantity]))
    const due = [...new Set(known.items.map(Words.units))]
    audit.expect("order.items", `${order.id} of ${due.join(" or ")}`).that(due.includes(seen), () => seen)
  }
  if (known.placed !== undefined) Prices.unitPrices(audit, order, known.placed)
  Prices.orderShown(audit, order, known.shown)
}

/** An order has one number, which no other has. */
const numbered = (audit: Audit, { id, orderNumber }: Order): void => {
  for (const [one, other] of [[id, orderNumber], [orderNumber, id]] as const) {
    const first = audit.seen.numbers.get(one) ?? other
    audit.seen.numbers.set(one, first)
    audit.expect("order.number", `${one} of ${first}`).equals(other, first)
  }
}

/** An order was shown in its current state. */
export const seen = (audit: Audit, { at, body, n, response, sent }: Exchange<unknown, Order>): void => {
  const { undecidedAt } = audit.seen
  if (body.payment.status === "processing" && !undecidedAt.has(body.id)) undecidedAt.set(body.id, at)
  orderShownTo(audit, sent, body.id)
  numbered(audit, body)
  Prices.sums(audit, body)
  units(audit, body)
  timeline(audit, body)
  parcels(audit, body)
  Money.orderSeen(audit, body)
  const known = audit.seen.orders.get(body.id)
  if (known === undefined) return
  asBought(audit, body, known)
  const isStep = reaches(steps, known.status, body.status)
  // A replay has the state at the time of the first response.
  if (sent.n > known.seenAt && !isReplay(response)) {
    audit.expect("order.steps", `${body.id} was ${known.status}, and goes on from there`)
      .that(isStep, () => body.status)
  }
  if (!isStep) return
  known.status = body.status
  known.seenAt = n
}

const shown = (audit: Audit, exchange: Exchange<unknown, Order>): void => {
  const { body, isFirst, sent } = exchange
  audit.expect("order.id", sent.subject).equals(body.id, sent.subject)
  if (isFirst) seen(audit, exchange)
}

const cancelled = (audit: Audit, exchange: Exchange<unknown, Order>): void => {
  shown(audit, exchange)
  const { status } = exchange.body
  audit.expect("cancel.status", "cancelled").equals(status, "cancelled")
}

/** Staff report that an order, or a parcel of it, has arrived. */
const delivered = (audit: Audit, exchange: Exchange<typeof OrderSchemas.DeliverRequest.Encoded, Order>): void => {
  const { body, isFirst, request: { deliveredAt, trackingNumber }, sent } = exchange
  const order = audit.seen.orders.get(sent.subject)
  if (
    isFirst && order !== undefined && deliveredAt !== undefined && trackingNumber === undefined
    && body.status === "delivered" && order.status !== "delivered" && body.shipments.length === 1
  ) order.deliveredAt = Date.parse(deliveredAt)
  shown(audit, exchange)
}

export const rules: Rules = {
  "orders.order": onResponse(OrderSchemas.Order, shown),
  "orders.ship": onResponse(OrderSchemas.Order, shown),
  "orders.cancel": onResponse(OrderSchemas.Order, cancelled),
  "orders.deliver": onExchange(OrderSchemas.DeliverRequest, OrderSchemas.Order, delivered)
}

/** At rest: every order is decided. */
export const orderAtRest = (audit: Audit, { id, status }: Order): void =>
  audit.expect("liveness.order", `${id} has been decided`).that(status !== "pending", () => status)
