/**
 * A protocol on the way of a request: the rules and the printers by which protocols differ. `Operations` takes
 * one as a value, so that every protocol passes the same steps in the same order.
 *
 * The status of a success is the contract's to say: that of the endpoint's success schema.
 * Follows docs/specification.md#order-of-checks.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Schema from "effect/Schema"
import { printProblem, type TaggedError } from "./ErrorDescription.ts"
import type { ErrorContext } from "./RequestContext.ts"
import { type EncodedResponse, printSuccess } from "./Responses.ts"

/** A rule that a request keeps, or the error of one that breaks it. */
export type RequestRule = (request: HttpServerRequest.HttpServerRequest) => TaggedError | undefined

/** How a protocol prints an error. */
export type ErrorPrinter = (error: TaggedError, errorContext: ErrorContext) => EncodedResponse

/** How a protocol prints successes of a schema, with a status and headers of their own. */
export type SuccessPrinter = <A, I>(
  schema: Schema.Schema<A, I>,
  status: number
) => (value: A, headers?: Readonly<Record<string, string>>) => EncodedResponse

export interface Protocol {
  /** The version that a request asks for is one that is spoken. Checked once it is known who calls. */
  readonly versionRule: RequestRule
  /** A request that changes something has an idempotency key, if the protocol wants one. Checked after the version. */
  readonly idempotencyKeyRule: RequestRule
  readonly printSuccess: SuccessPrinter
  readonly printError: ErrorPrinter
  /** Headers that every response of an operation carries, errors included. */
  readonly responseHeaders:
    | ((request: HttpServerRequest.HttpServerRequest) => Readonly<Record<string, string>>)
    | undefined
}

const noRule: RequestRule = () => undefined

/** The store's own API: no versions, keys as one likes, JSON as its schemas have it, and problem documents. */
export const storeProtocol: Protocol = {
  versionRule: noRule,
  idempotencyKeyRule: noRule,
  printSuccess,
  printError: printProblem,
  responseHeaders: undefined
}
