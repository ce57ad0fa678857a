/** Support's operations (contract §6, row 13). */
import { Support } from "@beauty-store/commerce/Support"
import * as Effect from "effect/Effect"
import { endpoint } from "./Api.ts"
import { anyone, orderReader } from "./Callers.ts"
import { group } from "./Mounting.ts"
import * as Operations from "./Operations.ts"
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
