/**
 * Opaque positions in a list: a client sends one back to get the next page.
 *
 * A cursor is the sort key of the last item seen, signed, so that clients cannot make one up. Lists continue *after a
 * key*, never at an offset: rows that are inserted meanwhile are neither skipped nor repeated. Follows
 * docs/specification.md#lists.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { sign, unsign } from "./Secrets.ts"

/** This program did not make the cursor for this list. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly nextCursor: string | null
}

/** A codec for the sort keys of one list; `list` names it, so that a cursor of one list is invalid for another. */
export const cursors = <A, I>(secret: { readonly key: Uint8Array }, list: string, key: Schema.Schema<A, I>) => {
  const text = Schema.parseJson(key)
  const encode = Schema.encodeSync(text)
  const decode = Schema.decodeUnknownEither(text)
  return {
    encode: (value: A): string => sign(secret, `cursor:${list}`, Buffer.from(encode(value)).toString("base64url")),
    decode: (cursor: string): Effect.Effect<A, InvalidCursor> => {
      const payload = unsign(secret, `cursor:${list}`, cursor)
      if (payload === undefined) return new InvalidCursor()
      return Either.match(decode(Buffer.from(payload, "base64url").toString()), {
        onLeft: () => new InvalidCursor(),
        onRight: Effect.succeed
      })
    }
  }
}

/** A page of at most `limit` items out of the `limit + 1` rows that were read. */
export const page = <A>(rows: ReadonlyArray<A>, limit: number, cursorOf: (last: A) => string): Page<A> => {
  const data = rows.slice(0, limit)
  const last = data[data.length - 1]
  return { data, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
