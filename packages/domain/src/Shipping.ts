/**
 * The charge for shipping, and the expected day of delivery.
 *
 * The rule: one amount per zone and method. Within the EU, `standard` is free from a certain value of goods on,
 * inclusive; nothing else is ever free, except that nothing is charged when nothing is bought. Countries without a
 * carrier are not served, nor are territories that have taxes of their own (`Vat`).
 *
 * All of it is a strategy: a shop may charge, serve and estimate by other rules (`ShippingStrategy`).
 *
 * Left out on purpose: weight, and carriers, who know better where a parcel is. Follows
 * docs/specification.md#shipping-charges and docs/specification.md#strategies.
 *
 * Example: `standard` to Germany is 4.95 for goods of 49.99 and free for goods of 50.00.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { CountryCode } from "./Address.ts"
import type { Attributed } from "./Attribute.ts"
import * as BusinessDays from "./BusinessDays.ts"
import * as Days from "./Days.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import type { ListedLine } from "./ListedLine.ts"
import * as Money from "./Money.ts"
import { printValue } from "./PrintedValue.ts"
import { askStrategy, demandAnswer, StrategyBroken } from "./StrategyBroken.ts"
import * as Vat from "./Vat.ts"

/** A method of shipping by its id. Which there are is the shop's own (`ShippingStrategy.methods`). */
export const ShippingMethod = Schema.String.pipe(
  Schema.maxLength(40),
  Schema.pattern(/^[a-z0-9]+([-_][a-z0-9]+)*$/, { description: "a method of shipping" })
)
export type ShippingMethod = typeof ShippingMethod.Type

/** A method of shipping as buyers choose it. */
export interface Method {
  readonly id: ShippingMethod
  readonly title: string
  readonly description: string
}

const tariffMethods = ["standard", "express"] as const
type TariffMethod = (typeof tariffMethods)[number]

/** The methods of the policy's tariff. */
export const defaultMethods: readonly [Method, ...ReadonlyArray<Method>] = [
  { id: "standard", title: "Standard", description: "A parcel with tracking." },
  { id: "express", title: "Express", description: "A parcel with tracking, ahead of all others." }
]

const ChargeMinor = Money.AmountMinor.pipe(Schema.nonNegative())
const TariffMinor = Schema.Struct({ standard: ChargeMinor, express: ChargeMinor })

/** A shop's shipping charges, VAT included, in minor units. */
export const ShippingPolicy = Schema.Struct({
  /** The destination that a cart assumes until there is an address. */
  homeCountry: CountryCode,
  euMinor: TariffMinor,
  elsewhereMinor: TariffMinor,
  /** From this value of goods on, inclusive, `standard` within the EU is free. */
  freeFromMinor: ChargeMinor,
  /** Countries that are not served. */
  unserved: Schema.Array(CountryCode)
})
export type ShippingPolicy = typeof ShippingPolicy.Type

export const defaultPolicy: ShippingPolicy = {
  homeCountry: CountryCode.make("DE"),
  euMinor: { standard: 495, express: 995 },
  elsewhereMinor: { standard: 1495, express: 2495 },
  freeFromMinor: 5000,
  // Codes of uninhabited places, which no carrier serves.
  unserved: ["AQ", "BV", "GS", "HM", "TF", "UM"].map((code) => CountryCode.make(code))
}

/** This country is not served, or this part of it. */
export class DestinationNotServed extends Schema.TaggedError<DestinationNotServed>()("DestinationNotServed", {
  country: Schema.String,
  /** Of the part that is not served; null where the whole country is not. */
  postcode: Schema.NullOr(Schema.String),
  /** The code under which that part is a country of its own that is served; null where it is none. */
  ownCountry: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    const { country, ownCountry, postcode } = this
    return `Nothing can be delivered to ${postcode === null ? "" : `${postcode}, `}${country}.${
      ownCountry === null ? "" : ` Send it to the country ${ownCountry}.`
    }`
  }
}

