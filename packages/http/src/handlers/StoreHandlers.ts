/**
 * The handlers of the whole contract, as data: for each group an effect that makes them over the use cases. They are
 * mounted by the store's own server in one way and by programs that embed it in the other (`Mounting`).
 */
import * as Effect from "effect/Effect"
import type { Groups } from "../contract/Api.ts"
import type { Handlers } from "../pipeline/Mounting.ts"
import * as AdminHandlers from "./AdminHandlers.ts"
import * as AuthHandlers from "./AuthHandlers.ts"
import * as CartHandlers from "./CartHandlers.ts"
import * as CatalogHandlers from "./CatalogHandlers.ts"
import * as CheckoutHandlers from "./CheckoutHandlers.ts"
import * as DelegationHandlers from "./DelegationHandlers.ts"
import * as HealthHandlers from "./HealthHandlers.ts"
import * as OrderHandlers from "./OrderHandlers.ts"
import * as PaymentHandlers from "./PaymentHandlers.ts"
import * as RefundHandlers from "./RefundHandlers.ts"
import * as ReturnHandlers from "./ReturnHandlers.ts"
import * as StockHandlers from "./StockHandlers.ts"
import * as SupportHandlers from "./SupportHandlers.ts"
import * as WebhookHandlers from "./WebhookHandlers.ts"

/** How the handlers of each group are made. */
export const byGroup = {
  catalog: CatalogHandlers.handlers,
  stock: StockHandlers.handlers,
  cart: CartHandlers.handlers,
  checkout: CheckoutHandlers.handlers,
  orders: OrderHandlers.handlers,
  delegations: DelegationHandlers.handlers,
  returns: ReturnHandlers.handlers,
  refunds: RefundHandlers.handlers,
  support: SupportHandlers.handlers,
  webhooks: WebhookHandlers.handlers,
  auth: AuthHandlers.handlers,
  payments: PaymentHandlers.handlers,
  admin: AdminHandlers.handlers,
  health: HealthHandlers.handlers
} satisfies { readonly [G in keyof Handlers<Groups>]: Effect.Effect<Handlers<Groups>[G], never, unknown> }

/** The handlers of all groups. */
export const all = Effect.all(byGroup)
