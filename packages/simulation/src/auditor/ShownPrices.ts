/**
 * Rules of what a buyer was shown: no order costs more than the total that its buyer said they expect, or else more for a
 * unit than any response with the cart showed; and what is refused for its price has become dearer.
 *
 * A cart of which a response was lost is not judged: what it showed is not known.
 */
import type * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"
import type { Audit, Exchange } from "./Audit.ts"
import { type Cart, cents, type Order } from "./Bodies.ts"
import * as Idempotency from "./Idempotency.ts"
import type { SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import * as Prices from "./Prices.ts"
import * as Words from "./Words.ts"

const showing: ReadonlySet<string> = new Set<ApiOperation>([
  "cart.view",
  "cart.add",
  "cart.set",
  "cart.remove",
  "cart.empty"
])
const buying: ReadonlySet<string> = new Set<ApiOperation>(["checkout.start", "orders.place"])

type Expecting = Pick<typeof ApiSchemas.CheckoutRequest.Encoded, "expectedTotal">

/** Nobody knows what a response showed that did not arrive. */
export const unanswered = ({ seen }: Audit, { cart, operation }: SentRequest): void => {
  if (showing.has(operation)) seen.pricesShown.set(cart, undefined)
}

/** The highest price of each product that a cart's responses have shown; undefined where that is not known. */
export const shownIn = ({ seen }: Audit, { cart, json }: SentRequest): ReadonlyMap<string, number> | undefined => {
  const shown = seen.pricesShown.get(cart)
  return shown === undefined || (json as Expecting).expectedTotal !== undefined ? undefined : new Map(shown)
}

/** A request got a response, with any status. */
export const answered = (audit: Audit, exchange: Exchange): void => {
  const { body, isFirst, response: { status }, sent } = exchange
  if (showing.has(sent.operation)) {
    if (status >= 500) unanswered(audit, sent)
    if (status === 200) cartShown(audit, sent, body as Cart)
  }
  if (!isFirst || !buying.has(sent.operation)) return
  if (status === 200) expected(audit, sent, body as Pick<Order, "total">)
  else if ((body as Refused).code === "price_changed") refused(audit, exchange, body as Refused)
}

const cartShown = ({ seen }: Audit, { cart }: SentRequest, { items }: Cart): void => {
  const shown = seen.pricesShown.has(cart) ? seen.pricesShown.get(cart) : new Map<string, number>()
  seen.pricesShown.set(cart, shown)
  for (const { price, productId } of items) shown?.set(productId, Math.max(shown.get(productId) ?? 0, cents(price)))
}

const expected = (audit: Audit, { json, path }: SentRequest, { total }: Pick<Order, "total">): void => {
  const { expectedTotal } = json as Expecting
  audit.expect("price.unexpected", `${path} for ${expectedTotal} at most`)
    .that(expectedTotal === undefined || cents(total) <= cents(expectedTotal), () => `${total}`)
}

interface Refused {
  readonly code?: string
  readonly changes: ReadonlyArray<{ readonly productId: string; readonly priceSeen: number; readonly price: number }>
  readonly total: number
}

/** A purchase was refused for its price. */
const refused = (audit: Audit, { n, sent }: Exchange, { changes, total }: Refused): void => {
  const { expectedTotal } = sent.json as Expecting
  const from = audit.seen.purchasesSent.get(Idempotency.changeOfClient(sent)) ?? sent.n
  const isDearer = changes.every(({ price, priceSeen, productId }) =>
    price > priceSeen && (Prices.askedFor(audit, productId, { from, to: n })?.includes(cents(price)) ?? true)
  )
  audit.expect("price.refused", `${sent.path} refused for prices that rose, or a total above ${expectedTotal}`)
    .that(
      isDearer && (expectedTotal === undefined ? changes.length > 0 : cents(total) > cents(expectedTotal)),
      () => `${JSON.stringify(changes)}, ${total}`
    )
}

/** An order was shown: no unit of it costs more than its buyer was shown. */
export const orderShown = (audit: Audit, { id, items }: Order, shown: ReadonlyMap<string, number> | undefined) => {
  for (const { price, productId } of items) {
    const most = shown?.get(productId)
    audit.expect(
      "price.unseen",
      `${productId} in ${id} at no more than its buyer was shown: ${most === undefined ? "" : Words.amount(most)}`
    )
      .that(most === undefined || cents(price) <= most, () => Words.amount(cents(price)))
  }
}
