/**
 * Any value in words, for errors that name what a program gave: a policy, a product, the answer of a strategy.
 *
 * @since 1.0.0
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** The words of the library for any value: it prints cycles, big integers and invalid dates. */
const describe = (value: unknown): string =>
  ParseResult.TreeFormatter.formatIssueSync(new ParseResult.Type(Schema.Never.ast, value))
    .slice("Expected never, actual ".length)

/** A value as programs write it, so that `"495"` differs from `495`. Never throws: the words around it have to be read. */
export const printValue = (value: unknown): string => {
  if (typeof value === "number") return String(value)
  try {
    return value instanceof Promise ? "a promise" : describe(value)
  } catch {
    return "a value that cannot be printed"
  }
}
