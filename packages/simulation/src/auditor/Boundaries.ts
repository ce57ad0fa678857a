/**
 * The deadlines and thresholds that the auditor knows, as data. The workload goes to each of them: one less, exactly,
 * and one more, a cent for amounts and a millisecond for moments, because a rule is mostly wrong at its edge. The
 * values are the auditor's own, from the modules that judge by them, so that the workload and the rules never disagree
 * on where an edge is.
 */
import { clientTokenMillis } from "./Access.ts"
import { lifetime as sessionMillis } from "./AgentSessions.ts"
import { berlinMidnight } from "./Calendar.ts"
import { limitsOfShop, windows } from "./Delegations.ts"
import { bounds } from "./Holds.ts"
import { keptMillis } from "./Idempotency.ts"
import { freeFromMinor } from "./Tariff.ts"

/** Steps off an edge. */
export const steps = [-1, 0, 1] as const

/** Amounts, in by what happens from there on, or up to there. */
export const amounts = {
  freeShipping: freeFromMinor,
  perTransaction: limitsOfShop.perTransaction,
  perDay: limitsOfShop.perDay,
  perMonth: limitsOfShop.perMonth
} as const

/** Units of a product that a holder may leave unpaid, up to and including that many. */
export const unpaidUnits = bounds.unitsPerProduct

/** Spans, in milliseconds, after which something is over. */
export const spans = {
  spendPerDay: windows.perDay,
  spendPerMonth: windows.perMonth,
  session: sessionMillis,
  token: clientTokenMillis,
  response: keptMillis
} as const

/** Prices, in of which few units cost as much as an edge, or a cent more or less. */
export const prices: ReadonlyArray<number> = [1, 2].flatMap((units) =>
  steps.map((step) => Math.round(amounts.freeShipping / units) + step)
)

/** How many units of a price come to an edge, or as near to it as a cent; undefined where none do. */
export const unitsTo = (edgeMinor: number, priceMinor: number, most: number): number | undefined => {
  const units = Math.round(edgeMinor / priceMinor)
  return units >= 1 && units <= most && Math.abs(units * priceMinor - edgeMinor) <= 1 ? units : undefined
}

/** The last moment of a Berlin day and the first of the next. */
export const endOfDay = berlinMidnight
