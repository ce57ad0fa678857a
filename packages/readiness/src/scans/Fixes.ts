/**
 * What is to be mended at a site: `open` when a scan finds it, `verified` when a later one passes, `regressed` when one
 * after that does not. Only scans of all checks change a fix; a check that could not be evaluated leaves it as it is.
 * The advice is that of the last scan which found the fault. Follows docs/specification.md#fixes.
 */
import { type Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Dimension, Severity, type Status } from "../Check.ts"
import type { CheckResult, Report } from "../Report.ts"
import { FixId, type SiteId } from "./ScanIds.ts"

export const FixStatus = Schema.Literal("open", "verified", "regressed")
export type FixStatus = typeof FixStatus.Type

const Advice = Schema.Struct({
  title: Schema.String,
  dimension: Dimension,
  severity: Severity,
  evidence: Schema.String,
  specification: Schema.String,
  instructions: Schema.String,
  patch: Schema.String,
  /** Unrounded; null where there is no score. */
  gain: Schema.NullOr(Schema.Number)
})

const Row = Schema.Struct({
  id: FixId,
  check_id: Schema.String,
  status: FixStatus,
  advice: Query.Json(Advice),
  found_at: Query.Int,
  changed_at: Query.Int
})

/** A fix as its use cases return it. */
export interface Fix extends Schema.Schema.Type<typeof Advice> {
  readonly fixId: FixId
  readonly checkId: string
  readonly status: FixStatus
  readonly foundAt: number
  readonly changedAt: number
}

const ofSite = Query.all(Row)<[siteId: SiteId]>(
  "SELECT id, check_id, status, advice, found_at, changed_at FROM site_fix WHERE site_id = ? ORDER BY id"
)
const save = Query.insert(
  "site_fix",
  ["id", "site_id", "check_id", "status", "advice", "found_at", "changed_at"],
  `ON CONFLICT (site_id, check_id) DO UPDATE SET status = excluded.status, advice = excluded.advice,
   changed_at = excluded.changed_at`
)
const encodeAdvice = Schema.encodeSync(Query.Json(Advice))

const isFault = (status: Status): boolean => status === "fail" || status === "partial"

/** The status after a scan's verdict; undefined where there is no fix. */
export const statusAfter = (before: FixStatus | undefined, verdict: Status): FixStatus | undefined => {
  if (verdict === "pass") return before === undefined ? undefined : "verified"
  if (isFault(verdict)) return before === undefined ? "open" : before === "verified" ? "regressed" : before
  return before
}

const adviceOf = (
  { dimension, evidence, fix, severity, specification, title }: CheckResult
): typeof Advice.Type | undefined =>
  fix === null ? undefined : { title, dimension, severity, evidence, specification, ...fix }

/** Moves the fixes of a site by the report of a whole scan. */
export const move = Effect.fnUntraced(
  function*(entropy: typeof Entropy.Service, siteId: SiteId, { checks, completedAt }: Report) {
    const known = new Map((yield* ofSite(siteId)).map((row) => [row.check_id, row]))
    for (const check of checks) {
      const before = known.get(check.id)
      const status = statusAfter(before?.status, check.status)
      const advice = adviceOf(check) ?? before?.advice
      if (status === undefined || advice === undefined) continue
      yield* save({
        id: before?.id ?? (yield* idsFrom(entropy)(FixId)),
        site_id: siteId,
        check_id: check.id,
        status,
        advice: encodeAdvice(advice),
        found_at: before?.found_at ?? completedAt,
        changed_at: before?.status === status ? before.changed_at : completedAt
      })
    }
  }
)

/** What is open first, by gain; what is verified last. */
export const list = (siteId: SiteId) =>
  Effect.map(ofSite(siteId), (rows) =>
    rows.map(({ advice, changed_at, check_id, found_at, id, status }): Fix => ({
      fixId: id,
      checkId: check_id,
      status,
      foundAt: found_at,
      changedAt: changed_at,
      ...advice,
      gain: status === "verified" ? null : advice.gain
    })).toSorted((a, b) =>
      Number(a.status === "verified") - Number(b.status === "verified") || (b.gain ?? -1) - (a.gain ?? -1)
      || (a.checkId < b.checkId ? -1 : 1)
    ))

/** The ids of a site's fixes, by their checks. */
export const idsOf = (siteId: SiteId) =>
  Effect.map(ofSite(siteId), (rows): ReadonlyMap<string, FixId> => new Map(rows.map((row) => [row.check_id, row.id])))
