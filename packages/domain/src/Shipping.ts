/**
 * The charge for shipping, and the expected day of delivery.
 *
 * The rule: one amount per zone and method, or one for each step of weight or of the goods' value. A country is of the
 * first zone that has it; of none, it is not served. A method is offered where its zone has a rate and a step takes the
 * parcel; goods without a weight weigh nothing. From a zone's value of goods on, inclusive, a method costs nothing;
 * nothing else is ever free, except that nothing is charged when nothing is bought. Countries without a carrier are not
 * served, nor are territories that have taxes of their own (`Destination`), unless a zone names them.
 *
 * All of it is a strategy: a shop may charge, serve and estimate by other rules (`ShippingStrategy`).
 *
 * Left out on purpose: sizes, and carriers, who know better where a parcel is. Follows
 * docs/specification.md#shipping-charges and docs/specification.md#strategies.
 *
 * Example: `standard` to Germany is 4.95 for goods of 49.99 and free for goods of 50.00.
 *
 * @since 1.0.0
 */
import * as Arr from "effect/Array"
import * as Schema from "effect/Schema"
import { CountryCode } from "./Address.ts"
import type { Attributed } from "./Attribute.ts"
import * as BusinessDays from "./BusinessDays.ts"
import * as Days from "./Days.ts"
import * as Destination from "./Destination.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import { LocalText } from "./Language.ts"
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
  readonly title: LocalText
  readonly description: LocalText
}

/** The methods of the policy's tariff. */
export const defaultMethods: readonly [Method, ...ReadonlyArray<Method>] = [
  {
    id: "standard",
    title: "Standard",
    description: { en: "A parcel with tracking.", de: "Ein Paket mit Sendungsverfolgung." }
  },
  {
    id: "express",
    title: "Express",
    description: {
      en: "A parcel with tracking, ahead of all others.",
      de: "Ein Paket mit Sendungsverfolgung, vor allen anderen."
    }
  }
]

const ChargeMinor = Money.AmountMinor.pipe(Schema.nonNegative())

/** A charge, and the parcels that it is for: up to a weight, and up to a value of goods, both inclusive; default: any. */
export const Step = Schema.Struct({
  chargeMinor: ChargeMinor,
  toGrams: Schema.optional(Schema.Int.pipe(Schema.positive())),
  toGoodsMinor: Schema.optional(ChargeMinor)
})
export type Step = typeof Step.Type

/** What a method costs in a zone, VAT included, in minor units, and how long its parcels take. */
export const Rate = Schema.Struct({
  /** For every parcel, or by steps: the first that takes a parcel counts, and what none takes is not sent. */
  chargeMinor: Schema.Union(ChargeMinor, Schema.NonEmptyArray(Step)),
  /** From this value of goods on, inclusive, it costs nothing. Default: it always costs. */
  freeFromMinor: Schema.optional(ChargeMinor),
  /** In business days. */
  transitDays: Schema.Int.pipe(Schema.between(0, 100))
})
export type Rate = typeof Rate.Type

/** Where rates count, and those of each method. */
export const Zone = Schema.Struct({
  /** `eu`: all countries of the EU, as far as goods and taxes go; `all`: every one. Neither has territories. */
  countries: Schema.Union(Schema.Literal("eu", "all"), Schema.NonEmptyArray(Destination.PlaceCode)),
  /** By method; at least one. What other zones have and this one has not is not offered here. */
  rates: Schema.Record({ key: Schema.String, value: Rate }).pipe(
    Schema.filter((rates) => Object.keys(rates).length > 0, { description: "a rate for at least one method" })
  )
})
export type Zone = typeof Zone.Type

/** A shop's tariff. */
export const ShippingPolicy = Schema.Struct({
  /** The destination that a cart assumes until there is an address. */
  homeCountry: CountryCode,
  zones: Schema.NonEmptyArray(Zone),
  /** Countries that are not served, although they are of a zone. */
  unserved: Schema.Array(CountryCode)
})
export type ShippingPolicy = typeof ShippingPolicy.Type

