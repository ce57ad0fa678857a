/**
 * The whole of the store's HTTP side on one router: the API, its documents, its pages. `app` is what a server serves,
 * or a simulation calls: an effect from a request to a response.
 *
 * Other packages put routes of their own on the same router (`HttpLayerRouter.HttpRouter`), as the simulated payment
 * provider does with its pages.
 */
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import type { ConsistencyAudit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { PurchaseDrafts } from "@beauty-store/commerce/checkout/PurchaseDrafts"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import type { Services } from "@beauty-store/commerce/Store"
import { labelPdf } from "@beauty-store/documents/LabelPdf"
import { Entropy, idsFrom } from "@beauty-store/kernel/Entropy"
import { Transactions } from "@beauty-store/kernel/Transactions"
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
import * as AcpRoutes from "./acp/AcpRoutes.ts"
import * as AcpErrors from "./acp/Errors.ts"
import { Api } from "./contract/Api.ts"
import * as Descriptors from "./discovery/Descriptors.ts"
import { document, documented } from "./discovery/OpenApiDocument.ts"
import * as AdminHandlers from "./handlers/AdminHandlers.ts"
import * as AuthHandlers from "./handlers/AuthHandlers.ts"
import * as CartHandlers from "./handlers/CartHandlers.ts"
import * as CatalogHandlers from "./handlers/CatalogHandlers.ts"
import * as CheckoutHandlers from "./handlers/CheckoutHandlers.ts"
import * as DelegationHandlers from "./handlers/DelegationHandlers.ts"
import * as HealthHandlers from "./handlers/HealthHandlers.ts"
import * as OrderHandlers from "./handlers/OrderHandlers.ts"
import * as PaymentHandlers from "./handlers/PaymentHandlers.ts"
import * as RefundHandlers from "./handlers/RefundHandlers.ts"
import * as ReturnHandlers from "./handlers/ReturnHandlers.ts"
import * as StockHandlers from "./handlers/StockHandlers.ts"
import * as SupportHandlers from "./handlers/SupportHandlers.ts"
import * as WebhookHandlers from "./handlers/WebhookHandlers.ts"
import { HttpPolicy } from "./HttpPolicy.ts"
import * as ContinuePurchasePage from "./pages/ContinuePurchasePage.tsx"
import { icon } from "./pages/Icon.tsx"
import * as NotFoundPage from "./pages/NotFoundPage.tsx"
import * as OrderLookupPage from "./pages/OrderLookupPage.tsx"
import * as OrderPageRoutes from "./pages/OrderPageRoutes.ts"
import { personal } from "./pages/PageFrame.tsx"
import * as Pages from "./pages/Pages.tsx"
import { policyPage } from "./pages/PolicyPages.tsx"
import { pathOf, type RequestServices } from "./pipeline/Operations.ts"
import { front, type MethodsOf } from "./pipeline/RequestPipeline.ts"
import * as Responses from "./pipeline/Responses.ts"

/** Draws a product's picture: SVG, or nothing where there is none. */
export class Pictures extends Context.Reference<Pictures>()("@beauty-store/http/Pictures", {
  defaultValue: (): (productId: string) => string | undefined => () => undefined
}) {}

/** What a path leads nowhere is answered with, by whoever stands in front. */
class RouteNotFound extends Data.TaggedError("RouteNotFound") {}

const api = Layer.mergeAll(
  CatalogHandlers.layer,
  CartHandlers.layer,
  CheckoutHandlers.layer,
  OrderHandlers.layer,
  DelegationHandlers.layer,
  ReturnHandlers.layer,
  RefundHandlers.layer,
  SupportHandlers.layer,
  StockHandlers.layer,
  WebhookHandlers.layer,
  AuthHandlers.layer,
  PaymentHandlers.layer,
  AdminHandlers.layer,
  HealthHandlers.layer
)

type PageServices = Checkout | PurchaseDrafts | OrderPages | Returns

type Page = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<HttpServerResponse.HttpServerResponse, Responses.Tagged, PageServices | HttpLayerRouter.Provided>

const found = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response === undefined ? new RouteNotFound() : Effect.succeed(response)

/** A public text that follows from what the shop is like. */
const told = (contentType: string, text: (circumstances: Descriptors.Circumstances) => string): Page =>
  Effect.fnUntraced(function*(request) {
    const body = text({ policy: yield* Policy, demo: (yield* HttpPolicy).demo })
    return Responses.sendPublic(
      { status: 200, headers: { "content-type": contentType, "x-content-type-options": "nosniff" }, body },
      request.headers["if-none-match"]
    )
  })

const printed = new WeakMap<StorePolicy, Responses.Encoded>()

/** The OpenAPI document of a shop, printed and encoded once. */
const openapiOf = (policy: StorePolicy): Responses.Encoded => {
  const known = printed.get(policy)
  if (known !== undefined) return known
  const fresh = Responses.encoded(JSON.stringify(document(policy.baseUrl, policy.storeName)))
  printed.set(policy, fresh)
  return fresh
}

const explained = new WeakMap<StorePolicy, HttpServerResponse.HttpServerResponse>()

/** The API's documentation as a page, of more than a megabyte: drawn up once for a shop, when it is first asked for. */
const docsOf = (policy: StorePolicy) => {
  const known = explained.get(policy)
  if (known !== undefined) return Effect.succeed(known)
  const api = documented(policy.storeName)
  return HttpLayerRouter.toHttpEffect(HttpApiSwagger.layerHttpLayerRouter({ api, path: "/docs" })).pipe(
    Effect.flatten,
    Effect.scoped,
    Effect.tap((page) => Effect.sync(() => explained.set(policy, page))),
    Effect.orDie
  )
}

/** What is served beside the API: documents and pages. All of them by GET. */
const pages: Readonly<Record<`/${string}`, Page>> = {
  "/": () => Effect.map(Policy, ({ storeName }) => Pages.front(storeName)),
  "/problems": () => Effect.map(Policy, ({ storeName }) => Pages.problemIndex(storeName)),
  "/problems/:code": () =>
    Effect.gen(function*() {
      const { code = "" } = yield* HttpLayerRouter.params
      return yield* found(Pages.problem((yield* Policy).storeName, code))
    }),
  "/policies/:name": () =>
    Effect.gen(function*() {
      const { name = "" } = yield* HttpLayerRouter.params
      return yield* found(policyPage(yield* Policy, (yield* HttpPolicy).demo, name))
    }),
  "/favicon.ico": told("image/svg+xml", () => icon),
  "/images/:file": Effect.fnUntraced(function*(request) {
    const { file = "" } = yield* HttpLayerRouter.params
    const svg = file.endsWith(".svg") ? (yield* Pictures)(file.slice(0, -".svg".length)) : undefined
    return yield* found(
      svg === undefined
        ? undefined
        : Responses.sendPublic(
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
  ...Object.fromEntries(
    Object.entries(Descriptors.descriptors).map(([path, descriptor]) => [
      path as `/${string}`,
      told("application/json", (circumstances) => JSON.stringify(descriptor(circumstances)))
    ])
  ),
  "/llms.txt": told("text/plain; charset=utf-8", Descriptors.guide),
  "/robots.txt": told("text/plain; charset=utf-8", () => Descriptors.robots),
  "/api/returns/:returnId/label": Effect.fnUntraced(function*(request) {
    const { returnId = "" } = yield* HttpLayerRouter.params
    const { key = "" } = Object.fromEntries(new URLSearchParams(request.url.split("?")[1]))
    const { seller } = yield* Policy
    const returns = yield* Returns
    const label = yield* returns.label(`${returnId}.${key}`)
    const pdf = yield* labelPdf({ ...label, to: seller })
    return HttpServerResponse.uint8Array(pdf, {
      contentType: "application/pdf",
      headers: { ...personal, "content-disposition": `inline; filename="${label.returnId}.pdf"` }
    })
  }),
  "/openapi.json": ({ headers }) => Effect.map(Policy, (policy) => Responses.sendEncoded(openapiOf(policy), headers)),
  "/docs": () => Effect.flatMap(Policy, docsOf),
  "/checkout/return/:capability": Effect.fnUntraced(function*(request) {
    const { capability = "" } = yield* HttpLayerRouter.params
    const checkout = yield* Checkout
    const { storeName } = yield* Policy
    const isBrowser = (request.headers["accept"] ?? "").includes("text/html")
    const back = yield* checkout.returned(capability).pipe(
      Effect.catchIf(
        ({ _tag }) => isBrowser && _tag === "SessionNotFound",
        () => Effect.succeed(undefined)
      )
    )
    if (back === undefined) return Pages.nowhere(storeName)
    const { returnUrl, session } = back
    if (returnUrl === undefined) {
      const token = yield* (yield* OrderPages).open(session.orderId)
      return token === undefined
        ? Pages.returned(storeName, session)
        : HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: personal })
    }
    const target = new URL(returnUrl)
    target.searchParams.set("session_id", session.sessionId)
    target.searchParams.set("order_id", session.orderId)
    target.searchParams.set("status", session.status)
    if (isBrowser) return Pages.onward(storeName, target)
    return HttpServerResponse.redirect(target, {
      status: 303,
      headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
    })
  })
}

/** What people do by forms. */
const personRoutes: ReadonlyArray<
  { readonly method: "GET" | "POST"; readonly path: `/${string}`; readonly serve: Page }
> = [...OrderPageRoutes.routes, ...OrderLookupPage.routes, ...ContinuePurchasePage.routes]

/** The methods of every path of the API and the pages. Paths that others serve answer for themselves. */
const methodsOf: MethodsOf = (() => {
  const routes: Array<{ readonly method: string; readonly pattern: RegExp }> = []
  const add = (method: string, path: string) =>
    routes.push({ method, pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:[a-zA-Z]+/g, "[^/]+")}$`) })
  HttpApi.reflect(Api as never, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => void add(endpoint.method, endpoint.path)
  })
  for (const path of [...Object.keys(pages), "/api"]) add("GET", path)
  for (const { method, path } of [...personRoutes, ...AcpRoutes.routes]) add(method, path)
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
  const context = Context.pick(Checkout, PurchaseDrafts, HttpPolicy, OrderPages, Pictures, Returns)(
    yield* Effect.context<PageServices | HttpPolicy | Pictures>()
  )
  for (const [path, serve] of Object.entries(pages)) {
    yield* router.add("GET", path as `/${string}`, (request) => Effect.provide(serve(request), context) as never)
  }
  for (const { method, path, serve } of personRoutes) {
    const served = (request: HttpServerRequest.HttpServerRequest) => Effect.provide(serve(request), context) as never
    yield* router.add(method, path, served, { uninterruptible: method === "POST" })
  }
}))

const routes = Layer.mergeAll(
  api,
  AcpRoutes.layer,
  rest
)

/** A path is what it is: no other case, no trailing or double slash stands for it. */
const routerConfig = Layer.succeed(HttpLayerRouter.RouterConfig, {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 300
})

/** What the application wants in the context of each request: as little as can be, since every step copies it. */
export const requestServices = Context.pick(Identity, Transactions, Entropy, Policy)

/** The store's HTTP side, with whatever `others` put on the same router, as one application. */
export const app = <E, R>(
  others: Layer.Layer<never, E, R>
): Effect.Effect<
  HttpApp.Default<never, Scope.Scope | RequestServices>,
  E,
  Services | ConsistencyAudit | PaymentProvider | PaymentVault | Scope.Scope | Exclude<R, HttpLayerRouter.HttpRouter>
> =>
  Effect.gen(function*() {
    const context = yield* Layer.build(
      Layer.mergeAll(routes, others).pipe(
        Layer.provideMerge(Layer.provide(HttpLayerRouter.layer, routerConfig))
      )
    )
    const router = Context.get(context, HttpLayerRouter.HttpRouter)
    const { baseUrl, storeName } = yield* Policy
    const { log } = yield* HttpPolicy
    const nextRequestId = idsFrom(yield* Entropy)("req")
    const routed = router.asHttpEffect() as HttpApp.Default<Responses.Tagged>
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
    return front(aliased, methodsOf, {
      baseUrl,
      log,
      nextRequestId,
      printerOf: (path, accept) =>
        AcpErrors.printerOf(path) ?? NotFoundPage.printerOf(path, accept, storeName) ?? Responses.problem
    })
  }) as never
