/** The handlers of the group `prices`: planned prices, for staff (docs/specification.md#price-history). */
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import { Policy } from "@beauty-store/commerce/Policy"
import type { Currency } from "@beauty-store/domain/Money"
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

const wantedIn = (currency: Currency) => ({ from, price, sale, until }: typeof PlanPrice.Type) => ({
  priceMinor: Views.minorOf(price, currency),
  isSale: sale,
  from: Views.millisOf(from),
  until: Views.millisOf(until)
})

export const handlers = Effect.gen(function*() {
  const prices = yield* Prices
  const { currency } = yield* Policy
  const [wanted, view] = [wantedIn(currency), Views.prices(currency)]
  return {
    list: Operations.read(
      operation("prices", "list"),
      staff,
      ({ path }) => Effect.map(prices.list(path.productId), view)
    ),
    plan: Operations.change(
      operation("prices", "plan"),
      staff,
      ({ path, payload }) => Effect.map(asFaults(prices.plan(path.productId, wanted(payload))), view)
    ),
    change: Operations.change(
      operation("prices", "change"),
      staff,
      ({ path, payload }) => Effect.map(asFaults(prices.changePlan(path.productId, path.planId, wanted(payload))), view)
    ),
    cancel: Operations.change(
      operation("prices", "cancel"),
      staff,
      ({ path }) => Effect.map(prices.cancelPlan(path.productId, path.planId), view)
    )
  } satisfies HandlersOf<"prices">
})
