/**
 * The handlers of the whole contract, as data: for each group an effect that makes them over the use cases. The store's
 * own server mounts them in one way, programs that embed it in another (`Mounting`).
 */
import { ShopAttributes } from "@beauty-store/commerce/Attributes"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api, type Groups } from "../contract/Api.ts"
import * as VisibleAttributes from "../contract/VisibleAttributes.ts"
import type { Handlers } from "../pipeline/Mounting.ts"
import * as Mounting from "../pipeline/Mounting.ts"
import * as AdminHandlers from "./AdminHandlers.ts"
import * as AuthHandlers from "./AuthHandlers.ts"
import * as CartHandlers from "./CartHandlers.ts"
import * as CatalogHandlers from "./CatalogHandlers.ts"
import * as CheckoutHandlers from "./CheckoutHandlers.ts"
import * as ClientHandlers from "./ClientHandlers.ts"
import * as DelegationHandlers from "./DelegationHandlers.ts"
import * as HealthHandlers from "./HealthHandlers.ts"
import * as ImportHandlers from "./ImportHandlers.ts"
import * as OrderHandlers from "./OrderHandlers.ts"
import * as PaymentHandlers from "./PaymentHandlers.ts"
import * as PictureHandlers from "./PictureHandlers.ts"
import * as PriceHandlers from "./PriceHandlers.ts"
import * as PromotionHandlers from "./PromotionHandlers.ts"
import * as RefundHandlers from "./RefundHandlers.ts"
import * as ReturnHandlers from "./ReturnHandlers.ts"
import * as StockHandlers from "./StockHandlers.ts"
import * as SupportHandlers from "./SupportHandlers.ts"
import * as WebhookHandlers from "./WebhookHandlers.ts"

const attributesAreVisible = Effect.flatMap(ShopAttributes, VisibleAttributes.check)

/** Makes the handlers of each group. Dies where the shop's attributes cannot be shown. */
export const byGroup = {
  catalog: Effect.zipRight(attributesAreVisible, CatalogHandlers.handlers),
  stock: StockHandlers.handlers,
  pictures: PictureHandlers.handlers,
  prices: PriceHandlers.handlers,
  promotions: PromotionHandlers.handlers,
  clients: ClientHandlers.handlers,
  imports: ImportHandlers.handlers,
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

/** A group on the router, by the shortcut of the store's own server. */
const mounted = <const G extends Groups["identifier"], R>(
  group: G,
  handlers: Effect.Effect<Handlers<Groups>[G], never, R>
) => Layer.effectDiscard(Effect.flatMap(handlers, (handlers) => Mounting.direct(Api, group, handlers)))

/**
 * The contract on the router, by the shortcut of the store's own server. Layers are built concurrently, and a
 * simulation draws the order of concurrent work, so that a change of their number here changes every recorded digest.
 */
export const layerDirect = Layer.mergeAll(
  mounted("catalog", byGroup.catalog),
  mounted("cart", byGroup.cart),
  mounted("checkout", byGroup.checkout),
  mounted("orders", byGroup.orders),
  mounted("delegations", byGroup.delegations),
  mounted("returns", byGroup.returns),
  mounted("refunds", byGroup.refunds),
  mounted("support", byGroup.support),
  Layer.provideMerge(mounted("stock", byGroup.stock), mounted("pictures", byGroup.pictures)).pipe(
    Layer.provideMerge(mounted("prices", byGroup.prices)),
    Layer.provideMerge(mounted("promotions", byGroup.promotions)),
    Layer.provideMerge(mounted("imports", byGroup.imports)),
    Layer.provideMerge(mounted("clients", byGroup.clients))
  ),
  mounted("webhooks", byGroup.webhooks),
  mounted("auth", byGroup.auth),
  mounted("payments", byGroup.payments),
  mounted("admin", byGroup.admin),
  mounted("health", byGroup.health)
)
