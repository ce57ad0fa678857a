/**
 * The rows of sites and their scans. All of it runs inside the caller's transaction.
 */
import type { Claimed } from "@beauty-store/domain/Ids"
import * as Query from "@beauty-store/sql/Query"
import * as Schema from "effect/Schema"
import { Report } from "../Report.ts"
import { ScanId, SiteId, SitePageId } from "./ScanIds.ts"

const SiteRow = Schema.Struct({
  id: SiteId,
  principal: Schema.String,
  origin: Schema.String,
  proven_at: Schema.NullOr(Query.Int),
  page_id: Schema.NullOr(SitePageId),
  page_hash: Schema.NullOr(Schema.String)
})
export type SiteRow = typeof SiteRow.Type

const siteColumns = "id, principal, origin, proven_at, page_id, page_hash"
export const siteById = Query.first(SiteRow)<[siteId: Claimed<SiteId>]>(
  `SELECT ${siteColumns} FROM scanned_site WHERE id = ?`
)
export const siteByOrigin = Query.first(SiteRow)<[principal: string, origin: string]>(
  `SELECT ${siteColumns} FROM scanned_site WHERE principal = ? AND origin = ?`
)
export const siteByPage = Query.first(SiteRow)<[pageId: Claimed<SitePageId>]>(
  `SELECT ${siteColumns} FROM scanned_site WHERE page_id = ?`
)
export const insertSite = Query.insertIfNew(
  "scanned_site",
  ["id", "principal", "origin", "created_at"],
  "ON CONFLICT (principal, origin) DO NOTHING"
)
export const lockSite = Query.lock<[siteId: SiteId]>("SELECT 1 FROM scanned_site WHERE id = ? FOR UPDATE")
/** Scans of one principal are begun one after the other, so that their number is known. */
export const lockPrincipal = Query.lock<[principal: string]>(
  "SELECT pg_advisory_xact_lock(7235516, hashtext(?))"
)
export const setProven = Query.changeOne<[at: number, siteId: SiteId]>(
  "UPDATE scanned_site SET proven_at = ? WHERE id = ?"
)
export const setPage = Query.changeOne<[pageId: SitePageId | null, hash: string | null, siteId: SiteId]>(
  "UPDATE scanned_site SET page_id = ?, page_hash = ? WHERE id = ?"
)

/** What a scan was asked to do. */
export const ScanOptions = Schema.Struct({
  /** The checks that it is of; all where it is left out. */
  checks: Schema.optional(Schema.Array(Schema.String)),
  maxPages: Schema.optional(Schema.Int),
  dryRun: Schema.optional(Schema.Boolean)
})
export type ScanOptions = typeof ScanOptions.Type

export const ScanStatus = Schema.Literal("queued", "running", "completed", "failed")
export type ScanStatus = typeof ScanStatus.Type

const ScanRow = Schema.Struct({
  id: ScanId,
  site_id: SiteId,
  principal: Schema.String,
  origin: Schema.String,
  status: ScanStatus,
  progress: Query.Int,
  attempts: Query.Int,
  options: Query.Json(ScanOptions),
  requester: Schema.NullOr(Schema.String),
  report: Schema.NullOr(Query.Json(Report)),
  failure: Schema.NullOr(Schema.String),
  created_at: Query.Int,
  started_at: Schema.NullOr(Query.Int),
  completed_at: Schema.NullOr(Query.Int)
})
export type ScanRow = typeof ScanRow.Type

const scans = `SELECT s.id, s.site_id, w.principal, w.origin, s.status, s.progress, s.attempts, s.options, s.requester,
  s.report, s.failure, s.created_at, s.started_at, s.completed_at
  FROM site_scan s JOIN scanned_site w ON w.id = s.site_id`
