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
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { Representation, responseTo } from "../pipeline/Representation.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Descriptors from "./Descriptors.ts"
import { document, shownDocument } from "./OpenApiDocument.ts"
import * as SecurityText from "./SecurityText.ts"

const plain = "text/plain; charset=utf-8"

const textResponse = (contentType: string, body: string) =>
  Responses.publicText({
    status: 200,
    headers: { "content-type": contentType },
    body
  })

/** A public text that follows from what the shop is like. */
const publicText = (
  path: `/${string}`,
  contentType: string,
  text: (circumstances: Descriptors.Circumstances) => string
): PageRoute => ({
  method: "GET",
  path,
  lasting: Effect.gen(function*() {
    const circumstances = {
      policy: yield* Policy,
      demo: (yield* HttpPolicy).demo,
      returns: yield* Strategies.Returns,
      shipping: yield* Strategies.Shipping
    }
    return textResponse(contentType, text(circumstances))
  })
})

/** `security.txt` says how long a copy is good for, so it is made anew each time. */
const securityText: PageRoute = {
  method: "GET",
  path: SecurityText.path,
  serve: Effect.fnUntraced(function*(request) {
    const text = SecurityText.securityText(yield* Policy, yield* Clock.currentTimeMillis)
    return responseTo(new Representation(textResponse(plain, text), "fast"), request.headers)
  })
}

const documentedShop = Effect.gen(function*() {
  const methods = methodIdsOf(yield* Strategies.Shipping)
  return { ...(yield* Policy), attributes: yield* ShopAttributes, methods }
})

/** The page runs its inlined scripts and nothing from outside. */
const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
  + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API's documentation as a page, of two megabytes. */
const docs = Effect.flatMap(documentedShop, (shop) =>
  Effect.map(
    Effect.promise(async () => {
      const { documentationPage } = await import("./DocumentationPage.ts")
      return documentationPage(JSON.stringify(shownDocument(basePathOf(shop.baseUrl), shop)))
    }),
    (bytes) =>
      HttpServerResponse.uint8Array(bytes, {
        contentType: "text/html",
        headers: { "content-security-policy": docsPolicy }
      })
  ))

export const routes: ReadonlyArray<PageRoute> = [
  ...Descriptors.descriptors.map(({ describe, path }) =>
    publicText(
      path,
      "application/json",
      (circumstances) => movedJson(basePathOf(circumstances.policy.baseUrl), describe(circumstances))
    )
  ),
  publicText("/llms.txt", plain, Descriptors.guide),
  publicText("/robots.txt", plain, Descriptors.robots),
  securityText,
  {
    method: "GET",
    path: "/openapi.json",
    level: "best",
    lasting: Effect.map(
      documentedShop,
      (shop) => Responses.publicBytes(Buffer.from(JSON.stringify(document(shop.baseUrl, shop))))
    )
  },
  { method: "GET", path: "/docs", lasting: docs }
]