export const defaultPolicy: ShippingPolicy = {
  homeCountry: CountryCode.make("DE"),
  zones: [
    {
      countries: "eu",
      rates: {
        standard: { chargeMinor: 495, freeFromMinor: 5000, transitDays: 3 },
        express: { chargeMinor: 995, transitDays: 1 }
      }
    },
    {
      countries: "all",
      rates: { standard: { chargeMinor: 1495, transitDays: 8 }, express: { chargeMinor: 2495, transitDays: 3 } }
    }
  ],
  // Codes of uninhabited places, which no carrier serves.
  unserved: ["AQ", "BV", "GS", "HM", "TF", "UM"].map((code) => CountryCode.make(code))
}

/** This country is not served, or this part of it. */
export class DestinationNotServed extends Schema.TaggedError<DestinationNotServed>()("DestinationNotServed", {
  country: Schema.String,
  /** Of the part that is not served; null where the whole country is not. */
  postcode: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    const { country, postcode } = this
    return `Nothing can be delivered to ${postcode === null ? "" : `${postcode}, `}${country}.`
  }
}

/** No parcel with these goods goes there by this method, or by any where none was chosen. */
export class ShippingNotOffered extends Schema.TaggedError<ShippingNotOffered>()("ShippingNotOffered", {
  /** The method that was chosen; null where none was. */
  shippingMethod: Schema.NullOr(Schema.String),
  country: Schema.String,
  /** The weight of the goods. */
  grams: Schema.Number,
  /** The methods that take them there. */
  offered: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const { country, grams, offered, shippingMethod } = this
    const goods = `these goods${grams === 0 ? "" : ` (${grams} g)`} to ${country}`
    return offered.length === 0
      ? `No method of shipping takes ${goods}.`
      : `${shippingMethod} does not take ${goods}: choose ${offered.join(" or ")}.`
  }
}

/** Whether the part of a country that a postcode names is served; without one, whether any part of it is. */
export const isServed = (policy: ShippingPolicy, country: CountryCode, postcode?: string): boolean => {
  const places = postcode === undefined ? Destination.partsOf(country) : [Destination.of({ country, postcode })]
  return places.some((place) =>
    zoneOf(policy, Destination.codeOf(place)) !== undefined && !policy.unserved.includes(place.country)
  )
}

/** The zone of a country or a territory; undefined where the tariff has none. */
export const zoneOf = (
  { zones }: { readonly zones: ReadonlyArray<Zone> },
  place: Destination.PlaceCode
): Zone | undefined =>
  zones.find(({ countries }) =>
    countries === "all"
      ? !Destination.isTerritory(place)
      : countries === "eu"
      ? Vat.isEu(place)
      : countries.includes(place)
  )

/** Goods that leave in a parcel. */
export interface Parcel extends Destination.Destination {
  readonly method: ShippingMethod
}

/** A parcel, and what its goods cost after discounts, in minor units. */
export interface ValuedParcel extends Parcel {
  readonly goodsMinor: number
  /** What they weigh; default: nothing. */
  readonly grams?: number | undefined
}

/** What goods weigh. */
export const gramsOf = (lines: ReadonlyArray<Pick<ListedLine, "quantity" | "weightGrams">>): number =>
  lines.reduce((sum, { quantity, weightGrams = 0 }) => sum + quantity * weightGrams, 0)

/** The same with its goods, and the attributes of the cart. */
export interface Consignment extends ValuedParcel, Attributed {
  readonly lines: ReadonlyArray<ListedLine>
}

/**
 * The rate of a parcel: of the first zone that has its country, or else, where a strategy serves a country of none, of
 * the last. An order may have a method that the shop had before: it counts as the first.
 */
export const rateOf = (policy: ShippingPolicy, { method, ...destination }: Parcel): Rate => {
  const { rates } = zoneOf(policy, Destination.codeOf(destination)) ?? policy.zones.at(-1)!
  return (Object.hasOwn(rates, method) ? rates[method] : Object.values(rates)[0])!
}

/** The steps of a rate, of which the first that takes a parcel counts. */
export const stepsOf = ({ chargeMinor }: Pick<Rate, "chargeMinor">): Arr.NonEmptyReadonlyArray<Step> =>
  typeof chargeMinor === "number" ? [{ chargeMinor }] : chargeMinor

const stepFor = (rate: Rate, { goodsMinor, grams = 0 }: ValuedParcel): Step | undefined =>
  stepsOf(rate).find(({ toGoodsMinor = Infinity, toGrams = Infinity }) =>
    grams <= toGrams && goodsMinor <= toGoodsMinor
  )

