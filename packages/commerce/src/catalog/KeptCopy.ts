/**
 * A copy in memory of what the catalogue has, which follows its changes (`CatalogChanges`): it is made by the first who
 * asks, made anew where products may have been added or altered, and renewed where single products changed. Concurrent
 * callers share the work.
 */
import type { ProductId } from "@beauty-store/domain/Ids"
import * as SingleFlight from "@beauty-store/sql/SingleFlight"
import { type StoreUnavailable, Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import type { CatalogChanges } from "./CatalogChanges.ts"

type Reading<A> = Effect.Effect<A, StoreUnavailable>

/** The copy as it is now. A transaction has its own, which nobody else is shown: it may never be committed. */
export const make = <A>(
  changes: CatalogChanges,
  { read, renew }: {
    readonly read: Reading<A>
    readonly renew: (kept: A, changed: ReadonlyArray<ProductId>) => Reading<A>
  }
): Reading<A> => {
  let kept: { readonly since: number; readonly copy: A } | undefined
  const reading: SingleFlight.SingleFlight<A, StoreUnavailable> = { current: undefined }
  const bringUp = Effect.suspend(() => {
    const since = changes.count
    const changed = kept === undefined ? undefined : changes.changedProducts(kept.since)
    return Effect.map(changed === undefined ? read : renew(kept!.copy, changed), (copy) => {
      kept = { since, copy }
      return copy
    })
  })
  const current = (otherwise: Reading<A>) =>
    Effect.suspend(() => kept?.since === changes.count ? Effect.succeed(kept.copy) : otherwise)
  const joined = SingleFlight.join(reading, bringUp)
  // A shared reading may have begun before the last change. The next one begins after this call.
  const shared = Effect.zipRight(changes.confirm, current(Effect.zipRight(joined, current(joined))))
  return Effect.flatMap(Effect.serviceOption(Transaction), ({ _tag }) => _tag === "None" ? shared : read)
}
