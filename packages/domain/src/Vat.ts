/**
 * Value added tax, as it is contained in a price.
 *
 * The rule: the destination decides the rate. Everything the shop sells is taxed at the standard rate; outside the EU
 * the rate is 0. Monaco counts as France. Rates are in basis points, because Finland's 25.5 % is not a whole number of
 * per cent.
 *
 * Which rate applies is a strategy: a shop may have others (`TaxStrategy`). One rate for all of an order, because
 * credit notes, receipts and the audit count on it.
 *
 * Left out on purpose: reduced rates (cosmetics have none), businesses with a VAT number, and the taxes of territories
 * that belong to a member state and not to its VAT area (`isSpecialTerritory`): nothing is sent there. Rates are those
 * of 2026; a new rate is a changed line here. Follows docs/specification.md#vat and docs/specification.md#strategies.
 *
 * Example: 119.00 at 19 % contains 19.00 of VAT.
 *
 * @since 1.0.0
 */
import type { CountryCode } from "./Address.ts"
import type { Attributed } from "./Attribute.ts"
import { compactPostcode } from "./Country.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import { defaultLanguage, type Language } from "./Language.ts"
import type { ListedLine } from "./ListedLine.ts"
import { fraction } from "./Money.ts"
import { printValue } from "./PrintedValue.ts"
import { askStrategy, StrategyBroken } from "./StrategyBroken.ts"

/** The standard rate of each of the 27 member states, in basis points (1900 is 19 %). */
export const standardRatesBp = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  CY: 1900,
  CZ: 2100,
  DE: 1900,
  DK: 2500,
  EE: 2400,
  ES: 2100,
  FI: 2550,
  FR: 2000,
  GR: 2400,
  HR: 2500,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LT: 2100,
  LU: 1700,
  LV: 2100,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SE: 2500,
  SI: 2200,
  SK: 2300
}

/** A rate for people: `25.5%`, in German `25,5\u00a0%`. */
export const display = (rateBp: number, language: Language = defaultLanguage): string =>
  language === "de" ? `${String(rateBp / 100).replace(".", ",")}\u00a0%` : `${rateBp / 100}%`

/** A `Map`, not the object itself, which would also have `constructor`. */
const rateByCountry: ReadonlyMap<string, number> = new Map(Object.entries({
  ...standardRatesBp,
  MC: standardRatesBp.FR
}))

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
export const isEu = (country: CountryCode): boolean => rateByCountry.has(country)

/** The rate for goods sent to a country, in basis points; 0 outside the EU. */
export const rateBp = (country: CountryCode): number => rateByCountry.get(country) ?? 0

/** The purchase that a tax is for, with the attributes of its cart. */
export interface TaxedPurchase extends Attributed {
  readonly lines: ReadonlyArray<ListedLine>
  /** The destination. */
  readonly country: CountryCode
}

export interface TaxStrategy {
  /** The rate that the price of goods and shipping contains, in whole basis points: from 0 to 10 000 (100 %). */
  readonly rateBp: (purchase: TaxedPurchase) => number
}

/** The standard rate of the destination. */
export const defaultStrategy: TaxStrategy = { rateBp: ({ country }) => rateBp(country) }

/** The rate of a strategy. Throws where it is none. */
export const rateOf = (strategy: TaxStrategy, purchase: TaxedPurchase): number => {
  const where = () => `in ${purchase.country}, of ${purchase.lines.map((line) => line.productId).join(", ")}`
  const rate = askStrategy(
    "Tax",
    () => strategy.rateBp(strategy === defaultStrategy ? purchase : frozenCopy(purchase)),
    () => `as the rate ${where()}`
  )
  if (Number.isInteger(rate) && rate >= 0 && rate <= 10_000) return rate
  throw new StrategyBroken(`Tax: a rate of ${printValue(rate)} basis points ${where()}.`)
}

/** The VAT that a gross amount contains, in minor units: `gross · rate / (1 + rate)`, rounded half up, exact. */
export const includedVat = (grossMinor: number, rateBp: number): number => fraction(grossMinor, rateBp, 10_000 + rateBp)
