/**
 * Holds: the units that unpaid checkout sessions keep from other shoppers, and the limits on how much one buyer may
 * hold.
 *
 * The rule: an account (a buyer, a network address, an agent) has limits for each moment, in sessions, units of each
 * product, units and value, and limits for any day, in time: all its units for `fullMillis` (fewer units for longer),
 * and units of a product of which few are left for `lastUnitsMillis`. A paid session does not count. A session that
 * ended unpaid counts for as long as it was live, so that nobody holds units for ever by checking out again and again.
 *
 * A refusal says when the same checkout passes if nothing else happens, or that it never will.
 *
 * Left out on purpose: who has bought before, and locking. Amounts are minor units, times are
 * milliseconds since the epoch. Follows docs/specification.md#unpaid-checkouts.
 *
 * Example: of 20 units of a serum that a guest may hold, 15 are held until noon; 6 more pass from noon on.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { HolderName, LimitName } from "./HoldLimit.ts"
import { type Claimed, ProductId } from "./Ids.ts"
import * as Money from "./Money.ts"
import { kindOf, type Owner } from "./Principal.ts"

const minute = 60_000
const hour = 60 * minute

/** The limits of one account. They are inclusive. */
export interface Limits {
  /** Sessions that wait for payment at once. */
  readonly sessions: number
  readonly unitsPerProduct: number
  readonly units: number
  readonly valueMinor: number
  /** How long units of a product of which few are left may be held in any day. Sessions at the same time count once. */
  readonly lastUnitsMillis: number
}

/**
 * `guest`: a shopper who never bought anything, and each person that an agent names. `customer`: a shopper who did, and
 * to whom it was sent.
 * `network`: all guests at one network address. `agent`: an agent with all the people that it shops for.
 */
export const HolderClass = Schema.Literal("guest", "customer", "network", "agent")
export type HolderClass = typeof HolderClass.Type

export interface HoldPolicy {
  readonly limits: { readonly [holder in HolderClass]: Limits }
  /** In any day, all units that an account may hold at once may be held for so long; fewer for longer. */
  readonly fullMillis: number
}

/** The shop's limits: docs/specification.md#unpaid-checkouts. */
export const defaultPolicy: HoldPolicy = {
  limits: {
    guest: { sessions: 3, unitsPerProduct: 20, units: 60, valueMinor: 3000_00, lastUnitsMillis: hour },
    customer: { sessions: 5, unitsPerProduct: 40, units: 120, valueMinor: 6000_00, lastUnitsMillis: 2 * hour },
    network: { sessions: 15, unitsPerProduct: 40, units: 120, valueMinor: 6000_00, lastUnitsMillis: 2 * hour },
    agent: { sessions: 100, unitsPerProduct: 100, units: 1000, valueMinor: 50_000_00, lastUnitsMillis: 4 * hour }
  },
  fullMillis: 2 * hour
}

/** The span in which time is added up. */
export const dayMillis = 24 * hour

/** The least time that counts for a hold that has ended: many short holds cost the store as much as long ones. */
export const shortestMillis = 5 * minute

export interface Units {
  readonly productId: ProductId
  readonly quantity: number
}

/** A session that is not paid, or ended unpaid. */
export interface Hold {
  /** Each product once. */
  readonly units: ReadonlyArray<Units>
  readonly valueMinor: number
  readonly from: number
  /** When it ended; for a live session, when its time will be over. */
  readonly until: number
  /** The end of the time that counts for a day, where it is another: while a payment is being decided. */
  readonly timeUntil?: number | undefined
  /** Whether it still holds its units. */
  readonly live: boolean
}

/** A checkout that is to hold something from now on. */
export interface WantedHold {
  /** Each product once. */
  readonly units: ReadonlyArray<Units>
  readonly valueMinor: number
  readonly forMillis: number
  /** Products of which few are left once it holds its units. */
  readonly nearlyGone: ReadonlySet<ProductId>
}

/** Limits, and what counts under them. */
export interface Account {
  readonly of: HolderName
  readonly limits: Limits
  readonly holds: ReadonlyArray<Hold>
}

/** A hold with those whom it counts for. */
export interface KnownHold extends Hold {
  /** The principal. */
  readonly holder: string | null
  readonly network: string | null
  /** The person that an agent shopped for, as it names them; empty where it names nobody. */
  readonly shopper: string
}

/**
 * The accounts under whose limits a checkout of somebody who never bought anything counts: a guest's own and that of
 * their network; an agent's own and that of the person whom it names.
 */
