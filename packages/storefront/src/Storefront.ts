/**
 * The shop front: pages on which people browse, fill a cart and order, beside those of `@beauty-store/http`, which
 * serves them all. Nothing is decided here: every page shows what a use case of `commerce` returns, every form calls
 * the one that the API calls, under the same cookie. Follows docs/storefront.md.
 *
 * @since 1.0.0
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import type { Locale } from "@beauty-store/domain/Language"
import { additionsOf, document, sourceOf } from "@beauty-store/http/handlers/CatalogDocuments"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import { basePathOf } from "@beauty-store/http/internal/pipeline/BasePath"
import { RouteNotFound } from "@beauty-store/http/internal/pipeline/RequestPipeline"
import { type PageRoute, ShopFront } from "@beauty-store/http/pipeline/PageRoute"
import { RasterPictures } from "@beauty-store/http/pipeline/RasterPictures"
import { pathOf } from "@beauty-store/http/pipeline/RequestContext"
import * as Look from "@beauty-store/ui/Look"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCatalogRoutes, makeDocumentRoute, makeVisitorRoutes } from "./CachedPage.ts"
import * as CartRoutes from "./CartRoutes.ts"
import { makeSummary } from "./CatalogSummary.ts"
import * as CheckoutRoutes from "./CheckoutRoutes.ts"
import * as ContactRoutes from "./ContactRoutes.ts"
import * as GoogleFeed from "./GoogleFeed.ts"
import { readHome } from "./HomeData.ts"
import { homePage } from "./HomePage.tsx"
import { languageOf, pathIn } from "./Language.ts"
import { findListDependencies, readBrand, readBrands, readCategory, readList } from "./ListData.ts"
import { brandsPage, listPage } from "./ListPages.tsx"
import { type MountedShop, type PageContext, readQuery, type Services, type Shop } from "./PageContext.ts"
import { findText, textPage } from "./PolicyPages.tsx"
import { productPath } from "./ProductCards.tsx"
import { findProductDependencies, readProduct } from "./ProductData.ts"
import { productPage } from "./ProductPage.tsx"
import { prefersFirst, redirectByLanguage, redirectSlash } from "./Redirects.ts"
import { siteIn } from "./ShopFrame.tsx"
import { stylesheetIn } from "./ShopStyles.ts"
import { parsePart, readSitemap, readSitemapPart, robots } from "./Sitemap.ts"
import { readSuggestions } from "./Suggestions.ts"

export { pathIn, type Place } from "./Language.ts"
export type { Services } from "./PageContext.ts"

/** Where a shop front is. */
export interface Settings {
  /** The path below which its pages are, within the store: `/boutique`. Default: the store's own root. */
  readonly prefix?: `/${string}`
}

type Summary = ReturnType<typeof makeSummary>

/** What a page depends on that shows no product, and one that any product may come to. */
const noProduct = () => []
const anyProduct = () => undefined

/** The pages that show the catalogue and the shop's rules. */
const listCatalogPages = (mounted: MountedShop, summary: Summary, now: () => number): ReadonlyArray<PageRoute> => {
  const page = makeCatalogRoutes(mounted, now)
  const list = { kind: "query", show: listPage, dependsOn: findListDependencies } as const
  const text = {
    kind: "parametric",
    read: (context: PageContext) =>
      Effect.suspend(() => {
        const found = findText(context)
        return found === undefined ? new RouteNotFound() : Effect.succeed(found)
      }),
    show: textPage,
    dependsOn: noProduct
  } as const
  return [
    ...page("/", {
      kind: "single",
      read: (context) => Effect.flatMap(summary, (read) => readHome(context, read)),
      show: homePage,
      dependsOn: anyProduct,
      isFor: prefersFirst(mounted.shop)
    }).map(redirectByLanguage(mounted.shop)),
    ...page("/products", { ...list, read: (context, request) => readList(context, request, { _tag: "All" }) }),
    ...page("/search", { ...list, read: (context, request) => readList(context, request, { _tag: "Search" }) }),
    ...page("/categories/:category", { ...list, read: readCategory }),
    ...page("/brands", {
      kind: "single",
      read: () => Effect.flatMap(summary, readBrands),
      show: brandsPage,
      dependsOn: (brands) => brands.flatMap(({ one }) => one === undefined ? [] : [one.id])
    }),
    ...page("/brands/:brand", {
      ...list,
      read: (context, request) => Effect.flatMap(summary, (read) => readBrand(context, request, read))
    }),
    ...page("/products/:productId", {
      kind: "parametric",
      read: readProduct,
      show: productPage,
      status: (data) => "similar" in data ? 410 : 200,
      dependsOn: findProductDependencies
    }),
    ...page("/policies/:name", text),
    ...page("/pages/:name", text),
    ...page("/help", text)
  ]
}

