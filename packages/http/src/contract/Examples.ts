/**
 * Example bodies by the name of their shape: of every request, every success and every message about an event. They are
 * one story, so that the ids of one are found in the next: Ada buys two units, the order ships and arrives, and one
 * unit goes back. The typed client does not load them. Follows docs/specification.md#descriptors.
 */
import { type Currency, defaultCurrency, format, fromNumber, toNumber } from "@beauty-store/domain/Money"
import * as Option from "effect/Option"
import type { shapes } from "./VisibleAttributes.ts"

const shop = "https://shop.example"
const productId = "kieselhaut-niacinamide-serum-10"
const orderId = "ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0"
const orderNumber = "4821 7362"
const sessionId = "cs_0VbVkFhD7KeXKXX0mNWWybmoygJt"
const delegationId = "del_0VbVkFhE2vX9hQmW3cT7yLbN5rKd"
const returnId = "ret_0VbVkFhF8pQ2rT5vX1zB4nM7kJ3h"
const returnNumber = "7035 9122"
const refundId = "ref_0VbVkFhG3sD6fG9hJ2kL5pO8iU1y"
const ticketId = "tkt_0VbVkFhH6tR9eW2qA5sZ8xC1vB4n"
const subscriptionId = "sub_0VbVkFhI1yU4iO7pL0kJ3hG6fD9s"
const eventId = "evt_0VbVkFhJ5mN8bV1cX4zL7kJ0hG3f"
const key = "kMDTqm6SDWLu7R4np6mpM1D_Ni5_Af-x"
const token = "tok_0VbVkFgZ1b5T0cWq7mXuYk3RnD2e.qW5c0V3mKx8Zr1sT6uYb2dFgHjLpN4a7eXo9vQkR0iM"
const checkedOutAt = "2026-11-20T11:15:07.730Z"
const paidAt = "2026-11-20T11:16:41.902Z"
const shippedAt = "2026-11-20T15:02:18.005Z"
const deliveredAt = "2026-11-23T10:41:55.310Z"
const returnedAt = "2026-11-24T08:20:30.144Z"
const email = "ada@example.com"
const address = { name: "Ada Lovelace", address: "Torstrasse 1", city: "Berlin", postcode: "10119", country: "DE" }
const currency = "EUR"
const carrier = "DHL"
const trackingNumber = "00340434161094042557"
const estimatedDelivery = "2026-11-24"

const shelf = { productId, onHand: 240, reserved: 3, available: 237, low: 20 }
const movement = {
  n: 7,
  reason: "delivery",
  units: 48,
  subject: null,
  client: "demo-staff",
  note: "order 2026-117",
  at: "2026-11-20T11:00:00Z"
}
const client = {
  clientId: "warehouse",
  kind: "staff",
  scopes: ["orders:read", "orders:write"],
  secretCreatedAt: paidAt,
  previousSecretUntil: null
}
const promotion = {
  id: "promo_0VbVkFhO7zX0cV3bN6mQ9wE2rT5y",
  title: { en: "Autumn", de: "Herbst" },
  code: "AUTUMN10",
  benefit: { type: "percentage", percent: 10 },
  conditions: { brands: ["kieselhaut"], minimum: 25 },
  currency: "EUR",
  startsAt: "2026-11-01T00:00:00.000Z",
  endsAt: "2026-12-01T00:00:00.000Z",
  uses: 500,
  usesPerCustomer: null,
  used: 12
}
const { faults, ...listedImport } = {
  id: "imp_0VbVkFhO7zX0cV3bN6mQ9wE2rT5y",
  status: "refused",
  form: "csv",
  decimalComma: false,
  dryRun: false,
  bytes: 48_213,
  bytesRead: 48_213,
  rowsRead: 120,
  rows: 120,
  result: null,
  faultCount: 1,
  faults: [{ line: 17, column: "stock", message: "\"many\" is no whole number up to 1000000" }],
  failure: null,
  createdAt: "2026-11-20T11:00:00.000Z",
  endedAt: "2026-11-20T11:00:02.000Z"
}
const pictureId = "5f2b8c0d9e1a4b7c6d3e2f1a0b9c8d7e"
const picture = { id: pictureId, alt: { en: "The bottle with its dropper", de: "Die Flasche mit ihrer Pipette" } }

const product = {
  name: "Niacinamide Serum 10 %",
  image: `${shop}/images/${productId}.svg`
}

const line = { productId, quantity: 2, price: 14.9, name: product.name, lineTotal: 29.8 }

