/** Support's operations (docs/specification.md#support). */
import { Support } from "@beauty-store/commerce/support/Support"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import { anyone, orderReader } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

export const layer = group("support", (handlers) =>
  Effect.map(Support, (support) =>
    handlers
      .handle(
        "ask",
        Operations.change(
          endpoint("support", "ask"),
          anyone,
          ({ caller, payload }) =>
            Effect.map(support.ask(caller?.principal, { ...payload, orderId: payload.orderId }), Views.ticket)
        ),
        { uninterruptible: true }
      )
      .handle(
        "view",
        Operations.read(
          endpoint("support", "view"),
          orderReader,
          ({ caller, path }) => Effect.map(support.view(caller.principal, path.ticketId), Views.ticket)
        )
      )))
