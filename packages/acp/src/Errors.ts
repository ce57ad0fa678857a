/**
 * Errors in the form of ACP: flat, with a type, a code, a message, and a JSONPath to their subject, from one table. An
 * error of the store's own table keeps its code and status; only those of this protocol alone are defined here.
 * Delegated payment knows six codes: there every refusal gets the nearest. Follows docs/specification.md#acp.
 */
import { type InputFault, mutating, problems, type ProblemTag } from "@beauty-store/http/contract/Problems"
import * as Json from "@beauty-store/http/internal/pipeline/Json"
import { describeError, type TaggedError } from "@beauty-store/http/pipeline/ErrorDescription"
import type { ErrorPrinter } from "@beauty-store/http/pipeline/Protocol"
import type { EncodedResponse } from "@beauty-store/http/pipeline/Responses"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import * as Acp from "./Acp.ts"

/** `given`: the version in the request, if there is one. */
export class ApiVersionRefused extends Data.TaggedError("ApiVersionRefused")<{ readonly given: string | undefined }> {}
export class IdempotencyKeyRequired extends Data.TaggedError("IdempotencyKeyRequired") {}

interface RefusedPart {
  readonly code: string
  /** A JSONPath. */
  readonly param: string
  readonly words: string
}
/** A part of a request that is well-formed and not possible: `code` says why. */
export class Refused extends Data.TaggedError("Refused")<RefusedPart> {}
/** A card or its allowance: every value is valid, their combination is not. */
export class CardRefused extends Data.TaggedError("CardRefused")<RefusedPart> {}

interface Row {
  readonly status: number
  readonly codes: readonly [string, ...ReadonlyArray<string>]
  readonly title: string
  /** The same request may succeed later. */
  readonly retryable?: boolean
}

/** The errors that only this protocol has, by their tags. */
const own = {
  ApiVersionRefused: {
    status: 400,
    codes: ["api_version_required", "unsupported_api_version"],
    title: "The API-Version header names no supported version"
  },
  IdempotencyKeyRequired: {
    status: 400,
    codes: ["idempotency_key_required"],
    title: "Idempotency-Key header is required"
  },
  Refused: {
    status: 400,
    codes: ["missing", "invalid", "invalid_item_id", "unsupported", "unsupported_currency"],
    title: "The value that `param` points at is not possible"
  },
  AuthenticationMissing: {
    status: 400,
    codes: ["requires_3ds"],
    title: "The payer's bank requires authentication, and the request does not contain the result"
  },
  DraftNotFound: { status: 404, codes: ["not_found"], title: "There is no such checkout session or cart" },
  DraftClosed: {
    status: 405,
    codes: ["not_changeable"],
    title: "It was paid, cancelled, or its time ran out: it can no longer be changed"
  },
  DraftBusy: { status: 409, codes: ["complete_in_progress"], title: "A payment is under way", retryable: true },
  CardRefused: { status: 422, codes: ["invalid_card"], title: "The card cannot be used for this" }
} as const satisfies Record<string, Row>

export type ErrorTag = keyof typeof own | ProblemTag

const isOwn = (tag: ErrorTag): tag is keyof typeof own => tag in own

/** All of them. */
export const errorTags: ReadonlyArray<ErrorTag> = [
  ...Object.keys(own).filter((tag): tag is keyof typeof own => tag in own),
  ...Object.values(problems).map(({ tag }) => tag)
]

/** The status, codes and title of an error. */
export const rowOf = (tag: ErrorTag): Row => {
  if (isOwn(tag)) return own[tag]
  const { code, retryable, status, title } = problems[tag]
  return { status, title, retryable, codes: tag === "InvalidRequest" ? ["missing", "invalid"] : [code] }
}

/** The name of an error's shape in documents. */
export const shapeOf = (tag: ErrorTag): string => `Acp${tag}`

/** `service_unavailable`: it may work later. `processing_error`: our fault. */
const typeOf = (status: number) =>
  status === 503 ? "service_unavailable" : status >= 500 ? "processing_error" : "invalid_request"

/** An error on the wire, known by its tag to programs that use the contract. */
const makeSchema = <const Tag extends ErrorTag>(tag: Tag) => {
  const { codes, status, title } = rowOf(tag)
  return Schema.Struct({
    type: Schema.Literal(typeOf(status)),
    code: Schema.Literal(...codes),
    message: Schema.String,
    param: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "a JSONPath" }),
    supported_versions: Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
  }).annotations({ identifier: shapeOf(tag), description: title }).pipe(
    Schema.attachPropertySignature("_tag", tag)
  ).annotations(HttpApiSchema.annotations({ status }))
}

/** Those that are made. Most operations have most of them, and a start makes all operations. */
const made = new Map<ErrorTag, unknown>()

