/** Support's operations (contract §6, row 13). */
import { Support } from "@beauty-store/commerce/Support"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api, endpoint } from "./Api.ts"
import { anyone, orderReader } from "./Callers.ts"
import * as Operations from "./Operations.ts"
import * as Views from "./Views.ts"

export const layer = HttpApiBuilder.group(Api, "support", (handlers) =>
  Effect.map(Support, (support) =>
    handlers
      .handleRaw(
        "ask",
        Operations.change(
          endpoint("support", "ask"),
          anyone,
          ({ caller, payload }) =>
            Effect.map(support.ask(caller?.principal, { ...payload, orderId: payload.orderId }), Views.ticket)
        ),
        { uninterruptible: true }
      )
      .handleRaw(
        "view",
        Operations.read(
          endpoint("support", "view"),
          orderReader,
          ({ caller, path }) => Effect.map(support.view(caller.principal, path.ticketId), Views.ticket)
        )
      )))