/** Whether a method takes a parcel. One that no zone has, which a strategy may add, counts as the first. */
export const isOffered = (policy: ShippingPolicy, shipment: ValuedParcel): boolean => {
  const { method } = shipment
  const has = ({ rates }: Zone) => Object.hasOwn(rates, method)
  return (has(zoneOf(policy, Destination.codeOf(shipment)) ?? policy.zones.at(-1)!) || !policy.zones.some(has))
    && stepFor(rateOf(policy, shipment), shipment) !== undefined
}

/**
 * The charge for one shipment of goods worth `goodsMinor`, in minor units; 0 when there are no goods. What no step takes
 * costs what the last one does, until it is refused.
 */
export const shippingMinor = (policy: ShippingPolicy, shipment: ValuedParcel): number => {
  const rate = rateOf(policy, shipment)
  const { freeFromMinor = Infinity } = rate
  if (shipment.goodsMinor === 0 || shipment.goodsMinor >= freeFromMinor) return 0
  return (stepFor(rate, shipment) ?? Arr.lastNonEmpty(stepsOf(rate))).chargeMinor
}

/**
 * The day on which a parcel that leaves on a day is expected, until a carrier says more. Carriers rest when banks
 * do: at weekends and on the holidays that all of the euro area has.
 */
export const estimatedDelivery = (policy: ShippingPolicy, parcel: Parcel, leavesOn: Days.Day): Days.Day =>
  BusinessDays.addBusinessDays(leavesOn, rateOf(policy, parcel).transitDays)

/** How a shop ships. `policy` has its settings, which a strategy may do without. */
export interface ShippingStrategy {
  /** Whether the charges are those of the policy's tariff, so that pages and descriptors may show it as it is. */
  readonly isTariff: boolean
  /** The methods among which buyers choose; who chooses none gets the first. Default: those of the tariff. */
  readonly methods?: readonly [Method, ...ReadonlyArray<Method>] | undefined
  /** Without a postcode: whether any part of the country is served. */
  readonly isServed: (policy: ShippingPolicy, country: CountryCode, postcode?: string) => boolean
  /** Whether a method takes a consignment. Default: each does. */
  readonly isOffered?: ((policy: ShippingPolicy, consignment: Consignment) => boolean) | undefined
  /** The charge, VAT included, in whole minor units, 0 or more; it is not asked where there are no goods. */
  readonly shippingMinor: (policy: ShippingPolicy, consignment: Consignment) => number
  /**
   * The day on which a parcel that leaves on a day is expected: that day or a later one. Orders keep their method,
   * so it may be one that the shop had before.
   */
  readonly estimatedDelivery: (policy: ShippingPolicy, parcel: Parcel, leavesOn: Days.Day) => Days.Day
}

export const defaultStrategy: ShippingStrategy = {
  isTariff: true,
  isServed,
  isOffered,
  shippingMinor,
  estimatedDelivery
}

/** The expected day of a strategy. Throws where it is no day, or one before the parcel leaves. */
export const expectedDayOf = (
  strategy: ShippingStrategy,
  policy: ShippingPolicy,
  parcel: Parcel,
  leavesOn: Days.Day
): Days.Day => {
  const what = () => `as the day of a parcel by ${parcel.method} to ${parcel.country} that leaves on ${leavesOn}`
  const day: unknown = askStrategy("Shipping", () => strategy.estimatedDelivery(policy, parcel, leavesOn), what)
  if (isDay(day) && day >= leavesOn) return day
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
  Schema.Struct({
    id: ShippingMethod,
    title: LocalText(Schema.NonEmptyTrimmedString),
    description: LocalText(Schema.String)
  })
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

/**
 * Whether a strategy serves the part of a country that a postcode names; without one, any part. Throws where it says
 * neither.
 */
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

/** Whether a strategy sends a consignment by its method. Throws where it says neither. */
export const offers = (strategy: ShippingStrategy, policy: ShippingPolicy, consignment: Consignment): boolean => {
  const { isOffered: ask } = strategy
  if (ask === undefined) return true
  if (ask === isOffered) return isOffered(policy, consignment)
  return demandAnswer(
    () => ask(frozenCopy(policy), frozenCopy(consignment)),
    "Shipping",
    () => `${consignment.method} is offered to ${consignment.country}`
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
  if (serves(strategy, policy, country, postcode)) return undefined
  return new DestinationNotServed({ country, postcode: serves(strategy, policy, country) ? postcode : null })
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
