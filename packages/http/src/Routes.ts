/**
 * The whole of the store's HTTP side on one router: the API, its documents, its pages. `app` is what a server serves,
 * or a simulation calls: an effect from a request to a response.
 *
 * Other packages put routes of their own on the same router (`HttpLayerRouter.HttpRouter`), as the simulated payment
 * provider does with its pages.
 */
import { Checkout } from "@beauty-store/commerce/Checkout"
import { Entropy, idsFrom } from "@beauty-store/commerce/Entropy"
import { Identity } from "@beauty-store/commerce/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import type { Services } from "@beauty-store/commerce/Store"
import { Transactions } from "@beauty-store/commerce/Transactions"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiSwagger from "@effect/platform/HttpApiSwagger"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Answers from "./Answers.ts"
import { Api } from "./Api.ts"
import * as AuthRoutes from "./AuthRoutes.ts"
import * as CartRoutes from "./CartRoutes.ts"
import * as CatalogRoutes from "./CatalogRoutes.ts"
import * as CheckoutRoutes from "./CheckoutRoutes.ts"
import { front, type MethodsOf } from "./Front.ts"
import * as HealthRoutes from "./HealthRoutes.ts"
import { HttpPolicy } from "./HttpPolicy.ts"
import { document, documented } from "./OpenApiDocument.ts"
import { pathOf, type Surroundings } from "./Operations.ts"
import * as OrderRoutes from "./OrderRoutes.ts"
import * as Pages from "./Pages.ts"
import * as PaymentRoutes from "./PaymentRoutes.ts"

/** Draws a product's picture: SVG, or nothing where there is none. */
export class Pictures extends Context.Reference<Pictures>()("@beauty-store/http/Pictures", {
  defaultValue: (): (productId: string) => string | undefined => () => undefined
}) {}

/** What a path leads nowhere is answered with, by whoever stands in front. */
class RouteNotFound extends Data.TaggedError("RouteNotFound") {}

const api = Layer.mergeAll(
  CatalogRoutes.layer,
  CartRoutes.layer,
  CheckoutRoutes.layer,
  OrderRoutes.layer,
  AuthRoutes.layer,
  PaymentRoutes.layer,
  HealthRoutes.layer
)

type Page = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<HttpServerResponse.HttpServerResponse, Answers.Tagged, Checkout | HttpLayerRouter.Provided>

const found = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response === undefined ? new RouteNotFound() : Effect.succeed(response)

/** What is served beside the API: documents and pages. All of them by GET. */
const pages: Readonly<Record<`/${string}`, Page>> = {
  "/": () => Effect.map(Policy, ({ storeName }) => Pages.front(storeName)),
  "/problems": () => Effect.map(Policy, ({ storeName }) => Pages.problemIndex(storeName)),
  "/problems/:code": () =>
    Effect.gen(function*() {
      const { code = "" } = yield* HttpLayerRouter.params
      return yield* found(Pages.problem((yield* Policy).storeName, code))
    }),
  "/images/:file": (request) =>
    Effect.gen(function*() {
      const { file = "" } = yield* HttpLayerRouter.params
      const svg = file.endsWith(".svg") ? (yield* Pictures)(file.slice(0, -".svg".length)) : undefined
      return yield* found(
        svg === undefined
          ? undefined
          : Answers.sendPublic(
            {
              status: 200,
              headers: {
                "content-type": "image/svg+xml",
                "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
                "x-content-type-options": "nosniff"
              },
              body: svg
            },
            request.headers["if-none-match"]
          )
      )
    }),
  "/openapi.json": (request) =>
    Effect.map(Policy, ({ baseUrl, storeName }) =>
      Answers.sendPublic(
        {
          status: 200,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(document(baseUrl, storeName))
        },
        request.headers["if-none-match"]
      )),
  "/checkout/return/:capability": (request) =>
    Effect.gen(function*() {
      const { capability = "" } = yield* HttpLayerRouter.params
      const checkout = yield* Checkout
      const { returnUrl, session } = yield* checkout.returned(capability)
      const { storeName } = yield* Policy
      if (returnUrl === undefined) return Pages.returned(storeName, session)
      const target = new URL(returnUrl)
      target.searchParams.set("session_id", session.sessionId)
      target.searchParams.set("order_id", session.orderId)
      target.searchParams.set("status", session.status)
      if ((request.headers["accept"] ?? "").includes("text/html")) return Pages.onward(storeName, target)
      return HttpServerResponse.redirect(target, {
        status: 303,
        headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
      })
    })
}

