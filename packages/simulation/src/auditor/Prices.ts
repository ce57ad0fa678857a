/**
 * Rules of prices: an order costs the shop's prices at the time when it was placed, and shipping by the tariff
 * (`Tariff`), which together are its total; and a public page shows a product at its price at the time of the request.
 * While staff change a price, either one may hold.
 * No order costs more, after discounts, than its buyer expected or was shown, where no response with the cart was lost.
 */
import * as CatalogSchemas from "@beauty-store/http/contract/CatalogSchemas"
import type * as CheckoutSchemas from "@beauty-store/http/contract/CheckoutSchemas"
import * as StockSchemas from "@beauty-store/http/contract/StockSchemas"
import { type Audit, type Exchange, onExchange, onShownProduct, type Rules } from "./Audit.ts"
import { type Cart, type Order, type Product, type Refusal } from "./Bodies.ts"
import * as Idempotency from "./Idempotency.ts"
import type { KnownOrder, Offered, SentRequest } from "./Observations.ts"
import { type ApiOperation, cartChanges } from "./Operations.ts"
import * as PricePlans from "./PricePlans.ts"
import * as Promotions from "./Promotions.ts"
import { placeOf, type RateOf, ratesFor, tableOf, tableSaid, tariff, taxOf } from "./Tariff.ts"
import * as Words from "./Words.ts"

type SetPrice = typeof StockSchemas.SetPrice.Encoded
const setPrice = "stock.setPrice" satisfies ApiOperation

/** A product's price before the run, and what does not change of it. */
export const offered = ({ seen }: Audit, productId: string, priceMinor: number, offer: Offered): void =>
  void seen.offers.set(productId, {
    ...offer,
    prices: [{ priceMinor, from: 0, until: Infinity, overAt: Infinity, isSure: true }]
  })

export const sent = (audit: Audit, request: SentRequest): void => {
  const { seen } = audit
  const { json, n, operation, subject } = request
  PricePlans.sent(audit, request)
  if (operation !== setPrice) return
  seen.openPrices.set(Idempotency.changeOfClient(request), subject)
  const prices = seen.offers.get(subject)?.prices
  const priceMinor = audit.minor((json as SetPrice).price)
  const isKnown = prices?.some((one) => one.priceMinor === priceMinor && one.until === Infinity)
  if (isKnown === false) prices?.push({ priceMinor, from: n, until: Infinity, overAt: Infinity, isSure: false })
}

const priceSet = (audit: Audit, { at, n, request, sent }: Exchange<SetPrice, unknown>): void => {
  // Staff set one price of a product at a time.
  const asked = audit.minor(request.price)
  for (const one of audit.seen.offers.get(sent.subject)?.prices ?? []) {
    if (one.priceMinor === asked) {
      one.isSure = true
      continue
    }
    one.until = Math.min(one.until, n)
    one.overAt = Math.min(one.overAt, at)
  }
}

/**
 * What the shop may have asked for a product between two moments, in order of events, or still showed from a moment on,
 * in milliseconds; undefined where that is not known.
 */
export const askedFor = (
  audit: Audit,
  productId: string,
  { from, to }: NonNullable<KnownOrder["placed"]>,
  shownSince = Infinity
): ReadonlyArray<number> | undefined => {
  PricePlans.follow(audit)
  return audit.seen.offers.get(productId)?.prices
    .filter((one) => one.from <= to && (one.until >= from || one.overAt > shownSince))
    .map((one) => one.priceMinor)
}

/** A price that is shown was asked for since the request left, or shortly before at another store. */
export const priceShown = (
  audit: Audit,
  { n, sent }: Pick<Exchange, "n"> & { readonly sent: Pick<Exchange["sent"], "at" | "n" | "path"> },
  { id, price }: Pick<Product, "id" | "price">
): void => {
  const since = audit.outdatedFor === 0 ? Infinity : sent.at - audit.outdatedFor
  const asked = askedFor(audit, id, { from: sent.n, to: n }, since)
  audit.expect(
    "catalogue.price",
    `${id} shown at ${sent.path} at what is asked for it: ${asked?.map(Words.amount).join(", ")}`
  )
    .that(asked === undefined || asked.includes(audit.minor(price)), () => Words.amount(audit.minor(price)))
}

