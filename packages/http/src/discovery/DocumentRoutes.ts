/**
 * Where documents for programs are served: descriptors, the guide for agents, `robots.txt`, `security.txt`, the OpenAPI
 * document and its page. Each follows from what the shop is like and is the same for everybody. Follows docs/specification.md#descriptors.
 */
import { Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import * as HttpApiSwagger from "@effect/platform/HttpApiSwagger"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpPolicy } from "../HttpPolicy.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Descriptors from "./Descriptors.ts"
import { document, documented } from "./OpenApiDocument.ts"
import * as SecurityText from "./SecurityText.ts"

/** A public text that follows from what the shop is like, and from the time where it says how long it is good for. */
const publicText = (
  path: `/${string}`,
  contentType: string,
  text: (circumstances: Descriptors.Circumstances, now: number) => string
): PageRoute => ({
  method: "GET",
  path,
  serve: Effect.fnUntraced(function*(request) {
    const body = text({ policy: yield* Policy, demo: (yield* HttpPolicy).demo }, yield* Clock.currentTimeMillis)
    return Responses.sendPublic(
      { status: 200, headers: { "content-type": contentType, "x-content-type-options": "nosniff" }, body },
      request.headers["if-none-match"]
    )
  })
})

const openApiBodies = new WeakMap<StorePolicy, Responses.EncodedBody>()

/** The OpenAPI document of a shop, printed and encoded once. */
const openApiOf = (policy: StorePolicy): Responses.EncodedBody => {
  const known = openApiBodies.get(policy)
  if (known !== undefined) return known
  const fresh = Responses.encodeBody(JSON.stringify(document(policy.baseUrl, policy.storeName)))
  openApiBodies.set(policy, fresh)
  return fresh
}

/** The page runs its inlined scripts and nothing from outside. */
const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
  + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const docsPages = new WeakMap<StorePolicy, HttpServerResponse.HttpServerResponse>()

/** The API's documentation as a page, of more than a megabyte: made once for a shop, at the first request. */
const docsOf = (policy: StorePolicy) => {
  const known = docsPages.get(policy)
  if (known !== undefined) return Effect.succeed(known)
  const api = documented(policy.storeName)
  return HttpLayerRouter.toHttpEffect(HttpApiSwagger.layerHttpLayerRouter({ api, path: "/docs" })).pipe(
    Effect.flatten,
    Effect.scoped,
    Effect.map(HttpServerResponse.setHeader("content-security-policy", docsPolicy)),
    Effect.tap((page) => Effect.sync(() => docsPages.set(policy, page))),
    Effect.orDie
  )
}

export const routes: ReadonlyArray<PageRoute> = [
  ...Descriptors.descriptors.map(({ describe, path }) =>
    publicText(path, "application/json", (circumstances) => JSON.stringify(describe(circumstances)))
  ),
  publicText("/llms.txt", "text/plain; charset=utf-8", Descriptors.guide),
  publicText("/robots.txt", "text/plain; charset=utf-8", () => Descriptors.robots),
  publicText(
    SecurityText.path,
    "text/plain; charset=utf-8",
    ({ policy }, now) => SecurityText.securityText(policy, now)
  ),
  {
    method: "GET",
    path: "/openapi.json",
    serve: ({ headers }) => Effect.map(Policy, (policy) => Responses.sendEncoded(openApiOf(policy), headers))
  },
  { method: "GET", path: "/docs", serve: () => Effect.flatMap(Policy, docsOf) }
]
