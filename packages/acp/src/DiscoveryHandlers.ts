/** The handlers of the group `acpDiscovery`: the product feed, and the discovery document. */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Policy } from "@beauty-store/commerce/Policy"
import * as CatalogDocuments from "@beauty-store/http/handlers/CatalogDocuments"
import * as Json from "@beauty-store/http/internal/pipeline/Json"
import * as PublicReads from "@beauty-store/http/internal/pipeline/PublicReads"
import * as Operations from "@beauty-store/http/pipeline/Operations"
import { ShopFront } from "@beauty-store/http/pipeline/PageRoute"
import { RasterPictures } from "@beauty-store/http/pipeline/RasterPictures"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Acp from "./Acp.ts"
import { AcpApi } from "./Api.ts"
import * as Discovery from "./Discovery.ts"
import * as Feed from "./Feed.ts"
import * as RequestRules from "./RequestRules.ts"

const operation = Operations.operationsOf(AcpApi, RequestRules.open)

export const handlers = Effect.gen(function*() {
  const catalogue = yield* Catalog
  const policy = yield* Policy
  const reads = yield* PublicReads.forHandlers
  const feed: PublicReads.CachedRead<StoreUnavailable, never> = {
    path: Acp.feed,
    kind: "single",
    level: "best",
    source: CatalogDocuments.sourceOf(catalogue),
    response: Effect.map(
      CatalogDocuments.document(catalogue, Feed.composition(policy, yield* RasterPictures, yield* ShopFront)),
      (body) => Responses.publicBytes(body, Feed.mediaType)
    )
  }
  const document: PublicReads.CachedRead<never, never> = {
    path: Acp.discovery,
    kind: "single",
    source: PublicReads.unchanging,
    response: Effect.sync(() =>
      Responses.publicText({
        status: 200,
        headers: { "content-type": "application/json" },
        body: Json.print(Discovery.document(policy))
      }, Discovery.maxAgeSeconds)
    )
  }
  return {
    feed: Operations.publicBytes(reads, operation("acpDiscovery", "feed"), () => feed, { identifies: false }),
    discover: Operations.publicBytes(reads, operation("acpDiscovery", "discover"), () => document, {
      identifies: false
    })
  }
})