/** Whether a country is served, and the part of it that a postcode names. */
export const isServed = (policy: ShippingPolicy, country: CountryCode, postcode = ""): boolean =>
  !policy.unserved.includes(country) && !Vat.isSpecialTerritory(country, postcode)

/** Goods that leave in a parcel. */
export interface Parcel {
  readonly method: ShippingMethod
  readonly country: CountryCode
}

/** A parcel, and what its goods cost after discounts, in minor units. */
export interface ValuedParcel extends Parcel {
  readonly goodsMinor: number
}

/** The same with its goods, and the attributes of the cart. */
export interface Consignment extends ValuedParcel, Attributed {
  readonly lines: ReadonlyArray<ListedLine>
}

/** The charge for one shipment of goods worth `goodsMinor`, in minor units; 0 when there are no goods. */
export const shippingMinor = (policy: ShippingPolicy, shipment: ValuedParcel): number => {
  if (shipment.goodsMinor === 0) return 0
  const method = tariffMethodOf(shipment)
  if (!Vat.isEu(shipment.country)) return policy.elsewhereMinor[method]
  const isFree = method === "standard" && shipment.goodsMinor >= policy.freeFromMinor
  return isFree ? 0 : policy.euMinor[method]
}

/** Whether `standard` within the EU costs nothing, whatever the goods are worth. */
export const isStandardFree = ({ euMinor, freeFromMinor }: ShippingPolicy): boolean =>
  euMinor.standard === 0 || freeFromMinor === 0

/** An order may have a method that the shop had before: it counts as `standard`. */
const tariffMethodOf = ({ method }: Parcel): TariffMethod => tariffMethods.find((one) => one === method) ?? "standard"

/** How many business days a parcel takes. */
export const transitDays = { eu: { standard: 3, express: 1 }, elsewhere: { standard: 8, express: 3 } }

/**
 * The day on which a parcel that leaves at a moment is expected, until a carrier says more. Carriers rest when banks
 * do: at weekends and on the holidays that all of the euro area has.
 */
export const estimatedDelivery = (parcel: Parcel, leavesAt: number): Days.Day =>
  BusinessDays.addBusinessDays(
    Days.berlinDay(leavesAt),
    (Vat.isEu(parcel.country) ? transitDays.eu : transitDays.elsewhere)[tariffMethodOf(parcel)]
  )

/** How a shop ships. `policy` has its settings, which a strategy may do without. */
export interface ShippingStrategy {
  /** Whether the charges are those of the policy's tariff, so that pages and descriptors may show it as it is. */
  readonly isTariff: boolean
  /** The methods among which buyers choose; who chooses none gets the first. Default: those of the tariff. */
  readonly methods?: readonly [Method, ...ReadonlyArray<Method>] | undefined
  /** Without a postcode: whether the country is served at all. */
  readonly isServed: (policy: ShippingPolicy, country: CountryCode, postcode?: string) => boolean
  /** The charge, VAT included, in whole minor units, 0 or more; it is not asked where there are no goods. */
  readonly shippingMinor: (policy: ShippingPolicy, consignment: Consignment) => number
  /**
   * The day on which a parcel that leaves at a moment is expected: that day or a later one. Orders keep their method,
   * so it may be one that the shop had before.
   */
  readonly estimatedDelivery: (parcel: Parcel, leavesAt: number) => Days.Day
}

export const defaultStrategy: ShippingStrategy = { isTariff: true, isServed, shippingMinor, estimatedDelivery }

/** The expected day of a strategy. Throws where it is no day, or one before the parcel leaves. */
export const expectedDayOf = (strategy: ShippingStrategy, parcel: Parcel, leavesAt: number): Days.Day => {
  const what = () =>
    `as the day of a parcel by ${parcel.method} to ${parcel.country} that leaves on ${Days.berlinDay(leavesAt)}`
  const day: unknown = askStrategy("Shipping", () => strategy.estimatedDelivery(parcel, leavesAt), what)
  if (isDay(day) && day >= Days.berlinDay(leavesAt)) return day
  throw new StrategyBroken(`Shipping: ${printValue(day)} ${what()}.`)
}
const isDay = Schema.is(Days.Day)