/** The methods of every path of the API and the pages. Paths that others serve answer for themselves. */
const methodsOf: MethodsOf = (() => {
  const routes: Array<{ readonly method: string; readonly pattern: RegExp }> = []
  const add = (method: string, path: string) =>
    routes.push({ method, pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:[a-zA-Z]+/g, "[^/]+")}$`) })
  HttpApi.reflect(Api as never, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => void add(endpoint.method, endpoint.path)
  })
  for (const path of [...Object.keys(pages), "/api", "/docs"]) add("GET", path)
  return (path: string) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    return methods.includes("GET") ? ["HEAD", ...methods] : methods
  }
})()

/** The one page that brings no policy of its own, `/docs`, runs its inlined scripts and nothing from outside. */
const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
  + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const rest = Layer.scopedDiscard(Effect.gen(function*() {
  const router = yield* HttpLayerRouter.HttpRouter
  const context = Context.pick(Checkout, Pictures)(yield* Effect.context<Checkout | Pictures>())
  for (const [path, serve] of Object.entries(pages)) {
    yield* router.add("GET", path as `/${string}`, (request) => Effect.provide(serve(request), context) as never)
  }
}))

const routes = Layer.mergeAll(
  api,
  rest,
  Layer.unwrapEffect(
    Effect.map(
      Policy,
      ({ storeName }) => HttpApiSwagger.layerHttpLayerRouter({ api: documented(storeName), path: "/docs" })
    )
  )
)

/** A path is what it is: no other case, no trailing or double slash stands for it. */
const routerConfig = Layer.succeed(HttpLayerRouter.RouterConfig, {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 300
})

/** What the application wants in the context of each request: as little as can be, since every step copies it. */
export const surroundings = Context.pick(Identity, Transactions, Entropy, Policy)

/** The store's HTTP side, with whatever `others` put on the same router, as one application. */
export const app = <E, R>(
  others: Layer.Layer<never, E, R>
): Effect.Effect<
  HttpApp.Default<never, Scope.Scope | Surroundings>,
  E,
  Services | Scope.Scope | Exclude<R, HttpLayerRouter.HttpRouter>
> =>
  Effect.gen(function*() {
    const context = yield* Layer.build(
      Layer.mergeAll(routes, others).pipe(
        Layer.provideMerge(Layer.provide(HttpLayerRouter.layer, routerConfig))
      )
    )
    const router = Context.get(context, HttpLayerRouter.HttpRouter)
    const { baseUrl } = yield* Policy
    const { log } = yield* HttpPolicy
    const nextRequestId = idsFrom(yield* Entropy)("req")
    const routed = router.asHttpEffect() as HttpApp.Default<Answers.Tagged>
    const aliased = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      // The catalogue's address, as people type it.
      const served = pathOf(request) === "/api"
        ? Effect.provideService(
          routed,
          HttpServerRequest.HttpServerRequest,
          request.modify({ url: `/api/${request.url.slice("/api".length)}` })
        )
        : routed
      return Effect.map(served, (response) =>
        response.body.contentType?.startsWith("text/html") === true
          && response.headers["content-security-policy"] === undefined
          ? HttpServerResponse.setHeader(response, "content-security-policy", docsPolicy)
          : response)
    })
    return front(aliased, methodsOf, { baseUrl, log, nextRequestId })
  }) as never
