/**
 * Reads what the home page shows: what is bought most, what is new, and for each of the first brands and categories the
 * first product that can be bought.
 */
import { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import { Catalog, type CatalogEntry } from "@beauty-store/commerce/catalog/Catalog"
import * as Effect from "effect/Effect"
import { type CatalogSummary, onShelf } from "./CatalogSummary.ts"
import { type HomeData, mostBrands } from "./HomePage.tsx"
import { readFirstEntry } from "./ListData.ts"
import type { PageContext } from "./PageContext.ts"
import { readEntryNames } from "./ShownProduct.ts"

/**
 * Fills the shelves of a page one after the other, each with at most so many of its candidates. No product stands on
 * two, and a shelf for which too few are left stays empty.
 */
const makeShelfFiller = () => {
  const taken = new Set<string>()
  return (candidates: ReadonlyArray<CatalogEntry>, most: number, least: number): ReadonlyArray<CatalogEntry> => {
    const free = candidates.filter(({ product: { id } }) => !taken.has(id)).slice(0, most)
    if (free.length < least) return []
    for (const { product: { id } } of free) taken.add(id)
    return free
  }
}

export const readHome = Effect.fnUntraced(
  function*(context: PageContext, summary: CatalogSummary) {
    const { policy } = context.shop
    const catalogue = yield* Catalog
    const { brands, byCategory, entries, newest } = summary
    // One of them may have been archived since.
    const fresh = (yield* Effect.forEach(
      newest,
      (id) => Effect.catchTag(catalogue.entry(id), "ProductNotFound", () => Effect.succeed(undefined))
    )).filter((one) => one !== undefined)
    const first = yield* Effect.forEach(
      brands.slice(0, mostBrands),
      ({ id }) => readFirstEntry({ brand: id, inStock: true })
    )
    const selection = first.filter((one) => one !== undefined)
    const fill = makeShelfFiller()
    const popular = fill(yield* (yield* Bestsellers).list(onShelf), onShelf, onShelf)
    const data: HomeData = {
      brands,
      packs: [...new Map([...selection, ...fresh].map(({ product }) => [product.id, product])).values()],
      products: entries,
      categories: yield* Effect.forEach(
        policy.categories.filter((category) => byCategory.has(category)),
        (category) =>
          Effect.map(readFirstEntry({ category, inStock: true }), (one) => ({
            category,
            products: byCategory.get(category) ?? 0,
            one: one?.product
          }))
      ),
      popular: yield* readEntryNames(context, popular),
      newest: yield* readEntryNames(
        context,
        fill(
          fresh.filter(({ inStock }) => inStock),
          onShelf,
          Math.min(entries, onShelf)
        )
      ),
      selection: yield* readEntryNames(context, fill(selection, 2 * onShelf, onShelf))
    }
    return data
  }
)
