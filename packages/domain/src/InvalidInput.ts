/**
 * The error for values that a use case cannot take: not of the form that its parameters document. All faults are
 * reported at once, each with its place (`brands[0].products[2].gtin`) and in words, before anything is read or
 * written. Requests over HTTP have their own problem (`invalid_request`). Follows
 * docs/specification.md#input-of-use-cases.
 *
 * @since 1.0.0
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** A fault of a value: its place, as JavaScript writes it, and what is wrong. */
export const Fault = Schema.Struct({ path: Schema.String, words: Schema.String })
export type Fault = typeof Fault.Type

export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  /** In the order of the value; at least one. */
  faults: Schema.Array(Fault)
}) {
  override get message(): string {
    return this.faults.map(({ path, words }) => path === "" ? words : `${path}: ${words}`).join("; ")
  }
}

/** A place inside a value: `brands[0].name`. */
export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    ""
  )

/** The library's words for a value that is not the expected one. */
const mismatch = /^Expected (.+?), actual (.+)$/s

/** The words of one place: of a choice, the library says of each member alone that it is expected. */
const together = (messages: ReadonlyArray<string>): string => {
  const [first = ""] = messages
  const actual = mismatch.exec(first)?.[2]
  const choices = new Set(messages.flatMap((message) => {
    const [, expected, found] = mismatch.exec(message) ?? []
    return expected === undefined || expected === "undefined" || found !== actual ? [] : [expected]
  }))
  return choices.size > 1 ? `Expected one of ${[...choices].join(", ")}, actual ${actual}` : first
}

/** The faults that a schema found in a value, one for each place. */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<Fault> => {
  const found = new Map<string, Array<string>>()
  for (const { message, path } of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const at = pathText(path)
    const messages = found.get(at)
    if (messages === undefined) found.set(at, [message])
    else messages.push(message)
  }
  // For an optional field the library also reports that it is not missing; the fault inside says more.
  const places = [...found.keys()]
  return [...found].filter(([path]) =>
    path === "" || !places.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`))
  ).map(([path, messages]) => ({ path, words: together(messages) }))
}

/** An object in which no other is left but as JSON shows it. */
const innermost = /\{ readonly (?:[^{}]|\{"[^{}]*\})*\}/g

/** The objects of a choice as JSON shows them, by the names of their fields: `{"category": …}`. */
const withFields = (words: string): string => {
  const shown = words.replace(innermost, (type) => {
    const names = [...type.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => `"${name}": …`)
    return `{${names.join(", ")}}`
  })
  return shown === words ? words : withFields(shown)
}

/** The words of a fault for people who do not know the types of a program. */
export const inWords = (words: string): string =>
  withFields(
    words.replace(/Expected (?:readonly )?\[.*?\](?=, actual|$)/s, "Expected a list")
      .replace(/Expected (?:ReadonlyArray<.*?>|readonly .*?\[\])(?=, actual|$)/s, "Expected a list")
      .replace(/Expected \{ readonly .*?\}(?=, actual|$)/s, "Expected an object")
  )
    .replace(/readonly \[.*?\[\]\](?=, |$)/gs, "a list")
    .replace(/(?<=Expected one of )(string|number)(?=, )/, (type) => type === "string" ? "a text" : "a number")
    .replaceAll("a string matching the pattern ^[a-z0-9]+(-[a-z0-9]+)*$", "lower-case words with hyphens")
    .replaceAll("a string matching the pattern ^[A-Z]{2}$", "a code of two letters, such as AT")
