/**
 * Rules of prices: an order costs the shop's prices at the time when it was placed, and shipping by the tariff
 * (`Tariff`), which together are its total; and a public page shows a product at its price at the time of the request.
 * While staff change a price, either one may hold.
 */
import * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"
import { type Audit, type Exchange, onExchange, onShownProduct, type Rules } from "./Audit.ts"
import { cents, type Order, type Product } from "./Bodies.ts"
import type { KnownOrder, SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import { tariff } from "./Tariff.ts"
import * as Words from "./Words.ts"

type SetPrice = typeof ApiSchemas.SetPrice.Encoded
const setPrice = "stock.setPrice" satisfies ApiOperation

/** A product's price before the run, and whether it is sealed for hygiene. */
export const offered = ({ seen }: Audit, productId: string, priceMinor: number, isSealed: boolean): void =>
  void seen.offers.set(productId, { isSealed, prices: [{ priceMinor, from: 0, until: Infinity }] })

/** A request leaves. */
export const sent = ({ seen }: Audit, { json, n, operation, subject }: SentRequest): void => {
  if (operation !== setPrice) return
  const prices = seen.offers.get(subject)?.prices
  const priceMinor = cents((json as SetPrice).price)
  const isKnown = prices?.some((one) => one.priceMinor === priceMinor && one.until === Infinity)
  if (isKnown === false) prices?.push({ priceMinor, from: n, until: Infinity })
}

const priceSet = ({ seen }: Audit, { n, request, sent }: Exchange<SetPrice, unknown>): void => {
  // Staff set one price of a product at a time.
  const asked = cents(request.price)
  for (const one of seen.offers.get(sent.subject)?.prices ?? []) {
    if (one.priceMinor !== asked) one.until = Math.min(one.until, n)
  }
}

/**
 * What the shop may have asked for a product between two moments, in order of events; undefined where that is not
 * known.
 */
export const askedFor = (
  { seen }: Audit,
  productId: string,
  { from, to }: NonNullable<KnownOrder["placed"]>
): ReadonlyArray<number> | undefined =>
  seen.offers.get(productId)?.prices.filter((one) => one.from <= to && one.until >= from).map((one) => one.priceMinor)

/** A product is shown at what it costs: it was asked for since the request left. */
const shown = (audit: Audit, { n, sent }: Exchange, { id, price }: Product): void => {
  const asked = askedFor(audit, id, { from: sent.n, to: n })
  audit.expect(
    asked === undefined || asked.includes(cents(price)),
    "catalogue.price",
    `${id} shown at ${sent.path} at what is asked for it: ${asked?.map(Words.amount).join(", ")}`,
    () => Words.amount(cents(price))
  )
}

export const rules: Rules = {
  [setPrice]: onExchange(ApiSchemas.SetPrice, ApiSchemas.Product, priceSet),
  ...onShownProduct(shown)
}

/** An order was shown that was placed between two moments, in order of events: its units cost what was asked then. */
export const unitPrices = (
  audit: Audit,
  { id, items }: Order,
  placed: NonNullable<KnownOrder["placed"]>
): void => {
  for (const { price, productId } of items) {
    const asked = askedFor(audit, productId, placed)
    if (asked === undefined) continue
    audit.expect(
      asked.includes(cents(price)),
      "order.price",
      `${productId} in ${id} at what was asked for it then: ${asked.map(Words.amount).join(", ")}`,
      () => Words.amount(cents(price))
    )
  }
}

/** An order was shown: its lines and its shipping sum to its total. */
export const sums = (audit: Audit, order: Order): void => {
  const { items, shippingAddress: { country }, shippingMethod } = order
  const goods = items.reduce((sum, item) => sum + cents(item.lineTotal), 0)
  const holds = items.every((item) => cents(item.lineTotal) === cents(item.price) * item.quantity)
    && cents(order.subtotal) === goods && cents(order.total) === goods + cents(order.shipping)
  audit.expect(
    holds,
    "order.sums",
    `lines and shipping of ${order.id} that sum to the total`,
    () =>
      Words.unequal([
        ...items.map((item) =>
          [
            `the line of ${item.quantity} of ${item.productId}`,
            cents(item.price) * item.quantity,
            cents(item.lineTotal)
          ] as const
        ),
        ["the subtotal", goods, cents(order.subtotal)],
        ["the total", goods + cents(order.shipping), cents(order.total)]
      ])
  )
  audit.expect(
    cents(order.shipping) === tariff(country, shippingMethod, goods),
    "order.shipping",
    `${tariff(country, shippingMethod, goods)} cents`,
    () => `${Words.amount(cents(order.shipping))} to ${country}, ${shippingMethod}, for goods of ${Words.amount(goods)}`
  )
}
