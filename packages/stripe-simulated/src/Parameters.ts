/**
 * Parameters as the SDK sends them: form-encoded, nested by brackets (`line_items[0][price_data][currency]`), decoded
 * by a schema that knows every name it takes. An unknown name is an error, as it is at Stripe.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type ApiError, rejectParameter } from "./ApiErrors.ts"

/** A text, or what brackets made of several. */
export type Parameter = string | ReadonlyArray<Parameter> | { readonly [name: string]: Parameter }
export type Parameters = Readonly<Record<string, Parameter>>

interface Branch {
  [name: string]: string | Branch
}

/** Containers whose names are all indexes are lists. */
const listsOf = (branch: Branch): Parameter => {
  const names = Object.keys(branch)
  const values = Object.entries(branch).map(([, value]) => (typeof value === "string" ? value : listsOf(value)))
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return values
  return Object.fromEntries(names.map((name, index) => [name, values[index]!]))
}

/** Reads a form or a query. */
export const parse = (text: string): Parameters => {
  const root: Branch = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = name.split("[").map((part) => part.replace(/\]$/, ""))
    let branch = root
    let last = first
    for (const part of rest) {
      const next = branch[last]
      const inner: Branch = next === undefined || typeof next === "string" ? Object.create(null) : next
      branch[last] = inner
      branch = inner
      last = part === "" ? String(Object.keys(inner).length) : part
    }
    branch[last] = value
  }
  return Object.fromEntries(
    Object.entries(root).map(([name, value]) => [name, typeof value === "string" ? value : listsOf(value)])
  )
}

/** A text that is not empty: at Stripe an empty text unsets. */
export const Text = Schema.NonEmptyString
export const Whole = Schema.NumberFromString.pipe(Schema.int())
/** Minor units of a currency. */
export const Amount = Whole.pipe(Schema.nonNegative(), Schema.lessThanOrEqualTo(99_999_999))
/** Seconds since the epoch. */
export const Timestamp = Whole
export const Flag = Schema.transformLiterals(["true", true], ["false", false])
export const Currency = Schema.String.pipe(Schema.pattern(/^[A-Za-z]{3}$/))
/** At most 50 keys of 40 characters with values of 500 each. */
export const Metadata = Schema.Record({
  key: Schema.String.pipe(Schema.maxLength(40)),
  value: Schema.String.pipe(Schema.maxLength(500))
}).pipe(Schema.filter((all) => Object.keys(all).length <= 50))
/** Accepted without a rule of its own. */
export const Anything = Schema.Unknown

/** A range of creation times, or one of them. */
export const Created = Schema.Union(
  Timestamp,
  Schema.Struct({
    gt: Schema.optional(Timestamp),
    gte: Schema.optional(Timestamp),
    lt: Schema.optional(Timestamp),
    lte: Schema.optional(Timestamp)
  })
)

/** The parameters of every list. */
export const listFields = {
  limit: Schema.optional(Whole.pipe(Schema.between(1, 100))),
  starting_after: Schema.optional(Text),
  ending_before: Schema.optional(Text),
  created: Schema.optional(Created)
}

const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.map(String).map((part, index) => (index === 0 ? part : `[${part}]`)).join("")

const rejectIssue = ({ _tag, message, path }: ParseResult.ArrayFormatterIssue, params: Parameters): ApiError => {
  const param = pathText(path)
  const value = path.reduce<unknown>(
    (inner, part) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, part) : undefined),
    params
  )
  if (_tag === "Unexpected") return rejectParameter(param, "parameter_unknown", `Received unknown parameter: ${param}`)
  if (value === undefined) return rejectParameter(param, "parameter_missing", `Missing required param: ${param}.`)
  if (value === "") {
    return rejectParameter(param, "parameter_invalid_empty", `You passed an empty string for '${param}'.`)
  }
  const isNumber = typeof value === "string" && /integer|NumberFromString|number/i.test(message)
  return isNumber && !/^-?\d+$/.test(value)
    ? rejectParameter(param, "parameter_invalid_integer", `Invalid integer: ${value}`)
    : rejectParameter(param, undefined, `Invalid ${param}: ${message}`)
}

/** Decodes the parameters of an operation; the first fault is the answer. */
export const decoder = <A, I>(schema: Schema.Schema<A, I>): (params: Parameters) => Either.Either<A, ApiError> => {
  const decode = Schema.decodeUnknownEither(schema, { onExcessProperty: "error" })
  return (params) =>
    Either.mapLeft(
      decode(params),
      (error) => rejectIssue(ParseResult.ArrayFormatter.formatErrorSync(error)[0]!, params)
    )
}