const schemaOf = <const Tag extends ErrorTag>(tag: Tag): ReturnType<typeof makeSchema<Tag>> => {
  const schema = made.get(tag) ?? makeSchema(tag)
  made.set(tag, schema)
  return schema as ReturnType<typeof makeSchema<Tag>>
}

/** The errors of an operation of the protocol, by their tags. */
export const errors = <const Tags extends ReadonlyArray<ErrorTag>>(...tags: Tags) =>
  Schema.Union(...tags.map((tag: Tags[number]) => schemaOf(tag)))

/** The errors that any operation may have besides its own. */
export const everywhere = [
  "InvalidRequest",
  "Unauthorized",
  "Forbidden",
  "ApiVersionRefused",
  "RateLimited",
  "InternalError",
  "StoreUnavailable",
  "StoreOverloaded"
] as const satisfies ReadonlyArray<ErrorTag>

/** The errors of an operation that reads a body. */
export const changing = [
  "IdempotencyKeyRequired",
  ...mutating
] as const satisfies ReadonlyArray<ErrorTag>

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

const flat = (tag: keyof typeof own, message: string, more: Partial<Flat> = {}): Flat => ({
  status: own[tag].status,
  code: own[tag].codes[0],
  message,
  ...more
})

/** An error that only this protocol has. */
const flatOwn = (error: TaggedError): Flat | undefined => {
  if (error instanceof Refused || error instanceof CardRefused) {
    return flat(error._tag, error.words, { code: error.code, param: error.param })
  }
  if (error instanceof ApiVersionRefused) {
    const [required, unsupported] = own.ApiVersionRefused.codes
    const versions = Acp.supportedVersions
    return flat(error._tag, `API-Version header must name a supported version: ${versions.join(", ")}`, {
      code: error.given === undefined ? required : unsupported,
      supported_versions: versions.toReversed()
    })
  }
  switch (error._tag) {
    case "IdempotencyKeyRequired":
      return flat(error._tag, own[error._tag].title)
    case "DraftNotFound":
      return flat(error._tag, `${own[error._tag].title}.`)
    case "DraftClosed":
      return flat(error._tag, error.message ?? own[error._tag].title, { headers: { allow: "GET, HEAD" } })
    case "AuthenticationMissing":
      return flat(
        error._tag,
        "This checkout session requires issuer authentication. The request must include "
          + "'authentication_result' as provided by the issuer authentication flow.",
        { param: "$.authentication_result" }
      )
    case "DraftBusy":
      return flat(error._tag, error.message ?? own[error._tag].title, { headers: { "retry-after": "1" } })
    default:
      return undefined
  }
}

/** Where a fault is. */
const placeOf = ({ in: part, pointer }: InputFault): string => part === undefined ? jsonPath(pointer) : pointer

/** An error of the store's own, in the protocol's form: of several faults it has the place of the first, and all in words. */
const flatProblem = (error: TaggedError, baseUrl: string): Flat => {
  const { code, detail, facts, headers, status, title } = describeError(error, baseUrl)
  const faults = (facts["errors"] ?? []) as ReadonlyArray<InputFault>
  const [fault] = faults
  // The protocol has no field for a code of the shop's own.
  const reason = typeof facts["reason"] === "string" ? `${facts["reason"]}: ` : ""
  if (fault === undefined) return { status, code, message: `${reason}${detail ?? `${title}.`}`, headers }
  return {
    status,
    code: fault.detail === "is missing" ? "missing" : "invalid",
    message: faults.map((one) => `${placeOf(one)} ${one.detail}.`).join(" "),
    param: placeOf(fault),
    headers
  }
}

const printFlat = ({ headers, status, ...error }: Flat): EncodedResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: Json.print({ type: typeOf(status), ...error })
})

/** Prints an error in the protocol's form. */
export const printError: ErrorPrinter = (error, { baseUrl }) => printFlat(flatOwn(error) ?? flatProblem(error, baseUrl))

/** The codes of delegated payment with a meaning of their own; every other refusal is about the card. */
const delegatedCodes: ReadonlySet<string> = new Set([
  "invalid_card",
  "duplicate_request",
  "idempotency_conflict",
  "idempotency_key_required",
  "idempotency_in_flight"
])

/** Prints an error of delegated payment: apart from `supported_versions`, only the published codes and fields. */
export const printDelegatedError: ErrorPrinter = (error, { baseUrl }) => {
  const flat = flatOwn(error) ?? flatProblem(error, baseUrl)
  const code = delegatedCodes.has(flat.code) ? flat.code : flat.status >= 500 || flat.status === 429
    ? "too_many_requests" :
    "invalid_card"
  return printFlat({ ...flat, code })
}

/** How errors are printed at a path; undefined for paths of other protocols. */
export const printerOf = (path: string): ErrorPrinter | undefined =>
  !Acp.isSpokenAt(path) ? undefined : path === Acp.delegatedPayment ? printDelegatedError : printError
