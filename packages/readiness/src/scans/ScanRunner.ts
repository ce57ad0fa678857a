/**
 * The port between the job that plans and stores scans and the scanner that evaluates checks. A scan ends with a report
 * or a defect, and reaches the site only by the fetch that it is given. By default it runs where the job does; the
 * server runs it in a thread, because a hostile document may cost much time and memory.
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
