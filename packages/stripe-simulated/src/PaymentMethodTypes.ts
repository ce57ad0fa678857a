/**
 * The payment methods that the account may offer, and the currencies in which each is offered
 * (docs.stripe.com/payments/payment-methods). Undefined: in all.
 */
import * as Either from "effect/Either"
import { type ApiError, rejectParameter } from "./ApiErrors.ts"

const euro = ["eur"]

const currencies: Readonly<Record<string, ReadonlyArray<string> | undefined>> = {
  card: undefined,
  link: undefined,
  sepa_debit: euro,
  ideal: euro,
  bancontact: euro,
  klarna: ["eur", "usd", "gbp", "dkk", "nok", "sek", "chf", "czk", "ron", "pln", "aud", "nzd", "cad"],
  afterpay_clearpay: ["usd", "gbp", "aud", "nzd", "cad"]
}

/**
 * Those methods of a list that take the currency, or all where there is no list. Stripe leaves the others out, and
 * refuses only where none remains.
 */
export const compatibleMethods = (
  allowed: ReadonlyArray<string> | undefined,
  currency: string | null
): Either.Either<ReadonlyArray<string>, ApiError> => {
  const param = "allowed_payment_method_types"
  const unknown = allowed?.findIndex((method) => !Object.hasOwn(currencies, method)) ?? -1
  if (unknown !== -1) {
    return Either.left(rejectParameter(`${param}[${unknown}]`, undefined, `Invalid ${param}: ${allowed?.[unknown]}`))
  }
  const left = (allowed ?? Object.keys(currencies)).filter((method) =>
    currency === null || (currencies[method]?.includes(currency) ?? true)
  )
  return left.length > 0
    ? Either.right(left)
    : Either.left(rejectParameter(param, "payment_method_currency_mismatch", `None of ${param} takes ${currency}.`))
}

/** The least amount of a payment in minor units (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const least: Readonly<Record<string, number>> = {
  gbp: 30,
  jpy: 50,
  dkk: 250,
  nok: 300,
  sek: 300,
  pln: 200,
  ron: 200,
  bgn: 100,
  czk: 1500,
  huf: 17_500,
  mxn: 1000,
  hkd: 400,
  thb: 1000
}

/** Checks that an amount is neither too small for its currency nor has more than eight digits. */
export const checkAmount = (amount: number, currency: string, param: string): Either.Either<void, ApiError> => {
  const minimum = least[currency] ?? 50
  if (amount < minimum) {
    const message = `The amount must be at least ${minimum} of the smallest unit of ${currency}.`
    return Either.left(rejectParameter(param, "amount_too_small", message))
  }
  return amount > 99_999_999
    ? Either.left(rejectParameter(param, "amount_too_large", "Amount must be no more than 99999999."))
    : Either.void
}
