/**
 * The handlers of the scanner's operations, by the same steps of a request as the store's own.
 *
 * A mutation takes a token with `scanner:write`; reading takes the token of the site's owner, and for anybody else the
 * site does not exist. Follows docs/specification.md#scans.
 */
import { Policy } from "@beauty-store/commerce/Policy"
import * as Days from "@beauty-store/domain/Days"
import type { Caller } from "@beauty-store/http/contract/Security"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import { networkOfRequest } from "@beauty-store/http/internal/pipeline/ClientAddress"
import { networkOfPeer } from "@beauty-store/http/internal/pipeline/ScanRequester"
import { type Access, anyone, holder, InvalidRequest, Unauthorized } from "@beauty-store/http/pipeline/Authentication"
import type { GroupHandlers } from "@beauty-store/http/pipeline/Mounting"
import * as Operations from "@beauty-store/http/pipeline/Operations"
import { storeProtocol } from "@beauty-store/http/pipeline/Protocol"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Scans, type Target } from "../scans/Scans.ts"
import { type Groups, ReadinessApi } from "./ReadinessApi.ts"
import type * as ReadinessSchemas from "./ReadinessSchemas.ts"
import * as Views from "./ReadinessViews.ts"

const operation = Operations.operationsOf(ReadinessApi, storeProtocol)
type HandlersOf<G extends Groups["identifier"]> = GroupHandlers<Groups, G>

/** The version of the platform's interface. */
export const platformVersion = "0.1.0"

/** What the platform's root lists. */
const endpoints = [
  "/docs",
  "POST /api/v1/scanner/scan",
  "GET /api/v1/fixes/sites/{site_id}/fixes",
  "GET /api/v1/analytics/sites/{site_id}/trends"
]

const scanner = holder("scanner:write")

/** Whoever has a token: the use case decides what is theirs. */
const known: Access<Caller> = (caller) =>
  caller === undefined ? new Unauthorized({ presented: false }) : Effect.succeed(caller)

/** The payload names one of them. */
const targetOf = ({ siteId, url = "" }: typeof ReadinessSchemas.ScanRequest.Type): Target =>
  siteId === undefined ? { url } : { siteId }

/** Longer than scores are kept. */
const longestDays = 3 * 366

/** The days of a trend: by default the last 30. */
const rangeOf = (
  { from, to }: Pick<typeof ReadinessSchemas.TrendParameters.Type, "from" | "to">,
  timeZone: Days.TimeZone
) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const last = to ?? Days.dayOf(now, timeZone)
    const first = from ?? Days.addDays(last, -29)
    const fault = first > last
      ? "must be a date that is not after `to`, which is today by default"
      : first < Days.addDays(last, -longestDays)
      ? "must be a date at most three years before `to`"
      : undefined
    return fault === undefined
      ? Effect.succeed({ from: first, to: last })
      : new InvalidRequest({ errors: [{ pointer: "from", in: "query", detail: fault }] })
  })

type Service = typeof Scans.Service
type Request = HttpServerRequest.HttpServerRequest

const platformHandlers = (storeName: string, demo: boolean) => ({
  root: Operations.read(
    operation("platform", "root"),
    anyone,
    () => Effect.succeed({ name: `${storeName} Readiness`, version: platformVersion, demo, endpoints })
  )
} satisfies HandlersOf<"platform">)

const scannerHandlers = (scans: Service, networkOf: (request: Request) => string) => ({
  scan: Operations.change(
    operation("scanner", "scan"),
    scanner,
    ({ caller, payload, request }) =>
      scans.begin(caller.principal, {
        target: targetOf(payload),
        checks: payload.checks,
        maxPages: payload.maxPages,
        dryRun: payload.dryRun,
        force: payload.force === true,
        network: networkOf(request)
      }).pipe(
        Effect.map(Views.scan),
        Effect.catchTag("AddressNotScannable", ({ detail }) =>
          new InvalidRequest({
            errors: [{ pointer: "/url", detail: `must be a public http or https address (${detail})` }]
          }))
      )
  ),
  result: Operations.view(
    operation("scanner", "result"),
    known,
    ({ caller, path }) => Effect.map(scans.scan(caller.principal, path.scanId), Views.scan)
  )
} satisfies HandlersOf<"scanner">)

const fixesHandlers = (scans: Service) => ({
  list: Operations.view(
    operation("fixes", "list"),
    known,
    ({ caller, path }) => Effect.map(scans.fixes(caller.principal, path.site_id), Views.fixes)
  )
} satisfies HandlersOf<"fixes">)

const analyticsHandlers = (scans: Service, timeZone: Days.TimeZone) => ({
  trends: Operations.view(
    operation("analytics", "trends"),
    known,
    ({ caller, path, urlParams: { granularity = "day", ...days } }) =>
      Effect.flatMap(
        rangeOf(days, timeZone),
        (range) => Effect.map(scans.trend(caller.principal, path.site_id, { ...range, granularity }), Views.trends)
      )
  )
} satisfies HandlersOf<"analytics">)

const sitesHandlers = (scans: Service, baseUrl: string) => ({
  verification: Operations.change(
    operation("sites", "verification"),
    scanner,
    ({ caller, path }) =>
      Effect.map(scans.proof(caller.principal, path.site_id), (proof) => Views.verification(path.site_id, proof))
  ),
  openPage: Operations.change(
    operation("sites", "openPage"),
    scanner,
    ({ caller, path }) =>
      Effect.map(scans.openPage(caller.principal, path.site_id), (token) => ({
        siteId: path.site_id,
        url: `${baseUrl}/readiness/${token}`
      })),
    // The address of the page.
    { sealed: () => true }
  ),
  closePage: Operations.change(
    operation("sites", "closePage"),
    scanner,
    ({ caller, path }) => Effect.as(scans.closePage(caller.principal, path.site_id), { siteId: path.site_id })
  )
} satisfies HandlersOf<"sites">)

export const handlers = Effect.gen(function*() {
  const scans = yield* Scans
  const settings = yield* HttpPolicy
  const { baseUrl, storeName, timeZone } = yield* Policy
  /** Also of a program on the machine itself, for which nobody pays otherwise. */
  const networkOf = (request: Request): string =>
    networkOfRequest(request, settings) ?? networkOfPeer(Option.getOrUndefined(request.remoteAddress))
  return {
    platform: platformHandlers(storeName, settings.demo),
    scanner: scannerHandlers(scans, networkOf),
    fixes: fixesHandlers(scans),
    analytics: analyticsHandlers(scans, timeZone),
    sites: sitesHandlers(scans, baseUrl)
  }
})
