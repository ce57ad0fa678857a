/**
 * HTTP POST to addresses from the configuration: messages between the programs of one operator, over connections that
 * stay open.
 *
 * Untrusted addresses need `GuardedHttp`. This service checks no address and follows no redirect; it returns the
 * response, or that there was none. A message without a response may have arrived.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** There was no complete response. */
export class NoResponse extends Data.TaggedError("NoResponse")<{ readonly reason: string }> {}

export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The time until the last byte of the response. */
  readonly millis: number
}

export interface PostResponse {
  readonly status: number
  readonly body: string
}

export class HttpPost extends Context.Tag("@beauty-store/outbound/HttpPost")<HttpPost, {
  readonly send: (request: PostRequest) => Effect.Effect<PostResponse, NoResponse>
}>() {}
