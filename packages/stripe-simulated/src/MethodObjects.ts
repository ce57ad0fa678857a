/**
 * Payment methods as people give them, in the two shapes that Stripe shows: the method, and the details of a charge by
 * it.
 */
import type Stripe from "stripe"
import { type Account, newId, seconds } from "./Account.ts"
import { behaviourOf, brandOf, debitFails, digitsOf, fingerprintOf } from "./Cards.ts"

/** A way to pay, as a person enters it on a page. */
export type Means =
  | {
    readonly type: "card"
    /** A test card: `4242 4242 4242 4242`. */
    readonly number: string
    readonly wallet?: "apple_pay" | "google_pay" | undefined
  }
  | { readonly type: "sepa_debit"; readonly iban: string }
  | { readonly type: "klarna" | "ideal" | "bancontact" | "afterpay_clearpay" }

/** Years until a test card ends. */
const validYears = 5

const cardOf = (account: Account, number: string, wallet: string | undefined): Stripe.PaymentMethod.Card => {
  const brand = brandOf(number)
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    display_brand: brand,
    exp_month: 12,
    exp_year: new Date(account.now).getUTCFullYear() + validYears,
    fingerprint: fingerprintOf(digitsOf(number)),
    funding: "credit",
    generated_from: null,
    last4: digitsOf(number).slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: wallet === undefined ? null : { dynamic_last4: null, type: wallet }
  }
}

const detailsOf = (account: Account, means: Means): Partial<Stripe.PaymentMethod> => {
  switch (means.type) {
    case "card":
      return { card: cardOf(account, means.number, means.wallet) }
    case "sepa_debit": {
      const iban = means.iban.replace(/\s/g, "")
      return {
        sepa_debit: {
          bank_code: iban.slice(4, 12),
          branch_code: "",
          country: iban.slice(0, 2),
          fingerprint: fingerprintOf(iban),
          generated_from: { charge: null, setup_attempt: null },
          last4: iban.slice(-4)
        }
      }
    }
    case "klarna":
      return { klarna: {} }
    case "ideal":
      return { ideal: { bank: "ing", bic: "INGBNL2A" } }
    case "bancontact":
      return { bancontact: {} }
    case "afterpay_clearpay":
      return { afterpay_clearpay: {} }
  }
}

/** Records a payment method for a way to pay. */
export const addMethod = (account: Account, means: Means, email: string | null): Stripe.PaymentMethod => {
  const method: Stripe.PaymentMethod = {
    id: newId(account, "pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email,
      name: null,
      phone: null,
      tax_id: null
    },
    created: seconds(account),
    customer: null,
    customer_account: null,
    livemode: account.livemode,
    metadata: {},
    type: means.type,
    ...detailsOf(account, means)
  }
  account.methods.set(method.id, method)
  account.instruments.set(method.id, {
    behaviour: means.type === "card" ? behaviourOf(means.number) : {},
    isSetUp: false,
    isSpent: false,
    fails: means.type === "sepa_debit" && debitFails(means.iban)
  })
  return method
}

const cardCharge = (
  card: Stripe.PaymentMethod.Card,
  amount: number,
  authenticated: boolean
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card.brand,
  checks: structuredClone(card.checks),
  country: card.country,
  electronic_commerce_indicator: authenticated ? "05" : null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  extended_authorization: { status: "disabled" },
  fingerprint: card.fingerprint ?? null,
  funding: card.funding,
  incremental_authorization: { status: "unavailable" },
  installments: null,
  last4: card.last4,
  mandate: null,
  multicapture: { status: "unavailable" },
  network: card.brand,
  network_token: { used: false },
  network_transaction_id: null,
  overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
  regulated_status: "unregulated",
  three_d_secure: authenticated
    ? {
      authentication_flow: "challenge",
      electronic_commerce_indicator: "05",
      exemption_indicator: null,
      result: "authenticated",
      result_reason: null,
      transaction_id: null,
      version: "2.2.0"
    }
    : null,
  transaction_link_id: null,
  wallet: card.wallet === null ? null : { dynamic_last4: null, type: card.wallet.type }
})

const bankDetails = {
  bank_code: null,
  bank_name: null,
  bic: null,
  generated_sepa_debit: null,
  generated_sepa_debit_mandate: null,
  iban_last4: "5264",
  preferred_language: null,
  verified_name: null
}

/** What a charge says of the method that it was paid by. */
export const chargeDetails = (
  method: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
  mandate: string | null
): Stripe.Charge.PaymentMethodDetails => {
  const { type } = method
  if (method.card !== undefined) return { card: cardCharge(method.card, amount, authenticated), type }
  if (method.sepa_debit !== undefined) {
    const { bank_code, branch_code, country, fingerprint, last4 } = method.sepa_debit
    return { sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate }, type }
  }
  if (type === "ideal") {
    const { bank_code: _, bank_name: __, preferred_language: ___, ...shared } = bankDetails
    return { ideal: { ...shared, bank: "ing", bic: "INGBNL2A", transaction_id: null }, type }
  }
  if (type === "bancontact") return { bancontact: { ...bankDetails }, type }
  if (type === "afterpay_clearpay") return { afterpay_clearpay: { order_id: null, reference: null }, type }
  return { klarna: { payer_details: null, payment_method_category: "pay_later", preferred_locale: null }, type }
}
