/**
 * The parts of an order's page, a card each: the goods, the parcels, the returns, the refunds, the sum, and the
 * address. Pure: from the view of the order, in its language.
 *
 * The rule: a card without content is left out. Times are the shop's own, Berlin. Follows
 * docs/specification.md#order-page.
 */
import type { ReturnView } from "@beauty-store/commerce/after-sales/Returns"
import type * as OrderPages from "@beauty-store/commerce/orders/OrderPages"
import type * as Orders from "@beauty-store/commerce/orders/Orders"
import { addressLines, paymentMethod } from "@beauty-store/documents/internal/Wording"
import { type Locale, textIn } from "@beauty-store/domain/Language"
import { nothingPaid } from "@beauty-store/domain/Payment"
import { containsVat } from "@beauty-store/domain/Pricing"
import { describeApplied } from "@beauty-store/domain/Promotion"
import * as Return from "@beauty-store/domain/Return"
import { ShipmentStatus } from "@beauty-store/domain/Shipment"
import type { Method } from "@beauty-store/domain/Shipping"
import { Card } from "@beauty-store/ui/Card"
import { formatIn } from "@beauty-store/ui/Format"
import { Links } from "@beauty-store/ui/Layout"
import { Lines } from "@beauty-store/ui/Lines"
import { LineItems, PriceTable } from "@beauty-store/ui/Prices"
import { type Moment, Status, Time, Timeline, type Tone } from "@beauty-store/ui/Status"
import * as Schema from "effect/Schema"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import type { Frame } from "./PageFrame.tsx"

/** An order as its page shows it: in its language, as the country of the shop's seller writes it, in the shop's time. */
export type OrderView = Omit<Orders.OrderView, "language"> & Pick<Frame, "language" | "timeZone">
export type OrderPageView = Omit<OrderPages.OrderPageView, "order"> & { readonly order: OrderView }

/** The address of a page below the order's page. */
export type Address = (path?: string) => string

export const addressOf = (token: string): Address => (path) => `/orders/${token}${path === undefined ? "" : `/${path}`}`

export const momentOf = ({ language, timeZone }: Pick<Frame, "language" | "timeZone">, at: number): Moment => ({
  iso: new Date(at).toISOString(),
  words: formatIn(language).moment(at, timeZone)
})

const isShipmentStatus = Schema.is(ShipmentStatus)

