/**
 * The parts of an order's page, a card each: the goods, the parcels, the returns, the refunds, the sum, and the
 * address. Pure: from the view of the order.
 *
 * The rule: a card without content is left out. Times are the shop's own, Berlin. Follows
 * docs/specification.md#order-page.
 */
import type { ReturnView } from "@beauty-store/commerce/after-sales/Returns"
import type { OrderPageView } from "@beauty-store/commerce/orders/OrderPages"
import type { OrderView } from "@beauty-store/commerce/orders/Orders"
import { addressLines, date, money, paymentMethod } from "@beauty-store/documents/internal/Wording"
import type { Day } from "@beauty-store/domain/Days"
import * as Refund from "@beauty-store/domain/Refund"
import * as Return from "@beauty-store/domain/Return"
import { Card } from "@beauty-store/ui/Card"
import { Links } from "@beauty-store/ui/Layout"
import { Lines } from "@beauty-store/ui/Lines"
import { LineItems, PriceTable } from "@beauty-store/ui/Prices"
import { type Moment, Status, Time, Timeline, type Tone } from "@beauty-store/ui/Status"
import type { VNode } from "preact"

/** The address of a page below the order's page. */
export type Address = (path?: string) => string

export const addressOf = (token: string): Address => (path) => `/orders/${token}${path === undefined ? "" : `/${path}`}`

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit"
})

export const momentOf = (at: number): Moment => ({
  iso: new Date(at).toISOString(),
  words: clock.format(at).replace(" at ", ", ")
})

const span = ({ from, to }: { readonly from: Day; readonly to: Day }): string => `between ${date(from)} and ${date(to)}`

