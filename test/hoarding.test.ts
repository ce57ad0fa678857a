/**
 * Shoppers who take everything to the checkout and pay for nothing: how much of the shelf they keep from others.
 * Follows docs/specification.md#unpaid-checkouts.
 */
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { describeShop } from "./shop.ts"
import { newShopper } from "./shopper.ts"

const products = catalogue.brands.flatMap(({ products }) => products.map(({ id }) => id as string))

describeShop("shoppers who pay for nothing", (shop) => {
  it("cannot bring the shelf to nothing, five of them with all that a cart holds", async () => {
    let refused = 0
    for (let n = 0; n < 5; n++) {
      const shopper = await newShopper(shop().url)
      for (const productId of products) {
        const { available } = (await shopper.add(productId, 99)).body
        if (available > 0) await shopper.add(productId, available)
      }
      if ((await shopper.checkout(randomUUID())).status !== 200) refused++
    }
    const empty = []
    for (const productId of products) {
      const { onHand, reserved } = await shop().stock(productId)
      if (onHand > 0 && onHand === reserved) empty.push(productId)
    }
    expect([empty.length, refused]).toEqual([0, 5])
  })
})
