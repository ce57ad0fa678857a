/**
 * Many shoppers, few units: whoever checks out first has them, nobody else is told so, and the numbers stay exact.
 * Follows docs/specification.md#stock.
 */
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { product } from "./shop/products.ts"
import { describeShop } from "./shop/server.ts"
import { atOnce, eventually, newShopper, pay, tally } from "./shop/shopper.ts"

describeShop("few units and many shoppers", (shop) => {
  it("sells the last unit to one of fifty", async () => {
    await shop().setStock(product(0), 1)
    const shoppers = await atOnce(50, () => newShopper(shop(), product(0)))
    const answers = await Promise.all(shoppers.map((shopper) => shopper.checkout(randomUUID())))
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    for (const { json, status } of answers) {
      if (status === 409) {
        expect(json).toMatchObject({ code: "insufficient_stock", productId: product(0), requested: 1, available: 0 })
      }
    }
    expect(await shop().stock(product(0))).toEqual({ onHand: 1, reserved: 1 })

    const winner = answers.findIndex(({ status }) => status === 200)
    const { orderId, redirectUrl } = answers[winner]!.json
    expect((await pay(shop(), redirectUrl)).json.status).toBe("succeeded")
    await eventually(() => shoppers[winner]!.order(orderId), ({ status }) => expect(status).toBe("confirmed"))
    expect(await shop().stock(product(0))).toEqual({ onHand: 1, reserved: 1 })
    const late = await newShopper(shop())
    expect((await late.add(product(0))).json.code).toBe("insufficient_stock")
  })

  it("sells what there is and no more, to carts that name the same products in opposite orders", async () => {
    await shop().setStock(product(1), 8)
    await shop().setStock(product(2), 12)
    const shoppers = await atOnce(24, async (n) => {
      const [first, second] = n % 2 === 0 ? [product(1), product(2)] : [product(2), product(1)]
      const shopper = await newShopper(shop(), first)
      await shopper.add(second)
      return shopper
    })
    const answers = await Promise.all(shoppers.map((shopper) => shopper.checkout(randomUUID())))
    expect(tally(answers)).toEqual({ 200: 8, 409: 16 })
    expect(await shop().stock(product(1))).toEqual({ onHand: 8, reserved: 8 })
    expect(await shop().stock(product(2))).toEqual({ onHand: 12, reserved: 8 })
  })

  it("lets a shopper check out anew with the last unit that their own session holds", async () => {
    await shop().setStock(product(3), 1)
    const shopper = await newShopper(shop(), product(3))
    for (let n = 0; n < 3; n++) expect((await shopper.checkout(randomUUID())).status).toBe(200)
    expect(await shop().stock(product(3))).toEqual({ onHand: 1, reserved: 1 })
  })
})
