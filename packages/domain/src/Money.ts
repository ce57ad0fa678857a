/**
 * Money: whole minor units of a currency (cents, yen, fils), and the only places where an amount is rounded or divided.
 *
 * The rule: nothing is lost. A division (`split`) gives back exactly what it was given; a rounding (`fraction`) happens
 * once, in integers, half away from zero; products beyond 2^53 use BigInt. Binary fractions appear only at the edge,
 * where JSON needs `29.95` (`Amount`), and there every amount has exactly one number.
 *
 * `display` is the one format for people, on every page and printed document, in each locale of the shop's. Left out
 * on purpose: conversion between currencies. Follows docs/specification.md#money.
 *
 * Example: `split(100, [1, 1, 1])` is `[34, 33, 33]`.
 *
 * @since 1.0.0
 */
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { defaultLanguage, type Locale } from "./Language.ts"

/** The currencies of ISO 4217 (list one) that have another number of decimals than two. `Intl` has CLDR's, which differ. */
const otherDecimals = new Map<string, number>([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"].map((code) => [code, 0] as const),
  ...["RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map((code) => [code, 0] as const),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3] as const),
  ...["CLF", "UYW"].map((code) => [code, 4] as const)
])

/** How many decimals a currency has by ISO 4217: `EUR` two, `JPY` none, `KWD` three. */
export const decimalsOf = (currency: string): number => otherDecimals.get(currency) ?? 2

/** No currency has more. */
export const mostDecimals = 3

/** A currency by its code (ISO 4217). A shop trades in one (policy). Units of account with four decimals are none. */
export const Currency = Schema.String.pipe(
  Schema.filter((code) => /^[A-Z]{3}$/.test(code) && decimalsOf(code) <= mostDecimals, {
    description: "the code of a currency (ISO 4217)",
    arbitrary: () => (fc) => fc.constantFrom("EUR", "CHF", "DKK", "USD", "JPY", "KWD")
  })
)
export type Currency = typeof Currency.Type

export const defaultCurrency: Currency = "EUR"

/** A currency in a sentence: `euros`, or its code. */
export const nameOf = (currency: Currency): string => currency === defaultCurrency ? "euros" : currency

/**
 * The largest amount, 2^46 euros in cents: up to it, neighbouring doubles are less than a minor unit apart, be that a
 * yen, a cent or a fils, so that an amount survives as a JSON number. It is larger than any sum of a shop.
 */
export const maxAmountMinor = 2 ** 46 * 100

/** A whole number of minor units; negative for money that flows back. */
export const AmountMinor = Schema.Int.pipe(
  Schema.between(-maxAmountMinor, maxAmountMinor, { description: "an amount in whole minor units" })
)
export type AmountMinor = typeof AmountMinor.Type

/** `0 - 0` is `0` where `-0` would not be: zero has one representation. */
const signed = (negative: boolean, magnitude: number): number => negative ? 0 - magnitude : magnitude

/**
 * `amountMinor · numerator / denominator`, rounded to a whole minor unit, half away from zero, so that a credit note
 * mirrors its receipt. Exact for a non-negative integer numerator and a positive integer denominator.
 */
export const fraction = (amountMinor: number, numerator: number, denominator: number): number => {
  const magnitude = Math.abs(amountMinor)
  // floor((2p + d) / 2d) is p/d rounded half up, without leaving the integers.
  const doubled = 2 * magnitude * numerator + denominator
  if (doubled <= Number.MAX_SAFE_INTEGER) {
    const divisor = 2 * denominator
    return signed(amountMinor < 0, (doubled - doubled % divisor) / divisor)
  }
  const wide = 2n * BigInt(magnitude) * BigInt(numerator) + BigInt(denominator)
  return signed(amountMinor < 0, Number(wide / (2n * BigInt(denominator))))
}

/** How many whole per cents an amount is below another, rounded down; 0 where it is not. Both are positive. */
export const percentBelow = (ofMinor: number, amountMinor: number): number => {
  const hundredfold = Math.max(0, ofMinor - amountMinor) * 100
  return (hundredfold - hundredfold % ofMinor) / ofMinor
}

/**
 * Divides an amount in proportion to non-negative integer weights, by largest remainder: the shares sum exactly to the
 * amount, each lies within one minor unit of its ideal, a weight of 0 gets nothing. Of equal remainders, the lower
 * index comes first. Weights that are all 0 count as equal; without weights there are no shares.
 */
export const split = (amountMinor: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.length === 0 ? [] : split(amountMinor, weights.map(() => 1))

  const magnitude = Math.abs(amountMinor)
  const { remainders, shares } = magnitude * total <= Number.MAX_SAFE_INTEGER
    ? quotients(magnitude, weights, total)
    : wideQuotients(magnitude, weights)

  let left = magnitude
  for (const share of shares) left -= share
  if (left > 0) {
    const byRemainder = shares.map((_, index) => index).sort((a, b) => {
      const one = remainders[a]!
      const other = remainders[b]!
      return one > other ? -1 : one < other ? 1 : a - b
    })
    for (const index of byRemainder.slice(0, left)) shares[index]! += 1
  }
  return amountMinor < 0 ? shares.map((share) => signed(true, share)) : shares
}

/**
 * The sum of some of an amount's equal shares: of `split` into `parts` shares of weight 1, `count` of them after the
 * first `from`. Shares that are taken in turn, however many at a time, sum to the whole amount once all are taken.
 */
export const equalShares = (amountMinor: number, parts: number, from: number, count: number): number => {
  const magnitude = Math.abs(amountMinor)
  const remainder = magnitude % parts
  const first = (shares: number): number => (magnitude - remainder) / parts * shares + Math.min(shares, remainder)
  return signed(amountMinor < 0, first(from + count) - first(from))
}

interface Quotients {
  /** Each ideal share, rounded down. */
  readonly shares: Array<number>
  /** The remainders that rounding left, in units of 1/total: only their order counts. */
  readonly remainders: ReadonlyArray<number | bigint>
}

const quotients = (magnitude: number, weights: ReadonlyArray<number>, total: number): Quotients => {
  const remainders = weights.map((weight) => magnitude * weight % total)
  return { remainders, shares: weights.map((weight, index) => (magnitude * weight - remainders[index]!) / total) }
}

const wideQuotients = (magnitude: number, weights: ReadonlyArray<number>): Quotients => {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const products = weights.map((weight) => BigInt(magnitude) * BigInt(weight))
  return {
    remainders: products.map((product) => product % total),
    shares: products.map((product) => Number(product / total))
  }
}

const decimal = /^(-?)(\d+)(?:\.(\d{1,3}))?$/

/**
 * Reads decimal text with at most the decimals of its currency (in euros `29.95`, `30`, `-0.5`) as minor units; returns
 * none for any other text.
 */
export const parse = (text: string, currency: Currency): Option.Option<number> => {
  const match = decimal.exec(text)
  if (match === null) return Option.none()
  const [, sign, whole = "", fraction = ""] = match
  const decimals = decimalsOf(currency)
  const magnitude = Number(whole + fraction.padEnd(decimals, "0"))
  return fraction.length <= decimals && magnitude <= maxAmountMinor
    ? Option.some(signed(sign === "-", magnitude))
    : Option.none()
}

/** Writes an amount with all decimals of its currency, without the currency: 2995 cents are `29.95`, 2995 yen `2995`. */
export const format = (amountMinor: number, currency: Currency): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, "0")
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${amountMinor < 0 ? "-" : ""}${whole}${decimals === 0 ? "" : `.${fraction}`}`
}

/** The same with the currency's code, in messages for programs: `29.95 EUR`. */
export const coded = (amountMinor: number, currency: Currency): string => `${format(amountMinor, currency)} ${currency}`

const displays = new Map<string, Intl.NumberFormat>()

const displayOf = (currency: string, locale: Locale): Intl.NumberFormat => {
  const key = `${locale} ${currency}`
  const known = displays.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency)
  })
  displays.set(key, made)
  return made
}

/**
 * Formats an amount for people: `€34.75`, `€1,234.50`, `−€29.95` with a true minus sign, `CHF\u00a05.00`; in German
 * `34,75\u00a0€`, in that of Switzerland `CHF\u00a034.75`. It contains no space that could break.
 */
export const display = (amountMinor: number, currency: string, locale: Locale = defaultLanguage): string => {
  // The decimal text, not a double: Intl reads it exactly.
  const magnitude = displayOf(currency, locale)
    .format(format(Math.abs(amountMinor), currency) as `${number}`)
  return amountMinor < 0 ? `−${magnitude}` : magnitude
}

/** The JSON number of an amount: the double nearest to it, which prints with at most the decimals of its currency. */
export const toNumber = (amountMinor: number, currency: Currency): number => amountMinor / 10 ** decimalsOf(currency)

/**
 * The amount of a JSON number, if it has at most the decimals of its currency. It reads the shortest text of the number,
 * the digits that the sender wrote, because `n * 100` is off for some numbers (`1.15 * 100` is 114.99999999999999).
 */
export const fromNumber = (n: number, currency: Currency): Option.Option<number> => parse(String(n), currency)

const decimalWords = ["no decimals", "at most one decimal", "at most two decimals", "at most three decimals"]

/** How many decimals amounts of a currency have, in words: `at most two decimals`. */
export const decimalsInWords = (currency: Currency): string => decimalWords[decimalsOf(currency)]!

const describe = (currency: Currency): string => `an amount in ${currency} with ${decimalsInWords(currency)}`

/** Money of a currency on the wire: a JSON number with at most its decimals; minor units inside. */
export const Amount = (currency: Currency) =>
  Schema.transformOrFail(
    Schema.Number.annotations({ description: describe(currency), examples: [toNumber(2995, currency)] }),
    AmountMinor,
    {
      strict: true,
      decode: (n, _, ast) =>
        Option.match(fromNumber(n, currency), {
          onNone: () => ParseResult.fail(new ParseResult.Type(ast, n, `Expected ${describe(currency)}`)),
          onSome: ParseResult.succeed
        }),
      encode: (amountMinor) => ParseResult.succeed(toNumber(amountMinor, currency))
    }
  )
