/**
 * The locks of open transactions, as PostgreSQL keeps them: on rows in four modes, on unique keys, and advisory ones. A
 * lock lasts to the end of its transaction or a savepoint; those that conflict wait in the order of arrival. Of a
 * circle the longest wait is the victim. Modes: https://www.postgresql.org/docs/current/explicit-locking.html
 */

/** From the weakest: a reference to the row, an unchanging row, a change, a change of its keys or its end. */
export type LockMode = "keyShare" | "share" | "noKeyUpdate" | "update"

const modes: ReadonlyArray<LockMode> = ["keyShare", "share", "noKeyUpdate", "update"]

const conflicts: { readonly [mode in LockMode]: ReadonlyArray<LockMode> } = {
  keyShare: ["update"],
  share: ["noKeyUpdate", "update"],
  noKeyUpdate: ["share", "noKeyUpdate", "update"],
  update: ["keyShare", "share", "noKeyUpdate", "update"]
}

export const isConflict = (one: LockMode, other: LockMode): boolean => conflicts[one].includes(other)

/** Whether the first mode includes the second. */
const includes = (one: LockMode, other: LockMode): boolean => modes.indexOf(one) >= modes.indexOf(other)

/** An open transaction, as its locks know it. */
export interface LockOwner {
  /** What it has locked, in the order in which it did. */
  readonly locks: Map<string, LockMode>
}

/**
 * How a wait ended: by the lock, by the end of the transaction that was in the way, as a victim of a deadlock, or with
 * its own transaction, which the server has ended.
 */
export type WaitEnd = "granted" | "free" | "deadlock" | "ended"

/** A transaction that waits. */
export interface Wait {
  readonly owner: LockOwner
  readonly resource: string
  readonly mode: LockMode
  /** Whether it wants the lock; otherwise it only waits until nobody has it. */
  readonly isClaim: boolean
  readonly end: (how: WaitEnd) => void
}

export class Locks {
  private readonly holders = new Map<string, Map<LockOwner, LockMode>>()
  /** In the order of arrival. */
  private readonly waits: Array<Wait> = []

  /** Another transaction that has a conflicting lock. */
  inTheWay(owner: LockOwner, resource: string, mode: LockMode): LockOwner | undefined {
    for (const [other, held] of this.holders.get(resource) ?? []) {
      if (other !== owner && isConflict(held, mode)) return other
    }
    return undefined
  }

  /** Takes a lock that nobody prevents. Returns false where the transaction has it already, or a stronger one. */
  take(owner: LockOwner, resource: string, mode: LockMode): boolean {
    const held = owner.locks.get(resource)
    if (held !== undefined && includes(held, mode)) return false
    owner.locks.set(resource, mode)
    const holders = this.holders.get(resource)
    if (holders === undefined) this.holders.set(resource, new Map([[owner, mode]]))
    else holders.set(owner, mode)
    return true
  }

  /**
   * Waits for a lock that somebody prevents. `end` is called later, or at once where this wait is a deadlock's victim.
   * `onCircle` gets the waits of a deadlock.
   */
  wait(
    owner: LockOwner,
    resource: string,
    mode: LockMode,
    isClaim: boolean,
    end: (how: WaitEnd) => void,
    onCircle: (circle: ReadonlyArray<Pick<Wait, "owner" | "resource">>) => void
  ): void {
    const own: Wait = { owner, resource, mode, isClaim, end }
    this.waits.push(own)
    while (this.waits.includes(own)) {
      const owners = this.circleOf(owner, owner, new Set())
      if (owners === undefined) return
      const circle = this.waits.filter((wait) => owners.has(wait.owner))
      onCircle(circle)
      const victim = circle[0]!
      this.waits.splice(this.waits.indexOf(victim), 1)
      victim.end("deadlock")
    }
  }

  /** The transactions that wait for each other, the given one among them, if they do. */
  private circleOf(first: LockOwner, owner: LockOwner, seen: Set<LockOwner>): ReadonlySet<LockOwner> | undefined {
    const wait = this.waits.find((wait) => wait.owner === owner)
    if (wait === undefined || seen.has(owner)) return undefined
    const path = new Set(seen).add(owner)
    for (const [other, held] of this.holders.get(wait.resource) ?? []) {
      if (other === owner || !isConflict(held, wait.mode)) continue
      const circle = other === first ? path : this.circleOf(first, other, path)
      if (circle !== undefined) return circle
    }
    return undefined
  }

  /** Ends the waits of a transaction that the server ends. */
  abandon(owner: LockOwner): void {
    for (const wait of this.waits.filter((one) => one.owner === owner)) {
      this.waits.splice(this.waits.indexOf(wait), 1)
      wait.end("ended")
    }
  }

  /** Ends the locks of a transaction, except for those that it keeps, and the waits that they prevented. */
  release(owner: LockOwner, kept: ReadonlyMap<string, LockMode> = new Map()): void {
    if (owner.locks.size === 0) return
    const freed = new Set<string>()
    for (const [resource, mode] of owner.locks) {
      const before = kept.get(resource)
      if (before === mode) continue
      const holders = this.holders.get(resource)!
      if (before === undefined) {
        owner.locks.delete(resource)
        holders.delete(owner)
      } else {
        owner.locks.set(resource, before)
        holders.set(owner, before)
      }
      if (holders.size === 0) this.holders.delete(resource)
      freed.add(resource)
    }
    if (this.waits.length === 0) return
    for (const wait of this.waits.filter(({ resource }) => freed.has(resource))) {
      if (this.inTheWay(wait.owner, wait.resource, wait.mode) !== undefined) continue
      this.waits.splice(this.waits.indexOf(wait), 1)
      if (wait.isClaim) this.take(wait.owner, wait.resource, wait.mode)
      wait.end(wait.isClaim ? "granted" : "free")
    }
  }
}