const newProduct = {
  id: productId,
  brandId: "kieselhaut",
  name: product.name,
  description: "A light serum for an even skin.",
  price: 14.9,
  category: "skincare",
  gtin: "4006381333931",
  size: { value: 30, unit: "ml" },
  hygieneSealed: true,
  sku: "KH-0030",
  weightGrams: 96,
  countryOfOrigin: "DE",
  cpnp: "1234567",
  lowStock: 20
}
const responsiblePerson = {
  name: "Kieselhaut GmbH",
  address: "Musterstrasse 1, 10115 Berlin, Germany",
  electronicAddress: "safety@kieselhaut.example"
}
const keptProduct = {
  ...newProduct,
  vatClass: "standard",
  currency,
  version: "Yb1dFgHjLpN4a7eXo9vQkR",
  addedAt: checkedOutAt,
  archivedAt: null
}
const newBrand = { id: "kieselhaut", name: "Kieselhaut", category: "skincare", responsiblePerson }
const keptBrand = { ...newBrand, version: "pQ2rT5vX1zB4nM7kJ3hG6f" }

const session = {
  sessionId,
  redirectUrl: `${shop}/pay/${sessionId}.${key}`,
  orderId,
  status: "open",
  expiresAt: "2026-11-20T11:45:07.730Z"
}

const delegation = {
  delegationId,
  agentId: "demo-agent",
  status: "active",
  limits: { perTransaction: 80, perDay: 500, perMonth: 2000 },
  remaining: { perTransaction: 80, perDay: 465.25, perMonth: 1965.25 },
  resetsAt: { perTransaction: null, perDay: "2026-11-21T11:15:07.731Z", perMonth: "2026-12-20T11:15:07.731Z" },
  language: "en" as const,
  expiresAt: null,
  createdAt: "2026-11-20T11:02:41.118Z"
}

const scan = { timestamp: shippedAt, location: "Hamburg, warehouse", status: "shipped" }
const tracking = { carrier, trackingNumber, status: "shipped", estimatedDelivery, events: [scan] }
const vat = [{ rate: 19, net: 29.2, vat: 5.55, gross: 34.75 }]
const orderSummary = { id: orderId, orderNumber, status: "shipped", total: 34.75, currency, createdAt: checkedOutAt }

const returnSummary = {
  returnId,
  returnNumber,
  orderId,
  orderNumber,
  status: "requested",
  refundAmount: 14.9,
  currency,
  createdAt: returnedAt
}

const refund = {
  refundId,
  orderId,
  returnId,
  amount: 14.9,
  currency,
  status: "pending",
  method: "original_payment_method",
  expectedBy: { from: "2026-11-30", to: "2026-12-02" },
  createdAt: "2026-11-25T09:12:44.871Z"
}

const ticketSummary = {
  ticketId,
  ticketNumber: "2694 8078",
  status: "pending",
  email,
  subject: "Is the serum vegan?",
  orderId: null,
  orderNumber: null,
  createdAt: "2026-11-20T12:30:00.000Z",
  version: 1
}
const answered = { from: "staff", text: "It is, like everything of Kieselhaut.", at: "2026-11-20T13:05:12.640Z" }
const ticket = { ...ticketSummary, language: "en", message: "I could not find it on the page." }

const subscription = {
  subscriptionId,
  url: "https://partner.example/hooks",
  createdAt: "2026-11-19T09:00:00.000Z",
  state: "healthy"
}
const delivery = {
  eventId,
  event: "order.shipped",
  orderId,
  state: "waiting",
  attempts: 1,
  at: shippedAt,
  failure: { reason: "status 503", at: "2026-11-20T15:02:19.412Z" },
  nextAttemptAt: "2026-11-20T15:02:24.655Z"
}

const flag = {
  flagId: "flg_0VbVkFhL2wE5rT8yU1iO4pA7sD0f",
  kind: "message_ignored",
  subject: "msg_2",
  detail: "order.shipped: the order is cancelled",
  at: shippedAt
}
const change = {
  changeId: "chn_0VbVkFhM6gH9jK2lZ5xC8vB1nM4q",
  client: "demo-staff",
  action: "price.set",
  subject: productId,
  before: { priceMinor: 1490 },
  after: { priceMinor: 1550 },
  at: shippedAt
}

const receiptSums = { currency, vat, net: 29.2, vatTotal: 5.55, total: 34.75 }

/** A message about an event, as partners receive it. */
const message = (event: string, data: object = {}) => ({ event, data: { orderId, ...data } })
const moved = { refundId, amount: 14.9, currency }

