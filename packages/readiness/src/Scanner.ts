/**
 * A scan: fetches what the checks need (`SiteReader`), evaluates them, and makes a report.
 *
 * The rule: a scan always ends with a report. A site whose home page cannot be read has one with the status `failed`.
 * Time is Effect's clock. Jobs, caching and storage are the caller's business. Follows docs/readiness.md#scan.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OpenedSession } from "./DryRun.ts"
import * as DryRun from "./DryRun.ts"
import type * as Evaluation from "./Evaluation.ts"
import type { CheckResult, Report, Score } from "./Report.ts"
import * as Scores from "./Score.ts"
import type { SiteFetch } from "./SiteFetch.ts"
import * as SiteReader from "./SiteReader.ts"

export type { OpenedSession } from "./DryRun.ts"

/** The version of the set of checks. It changes whenever a check is added, removed, weighed or judged anew. */
export const ruleSet = "1"

export interface ScanOptions {
  /** The ids of the checks to evaluate; all by default. Unknown ids are left out. */
  readonly checks?: ReadonlyArray<string>
  /** The most pages (products, lists, policies) to fetch, up to 50; 20 by default. */
  readonly maxPages?: number
  /** Called with the part of the scan that is done, from 0 to 1, which never falls, and with what is being done. */
  readonly progress?: (done: number, doing: string) => Effect.Effect<void>
  /**
   * Tries out a checkout: cart, session, cancellation. Only where the site's owner asks for it; it also needs the
   * site's own `demo: true`. `opened` is called before anything else happens to the session, so that somebody can
   * cancel it if the scan dies; the scan cancels it itself, too.
   */
  readonly dryRun?: { readonly opened: (session: OpenedSession) => Effect.Effect<void> }
}

const mostPages = 50
const usualPages = 20

const noScore: Score = {
  overall: null,
  dimensions: { discoverability: null, understandability: null, transactability: null }
}

/** The results of checks over a parsed site, with the gain of each fix. */
const resultsOf = (
  evaluation: typeof Evaluation,
  site: Parameters<typeof evaluation.evaluate>[1],
  chosen: ReadonlySet<string> | undefined
): ReadonlyArray<CheckResult> => {
  const evaluated = evaluation.checks.filter(({ id }) => chosen === undefined || chosen.has(id)).map((check) => ({
    check,
    finding: evaluation.evaluate(check, site)
  }))
  const verdicts = evaluated.map(({ check: { dimension, id, weight }, finding: { status } }) => ({
    id,
    dimension,
    weight,
    status
  }))
  return evaluated.map(({ check, finding: { evidence, status } }) => {
    const { dimension, id, severity, specification, title, weight } = check
    const fix = status === "fail" || status === "partial"
      ? { ...check.fix(site), gain: Scores.gain(verdicts, id) }
      : null
    return { id, dimension, severity, weight, title, status, evidence, specification, fix }
  })
}

/** Scans the site at an address. Only its origin matters. */
export const scan = Effect.fn("Scanner.scan")(function*(target: URL, options: ScanOptions = {}) {
  const evaluation = yield* Effect.promise(() => import("./Evaluation.ts"))
  const startedAt = yield* Clock.currentTimeMillis
  const progress = options.progress ?? (() => Effect.void)
  const maxPages = Math.max(1, Math.min(mostPages, options.maxPages ?? usualPages))
  const report = (rest: Pick<Report, "checks" | "failure" | "score" | "status" | "url">) =>
    Effect.map(Clock.currentTimeMillis, (completedAt): Report => ({ ruleSet, startedAt, completedAt, ...rest }))
  return yield* SiteReader.read(target, evaluation.links, { maxPages, progress }).pipe(
    Effect.flatMap(({ documents, origin }) =>
      Effect.gen(function*() {
        const parsed = yield* Effect.promise(() =>
          evaluation.parse({ origin, startedAt, documents, dryRun: undefined })
        )
        // Whoever owns the one address need not own the other.
        const dryRun = options.dryRun === undefined
          ? undefined
          : origin !== target.origin
          ? DryRun.elsewhere
          : yield* DryRun.run(parsed, evaluation, options.dryRun.opened)
        const site = { ...parsed, dryRun }
        const checks = resultsOf(evaluation, site, options.checks === undefined ? undefined : new Set(options.checks))
        yield* progress(1, "done")
        return yield* report({ url: origin, status: "completed", failure: null, score: Scores.of(checks), checks })
      })
    ),
    Effect.catchTag(
      "SiteUnreadable",
      ({ reason }) => report({ url: target.origin, status: "failed", failure: reason, score: noScore, checks: [] })
    )
  )
})

/** Cancels a session that a dry run has opened, for a scan that died meanwhile. Whether it is cancelled now. */
export const cancelSession = (session: OpenedSession): Effect.Effect<boolean, never, SiteFetch> =>
  Effect.flatMap(Effect.promise(() => import("./Evaluation.ts")), (evaluation) => DryRun.cancel(session, evaluation))
