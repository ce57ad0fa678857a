/** The handlers of the group `refunds` (docs/specification.md#refunds). */
import { Refunds } from "@beauty-store/commerce/after-sales/Refunds"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import { holder, orderReader } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

export const handlers = Effect.map(Effect.all([Refunds, Policy]), ([refunds, { currency }]) => ({
  list: Operations.view(operation("refunds", "list"), orderReader, ({ caller, urlParams }) =>
    Effect.map(
      refunds.list(caller.principal, { limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
      (page) => Views.page(page, Views.refund)
    )),
  view: Operations.view(
    operation("refunds", "view"),
    orderReader,
    ({ caller, path }) => Effect.map(refunds.view(caller.principal, path.refundId), Views.refund)
  ),
  give: Operations.change(operation("refunds", "give"), holder("refunds:write"), ({ payload }) => {
    const amountMinor = Views.minorOf(payload.amount, currency)
    return Effect.map(refunds.give(payload.orderId, amountMinor, payload.reason), Views.refund)
  })
} satisfies HandlersOf<"refunds">))
