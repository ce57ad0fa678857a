/**
 * ACP as `Operations` takes it: values of a `Protocol`, with this protocol's header rules and words.
 *
 * Under `/acp` every request names a version and every change has an Idempotency-Key, which comes back in the response.
 * Under the shop's own path the same operations may do without both headers. Follows docs/specification.md#acp.
 */
import type { Protocol as PipelineProtocol, RequestRule } from "../pipeline/Protocol.ts"
import { requestIdOf } from "../pipeline/RequestContext.ts"
import { printSuccess } from "../pipeline/Responses.ts"
import { ApiVersionRefused, IdempotencyKeyRequired, printDelegatedError, printError } from "./AcpErrors.ts"
import * as Protocol from "./Protocol.ts"

/** A version that is named is one that is spoken. */
const namedVersionRule: RequestRule = ({ headers }) => {
  const given = headers["api-version"]
  return given === undefined || Protocol.supportedVersions.includes(given)
    ? undefined
    : new ApiVersionRefused({ given })
}

const versionRule: RequestRule = (request) =>
  request.headers["api-version"] === undefined
    ? new ApiVersionRefused({ given: undefined })
    : namedVersionRule(request)

const idempotencyKeyRule: RequestRule = ({ headers }) =>
  headers["idempotency-key"] === undefined ? new IdempotencyKeyRequired() : undefined

/** A key that may stand in a header of the response. */
const echoable = /^[\x21-\x7e]{1,257}$/

/** By all the rules of the protocol. */
export const strict: PipelineProtocol = {
  versionRule,
  idempotencyKeyRule,
  printSuccess,
  printError,
  responseHeaders: (request) => {
    const key = request.headers["idempotency-key"]
    return {
      "api-version": Protocol.version,
      "request-id": requestIdOf(request),
      ...(key !== undefined && echoable.test(key) ? { "idempotency-key": key } : {})
    }
  }
}

/** Where the headers of the protocol may be left out. */
export const lenient: PipelineProtocol = {
  ...strict,
  versionRule: namedVersionRule,
  idempotencyKeyRule: () => undefined
}

/** Where anyone may read, and no header of the protocol is needed or returned. */
export const open: PipelineProtocol = {
  ...strict,
  versionRule: () => undefined,
  idempotencyKeyRule: () => undefined,
  responseHeaders: undefined
}

/** Where only the codes of delegated payment are known. */
export const delegatedPayment: PipelineProtocol = { ...strict, printError: printDelegatedError }
