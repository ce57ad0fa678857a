/**
 * What is left of budgets, by the name of their owner, in bounded memory.
 *
 * Two generations: what is used moves to the young one. It becomes the old one after a window, and then what was not
 * used for so long is whole and is dropped without a loss. It also does so when it is full, in a flood of owners: then
 * those not seen for longest are forgotten and have whole budgets, because nobody is refused for the number of others.
 * Follows docs/specification.md#request-budgets.
 */
import { giveBack, remaining, take, windowMillis } from "@beauty-store/domain/RequestBudget"

export class RequestBuckets {
  private young = new Map<string, number>()
  private old = new Map<string, number>()
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

  private wholeAt(owner: string): number {
    return this.young.get(owner) ?? this.old.get(owner) ?? 0
  }

  private keep(owner: string, wholeAt: number, now: number): void {
    if (this.young.size >= this.most || Math.abs(now - this.begunAt) >= windowMillis) {
      this.old = this.young
      this.young = new Map()
      this.begunAt = now
    }
    this.young.set(owner, wholeAt)
  }

  /** Takes units of an owner's budget. Returns 0, or the milliseconds after which it would be admitted. */
  take(owner: string, now: number, units: number, quota: number): number {
    const before = this.wholeAt(owner)
    const { waitMillis, wholeAt } = take(before, now, units, quota)
    if (wholeAt !== before) this.keep(owner, wholeAt, now)
    return waitMillis
  }

  /** The milliseconds after which units would be admitted; takes nothing. */
  waitFor(owner: string, now: number, units: number, quota: number): number {
    return take(this.wholeAt(owner), now, units, quota).waitMillis
  }

  giveBack(owner: string, now: number, units: number, quota: number): void {
    this.keep(owner, giveBack(this.wholeAt(owner), units, quota), now)
  }

  /** The units left, and the seconds until all are back. */
  left(owner: string, now: number, quota: number): { readonly units: number; readonly seconds: number } {
    const wholeAt = this.wholeAt(owner)
    return { units: remaining(wholeAt, now, quota), seconds: Math.ceil(Math.max(0, wholeAt - now) / 1000) }
  }
}
