/**
 * The units that unpaid checkouts keep from other shoppers, for how long, and the limits of one holder. A reservation
 * that was paid counts no more; one that ended unpaid counts for a day as long as it lasted. A refusal says when the
 * same checkout passes, or that it never will. Locking is left out. Follows docs/specification.md#unpaid-checkouts.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { SessionPolicy } from "./CheckoutSession.ts"
import { type Claimed, ProductId } from "./Ids.ts"
import { HolderName, LimitName } from "./ReservationLimit.ts"
import { availability } from "./Stock.ts"

const minute = 60_000
const hour = 60 * minute

/** The limits of every holder, inclusive. */
export interface Limits {
  /** Checkouts that wait for payment at once. */
  readonly sessions: number
  /** Units of one product in them. */
  readonly unitsPerProduct: number
  /** How long units of a product of which few are left may be reserved in any day. The same moment counts once. */
  readonly lastUnitsMillis: number
}

/** The shop's limits: docs/specification.md#unpaid-checkouts. */
export const defaultLimits: Limits = { sessions: 100, unitsPerProduct: 40, lastUnitsMillis: 2 * hour }

/** Whether few units of a product, or none, are left for others. */
export const isNearlyGone = (unitsLeft: number): boolean => availability(unitsLeft) !== "in_stock"

/** How long a checkout keeps its units unpaid, by how many of each of its products are left for others. */
export const lifetimeMillis = (policy: SessionPolicy, unitsLeft: ReadonlyArray<number>): number =>
  unitsLeft.some(isNearlyGone) ? Math.min(policy.lifetimeMillis, policy.lastUnitsMillis) : policy.lifetimeMillis

/** The span in which time is added up. */
export const dayMillis = 24 * hour

export interface Units {
  readonly productId: ProductId
  readonly quantity: number
}

/** What a checkout reserves that is not paid, or reserved until it ended unpaid. */
export interface Reservation {
  /** Each product once. */
  readonly units: ReadonlyArray<Units>
  readonly from: number
  /** When it ended; while it is live, when its time is over. */
  readonly until: number
  /** The end of the time that counts for a day: while a payment is being decided, another than `until`. */
  readonly countsUntil: number
  /** Whether it still keeps its units. */
  readonly live: boolean
}

/** A checkout that is to reserve something from now on. */
export interface WantedReservation {
  /** Each product once. */
  readonly units: ReadonlyArray<Units>
  readonly forMillis: number
  /** Products of which few are left once it has its units. */
  readonly nearlyGone: ReadonlySet<ProductId>
}

/** A holder by its name in refusals, with all that counts for it. */
export interface Account {
  readonly of: HolderName
  readonly reservations: ReadonlyArray<Reservation>
}

const subject: { readonly [of in HolderName]: string } = {
  shopper: "You",
  network: "All who shop from your network together",
  agent: "This agent"
}

const toMinutes = (millis: number): number => Math.ceil(millis / minute)

const facts = {
  limit: LimitName,
  of: HolderName,
  /** The product, where the limit is for each. */
  productId: Schema.NullOr(ProductId.claimed)
}

/** The amount of a limit, in words. */
const describeAmount = (
  { limit, productId }: { readonly limit: LimitName; readonly productId: Claimed<ProductId> | null },
  amount: number
): string => {
  switch (limit) {
    case "sessions":
      return amount === 1 ? "1 checkout" : `${amount} checkouts`
    case "unitsPerProduct":
      return `${amount} of ${productId}`
    case "lastUnitsTime":
      return `the last of ${productId} for ${toMinutes(amount)} minutes a day`
  }
}

/** A checkout is larger than its buyer may leave unpaid at once: waiting does not help. */
export class UnpaidOrderTooLarge extends Schema.TaggedError<UnpaidOrderTooLarge>()("UnpaidOrderTooLarge", {
  ...facts,
  /** In units, sessions or milliseconds, as the limit is. */
  requestedAmount: Schema.Int,
  allowedAmount: Schema.Int
}) {
  /** For people and programs outside: time in minutes. */
  private outside(amount: number): number {
    return this.limit === "lastUnitsTime" ? toMinutes(amount) : amount
  }

  get requested(): number {
    return this.outside(this.requestedAmount)
  }

  get allowed(): number {
    return this.outside(this.allowedAmount)
  }

  override get message(): string {
    const [requested, allowed] = [this.requestedAmount, this.allowedAmount].map((amount) =>
      describeAmount(this, amount)
    )
    return `${subject[this.of]} may leave at most ${allowed} unpaid at once; this would be ${requested}. `
      + "Check out with less, pay, and then buy the rest."
  }
}

