/**
 * The staff's operations on the shelf and the price tags (docs/specification.md#stock,
 * docs/specification.md#catalogue).
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Policy } from "@beauty-store/commerce/Policy"
import { fromNumber } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { endpoint } from "../contract/Api.ts"
import { holder } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

const changing = { uninterruptible: true } as const

export const layer = group(
  "stock",
  Effect.fnUntraced(function*(handlers) {
    const catalog = yield* Catalog
    const inventory = yield* Inventory
    const { baseUrl } = yield* Policy
    return handlers
      .handle(
        "setOnHand",
        Operations.change(
          endpoint("stock", "setOnHand"),
          holder("inventory:write"),
          ({ path, payload }) => inventory.setOnHand(path.productId, payload.onHand)
        ),
        changing
      )
      .handle(
        "setPrice",
        Operations.change(endpoint("stock", "setPrice"), holder("catalog:write"), ({ path, payload }) =>
          Effect.map(
            catalog.setPrice(path.productId, Option.getOrThrow(fromNumber(payload.price))),
            (product) => Views.product(baseUrl, product)
          )),
        changing
      )
  })
)
