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
import { tariff, vatIn, vatRate } from "./Tariff.ts"
import * as Words from "./Words.ts"

type SetPrice = typeof ApiSchemas.SetPrice.Encoded
const setPrice = "stock.setPrice" satisfies ApiOperation

/** A product's price before the run, and whether it is sealed for hygiene. */
export const offered = ({ seen }: Audit, productId: string, priceMinor: number, isSealed: boolean): void =>
  void seen.offers.set(productId, { isSealed, prices: [{ priceMinor, from: 0, until: Infinity, overAt: Infinity }] })

export const sent = ({ seen }: Audit, { json, n, operation, subject }: SentRequest): void => {
  if (operation !== setPrice) return
  const prices = seen.offers.get(subject)?.prices
  const priceMinor = cents((json as SetPrice).price)
  const isKnown = prices?.some((one) => one.priceMinor === priceMinor && one.until === Infinity)
  if (isKnown === false) prices?.push({ priceMinor, from: n, until: Infinity, overAt: Infinity })
}

const priceSet = ({ seen }: Audit, { at, n, request, sent }: Exchange<SetPrice, unknown>): void => {
  // Staff set one price of a product at a time.
  const asked = cents(request.price)
  for (const one of seen.offers.get(sent.subject)?.prices ?? []) {
    if (one.priceMinor === asked) continue
    one.until = Math.min(one.until, n)
    one.overAt = Math.min(one.overAt, at)
  }
}

/**
 * What the shop may have asked for a product between two moments, in order of events, or still showed from a moment on,
 * in milliseconds; undefined where that is not known.
 */
export const askedFor = (
  { seen }: Audit,
  productId: string,
  { from, to }: NonNullable<KnownOrder["placed"]>,
  shownSince = Infinity
): ReadonlyArray<number> | undefined =>
  seen.offers.get(productId)?.prices
    .filter((one) => one.from <= to && (one.until >= from || one.overAt > shownSince))
    .map((one) => one.priceMinor)

/** A product is shown at what it costs: it was asked for since the request left, or shortly before at another store. */
const shown = (audit: Audit, { n, sent }: Exchange, { id, price }: Product): void => {
  const since = audit.outdatedFor === 0 ? Infinity : sent.at - audit.outdatedFor
  const asked = askedFor(audit, id, { from: sent.n, to: n }, since)
  audit.expect(
    "catalogue.price",
    `${id} shown at ${sent.path} at what is asked for it: ${asked?.map(Words.amount).join(", ")}`
  )
    .that(asked === undefined || asked.includes(cents(price)), () => Words.amount(cents(price)))
}

export const rules: Rules = {
  [setPrice]: onExchange(ApiSchemas.SetPrice, ApiSchemas.Product, priceSet),
  ...onShownProduct(shown)
}

/** An order was shown that was placed between two moments, in order of events: its units cost what was asked then. */
export const unitPrices = (audit: Audit, { id, items }: Order, placed: NonNullable<KnownOrder["placed"]>): void => {
  for (const { price, productId } of items) {
    const asked = askedFor(audit, productId, placed)
    if (asked === undefined) continue
    audit.expect(
      "order.price",
      `${productId} in ${id} at what was asked for it then: ${asked.map(Words.amount).join(", ")}`
    )
      .that(asked.includes(cents(price)), () => Words.amount(cents(price)))
  }
}

/** Goods that were shown with what they cost. */
type Bill = Pick<Order, "shipping" | "subtotal" | "total"> & {
  readonly items: ReadonlyArray<Pick<Order["items"][number], "lineTotal" | "price" | "productId" | "quantity">>
}

/** Lines of a bill cost their units, and sum with its shipping to its total. Returns what the goods cost, in cents. */
export const sumsUp = (audit: Audit, bill: Bill, rule: string, expected: string): number => {
  const goods = bill.items.reduce((sum, item) => sum + cents(item.lineTotal), 0)
  const sums = [
    ...bill.items.map((item) =>
      [
        `the line of ${item.quantity} of ${item.productId}`,
        cents(item.price) * item.quantity,
        cents(item.lineTotal)
      ] as const
    ),
    ["the subtotal", goods, cents(bill.subtotal)],
    ["the total", goods + cents(bill.shipping), cents(bill.total)]
  ] as const
  audit.expect(rule, expected).that(sums.every(([, due, seen]) => due === seen), () => Words.unequal(sums))
  return goods
}

/** The total of an order contains the VAT of its destination. */
const vatOf = (audit: Audit, { id, shippingAddress: { country }, total, vat, vatTotal }: Order): void => {
  const rate = vatRate(country)
  if (rate === undefined) return
  const all = vatIn(cents(total), rate)
  const ofRates = vat.reduce((sum, row) => sum + cents(row.vat), 0)
  const isTable = vat.every((row) => row.rate === rate && cents(row.net) + cents(row.vat) === cents(row.gross))
    && vat.reduce((sum, row) => sum + cents(row.gross), 0) === cents(total)
  audit.expect("order.vat", `${all} cents of VAT in ${id}, at ${rate} %`)
    .that(
      isTable && cents(vatTotal) === all && ofRates === all,
      () => `${Words.amount(cents(vatTotal))}: ${JSON.stringify(vat)}`
    )
}

/** An order was shown: its lines and its shipping sum to its total. */
export const sums = (audit: Audit, order: Order): void => {
  const { shippingAddress: { country }, shippingMethod } = order
  const goods = sumsUp(audit, order, "order.sums", `lines and shipping of ${order.id} that sum to the total`)
  vatOf(audit, order)
  audit.expect("order.shipping", `${tariff(country, shippingMethod, goods)} cents`)
    .that(
      cents(order.shipping) === tariff(country, shippingMethod, goods),
      () =>
        `${Words.amount(cents(order.shipping))} to ${country}, ${shippingMethod}, for goods of ${Words.amount(goods)}`
    )
}
