/**
 * Every error of the API: one table of code, status and title, from which follow the wire shapes (RFC 9457), the
 * OpenAPI document, the typed client's errors and the pages at `/problems/<code>`. Its key is the `_tag` of the error;
 * its fields are the facts that help a client to recover, and no others leave the process. Follows
 * docs/specification.md#errors.
 *
 * @since 1.0.0
 */
import { LimitName, LimitOwner } from "@beauty-store/domain/Allowance"
import { UsedBy } from "@beauty-store/domain/Catalog"
import { Status as DelegationStatus } from "@beauty-store/domain/Delegation"
import { OrderStatus } from "@beauty-store/domain/Order"
import { Reason } from "@beauty-store/domain/Promotion"
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import { HolderName, LimitName as ReservationLimitName } from "@beauty-store/domain/ReservationLimit"
import { ReturnStatus } from "@beauty-store/domain/Return"
import { TicketStatus } from "@beauty-store/domain/Ticket"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** A fault in the input: its place (a JSON pointer into the body, or the parameter's name), and a description. */
export const InputFault = Schema.Struct({
  pointer: Schema.String,
  detail: Schema.String,
  in: Schema.optional(Schema.Literal("query", "header"))
}).annotations({ identifier: "InputFault" })
export type InputFault = typeof InputFault.Type

interface Facts<Fields extends Schema.Struct.Fields> {
  readonly code: string
  readonly status: number
  readonly title: string
  /** The same request may succeed later. */
  readonly retryable?: boolean
  /** Fields that are minor units in the error and decimals on the wire; of the items of a list, `list.field`. */
  readonly money?: ReadonlyArray<string>
  /** Fields that are milliseconds in the error and RFC 3339 on the wire. */
  readonly moments?: ReadonlyArray<string>
  readonly fields?: Fields
}

const define = <const Tag extends string, Fields extends Schema.Struct.Fields = {}>(tag: Tag, facts: Facts<Fields>) => {
  const { code, fields, status, title } = facts
  const schema = Schema.Struct({
    type: Schema.String.annotations({ description: "a page that explains this code" }),
    title: Schema.String,
    status: Schema.Int,
    detail: Schema.String,
    instance: Schema.String,
    code: Schema.Literal(code),
    requestId: Schema.String,
    retryable: Schema.Boolean,
    ...(fields ?? {} as Fields)
  }).annotations({ identifier: tag, description: title }).pipe(Schema.attachPropertySignature("_tag", tag)).annotations(
    HttpApiSchema.annotations({ status })
  ).pipe(HttpApiSchema.withEncoding({ kind: "Json", contentType: "application/problem+json" }))
  const none = { retryable: false, money: [], moments: [] }
  return { tag, ...none, ...facts, fieldNames: Object.keys(fields ?? {}), schema }
}

const Errors = { errors: Schema.Array(InputFault) }

export const problems = {
  MalformedRequest: define("MalformedRequest", {
    code: "malformed_request",
    status: 400,
    title: "This is not an HTTP request"
  }),
  InvalidRequest: define("InvalidRequest", {
    code: "invalid_request",
    status: 400,
    title: "The request is not valid",
    fields: Errors
  }),
  MalformedBody: define("MalformedBody", {
    code: "malformed_body",
    status: 400,
    title: "The body is not acceptable JSON"
  }),
  InvalidCursor: define("InvalidCursor", {
    code: "invalid_cursor",
    status: 400,
    title: "The cursor is not valid"
  }),
  IdempotencyKeyInvalid: define("IdempotencyKeyInvalid", {
    code: "idempotency_key_invalid",
    status: 400,
    title: "The Idempotency-Key is not valid"
  }),
  Unauthorized: define("Unauthorized", {
    code: "unauthorized",
    status: 401,
    title: "A valid access token is needed"
  }),
  PaymentDeclined: define("PaymentDeclined", {
    code: "payment_declined",
    status: 402,
    title: "The payment was declined",
    fields: { declineCode: Schema.String }
  }),
  Forbidden: define("Forbidden", {
    code: "forbidden",
    status: 403,
    title: "This token may not do that",
    fields: { requiredScope: Schema.String }
  }),
  AllowanceExceeded: define("AllowanceExceeded", {
    code: "allowance_exceeded",
    status: 403,
    title: "That is more than may be spent without the payer",
    money: ["requested", "allowed", "remaining"],
    moments: ["resetsAt"],
    fields: {
      limit: LimitName,
      of: LimitOwner,
      windowSeconds: Schema.NullOr(Schema.Int),
      requested: Schema.Number,
      allowed: Schema.Number,
      remaining: Schema.Number,
      resetsAt: Schema.NullOr(Schema.String)
    }
  }),
  ForeignOrigin: define("ForeignOrigin", {
    code: "foreign_origin",
    status: 403,
    title: "A foreign page may not act in the shopper's name"
  }),
  RouteNotFound: define("RouteNotFound", {
    code: "not_found",
    status: 404,
    title: "There is nothing here"
  }),
  ProductNotFound: define("ProductNotFound", {
    code: "product_not_found",
    status: 404,
    title: "There is no such product",
    fields: { productId: Schema.String }
  }),
  PromotionNotFound: define("PromotionNotFound", {
    code: "promotion_not_found",
    status: 404,
    title: "There is no such promotion"
  }),
  ClientNotFound: define("ClientNotFound", {
    code: "client_not_found",
    status: 404,
    title: "There is no such client"
  }),
  ImportNotFound: define("ImportNotFound", {
    code: "import_not_found",
    status: 404,
    title: "There is no such import"
  }),
  BrandNotFound: define("BrandNotFound", {
    code: "brand_not_found",
    status: 404,
    title: "There is no such brand",
    fields: { brandId: Schema.String }
  }),
  ProductArchived: define("ProductArchived", {
    code: "product_archived",
    status: 410,
    title: "This product is not sold any more",
    fields: { productId: Schema.String, brandId: Schema.String, category: Schema.String }
  }),
  PricePlanNotFound: define("PricePlanNotFound", {
    code: "price_plan_not_found",
    status: 404,
    title: "The product has no such planned price",
    fields: { productId: Schema.String, planId: Schema.String }
  }),
  PictureNotFound: define("PictureNotFound", {
    code: "picture_not_found",
    status: 404,
    title: "The product has no such picture",
    fields: { productId: Schema.String, pictureId: Schema.String }
  }),
  OrderNotFound: define("OrderNotFound", {
    code: "order_not_found",
    status: 404,
    title: "There is no such order",
    fields: { orderId: Schema.String }
  }),
  SessionNotFound: define("SessionNotFound", {
    code: "checkout_session_not_found",
    status: 404,
    title: "There is no such checkout session",
    fields: { sessionId: Schema.String }
  }),
  DelegationNotFound: define("DelegationNotFound", {
    code: "delegation_not_found",
    status: 404,
    title: "There is no such delegation",
    fields: { delegationId: Schema.String }
  }),
  ReturnNotFound: define("ReturnNotFound", {
    code: "return_not_found",
    status: 404,
    title: "There is no such return",
    fields: { returnId: Schema.String }
  }),
  RefundNotFound: define("RefundNotFound", {
    code: "refund_not_found",
    status: 404,
    title: "There is no such refund",
    fields: { refundId: Schema.String }
  }),
  TicketNotFound: define("TicketNotFound", {
    code: "ticket_not_found",
    status: 404,
    title: "There is no such support ticket",
    fields: { ticketId: Schema.String }
  }),
  FlagNotFound: define("FlagNotFound", {
    code: "flag_not_found",
    status: 404,
    title: "There is no such flag",
    fields: { flagId: Schema.String }
  }),
  DeliveryNotFound: define("DeliveryNotFound", {
    code: "webhook_delivery_not_found",
    status: 404,
    title: "There is no such message to this address",
    fields: { eventId: Schema.String }
  }),
  SubscriptionNotFound: define("SubscriptionNotFound", {
    code: "webhook_subscription_not_found",
    status: 404,
    title: "There is no such webhook subscription",
    fields: { subscriptionId: Schema.String }
  }),
  MethodNotAllowed: define("MethodNotAllowed", {
    code: "method_not_allowed",
    status: 405,
    title: "This path does not support that method"
  }),
  RequestTimeout: define("RequestTimeout", {
    code: "request_timeout",
    status: 408,
    title: "The request took too long to arrive",
    retryable: true
  }),
  CartEmpty: define("CartEmpty", {
    code: "cart_empty",
    status: 409,
    title: "The cart is empty"
  }),
  PriceChanged: define("PriceChanged", {
    code: "price_changed",
    status: 409,
    title: "It costs more than the buyer was shown",
    money: ["changes.priceSeen", "changes.price", "total", "expectedTotal"],
    fields: {
      changes: Schema.Array(
        Schema.Struct({ productId: Schema.String, priceSeen: Schema.Number, price: Schema.Number })
      ),
      total: Schema.Number,
      expectedTotal: Schema.NullOr(Schema.Number),
      currency: Schema.String
    }
  }),
  InsufficientStock: define("InsufficientStock", {
    code: "insufficient_stock",
    status: 409,
    title: "There is not enough of this product",
    fields: { productId: Schema.String, requested: Schema.Int, available: Schema.Int }
  }),
  NoLongerSold: define("NoLongerSold", {
    code: "no_longer_sold",
    status: 409,
    title: "A product is not sold any more",
    fields: { productId: Schema.String }
  }),
  CodeRefused: define("CodeRefused", {
    code: "discount_code_refused",
    status: 409,
    title: "This code takes nothing off",
    money: ["minimum"],
    fields: { discountCode: Schema.String, reason: Reason, minimum: Schema.NullOr(Schema.Number) }
  }),
  CodeExists: define("CodeExists", {
    code: "discount_code_exists",
    status: 409,
    title: "A promotion has this code already",
    fields: { discountCode: Schema.String, promotionId: Schema.String }
  }),
  ClientExists: define("ClientExists", {
    code: "client_exists",
    status: 409,
    title: "There is or was a client of this id"
  }),
  UnpaidOrderTooLarge: define("UnpaidOrderTooLarge", {
    code: "unpaid_order_too_large",
    status: 409,
    title: "This is more than may wait for payment at once",
    fields: {
      limit: ReservationLimitName,
      of: HolderName,
      productId: Schema.NullOr(Schema.String),
      requested: Schema.Number,
      allowed: Schema.Number
    }
  }),
  DestinationNotServed: define("DestinationNotServed", {
    code: "destination_not_served",
    status: 409,
    title: "This country, or this part of it, is not served",
    fields: {
      country: Schema.String,
      postcode: Schema.NullOr(Schema.String)
    }
  }),
  ShippingNotOffered: define("ShippingNotOffered", {
    code: "shipping_not_offered",
    status: 409,
    title: "This method of shipping does not take these goods there",
    fields: {
      shippingMethod: Schema.NullOr(Schema.String),
      country: Schema.String,
      grams: Schema.Number,
      offered: Schema.Array(Schema.String)
    }
  }),
  QuantityLimitExceeded: define("QuantityLimitExceeded", {
    code: "quantity_limit_exceeded",
    status: 409,
    title: "A cart holds no more of one product",
    fields: { productId: Schema.String, requested: Schema.Int, limit: Schema.Int }
  }),
  CheckoutSuperseded: define("CheckoutSuperseded", {
    code: "checkout_superseded",
    status: 409,
    title: "Another checkout of this cart replaced it",
    fields: { sessionId: Schema.String }
  }),
  DelegationNotActive: define("DelegationNotActive", {
    code: "delegation_not_active",
    status: 409,
    title: "Nothing can be paid with this delegation",
    fields: { delegationId: Schema.String, currentStatus: DelegationStatus }
  }),
  OrderNotCancellable: define("OrderNotCancellable", {
    code: "order_not_cancellable",
    status: 409,
    title: "It is too late to cancel this order",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  OrderNotPaid: define("OrderNotPaid", {
    code: "order_not_paid",
    status: 409,
    title: "This order is not paid",
    fields: { orderId: Schema.String }
  }),
  OrderNotShippable: define("OrderNotShippable", {
    code: "order_not_shippable",
    status: 409,
    title: "This order cannot be shipped now",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  NothingLeftToShip: define("NothingLeftToShip", {
    code: "nothing_left_to_ship",
    status: 409,
    title: "Everything has shipped"
  }),
  OverShipment: define("OverShipment", {
    code: "over_shipment",
    status: 409,
    title: "Fewer units are left to ship",
    fields: { productId: Schema.String, requested: Schema.Int, left: Schema.Int }
  }),
  NothingOnItsWay: define("NothingOnItsWay", {
    code: "nothing_on_its_way",
    status: 409,
    title: "Nothing of this order is on its way",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  OrderNotDelivered: define("OrderNotDelivered", {
    code: "order_not_delivered",
    status: 409,
    title: "It has not arrived yet",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  ReturnWindowClosed: define("ReturnWindowClosed", {
    code: "return_window_closed",
    status: 409,
    title: "The time to return this has passed",
    fields: { productId: Schema.String, deliveredOn: Schema.String }
  }),
  HygieneSealBroken: define("HygieneSealBroken", {
    code: "hygiene_seal_broken",
    status: 409,
    title: "An opened hygiene product cannot be returned",
    fields: { productId: Schema.String }
  }),
  NothingLeftToReturn: define("NothingLeftToReturn", {
    code: "nothing_left_to_return",
    status: 409,
    title: "Fewer units are left to return",
    fields: { productId: Schema.String, requested: Schema.Int, left: Schema.Int }
  }),
  ProductNotInOrder: define("ProductNotInOrder", {
    code: "product_not_in_order",
    status: 409,
    title: "This product is not in the order",
    fields: { productId: Schema.String }
  }),
  ReturnNotCancellable: define("ReturnNotCancellable", {
    code: "return_not_cancellable",
    status: 409,
    title: "It is too late to cancel this return",
    fields: { returnId: Schema.String, currentStatus: ReturnStatus }
  }),
  ReturnNotReceivable: define("ReturnNotReceivable", {
    code: "return_not_receivable",
    status: 409,
    title: "This return has been received or cancelled",
    fields: { returnId: Schema.String, currentStatus: ReturnStatus }
  }),
  ReceivedMoreThanSent: define("ReceivedMoreThanSent", {
    code: "received_more_than_sent",
    status: 409,
    title: "More units were received than were announced",
    fields: { productId: Schema.String }
  }),
  ProductNotInReturn: define("ProductNotInReturn", {
    code: "product_not_in_return",
    status: 409,
    title: "This product is not in the return",
    fields: { productId: Schema.String }
  }),
  RefundExceedsCaptured: define("RefundExceedsCaptured", {
    code: "refund_exceeds_captured",
    status: 409,
    title: "The refund exceeds the remaining amount",
    fields: { orderId: Schema.String, remaining: Schema.Number },
    money: ["remaining"]
  }),
  RefundNotPossible: define("RefundNotPossible", {
    code: "refund_not_possible",
    status: 409,
    title: "There is nothing to refund",
    fields: { orderId: Schema.String }
  }),
  ProductExists: define("ProductExists", {
    code: "product_exists",
    status: 409,
    title: "A product has this id already",
    fields: { productId: Schema.String }
  }),
  BrandExists: define("BrandExists", {
    code: "brand_exists",
    status: 409,
    title: "A brand has this id already",
    fields: { brandId: Schema.String }
  }),
  ProductInUse: define("ProductInUse", {
    code: "product_in_use",
    status: 409,
    title: "This product was sold, or may be",
    fields: { productId: Schema.String, usedBy: UsedBy }
  }),
  BrandInUse: define("BrandInUse", {
    code: "brand_in_use",
    status: 409,
    title: "This brand has products",
    fields: { brandId: Schema.String, products: Schema.Int }
  }),
  GoodsChanged: define("GoodsChanged", {
    code: "goods_changed",
    status: 412,
    title: "It is not as its editor has seen it",
    moments: ["changedAt"],
    fields: {
      subject: Schema.String,
      currentVersion: Schema.String,
      changedBy: Schema.NullOr(Schema.String),
      change: Schema.NullOr(Schema.String),
      changedFields: Schema.Array(Schema.String),
      changedAt: Schema.NullOr(Schema.String)
    }
  }),
  VersionNeeded: define("VersionNeeded", {
    code: "version_needed",
    status: 428,
    title: "If-Match has to name what is changed"
  }),
  BelowReserved: define("BelowReserved", {
    code: "below_reserved",
    status: 409,
    title: "More units are reserved",
    fields: { productId: Schema.String, reserved: Schema.Int }
  }),
  PricePlansOverlap: define("PricePlansOverlap", {
    code: "price_plans_overlap",
    status: 409,
    title: "Another price is planned for that time",
    fields: { productId: Schema.String, planId: Schema.String }
  }),
  TooManyPricePlans: define("TooManyPricePlans", {
    code: "too_many_price_plans",
    status: 409,
    title: "The product has as many planned prices as it may have",
    fields: { productId: Schema.String, most: Schema.Int }
  }),
  PicturesChanged: define("PicturesChanged", {
    code: "pictures_changed",
    status: 409,
    title: "The product has other pictures",
    fields: { productId: Schema.String, pictures: Schema.Array(Schema.String) }
  }),
  TooManyPictures: define("TooManyPictures", {
    code: "too_many_pictures",
    status: 409,
    title: "The product has as many pictures as it may have",
    fields: { productId: Schema.String, most: Schema.Int }
  }),
  TicketClosed: define("TicketClosed", {
    code: "ticket_closed",
    status: 409,
    title: "This support ticket is closed",
    fields: { ticketId: Schema.String }
  }),
  TicketChanged: define("TicketChanged", {
    code: "ticket_changed",
    status: 409,
    title: "This support ticket has changed",
    fields: { ticketId: Schema.String, currentStatus: TicketStatus, currentVersion: Schema.Int }
  }),
  TicketFull: define("TicketFull", {
    code: "ticket_full",
    status: 409,
    title: "This support ticket holds no more messages",
    fields: { ticketId: Schema.String }
  }),
  FlagClosed: define("FlagClosed", {
    code: "flag_already_closed",
    status: 409,
    title: "Somebody has dealt with this already",
    fields: { flagId: Schema.String, closedBy: Schema.String }
  }),
  RefusedByShop: define("RefusedByShop", {
    code: "refused_by_shop",
    status: 409,
    title: "The shop has refused this",
    fields: { reason: Schema.String }
  }),
  SiteNotFound: define("SiteNotFound", { code: "site_not_found", status: 404, title: "There is no such site" }),
  ScanNotFound: define("ScanNotFound", { code: "scan_not_found", status: 404, title: "There is no such scan" }),
  OtherScanUnfinished: define("OtherScanUnfinished", {
    code: "other_scan_unfinished",
    status: 409,
    title: "Another scan of this site is not finished",
    retryable: true,
    fields: { scanId: Schema.String }
  }),
  TooManyScans: define("TooManyScans", {
    code: "too_many_scans",
    status: 409,
    title: "Too many scans are not finished",
    retryable: true,
    fields: { allowed: Schema.Int }
  }),
  TargetForbidden: define("TargetForbidden", {
    code: "webhook_target_forbidden",
    status: 400,
    title: "Messages are not sent to this address"
  }),
  SignatureInvalid: define("SignatureInvalid", {
    code: "signature_invalid",
    status: 401,
    title: "The message has no valid signature"
  }),
  IdempotencyInFlight: define("IdempotencyInFlight", {
    code: "idempotency_in_flight",
    status: 409,
    title: "The first request with this key is still running",
    retryable: true
  }),
  PayloadTooLarge: define("PayloadTooLarge", {
    code: "payload_too_large",
    status: 413,
    title: "The body is too large"
  }),
  UnsupportedMediaType: define("UnsupportedMediaType", {
    code: "unsupported_media_type",
    status: 415,
    title: "The body has an unsupported media type"
  }),
  IdempotencyConflict: define("IdempotencyConflict", {
    code: "idempotency_conflict",
    status: 422,
    title: "This Idempotency-Key was used for a different request"
  }),
  UnpaidLimitReached: define("UnpaidLimitReached", {
    code: "unpaid_limit_reached",
    status: 429,
    title: "Too much waits for payment already",
    retryable: true,
    fields: { limit: ReservationLimitName, of: HolderName, productId: Schema.NullOr(Schema.String) }
  }),
  RateLimited: define("RateLimited", {
    code: "rate_limited",
    status: 429,
    title: "Too many requests in a short time",
    retryable: true,
    fields: { budget: Schema.Literal(...Struct.keys(defaultBudgets)) }
  }),
  MisdirectedRequest: define("MisdirectedRequest", {
    code: "misdirected_request",
    status: 421,
    title: "This store has another address"
  }),
  PictureRefused: define("PictureRefused", {
    code: "picture_refused",
    status: 422,
    title: "The file is not taken as a picture",
    fields: { reason: Schema.String }
  }),
  HeadersTooLarge: define("HeadersTooLarge", {
    code: "headers_too_large",
    status: 431,
    title: "The request's headers are too large"
  }),
  InternalError: define("InternalError", {
    code: "internal_error",
    status: 500,
    title: "The store has a defect"
  }),
  PaymentProviderUnavailable: define("PaymentProviderUnavailable", {
    code: "payment_provider_unavailable",
    status: 503,
    title: "The payment provider does not respond",
    retryable: true
  }),
  StoreUnavailable: define("StoreUnavailable", {
    code: "store_unavailable",
    status: 503,
    title: "The store is temporarily unavailable",
    retryable: true
  }),
  StoreOverloaded: define("StoreOverloaded", {
    code: "store_overloaded",
    status: 503,
    title: "The store has too much to do",
    retryable: true
  })
} as const

export type ProblemTag = keyof typeof problems

/** The problems that any operation may have besides its own. */
export const everywhere = [
  "InvalidRequest",
  "Unauthorized",
  "RateLimited",
  "InternalError",
  "StoreUnavailable",
  "StoreOverloaded"
] as const satisfies ReadonlyArray<ProblemTag>

/** The problems of requests that reach no operation. */
export const anywhere = [
  "MalformedRequest",
  "RouteNotFound",
  "MethodNotAllowed",
  "RequestTimeout",
  "MisdirectedRequest",
  "HeadersTooLarge"
] as const satisfies ReadonlyArray<ProblemTag>

/** The problems of an operation that reads a body or an Idempotency-Key. */
export const mutating = [
  "MalformedBody",
  "IdempotencyKeyInvalid",
  "IdempotencyInFlight",
  "IdempotencyConflict",
  "ForeignOrigin",
  "PayloadTooLarge",
  "UnsupportedMediaType"
] as const satisfies ReadonlyArray<ProblemTag>
