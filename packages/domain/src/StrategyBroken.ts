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
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

export class StrategyBroken extends Error {
  override readonly name = "StrategyBroken"
}

/** The words of the library for any value: it prints cycles, big integers and invalid dates. */
const describe = (value: unknown): string =>
  ParseResult.TreeFormatter.formatIssueSync(new ParseResult.Type(Schema.Never.ast, value))
    .slice("Expected never, actual ".length)

/** The answer of a strategy to whether something is so. Throws where it is neither yes nor no: a promise is true to `if`. */
export const demandAnswer = (answer: unknown, noun: string, question: () => string): boolean => {
  if (typeof answer === "boolean") return answer
  throw new StrategyBroken(`${noun}: ${print(answer)} to whether ${question()}.`)
}

/** A value as programs write it, so that `"495"` differs from `495`. Never throws: the words around it have to be read. */
export const print = (value: unknown): string => {
  if (typeof value === "number") return String(value)
  try {
    return value instanceof Promise ? "a promise" : describe(value)
  } catch {
    return "a value that cannot be printed"
  }
}
