/**
 * Orders after payment, for tests of what happens to them all at once: bought and shipped by the dozen, and one race
 * that is run a few times quickly and many times slowly.
 */
import { expect } from "vitest"
import { product } from "./shop/products.ts"
import type { Answer } from "./shop/requests.ts"
import type { Shop } from "./shop/server.ts"
import { atOnce, checkedOut, eventually, newShopper, pay, type Shopper } from "./shop/shopper.ts"

/** What buyers and staff do in a shop. */
export const afterPayment = (shop: () => Shop) => {
  let token: string | undefined
  const staff = async (path: string, body: unknown): Promise<Answer> => {
    token ??= await shop().clientToken("demo-staff")
    return shop().post(path, body, { token })
  }
  const confirmed = async (shopper: Shopper): Promise<string> => {
    const session = await checkedOut(shopper)
    expect((await pay(shop(), session.redirectUrl)).json.status).toBe("succeeded")
    await eventually(() => shopper.order(session.orderId), ({ status }) => expect(status).toBe("confirmed"), 15_000)
    return session.orderId
  }
  const bought = async (n: number, quantity = 1) => {
    const shopper = await newShopper(shop(), product(n), quantity)
    return { shopper, orderId: await confirmed(shopper) }
  }
  const shipped = (orderId: string) => staff(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: orderId })
  return { bought, shipped, staff }
}

/** Cancels and ships each of so many orders at the same moment: one of the two wins, and all else follows from it. */
export const cancelOrShip = async (shop: Shop, rounds: number): Promise<void> => {
  const { bought, shipped } = afterPayment(() => shop)
  const before = await shop.stock(product(0))
  await shop.setStock(product(0), before.onHand + rounds)
  let ships = 0
  // Ten rounds beside each other, so that requests of one order meet those of others as well.
  await atOnce(10, async (lane) => {
    for (let n = 0; n < rounds / 10; n++) {
      const { orderId, shopper } = await bought(0)
      const cancel = () => shopper.post(`/api/orders/${orderId}/cancel`, {})
      const ship = () => shipped(orderId)
      // Who is sent off first changes from round to round.
      const both = (lane + n) % 2 === 0 ? [cancel(), ship()] : [ship(), cancel()]
      const answers = await Promise.all(both)
      const [cancelled, sent] = (lane + n) % 2 === 0 ? answers : answers.reverse()
      expect([cancelled!.status, sent!.status].sort()).toEqual([200, 409])
      const order = await shopper.order(orderId)
      if (sent!.status === 200) {
        ships++
        expect(cancelled!.json).toMatchObject({ code: "order_not_cancellable", currentStatus: "shipped" })
        expect(order).toMatchObject({ status: "shipped", refunds: [], items: [{ shipped: 1 }] })
      } else {
        expect(sent!.json).toMatchObject({ code: "order_not_shippable", currentStatus: "cancelled" })
        expect(order).toMatchObject({ status: "cancelled", refunds: [{ amount: order.total }], shipments: [] })
      }
    }
  })
  expect(await shop.stock(product(0))).toEqual({
    onHand: before.onHand + rounds - ships,
    reserved: before.reserved
  })
}
