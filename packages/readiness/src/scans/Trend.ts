/**
 * How a site's score changed: a point for each day, week or month, and the checks whose verdicts changed. A point is
 * the score of the last scan of all checks in its time, or null: nothing is interpolated. Verdicts are compared only
 * between scans of the same set of checks, by the last that was one. Pure. Follows docs/specification.md#trends.
 */
import * as Days from "@beauty-store/domain/Days"
import * as Schema from "effect/Schema"
import { Status } from "../Check.ts"
import { Score } from "../Report.ts"
import type { ScanId } from "./ScanIds.ts"

export const Granularity = Schema.Literal("day", "week", "month")
export type Granularity = typeof Granularity.Type

/** The last whole scan of a day. */
export interface DailyScore {
  readonly day: Days.Day
  readonly scanId: ScanId
  readonly ruleSet: string
  readonly score: Score
  readonly verdicts: Readonly<Record<string, Status>>
}

export interface Point {
  readonly from: Days.Day
  readonly to: Days.Day
  readonly score: Score | null
  readonly ruleSet: string | null
  readonly scanId: ScanId | null
}

export interface Change {
  readonly day: Days.Day
  readonly scanId: ScanId
  readonly checkId: string
  readonly from: Status
  readonly to: Status
}

export interface Trend {
  readonly from: Days.Day
  readonly to: Days.Day
  readonly granularity: Granularity
  readonly points: ReadonlyArray<Point>
  readonly summary: {
    readonly first: number | null
    readonly last: number | null
    readonly change: number | null
    readonly best: number | null
    readonly worst: number | null
    /** Days with a score. */
    readonly scored: number
  }
  readonly regressions: ReadonlyArray<Change>
  readonly improvements: ReadonlyArray<Change>
  /** The version of the rules of the last scan. */
  readonly ruleSet: string | null
}

/** The last day of the time that a day is in. */
const lastOf = (day: Days.Day, granularity: Granularity): Days.Day => {
  if (granularity === "day") return day
  if (granularity === "week") return Days.addDays(day, 7 - Days.weekday(day))
  const [year = 0, month = 1] = day.split("-").map(Number)
  return Days.addDays(month === 12 ? Days.make(year + 1, 1, 1) : Days.make(year, month + 1, 1), -1)
}

/** How good a verdict is; undefined for one that says nothing about the site. */
const ranks: Readonly<Partial<Record<Status, number>>> = { fail: 0, partial: 1, pass: 2 }

/** The changes of verdicts from scan to scan, oldest first. */
const changesIn = (scores: ReadonlyArray<DailyScore>, from: Days.Day) => {
  const regressions: Array<Change> = []
  const improvements: Array<Change> = []
  let known = new Map<string, Status>()
  let ruleSet: string | undefined
  for (const score of scores) {
    if (score.ruleSet !== ruleSet) known = new Map()
    ruleSet = score.ruleSet
    for (const [checkId, to] of Object.entries(score.verdicts)) {
      const rank = ranks[to]
      if (rank === undefined) continue
      const before = known.get(checkId)
      known.set(checkId, to)
      if (before === undefined || before === to || score.day < from) continue
      const change = { day: score.day, scanId: score.scanId, checkId, from: before, to }
      if (rank < ranks[before]!) regressions.push(change)
      else improvements.push(change)
    }
  }
  return { regressions, improvements }
}

/**
 * The trend from a day to another, both included. `scores`: in the order of their days; they may begin earlier, so that
 * the first change is known.
 */
export const trendOf = (
  scores: ReadonlyArray<DailyScore>,
  from: Days.Day,
  to: Days.Day,
  granularity: Granularity
): Trend => {
  const within = scores.filter(({ day }) => day >= from && day <= to)
  const points: Array<Point> = []
  for (let day = from; day <= to;) {
    const last = lastOf(day, granularity)
    const end = last < to ? last : to
    const scored = within.filter((one) => one.day >= day && one.day <= end).at(-1)
    points.push({
      from: day,
      to: end,
      score: scored?.score ?? null,
      ruleSet: scored?.ruleSet ?? null,
      scanId: scored?.scanId ?? null
    })
    const next = Days.addDays(end, 1)
    // The calendar ends.
    if (next === end) break
    day = next
  }
  const overall = within.flatMap(({ score }) => score.overall ?? [])
  const [first = null] = overall
  const last = overall.at(-1) ?? null
  return {
    from,
    to,
    granularity,
    points,
    summary: {
      first,
      last,
      change: first === null || last === null ? null : last - first,
      best: overall.length === 0 ? null : Math.max(...overall),
      worst: overall.length === 0 ? null : Math.min(...overall),
      scored: within.length
    },
    ...changesIn(scores.filter(({ day }) => day <= to), from),
    ruleSet: within.at(-1)?.ruleSet ?? null
  }
}
