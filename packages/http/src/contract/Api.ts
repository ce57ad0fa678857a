/**
 * The contract: every operation of the store's API, one group per noun. The server implements it, the OpenAPI document
 * is printed from it, and the typed client is derived from it; there is no second list of operations.
 *
 * A program that embeds the store may add it to an `HttpApi` of its own (`HttpApi.make("mine").addHttpApi(Api)`), or
 * single groups of it (`.add(group("catalog"))`). Operations with the middleware `BearerAuth` learn their caller from
 * it. Here stand the shapes of each, its errors, and whether it can do without a token (`OpenToAnyone`); which scope a
 * token needs is its handler's to say. Follows docs/specification.md#access.
 *
 * @since 1.0.0
 */
import {
  DelegationId,
  OrderId,
  ProductId,
  RefundId,
  ReturnId,
  SessionId,
  SubscriptionId,
  TicketId
} from "@beauty-store/domain/Ids"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Heavy, OpenToAnyone, PublicResponse, TakesForms, WithoutIdempotencyKey } from "./Annotations.ts"
import * as ApiSchemas from "./ApiSchemas.ts"
import { Cost, units } from "./Cost.ts"
import { apiWithErrors, groupsOf } from "./HttpApiLookup.ts"
import { anywhere, everywhere, mutating, problems, type ProblemTag } from "./Problems.ts"
import { BearerAuth } from "./Security.ts"

/** The errors of an operation, by the tags they have in the table of problems. */
const errors = <const Tags extends ReadonlyArray<ProblemTag>>(
  ...tags: Tags
): Schema.Schema<
  (typeof problems)[Tags[number]]["schema"]["Type"],
  (typeof problems)[Tags[number]]["schema"]["Encoded"]
> => Schema.Union(...tags.map((tag: Tags[number]) => problems[tag].schema))

const described = (summary: string, description?: string) =>
  OpenApi.annotations({ summary, ...(description === undefined ? {} : { description }) })

/** An id in a path: any text, because it is only looked up. */
const Id = <I extends string>(kind: { readonly claimed: Schema.Schema<I, string> }, description: string) =>
  kind.claimed.annotations({ description })

