/**
 * Budgets of requests in a window of time, by the generic cell rate algorithm (GCRA): kept is the moment at which a
 * budget will be whole again. In any time at most a whole budget and what grows back is admitted; a refused request
 * costs nothing, and passes once the time of its refusal is over. Milliseconds. Follows
 * docs/specification.md#request-budgets.
 *
 * @since 1.0.0
 */

/** The window of every budget. */
export const windowMillis = 60_000

/** The budgets there are, in units for each window. */
export interface Budgets {
  /** All requests from one network address (IPv6: from one /64). */
  readonly network: number
  /** A shopper's own requests. */
  readonly shopper: number
  /** An agent's, for all the people that it shops for. */
  readonly agent: number
  /** Those of a client of staff. */
  readonly staff: number
  /** Wrong secrets and tokens from one network address (IPv6: from one /64). */
  readonly failures: number
}
export type BudgetName = keyof Budgets

/** The defaults: docs/specification.md#request-budgets says why. */
export const defaultBudgets: Budgets = { network: 6000, shopper: 600, agent: 6000, staff: 3000, failures: 60 }

/**
 * The part of each budget that one of several instances may spend, each of which counts by itself. Their sum is at most
 * 1.4 budgets, so that a caller whom chance sends to one instance more often is not refused at once.
 */
export const shareOf = (instances: number): number => Math.min(1, 1.4 / instances)

/** What is kept of a budget. */
export interface Level {
  /** The moment at which it will be whole again. */
  readonly wholeAt: number
  /** How much sooner that is, in all, because of what was given back. */
  readonly givenBack: number
}

/** That of a budget of which nothing was used. */
export const whole: Level = { wholeAt: 0, givenBack: 0 }

/** What of a budget was decided. */
export interface Decision {
  readonly allowed: boolean
  /** To be kept, also of a refusal. */
  readonly level: Level
  /** After so long, the same request is admitted if nothing else happens; 0 if it is admitted now. */
  readonly waitMillis: number
}

/** A moment of a clock that may have been set back since: no budget takes longer than its window to grow back. */
const within = (wholeAt: number, now: number): number => Math.min(Math.max(wholeAt, now), now + windowMillis)

/** In so long, as many units grow back. What costs more than a whole budget costs a whole budget. */
const regrowthMillis = (units: number, quota: number): number => Math.min(units, quota) * (windowMillis / quota)

/** Takes units from a budget of `quota`. */
export const take = ({ givenBack, wholeAt }: Level, now: number, units: number, quota: number): Decision => {
  const kept = within(wholeAt, now)
  const next = kept + regrowthMillis(units, quota)
  const waitMillis = next - now - windowMillis
  // So little is a rounding error: times of our day have no finer fractions than a quarter of a microsecond.
  return waitMillis > 0.01
    ? { allowed: false, level: { wholeAt: kept, givenBack }, waitMillis }
    : { allowed: true, level: { wholeAt: next, givenBack }, waitMillis: 0 }
}

/**
 * Until when what a request has taken so far counts, whatever was given back by then, if it has just taken units more.
 * `before`: the same before that; undefined for its first units.
 */
export const takenUntil = (before: number | undefined, level: Level, units: number, quota: number): number =>
  before === undefined ? level.wholeAt + level.givenBack : before + regrowthMillis(units, quota)

/**
 * Gives units back, but for what of them has grown back since they were taken: the budget would have that twice.
 * `until`: the moment until which they count (`takenUntil`).
 */
export const giveBack = (
  { givenBack, wholeAt }: Level,
  now: number,
  units: number,
  quota: number,
  until: number
): Level => {
  const millis = Math.min(regrowthMillis(units, quota), Math.max(0, until - givenBack - now))
  return { wholeAt: wholeAt - millis, givenBack: givenBack + millis }
}

/** The units that are left. */
export const remaining = ({ wholeAt }: Level, now: number, quota: number): number =>
  Math.floor((windowMillis - (within(wholeAt, now) - now)) * (quota / windowMillis) + 1e-6)
