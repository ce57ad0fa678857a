/**
 * What is left of budgets, by the name of their owner, in bounded memory. What is used moves to the younger of two
 * generations. After a window the older one is whole and dropped without a loss; in a flood of owners those not seen
 * for longest have whole budgets again. Follows docs/specification.md#request-budgets.
 */
import {
  type Decision,
  giveBack,
  type Level,
  remaining,
  take,
  whole,
  windowMillis
} from "@beauty-store/domain/RequestBudget"

export class RequestBuckets {
  private young = new Map<string, Level>()
  private old = new Map<string, Level>()
  private begunAt = 0
  private readonly most: number

  /** `most`: how many owners a generation has. One takes about 100 bytes. */
  constructor(most: number) {
    this.most = most
  }

  /** How many owners it remembers. */
  get size(): number {
    return this.young.size + this.old.size
  }

  private level(owner: string): Level {
    return this.young.get(owner) ?? this.old.get(owner) ?? whole
  }

  private keep(owner: string, level: Level, now: number): void {
    if (this.young.size >= this.most || Math.abs(now - this.begunAt) >= windowMillis) {
      this.old = this.young
      this.young = new Map()
      this.begunAt = now
    }
    this.young.set(owner, level)
  }

  /** Takes units of an owner's budget. */
  take(owner: string, now: number, units: number, quota: number): Decision {
    const before = this.level(owner)
    const decision = take(before, now, units, quota)
    if (decision.level.wholeAt !== before.wholeAt) this.keep(owner, decision.level, now)
    return decision
  }

  /** The milliseconds after which units would be admitted; takes nothing. */
  waitFor(owner: string, now: number, units: number, quota: number): number {
    return take(this.level(owner), now, units, quota).waitMillis
  }

  giveBack(owner: string, now: number, units: number, quota: number, until: number): void {
    this.keep(owner, giveBack(this.level(owner), now, units, quota, until), now)
  }

  /** The units left, and the seconds until all are back. */
  left(owner: string, now: number, quota: number): { readonly units: number; readonly seconds: number } {
    const level = this.level(owner)
    return { units: remaining(level, now, quota), seconds: Math.ceil(Math.max(0, level.wholeAt - now) / 1000) }
  }
}
