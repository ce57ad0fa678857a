/**
 * What each error of the API means and what to do about it, in words: for the page that a problem's `type` leads to,
 * for the documents, and for errors that have no message of their own.
 *
 * They are not in the table (`Problems`), because the typed client needs that one: a browser would load these words for
 * nothing. Follows docs/specification.md#errors.
 *
 * @since 1.0.0
 */
import type { ProblemTag } from "./Problems.ts"

export const explanations: { readonly [tag in ProblemTag]: string } = {
  MalformedRequest:
    "The bytes that arrived are not an HTTP/1.1 request, or one whose length can be read in two ways (both "
    + "`Content-Length` and `Transfer-Encoding`), or it has no `Host`, or its address has characters outside ASCII "
    + "that are not percent-encoded. The connection was closed.",
  InvalidRequest: "One or more values are missing or not of the documented form. `errors` names all of them; "
    + "nothing was changed. Correct them and send the request again.",
  MalformedBody:
    "The body could not be read as JSON, or it names a key twice in one object, or it is nested more than 32 "
    + "levels deep, or one of its texts contains the character NUL or an unpaired surrogate. Nothing was changed.",
  InvalidCursor:
    "A cursor is opaque: send `nextCursor` back unchanged, to the same list with the same filters and sort. "
    + "Leave it out to begin from the first page.",
  IdempotencyKeyInvalid:
    "An Idempotency-Key is 1 to 255 visible ASCII characters, bare or as a quoted string. A request without "
    + "identity may only use a UUID, because only its key distinguishes it from other people's.",
  Unauthorized: "The token is missing, malformed, expired or revoked. `POST /api/auth/guest` gives a shopper a token, "
    + "`POST /api/auth/token` an agent or staff. An invalid token is never ignored.",
  PaymentDeclined:
    "`declineCode` is the payment provider's reason. Nothing was taken, the order is cancelled, and the cart is "
    + "as it was. `authentication_required`: the card's bank wants to authenticate the person, who can pay by "
    + "`POST /api/checkout` instead.",
  Forbidden: "The token is valid, but not for this operation: `requiredScope` names the missing scope.",
  AllowanceExceeded: "`limit` names the exceeded limit, `of` its owner (`store`: the shop's, for the paying card "
    + "across all delegations; `delegation`: this delegation's own). `remaining` is left under it, in the shop's currency; "
    + "`resetsAt` is when the oldest spend that counts leaves the rolling window of `windowSeconds`. The person can pay "
    + "more by `POST /api/checkout`.",
  ForeignOrigin:
    "The request changes something, is identified by a cookie, and was made by a page of another origin. Use "
    + "a bearer token instead.",
  RouteNotFound: "No operation has this path. `/openapi.json` lists all paths.",
  ProductNotFound: "No product has this id. `GET /api/products` finds products and their ids.",
  ClientNotFound: "No OAuth client has this id, or it was removed. `GET /api/admin/clients` lists them.",
  PromotionNotFound: "No promotion has this id. `GET /api/admin/promotions` lists them.",
  BrandNotFound: "No brand has this id. `GET /api/admin/brands` lists them.",
  ProductArchived:
    "The shop took this product off sale, and may sell it again. `GET /api/products` finds others of its "
    + "`brandId` or `category`.",
  OrderNotFound: "No order of yours has this id. The response does not reveal whether another caller's has.",
  SessionNotFound: "No checkout session of yours has this id.",
  DelegationNotFound: "No delegation of yours, or to you, has this id.",
  ReturnNotFound: "No return of yours has this id.",
  RefundNotFound: "No refund of yours has this id.",
  TicketNotFound:
    "No ticket of yours has this id. A ticket that was sent without identity can be read by staff, and on "
    + "the page that `links.page` named.",
  FlagNotFound: "No flag has this id.",
  DeliveryNotFound: "No message of this event was meant for this address.",
  SubscriptionNotFound: "No subscription has this id, or it was deleted.",
  MethodNotAllowed: "The `Allow` header lists the supported methods.",
  RequestTimeout:
    "Headers have 10 seconds to arrive, a body has to come at 1 KiB a second, and the whole request has 60 "
    + "seconds. Nothing was done; send it again.",
  CartEmpty: "There is nothing to check out. Add a product with `POST /api/cart`.",
  PriceChanged:
    "Nothing was ordered or charged. `changes` names the products whose price rose since the buyer was shown it; the order "
    + "would cost `total`. Show the buyer, and repeat the request with `expectedTotal` set to the `total` that they accept "
    + "and a new `Idempotency-Key`. Without `expectedTotal`, the prices of the last response with the cart count as "
    + "shown: `GET /api/cart` tells the change in its `messages`, and the repeated request is accepted.",
  InsufficientStock: "`available` units are available right now. Request at most that many, or another product.",
  NoLongerSold: "The shop took this product off sale. Remove it from the cart, and the rest can be bought.",
  CodeRefused:
    "`reason` says why `discountCode` takes nothing off. Nothing was changed or ordered: leave the code out, or change what "
    + "`reason` names.",
  ImportNotFound: "No import has this id, or it is older than 30 days. `GET /api/admin/imports` lists them.",
  ClientExists: "An id belongs to one client forever, also after it was removed. Choose another id.",
  CodeExists: "A code belongs to one promotion forever, also after it ended. Choose another code.",
  UnpaidOrderTooLarge:
    "Goods that wait for payment are kept from other shoppers, so one checkout keeps at most `allowed` of what "
    + "`limit` names (units of `productId`, or minutes a day with its last units). Check out with less, pay, and then "
    + "buy the rest: what is paid does not count.",
  DestinationNotServed:
    "No carrier goes to `country`, or `postcode`, if any, is in a territory with taxes of its own, to which "
    + "this shop sends nothing. `/policies/shipping` lists the countries that are not served.",
  ShippingNotOffered:
    "A method has no rate for `country`, or the goods are too heavy for it (`grams`) or worth too much. `offered` has "
    + "those that take them; where it is empty, buy less at once, or send it elsewhere.",
  QuantityLimitExceeded: "A line holds at most `limit` units.",
  CheckoutSuperseded:
    "While this checkout was under way, the same cart was checked out again, or its time ran out. The newest "
    + "session is the one that can be paid.",
  DelegationNotActive:
    "The person has not approved it yet, or revoked it, or its time is over: `currentStatus` says which.",
  OrderNotCancellable:
    "An order can be cancelled while no unit of it has shipped. Units that have arrived can be returned.",
  OrderNotPaid: "There is a receipt once the order is confirmed.",
  OrderNotShippable: "Only a confirmed order ships.",
  NothingLeftToShip: "No unit of this order is left to ship.",
  OverShipment: "`left` units of this product are left to ship.",
  NothingOnItsWay: "Units that have not shipped cannot arrive.",
  OrderNotDelivered: "Units can be returned once they were delivered.",
  ReturnWindowClosed:
    "Units can be returned until the end of the last day of the shop's return window, in its time zone.",
  HygieneSealBroken: "Products that are sealed for hygiene can be returned unopened, or if they are defective.",
  NothingLeftToReturn: "`left` units of this product are left to return.",
  ProductNotInOrder: "Name products of the order.",
  ReturnNotCancellable: "A return can be cancelled until its parcel was opened.",
  ReturnNotReceivable: "A parcel is opened once.",
  ReceivedMoreThanSent: "Name at most the units of the return.",
  ProductNotInReturn: "Name products of the return.",
  RefundExceedsCaptured: "Refunds never exceed the payment. `remaining` is the amount left, in the shop's currency.",
  RefundNotPossible: "The order is not paid, or everything was refunded.",
  PictureNotFound: "Somebody may have removed it. The list of the product's pictures names those that it has.",
  PricePlanNotFound: "It was cancelled, counts already, or is over. The product's prices have what is planned.",
  PricePlansOverlap: "Both would begin at one moment, or one within the other's sale. Change or cancel `planId`.",
  TooManyPricePlans: "Cancel one first. `most` is the number that a product may have.",
  PicturesChanged:
    "An order of pictures names all that the product has, each once. `pictures` are those that it has now.",
  TooManyPictures: "Remove one first. `most` is the number that a product may have.",
  PictureRefused:
    "Taken are JPEG, PNG, WebP and AVIF files of one picture each, whole and with nothing behind it. `reason` says what "
    + "is wrong with this one.",
  TicketClosed: "A closed ticket stays closed. Whoever has more to say asks anew with `POST /api/support`.",
  TicketChanged:
    "Somebody answered, added to it, assigned it or closed it after you read it: it is `currentStatus` now. "
    + "Read it again, and send the request with `currentVersion` if it still fits.",
  TicketFull: "It has as many messages as a ticket may have. Close it; whoever has more to say asks anew.",
  FlagClosed: "`closedBy` has closed this flag, with a note.",
  RefusedByShop:
    "This shop has a rule of its own that forbids it: `reason` is the shop's code for the rule, and `detail` says it in "
    + "words. Nothing was changed.",
  ProductExists: "Change that product, or choose another id. It may be archived: restore it to sell it again.",
  BrandExists: "Change that brand, or choose another id.",
  ProductInUse: "`usedBy` says what has it. Archive it instead: then it is on no list and cannot be bought.",
  BrandInUse:
    "Archive its products, and the brand is hidden. It can be deleted once it has no product, archived or not.",
  GoodsChanged:
    "Somebody changed it since. `changedBy`, `change`, `changedFields` and `changedAt` say who did what last; "
    + "they are null where it was not staff but an import. Read it again, and send your change with the new `ETag`.",
  VersionNeeded: "Send `If-Match` with the `ETag` of what you have seen, so that two people at once lose nothing; `*` "
    + "changes it whatever it is.",
  BelowReserved: "`reserved` units are reserved for orders; the stock cannot be smaller.",
  SiteNotFound:
    "No site of yours has this id. A site is an origin as one principal scans it: another's has another id.",
  ScanNotFound: "No scan of yours has this id, or it is more than 30 days old.",
  OtherScanUnfinished:
    "The scan `scanId` of this site was asked to do something else (other checks or pages, or a dry run) and is queued or "
    + "running. Request its result, and try again when it is over. The same request would have got that scan.",
  TooManyScans:
    "`allowed` scans of yours are queued or running. Request their results, and try again when one is over.",
  TargetForbidden: "A webhook's address is http or https and leads to the public internet.",
  SignatureInvalid:
    "Messages are signed by the Standard Webhooks specification, at most 300 seconds ago. Nothing was stored.",
  IdempotencyInFlight:
    "Send the same request again after `Retry-After` seconds: it will get the response of the first one.",
  PayloadTooLarge: "A body has at most 256 KiB, a picture 10 MiB.",
  UnsupportedMediaType:
    "Send `Content-Type: application/json`, and JSON in UTF-8, without a `Content-Encoding`. The token "
    + "endpoints also accept forms (`application/x-www-form-urlencoded`).",
  IdempotencyConflict:
    "A key stands for one request. Use a fresh one for a new request, and the same one only to repeat the "
    + "same request.",
  UnpaidLimitReached:
    "Checkouts that wait for payment keep goods from other shoppers. `limit` says which limit is reached, and `of` "
    + "whose it is (`shopper`: yours; `network`: of all guests at your network address; `agent`: of the agent with all "
    + "its people). `lastUnitsTime` adds up a day. Pay for a checkout that waits, cancel its order, or send the same "
    + "request again after `Retry-After` seconds, with the same Idempotency-Key if you like.",
  RateLimited:
    "`budget` says which budget is used up (`network`: of all requests from your network address; `shopper`, `agent`, "
    + "`staff`: your own; `failures`: of wrong secrets and tokens from your network address, of which this was one). "
    + "Nothing was done. Send the same request again after `Retry-After` seconds. `RateLimit` in every response says "
    + "what is left.",
  MisdirectedRequest:
    "A store that only its own machine reaches is called by that machine's own names: `localhost` or a "
    + "loopback address. Whoever lets others in sets `BASE_URL` to the address that they use.",
  HeadersTooLarge: "All headers together, cookies included, have at most 16 KiB. The connection was closed.",
  InternalError: "The request was not carried out. It is our fault, and `requestId` finds it in the log.",
  PaymentProviderUnavailable:
    "Repeat the request after `Retry-After` seconds with the same Idempotency-Key: it continues where it "
    + "stopped and never pays twice.",
  StoreUnavailable: "Repeat the request after a moment with the same Idempotency-Key: what was done is not done twice.",
  StoreOverloaded:
    "More was asked for at once than the store can do, by everybody together. Nothing was done. Send the "
    + "same request again after `Retry-After` seconds, with the same Idempotency-Key."
}
