/**
 * Value added tax, as it is contained in a price.
 *
 * The rule: destination, class of the goods and day of the purchase decide the rate (`VatRates`); outside the EU's VAT
 * area, as in territories of its member states (`Destination`), it is 0. Rates are in basis points, because Finland's
 * 25.5 % is not a whole number of per cent. Which rate applies is a strategy: a shop may have others (`TaxStrategy`).
 *
 * Left out on purpose: businesses with a VAT number, and the taxes that such territories have of their own. Follows
 * docs/specification.md#vat and docs/specification.md#strategies.
 *
 * Example: 119.00 at 19 % contains 19.00 of VAT.
 *
 * @since 1.0.0
 */
import { CountryCode } from "./Address.ts"
import type { Attributed } from "./Attribute.ts"
import type { Day } from "./Days.ts"
import { codeOf, type Destination, type PlaceCode } from "./Destination.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import { defaultLanguage, type Locale, tagOf } from "./Language.ts"
import type { ListedLine } from "./ListedLine.ts"
import { fraction } from "./Money.ts"
import { printValue } from "./PrintedValue.ts"
import { askStrategy, StrategyBroken } from "./StrategyBroken.ts"
import { changes, type VatClass } from "./VatRates.ts"

export { VatClass } from "./VatRates.ts"

interface Rates {
  /** The first day on which they count. */
  readonly from: string
  /** In basis points (1900 is 19 %), as the reduced one. */
  readonly standard: number
  readonly reduced: number
}

/** Per cent in basis points. */
export const toBp = (percent: number): number => Math.round(percent * 100)

/** The rates of each member state, oldest first. A `Map`, not an object, which would also have `constructor`. */
const ratesByCountry: ReadonlyMap<string, ReadonlyArray<Rates>> = new Map(
  Object.entries(changes).map(([country, list]) => [
    country,
    list.map(([from, standard, reduced]) => ({ from, standard: toBp(standard), reduced: toBp(reduced) }))
  ])
)

/** The member states of the EU. */
export const memberStates: ReadonlyArray<CountryCode> = Object.keys(changes).map((code) => CountryCode.make(code))

const displays = new Map<Locale, Intl.NumberFormat>()

/** A rate for people: `25.5%`, in German `25,5\u00a0%`. */
export const display = (rateBp: number, locale: Locale = defaultLanguage): string => {
  let made = displays.get(locale)
  if (made === undefined) {
    made = new Intl.NumberFormat(tagOf(locale), { style: "percent", maximumFractionDigits: 2 })
    displays.set(locale, made)
  }
  return made.format(rateBp / 10_000)
}

/** The place whose VAT counts in a place: France's in Monaco, the United Kingdom's on the Isle of Man. */
export const taxPlaceOf = (place: PlaceCode): PlaceCode =>
  place === "MC" ? CountryCode.make("FR") : place === "IM" ? CountryCode.make("GB") : place

/** Whether a place belongs to the EU, as far as goods and taxes go. */
export const isEu = (place: PlaceCode): boolean => ratesByCountry.has(taxPlaceOf(place))

/**
 * The rate for goods of a class that are sent to a place, in basis points; 0 outside the EU. It is that of the day of
 * the purchase; default: the newest.
 */
export const rateBp = (place: PlaceCode, vatClass: VatClass = "standard", on?: Day | undefined): number => {
  const rates = ratesByCountry.get(taxPlaceOf(place))
  if (rates === undefined || vatClass === "zero") return 0
  const current = on === undefined ? rates.at(-1) : rates.findLast(({ from }) => from <= on) ?? rates[0]
  return current![vatClass]
}

/** The purchase that a tax is for, with the attributes of its cart. */
export interface TaxedPurchase extends Attributed, Destination {
  readonly lines: ReadonlyArray<ListedLine>
  /** The day on which it is made; undefined: whenever rates are those that were set last. */
  readonly on?: Day | undefined
}

export interface TaxStrategy {
  /**
   * The rate that the price of a line's goods contains, in whole basis points: from 0 to 10 000 (100 %). Shipping is
   * taxed like the goods (`Pricing.sumUp`).
   */
  readonly rateBp: (purchase: TaxedPurchase, line: ListedLine) => number
}

/** The rate of the destination for the class of the goods, on the day of the purchase. */
export const defaultStrategy: TaxStrategy = {
  rateBp: (purchase, { vatClass }) => rateBp(codeOf(purchase), vatClass, purchase.on)
}

/** The rate of a strategy for a line of a purchase. Throws where it is none. */
export const rateOf = (strategy: TaxStrategy, purchase: TaxedPurchase, line: ListedLine): number => {
  const isOwn = strategy === defaultStrategy
  const where = () => `in ${codeOf(purchase)}, of ${line.productId}`
  const rate = askStrategy(
    "Tax",
    () => isOwn ? strategy.rateBp(purchase, line) : strategy.rateBp(frozenCopy(purchase), frozenCopy(line)),
    () => `as the rate ${where()}`
  )
  if (Number.isInteger(rate) && rate >= 0 && rate <= 10_000) return rate
  throw new StrategyBroken(`Tax: a rate of ${printValue(rate)} basis points ${where()}.`)
}

/** The VAT that a gross amount contains, in minor units: `gross · rate / (1 + rate)`, rounded half up, exact. */
export const includedVat = (grossMinor: number, rateBp: number): number => fraction(grossMinor, rateBp, 10_000 + rateBp)
