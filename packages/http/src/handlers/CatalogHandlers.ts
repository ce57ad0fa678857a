/** The handlers of the group `catalog` (docs/specification.md#catalogue). */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { ProductSearch, type Search } from "@beauty-store/commerce/catalog/ProductSearch"
import { Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import type { Currency } from "@beauty-store/domain/Money"
import * as Codec from "@beauty-store/sql/Codec"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as CatalogSchemas from "../contract/CatalogSchemas.ts"
import { amountWords, bounds, isAmount } from "../contract/InputSchemas.ts"
import { anyone, InvalidRequest } from "../pipeline/Authentication.ts"
import * as Json from "../pipeline/Json.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as PublicReads from "../pipeline/PublicReads.ts"
import { pathOf } from "../pipeline/RequestContext.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as CatalogDocuments from "./CatalogDocuments.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const encodeCatalog = Codec.encoder(CatalogSchemas.Catalog)
const encodeBrand = Codec.encoder(CatalogSchemas.Brand)

/** `GET /api/`: the catalogue without its brands, and each of them between the brackets. */
export const composition = ({ baseUrl, currency, storeName }: StorePolicy): CatalogDocuments.Composition => {
  const tail = "]}\n"
  const empty = Json.print(encodeCatalog(Views.catalog(storeName, currency, [])))
  return {
    head: empty.slice(0, -tail.length),
    separator: ",",
    tail,
    brand: (brand) => Effect.sync(() => JSON.stringify(encodeBrand(Views.brand(baseUrl, brand))))
  }
}

/** The prices between which a search finds, in minor units. */
const pricesOf = (
  { maxPrice, minPrice }: Pick<typeof CatalogSchemas.SearchParameters.Type, "minPrice" | "maxPrice">,
  currency: Currency
) => {
  const errors = Object.entries({ minPrice, maxPrice }).flatMap(([pointer, amount]): InvalidRequest["errors"] =>
    amount === undefined || isAmount(amount, bounds.from, currency)
      ? []
      : [{ pointer, detail: `must be ${amountWords(bounds.from, currency)}`, in: "query" }]
  )
  return errors.length > 0 ? new InvalidRequest({ errors }) : Effect.succeed({
    minPriceMinor: Views.minorOf(minPrice, currency),
    maxPriceMinor: Views.minorOf(maxPrice, currency)
  })
}

export const handlers = Effect.gen(function*() {
  const catalogue = yield* Catalog
  const products = yield* ProductSearch
  const stock = yield* Inventory
  const reads = yield* PublicReads.forHandlers
  const policy = yield* Policy
  const { baseUrl, currency } = policy
  const everything = CatalogDocuments.sourceOf(catalogue)
  const whole: PublicReads.CachedRead<StoreUnavailable, never> = {
    path: "/api/",
    kind: "single",
    level: "best",
    source: everything,
    response: Effect.map(
      CatalogDocuments.document(catalogue, composition(policy)),
      (body) => Responses.publicBytes(body)
    )
  }

  return {
    catalog: Operations.publicBytes(reads, operation("catalog", "catalog"), () => whole),
    search: Operations.publicRead(reads, operation("catalog", "search"), ({ urlParams }, request) => {
      const {
        facets: isCounted = false,
        limit = 20,
        maxPrice,
        minPrice,
        sort = "relevance",
        suggestions: isSuggested = false,
        ...rest
      } = urlParams
      return {
        ...(request.url.includes("?")
          ? { path: request.url, kind: "query" }
          : { path: "/api/products", kind: "single" }),
        source: everything,
        run: Effect.gen(function*() {
          const prices = yield* pricesOf({ minPrice, maxPrice }, currency)
          const found: Search = { ...rest, ...prices, sort, limit }
          const page = yield* products.search(found)
          const facets = isCounted ? yield* products.facets(found) : undefined
          const suggestions = isSuggested ? yield* products.suggestions(found.q ?? "") : undefined
          return Views.productList({ baseUrl, currency }, page, facets, suggestions)
        }).pipe(
          // Which categories there are, the schema of the request cannot tell.
          Effect.catchTag("InvalidInput", ({ faults }) =>
            new InvalidRequest({
              errors: faults.map(({ path, words }) => ({
                pointer: path,
                detail: words.replace(/^Expected /, "must be "),
                in: "query"
              }))
            }))
        )
      }
    }),
    product: Operations.publicRead(reads, operation("catalog", "product"), ({ path: { productId } }, request) => ({
      path: pathOf(request),
      kind: "parametric",
      source: CatalogDocuments.sourceOf(catalogue, productId),
      run: Effect.map(catalogue.product(productId), (one) => Views.product(baseUrl, one))
    })),
    inventory: Operations.read(operation("catalog", "inventory"), anyone, ({ path }) => stock.status(path.productId))
  } satisfies HandlersOf<"catalog">
})
