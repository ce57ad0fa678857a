/**
 * Lists as Stripe pages them: newest first, a limit of 1 to 100, `starting_after` and `ending_before` by id, and
 * whether there are more in that direction.
 */
import * as Either from "effect/Either"
import { type ApiError, notFound } from "./ApiErrors.ts"

export interface ListQuery {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
  readonly created?: number | {
    readonly gt?: number | undefined
    readonly gte?: number | undefined
    readonly lt?: number | undefined
    readonly lte?: number | undefined
  } | undefined
}

interface ListAnswer {
  readonly object: "list"
  readonly data: ReadonlyArray<object>
  readonly has_more: boolean
  readonly url: string
}

const defaultLimit = 10

const wasCreated = (created: number, { created: wanted }: ListQuery): boolean =>
  typeof wanted === "object"
    ? created > (wanted.gt ?? Number.NEGATIVE_INFINITY) && created >= (wanted.gte ?? Number.NEGATIVE_INFINITY)
      && created < (wanted.lt ?? Number.POSITIVE_INFINITY) && created <= (wanted.lte ?? Number.POSITIVE_INFINITY)
    : wanted === undefined || created === wanted

/** A page of objects, given in the order in which they were made. `created` reads an object's time of creation. */
export const list = <A extends { readonly id: string }>(
  url: string,
  kind: string,
  all: Iterable<A>,
  query: ListQuery,
  matches: (one: A) => boolean,
  created: (one: A) => number
): Either.Either<ListAnswer, ApiError> => {
  const newestFirst = [...all].reverse()
  const { ending_before: before, limit = defaultLimit, starting_after: after } = query
  const cursor = after ?? before
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor)
  if (cursor !== undefined && at === -1) {
    return Either.left(notFound(kind, cursor, after === undefined ? "ending_before" : "starting_after", 400))
  }
  const rest = after === undefined && before !== undefined ? newestFirst.slice(0, at) : newestFirst.slice(at + 1)
  const found = rest.filter((one) => wasCreated(created(one), query) && matches(one))
  const data = after === undefined && before !== undefined ? found.slice(-limit) : found.slice(0, limit)
  return Either.right({ object: "list", data, has_more: found.length > data.length, url })
}
