/**
 * Value added tax, as it is contained in a price.
 *
 * The rule: destination, class of the goods and day of the purchase decide the rate (`VatRates`); outside the EU it is
 * 0. Monaco counts as France. Rates are in basis points, because Finland's 25.5 % is not a whole number of per cent.
 * Which rate applies is a strategy: a shop may have others (`TaxStrategy`).
 *
 * Left out on purpose: businesses with a VAT number, and the taxes of territories that belong to a member state and not
 * to its VAT area (`isSpecialTerritory`): nothing is sent there. Follows docs/specification.md#vat and
 * docs/specification.md#strategies.
 *
 * Example: 119.00 at 19 % contains 19.00 of VAT.
 *
 * @since 1.0.0
 */
import { CountryCode } from "./Address.ts"
import type { Attributed } from "./Attribute.ts"
import { compactPostcode } from "./Country.ts"
import { berlinDay } from "./Days.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import { defaultLanguage, type Language } from "./Language.ts"
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
  Object.entries({ ...changes, MC: changes.FR }).map(([country, list]) => [
    country,
    list.map(([from, standard, reduced]) => ({ from, standard: toBp(standard), reduced: toBp(reduced) }))
  ])
)

/** The member states of the EU. */
export const memberStates: ReadonlyArray<CountryCode> = Object.keys(changes).map((code) => CountryCode.make(code))

/** A rate for people: `25.5%`, in German `25,5\u00a0%`. */
export const display = (rateBp: number, language: Language = defaultLanguage): string =>
  language === "de" ? `${String(rateBp / 100).replace(".", ",")}\u00a0%` : `${rateBp / 100}%`

/** A part of a country outside its VAT area, by the digits of its postcodes. */
interface Territory {
  readonly country: string
  readonly postcodes: RegExp
  /** The code under which it is a country of its own, outside the EU; absent where it has none. */
  readonly ownCountry?: string
}

const territories: ReadonlyArray<Territory> = [
  // Büsingen and Heligoland.
  { country: "DE", postcodes: /^(78266|27498)$/ },
  { country: "DK", postcodes: /^39\d\d$/, ownCountry: "GL" },
  // Las Palmas, Santa Cruz de Tenerife, Ceuta, Melilla.
  { country: "ES", postcodes: /^(35|38|51|52)/ },
  // Åland.
  { country: "FI", postcodes: /^22/, ownCountry: "AX" },
  // The overseas departments and territories, and two that were parts of one. 980 is Monaco.
  { country: "FR", postcodes: /^97133$/, ownCountry: "BL" },
  { country: "FR", postcodes: /^97150$/, ownCountry: "MF" },
  ...Object.entries({
    971: "GP",
    972: "MQ",
    973: "GF",
    974: "RE",
    975: "PM",
    976: "YT",
    984: "TF",
    986: "WF",
    987: "PF",
    988: "NC"
  }).map(([digits, ownCountry]) => ({ country: "FR", postcodes: new RegExp(`^${digits}`), ownCountry })),
  { country: "FR", postcodes: /^(97|98[4-9])/ },
  // Mount Athos.
  { country: "GR", postcodes: /^6308[67]$/ },
  // Livigno and Campione d'Italia.
  { country: "IT", postcodes: /^(23041|22061)$/ },
  // Two states with Italian postcodes.
  { country: "IT", postcodes: /^4789\d$/, ownCountry: "SM" },
  { country: "IT", postcodes: /^00120$/, ownCountry: "VA" }
]

const findTerritory = (country: CountryCode, postcode: string): Territory | undefined => {
  const digits = compactPostcode(postcode).replace(/\D/g, "")
  return territories.find((one) => one.country === country && one.postcodes.test(digits))
}

/** Whether a postcode is one of a territory outside the VAT area of its country. */
export const isSpecialTerritory = (country: CountryCode, postcode: string): boolean =>
  findTerritory(country, postcode) !== undefined

/** The code under which such a territory is a country of its own (Åland: `AX`); undefined where it has none. */
export const ownCountryOf = (country: CountryCode, postcode: string): string | undefined =>
  findTerritory(country, postcode)?.ownCountry

/** Whether a country belongs to the EU, as far as goods and taxes go. */
export const isEu = (country: CountryCode): boolean => ratesByCountry.has(country)

/**
 * The rate for goods of a class that are sent to a country, in basis points; 0 outside the EU. It is that of the day of
 * the purchase in Berlin; default: the newest.
 */
export const rateBp = (country: CountryCode, vatClass: VatClass = "standard", at?: number | undefined): number => {
  const rates = ratesByCountry.get(country)
  if (rates === undefined || vatClass === "zero") return 0
  const day = at === undefined ? undefined : berlinDay(at)
  const current = day === undefined ? rates.at(-1) : rates.findLast(({ from }) => from <= day) ?? rates[0]
  return current![vatClass]
}

/** The purchase that a tax is for, with the attributes of its cart. */
export interface TaxedPurchase extends Attributed {
  readonly lines: ReadonlyArray<ListedLine>
  /** The destination. */
  readonly country: CountryCode
  /** When it is made, in milliseconds since the epoch; undefined: whenever rates are those that were set last. */
  readonly at?: number | undefined
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
  rateBp: ({ at, country }, { vatClass }) => rateBp(country, vatClass, at)
}

/** The rate of a strategy for a line of a purchase. Throws where it is none. */
export const rateOf = (strategy: TaxStrategy, purchase: TaxedPurchase, line: ListedLine): number => {
  const isOwn = strategy === defaultStrategy
  const where = () => `in ${purchase.country}, of ${line.productId}`
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