const Catalog = HttpApiGroup.make("catalog")
  .add(
    HttpApiEndpoint.get("catalog", "/api/").addSuccess(ApiSchemas.Catalog).addError(errors(...everywhere))
      .annotateContext(
        described(
          "The whole catalogue",
          "All brands with their products, at `/api` and `/api/`, with a strong ETag."
        )
      )
      .annotate(OpenToAnyone, true)
      .annotate(PublicResponse, true)
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("search", "/api/products").setUrlParams(ApiSchemas.SearchParameters).addSuccess(
      ApiSchemas.ProductPage
    )
      .addError(errors("Unauthorized", "InvalidCursor", ...everywhere))
      .annotateContext(described("Search products", "`q` is plain words, each the beginning of a word in the product."))
      .annotate(OpenToAnyone, true)
      .annotate(PublicResponse, true)
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("product", "/api/products/:productId").setPath(
      Schema.Struct({ productId: Id(ProductId, "a product's id") })
    )
      .addSuccess(ApiSchemas.Product).addError(errors("Unauthorized", "ProductNotFound", ...everywhere))
      .annotateContext(described("One product"))
      .annotate(OpenToAnyone, true)
      .annotate(PublicResponse, true)
  )
  .add(
    HttpApiEndpoint.get("inventory", "/api/inventory/:productId")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") }))
      .addSuccess(ApiSchemas.InventoryStatus).addError(errors("Unauthorized", "ProductNotFound", ...everywhere))
      .annotateContext(described("The available units of a product"))
      .annotate(OpenToAnyone, true)
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Catalogue", description: "The shop's products. Open to anyone." }))

const Cart = HttpApiGroup.make("cart")
  .add(
    HttpApiEndpoint.get("view", "/api/cart").addSuccess(ApiSchemas.Cart).addError(
      errors("Forbidden", ...everywhere)
    )
      .annotateContext(described("The cart", "Without identity: an empty cart, and nothing is created."))
      .annotate(OpenToAnyone, true)
  )
  .add(
    HttpApiEndpoint.post("add", "/api/cart").setPayload(ApiSchemas.AddToCart).addSuccess(ApiSchemas.Cart)
      .addError(errors(
        "Forbidden",
        "ProductNotFound",
        "InsufficientStock",
        "QuantityLimitExceeded",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described(
        "Put units of a product into the cart",
        "Adds units. A client without identity gets one: `session` in this response, and a cookie."
      ))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.del("empty", "/api/cart").addSuccess(ApiSchemas.Cart)
      .addError(errors("Forbidden", ...mutating, ...everywhere))
      .annotateContext(described("Empty the cart"))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.put("set", "/api/cart/items/:productId").setPath(
      Schema.Struct({ productId: Id(ProductId, "a product's id") })
    )
      .setPayload(ApiSchemas.SetQuantity).addSuccess(ApiSchemas.Cart)
      .addError(errors(
        "Forbidden",
        "ProductNotFound",
        "InsufficientStock",
        "QuantityLimitExceeded",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described("Set the units of a product in the cart", "0 removes the product."))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.del("remove", "/api/cart/items/:productId")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).addSuccess(ApiSchemas.Cart)
      .addError(errors("Forbidden", ...mutating, ...everywhere))
      .annotateContext(described("Remove a product from the cart"))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Cart", description: "The goods that a shopper intends to buy." }))

const Checkout = HttpApiGroup.make("checkout")
  .add(
    HttpApiEndpoint.post("start", "/api/checkout").setPayload(ApiSchemas.CheckoutRequest).addSuccess(
      ApiSchemas.CheckoutSession
    )
      .addError(errors(
        "Forbidden",
        "CartEmpty",
        "DestinationNotServed",
        "InsufficientStock",
        "UnpaidOrderTooLarge",
        "UnpaidLimitReached",
        "CheckoutSuperseded",
        "PaymentProviderUnavailable",
        "RefusedByShop",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described(
        "Check the cart out",
        "Reserves its stock until `expiresAt` and returns `redirectUrl`, the payment provider's page. A second checkout "
          + "of the same cart replaces the first one. Unpaid checkouts have limits."
      ))
  )
  .add(
    HttpApiEndpoint.get("session", "/api/checkout/:sessionId")
      .setPath(Schema.Struct({ sessionId: Id(SessionId, "a checkout session's id") })).addSuccess(
        ApiSchemas.CheckoutSessionStatus
      )
      .addError(errors("Forbidden", "SessionNotFound", ...everywhere))
      .annotateContext(described("The status of a checkout session"))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Checkout", description: "From a cart to a paid order." }))

const Orders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/api/orders").setUrlParams(ApiSchemas.PageParameters).addSuccess(ApiSchemas.OrderPage)
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
      .annotateContext(described("The caller's orders, newest first"))
  )
  .add(
    HttpApiEndpoint.post("place", "/api/orders").setPayload(ApiSchemas.OrderRequest).addSuccess(ApiSchemas.Order)
      .addError(errors(
        "Forbidden",
        "CartEmpty",
        "DestinationNotServed",
        "InsufficientStock",
        "UnpaidOrderTooLarge",
        "UnpaidLimitReached",
        "AllowanceExceeded",
        "DelegationNotFound",
        "DelegationNotActive",
        "PaymentDeclined",
        "CheckoutSuperseded",
        "PaymentProviderUnavailable",
        "RefusedByShop",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described(
        "Buy the cart at once, by a delegation",
        "For agents with the scope `orders:delegate`: charges the card that a person allowed this agent to pay with, and "
          + "returns the confirmed order."
      ))
  )
  .add(
    HttpApiEndpoint.get("order", "/api/orders/:orderId").setPath(
      Schema.Struct({ orderId: Id(OrderId, "an order's id") })
    )
      .addSuccess(ApiSchemas.Order).addError(errors("Forbidden", "OrderNotFound", ...everywhere))
      .annotateContext(described("One order"))
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/orders/:orderId/cancel")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).setPayload(ApiSchemas.CancelRequest)
      .addSuccess(
        ApiSchemas.Order
      )
      .addError(
        errors("Forbidden", "OrderNotFound", "OrderNotCancellable", "RefusedByShop", ...mutating, ...everywhere)
      )
      .annotateContext(described(
        "Cancel an order",
        "While no unit has shipped. The payment is refunded; the stock can be sold again. Cancelling twice is not an error."
      ))
  )
  .add(
    HttpApiEndpoint.post("ship", "/api/orders/:orderId/ship")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).setPayload(ApiSchemas.ShipRequest).addSuccess(
        ApiSchemas.Order
      )
      .addError(errors(
        "Forbidden",
        "OrderNotFound",
        "OrderNotShippable",
        "NothingLeftToShip",
        "OverShipment",
        "RefusedByShop",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(
        described("Ship an order, or a part of it", "For staff. The same shipment reported twice is one.")
      )
  )
  .add(
    HttpApiEndpoint.post("deliver", "/api/orders/:orderId/deliver")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).setPayload(ApiSchemas.DeliverRequest)
      .addSuccess(
        ApiSchemas.Order
      )
      .addError(errors("Forbidden", "OrderNotFound", "NothingOnItsWay", ...mutating, ...everywhere))
      .annotateContext(described("Report that shipments have arrived", "For staff. The return window begins."))
  )
  .add(
    HttpApiEndpoint.get("receipt", "/api/orders/:orderId/receipt")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).addSuccess(ApiSchemas.Receipt)
      .addError(errors("Forbidden", "OrderNotFound", "OrderNotPaid", ...everywhere))
      .annotateContext(described(
        "The receipt of an order, with its credit notes",
        "JSON; with `Accept: text/html` a page to print, with `Accept: application/pdf` a PDF."
      ))
  )
  .add(
    HttpApiEndpoint.get("tracking", "/api/tracking/:orderId").setPath(
      Schema.Struct({ orderId: Id(OrderId, "an order's id") })
    )
      .addSuccess(ApiSchemas.Tracking).addError(errors("Forbidden", "OrderNotFound", ...everywhere))
      .annotateContext(described("The tracking of an order's latest shipment"))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Orders", description: "Orders, their shipments and receipts." }))

const delegationId = Schema.Struct({ delegationId: Id(DelegationId, "a delegation's id") })

const Delegations = HttpApiGroup.make("delegations")
  .add(
    HttpApiEndpoint.post("create", "/api/delegations").setPayload(ApiSchemas.DelegationRequest)
      .addSuccess(ApiSchemas.NewDelegation)
      .addError(errors("Forbidden", "PaymentProviderUnavailable", ...mutating, ...everywhere))
      .annotateContext(described(
        "Allow an agent to pay",
        "For shoppers. It is active once the person has approved it at `approvalUrl`, the payment provider's page, with the "
          + "card that is going to pay."
      ))
  )
  .add(
    HttpApiEndpoint.get("delegation", "/api/delegations/:delegationId").setPath(delegationId)
      .addSuccess(ApiSchemas.Delegation).addError(errors("Forbidden", "DelegationNotFound", ...everywhere))
      .annotateContext(described(
        "A delegation, and the rest of its allowance",
        "For its shopper and its agent."
      ))
  )
  .add(
    HttpApiEndpoint.del("revoke", "/api/delegations/:delegationId").setPath(delegationId)
      .addSuccess(ApiSchemas.Delegation).addError(
        errors("Forbidden", "DelegationNotFound", ...mutating, ...everywhere)
      )
      .annotateContext(described(
        "Revoke a delegation",
        "For its shopper. Nothing is bought with it from then on; earlier purchases stay valid."
      ))
  )
  .middleware(BearerAuth)
  .annotateContext(
    OpenApi.annotations({ title: "Delegations", description: "Permissions to pay for a person, and their limits." })
  )

const Returns = HttpApiGroup.make("returns")
  .add(
    HttpApiEndpoint.post("request", "/api/returns").setPayload(ApiSchemas.ReturnRequest).addSuccess(ApiSchemas.Return)
      .addError(errors(
        "Forbidden",
        "OrderNotFound",
        "OrderNotDelivered",
        "ReturnWindowClosed",
        "HygieneSealBroken",
        "NothingLeftToReturn",
        "ProductNotInOrder",
        "RefusedByShop",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described(
        "Return units of an order",
        "Within 30 days of their arrival. Default quantity: all units of the product that can still be returned."
      ))
  )
  .add(
    HttpApiEndpoint.get("view", "/api/returns/:returnId").setPath(
      Schema.Struct({ returnId: Id(ReturnId, "a return's id") })
    )
      .addSuccess(ApiSchemas.Return).addError(errors("Forbidden", "ReturnNotFound", ...everywhere))
      .annotateContext(described("One return"))
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/returns/:returnId/cancel")
      .setPath(Schema.Struct({ returnId: Id(ReturnId, "a return's id") })).addSuccess(ApiSchemas.Return)
      .addError(
        errors("Forbidden", "ReturnNotFound", "ReturnNotCancellable", "RefusedByShop", ...mutating, ...everywhere)
      )
      .annotateContext(described("Cancel a return", "Its units can be returned another time."))
  )
  .add(
    HttpApiEndpoint.post("receive", "/api/returns/:returnId/receive")
      .setPath(Schema.Struct({ returnId: Id(ReturnId, "a return's id") })).setPayload(ApiSchemas.ReceiveRequest)
      .addSuccess(
        ApiSchemas.Return
      )
      .addError(errors(
        "Forbidden",
        "ReturnNotFound",
        "ReturnNotReceivable",
        "ReceivedMoreThanSent",
        "ProductNotInReturn",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described("Receive the parcel of a return", "For staff. Accepted units are refunded."))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Returns", description: "Returned goods." }))

const Refunds = HttpApiGroup.make("refunds")
  .add(
    HttpApiEndpoint.get("list", "/api/refunds").setUrlParams(ApiSchemas.PageParameters).addSuccess(
      ApiSchemas.RefundPage
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
      .annotateContext(described("The caller's refunds, newest first", "Staff see all."))
  )
  .add(
    HttpApiEndpoint.get("view", "/api/refunds/:refundId").setPath(
      Schema.Struct({ refundId: Id(RefundId, "a refund's id") })
    )
      .addSuccess(ApiSchemas.Refund).addError(errors("Forbidden", "RefundNotFound", ...everywhere))
      .annotateContext(described("One refund"))
  )
  .add(
    HttpApiEndpoint.post("give", "/api/refunds").setPayload(ApiSchemas.RefundRequest).addSuccess(ApiSchemas.Refund)
      .addError(errors(
        "Forbidden",
        "OrderNotFound",
        "RefundExceedsCaptured",
        "RefundNotPossible",
        ...mutating,
        ...everywhere
      ))
      .annotateContext(described("Refund by hand", "For staff. Default amount: all that is left."))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Refunds", description: "Refunds to the original payment method." }))

const Support = HttpApiGroup.make("support")
  .add(
    HttpApiEndpoint.post("ask", "/api/support").setPayload(ApiSchemas.SupportRequest).addSuccess(ApiSchemas.Ticket)
      .addError(errors(...mutating, ...everywhere))
      .annotateContext(described("Ask for help", "Open to anyone. Without identity, the ticket cannot be read again."))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.ticketOfNobody })
  )
  .add(
    HttpApiEndpoint.get("view", "/api/support/:ticketId").setPath(
      Schema.Struct({ ticketId: Id(TicketId, "a ticket's id") })
    )
      .addSuccess(ApiSchemas.Ticket).addError(errors("Forbidden", "TicketNotFound", ...everywhere))
      .annotateContext(described("One support ticket"))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Support", description: "Questions to the shop." }))

const Stock = HttpApiGroup.make("stock")
  .add(
    HttpApiEndpoint.put("setOnHand", "/api/inventory/:productId")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).setPayload(ApiSchemas.SetOnHand)
      .addSuccess(ApiSchemas.InventoryStatus)
      .addError(errors("Forbidden", "ProductNotFound", "BelowReserved", ...mutating, ...everywhere))
      .annotateContext(described("Set the counted stock of a product", "For staff."))
  )
  .add(
    HttpApiEndpoint.put("setPrice", "/api/products/:productId/price")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).setPayload(ApiSchemas.SetPrice)
      .addSuccess(
        ApiSchemas.Product
      )
      .addError(errors("Forbidden", "ProductNotFound", ...mutating, ...everywhere))
      .annotateContext(described("Set a product's price", "For staff. Placed orders keep their prices."))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Stock", description: "For staff: stock and prices." }))

const Webhooks = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("receive", "/api/webhooks").setPayload(ApiSchemas.Notification).addSuccess(
      ApiSchemas.WebhookAnswer
    )
      .addError(errors("SignatureInvalid", "MalformedBody", "PayloadTooLarge", "UnsupportedMediaType", ...everywhere))
      .annotateContext(described(
        "Receive a message of a partner",
        "Signed by the Standard Webhooks specification. `event`: order.created, order.shipped, order.delivered or "
          + "return.initiated; the guide describes `data`."
      ))
      .annotate(OpenToAnyone, true)
      .annotate(WithoutIdempotencyKey, true)
  )
  .add(
    HttpApiEndpoint.post("subscribe", "/api/webhook-subscriptions").setPayload(ApiSchemas.SubscriptionRequest)
      .addSuccess(ApiSchemas.NewSubscription)
      .addError(errors("Forbidden", "TargetForbidden", ...mutating, ...everywhere))
      .middleware(BearerAuth)
      .annotateContext(described("Have events sent to an address", "For staff. Only this response shows the secret."))
  )
  .add(
    HttpApiEndpoint.get("subscriptions", "/api/webhook-subscriptions").setUrlParams(ApiSchemas.PageParameters)
      .addSuccess(ApiSchemas.SubscriptionPage).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
      .middleware(BearerAuth)
      .annotateContext(described(
        "Where events are sent",
        "For staff. `state` says whether an address takes them; with one that does not, since when and why."
      ))
  )
  .add(
    HttpApiEndpoint.del("unsubscribe", "/api/webhook-subscriptions/:subscriptionId")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") })).addSuccess(
        Schema.Struct({})
      )
      .addError(errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere))
      .middleware(BearerAuth)
      .annotateContext(described("Stop sending events to an address", "For staff."))
  )
  .add(
    HttpApiEndpoint.post("replay", "/api/webhook-subscriptions/:subscriptionId/replay")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") })).setPayload(
        ApiSchemas.ReplayRequest
      )
      .addSuccess(ApiSchemas.Replayed).addError(
        errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere)
      )
      .middleware(BearerAuth)
      .annotateContext(described("Send the events of a range of time again", "For staff. Parked messages included."))
  )
  .add(
    HttpApiEndpoint.post("enable", "/api/webhook-subscriptions/:subscriptionId/enable")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") })).addSuccess(
        ApiSchemas.Subscription
      )
      .addError(errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere))
      .middleware(BearerAuth)
      .annotateContext(described(
        "Send events there again",
        "For staff. What waited since it was disabled is sent, in order. Where it is enabled already, it is only tried at "
          + "once. Enabling twice is no fault."
      ))
  )
  .annotateContext(
    OpenApi.annotations({ title: "Webhooks", description: "Messages from partners, and to them." })
  )

/** RFC 6749 §5.2: OAuth's own form of errors. */
const OAuthError = (status: 400 | 401, ...codes: readonly [string, ...ReadonlyArray<string>]) =>
  Schema.Struct({ error: Schema.Literal(...codes), error_description: Schema.optional(Schema.String) })
    .annotations(HttpApiSchema.annotations({ status, description: "RFC 6749 §5.2" }))

const Auth = HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("guest", "/api/auth/guest").addSuccess(ApiSchemas.AccessToken)
      .addError(errors("Unauthorized", ...mutating, ...everywhere))
      .middleware(BearerAuth)
      .annotateContext(described("A new shopper", "Its token is valid for 180 days after its last use."))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { units: units.newGuest })
  )
  .add(
    HttpApiEndpoint.post("token", "/api/auth/token").setPayload(ApiSchemas.TokenRequest).addSuccess(
      ApiSchemas.AccessToken
    )
      .addError(OAuthError(400, "invalid_request", "unsupported_grant_type", "invalid_scope"))
      .addError(OAuthError(401, "invalid_client"))
      .addError(
        errors(
          "IdempotencyKeyInvalid",
          "IdempotencyInFlight",
          "IdempotencyConflict",
          "PayloadTooLarge",
          "UnsupportedMediaType",
          "RateLimited",
          "InternalError",
          "StoreUnavailable",
          "StoreOverloaded"
        )
      )
      .annotateContext(described(
        "An access token for agents and staff",
        "OAuth 2.0 client credentials (RFC 6749 §4.4), as a form or JSON, the client by HTTP Basic or in the body."
      ))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { units: units.signIn })
      .annotate(TakesForms, true)
  )
  .add(
    HttpApiEndpoint.post("revoke", "/api/auth/revoke").setPayload(ApiSchemas.RevokeRequest).addSuccess(
      Schema.Struct({})
    )
      .addError(OAuthError(400, "invalid_request"))
      .addError(
        errors(
          "IdempotencyKeyInvalid",
          "IdempotencyInFlight",
          "IdempotencyConflict",
          "PayloadTooLarge",
          "UnsupportedMediaType",
          "RateLimited",
          "InternalError",
          "StoreUnavailable",
          "StoreOverloaded"
        )
      )
      .annotateContext(described("End a token", "RFC 7009. An unknown token is 200, too."))
      .annotate(OpenToAnyone, true)
      .annotate(TakesForms, true)
  )
  .annotateContext(OpenApi.annotations({ title: "Identity", description: "Tokens of shoppers, agents and staff." }))