/** A status of a parcel in words; one that only its carrier knows is shown in its own words. */
const parcelStatus = (language: Locale, status: string): string => {
  if (isShipmentStatus(status)) return Messages.shipments[status](language)
  const text = status.replace(/_/g, " ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export const isPaid = (order: OrderView): boolean => order.payment.method !== null

/** Whether money arrived, of which some may have gone back: also a payment that came too late to pay the order. */
export const wasCharged = (order: OrderView): boolean => isPaid(order) || order.refunds.length > 0

/** `2 × Rose Water, 1 × Soap`. */
export const itemsOf = (one: ReturnView): string =>
  Return.byProduct(one.items).map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")

/** `Rose Water: 1 of 2 accepted`, for each product of which not all was. */
const shortfalls = (language: Locale, { items, status }: ReturnView): ReadonlyArray<string> =>
  status !== "refunded" ? [] : Return.byProduct(items).flatMap(({ lines, name, quantity: of }) => {
    const count = lines.reduce((sum, { accepted }) => sum + (accepted ?? 0), 0)
    return count === of ? [] : [`${name}: ${words.acceptedOf(language, { count, of })}`]
  })

export const isOpen = (one: ReturnView): boolean => Return.transitions[one.status].includes("cancelled")

const words = Messages.order

/** An amount of an order, in its currency and its language. */
const money = ({ currency, language }: OrderView, amountMinor: number): string =>
  formatIn(language).money(amountMinor, currency)

/** How the amount of a line comes about, where it is not the price of one unit. */
export const priceNotes = (
  { currency, language }: Pick<OrderView, "currency" | "language">,
  { discountMinor, quantity, unitPriceMinor }: Pick<
    OrderView["items"][number],
    "discountMinor" | "quantity" | "unitPriceMinor"
  >
): ReadonlyArray<string> => {
  const amountOf = (minor: number) => ({ amount: formatIn(language).money(minor, currency) })
  return [
    ...(quantity > 1 || discountMinor > 0 ? [words.each(language, amountOf(unitPriceMinor))] : []),
    ...(discountMinor > 0 ? [words.discount(language, amountOf(0 - discountMinor))] : [])
  ]
}

export const Goods = ({ order }: { readonly order: OrderView }): VNode => {
  const { items, language } = order
  return (
    <Card title={words.goods(language)}>
      <LineItems
        items={items.map((item) => {
          const { quantity: of, returned, shipped } = item
          const notes = [
            ...priceNotes(order, item),
            shipped > 0 && shipped < of && words.shippedOf(language, { count: shipped, of }),
            returned > 0 && words.returnedOf(language, { count: returned, of })
          ].filter(Boolean)
          return {
            words: `${of} × ${item.name}`,
            note: notes.length > 0 ? notes.join(" · ") : undefined,
            amount: money(order, item.lineTotalMinor),
            picture: `/images/${item.productId}.svg`
          }
        })}
      />
    </Card>
  )
}

export const Parcels = ({ order }: { readonly order: OrderView }): VNode | null => {
  const { language, shipments } = order
  return shipments.length === 0 ?
    null :
    (
      <Card title={words.parcels(language, { count: shipments.length })}>
        <ul class="entries">
          {shipments.map((shipment) => {
            const arrival = shipment.deliveredAt === undefined
              ? words.expected(language, { date: formatIn(language).date(shipment.estimatedDelivery) })
              : words.arrived(language, { moment: formatIn(language).moment(shipment.deliveredAt, order.timeZone) })
            return (
              <li>
                <div class="row">
                  <h3>{shipment.carrier}</h3>
                  <Status tone={shipment.status === "delivered" ? "right" : "wait"}>
                    {parcelStatus(language, shipment.status)}
                  </Status>
                </div>
                <p class="quiet">
                  {words.trackingNumber(language, { number: shipment.trackingNumber })}
                  {` · ${arrival}`}
                </p>
                {shipment.events.length > 0 && (
                  <Timeline
                    entries={[...shipment.events].sort((a, b) => b.at - a.at).map(({ at, location, status }) => ({
                      words: [parcelStatus(language, status), location].filter((part) => part !== "").join(", "),
                      at: momentOf(order, at)
                    }))}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </Card>
    )
}

const returnTones: Readonly<Record<Return.ReturnStatus, Tone | undefined>> = {
  requested: "wait",
  in_transit: "wait",
  received: "wait",
  refunded: "right",
  rejected: "wrong",
  cancelled: undefined
}

const labelPath = (one: ReturnView): string => {
  const { pathname, search } = new URL(one.labelUrl)
  return `${pathname}${search}`
}

const comingBack = (order: OrderView, { refundMinor }: ReturnView): string =>
  refundMinor === 0
    ? words.nothingComesBack(order.language)
    : words.comesBack(order.language, { amount: money(order, refundMinor) })

const ReturnEntry = (
  { at, one, order }: { readonly one: ReturnView; readonly order: OrderView; readonly at: Address }
): VNode => {
  const { language } = order
  const items = itemsOf(one)
  return (
    <li>
      <div class="row">
        <h3>{items}</h3>
        <Status tone={returnTones[one.status]}>{Messages.returns[one.status](language)}</Status>
      </div>
      <p class="quiet">
        {words.returnNumber(language)} <span class="amount">{one.returnNumber}</span>
        {" · "}
        <Time {...momentOf(order, one.timeline.at(-1)?.at ?? one.createdAt)} />
        {isOpen(one) && ` · ${comingBack(order, one)}`}
        {shortfalls(language, one).map((text) => ` · ${text}`)}
      </p>
      {isOpen(one) && (
        <Links
          name={words.returnOf(language, { items })}
          links={[
            { href: labelPath(one), words: words.printLabel(language) },
            { href: at(`returns/${one.returnId}/cancel`), words: words.callOff(language) }
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
    <Card title={words.returnsMade(order.language, { count: returns.length })}>
      <ul class="entries">{returns.map((one) => <ReturnEntry one={one} order={order} at={at} />)}</ul>
    </Card>
  )

const refundTones: Readonly<Record<OrderView["refunds"][number]["status"], Tone>> = {
  pending: "wait",
  succeeded: "right",
  failed: "wrong"
}

export const MoneyBack = ({ order }: { readonly order: OrderView }): VNode | null => {
  const { language, refunds } = order
  const { date } = formatIn(language)
  return refunds.length === 0 ? null : (
    <Card title={words.moneyBack(language)}>
      <ul class="entries">
        {refunds.map((refund) => {
          const { from, to } = refund.expectedBy
          return (
            <li>
              <div class="row">
                <h3 class="amount">{money(order, refund.amountMinor)}</h3>
                <Status tone={refundTones[refund.status]}>{Messages.refunds[refund.status](language)}</Status>
              </div>
              <p class="quiet">
                {refund.status === "failed"
                  ? words.bankRefused(language)
                  : words.refundExpected(language, { from: date(from), to: date(to) })}
              </p>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

export const Sum = (
  { method: shippedBy, order }: { readonly order: OrderView; readonly method: Method }
): VNode => {
  const { language, payment: { method }, promotions, shippingMinor } = order
  const notes = [
    containsVat(order) && words.vatIncluded(language),
    method !== null && method !== nothingPaid && words.paidBy(language, { method: paymentMethod(language, method) })
  ].filter((note) => note !== false)
  return (
    <Card title={words.total(language)}>
      <PriceTable
        prices={[
          { words: words.goodsSum(language), amount: money(order, order.subtotalMinor) },
          {
            words: words.shippingBy(language, { method: textIn(shippedBy.title, language) }),
            amount: shippingMinor === 0 ? Messages.frame.free(language) : money(order, shippingMinor)
          },
          { words: words.total(language), amount: money(order, order.totalMinor), main: true }
        ]}
      />
      {promotions.map((one) => <p class="quiet">{describeApplied(one, (minor) => money(order, minor))}</p>)}
      {notes.length > 0 && <p class="quiet">{notes.join(" ")}</p>}
    </Card>
  )
}

export const Delivery = (
  { order: { billingAddress, email, language, shippingAddress } }: { readonly order: OrderView }
): VNode => (
  <Card title={words.delivery(language)}>
    <address>
      <Lines lines={addressLines(language, shippingAddress)} />
    </address>
    {billingAddress !== undefined && (
      <>
        <h3>{words.billing(language)}</h3>
        <address>
          <Lines lines={addressLines(language, billingAddress)} />
        </address>
      </>
    )}
    <p class="quiet">
      <Lines lines={[email, shippingAddress.phone].filter((line) => line !== undefined)} />
    </p>
  </Card>
)

/** The receipt, once there is one. */
export const ReceiptLinks = (
  { at, order }: { readonly order: OrderView; readonly at: Address }
): VNode | null => {
  const { language } = order
  return !isPaid(order) ? null : (
    <Card title={words.receipt(language)}>
      <Links
        name={words.receipt(language)}
        links={[
          { href: at("receipt"), words: words.receiptShown(language) },
          { href: at("receipt.pdf"), words: words.receiptPdf(language) }
        ]}
      />
    </Card>
  )
}