/** A product is shown at what it costs, and says of what that is a reduction. */
const shown = (audit: Audit, exchange: Exchange, product: Product): void => {
  priceShown(audit, exchange, product)
  PricePlans.shown(audit, exchange, product)
}

export const rules: Rules = {
  ...PricePlans.rules,
  [setPrice]: onExchange(StockSchemas.SetPrice, CatalogSchemas.Product, priceSet),
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
      .that(asked.includes(audit.minor(price)), () => Words.amount(audit.minor(price)))
  }
}

/** Goods that were shown with what they cost. */
type Bill = Pick<Order, "discounts" | "shipping" | "subtotal" | "total"> & {
  readonly items: ReadonlyArray<Promotions.Discounted["items"][number] & Pick<Order["items"][number], "lineTotal">>
}

/** Lines of a bill cost their units, and sum with its shipping to its total. Returns what the goods cost, in cents. */
export const sumsUp = (audit: Audit, bill: Bill, rule: string, expected: string): number => {
  const goods = bill.items.reduce((sum, item) => sum + audit.minor(item.lineTotal), 0)
  const sums = [
    ...bill.items.map((item) =>
      [
        `the line of ${item.quantity} of ${item.productId}`,
        audit.minor(item.price) * item.quantity - audit.minor(item.discount ?? 0),
        audit.minor(item.lineTotal)
      ] as const
    ),
    ["the subtotal", goods, audit.minor(bill.subtotal)],
    ["the total", goods + audit.minor(bill.shipping), audit.minor(bill.total)]
  ] as const
  Promotions.shown(audit, bill, expected)
  audit.expect(rule, expected).that(sums.every(([, due, seen]) => due === seen), () => Words.unequal(sums))
  return goods
}

/** The total of an order contains the VAT of its destination, by the classes of its goods. */
const vatOf = (audit: Audit, order: Order): void => {
  const { createdAt, id, items, shipping, shippingAddress, vat, vatTotal } = order
  audit.seen.orderedAt.set(id, Date.parse(createdAt))
  const goods = (rateOf: RateOf) =>
    items.map(({ lineTotal, productId }) => ({ rate: rateOf(productId), totalMinor: audit.minor(lineTotal) }))
  const tables = ratesFor(audit, placeOf(shippingAddress), Date.parse(createdAt)).map((rateOf) =>
    taxOf(goods(rateOf), audit.minor(shipping))
  )
  const due = tables.find((table) => table !== undefined && tableOf(table) === tableSaid(audit, vat)) ?? tables[0]
  if (due === undefined) return
  const all = due.reduce((sum, { vatMinor }) => sum + vatMinor, 0)
  audit.expect("order.vat", `the VAT in ${id}: ${tableOf(due)}, ${all} in all`)
    .that(
      tableSaid(audit, vat) === tableOf(due) && audit.minor(vatTotal) === all,
      () => `${tableSaid(audit, vat)}, ${Words.amount(audit.minor(vatTotal))} in all`
    )
}

/** What goods cost before promotions, in cents: shipping goes by that. */
export const listed = (
  audit: Audit,
  { items }: { readonly items: ReadonlyArray<Pick<Order["items"][number], "price" | "quantity">> }
) => items.reduce((sum, { price, quantity }) => sum + audit.minor(price) * quantity, 0)

/** An order was shown: its lines and its shipping sum to its total. */
export const sums = (audit: Audit, order: Order): void => {
  const { shippingAddress, shippingMethod } = order
  const place = placeOf(shippingAddress)
  sumsUp(audit, order, "order.sums", `lines and shipping of ${order.id} that sum to the total`)
  vatOf(audit, order)
  const goods = listed(audit, order)
  audit.expect("order.shipping", `${tariff(place, shippingMethod, goods)} cents`)
    .that(
      audit.minor(order.shipping) === tariff(place, shippingMethod, goods),
      () =>
        `${Words.amount(audit.minor(order.shipping))} to ${place}, ${shippingMethod}, for goods of ${
          Words.amount(goods)
        }`
    )
}

const showing: ReadonlySet<string> = new Set(["cart.view", "cart.setDiscounts", "cart.setAttributes", ...cartChanges])
const buying: ReadonlySet<string> = new Set<ApiOperation>(["checkout.start", "orders.place"])

type Expecting = Pick<typeof CheckoutSchemas.CheckoutRequest.Encoded, "expectedTotal">

