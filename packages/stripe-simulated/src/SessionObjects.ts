/**
 * New Checkout Sessions and their line items, with every field that Stripe publishes.
 */
import type Stripe from "stripe"
import { type Account, newId, randomText, seconds } from "./Account.ts"

/** What of a session its creator decides. */
export interface NewSession {
  readonly mode: "payment" | "setup"
  readonly currency: string | null
  readonly total: number | null
  readonly clientReferenceId: string | null
  readonly customer: string | null
  readonly customerEmail: string | null
  readonly customerCreation: Stripe.Checkout.Session.CustomerCreation | null
  readonly expiresAt: number
  readonly locale: string | null
  readonly metadata: Stripe.Metadata
  readonly methods: ReadonlyArray<string>
  readonly allowedMethods: ReadonlyArray<string> | null
  readonly setupIntent: string | null
  readonly submitType: string | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly billingAddress: string | null
  readonly originContext: string | null
  readonly collectsPhone: boolean
}

const customerDetails = (email: string): Stripe.Checkout.Session.CustomerDetails => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: "none",
  tax_ids: null
})

/** The parts of a session that nobody has asked for. */
const absentParts = {
  after_expiration: null,
  allow_promotion_codes: null,
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer_account: null,
  integration_identifier: null,
  invoice: null,
  managed_payments: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  subscription: null,
  wallet_options: null
}

export const makeSession = (account: Account, wanted: NewSession): Stripe.Checkout.Session => {
  const id = `cs_${account.livemode ? "live" : "test"}_${randomText(account, 58)}`
  const isPayment = wanted.mode === "payment"
  return {
    ...structuredClone(absentParts),
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: wanted.allowedMethods === null ? null : [...wanted.allowedMethods],
    amount_subtotal: wanted.total,
    amount_total: wanted.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: wanted.billingAddress,
    cancel_url: wanted.cancelUrl,
    client_reference_id: wanted.clientReferenceId,
    created: seconds(account),
    currency: wanted.currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: wanted.customer,
    customer_creation: wanted.customer === null ? wanted.customerCreation : null,
    customer_details: wanted.customerEmail === null ? null : customerDetails(wanted.customerEmail),
    customer_email: wanted.customerEmail,
    discounts: isPayment ? [] : null,
    expires_at: wanted.expiresAt,
    invoice_creation: isPayment
      ? {
        enabled: false,
        invoice_data: {
          account_tax_ids: null,
          custom_fields: null,
          description: null,
          footer: null,
          issuer: null,
          metadata: {},
          rendering_options: null
        }
      }
      : null,
    livemode: account.livemode,
    locale: wanted.locale,
    metadata: wanted.metadata,
    mode: wanted.mode,
    origin_context: wanted.originContext,
    payment_intent: null,
    payment_method_collection: isPayment ? "if_required" : "always",
    payment_method_options: {},
    payment_method_types: [...wanted.methods],
    payment_status: isPayment ? "unpaid" : "no_payment_required",
    phone_number_collection: { enabled: wanted.collectsPhone },
    setup_intent: wanted.setupIntent,
    shipping_options: [],
    status: "open",
    submit_type: wanted.submitType,
    success_url: wanted.successUrl,
    total_details: isPayment ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: "hosted_page",
    url: `${account.pages}/c/pay/${id}`
  }
}

/** A line of a session as its creator describes it. */
export interface NewLine {
  readonly currency: string
  readonly name: string
  readonly unitAmount: number
  readonly quantity: number
  readonly taxBehavior: string | undefined
}

export const makeLineItem = (account: Account, line: NewLine): Stripe.LineItem => ({
  id: newId(account, "li"),
  object: "item",
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: line.unitAmount * line.quantity,
  amount_tax: 0,
  amount_total: line.unitAmount * line.quantity,
  currency: line.currency,
  description: line.name,
  metadata: {},
  price: {
    id: newId(account, "price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: seconds(account),
    currency: line.currency,
    custom_unit_amount: null,
    livemode: account.livemode,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId(account, "prod"),
    recurring: null,
    tax_behavior: line.taxBehavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: line.unitAmount,
    // A cast: on the wire decimals are texts, of which the SDK makes its own kind of number.
    unit_amount_decimal: String(line.unitAmount) as unknown as Stripe.Decimal
  },
  quantity: line.quantity
})
