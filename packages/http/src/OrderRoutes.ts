/** The orders' operations (contract §6, rows 7 and 17). */
import { Orders } from "@beauty-store/commerce/Orders"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api, endpoint } from "./Api.ts"
import { buyer, orderReader } from "./Callers.ts"
import * as Operations from "./Operations.ts"
import * as Views from "./Views.ts"

export const layer = HttpApiBuilder.group(Api, "orders", (handlers) =>
  Effect.map(Orders, (orders) =>
    handlers
      .handleRaw(
        "list",
        Operations.read(endpoint("orders", "list"), buyer, ({ caller, urlParams }) =>
          Effect.map(
            orders.list(caller.owner, { limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
            (page) => Views.page(page, Views.orderSummary)
          ))
      )
      .handleRaw(
        "order",
        Operations.read(
          endpoint("orders", "order"),
          orderReader,
          ({ caller, path }) => Effect.map(orders.view(caller.principal, path.orderId), Views.order)
        )
      )))
