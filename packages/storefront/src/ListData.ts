/**
 * Reads what the lists show: the products that an address asks for, help where there are none, and the brands.
 */
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import type { ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { RouteNotFound } from "@beauty-store/http/internal/pipeline/RequestPipeline"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import { type CatalogSummary, takeFewOfEachBrand } from "./CatalogSummary.ts"
import { byPathOf, type Help, type ListData, type Subject } from "./ListPages.tsx"
import { isNarrowed, type ListQuery, parseListQuery } from "./ListQuery.ts"
import { type PageContext, readQuery } from "./PageContext.ts"
import { hasCategory } from "./ShopFrame.tsx"
import { listProductIds, readEntryNames } from "./ShownProduct.ts"

/** How many products a list shows at once. */
const listed = 24

/** How many words of a search without results are tried on their own, and how many products are shown instead. */
const mostTried = 4
const mostInstead = 6

/** The words that find something on their own as they are, and what is new. */
const readHelp = Effect.fnUntraced(function*(q: string, context: PageContext) {
  const products = yield* ProductSearch
  const typed = [...new Set(q.split(/\s+/))].filter((word) => word !== "")
  const words: Array<string> = []
  for (const word of typed.length > 1 ? typed.slice(0, mostTried) : []) {
    const { correctedQuery, data } = yield* products.search({
      q: word,
      language: context.language,
      sort: "relevance",
      limit: 1
    })
    if (data.length > 0 && correctedQuery === undefined) words.push(word)
  }
  const { data } = yield* products.entries({ inStock: true, sort: "newest", limit: listed })
  const instead = takeFewOfEachBrand(data).slice(0, mostInstead)
  return { words, products: yield* readEntryNames(context, instead) } satisfies Help
})

/** A category as the shop writes it. */
const writtenBy = ({ categories }: StorePolicy, category: string | undefined): string | undefined =>
  categories.find((one) => one.toLowerCase() === category?.toLowerCase()) ?? category

const readAsked = Effect.fnUntraced(
  function*(
    context: PageContext,
    request: HttpServerRequest.HttpServerRequest,
    subject: Subject,
    fixed: Partial<ListQuery> = {}
  ) {
    const products = yield* ProductSearch
    const parsed = { ...parseListQuery(readQuery(request)), ...fixed }
    const query: ListQuery = { ...parsed, category: writtenBy(context.shop.policy, parsed.category) }
    const { brand, category, cursor, exact, inStock, option, price, q, reduced, sort } = query
    const search = {
      groupsAsOne: true,
      language: context.language,
      q: q === "" ? undefined : q,
      brand,
      category,
      minPriceMinor: price?.fromMinor,
      maxPriceMinor: price?.toMinor,
      inStock: inStock ? true : undefined,
      reduced: reduced ? true : undefined,
      option,
      sort,
      limit: listed,
      cursor
    }
    const { correctedQuery, data: entries, nextCursor } = yield* products.entries(search)
    // The words as they were typed find nothing; otherwise they would not have been corrected.
    const data = exact && correctedQuery !== undefined ? [] : entries
    const isEmpty = data.length === 0
    // A list that fits on one page needs no filters.
    const isLong = nextCursor !== null || cursor !== undefined
    const hasFacets = !isEmpty && (q !== "" || isLong || isNarrowed(query, byPathOf(subject)))
    const facets = hasFacets ? yield* products.facets(search) : undefined
    const help = isEmpty ? yield* readHelp(q, context) : undefined
    const found = { data: yield* readEntryNames(context, data), nextCursor, correctedQuery, facets, help }
    return { subject, query, found } satisfies ListData
  }
)

/**
 * A list as its address asks for it, but of every category, or option, where it asks for one that there is not. `fixed`: what its
 * path says already.
 */
export const readList = (
  context: PageContext,
  request: HttpServerRequest.HttpServerRequest,
  subject: Subject,
  fixed: Partial<ListQuery> = {}
) => {
  const blames = (at: string) => (error: { readonly _tag: string }) =>
    error._tag === "InvalidInput" && (error as InvalidInput).faults.some(({ path }) => path === at)
  const readKnown = (fixed: Partial<ListQuery>) =>
    Effect.catchIf(
      readAsked(context, request, subject, fixed),
      blames("option"),
      () => readAsked(context, request, subject, { ...fixed, option: undefined })
    )
  return readKnown(fixed).pipe(
    Effect.catchIf(blames("category"), () => readKnown({ ...fixed, category: undefined })),
    Effect.catchTag("InvalidInput", () => new RouteNotFound())
  )
}

/** The products that a list changes with; undefined where any change may bring others onto it. */
export const findListDependencies = (
  { found: { data, facets }, query: { sort } }: ListData
): ReadonlyArray<ProductId> | undefined =>
  // By their ids, without conditions and counts, the same products are on the page whatever changes.
  facets === undefined && sort === "relevance" && data.length > 0 ? listProductIds(data) : undefined

/** The list of the category that the path names. */
export const readCategory = Effect.fnUntraced(
  function*(context: PageContext, request: HttpServerRequest.HttpServerRequest) {
    const { category = "" } = yield* HttpLayerRouter.params
    if (!hasCategory(context, category)) return yield* new RouteNotFound()
    return yield* readList(context, request, { _tag: "Category", category }, { category })
  }
)

/** The list of the brand that the path names. */
export const readBrand = Effect.fnUntraced(
  function*(context: PageContext, request: HttpServerRequest.HttpServerRequest, { brands }: CatalogSummary) {
    const { brand = "" } = yield* HttpLayerRouter.params
    const one = brands.find(({ id }) => id === brand)
    if (one === undefined) return yield* new RouteNotFound()
    return yield* readList(context, request, { _tag: "Brand", name: one.name, category: one.category }, {
      brand: one.id
    })
  }
)

/** The first entry of a list, or its first that can be bought. */
export const readFirstEntry = Effect.fnUntraced(function*(
  list: ({ readonly brand: string } | { readonly category: string }) & { readonly inStock?: true }
) {
  const { data } = yield* (yield* ProductSearch).entries({ ...list, sort: "relevance", limit: 1 })
  return data[0]
})

/** All brands, each with one of its products. */
export const readBrands = ({ brands }: CatalogSummary) =>
  Effect.forEach(
    brands,
    (brand) => Effect.map(readFirstEntry({ brand: brand.id }), (one) => ({ ...brand, one: one?.product }))
  )
