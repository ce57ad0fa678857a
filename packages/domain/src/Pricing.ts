/**
 * Prices a purchase: the one place that adds amounts up to a total, and multiplies a quantity by a price. Every sum is
 * exact: lines and shipping to the total, net and VAT to gross. VAT is rounded once, on the gross of a rate, then split
 * by largest remainder; leftover cents go by product id, to shipping last. Follows docs/specification.md#pricing,
 * docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import type { Attributed } from "./Attribute.ts"
import type { Day } from "./Days.ts"
import type { Destination } from "./Destination.ts"
import * as Discount from "./Discount.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import { ProductId } from "./Ids.ts"
import * as Money from "./Money.ts"
import type { Owner } from "./Principal.ts"
import * as Promotion from "./Promotion.ts"
import * as Shipping from "./Shipping.ts"
import * as Vat from "./Vat.ts"

export const PricedLine = Schema.Struct({
  productId: ProductId,
  quantity: Schema.Int,
  unitPriceMinor: Money.AmountMinor,
  /** The price of all units at the unit price. */
  listMinor: Money.AmountMinor,
  /** The discount on it, from 0 to `listMinor`. */
  discountMinor: Money.AmountMinor,
  /** `listMinor − discountMinor`: the amount that is paid for the line. */
  lineTotalMinor: Money.AmountMinor,
  /** In basis points. */
  rateBp: Schema.Int,
  /** This line's share of the VAT of its rate; contained in `lineTotalMinor`. */
  vatMinor: Money.AmountMinor
})
export type PricedLine = typeof PricedLine.Type

/** One line of a receipt's VAT table; `netMinor + vatMinor = grossMinor`. */
export const VatPerRate = Schema.Struct({
  rateBp: Schema.Int,
  netMinor: Money.AmountMinor,
  vatMinor: Money.AmountMinor,
  grossMinor: Money.AmountMinor
})
export type VatPerRate = typeof VatPerRate.Type

/** A priced cart. All amounts include VAT unless the name says net. */
export const Priced = Schema.Struct({
  currency: Money.Currency,
  /** In the given order. */
  lines: Schema.Array(PricedLine),
  subtotalMinor: Money.AmountMinor,
  shippingMinor: Money.AmountMinor,
  /** Shipping's share of the VAT; contained in `shippingMinor`. */
  shippingVatMinor: Money.AmountMinor,
  totalMinor: Money.AmountMinor,
  /** An entry for each rate of which something costs anything, the highest first. */
  vat: Schema.Array(VatPerRate)
})
export type Priced = typeof Priced.Type
/** The sums of a priced cart, without its lines. */
export type Sums = Pick<Priced, "currency" | "subtotalMinor" | "shippingMinor" | "totalMinor" | "vat">

/** Whether some of a total is VAT: none is where the rate is 0. */
export const containsVat = ({ vat }: Pick<Priced, "vat">): boolean => vat.some(({ vatMinor }) => vatMinor > 0)

/** Units of a product at a price, VAT included, in minor units. */
export interface Line {
  readonly productId: ProductId
  readonly quantity: number
  readonly unitPriceMinor: number
  /** The discount on all of them together, from 0 to their list amount; default: none. */
  readonly discountMinor?: number | undefined
  /** In basis points. */
  readonly rateBp: number
}

/** A purchase at list prices, with the attributes of its cart, and the shop's settings. */
export interface Purchase extends Attributed, Destination {
  /** A product stands in one line. */
  readonly lines: ReadonlyArray<Discount.ListedLine>
  readonly method: Shipping.ShippingMethod
  /** The buyer; default: nobody that is known. */
  readonly owner?: Owner | undefined
  /** Codes of discounts; default: none. */
  readonly codes?: ReadonlyArray<string> | undefined
  /** Those that it may have; default: none. */
  readonly promotions?: Promotion.Offered | undefined
  /** Default: euros. */
  readonly currency?: Money.Currency | undefined
  /** The day on which it is made; default: whenever rates are those that were set last. */
  readonly on?: Day | undefined
  readonly policy: Shipping.ShippingPolicy
}

/** What a shop decides about prices. */
export interface PricingStrategies {
  readonly discounts: Discount.DiscountStrategy
  readonly shipping: Shipping.ShippingStrategy
  readonly tax: Vat.TaxStrategy
}

