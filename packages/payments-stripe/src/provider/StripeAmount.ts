/**
 * Amounts as Stripe writes them: in the smallest unit that it has for a currency, which is not always that of ISO 4217.
 * An amount that has no whole number there is refused, never rounded.
 */
import { type Currency, decimalsOf } from "@beauty-store/domain/Money"

/** Decimals of Stripe's amounts where ISO 4217 has others (https://docs.stripe.com/currencies#special-cases). */
const otherDecimals = new Map<Currency, number>([["ISK", 2], ["UGX", 2], ["MGA", 0]])

/** Stripe takes these with three decimals, the last of them a zero. */
const threeDecimals = 3

/** Stripe's amount of so many minor units; undefined where it has none. */
export const amountOf = (amountMinor: number, currency: Currency): number | undefined => {
  const own = decimalsOf(currency)
  const amount = amountMinor * 10 ** ((otherDecimals.get(currency) ?? own) - own)
  return Number.isSafeInteger(amount) && (own < threeDecimals || amount % 10 === 0) ? amount : undefined
}

/** The minor units of an amount of Stripe's, in a currency as Stripe writes it: `eur`. */
export const minorOf = (
  amount: number,
  code: string
): { readonly amountMinor: number; readonly currency: Currency } => {
  const currency: Currency = code.toUpperCase()
  const own = decimalsOf(currency)
  return { amountMinor: amount * 10 ** (own - (otherDecimals.get(currency) ?? own)), currency }
}
