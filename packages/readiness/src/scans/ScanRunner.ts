/**
 * How a scan is made: the port between the job that plans, stores and paces scans and the scanner that evaluates
 * checks.
 *
 * The rule: it always ends with a report, or with a defect. It reaches the site by the fetch that it is given, so that
 * the guard, the pace and the budget are the job's business wherever the checks run. By default they run where the job
 * does, and are loaded with the first scan; the server runs them in a thread of their own, because a hostile document
 * may cost much time and memory.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Report } from "../Report.ts"
import type { ScanOptions } from "../Scanner.ts"
import { SiteFetch } from "../SiteFetch.ts"

export class ScanRunner extends Context.Reference<ScanRunner>()("@beauty-store/readiness/ScanRunner", {
  defaultValue: () => ({
    run: (target: URL, options: ScanOptions, fetch: typeof SiteFetch.Service): Effect.Effect<Report> =>
      Effect.flatMap(
        Effect.promise(() => import("../Scanner.ts")),
        ({ scan }) => Effect.provideService(scan(target, options), SiteFetch, fetch)
      )
  })
}) {}
