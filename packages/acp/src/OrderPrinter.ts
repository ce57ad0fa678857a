/**
 * Orders in the form of ACP: line items, parcels, adjustments and totals. Pure. Follows docs/specification.md#acp.
 */
import type { Adjustment, OrderHistory, Parcel, Units } from "@beauty-store/commerce/orders/OrderHistory"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { formatMoment } from "@beauty-store/domain/Days"
import type { OrderStatus } from "@beauty-store/domain/Order"
import * as Acp from "./Acp.ts"
import type * as Responses from "./ResponseSchemas.ts"
import { sums, total } from "./SessionPrinter.ts"

/** The protocol's `completed` is delivered; adjustments show what happened to the money afterwards. */
const statuses: Readonly<Record<OrderStatus, Responses.Order["status"]>> = {
  pending: "created",
  confirmed: "confirmed",
  shipped: "shipped",
  delivered: "completed",
  cancelled: "canceled"
}

/** Where a person sees an order, by its number and their email address. Without both it leads nowhere. */
export const permalink = (baseUrl: string, orderNumber: string): string =>
  `${baseUrl}/orders/find/${orderNumber.replace(" ", "-")}`

const units = (lines: ReadonlyArray<Units>) => lines.map(({ productId, quantity }) => ({ id: productId, quantity }))

const line = (baseUrl: string) => (item: OrderHistory["lines"][number]): Responses.Order["line_items"][number] => ({
  id: item.productId,
  title: item.name,
  product_id: item.productId,
  image_url: `${baseUrl}/images/${item.productId}.svg`,
  quantity: { ordered: item.quantity, current: item.current, fulfilled: item.fulfilled },
  unit_price: item.unitPriceMinor,
  subtotal: item.lineTotalMinor,
  status: item.current === 0
    ? "removed"
    : item.fulfilled === item.current
    ? "fulfilled"
    : item.fulfilled > 0
    ? "partial"
    : "processing"
})

/** A day, in the form of the protocol's periods. */
const day = (date: string) => ({ earliest: `${date}T00:00:00.000Z`, latest: `${date}T23:59:59.999Z` })

const fulfilment = ({ address }: OrderHistory) => (parcel: Parcel): Responses.Order["fulfillments"][number] => ({
  id: parcel.id,
  type: "shipping",
  status: parcel.status,
  line_items: units(parcel.lines),
  carrier: parcel.carrier,
  tracking_number: parcel.trackingNumber,
  destination: {
    name: address.name,
    line_one: address.address,
    ...(address.address2 === undefined ? {} : { line_two: address.address2 }),
    city: address.city,
    state: address.region ?? "",
    country: address.country,
    postal_code: address.postcode,
    ...(address.company === undefined ? {} : { company: address.company })
  },
  ...(parcel.estimatedDelivery === null ? {} : { estimated_delivery: day(parcel.estimatedDelivery) }),
  events: parcel.events.map(({ at, location, status }, n) => ({
    id: `${parcel.id}-${n + 1}`,
    type: status,
    occurred_at: formatMoment(at),
    ...(location === undefined || location === "" ? {} : { location })
  }))
})

const adjustment =
  (currency: string) =>
  ({ amountMinor, at, cause, id, kind, lines, status }: Adjustment): Responses.Order["adjustments"][number] => ({
    id,
    type: kind,
    occurred_at: formatMoment(at),
    status,
    ...(lines.length === 0 ? {} : { line_items: units(lines) }),
    ...(amountMinor === undefined ? {} : { amount: amountMinor, currency }),
    ...(cause === undefined ? {} : { reason: cause })
  })

/** An order, in full. */
export const order = ({ baseUrl, seller }: StorePolicy, history: OrderHistory): Responses.Order => {
  const { address, id, orderNumber, refundedMinor, status } = history
  const currency = Acp.currencyOf(history.sums.currency)
  return {
    type: "order",
    id,
    checkout_session_id: history.checkoutId,
    order_number: orderNumber,
    permalink_url: permalink(baseUrl, orderNumber),
    status: statuses[status],
    confirmation: {
      confirmation_number: orderNumber,
      confirmation_email_sent: false,
      receipt_url: `${baseUrl}/api/orders/${id}/receipt`
    },
    support: { email: seller.email, help_center_url: `${baseUrl}/policies/contact` },
    line_items: history.lines.map(line(baseUrl)),
    fulfillments: history.parcels.map(fulfilment(history)),
    adjustments: history.adjustments.map(adjustment(currency)),
    totals: [
      ...sums(history.lines, history.sums, address.country),
      ...(refundedMinor > 0 ? [total("amount_refunded", "Refunded", refundedMinor)] : [])
    ]
  }
}
