/** The handlers of the group `stock`: stock and prices, for staff (docs/specification.md#stock). */
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import { Policy } from "@beauty-store/commerce/Policy"
import { fromNumber } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

export const handlers = Effect.gen(function*() {
  const prices = yield* Prices
  const inventory = yield* Inventory
  const { baseUrl } = yield* Policy
  return {
    setOnHand: Operations.change(
      operation("stock", "setOnHand"),
      holder("inventory:write"),
      ({ path, payload }) => inventory.setOnHand(path.productId, payload.onHand)
    ),
    setPrice: Operations.change(
      operation("stock", "setPrice"),
      holder("catalog:write"),
      ({ path, payload }) =>
        Effect.map(
          prices.setPrice(path.productId, Option.getOrThrow(fromNumber(payload.price))),
          (product) => Views.product(baseUrl, product)
        )
    )
  } satisfies HandlersOf<"stock">
})
