/**
 * Every error of the API: one table of code, status, title and explanation, from which follow the wire shapes (RFC 9457
 * `application/problem+json`), the OpenAPI document, the typed client's errors and the pages at `/problems/<code>`.
 *
 * A problem's key is the `_tag` of its error; its fields are those facts of the error that help a client to recover. No
 * other fact of an error leaves the process. The lists of errors that operations share (`everywhere`, `anywhere`,
 * `mutating`) are here too. Follows docs/specification.md#errors.
 */
import { LimitName, LimitOwner } from "@beauty-store/domain/Allowance"
import { Status as DelegationStatus } from "@beauty-store/domain/Delegation"
import { HolderName, LimitName as HoldLimitName } from "@beauty-store/domain/Hold"
import { OrderStatus } from "@beauty-store/domain/Order"
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import { ReturnStatus } from "@beauty-store/domain/Return"
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
  /** For the page that `type` leads to: what happened, and what to do about it. */
  readonly explanation: string
  /** The same request may succeed later. */
  readonly retryable?: boolean
  /** Fields that are minor units in the error and euros on the wire. */
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
  return { tag, retryable: false, money: [], moments: [], ...facts, fieldNames: Object.keys(fields ?? {}), schema }
}

const Errors = { errors: Schema.Array(InputFault) }

