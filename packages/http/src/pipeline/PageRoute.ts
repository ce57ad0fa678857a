/**
 * Routes beside the contracts: pages for people, documents for programs, pictures, in one table, each with the same
 * access to services. The program that mounts them decides how their errors are printed: in the store's protocol, or as
 * a page for people. Follows docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import { ShopAttributes } from "@beauty-store/commerce/Attributes"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { PurchaseDrafts } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import { Delegations } from "@beauty-store/commerce/spending/Delegations"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { Support } from "@beauty-store/commerce/support/Support"
import type { Language } from "@beauty-store/domain/Language"
import { Entropy } from "@beauty-store/sql/Entropy"
import { Transactions } from "@beauty-store/sql/Transactions"
import type { Site } from "@beauty-store/ui/Site"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpPolicy } from "../HttpPolicy.ts"
import { basePathOf, moved } from "./BasePath.ts"
import type { Level } from "./Encoding.ts"
import type { TaggedError } from "./ErrorDescription.ts"
import * as FormRedirect from "./FormRedirect.ts"
import { respond } from "./Operations.ts"
import { PdfDrawing } from "./PdfDrawing.ts"
import { type ErrorPrinter, storeProtocol } from "./Protocol.ts"
import * as PublicReads from "./PublicReads.ts"
import { RasterPictures } from "./RasterPictures.ts"
import { Representation, responseTo } from "./Representation.ts"
import { pathOf } from "./RequestContext.ts"
import { RouteNotFound } from "./RequestPipeline.ts"
import * as Responses from "./Responses.ts"
import { Typefaces } from "./Typefaces.ts"

/**
 * Draws a product's picture as SVG, or returns undefined where there is none. A picture is the same as long as the
 * program runs.
 */
export class Pictures extends Context.Reference<Pictures>()("@beauty-store/http/Pictures", {
  defaultValue: (): (productId: string) => string | undefined => () => undefined
}) {}

/** The use cases that pages need, and what the answer to a form is kept by. */
export type PageServices =
  | Catalog
  | Checkout
  | Delegations
  | Entropy
  | Identity
  | OrderPages
  | Policy
  | ProductPictures
  | PurchaseDrafts
  | Returns
  | Support
  | Transactions

/** A page that depends on the request or on data. */
interface ServedRoute {
  readonly method: "GET" | "POST"
  /** With `:name` for its parameters. */
  readonly path: `/${string}`
  readonly serve: (
    request: HttpServerRequest.HttpServerRequest
  ) => Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    TaggedError,
    PageServices | HttpLayerRouter.Provided
  >
}

/** A page that is the same for everybody, and changes with its source. */
interface ConstantRoute {
  readonly method: "GET"
  readonly path: `/${string}`
  /** Default: `fast`. */
  readonly level?: Level
  /** What the response at a path is made from. Default: what does not change while the program runs. */
  readonly source?: (catalogue: typeof Catalog.Service, path: string) => PublicReads.CacheDependency
  /** Makes the full response, in no coding. It depends on the parameters of the path only. */
  readonly constant: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    TaggedError,
    PageServices | HttpLayerRouter.Provided
  >
}

/**
 * A page that is the same for everybody whom the store does not know, until its source changes. `cached` says so of a
 * request, from its headers and address only; every other request is served as a page that depends on the request.
 */
interface CachedRoute extends Omit<ServedRoute, "method"> {
  readonly method: "GET"
  /** The response in no coding, with the path under which it is kept; undefined for a request of its own. */
  readonly cached: (
    request: HttpServerRequest.HttpServerRequest
  ) => PublicReads.CachedRead<TaggedError, PageServices | HttpLayerRouter.Provided> | undefined
}

export type PageRoute = ServedRoute | ConstantRoute | CachedRoute

/** The pages of a shop front that stands above this package. */
export interface ShopFrontPages {
  /** Each in place of the store's own page at the same method and path, if there is one. */
  readonly routes: ReadonlyArray<PageRoute>
  /** The address of one of its pages in a language, by its path below the shop front. */
  readonly addressOf: (language: Language, path: string) => string
  /** The language of the page at a path, where the path says it. */
  readonly languageOf: (path: string) => Language | undefined
  /** The path of a product's page, without the path of the store. */
  readonly productPath: (productId: string) => string
  /** The header and footer of every page in a language. */
  readonly siteIn: (language: Language) => Site
  /** Where the products stand in the form of Google Merchant Center, without the path of the store. */
  readonly feeds: ReadonlyArray<{ readonly path: string; readonly language: Language }>
}

/** The pages of a shop front, which it provides. Default: there is none, and the store has its own few pages. */
export class ShopFront extends Context.Reference<ShopFront>()("@beauty-store/http/ShopFront", {
  defaultValue: (): ShopFrontPages | undefined => undefined
}) {}

/** A table of pages with those of a shop front, if there is one. */
export const withShopFront = (
  routes: ReadonlyArray<PageRoute>,
  front: ShopFrontPages | undefined
): ReadonlyArray<PageRoute> => {
  if (front === undefined) return routes
  const taken = new Set(front.routes.map(({ method, path }) => `${method} ${path}`))
  return [...routes.filter(({ method, path }) => !taken.has(`${method} ${path}`)), ...front.routes]
}

