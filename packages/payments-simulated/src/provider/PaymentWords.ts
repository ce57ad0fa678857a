/**
 * The texts of the hosted pages that depend on data, in both languages beside each other: names of card brands, hints
 * of payment methods, errors of fields, reasons of refusals. `Messages` has the others.
 *
 * The rule: each text says what happened and what may help. Programs get the texts about fields, too, in English, so
 * that people and programs read the same. Pure. Follows docs/specification.md#payment-page.
 */
import type { TimeZone } from "@beauty-store/domain/Days"
import type { Locale } from "@beauty-store/domain/Language"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import { formatIn } from "@beauty-store/ui/Format"
import { type Message, pattern, plain } from "@beauty-store/ui/Wording"
import type { Brand, CvcFault, DeclineCode, ExpiryFault, Instrument, NumberFault } from "../Cards.ts"

/** The errors of a form, at most one per field. */
export interface FieldFaults {
  readonly method?: "missing"
  readonly number?: NumberFault
  readonly expiry?: ExpiryFault
  readonly cvc?: CvcFault
}

const instalments = plain(
  "Pay in four instalments, free of interest.",
  "In vier Raten zahlen, ohne Zinsen."
)

export const methodHints: Readonly<Record<Exclude<PaymentMethod, "card">, Message>> = {
  apple_pay: plain(
    "You confirm with Face ID, Touch ID or your passcode.",
    "Sie bestätigen mit Face ID, Touch ID oder Ihrem Code."
  ),
  google_pay: plain(
    "You pay with the card saved in your Google account.",
    "Sie zahlen mit der Karte aus Ihrem Google-Konto."
  ),
  klarna: plain(
    "Pay in 30 days. Klarna confirms a moment after you order.",
    "In 30 Tagen zahlen. Klarna bestätigt kurz nach der Bestellung."
  ),
  afterpay: instalments,
  clearpay: instalments
}

/** The message to a refused payer: what happened, and what may help. */
export const declineWords: Readonly<Record<DeclineCode, Message>> = {
  card_declined: plain(
    "Your bank declined this card. Please try another card or another way to pay.",
    "Ihre Bank hat diese Karte abgelehnt. Bitte versuchen Sie es mit einer anderen Karte oder Zahlungsart."
  ),
  insufficient_funds: plain(
    "There is not enough money on this card. Please try another card or another way to pay.",
    "Das Guthaben dieser Karte reicht nicht. Bitte versuchen Sie es mit einer anderen Karte oder Zahlungsart."
  ),
  authentication_failed: plain(
    "Your bank could not confirm that it was you. Please try again or use another way to pay.",
    "Ihre Bank konnte nicht bestätigen, dass Sie es waren. Bitte versuchen Sie es erneut, oder wählen Sie eine andere Zahlungsart."
  ),
  method_declined: plain(
    "This way to pay was declined. Please choose another one.",
    "Diese Zahlungsart wurde abgelehnt. Bitte wählen Sie eine andere."
  ),
  processing_error: plain(
    "Your bank did not process the payment. Please try again in a moment.",
    "Ihre Bank hat die Zahlung nicht ausgeführt. Bitte versuchen Sie es gleich noch einmal."
  )
}

/** The error of a field and its correction, for people and programs alike. */
export const faultWords = {
  method: {
    missing: plain("Choose how you would like to pay.", "Wählen Sie, wie Sie zahlen möchten.")
  },
  number: {
    missing: plain("Enter your card number.", "Geben Sie Ihre Kartennummer ein."),
    not_digits: plain("A card number has digits only.", "Eine Kartennummer besteht nur aus Ziffern."),
    wrong_length: plain(
      "This card number is too short or too long.",
      "Diese Kartennummer ist zu kurz oder zu lang."
    ),
    check_digit: plain(
      "This card number is not right. Please check the digits.",
      "Diese Kartennummer stimmt nicht. Bitte prüfen Sie die Ziffern."
    )
  },
  expiry: {
    missing: plain("Enter the expiry date.", "Geben Sie das Ablaufdatum ein."),
    malformed: plain(
      "Enter the expiry date as month and year, such as 08/29.",
      "Geben Sie das Ablaufdatum als Monat und Jahr ein, etwa 08/29."
    ),
    expired: plain("This card has expired.", "Diese Karte ist abgelaufen.")
  },
  cvc: {
    missing: plain("Enter the security code.", "Geben Sie die Prüfziffer ein."),
    malformed: plain(
      "The security code has three digits, or four on American Express.",
      "Die Prüfziffer hat drei Stellen, bei American Express vier."
    )
  }
} as const satisfies {
  readonly method: Readonly<Record<"missing", Message>>
  readonly number: Readonly<Record<NumberFault, Message>>
  readonly expiry: Readonly<Record<ExpiryFault, Message>>
  readonly cvc: Readonly<Record<CvcFault, Message>>
}

const brandNames: Readonly<Record<Exclude<Brand, "unknown">, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  maestro: "Maestro"
}
const someCard = plain("Card", "Karte")
const ending = pattern<{ readonly brand: string; readonly last4: string }>(
  "{brand} ending {last4}",
  "{brand} mit Endziffern {last4}"
)

export type Card = NonNullable<Instrument["card"]>

/** `Visa ending 4242`. */
export const cardWords = (language: Locale, { brand, last4 }: Card): string =>
  ending(language, { brand: brand === "unknown" ? someCard(language) : brandNames[brand], last4 })

const zonedTime = pattern<{ readonly time: string; readonly zone: string }>("{time} ({zone})", "{time} Uhr ({zone})")

/** `15:32 (Central European Time)`: in the shop's own time zone, named, because the payer may be in another. */
export const clockTime = (language: Locale, millis: number, timeZone: TimeZone): string => {
  const format = formatIn(language)
  return zonedTime(language, { time: format.time(millis, timeZone), zone: format.timeZone(millis, timeZone) })
}
