/**
 * Routes beside the contracts: pages for people, documents for programs, pictures. One table has all of them, each with
 * the same access to services. The program that mounts them decides how their errors are printed: in the store's
 * protocol, or as a page for people.
 *
 * Left out on purpose: the operations of the contracts, which are handlers (`Operations`). Follows
 * docs/specification.md#pages.
 */
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { PurchaseDrafts } from "@beauty-store/commerce/checkout/PurchaseDrafts"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpPolicy } from "../HttpPolicy.ts"
import { basePathOf, moved } from "./BasePath.ts"
import type { Level } from "./Encoding.ts"
import type { TaggedError } from "./ErrorDescription.ts"
import { respond } from "./Operations.ts"
import { PdfDrawing } from "./PdfDrawing.ts"
import { type ErrorPrinter, storeProtocol } from "./Protocol.ts"
import * as PublicReads from "./PublicReads.ts"
import { responseTo } from "./Representation.ts"
import { pathOf } from "./RequestContext.ts"
import { RouteNotFound } from "./RequestPipeline.ts"

/**
 * Draws a product's picture as SVG, or returns undefined where there is none. A picture is the same as long as the
 * program runs.
 */
export class Pictures extends Context.Reference<Pictures>()("@beauty-store/http/Pictures", {
  defaultValue: (): (productId: string) => string | undefined => () => undefined
}) {}

/** The use cases that pages need. */
export type PageServices = Checkout | OrderPages | PurchaseDrafts | Returns

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

/** A page that is the same for everybody and does not change while the program runs. */
interface LastingRoute {
  readonly method: "GET"
  readonly path: `/${string}`
  /** Default: `fast`. */
  readonly level?: Level
  /** Makes the full response, in no coding. It depends on the parameters of the path only. */
  readonly lasting: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    TaggedError,
    PageServices | HttpLayerRouter.Provided
  >
}

export type PageRoute = ServedRoute | LastingRoute

/** The response, or an error where a path of the table leads nowhere after all: there is no such page or picture. */
export const found = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response === undefined ? new RouteNotFound() : Effect.succeed(response)

/** The response of a page that does not change. */
const lastingResponse = (
  reads: typeof PublicReads.PublicReads.Service,
  basePath: string,
  { lasting, level = "fast", path }: LastingRoute,
  request: HttpServerRequest.HttpServerRequest
) =>
  Effect.map(
    reads.get({
      ...(path.includes(":") ? { path: pathOf(request), kind: "parametric" } : { path, kind: "single" }),
      level,
      source: PublicReads.lasting,
      response: Effect.map(lasting, (response) => moved(basePath, response))
    }),
    (page) => responseTo(page, request.headers)
  )

/** Adds a table of routes to the router. Forms are not interrupted. */
export const mount = (
  routes: ReadonlyArray<PageRoute>,
  printerOf: (path: string, accept: string | undefined) => ErrorPrinter
): Effect.Effect<void, never, PageServices | HttpLayerRouter.HttpRouter> =>
  Effect.gen(function*() {
    const router = yield* HttpLayerRouter.HttpRouter
    const services = Context.pick(Checkout, OrderPages, PurchaseDrafts, Returns)(yield* Effect.context<PageServices>())
      .pipe(
        Context.add(HttpPolicy, yield* HttpPolicy),
        Context.add(PdfDrawing, yield* PdfDrawing),
        Context.add(Pictures, yield* Pictures),
        Context.add(Strategies.Returns, yield* Strategies.Returns),
        Context.add(Strategies.Shipping, yield* Strategies.Shipping)
      )
    const reads = yield* PublicReads.forHandlers
    const basePath = basePathOf((yield* Policy).baseUrl)
    for (const route of routes) {
      yield* router.add(
        route.method,
        route.path,
        (request) => {
          const printError = printerOf(pathOf(request), request.headers["accept"])
          const response = "lasting" in route
            ? lastingResponse(reads, basePath, route, request)
            : Effect.map(route.serve(request), (response) => moved(basePath, response))
          return respond({ ...storeProtocol, printError }, request, Effect.provide(response, services))
        },
        { uninterruptible: route.method === "POST" }
      )
    }
  })
