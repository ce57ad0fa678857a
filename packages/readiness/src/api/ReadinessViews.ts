/**
 * The results of the scanner's use cases, as its operations print them.
 */
import { formatMoment } from "@beauty-store/domain/Days"
import type { Claimed } from "@beauty-store/domain/Ids"
import type { SiteId } from "../scans/ScanIds.ts"
import type { FixesView, ProofView, ScanView } from "../scans/Scans.ts"
import type { Trend } from "../scans/Trend.ts"
import * as Score from "../Score.ts"
import type * as ReadinessSchemas from "./ReadinessSchemas.ts"

const momentOf = (millis: number | null | undefined): string | null =>
  millis === null || millis === undefined ? null : formatMoment(millis)

const scoreOf = (
  { dimensions: { discoverability, transactability, understandability }, overall }: ReturnType<typeof Score.of>
): typeof ReadinessSchemas.Score.Type => ({
  overall: Score.shown(overall),
  dimensions: {
    discoverability: Score.shown(discoverability),
    understandability: Score.shown(understandability),
    transactability: Score.shown(transactability)
  }
})

const noScore = scoreOf(Score.of([]))

export const scan = ({ fixIds, scan }: ScanView): typeof ReadinessSchemas.Scan.Type => ({
  scanId: scan.id,
  siteId: scan.site_id,
  url: scan.origin,
  status: scan.status,
  progress: scan.progress / 100,
  failure: scan.failure,
  score: scan.report === null ? noScore : scoreOf(scan.report.score),
  ruleSet: scan.report?.ruleSet ?? null,
  checks: (scan.report?.checks ?? []).map(({ dimension, evidence, id, severity, specification, status, title }) => ({
    id,
    dimension,
    severity,
    title,
    status,
    evidence,
    specification,
    fixId: fixIds.get(id) ?? null
  })),
  createdAt: formatMoment(scan.created_at),
  startedAt: momentOf(scan.started_at),
  completedAt: momentOf(scan.completed_at)
})

export const fixes = ({ fixes, origin, siteId }: FixesView): typeof ReadinessSchemas.Fixes.Type => ({
  siteId,
  url: origin,
  data: fixes.map(({ changedAt, foundAt, gain, ...fix }) => ({
    ...fix,
    estimatedGain: Score.shown(gain),
    foundAt: formatMoment(foundAt),
    changedAt: formatMoment(changedAt)
  }))
})

const changesOf = (changes: Trend["regressions"]) => changes.map(({ day, ...change }) => ({ date: day, ...change }))

export const trends = (
  { from, granularity, improvements, origin, points, regressions, ruleSet, siteId, summary, to }: Trend & {
    readonly siteId: SiteId
    readonly origin: string
  }
): typeof ReadinessSchemas.Trends.Type => ({
  siteId,
  url: origin,
  from,
  to,
  granularity,
  ruleSet,
  points: points.map(({ score, ...point }) => ({ ...point, score: score === null ? null : scoreOf(score) })),
  summary: {
    first: Score.shown(summary.first),
    last: Score.shown(summary.last),
    change: Score.shown(summary.change),
    best: Score.shown(summary.best),
    worst: Score.shown(summary.worst),
    scoredDays: summary.scored
  },
  regressions: changesOf(regressions),
  improvements: changesOf(improvements)
})

export const verification = (
  siteId: Claimed<SiteId>,
  { fileUrl, origin, provenAt, recordName, token }: ProofView
): typeof ReadinessSchemas.Verification.Type => ({
  siteId,
  url: origin,
  token,
  file: { url: fileUrl },
  record: { name: recordName, type: "TXT" },
  verifiedAt: momentOf(provenAt)
})
