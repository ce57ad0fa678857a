/**
 * The defect of a strategy that returns what its contract excludes: a discount above the price, a rate of 12.5 basis
 * points, a negative charge.
 *
 * It is thrown, not returned: no caller can do anything about it, and the transaction that would have used the value is
 * rolled back. It names the value, whatever it is, and the product, the method or the country that it is of. Left out on
 * purpose: values that are only unwise. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import { printValue } from "./PrintedValue.ts"

export class StrategyBroken extends Error {
  override readonly name = "StrategyBroken"
}

/** The answer of a strategy to whether something is so. Throws where it is neither yes nor no: a promise is true to `if`. */
export const demandAnswer = (answer: unknown, noun: string, question: () => string): boolean => {
  if (typeof answer === "boolean") return answer
  throw new StrategyBroken(`${noun}: ${printValue(answer)} to whether ${question()}.`)
}
