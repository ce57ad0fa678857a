/**
 * Descriptions of errors for any protocol, from the one table (`Problems`): with the fields that the table names and
 * nothing else of the error. Also the store's own form of them, the problem document.
 *
 * The rule: an error that is not in the table is an internal error, and its description reveals nothing of it. Follows
 * docs/specification.md#errors.
 *
 * @since 1.0.0
 */
import { formatMoment } from "@beauty-store/domain/Days"
import { type Currency, defaultCurrency, toNumber } from "@beauty-store/domain/Money"
import { explanations } from "../contract/Explanations.ts"
import { problems, type ProblemTag } from "../contract/Problems.ts"
import { bearerChallenge } from "./Challenge.ts"
import * as Json from "./Json.ts"
import type { ErrorContext } from "./RequestContext.ts"
import type { EncodedResponse } from "./Responses.ts"

/** Any error that a request may fail with. The table of problems knows it by its tag. */
export interface TaggedError {
  readonly _tag: string
  readonly message?: string
}

export const isProblem = (error: unknown): error is TaggedError & { readonly _tag: ProblemTag } =>
  typeof error === "object" && error !== null && "_tag" in error && String(error._tag) in problems

/** An error as any protocol may describe it. */
export interface ErrorDescription {
  readonly code: string
  readonly status: number
  readonly title: string
  /** The cause of the error, and the next step. */
  readonly explanation: string
  readonly retryable: boolean
  /** The error's own message, where it has one to show. */
  readonly detail: string | undefined
  /** Those facts of it that help a client. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** The names of an error's amounts and moments. */
type Units = Pick<(typeof problems)[ProblemTag], "money" | "moments">

/** A fact of an error on the wire, by its name; of the items of a list, each. */
const factOf = (value: unknown, name: string, units: Units, currency: Currency): unknown => {
  if (Array.isArray(value)) {
    return value.map((item: unknown) =>
      typeof item === "object" && item !== null
        ? Object.fromEntries(
          Object.entries(item).map(([key, one]) => [key, factOf(one, `${name}.${key}`, units, currency)])
        )
        : item
    )
  }
  if (typeof value !== "number") return value
  return units.money.includes(name)
    ? toNumber(value, currency)
    : units.moments.includes(name)
    ? formatMoment(value)
    : value
}

/** Describes an error of a store at an address. */
export const describeError = (error: TaggedError, baseUrl: string): ErrorDescription => {
  const known = isProblem(error)
  const row = problems[known ? error._tag : "InternalError"]
  const { code, fieldNames, moments, money, retryable, status, tag, title } = row
  const units: Units = { money, moments }
  const facts: Record<string, unknown> = {}
  // An error with amounts has their currency.
  const currency: Currency = Reflect.get(error, "currency") ?? defaultCurrency
  for (const name of fieldNames) {
    // A field may be a getter of the error's class.
    facts[name] = factOf(Reflect.get(error, name), name, units, currency)
  }
  const detail = detailOf(error, known, status)
  return {
    code,
    status,
    title,
    explanation: explanations[tag],
    retryable,
    detail,
    facts,
    headers: extraHeaders(error, baseUrl)
  }
}

/** Prints a problem document. An error without a message gets that of the table. */
export const printProblem = (error: TaggedError, errorContext: ErrorContext): EncodedResponse => {
  const { code, detail, explanation, facts, headers, retryable, status, title } = describeError(
    error,
    errorContext.baseUrl
  )
  return {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
    body: Json.print({
      type: `${errorContext.baseUrl}/problems/${code}`,
      title,
      status,
      detail: detail ?? explanation,
      instance: errorContext.instance,
      code,
      requestId: errorContext.requestId,
      retryable,
      ...facts,
      ...(errorContext.messages?.length ? { messages: errorContext.messages } : {})
    })
  }
}

/**
 * An error's own message, where its class has one; errors of Schema would otherwise print their fields. Errors of
 * lookups have none, because the message would contain the caller's own text.
 */
const detailOf = (error: TaggedError, known: boolean, status: number): string | undefined =>
  known && status !== 404 && Object.hasOwn(Object.getPrototypeOf(error), "message") ? error.message : undefined

const extraHeaders = (error: TaggedError, baseUrl: string): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (error._tag === "Unauthorized") {
    headers["www-authenticate"] = bearerChallenge(baseUrl, "presented" in error && error.presented === true)
  }
  if ("retryAfterSeconds" in error) headers["retry-after"] = String(error.retryAfterSeconds)
  if (error._tag === "StoreUnavailable") headers["retry-after"] = "1"
  if ("allow" in error) headers["allow"] = String(error.allow)
  return headers
}
