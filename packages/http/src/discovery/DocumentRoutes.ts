/**
 * Where documents for programs are served: descriptors, the guide for agents, `robots.txt`, `security.txt`, the OpenAPI
 * document and its page. Each follows from what the shop is like and is the same for everybody. Follows
 * docs/specification.md#descriptors.
 */
import { ShopAttributes } from "@beauty-store/commerce/Attributes"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { methodIdsOf } from "@beauty-store/domain/Shipping"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpPolicy } from "../HttpPolicy.ts"
import { basePathOf, movedJson } from "../pipeline/BasePath.ts"
import { FurtherContracts, protocolsOf } from "../pipeline/FurtherContracts.ts"
import * as Json from "../pipeline/Json.ts"
import { type PageRoute, ShopFront } from "../pipeline/PageRoute.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as ApiCatalog from "./ApiCatalog.ts"
import * as AuthorizationMetadata from "./AuthorizationMetadata.ts"
import * as Descriptors from "./Descriptors.ts"
import { OpenApiPrinting } from "./OpenApiPrinting.ts"
import * as SecurityText from "./SecurityText.ts"

const plain = "text/plain; charset=utf-8"

const textResponse = (contentType: string, body: string) =>
  Responses.publicText({
    status: 200,
    headers: { "content-type": contentType },
    body
  })

const circumstances = Effect.gen(function*() {
  return {
    policy: yield* Policy,
    demo: (yield* HttpPolicy).demo,
    returns: yield* Strategies.Returns,
    shipping: yield* Strategies.Shipping,
    protocols: protocolsOf(yield* FurtherContracts),
    feeds: (yield* ShopFront)?.feeds ?? []
  }
})

/** A public text that follows from what the shop is like. */
const publicText = (
  path: `/${string}`,
  contentType: string,
  text: (circumstances: Descriptors.Circumstances) => string
): PageRoute => ({
  method: "GET",
  path,
  constant: Effect.map(circumstances, (circumstances) => textResponse(contentType, text(circumstances)))
})

/** A public text that lists operations, whose words are loaded with the first request for it. */
const listingText = (
  path: `/${string}`,
  contentType: string,
  text: (circumstances: Descriptors.Documented) => string
): PageRoute => ({
  method: "GET",
  path,
  constant: Effect.flatMap(circumstances, (circumstances) =>
    Effect.promise(async () => {
      const { textOf } = await import("../contract/OperationTexts.ts")
      return textResponse(contentType, text({ ...circumstances, operations: Descriptors.operationsBy(textOf) }))
    }))
})

/** `security.txt` says how long a copy is good for, so it is made anew each time. */
const securityText: PageRoute = {
  method: "GET",
  path: SecurityText.path,
  serve: Effect.fnUntraced(function*() {
    return textResponse(plain, SecurityText.securityText(yield* Policy, yield* Clock.currentTimeMillis))
  })
}

/** The shop as the OpenAPI document shows it, and what prints that: all of it is loaded with the first request for it. */
const documentedShop = Effect.gen(function*() {
  const methods = methodIdsOf(yield* Strategies.Shipping)
  const contracts = yield* FurtherContracts
  const load = yield* OpenApiPrinting
  const shop = { ...(yield* Policy), attributes: yield* ShopAttributes, methods }
  return Effect.promise(async () => {
    const { further, printer } = await load(contracts)
    return { printer, shop: { ...shop, further } }
  })
}).pipe(Effect.flatten)

/** The page runs its inlined scripts and nothing from outside. */
const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
  + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API's documentation as a page, of two megabytes. */
const docs = Effect.flatMap(documentedShop, ({ printer, shop }) =>
  Effect.map(
    Effect.promise(async () => {
      const { documentationPage } = await import("./DocumentationPage.ts")
      return documentationPage(JSON.stringify(printer.shownDocument(basePathOf(shop.baseUrl), shop)))
    }),
    (bytes) =>
      HttpServerResponse.uint8Array(bytes, {
        contentType: "text/html",
        headers: { "content-security-policy": docsPolicy }
      })
  ))

const openApi = Effect.map(
  documentedShop,
  ({ printer, shop }) => Responses.publicBytes(Buffer.from(Json.print(printer.document(shop.baseUrl, shop))))
)

/** Where the APIs and their descriptions are. A request with HEAD gets the header that says so. */
const apiCatalog: PageRoute = {
  method: "GET",
  path: ApiCatalog.path,
  constant: Effect.map(Effect.all([Policy, FurtherContracts]), ([{ baseUrl }, further]) =>
    Responses.publicText({
      status: 200,
      headers: { "content-type": ApiCatalog.mediaType, link: ApiCatalog.linkHeader(baseUrl) },
      body: JSON.stringify(ApiCatalog.document(baseUrl, protocolsOf(further)))
    }))
}

export const routes: ReadonlyArray<PageRoute> = [
  ...Descriptors.descriptors.map(({ describe, path }) =>
    listingText(
      path,
      "application/json",
      (circumstances) => movedJson(basePathOf(circumstances.policy.baseUrl), describe(circumstances))
    )
  ),
  listingText("/llms.txt", plain, Descriptors.guide),
  publicText("/robots.txt", plain, Descriptors.robots),
  securityText,
  apiCatalog,
  publicText(
    AuthorizationMetadata.resourcePath,
    "application/json",
    ({ policy: { baseUrl, storeName } }) => JSON.stringify(AuthorizationMetadata.protectedResource(baseUrl, storeName))
  ),
  publicText(
    AuthorizationMetadata.serverPath,
    "application/json",
    ({ policy: { baseUrl } }) => JSON.stringify(AuthorizationMetadata.authorizationServer(baseUrl))
  ),
  {
    method: "GET",
    path: "/openapi.json",
    level: "best",
    constant: openApi
  },
  { method: "GET", path: "/docs", constant: docs }
]