export const defaultStrategies: PricingStrategies = {
  discounts: Discount.defaultStrategy,
  shipping: Shipping.defaultStrategy,
  tax: Vat.defaultStrategy
}

const isDefault = ({ discounts, shipping, tax }: PricingStrategies): boolean =>
  discounts === Discount.defaultStrategy && shipping === Shipping.defaultStrategy && tax === Vat.defaultStrategy

const nobody: Owner = { principal: "", shopper: "" }

/** A priced purchase, and what became of the promotions that it may have had. */
export interface PricedPurchase extends Priced {
  readonly promotions: Omit<Promotion.Outcome, "discountsMinor">
}

/** A purchase as a strategy of shipping sees it, with the discounts on its lines, before promotions. */
const consign = (purchase: Purchase, strategies: PricingStrategies) => {
  const { attributes, codes = [], country, method, owner = nobody, territory } = purchase
  // Once for all strategies, which would copy what is not frozen.
  const lines = isDefault(strategies) ? purchase.lines : frozenCopy(purchase.lines)
  const discounts = Discount.discountsOf(strategies.discounts, { lines, country, method, owner, codes, attributes })
  const amounts = purchase.lines.map((line, n) => line.quantity * line.unitPriceMinor - discounts[n]!)
  const goodsMinor = amounts.reduce((sum, amount) => sum + amount, 0)
  const grams = Shipping.gramsOf(lines)
  return { discounts, amounts, consignment: { method, country, territory, goodsMinor, grams, lines, attributes } }
}

/** Prices a purchase. Total for quantities from `Cart.Quantity` and prices from `Catalog.PriceMinor`. */
export const price = (purchase: Purchase, strategies: PricingStrategies = defaultStrategies): PricedPurchase => {
  const { attributes, country, currency = Money.defaultCurrency, on, policy, territory } = purchase
  const { amounts, consignment, discounts } = consign(purchase, strategies)
  const listedLines = consignment.lines
  // Of what the goods cost before promotions, so that none of them makes a purchase dearer.
  const chargeMinor = Shipping.chargeOf(strategies.shipping, policy, consignment)
  const { discountsMinor, ...promotions } = Promotion.apply(purchase.promotions ?? Promotion.nothingOffered, {
    country,
    lines: purchase.lines.map((line, n) => ({ ...line, amountMinor: amounts[n]! })),
    shippingMinor: chargeMinor
  })
  const lines = purchase.lines.map(({ productId, quantity, unitPriceMinor }, n) => ({
    productId,
    quantity,
    unitPriceMinor,
    discountMinor: discounts[n]! + discountsMinor[n]!
  }))
  const shippingMinor = promotions.freesShipping ? 0 : chargeMinor
  const taxed = { country, territory, lines: listedLines, attributes, on }
  const rated = lines.map((line, n) => ({ ...line, rateBp: Vat.rateOf(strategies.tax, taxed, listedLines[n]!) }))
  return { ...sumUp({ lines: rated, shippingMinor, currency }), promotions }
}

/** Whether a purchase can be sent by its method. */
const isOffered = (purchase: Purchase, strategies: PricingStrategies): boolean =>
  Shipping.offers(strategies.shipping, purchase.policy, consign(purchase, strategies).consignment)

/**
 * The method by which a purchase is sent: the one that was chosen, or else the first of those that take it; undefined
 * where none does.
 */
export const methodFor = (
  { method, ...purchase }: Omit<Purchase, "method"> & { readonly method?: Shipping.ShippingMethod | undefined },
  strategies: PricingStrategies = defaultStrategies
): Shipping.ShippingMethod | undefined => {
  const ids = Shipping.methodIdsOf(strategies.shipping)
  return [...ids.filter((id) => id === method), ...ids].find((id) => isOffered({ ...purchase, method: id }, strategies))
}

/** What the shipping of a purchase costs by each method that takes it, after the discounts that go with the method. */
export const compareMethods = (
  purchase: Omit<Purchase, "method">,
  strategies: PricingStrategies = defaultStrategies
): ReadonlyArray<{ readonly method: Shipping.Method; readonly shippingMinor: number }> =>
  Shipping.methodsOf(strategies.shipping)
    .filter(({ id }) => isOffered({ ...purchase, method: id }, strategies))
    .map((method) => ({
      method,
      shippingMinor: price({ ...purchase, method: method.id }, strategies).shippingMinor
    }))

