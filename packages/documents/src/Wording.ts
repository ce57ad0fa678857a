/**
 * How printed documents write amounts, days and names of things, in English.
 *
 * The rule: each value is formatted here once, so that the PDF and the page of a document say the same words. Amounts
 * keep their two decimals and group thousands with commas; a negative one has a true minus sign.
 *
 * Left out on purpose: other languages. The shop sells across Europe and prints in English, as its pages are.
 *
 * Example: -123456789 cents are `−1,234,567.89`, and 2026-10-01 is `1 October 2026`.
 */
import type { Day } from "@beauty-store/domain/Days"
import { format } from "@beauty-store/domain/Money"
import { methodNames, PaymentMethod } from "@beauty-store/domain/Payment"
import type { CreditCause } from "@beauty-store/domain/Receipt"
import * as Schema from "effect/Schema"

/** An amount in minor units, without its currency. */
export const amount = (amountMinor: number): string =>
  format(amountMinor).replace("-", "−").replace(/\d(?=(\d{3})+\.)/g, "$&,")

/** An amount with its currency, as on every page of the shop. */
export { display as money } from "@beauty-store/domain/Money"

/** A rate of VAT in basis points: 2550 is `25.5%`. */
export const rate = (rateBp: number): string => `${rateBp / 100}%`

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]

export const date = (day: Day): string =>
  `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

const regions = new Intl.DisplayNames(["en"], { type: "region" })

/** The English name of a country; the code itself where there is none. */
export const country = (code: string): string => regions.of(code) ?? code

const isPaymentMethod = Schema.is(PaymentMethod)

/** The name of a payment method. A method of an older document that is unknown today keeps its own name. */
export const paymentMethod = (method: string): string => isPaymentMethod(method) ? methodNames[method] : method

export const cause: Readonly<Record<CreditCause, string>> = {
  cancellation: "Cancellation",
  return: "Return",
  goodwill: "Goodwill"
}

/** The lines of an address, name first. */
export const addressLines = (
  { address, city, country: code, name, postcode }: {
    readonly name: string
    readonly address: string
    readonly city: string
    readonly postcode: string
    readonly country: string
  }
): ReadonlyArray<string> => [name, address, `${postcode} ${city}`, country(code)]