/** Messages of partners to the shop. */
const reports = {
  OrderCreatedReport: message("order.created"),
  OrderShippedReport: message("order.shipped", { carrier, trackingNumber, estimatedDelivery, events: [scan] }),
  OrderDeliveredReport: message("order.delivered", { deliveredAt, trackingNumber }),
  ReturnInitiatedReport: message("return.initiated", { returnId })
}

/** Examples of the fields that a shop's own attributes add, by the name of their shape. */
export type OwnExamples = { readonly [shape in keyof typeof shapes]?: Readonly<Record<string, unknown>> }

const productOf = (own: Readonly<Record<string, unknown>> = {}) => ({
  id: productId,
  name: product.name,
  description: "A clear, water-light serum with 10 % niacinamide and zinc PCA for skin that shines by noon.",
  price: 14.9,
  currency,
  category: "skincare",
  inStock: true,
  brand: { id: "kieselhaut", name: "Kieselhaut" },
  image: product.image,
  gtin: "2000001000106",
  size: { value: 30, unit: "ml" },
  unitPrice: { price: 496.67, per: { value: 1, unit: "l" } },
  ...own,
  hygieneSealed: true
})

const cart = {
  items: [{ ...line, available: 240 }],
  subtotal: 29.8,
  shipping: 4.95,
  total: 34.75,
  currency,
  messages: []
}

const order = {
  id: orderId,
  orderNumber,
  status: "shipped",
  items: [{ ...line, shipped: 2, returned: 0 }],
  total: 34.75,
  tracking,
  currency,
  shipments: [tracking],
  subtotal: 29.8,
  shipping: 4.95,
  vat,
  vatTotal: 5.55,
  shippingMethod: "standard",
  createdAt: checkedOutAt,
  email,
  language: "en",
  shippingAddress: address,
  payment: { method: "card", status: "paid" },
  refunds: [],
  returns: [],
  timeline: [
    { status: "pending", at: checkedOutAt, source: "shopper" },
    { status: "confirmed", at: paidAt, source: "provider" },
    { status: "shipped", at: shippedAt, source: "carrier" }
  ],
  links: { page: `${shop}/orders/find/${orderId}?key=${key}` }
}