/** The methods of a strategy. Throws where they are no list, two have one id, one lacks a text, or an id has another form. */
export const methodsOf = (
  { methods = defaultMethods }: Pick<ShippingStrategy, "methods">
): readonly [Method, ...ReadonlyArray<Method>] => {
  if (methods === defaultMethods) return methods
  const areMethods = Array.isArray(methods) && methods.length > 0 && methods.every(isMethod)
  if (areMethods && new Set(methods.map(({ id }) => id)).size === methods.length) return methods
  throw new StrategyBroken(`Shipping: the methods ${printValue(methods)}.`)
}
const isMethod = Schema.is(
  Schema.Struct({ id: ShippingMethod, title: Schema.NonEmptyTrimmedString, description: Schema.String })
)

/** The ids of a strategy's methods. */
export const methodIdsOf = (
  strategy: Pick<ShippingStrategy, "methods">
): readonly [ShippingMethod, ...ReadonlyArray<ShippingMethod>] => {
  const [first, ...others] = methodsOf(strategy)
  return [first.id, ...others.map(({ id }) => id)]
}

/** The method that somebody chose, or the first where they chose none, or one that there is no longer. */
export const methodChosen = (strategy: Pick<ShippingStrategy, "methods">, chosen?: ShippingMethod): ShippingMethod => {
  const ids = methodIdsOf(strategy)
  return chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]
}

/** A method by its id, also one that the shop no longer has. */
export const methodOf = (strategy: Pick<ShippingStrategy, "methods">, id: ShippingMethod): Method =>
  methodsOf(strategy).find((one) => one.id === id) ?? { id, title: id, description: "" }

/** Whether a strategy serves a country, and the part of it that a postcode names. Throws where it says neither. */
export const serves = (
  strategy: ShippingStrategy,
  policy: ShippingPolicy,
  country: CountryCode,
  postcode?: string
): boolean => {
  if (strategy === defaultStrategy) return isServed(policy, country, postcode)
  return demandAnswer(
    () => strategy.isServed(frozenCopy(policy), country, postcode),
    "Shipping",
    () => `${postcode === undefined ? "" : `${postcode}, `}${country} is served`
  )
}

/** Whether pages and descriptors may show the policy's tariff. Throws where a strategy says neither. */
export const showsTariff = ({ isTariff }: Pick<ShippingStrategy, "isTariff">): boolean =>
  demandAnswer(() => isTariff, "Shipping", () => "the charges are the tariff's")

/** The refusal of an address that a strategy does not serve; undefined where it does. */
export const refusalOf = (
  strategy: ShippingStrategy,
  policy: ShippingPolicy,
  { country, postcode }: { readonly country: CountryCode; readonly postcode: string }
): DestinationNotServed | undefined => {
  if (!serves(strategy, policy, country)) {
    return new DestinationNotServed({ country, postcode: null, ownCountry: null })
  }
  if (serves(strategy, policy, country, postcode)) return undefined
  const own = Vat.ownCountryOf(country, postcode)
  const ownCountry = own !== undefined && serves(strategy, policy, CountryCode.make(own), postcode) ? own : null
  return new DestinationNotServed({ country, postcode, ownCountry })
}

/** The charge of a strategy; 0 when there are no goods. Throws where it is no charge. */
export const chargeOf = (strategy: ShippingStrategy, policy: ShippingPolicy, consignment: Consignment): number => {
  if (consignment.goodsMinor === 0) return 0
  const { country, lines, method } = consignment
  const where = () => `by ${method} to ${country}, of ${lines.map((line) => line.productId).join(", ")}`
  const charge = strategy === defaultStrategy
    ? strategy.shippingMinor(policy, consignment)
    : askStrategy(
      "Shipping",
      () => strategy.shippingMinor(frozenCopy(policy), frozenCopy(consignment)),
      () => `as the charge ${where()}`
    )
  if (Number.isSafeInteger(charge) && charge >= 0 && charge <= Money.maxAmountMinor) return charge
  throw new StrategyBroken(`Shipping: a charge of ${printValue(charge)} minor units ${where()}.`)
}
