/**
 * The defect of a strategy that returns what its contract excludes: a discount above the price, a rate of 12.5 basis
 * points, a negative charge.
 *
 * It is thrown, not returned: no caller can do anything about it, and the transaction that would have used the value is
 * rolled back. It names the value, and the product, the method or the country that it is of. Left out on purpose: values that are only unwise. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
export class StrategyBroken extends Error {
  override readonly name = "StrategyBroken"
}

/** A value as programs write it, so that `"495"` differs from `495`. */
export const print = (value: unknown): string =>
  value instanceof Promise ? "a promise" : JSON.stringify(value) ?? String(value)
