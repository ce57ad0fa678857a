/** The refunds' operations (docs/specification.md#refunds). */
import { Refunds } from "@beauty-store/commerce/after-sales/Refunds"
import { fromNumber } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { endpoint } from "../contract/Api.ts"
import { holder, orderReader } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

export const layer = group("refunds", (handlers) =>
  Effect.map(Refunds, (refunds) =>
    handlers
      .handle(
        "list",
        Operations.read(endpoint("refunds", "list"), orderReader, ({ caller, urlParams }) =>
          Effect.map(
            refunds.list(caller.principal, { limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
            (page) => Views.page(page, Views.refund)
          ))
      )
      .handle(
        "view",
        Operations.read(
          endpoint("refunds", "view"),
          orderReader,
          ({ caller, path }) => Effect.map(refunds.view(caller.principal, path.refundId), Views.refund)
        )
      )
      .handle(
        "give",
        Operations.change(endpoint("refunds", "give"), holder("refunds:write"), ({ payload }) => {
          const amountMinor = payload.amount === undefined ? undefined : Option.getOrThrow(fromNumber(payload.amount))
          return Effect.map(refunds.give(payload.orderId, amountMinor, payload.reason), Views.refund)
        }),
        { uninterruptible: true }
      )))
