/** The handlers of the group `prices`: planned prices, for staff (docs/specification.md#price-history). */
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import * as Effect from "effect/Effect"
import type { PlanPrice } from "../contract/PriceSchemas.ts"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { refusing } from "./FactFaults.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("catalog:write")

/** What the schema of the request cannot tell: the time. */
const asFaults = refusing({ priceMinor: "price", isSale: "sale" })

const wanted = ({ from, price, sale, until }: typeof PlanPrice.Type) => ({
  priceMinor: Views.minorOf(price)!,
  isSale: sale,
  from: Views.millisOf(from),
  until: Views.millisOf(until)
})

export const handlers = Effect.map(Prices, (prices) => ({
  list: Operations.read(
    operation("prices", "list"),
    staff,
    ({ path }) => Effect.map(prices.list(path.productId), Views.prices)
  ),
  plan: Operations.change(
    operation("prices", "plan"),
    staff,
    ({ path, payload }) => Effect.map(asFaults(prices.plan(path.productId, wanted(payload))), Views.prices)
  ),
  change: Operations.change(
    operation("prices", "change"),
    staff,
    ({ path, payload }) =>
      Effect.map(asFaults(prices.changePlan(path.productId, path.planId, wanted(payload))), Views.prices)
  ),
  cancel: Operations.change(
    operation("prices", "cancel"),
    staff,
    ({ path }) => Effect.map(prices.cancelPlan(path.productId, path.planId), Views.prices)
  )
} satisfies HandlersOf<"prices">))
