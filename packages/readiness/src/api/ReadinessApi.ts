/**
 * The contract of the platform beside the store: scans of sites, what to mend there, how that changed.
 *
 * It is an `HttpApi` of its own, so that the store's typed client does not load it; a client of it is
 * `HttpApiClient.make(ReadinessApi)`. Its errors are of the store's table. Follows docs/specification.md#scans.
 *
 * @since 1.0.0
 */
import { ClosedToPages, OpenToAnyone } from "@beauty-store/http/contract/Annotations"
import { errors, Id } from "@beauty-store/http/contract/Api"
import { Cost, units } from "@beauty-store/http/contract/Cost"
import { apiWithErrors } from "@beauty-store/http/contract/HttpApiLookup"
import { anywhere, everywhere, mutating } from "@beauty-store/http/contract/Problems"
import { BearerAuth } from "@beauty-store/http/contract/Security"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Schema from "effect/Schema"
import { ScanId, SiteId } from "../scans/ScanIds.ts"
import * as ReadinessSchemas from "./ReadinessSchemas.ts"

const site = Schema.Struct({ site_id: Id(SiteId, "a site's id") })

const Platform = HttpApiGroup.make("platform")
  .add(
    HttpApiEndpoint.get("root", "/api/v1").addSuccess(ReadinessSchemas.PlatformRoot).addError(errors(...everywhere))
      .annotate(OpenToAnyone, true)
  )
  .middleware(BearerAuth)

const Scanner = HttpApiGroup.make("scanner")
  .add(
    HttpApiEndpoint.post("scan", "/api/v1/scanner/scan").setPayload(ReadinessSchemas.ScanRequest)
      .addSuccess(ReadinessSchemas.Scan)
      .addError(errors("Forbidden", "SiteNotFound", "OtherScanUnfinished", "TooManyScans", ...mutating, ...everywhere))
      .annotate(Cost, { units: units.scan })
  )
  .add(
    HttpApiEndpoint.get("result", "/api/v1/scanner/scans/:scanId")
      .setPath(Schema.Struct({ scanId: Id(ScanId, "a scan's id") }))
      .addSuccess(ReadinessSchemas.Scan).addError(errors("ScanNotFound", ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const Fixes = HttpApiGroup.make("fixes")
  .add(
    HttpApiEndpoint.get("list", "/api/v1/fixes/sites/:site_id/fixes").setPath(site)
      .addSuccess(ReadinessSchemas.Fixes).addError(errors("SiteNotFound", ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const Analytics = HttpApiGroup.make("analytics")
  .add(
    HttpApiEndpoint.get("trends", "/api/v1/analytics/sites/:site_id/trends").setPath(site)
      .setUrlParams(ReadinessSchemas.TrendParameters)
      .addSuccess(ReadinessSchemas.Trends).addError(errors("SiteNotFound", ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

const Sites = HttpApiGroup.make("sites")
  .add(
    HttpApiEndpoint.post("verification", "/api/v1/sites/:site_id/verification").setPath(site)
      .addSuccess(ReadinessSchemas.Verification)
      .addError(errors("Forbidden", "SiteNotFound", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.post("openPage", "/api/v1/sites/:site_id/page").setPath(site)
      .addSuccess(ReadinessSchemas.SitePage)
      .addError(errors("Forbidden", "SiteNotFound", ...mutating, ...everywhere))
  )
  .add(
    HttpApiEndpoint.del("closePage", "/api/v1/sites/:site_id/page").setPath(site)
      .addSuccess(ReadinessSchemas.ClosedPage)
      .addError(errors("Forbidden", "SiteNotFound", ...mutating, ...everywhere))
  )
  .middleware(BearerAuth)
  .annotateEndpoints(ClosedToPages, true)

export class ReadinessApi extends apiWithErrors("readiness", errors(...anywhere))
  .add(Platform).add(Scanner).add(Fixes).add(Analytics).add(Sites)
{}

export type Groups = typeof ReadinessApi extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never
