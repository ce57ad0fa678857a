/**
 * Facets: how many products a search finds for each brand, category, price range, value of an option, at a reduced price,
 * and in or out of stock. The counts of a facet ignore the search's own filter on it and keep all others. What is filtered by is listed, even
 * with 0. A group counts once where a list shows it as one (`ListEntry`). Follows docs/specification.md#search.
 *
 * @since 1.0.0
 */
import type { Category } from "./Catalog.ts"
import type { BrandId, ProductId } from "./Ids.ts"
import { wantedOf } from "./ProductOption.ts"

/** The first price of each range but the lowest. */
export const priceBounds: ReadonlyArray<number> = [1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000]

/** In which range a price is, counted from 0. */
export const rangeOf = (priceMinor: number): number => {
  let range = 0
  while (range < priceBounds.length && priceMinor >= priceBounds[range]!) range++
  return range
}

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
  /** The product group that they are of, where its products count as one. */
  readonly productGroup?: ProductId | undefined
  readonly brandId: BrandId
  readonly category: Category
  /** Which price range they are in. */
  readonly range: number
  /** Whether their price is between those that the search filters by. */
  readonly isPriceWanted: boolean
  readonly inStock: boolean
  /** Whether their price is announced as reduced. */
  readonly isReduced: boolean
  readonly products: number
}

/** What a search filters by, beside the price. */
export interface Filter {
  readonly brand?: string | undefined
  readonly category?: string | undefined
  readonly inStock?: boolean | undefined
  readonly reduced?: boolean | undefined
}

/** How many products have each value of an option. */
export interface OptionCounts {
  readonly name: string
  readonly values: ReadonlyArray<{ readonly value: string; readonly products: number }>
}

/** The most options that are listed, and the most values of each beside the one that is filtered by. */
export const mostCounted = { options: 10, values: 20 }

/** The counts of options: those with the most products first, then by letters; what is filtered by is always there. */
export const optionCounts = (
  counts: Iterable<{ readonly name: string; readonly value: string; readonly products: number }>,
  filter: string | undefined
): ReadonlyArray<OptionCounts> => {
  const byName = new Map<string, Map<string, number>>()
  const add = (name: string, value: string, products: number) => {
    const values = byName.get(name) ?? new Map<string, number>()
    byName.set(name, values)
    values.set(value, (values.get(value) ?? 0) + products)
  }
  const wanted = wantedOf(filter)
  for (const { name, value } of wanted) add(name, value, 0)
  // A bar in a value cannot be told from one between options.
  for (const { name, products, value } of counts) if (!value.includes("|")) add(name, value, products)
  const isWanted = (name: string, value?: string) =>
    wanted.some((one) => one.name === name && (value === undefined || one.value === value))
  const sums = [...byName].map(([name, values]) => [name, [...values.values()].reduce((a, b) => a + b, 0)] as const)
  return ranked(sums).filter(([name], n) => n < mostCounted.options || isWanted(name)).map(([name]) => ({
    name,
    values: ranked([...byName.get(name)!])
      .filter(([value], n) => n < mostCounted.values || isWanted(name, value))
      .map(([value, products]) => ({ value, products }))
  }))
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
  readonly reduced: number
}

/** The keys with the most products first, then by their letters. */
const ranked = (
  counts: ReadonlyArray<readonly [key: string, products: number]>
): ReadonlyArray<readonly [key: string, products: number]> =>
  counts.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

/** Counts products, and each product group once. */
class Counter {
  count = 0
  private readonly counted = new Set<ProductId>()

  add({ productGroup, products }: Group): void {
    if (productGroup === undefined) this.count += products
    else if (!this.counted.has(productGroup)) {
      this.counted.add(productGroup)
      this.count++
    }
  }
}

/** Counts by keys. Those that are given are listed even where nothing counts. */
class Counters<Key> {
  private readonly counters = new Map<Key, Counter>()

  constructor(listed: Key | undefined) {
    if (listed !== undefined) this.counters.set(listed, new Counter())
  }

  add(key: Key, group: Group): void {
    let counter = this.counters.get(key)
    if (counter === undefined) this.counters.set(key, counter = new Counter())
    counter.add(group)
  }

  get counts(): ReadonlyArray<readonly [key: Key, products: number]> {
    return [...this.counters].map(([key, { count }]) => [key, count])
  }
}

/**
 * The facets of a search, from all that its words find. `pathTo`: the categories in which one is, itself last
 * (`CategoryTree`); each of them counts it. Default: categories are flat.
 */
export const facets = (
  groups: Iterable<Group>,
  filter: Filter,
  pathTo: (category: Category) => ReadonlyArray<Category> = (category) => [category]
): Facets => {
  const [total, inStock, outOfStock, reduced] = [new Counter(), new Counter(), new Counter(), new Counter()]
  const brands = new Counters<string>(filter.brand)
  const categories = new Counters<string>(filter.category)
  const ranges = new Counters<number>(undefined)
  for (const group of groups) {
    const isBrand = filter.brand === undefined || filter.brand === group.brandId
    const path = pathTo(group.category)
    const isCategory = filter.category === undefined || path.includes(filter.category)
    const isStock = filter.inStock === undefined || filter.inStock === group.inStock
    const isPrice = group.isPriceWanted
    if (isBrand && isCategory && isPrice && isStock && group.isReduced) reduced.add(group)
    if (filter.reduced !== undefined && filter.reduced !== group.isReduced) continue
    if (isCategory && isPrice && isStock) brands.add(group.brandId, group)
    if (isBrand && isPrice && isStock) { for (const one of path) categories.add(one, group) }
    if (isBrand && isCategory && isStock) ranges.add(group.range, group)
    if (!isBrand || !isCategory || !isPrice) continue
    if (group.inStock) inStock.add(group)
    else outOfStock.add(group)
    if (isStock) total.add(group)
  }
  return {
    total: total.count,
    brands: ranked(brands.counts).map(([id, products]) => ({ id, products })),
    categories: ranked(categories.counts).map(([category, products]) => ({ category, products })),
    prices: ranges.counts.toSorted(([a], [b]) => a - b).map(([n, products]) => ({ ...priceRange(n), products })),
    inStock: inStock.count,
    outOfStock: outOfStock.count,
    reduced: reduced.count
  }
}
