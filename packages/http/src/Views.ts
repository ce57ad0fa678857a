/**
 * From the store's own terms to the wire's: minor units to euros, milliseconds to RFC 3339. Pure, and the only place
 * where the two meet.
 */
import type { CartView } from "@beauty-store/commerce/Carts"
import type { CatalogBrand, CatalogProduct } from "@beauty-store/commerce/Catalog"
import type { SessionView } from "@beauty-store/commerce/Checkout"
import type { Page } from "@beauty-store/commerce/Cursor"
import type { AccessToken } from "@beauty-store/commerce/Identity"
import type { OrderSummary, OrderView } from "@beauty-store/commerce/Orders"
import { unitPriceMinor } from "@beauty-store/domain/Catalog"
import { toNumber as euros } from "@beauty-store/domain/Money"
import type * as Wire from "./Wire.ts"

/** RFC 3339, UTC, milliseconds. */
export const moment = (millis: number): string => new Date(millis).toISOString()

export const product = (baseUrl: string, product: CatalogProduct): typeof Wire.Product.Type => {
  const unitPrice = unitPriceMinor(product.priceMinor, product.size)
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: euros(product.priceMinor),
    currency: product.currency,
    category: product.category,
    inStock: product.inStock,
    brand: { id: product.brandId, name: product.brandName },
    image: `${baseUrl}/images/${product.id}.svg`,
    gtin: product.gtin,
    size: product.size,
    unitPrice: unitPrice === undefined ? null : { price: euros(unitPrice.amountMinor), per: unitPrice.per },
    ingredients: product.ingredients,
    hygieneSealed: product.hygieneSealed
  }
}

export const catalog = (
  store: string,
  baseUrl: string,
  brands: ReadonlyArray<CatalogBrand>
): typeof Wire.Catalog.Type => ({
  store,
  currency: "EUR",
  brands: brands.map((brand) => ({
    id: brand.id,
    name: brand.name,
    category: brand.category,
    products: brand.products.map((one) => product(baseUrl, one))
  }))
})

export const page = <A, B>({ data, nextCursor }: Page<A>, view: (item: A) => B): Page<B> => ({
  data: data.map(view),
  nextCursor
})

export const cart = (view: CartView): typeof Wire.Cart.Type => ({
  items: view.items.map((item) => ({
    productId: item.productId,
    quantity: item.quantity,
    price: euros(item.priceMinor),
    name: item.name,
    lineTotal: euros(item.lineTotalMinor),
    available: item.available
  })),
  subtotal: euros(view.subtotalMinor),
  shipping: euros(view.shippingMinor),
  total: euros(view.totalMinor),
  currency: view.currency,
  messages: view.messages.map(({ code, message, productId }) => ({ code, productId, message }))
})

export const accessToken = (token: AccessToken): typeof Wire.AccessToken.Type => ({
  access_token: token.accessToken,
  token_type: "Bearer",
  expires_in: token.expiresInSeconds,
  scope: token.scopes.join(" ")
})

export const checkoutSession = (view: SessionView): typeof Wire.CheckoutSession.Type => ({
  sessionId: view.sessionId,
  redirectUrl: view.redirectUrl,
  orderId: view.orderId,
  status: view.status,
  expiresAt: moment(view.expiresAt),
  total: euros(view.totalMinor),
  currency: view.currency
})

export const checkoutSessionStatus = (view: SessionView): typeof Wire.CheckoutSessionStatus.Type => ({
  sessionId: view.sessionId,
  redirectUrl: view.redirectUrl,
  orderId: view.orderId,
  status: view.status,
  paymentStatus: view.paymentStatus,
  expiresAt: moment(view.expiresAt)
})

/** What tracking says before anything has shipped. */
const notShipped = { carrier: "", trackingNumber: "", status: "not_shipped", estimatedDelivery: null, events: [] }

export const order = (view: OrderView): typeof Wire.Order.Type => ({
  id: view.id,
  status: view.status,
  items: view.items.map((item) => ({
    productId: item.productId,
    name: item.name,
    quantity: item.quantity,
    price: euros(item.unitPriceMinor),
    lineTotal: euros(item.lineTotalMinor),
    shipped: item.shipped,
    returned: item.returned
  })),
  total: euros(view.totalMinor),
  tracking: notShipped,
  currency: view.currency,
  shipments: [],
  subtotal: euros(view.subtotalMinor),
  shipping: euros(view.shippingMinor),
  shippingMethod: view.shippingMethod,
  createdAt: moment(view.createdAt),
  email: view.email,
  shippingAddress: view.shippingAddress,
  payment: view.payment,
  refunds: view.refunds.map((refund) => ({
    refundId: refund.refundId,
    amount: euros(refund.amountMinor),
    currency: view.currency,
    status: refund.status,
    createdAt: moment(refund.createdAt)
  })),
  returns: [],
  timeline: view.timeline.map((entry) => ({ ...entry, at: moment(entry.at) }))
})

export const orderSummary = (summary: OrderSummary): typeof Wire.OrderSummary.Type => ({
  id: summary.id,
  status: summary.status,
  total: euros(summary.totalMinor),
  currency: summary.currency,
  createdAt: moment(summary.createdAt)
})
