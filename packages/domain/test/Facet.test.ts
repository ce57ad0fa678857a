/** Facets, against a count of single products and of product groups. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { facets, type Group, mostCounted, optionCounts, priceBounds, priceRange } from "../src/Facet.ts"
import { BrandId, ProductId } from "../src/Ids.ts"

const product = fc.record({
  brandId: fc.constantFrom("alba", "rosa").map((id) => BrandId.make(id)),
  category: fc.constantFrom("hair", "body"),
  priceMinor: fc.integer({ min: 1, max: 60_000 }),
  inStock: fc.boolean(),
  isReduced: fc.boolean(),
  productGroup: fc.option(fc.constantFrom("lipstick", "cream").map((id) => ProductId.make(id)), { nil: undefined })
})
const filter = fc.record({
  brand: fc.constantFrom("alba", "rosa", "none"),
  category: fc.constantFrom("hair", "body"),
  inStock: fc.boolean(),
  reduced: fc.boolean(),
  min: fc.integer({ min: 0, max: 60_000 }),
  max: fc.integer({ min: 0, max: 60_000 })
}, { requiredKeys: [] })

describe("facets", () => {
  it("count what each filter would find in place of the present one", () => {
    fc.assert(fc.property(fc.array(product, { maxLength: 20 }), filter, (products, { max, min, ...rest }) => {
      const isPriceWanted = (priceMinor: number) => priceMinor >= (min ?? 0) && priceMinor <= (max ?? Infinity)
      const groups: ReadonlyArray<Group> = products.map(({ priceMinor, ...one }) => ({
        ...one,
        range: priceBounds.filter((bound) => priceMinor >= bound).length,
        isPriceWanted: isPriceWanted(priceMinor),
        products: 1
      }))
      const count = (
        { brand, category, inStock, reduced }: {
          readonly [key in "brand" | "category" | "inStock" | "reduced"]?: unknown
        },
        isPrice: (priceMinor: number) => boolean = isPriceWanted
      ) => {
        const counted = products.filter((one) =>
          (brand === undefined || one.brandId === brand) && (category === undefined || one.category === category)
          && (inStock === undefined || one.inStock === inStock) && (reduced === undefined || one.isReduced === reduced)
          && isPrice(one.priceMinor)
        )
        return new Set(counted.map((one) => one.productGroup ?? one)).size
      }
      const found = facets(groups, rest)
      expect(found.total).toBe(count(rest))
      for (const brand of ["alba", "rosa", "none"]) {
        const counted = found.brands.find(({ id }) => id === brand)
        expect(counted?.products ?? 0).toBe(count({ ...rest, brand }))
      }
      for (const category of ["hair", "body"]) {
        const counted = found.categories.find((one) => one.category === category)
        expect(counted?.products ?? 0).toBe(count({ ...rest, category }))
      }
      for (const { fromMinor, toMinor = Infinity } of [0, ...priceBounds].map((_, n) => priceRange(n))) {
        const counted = found.prices.find((one) => one.fromMinor === fromMinor)
        expect(counted?.products ?? 0).toBe(count(rest, (price) => price >= fromMinor && price <= toMinor))
      }
      expect(found.inStock).toBe(count({ ...rest, inStock: true }))
      expect(found.outOfStock).toBe(count({ ...rest, inStock: false }))
      expect(found.reduced).toBe(count({ ...rest, reduced: true }))
      if (rest.brand !== undefined) expect(found.brands.map(({ id }) => id)).toContain(rest.brand)
    }))
  })

  it("have ranges of prices without a gap", () => {
    const ranges = [...priceBounds, 0].map((_, n) => priceRange(n))
    expect(ranges[0]!.fromMinor).toBe(0)
    for (const [n, { toMinor }] of ranges.entries()) expect(ranges[n + 1]?.fromMinor).toBe(toMinor && toMinor + 1)
  })

  it("list the options and values with the most products, and always those that are filtered by", () => {
    const counts = Array.from(
      { length: 12 },
      (_, name) =>
        Array.from({ length: 25 }, (_, value) => ({ name: `o${name}`, value: `${value}`, products: 1 + name + value }))
    )
    const found = optionCounts([...counts.flat(), { name: "o11", value: "a|b", products: 999 }], "o0:3|o11:0|none:x")
    expect(found.map(({ name }) => name)).toEqual([
      "o11",
      "o10",
      "o9",
      "o8",
      "o7",
      "o6",
      "o5",
      "o4",
      "o3",
      "o2",
      "o0",
      "none"
    ])
    expect(found[0]!.values.map(({ value }) => value))
      .toEqual([...Array.from({ length: mostCounted.values }, (_, n) => `${24 - n}`), "0"])
    expect(found.at(-1)!.values).toEqual([{ value: "x", products: 0 }])
  })
})
