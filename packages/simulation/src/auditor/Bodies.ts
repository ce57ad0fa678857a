/**
 * The bodies of requests and responses on the wire, for rules and clients that read them: the contract's own schemas as
 * types, the shop's and ACP's, and nothing else of the store. A type shares no rule, so the auditor stays independent.
 */
import type * as AcpRequests from "@beauty-store/acp/RequestSchemas"
import type * as AcpResponses from "@beauty-store/acp/ResponseSchemas"
import type * as AdminSchemas from "@beauty-store/http/contract/AdminSchemas"
import type * as AuthSchemas from "@beauty-store/http/contract/AuthSchemas"
import type * as CartSchemas from "@beauty-store/http/contract/CartSchemas"
import type * as CatalogSchemas from "@beauty-store/http/contract/CatalogSchemas"
import type * as CheckoutSchemas from "@beauty-store/http/contract/CheckoutSchemas"
import type * as ClientSchemas from "@beauty-store/http/contract/ClientSchemas"
import type * as DelegationSchemas from "@beauty-store/http/contract/DelegationSchemas"
import type * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import type * as ReceiptSchemas from "@beauty-store/http/contract/ReceiptSchemas"
import type * as RefundSchemas from "@beauty-store/http/contract/RefundSchemas"
import type * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import type * as StockSchemas from "@beauty-store/http/contract/StockSchemas"
import type * as SupportSchemas from "@beauty-store/http/contract/SupportSchemas"
import type * as WebhookSchemas from "@beauty-store/http/contract/WebhookSchemas"

export type AccessToken = typeof AuthSchemas.AccessToken.Encoded
export type ClientWithSecret = typeof ClientSchemas.ClientWithSecret.Encoded
export type Cart = typeof CartSchemas.Cart.Encoded
export type CheckoutSession = typeof CheckoutSchemas.CheckoutSession.Encoded
export type Delegation = typeof DelegationSchemas.Delegation.Encoded
export type NewDelegation = typeof DelegationSchemas.NewDelegation.Encoded
export type Shelf = typeof StockSchemas.Shelf.Encoded
export type StockMovement = typeof StockSchemas.StockMovement.Encoded
export type InventoryStatus = typeof StockSchemas.InventoryStatus.Encoded
export type NewSubscription = typeof WebhookSchemas.NewSubscription.Encoded
export type Order = typeof OrderSchemas.Order.Encoded
export type OrderPage = typeof OrderSchemas.OrderList.Encoded
export type OrderSummary = typeof OrderSchemas.OrderSummary.Encoded
export type Catalog = typeof CatalogSchemas.Catalog.Encoded
export type ProductPage = typeof CatalogSchemas.ProductList.Encoded
export type Product = typeof CatalogSchemas.Product.Encoded
export type Receipt = typeof ReceiptSchemas.Receipt.Encoded
export type Refund = typeof RefundSchemas.Refund.Encoded
export type Return = typeof ReturnSchemas.Return.Encoded
export type SubscriptionPage = typeof WebhookSchemas.SubscriptionList.Encoded
export type Ticket = typeof SupportSchemas.Ticket.Encoded
export type TicketPage = typeof SupportSchemas.TicketList.Encoded
export type Flag = typeof AdminSchemas.Flag.Encoded
export type FlagPage = typeof AdminSchemas.FlagList.Encoded
export type DeliveryPage = typeof WebhookSchemas.DeliveryList.Encoded
export type StaffChange = typeof AdminSchemas.StaffChange.Encoded
export type Trail = typeof AdminSchemas.Trail.Encoded

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
