/**
 * The test cards and test bank accounts that Stripe publishes (docs.stripe.com/testing), with what each does. Every
 * other number with a valid form succeeds. A number has one fingerprint, whichever wallet carried it.
 *
 * @since 1.0.0
 */
import { createHash } from "node:crypto"

/** What a bank says to a charge. */
export interface Verdict {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

export interface Behaviour {
  /** The refusal of every charge that reaches the bank; undefined: it pays. */
  readonly declines?: Verdict
  /**
   * When the bank wants 3-D Secure: for every payment, for payments on a page and those off session until the card was
   * set up, or on a page only.
   */
  readonly authenticates?: "always" | "unless_set_up" | "on_session"
  /** Whether only charges are refused, while the card can be saved. */
  readonly saves?: boolean
  /** The reason of the dispute that follows a successful charge. */
  readonly disputes?: "fraudulent" | "product_not_received"
  /** How its refunds go: pending first, or failing after they succeeded. */
  readonly refunds?: "pending" | "failing"
}

const verdict = (code: string, decline_code: string, message: string): Verdict => ({ code, decline_code, message })

const declined = verdict("card_declined", "generic_decline", "Your card was declined.")
const insufficient = verdict("card_declined", "insufficient_funds", "Your card has insufficient funds.")

/** The refusal of a charge for which the bank first wants the cardholder. */
export const authenticationRequired = verdict(
  "authentication_required",
  "authentication_required",
  "Your card was declined. This transaction requires authentication."
)

const behaviours: Readonly<Record<string, Behaviour>> = {
  "4000000000000002": { declines: declined },
  "4000000000009995": { declines: insufficient },
  "4000000000009987": { declines: verdict("card_declined", "lost_card", "Your card was declined.") },
  "4000000000009979": { declines: verdict("card_declined", "stolen_card", "Your card was declined.") },
  "4000000000000069": { declines: verdict("expired_card", "expired_card", "Your card has expired.") },
  "4000000000000127": {
    declines: verdict("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect.")
  },
  "4000000000000119": {
    declines: verdict("processing_error", "processing_error", "An error occurred while processing your card.")
  },
  "4100000000000019": { declines: verdict("card_declined", "fraudulent", "Your card was declined.") },
  "4000000000000341": { declines: declined, saves: true },
  "4000002500003155": { authenticates: "unless_set_up" },
  "4000002760003184": { authenticates: "always" },
  "4000003800000446": { authenticates: "on_session" },
  "4000008260003178": { authenticates: "unless_set_up", declines: insufficient, saves: true },
  "4000000000003220": { authenticates: "always" },
  "4000008400001629": { authenticates: "always", declines: declined },
  "4000000000000259": { disputes: "fraudulent" },
  "4000000000002685": { disputes: "product_not_received" },
  "4000000000007726": { refunds: "pending" },
  "4000000000005126": { refunds: "failing" }
}

/** How a SEPA debit of a test account ends. */
const debits: Readonly<Record<string, "failed">> = {
  DE62370400440532013001: "failed",
  DE78370400440532013004: "failed"
}

/** Ids of payment methods that exist in every test account, and their cards. */
export const testMethods: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_createDispute: "4000000000000259"
}

export const digitsOf = (text: string): string => text.replace(/\D/g, "")

export const behaviourOf = (number: string): Behaviour => behaviours[digitsOf(number)] ?? {}

export const debitFails = (iban: string): boolean => debits[iban.replace(/\s/g, "")] === "failed"

export const brandOf = (number: string): "visa" | "mastercard" | "amex" | "discover" => {
  const digits = digitsOf(number)
  return /^3[47]/.test(digits) ? "amex" : /^(5[1-5]|2[2-7])/.test(digits) ? "mastercard" : digits.startsWith("6")
    ? "discover"
    : "visa"
}

/** Sixteen characters that name an instrument, and nothing of its number. */
export const fingerprintOf = (number: string): string =>
  createHash("sha256").update(`instrument ${number.replace(/\s/g, "")}`).digest("base64").replace(/\W/g, "").slice(
    0,
    16
  )
