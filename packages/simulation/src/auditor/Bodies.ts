/**
 * The bodies of requests and responses as they stand on the wire, for rules and clients that read them: the contract's own
 * schemas as types, and nothing else of the store. A type shares no rule, so the auditor stays independent.
 *
 * The Agentic Commerce Protocol's messages are written here as far as somebody reads them, as the protocol publishes them.
 */
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
export type Product = typeof ApiSchemas.Product.Encoded
export type Receipt = typeof ApiSchemas.Receipt.Encoded
export type Refund = typeof ApiSchemas.Refund.Encoded
export type Return = typeof ApiSchemas.Return.Encoded
export type SubscriptionPage = typeof ApiSchemas.SubscriptionPage.Encoded
export type Ticket = typeof ApiSchemas.Ticket.Encoded

/** A refusal, in the form of the shop's own API or of ACP; and of `insufficient_stock` the product. */
export interface Refusal {
  readonly type?: string
  readonly code?: string
  readonly status?: number
  readonly message?: string
  readonly productId?: string
}

/** Euros of the wire as cents. */
export const cents = (euros: number): number => Math.round(euros * 100)

/** ACP's amounts are cents. */
export interface AcpTotal {
  readonly type: string
  readonly amount: number
}

/** An item as an agent may name it, in one of three ways. */
export interface AcpItem {
  readonly id?: string
  readonly item?: { readonly id: string }
  readonly quantity?: number
}

export interface AcpSessionLine {
  readonly id: string
  readonly quantity: number
  readonly unit_amount: number
  readonly available_quantity?: number
  readonly totals: ReadonlyArray<AcpTotal>
}

export interface AcpOrderLine {
  readonly id: string
  readonly quantity: { readonly ordered: number }
  readonly unit_price: number
  readonly subtotal: number
}

export interface AcpOrder {
  readonly id: string
  readonly checkout_session_id: string
  readonly status: string
  readonly line_items: ReadonlyArray<AcpOrderLine>
  readonly totals: ReadonlyArray<AcpTotal>
  readonly fulfillments: ReadonlyArray<{ readonly id: string }>
  readonly adjustments: ReadonlyArray<{ readonly id: string; readonly type: string; readonly amount?: number }>
}

export interface AcpSession {
  readonly id: string
  readonly status: string
  readonly expires_at: string
  readonly continue_url: string
  readonly line_items: ReadonlyArray<AcpSessionLine>
  readonly totals: ReadonlyArray<AcpTotal>
  readonly fulfillment_details?: {
    readonly address?: { readonly country: string; readonly city: string }
  }
  readonly fulfillment_options: ReadonlyArray<{ readonly id: string; readonly totals: ReadonlyArray<AcpTotal> }>
  readonly selected_fulfillment_options?: ReadonlyArray<{ readonly option_id: string }>
  readonly order?: AcpOrder
}

/** What creates or updates a session. */
export interface AcpSessionRequest {
  readonly line_items?: ReadonlyArray<AcpItem>
  readonly fulfillment_details?: { readonly address?: { readonly city?: string } }
  readonly selected_fulfillment_options?: ReadonlyArray<{ readonly option_id: string }>
}

export interface AcpDelegatePaymentRequest {
  readonly allowance: {
    readonly checkout_session_id: string
    readonly expires_at: string
    readonly max_amount: number
  }
}

export interface AcpDelegatedPayment {
  readonly id: string
}

/** The sum of all entries of a type. */
export const amountOf = (totals: ReadonlyArray<AcpTotal>, type: string): number =>
  totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0)
