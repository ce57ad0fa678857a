/**
 * Scans as background work: a job for each scan, one that scans the store itself, one that removes what is too old. A
 * scan that a process left behind is begun again, up to three times, and then ends as failed. A process that stops
 * gives its scans back. Few scans run at once in a process. Follows docs/specification.md#scans.
 */
import { Policy } from "@beauty-store/commerce/Policy"
import * as Days from "@beauty-store/domain/Days"
import type { Claimed } from "@beauty-store/domain/Ids"
import * as ScanRequester from "@beauty-store/http/internal/pipeline/ScanRequester"
import { TxtRecords } from "@beauty-store/outbound/TxtRecords"
import { Entropy, idsFromMoment } from "@beauty-store/sql/Entropy"
import type { ConcludingJobHandler, JobHandler } from "@beauty-store/sql/JobHandler"
import { RunnerStop } from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as GuardedSiteFetch from "../fetching/GuardedSiteFetch.ts"
import { Report } from "../Report.ts"
import * as Fixes from "./Fixes.ts"
import * as OpenedSessions from "./OpenedSessions.ts"
import { ScanId } from "./ScanIds.ts"
import { ScanRunner } from "./ScanRunner.ts"
import { limits, Settings } from "./ScanSettings.ts"
import * as ScoreRecords from "./ScoreRecords.ts"
import * as SealedRequester from "./SealedRequester.ts"
import * as SiteProof from "./SiteProof.ts"
import * as SiteRecords from "./SiteRecords.ts"

export const jobKind = "scan"
export const sweepKind = "scan-sweep"

/** Rows that one transaction of a sweep deletes. */
const sweepBatch = 100
const sweepMillis = 3_600_000

const encodeReport = Schema.encodeSync(Schema.parseJson(Report))

/** How often a scan looks whether its process is to end. */
const stopCheckMillis = 250

