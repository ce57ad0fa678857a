/**
 * The operations in words, for documents and descriptors: of each its name there (a generated client's function), what
 * it does, and what its success is; of each group its title. The compiler refuses an operation without words, and words
 * without an operation. The typed client does not load them. Follows docs/specification.md#descriptors.
 */
import type { EndpointsOf, Groups } from "./Api.ts"

/** The name of an operation in the program: that of its group and endpoint. */
export type OperationName = {
  readonly [Group in Groups["identifier"]]: `${Group}.${EndpointsOf<Group>["name"]}`
}[Groups["identifier"]]

export interface OperationText {
  /** A name in camel case, unique among all operations of the document. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  /** What the response to a success contains. */
  readonly success: string
}

export interface GroupText {
  readonly title: string
  readonly description: string
}

export const operationTexts: { readonly [name in OperationName]: OperationText } = {
  "catalog.catalog": {
    id: "getCatalog",
    summary: "The whole catalogue",
    description: "All brands with their products, at `/api` and `/api/`, with a strong ETag.",
    success: "All brands with their products."
  },
  "catalog.search": {
    id: "searchProducts",
    summary: "Search products",
    description:
      "`q` is plain words. Each has to begin a word in the product, or be another form, a part or a synonym of one; "
      + "those that begin so come first. A word that no product has is replaced "
      + "by the nearest that one has, if that finds something; `correctedQuery` says so.",
    success: "A page of the products that were found."
  },
  "catalog.product": {
    id: "getProduct",
    summary: "One product",
    success: "The product."
  },
  "catalog.inventory": {
    id: "getInventory",
    summary: "The available units of a product",
    success: "The units that are available now."
  },
  "stock.setOnHand": {
    id: "setStock",
    summary: "Set the counted stock of a product",
    description: "For staff.",
    success: "The units that are available after the count."
  },
  "stock.shelves": {
    id: "listStock",
    summary: "The stock of all products",
    description: "For staff. `low=true` finds what has to be ordered, the fewest first; `atMost` products of which so "
      + "many units or fewer are available. `onHand` lie there; `reserved` of them wait for payment or shipping.",
    success: "A page of shelves, by product where they are not `low`."
  },
  "stock.report": {
    id: "reportStock",
    summary: "Report deliveries, losses and counts",
    description: "For staff. All lines or none, and each product once. A count is of all units that lie there, also of "
      + "those that are sold and wait to ship; fewer than are reserved can be neither counted nor left by a loss.",
    success: "The shelves after it, in the order of the lines; `units` is the difference."
  },
  "stock.movements": {
    id: "listStockMovements",
    summary: "Why the stock of a product changed",
    description: "For staff. The units on hand are the sum of all movements.",
    success: "A page of movements, newest first."
  },
  "stock.setPrice": {
    id: "setPrice",
    summary: "Set a product's price",
    description: "For staff. Placed orders keep their prices.",
    success: "The product with its new price."
  },
  "prices.list": {
    id: "listPrices",
    summary: "A product's prices",
    description: "For staff: now, planned, and the last 100, newest first.",
    success: "The prices of the product."
  },
  "prices.plan": {
    id: "planPrice",
    summary: "Plan a price or a sale",
    description:
      "For staff. A sale (`sale`) is announced as a reduction from the lowest price of the 30 days before it, and may "
      + "end (`until`): then the price before it counts again. Other prices stay.",
    success: "The prices of the product, with what is planned."
  },
  "prices.change": {
    id: "changePlannedPrice",
    summary: "Change a planned price",
    description: "For staff. Of a sale that has begun, the price and the end change.",
    success: "The prices of the product after the change."
  },
  "prices.cancel": {
    id: "cancelPlannedPrice",
    summary: "Cancel a planned price",
    description: "For staff. A sale that has begun ends at once.",
    success: "The prices of the product without that one."
  },
  "promotions.list": {
    id: "listPromotions",
    summary: "All promotions",
    description: "For staff. Newest first, those that have ended too.",
    success: "A page of promotions."
  },
  "promotions.create": {
    id: "createPromotion",
    summary: "Put up a promotion",
    description:
      "For staff. With a `code` it counts for whoever gives it, without one for everybody. What it gives never changes.",
    success: "The promotion that was put up."
  },
  "promotions.view": {
    id: "getPromotion",
    summary: "A promotion",
    description: "For staff.",
    success: "The promotion."
  },
  "promotions.limit": {
    id: "limitPromotion",
    summary: "Set when a promotion ends and how often its code counts",
    description: "For staff. What is left out stays; null: no end, or any number.",
    success: "The promotion with its new limits."
  },
  "clients.list": {
    id: "listClients",
    summary: "All OAuth clients",
    description: "For staff. By their ids, without their secrets.",
    success: "A page of clients."
  },
  "clients.create": {
    id: "createClient",
    summary: "Give a program access",
    description:
      "For staff. An agent buys for people, staff act for the shop. An id is given once: a removed client keeps it.",
    success: "The client, with its secret, which is shown only here."
  },
  "clients.renewSecret": {
    id: "renewClientSecret",
    summary: "Give a client a new secret",
    description:
      "For staff. The secret before it is accepted for `overlapHours` more (default: 24), so that the client changes "
      + "over without a pause; 0 ends it at once. Tokens that were issued stay valid.",
    success: "The client, with its new secret, which is shown only here."
  },
  "clients.remove": {
    id: "removeClient",
    summary: "End a client",
    description: "For staff. Its secrets, its tokens and the subscriptions to its orders end at once and for good.",
    success: "The client has ended."
  },
  "imports.list": {
    id: "listImports",
    summary: "Imports of goods",
    description: "For staff. Newest first, of the last 30 days.",
    success: "A page of imports, without their faults."
  },
  "imports.start": {
    id: "startImport",
    summary: "Import a table of goods",
    description:
      "For staff. The body is a table of at most 64 MiB, as CSV or JSON Lines. All of its rows are loaded or none. "
      + "Imports wait for each other.",
    success: "The import, which waits for its turn. Its address says how far it is."
  },
  "imports.view": {
    id: "getImport",
    summary: "How far an import is, and what came of it",
    description: "For staff.",
    success: "The import."
  },
  "imports.exported": {
    id: "exportProducts",
    summary: "All goods that are sold, as a table",
    description: "For staff. An import reads it as the same goods. With Accept: application/jsonl as JSON Lines.",
    success: "The goods, without pictures."
  },
  "cart.setDiscounts": {
    id: "setDiscountCodes",
    summary: "Set the discount codes of the cart",
    description:
      "All of them; an empty list removes them. A code that takes nothing off is refused and changes nothing. Of all "
      + "promotions the best one counts, and free shipping beside it.",
    success: "The cart with its discounts."
  },
  "cart.setAttributes": {
    id: "setCartAttributes",
    summary: "Set the fields of the cart that the shop lets buyers set",
    description:
      "All of them: what is left out is removed. Which there are is the shop's: without any, an empty object is the "
      + "only one accepted. They stand in the cart and its order beside the store's own fields.",
    success: "The cart with its fields."
  },
  "pictures.list": {
    id: "listPictures",
    summary: "The pictures of a product",
    description: "For staff. In their order: the first is the one that lists show.",
    success: "The pictures of the product."
  },
  "pictures.add": {
    id: "addPicture",
    summary: "Add a picture to a product",
    description:
      "For staff. The body is a JPEG, PNG, WebP or AVIF file of at most 10 MiB. It is turned upright, converted to "
      + "sRGB, and kept in up to three widths without its metadata. One that the product has already takes the "
      + "alternative texts and the position.",
    success: "The pictures of the product, with the new one."
  },
  "pictures.arrange": {
    id: "arrangePictures",
    summary: "Put a product's pictures in order, with their alternative texts",
    description: "For staff. Names all pictures of the product, each once.",
    success: "The pictures of the product in their new order."
  },
  "pictures.remove": {
    id: "removePicture",
    summary: "Remove a picture from a product",
    description: "For staff.",
    success: "The product's other pictures."
  },
  "cart.view": {
    id: "getCart",
    summary: "The cart",
    description: "Without identity: an empty cart, and nothing is created.",
    success: "The caller's cart, or an empty one."
  },
  "cart.add": {
    id: "addToCart",
    summary: "Put units of a product into the cart",
    description: "Adds units. A client without identity gets one: `session` in this response, and a cookie.",
    success: "The cart with the added units."
  },
  "cart.empty": {
    id: "emptyCart",
    summary: "Empty the cart",
    success: "The cart, empty."
  },
  "cart.set": {
    id: "setCartItem",
    summary: "Set the units of a product in the cart",
    description: "0 removes the product.",
    success: "The cart with the product's new quantity."
  },
  "cart.remove": {
    id: "removeCartItem",
    summary: "Remove a product from the cart",
    success: "The cart without the product."
  },
  "checkout.start": {
    id: "startCheckout",
    summary: "Check the cart out",
    description:
      "Reserves its stock until `expiresAt` and returns `redirectUrl`, the payment provider's page. A second "
      + "checkout of the same cart replaces the first one. Unpaid checkouts have limits.",
    success: "The checkout session, with the address at which to pay."
  },
  "checkout.session": {
    id: "getCheckout",
    summary: "The status of a checkout session",
    success: "The checkout session as it is now."
  },
  "orders.list": {
    id: "listOrders",
    summary: "The caller's orders, newest first",
    description:
      "Staff see all. `from` and `to` are days in the shop's zone, both included; `overdue=true`: paid, and it "
      + "should have left by now.",
    success: "A page of orders."
  },
  "orders.place": {
    id: "placeOrder",
    summary: "Buy the cart at once, by a delegation",
    description:
      "For agents with the scope `orders:delegate`: charges the card that a person allowed this agent to pay "
      + "with, and returns the confirmed order.",
    success: "The confirmed order."
  },
  "orders.order": {
    id: "getOrder",
    summary: "One order",
    success: "The order."
  },
  "orders.cancel": {
    id: "cancelOrder",
    summary: "Cancel an order",
    description: "While no unit has shipped. The payment is refunded; the stock can be sold again. Cancelling twice is "
      + "not an error.",
    success: "The cancelled order."
  },
  "orders.ship": {
    id: "shipOrder",
    summary: "Ship an order, or a part of it",
    description: "For staff. The same shipment reported twice is one.",
    success: "The order with the new shipment."
  },
  "orders.deliver": {
    id: "deliverOrder",
    summary: "Report that shipments have arrived",
    description: "For staff. The return window begins.",
    success: "The order with what has arrived."
  },
  "orders.receipt": {
    id: "getReceipt",
    summary: "The receipt of an order, with its credit notes",
    description: "JSON; with `Accept: text/html` a page to print, with `Accept: application/pdf` a PDF.",
    success: "The receipt: as data, as a page to print, or as a PDF."
  },
  "orders.tracking": {
    id: "getTracking",
    summary: "The tracking of an order's latest shipment",
    success: "The latest shipment, with its scans."
  },
  "delegations.create": {
    id: "createDelegation",
    summary: "Allow an agent to pay",
    description: "For shoppers. It is active once the person has approved it at `approvalUrl`, the payment provider's "
      + "page, with the card that is going to pay.",
    success: "The new delegation, with the address at which the person approves it."
  },
  "delegations.delegation": {
    id: "getDelegation",
    summary: "A delegation, and the rest of its allowance",
    description: "For its shopper and its agent.",
    success: "The delegation, with what may still be spent."
  },
  "delegations.revoke": {
    id: "revokeDelegation",
    summary: "Revoke a delegation",
    description: "For its shopper. Nothing is bought with it from then on; earlier purchases stay valid.",
    success: "The revoked delegation."
  },
  "returns.list": {
    id: "listReturns",
    summary: "The returns of the caller's orders, newest first",
    description: "Staff see all. `overdue=true`: its parcel is on its way, and should have been opened by now.",
    success: "A page of returns."
  },
  "returns.request": {
    id: "requestReturn",
    summary: "Return units of an order",
    description:
      "Within the shop's time for returns after their arrival. Default quantity: all units of the product that can still be returned.",
    success: "The new return, with the address of its label."
  },
  "returns.view": {
    id: "getReturn",
    summary: "One return",
    success: "The return."
  },
  "returns.cancel": {
    id: "cancelReturn",
    summary: "Cancel a return",
    description: "Its units can be returned another time.",
    success: "The cancelled return."
  },
  "returns.receive": {
    id: "receiveReturn",
    summary: "Receive the parcel of a return",
    description: "For staff. Accepted units are refunded.",
    success: "The return with what was accepted."
  },
  "refunds.list": {
    id: "listRefunds",
    summary: "The caller's refunds, newest first",
    description: "Staff see all.",
    success: "A page of refunds."
  },
  "refunds.view": {
    id: "getRefund",
    summary: "One refund",
    success: "The refund."
  },
  "refunds.give": {
    id: "createRefund",
    summary: "Refund by hand",
    description: "For staff. Default amount: all that is left.",
    success: "The new refund."
  },
  "support.ask": {
    id: "createTicket",
    summary: "Ask for help",
    description: "Open to anyone. Only this response has `links.page`, the page of the ticket. Without identity, the "
      + "ticket can be read there only.",
    success: "The new ticket, with the address of its page."
  },
  "support.view": {
    id: "getTicket",
    summary: "One support ticket, with what was said about it",
    success: "The ticket with its messages."
  },
  "support.list": {
    id: "listTickets",
    summary: "The caller's support tickets, newest first",
    description: "Staff see all. `overdue=true`: it should have been answered by now.",
    success: "A page of tickets."
  },
  "support.reply": {
    id: "replyToTicket",
    summary: "Add something to a question",
    description: "For the caller that asked. A ticket that was answered is open again.",
    success: "The ticket with the addition."
  },
  "support.answer": {
    id: "answerTicket",
    summary: "Answer a question",
    description:
      "For staff, who name the `version` that they have seen. A ticket that nobody saw to is assigned to the "
      + "caller.",
    success: "The ticket with the answer."
  },
  "support.assign": {
    id: "assignTicket",
    summary: "Give a ticket to somebody",
    description: "For staff. Default: to the caller.",
    success: "The ticket with its new assignee."
  },
  "support.close": {
    id: "closeTicket",
    summary: "Close a ticket for good",
    description: "For staff. Whoever asked has to ask anew then.",
    success: "The closed ticket."
  },
  "webhooks.receive": {
    id: "receiveWebhook",
    summary: "Receive a message of a partner",
    description:
      "Signed by the Standard Webhooks specification. `event`: order.created, order.shipped, order.delivered "
      + "or return.initiated; the guide describes `data`.",
    success: "The message is stored; `result` says what came of it."
  },
  "webhooks.subscribe": {
    id: "createWebhookSubscription",
    summary: "Have events sent to an address",
    description: "For staff. Only this response shows the secret.",
    success: "The new subscription, with the secret that signs its messages."
  },
  "webhooks.subscriptions": {
    id: "listWebhookSubscriptions",
    summary: "Where events are sent",
    description: "For staff. `state` says whether an address takes them; with one that does not, since when and why.",
    success: "A page of subscriptions."
  },
  "webhooks.unsubscribe": {
    id: "deleteWebhookSubscription",
    summary: "Stop sending events to an address",
    description: "For staff.",
    success: "The subscription is deleted."
  },
  "webhooks.replay": {
    id: "replayWebhooks",
    summary: "Send the events of a range of time again",
    description: "For staff. Parked messages included.",
    success: "How many messages are sent again."
  },
  "webhooks.enable": {
    id: "enableWebhookSubscription",
    summary: "Send events there again",
    description:
      "For staff. What waited since it was disabled is sent, in order. Where it is enabled already, it is only "
      + "tried at once. Enabling twice is no fault.",
    success: "The enabled subscription."
  },
  "webhooks.renewSecret": {
    id: "renewSubscriptionSecret",
    summary: "Give a subscription a new secret",
    description:
      "For staff. Messages are signed with the secret before it, too, for `overlapHours` more (default: 24), so that the "
      + "partner changes over without a pause; 0 ends it at once. Agents' protocols have one signature, by the new one.",
    success: "The subscription, with its new secret, which is shown only here."
  },
  "webhooks.deliveries": {
    id: "listWebhookDeliveries",
    summary: "The messages to an address, newest first",
    description:
      "For staff. Of each how often it was tried, why the last attempt failed, and when the next one is made.",
    success: "A page of messages, with what came of them."
  },
  "webhooks.sendAgain": {
    id: "resendWebhookDelivery",
    summary: "Send one message again",
    description: "For staff. It keeps its id, and waits behind earlier messages of its order that are not delivered.",
    success: "The message, which waits to be sent."
  },
  "auth.guest": {
    id: "createGuest",
    summary: "A new shopper",
    description: "Its token is valid for 180 days after its last use.",
    success: "The token of the new shopper."
  },
  "auth.token": {
    id: "createToken",
    summary: "An access token for agents and staff",
    description: "OAuth 2.0 client credentials (RFC 6749 §4.4), as a form or JSON, the client by HTTP Basic or in the "
      + "body.",
    success: "The client's token."
  },
  "auth.revoke": {
    id: "revokeToken",
    summary: "End a token",
    description: "RFC 7009. An unknown token is 200, too.",
    success: "The token is not valid any more."
  },
  "payments.notification": {
    id: "receivePaymentNotification",
    summary: "Receive a notification of the payment provider",
    description: "Signed by the provider. It makes the store ask the provider.",
    success: "The notification was understood, and the provider asked."
  },
  "admin.products": {
    id: "listProducts",
    summary: "All products, archived ones too",
    description: "For staff. By their ids.",
    success: "A page of products, as staff keep them."
  },
  "admin.createProduct": {
    id: "createProduct",
    summary: "Create a product",
    description: "For staff. Its id is its address and never changes. Without `onHand` it is out of stock.",
    success: "The new product."
  },
  "admin.product": {
    id: "getKeptProduct",
    summary: "A product, as staff keep it",
    description: "For staff. Its `ETag` is what a change names.",
    success: "The product, as staff keep it."
  },
  "admin.changeProduct": {
    id: "changeProduct",
    summary: "Change a product",
    description:
      "For staff. What is left out stays, null removes. `PUT /api/inventory/{productId}` changes its stock. Orders keep what "
      + "they printed.",
    success: "The changed product."
  },
  "admin.removeProduct": {
    id: "removeProduct",
    summary: "Delete a product that was never sold",
    description: "For staff. One that an order, a cart or a draft has can only be archived.",
    success: "The product is deleted."
  },
  "admin.archiveProduct": {
    id: "archiveProduct",
    summary: "Take a product off sale",
    description:
      "For staff. It is on no list and cannot be bought. Orders and checkouts that have it already go on. Archiving what "
      + "is archived changes nothing.",
    success: "The archived product."
  },
  "admin.restoreProduct": {
    id: "restoreProduct",
    summary: "Put an archived product on sale again",
    description: "For staff.",
    success: "The product, on sale again."
  },
  "admin.brands": {
    id: "listBrands",
    summary: "All brands, also those of which nothing is sold",
    description: "For staff. By their ids.",
    success: "A page of brands."
  },
  "admin.createBrand": {
    id: "createBrand",
    summary: "Create a brand",
    description: "For staff. It is hidden until a product of it is sold.",
    success: "The new brand."
  },
  "admin.brand": {
    id: "getBrand",
    summary: "A brand, as staff keep it",
    description: "For staff.",
    success: "The brand, as staff keep it."
  },
  "admin.changeBrand": {
    id: "changeBrand",
    summary: "Change a brand",
    description: "For staff. Its products are found by its new name.",
    success: "The changed brand."
  },
  "admin.removeBrand": {
    id: "removeBrand",
    summary: "Delete a brand without products",
    description: "For staff.",
    success: "The brand is deleted."
  },
  "admin.consistency": {
    id: "auditRecords",
    summary: "Audit the records",
    description:
      "For staff. Recomputes money, stock, orders, refunds, receipts and messages from first facts, and lists "
      + "the differences: a healthy store has none.",
    success: "The differences that were found."
  },
  "admin.flags": {
    id: "listFlags",
    summary: "Matters that staff should look at, newest first",
    description:
      "For staff. Payments that did not fit their order and were refunded, refunds that failed and are tried "
      + "again, partners' messages that the order's state did not allow.",
    success: "A page of flags."
  },
  "admin.closeFlag": {
    id: "closeFlag",
    summary: "Note that a matter was dealt with",
    description: "For staff. Once, with a note.",
    success: "The closed flag."
  },
  "admin.trail": {
    id: "listStaffChanges",
    summary: "What staff changed, newest first",
    description: "For staff. Who, when, and the facts before and after. Nothing that a person wrote, and no secret.",
    success: "A page of changes."
  },
  "admin.vat": {
    id: "reportVat",
    summary: "VAT of a quarter, by country and rate",
    description:
      "For staff. What the receipts of the quarter contain, less what its credit notes take back, by the country of "
      + "delivery, as a one-stop-shop return asks for it; with Accept: text/csv as a table.",
    success: "The sums."
  },
  "health.live": {
    id: "getLiveness",
    summary: "Is the process alive?",
    success: "The process is alive."
  },
  "health.ready": {
    id: "getReadiness",
    summary: "Can it serve?",
    success: "The store can serve."
  }
}

