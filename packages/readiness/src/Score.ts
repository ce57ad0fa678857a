/**
 * The score of a scan, and what a fix adds to it.
 *
 * The rule: 100 · Σ weight · {pass 1, partial ½, fail 0} ÷ Σ weight, over those three verdicts, for each dimension and
 * overall. `not_applicable` and `error` are left out. There is no score where nothing counts, and none where more than
 * a tenth of the weight is in `error`. Nothing is rounded but by `shown`. Follows docs/readiness.md#score.
 *
 * @since 1.0.0
 */
import type { Dimension, Status } from "./Check.ts"
import type { Score } from "./Report.ts"

export interface Verdict {
  readonly id: string
  readonly dimension: Dimension
  readonly weight: number
  readonly status: Status
}

const shares: { readonly [status in Status]: number | undefined } = {
  pass: 1,
  partial: 0.5,
  fail: 0,
  not_applicable: undefined,
  error: undefined
}

/** The largest part of the weight that may be in `error`. */
const mostErrors = 0.1

const points = (verdicts: ReadonlyArray<Verdict>): number | null => {
  let reached = 0
  let counted = 0
  let errors = 0
  for (const { status, weight } of verdicts) {
    const share = shares[status]
    if (status === "error") errors += weight
    if (share === undefined) continue
    reached += weight * share
    counted += weight
  }
  return counted === 0 || errors > mostErrors * (counted + errors) ? null : 100 * reached / counted
}

/** The score of verdicts. */
export const of = (verdicts: ReadonlyArray<Verdict>): Score => {
  const within = (dimension: Dimension) => points(verdicts.filter((verdict) => verdict.dimension === dimension))
  return {
    overall: points(verdicts),
    dimensions: {
      discoverability: within("discoverability"),
      understandability: within("understandability"),
      transactability: within("transactability")
    }
  }
}

/** How much the overall score rises when the check passes and nothing else changes. */
export const gain = (verdicts: ReadonlyArray<Verdict>, id: string): number | null => {
  const before = points(verdicts)
  const after = points(verdicts.map((verdict) => verdict.id === id ? { ...verdict, status: "pass" } : verdict))
  return before === null || after === null ? null : after - before
}

/** Points as people and clients see them: with one decimal. */
export const shown = (value: number | null): number | null => value === null ? null : Math.round(value * 10) / 10
