/**
 * Reads what the page of a product shows: the product, the others of its group, and some of its brand.
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { ProductId } from "@beauty-store/domain/Ids"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import type { PageContext } from "./PageContext.ts"
import type { ProductData } from "./ProductPage.tsx"
import { listProductIds, readEntryNames, readFullProducts, readProductNames } from "./ShownProduct.ts"

/** How many other products of its brand a product's page shows. */
const mostOthers = 6

export const readProduct = Effect.fnUntraced(function*(context: PageContext) {
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
    choice: yield* readProductNames(context, group),
    others: yield* readEntryNames(context, others)
  } satisfies ProductData
})

/** The products that the page changes with. */
export const findProductDependencies = ({ choice, others, product }: ProductData): ReadonlyArray<ProductId> => [
  ...new Set([product.id, ...choice.map(({ id }) => id)]),
  ...listProductIds(others)
]
