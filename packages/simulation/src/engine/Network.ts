/**
 * HTTP without a network: a request as the store's application reads it, a response as a client sees it, and how
 * external systems post to the store. No sockets, no streams, no promises: all of it runs on the simulated scheduler.
 *
 * @since 1.0.0
 */
import { BareRequest } from "@beauty-store/http/internal/pipeline/BareRequest"
import { type HttpPost, NoResponse as NoPostResponse } from "@beauty-store/outbound/HttpPost"
import * as Headers from "@effect/platform/Headers"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

/** A request as its sender makes it. */
export interface Request {
  readonly method: HttpMethod
  /** Path and query. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** How long the sender waits for a response; default: a minute. */
  readonly timeoutMillis?: number
  /** The address that it comes from, where that matters. */
  readonly remoteAddress?: string | undefined
  /** Is told each statement that changes rows while the request is served. */
  readonly onWrite?: ((text: string) => void) | undefined
  /** Its sender and number, as the history has them, for those who watch. */
  readonly sender?: string
}

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The text, whatever its coding. */
  readonly body: string
  /** The bytes that came, where they are in a coding. */
  readonly coded?: Uint8Array | undefined
}

/** The store was down, or no response came back: the outcome is unknown. */
export class NoResponse extends Data.TaggedError("NoResponse")<{ readonly why: "refused" | "lost" | "too late" }> {}

class ServerRequest extends BareRequest<Request> {
  get method(): HttpMethod {
    return this.source.method
  }
  get originalUrl(): string {
    return this.source.path
  }
  get remoteAddress(): Option.Option<string> {
    return Option.fromNullable(this.source.remoteAddress)
  }
  modify({ headers, url }: Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]): ServerRequest {
    return new ServerRequest(this.source, url ?? this.url, headers ?? this.headers)
  }
  get arrayBuffer(): Effect.Effect<ArrayBuffer> {
    return Effect.sync(() => new Uint8Array(this.source.body ?? []).buffer)
  }
  get stream() {
    return Stream.dieMessage("a simulated request has a body or none")
  }
}

/** The request that the running fiber serves, if it serves any: its transactions run in its context. */
export const requestUnderWay = (): Request | undefined => {
  const fiber = Option.getOrUndefined(Fiber.getCurrentFiber())
  const request = fiber === undefined
    ? undefined
    : Option.getOrUndefined(Context.getOption(fiber.currentContext, HttpServerRequest.HttpServerRequest))
  return request instanceof ServerRequest ? request.source : undefined
}

export const toServerRequest = (call: Request): HttpServerRequest.HttpServerRequest =>
  new ServerRequest(
    call,
    call.path,
    Headers.unsafeFromRecord({
      host: "shop.example",
      ...(call.body === undefined ? {} : { "content-length": String(call.body.length) }),
      ...call.headers
    })
  )

const decoder = new TextDecoder()

const decoded = (bytes: Uint8Array, coding: string | undefined): Uint8Array =>
  coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes

export const toResponse = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): Response => {
  if (body._tag !== "Uint8Array") return { status, headers, body: "" }
  const coding = headers["content-encoding"]
  return {
    status,
    headers,
    body: decoder.decode(decoded(body.body, coding)),
    coded: coding === undefined ? undefined : body.body
  }
}

/** A way to call the store. */
export type Transport = (call: Request) => Effect.Effect<Response, NoResponse>

/** Posts of external systems: every address is the store's. */
export const postOver = (transport: Transport): Context.Tag.Service<HttpPost> => ({
  send: ({ body, headers, millis, url }) => {
    const { pathname, search } = new URL(url)
    return Effect.mapError(
      transport({ method: "POST", path: `${pathname}${search}`, headers, body, timeoutMillis: millis }),
      ({ why }) => new NoPostResponse({ reason: why })
    )
  }
})
