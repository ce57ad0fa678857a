/** All checks, in the order of reports and of docs/readiness.md. */
import type { Check } from "../Check.ts"
import { apiCatalogChecks } from "./ApiCatalogChecks.ts"
import { authorizationChecks } from "./AuthorizationChecks.ts"
import { checkoutChecks } from "./CheckoutChecks.ts"
import { feedChecks } from "./FeedChecks.ts"
import { guideChecks } from "./GuideChecks.ts"
import { httpChecks } from "./HttpChecks.ts"
import { openApiChecks } from "./OpenApiChecks.ts"
import { pageChecks } from "./PageChecks.ts"
import { policyChecks } from "./PolicyChecks.ts"
import { productChecks } from "./ProductChecks.ts"
import { protocolChecks } from "./ProtocolChecks.ts"
import { robotsChecks } from "./RobotsChecks.ts"
import { securityChecks } from "./SecurityChecks.ts"
import { sitemapChecks } from "./SitemapChecks.ts"

export const checks: ReadonlyArray<Check> = [
  ...robotsChecks,
  ...sitemapChecks,
  ...guideChecks,
  ...apiCatalogChecks,
  ...openApiChecks,
  ...productChecks,
  ...pageChecks,
  ...feedChecks,
  ...httpChecks,
  ...protocolChecks,
  ...authorizationChecks,
  ...policyChecks,
  ...securityChecks,
  ...checkoutChecks
]
