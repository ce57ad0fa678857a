/**
 * Reads what the page of a product shows: the product, the others of its group, and some of its brand.
 */
import { Catalog, type CatalogEntry } from "@beauty-store/commerce/catalog/Catalog"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { Promotions } from "@beauty-store/commerce/promotions/Promotions"
import type { ProductArchived } from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import type { PageContext } from "./PageContext.ts"
import type { ArchivedData, ProductData } from "./ProductPage.tsx"
import { hasCategory } from "./ShopFrame.tsx"
import { listProductIds, readEntryNames, readFullProducts, readProductNames } from "./ShownProduct.ts"

/** How many other products of its brand a product's page shows. */
const mostOthers = 6

const readSold = Effect.fnUntraced(function*(context: PageContext) {
  const catalogue = yield* Catalog
  const { productId = "" } = yield* HttpLayerRouter.params
  const one = yield* catalogue.product(ProductId.claimed.make(productId))
  const group = one.group === undefined ? [] : yield* catalogue.group(one.group.id)
  const chosen = new Set([one.id, ...group.map(({ id }) => id)])
  const { data } = yield* (yield* ProductSearch).entries({
    brand: one.brandId,
    sort: "relevance",
    limit: mostOthers + 1
  })
  const [product] = yield* readFullProducts(context, [one])
  const others = data.filter(({ product: { id } }) => !chosen.has(id)).slice(0, mostOthers)
  return {
    product: product!,
    offers: yield* (yield* Promotions).announced(one),
    choice: yield* readProductNames(context, group),
    others: yield* readEntryNames(context, others)
  } satisfies ProductData
})

/** What the page of a product shows that is not sold any more: what is similar. */
const readArchived = Effect.fnUntraced(
  function*(context: PageContext, { brandId, category }: ProductArchived) {
    const search = yield* ProductSearch
    const isKept = hasCategory(context, category)
    const found = new Map<string, CatalogEntry>()
    for (const where of [{ brand: brandId }, ...(isKept ? [{ category }] : [])]) {
      const { data } = yield* search.entries({ ...where, sort: "relevance", inStock: true, limit: mostOthers })
      for (const one of data) found.set(one.product.id, one)
    }
    return {
      brand: (yield* (yield* Catalog).brandList).find(({ id }) => id === brandId),
      category: isKept ? category : undefined,
      similar: yield* readEntryNames(context, [...found.values()].slice(0, mostOthers))
    } satisfies ArchivedData
  }
)

export const readProduct = (context: PageContext) =>
  Effect.catchTag(readSold(context), "ProductArchived", (archived) => readArchived(context, archived))

/** The products that the page changes with; undefined: any. */
export const findProductDependencies = (data: ProductData | ArchivedData): ReadonlyArray<ProductId> | undefined =>
  "similar" in data ? undefined : [
    ...new Set([data.product.id, ...data.choice.map(({ id }) => id)]),
    ...listProductIds(data.others)
  ]
