/**
 * Notices of commits: what transactions tell about what they changed, for those in this process who keep some of it in
 * memory.
 *
 * A notice comes once its transaction is durable and before the transaction's caller resumes: whoever is told that
 * something was done reads it so. A transaction that fails, or whose commit nobody knows the outcome of, tells nothing, and
 * so do other processes: who keeps something in memory needs another way to learn of those.
 * Follows docs/specification.md#transactions.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { OpenTransaction, Transactions } from "./Transactions.ts"

type Listener<A> = (subject: A) => void

/** A kind of notice. Those of one database are not heard by those who listen to another's. */
export class CommitNotice<A> {
  private readonly listeners = new WeakMap<object, Set<Listener<A>>>()

  /** Tells who listens, once the transaction has committed. */
  tell({ afterCommit, database }: OpenTransaction, subject: A): void {
    afterCommit(() => {
      for (const listener of this.listeners.get(database) ?? []) listener(subject)
    })
  }

  /** Hears what is told, until the scope closes. The listener must not throw. */
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
