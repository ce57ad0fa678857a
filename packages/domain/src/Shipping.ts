/**
 * The charge for shipping, and the expected day of delivery.
 *
 * The rule: one amount per zone and method. Within the EU, `standard` is free from a certain value of goods on,
 * inclusive; nothing else is ever free, except that nothing is charged when nothing is bought. Countries without a
 * carrier are not served.
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
import type { ListedLine } from "./ListedLine.ts"
import * as Money from "./Money.ts"
import { StrategyBroken } from "./StrategyBroken.ts"
import * as Vat from "./Vat.ts"

export const ShippingMethod = Schema.Literal("standard", "express")
export type ShippingMethod = typeof ShippingMethod.Type

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

/** This country is not served. */
export class DestinationNotServed extends Schema.TaggedError<DestinationNotServed>()("DestinationNotServed", {
  country: Schema.String
}) {
  override get message(): string {
    return `Nothing can be delivered to ${this.country}.`
  }
}

/** Whether a country is served. */
export const isServed = (policy: ShippingPolicy, country: CountryCode): boolean => !policy.unserved.includes(country)

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
  if (!Vat.isEu(shipment.country)) return policy.elsewhereMinor[shipment.method]
  const isFree = shipment.method === "standard" && shipment.goodsMinor >= policy.freeFromMinor
  return isFree ? 0 : policy.euMinor[shipment.method]
}

/** Business days in transit. */
const transitDays = { eu: { standard: 3, express: 1 }, elsewhere: { standard: 8, express: 3 } }

/**
 * The day on which a parcel that leaves at a moment is expected, until a carrier says more. Carriers rest when banks
 * do: at weekends and on the holidays that all of the euro area has.
 */
export const estimatedDelivery = (parcel: Parcel, leavesAt: number): Days.Day =>
  BusinessDays.addBusinessDays(
    Days.berlinDay(leavesAt),
    (Vat.isEu(parcel.country) ? transitDays.eu : transitDays.elsewhere)[parcel.method]
  )

/** How a shop ships. `policy` has its settings, which a strategy may do without. */
export interface ShippingStrategy {
  /** Whether the charges are those of the policy's tariff, so that pages and descriptors may show it as it is. */
  readonly isTariff: boolean
  readonly isServed: (policy: ShippingPolicy, country: CountryCode) => boolean
  /** The charge, VAT included, in whole minor units, 0 or more; it is not asked where there are no goods. */
  readonly shippingMinor: (policy: ShippingPolicy, consignment: Consignment) => number
  /** The day on which a parcel that leaves at a moment is expected: that day or a later one. */
  readonly estimatedDelivery: (parcel: Parcel, leavesAt: number) => Days.Day
}

export const defaultStrategy: ShippingStrategy = { isTariff: true, isServed, shippingMinor, estimatedDelivery }

/** The charge of a strategy; 0 when there are no goods. Throws where it is no charge. */
export const chargeOf = (strategy: ShippingStrategy, policy: ShippingPolicy, consignment: Consignment): number => {
  if (consignment.goodsMinor === 0) return 0
  const charge = strategy.shippingMinor(policy, consignment)
  if (Number.isSafeInteger(charge) && charge >= 0 && charge <= Money.maxAmountMinor) return charge
  throw new StrategyBroken(`Shipping: a charge of ${charge} minor units.`)
}