const Payments = HttpApiGroup.make("payments")
  .add(
    HttpApiEndpoint.post("notification", "/api/payments/notifications").setPayload(ApiSchemas.Notification)
      .addSuccess(Schema.Struct({ received: Schema.Literal(true) }))
      .addError(errors("PayloadTooLarge", "PaymentProviderUnavailable", ...everywhere))
      .annotateContext(
        described(
          "Receive a notification of the payment provider",
          "Signed by the provider. It makes the store ask the provider."
        )
      )
      .annotate(OpenToAnyone, true)
      .annotate(WithoutIdempotencyKey, true)
  )
  .annotateContext(OpenApi.annotations({ title: "Payments", description: "For the payment provider." }))

const Admin = HttpApiGroup.make("admin")
  .add(
    HttpApiEndpoint.get("consistency", "/api/admin/consistency").addSuccess(ApiSchemas.Audit)
      .addError(errors("Forbidden", ...everywhere))
      .annotateContext(described(
        "Audit the records",
        "For staff. Recomputes money, stock, orders, refunds, receipts and messages from first facts, and lists the "
          + "differences: a healthy store has none."
      ))
      .annotate(Cost, { units: units.audit })
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("flags", "/api/admin/flags").setUrlParams(ApiSchemas.PageParameters).addSuccess(
      ApiSchemas.FlagPage
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
      .annotateContext(described(
        "Matters that staff should look at, newest first",
        "For staff. Payments that did not fit their order and were refunded, refunds that failed and are tried again, "
          + "partners' messages that the order's state did not allow."
      ))
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Administration", description: "For operators of the store." }))

const HealthGroup = HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("live", "/health/live").addSuccess(ApiSchemas.Health).addError(errors(...everywhere))
      .annotateContext(described("Is the process alive?"))
      .annotate(OpenToAnyone, true)
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready").addSuccess(ApiSchemas.Health)
      .addError(errors(...everywhere))
      .annotateContext(described("Can it serve?"))
      .annotate(OpenToAnyone, true)
  )
  .middleware(BearerAuth)
  .annotateContext(OpenApi.annotations({ title: "Health", description: "For operators of the store." }))

export class Api extends apiWithErrors("store", errors(...anywhere))
  .add(Catalog).add(Stock).add(Cart).add(Checkout).add(Orders).add(Delegations).add(Returns).add(Refunds).add(Support)
  .add(Webhooks).add(Auth).add(Payments).add(Admin).add(HealthGroup)
{}

export type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never

export type EndpointsOf<G extends Groups["identifier"]> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>

/** A group of the contract by its name, for an `HttpApi` that has some of them. */
export const group = groupsOf(Api)
