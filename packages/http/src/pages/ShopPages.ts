/**
 * The routes of the shop's public pages: the front page, the errors, the shop's rules, the icon, and the pictures of
 * products. Follows docs/specification.md#pages.
 */
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { additionsOf, sourceOf } from "../handlers/CatalogDocuments.ts"
import { HttpPolicy } from "../HttpPolicy.ts"
import { FurtherContracts } from "../pipeline/FurtherContracts.ts"
import { found, type PageRoute, Pictures } from "../pipeline/PageRoute.ts"
import { unchanging } from "../pipeline/PublicReads.ts"
import { filesOfOwn, ownFileOf, RasterPictures } from "../pipeline/RasterPictures.ts"
import * as Responses from "../pipeline/Responses.ts"
import { Typefaces } from "../pipeline/Typefaces.ts"
import { icon } from "./Icon.tsx"
import { englishFrame, frameIn } from "./PageFrame.tsx"
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

/** Few read them: they are loaded with the first. */
const loadDeveloperPages = Effect.promise(() => import("./DeveloperPages.tsx"))

/** What packages above this one add stands among the store's own. */
const developers = Effect.gen(function*() {
  const [{ baseUrl, seller }, { demo }, further] = [yield* Policy, yield* HttpPolicy, yield* FurtherContracts]
  const { developersPage } = yield* loadDeveloperPages
  return developersPage(yield* englishFrame, { baseUrl, demo, further, place: seller })
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

const drawing = (svg: string) => Responses.publicText(picture(svg))

/** The bytes of a file of the shop's own pictures, if there is such a file. */
const ownBytes = Effect.fnUntraced(function*(name: string) {
  const file = ownFileOf(name)
  const bytes = file === undefined ? undefined : yield* (yield* ProductPictures).file(file.id, file.file)
  return file === undefined || bytes === undefined ? undefined : { bytes, type: file.type }
})

/**
 * What stands at the address of a product where nothing else is known of it: the first of its own pictures, its
 * drawing, or a placeholder.
 */
const pictureOf = Effect.fnUntraced(function*(id: string) {
  const svg = (yield* Pictures)(id)
  // Also of one that is archived: orders show it.
  const pictures = yield* Effect.option((yield* ProductPictures).list(ProductId.claimed.make(id)))
  if (Option.isNone(pictures)) return svg === undefined ? yield* found(undefined) : drawing(svg)
  const smallest = pictures.value.flatMap(filesOfOwn).find(({ type }) => type === "image/webp")
  const own = smallest === undefined ? undefined : yield* ownBytes(smallest.path.slice("/images/".length))
  return own === undefined ? drawing(svg ?? placeholderPicture) : Responses.publicBytes(own.bytes, own.type)
})

/** The product at whose address a file stands. */
const productAt = (file: string) =>
  file.endsWith(".svg") ? ProductId.claimed.make(file.slice(0, -".svg".length)) : undefined

export const routes: ReadonlyArray<PageRoute> = [
  { method: "GET", path: "/", constant: developers },
  { method: "GET", path: "/developers", constant: developers },
  {
    method: "GET",
    path: "/problems",
    constant: Effect.zipWith(englishFrame, loadDeveloperPages, (frame, { problemIndexPage }) => problemIndexPage(frame))
  },
  {
    method: "GET",
    path: "/problems/:code",
    constant: Effect.gen(function*() {
      const { code = "" } = yield* HttpLayerRouter.params
      const { problemPage } = yield* loadDeveloperPages
      return yield* found(problemPage(yield* englishFrame, code))
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
    path: "/fonts/:file",
    source: () => unchanging,
    constant: Effect.gen(function*() {
      const { file = "" } = yield* HttpLayerRouter.params
      const bytes = (yield* Typefaces).get(file)
      return yield* found(bytes === undefined ? undefined : Responses.lastingBytes(bytes, "font/woff2"))
    })
  },
  {
    method: "GET",
    path: "/images/:file",
    // A file of the shop's own is there until the last product that has it has it no more.
    source: (catalogue, path) => {
      const name = path.slice("/images/".length)
      const productId = productAt(name)
      return productId !== undefined
        ? sourceOf(catalogue, productId)
        : ownFileOf(name) === undefined
        ? unchanging
        : additionsOf(catalogue)
    },
    constant: Effect.gen(function*() {
      const { file = "" } = yield* HttpLayerRouter.params
      if (file.endsWith(".svg")) return yield* pictureOf(file.slice(0, -".svg".length))
      const raster = (yield* ownBytes(file)) ?? (yield* (yield* RasterPictures).file(file))
      return yield* found(raster === undefined ? undefined : Responses.lastingBytes(raster.bytes, raster.type))
    })
  }
]
