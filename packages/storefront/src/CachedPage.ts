/**
 * How pages of the shop front are served: from memory for everybody whom the store does not know, until what they
 * depend on changes, and made anew for everybody else.
 *
 * The rule: a page that is shared depends on its address only. One for somebody whom the store knows has the units of
 * their cart and a key for its forms, and no cache keeps it. Follows docs/storefront.md#visitors.
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import * as Days from "@beauty-store/domain/Days"
import type { ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import { sourceOf } from "@beauty-store/http/handlers/CatalogDocuments"
import type { RequestHeaders } from "@beauty-store/http/internal/pipeline/ClientAddress"
import type { CacheDependency, Kind } from "@beauty-store/http/internal/pipeline/PublicReads"
import type { TaggedError } from "@beauty-store/http/pipeline/ErrorDescription"
import { found, type PageRoute } from "@beauty-store/http/pipeline/PageRoute"
import { pathOf } from "@beauty-store/http/pipeline/RequestContext"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { pathIn } from "./Language.ts"
import { type MountedShop, type PageContext, readContext, type Services, type Shop } from "./PageContext.ts"
import { pageHeaders, personalHeaders } from "./ShopFrame.tsx"
import { callerOf, cartOf, mayBeKnown, newKey, unitsIn } from "./Visitor.ts"

type Request = HttpServerRequest.HttpServerRequest

type Served<A> = Effect.Effect<A, TaggedError, Services | HttpLayerRouter.Provided>

/** A page of the catalogue: how its data are read and shown, and what it changes with. */
export interface CatalogPage<Data> {
  /** Of a `query` page each query is another page. */
  readonly kind: Kind
  readonly read: (context: PageContext, request: Request) => Served<Data>
  readonly show: (context: PageContext, data: Data) => string
  /** The products that the page changes with; undefined: all of them. */
  readonly dependsOn: (data: Data) => ReadonlyArray<ProductId> | undefined
  /** Default: 200. */
  readonly status?: (data: Data) => number
  /** Who gets the page at its English address, if not everybody. */
  readonly isFor?: (headers: RequestHeaders) => boolean
}

/**
 * Makes sources daily, because pages name the day of delivery: they are outdated when the day ends where the shop is, too. The
 * first request of a new day learns of it.
 */
const makeDaily = (now: () => number, timeZone: Days.TimeZone) => {
  let endsAt = -Infinity
  let days = 0
  const isOver = (at: number): boolean => at > endsAt
  const renew = (at: number): void => {
    if (!isOver(at)) return
    endsAt = Days.endOfDay(Days.dayOf(at, timeZone), timeZone)
    days++
  }
  return (catalogue: CacheDependency): CacheDependency => {
    renew(now())
    const begun = days
    return {
      count: catalogue.count,
      isChanged: (since) => begun !== days || catalogue.isChanged(since),
      isConfirmed: (at) => !isOver(at) && catalogue.isConfirmed(at),
      confirm: catalogue.confirm
    }
  }
}

/** The changes that outdate a page: any, and once it is known which products it depends on, theirs. */
const trackPage = (catalogue: typeof Catalog.Service) => {
  const { changes } = catalogue
  const everything = sourceOf(catalogue)
  let products: ReadonlyArray<ProductId> | undefined
  // Until there is another change, the next readers need not look at each product again.
  let unchangedAt: number | undefined
  const source: CacheDependency = {
    ...everything,
    isChanged: (since) => {
      if (products === undefined) return everything.isChanged(since)
      const { count } = changes
      if (since === count || unchangedAt === count) return false
      if (changes.mayAllHaveChanged(since) || products.some((id) => changes.isChanged(since, id))) return true
      unchangedAt = count
      return false
    }
  }
  return { source, limitTo: (own: ReadonlyArray<ProductId> | undefined) => void (products = own) }
}