export const accountsOf = (
  { network, principal, shopper }: Owner & { readonly network: string | null },
  { limits }: HoldPolicy,
  holds: ReadonlyArray<KnownHold>
): ReadonlyArray<Account> => {
  const own = holds.filter(({ holder }) => holder === principal)
  if (kindOf(principal) === "agent") {
    const all: Account = { of: "agent", limits: limits.agent, holds: own }
    const person = own.filter((hold) => hold.shopper === shopper)
    return shopper === "" ? [all] : [{ of: "shopper", limits: limits.guest, holds: person }, all]
  }
  const guest: Account = { of: "shopper", limits: limits.guest, holds: own }
  if (network === null) return [guest]
  return [
    guest,
    { of: "network", limits: limits.network, holds: holds.filter((hold) => hold.network === network) }
  ]
}

const subject: { readonly [of in HolderName]: string } = {
  shopper: "You",
  network: "All who shop from your network together",
  agent: "This agent"
}

const inMinutes = (millis: number): number => Math.ceil(millis / minute)

/** The amount of a limit, in words. */
const amountOf = (
  { currency, limit, productId }: {
    readonly limit: LimitName
    readonly productId: Claimed<ProductId> | null
    readonly currency: Money.Currency
  },
  amount: number
): string => {
  switch (limit) {
    case "sessions":
      return amount === 1 ? "1 checkout" : `${amount} checkouts`
    case "unitsPerProduct":
      return `${amount} of ${productId}`
    case "value":
      return `${Money.format(amount)} ${currency}`
    case "lastUnitsTime":
      return `the last of ${productId} for ${inMinutes(amount)} minutes a day`
    default:
      return amount === 1 ? "1 unit" : `${amount} units`
  }
}

const facts = {
  limit: LimitName,
  of: HolderName,
  /** The product, where the limit is for each. */
  productId: Schema.NullOr(ProductId.claimed),
  currency: Money.Currency
}

/** A checkout is larger than its buyer may leave unpaid at once: waiting does not help. */
export class UnpaidOrderTooLarge extends Schema.TaggedError<UnpaidOrderTooLarge>()("UnpaidOrderTooLarge", {
  ...facts,
  /** In units, sessions, minor units or milliseconds, as the limit is. */
  requestedAmount: Schema.Int,
  allowedAmount: Schema.Int
}) {
  /** For people and programs outside: time in minutes. */
  private outside(amount: number): number {
    return this.limit === "lastUnitsTime" ? inMinutes(amount) : amount
  }

  get requested(): number {
    return this.outside(this.requestedAmount)
  }

  get allowed(): number {
    return this.outside(this.allowedAmount)
  }

  override get message(): string {
    const [requested, allowed] = [this.requestedAmount, this.allowedAmount].map((amount) => amountOf(this, amount))
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
    switch (this.limit) {
      case "time":
        return `${who} left as much unpaid, for as long, as may be in 24 hours. Pay for a checkout that waits, ${later}`
      case "lastUnitsTime":
        return `${who} kept the last of ${this.productId} unpaid for as long as may be in 24 hours. `
          + `Pay for a checkout that waits, ${later}`
      default: {
        const allowed = amountOf(this, this.allowedAmount)
        return `${who} may leave at most ${allowed} unpaid at once. `
          + `Pay for a checkout that waits, cancel its order, ${later}`
      }
    }
  }
}

/** One limit at one moment. */
interface Measure {
  readonly limit: LimitName
  readonly of: HolderName
  readonly productId: ProductId | null
  readonly allowed: number
  readonly used: number
  readonly wanted: number
}

const quantityOf = (units: ReadonlyArray<Units>, productId: ProductId): number =>
  units.find((one) => one.productId === productId)?.quantity ?? 0

const sum = <A>(list: ReadonlyArray<A>, amount: (one: A) => number): number =>
  list.reduce((total, one) => total + amount(one), 0)

const unitsIn = (units: ReadonlyArray<Units>): number => sum(units, ({ quantity }) => quantity)

/** How long a hold counts in the day before a moment. A live hold counts to the end of its time. */
const millisOf = ({ from, timeUntil, until: end }: Hold, at: number): number => {
  const until = timeUntil ?? end
  return until <= at - dayMillis ? 0 : Math.max(shortestMillis, until - Math.max(from, at - dayMillis))
}

/** How long any of several holds was live in the day before a moment: time that they share counts once. */
const spanOf = (holds: ReadonlyArray<Hold>, at: number): number => {
  let end = at - dayMillis
  let span = 0
  const counted = holds.filter((hold) => millisOf(hold, at) > 0).sort((a, b) => a.from - b.from)
  for (const { from, timeUntil, until } of counted) {
    const over = Math.max(timeUntil ?? until, from + shortestMillis)
    span += Math.max(0, over - Math.max(from, end))
    end = Math.max(end, over)
  }
  return span
}

