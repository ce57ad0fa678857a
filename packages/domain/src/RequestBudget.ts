/**
 * Budgets of requests: how much a caller may ask for in a window of time, as the generic cell rate algorithm (GCRA)
 * counts it. Of a budget only one number is kept, the moment at which it will be whole again.
 *
 * The rule: in any time, at most a whole budget and what grows back in that time is admitted; a refused request costs
 * nothing, and is admitted once the time has passed that its refusal names. A budget that nobody used is whole.
 *
 * Left out on purpose: whose budget it is, what a request costs, and where the number is kept. Units are of no kind;
 * times are milliseconds. Follows docs/specification.md#request-budgets.
 *
 * Example: of 60 units in a minute, 60 are taken at once; a second later there is one again.
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
  /** Failed sign-ins: from one network address, and with the id of one client. */
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

/** What of a budget was decided, and what is left of it. */
export interface Decision {
  readonly allowed: boolean
  /** The moment at which the budget will be whole again, to be kept, also of a refusal. */
  readonly wholeAt: number
  /** After so long, the same request is admitted if nothing else happens; 0 if it is admitted now. */
  readonly waitMillis: number
}

/** A moment of a clock that may have been set back since: no budget takes longer than its window to grow back. */
const within = (wholeAt: number, now: number): number => Math.min(Math.max(wholeAt, now), now + windowMillis)

/** Takes units from a budget of `quota`. What costs more than a whole budget costs a whole budget. */
export const take = (wholeAt: number, now: number, units: number, quota: number): Decision => {
  const kept = within(wholeAt, now)
  const next = kept + Math.min(units, quota) * (windowMillis / quota)
  const waitMillis = next - now - windowMillis
  // So little is a rounding error: times of our day have no finer fractions than a quarter of a microsecond.
  return waitMillis > 0.01
    ? { allowed: false, wholeAt: kept, waitMillis }
    : { allowed: true, wholeAt: next, waitMillis: 0 }
}

/** Gives units back. */
export const giveBack = (wholeAt: number, units: number, quota: number): number =>
  wholeAt - Math.min(units, quota) * (windowMillis / quota)

/** The units that are left. */
export const remaining = (wholeAt: number, now: number, quota: number): number =>
  Math.floor((windowMillis - (within(wholeAt, now) - now)) * (quota / windowMillis) + 1e-6)
