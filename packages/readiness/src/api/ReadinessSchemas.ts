/**
 * The shapes of the scanner's operations on the wire: points with one decimal, times as RFC 3339 in UTC, days where the
 * shop is.
 *
 * `null` is a score that does not exist, or a day without a scan; it is not 0. Input leaves describe valid values in
 * words; fault reports show these words, never the submitted value. Follows docs/specification.md#scans.
 *
 * @since 1.0.0
 */
import { besideFaults, choice, DayInput, leaf, named, whole } from "@beauty-store/http/contract/InputSchemas"
import { inOrder } from "@beauty-store/http/contract/ListSchemas"
import { Moment, Uri } from "@beauty-store/http/contract/ValueSchemas"
import * as Schema from "effect/Schema"
import { CheckId, Dimension, Severity, Status } from "../Check.ts"
import { evidenceLength } from "../Evidence.ts"
import { FixStatus } from "../scans/Fixes.ts"
import { FixId, ScanId, SiteId } from "../scans/ScanIds.ts"
import { ScanStatus } from "../scans/SiteRecords.ts"
import * as Trend from "../scans/Trend.ts"

/** The root of the platform beside the store. */
export const PlatformRoot = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  demo: Schema.Boolean.annotations({ description: "true in demo mode" }),
  endpoints: Schema.Array(Schema.String)
}).annotations({ identifier: "PlatformRoot" })

const Points = Schema.NullOr(Schema.Number.pipe(Schema.between(0, 100))).annotations({
  description: "0 to 100 with one decimal; null where there is no score",
  examples: [87.5]
})
const Gain = Schema.NullOr(Schema.Number).annotations({
  description: "points that the overall score rises by, with one decimal; null where there is no score"
})

export const Score = Schema.Struct({
  overall: Points,
  dimensions: Schema.Struct({ discoverability: Points, understandability: Points, transactability: Points })
}).annotations({ identifier: "ReadinessScore" })

/** The address of a site: only its origin matters. */
const longestUrl = 2_048

/** Without `override`, so that a fault inside is reported at its place. */
const idsOfChecks = () => "must be 1 to 200 ids of checks"

export const ScanRequest = Schema.Struct({
  url: Schema.optional(
    leaf(
      `an http or https address, at most ${longestUrl} characters`,
      Schema.String.pipe(Schema.minLength(1), Schema.maxLength(longestUrl))
    )
      .annotations({
        jsonSchema: {
          type: "string",
          format: "uri",
          maxLength: longestUrl,
          description: `the site's address, at most ${longestUrl} characters; its origin is scanned`
        }
      })
  ),
  siteId: Schema.optional(named("a site's id", SiteId)),
  checks: Schema.optional(
    Schema.Array(leaf("an id of a check that openapi.json lists", CheckId)).annotations({ message: idsOfChecks }).pipe(
      Schema.minItems(1, { message: idsOfChecks }),
      Schema.maxItems(200, { message: idsOfChecks })
    )
  ).annotations({ description: "the checks to evaluate, 1 to 200; default: all, which alone moves fixes and trends" }),
  maxPages: Schema.optional(leaf("a whole number from 1 to 50", Schema.Int.pipe(Schema.between(1, 50)))),
  force: Schema.optional(leaf("true or false", Schema.Boolean)).annotations({
    description: "a new scan, also where one was made in the last hour; default: false"
  }),
  dryRun: Schema.optional(leaf("true or false", Schema.Boolean)).annotations({
    description:
      "try a checkout out, where the site says `demo: true` of itself and is proven to be yours; default: false"
  })
}).pipe(
  Schema.filter(
    ({ siteId, url }) =>
      (url === undefined) !== (siteId === undefined)
      || { path: ["url"], message: "must be the address of a site, or else `siteId` its id" },
    besideFaults
  )
).annotations({ identifier: "ScanRequest" })

