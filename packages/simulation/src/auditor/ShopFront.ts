/**
 * Rules of the shop front: a page says of a product and of a cart what the API says, a form takes effect once however
 * often it is sent, and each form that ordered has made one order.
 *
 * Follows docs/storefront.md#visitors.
 */
import * as PageReader from "../engine/PageReader.ts"
import type { Audit } from "./Audit.ts"
import { type Order, type OrderSummary } from "./Bodies.ts"
import * as Goods from "./Goods.ts"
import type { Testimony } from "./Witnesses.ts"
import * as Words from "./Words.ts"

/** The lines of a cart's page: products with their units. */
export const linesOf = (page: string): ReadonlyMap<string, number> =>
  new Map([...PageReader.choicesIn(page, "line-")].map(([productId, units]) => [productId, Number(units)]))

/** A product's page as it says it to search engines. */
export const testimonyOf = (audit: Audit, productId: string, page: string): Testimony => {
  const { offers } = (PageReader.dataIn(page) ?? {}) as {
    readonly offers?: { readonly price?: string | number; readonly availability?: string }
  }
  return {
    place: "page",
    productId,
    priceMinor: audit.minor(Number(offers?.price)),
    inStock: offers?.availability === "https://schema.org/InStock"
  }
}

/** A product's page was shown: what it says to search engines of the product is so, and its picture is the product's. */
export const productSays = (audit: Audit, path: string, productId: string, page: string): void =>
  Goods.pageSays(audit, path, productId, { ...PageReader.dataIn(page), pictures: PageReader.galleryIn(page) })

/** A cart was shown, which nobody else changes. */
export const cartShown = (
  audit: Audit,
  what: string,
  known: ReadonlyMap<string, number>,
  seen: ReadonlyMap<string, number>
): void => {
  const same = seen.size === known.size && [...known].every(([product, units]) => seen.get(product) === units)
  audit.expect("page.cart", `${what}: ${Words.units(known)}`).that(same, () => Words.units(seen))
}

/** The form that ordered was sent again. */
export const ledOn = (audit: Audit, name: string, before: string, again: string | undefined): void =>
  audit.expect("page.orderedOnce", `the form with which ${name} ordered leads to ${before} each time`)
    .that(before === again, () => String(again))

/**
 * An order that was placed by a page is read for the first time, by whoever placed it. What it says is what was bought:
 * the form names the total that the person saw. Its language is that of the page.
 */
export const orderRead = (audit: Audit, principal: string, language: string, order: Order): void => {
  if (audit.seen.orders.has(order.id)) return
  audit.seen.orders.set(order.id, {
    principal,
    totalMinor: audit.minor(order.total),
    items: [new Map(order.items.map(({ productId, quantity }) => [productId, quantity]))],
    country: order.shippingAddress.country,
    method: order.shippingMethod,
    language,
    status: order.status,
    seenAt: audit.seen.events,
    goodwillMinor: 0,
    deliveredAt: undefined,
    placed: undefined
  })
}

/**
 * Somebody who orders by pages only has listed their orders. `ordered`: the forms, and where those led that are known.
 * Each attempt for which the provider opened no page leaves an order that was called off.
 */
export const ordersListed = (
  audit: Audit,
  name: string,
  orders: ReadonlyArray<OrderSummary>,
  ordered: ReadonlyMap<string, string | undefined>
): void => {
  const placed = [...ordered.values()].filter((page) => page !== undefined).length
  const standing = orders.filter(({ status }) => status !== "cancelled").length
  audit.expect(
    "page.orders",
    `${placed} to ${ordered.size} orders of ${name}, one for each form, besides those that were called off`
  )
    .that(
      orders.length >= placed && standing <= ordered.size,
      () => orders.map(({ id, status }) => `${id} ${status}`).join(", ")
    )
}
