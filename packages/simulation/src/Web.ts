/**
 * HTTP without a network: a request as the store's application reads it, an answer as a client sees it, the far ends'
 * post. No sockets, no streams, no promises, so that all of it runs on the simulated scheduler.
 */
import { BareRequest } from "@beauty-store/http/pipeline/BareRequest"
import { NoResponse, type Post } from "@beauty-store/web/Post"
import * as Headers from "@effect/platform/Headers"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** A request on its way. */
export interface Call {
  readonly method: HttpMethod
  /** Path and query. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** How long whoever calls waits for an answer, in milliseconds; who says nothing waits a minute. */
  readonly patience?: number
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** Nobody listens there, or the line broke before an answer came: whether anything was done, nobody knows. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly why: "refused" | "lost" | "too late" }> {}

class Request extends BareRequest<Call> {
  get method(): HttpMethod {
    return this.source.method
  }
  get originalUrl(): string {
    return this.source.path
  }
  get remoteAddress(): Option.Option<string> {
    return Option.none()
  }
  modify({ headers, url }: Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]): Request {
    return new Request(this.source, url ?? this.url, headers ?? this.headers)
  }
  get arrayBuffer(): Effect.Effect<ArrayBuffer> {
    return Effect.sync(() => new Uint8Array(this.source.body ?? []).buffer)
  }
  get stream() {
    return Stream.dieMessage("a simulated request has a body or none")
  }
}

export const request = (call: Call): HttpServerRequest.HttpServerRequest =>
  new Request(
    call,
    call.path,
    Headers.unsafeFromRecord({
      host: "shop.example",
      ...(call.body === undefined ? {} : { "content-length": String(call.body.length) }),
      ...call.headers
    })
  )

const decoder = new TextDecoder()

export const answer = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): Answer => ({
  status,
  headers,
  body: body._tag === "Uint8Array" ? decoder.decode(body.body) : ""
})

/** How somebody reaches the store. */
export type Line = (call: Call) => Effect.Effect<Answer, NoAnswer>

/** A messenger for the far ends, whose every address is the store's. */
export const post = (line: Line): Context.Tag.Service<Post> => ({
  send: ({ body, headers, millis, url }) => {
    const { pathname, search } = new URL(url)
    return Effect.mapError(
      line({ method: "POST", path: `${pathname}${search}`, headers, body, patience: millis }),
      ({ why }) => new NoResponse({ reason: why })
    )
  }
})
