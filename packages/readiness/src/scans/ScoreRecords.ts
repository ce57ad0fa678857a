/**
 * The rows of daily scores: the last whole scan of each day. All of it runs inside the caller's transaction.
 */
import * as Days from "@beauty-store/domain/Days"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Status } from "../Check.ts"
import { type Report, Score } from "../Report.ts"
import { ScanId, type SiteId } from "./ScanIds.ts"
import type { DailyScore } from "./Trend.ts"

const Verdicts = Schema.Record({ key: Schema.String, value: Status })

const Row = Schema.Struct({
  day: Days.Day,
  scan_id: ScanId,
  rule_set: Schema.String,
  score: Query.Json(Score),
  verdicts: Query.Json(Verdicts)
})

/** Those of some days, and the last one before them. */
const within = Query.all(Row)<[siteId: SiteId, siteId: SiteId, from: string, from: string, to: string]>(
  `SELECT day, scan_id, rule_set, score, verdicts FROM site_score
   WHERE site_id = ? AND day >= coalesce(
     (SELECT max(b.day) FROM site_score b WHERE b.site_id = ? AND b.day < ?), CAST(? AS TEXT)
   ) AND day <= ? ORDER BY day`
)
const save = Query.insert(
  "site_score",
  ["site_id", "day", "scan_id", "rule_set", "score", "verdicts"],
  `ON CONFLICT (site_id, day) DO UPDATE SET scan_id = excluded.scan_id, rule_set = excluded.rule_set,
   score = excluded.score, verdicts = excluded.verdicts`
)
const encodeScore = Schema.encodeSync(Query.Json(Score))
const encodeVerdicts = Schema.encodeSync(Query.Json(Verdicts))

/** Keeps the score of a whole scan. */
export const keep = (siteId: SiteId, scanId: ScanId, day: Days.Day, { checks, ruleSet, score }: Report) =>
  save({
    site_id: siteId,
    day,
    scan_id: scanId,
    rule_set: ruleSet,
    score: encodeScore(score),
    verdicts: encodeVerdicts(Object.fromEntries(checks.map(({ id, status }) => [id, status])))
  })

/** The scores of some days, in order, after the last one before them. */
export const list = (siteId: SiteId, from: Days.Day, to: Days.Day) =>
  Effect.map(
    within(siteId, siteId, from, from, to),
    (rows) =>
      rows.map(({ day, rule_set, scan_id, score, verdicts }): DailyScore => ({
        day,
        scanId: scan_id,
        ruleSet: rule_set,
        score,
        verdicts
      }))
  )
