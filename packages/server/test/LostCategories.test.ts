/** Categories that a shop has given up while it has goods in them. */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { assortment, onSqlite } from "../../../test/shop/use-cases.ts"
import * as LostCategories from "../src/shop/LostCategories.ts"

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
