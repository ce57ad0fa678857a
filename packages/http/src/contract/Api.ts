/**
 * The contract: every operation of the store's API, one group per noun, with its shapes, its errors, and whether it can
 * do without a token (`OpenToAnyone`). There is no second list of operations. A program may add it to an `HttpApi` of
 * its own (`.addHttpApi(Api)`), or single groups (`.add(group("catalog"))`). Follows docs/specification.md#access.
 *
 * @since 1.0.0
 */
import {
  BrandId,
  DelegationId,
  EventId,
  FlagId,
  ImportId,
  OrderId,
  ProductId,
  PromotionId,
  RefundId,
  ReturnId,
  SessionId,
  SubscriptionId,
  TicketId
} from "@beauty-store/domain/Ids"
import { PictureId } from "@beauty-store/domain/Picture"
import { PricePlanId } from "@beauty-store/domain/PriceHistory"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as AdminSchemas from "./AdminSchemas.ts"
import {
  BodyTypes,
  ClosedToPages,
  HasVersion,
  Heavy,
  MediaTypes,
  NeedsIfMatch,
  OpenToAnyone,
  PublicResponse,
  TakesForms,
  WithoutIdempotencyKey
} from "./Annotations.ts"
import * as AuthSchemas from "./AuthSchemas.ts"
import * as CartSchemas from "./CartSchemas.ts"
import * as CatalogSchemas from "./CatalogSchemas.ts"
import * as CheckoutSchemas from "./CheckoutSchemas.ts"
import * as ClientSchemas from "./ClientSchemas.ts"
import { Cost, units } from "./Cost.ts"
import * as DelegationSchemas from "./DelegationSchemas.ts"
import * as GoodsSchemas from "./GoodsSchemas.ts"
import * as HealthSchemas from "./HealthSchemas.ts"
import { apiWithErrors, groupsOf } from "./HttpApiLookup.ts"
import * as ImportSchemas from "./ImportSchemas.ts"
import { Name } from "./InputSchemas.ts"
import * as ListSchemas from "./ListSchemas.ts"
import * as OrderSchemas from "./OrderSchemas.ts"
import * as PaymentSchemas from "./PaymentSchemas.ts"
import * as PictureSchemas from "./PictureSchemas.ts"
import * as PriceSchemas from "./PriceSchemas.ts"
import { anywhere, everywhere, mutating, problems, type ProblemTag } from "./Problems.ts"
import * as PromotionSchemas from "./PromotionSchemas.ts"
import * as ReceiptSchemas from "./ReceiptSchemas.ts"
import * as RefundSchemas from "./RefundSchemas.ts"
import * as ReturnSchemas from "./ReturnSchemas.ts"
import { BearerAuth } from "./Security.ts"
import * as StockSchemas from "./StockSchemas.ts"
import * as SupportSchemas from "./SupportSchemas.ts"
import * as ValueSchemas from "./ValueSchemas.ts"
import * as WebhookSchemas from "./WebhookSchemas.ts"

/** The errors of an operation, by the tags they have in the table of problems. */
export const errors = <const Tags extends ReadonlyArray<ProblemTag>>(
  ...tags: Tags
): Schema.Schema<
  (typeof problems)[Tags[number]]["schema"]["Type"],
  (typeof problems)[Tags[number]]["schema"]["Encoded"]
> => Schema.Union(...tags.map((tag: Tags[number]) => problems[tag].schema))

/** The forms of a receipt: data, a page to print, a document. */
export const receiptTypes = ["application/json", "text/html", "application/pdf"] as const

/** The forms of the report of VAT: data, a table. */
export const vatReportTypes = ["application/json", "text/csv"] as const

/** An id in a path: any text, because it is only looked up. */
export const Id = <I extends string>(kind: { readonly claimed: Schema.Schema<I, string> }, description: string) =>
  kind.claimed.annotations({ description })

