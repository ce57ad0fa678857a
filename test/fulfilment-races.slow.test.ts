/**
 * What happens after payment, by the hundred: however often two requests for one order meet, one of them wins; and
 * receipts have no gaps. Follows docs/specification.md#order-lifecycle, docs/specification.md#receipts.
 */
import { expect, it } from "vitest"
import { cancelOrShip } from "./after-payment.ts"
import { file } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { describeShop } from "./shop/server.ts"
import { atOnce, checkedOut, eventually, newShopper, pay, tally } from "./shop/shopper.ts"

describeShop("after payment", (shop) => {
  it("either cancels or ships an order, two hundred times over", () => cancelOrShip(shop(), 200))
})

describeShop(
  "a hundred orders that are paid at once",
  (shop) => {
    it("have receipts numbered without a gap", async () => {
      await shop().setStock(product(0), 1_000)
      const shoppers = await atOnce(100, () => newShopper(shop(), product(0)))
      const sessions = await Promise.all(shoppers.map(checkedOut))
      const paid = await Promise.all(sessions.map(({ redirectUrl }) => pay(shop(), redirectUrl)))
      expect(tally(paid)).toEqual({ 200: 100 })
      const receipts = await Promise.all(shoppers.map((shopper, n) =>
        eventually(
          () => shopper.get(`/api/orders/${sessions[n].orderId}/receipt`),
          ({ status }) => expect(status).toBe(200),
          30_000
        )
      ))
      const numbers = receipts.map(({ json }) => Number(/(\d+)$/.exec(json.number)![1])).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
      expect(new Set(receipts.map(({ json }) => json.number.replace(/\d+$/, ""))).size).toBe(1)
    }, 60_000)
  },
  {},
  { SQLite: file }
)