/** Only a success has a validator. */
const sendPublic = (shop: Shop, status: number, body: string): HttpServerResponse.HttpServerResponse =>
  Responses.withHeaders(
    status === 200
      ? Responses.publicText({ status, headers: pageHeaders(shop), body })
      : Responses.send({ status, headers: { ...pageHeaders(shop), "cache-control": "no-store" }, body }),
    { vary: "accept-encoding, cookie" }
  )

/** The page for somebody whom the store may know: with the units of their cart, and a key for its forms. */
const servePersonal = Effect.fnUntraced(function*<Data>(
  { shop }: MountedShop,
  language: Language,
  { read, show, status = () => 200 }: CatalogPage<Data>,
  request: Request
) {
  const everybody = yield* readContext(shop, language, request)
  const caller = yield* callerOf(request)
  const context = caller === undefined
    ? everybody
    : { ...everybody, units: unitsIn(yield* cartOf(caller)), key: yield* newKey }
  const data = yield* read(context, request)
  const body = show(context, data)
  return Responses.send({
    status: status(data),
    headers: caller === undefined
      ? { ...pageHeaders(shop), "cache-control": "no-store" }
      : { ...personalHeaders(shop), "cache-control": "private, no-store" },
    body
  })
})

/** Makes the routes of a page of the catalogue, one in each language. Pages of one shop share the `now` of their days. */
export const makeCatalogRoutes = (mounted: MountedShop, now: () => number) => {
  const { services, shop } = mounted
  const catalogue = Context.get(services, Catalog)
  const daily = makeDaily(now, shop.policy.timeZone)
  return <Data>(path: string, page: CatalogPage<Data>): ReadonlyArray<PageRoute> =>
    shop.languages.map((language): PageRoute => ({
      method: "GET",
      path: pathIn(shop, language, path),
      cached: (request) => {
        if (mayBeKnown(request)) return undefined
        const address = pathOf(request)
        const { limitTo, source } = trackPage(catalogue)
        const make = Effect.gen(function*() {
          const context = yield* readContext(shop, language, request)
          const data = yield* page.read(context, request)
          const response = sendPublic(shop, page.status?.(data) ?? 200, page.show(context, data))
          limitTo(page.dependsOn(data))
          return response
        })
        return {
          // A query that no list understands would fill the memory with copies.
          ...(page.kind === "query" && request.url.length > address.length
            ? { path: request.url, kind: "query" }
            : { path: address, kind: page.kind === "query" ? "single" : page.kind }),
          source: daily(source),
          isFor: language === shop.languages[0] ? page.isFor : undefined,
          response: Effect.provide(make, services)
        }
      },
      serve: (request) => Effect.provide(servePersonal(mounted, language, page, request), services)
    }))
}

/** Makes the routes of a page or a form that depends on who asks, one in each language. */
export const makeVisitorRoutes = ({ services, shop }: MountedShop) =>
(
  method: "GET" | "POST",
  path: string,
  serve: (request: Request, context: PageContext) => Served<HttpServerResponse.HttpServerResponse>
): ReadonlyArray<PageRoute> =>
  shop.languages.map((language): PageRoute => ({
    method,
    path: pathIn(shop, language, path),
    serve: (request) =>
      Effect.provide(
        Effect.flatMap(readContext(shop, language, request), (context) => serve(request, context)),
        services
      )
  }))

/** Makes the route of a document for programs, the same for everybody until its source changes. */
export const makeDocumentRoute = (
  { services }: MountedShop,
  path: `/${string}`,
  { kind, read, source, type }: {
    readonly kind: Kind
    readonly type: string
    readonly source: CacheDependency
    readonly read: (request: Request) => Served<string | Uint8Array>
  }
): PageRoute => ({
  method: "GET",
  path,
  cached: (request) => ({
    path: kind === "query" ? request.url : pathOf(request),
    kind,
    source,
    response: Effect.map(
      Effect.provide(read(request), services),
      (body) =>
        typeof body === "string"
          ? Responses.publicText({ status: 200, headers: { "content-type": type }, body })
          : Responses.publicBytes(body, type)
    )
  }),
  serve: () => found(undefined)
})
