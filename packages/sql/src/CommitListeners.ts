/**
 * Listeners to commits: a transaction notifies listeners in its process of what it has changed, so that they drop what
 * they keep of it in memory.
 *
 * Listeners are notified when the transaction is durable and before its caller resumes: nobody who knows of a change
 * still reads the old state. If the outcome of the commit is unknown, listeners are notified of that instead. A
 * transaction that fails notifies nobody, and other processes are not notified: a listener needs another way to learn
 * of their changes. Follows docs/specification.md#transactions.
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
