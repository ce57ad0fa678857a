/**
 * Facets: how many products a search finds for each brand, category, price range, and in or out of stock.
 *
 * The rule: the counts of a facet ignore the search's own filter on that facet and keep all others. They say what would
 * be found if that filter were exchanged for the counted one. What is filtered by is listed, even where it finds nothing.
 *
 * Left out on purpose: names of brands, and the words of a search, which the database matches. Prices are minor units.
 * Follows docs/specification.md#search.
 *
 * Example: a search in `hair` counts the products of `hair` by brand, and those of all categories by category.
 *
 * @since 1.0.0
 */
import type { Category } from "./Catalog.ts"
import type { BrandId } from "./Ids.ts"

/** The first price of each range but the lowest. */
export const priceBounds: ReadonlyArray<number> = [1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000]

/** Prices from one to another, both included; without an end the range has all above. */
export interface PriceRange {
  readonly fromMinor: number
  readonly toMinor?: number | undefined
}

/** The nth range, the lowest first. */
export const priceRange = (n: number): PriceRange => {
  const next = priceBounds[n]
  return { fromMinor: n === 0 ? 0 : priceBounds[n - 1]!, toMinor: next === undefined ? undefined : next - 1 }
}

/** Products that are alike in all that is counted. */
export interface Group {
  readonly brandId: BrandId
  readonly category: Category
  /** Which price range they are in. */
  readonly range: number
  /** Whether their price is between those that the search filters by. */
  readonly isPriceWanted: boolean
  readonly inStock: boolean
  readonly products: number
}

/** What a search filters by, beside the price. */
export interface Filter {
  readonly brand?: string | undefined
  readonly category?: string | undefined
  readonly inStock?: boolean | undefined
}

export interface Facets {
  /** The products that the whole search finds. */
  readonly total: number
  /** Those with the most products first, then by id. */
  readonly brands: ReadonlyArray<{ readonly id: string; readonly products: number }>
  readonly categories: ReadonlyArray<{ readonly category: string; readonly products: number }>
  /** The ranges that have products, lowest first. */
  readonly prices: ReadonlyArray<PriceRange & { readonly products: number }>
  readonly inStock: number
  readonly outOfStock: number
}

/** The keys with the most products first, then by their letters. */
const ranked = (counts: ReadonlyMap<string, number>): ReadonlyArray<readonly [key: string, products: number]> =>
  [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

/** The facets of a search, from all that its words find. */
export const facets = (groups: Iterable<Group>, filter: Filter): Facets => {
  let [total, inStock, outOfStock] = [0, 0, 0]
  const brands = new Map<string, number>(filter.brand === undefined ? [] : [[filter.brand, 0]])
  const categories = new Map<string, number>(filter.category === undefined ? [] : [[filter.category, 0]])
  const ranges = new Map<number, number>()
  for (const group of groups) {
    const { products } = group
    const isBrand = filter.brand === undefined || filter.brand === group.brandId
    const isCategory = filter.category === undefined || filter.category === group.category
    const isStock = filter.inStock === undefined || filter.inStock === group.inStock
    const isPrice = group.isPriceWanted
    if (isCategory && isPrice && isStock) brands.set(group.brandId, (brands.get(group.brandId) ?? 0) + products)
    if (isBrand && isPrice && isStock) {
      categories.set(group.category, (categories.get(group.category) ?? 0) + products)
    }
    if (isBrand && isCategory && isStock) ranges.set(group.range, (ranges.get(group.range) ?? 0) + products)
    if (!isBrand || !isCategory || !isPrice) continue
    if (group.inStock) inStock += products
    else outOfStock += products
    if (isStock) total += products
  }
  return {
    total,
    brands: ranked(brands).map(([id, products]) => ({ id, products })),
    categories: ranked(categories).map(([category, products]) => ({ category, products })),
    prices: [...ranges].sort(([a], [b]) => a - b).map(([n, products]) => ({ ...priceRange(n), products })),
    inStock,
    outOfStock
  }
}
