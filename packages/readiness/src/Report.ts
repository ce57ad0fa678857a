/**
 * The result of a scan, as a schema: for storage, for JSON files and for whoever shows it.
 *
 * The rule: scores and gains are unrounded here; `Score.shown` rounds them where people or clients see them. `null` is
 * a score that does not exist, which is not 0. Follows docs/readiness.md#score.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { Dimension, Severity, Status } from "./Check.ts"

export const Fix = Schema.Struct({
  instructions: Schema.String,
  patch: Schema.String,
  /** How much the overall score rises when this check passes and nothing else changes; null where there is no score. */
  gain: Schema.NullOr(Schema.Number)
})

export const CheckResult = Schema.Struct({
  id: Schema.String,
  dimension: Dimension,
  severity: Severity,
  weight: Schema.Number,
  title: Schema.String,
  status: Status,
  evidence: Schema.String,
  specification: Schema.String,
  /** For `partial` and `fail`, else null. */
  fix: Schema.NullOr(Fix)
})
export type CheckResult = typeof CheckResult.Type

const Points = Schema.NullOr(Schema.Number)

export const Score = Schema.Struct({
  overall: Points,
  dimensions: Schema.Struct({ discoverability: Points, understandability: Points, transactability: Points })
})
export type Score = typeof Score.Type

export const Report = Schema.Struct({
  /** The address that was scanned: an origin. */
  url: Schema.String,
  /** The version of the set of checks: scores of different versions are not compared. */
  ruleSet: Schema.String,
  /** In milliseconds since 1970. */
  startedAt: Schema.Number,
  completedAt: Schema.Number,
  /** `failed`: the site's home page could not be read, so that nothing can be said. */
  status: Schema.Literal("completed", "failed"),
  /** Why it failed, in plain words, else null. */
  failure: Schema.NullOr(Schema.String),
  score: Score,
  checks: Schema.Array(CheckResult)
})
export type Report = typeof Report.Type
