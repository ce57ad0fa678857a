/**
 * Addresses of the provider's pages: an id and a keyed mark, so that each carries its own proof and no table holds a
 * capability. A mark for one kind of page is invalid for every other.
 */
import { sign, type StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** This address was never given out. */
export class NoSuchPage extends Data.TaggedError("NoSuchPage") {}

type Secret = Context.Tag.Service<typeof StoreSecret>

/** The addresses of one kind of page. */
export const addressing = (purpose: string) => ({
  /** The part of a page's address that names its subject. */
  tokenOf: (secret: Secret, id: string): string => sign(secret, purpose, id),
  idOf: (secret: Secret) => (token: string): Effect.Effect<string, NoSuchPage> =>
    Effect.suspend(() => {
      const id = unsign(secret, purpose, token)
      return id === undefined ? new NoSuchPage() : Effect.succeed(id)
    })
})

/** A session or mandate that was ended before it was created has no page to show. */
export const existing = <A extends { readonly createdAt: number | null }, E, R>(
  found: Effect.Effect<Option.Option<A>, E, R>
): Effect.Effect<A, E | NoSuchPage, R> =>
  Effect.flatMap(
    found,
    (row) => Option.isSome(row) && row.value.createdAt !== null ? Effect.succeed(row.value) : new NoSuchPage()
  )
