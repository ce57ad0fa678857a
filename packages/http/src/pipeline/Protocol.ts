/**
 * A protocol: the rules and the printers by which protocols differ. `Operations` takes one as a value, so that every
 * protocol passes the same steps in the same order.
 *
 * The status of a success comes from the contract: it is that of the endpoint's success schema. Follows
 * docs/specification.md#order-of-checks.
 *
 * @since 1.0.0
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Schema from "effect/Schema"
import type { UnknownField } from "../contract/ValueSchemas.ts"
import { printProblem, type TaggedError } from "./ErrorDescription.ts"
import type { ErrorContext } from "./RequestContext.ts"
import { type EncodedResponse, printSuccess } from "./Responses.ts"

/** A rule for requests: returns the error of a request that breaks it. */
export type RequestRule = (request: HttpServerRequest.HttpServerRequest) => TaggedError | undefined

/** Prints an error in the form of a protocol. */
export type ErrorPrinter = (error: TaggedError, errorContext: ErrorContext) => EncodedResponse

/** Prints successes of a schema, with their status and headers. */
export type SuccessPrinter = <A, I>(
  schema: Schema.Schema<A, I>,
  status: number
) => (
  value: A,
  headers?: Readonly<Record<string, string>>,
  messages?: ReadonlyArray<typeof UnknownField.Type>
) => EncodedResponse

export interface Protocol {
  /** The requested version is supported. Checked after the caller is known. */
  readonly versionRule: RequestRule
  /** A request for a change has an idempotency key, if the protocol requires one. Checked after the version. */
  readonly idempotencyKeyRule: RequestRule
  /** Responses name fields of the request that its operation does not know (`UnknownFields`). */
  readonly namesUnknownFields: boolean
  readonly printSuccess: SuccessPrinter
  readonly printError: ErrorPrinter
  /** Headers that every response of an operation carries, errors included. */
  readonly responseHeaders:
    | ((request: HttpServerRequest.HttpServerRequest) => Readonly<Record<string, string>>)
    | undefined
}

const noRule: RequestRule = () => undefined

/** The store's own API: no versions, optional keys of any form, JSON by its schemas, and problem documents. */
export const storeProtocol: Protocol = {
  versionRule: noRule,
  idempotencyKeyRule: noRule,
  namesUnknownFields: true,
  printSuccess,
  printError: printProblem,
  responseHeaders: undefined
}
