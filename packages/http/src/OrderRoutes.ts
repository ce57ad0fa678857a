/** The orders' operations (contract §6, rows 7 and 17). */
import { Orders } from "@beauty-store/commerce/Orders"
import * as Effect from "effect/Effect"
import { endpoint } from "./Api.ts"
import { buyer, somebody } from "./Callers.ts"
import { group } from "./Mounting.ts"
import * as Operations from "./Operations.ts"
import * as Views from "./Views.ts"

export const layer = group("orders", (handlers) =>
  Effect.map(Orders, (orders) =>
    handlers
      .handle(
        "list",
        Operations.read(endpoint("orders", "list"), buyer, ({ caller, urlParams }) =>
          Effect.map(
            orders.list(caller.owner, { limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
            (page) => Views.page(page, Views.orderSummary)
          ))
      )
      .handle(
        "order",
        Operations.read(
          endpoint("orders", "order"),
          somebody,
          ({ caller, path }) => Effect.map(orders.view(caller.principal, path.orderId), Views.order)
        )
      )))