/** A purchase whose discounts, charge for shipping and rates are known. */
export interface KnownPurchase {
  /** A product stands in one line; if it stands in two, quantity, price and discount tell them apart. */
  readonly lines: ReadonlyArray<Line>
  readonly shippingMinor: number
  /** Default: euros. */
  readonly currency?: Money.Currency | undefined
}

/** Adds a purchase up. */
export const sumUp = ({ currency = Money.defaultCurrency, lines, shippingMinor }: KnownPurchase): Priced => {
  const lists = lines.map((line) => line.quantity * line.unitPriceMinor)
  const lineTotals = lines.map(({ discountMinor = 0 }, index) => lists[index]! - discountMinor)
  const subtotalMinor = lineTotals.reduce((sum, amount) => sum + amount, 0)
  const rates = taxOf(lines, subtotalMinor === 0 ? lists : lineTotals, lineTotals, shippingMinor)
  const lineVat = new Map(rates.flatMap(({ lineVat }) => lineVat))
  return {
    currency,
    lines: lines.map(({ discountMinor = 0, productId, quantity, rateBp, unitPriceMinor }, index) => ({
      productId,
      quantity,
      unitPriceMinor,
      listMinor: lists[index]!,
      discountMinor,
      lineTotalMinor: lineTotals[index]!,
      rateBp,
      vatMinor: lineVat.get(index)!
    })),
    subtotalMinor,
    shippingMinor,
    shippingVatMinor: rates.reduce((sum, rate) => sum + rate.shippingVatMinor, 0),
    totalMinor: subtotalMinor + shippingMinor,
    vat: rates.flatMap(({ grossMinor, rateBp, vatMinor }) =>
      grossMinor === 0 ? [] : [{ rateBp, netMinor: grossMinor - vatMinor, vatMinor, grossMinor }]
    )
  }
}

/**
 * The VAT of each rate, the highest first, with the shares of its lines, by their positions, and of its part of
 * shipping. `values` say in which proportion goods bear the shipping.
 */
const taxOf = (
  lines: ReadonlyArray<Line>,
  values: ReadonlyArray<number>,
  lineTotals: ReadonlyArray<number>,
  shippingMinor: number
) => {
  const ranked = rank(lines)
  const rates = [...new Set(lines.map(({ rateBp }) => rateBp))].toSorted((a, b) => b - a).map((rateBp) => {
    const positions = ranked.filter((index) => lines[index]!.rateBp === rateBp)
    return { rateBp, positions, valueMinor: positions.reduce((sum, index) => sum + values[index]!, 0) }
  })
  const shipping = Money.split(shippingMinor, rates.map(({ valueMinor }) => valueMinor))
  return rates.map(({ positions, rateBp }, n) => {
    const weights = [...positions.map((index) => lineTotals[index]!), shipping[n]!]
    const grossMinor = weights.reduce((sum, amount) => sum + amount, 0)
    const vatMinor = Vat.includedVat(grossMinor, rateBp)
    const shares = Money.split(vatMinor, weights)
    return {
      rateBp,
      grossMinor,
      vatMinor,
      lineVat: positions.map((index, position) => [index, shares[position]!] as const),
      shippingVatMinor: shares[positions.length]!
    }
  })
}

/** The part of the shipping in a purchase that each of its rates has, in the order of `vat`. */
export const shippingOfRates = (
  { lines, vat }: {
    readonly lines: ReadonlyArray<Pick<PricedLine, "rateBp" | "lineTotalMinor">>
    readonly vat: ReadonlyArray<VatPerRate>
  }
): ReadonlyArray<number> =>
  vat.map(({ grossMinor, rateBp }) =>
    lines.reduce((rest, line) => line.rateBp === rateBp ? rest - line.lineTotalMinor : rest, grossMinor)
  )

/** The positions of the lines in the order in which leftover cents are assigned. */
const rank = (lines: ReadonlyArray<Line>): ReadonlyArray<number> =>
  lines.map((_, index) => index).sort((a, b) => compare(lines[a]!, lines[b]!))

/** By code unit, not by locale: the same on every machine. */
const compare = (a: Line, b: Line): number => {
  if (a.productId !== b.productId) return a.productId < b.productId ? -1 : 1
  return a.quantity - b.quantity || a.unitPriceMinor - b.unitPriceMinor
    || (a.discountMinor ?? 0) - (b.discountMinor ?? 0) || b.rateBp - a.rateBp
}