const others = {
  AccessToken: { access_token: token, token_type: "Bearer", expires_in: 15552000, scope: "shop" },
  AddToCart: { productId, quantity: 2 },
  AnswerRequest: { message: answered.text, version: 0 },
  AssignRequest: { to: "demo-staff", version: 1 },
  Audit: {
    total: 0,
    differences: [],
    counts: {
      products: 72,
      orders: 4,
      payments: 4,
      refunds: 1,
      shipments: 1,
      returns: 1,
      papers: 5,
      charges: 1,
      events: 23,
      deliveries: 2
    }
  },
  CancelRequest: { reason: "Ordered twice." },
  CheckoutRequest: { email, shipping: address, payment_method: "card" },
  CheckoutSession: { ...session, total: 34.75, currency },
  CheckoutSessionStatus: { ...session, paymentStatus: "unpaid" },
  CloseFlagRequest: { note: "The warehouse had scanned the wrong parcel." },
  CloseTicketRequest: { version: 1 },
  Delegation: delegation,
  DelegationRequest: { agentId: "demo-agent", limits: { perTransaction: 80 } },
  DeliverRequest: { trackingNumber, deliveredAt },
  Delivery: delivery,
  DeliveryPage: { data: [delivery], nextCursor: null },
  Empty: {},
  Flag: { ...flag, closed: { by: "demo-staff", at: deliveredAt, note: "The warehouse had scanned the wrong parcel." } },
  FlagPage: { data: [flag], nextCursor: null },
  Health: { status: "ok" },
  InventoryStatus: { productId, inStock: true, quantity: 240, availability: "in_stock" },
  NewDelegation: {
    ...delegation,
    status: "pending_approval",
    remaining: delegation.limits,
    resetsAt: { perTransaction: null, perDay: null, perMonth: null },
    approvalUrl: `${shop}/pay/mandates/${delegationId}.${key}`
  },
  NewSubscription: { ...subscription, secret: "whsec_9XmTVQKazKrH5sAtOEBm/UZbqPrw6ggv/eW9hlMSNWc=" },
  NewTicket: {
    ...ticket,
    status: "open",
    version: 0,
    messages: [],
    links: { page: `${shop}/support/tpg_0VbVkFhO7zX0cV3bN6mQ9wE2rT5y.${key}` }
  },
  OrderPage: { data: [orderSummary], nextCursor: null },
  OrderRequest: { email, shipping: address, delegation: delegationId },
  ProviderNotification: { type: "session.changed", timestamp: paidAt, data: { sessionId } },
  Receipt: {
    number: "R-2026-000001",
    orderId,
    orderNumber,
    issuedAt: paidAt,
    seller: {
      name: "Beauty Store GmbH (demo)",
      address: "Musterstrasse 1",
      city: "Berlin",
      postcode: "10115",
      country: "DE",
      vatId: "DE000000000",
      email: "hello@beauty-store.example"
    },
    buyer: { email, ...address },
    paymentMethod: "card",
    lines: [{ productId, name: product.name, quantity: 2, price: 14.9, total: 29.8, vatRate: 19, vat: 4.76 }],
    subtotal: 29.8,
    shipping: 4.95,
    ...receiptSums,
    creditNotes: []
  },
  ClientPage: { data: [client], nextCursor: null },
  ClientWithSecret: { ...client, secret: "QUi1efrBtURwck2GnJeAYI7HqsLQTFRi3N7X-YChKeg" },
  NewClient: { clientId: "warehouse", kind: "staff", scopes: ["orders:read", "orders:write"] },
  SecretRenewal: { overlapHours: 24 },
  NewPromotion: {
    title: { en: "Autumn", de: "Herbst" },
    code: "AUTUMN10",
    benefit: { type: "percentage", percent: 10 },
    conditions: { brands: ["kieselhaut"], minimum: 25 },
    endsAt: "2026-12-01T00:00:00Z",
    uses: 500
  },
  Promotion: promotion,
  PromotionLimits: { endsAt: "2026-12-15T00:00:00Z" },
  PromotionPage: { data: [promotion], nextCursor: null },
  SetAttributes: { attributes: {} },
  Import: { ...listedImport, faults },
  ImportPage: { data: [listedImport], nextCursor: null },
  SetDiscounts: { codes: ["AUTUMN10"] },
  ReceiveRequest: { items: [{ productId, quantity: 1, restock: true }] },
  Received: { received: true },
  Refund: refund,
  RefundPage: { data: [refund], nextCursor: null },
  RefundRequest: { orderId, amount: 2.5, reason: "A dented box." },
  Replayed: { messages: 3 },
  ReplayRequest: { from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z" },
  ReplyRequest: { message: "Thank you!" },
  Return: {
    returnId,
    returnNumber,
    returnLabel: `${shop}/api/returns/${returnId}/label?key=${key}`,
    orderId,
    orderNumber,
    status: "requested",
    items: [{
      productId,
      name: product.name,
      quantity: 1,
      condition: "unopened",
      reason: "I have one already.",
      refund: 14.9,
      accepted: null
    }],
    refundAmount: 14.9,
    refundId: null,
    expectedRefund: { from: "2026-11-27", to: "2026-12-01" },
    timeline: [{ status: "requested", at: returnedAt, source: "shopper" }],
    createdAt: returnedAt
  },
  ReturnPage: { data: [returnSummary], nextCursor: null },
  ReturnRequest: { orderId, items: [{ productId, quantity: 1, reason: "I have one already." }] },
  ArrangePictures: { pictures: [picture] },
  RevokeRequest: { token },
  PictureList: {
    productId,
    pictures: [{ ...picture, url: `${shop}/images/${pictureId}-1280.jpg`, width: 1280, height: 960 }]
  },
  PlanPrice: { price: 11.9, sale: true, from: "2026-11-27T00:00:00+01:00", until: "2026-12-01T00:00:00+01:00" },
  ProductPrices: {
    productId,
    price: 14.9,
    planned: [{
      id: "prc_0VbVkyrFurSifVWrRC7vJDK1RiBO",
      price: 11.9,
      sale: true,
      from: "2026-11-26T23:00:00.000Z",
      until: "2026-11-30T23:00:00.000Z"
    }],
    history: [{ price: 14.9, sale: false, from: "2026-01-05T09:00:00.000Z" }]
  },
  ReportShelves: {
    lines: [{ productId, reason: "delivery", units: 48, note: "order 2026-117" }]
  },
  ReportedShelves: { data: [{ ...shelf, units: 48 }] },
  ShelfPage: { data: [shelf], nextCursor: null },
  StockMovementPage: { data: [movement], nextCursor: null },
  SetOnHand: { onHand: 240 },
  SetPrice: { price: 15.5 },
  SetQuantity: { quantity: 3 },
  ShipRequest: { carrier, trackingNumber, estimatedDelivery },
  Subscription: subscription,
  SubscriptionPage: { data: [subscription], nextCursor: null },
  SubscriptionRequest: { url: subscription.url },
  SupportRequest: { email, subject: ticket.subject, message: ticket.message },
  Ticket: { ...ticket, messages: [answered] },
  TicketPage: { data: [{ ...ticketSummary, waitingSince: null }], nextCursor: null },
  TokenRequest: {
    grant_type: "client_credentials",
    client_id: "your-client",
    client_secret: "your-secret",
    scope: "shop"
  },
  Tracking: tracking,
  Trail: { data: [change], nextCursor: null },
  VatReport: {
    quarter: "2026-Q4",
    currency,
    data: [{ country: "AT", rate: 20, net: 2416.67, vat: 483.33, gross: 2900 }, { country: "DE", ...vat[0] }]
  },
  WebhookAnswer: { received: true, result: "applied" },

  ...reports,
  PartnerMessage: reports.OrderShippedReport,

  OrderCreatedMessage: message("order.created"),
  OrderCancelledMessage: message("order.cancelled", { reason: "Ordered twice." }),
  OrderShippedMessage: message("order.shipped", {
    carrier,
    trackingNumber,
    estimatedDelivery,
    items: [{ productId, quantity: 2 }]
  }),
  OrderDeliveredMessage: message("order.delivered", { deliveredAt }),
  PaymentSucceededMessage: message("payment.succeeded", { amount: 34.75, currency, method: "card" }),
  PaymentRefusedMessage: message("payment.refused", { reason: "insufficient_funds" }),
  RefundCreatedMessage: message("refund.created", moved),
  RefundSucceededMessage: message("refund.succeeded", moved),
  RefundFailedMessage: message("refund.failed", moved),
  ReturnInitiatedMessage: message("return.initiated", { returnId, items: [{ productId, quantity: 1 }] }),
  ReturnInTransitMessage: message("return.in_transit", { returnId }),
  ReturnReceivedMessage: message("return.received", { returnId }),
  ReturnRefundedMessage: message("return.refunded", { returnId }),
  ReturnRejectedMessage: message("return.rejected", { returnId }),
  ReturnCancelledMessage: message("return.cancelled", { returnId })
}

/** Tables of goods by their media types, as they are sent. */
const tablesIn = (currency: Currency): Readonly<Record<string, string>> => ({
  "text/csv": `id,brand,name,category,price,stock\nhand-balm,Alba,Hand Balm,skincare,${format(990, currency)},120\n`,
  "application/jsonl": `{"id":"hand-balm","brand":"Alba","name":"Hand Balm","category":"skincare","price":${
    toNumber(990, currency)
  },"stock":120}\n`
})

/** The fields of amounts. */
const amounts: ReadonlySet<string> = new Set(
  "amount gross lineTotal minimum net perDay perMonth perTransaction price refund refundAmount shipping subtotal total vat vatTotal"
    .split(" ")
)

/** The amounts of an example as another currency writes them: as many minor units, with its decimals. */
const inCurrency = (example: unknown, currency: Currency): unknown => {
  if (Array.isArray(example)) return example.map((one) => inCurrency(one, currency))
  if (typeof example !== "object" || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      amounts.has(name) && typeof value === "number"
        ? toNumber(Option.getOrThrow(fromNumber(value, defaultCurrency)), currency)
        : inCurrency(value, currency)
    ])
  )
}

