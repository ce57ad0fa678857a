/**
 * Value added tax, as it is contained in a price.
 *
 * The rule: the destination decides the rate. Everything the shop sells is taxed at the standard rate; outside the EU
 * the rate is 0. Monaco counts as France. Rates are in basis points, because Finland's 25.5 % is not a whole number of
 * per cent.
 *
 * Which rate applies is a strategy: a shop may have others (`TaxStrategy`). One rate for all of an order, because credit
 * notes, receipts and the audit count on it.
 *
 * Left out on purpose: reduced rates (cosmetics have none), businesses with a VAT number, and the taxes of territories
 * that belong to a member state and not to its VAT area (`isSpecialTerritory`): nothing is sent there. Rates are those of 2026; a new rate is a changed line here. Follows docs/specification.md#vat and
 * docs/specification.md#strategies.
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
import { print, StrategyBroken } from "./StrategyBroken.ts"

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

/**
 * Territories outside the VAT area of their country, by the digits of their postcodes. Those that have a country code
 * (Åland is `AX`, Réunion `RE`) are outside the EU by it; by the code of their country they are meant all the same.
 */
const specialTerritories: ReadonlyMap<string, RegExp> = new Map([
  // Büsingen and Heligoland.
  ["DE", /^(78266|27498)$/],
  // Greenland.
  ["DK", /^39\d\d$/],
  // Las Palmas, Santa Cruz de Tenerife, Ceuta, Melilla.
  ["ES", /^(35|38|51|52)/],
  // Åland.
  ["FI", /^22/],
  // The overseas departments and territories. 980 is Monaco.
  ["FR", /^(97|98[4-9])/],
  // Mount Athos.
  ["GR", /^63086$/],
  // Livigno and Campione d'Italia.
  ["IT", /^(23041|22061)$/]
])

/** Whether a postcode is one of a territory outside the VAT area of its country. */
export const isSpecialTerritory = (country: CountryCode, postcode: string): boolean =>
  specialTerritories.get(country)?.test(compactPostcode(postcode).replace(/\D/g, "")) === true

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
  const rate = strategy.rateBp(strategy === defaultStrategy ? purchase : frozenCopy(purchase))
  if (Number.isInteger(rate) && rate >= 0 && rate <= 10_000) return rate
  throw new StrategyBroken(
    `Tax: a rate of ${print(rate)} basis points in ${purchase.country}, of ${
      purchase.lines.map((line) => line.productId).join(", ")
    }.`
  )
}

/** The VAT that a gross amount contains, in minor units: `gross · rate / (1 + rate)`, rounded half up, exact. */
export const includedVat = (grossMinor: number, rateBp: number): number => fraction(grossMinor, rateBp, 10_000 + rateBp)
