/**
 * Findings: the verdict of a check with what was seen.
 *
 * The rule: evidence is plain text of at most `evidenceLength` UTF-16 code units, without control characters and
 * without characters that turn the direction of writing, because it quotes what strangers wrote. Follows
 * docs/readiness.md#verdicts.
 */
import type { Finding, Status } from "./Check.ts"

/** The longest evidence, in UTF-16 code units. */
export const evidenceLength = 500

/** Control characters, those that turn, hide or join what follows, and halves of pairs. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]+|\p{Variation_Selector}{2,}/gu

/** A text as evidence shows it. Half of a pair of surrogates is left out. */
export const shownText = (text: string, length = evidenceLength): string => {
  const plain = text.slice(0, length * 4).replace(unsafe, " ").replace(/\s+/g, " ").trim()
  return plain.length <= length ? plain : `${plain.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
}

/** A number of things, in the singular or the plural. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`

const finding = (status: Status) => (evidence: string): Finding => ({ status, evidence: shownText(evidence) })

export const pass = finding("pass")
export const partial = finding("partial")
export const fail = finding("fail")
export const notApplicable = finding("not_applicable")
export const error = finding("error")

/** One thing that a check looked at: where, and what is wrong there, if anything is. */
export interface Seen {
  readonly at: string
  readonly problem: string | undefined
}

/**
 * The verdict over several things: pass where nothing is wrong, partial where at least half of them are right, else
 * fail. `what` names them in the plural. Nothing seen is not applicable.
 */
export const overall = (what: string, seen: ReadonlyArray<Seen>): Finding => {
  const wrong = seen.filter(({ problem }) => problem !== undefined)
  const first = wrong[0]
  if (seen.length === 0) return notApplicable(`There are no ${what}.`)
  if (first === undefined && seen.length === 1) return pass(`The only one of the ${what} is right.`)
  if (first === undefined) return pass(`${seen.length} of ${seen.length} ${what} are right.`)
  const words = `${wrong.length} of ${seen.length} ${what}: ${shownText(first.at, 160)}: ${
    shownText(first.problem!, 240)
  }`
  return (wrong.length * 2 <= seen.length ? partial : fail)(words)
}

/** Pass, or fail with the problem. */
export const unless = (problem: string | undefined, otherwise: string): Finding =>
  problem === undefined ? pass(otherwise) : fail(problem)