/** Nobody knows what a response showed that did not arrive. */
export const unanswered = ({ seen }: Audit, { cart, operation }: SentRequest): void => {
  if (showing.has(operation)) seen.pricesShown.set(cart, undefined)
}

/** What a unit costs after discounts, in cents or a fraction of them. */
const unitCostOf = (
  audit: Audit,
  { lineTotal, quantity }: Pick<Order["items"][number], "lineTotal" | "quantity">
): number => audit.minor(lineTotal) / quantity

/** The highest cost of a unit of each product that a cart's responses have shown; undefined where that is not known. */
export const shownIn = ({ seen }: Audit, { cart, json }: SentRequest): ReadonlyMap<string, number> | undefined => {
  const shown = seen.pricesShown.get(cart)
  return shown === undefined || (json as Expecting).expectedTotal !== undefined ? undefined : new Map(shown)
}

/** A request got a response, with any status. */
export const answered = (audit: Audit, exchange: Exchange): void => {
  const { body, isFirst, response: { status }, sent } = exchange
  PricePlans.answered(audit, exchange)
  if (sent.operation === setPrice && Idempotency.isFinal(exchange.response, body as Refusal)) {
    audit.seen.openPrices.delete(Idempotency.changeOfClient(sent))
  }
  if (showing.has(sent.operation)) {
    if (status >= 500) unanswered(audit, sent)
    if (status === 200) cartShown(audit, sent, body as Cart)
  }
  if (!isFirst || !buying.has(sent.operation)) return
  if (status === 200) expected(audit, sent, body as Pick<Order, "total">)
  else if ((body as Refused).code === "price_changed") refused(audit, exchange, body as Refused)
}

const cartShown = (audit: Audit, { cart }: SentRequest, { items }: Cart): void => {
  const { seen } = audit
  const shown = seen.pricesShown.has(cart) ? seen.pricesShown.get(cart) : new Map<string, number>()
  seen.pricesShown.set(cart, shown)
  for (const item of items) {
    shown?.set(item.productId, Math.max(shown.get(item.productId) ?? 0, unitCostOf(audit, item)))
  }
}

const expected = (audit: Audit, { json, path }: SentRequest, { total }: Pick<Order, "total">): void => {
  const { expectedTotal } = json as Expecting
  audit.expect("price.unexpected", `${path} for ${expectedTotal} at most`)
    .that(expectedTotal === undefined || audit.minor(total) <= audit.minor(expectedTotal), () => `${total}`)
}

interface Refused {
  readonly code?: string
  readonly changes: ReadonlyArray<{ readonly productId: string; readonly priceSeen: number; readonly price: number }>
  readonly total: number
}

/** Whether a unit may cost so much where so much is asked for it: a code may take something off. */
const isOffered = ({ seen }: Audit, asked: number, costs: number): boolean =>
  costs === asked || (seen.promotions.size > 0 && costs < asked)

/** A purchase was refused for its price. */
const refused = (audit: Audit, { n, sent }: Exchange, { changes, total }: Refused): void => {
  const { expectedTotal } = sent.json as Expecting
  const from = audit.seen.purchasesSent.get(Idempotency.changeOfClient(sent)) ?? sent.n
  const isDearer = changes.every(({ price, priceSeen, productId }) =>
    price > priceSeen
    && (askedFor(audit, productId, { from, to: n })?.some((asked) => isOffered(audit, asked, audit.minor(price))) ??
      true)
  )
  audit.expect("price.refused", `${sent.path} refused for prices that rose, or a total above ${expectedTotal}`)
    .that(
      isDearer && (expectedTotal === undefined ? changes.length > 0 : audit.minor(total) > audit.minor(expectedTotal)),
      () => `${JSON.stringify(changes)}, ${total}`
    )
}

/** An order was shown: no unit of it costs more than its buyer was shown. */
export const orderShown = (audit: Audit, { id, items }: Order, shown: ReadonlyMap<string, number> | undefined) => {
  for (const item of items) {
    const { productId } = item
    const cost = unitCostOf(audit, item)
    const most = shown?.get(productId)
    audit.expect(
      "price.unseen",
      `${productId} in ${id} at no more than its buyer was shown: ${most === undefined ? "" : Words.amount(most)}`
    )
      .that(most === undefined || cost <= most, () => Words.amount(cost))
  }
}
