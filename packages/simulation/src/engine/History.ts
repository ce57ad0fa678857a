/**
 * The history of a run, line by line: as a whole a digest, and its end as text. Two runs of the same seed have the same
 * digest; whatever differs between machines (paths, clocks, memory addresses, compressed bytes) must stay out of it.
 * The lines themselves go to `trace`, where there is one, and the last few are kept.
 */
import { createHash } from "node:crypto"

/** The number of lines that are kept to explain a failure. */
const kept = 400

export class History {
  private readonly hash = createHash("sha256")
  private unhashed = ""
  private readonly last: Array<string> = []
  private readonly trace: ((line: string) => void) | undefined
  private readonly now: () => number
  lines = 0

  constructor(now: () => number, trace: ((line: string) => void) | undefined) {
    this.now = now
    this.trace = trace
  }

  /** Adds a line about an action or observation of `who`. */
  add(who: string, what: string): void {
    const line = `${new Date(this.now()).toISOString()} ${who} ${what}`
    this.lines++
    this.unhashed += `${line}\n`
    if (this.unhashed.length > 65_536) this.hashLines()
    this.remark(line)
  }

  /** Adds a line for the reader alone, which is not part of the digest. */
  remark(line: string): void {
    this.trace?.(line)
    this.last.push(line)
    if (this.last.length >= 2 * kept) this.last.splice(0, kept)
  }

  /** The last lines, oldest first. */
  tail(count: number): ReadonlyArray<string> {
    return this.last.slice(-count)
  }

  private hashLines(): void {
    this.hash.update(this.unhashed)
    this.unhashed = ""
  }

  digest(): string {
    this.hashLines()
    return this.hash.copy().digest("hex")
  }
}
