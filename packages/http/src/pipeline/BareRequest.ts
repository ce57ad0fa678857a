/**
 * The base of every request of the application, from Node's socket or from a simulated client. A subclass supplies its
 * method, address, bytes and stream.
 *
 * Left out on purpose: forms with files and upgrades to other protocols. Using them is a mistake of the program.
 * Follows docs/specification.md#requests.
 */
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import type * as Option from "effect/Option"
import * as Stream from "effect/Stream"

const unsupported = "neither forms with files nor upgrades to other protocols are taken"

type Changes = Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]

export abstract class BareRequest<Source extends object> extends Inspectable.Class
  implements HttpServerRequest.HttpServerRequest
{
  readonly [HttpServerRequest.TypeId]: HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly source: Source
  readonly url: string
  readonly headers: Headers.Headers

  constructor(source: Source, url: string, headers: Headers.Headers) {
    super()
    this.source = source
    this.url = url
    this.headers = headers
  }

  abstract get method(): HttpMethod
  abstract get originalUrl(): string
  abstract get remoteAddress(): Option.Option<string>
  abstract modify(changes: Changes): HttpServerRequest.HttpServerRequest
  abstract get arrayBuffer(): Effect.Effect<ArrayBuffer, HttpServerError.RequestError>
  abstract get stream(): Stream.Stream<Uint8Array, HttpServerError.RequestError>

  get cookies(): Readonly<Record<string, string>> {
    return Cookies.parseHeader(this.headers["cookie"] ?? "")
  }

  get text(): Effect.Effect<string, HttpServerError.RequestError> {
    return Effect.map(this.arrayBuffer, (bytes) => new TextDecoder().decode(bytes))
  }

  get json(): Effect.Effect<unknown, HttpServerError.RequestError> {
    return Effect.flatMap(this.text, (text) => Effect.try({ try: () => JSON.parse(text), catch: unreadable(this) }))
  }

  get urlParamsBody(): Effect.Effect<UrlParams.UrlParams, HttpServerError.RequestError> {
    return Effect.map(this.text, (text) => UrlParams.fromInput(new URLSearchParams(text)))
  }

  get multipart() {
    return Effect.dieMessage(unsupported)
  }

  get multipartStream() {
    return Stream.dieMessage(unsupported)
  }

  get upgrade() {
    return Effect.dieMessage(unsupported)
  }

  toJSON(): unknown {
    return HttpIncomingMessage.inspect(this, { _id: "HttpServerRequest", method: this.method, url: this.url })
  }
}

/** The fault of a request that cannot be read. */
export const unreadable = (request: HttpServerRequest.HttpServerRequest) => (cause: unknown) =>
  new HttpServerError.RequestError({ request, reason: "Decode", cause })
