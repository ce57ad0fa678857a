/**
 * The differences that an audit has found so far. All are counted; at most `mostListed` of a kind are listed.
 */
import { type Difference, mostListed } from "./AuditReport.ts"

export class AuditFindings {
  readonly listed: Array<Difference> = []
  total = 0
  readonly #ofKind = new Map<string, number>()

  add(difference: Difference): void {
    const before = this.#ofKind.get(difference.kind) ?? 0
    this.#ofKind.set(difference.kind, before + 1)
    this.total++
    if (before < mostListed) this.listed.push(difference)
  }
}

/** Notes a difference, where the expected value and the stored one are not the same. */
export type Compare = (kind: string, subject: string, what: string, expected: string, found: string) => void

/** Compares values one by one and adds the differences to the findings. */
export const comparing = (findings: AuditFindings): Compare => (kind, subject, what, expected, found) => {
  if (expected === found) return
  findings.add({
    kind,
    subject,
    expected,
    found,
    words: `${subject}: ${what} ${expected}, and is kept as ${found}`
  })
}
