/**
 * The orders in which transactions have taken locks, to find two that can wait for each other for ever, even if they
 * never did: one has taken a lock before another, and one the other before the first. It is no danger where both had a
 * third lock before, which lets only one of them get so far. Rows that a transaction has inserted itself are left out,
 * because nobody else can lock them yet.
 */
import { isConflict, type LockMode, type LockOwner } from "./Locks.ts"

interface Edge {
  readonly first: LockMode
  readonly second: LockMode
  /** What every transaction had locked before that took them in this order. */
  gates: ReadonlySet<string>
  /** The statements of the first transaction that did. */
  readonly history: ReadonlyArray<string>
}

/** A transaction takes a lock while it has another. */
interface Step {
  readonly before: string
  readonly first: LockMode
  readonly place: string
  readonly second: LockMode
  /** What it had locked before both. */
  readonly gates: ReadonlySet<string>
  readonly history: ReadonlyArray<string>
}

/** Two orders of the same locks. */
export interface Disorder {
  readonly places: readonly [string, string]
  readonly histories: readonly [ReadonlyArray<string>, ReadonlyArray<string>]
}

export class LockOrder {
  private readonly edges = new Map<string, Map<string, Edge>>()

  /** A transaction takes a lock, and would have waited for it. Returns a lock that another one took after it. */
  takes(
    { history, inserted, locks }: LockOwner & {
      readonly history: ReadonlyArray<string>
      readonly inserted: ReadonlySet<string>
    },
    place: string,
    mode: LockMode
  ): Disorder | undefined {
    if (locks.has(place)) return undefined
    const gates = new Set<string>()
    let found: Disorder | undefined
    for (const [before, first] of locks) {
      // A key was inserted with its row.
      if (inserted.has(before) || before.includes("=")) continue
      const step = { before, first, place, second: mode, gates, history }
      found ??= this.disorder(step)
      this.add(step)
      gates.add(before)
    }
    return found
  }

  private disorder({ before, first, gates, history, place, second }: Step): Disorder | undefined {
    const reverse = this.edges.get(place)?.get(before)
    if (reverse === undefined || !isConflict(reverse.first, second) || !isConflict(reverse.second, first)) {
      return undefined
    }
    if ([...reverse.gates].some((gate) => gates.has(gate))) return undefined
    return { places: [before, place], histories: [history, reverse.history] }
  }

  private add({ before, first, gates, history, place, second }: Step): void {
    const after = this.edges.get(before)
    const known = after?.get(place)
    if (known !== undefined) {
      known.gates = new Set([...known.gates].filter((gate) => gates.has(gate)))
      return
    }
    const edge: Edge = { first, second, gates: new Set(gates), history: [...history] }
    if (after === undefined) this.edges.set(before, new Map([[place, edge]]))
    else after.set(place, edge)
  }
}
