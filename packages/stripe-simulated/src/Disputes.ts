/**
 * Disputes: a bank takes a charge back and asks for evidence by a deadline, and decides. Withdrawn money comes back
 * where the shop wins.
 */
import type Stripe from "stripe"
import { type Account, emit, idOf, newId, seconds } from "./Account.ts"
import { addTransaction } from "./PaymentObjects.ts"

/** The days in which evidence is taken. */
const evidenceDays = 7

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null
}

/** Opens a dispute over the whole charge, and withdraws its money. */
export const openDispute = (account: Account, charge: Stripe.Charge, reason: string): Stripe.Dispute => {
  const id = newId(account, "du")
  const withdrawal = addTransaction(account, "adjustment", id, -charge.amount, charge.currency)
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [structuredClone(withdrawal)],
    charge: charge.id,
    created: seconds(account),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: structuredClone(noEvidence),
    evidence_details: {
      due_by: seconds(account) + evidenceDays * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual"
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: account.livemode,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: "needs_response"
  }
  if (charge.payment_method_details?.card !== undefined) {
    const brand = charge.payment_method_details.card.brand ?? "visa"
    dispute.payment_method_details = {
      card: { brand, case_type: "chargeback", network: brand, network_reason_code: "10.4" },
      type: "card"
    }
  }
  account.disputes.set(id, dispute)
  charge.disputed = true
  emit(account, "charge.dispute.created", dispute)
  emit(account, "charge.dispute.funds_withdrawn", dispute)
  return dispute
}

/** The bank decides a dispute that is open; one that is decided stays so. */
export const closeDispute = (account: Account, dispute: Stripe.Dispute, status: "won" | "lost"): void => {
  if (dispute.status === "won" || dispute.status === "lost") return
  dispute.status = status
  if (status === "won") {
    const back = addTransaction(account, "adjustment", dispute.id, dispute.amount, dispute.currency)
    dispute.balance_transactions = [...dispute.balance_transactions, structuredClone(back)]
    emit(account, "charge.dispute.funds_reinstated", dispute)
  }
  emit(account, "charge.dispute.closed", dispute)
}
