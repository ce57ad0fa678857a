/** The catalogue's operations (contract §6, rows 1–2 and 15). */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import type { Search } from "@beauty-store/commerce/catalog/ProductSearch"
import { Policy } from "@beauty-store/commerce/Policy"
import { fromNumber } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { endpoint } from "../contract/Api.ts"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { anyone, identify } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Views from "./Views.ts"

const minor = (euros: number | undefined): number | undefined =>
  euros === undefined ? undefined : Option.getOrUndefined(fromNumber(euros))

/** The whole catalogue, made once for each version of it. */
interface Encoded extends Responses.Encoded {
  readonly version: number
}

const print = Responses.success(ApiSchemas.Catalog)

export const layer = group(
  "catalog",
  Effect.fnUntraced(function*(handlers) {
    const catalogue = yield* Catalog
    const stock = yield* Inventory
    const { baseUrl, storeName } = yield* Policy
    let encoded: Encoded | undefined

    const current = Effect.gen(function*() {
      const version = yield* catalogue.version
      if (encoded?.version === version) return encoded
      const { body } = print(Views.catalog(storeName, baseUrl, yield* catalogue.brands))
      encoded = { version, ...Responses.encoded(body) }
      return encoded
    })

    return handlers
      .handle("catalog", (raw) =>
        Operations.answered(
          raw.request,
          Effect.gen(function*() {
            yield* identify(raw.request, false)
            return Responses.sendEncoded(yield* current, raw.request.headers)
          })
        ))
      .handle(
        "search",
        Operations.read(endpoint("catalog", "search"), anyone, ({ urlParams }) => {
          const { limit = 20, maxPrice, minPrice, sort = "relevance", ...rest } = urlParams
          const found: Search = { ...rest, sort, limit, minPriceMinor: minor(minPrice), maxPriceMinor: minor(maxPrice) }
          return Effect.map(catalogue.search(found), (page) => Views.page(page, (one) => Views.product(baseUrl, one)))
        }, { cached: true })
      )
      .handle(
        "product",
        Operations.read(
          endpoint("catalog", "product"),
          anyone,
          ({ path }) => Effect.map(catalogue.product(path.productId), (one) => Views.product(baseUrl, one)),
          { cached: true }
        )
      )
      .handle(
        "inventory",
        Operations.read(endpoint("catalog", "inventory"), anyone, ({ path }) => stock.status(path.productId))
      )
  })
)