/** The pages and forms that depend on who asks. */
const listVisitorPages = (mounted: MountedShop): ReadonlyArray<PageRoute> => {
  const page = makeVisitorRoutes(mounted)
  return [
    ...page("GET", "/cart", CartRoutes.show),
    ...page("POST", "/cart", (request) => CartRoutes.change(request, pathOf(request))),
    ...page("GET", "/checkout", CheckoutRoutes.show),
    ...page("POST", "/checkout", CheckoutRoutes.take),
    ...page("GET", "/contact", ContactRoutes.show),
    ...page(
      "GET",
      "/policies/contact",
      (request, context) => ContactRoutes.show(request, { ...context, path: "/contact" })
    ),
    ...page("POST", "/contact", ContactRoutes.take)
  ]
}

/** What search engines and the script of the pages read. */
const listDocuments = (mounted: MountedShop, summary: Summary): ReadonlyArray<PageRoute> => {
  const { services, shop } = mounted
  const catalogue = Context.get(services, Catalog)
  const context: PageContext = { shop, language: shop.languages[0], path: "/", now: 0, isAnswer: false }
  const sitemap = { type: "application/xml; charset=utf-8", source: additionsOf(catalogue) }
  return [
    ...shop.languages.map((language) =>
      makeDocumentRoute(mounted, pathIn(shop, language, "/search/suggestions"), {
        kind: "query",
        type: "application/json",
        source: sourceOf(catalogue),
        read: (request) =>
          Effect.map(
            readSuggestions({ language, shop }, readQuery(request).get("q") ?? ""),
            (phrases) => `${JSON.stringify(phrases)}\n`
          )
      })
    ),
    ...shop.languages.map((language) => {
      const feed = document(catalogue, GoogleFeed.composition({ ...context, language }, catalogue))
      return makeDocumentRoute(mounted, pathIn(shop, language, GoogleFeed.path), {
        kind: "single",
        type: "application/xml; charset=utf-8",
        source: sourceOf(catalogue),
        read: () => feed
      })
    }),
    makeDocumentRoute(mounted, pathIn(shop, shop.languages[0], "/sitemap.xml"), {
      ...sitemap,
      kind: "single",
      read: () => Effect.flatMap(summary, (read) => readSitemap(context, read))
    }),
    makeDocumentRoute(mounted, pathIn(shop, shop.languages[0], "/sitemaps/:part"), {
      ...sitemap,
      kind: "parametric",
      read: (request) => Effect.flatMap(summary, (read) => readSitemapPart(context, read, parsePart(pathOf(request))))
    }),
    makeDocumentRoute(mounted, pathIn(shop, shop.languages[0], "/robots.txt"), {
      kind: "single",
      type: "text/plain; charset=utf-8",
      source: additionsOf(catalogue),
      read: () => Effect.sync(() => robots(context))
    })
  ]
}

const make = (prefix: string) =>
  Effect.gen(function*() {
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    const policy = yield* Policy
    const look = Look.make(policy.look, basePathOf(policy.baseUrl))
    const shop: Shop = {
      policy,
      look,
      stylesheet: stylesheetIn(look, policy.look.hero?.picture !== undefined),
      languages: policy.languages,
      demo: (yield* HttpPolicy).demo,
      pictures: yield* RasterPictures,
      prefix,
      returns: yield* Strategies.Returns,
      ...(yield* Strategies.pricing)
    }
    const mounted: MountedShop = { shop, services: yield* Effect.context<Services>() }
    const summary = makeSummary(yield* Catalog, yield* ProductSearch)
    const pages = [...listCatalogPages(mounted, summary, now), ...listVisitorPages(mounted)]
    return {
      routes: [...pages, ...pages.flatMap(redirectSlash), ...listDocuments(mounted, summary)],
      addressOf: (language: Locale, path: string) => pathIn(shop, language, path),
      languageOf: (path: string) => languageOf(shop, path),
      productPath: (id: string) => pathIn(shop, shop.languages[0], productPath(id)),
      siteIn: (language: Locale) => siteIn(shop, language),
      feeds: shop.languages.map((language) => ({ path: pathIn(shop, language, GoogleFeed.path), language }))
    }
  })

/** The pages of a shop front, for the store's HTTP side: where that is built, they are on its router. */
export const layer = ({ prefix = "/" }: Settings = {}): Layer.Layer<never, never, Services> =>
  Layer.effect(ShopFront, make(prefix.replace(/\/+$/, "")))
