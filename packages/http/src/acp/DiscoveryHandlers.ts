/** The handlers of the group `acpDiscovery`: the product feed, and the discovery document. */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Policy } from "@beauty-store/commerce/Policy"
import type { StoreUnavailable } from "@beauty-store/kernel/Transactions"
import * as Effect from "effect/Effect"
import * as CatalogDocuments from "../handlers/CatalogDocuments.ts"
import * as Json from "../pipeline/Json.ts"
import * as Operations from "../pipeline/Operations.ts"
import { ShopFront } from "../pipeline/PageRoute.ts"
import * as PublicReads from "../pipeline/PublicReads.ts"
import { RasterPictures } from "../pipeline/RasterPictures.ts"
import * as Responses from "../pipeline/Responses.ts"
import { AcpApi } from "./AcpApi.ts"
import * as Discovery from "./Discovery.ts"
import * as Feed from "./Feed.ts"
import * as RequestRules from "./RequestRules.ts"

const operation = Operations.operationsOf(AcpApi, RequestRules.open)

export const handlers = Effect.gen(function*() {
  const catalogue = yield* Catalog
  const policy = yield* Policy
  const reads = yield* PublicReads.forHandlers
  const feed: PublicReads.Kept<StoreUnavailable, never> = {
    path: "/acp/feed/products.jsonl",
    kind: "single",
    level: "best",
    source: CatalogDocuments.sourceOf(catalogue),
    response: Effect.map(
      CatalogDocuments.document(catalogue, Feed.composition(policy, yield* RasterPictures, yield* ShopFront)),
      (body) => Responses.publicBytes(body, Feed.mediaType)
    )
  }
  const document: PublicReads.Kept<never, never> = {
    path: "/.well-known/acp.json",
    kind: "single",
    source: PublicReads.lasting,
    response: Effect.sync(() =>
      Responses.publicText({
        status: 200,
        headers: { "content-type": "application/json" },
        body: Json.print(Discovery.document(policy.baseUrl))
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
