/**
 * Rules of two witnesses of one fact: while nothing is committed (`Comparers`), all places agree on what a product
 * costs and whether it can be had; short pages are together what a long one is; a list says what its items say; and 304
 * comes only where the bytes are the same. Follows docs/specification.md#caching.
 */
import * as CartSchemas from "@beauty-store/http/contract/CartSchemas"
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import { createHash } from "node:crypto"
import type { Response } from "../engine/Network.ts"
import { type Audit, type Exchange, onEach, onResponse, type Rules } from "./Audit.ts"
import { type Cart, type Order, type OrderPage } from "./Bodies.ts"
import { isReplay } from "./Idempotency.ts"
import { cartChanges } from "./Operations.ts"
import * as Prices from "./Prices.ts"
import { tariff } from "./Tariff.ts"

/** What one place says of a product, as far as it says it. */
export interface Testimony {
  readonly place: string
  readonly productId: string
  readonly priceMinor?: number | undefined
  readonly inStock?: boolean | undefined
  readonly units?: number | undefined
}

/** Words for what a place says: equal words, equal facts. */
const facts = {
  price: ({ priceMinor }: Testimony) => priceMinor === undefined ? undefined : `${priceMinor} cents`,
  units: ({ units }: Testimony) => units === undefined ? undefined : `${units} units`,
  stock: ({ inStock, units }: Testimony) => {
    const isThere = inStock ?? (units === undefined ? undefined : units > 0)
    return isThere === undefined ? undefined : isThere ? "in stock" : "sold out"
  }
} as const

/** All places were read while nothing was committed. */
export const agree = (audit: Audit, testimonies: ReadonlyArray<Testimony>): void => {
  for (const productId of new Set(testimonies.map((one) => one.productId))) {
    const about = testimonies.filter((one) => one.productId === productId)
    for (const [name, say] of Object.entries(facts)) {
      const said = about.flatMap((one) => {
        const words = say(one)
        return words === undefined ? [] : [[one.place, words] as const]
      })
      audit.expect(`witness.${name}`, `all places agree on ${productId} at one moment`)
        .that(
          new Set(said.map(([, words]) => words)).size <= 1,
          () => said.map(([place, words]) => `${place}: ${words}`).join("; ")
        )
    }
  }
}

/** A list was read in short pages and in a long one while nothing was committed. */
export const pagesAgree = (
  audit: Audit,
  path: string,
  pages: ReadonlyArray<unknown>,
  whole: ReadonlyArray<unknown>
): void => {
  const [short, long] = [JSON.stringify(pages), JSON.stringify(whole)]
  audit.expect("witness.pages", `${path} the same in short pages as in one: ${long}`).equals(short, long)
}

/** Two places were read while nothing was committed: what both say of a thing is the same. */
export const sameFields = (audit: Audit, what: string, one: object, other: object): void => {
  const others = new Map(Object.entries(other))
  for (const [name, value] of Object.entries(one)) {
    if (!others.has(name)) continue
    const [here, there] = [JSON.stringify(value), JSON.stringify(others.get(name))]
    audit.expect("witness.list", `${name} of ${what} everywhere: ${there}`).equals(here, there)
  }
}

/** A client asked whether what it has is still current, and then for all of it, while nothing was committed. */
export const notModified = (audit: Audit, path: string, status: number, had: string, has: string): void =>
  audit.expect(
    "witness.notModified",
    `${path} is sent again where its bytes are others than those that the client has: ${has}`
  )
    .that(status !== 304 || had === has, () => `304 for ${had}`)

/** Bytes in words: equal words, equal bytes. */
const bytesOf = ({ body, coded }: Response): string => {
  const bytes = coded ?? Buffer.from(body)
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16)
  return `${bytes.length} bytes${coded === undefined ? "" : " in a coding"}, ${hash}, of ${body.slice(0, 400)}`
}

/** A response with a strong ETag was shown: the tag stands for these bytes, whenever, and in whatever coding. */
export const tagged = (audit: Audit, path: string, response: Response): void => {
  const { etag } = response.headers
  if (response.status !== 200 || etag === undefined || etag.startsWith("W/")) return
  const name = `${path} ${etag}`
  const shown = bytesOf(response)
  const known = audit.seen.tagged.get(name)
  if (known === undefined) audit.seen.tagged.set(name, shown)
  audit.expect("witness.tag", `${path} as ${etag} stands for: ${known}`)
    .that(known === undefined || known === shown, () => shown)
}

/** The country that a cart assumes. */
const home = "DE"

const cartShown = (audit: Audit, { body, n, response, sent }: Exchange<unknown, Cart>): void => {
  if (isReplay(response)) return
  for (const { price, productId } of body.items) {
    const asked = Prices.askedFor(audit, productId, { from: sent.n, to: n })
    audit.expect("cart.price", `${productId} in a cart at what is asked for it: ${asked?.join(", ")}`)
      .that(asked === undefined || asked.includes(audit.minor(price)), () => String(audit.minor(price)))
  }
  const due = body.items.length === 0 ? 0 : tariff(home, "standard", Prices.listed(audit, body))
  audit.expect("cart.shipping", `${due} cents for sending ${audit.minor(body.subtotal)} of goods to ${home}`)
    .equals(audit.minor(body.shipping), due)
}

/** What an order keeps as it was when it was placed. */
const kept = (
  { billingAddress, createdAt, currency, email, items, language, shipping, shippingAddress, shippingMethod, total }:
    Order
): string =>
  JSON.stringify([
    createdAt,
    currency,
    email,
    language,
    items.map(({ lineTotal, name, price, productId, quantity }) => [productId, name, price, quantity, lineTotal]),
    shipping,
    shippingAddress,
    billingAddress,
    shippingMethod,
    total
  ])

const orderShown = (audit: Audit, { body }: Exchange<unknown, Order>): void => {
  const { keptByOrders } = audit.seen
  const known = keptByOrders.get(body.id)
  const now = kept(body)
  if (known === undefined) keptByOrders.set(body.id, now)
  else audit.expect("order.keeps", `${body.id} keeps what was bought: ${known}`).that(known === now, () => now)
}

/** A list shows an order as it was when it was bought. */
const ordersListed = (audit: Audit, { body }: Exchange<unknown, OrderPage>): void => {
  for (const { id, total } of body.data) {
    const known = audit.seen.orders.get(id)
    audit.expect("list.total", `${id} listed with ${known?.totalMinor} cents`)
      .that(known === undefined || known.totalMinor === audit.minor(total), () => String(audit.minor(total)))
  }
}

export const rules: Rules = {
  ...onEach(["cart.view", ...cartChanges], onResponse(CartSchemas.Cart, cartShown)),
  ...onEach(
    ["orders.order", "orders.place", "orders.cancel", "orders.ship", "orders.deliver"],
    onResponse(OrderSchemas.Order, orderShown)
  ),
  "orders.list": onResponse(OrderSchemas.OrderList, ordersListed)
}