const Catalog = HttpApiGroup.make("catalog")
  .add(
    HttpApiEndpoint.get("catalog", "/api/").addSuccess(CatalogSchemas.Catalog).addError(errors(...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(PublicResponse, true)
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("search", "/api/products").setUrlParams(CatalogSchemas.SearchParameters).addSuccess(
      CatalogSchemas.ProductList
    )
      .addError(errors("Unauthorized", "InvalidCursor", ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(PublicResponse, true)
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("product", "/api/products/:productId").setPath(
      Schema.Struct({ productId: Id(ProductId, "a product's id") })
    )
      .addSuccess(CatalogSchemas.Product)
      .addError(errors("Unauthorized", "ProductNotFound", "ProductArchived", ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(PublicResponse, true)
  )
  .add(
    HttpApiEndpoint.get("inventory", "/api/inventory/:productId")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") }))
      .addSuccess(StockSchemas.InventoryStatus).addError(errors("Unauthorized", "ProductNotFound", ...everywhere))
      .annotate(OpenToAnyone, true)
  )
  .middleware(BearerAuth)

const Cart = HttpApiGroup.make("cart")
  .add(
    HttpApiEndpoint.get("view", "/api/cart").addSuccess(CartSchemas.Cart).addError(
      errors("Forbidden", ...everywhere)
    )
      .annotate(OpenToAnyone, true)
  )
  .add(
    HttpApiEndpoint.post("add", "/api/cart").setPayload(CartSchemas.AddToCart).addSuccess(CartSchemas.Cart)
      .addError(errors(
        "Forbidden",
        "ProductNotFound",
        "InsufficientStock",
        "NoLongerSold",
        "QuantityLimitExceeded",
        ...mutating,
        ...everywhere
      ))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.del("empty", "/api/cart").addSuccess(CartSchemas.Cart)
      .addError(errors("Forbidden", ...mutating, ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.put("set", "/api/cart/items/:productId").setPath(
      Schema.Struct({ productId: Id(ProductId, "a product's id") })
    )
      .setPayload(CartSchemas.SetQuantity).addSuccess(CartSchemas.Cart)
      .addError(errors(
        "Forbidden",
        "ProductNotFound",
        "InsufficientStock",
        "NoLongerSold",
        "QuantityLimitExceeded",
        ...mutating,
        ...everywhere
      ))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.del("remove", "/api/cart/items/:productId")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).addSuccess(CartSchemas.Cart)
      .addError(errors("Forbidden", ...mutating, ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.put("setDiscounts", "/api/cart/discounts").setPayload(CartSchemas.SetDiscounts)
      .addSuccess(CartSchemas.Cart)
      .addError(errors("Forbidden", "CodeRefused", ...mutating, ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { units: units.code, anonymous: units.newGuest })
  )
  .add(
    HttpApiEndpoint.put("setAttributes", "/api/cart/attributes").setPayload(CartSchemas.SetAttributes)
      .addSuccess(CartSchemas.Cart)
      .addError(errors("Forbidden", ...mutating, ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.newGuest })
  )
  .middleware(BearerAuth)

const Checkout = HttpApiGroup.make("checkout")
  .add(
    HttpApiEndpoint.post("start", "/api/checkout").setPayload(CheckoutSchemas.CheckoutRequest).addSuccess(
      CheckoutSchemas.CheckoutSession
    )
      .addError(errors(
        "Forbidden",
        "CartEmpty",
        "PriceChanged",
        "DestinationNotServed",
        "ShippingNotOffered",
        "InsufficientStock",
        "NoLongerSold",
        "CodeRefused",
        "UnpaidOrderTooLarge",
        "UnpaidLimitReached",
        "CheckoutSuperseded",
        "PaymentProviderUnavailable",
        "RefusedByShop",
        ...mutating,
        ...everywhere
      ))
  )
  .add(
    HttpApiEndpoint.get("session", "/api/checkout/:sessionId")
      .setPath(Schema.Struct({ sessionId: Id(SessionId, "a checkout session's id") })).addSuccess(
        CheckoutSchemas.CheckoutSessionStatus
      )
      .addError(errors("Forbidden", "SessionNotFound", ...everywhere))
  )
  .middleware(BearerAuth)

const Orders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/api/orders").setUrlParams(OrderSchemas.OrderParameters).addSuccess(
      OrderSchemas.OrderList
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("place", "/api/orders").setPayload(OrderSchemas.OrderRequest).addSuccess(OrderSchemas.Order)
      .addError(errors(
        "Forbidden",
        "CartEmpty",
        "PriceChanged",
        "DestinationNotServed",
        "ShippingNotOffered",
        "InsufficientStock",
        "NoLongerSold",
        "CodeRefused",
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
  )
  .add(
    HttpApiEndpoint.get("order", "/api/orders/:orderId").setPath(
      Schema.Struct({ orderId: Id(OrderId, "an order's id") })
    )
      .addSuccess(OrderSchemas.Order).addError(errors("Forbidden", "OrderNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/orders/:orderId/cancel")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).setPayload(OrderSchemas.CancelRequest)
      .addSuccess(
        OrderSchemas.Order
      )
      .addError(
        errors("Forbidden", "OrderNotFound", "OrderNotCancellable", "RefusedByShop", ...mutating, ...everywhere)
      )
  )
  .add(
    HttpApiEndpoint.post("ship", "/api/orders/:orderId/ship")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).setPayload(OrderSchemas.ShipRequest)
      .addSuccess(
        OrderSchemas.Order
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
      .annotate(ClosedToPages, true)
  )
  .add(
    HttpApiEndpoint.post("deliver", "/api/orders/:orderId/deliver")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).setPayload(OrderSchemas.DeliverRequest)
      .addSuccess(
        OrderSchemas.Order
      )
      .addError(errors("Forbidden", "OrderNotFound", "NothingOnItsWay", ...mutating, ...everywhere))
      .annotate(ClosedToPages, true)
  )
  .add(
    HttpApiEndpoint.get("receipt", "/api/orders/:orderId/receipt")
      .setPath(Schema.Struct({ orderId: Id(OrderId, "an order's id") })).addSuccess(ReceiptSchemas.Receipt)
      .addError(errors("Forbidden", "OrderNotFound", "OrderNotPaid", ...everywhere))
      .annotate(MediaTypes, receiptTypes)
  )
  .add(
    HttpApiEndpoint.get("tracking", "/api/tracking/:orderId").setPath(
      Schema.Struct({ orderId: Id(OrderId, "an order's id") })
    )
      .addSuccess(OrderSchemas.Tracking).addError(errors("Forbidden", "OrderNotFound", ...everywhere))
  )
  .middleware(BearerAuth)

const delegationId = Schema.Struct({ delegationId: Id(DelegationId, "a delegation's id") })

const Delegations = HttpApiGroup.make("delegations")
  .add(
    HttpApiEndpoint.post("create", "/api/delegations").setPayload(DelegationSchemas.DelegationRequest)
      .addSuccess(DelegationSchemas.NewDelegation)
      .addError(errors("Forbidden", "PaymentProviderUnavailable", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("delegation", "/api/delegations/:delegationId").setPath(delegationId)
      .addSuccess(DelegationSchemas.Delegation).addError(errors("Forbidden", "DelegationNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.del("revoke", "/api/delegations/:delegationId").setPath(delegationId)
      .addSuccess(DelegationSchemas.Delegation).addError(
        errors("Forbidden", "DelegationNotFound", ...mutating, ...everywhere)
      )
  )
  .middleware(BearerAuth)

const Returns = HttpApiGroup.make("returns")
  .add(
    HttpApiEndpoint.get("list", "/api/returns").setUrlParams(ReturnSchemas.ReturnParameters).addSuccess(
      ReturnSchemas.ReturnList
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("request", "/api/returns").setPayload(ReturnSchemas.ReturnRequest).addSuccess(
      ReturnSchemas.Return
    )
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
  )
  .add(
    HttpApiEndpoint.get("view", "/api/returns/:returnId").setPath(
      Schema.Struct({ returnId: Id(ReturnId, "a return's id") })
    )
      .addSuccess(ReturnSchemas.Return).addError(errors("Forbidden", "ReturnNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/returns/:returnId/cancel")
      .setPath(Schema.Struct({ returnId: Id(ReturnId, "a return's id") })).addSuccess(ReturnSchemas.Return)
      .addError(
        errors("Forbidden", "ReturnNotFound", "ReturnNotCancellable", "RefusedByShop", ...mutating, ...everywhere)
      )
  )
  .add(
    HttpApiEndpoint.post("receive", "/api/returns/:returnId/receive")
      .setPath(Schema.Struct({ returnId: Id(ReturnId, "a return's id") })).setPayload(ReturnSchemas.ReceiveRequest)
      .addSuccess(
        ReturnSchemas.Return
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
      .annotate(ClosedToPages, true)
  )
  .middleware(BearerAuth)

const Refunds = HttpApiGroup.make("refunds")
  .add(
    HttpApiEndpoint.get("list", "/api/refunds").setUrlParams(ListSchemas.ListParameters).addSuccess(
      RefundSchemas.RefundList
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("view", "/api/refunds/:refundId").setPath(
      Schema.Struct({ refundId: Id(RefundId, "a refund's id") })
    )
      .addSuccess(RefundSchemas.Refund).addError(errors("Forbidden", "RefundNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("give", "/api/refunds").setPayload(RefundSchemas.RefundRequest).addSuccess(
      RefundSchemas.Refund
    )
      .addError(errors(
        "Forbidden",
        "OrderNotFound",
        "RefundExceedsCaptured",
        "RefundNotPossible",
        ...mutating,
        ...everywhere
      ))
      .annotate(ClosedToPages, true)
  )
  .middleware(BearerAuth)

const ticketId = Schema.Struct({ ticketId: Id(TicketId, "a ticket's id") })

const Support = HttpApiGroup.make("support")
  .add(
    HttpApiEndpoint.post("ask", "/api/support").setPayload(SupportSchemas.SupportRequest).addSuccess(
      SupportSchemas.NewTicket
    )
      .addError(errors(...mutating, ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { anonymous: units.ticketOfNobody })
  )
  .add(
    HttpApiEndpoint.get("view", "/api/support/:ticketId").setPath(
      Schema.Struct({ ticketId: Id(TicketId, "a ticket's id") })
    )
      .addSuccess(SupportSchemas.Ticket).addError(errors("Forbidden", "TicketNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("list", "/api/support").setUrlParams(SupportSchemas.TicketParameters).addSuccess(
      SupportSchemas.TicketList
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("reply", "/api/support/:ticketId/reply").setPath(ticketId)
      .setPayload(SupportSchemas.ReplyRequest).addSuccess(SupportSchemas.Ticket)
      .addError(errors("Forbidden", "TicketNotFound", "TicketClosed", "TicketFull", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("answer", "/api/support/:ticketId/answer").setPath(ticketId)
      .setPayload(SupportSchemas.AnswerRequest).addSuccess(SupportSchemas.Ticket)
      .addError(errors(
        "Forbidden",
        "TicketNotFound",
        "TicketClosed",
        "TicketChanged",
        "TicketFull",
        ...mutating,
        ...everywhere
      ))
      .annotate(ClosedToPages, true)
  )
  .add(
    HttpApiEndpoint.post("assign", "/api/support/:ticketId/assign").setPath(ticketId)
      .setPayload(SupportSchemas.AssignRequest).addSuccess(SupportSchemas.Ticket)
      .addError(errors("Forbidden", "TicketNotFound", "TicketClosed", "TicketChanged", ...mutating, ...everywhere))
      .annotate(ClosedToPages, true)
  )
  .add(
    HttpApiEndpoint.post("close", "/api/support/:ticketId/close").setPath(ticketId)
      .setPayload(SupportSchemas.CloseTicketRequest).addSuccess(SupportSchemas.Ticket)
      .addError(errors("Forbidden", "TicketNotFound", "TicketClosed", "TicketChanged", ...mutating, ...everywhere))
      .annotate(ClosedToPages, true)
  )
  .middleware(BearerAuth)

const Stock = HttpApiGroup.make("stock")
  .add(
    HttpApiEndpoint.put("setOnHand", "/api/inventory/:productId")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).setPayload(StockSchemas.SetOnHand)
      .addSuccess(StockSchemas.InventoryStatus)
      .addError(errors("Forbidden", "ProductNotFound", "BelowReserved", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("shelves", "/api/admin/stock").setUrlParams(StockSchemas.ShelfParameters)
      .addSuccess(StockSchemas.ShelfList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("report", "/api/admin/stock/movements").setPayload(StockSchemas.ReportShelves)
      .addSuccess(StockSchemas.ReportedShelves).addError(errors("Forbidden", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("movements", "/api/admin/stock/:productId/movements")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).setUrlParams(ListSchemas.ListParameters)
      .addSuccess(StockSchemas.StockMovementList)
      .addError(errors("Forbidden", "ProductNotFound", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.put("setPrice", "/api/products/:productId/price")
      .setPath(Schema.Struct({ productId: Id(ProductId, "a product's id") })).setPayload(StockSchemas.SetPrice)
      .addSuccess(
        CatalogSchemas.Product
      )
      .addError(errors("Forbidden", "ProductNotFound", ...mutating, ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const ofProduct = Schema.Struct({ productId: Id(ProductId, "a product's id") })

const Pictures = HttpApiGroup.make("pictures")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/products/:productId/pictures").setPath(ofProduct)
      .addSuccess(PictureSchemas.PictureList).addError(errors("Forbidden", "ProductNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("add", "/api/admin/products/:productId/pictures").setPath(ofProduct)
      .setUrlParams(PictureSchemas.AddPictureParameters)
      .setPayload(HttpApiSchema.Uint8Array())
      .addSuccess(PictureSchemas.PictureList)
      .addError(
        errors("Forbidden", "ProductNotFound", "PictureRefused", "TooManyPictures", ...mutating, ...everywhere)
      )
      .annotate(BodyTypes, PictureSchemas.pictureTypes)
      .annotate(Cost, { units: units.picture })
  )
  .add(
    HttpApiEndpoint.put("arrange", "/api/admin/products/:productId/pictures").setPath(ofProduct)
      .setPayload(PictureSchemas.ArrangePictures).addSuccess(PictureSchemas.PictureList)
      .addError(errors("Forbidden", "ProductNotFound", "PicturesChanged", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.del("remove", "/api/admin/products/:productId/pictures/:pictureId")
      .setPath(Schema.Struct({ ...ofProduct.fields, pictureId: Id(PictureId, "a picture's id") }))
      .addSuccess(PictureSchemas.PictureList)
      .addError(errors("Forbidden", "ProductNotFound", "PictureNotFound", ...mutating, ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const ofPlan = Schema.Struct({ ...ofProduct.fields, planId: Id(PricePlanId, "a planned price's id") })

const Prices = HttpApiGroup.make("prices")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/products/:productId/prices").setPath(ofProduct)
      .addSuccess(PriceSchemas.ProductPrices).addError(errors("Forbidden", "ProductNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("plan", "/api/admin/products/:productId/prices").setPath(ofProduct)
      .setPayload(PriceSchemas.PlanPrice).addSuccess(PriceSchemas.ProductPrices)
      .addError(
        errors("Forbidden", "ProductNotFound", "PricePlansOverlap", "TooManyPricePlans", ...mutating, ...everywhere)
      )
  )
  .add(
    HttpApiEndpoint.put("change", "/api/admin/products/:productId/prices/:planId").setPath(ofPlan)
      .setPayload(PriceSchemas.PlanPrice).addSuccess(PriceSchemas.ProductPrices)
      .addError(
        errors("Forbidden", "ProductNotFound", "PricePlanNotFound", "PricePlansOverlap", ...mutating, ...everywhere)
      )
  )
  .add(
    HttpApiEndpoint.del("cancel", "/api/admin/products/:productId/prices/:planId").setPath(ofPlan)
      .addSuccess(PriceSchemas.ProductPrices)
      .addError(errors("Forbidden", "ProductNotFound", "PricePlanNotFound", ...mutating, ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const ofPromotion = Schema.Struct({ promotionId: Id(PromotionId, "a promotion's id") })

const Promotions = HttpApiGroup.make("promotions")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/promotions").setUrlParams(ListSchemas.ListParameters)
      .addSuccess(PromotionSchemas.PromotionList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("create", "/api/admin/promotions").setPayload(PromotionSchemas.NewPromotion)
      .addSuccess(PromotionSchemas.Promotion).addError(errors("Forbidden", "CodeExists", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("view", "/api/admin/promotions/:promotionId").setPath(ofPromotion)
      .addSuccess(PromotionSchemas.Promotion).addError(errors("Forbidden", "PromotionNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.put("limit", "/api/admin/promotions/:promotionId/limits").setPath(ofPromotion)
      .setPayload(PromotionSchemas.PromotionLimits).addSuccess(PromotionSchemas.Promotion)
      .addError(errors("Forbidden", "PromotionNotFound", ...mutating, ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const ofClient = Schema.Struct({ clientId: Name("an OAuth client's id") })

const Clients = HttpApiGroup.make("clients")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/clients").setUrlParams(ListSchemas.ListParameters)
      .addSuccess(ClientSchemas.ClientList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("create", "/api/admin/clients").setPayload(ClientSchemas.NewClient)
      .addSuccess(ClientSchemas.ClientWithSecret)
      .addError(errors("Forbidden", "ClientExists", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("renewSecret", "/api/admin/clients/:clientId/secret").setPath(ofClient)
      .setPayload(ClientSchemas.SecretRenewal).addSuccess(ClientSchemas.ClientWithSecret)
      .addError(errors("Forbidden", "ClientNotFound", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.del("remove", "/api/admin/clients/:clientId").setPath(ofClient)
      .addSuccess(ValueSchemas.Empty).addError(errors("Forbidden", "ClientNotFound", ...mutating, ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const Imports = HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/imports").setUrlParams(ListSchemas.ListParameters)
      .addSuccess(ImportSchemas.ImportList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("start", "/api/admin/imports").setUrlParams(ImportSchemas.ImportParameters)
      .setPayload(HttpApiSchema.Uint8Array())
      .addSuccess(ImportSchemas.Import).addError(errors("Forbidden", ...mutating, ...everywhere))
      .annotate(BodyTypes, ImportSchemas.tableTypes)
      .annotate(Cost, { units: units.table })
  )
  .add(
    HttpApiEndpoint.get("view", "/api/admin/imports/:importId")
      .setPath(Schema.Struct({ importId: Id(ImportId, "an import's id") }))
      .addSuccess(ImportSchemas.Import).addError(errors("Forbidden", "ImportNotFound", ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("exported", "/api/admin/exports/products")
      .addSuccess(HttpApiSchema.Text({ contentType: ImportSchemas.tableTypes[0] }))
      .addError(errors("Forbidden", ...everywhere))
      .annotate(MediaTypes, ImportSchemas.tableTypes)
      .annotate(Cost, { units: units.table })
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const Webhooks = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("receive", "/api/webhooks").setPayload(WebhookSchemas.PartnerMessage).addSuccess(
      WebhookSchemas.WebhookAnswer
    )
      .addError(errors("SignatureInvalid", "MalformedBody", "PayloadTooLarge", "UnsupportedMediaType", ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(WithoutIdempotencyKey, true)
  )
  .add(
    HttpApiEndpoint.post("subscribe", "/api/webhook-subscriptions").setPayload(WebhookSchemas.SubscriptionRequest)
      .addSuccess(WebhookSchemas.NewSubscription)
      .addError(errors("Forbidden", "TargetForbidden", ...mutating, ...everywhere))
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.get("subscriptions", "/api/webhook-subscriptions").setUrlParams(ListSchemas.ListParameters)
      .addSuccess(WebhookSchemas.SubscriptionList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.del("unsubscribe", "/api/webhook-subscriptions/:subscriptionId")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") })).addSuccess(
        ValueSchemas.Empty
      )
      .addError(errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere))
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.post("replay", "/api/webhook-subscriptions/:subscriptionId/replay")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") })).setPayload(
        WebhookSchemas.ReplayRequest
      )
      .addSuccess(WebhookSchemas.Replayed).addError(
        errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere)
      )
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.post("enable", "/api/webhook-subscriptions/:subscriptionId/enable")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") })).addSuccess(
        WebhookSchemas.Subscription
      )
      .addError(errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere))
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.post("renewSecret", "/api/webhook-subscriptions/:subscriptionId/secret")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") }))
      .setPayload(ClientSchemas.SecretRenewal)
      .addSuccess(WebhookSchemas.NewSubscription).addError(
        errors("Forbidden", "SubscriptionNotFound", ...mutating, ...everywhere)
      )
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.get("deliveries", "/api/webhook-subscriptions/:subscriptionId/deliveries")
      .setPath(Schema.Struct({ subscriptionId: Id(SubscriptionId, "a subscription's id") }))
      .setUrlParams(WebhookSchemas.DeliveryParameters)
      .addSuccess(WebhookSchemas.DeliveryList)
      .addError(errors("Forbidden", "SubscriptionNotFound", "InvalidCursor", ...everywhere))
      .middleware(BearerAuth)
  )
  .add(
    HttpApiEndpoint.post("sendAgain", "/api/webhook-subscriptions/:subscriptionId/deliveries/:eventId/send")
      .setPath(
        Schema.Struct({
          subscriptionId: Id(SubscriptionId, "a subscription's id"),
          eventId: Id(EventId, "an event's id")
        })
      )
      .addSuccess(WebhookSchemas.Delivery)
      .addError(errors("Forbidden", "SubscriptionNotFound", "DeliveryNotFound", ...mutating, ...everywhere))
      .middleware(BearerAuth)
  )
  .annotateEndpoints(ClosedToPages, true)

/** RFC 6749 §5.2: OAuth's own form of errors. */
const OAuthError = (status: 400 | 401, ...codes: readonly [string, ...ReadonlyArray<string>]) =>
  Schema.Struct({ error: Schema.Literal(...codes), error_description: Schema.optional(Schema.String) })
    .annotations(HttpApiSchema.annotations({ status, description: "RFC 6749 §5.2" }))

const Auth = HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("guest", "/api/auth/guest").addSuccess(AuthSchemas.AccessToken)
      .addError(errors("Unauthorized", ...mutating, ...everywhere))
      .middleware(BearerAuth)
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { units: units.newGuest })
  )
  .add(
    HttpApiEndpoint.post("token", "/api/auth/token").setPayload(AuthSchemas.TokenRequest).addSuccess(
      AuthSchemas.AccessToken
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
      .annotate(OpenToAnyone, true)
      .annotate(Cost, { units: units.signIn })
      .annotate(TakesForms, true)
      .annotate(ClosedToPages, true)
  )
  .add(
    HttpApiEndpoint.post("revoke", "/api/auth/revoke").setPayload(AuthSchemas.RevokeRequest).addSuccess(
      ValueSchemas.Empty
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
      .annotate(OpenToAnyone, true)
      .annotate(TakesForms, true)
  )

const Payments = HttpApiGroup.make("payments")
  .add(
    HttpApiEndpoint.post("notification", "/api/payments/notifications").setPayload(PaymentSchemas.ProviderNotification)
      .addSuccess(PaymentSchemas.Received)
      .addError(errors("PayloadTooLarge", "PaymentProviderUnavailable", ...everywhere))
      .annotate(OpenToAnyone, true)
      .annotate(WithoutIdempotencyKey, true)
      .annotate(ClosedToPages, true)
  )

const productPath = Schema.Struct({ productId: Id(ProductId, "a product's id") })
const brandPath = Schema.Struct({ brandId: Id(BrandId, "a brand's id") })
/** The errors of a change of what its caller has seen. */
const editing = ["Forbidden", "GoodsChanged", "VersionNeeded", ...mutating, ...everywhere] as const

const Admin = HttpApiGroup.make("admin")
  .add(
    HttpApiEndpoint.get("products", "/api/admin/products").setUrlParams(GoodsSchemas.ProductFilter)
      .addSuccess(GoodsSchemas.KeptProductList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("createProduct", "/api/admin/products").setPayload(GoodsSchemas.NewProduct)
      .addSuccess(GoodsSchemas.KeptProduct).addError(errors("Forbidden", "ProductExists", ...mutating, ...everywhere))
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.get("product", "/api/admin/products/:productId").setPath(productPath)
      .addSuccess(GoodsSchemas.KeptProduct).addError(errors("Forbidden", "ProductNotFound", ...everywhere))
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.patch("changeProduct", "/api/admin/products/:productId").setPath(productPath)
      .setPayload(GoodsSchemas.ProductChanges).addSuccess(GoodsSchemas.KeptProduct)
      .addError(errors("ProductNotFound", ...editing))
      .annotate(NeedsIfMatch, true)
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.del("removeProduct", "/api/admin/products/:productId").setPath(productPath)
      .addSuccess(ValueSchemas.Empty).addError(errors("ProductNotFound", "ProductInUse", ...editing))
      .annotate(NeedsIfMatch, true)
  )
  .add(
    HttpApiEndpoint.post("archiveProduct", "/api/admin/products/:productId/archive").setPath(productPath)
      .addSuccess(GoodsSchemas.KeptProduct).addError(errors("ProductNotFound", ...editing))
      .annotate(NeedsIfMatch, true)
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.post("restoreProduct", "/api/admin/products/:productId/restore").setPath(productPath)
      .addSuccess(GoodsSchemas.KeptProduct).addError(errors("ProductNotFound", ...editing))
      .annotate(NeedsIfMatch, true)
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.get("brands", "/api/admin/brands").setUrlParams(ListSchemas.ListParameters)
      .addSuccess(GoodsSchemas.KeptBrandList).addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("createBrand", "/api/admin/brands").setPayload(GoodsSchemas.NewBrand)
      .addSuccess(GoodsSchemas.KeptBrand).addError(errors("Forbidden", "BrandExists", ...mutating, ...everywhere))
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.get("brand", "/api/admin/brands/:brandId").setPath(brandPath)
      .addSuccess(GoodsSchemas.KeptBrand).addError(errors("Forbidden", "BrandNotFound", ...everywhere))
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.patch("changeBrand", "/api/admin/brands/:brandId").setPath(brandPath)
      .setPayload(GoodsSchemas.BrandChanges).addSuccess(GoodsSchemas.KeptBrand)
      .addError(errors("BrandNotFound", ...editing))
      .annotate(NeedsIfMatch, true)
      .annotate(HasVersion, true)
  )
  .add(
    HttpApiEndpoint.del("removeBrand", "/api/admin/brands/:brandId").setPath(brandPath)
      .addSuccess(ValueSchemas.Empty).addError(errors("BrandNotFound", "BrandInUse", ...editing))
      .annotate(NeedsIfMatch, true)
  )
  .add(
    HttpApiEndpoint.get("consistency", "/api/admin/consistency").addSuccess(AdminSchemas.Audit)
      .addError(errors("Forbidden", ...everywhere))
      .annotate(Cost, { units: units.audit })
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("flags", "/api/admin/flags").setUrlParams(AdminSchemas.FlagParameters).addSuccess(
      AdminSchemas.FlagList
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("closeFlag", "/api/admin/flags/:flagId/close")
      .setPath(Schema.Struct({ flagId: Id(FlagId, "a flag's id") })).setPayload(AdminSchemas.CloseFlagRequest)
      .addSuccess(AdminSchemas.Flag)
      .addError(errors("Forbidden", "FlagNotFound", "FlagClosed", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("trail", "/api/admin/trail").setUrlParams(AdminSchemas.TrailParameters).addSuccess(
      AdminSchemas.Trail
    )
      .addError(errors("Forbidden", "InvalidCursor", ...everywhere))
  )
  .add(
    HttpApiEndpoint.get("vat", "/api/admin/vat").setUrlParams(AdminSchemas.VatParameters)
      .addSuccess(AdminSchemas.VatReport).addError(errors("Forbidden", ...everywhere))
      .annotate(Cost, { units: units.vatReport })
      .annotate(MediaTypes, vatReportTypes)
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const HealthGroup = HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("live", "/health/live").addSuccess(HealthSchemas.Health).addError(errors(...everywhere))
      .annotate(OpenToAnyone, true)
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready").addSuccess(HealthSchemas.Health)
      .addError(errors(...everywhere))
      .annotate(OpenToAnyone, true)
  )
  .middleware(BearerAuth)

export class Api extends apiWithErrors("store", errors(...anywhere))
  .add(Catalog).add(Pictures).add(Prices).add(Cart).add(Checkout).add(Orders)
  .add(Delegations).add(Returns).add(Refunds)
  .add(Support)
  .add(Webhooks).add(Auth).add(Payments).add(Stock).add(Promotions).add(Imports).add(Clients).add(Admin).add(
    HealthGroup
  )
{}

export type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never

export type EndpointsOf<G extends Groups["identifier"]> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>

/** A group of the contract by its name, for an `HttpApi` that has some of them. */
export const group = groupsOf(Api)
