/**
 * Payment cards of the simulated provider: reading a number, its brand, the test cards, the fingerprint. A card number
 * ends here: `readNumber` wraps it so that it prints as `<redacted>`, and only an `Instrument` leaves. A number has one
 * fingerprint however it was typed and whichever wallet carried it. Pure. Follows docs/specification.md#test-cards,
 * docs/specification.md#instruments.
 *
 * @since 1.0.0
 */
import { foldEmail } from "@beauty-store/domain/Address"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import { mark, type StoreSecret } from "@beauty-store/sql/Secrets"
import { type Message, plain } from "@beauty-store/ui/Wording"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

export const brands = [
  "visa",
  "mastercard",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay",
  "maestro",
  "unknown"
] as const
export type Brand = (typeof brands)[number]

/** Digits only, 12 to 19 of them, with a valid check digit. Redacted: it cannot be logged by accident. */
export type CardNumber = Redacted.Redacted<string> & { readonly CardNumber: unique symbol }

export type NumberFault = "missing" | "not_digits" | "wrong_length" | "check_digit"
export type ExpiryFault = "missing" | "malformed" | "expired"
export type CvcFault = "missing" | "malformed"

/** Why a payment was refused, for the payer and the shop. The codes are stable. */
export const declineCodes = [
  "card_declined",
  "insufficient_funds",
  "authentication_failed",
  "method_declined",
  "processing_error"
] as const
export type DeclineCode = (typeof declineCodes)[number]

/** How the simulated bank treats a card. */
export type Behaviour =
  | { readonly _tag: "Succeeds" }
  | { readonly _tag: "WantsAuthentication" }
  | { readonly _tag: "Declines"; readonly code: DeclineCode }

/** The bank's verdict on a card, which can be stored where the number cannot. */
export const verdicts = ["succeeds", "wants_authentication", ...declineCodes] as const
export type Verdict = (typeof verdicts)[number]

export const verdictOf = (behaviour: Behaviour): Verdict => {
  switch (behaviour._tag) {
    case "Succeeds":
      return "succeeds"
    case "WantsAuthentication":
      return "wants_authentication"
    case "Declines":
      return behaviour.code
  }
}

/** Everything that is known of a payment method after the request that carried it. */
export interface Instrument {
  readonly fingerprint: string
  /** Undefined for a wallet or an instalment plan without a card. */
  readonly card: { readonly brand: Brand; readonly last4: string } | undefined
}

const succeeds: Behaviour = { _tag: "Succeeds" }

/** The numbers that people know from other providers' test modes, as the page shows them. */
export const testCards: ReadonlyArray<
  { readonly number: string; readonly meaning: Message; readonly behaviour: Behaviour }
> = [
  { number: "4242 4242 4242 4242", meaning: plain("Payment succeeds", "Die Zahlung gelingt"), behaviour: succeeds },
  {
    number: "4000 0025 0000 3155",
    meaning: plain("Asks for 3-D Secure", "Fragt nach 3-D Secure"),
    behaviour: { _tag: "WantsAuthentication" }
  },
  {
    number: "4000 0000 0000 9995",
    meaning: plain("Declined: insufficient funds", "Abgelehnt: Guthaben reicht nicht"),
    behaviour: { _tag: "Declines", code: "insufficient_funds" }
  },
  {
    number: "4000 0000 0000 0002",
    meaning: plain("Declined by the bank", "Von der Bank abgelehnt"),
    behaviour: { _tag: "Declines", code: "card_declined" }
  }
]

/** Network tokens, each for one card: another number, the same instrument. */
export const testNetworkTokens: ReadonlyArray<{ readonly number: string; readonly card: string }> = [
  { number: "4895 3700 0000 0015", card: "4242 4242 4242 4242" },
  { number: "4895 3700 0000 0023", card: "4000 0025 0000 3155" },
  { number: "4895 3700 0000 0031", card: "4000 0000 0000 9995" },
  { number: "4895 3700 0000 0049", card: "4000 0000 0000 0002" }
]

/** Spaces and hyphens group digits; anything else stays and is refused later. */
const withoutGrouping = (text: string): string => text.replace(/[\s\u00a0-]/g, "")

