/**
 * Listeners to commits, which drop what they keep in memory of what a transaction of their process has changed. They
 * are notified when it is durable and before its caller resumes, or that the outcome of the commit is unknown. A
 * transaction that fails notifies nobody; other processes are not notified. Follows docs/specification.md#transactions.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { OpenTransaction, Transactions } from "./Transactions.ts"

/** Its functions must not throw. */
export interface Listener<A> {
  /** A transaction has committed. */
  readonly committed: (subject: A) => void
  /** A transaction may have committed. */
  readonly uncertain: (subject: A) => void
}

/** A kind of notice. Listeners of one database are not notified of another's commits. */
export class CommitListeners<A> {
  private readonly listeners = new WeakMap<object, Set<Listener<A>>>()

  /** Whether anybody listens, so that a notice for nobody costs nothing. Who begins to listen later has to look. */
  isHeard({ database }: OpenTransaction): boolean {
    return (this.listeners.get(database)?.size ?? 0) > 0
  }

  /** Notifies the listeners of the transaction's database once it has committed. */
  notify({ afterCommit, afterUncertainCommit, database }: OpenTransaction, subject: A): void {
    const each = (run: (listener: Listener<A>) => void) => () => this.listeners.get(database)?.forEach(run)
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
