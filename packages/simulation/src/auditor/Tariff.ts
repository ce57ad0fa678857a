/**
 * The tariff of shipping and the rates of VAT, by destination. Written again here, because the auditor shares no rule
 * with the store.
 */
import type { Audit } from "./Audit.ts"
import { berlinDay } from "./Calendar.ts"
import type { Offered } from "./Observations.ts"
import * as Words from "./Words.ts"

const inEu = new Set(["DE", "FR", "IT", "FI", "NL", "MC"])

/** The place of an address: Åland, which is outside the EU's VAT area, goes by its own code. */
export const placeOf = (
  { country, postcode = "" }: { readonly country: string; readonly postcode?: string | undefined }
): string => country === "FI" && postcode.startsWith("22") ? "AX" : country

/** From this value of goods on, standard shipping within the EU is free, in cents. */
export const freeFromMinor = 5000

/** The charge for shipping, in cents. It includes VAT, as prices of goods do. */
export const tariff = (place: string, method: string, goodsMinor: number): number =>
  method === "express"
    ? (inEu.has(place) ? 995 : 2495)
    : inEu.has(place)
    ? (goodsMinor >= freeFromMinor ? 0 : 495)
    : 1495

const untaxed = { standard: 0, reduced: 0, zero: 0 }
const france = { standard: 20, reduced: 5.5, zero: 0 }

type ByClass = Readonly<Record<Offered["vatClass"], number>>
/** Per cent of the net on a day, for the places to which the workload has goods sent. */
const ratesOf: Readonly<Record<string, (day: string) => ByClass>> = {
  AX: () => untaxed,
  DE: () => ({ standard: 19, reduced: 7, zero: 0 }),
  FI: (day) => ({
    standard: day < "2024-09-01" ? 24 : 25.5,
    reduced: day < "2026-01-01" ? 14 : 13.5,
    zero: 0
  }),
  FR: () => france,
  IT: () => ({ standard: 22, reduced: 10, zero: 0 }),
  MC: () => france,
  NL: () => ({ standard: 21, reduced: 9, zero: 0 }),
  QA: () => untaxed,
  US: () => untaxed
}

/** How long before its order is made a purchase may be priced, in milliseconds. */
const pricingMillis = 60_000

/** The rate of a product, in per cent of the net; undefined where it is not known here. */
export type RateOf = (productId: string) => number | undefined

/** The rates that may count for a purchase to a place of which the order was made at a moment: two around midnight. */
export const ratesFor = ({ seen }: Pick<Audit, "seen">, place: string, at: number): ReadonlyArray<RateOf> =>
  [...new Set([berlinDay(at), berlinDay(at - pricingMillis)])].map((day) => (productId) => {
    const vatClass = seen.offers.get(productId)?.vatClass
    return vatClass === undefined ? undefined : ratesOf[place]?.(day)[vatClass]
  })

/** The VAT in a gross amount, in rounded half up. */
export const vatIn = (grossMinor: number, rate: number): number =>
  Math.floor((2 * grossMinor * rate * 10 + 1000 + rate * 10) / (2 * (1000 + rate * 10)))

/** What a rate has of a purchase, in cents. */
export interface RateSum {
  readonly rate: number
  readonly grossMinor: number
  readonly vatMinor: number
  /** Its part of the shipping, which is in its gross. */
  readonly shippingMinor: number
}

/**
 * The VAT of goods and their shipping by rates, the highest first: the shipping is divided by what the goods of each
 * rate cost, its last cents go to the largest remainders. Undefined where a rate is not known, and where all goods cost nothing.
 */
export const taxOf = (
  goods: ReadonlyArray<{ readonly rate: number | undefined; readonly totalMinor: number }>,
  shippingMinor: number
): ReadonlyArray<RateSum> | undefined => {
  // Shipping alone is divided by list prices, which are not known here.
  if (goods.every(({ totalMinor }) => totalMinor === 0)) return undefined
  const byRate = new Map<number, number>()
  for (const { rate, totalMinor } of goods) {
    if (rate === undefined) return undefined
    byRate.set(rate, (byRate.get(rate) ?? 0) + totalMinor)
  }
  const total = [...byRate.values()].reduce((sum, amount) => sum + amount, 0)
  const parts = [...byRate].sort(([a], [b]) => b - a).map(([rate, goodsMinor]) => {
    const product = BigInt(shippingMinor) * BigInt(goodsMinor)
    return { rate, goodsMinor, part: Number(product / BigInt(total)), rest: Number(product % BigInt(total)) }
  })
  const left = parts.reduce((sum, { part }) => sum - part, shippingMinor)
  const lucky = new Set(parts.toSorted((a, b) => b.rest - a.rest || b.rate - a.rate).slice(0, left))
  return parts.map((one) => {
    const share = one.part + (lucky.has(one) ? 1 : 0)
    const grossMinor = one.goodsMinor + share
    return { rate: one.rate, grossMinor, vatMinor: vatIn(grossMinor, one.rate), shippingMinor: share }
  })
}

/** `19 %: 37.61 + 7.14`, for each rate. */
const printed = (rate: number, netMinor: number, vatMinor: number): string =>
  `${rate} %: ${Words.amount(netMinor)} + ${Words.amount(vatMinor)}`

/** A table of VAT as it has to be. */
export const tableOf = (rates: ReadonlyArray<RateSum>): string =>
  rates.map(({ grossMinor, rate, vatMinor }) => printed(rate, grossMinor - vatMinor, vatMinor)).join(", ")

/** A table of VAT as the store says it, in the same words where it is the same. */
export const tableSaid = (
  audit: Audit,
  rows: ReadonlyArray<{ readonly rate: number; readonly net: number; readonly vat: number; readonly gross: number }>
): string =>
  rows.map(({ gross, net, rate, vat }) =>
    audit.minor(net) + audit.minor(vat) === audit.minor(gross)
      ? printed(rate, audit.minor(net), audit.minor(vat))
      : JSON.stringify([net, vat, gross])
  ).join(", ")
