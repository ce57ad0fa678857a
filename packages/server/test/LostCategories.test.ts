/** Categories that a shop has given up while it has goods in them. */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Policy } from "@beauty-store/commerce/Policy"
import { ProductId } from "@beauty-store/domain/Ids"
import type { ShelfGoods } from "@beauty-store/domain/Look"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { assortment, onSqlite } from "../../../test/shop/use-cases.ts"
import * as LostCategories from "../src/shop/LostCategories.ts"
import * as UnknownGoods from "../src/shop/UnknownGoods.ts"

onSqlite("categories that a shop gave up", (test) =>
  test(
    "are named with the number of their goods, and those that it has are not",
    Effect.gen(function*() {
      const [one, other] = assortment.brands[0]!.products
      const products = [
        { ...one!, brandId: "kiln", category: "cups" },
        { ...other!, brandId: "kiln", category: "tea" }
      ]
      yield* (yield* CatalogImport).add({ brands: [{ id: "kiln", name: "Kiln", category: "cups", products }] })
      const policy = yield* Policy
      expect(yield* LostCategories.find).toEqual([])
      expect(yield* Effect.provideService(LostCategories.find, Policy, { ...policy, categories: ["tea"] }))
        .toEqual([{ category: "cups", products: 1 }])
    }),
    { bare: true, policy: { categories: ["tea", "cups"] } }
  ))

onSqlite("shelves and links of a shop", (test) =>
  test(
    "are told that name a brand or a product that the shop does not sell, and no others",
    Effect.gen(function*() {
      const policy = yield* Policy
      const [brand] = assortment.brands
      const [product, other] = brand!.products.map(({ id }) => ProductId.make(id))
      const shelf = (show: ShelfGoods) => ({ title: "Tea", show })
      const words = "Tea"
      const look = {
        navigation: [{ to: "/brands" }, { to: `/brands/${brand!.id}`, words }, {
          to: "/brands/none?sort=price",
          words
        }],
        shelves: [
          shelf("newest"),
          shelf({ brand: brand!.id }),
          shelf({ brand: "none" }),
          shelf({ products: [product!, ProductId.make("no-tea"), other!] })
        ]
      }
      expect(yield* Effect.provideService(UnknownGoods.find, Policy, { ...policy, look })).toEqual([
        "/look/shelves/2/show/brand is no brand: none",
        "/look/shelves/3/show/products/1 is no product that is sold: no-tea",
        "/look/navigation/2 leads to no brand: none"
      ])
      expect(yield* UnknownGoods.find).toEqual([])
    })
  ))
