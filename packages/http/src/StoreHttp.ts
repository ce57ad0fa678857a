/**
 * The store's HTTP side on one router: its contract (`Api`), those of packages above it (`FurtherContracts`), documents
 * and pages. `app` is one effect from a request to a response. `layer` mounts the store beside a program's own routes,
 * at any path; `layerHttpApi` beside the groups of its own `HttpApi`. Follows docs/specification.md#embedding.
 *
 * @since 1.0.0
 */
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import { shareOf } from "@beauty-store/domain/RequestBudget"
import { Entropy, idAt } from "@beauty-store/sql/Entropy"
import { Instances } from "@beauty-store/sql/Instances"
import { Transactions } from "@beauty-store/sql/Transactions"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { ClosedToPages, Heavy, says, WithoutIdempotencyKey } from "./contract/Annotations.ts"
import { Api } from "./contract/Api.ts"
import { costOf, costOfMethod, type EndpointCost } from "./contract/Cost.ts"
import { type ListedEndpoint, listEndpoints } from "./contract/HttpApiLookup.ts"
import type { BearerAuth, Caller } from "./contract/Security.ts"
import { OpenApiPrinting } from "./discovery/OpenApiPrinting.ts"
import { pageRoutes } from "./discovery/PageRoutes.ts"
import * as StoreHandlers from "./handlers/StoreHandlers.ts"
import type { HostIdentity } from "./HostIdentity.ts"
import { HttpPolicy } from "./HttpPolicy.ts"
import * as ErrorPages from "./pages/ErrorPages.tsx"
import * as Authentication from "./pipeline/Authentication.ts"
import { basePathOf, withinPrefix } from "./pipeline/BasePath.ts"
import { printProblem, type TaggedError } from "./pipeline/ErrorDescription.ts"
import { type FurtherContract, FurtherContracts, protocolsOf, type StoreServices } from "./pipeline/FurtherContracts.ts"
import * as Mounting from "./pipeline/Mounting.ts"
import * as OperationRoutes from "./pipeline/OperationRoutes.ts"
import { type RequestServices, respond } from "./pipeline/Operations.ts"
import * as PageRoute from "./pipeline/PageRoute.ts"
import * as PreparedResponses from "./pipeline/PreparedResponses.ts"
import { type ErrorPrinter, storeProtocol } from "./pipeline/Protocol.ts"
import * as PublicReads from "./pipeline/PublicReads.ts"
import { RateLimiter } from "./pipeline/RateLimiter.ts"
import { pathOf, requestIdOf, setRequestId } from "./pipeline/RequestContext.ts"
import { type CostAt, type MethodsOf, normalized, requestPipeline, type Routed } from "./pipeline/RequestPipeline.ts"
import { StoreOverloaded } from "./pipeline/StoreOverloaded.ts"
import { classesOf, type ClassOf } from "./pipeline/WorkClass.ts"

export type { Prepared } from "./pipeline/PreparedResponses.ts"
export type { PublicReads } from "./pipeline/PublicReads.ts"
export type { ClassOf } from "./pipeline/WorkClass.ts"

export type { StoreServices } from "./pipeline/FurtherContracts.ts"
export { Pictures } from "./pipeline/PageRoute.ts"
export { RasterPictures } from "./pipeline/RasterPictures.ts"

interface OwnRoute {
  readonly method: string
  readonly pattern: RegExp
  /** None for a page. */
  readonly cost: EndpointCost | undefined
  readonly isForPages: boolean
}

/** The operations of the store, and of further contracts. */
const endpointsWith = (further: ReadonlyArray<FurtherContract>): ReadonlyArray<ListedEndpoint> => [
  ...listEndpoints(Api),
  ...further.flatMap(({ endpoints }) => endpoints)
]

/** The pages of the store, of its shop front and of further contracts. */
const pagesWith = (
  front: PageRoute.ShopFrontPages | undefined,
  further: ReadonlyArray<FurtherContract>
): ReadonlyArray<PageRoute.PageRoute> => [
  ...PageRoute.withShopFront(pageRoutes, front),
  ...further.flatMap(({ pages }) => pages)
]

/**
 * The store's own paths, and those of its shop front. Other packages' paths are not listed here and handle their
 * methods themselves.
 */
