/**
 * Counts by name: injected faults, responses, observed states. Reports print them, and nothing in a simulation depends
 * on them.
 */

/** Counts one more of a kind. */
export const tally = (counts: Map<string, number>, kind: string): void =>
  void counts.set(kind, (counts.get(kind) ?? 0) + 1)
