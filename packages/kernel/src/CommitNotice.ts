/**
 * Notices of commits: what transactions tell about what they changed, for those in this process who keep some of it in
 * memory.
 *
 * A notice comes once its transaction is durable and before the transaction's caller resumes: whoever is told that
 * something was done reads it so. If nobody can tell whether the commit happened, the listeners are told that. A transaction
 * that fails tells nothing, and other processes hear nothing: who keeps something in memory needs another way to learn of
 * their changes. Follows docs/specification.md#transactions.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { OpenTransaction, Transactions } from "./Transactions.ts"

/** They must not throw. */
export interface Listener<A> {
  /** A transaction has committed. */
  readonly committed: (subject: A) => void
  /** One may have. */
  readonly uncertain: (subject: A) => void
}

/** A kind of notice. Those of one database are not heard by those who listen to another's. */
export class CommitNotice<A> {
  private readonly listeners = new WeakMap<object, Set<Listener<A>>>()

  /** Tells the listeners of the transaction's database when the transaction has committed. */
  tell({ afterCommit, afterUncertainCommit, database }: OpenTransaction, subject: A): void {
    const each = (tell: (listener: Listener<A>) => void) => () => this.listeners.get(database)?.forEach(tell)
    afterCommit(each(({ committed }) => committed(subject)))
    afterUncertainCommit(each(({ uncertain }) => uncertain(subject)))
  }

  /** Listens until the scope closes. */
  listen({ database }: typeof Transactions.Service, listener: Listener<A>): Effect.Effect<void, never, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => {
        const others = this.listeners.get(database)
        if (others === undefined) this.listeners.set(database, new Set([listener]))
        else others.add(listener)
      }),
      () => Effect.sync(() => void this.listeners.get(database)?.delete(listener))
    )
  }
}