export const scanById = Query.first(ScanRow)<[scanId: Claimed<ScanId>]>(`${scans} WHERE s.id = ?`)
export const unfinishedScan = Query.first(ScanRow)<[siteId: SiteId]>(
  `${scans} WHERE s.site_id = ? AND s.status IN ('queued', 'running')`
)
/** The newest scan of a site that was asked to do the same. */
export const lastOfKind = Query.first(ScanRow)<[siteId: SiteId, options: string]>(
  `${scans} WHERE s.site_id = ? AND s.options = ? AND s.status = 'completed' ORDER BY s.id DESC LIMIT 1`
)
/** The newest scan of a site. */
export const newestScan = Query.first(ScanRow)<[siteId: SiteId]>(
  `${scans} WHERE s.site_id = ? ORDER BY s.id DESC LIMIT 1`
)
/** The newest scan of a site that evaluated all checks: the one that gave its last day a score. */
export const newestWholeScan = Query.first(ScanRow)<[siteId: SiteId]>(
  `${scans} JOIN site_score p ON p.scan_id = s.id WHERE p.site_id = ? ORDER BY p.day DESC LIMIT 1`
)
const Count = Schema.Struct({ n: Query.Int })
export const unfinishedOf = Query.first(Count)<[principal: string]>(
  `SELECT count(*) AS n FROM site_scan s JOIN scanned_site w ON w.id = s.site_id
   WHERE w.principal = ? AND s.status IN ('queued', 'running')`
)
export const insertScan = Query.insert("site_scan", [
  "id",
  "site_id",
  "status",
  "progress",
  "attempts",
  "options",
  "requester",
  "created_at"
])
/** An attempt begins, or begins again, if there were fewer than so many. */
export const startScan = Query.change<[startedAt: number, scanId: ScanId, attempts: number]>(
  `UPDATE site_scan SET status = 'running', attempts = attempts + 1, progress = 0, started_at = coalesce(started_at, ?)
   WHERE id = ? AND status IN ('queued', 'running') AND attempts < ?`
)
/** A process that stops gives a scan back to be begun again, which is no failed attempt. */
export const giveBack = Query.change<[scanId: ScanId]>(
  `UPDATE site_scan SET status = 'queued', attempts = attempts - 1 WHERE id = ? AND status = 'running'`
)
export const setProgress = Query.change<[percent: number, scanId: ScanId, percent: number]>(
  "UPDATE site_scan SET progress = ? WHERE id = ? AND status = 'running' AND progress < ?"
)
export const endScan = Query.change<
  [status: ScanStatus, report: string | null, failure: string | null, completedAt: number, scanId: ScanId]
>(
  `UPDATE site_scan SET status = ?, progress = 100, report = ?, failure = ?, completed_at = ?, requester = NULL
   WHERE id = ? AND status IN ('queued', 'running')`
)

/** Removes finished scans that were kept for long enough. */
export const removeScans = Query.change<[before: string, limit: number]>(
  `DELETE FROM site_scan WHERE id IN (
     SELECT id FROM site_scan WHERE id < ? AND status IN ('completed', 'failed') ORDER BY id LIMIT ?
   )`
)
export const removeScores = Query.change<[before: string, limit: number]>(
  `DELETE FROM site_score WHERE (site_id, day) IN (SELECT site_id, day FROM site_score WHERE day < ? LIMIT ?)`
)
/** What is left of a site that nobody scans any more goes with its last score. */
const forgotten = `FROM scanned_site w WHERE w.created_at < ?
  AND NOT EXISTS (SELECT 1 FROM site_scan s WHERE s.site_id = w.id)
  AND NOT EXISTS (SELECT 1 FROM site_score p WHERE p.site_id = w.id)`
export const removeFixes = Query.change<[before: number, limit: number]>(
  `DELETE FROM site_fix WHERE id IN (
     SELECT f.id FROM site_fix f WHERE f.site_id IN (SELECT w.id ${forgotten}) LIMIT ?
   )`
)
export const removeSites = Query.change<[before: number, limit: number]>(
  `DELETE FROM scanned_site WHERE id IN (
     SELECT w.id ${forgotten} AND NOT EXISTS (SELECT 1 FROM site_fix f WHERE f.site_id = w.id) LIMIT ?
   )`
)
export const removeHosts = Query.change<[before: number, limit: number]>(
  "DELETE FROM scanned_host WHERE host IN (SELECT host FROM scanned_host WHERE next_at < ? LIMIT ?)"
)

/** Reserves a host's next free moment. */
export const reserveHost = Query.returning(Schema.Struct({ next_at: Query.Int }))<
  [host: string, free: number, now: number, now: number, spacing: number]
>(
  `INSERT INTO scanned_host (host, next_at) VALUES (?, ?)
   ON CONFLICT (host) DO UPDATE SET next_at =
     CASE WHEN scanned_host.next_at > ? THEN scanned_host.next_at ELSE CAST(? AS BIGINT) END + ?
   RETURNING next_at`
)
