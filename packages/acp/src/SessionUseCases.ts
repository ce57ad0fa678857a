/**
 * The use cases that ACP's handlers stand on, and how the handlers print a session or a cart that one of them returned:
 * with the order that it became, which is loaded here. The shapes and words, statuses included, are `SessionPrinter`'s.
 * Follows docs/specification.md#acp.
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import type { DraftView } from "@beauty-store/commerce/drafts/DraftView"
import { PurchaseDrafts } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { ProductNotFound } from "@beauty-store/domain/Catalog"
import { methodIdsOf } from "@beauty-store/domain/Shipping"
import type { Caller } from "@beauty-store/http/contract/Security"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as Effect from "effect/Effect"
import { Refused } from "./Errors.ts"
import { order } from "./OrderPrinter.ts"
import { authenticationOf, handlerOf } from "./PaymentHandler.ts"
import { itemPath } from "./Requests.ts"
import type { Items } from "./RequestSchemas.ts"
import * as SessionPrinter from "./SessionPrinter.ts"

/** The use cases, the policy, and the shop as sessions show it. */
export const services = Effect.gen(function*() {
  const policy = yield* Policy
  const { name } = yield* PaymentProvider
  const shop: SessionPrinter.Shop = {
    baseUrl: policy.baseUrl,
    languages: policy.languages,
    handler: handlerOf(policy, name, (yield* HttpPolicy).demo),
    authentication: authenticationOf(policy)
  }
  const methods = methodIdsOf(yield* Strategies.Shipping)
  return { checkout: yield* Checkout, drafts: yield* PurchaseDrafts, orders: yield* Orders, methods, policy, shop }
})
export type Services = Effect.Effect.Success<typeof services>

/** A session with the order that it became. */
export const sessionView = Effect.fnUntraced(
  function*({ orders, policy, shop }: Services, caller: Caller, view: DraftView) {
    const became = view.orderId === undefined
      ? undefined
      // The owner of the draft also owns the order that it became.
      : yield* Effect.catchTag(orders.history(caller.principal, view.orderId), "OrderNotFound", Effect.die)
    return SessionPrinter.session(view, shop, became === undefined ? undefined : order(policy, became))
  }
)

export const cartView = ({ shop }: Services, view: DraftView) => SessionPrinter.cart(view, shop)

/** Points the error about a product that does not exist at the item that named it. */
export const pointAtItem =
  (items: Items | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E | ProductNotFound, R>): Effect.Effect<A, E | Refused, R> =>
    Effect.mapError(effect, (error) =>
      error instanceof ProductNotFound
        ? new Refused({
          code: "invalid_item_id",
          param: itemPath(items ?? [], error.productId),
          words: `The item ID ${JSON.stringify(error.productId)} does not exist.`
        })
        : error)
