/**
 * The handlers of ACP, as data: for each group of its contract an effect that makes them over the use cases. Follows
 * docs/specification.md#acp.
 */
import { orderReader } from "@beauty-store/http/pipeline/Authentication"
import type { Handlers } from "@beauty-store/http/pipeline/Mounting"
import * as Mounting from "@beauty-store/http/pipeline/Mounting"
import * as Operations from "@beauty-store/http/pipeline/Operations"
import * as Effect from "effect/Effect"
import { AcpApi, type Groups } from "./Api.ts"
import * as CartHandlers from "./CartHandlers.ts"
import * as DelegatedPayment from "./DelegatedPayment.ts"
import * as DiscoveryHandlers from "./DiscoveryHandlers.ts"
import { order } from "./OrderPrinter.ts"
import * as RequestRules from "./RequestRules.ts"
import * as SessionHandlers from "./SessionHandlers.ts"
import { type Services, services } from "./SessionUseCases.ts"

const operation = Operations.operationsOf(AcpApi, RequestRules.strict)

const orderHandlers = ({ orders, policy }: Services) => ({
  view: Operations.view(
    operation("acpOrders", "view"),
    orderReader,
    ({ caller, path }) =>
      Effect.map(orders.history(caller.principal, path.orderId), (history) => order(policy, history))
  )
})

/** Makes the handlers of each group. */
export const byGroup = {
  acpCheckoutSessions: Effect.map(services, SessionHandlers.strictHandlers),
  acp: Effect.map(services, SessionHandlers.lenientHandlers),
  acpCarts: Effect.map(services, CartHandlers.handlers),
  acpOrders: Effect.map(services, orderHandlers),
  acpDelegatedPayment: DelegatedPayment.handlers,
  acpDiscovery: DiscoveryHandlers.handlers
} satisfies { readonly [G in keyof Handlers<Groups>]: Effect.Effect<Handlers<Groups>[G], never, unknown> }

/** Puts all operations into the table of routes. */
export const mount = Effect.gen(function*() {
  const handlers = yield* Effect.all(byGroup)
  yield* Mounting.direct(AcpApi, "acpCheckoutSessions", handlers.acpCheckoutSessions)
  yield* Mounting.direct(AcpApi, "acp", handlers.acp)
  yield* Mounting.direct(AcpApi, "acpCarts", handlers.acpCarts)
  yield* Mounting.direct(AcpApi, "acpOrders", handlers.acpOrders)
  yield* Mounting.direct(AcpApi, "acpDelegatedPayment", handlers.acpDelegatedPayment)
  yield* Mounting.direct(AcpApi, "acpDiscovery", handlers.acpDiscovery)
})
