/**
 * The handlers of the group `returns` (docs/specification.md#returns). The label is a page of its own (`ReturnLabel`).
 */
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import { holder, orderChanger, orderReader } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

export const handlers = Effect.map(Effect.all([Returns, Policy]), ([returns, { currency }]) => ({
  request: Operations.change(operation("returns", "request"), orderChanger, ({ caller, payload }) =>
    Effect.map(
      returns.request(
        caller.principal,
        payload.orderId,
        payload.items.map(({ condition = "unopened" as const, ...item }) => ({ ...item, condition }))
      ),
      Views.returned(currency)
    )),
  list: Operations.view(operation("returns", "list"), orderReader, ({ caller, urlParams }) =>
    Effect.map(
      returns.search(caller, { ...urlParams, limit: urlParams.limit ?? 20 }),
      (page) => Views.page(page, Views.returnSummary)
    )),
  view: Operations.view(
    operation("returns", "view"),
    orderReader,
    ({ caller, path }) => Effect.map(returns.view(caller.principal, path.returnId), Views.returned(currency))
  ),
  cancel: Operations.change(
    operation("returns", "cancel"),
    orderChanger,
    ({ caller, path }) => Effect.map(returns.cancel(caller.principal, path.returnId), Views.returned(currency))
  ),
  receive: Operations.change(
    operation("returns", "receive"),
    holder("orders:write"),
    ({ path, payload }) => Effect.map(returns.receive(path.returnId, payload.items), Views.returned(currency))
  )
} satisfies HandlersOf<"returns">))
