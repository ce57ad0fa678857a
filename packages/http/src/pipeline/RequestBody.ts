/**
 * Bodies of requests: their bytes, and their JSON. Media type and length are checked before a byte is read, and no body
 * is read inside a transaction. Follows docs/specification.md#requests.
 */
import { readBody } from "@beauty-store/outbound/BodyReader"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Readable } from "node:stream"
import * as Json from "./Json.ts"
import * as RateLimiter from "./RateLimiter.ts"

export const maxBodyBytes = 256 * 1024

export class MalformedBody extends Data.TaggedError("MalformedBody") {}
export class PayloadTooLarge extends Data.TaggedError("PayloadTooLarge") {}
export class UnsupportedMediaType extends Data.TaggedError("UnsupportedMediaType") {}

/** A body as received: its bytes, and their value by the media type. */
export interface Body {
  readonly bytes: Uint8Array
  /** The value, or `Json.Malformed`. A missing body counts as an empty object. */
  readonly json: unknown
}

const empty: Body = { bytes: new Uint8Array(), json: {} }

/** The raw bytes of a body, at most `maxBodyBytes` of them. A long one costs more than the request alone. */
export const bytesOf = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Uint8Array, PayloadTooLarge | MalformedBody | RateLimiter.RateLimited> => {
  const length = Number(request.headers["content-length"] ?? "0")
  if (length > maxBodyBytes) return new PayloadTooLarge()
  return Effect.tap(receivedBytes(request), ({ length }) => RateLimiter.chargeBody(request, length))
}

/** The bytes of a file, at most `most`. Their length costs nothing: the operation has a cost of its own. */
export const fileOf = (
  request: HttpServerRequest.HttpServerRequest,
  most: number
): Effect.Effect<Uint8Array, PayloadTooLarge | MalformedBody | UnsupportedMediaType> => {
  if (Number(request.headers["content-length"] ?? "0") > most) return new PayloadTooLarge()
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") return new UnsupportedMediaType()
  return Effect.flatMap(
    receivedBytes(request, most),
    (bytes) => bytes.length > most ? new PayloadTooLarge() : Effect.succeed(bytes)
  )
}

/**
 * Gives away the bytes of a file of at most `most` as they come, so that it is never in memory whole where it comes from
 * a socket. Their length costs nothing. Of a longer file the rest is dropped.
 */
export const takePieces = <E>(
  request: HttpServerRequest.HttpServerRequest,
  most: number,
  take: (piece: Uint8Array) => Effect.Effect<void, E>
): Effect.Effect<void, E | PayloadTooLarge | MalformedBody | UnsupportedMediaType> => {
  const { source } = request
  if (!(source instanceof Readable)) return Effect.flatMap(fileOf(request, most), take)
  if (Number(request.headers["content-length"] ?? "0") > most) return new PayloadTooLarge()
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") return new UnsupportedMediaType()
  // The connection is still needed for the response.
  const pieces: AsyncIterator<Uint8Array> = source.iterator({ destroyOnReturn: false })
  const next = WorkPermit.releaseDuring(
    Effect.tryPromise({ try: () => pieces.next(), catch: () => new MalformedBody() })
  )
  return Effect.gen(function*() {
    let size = 0
    for (let piece = yield* next; piece.done !== true; piece = yield* next) {
      size += piece.value.length
      if (size > most) return yield* new PayloadTooLarge()
      yield* take(piece.value)
    }
  }).pipe(Effect.ensuring(Effect.promise(async () => {
    await pieces.return?.()
    source.resume()
  })))
}

const receivedBytes = (
  request: HttpServerRequest.HttpServerRequest,
  most = maxBodyBytes
): Effect.Effect<Uint8Array, PayloadTooLarge | MalformedBody> =>
  request.source instanceof Readable
    ? Effect.mapError(
      WorkPermit.releaseDuring(readBody(request.source, most)),
      (fault) => fault._tag === "BodyTooLarge" ? new PayloadTooLarge() : new MalformedBody()
    )
    : Effect.mapBoth(request.arrayBuffer, {
      onFailure: () => new MalformedBody(),
      onSuccess: (buffer) => new Uint8Array(buffer)
    })

/** Reads bodies of a media type. */
export interface MediaTypeReader {
  readonly type: RegExp
  /** The value, or `Json.Malformed`. */
  readonly read: (bytes: Uint8Array) => unknown
}

/**
 * A content type of this name, with UTF-8 as its only allowed charset. The optional part at the end includes the blanks
 * behind it: two adjacent runs of blanks would be tried in every combination.
 */
const contentType = (name: string): RegExp => new RegExp(`^${name} *(?:; *charset="?utf-8"? *)?$`, "i")

/** Whether a request's content type is one of some. */
export const isOf = ({ headers }: HttpServerRequest.HttpServerRequest, type: string): boolean =>
  contentType(type).test(headers["content-type"] ?? "")

/** The content type of a form. */
export const formType = contentType("application/x-www-form-urlencoded")

const json: MediaTypeReader = { type: contentType("application/(?:[a-z0-9.+-]+\\+)?json"), read: Json.read }

/** The reader of the request's media type; undefined where nothing reads it. */
const readerOf = ({ headers }: HttpServerRequest.HttpServerRequest, others: ReadonlyArray<MediaTypeReader>) =>
  (headers["content-encoding"] ?? "identity") === "identity"
    ? [json, ...others].find((one) => one.type.test(headers["content-type"] ?? ""))
    : undefined

/** Whether a request has a body of uncompressed JSON. */
export const isJson = (request: HttpServerRequest.HttpServerRequest): boolean => readerOf(request, []) !== undefined

/** A request's body: JSON, or of a type that `others` read. */
export const bodyOf = (
  request: HttpServerRequest.HttpServerRequest,
  ...others: ReadonlyArray<MediaTypeReader>
): Effect.Effect<Body, PayloadTooLarge | MalformedBody | UnsupportedMediaType | RateLimiter.RateLimited> => {
  const { headers } = request
  const length = headers["content-length"]
  if ((length === undefined || length === "0") && headers["transfer-encoding"] === undefined) {
    return Effect.succeed(empty)
  }
  const reader = readerOf(request, others)
  if (reader === undefined) return new UnsupportedMediaType()
  return Effect.map(
    bytesOf(request),
    (bytes) => bytes.length === 0 ? empty : { bytes, json: reader.read(bytes) }
  )
}
