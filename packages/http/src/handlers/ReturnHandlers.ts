/** The returns' operations (docs/specification.md#returns). The label is a page: see `Routes`. */
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import { holder, orderChanger, orderReader } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

const changing = { uninterruptible: true } as const

export const layer = group("returns", (handlers) =>
  Effect.map(Returns, (returns) =>
    handlers
      .handle(
        "request",
        Operations.change(endpoint("returns", "request"), orderChanger, ({ caller, payload }) =>
          Effect.map(
            returns.request(
              caller.principal,
              payload.orderId,
              payload.items.map(({ condition = "unopened" as const, ...item }) => ({ ...item, condition }))
            ),
            Views.returned
          )),
        changing
      )
      .handle(
        "view",
        Operations.read(
          endpoint("returns", "view"),
          orderReader,
          ({ caller, path }) => Effect.map(returns.view(caller.principal, path.returnId), Views.returned)
        )
      )
      .handle(
        "cancel",
        Operations.change(
          endpoint("returns", "cancel"),
          orderChanger,
          ({ caller, path }) => Effect.map(returns.cancel(caller.principal, path.returnId), Views.returned)
        ),
        changing
      )
      .handle(
        "receive",
        Operations.change(
          endpoint("returns", "receive"),
          holder("orders:write"),
          ({ path, payload }) => Effect.map(returns.receive(path.returnId, payload.items), Views.returned)
        ),
        changing
      )))