/** The examples of a shop, by the names of their shapes and the media types of tables. */
export const examplesOf = (own: OwnExamples, currency: Currency): Readonly<Record<string, unknown>> => ({
  ...(currency === defaultCurrency ? inEuros(own) : inCurrency(inEuros(own), currency) as object),
  ...tablesIn(currency)
})

const inEuros = (own: OwnExamples): Readonly<Record<string, unknown>> => {
  const product = productOf(own.Product)
  const brand = { id: "kieselhaut", name: "Kieselhaut", category: product.category, products: [product] }
  return {
    ...others,
    Cart: { ...cart, ...own.Cart },
    Catalog: { store: "Beauty Store", currency, brands: [brand] },
    Order: { ...order, ...own.Order },
    Product: product,
    NewProduct: { ...newProduct, onHand: 40 },
    ProductChanges: { price: 13.9, texts: { warnings: "For external use only." } },
    KeptProduct: keptProduct,
    KeptProductPage: { data: [keptProduct], nextCursor: null },
    NewBrand: newBrand,
    BrandChanges: { name: "Kieselhaut Berlin" },
    KeptBrand: keptBrand,
    KeptBrandPage: { data: [keptBrand], nextCursor: null },
    ProductPage: { data: [product], nextCursor: null }
  }
}
