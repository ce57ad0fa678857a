/** The handlers of the group `support` (docs/specification.md#support). */
import { Support } from "@beauty-store/commerce/support/Support"
import * as Effect from "effect/Effect"
import { anyone, orderReader } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

export const handlers = Effect.map(Support, (support) => ({
  ask: Operations.change(
    operation("support", "ask"),
    anyone,
    ({ caller, payload }) =>
      Effect.map(support.ask(caller?.principal, { ...payload, orderId: payload.orderId }), Views.ticket)
  ),
  view: Operations.view(
    operation("support", "view"),
    orderReader,
    ({ caller, path }) => Effect.map(support.view(caller.principal, path.ticketId), Views.ticket)
  )
} satisfies HandlersOf<"support">))
