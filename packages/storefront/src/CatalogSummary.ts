/**
 * What is the same until goods are added: the brands, how many products there are, and which are new.
 *
 * No change of a price or of stock changes it, so it is read once for many pages.
 */
import type { BrandOutline, Catalog, CatalogEntry } from "@beauty-store/commerce/catalog/Catalog"
import type { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import type { ProductId } from "@beauty-store/domain/Ids"
import type { TaggedError } from "@beauty-store/http/pipeline/ErrorDescription"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface CatalogSummary {
  readonly brands: ReadonlyArray<BrandOutline>
  readonly products: number
  /** How many entries of lists they are, and how many of each category. */
  readonly entries: number
  readonly byCategory: ReadonlyMap<string, number>
  /**
   * The newest entries, a few of each brand first; more than are shown, because some may be sold out, or popular.
   */
  readonly newest: ReadonlyArray<ProductId>
}

/** How many products stand on each shelf of the home page. */
export const onShelf = 4

/** How many new products of one brand are shown together. A brand often adds many at once. */
const newOfBrand = 2

export const takeFewOfEachBrand = (entries: ReadonlyArray<CatalogEntry>): ReadonlyArray<CatalogEntry> => {
  const perBrand = new Map<string, number>()
  return entries.filter(({ product: { brandId } }) => {
    const before = perBrand.get(brandId) ?? 0
    perBrand.set(brandId, before + 1)
    return before < newOfBrand
  })
}

/** The summary, read again when goods were added. */
export const makeSummary = (
  catalogue: Context.Tag.Service<Catalog>,
  search: Context.Tag.Service<ProductSearch>
): Effect.Effect<CatalogSummary, TaggedError> => {
  let cached: { readonly since: number; readonly summary: CatalogSummary } | undefined
  const read = Effect.gen(function*() {
    const since = catalogue.changes.count
    const brands = yield* catalogue.brandList
    const products = yield* catalogue.size
    const { categories, total } = yield* search.facets({ groupsAsOne: true, sort: "relevance", limit: 1 })
    const { data } = yield* search.entries({ sort: "newest", limit: 12 * onShelf })
    const summary: CatalogSummary = {
      brands,
      products,
      entries: total,
      byCategory: new Map(categories.map(({ category, products }) => [category, products])),
      newest: [...new Set([...takeFewOfEachBrand(data), ...data])].slice(0, 4 * onShelf).map(({ product: { id } }) =>
        id
      )
    }
    cached = { since, summary }
    return summary
  })
  return Effect.flatMap(
    catalogue.changes.confirm,
    () =>
      cached !== undefined && !catalogue.changes.mayAllHaveChanged(cached.since)
        ? Effect.succeed(cached.summary)
        : read
  )
}
