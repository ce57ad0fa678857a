/** The handlers of the group `stock`: stock and prices, for staff (docs/specification.md#stock). */
import { Inventory, type Shelf } from "@beauty-store/commerce/catalog/Inventory"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import { Policy } from "@beauty-store/commerce/Policy"
import { formatMoment } from "@beauty-store/domain/Days"
import { available } from "@beauty-store/domain/Stock"
import * as Effect from "effect/Effect"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { refusing } from "./FactFaults.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("inventory:write")

/** Which products the shop has, and what of them is reserved, the schema of the request cannot tell. */
const asFaults = refusing({})

const shelfOf = ({ low, onHand, productId, reserved }: Shelf) => ({
  productId,
  onHand,
  reserved,
  available: available({ onHand, reserved }),
  low
})

export const handlers = Effect.gen(function*() {
  const prices = yield* Prices
  const inventory = yield* Inventory
  const { baseUrl, currency } = yield* Policy
  return {
    setOnHand: Operations.change(
      operation("stock", "setOnHand"),
      staff,
      ({ path, payload }) => inventory.setOnHand(path.productId, payload.onHand)
    ),
    shelves: Operations.read(operation("stock", "shelves"), staff, ({ urlParams }) =>
      Effect.map(
        inventory.shelves({ ...urlParams, limit: urlParams.limit ?? 20 }),
        (page) => Views.page(page, shelfOf)
      )),
    report: Operations.change(operation("stock", "report"), staff, ({ payload }) =>
      Effect.map(
        asFaults(inventory.report(payload.lines)),
        (shelves) => ({ data: shelves.map(({ units, ...shelf }) => ({ ...shelfOf(shelf), units })) })
      )),
    movements: Operations.read(operation("stock", "movements"), staff, ({ path, urlParams }) =>
      Effect.map(
        inventory.movements(path.productId, { ...urlParams, limit: urlParams.limit ?? 20 }),
        (page) => Views.page(page, ({ at, ...movement }) => ({ ...movement, at: formatMoment(at) }))
      )),
    setPrice: Operations.change(
      operation("stock", "setPrice"),
      holder("catalog:write"),
      ({ path, payload }) =>
        Effect.map(
          prices.setPrice(path.productId, Views.minorOf(payload.price, currency)),
          (product) => Views.product(baseUrl, product)
        )
    )
  } satisfies HandlersOf<"stock">
})
