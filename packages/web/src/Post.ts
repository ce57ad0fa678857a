/**
 * Messages to programs of the house: POST to an address that the configuration gave, over connections that stay open.
 *
 * Strangers' addresses are `GuardedHttp`'s business. This one judges nothing and follows nothing; it tells what was
 * answered, or that nothing was. A message that got no answer may have arrived.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** There was no whole answer. */
export class NotAnswered extends Data.TaggedError("NotAnswered")<{ readonly reason: string }> {}

export interface Letter {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** How long the answer may take, to its last byte. */
  readonly millis: number
}

export interface Reply {
  readonly status: number
  readonly body: string
}

export class Post extends Context.Tag("@beauty-store/web/Post")<Post, {
  readonly send: (letter: Letter) => Effect.Effect<Reply, NotAnswered>
}>() {}