/** Too much is unpaid, or was for too long in the last day: the same checkout passes later. */
export class UnpaidLimitReached extends Schema.TaggedError<UnpaidLimitReached>()("UnpaidLimitReached", {
  ...facts,
  allowedAmount: Schema.Int,
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    const minutes = Math.ceil(this.retryAfterSeconds / 60)
    const later = `or try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`
    const who = subject[this.of]
    return this.limit === "lastUnitsTime"
      ? `${who} kept the last of ${this.productId} unpaid for as long as may be in 24 hours. `
        + `Pay for a checkout that waits, ${later}`
      : `${who} may leave at most ${describeAmount(this, this.allowedAmount)} unpaid at once. `
        + `Pay for a checkout that waits, cancel its order, ${later}`
  }
}

/** One limit at one moment. */
interface Measure {
  readonly limit: LimitName
  readonly productId: ProductId | null
  readonly allowed: number
  readonly used: number
  readonly wanted: number
}

const countUnits = ({ units }: Reservation, productId: ProductId): number =>
  units.find((one) => one.productId === productId)?.quantity ?? 0

/** How long any of several reservations was live in the day before a moment: time that they share counts once. */
const measureSpan = (reservations: ReadonlyArray<Reservation>, at: number): number => {
  let end = at - dayMillis
  let span = 0
  for (const { countsUntil, from } of [...reservations].sort((a, b) => a.from - b.from)) {
    span += Math.max(0, countsUntil - Math.max(from, end))
    end = Math.max(end, countsUntil)
  }
  return span
}

/** All limits with what counts under them at a moment from `now` on, if nothing happens until then. */
const measure = (
  wanted: WantedReservation,
  reservations: ReadonlyArray<Reservation>,
  limits: Limits,
  now: number,
  at: number
): ReadonlyArray<Measure> => {
  const current = reservations.filter(({ live, until }) => live && (at === now || until > at))
  return [
    { limit: "sessions", productId: null, allowed: limits.sessions, used: current.length, wanted: 1 },
    ...wanted.units.map(({ productId, quantity }): Measure => ({
      limit: "unitsPerProduct",
      productId,
      allowed: limits.unitsPerProduct,
      used: current.reduce((total, one) => total + countUnits(one, productId), 0),
      wanted: quantity
    })),
    ...[...wanted.nearlyGone].map((productId): Measure => ({
      limit: "lastUnitsTime",
      productId,
      allowed: limits.lastUnitsMillis,
      used: measureSpan(reservations.filter((one) => countUnits(one, productId) > 0), at),
      wanted: wanted.forMillis
    }))
  ]
}

const second = 1000

/** Whether a checkout may reserve what it wants. The refusal names the limit that blocks it longest. */
export const authorise = (
  wanted: WantedReservation,
  { of, reservations }: Account,
  limits: Limits,
  now: number
): Either.Either<void, UnpaidOrderTooLarge | UnpaidLimitReached> => {
  const measureAt = (at: number) => measure(wanted, reservations, limits, now, at)
  const first = measureAt(now)
  const impossible = first.find(({ allowed, wanted }) => wanted > allowed)
  if (impossible !== undefined) {
    const { allowed, limit, productId, wanted } = impossible
    return Either.left(
      new UnpaidOrderTooLarge({ limit, of, productId, requestedAmount: wanted, allowedAmount: allowed })
    )
  }
  const findBlocking = (measures: ReadonlyArray<Measure>) =>
    measures.filter(({ allowed, used, wanted }) => used + wanted > allowed)
  let blocking = findBlocking(first)
  if (blocking.length === 0) return Either.void
  // With time reservations end and days pass, and nothing comes back: the first second in which all fits is found by
  // halving.
  let tooEarly = 0
  let lateEnough = Math.ceil((Math.max(now, ...reservations.map(({ until }) => until)) + dayMillis - now) / second)
  while (lateEnough - tooEarly > 1) {
    const middle = Math.floor((tooEarly + lateEnough) / 2)
    const left = findBlocking(measureAt(now + middle * second))
    if (left.length === 0) lateEnough = middle
    else {
      tooEarly = middle
      blocking = left
    }
  }
  const { allowed, limit, productId } = blocking[0]!
  return Either.left(
    new UnpaidLimitReached({ limit, of, productId, allowedAmount: allowed, retryAfterSeconds: lateEnough })
  )
}
