/**
 * Translates what use cases return to the API's shapes: minor units to euros, milliseconds to RFC 3339. Pure. Errors
 * (`ErrorDescription`), descriptors and messages to partners translate their own. Follows docs/specification.md#money,
 * docs/specification.md#time.
 */
import type { ReceiptView } from "@beauty-store/commerce/after-sales/Receipts"
import type { RefundView } from "@beauty-store/commerce/after-sales/Refunds"
import type { ReturnSummary, ReturnView } from "@beauty-store/commerce/after-sales/Returns"
import type { CartView } from "@beauty-store/commerce/cart/Carts"
import type { CatalogBrand, CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import type { KeptProduct } from "@beauty-store/commerce/catalog/Goods"
import type { ProductPrices } from "@beauty-store/commerce/catalog/Prices"
import type { FoundProducts, SearchFacets, Suggestions } from "@beauty-store/commerce/catalog/ProductSearch"
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import type { AccessToken } from "@beauty-store/commerce/identity/Identity"
import type { OrderSummary, OrderView } from "@beauty-store/commerce/orders/Orders"
import type { DeliveryView, Subscription } from "@beauty-store/commerce/partners/Subscriptions"
import type { DelegationView } from "@beauty-store/commerce/spending/Delegations"
import type { Flag } from "@beauty-store/commerce/staff/Flags"
import type { StaffChange } from "@beauty-store/commerce/staff/StaffTrail"
import type { NewTicket, Ticket, TicketSummary } from "@beauty-store/commerce/support/Support"
import { CountryCode, type ShippingAddress } from "@beauty-store/domain/Address"
import type { LimitName } from "@beauty-store/domain/Allowance"
import { unitPriceMinor } from "@beauty-store/domain/Catalog"
import { formatMoment } from "@beauty-store/domain/Days"
import { BrandId, type Claimed, type ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import { type Currency, fromNumber, toNumber as euros } from "@beauty-store/domain/Money"
import type { ProductPicture } from "@beauty-store/domain/Picture"
import { agentPrincipal, type PrincipalKind } from "@beauty-store/domain/Principal"
import { type Applied, appliedIn, describe } from "@beauty-store/domain/Promotion"
import type { CountryVat, Quarter } from "@beauty-store/domain/VatReport"
import * as Endpoint from "@beauty-store/domain/WebhookEndpoint"
import type { Page } from "@beauty-store/sql/Cursor"
import * as Option from "effect/Option"
import type * as AdminSchemas from "../contract/AdminSchemas.ts"
import type * as AuthSchemas from "../contract/AuthSchemas.ts"
import type * as CartSchemas from "../contract/CartSchemas.ts"
import type * as CatalogSchemas from "../contract/CatalogSchemas.ts"
import type * as CheckoutSchemas from "../contract/CheckoutSchemas.ts"
import type * as DelegationSchemas from "../contract/DelegationSchemas.ts"
import type * as GoodsSchemas from "../contract/GoodsSchemas.ts"
import type * as OrderSchemas from "../contract/OrderSchemas.ts"
import type * as PictureSchemas from "../contract/PictureSchemas.ts"
import type * as PriceSchemas from "../contract/PriceSchemas.ts"
import type * as ReceiptSchemas from "../contract/ReceiptSchemas.ts"
import type * as RefundSchemas from "../contract/RefundSchemas.ts"
import type * as ReturnSchemas from "../contract/ReturnSchemas.ts"
import type * as ShippingSchemas from "../contract/ShippingSchemas.ts"
import type * as SupportSchemas from "../contract/SupportSchemas.ts"
import type * as WebhookSchemas from "../contract/WebhookSchemas.ts"
import { filesOfOwn, previewOf } from "../pipeline/RasterPictures.ts"

/** The minor units of an amount in euros that the contract has checked, where there is one. */
export const minorOf = (amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : Option.getOrThrow(fromNumber(amount))

/** The milliseconds of a moment that the contract has read. */
export const millisOf = (moment: string | undefined): number | undefined =>
  moment === undefined ? undefined : Date.parse(moment)

/** A moment in milliseconds as the contract has it; null where there is none. */
export const momentOrNull = (millis: number | undefined): string | null =>
  millis === undefined ? null : formatMoment(millis)

/** An address that the contract has read. */
export const addressOf = ({ country, ...lines }: typeof ShippingSchemas.ShippingAddress.Type): ShippingAddress => ({
  ...lines,
  country: CountryCode.make(country)
})

/** The path of the picture that everybody takes; of the drawing, where the shop has no picture of its own. */
const imageOf = ({ id, pictures: [first] }: CatalogProduct): string =>
  (first === undefined ? undefined : previewOf(filesOfOwn(first)))?.path ?? `/images/${id}.svg`

/** The pictures of a product, each by its largest file that everybody takes. */
export const pictures =
  (baseUrl: string, productId: Claimed<ProductId>) =>
  (pictures: ReadonlyArray<ProductPicture>): typeof PictureSchemas.PictureList.Type => ({
    productId,
    pictures: pictures.map((one) => ({ ...one, url: `${baseUrl}${previewOf(filesOfOwn(one))!.path}` }))
  })

/** By how much a price is reduced, and until when. */
const reduction = (
  { lowestMinor, percent, until }: NonNullable<CatalogProduct["reduction"]>
): typeof PriceSchemas.Reduction.Type => ({
  lowestPrice30Days: euros(lowestMinor),
  percent,
  until: momentOrNull(until)
})

/** The prices of a product, for staff. */
export const prices = (
  { history, plans, priceMinor, productId, sale }: ProductPrices
): typeof PriceSchemas.ProductPrices.Type => ({
  productId,
  price: euros(priceMinor),
  sale: sale && {
    id: sale.id,
    from: formatMoment(sale.from),
    until: momentOrNull(sale.until),
    regularPrice: euros(sale.regularMinor),
    ...(sale.reduction === undefined ? {} : { reduction: reduction({ ...sale.reduction, until: sale.until }) })
  },
  planned: plans.map(({ from, id, isSale, priceMinor, until }) => ({
    id,
    price: euros(priceMinor),
    sale: isSale,
    from: formatMoment(from),
    until: momentOrNull(until)
  })),
  history: history.map(({ at, isSale, priceMinor }) => ({
    price: euros(priceMinor),
    sale: isSale,
    from: formatMoment(at)
  }))
})

export const product = (baseUrl: string, product: CatalogProduct): typeof CatalogSchemas.Product.Type => {
  const unitPrice = unitPriceMinor(product.priceMinor, product.size)
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: euros(product.priceMinor),
    currency: product.currency,
    ...(product.reduction === undefined ? {} : { reduction: reduction(product.reduction) }),
    category: product.category,
    inStock: product.inStock,
    brand: { id: product.brandId, name: product.brandName },
    image: baseUrl + imageOf(product),
    gtin: product.gtin,
    size: product.size,
    unitPrice: unitPrice === undefined ? null : { price: euros(unitPrice.amountMinor), per: unitPrice.per },
    ...product.attributes?.shown,
    hygieneSealed: !product.returnableOnceOpened,
    sku: product.sku,
    weightGrams: product.weightGrams,
    countryOfOrigin: product.countryOfOrigin,
    responsiblePerson: product.responsiblePerson
  }
}

export const keptProduct = (
  { addedAt, archivedAt, priceMinor, regularPriceMinor, returnableOnceOpened, ...facts }: KeptProduct
): typeof GoodsSchemas.KeptProduct.Type => ({
  ...facts,
  currency: facts.currency,
  attributes: facts.attributes as Readonly<Record<string, unknown>> | undefined,
  price: euros(priceMinor),
  ...(regularPriceMinor === undefined ? {} : { regularPrice: euros(regularPriceMinor) }),
  hygieneSealed: !returnableOnceOpened,
  addedAt: formatMoment(addedAt),
  archivedAt: momentOrNull(archivedAt)
})

export const brand = (
  baseUrl: string,
  { category, id, name, products }: CatalogBrand
): typeof CatalogSchemas.Brand.Type => ({
  id,
  name,
  category,
  products: products.map((one) => product(baseUrl, one))
})

export const catalog = (
  store: string,
  currency: Currency,
  brands: ReadonlyArray<typeof CatalogSchemas.Brand.Type>
): typeof CatalogSchemas.Catalog.Type => ({ store, currency, brands })

export const page = <A, B>({ data, nextCursor }: Page<A>, view: (item: A) => B): Page<B> => ({
  data: data.map(view),
  nextCursor
})

const facets = (
  { brands, categories, inStock, options, outOfStock, prices, reduced, total }: SearchFacets
): typeof CatalogSchemas.Facets.Type => ({
  total,
  brands: brands.map(({ id, name, products }) => ({ id: BrandId.claimed.make(id), name, count: products })),
  categories: categories.map(({ category, products }) => ({ category, count: products })),
  prices: prices.map(({ fromMinor, products, toMinor }) => ({
    minPrice: euros(fromMinor),
    maxPrice: toMinor === undefined ? null : euros(toMinor),
    count: products
  })),
  options: options.map(({ name, values }) => ({
    name,
    values: values.map(({ products, value }) => ({ value, count: products }))
  })),
  inStock: [{ inStock: true, count: inStock }, { inStock: false, count: outOfStock }],
  reduced
})

/** A page of a search, with what was asked for beside the products. */
export const productList = (
  baseUrl: string,
  { correctedQuery, ...found }: FoundProducts,
  counted: SearchFacets | undefined,
  suggested: Suggestions | undefined
): typeof CatalogSchemas.ProductList.Type => ({
  ...page(found, (one) => product(baseUrl, one)),
  ...(correctedQuery === undefined ? {} : { correctedQuery }),
  ...(counted === undefined ? {} : { facets: facets(counted) }),
  ...(suggested === undefined ? {} : { suggestions: suggested.phrases })
})

/** The discount on a line, where there is one. */
const discount = ({ discountMinor }: { readonly discountMinor: number }): { readonly discount?: number } =>
  discountMinor === 0 ? {} : { discount: euros(discountMinor) }

/** The promotions that count, where there are any. */
const discounts = (promotions: ReadonlyArray<Applied>) =>
  promotions.length === 0
    ? {}
    : {
      discounts: promotions.map(({ amountMinor, code, title }) => ({
        title,
        ...(code === undefined ? {} : { code }),
        amount: euros(amountMinor)
      }))
    }

export const cart = (view: CartView, language: Language): typeof CartSchemas.Cart.Type => ({
  items: view.items.map((item) => ({
    productId: item.productId,
    quantity: item.quantity,
    price: euros(item.priceMinor),
    name: item.name,
    ...discount(item),
    lineTotal: euros(item.lineTotalMinor),
    available: item.available
  })),
  subtotal: euros(view.subtotalMinor),
  shipping: euros(view.shippingMinor),
  total: euros(view.totalMinor),
  currency: view.currency,
  ...discounts(appliedIn(view.promotions.counted, language)),
  ...(view.promotions.codes.length === 0 ? {} : {
    codes: view.promotions.codes.map(({ code, leastMinor, reason }) =>
      reason === undefined ? { code } : { code, reason, message: describe({ reason, leastMinor }) }
    )
  }),
  messages: view.messages.map(({ code, message, productId }) => ({ code, productId, message })),
  ...view.attributes?.shown
})

export const accessToken = (token: AccessToken): typeof AuthSchemas.AccessToken.Type => ({
  access_token: token.accessToken,
  token_type: "Bearer",
  expires_in: token.expiresInSeconds,
  scope: token.scopes.join(" ")
})

export const checkoutSession = (view: SessionView): typeof CheckoutSchemas.CheckoutSession.Type => ({
  sessionId: view.sessionId,
  redirectUrl: view.redirectUrl,
  orderId: view.orderId,
  status: view.status,
  expiresAt: formatMoment(view.expiresAt),
  total: euros(view.totalMinor),
  currency: view.currency
})

export const checkoutSessionStatus = (view: SessionView): typeof CheckoutSchemas.CheckoutSessionStatus.Type => ({
  sessionId: view.sessionId,
  redirectUrl: view.redirectUrl,
  orderId: view.orderId,
  status: view.status,
  paymentStatus: view.paymentStatus,
  expiresAt: formatMoment(view.expiresAt)
})

/** Maps a value for each limit. */
const perLimit = <A, B>(of: { readonly [limit in LimitName]: A }, view: (item: A) => B) => ({
  perTransaction: view(of.perTransaction),
  perDay: view(of.perDay),
  perMonth: view(of.perMonth)
})

export const delegation = (view: DelegationView): typeof DelegationSchemas.Delegation.Type => ({
  delegationId: view.delegationId,
  agentId: view.agentId,
  status: view.status,
  limits: perLimit(view.limits, euros),
  remaining: perLimit(view.remaining, euros),
  resetsAt: perLimit(view.resetsAt, momentOrNull),
  language: view.language,
  expiresAt: momentOrNull(view.expiresAt),
  createdAt: formatMoment(view.createdAt)
})

/** The tracking of an order before anything has shipped. */
const notShipped = ({ estimatedDelivery }: OrderView): typeof OrderSchemas.Tracking.Type => ({
  carrier: "",
  trackingNumber: "",
  status: "not_shipped",
  estimatedDelivery,
  events: []
})

/** `page`: the address of the order's page, for its owner. */
const vatTable = (rates: OrderView["vat"]): typeof OrderSchemas.Order.Type["vat"] =>
  rates.map(({ grossMinor, netMinor, rateBp, vatMinor }) => ({
    rate: rateBp / 100,
    net: euros(netMinor),
    vat: euros(vatMinor),
    gross: euros(grossMinor)
  }))

export const order = (view: OrderView, page?: string): typeof OrderSchemas.Order.Type => ({
  id: view.id,
  orderNumber: view.orderNumber,
  status: view.status,
  items: view.items.map((item) => ({
    productId: item.productId,
    name: item.name,
    quantity: item.quantity,
    price: euros(item.unitPriceMinor),
    ...discount(item),
    lineTotal: euros(item.lineTotalMinor),
    shipped: item.shipped,
    returned: item.returned
  })),
  total: euros(view.totalMinor),
  tracking: tracking(view),
  currency: view.currency,
  shipments: view.shipments.map(shipment),
  subtotal: euros(view.subtotalMinor),
  shipping: euros(view.shippingMinor),
  vat: vatTable(view.vat),
  vatTotal: euros(view.vat.reduce((sum, { vatMinor }) => sum + vatMinor, 0)),
  ...discounts(view.promotions),
  shippingMethod: view.shippingMethod,
  createdAt: formatMoment(view.createdAt),
  email: view.email,
  language: view.language,
  shippingAddress: view.shippingAddress,
  ...(view.billingAddress === undefined ? {} : { billingAddress: view.billingAddress }),
  payment: view.payment,
  refunds: view.refunds.map((refund) => ({
    refundId: refund.refundId,
    amount: euros(refund.amountMinor),
    currency: view.currency,
    status: refund.status,
    createdAt: formatMoment(refund.createdAt)
  })),
  returns: view.returns,
  timeline: view.timeline.map((entry) => ({ ...entry, at: formatMoment(entry.at) })),
  ...(page === undefined ? {} : { links: { page } }),
  ...view.cart.attributes?.shown,
  ...view.attributes?.shown
})

export const orderSummary = (summary: OrderSummary): typeof OrderSchemas.OrderSummary.Type => ({
  id: summary.id,
  orderNumber: summary.orderNumber,
  status: summary.status,
  total: euros(summary.totalMinor),
  currency: summary.currency,
  createdAt: formatMoment(summary.createdAt),
  ...summary.packing
})

const shipment = (view: OrderView["shipments"][number]): typeof OrderSchemas.Tracking.Type => ({
  carrier: view.carrier,
  trackingNumber: view.trackingNumber,
  status: view.status,
  estimatedDelivery: view.estimatedDelivery,
  ...(view.deliveredAt === undefined ? {} : { deliveredAt: formatMoment(view.deliveredAt) }),
  events: view.events.map(({ at, location, status }) => ({ timestamp: formatMoment(at), location, status }))
})

/** The tracking of the latest shipment. */
export const tracking = (view: OrderView): typeof OrderSchemas.Tracking.Type => {
  const latest = view.shipments.at(-1)
  return latest === undefined ? notShipped(view) : shipment(latest)
}

export const refund = (view: RefundView): typeof RefundSchemas.Refund.Type => ({
  refundId: view.refundId,
  orderId: view.orderId,
  ...(view.returnId === undefined ? {} : { returnId: view.returnId }),
  amount: euros(view.amountMinor),
  currency: view.currency,
  status: view.status,
  method: "original_payment_method",
  expectedBy: view.expectedBy,
  createdAt: formatMoment(view.createdAt)
})

export const returned = (view: ReturnView): typeof ReturnSchemas.Return.Type => ({
  returnId: view.returnId,
  returnNumber: view.returnNumber,
  returnLabel: view.labelUrl,
  orderId: view.orderId,
  orderNumber: view.orderNumber,
  status: view.status,
  items: view.items.map(({ refundMinor, ...item }) => ({ ...item, refund: euros(refundMinor) })),
  refundAmount: euros(view.refundMinor),
  refundId: view.refundId,
  expectedRefund: view.expectedRefund,
  timeline: view.timeline.map((entry) => ({ ...entry, at: formatMoment(entry.at) })),
  createdAt: formatMoment(view.createdAt)
})

/** Who sees to a ticket is for staff to know. */
export const ticket =
  (kind: PrincipalKind | undefined) =>
  ({ assignedTo, createdAt, messages, ...view }: Ticket): typeof SupportSchemas.Ticket.Type => ({
    ...view,
    createdAt: formatMoment(createdAt),
    messages: messages.map(({ at, from, text }) => ({ from, text, at: formatMoment(at) })),
    ...(kind === "staff" ? { assignedTo } : {})
  })

export const newTicket = (
  kind: PrincipalKind | undefined,
  { pageUrl, ...view }: NewTicket
): typeof SupportSchemas.NewTicket.Type => ({ ...ticket(kind)(view), links: { page: pageUrl } })

export const ticketSummary =
  (kind: PrincipalKind) =>
  ({ assignedTo, createdAt, waitingSince, ...view }: TicketSummary): typeof SupportSchemas.TicketSummary.Type => ({
    ...view,
    createdAt: formatMoment(createdAt),
    waitingSince: waitingSince === null ? null : formatMoment(waitingSince),
    ...(kind === "staff" ? { assignedTo } : {})
  })

export const returnSummary = (view: ReturnSummary): typeof ReturnSchemas.ReturnSummary.Type => ({
  returnId: view.returnId,
  returnNumber: view.returnNumber,
  orderId: view.orderId,
  orderNumber: view.orderNumber,
  status: view.status,
  refundAmount: euros(view.refundMinor),
  currency: view.currency,
  createdAt: formatMoment(view.createdAt)
})

export const flag = ({ at, closed, ...view }: Flag): typeof AdminSchemas.Flag.Type => ({
  ...view,
  at: formatMoment(at),
  ...(closed === undefined ? {} : { closed: { ...closed, at: formatMoment(closed.at) } })
})

export const staffChange = (view: StaffChange): typeof AdminSchemas.StaffChange.Type => ({
  ...view,
  at: formatMoment(view.at)
})

export const delivery = (
  { at, failure, nextAttemptAt, ...view }: DeliveryView
): typeof WebhookSchemas.Delivery.Type => ({
  ...view,
  at: formatMoment(at),
  ...(failure === undefined ? {} : { failure: { ...failure, at: formatMoment(failure.at) } }),
  ...(nextAttemptAt === undefined ? {} : { nextAttemptAt: formatMoment(nextAttemptAt) })
})

const endpoint = (health: Endpoint.Health) => ({
  state: Endpoint.stateOf(health),
  ...(health.failingSince === undefined ? {} : { failingSince: formatMoment(health.failingSince) }),
  ...(health.reason === undefined ? {} : { failure: health.reason }),
  ...(health.disabledAt === undefined ? {} : { disabledAt: formatMoment(health.disabledAt) })
})

export const subscription = (view: Subscription): typeof WebhookSchemas.Subscription.Type => ({
  subscriptionId: view.subscriptionId,
  url: view.url,
  createdAt: formatMoment(view.createdAt),
  ...(view.dialect === undefined ? {} : { dialect: view.dialect }),
  ...(view.principal === undefined ? {} : { agentId: view.principal.slice(agentPrincipal("").length) }),
  ...endpoint(view.health)
})

const sums = (document: Pick<ReceiptView["receipt"], "currency" | "vat" | "netMinor" | "vatMinor" | "totalMinor">) => ({
  currency: document.currency,
  vat: vatTable(document.vat),
  net: euros(document.netMinor),
  vatTotal: euros(document.vatMinor),
  total: euros(document.totalMinor)
})

export const vatReport = (
  quarter: Quarter,
  currency: Currency,
  rows: ReadonlyArray<CountryVat>
): typeof AdminSchemas.VatReport.Type => ({
  quarter,
  currency,
  data: rows.map(({ country, ...row }) => ({ country, ...vatTable([row])[0]! }))
})

export const receipt = ({ entries, receipt }: ReceiptView): typeof ReceiptSchemas.Receipt.Type => ({
  number: receipt.number,
  orderId: receipt.orderId,
  orderNumber: receipt.orderNumber,
  issuedAt: formatMoment(receipt.issuedAt),
  seller: receipt.seller,
  buyer: { email: receipt.buyer.email, ...receipt.buyer.address },
  paymentMethod: receipt.paymentMethod,
  lines: receipt.lines.map((line) => ({
    productId: line.productId,
    name: line.name,
    quantity: line.quantity,
    price: euros(line.unitPriceMinor),
    ...discount(line),
    total: euros(line.lineTotalMinor),
    vatRate: (line.rateBp ?? receipt.vat[0]?.rateBp ?? 0) / 100,
    vat: euros(line.vatMinor)
  })),
  ...discounts(receipt.promotions ?? []),
  subtotal: euros(receipt.subtotalMinor),
  shipping: euros(receipt.shippingMinor),
  ...sums(receipt),
  creditNotes: entries.map((entry) => ({
    number: entry.number,
    kind: entry.kind,
    issuedAt: formatMoment(entry.issuedAt),
    ...(entry.kind === "cancellation" ? { cancels: entry.cancels } : {}),
    ...sums(entry)
  }))
})
