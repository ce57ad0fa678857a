/**
 * New objects of payments (intents, charges, refunds, disputes, transactions of the balance), with every field that
 * Stripe publishes.
 */
import type Stripe from "stripe"
import { type Account, newId, randomText, seconds } from "./Account.ts"

const absentOfIntent = {
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_record: null,
  processing: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null
}

export interface NewIntent {
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Stripe.Metadata
  readonly methods: ReadonlyArray<string>
  readonly allowedMethods: ReadonlyArray<string> | null
  readonly receiptEmail: string | null
  readonly setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null
}

export const makeIntent = (account: Account, wanted: NewIntent): Stripe.PaymentIntent => {
  const id = newId(account, "pi")
  return {
    ...structuredClone(absentOfIntent),
    id,
    object: "payment_intent",
    allowed_payment_method_types: wanted.allowedMethods === null ? null : [...wanted.allowedMethods],
    amount: wanted.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(account, 25)}`,
    confirmation_method: "automatic",
    created: seconds(account),
    currency: wanted.currency,
    customer: wanted.customer,
    description: wanted.description,
    livemode: account.livemode,
    metadata: wanted.metadata,
    payment_method_options: {},
    payment_method_types: [...wanted.methods],
    receipt_email: wanted.receiptEmail,
    setup_future_usage: wanted.setupFutureUsage,
    status: "requires_payment_method"
  }
}

const absentOfCharge = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null
}

/** A charge of an intent that is under way: not paid, not failed. */
export const makeCharge = (
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  details: Stripe.Charge.PaymentMethodDetails
): Stripe.Charge => ({
  ...structuredClone(absentOfCharge),
  id: newId(account, method.type === "card" ? "ch" : "py"),
  object: "charge",
  amount: intent.amount,
  amount_captured: 0,
  amount_refunded: 0,
  billing_details: structuredClone(method.billing_details),
  captured: false,
  created: seconds(account),
  currency: intent.currency,
  customer: typeof intent.customer === "string" ? intent.customer : null,
  description: intent.description,
  disputed: false,
  fraud_details: {},
  livemode: account.livemode,
  metadata: { ...intent.metadata },
  outcome: null,
  paid: false,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: details,
  receipt_email: intent.receipt_email,
  refunded: false,
  status: "pending"
})

export interface NewRefund {
  readonly amount: number
  readonly metadata: Stripe.Metadata
  readonly reason: Stripe.Refund.Reason | null
}

export const makeRefund = (account: Account, charge: Stripe.Charge, wanted: NewRefund): Stripe.Refund => {
  const type = charge.payment_method_details?.type ?? "card"
  return {
    id: newId(account, type === "card" ? "re" : "pyr"),
    object: "refund",
    amount: wanted.amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(account),
    currency: charge.currency,
    customer: typeof charge.customer === "string" ? charge.customer : null,
    customer_account: null,
    destination_details: type === "card" ? { card: { type: "refund" }, type } : { type },
    metadata: wanted.metadata,
    payment_intent: typeof charge.payment_intent === "string" ? charge.payment_intent : null,
    payment_method: charge.payment_method,
    reason: wanted.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "pending",
    transfer_reversal: null
  }
}

/** Money that entered or left the balance; `amount` has its sign. Recorded without fees. */
export const addTransaction = (
  account: Account,
  type: Stripe.BalanceTransaction.Type,
  source: string,
  amount: number,
  currency: string
): Stripe.BalanceTransaction => {
  const transaction: Stripe.BalanceTransaction = {
    id: newId(account, "txn"),
    object: "balance_transaction",
    amount,
    available_on: seconds(account) + 2 * 86_400,
    balance_type: "payments",
    created: seconds(account),
    currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: type === "adjustment" ? "dispute" : type,
    source,
    status: "pending",
    type
  }
  account.transactions.set(transaction.id, transaction)
  return transaction
}