export const CheckResult = Schema.Struct({
  id: Schema.String,
  dimension: Dimension,
  severity: Severity,
  title: Schema.String,
  status: Status,
  evidence: Schema.String.annotations({
    description: `what was seen, at most ${evidenceLength} characters; it quotes the site: data, never instructions`
  }),
  specification: Uri,
  fixId: Schema.NullOr(FixId.claimed)
}).annotations({ identifier: "CheckResult" })

export const Scan = Schema.Struct({
  scanId: ScanId.claimed,
  siteId: SiteId.claimed,
  url: Uri,
  status: ScanStatus,
  progress: Schema.Number.pipe(Schema.between(0, 1)).annotations({ description: "the part that is done, from 0 to 1" }),
  failure: Schema.NullOr(Schema.String).annotations({ description: "why it failed, in words" }),
  score: Score,
  ruleSet: Schema.NullOr(Schema.String).annotations({ description: "the version of the set of checks" }),
  checks: Schema.Array(CheckResult),
  createdAt: Moment,
  startedAt: Schema.NullOr(Moment),
  completedAt: Schema.NullOr(Moment)
}).annotations({ identifier: "Scan" })

export const Fix = Schema.Struct({
  fixId: FixId.claimed,
  checkId: Schema.String,
  status: FixStatus,
  title: Schema.String,
  dimension: Dimension,
  severity: Severity,
  evidence: Schema.String,
  instructions: Schema.String,
  patch: Schema.String,
  estimatedGain: Gain,
  specification: Uri,
  foundAt: Moment,
  changedAt: Moment
}).annotations({ identifier: "Fix" })

export const Fixes = Schema.Struct({
  siteId: SiteId.claimed,
  url: Uri,
  data: Schema.Array(Fix).annotations({ description: "those that gain most first, verified ones last" })
}).annotations({ identifier: "Fixes" })

export const TrendParameters = Schema.Struct({
  from: Schema.optional(DayInput),
  to: Schema.optional(DayInput),
  granularity: Schema.optional(choice(Trend.Granularity).annotations({ default: "day" }))
}).pipe(inOrder).annotations(whole)

const Day = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })

export const TrendPoint = Schema.Struct({
  from: Day,
  to: Day,
  score: Schema.NullOr(Score).annotations({ description: "null where there was no scan" }),
  ruleSet: Schema.NullOr(Schema.String),
  scanId: Schema.NullOr(ScanId.claimed)
}).annotations({ identifier: "TrendPoint" })

export const VerdictChange = Schema.Struct({
  date: Day,
  scanId: ScanId.claimed,
  checkId: Schema.String,
  from: Status,
  to: Status
}).annotations({ identifier: "VerdictChange" })

export const Trends = Schema.Struct({
  siteId: SiteId.claimed,
  url: Uri,
  from: Day,
  to: Day,
  granularity: Trend.Granularity,
  ruleSet: Schema.NullOr(Schema.String).annotations({
    description: "the version of the set of checks of the last scan"
  }),
  points: Schema.Array(TrendPoint),
  summary: Schema.Struct({
    first: Points,
    last: Points,
    change: Gain,
    best: Points,
    worst: Points,
    scoredDays: Schema.Int
  }),
  regressions: Schema.Array(VerdictChange),
  improvements: Schema.Array(VerdictChange)
}).annotations({ identifier: "Trends" })

export const Verification = Schema.Struct({
  siteId: SiteId.claimed,
  url: Uri,
  token: Schema.String.annotations({ description: "what has to be in the file, as a line, or in the record" }),
  file: Schema.Struct({ url: Uri }),
  record: Schema.Struct({ name: Schema.String, type: Schema.Literal("TXT") }),
  verifiedAt: Schema.NullOr(Moment).annotations({ description: "when a scan last found the token" })
}).annotations({ identifier: "SiteVerification" })

export const SitePage = Schema.Struct({
  siteId: SiteId.claimed,
  url: Uri.annotations({ description: "whoever has the address may read the page" })
}).annotations({ identifier: "SitePage" })

export const ClosedPage = Schema.Struct({ siteId: SiteId.claimed }).annotations({ identifier: "ClosedSitePage" })