const routesWith = (
  front: PageRoute.ShopFrontPages | undefined,
  further: ReadonlyArray<FurtherContract>
): ReadonlyArray<OwnRoute> => {
  const endpoints = endpointsWith(further).map(({ endpoint }) => ({
    method: endpoint.method,
    path: endpoint.path,
    cost: costOf(endpoint),
    isForPages: !says(endpoint, ClosedToPages)
  }))
  const others = [...pagesWith(front, further), { method: "GET", path: "/api" }]
    .map(({ method, path }) => ({ method, path, cost: undefined, isForPages: true }))
  return [...endpoints, ...others].map(({ cost, isForPages, method, path }) => ({
    method,
    cost,
    isForPages,
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}$`)
  }))
}

const methodsIn = (ownRoutes: ReadonlyArray<OwnRoute>): MethodsOf => (path) => {
  const methods = new Set(ownRoutes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  return methods.has("GET") ? ["HEAD", ...methods] : [...methods]
}

const routeIn = (ownRoutes: ReadonlyArray<OwnRoute>, method: string, path: string): OwnRoute | undefined =>
  ownRoutes.find((route) => route.method === (method === "HEAD" ? "GET" : method) && route.pattern.test(path))

/** The cost of the endpoint that a request is for, as far as it is known before it is read. */
const costsIn = (ownRoutes: ReadonlyArray<OwnRoute>): CostAt => (method, path, isAnonymous) => {
  const cost = routeIn(ownRoutes, method, path)?.cost
  return cost === undefined ? costOfMethod(method) : isAnonymous ? cost.anonymous : cost.units
}

/** The paths of those operations of which something is true. */
const pathsOf = (
  endpoints: ReadonlyArray<ListedEndpoint>,
  isOne: (listed: ListedEndpoint) => boolean
): ReadonlySet<string> => new Set(endpoints.filter(isOne).map(({ endpoint }) => endpoint.path))

/** The paths for whoever watches the store's health, also in a flood. */
const health = pathsOf(listEndpoints(Api), ({ group }) => group === "health")
const isCounted = (path: string): boolean => !health.has(path)

/** The classes of requests, for an adapter that has queues. A path is of its class however it is encoded. */
const classOfWith = (further: ReadonlyArray<FurtherContract>): ClassOf => {
  const endpoints = endpointsWith(further)
  const classOfNormalized = classesOf({
    health,
    heavy: new Set([...pathsOf(endpoints, ({ endpoint }) => says(endpoint, Heavy)), "/api"]),
    messages: pathsOf(endpoints, ({ endpoint }) => says(endpoint, WithoutIdempotencyKey)),
    roots: ["/api", ...protocolsOf(further).map(({ root }) => root)]
  })
  return (method, url, headers) => classOfNormalized(method, normalized(url), headers)
}

/** When a request that was refused may be sent again: twice as long as it would have waited at most. */
const retryAfterSeconds = 4

export type PrinterOf = (
  path: string,
  headers: Readonly<Record<string, string | undefined>>
) => ErrorPrinter

/**
 * How errors are printed at a path: by the protocol of the path, as a page for a browser, or else as a problem
 * document.
 */
export const printerIn = (
  { baseUrl, ...policy }: Pick<StorePolicy, "baseUrl" | "languages" | "seller" | "storeName" | "timeZone">,
  further: ReadonlyArray<FurtherContract>,
  front?: PageRoute.ShopFrontPages
): PrinterOf =>
(path, headers) =>
  further.reduce<ErrorPrinter | undefined>((found, one) => found ?? one.printerOf?.(path), undefined)
    ?? ErrorPages.printerOf(path, headers, { ...policy, basePath: basePathOf(baseUrl), front })
    ?? printProblem

/** The layers of a program's routes need this besides what the store's routes need. */
export type RoutesNeed<R> = Exclude<
  HttpLayerRouter.Request.Without<R>,
  | HttpLayerRouter.HttpRouter
  | HttpLayerRouter.RouterConfig
  | Layer.CurrentMemoMap
  | OperationRoutes.OperationRoutes
  | PublicReads.PublicReads
  | Scope.Scope
>

/** The handlers of a program's routes need this with each request. */
export type RequestsNeed<R> = Exclude<
  HttpLayerRouter.Request.Only<"GlobalRequires", R> | HttpLayerRouter.Request.Only<"Requires", R>,
  HttpServerRequest.HttpServerRequest
>

/** The store's HTTP side, with routes that need `R`: an effect from a request to a response. */
export interface App<R> extends HttpApp.Default<never, Scope.Scope | RequestServices | RequestsNeed<R>> {}

/** Those groups of an `HttpApi` that are the store's. */
export type StoreGroups<Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any> = Mounting.ApiGroups<
  Id,
  Extract<keyof typeof StoreHandlers.byGroup, HttpApiGroup.HttpApiGroup.Name<Groups>>
>

/** The pages, pictures and documents on the router. */
export const layerPages = Layer.effectDiscard(
  Effect.flatMap(
    Effect.all([Policy, PageRoute.ShopFront, FurtherContracts, OpenApiPrinting]),
    ([policy, front, further, printing]) =>
      PageRoute.mount(
        pagesWith(front, further),
        printerIn(policy, further, front),
        Context.add(Context.make(FurtherContracts, further), OpenApiPrinting, printing)
      )
  )
)

/** The store's contract and all pages, the contract by the shortcut of the store's own server (`Mounting.direct`). */
export const layerDirect: Layer.Layer<
  never,
  never,
  StoreServices | HttpLayerRouter.HttpRouter | OperationRoutes.OperationRoutes
> = Layer.merge(StoreHandlers.layerDirect, layerPages)

/**
 * The groups of the store's contract that an `HttpApi` has, as the layers that
 * `HttpLayerRouter.addHttpApi` and `HttpApiBuilder.api` require. The `HttpApi` may be a program's own. Callers are
 * authenticated by the store's tokens.
 *
 * ```ts
 * class Mine extends HttpApi.make("mine").add(Greetings).addHttpApi(Api) {}
 * const routes = HttpLayerRouter.addHttpApi(Mine).pipe(Layer.provide([greetings, StoreHttp.layerHttpApi(Mine)]))
 * ```
 */
export const layerHttpApi = <const Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): Layer.Layer<StoreGroups<Id, Groups>, never, StoreServices | BearerAuth> =>
  Mounting.layerHttpApi(api, StoreHandlers.byGroup)

/** The middleware of the contracts, by the store's own tokens and cookies. */
export const layerBearerAuth = Authentication.layer

/**
 * The store's contract and all pages on the router, the contract as `@effect/platform` does it for a program that adds
 * it to its own `HttpApi`. It is pure to bundlers, which leave the library's builder out of programs that do without.
 */
export const layerByHttpApi: Layer.Layer<never, never, StoreServices | HttpLayerRouter.HttpRouter> =
  /* @__PURE__ */ Layer.suspend(() =>
    HttpLayerRouter.addHttpApi(Api).pipe(
      Layer.provide(layerHttpApi(Api)),
      Layer.provide([layerBearerAuth, HttpServer.layerContext]),
      Layer.merge(layerPages)
    )
  )

/** Paths are exact: no other case, no trailing or double slash. */
const routerConfig: Context.Tag.Service<HttpLayerRouter.RouterConfig> = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 300
}

/**
 * The services that the application needs in the context of each request. They are few, because every step copies the
 * context.
 */
export const requestServices = Context.pick(Identity, Transactions, Entropy, Policy)

/** The store's HTTP side, for an adapter that sends bytes itself. */
export interface Application<R> {
  /** Returns the responses to plain public reads. The adapter asks it first. */
  readonly prepared: PreparedResponses.Prepared
  /** Serves every other request, and those as well. */
  readonly ordinary: HttpApp.Default<never, R>
  /** The class of a request, which says what is refused first where there is too much to do. */
  readonly classOf: ClassOf
  /** Refuses a request that the adapter has no time for, in the form of its protocol. */
  readonly overloaded: HttpApp.Default<never, R>
  /** How errors are printed at a path, those included that the adapter finds itself. */
  readonly printerOf: PrinterOf
}

/** What is different about an application that is part of another program. */
export interface Situation {
  /** Routes that are not the store's are on the same host. */
  readonly isGuest: boolean
  /** The program's own sign-in. */
  readonly identity: HostIdentity | undefined
}

const alone: Situation = { isGuest: false, identity: undefined }

/** One application of the store's routes, as a layer adds them to the router, and of those that `others` add. */
export const applicationWith = <E, R, E2, R2>(
  routes: Layer.Layer<never, E2, R2>,
  others: Layer.Layer<never, E, R>,
  { identity, isGuest }: Situation = alone
) =>
  Effect.gen(function*() {
    const policy = yield* Policy
    const { baseUrl } = policy
    const front = yield* PageRoute.ShopFront
    const further = yield* FurtherContracts
    const ownRoutes = routesWith(front, further)
    const memoMap = yield* Layer.makeMemoMap
    const reads = PublicReads.make()
    const operations = OperationRoutes.make(routerConfig, identity)
    const onRouter = yield* HttpLayerRouter.toHttpEffect(Layer.mergeAll(routes, others)).pipe(
      // A router of its own for each application, independent of others in this process.
      Effect.provideService(Layer.CurrentMemoMap, memoMap),
      Effect.provideService(HttpLayerRouter.RouterConfig, routerConfig),
      Effect.provideService(OperationRoutes.OperationRoutes, operations),
      Effect.provideService(PublicReads.PublicReads, reads)
    )
    for (const { mount } of further) {
      yield* mount.pipe(
        Effect.provideService(OperationRoutes.OperationRoutes, operations),
        Effect.provideService(PublicReads.PublicReads, reads)
      )
    }
    const settings = yield* HttpPolicy
    const { log } = settings
    const instances = Option.getOrUndefined(yield* Effect.serviceOption(Instances))
    const limiter = new RateLimiter(settings, yield* Effect.clock, () => shareOf(instances?.count() ?? 1))
    const entropy = yield* Entropy
    const nextRequestId = (now: number): string => idAt(entropy, "req", now)
    const routed = (
      received: HttpServerRequest.HttpServerRequest
    ): Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      Effect.Effect.Error<typeof onRouter>,
      RequestServices | Exclude<Effect.Effect.Context<typeof onRouter>, HttpServerRequest.HttpServerRequest>
    > => {
      // The catalogue's address, as people type it.
      const request = pathOf(received) === "/api"
        ? received.modify({ url: `/api/${received.url.slice("/api".length)}` })
        : received
      return operations.serve(request)
        ?? Effect.provideService(onRouter, HttpServerRequest.HttpServerRequest, request)
    }
    const printerOf = printerIn(policy, further, front)
    const inPipeline = <E, R>(app: Routed<E, R>) =>
      requestPipeline(app, methodsIn(ownRoutes), {
        limiter,
        baseUrl,
        costAt: costsIn(ownRoutes),
        isCounted,
        isForPages: (method, path) => routeIn(ownRoutes, method, path)?.isForPages ?? true,
        isGuest,
        log,
        nextRequestId,
        printerOf
      })
    return {
      classOf: classOfWith(further),
      printerOf,
      prepared: PreparedResponses.make(reads, { limiter, baseUrl, isGuest, log, nextRequestId }),
      ordinary: inPipeline(routed),
      overloaded: inPipeline(() => new StoreOverloaded({ retryAfterSeconds }))
    }
  })

/** The same as one effect, which looks for a prepared response first. */
export const appWith = <E, R, E2, R2>(
  routes: Layer.Layer<never, E2, R2>,
  others: Layer.Layer<never, E, R>,
  situation?: Situation
) =>
  Effect.map(
    applicationWith(routes, others, situation),
    ({ ordinary, prepared }) =>
      Effect.flatMap(
        HttpServerRequest.HttpServerRequest,
        ({ headers, method, remoteAddress, url }) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const found = prepared(method, url, headers, Option.getOrUndefined(remoteAddress), now)
            return found === undefined ? ordinary : Effect.succeed(PreparedResponses.toResponse(found))
          })
      )
  )

/** The store's HTTP side as its own server has it, with the routes that `others` add to the same router. */
export const app = <E, R>(
  others: Layer.Layer<never, E, R>
): Effect.Effect<App<R>, HttpLayerRouter.Request.Without<E>, StoreServices | Scope.Scope | RoutesNeed<R>> =>
  // The compiler does not see that an `Exclude` of several is several of one.
  appWith(layerDirect, others) as Effect.Effect<
    App<R>,
    HttpLayerRouter.Request.Without<E>,
    StoreServices | Scope.Scope | RoutesNeed<R>
  >

/** The same for an adapter that sends bytes itself. */
export const application = <E, R>(others: Layer.Layer<never, E, R>) => applicationWith(layerDirect, others)

/**
 * A route of a program's own, for callers with a scope, whom it knows as the store does. Who has no valid token gets
 * the store's 401, who lacks the scope its 403, and errors of the store's use cases are printed as the store prints
 * them.
 *
 * ```ts
 * const gifts = StoreHttp.route("GET", "/gifts", "shop", ({ owner }) => giftsOf(owner.principal))
 * const routes = Layer.merge(gifts, StoreHttp.layer({ prefix: "/shop" }))
 * ```
 */
export const route = <E extends TaggedError, R>(
  method: Exclude<HttpMethod, "HEAD">,
  path: HttpLayerRouter.PathInput,
  scope: string,
  serve: (
    caller: Caller,
    request: HttpServerRequest.HttpServerRequest
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Layer.Layer<never, never, HttpLayerRouter.HttpRouter | Identity | Policy | Entropy | R> =>
  // Nothing is asked of a request: the handler has its services.
  Layer.effectDiscard(Effect.gen(function*() {
    const router = yield* HttpLayerRouter.HttpRouter
    const services = yield* Effect.context<Identity | Policy | R>()
    const entropy = yield* Entropy
    const mayServe = Authentication.holder(scope)
    yield* router.add(method, path, (request) => {
      const served = Authentication.identify(request).pipe(
        Effect.flatMap(mayServe),
        Effect.flatMap((caller) => serve(caller, request))
      )
      if (requestIdOf(request) !== "") return Effect.provide(respond(storeProtocol, request, served), services)
      // Beside the store nobody has named the request, and its path is the whole one.
      const printError: ErrorPrinter = (error, context) =>
        printProblem(error, { ...context, instance: pathOf(request) })
      return Effect.flatMap(Clock.currentTimeMillis, (now) => {
        setRequestId(request, idAt(entropy, "req", now))
        return Effect.provide(respond({ ...storeProtocol, printError }, request, served), services)
      })
    })
  })) as Layer.Layer<never, never, HttpLayerRouter.HttpRouter | Identity | Policy | Entropy | R>

/** How the store is mounted beside the routes of another program. */
export interface Guest<E = never, R = never> {
  /**
   * The path below which requests for the store arrive, `/shop`; `/` for every path that is no route of the host.
   * Default: the path of the store's public address (`Policy.baseUrl`). A proxy may take the beginning of that address
   * away, so this may be its end only.
   */
  readonly prefix?: `/${string}` | undefined
  /** The host's own sign-in. Default: the store's tokens and cookies alone. */
  readonly identity?: HostIdentity | undefined
  /** Other routes below the prefix, such as the pages of the simulated provider. */
  readonly others?: Layer.Layer<never, E, R> | undefined
}

/** A path that means the same to a router, to browsers and in links: nothing in it is encoded or stands for more. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** The path at which a store is mounted, without a slash at its end. */
const prefixOf = (prefix: string | undefined, baseUrl: string): string => {
  const basePath = basePathOf(baseUrl)
  const at = prefix?.replace(/\/+$/, "") ?? basePath
  if (!plainPath.test(at)) {
    throw new Error(
      `the store cannot be mounted at ${at}: between its slashes a prefix has letters, digits, "-", "_", "~" and dots`
    )
  }
  if (basePath.endsWith(at)) return at
  throw new Error(
    `the store is mounted at ${at}, but its public address, Policy.baseUrl, is ${baseUrl}: its links would lead elsewhere`
  )
}

/**
 * The store below a path of a program that has routes of its own, on the program's router. Everything that the store
 * does to a request or a response it does to its own only: the program's routes get no header, limit or error of it.
 * Public addresses are made of `Policy.baseUrl`, whose path ends with the prefix.
 *
 * ```ts
 * const routes = Layer.merge(greetings, StoreHttp.layer({ prefix: "/shop" }))
 * const http = NodeHttpServer.layer(createServer, { port })
 * const server = HttpLayerRouter.serve(routes).pipe(Layer.provide([store, http]))
 * ```
 */
export const layer = <E = never, R = never>(
  { identity, others, prefix }: Guest<E, R> = {}
): Layer.Layer<
  never,
  HttpLayerRouter.Request.Without<E>,
  StoreServices | HttpLayerRouter.HttpRouter | RoutesNeed<R>
> =>
  // As above.
  Layer.scopedDiscard(Effect.gen(function*() {
    const { baseUrl } = yield* Policy
    const at = yield* Effect.sync(() => prefixOf(prefix, baseUrl))
    const router = yield* HttpLayerRouter.HttpRouter
    const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof applicationOf<E, R>>>>()
    const app = yield* applicationOf(others ?? Layer.empty, identity)
    const services = requestServices(context)
    const served = Effect.flatMap(HttpServerRequest.HttpServerRequest, (received) => {
      const url = withinPrefix(at, normalized(received.url))
      const request = url === undefined ? received : received.modify({ url })
      return Effect.provide(app, Context.add(services, HttpServerRequest.HttpServerRequest, request))
    })
    // The application decides itself what may be interrupted.
    const options = { uninterruptible: true }
    yield* router.add("*", `${at}/*` as HttpLayerRouter.PathInput, served, options)
    if (at !== "") yield* router.add("*", at as HttpLayerRouter.PathInput, served, options)
  })) as Layer.Layer<
    never,
    HttpLayerRouter.Request.Without<E>,
    StoreServices | HttpLayerRouter.HttpRouter | RoutesNeed<R>
  >

const applicationOf = <E, R>(others: Layer.Layer<never, E, R>, identity: HostIdentity | undefined) =>
  appWith(layerDirect, others, { isGuest: true, identity })
