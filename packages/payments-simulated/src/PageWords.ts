/**
 * The texts of the hosted pages: names of payment methods and card brands, errors of fields, reasons of refusals.
 *
 * The rule: each text says what happened and what may help. Programs get the texts about fields, too, so that people
 * and programs read the same. Pure. Follows docs/specification.md#payment-page.
 */
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import * as DateTime from "effect/DateTime"
import type { Brand, CvcFault, DeclineCode, ExpiryFault, Instrument, NumberFault } from "./Cards.ts"

/** The errors of a form, at most one per field. */
export interface FieldFaults {
  readonly method?: "missing"
  readonly number?: NumberFault
  readonly expiry?: ExpiryFault
  readonly cvc?: CvcFault
}

export const methodHints: Readonly<Record<Exclude<PaymentMethod, "card">, string>> = {
  apple_pay: "You confirm with Face ID, Touch ID or your passcode.",
  google_pay: "You pay with the card saved in your Google account.",
  klarna: "Pay in 30 days. Klarna confirms a moment after you order.",
  afterpay: "Pay in four instalments, free of interest.",
  clearpay: "Pay in four instalments, free of interest."
}

/** The message to a refused payer: what happened, and what may help. */
export const declineWords: Readonly<Record<DeclineCode, string>> = {
  card_declined: "Your bank declined this card. Please try another card or another way to pay.",
  insufficient_funds: "There is not enough money on this card. Please try another card or another way to pay.",
  authentication_failed: "Your bank could not confirm that it was you. Please try again or use another way to pay.",
  method_declined: "This way to pay was declined. Please choose another one.",
  processing_error: "Your bank did not process the payment. Please try again in a moment."
}

/** The error of a field and its correction, for people and programs alike. */
export const faultWords = {
  method: {
    missing: "Choose how you would like to pay."
  },
  number: {
    missing: "Enter your card number.",
    not_digits: "A card number has digits only.",
    wrong_length: "This card number is too short or too long.",
    check_digit: "This card number is not right. Please check the digits."
  },
  expiry: {
    missing: "Enter the expiry date.",
    malformed: "Enter the expiry date as month and year, such as 08/29.",
    expired: "This card has expired."
  },
  cvc: {
    missing: "Enter the security code.",
    malformed: "The security code has three digits, or four on American Express."
  }
} as const satisfies {
  readonly method: Readonly<Record<"missing", string>>
  readonly number: Readonly<Record<NumberFault, string>>
  readonly expiry: Readonly<Record<ExpiryFault, string>>
  readonly cvc: Readonly<Record<CvcFault, string>>
}

const brandNames: Readonly<Record<Brand, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  maestro: "Maestro",
  unknown: "Card"
}

export type Card = NonNullable<Instrument["card"]>

/** `Visa ending 4242`. */
export const cardWords = ({ brand, last4 }: Card): string => `${brandNames[brand]} ending ${last4}`

const zone = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")

/** `15:32 (Berlin time)`: in the shop's own time zone, named, because the payer may be in another. */
export const clockTime = (millis: number): string => {
  const { hours, minutes } = DateTime.toParts(DateTime.setZone(DateTime.unsafeMake(millis), zone))
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")} (Berlin time)`
}

/** `31 December 2026`, in the shop's own time zone. */
export const calendarDay = (millis: number): string =>
  DateTime.format(DateTime.setZone(DateTime.unsafeMake(millis), zone), {
    locale: "en-GB",
    day: "numeric",
    month: "long",
    year: "numeric"
  })
