/**
 * The bodies of requests and responses on the wire, for rules and clients that read them: the contract's own schemas as
 * types, the shop's and ACP's, and nothing else of the store. A type shares no rule, so the auditor stays independent.
 */
import type * as AcpRequests from "@beauty-store/acp/RequestSchemas"
import type * as AcpResponses from "@beauty-store/acp/ResponseSchemas"
import type * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"

export type AccessToken = typeof ApiSchemas.AccessToken.Encoded
export type Cart = typeof ApiSchemas.Cart.Encoded
export type CheckoutSession = typeof ApiSchemas.CheckoutSession.Encoded
export type Delegation = typeof ApiSchemas.Delegation.Encoded
export type NewDelegation = typeof ApiSchemas.NewDelegation.Encoded
export type InventoryStatus = typeof ApiSchemas.InventoryStatus.Encoded
export type NewSubscription = typeof ApiSchemas.NewSubscription.Encoded
export type Order = typeof ApiSchemas.Order.Encoded
export type OrderPage = typeof ApiSchemas.OrderPage.Encoded
export type OrderSummary = typeof ApiSchemas.OrderSummary.Encoded
export type Catalog = typeof ApiSchemas.Catalog.Encoded
export type ProductPage = typeof ApiSchemas.ProductPage.Encoded
export type Product = typeof ApiSchemas.Product.Encoded
export type Receipt = typeof ApiSchemas.Receipt.Encoded
export type Refund = typeof ApiSchemas.Refund.Encoded
export type Return = typeof ApiSchemas.Return.Encoded
export type SubscriptionPage = typeof ApiSchemas.SubscriptionPage.Encoded
export type Ticket = typeof ApiSchemas.Ticket.Encoded
export type TicketPage = typeof ApiSchemas.TicketPage.Encoded
export type FlagPage = typeof ApiSchemas.FlagPage.Encoded
export type DeliveryPage = typeof ApiSchemas.DeliveryPage.Encoded
export type StaffChange = typeof ApiSchemas.StaffChange.Encoded
export type Trail = typeof ApiSchemas.Trail.Encoded

/** A refusal, in the form of the shop's own API or of ACP; for `insufficient_stock` with the product and the units. */
export interface Refusal {
  readonly type?: string
  readonly code?: string
  readonly status?: number
  readonly message?: string
  readonly productId?: string
  readonly requested?: number
}

/** The products of the whole catalogue. */
export const productsOf = ({ brands }: Catalog): ReadonlyArray<Product> => brands.flatMap(({ products }) => products)

/** Euros of the wire as cents. */
export const cents = (euros: number): number => Math.round(euros * 100)

export type AcpTotal = typeof AcpResponses.Total.Encoded
export type AcpSession = typeof AcpResponses.CheckoutSession.Encoded
export type AcpSessionLine = AcpSession["line_items"][number]
export type AcpOrder = typeof AcpResponses.Order.Encoded
export type AcpOrderLine = AcpOrder["line_items"][number]
export type AcpDelegatedPayment = typeof AcpResponses.DelegatedPayment.Encoded
/** A request that creates or updates a session. */
export type AcpSessionRequest = typeof AcpRequests.UpdateSession.Encoded
/** An item in one of the three spellings that an agent may use. */
export type AcpItem = NonNullable<AcpSessionRequest["line_items"]>[number]
export type AcpDelegatePaymentRequest = typeof AcpRequests.DelegatePayment.Encoded

/** The sum of all entries of a type, in cents like the protocol's amounts. */
export const amountOf = (totals: ReadonlyArray<AcpTotal>, type: string): number =>
  totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0)
