/**
 * The routes of the shop's public pages: the front page, the errors, the shop's rules, the icon, and the pictures of
 * products. Follows docs/specification.md#pages.
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import { HttpPolicy } from "../HttpPolicy.ts"
import { FurtherContracts } from "../pipeline/FurtherContracts.ts"
import { found, type PageRoute, Pictures } from "../pipeline/PageRoute.ts"
import { RasterPictures } from "../pipeline/RasterPictures.ts"
import * as Responses from "../pipeline/Responses.ts"
import { developersPage } from "./DevelopersPage.tsx"
import { icon } from "./Icon.tsx"
import { englishFrame, frameIn } from "./PageFrame.tsx"
import * as Pages from "./Pages.tsx"
import { placeholderPicture } from "./PlaceholderPicture.ts"
import { policyPage } from "./PolicyPages.tsx"

const picture = (svg: string) => ({
  status: 200,
  headers: {
    "content-type": "image/svg+xml",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"
  },
  body: svg
})

/** What packages above this one add stands among the store's own. */
const developers = Effect.gen(function*() {
  const [{ baseUrl }, { demo }, further] = [yield* Policy, yield* HttpPolicy, yield* FurtherContracts]
  return developersPage(yield* englishFrame, { baseUrl, demo, further })
})

/** The shop's rules in a language. */
const policies = (path: `/${string}`, language: Language): PageRoute => ({
  method: "GET",
  path,
  constant: Effect.gen(function*() {
    const { name = "" } = yield* HttpLayerRouter.params
    return yield* found(policyPage(yield* frameIn(language), {
      policy: yield* Policy,
      demo: (yield* HttpPolicy).demo,
      returns: yield* Strategies.Returns,
      shipping: yield* Strategies.Shipping
    }, name))
  })
})

/** The drawing of what has a picture; a product that the shop has and has no picture of has a placeholder. */
const drawingOf = Effect.fnUntraced(function*(id: string) {
  const svg = (yield* Pictures)(id)
  if (svg !== undefined) return svg
  yield* Effect.catchTag(
    (yield* Catalog).product(ProductId.claimed.make(id)),
    "ProductNotFound",
    () => found(undefined)
  )
  return placeholderPicture
})

export const routes: ReadonlyArray<PageRoute> = [
  { method: "GET", path: "/", constant: developers },
  { method: "GET", path: "/developers", constant: developers },
  {
    method: "GET",
    path: "/problems",
    constant: Effect.map(englishFrame, Pages.problemIndex)
  },
  {
    method: "GET",
    path: "/problems/:code",
    constant: Effect.gen(function*() {
      const { code = "" } = yield* HttpLayerRouter.params
      return yield* found(Pages.problem(yield* englishFrame, code))
    })
  },
  policies("/policies/:name", "en"),
  policies("/de/policies/:name", "de"),
  {
    method: "GET",
    path: "/favicon.ico",
    constant: Effect.sync(() => Responses.publicText(picture(icon)))
  },
  {
    method: "GET",
    path: "/images/:file",
    constant: Effect.gen(function*() {
      const { file = "" } = yield* HttpLayerRouter.params
      if (file.endsWith(".svg")) {
        return Responses.publicText(picture(yield* drawingOf(file.slice(0, -".svg".length))))
      }
      const raster = yield* (yield* RasterPictures).file(file)
      return yield* found(raster === undefined ? undefined : Responses.lastingBytes(raster.bytes, raster.type))
    })
  }
]