/** A status in words: `in_transit` as `In transit`. */
const words = (status: string): string => {
  const text = status.replace(/_/g, " ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export const isPaid = (order: OrderView): boolean => order.payment.method !== null

/** `2 × Rose Water, 1 × Soap`. */
export const itemsOf = (one: ReturnView): string =>
  one.items.map((item) => `${item.quantity} × ${item.name}`).join(", ")

export const isOpen = (one: ReturnView): boolean => Return.transitions[one.status].includes("cancelled")

export const Goods = ({ order }: { readonly order: OrderView }): VNode => (
  <Card title="What you ordered">
    <LineItems
      items={order.items.map((item) => {
        const notes = [
          item.quantity > 1 && `${money(item.unitPriceMinor, order.currency)} each`,
          item.shipped > 0 && item.shipped < item.quantity && `${item.shipped} of ${item.quantity} shipped`,
          item.returned > 0 && `${item.returned} of ${item.quantity} returned`
        ].filter(Boolean)
        return {
          words: `${item.quantity} × ${item.name}`,
          note: notes.length > 0 ? notes.join(" · ") : undefined,
          amount: money(item.lineTotalMinor, order.currency),
          picture: `/images/${item.productId}.svg`
        }
      })}
    />
  </Card>
)

export const Parcels = ({ order: { shipments } }: { readonly order: OrderView }): VNode | null =>
  shipments.length === 0 ?
    null :
    (
      <Card title={shipments.length === 1 ? "Your parcel" : `Your ${shipments.length} parcels`}>
        <ul class="entries">
          {shipments.map((shipment) => {
            const arrived = shipment.status === "delivered"
            return (
              <li>
                <div class="row">
                  <h3>{shipment.carrier}</h3>
                  <Status tone={arrived ? "right" : "wait"}>{words(shipment.status)}</Status>
                </div>
                <p class="quiet">
                  Tracking number {shipment.trackingNumber}
                  {!arrived && ` · expected ${date(shipment.estimatedDelivery)}`}
                </p>
                {shipment.events.length > 0 && (
                  <Timeline
                    entries={[...shipment.events].sort((a, b) => b.at - a.at).map((scan) => ({
                      words: scan.location === "" ? words(scan.status) : `${words(scan.status)}, ${scan.location}`,
                      at: momentOf(scan.at)
                    }))}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </Card>
    )

const returnWords: Readonly<Record<Return.ReturnStatus, readonly [state: string, tone: Tone | undefined]>> = {
  requested: ["Waiting for your parcel", "wait"],
  in_transit: ["On its way to us", "wait"],
  received: ["Arrived, being checked", "wait"],
  refunded: ["Accepted", "right"],
  rejected: ["Not accepted", "wrong"],
  cancelled: ["Called off", undefined]
}

const labelPath = (one: ReturnView): string => {
  const { pathname, search } = new URL(one.labelUrl)
  return `${pathname}${search}`
}

const ReturnEntry = (
  { at, one, order }: { readonly one: ReturnView; readonly order: OrderView; readonly at: Address }
): VNode => {
  const [state, tone] = returnWords[one.status]
  return (
    <li>
      <div class="row">
        <h3>{itemsOf(one)}</h3>
        <Status tone={tone}>{state}</Status>
      </div>
      <p class="quiet">
        <Time {...momentOf(one.timeline.at(-1)?.at ?? one.createdAt)} />
        {isOpen(one) && ` · ${money(one.refundMinor, order.currency)} come back once we have checked it`}
      </p>
      {isOpen(one) && (
        <Links
          label={`Return of ${itemsOf(one)}`}
          links={[
            { href: labelPath(one), words: "Print the return label (PDF)" },
            { href: at(`returns/${one.returnId}/cancel`), words: "Call this return off" }
          ]}
        />
      )}
    </li>
  )
}

export const ReturnsMade = (
  { at, view: { order, returns } }: { readonly view: OrderPageView; readonly at: Address }
): VNode | null =>
  returns.length === 0 ? null : (
    <Card title={returns.length === 1 ? "Your return" : "Your returns"}>
      <ul class="entries">{returns.map((one) => <ReturnEntry one={one} order={order} at={at} />)}</ul>
    </Card>
  )

const refundStates: Readonly<Record<OrderView["refunds"][number]["status"], readonly [state: string, tone: Tone]>> = {
  pending: ["On its way", "wait"],
  succeeded: ["Sent", "right"],
  failed: ["Not sent yet", "wrong"]
}

export const MoneyBack = ({ order: { currency, refunds } }: { readonly order: OrderView }): VNode | null =>
  refunds.length === 0 ? null : (
    <Card title="Money back">
      <ul class="entries">
        {refunds.map((refund) => {
          const [state, tone] = refundStates[refund.status]
          return (
            <li>
              <div class="row">
                <h3 class="amount">{money(refund.amountMinor, currency)}</h3>
                <Status tone={tone}>{state}</Status>
              </div>
              <p class="quiet">
                {refund.status === "failed"
                  ? "The bank did not take it. We are trying again."
                  : `To your original way of paying; expected ${span(Refund.expectedBy(refund.createdAt))}.`}
              </p>
            </li>
          )
        })}
      </ul>
    </Card>
  )

export const Sum = ({ order }: { readonly order: OrderView }): VNode => (
  <Card title="Total">
    <PriceTable
      prices={[
        { words: "Goods", amount: money(order.subtotalMinor, order.currency) },
        {
          words: `Shipping, ${order.shippingMethod}`,
          amount: order.shippingMinor === 0 ? "free" : money(order.shippingMinor, order.currency)
        },
        { words: "Total", amount: money(order.totalMinor, order.currency), main: true }
      ]}
    />
    <p class="quiet">
      VAT included.
      {order.payment.method !== null && ` Paid by ${paymentMethod(order.payment.method)}.`}
    </p>
  </Card>
)

export const Delivery = ({ order }: { readonly order: OrderView }): VNode => (
  <Card title="Delivery">
    <address>
      <Lines lines={addressLines(order.shippingAddress)} />
    </address>
    <p class="quiet">{order.email}</p>
  </Card>
)

export const Particulars = ({ at, order }: { readonly order: OrderView; readonly at: Address }): VNode => (
  <Card title="Order">
    <p>
      <code>{order.id}</code>
    </p>
    <p class="quiet">
      Placed <Time {...momentOf(order.createdAt)} />
    </p>
    {isPaid(order) && (
      <Links
        label="Receipt"
        links={[{ href: at("receipt"), words: "Receipt" }, { href: at("receipt.pdf"), words: "Receipt as PDF" }]}
      />
    )}
  </Card>
)
