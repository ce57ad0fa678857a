/**
 * ACP as `Operations` takes it: values of a `Protocol`, with this protocol's header rules and forms.
 *
 * Under `/acp` every request names a version and every change has an Idempotency-Key, which the response repeats. Under
 * the shop's own path both headers are optional. Follows docs/specification.md#acp.
 */
import type { Protocol, RequestRule } from "@beauty-store/http/pipeline/Protocol"
import { requestIdOf } from "@beauty-store/http/pipeline/RequestContext"
import { printSuccess } from "@beauty-store/http/pipeline/Responses"
import * as Acp from "./Acp.ts"
import { ApiVersionRefused, IdempotencyKeyRequired, printDelegatedError, printError } from "./Errors.ts"

/** A version in the request is a supported one. */
const namedVersionRule: RequestRule = ({ headers }) => {
  const given = headers["api-version"]
  return given === undefined || Acp.supportedVersions.includes(given)
    ? undefined
    : new ApiVersionRefused({ given })
}

const versionRule: RequestRule = (request) =>
  request.headers["api-version"] === undefined
    ? new ApiVersionRefused({ given: undefined })
    : namedVersionRule(request)

const idempotencyKeyRule: RequestRule = ({ headers }) =>
  headers["idempotency-key"] === undefined ? new IdempotencyKeyRequired() : undefined

/** A key that is valid in a header of the response. */
const echoable = /^[\x21-\x7e]{1,257}$/

/** With all the rules of the protocol. */
export const strict: Protocol = {
  versionRule,
  idempotencyKeyRule,
  // What is unknown is for the protocol's own schemas to say.
  namesUnknownFields: false,
  printSuccess,
  printError,
  responseHeaders: (request) => {
    const key = request.headers["idempotency-key"]
    return {
      "api-version": Acp.version,
      "request-id": requestIdOf(request),
      ...(key !== undefined && echoable.test(key) ? { "idempotency-key": key } : {})
    }
  }
}

/** Where the headers of the protocol are optional. */
export const lenient: Protocol = {
  ...strict,
  versionRule: namedVersionRule,
  idempotencyKeyRule: () => undefined
}

/** For public documents, where no header of the protocol is needed or returned. */
export const open: Protocol = {
  ...strict,
  versionRule: () => undefined,
  idempotencyKeyRule: () => undefined,
  responseHeaders: undefined
}

/** For delegated payment, which has codes of its own. */
export const delegatedPayment: Protocol = { ...strict, printError: printDelegatedError }
