/**
 * The defect of a strategy that returns what its contract excludes (a discount above the price, a rate of 12.5 basis
 * points), or throws. It is thrown, not returned: no caller can do anything about it, and the transaction is rolled
 * back. It names the value, and what it is of. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import { AttributesUnreadable } from "./Attribute.ts"
import { printValue } from "./PrintedValue.ts"

export class StrategyBroken extends Error {
  override readonly name = "StrategyBroken"
}

/** What a strategy returns. What it throws instead becomes its defect, which says what it was asked. */
export const askStrategy = <A>(noun: string, ask: () => A, question: () => string): A => {
  try {
    return ask()
  } catch (cause) {
    // One that asks another names it already, and a stored text that it cannot read is not its fault: it says whose it
    // is.
    if (cause instanceof StrategyBroken || cause instanceof AttributesUnreadable) throw cause
    const thrown = cause instanceof Error ? `${cause.name}: ${cause.message}` : printValue(cause)
    throw new StrategyBroken(`${noun}: ${thrown} ${question()}.`, { cause })
  }
}

/** The answer of a strategy to whether something is so. Throws where it is neither yes nor no: a promise is true to `if`. */
export const demandAnswer = (ask: () => unknown, noun: string, question: () => string): boolean => {
  const answer = askStrategy(noun, ask, () => `to whether ${question()}`)
  if (typeof answer === "boolean") return answer
  throw new StrategyBroken(`${noun}: ${printValue(answer)} to whether ${question()}.`)
}