/** The check digit of ISO/IEC 7812: every second digit from the right doubled, digit sums added, divisible by ten. */
export const hasValidCheckDigit = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Reads a number as a person typed it, and checks its form. */
export const readNumber = (text: string): Either.Either<CardNumber, NumberFault> => {
  const digits = withoutGrouping(text)
  if (digits === "") return Either.left("missing")
  if (!/^[0-9]+$/.test(digits)) return Either.left("not_digits")
  if (digits.length < 12 || digits.length > 19) return Either.left("wrong_length")
  if (!hasValidCheckDigit(digits)) return Either.left("check_digit")
  return Either.right(Redacted.make(digits) as CardNumber)
}

/** Prefixes by issuer, the longest first, as ranges of leading digits (inclusive). */
const prefixes: ReadonlyArray<readonly [Brand, from: string, to: string]> = [
  ["discover", "622126", "622925"],
  ["discover", "6011", "6011"],
  ["jcb", "3528", "3589"],
  ["mastercard", "2221", "2720"],
  ["discover", "644", "649"],
  ["diners", "300", "305"],
  ["diners", "309", "309"],
  ["amex", "34", "34"],
  ["amex", "37", "37"],
  ["diners", "36", "36"],
  ["diners", "38", "39"],
  ["mastercard", "51", "55"],
  ["discover", "65", "65"],
  ["unionpay", "62", "62"],
  ["maestro", "50", "50"],
  ["maestro", "56", "69"],
  ["visa", "4", "4"]
]

export const brand = (number: CardNumber): Brand => {
  const digits = Redacted.value(number)
  for (const [name, from, to] of prefixes) {
    const start = digits.slice(0, from.length)
    if (start >= from && start <= to) return name
  }
  return "unknown"
}

const testBehaviour: ReadonlyMap<string, Behaviour> = new Map(
  testCards.map((card) => [withoutGrouping(card.number), card.behaviour])
)

/** Every number that is not in the table succeeds. */
export const behaviour = (number: CardNumber): Behaviour => testBehaviour.get(Redacted.value(number)) ?? succeeds

const cardsByToken: ReadonlyMap<string, CardNumber> = new Map(
  testNetworkTokens.map((
    { card, number }
  ) => [withoutGrouping(number), Redacted.make(withoutGrouping(card)) as CardNumber])
)

/** The card of a network token; another number is for itself. */
export const cardOfNetworkToken = (token: CardNumber): CardNumber | undefined => cardsByToken.get(Redacted.value(token))

type Secret = Context.Tag.Service<typeof StoreSecret>

/**
 * Keyed, so that a fingerprint cannot be reversed by trying all numbers, and marked by kind, so that no wallet
 * reference can collide with a card.
 */
const fingerprint = (secret: Secret, kind: string, value: string): string =>
  `fp_${mark(secret, `instrument:${kind}`, value)}`

export const instrument = (number: CardNumber, secret: Secret): Instrument => ({
  fingerprint: fingerprint(secret, "card", Redacted.value(number)),
  card: { brand: brand(number), last4: Redacted.value(number).slice(-4) }
})

/** A wallet or an instalment account without a card: one instrument for each kind and email address of a holder. */
export const accountInstrument = (
  kind: Exclude<PaymentMethod, "card">,
  email: string,
  secret: Secret
): Instrument => ({
  fingerprint: fingerprint(secret, kind, foldEmail(email)),
  card: undefined
})

/** `12/30`, `12 / 2030`, `1230`: valid until the end of that month, UTC. */
export const checkExpiry = (text: string, nowMillis: number): Either.Either<void, ExpiryFault> => {
  const compact = text.replace(/\s/g, "")
  if (compact === "") return Either.left("missing")
  const parts = /^(\d{1,2})[/-](\d{2}|\d{4})$/.exec(compact) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(compact)
  const month = Number(parts?.[1])
  if (parts === null || month < 1 || month > 12) return Either.left("malformed")
  const written = Number(parts[2])
  const year = written < 100 ? 2000 + written : written
  const now = DateTime.toPartsUtc(DateTime.unsafeMake(nowMillis))
  return year * 12 + month < now.year * 12 + now.month ? Either.left("expired") : Either.void
}

/** Three digits; four for American Express. An unreadable number allows both. */
export const checkCvc = (text: string, of: Brand | undefined): Either.Either<void, CvcFault> => {
  const compact = text.trim()
  if (compact === "") return Either.left("missing")
  const form = of === undefined ? /^\d{3,4}$/ : of === "amex" ? /^\d{4}$/ : /^\d{3}$/
  return form.test(compact) ? Either.void : Either.left("malformed")
}
