/**
 * Reads what the home page shows: the shelves that the shop names, or else what is bought most, what is new, and for each
 * of the first brands the first product that can be bought.
 */
import { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import { Catalog, type CatalogEntry } from "@beauty-store/commerce/catalog/Catalog"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { listRoots } from "@beauty-store/domain/CategoryTree"
import type { ProductId } from "@beauty-store/domain/Ids"
import { textIn } from "@beauty-store/domain/Language"
import type { ShelfGoods } from "@beauty-store/domain/Look"
import * as Effect from "effect/Effect"
import { type CatalogSummary, onShelf } from "./CatalogSummary.ts"
import { brandPath, type HomeData, mostBrands, type ShownShelf } from "./HomePage.tsx"
import { readFirstEntry } from "./ListData.ts"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { categoryName } from "./ShopFrame.tsx"
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

type Shelves = ReadonlyArray<Omit<ShownShelf, "entries"> & { readonly entries: ReadonlyArray<CatalogEntry> }>

/** All products, and those that were added last first. */
const allProducts = ({ language }: PageContext, path = "/products") => ({ path, words: Messages.list.all(language) })
const allByAge = "/products?sort=newest"

/** What the program chooses by itself. */
const chooseShelves = (
  context: PageContext,
  most: number,
  { fresh, popular, selection }: { readonly [kind in "fresh" | "popular" | "selection"]: ReadonlyArray<CatalogEntry> }
): Shelves => {
  const { home } = Messages
  const { language } = context
  const all = allProducts(context)
  const fill = makeShelfFiller()
  return [
    { id: "popular", title: home.popular(language), entries: fill(popular, onShelf, onShelf), all },
    {
      id: "newest",
      title: home.newest(language),
      entries: fill(fresh, onShelf, Math.min(most, onShelf)),
      all: allProducts(context, allByAge)
    },
    {
      id: "selection",
      title: home.selection(language),
      entries: fill(selection, 2 * onShelf, onShelf),
      all
    }
  ]
}

/** The entry of a product; undefined where it is not sold any more. */
const readEntry = Effect.fnUntraced(function*(id: ProductId) {
  return yield* Effect.catchTag((yield* Catalog).entry(id), "ProductNotFound", () => Effect.succeed(undefined))
})

/** The goods of a shelf that the shop names, as many as stand on one unless it names them one by one. */
const readGoods = Effect.fnUntraced(function*(
  context: PageContext,
  show: ShelfGoods,
  { fresh, popular }: { readonly fresh: ReadonlyArray<CatalogEntry>; readonly popular: ReadonlyArray<CatalogEntry> }
) {
  const { language } = context
  if (show === "bestsellers") return { entries: popular }
  if (show === "newest") return { entries: fresh.slice(0, onShelf), all: allProducts(context, allByAge) }
  const { entries } = yield* ProductSearch
  const list = { inStock: true, limit: onShelf }
  if (show === "reduced") {
    const { data } = yield* entries({ ...list, reduced: true, sort: "popularity" })
    return { entries: data, all: { path: "/products?reduced=1", words: Messages.list.allReduced(language) } }
  }
  if ("products" in show) {
    const named = yield* Effect.forEach(show.products, readEntry)
    return { entries: named.filter((one) => one !== undefined) }
  }
  const { data } = yield* entries({ ...list, ...show, sort: "relevance" })
  const all = "category" in show
    ? { path: `/categories/${show.category}`, words: categoryName(context, show.category) }
    : {
      path: brandPath(show.brand),
      words: Messages.product.allOf(language, { name: data[0]?.product.brandName ?? "" })
    }
  return { entries: data, all }
})

export const readHome = Effect.fnUntraced(
  function*(context: PageContext, summary: CatalogSummary) {
    const { policy } = context.shop
    const { brands, byCategory, entries, newest } = summary
    // One of them may have been archived since.
    const fresh = (yield* Effect.forEach(newest, readEntry)).filter((one) => one !== undefined)
    const first = yield* Effect.forEach(
      brands.slice(0, mostBrands),
      ({ id }) => readFirstEntry({ brand: id, inStock: true })
    )
    const selection = first.filter((one) => one !== undefined)
    const found = {
      fresh: fresh.filter(({ inStock }) => inStock),
      popular: yield* (yield* Bestsellers).list(onShelf),
      selection
    }
    const { shelves } = policy.look
    const filled: Shelves = shelves === undefined
      ? chooseShelves(context, entries, found)
      : yield* Effect.forEach(shelves, ({ show, title }, n) =>
        Effect.map(readGoods(context, show, found), (goods) => (
          { ...goods, id: `shelf-${n + 1}`, title: textIn(title, context.language) }
        )))
    const data: HomeData = {
      brands,
      packs: [...new Map([...selection, ...fresh].map(({ product }) => [product.id, product])).values()],
      products: entries,
      categories: yield* Effect.forEach(
        listRoots(policy.parents, policy.categories).filter((category) => byCategory.has(category)),
        (category) =>
          Effect.map(readFirstEntry({ category, inStock: true }), (one) => ({
            category,
            products: byCategory.get(category) ?? 0,
            one: one?.product
          }))
      ),
      shelves: yield* Effect.forEach(
        filled,
        (shelf) => Effect.map(readEntryNames(context, shelf.entries), (entries) => ({ ...shelf, entries }))
      )
    }
    return data
  }
)