const dependencies = Effect.all({
  entropy: Entropy,
  policy: Policy,
  runner: ScanRunner,
  secret: StoreSecret,
  sessions: OpenedSessions.make,
  settings: Settings,
  stop: RunnerStop,
  transactions: Transactions,
  txt: TxtRecords,
  slots: Effect.flatMap(Settings, ({ atOnce }) => Effect.makeSemaphore(atOnce))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Ends when the process is to end. */
const stopped = ({ stop }: Dependencies): Effect.Effect<"stopped"> =>
  Effect.as(
    Effect.repeat(Effect.sleep(stopCheckMillis), { until: () => stop.requested }),
    "stopped" as const
  )

/** Begins an attempt. Undefined where there is no such scan, or it is over, or has been begun too often. */
const begin = Effect.fnUntraced(function*(scanId: Claimed<ScanId>) {
  const found = Option.getOrUndefined(yield* SiteRecords.scanById(scanId))
  if (found === undefined) return undefined
  const now = yield* Clock.currentTimeMillis
  // The change itself decides, because another process may begin the scan at the same time.
  if ((yield* SiteRecords.startScan(now, found.id, limits.attempts)) > 0) {
    return Option.getOrUndefined(yield* SiteRecords.scanById(found.id))
  }
  yield* SiteRecords.endScan("failed", null, "The scan was interrupted too often.", now, found.id)
  return undefined
})

/** Stores what became of a scan, and what follows from a whole one. */
const end = ({ entropy, policy }: Dependencies) =>
  Effect.fnUntraced(function*(scan: SiteRecords.ScanRow, report: Report) {
    yield* SiteRecords.lockSite(scan.site_id)
    const text = encodeReport(report)
    const { completedAt, failure, status } = report
    const ended = yield* SiteRecords.endScan(status, text, failure, completedAt, scan.id)
    // Another process was quicker; or only some checks were of interest, which says nothing about the whole.
    if (ended === 0 || status === "failed" || scan.options.checks !== undefined) return
    yield* Fixes.move(entropy, scan.site_id, report)
    yield* ScoreRecords.keep(scan.site_id, scan.id, Days.dayOf(completedAt, policy.timeZone), report)
  })

/** The headers that tell the own store for whom a scan asks. */
const headersFor = ({ secret, settings }: Dependencies, { requester }: SiteRecords.ScanRow) => {
  const network = SealedRequester.open(secret, requester)
  const header = { [ScanRequester.requesterHeader]: ScanRequester.write(secret, network) }
  const own = new Set(settings.ownOrigins)
  return ({ origin }: URL): Readonly<Record<string, string>> => own.has(origin) ? header : {}
}

/** Makes a scan, and returns its report. */
const make = (deps: Dependencies) =>
  Effect.fnUntraced(function*(scan: SiteRecords.ScanRow) {
    const { runner, secret, sessions, settings, transactions, txt } = deps
    const { write } = transactions
    const headers = headersFor(deps, scan)
    const fetch = yield* GuardedSiteFetch.make({ headersFor: headers })
    const { checks, dryRun = false, maxPages } = scan.options
    let mayTry = dryRun && settings.ownOrigins.includes(scan.origin)
    if (dryRun && !mayTry) {
      mayTry = yield* Effect.provideService(
        SiteProof.isGiven(SiteProof.proofOf(secret, scan.site_id, scan.origin), fetch),
        TxtRecords,
        txt
      )
      if (mayTry) yield* write(SiteRecords.setProven(yield* Clock.currentTimeMillis, scan.site_id))
    }
    let shown = 0
    return yield* runner.run(new URL(scan.origin), {
      ...(checks === undefined ? {} : { checks }),
      ...(maxPages === undefined ? {} : { maxPages }),
      ...(mayTry
        ? { dryRun: { opened: (session) => Effect.orDie(sessions.note(session, headers(new URL(session.url)))) } }
        : {}),
      progress: (done) => {
        // Some steps are enough for people, and each is a commit.
        const percent = Math.min(99, Math.floor(done * 20) * 5)
        if (percent <= shown) return Effect.void
        shown = percent
        return Effect.ignore(write(SiteRecords.setProgress(percent, scan.id, percent)))
      }
    }, fetch)
  })

/** The report of a scan that took too long. */
const tooLong = (scan: SiteRecords.ScanRow, startedAt: number): Effect.Effect<Report> =>
  Effect.map(Clock.currentTimeMillis, (completedAt) => ({
    url: scan.origin,
    ruleSet: "",
    startedAt,
    completedAt,
    status: "failed" as const,
    failure: `The scan took more than ${limits.scanMillis / 60_000} minutes.`,
    score: { overall: null, dimensions: { discoverability: null, understandability: null, transactability: null } },
    checks: []
  }))

const runScan = (deps: Dependencies) =>
  Effect.gen(function*() {
    const { slots, transactions: { write } } = deps
    const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof GuardedSiteFetch.make>>>()
    const scanned = make(deps)
    const ended = end(deps)
    const handler: ConcludingJobHandler = (subject, conclude) =>
      slots.withPermits(1)(Effect.gen(function*() {
        const scan = yield* write(begin(ScanId.claimed.make(subject)))
        if (scan === undefined) return undefined
        const startedAt = yield* Clock.currentTimeMillis
        const result = yield* Effect.raceFirst(
          Effect.timeoutTo(Effect.provide(scanned(scan), context), {
            duration: limits.scanMillis,
            onSuccess: Effect.succeed,
            onTimeout: () => tooLong(scan, startedAt)
          }).pipe(Effect.flatten),
          stopped(deps)
        )
        if (result === "stopped") {
          yield* write(SiteRecords.giveBack(scan.id))
          return yield* Clock.currentTimeMillis
        }
        yield* write(Effect.zipRight(ended(scan, result), conclude(undefined)))
        return undefined
      }))
    return handler
  })

/** Removes what was kept for long enough. */
const sweep = ({ policy, transactions: { write } }: Dependencies): JobHandler => () =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const keptFrom = now - limits.keptMillis
    const firstDay = Days.addDays(Days.dayOf(now, policy.timeZone), -limits.scoreDays)
    const sweeps = [
      SiteRecords.removeScans(idsFromMoment(ScanId.prefix, keptFrom), sweepBatch),
      SiteRecords.removeScores(firstDay, sweepBatch),
      SiteRecords.removeFixes(keptFrom, sweepBatch),
      SiteRecords.removeSites(keptFrom, sweepBatch),
      SiteRecords.removeHosts(now - sweepMillis, sweepBatch)
    ]
    for (const one of sweeps) {
      while ((yield* write(one)) === sweepBatch);
    }
    return now + sweepMillis
  })

/** The handlers of these jobs, by kind. */
export const handlers = Effect.gen(function*() {
  const deps = yield* dependencies
  return {
    [jobKind]: yield* runScan(deps),
    [sweepKind]: sweep(deps),
    [OpenedSessions.jobKind]: deps.sessions.handler
  }
})
