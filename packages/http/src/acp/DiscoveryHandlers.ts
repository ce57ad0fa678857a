/** The handlers of the group `acpDiscovery`: the product feed, and the discovery document. */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import { AcpApi } from "./AcpApi.ts"
import * as Discovery from "./Discovery.ts"
import * as Feed from "./Feed.ts"
import * as RequestRules from "./RequestRules.ts"

const operation = Operations.operationsOf(AcpApi, RequestRules.open)

export const handlers = Effect.gen(function*() {
  const catalogue = yield* Catalog
  const policy = yield* Policy
  const document = {
    status: 200,
    headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
    body: JSON.stringify(Discovery.document(policy.baseUrl))
  }
  return {
    feed: Operations.raw(
      operation("acpDiscovery", "feed"),
      (_, { request }) =>
        Effect.map(
          Feed.current(catalogue, policy),
          (feed) => Responses.sendEncoded(feed, request.headers, Feed.mediaType)
        )
    ),
    discover: Operations.raw(
      operation("acpDiscovery", "discover"),
      (_, { request }) =>
        Effect.sync(() => Responses.sendPublic(document, request.headers["if-none-match"], Discovery.maxAgeSeconds))
    )
  }
})
