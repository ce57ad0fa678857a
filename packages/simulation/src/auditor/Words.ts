/**
 * Amounts, units and moments in the words of a report, and the parts of a sum that do not agree.
 */

/** An amount of minor units. */
export const amount = (minor: number | undefined): string => minor === undefined ? "no amount" : `${minor} cents`

/** A moment, in milliseconds since the epoch. */
export const moment = (at: number): string => Number.isFinite(at) ? new Date(at).toISOString() : "no moment"

/** Units of products. */
export const units = (products: Iterable<readonly [productId: string, quantity: number]>): string =>
  [...products].sort(([a], [b]) => a < b ? -1 : 1).map(([productId, quantity]) => `${quantity} of ${productId}`).join(
    ", "
  )
  || "nothing"

/** Which of some amounts are not what they should be: what each is, what it should be, and what it is. */
export const unequal = (amounts: ReadonlyArray<readonly [what: string, expected: number, seen: number]>): string =>
  amounts.filter(([, expected, seen]) => expected !== seen)
    .map(([what, expected, seen]) => `${what} is ${amount(seen)} and not ${amount(expected)}`).join("; ")
