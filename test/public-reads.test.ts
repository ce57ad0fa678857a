/**
 * Public reads while the shop sells: what is kept never says of a product that it is there after somebody was told that
 * they have the last one, and other instances learn of it. Follows docs/specification.md#caching.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Place, postgres } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import type { Requests } from "./shop/requests.ts"
import { describeShop, openShop, type Shop } from "./shop/server.ts"
import { atOnce, done, eventually, newShopper, type Shopper } from "./shop/shopper.ts"

/** Staff set a price or a count. */
const put = async (shop: Requests, path: string, body: object): Promise<void> => {
  await done(shop.request("PUT", path, { token: await shop.clientToken("demo-staff"), body }))
}

/** A product as a shop shows it, in each place where it does. */
const shownBy = async (shop: Requests, id: string) => {
  const one = ({ inStock, price }: { readonly inStock: boolean; readonly price: number }) => ({ inStock, price })
  const is = (shown: { readonly id: string }) => shown.id === id
  const { brands } = await done(shop.get("/api/"))
  return [
    one(await done(shop.get(`/api/products/${id}`))),
    one(brands.flatMap((brand: { readonly products: ReadonlyArray<unknown> }) => brand.products).find(is)),
    one((await done(shop.get("/api/products?limit=100"))).data.find(is))
  ]
}

describeShop("public reads while the last unit is sold", (shop) => {
  it("never show it again once its buyer was told, however many read meanwhile", async () => {
    for (let round = 0; round < 3; round++) {
      const id = product(round)
      await put(shop(), `/api/inventory/${id}`, { onHand: 1 })
      const shoppers = await atOnce(6, () => newShopper(shop(), id))
      let sold = false
      let early = 0
      const late: Array<boolean> = []
      const reader = async (): Promise<void> => {
        for (let after = 0; after < 3;) {
          const begunAfterwards = sold
          const shown = (await done(shop().get(`/api/products/${id}`))).inStock
          if (!begunAfterwards) {
            early++
            continue
          }
          late.push(shown)
          after++
        }
      }
      const buyer = async (shopper: Shopper): Promise<number> => {
        const { status } = await shopper.checkout(randomUUID())
        if (status === 200) sold = true
        return status
      }
      const reading = Array.from({ length: 8 }, reader)
      await eventually(async () => early, (reads) => expect(reads).toBeGreaterThanOrEqual(8))
      const statuses = await Promise.all(shoppers.map(buyer))
      await Promise.all(reading)
      expect(statuses.filter((status) => status === 200).length).toBe(1)
      expect(late.length).toBe(24)
      expect(late).not.toContain(true)
      expect((await shownBy(shop(), id)).map(({ inStock }) => inStock)).toEqual([false, false, false])
    }
  })
})

describe("two instances over one PostgreSQL", () => {
  let place: Place
  let shops: ReadonlyArray<Shop> = []
  beforeAll(async () => {
    place = await postgres()
    // One after the other: the first makes the tables.
    for (let n = 0; n < 2; n++) shops = [...shops, await openShop({ DATABASE_URL: place.databaseUrl })]
  })
  afterAll(async () => {
    await Promise.all(shops.map(({ close }) => close()))
    await place.leave()
  })

  it("show each other's changes, everywhere, and each its own at once", async () => {
    const [here, there] = shops as [Shop, Shop]
    const id = product(0)
    const three = <A>(shown: A) => [shown, shown, shown]
    for (
      const [path, body, shown] of [
        [`/api/products/${id}/price`, { price: 12.34 }, { inStock: true, price: 12.34 }],
        [`/api/inventory/${id}`, { onHand: 0 }, { inStock: false, price: 12.34 }],
        [`/api/inventory/${id}`, { onHand: 5 }, { inStock: true, price: 12.34 }]
      ] as const
    ) {
      await shownBy(there, id)
      await put(here, path, body)
      expect(await shownBy(here, id)).toEqual(three(shown))
      await eventually(() => shownBy(there, id), (seen) => expect(seen).toEqual(three(shown)))
    }
  })
})