export const problems = {
  MalformedRequest: define("MalformedRequest", {
    code: "malformed_request",
    status: 400,
    title: "This is not an HTTP request",
    explanation:
      "The bytes that arrived are not an HTTP/1.1 request, or one whose length can be read in two ways (both "
      + "`Content-Length` and `Transfer-Encoding`), or it has no `Host`, or its address has characters outside ASCII "
      + "that are not percent-encoded. The connection was closed."
  }),
  InvalidRequest: define("InvalidRequest", {
    code: "invalid_request",
    status: 400,
    title: "The request is not valid",
    explanation: "One or more values are missing or not of the documented form. `errors` names all of them; "
      + "nothing was changed. Correct them and send the request again.",
    fields: Errors
  }),
  MalformedBody: define("MalformedBody", {
    code: "malformed_body",
    status: 400,
    title: "The body is not acceptable JSON",
    explanation:
      "The body could not be read as JSON, or it names a key twice in one object, or it is nested more than 32 "
      + "levels deep, or one of its texts contains the character NUL or an unpaired surrogate. Nothing was changed."
  }),
  InvalidCursor: define("InvalidCursor", {
    code: "invalid_cursor",
    status: 400,
    title: "The cursor is not valid",
    explanation: "A cursor is opaque: send `nextCursor` back unchanged, to the same list with the same sort. "
      + "Leave it out to begin from the first page."
  }),
  IdempotencyKeyInvalid: define("IdempotencyKeyInvalid", {
    code: "idempotency_key_invalid",
    status: 400,
    title: "The Idempotency-Key is not valid",
    explanation:
      "An Idempotency-Key is 1 to 255 visible ASCII characters, bare or as a quoted string. A request without "
      + "identity may only use a UUID, because only its key distinguishes it from other people's."
  }),
  Unauthorized: define("Unauthorized", {
    code: "unauthorized",
    status: 401,
    title: "A valid access token is needed",
    explanation: "The token is missing, malformed, expired or revoked. `POST /api/auth/guest` gives a shopper a token, "
      + "`POST /api/auth/token` an agent or staff. An invalid token is never ignored."
  }),
  PaymentDeclined: define("PaymentDeclined", {
    code: "payment_declined",
    status: 402,
    title: "The payment was declined",
    explanation:
      "`declineCode` is the payment provider's reason. Nothing was taken, the order is cancelled, and the cart is "
      + "as it was. `authentication_required`: the card's bank wants to authenticate the person, who can pay by "
      + "`POST /api/checkout` instead.",
    fields: { declineCode: Schema.String }
  }),
  Forbidden: define("Forbidden", {
    code: "forbidden",
    status: 403,
    title: "This token may not do that",
    explanation: "The token is valid, but not for this operation: `requiredScope` names the missing scope.",
    fields: { requiredScope: Schema.String }
  }),
  AllowanceExceeded: define("AllowanceExceeded", {
    code: "allowance_exceeded",
    status: 403,
    title: "That is more than may be spent without the payer",
    explanation: "`limit` names the exceeded limit, `of` its owner (`store`: the shop's, for the paying card "
      + "across all delegations; `delegation`: this delegation's own). `remaining` euros are left under it; "
      + "`resetsAt` is when the oldest spend that counts leaves the rolling window of `windowSeconds`. The person can pay "
      + "more by `POST /api/checkout`.",
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
    title: "A foreign page may not act in the shopper's name",
    explanation:
      "The request changes something, is identified by a cookie, and was made by a page of another origin. Use "
      + "a bearer token instead."
  }),
  RouteNotFound: define("RouteNotFound", {
    code: "not_found",
    status: 404,
    title: "There is nothing here",
    explanation: "No operation has this path. `/openapi.json` lists all paths."
  }),
  ProductNotFound: define("ProductNotFound", {
    code: "product_not_found",
    status: 404,
    title: "There is no such product",
    explanation: "No product has this id. `GET /api/products` finds products and their ids.",
    fields: { productId: Schema.String }
  }),
  OrderNotFound: define("OrderNotFound", {
    code: "order_not_found",
    status: 404,
    title: "There is no such order",
    explanation: "No order of yours has this id. The response does not reveal whether another caller's has.",
    fields: { orderId: Schema.String }
  }),
  SessionNotFound: define("SessionNotFound", {
    code: "checkout_session_not_found",
    status: 404,
    title: "There is no such checkout session",
    explanation: "No checkout session of yours has this id.",
    fields: { sessionId: Schema.String }
  }),
  DelegationNotFound: define("DelegationNotFound", {
    code: "delegation_not_found",
    status: 404,
    title: "There is no such delegation",
    explanation: "No delegation of yours, or to you, has this id.",
    fields: { delegationId: Schema.String }
  }),
  ReturnNotFound: define("ReturnNotFound", {
    code: "return_not_found",
    status: 404,
    title: "There is no such return",
    explanation: "No return of yours has this id.",
    fields: { returnId: Schema.String }
  }),
  RefundNotFound: define("RefundNotFound", {
    code: "refund_not_found",
    status: 404,
    title: "There is no such refund",
    explanation: "No refund of yours has this id.",
    fields: { refundId: Schema.String }
  }),
  TicketNotFound: define("TicketNotFound", {
    code: "ticket_not_found",
    status: 404,
    title: "There is no such support ticket",
    explanation: "No ticket of yours has this id. Only staff can read a ticket that was sent without identity.",
    fields: { ticketId: Schema.String }
  }),
  SubscriptionNotFound: define("SubscriptionNotFound", {
    code: "webhook_subscription_not_found",
    status: 404,
    title: "There is no such webhook subscription",
    explanation: "No subscription has this id, or it was deleted.",
    fields: { subscriptionId: Schema.String }
  }),
  MethodNotAllowed: define("MethodNotAllowed", {
    code: "method_not_allowed",
    status: 405,
    title: "This path does not support that method",
    explanation: "The `Allow` header lists the supported methods."
  }),
  RequestTimeout: define("RequestTimeout", {
    code: "request_timeout",
    status: 408,
    title: "The request took too long to arrive",
    explanation:
      "Headers have 10 seconds to arrive, a body has to come at 1 KiB a second, and the whole request has 60 "
      + "seconds. Nothing was done; send it again.",
    retryable: true
  }),
  CartEmpty: define("CartEmpty", {
    code: "cart_empty",
    status: 409,
    title: "The cart is empty",
    explanation: "There is nothing to check out. Add a product with `POST /api/cart`."
  }),
  InsufficientStock: define("InsufficientStock", {
    code: "insufficient_stock",
    status: 409,
    title: "There is not enough of this product",
    explanation: "`available` units are available right now. Request at most that many, or another product.",
    fields: { productId: Schema.String, requested: Schema.Int, available: Schema.Int }
  }),
  UnpaidOrderTooLarge: define("UnpaidOrderTooLarge", {
    code: "unpaid_order_too_large",
    status: 409,
    title: "This is more than may wait for payment at once",
    explanation:
      "Goods that wait for payment are kept from other shoppers, so one checkout keeps at most `allowed` of what "
      + "`limit` names (units, units of `productId`, euros of `value`, or minutes of `lastUnitsTime`). Check out with less, pay, and then buy the "
      + "rest: what is paid does not count.",
    fields: {
      limit: HoldLimitName,
      of: HolderName,
      productId: Schema.NullOr(Schema.String),
      requested: Schema.Number,
      allowed: Schema.Number
    }
  }),
  DestinationNotServed: define("DestinationNotServed", {
    code: "destination_not_served",
    status: 409,
    title: "This country is not served",
    explanation: "No carrier goes to `country`. `/policies/shipping` lists the countries that are not served.",
    fields: { country: Schema.String }
  }),
  QuantityLimitExceeded: define("QuantityLimitExceeded", {
    code: "quantity_limit_exceeded",
    status: 409,
    title: "A cart holds no more of one product",
    explanation: "A line holds at most `limit` units.",
    fields: { productId: Schema.String, requested: Schema.Int, limit: Schema.Int }
  }),
  CheckoutSuperseded: define("CheckoutSuperseded", {
    code: "checkout_superseded",
    status: 409,
    title: "Another checkout of this cart replaced it",
    explanation:
      "While this checkout was under way, the same cart was checked out again, or its time ran out. The newest "
      + "session is the one that can be paid.",
    fields: { sessionId: Schema.String }
  }),
  DelegationNotActive: define("DelegationNotActive", {
    code: "delegation_not_active",
    status: 409,
    title: "Nothing can be paid with this delegation",
    explanation: "The person has not approved it yet, or revoked it, or its time is over: `currentStatus` says which.",
    fields: { delegationId: Schema.String, currentStatus: DelegationStatus }
  }),
  OrderNotCancellable: define("OrderNotCancellable", {
    code: "order_not_cancellable",
    status: 409,
    title: "It is too late to cancel this order",
    explanation: "An order can be cancelled while no unit of it has shipped. Units that have arrived can be returned.",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  OrderNotPaid: define("OrderNotPaid", {
    code: "order_not_paid",
    status: 409,
    title: "This order is not paid",
    explanation: "There is a receipt once the order is confirmed.",
    fields: { orderId: Schema.String }
  }),
  OrderNotShippable: define("OrderNotShippable", {
    code: "order_not_shippable",
    status: 409,
    title: "This order cannot be shipped now",
    explanation: "Only a confirmed order ships.",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  NothingLeftToShip: define("NothingLeftToShip", {
    code: "nothing_left_to_ship",
    status: 409,
    title: "Everything has shipped",
    explanation: "No unit of this order is left to ship."
  }),
  OverShipment: define("OverShipment", {
    code: "over_shipment",
    status: 409,
    title: "Fewer units are left to ship",
    explanation: "`left` units of this product are left to ship.",
    fields: { productId: Schema.String, requested: Schema.Int, left: Schema.Int }
  }),
  NothingOnItsWay: define("NothingOnItsWay", {
    code: "nothing_on_its_way",
    status: 409,
    title: "Nothing of this order is on its way",
    explanation: "Units that have not shipped cannot arrive.",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  OrderNotDelivered: define("OrderNotDelivered", {
    code: "order_not_delivered",
    status: 409,
    title: "It has not arrived yet",
    explanation: "Units can be returned once they were delivered.",
    fields: { orderId: Schema.String, currentStatus: OrderStatus }
  }),
  ReturnWindowClosed: define("ReturnWindowClosed", {
    code: "return_window_closed",
    status: 409,
    title: "The time to return this has passed",
    explanation: "Units can be returned until the end of the 30th day after they arrived, in the shop's time zone.",
    fields: { productId: Schema.String, deliveredOn: Schema.String }
  }),
  HygieneSealBroken: define("HygieneSealBroken", {
    code: "hygiene_seal_broken",
    status: 409,
    title: "An opened hygiene product cannot be returned",
    explanation: "Products that are sealed for hygiene can be returned unopened, or if they are defective.",
    fields: { productId: Schema.String }
  }),
  NothingLeftToReturn: define("NothingLeftToReturn", {
    code: "nothing_left_to_return",
    status: 409,
    title: "Fewer units are left to return",
    explanation: "`left` units of this product are left to return.",
    fields: { productId: Schema.String, requested: Schema.Int, left: Schema.Int }
  }),
  ProductNotInOrder: define("ProductNotInOrder", {
    code: "product_not_in_order",
    status: 409,
    title: "This product is not in the order",
    explanation: "Name products of the order.",
    fields: { productId: Schema.String }
  }),
  ReturnNotCancellable: define("ReturnNotCancellable", {
    code: "return_not_cancellable",
    status: 409,
    title: "It is too late to cancel this return",
    explanation: "A return can be cancelled until its parcel was opened.",
    fields: { returnId: Schema.String, currentStatus: ReturnStatus }
  }),
  ReturnNotReceivable: define("ReturnNotReceivable", {
    code: "return_not_receivable",
    status: 409,
    title: "This return has been received or cancelled",
    explanation: "A parcel is opened once.",
    fields: { returnId: Schema.String, currentStatus: ReturnStatus }
  }),
  ReceivedMoreThanSent: define("ReceivedMoreThanSent", {
    code: "received_more_than_sent",
    status: 409,
    title: "More units were received than were announced",
    explanation: "Name at most the units of the return.",
    fields: { productId: Schema.String }
  }),
  ProductNotInReturn: define("ProductNotInReturn", {
    code: "product_not_in_return",
    status: 409,
    title: "This product is not in the return",
    explanation: "Name products of the return.",
    fields: { productId: Schema.String }
  }),
  RefundExceedsCaptured: define("RefundExceedsCaptured", {
    code: "refund_exceeds_captured",
    status: 409,
    title: "The refund exceeds the remaining amount",
    explanation: "Refunds never exceed the payment. `remaining` is the amount left, in euros.",
    fields: { orderId: Schema.String, remaining: Schema.Number },
    money: ["remaining"]
  }),
  RefundNotPossible: define("RefundNotPossible", {
    code: "refund_not_possible",
    status: 409,
    title: "There is nothing to refund",
    explanation: "The order is not paid, or everything was refunded.",
    fields: { orderId: Schema.String }
  }),
  BelowReserved: define("BelowReserved", {
    code: "below_reserved",
    status: 409,
    title: "More units are reserved",
    explanation: "`reserved` units are reserved for orders; the stock cannot be smaller.",
    fields: { productId: Schema.String, reserved: Schema.Int }
  }),
  RefusedByShop: define("RefusedByShop", {
    code: "refused_by_shop",
    status: 409,
    title: "The shop has refused this",
    explanation:
      "This shop has a rule of its own that forbids it: `reason` is the shop's code for the rule, and `detail` says it in "
      + "words. Nothing was changed.",
    fields: { reason: Schema.String }
  }),
  TargetForbidden: define("TargetForbidden", {
    code: "webhook_target_forbidden",
    status: 400,
    title: "Messages are not sent to this address",
    explanation: "A webhook's address is http or https and leads to the public internet."
  }),
  SignatureInvalid: define("SignatureInvalid", {
    code: "signature_invalid",
    status: 401,
    title: "The message has no valid signature",
    explanation:
      "Messages are signed by the Standard Webhooks specification, at most 300 seconds ago. Nothing was stored."
  }),
  IdempotencyInFlight: define("IdempotencyInFlight", {
    code: "idempotency_in_flight",
    status: 409,
    title: "The first request with this key is still running",
    explanation: "Send the same request again after `Retry-After` seconds: it will get the response of the first one.",
    retryable: true
  }),
  PayloadTooLarge: define("PayloadTooLarge", {
    code: "payload_too_large",
    status: 413,
    title: "The body is too large",
    explanation: "A body has at most 256 KiB."
  }),
  UnsupportedMediaType: define("UnsupportedMediaType", {
    code: "unsupported_media_type",
    status: 415,
    title: "The body has an unsupported media type",
    explanation: "Send `Content-Type: application/json`, and JSON in UTF-8, without a `Content-Encoding`. The token "
      + "endpoints also accept forms (`application/x-www-form-urlencoded`)."
  }),
  IdempotencyConflict: define("IdempotencyConflict", {
    code: "idempotency_conflict",
    status: 422,
    title: "This Idempotency-Key was used for a different request",
    explanation: "A key stands for one request. Use a fresh one for a new request, and the same one only to repeat the "
      + "same request."
  }),
  UnpaidLimitReached: define("UnpaidLimitReached", {
    code: "unpaid_limit_reached",
    status: 429,
    title: "Too much waits for payment already",
    explanation:
      "Checkouts that wait for payment keep goods from other shoppers. `limit` says which limit is reached, and `of` "
      + "whose it is (`shopper`: yours, or of the person that an agent shops for; `network`: of all guests at your "
      + "network address; `agent`: of the agent). `time` and `lastUnitsTime` add up a day. Pay for a checkout that "
      + "waits, cancel its order, or send the same request again after `Retry-After` seconds, with the same "
      + "Idempotency-Key if you like.",
    retryable: true,
    fields: { limit: HoldLimitName, of: HolderName, productId: Schema.NullOr(Schema.String) }
  }),
  RateLimited: define("RateLimited", {
    code: "rate_limited",
    status: 429,
    title: "Too many requests in a short time",
    explanation:
      "`budget` says which budget is used up (`network`: of all requests from your network address; `shopper`, `agent`, "
      + "`staff`: your own; `failures`: of sign-ins that failed, from your network address or with this client's id). "
      + "Nothing was done. Send the same request again after `Retry-After` seconds. `RateLimit` in every response says "
      + "what is left.",
    retryable: true,
    fields: { budget: Schema.Literal(...Struct.keys(defaultBudgets)) }
  }),
  HeadersTooLarge: define("HeadersTooLarge", {
    code: "headers_too_large",
    status: 431,
    title: "The request's headers are too large",
    explanation: "All headers together have at most 16 KiB. The connection was closed."
  }),
  InternalError: define("InternalError", {
    code: "internal_error",
    status: 500,
    title: "The store has a defect",
    explanation: "The request was not carried out. It is our fault, and `requestId` finds it in the log."
  }),
  PaymentProviderUnavailable: define("PaymentProviderUnavailable", {
    code: "payment_provider_unavailable",
    status: 503,
    title: "The payment provider does not respond",
    explanation: "Repeat the request after `Retry-After` seconds with the same Idempotency-Key: it continues where it "
      + "stopped and never pays twice.",
    retryable: true
  }),
  StoreUnavailable: define("StoreUnavailable", {
    code: "store_unavailable",
    status: 503,
    title: "The store is temporarily unavailable",
    explanation: "Repeat the request after a moment with the same Idempotency-Key: what was done is not done twice.",
    retryable: true
  }),
  StoreOverloaded: define("StoreOverloaded", {
    code: "store_overloaded",
    status: 503,
    title: "The store has too much to do",
    explanation: "More was asked for at once than the store can do, by everybody together. Nothing was done. Send the "
      + "same request again after `Retry-After` seconds, with the same Idempotency-Key.",
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
