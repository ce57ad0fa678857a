/**
 * Errors as ACP has them: flat, with a type, a code, words, and a JSONPath to what they are about.
 *
 * An error that the shop's own table of problems knows keeps its code and status; the few that only this protocol has
 * stand here. Delegated payment knows six codes and no others: there every refusal goes by the nearest of them.
 */
import * as Data from "effect/Data"
import type { InputFault } from "../contract/Problems.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Protocol from "./Protocol.ts"

/** `given`: the version that was named, if any was. */
export class ApiVersionRefused extends Data.TaggedError("ApiVersionRefused")<{ readonly given: string | undefined }> {}
export class IdempotencyKeyRequired extends Data.TaggedError("IdempotencyKeyRequired") {}
/** Something in a request that is well-formed and can not be: `code` says what. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly code: string
  readonly param: string
  readonly words: string
  /** 422: every value is fine, what they mean together is not. Default: 400. */
  readonly status?: 400 | 422
}> {}

interface Flat {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly param?: string | undefined
  readonly supported_versions?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

/** `/line_items/0/id` is `$.line_items[0].id` (RFC 9535). */
export const jsonPath = (pointer: string): string =>
  pointer.split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~")).reduce(
    (path, part) =>
      /^\d+$/.test(part)
        ? `${path}[${part}]`
        : /^[A-Za-z_]\w*$/.test(part)
        ? `${path}.${part}`
        : `${path}[${JSON.stringify(part)}]`,
    "$"
  )

const own = (error: Responses.Tagged): Flat | undefined => {
  if (error instanceof Refused) {
    return { status: error.status ?? 400, code: error.code, message: error.words, param: error.param }
  }
  if (error instanceof IdempotencyKeyRequired) {
    return { status: 400, code: "idempotency_key_required", message: "Idempotency-Key header is required" }
  }
  if (error instanceof ApiVersionRefused) {
    return {
      status: 400,
      code: error.given === undefined ? "api_version_required" : "unsupported_api_version",
      message: `API-Version header must name a supported version: ${Protocol.supportedVersions.join(", ")}`,
      supported_versions: Protocol.supportedVersions.toReversed()
    }
  }
  switch (error._tag) {
    case "DraftNotFound":
      return { status: 404, code: "not_found", message: "There is no such checkout session or cart." }
    case "DraftClosed":
      return { status: 405, code: "not_changeable", message: error.message!, headers: { allow: "GET, HEAD" } }
    case "AuthenticationMissing":
      return {
        status: 400,
        code: "requires_3ds",
        message: "This checkout session requires issuer authentication. The request must include "
          + "'authentication_result' as provided by the issuer authentication flow.",
        param: "$.authentication_result"
      }
    case "DraftBusy":
      return { status: 409, code: "complete_in_progress", message: error.message!, headers: { "retry-after": "1" } }
    default:
      return undefined
  }
}

/** An error of the shop's own, in the protocol's form. The first of several faults is the one that is pointed at. */
const translated = (error: Responses.Tagged): Flat => {
  const { code, detail, facts, headers, status, title } = Responses.told(error)
  const [fault] = (facts["errors"] ?? []) as ReadonlyArray<InputFault>
  if (fault === undefined) return { status, code, message: detail ?? `${title}.`, headers }
  const param = fault.in === undefined ? jsonPath(fault.pointer) : fault.pointer
  return {
    status,
    code: fault.detail === "is missing" ? "missing" : "invalid",
    message: `${param} ${fault.detail}.`,
    param,
    headers
  }
}

/** `service_unavailable`: later it may work. `processing_error`: our fault. */
const typeOf = (status: number): string =>
  status === 503 ? "service_unavailable" : status >= 500 ? "processing_error" : "invalid_request"

const printed = ({ headers, status, ...error }: Flat): Responses.EncodedResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify({ type: typeOf(status), ...error })
})

/** Prints an error as the protocol has it. */
export const print: Responses.Printer = (error) => printed(own(error) ?? translated(error))

/** The codes of delegated payment that say what they mean; all other refusals are about what was to be paid with. */
const delegatedCodes: ReadonlySet<string> = new Set([
  "invalid_card",
  "duplicate_request",
  "idempotency_conflict",
  "idempotency_key_required",
  "idempotency_in_flight"
])

/** How errors are told at a path; nothing where another protocol is spoken. */
export const printerOf = (path: string): Responses.Printer | undefined =>
  !Protocol.isSpokenAt(path) ? undefined : path === Protocol.delegatedPayment ? printDelegated : print

/** Prints an error of delegated payment: `supported_versions` aside, nothing but the published codes and fields. */
export const printDelegated: Responses.Printer = (error) => {
  const flat = own(error) ?? translated(error)
  const code = delegatedCodes.has(flat.code) ? flat.code : flat.status >= 500 ? "too_many_requests" : "invalid_card"
  return printed({ ...flat, code })
}
