/**
 * The shape of a shared payment granted token, which the SDK has no type for: docs.stripe.com/api/shared-payment, of
 * the preview versions.
 */
import type Stripe from "stripe"

export interface GrantedToken {
  id: string
  object: "shared_payment.granted_token"
  agent_details: { network_business_profile: string | null } | null
  created: number
  deactivated_at: number | null
  deactivated_reason: "consumed" | "expired" | "resolved" | "revoked" | null
  livemode: boolean
  payment_method_details: {
    type: string
    billing_details: Stripe.PaymentMethod.BillingDetails
    card?: { brand: string; exp_month: number; exp_year: number; last4: string; fingerprint: string | null }
  } | null
  shared_metadata: Stripe.Metadata | null
  usage_details: { amount_captured: { currency: string; value: number } } | null
  usage_limits: { currency: string; expires_at: number | null; max_amount: number } | null
}
