/**
 * The history of a product's prices, and those that are planned: which price counts at a moment, and by what a sale is
 * reduced, from the lowest price of the 30 days before it (directive 98/6/EC, article 6a; CJEU C-330/23). Moments are in
 * milliseconds since 1970. Follows docs/specification.md#price-history.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { opaque, ProductId } from "./Ids.ts"
import * as Money from "./Money.ts"

/** A planned price; a sale that has begun keeps its id. */
export const PricePlanId = opaque("PricePlanId", "prc")
export type PricePlanId = typeof PricePlanId.Type

/** A price that counted from a moment until that of the next point. */
export interface PricePoint {
  readonly at: number
  readonly priceMinor: number
  /** It was a sale's. */
  readonly isSale: boolean
}

/** A price that is to count from a moment on; a sale may end. */
export interface PricePlan {
  readonly id: PricePlanId
  readonly priceMinor: number
  readonly isSale: boolean
  readonly from: number
  /** Of sales only. */
  readonly until?: number | undefined
}

/** A sale that has begun. */
export interface Sale {
  readonly id: PricePlanId
  readonly from: number
  readonly until?: number | undefined
  /** The price after it. */
  readonly regularMinor: number
}

/** What counts now. */
export interface CurrentPrice {
  readonly priceMinor: number
  readonly sale?: Sale | undefined
}

/** By how much a sale is reduced. */
export interface Reduction {
  /** The lowest price of the 30 days before it. */
  readonly lowestMinor: number
  /** Whole per cents of that, rounded down: no more is claimed than is true. */
  readonly percent: number
}

/** The period in which the lowest price counts. */
export const referenceMillis = 30 * 86_400_000

/** The index of the point that counts at a moment, or -1. Points are in the order in which they came. */
const indexAt = (points: ReadonlyArray<PricePoint>, moment: number): number =>
  points.findLastIndex(({ at }) => at <= moment)

/** The price that counted at a moment; undefined before the first. */
export const priceAt = (points: ReadonlyArray<PricePoint>, moment: number): number | undefined =>
  points[indexAt(points, moment)]?.priceMinor

/** A sale's price as a reduction; undefined where it is less than 1 % below the lowest price before. */
export const reductionFrom = (lowestMinor: number, priceMinor: number): Reduction | undefined => {
  const percent = Money.percentBelow(lowestMinor, priceMinor)
  return percent < 1 ? undefined : { lowestMinor, percent }
}

/** The lowest price of the 30 days before a moment, of those that counted before it; undefined where it is not known. */
const lowestOf = (before: ReadonlyArray<PricePoint>, moment: number, offeredSince: number): number | undefined => {
  const since = moment - referenceMillis
  const [first] = before
  if (first === undefined || (first.at > since && first.at > offeredSince)) return undefined
  const applied = before.filter((_, i) => (before[i + 1]?.at ?? moment) > since)
  return applied.reduce((lowest, one) => Math.min(lowest, one.priceMinor), Infinity)
}

/**
 * The lowest price of the 30 days before a moment, in minor units; undefined where it is not known for all of the period,
 * or since `offeredSince` if that is later.
 */
export const lowestBefore = (
  points: ReadonlyArray<PricePoint>,
  moment: number,
  offeredSince: number
): number | undefined => lowestOf(points.filter(({ at }) => at < moment), moment, offeredSince)

/**
 * The reduction that a price is announced as at a moment; undefined for a price that is no sale's, and for a sale whose
 * lowest price before is not known for all of the period, or since `offeredSince` if that is later.
 *
 * Each lower price in a sale is a reduction of its own: that the first price before the sale may count instead
 * (article 6a(5)) is not the law everywhere.
 */
export const reductionAt = (
  points: ReadonlyArray<PricePoint>,
  moment: number,
  offeredSince: number
): Reduction | undefined => {
  let begin = indexAt(points, moment)
  const current = points[begin]
  if (current === undefined || !current.isSale) return undefined
  while (points[begin - 1]?.isSale === true && points[begin - 1]?.priceMinor === current.priceMinor) begin--
  const lowestMinor = lowestOf(points.slice(0, begin), points[begin]!.at, offeredSince)
  return lowestMinor === undefined ? undefined : reductionFrom(lowestMinor, current.priceMinor)
}

/** The end of a sale, if it is over. */
const ended = (current: CurrentPrice, now: number): CurrentPrice =>
  current.sale?.until !== undefined && current.sale.until <= now
    ? { priceMinor: current.sale.regularMinor }
    : current

/** What counts at a moment, given what counted before and what is planned. */
export const advance = (current: CurrentPrice, plans: ReadonlyArray<PricePlan>, now: number): CurrentPrice => {
  let next = current
  for (const { from, id, isSale, priceMinor, until } of plans.toSorted((a, b) => a.from - b.from)) {
    if (from > now) break
    next = ended(next, from)
    const regularMinor = next.sale?.regularMinor ?? next.priceMinor
    next = { priceMinor, sale: isSale ? { id, from, until, regularMinor } : undefined }
  }
  return ended(next, now)
}

/** When `advance` has a different result next; undefined: never. */
export const nextChange = ({ sale }: CurrentPrice, plans: ReadonlyArray<PricePlan>): number | undefined => {
  const moments = [...plans.map(({ from }) => from), ...(sale?.until === undefined ? [] : [sale.until])]
  return moments.length === 0 ? undefined : Math.min(...moments)
}

type Span = Pick<PricePlan, "from" | "until">

/**
 * The first of other plans that a plan contradicts: one that begins at the same moment, or while the other's sale lasts.
 * A sale without an end lasts until whatever begins next.
 */
export const findOverlap = <Other extends Span>(plan: Span, others: ReadonlyArray<Other>): Other | undefined =>
  others.find((other) =>
    plan.from === other.from ||
    (plan.from > other.from
      ? other.until !== undefined && plan.from < other.until
      : plan.until !== undefined && other.from < plan.until)
  )

/** The product has no such plan: none ever had this id, it was cancelled, or it has taken effect. */
export class PricePlanNotFound extends Schema.TaggedError<PricePlanNotFound>()("PricePlanNotFound", {
  productId: ProductId,
  planId: PricePlanId.claimed
}) {
  override get message(): string {
    return `Nothing is planned for ${this.productId} as ${this.planId}.`
  }
}

/** Two plans of a product contradict each other. */
export class PricePlansOverlap extends Schema.TaggedError<PricePlansOverlap>()("PricePlansOverlap", {
  productId: ProductId,
  planId: PricePlanId
}) {
  override get message(): string {
    return `${this.planId} has a price for ${this.productId} at that time: change or cancel it.`
  }
}

/** A product has as many plans as it may have. */
export class TooManyPricePlans extends Schema.TaggedError<TooManyPricePlans>()("TooManyPricePlans", {
  productId: ProductId,
  most: Schema.Int
}) {
  override get message(): string {
    return `${this.productId} has ${this.most} planned prices already.`
  }
}

/** How many prices of a product may be planned at once. */
export const mostPlans = 50