/** All limits of an account with what counts under them at a moment from `now` on, if nothing happens until then. */
const measuresOf = (
  { holds, limits, of }: Account,
  wanted: WantedHold,
  fullMillis: number,
  now: number,
  at: number
): ReadonlyArray<Measure> => {
  const current = holds.filter(({ live, until }) => live && (at === now || until > at))
  const measure = (limit: LimitName, allowed: number, used: number, more: number, productId: ProductId | null = null) =>
    ({ limit, of, productId, allowed, used, wanted: more }) satisfies Measure
  return [
    measure("sessions", limits.sessions, current.length, 1),
    ...wanted.units.map(({ productId, quantity }) =>
      measure(
        "unitsPerProduct",
        limits.unitsPerProduct,
        sum(current, ({ units }) => quantityOf(units, productId)),
        quantity,
        productId
      )
    ),
    measure("units", limits.units, sum(current, ({ units }) => unitsIn(units)), unitsIn(wanted.units)),
    measure("value", limits.valueMinor, sum(current, ({ valueMinor }) => valueMinor), wanted.valueMinor),
    measure(
      "time",
      limits.units * fullMillis,
      sum(holds, (hold) => unitsIn(hold.units) * millisOf(hold, at)),
      unitsIn(wanted.units) * wanted.forMillis
    ),
    ...[...wanted.nearlyGone].map((productId) =>
      measure(
        "lastUnitsTime",
        limits.lastUnitsMillis,
        spanOf(holds.filter(({ units }) => quantityOf(units, productId) > 0), at),
        wanted.forMillis,
        productId
      )
    )
  ]
}

/** What the holds of an account come to, at most, without a look at each of them. */
export interface Sums {
  readonly sessions: number
  readonly units: number
  readonly valueMinor: number
  /** The units of each hold, times the time that counts for a day. */
  readonly unitMillis: number
}

/**
 * Whether a checkout keeps an account's limits whatever the holds are that come to the sums: even if all of them are live
 * and of the product that is wanted. If not, `authorise` has to look at each.
 */
export const surelyFits = (
  { forMillis, nearlyGone, units, valueMinor }: WantedHold,
  { limits }: Account,
  sums: Sums,
  { fullMillis }: Pick<HoldPolicy, "fullMillis">
): boolean => {
  const more = unitsIn(units)
  return nearlyGone.size === 0
    && sums.sessions + 1 <= limits.sessions
    && units.every(({ quantity }) => sums.units + quantity <= limits.unitsPerProduct)
    && sums.units + more <= limits.units
    && sums.valueMinor + valueMinor <= limits.valueMinor
    && sums.unitMillis + more * forMillis <= limits.units * fullMillis
}

const second = 1000

/**
 * Whether a checkout may hold what it wants, under all accounts at once. The refusal names the limit that blocks it
 * longest.
 */
export const authorise = (
  wanted: WantedHold,
  accounts: ReadonlyArray<Account>,
  { fullMillis }: Pick<HoldPolicy, "fullMillis">,
  now: number,
  currency: Money.Currency = Money.defaultCurrency
): Either.Either<void, UnpaidOrderTooLarge | UnpaidLimitReached> => {
  const measuresAt = (at: number) => accounts.flatMap((account) => measuresOf(account, wanted, fullMillis, now, at))
  const first = measuresAt(now)
  const impossible = first.find(({ allowed, wanted }) => wanted > allowed)
  if (impossible !== undefined) {
    const { allowed, limit, of, productId, wanted } = impossible
    return Either.left(
      new UnpaidOrderTooLarge({ limit, of, productId, requestedAmount: wanted, allowedAmount: allowed, currency })
    )
  }
  const blockingIn = (measures: ReadonlyArray<Measure>) =>
    measures.filter(({ allowed, used, wanted }) => used + wanted > allowed)
  let blocking = blockingIn(first)
  if (blocking.length === 0) return Either.void
  // With time holds end and days pass, and nothing comes back: the first second in which all fits is found by halving.
  let tooEarly = 0
  let lateEnough = Math.ceil(
    (Math.max(now, ...accounts.flatMap(({ holds }) => holds.map(({ until }) => until))) + dayMillis - now) / second
  )
  while (lateEnough - tooEarly > 1) {
    const middle = Math.floor((tooEarly + lateEnough) / 2)
    const left = blockingIn(measuresAt(now + middle * second))
    if (left.length === 0) lateEnough = middle
    else {
      tooEarly = middle
      blocking = left
    }
  }
  const { allowed, limit, of, productId } = blocking[0]!
  return Either.left(
    new UnpaidLimitReached({ limit, of, productId, allowedAmount: allowed, retryAfterSeconds: lateEnough, currency })
  )
}
