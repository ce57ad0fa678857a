/**
 * Rules of promotions: what a code takes off is its part of the goods, split over the lines to the cent; and at rest no
 * code is on more orders than it may be, but for those that were cancelled. Staff put up codes that take a percentage off
 * all goods.
 */
import type { Audit } from "./Audit.ts"
import { type Order } from "./Bodies.ts"
import type { SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"

const create = "promotions.create" satisfies ApiOperation

interface Created {
  readonly code: string
  readonly uses: number
  readonly benefit: { readonly percent: number }
}

/** Staff put up a code. A code is put up with one meaning, whatever becomes of the request. */
export const sent = ({ seen }: Audit, { isStaff, json, operation }: SentRequest): void => {
  if (operation !== create || !isStaff) return
  const { benefit: { percent }, code, uses } = json as Created
  seen.promotions.set(code, { percent, uses })
}

/** Goods that were shown with what is taken off them. */
export type Discounted = Pick<Order, "discounts"> & {
  readonly items: ReadonlyArray<Pick<Order["items"][number], "discount" | "price" | "productId" | "quantity">>
}

/** What is taken off goods is what their code says, and no line's share is a cent away from its part. */
export const shown = (audit: Audit, { discounts = [], items }: Discounted, where: string): void => {
  const lists = items.map(({ price, quantity }) => audit.minor(price) * quantity)
  const list = lists.reduce((sum, amount) => sum + amount, 0)
  const taken = items.map(({ discount }) => discount === undefined ? 0 : audit.minor(discount))
  const sum = taken.reduce((all, amount) => all + amount, 0)
  const percent = audit.seen.promotions.get(discounts[0]?.code ?? "")?.percent ?? 0
  const due = Math.floor((2 * list * percent + 100) / 200)
  audit.expect("promotion.discount", `${due} cents off ${list}, ${percent} % by ${discounts[0]?.code}, ${where}`)
    .that(
      sum === due && discounts.length <= 1 && (discounts[0] === undefined || audit.minor(discounts[0].amount) === due)
        && taken.every((amount, n) => Math.abs(amount * list - due * lists[n]!) < list),
      () => `${taken.join(" + ")}: ${JSON.stringify(discounts)}`
    )
}

/** At rest: a code is on so many orders, those that were cancelled not counted. */
export const orderAtRest = ({ seen }: Audit, { discounts = [], id, status }: Order): void => {
  if (status === "cancelled") return
  for (const { code } of discounts) {
    if (code !== undefined) seen.promotionUses.set(code, [...seen.promotionUses.get(code) ?? [], id])
  }
}

/** At rest: `orderAtRest` has seen each order. */
export const usesAtRest = (audit: Audit): void => {
  for (const [code, orders] of audit.seen.promotionUses) {
    const most = audit.seen.promotions.get(code)?.uses ?? 0
    audit.expect("promotion.uses", `${code} on ${most} orders at most`)
      .that(orders.length <= most, () => orders.join(" "))
  }
}