/** The groups, in the words of the navigation and the tags of documents. */
export const groupTexts: { readonly [group in Groups["identifier"]]: GroupText } = {
  catalog: { title: "Catalogue", description: "The shop's products. Open to anyone." },
  stock: { title: "Stock", description: "For staff: stock and prices." },
  prices: { title: "Prices", description: "For staff: planned prices, sales, and what products cost before." },
  promotions: { title: "Promotions", description: "For staff: discount codes, and discounts for everybody." },
  clients: { title: "Clients", description: "For staff: the programs that have access." },
  imports: { title: "Imports", description: "For staff: tables of goods." },
  pictures: { title: "Pictures", description: "For staff: the pictures of products." },
  cart: { title: "Cart", description: "The goods that a shopper intends to buy." },
  checkout: { title: "Checkout", description: "From a cart to a paid order." },
  orders: { title: "Orders", description: "Orders, their shipments and receipts." },
  delegations: { title: "Delegations", description: "Permissions to pay for a person, and their limits." },
  returns: { title: "Returns", description: "Returned goods." },
  refunds: { title: "Refunds", description: "Refunds to the original payment method." },
  support: { title: "Support", description: "Questions to the shop." },
  webhooks: { title: "Webhooks", description: "Messages from partners, and to them." },
  auth: { title: "Identity", description: "Tokens of shoppers, agents and staff." },
  payments: { title: "Payments", description: "For the payment provider." },
  admin: { title: "Administration", description: "For operators of the store." },
  health: { title: "Health", description: "For operators of the store." }
}

/** The words of an operation, if it is one of the store's own. */
export const textOf = (name: string): OperationText | undefined => byName.get(name)
const byName: ReadonlyMap<string, OperationText> = new Map(Object.entries(operationTexts))

/** The words of a group, if it is one of the store's own. */
export const groupTextOf = (name: string): GroupText | undefined => groupsByName.get(name)
const groupsByName: ReadonlyMap<string, GroupText> = new Map(Object.entries(groupTexts))
