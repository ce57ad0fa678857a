/** The handlers of the group `catalog` (docs/specification.md#catalogue). */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import type { Search } from "@beauty-store/commerce/catalog/ProductSearch"
import { Policy } from "@beauty-store/commerce/Policy"
import { fromNumber } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { anyone } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const minor = (euros: number | undefined): number | undefined =>
  euros === undefined ? undefined : Option.getOrUndefined(fromNumber(euros))

/** The whole catalogue, made once for each version of it. */
interface EncodedCatalog extends Responses.EncodedBody {
  readonly version: number
}

const print = Responses.printSuccess(ApiSchemas.Catalog)

export const handlers = Effect.gen(function*() {
  const catalogue = yield* Catalog
  const stock = yield* Inventory
  const { baseUrl, storeName } = yield* Policy
  let encoded: EncodedCatalog | undefined

  const current = Effect.gen(function*() {
    const version = yield* catalogue.version
    if (encoded?.version === version) return encoded
    const { body } = print(Views.catalog(storeName, baseUrl, yield* catalogue.brands))
    encoded = { version, ...Responses.encodeBody(body) }
    return encoded
  })

  return {
    catalog: Operations.raw(
      operation("catalog", "catalog"),
      (_, { caller, request }) =>
        Effect.zipRight(caller, Effect.map(current, (body) => Responses.sendEncoded(body, request.headers)))
    ),
    search: Operations.read(operation("catalog", "search"), anyone, ({ urlParams }) => {
      const { limit = 20, maxPrice, minPrice, sort = "relevance", ...rest } = urlParams
      const found: Search = { ...rest, sort, limit, minPriceMinor: minor(minPrice), maxPriceMinor: minor(maxPrice) }
      return Effect.map(catalogue.search(found), (page) => Views.page(page, (one) => Views.product(baseUrl, one)))
    }),
    product: Operations.read(
      operation("catalog", "product"),
      anyone,
      ({ path }) => Effect.map(catalogue.product(path.productId), (one) => Views.product(baseUrl, one))
    ),
    inventory: Operations.read(operation("catalog", "inventory"), anyone, ({ path }) => stock.status(path.productId))
  } satisfies HandlersOf<"catalog">
})
