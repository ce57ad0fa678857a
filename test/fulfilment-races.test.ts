/**
 * What happens after payment, all at once: one side wins, the other is told so, and stock, money and numbers stay
 * exact. Follows docs/specification.md#order-lifecycle, docs/specification.md#stock, docs/specification.md#refunds.
 */
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { afterPayment, cancelOrShip } from "./after-payment.ts"
import { product } from "./shop/products.ts"
import { describeShop } from "./shop/server.ts"
import { atOnce, checkedOut, eventually, newShopper, pay, tally } from "./shop/shopper.ts"

describeShop("after payment", (shop) => {
  const { bought, shipped, staff } = afterPayment(shop)

  it("either cancels or ships an order, twenty times over", () => cancelOrShip(shop(), 20))

  it("cancels an order while it is being paid: it ends cancelled with its money back, or was never paid", async () => {
    const before = await shop().stock(product(1))
    await atOnce(20, async (n) => {
      const shopper = await newShopper(shop(), product(1))
      const { orderId, redirectUrl } = await checkedOut(shopper)
      const cancel = () => shopper.post(`/api/orders/${orderId}/cancel`, {})
      const [first, second] = n % 2 === 0
        ? [() => pay(shop(), redirectUrl), cancel]
        : [cancel, () => pay(shop(), redirectUrl)]
      const answers = await Promise.all([first(), second()])
      const [paid, cancelled] = n % 2 === 0 ? answers : [...answers].reverse()
      expect(cancelled!.status, JSON.stringify(cancelled!.json)).toBe(200)
      const taken = paid!.json.status === "succeeded"
      await eventually(() => shopper.order(orderId), (order) => {
        expect(order.status).toBe("cancelled")
        expect(order.refunds.map(({ amount, status }: any) => [amount, status]))
          .toEqual(taken ? [[order.total, "succeeded"]] : [])
      }, 15_000)
    })
    expect(await shop().stock(product(1))).toEqual(before)
  }, 60_000)

  it("takes the last unit back once, of twenty requests at once", async () => {
    const { orderId, shopper } = await bought(2)
    await shipped(orderId)
    await staff(`/api/orders/${orderId}/deliver`, {})
    const body = { orderId, items: [{ productId: product(2), reason: "no" }] }
    const answers = await atOnce(20, () => shopper.post("/api/returns", body, randomUUID()))
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 })
    expect((await shopper.order(orderId)).returns).toHaveLength(1)
    const { returnId } = answers.find(({ status }) => status === 200)!.json
    const items = [{ productId: product(2), quantity: 1, restock: true }]
    const before = await shop().stock(product(2))
    const received = await atOnce(10, () => staff(`/api/returns/${returnId}/receive`, { items }))
    expect(tally(received)).toEqual({ 200: 1, 409: 9 })
    expect(await shop().stock(product(2))).toEqual({ ...before, onHand: before.onHand + 1 })
    await eventually(() => shopper.order(orderId), (order) => {
      expect(order).toMatchObject({ payment: { status: "refunded" }, refunds: [{ amount: order.total }] })
    })
  })

  it("gives half of the money back twice at most, of twenty requests at once", async () => {
    const { orderId, shopper } = await bought(3, 2)
    const { total } = await shopper.order(orderId)
    const amount = Math.floor(total * 50) / 100
    const answers = await atOnce(20, () => staff("/api/refunds", { orderId, amount, reason: "sorry" }))
    expect(tally(answers)).toEqual({ 200: 2, 409: 18 })
    await eventually(() => shopper.order(orderId), ({ refunds }) => {
      expect(refunds.map((refund: any) => [refund.amount, refund.status]))
        .toEqual([[amount, "succeeded"], [amount, "succeeded"]])
    })
  })
})