/** The response, or an error where a path of the table leads nowhere after all: there is no such page or picture. */
export const found = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response === undefined ? new RouteNotFound() : Effect.succeed(response)

/** The response of a page that depends on its path alone. */
const constantResponse = (
  reads: typeof PublicReads.PublicReads.Service,
  catalogue: typeof Catalog.Service,
  basePath: string,
  { constant, level = "fast", path, source }: ConstantRoute,
  request: HttpServerRequest.HttpServerRequest
) =>
  Effect.map(
    reads.get({
      ...(path.includes(":") ? { path: pathOf(request), kind: "parametric" } : { path, kind: "single" }),
      level,
      source: source === undefined ? PublicReads.unchanging : source(catalogue, pathOf(request)),
      response: Effect.map(constant, (response) => Responses.asPublic(moved(basePath, response)))
    }),
    (page) => responseTo(page, request.headers)
  )

/** The kept response, where a route keeps any for such a request. */
const cachedResponse = (
  reads: typeof PublicReads.PublicReads.Service,
  basePath: string,
  route: ServedRoute | CachedRoute,
  request: HttpServerRequest.HttpServerRequest
) => {
  const cached = "cached" in route ? route.cached(request) : undefined
  return cached === undefined ? undefined : Effect.map(
    reads.get({ ...cached, response: Effect.map(cached.response, (response) => moved(basePath, response)) }),
    (page) => responseTo(page, request.headers)
  )
}

/**
 * The response of a page that depends on the request. A page with a form is also the address of the form's answers. One
 * that everybody may keep gets its validators here, and 304 for who has it.
 */
const servedResponse = (
  baseUrl: string,
  { method, serve }: ServedRoute | CachedRoute,
  hasForm: boolean,
  request: HttpServerRequest.HttpServerRequest
) => {
  const page = serve(request)
  const answered = method === "GET" && hasForm ? FormRedirect.answered(request, baseUrl) : undefined
  const response = method === "POST"
    ? Effect.flatMap(page, (response) => FormRedirect.answer(request, baseUrl, response))
    : answered === undefined
    ? page
    : Effect.flatMap(answered, (kept) => kept === undefined ? page : Effect.succeed(kept))
  return Effect.map(response, (response) => {
    const sent = moved(basePathOf(baseUrl), response)
    return Responses.isPublic(sent)
      ? responseTo(new Representation(Responses.asPublic(sent), "fast"), request.headers)
      : sent
  })
}

/** The router takes nothing, between two slashes or after the last one, for a parameter. No page is there. */
const unlessEmpty = <E, R>(response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(
    HttpLayerRouter.params,
    (params): Effect.Effect<HttpServerResponse.HttpServerResponse, E | RouteNotFound, R> =>
      Object.values(params).includes("") ? new RouteNotFound() : response
  )

/** Adds a table of routes to the router. Forms are not interrupted. `settings`: more references that routes read. */
export const mount = (
  routes: ReadonlyArray<PageRoute>,
  printerOf: (path: string, headers: HttpServerRequest.HttpServerRequest["headers"]) => ErrorPrinter,
  settings: Context.Context<never> = Context.empty()
): Effect.Effect<void, never, PageServices | HttpLayerRouter.HttpRouter> =>
  Effect.gen(function*() {
    const router = yield* HttpLayerRouter.HttpRouter
    const own = yield* Effect.context<PageServices>()
    const services = Context.pick(
      Catalog,
      Checkout,
      Delegations,
      Entropy,
      Identity,
      OrderPages,
      Policy,
      ProductPictures,
      PurchaseDrafts,
      Returns,
      Support,
      Transactions
    )(own)
      .pipe(
        Context.add(HttpPolicy, yield* HttpPolicy),
        Context.add(PdfDrawing, yield* PdfDrawing),
        Context.add(Pictures, yield* Pictures),
        Context.add(RasterPictures, yield* RasterPictures),
        Context.add(ShopFront, yield* ShopFront),
        Context.add(Typefaces, yield* Typefaces),
        Context.add(Strategies.Returns, yield* Strategies.Returns),
        Context.add(Strategies.Shipping, yield* Strategies.Shipping),
        Context.add(ShopAttributes, yield* ShopAttributes),
        Context.merge(settings)
      )
    const reads = yield* PublicReads.forHandlers
    const catalogue = yield* Catalog
    const { baseUrl } = yield* Policy
    const basePath = basePathOf(baseUrl)
    const withForms = new Set(routes.filter(({ method }) => method === "POST").map(({ path }) => path))
    for (const route of routes) {
      const hasParameters = route.path.includes(":")
      yield* router.add(
        route.method,
        route.path,
        (request) => {
          const printError = printerOf(pathOf(request), request.headers)
          const response = "constant" in route
            ? constantResponse(reads, catalogue, basePath, route, request)
            : cachedResponse(reads, basePath, route, request)
              ?? servedResponse(baseUrl, route, withForms.has(route.path), request)
          const page = hasParameters ? unlessEmpty(response) : response
          return Effect.provide(respond({ ...storeProtocol, printError }, request, page), services)
        },
        { uninterruptible: route.method === "POST" }
      )
    }
  })
