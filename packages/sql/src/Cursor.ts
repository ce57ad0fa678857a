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
import * as Codec from "./Codec.ts"
import { sign, type StoreSecret, unsign } from "./Secrets.ts"

/** This program did not make the cursor for this list. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

/** Which part of a list is asked for: so many items at most, from its begin or after the page that had the cursor. */
export interface Paging {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly nextCursor: string | null
}

/** What a cursor's mark is for: a list, and the parameters that filter it. */
const purposeOf = (list: string, filter: object): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const name = `cursor:${list}`
  return given.length === 0 ? name : `${name} ${JSON.stringify(given.toSorted(([a], [b]) => a < b ? -1 : 1))}`
}

/**
 * A codec for the sort keys of one list;
 * `list` names it, so that a cursor of one list is invalid for another. So is that of the same list with another `filter`:
 * what it does not mention, it does not filter by.
 */
export const cursors = <A, I>(secret: typeof StoreSecret.Service, list: string, key: Schema.Schema<A, I>) => {
  const encode = Codec.encoder(key)
  const decode = Codec.eitherDecoder(key)
  return {
    encode: (value: A, filter: object = {}): string =>
      sign(secret, purposeOf(list, filter), Buffer.from(JSON.stringify(encode(value))).toString("base64url")),
    decode: (cursor: string, filter: object = {}): Effect.Effect<A, InvalidCursor> => {
      const payload = unsign(secret, purposeOf(list, filter), cursor)
      if (payload === undefined) return new InvalidCursor()
      // Signed, so that it is JSON; an earlier program may have had another key.
      return Either.match(decode(JSON.parse(Buffer.from(payload, "base64url").toString())), {
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
