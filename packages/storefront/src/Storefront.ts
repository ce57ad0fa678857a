/**
 * The shop front: pages on which people browse, fill a cart and order, in English and in German.
 *
 * ```ts
 * const pages = StoreHttp.layer({ prefix: "/shop" }).pipe(Layer.provide(Storefront.layer()))
 * ```
 *
 * The rule: nothing is decided here. Every page shows what a use case of `commerce` returns, every form calls the one that
 * the API calls, under the same cookie. It adds pages to those of `@beauty-store/http`, which serves them all: kept bytes
 * for everybody whom the store does not know, a page of their own for everybody else. Follows docs/storefront.md.
 *
 * @since 1.0.0
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import { type BrandOutline, Catalog, type CatalogEntry } from "@beauty-store/commerce/catalog/Catalog"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { Support } from "@beauty-store/commerce/support/Support"
import * as Days from "@beauty-store/domain/Days"
import { ProductId } from "@beauty-store/domain/Ids"
import { defaultLanguage, type Language, languages, preferred } from "@beauty-store/domain/Language"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import { sourceOf } from "@beauty-store/http/internal/handlers/CatalogDocuments"
import type { RequestHeaders } from "@beauty-store/http/internal/pipeline/ClientAddress"
import type { TaggedError } from "@beauty-store/http/internal/pipeline/ErrorDescription"
import { found, type PageRoute, ShopFront } from "@beauty-store/http/internal/pipeline/PageRoute"
import type { Source } from "@beauty-store/http/internal/pipeline/PublicReads"
import { RasterPictures } from "@beauty-store/http/internal/pipeline/RasterPictures"
import { pathOf } from "@beauty-store/http/internal/pipeline/RequestContext"
import { RouteNotFound } from "@beauty-store/http/internal/pipeline/RequestPipeline"
import * as Responses from "@beauty-store/http/internal/pipeline/Responses"
import { Entropy } from "@beauty-store/kernel/Entropy"
import { Transactions } from "@beauty-store/kernel/Transactions"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CartRoutes from "./CartRoutes.ts"
import * as CheckoutRoutes from "./CheckoutRoutes.ts"
import * as ContactRoutes from "./ContactRoutes.ts"
import { notFoundPage } from "./ErrorPage.tsx"
import { homePage, shelfFiller } from "./HomePage.tsx"
import { languageOf, pathIn, unknownLanguageOf } from "./Language.ts"
import { brandsPage, byPathOf, type Help, listPage, type Subject } from "./ListPages.tsx"
import { type Asked, askedIn, queryOf } from "./ListQuery.ts"
import * as PolicyPages from "./PolicyPages.tsx"
import { calledIn, productPath } from "./ProductCards.tsx"
import { productPage } from "./ProductPage.tsx"
import { pageHeaders, personalHeaders, type Scene, type Shop } from "./ShopFrame.tsx"
import { entriesIn, listedIn, wholeIn } from "./ShownProduct.ts"
import { partsOf, pathsInPart, pathsOf, robots, sitemapIndex, sitemapOf } from "./Sitemap.ts"
import { callerOf, cartOf, mayBeKnown, newKey, unitsIn } from "./Visitor.ts"

type Services =
  | Bestsellers
  | Carts
  | Catalog
  | Checkout
  | Entropy
  | Identity
  | OrderPages
  | Policy
  | ProductSearch
  | Support
  | Transactions

type Request = HttpServerRequest.HttpServerRequest

/** How many products a list shows at once. */
const listed = 24

/** A page of the catalogue: its text depends on the address and on the scene only. */
/** A page, and the products that it changes with: without them, with any. */
interface Rendered {
  readonly body: string
  readonly products?: ReadonlyArray<ProductId>
}

type Render = (
  scene: Scene,
  request: Request
) => Effect.Effect<Rendered, TaggedError, Services | HttpLayerRouter.Provided>

/** The products that entries of lists change with. */
const foundIn = (entries: ReadonlyArray<CatalogEntry>): ReadonlyArray<ProductId> =>
  entries.flatMap(({ found }) => found.map(({ id }) => id))

/**
 * Sources whose pages name the day of delivery: they are outdated when the day in Berlin ends, and when the catalogue
 * changes. The first request of a new day learns of it.
 */
const daily = (now: () => number) => {
  let endsAt = -Infinity
  let days = 0
  const isOver = (at: number): boolean => at > endsAt
  const renew = (at: number): void => {
    if (!isOver(at)) return
    endsAt = Days.endOfBerlinDay(Days.berlinDay(at))
    days++
  }
  return (catalogue: Source): Source => {
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

/** What is the same until goods are added. */
interface Outline {
  readonly brands: ReadonlyArray<BrandOutline>
  readonly products: number
  /** How many entries of lists they are, and how many of each category. */
  readonly entries: number
  readonly byCategory: ReadonlyMap<string, number>
  /** The newest entries, a few of each brand; more than are shown, because some may be sold out, or popular. */
  readonly newest: ReadonlyArray<ProductId>
}

/** The outline of the catalogue, read again when goods were added: no change of a price or of stock changes it. */
const outlineOf = (
  catalogue: Context.Tag.Service<Catalog>,
  productSearch: Context.Tag.Service<ProductSearch>
): Effect.Effect<Outline, TaggedError> => {
  let kept: { readonly since: number; readonly outline: Outline } | undefined
  const read = Effect.gen(function*() {
    const since = catalogue.changes.count
    const brands = yield* catalogue.brandList
    const products = yield* catalogue.size
    const { categories, total } = yield* productSearch.facets({ groupsAsOne: true, sort: "relevance", limit: 1 })
    const { data } = yield* productSearch.entries({ sort: "newest", limit: 12 * onShelf })
    const perBrand = new Map<string, number>()
    const mixed = data.filter(({ product: { brandId } }) => {
      const before = perBrand.get(brandId) ?? 0
      perBrand.set(brandId, before + 1)
      return before < newOfBrand
    })
    const outline: Outline = {
      brands,
      products,
      entries: total,
      byCategory: new Map(categories.map(({ category, products }) => [category, products])),
      newest: mixed.slice(0, 4 * onShelf).map(({ product: { id } }) => id)
    }
    kept = { since, outline }
    return outline
  })
  return Effect.flatMap(
    catalogue.changes.confirm,
    () =>
      kept !== undefined && !catalogue.changes.mayAllHaveChanged(kept.since)
        ? Effect.succeed(kept.outline)
        : read
  )
}

/** Documents that change only when goods are added. */
const whenAdded = ({ changes }: Context.Tag.Service<Catalog>): Source => ({
  count: () => changes.count,
  isChanged: (since) => changes.mayAllHaveChanged(since),
  isConfirmed: (at) => changes.isConfirmed(at),
  confirm: changes.confirm
})

/** How many products stand on each shelf of the home page, and of how many brands one is shown. */
const onShelf = 4
const brandsShown = 12

/** How many new products of one brand stand on the shelf. A brand often adds many at once. */
const newOfBrand = 2

/** How many other products of its brand a product's page shows. */
const others = 6

/** How many words of a search without results are tried on their own, and how many products are shown instead. */
const mostTried = 4
const mostInstead = 6

/** How many ways to finish a phrase are suggested. */
const suggested = 8

/**
 * Ways to finish a phrase: in the catalogue's language its words, and the names of what it finds in the language of the
 * page, as lists name it.
 */
const suggestedIn = Effect.fnUntraced(function*(language: Language, typed: string) {
  const { entries, phrases } = yield* (yield* ProductSearch).suggestions(typed)
  const names = (yield* entriesIn(language, entries)).map((entry) => calledIn(entry).name)
  return [...new Set([...(language === defaultLanguage ? phrases : []), ...names])].slice(0, suggested)
})

/** Where a shop front is. */
export interface Settings {
  /** The path below which its pages are, within the store: `/boutique`. Default: the store's own root. */
  readonly prefix?: `/${string}`
}

const make = (prefix: string) =>
  Effect.gen(function*() {
    const services = yield* Effect.context<Services>()
    const catalogue = yield* Catalog
    const productSearch = yield* ProductSearch
    const bestsellers = yield* Bestsellers
    const clock = yield* Effect.clock
    const policy = yield* Policy
    const shop: Shop = {
      policy,
      demo: (yield* HttpPolicy).demo,
      pictures: yield* RasterPictures,
      prefix,
      returns: yield* Strategies.Returns,
      shipping: yield* Strategies.Shipping,
      tax: yield* Strategies.Tax
    }
    const today = daily(() => clock.unsafeCurrentTimeMillis())
    const everything = sourceOf(catalogue)
    const outline = outlineOf(catalogue, productSearch)

    const sceneOf = (path: string, language: Language) =>
      Effect.map(Clock.currentTimeMillis, (now): Scene => ({ shop, language, path, now }))

    /** The path of a request in English, below the prefix. */
    const ownPath = (request: Request): string => {
      const path = pathOf(request).slice(prefix.length)
      const language = languageOf(path)
      return (language === "en" ? path : path.slice("/de".length)) || "/"
    }

    /** The page as everybody gets it whom the store does not know. */
    const publicPage = (body: string): HttpServerResponse.HttpServerResponse =>
      Responses.withHeaders(Responses.publicText({ status: 200, headers: pageHeaders, body }), {
        vary: "accept-encoding, cookie"
      })

    /** The page of somebody whom the store knows: with the units of their cart, and a key for its forms. */
    const ownPage = (request: Request, language: Language, render: Render) =>
      Effect.gen(function*() {
        const scene = yield* sceneOf(ownPath(request), language)
        const caller = yield* callerOf(request)
        if (caller === undefined) {
          const { body } = yield* render(scene, request)
          return Responses.send({ status: 200, headers: { ...pageHeaders, "cache-control": "no-store" }, body })
        }
        const { body } = yield* render(
          { ...scene, units: unitsIn(yield* cartOf(caller)), key: yield* newKey },
          request
        )
        return Responses.send({
          status: 200,
          headers: { ...personalHeaders, "cache-control": "private, no-store" },
          body
        })
      })

    /** The changes that a page is outdated by: once it is rendered, those of its own products. */
    const sourceOfPage = () => {
      let own: ReadonlyArray<ProductId> | undefined
      const { changes } = catalogue
      // Until there is another change, the next readers need not look at each product again.
      let unchangedAt: number | undefined
      const source: Source = {
        ...everything,
        isChanged: (since) => {
          if (own === undefined) return everything.isChanged(since)
          const { count } = changes
          if (since === count || unchangedAt === count) return false
          if (changes.mayAllHaveChanged(since) || own.some((id) => changes.isChanged(since, id))) return true
          unchangedAt = count
          return false
        }
      }
      return { source, rendered: ({ products }: Rendered) => void (own = products) }
    }

    /** A page of the catalogue at a path, in each language. */
    const shown = (
      path: `/${string}`,
      render: Render,
      { isFor, kind }: {
        readonly kind: "single" | "parametric" | "query"
        readonly isFor?: (headers: RequestHeaders) => boolean
      }
    ): ReadonlyArray<PageRoute> =>
      languages.map((language): PageRoute => ({
        method: "GET",
        path: addressIn(prefix, language, path),
        kept: (request) => {
          if (mayBeKnown(request)) return undefined
          const address = pathOf(request)
          const hasQuery = request.url.length > address.length
          const { rendered, source } = sourceOfPage()
          return {
            // A query that no list understands would fill the memory with copies.
            ...(kind === "query" && hasQuery
              ? { path: request.url, kind: "query" as const }
              : { path: address, kind: kind === "query" ? "single" as const : kind }),
            source: today(source),
            isFor: language === "en" ? isFor : undefined,
            response: Effect.provide(
              Effect.flatMap(
                sceneOf(ownPath(request), language),
                (scene) =>
                  Effect.map(render(scene, request), (page) => {
                    rendered(page)
                    return publicPage(page.body)
                  })
              ),
              services
            )
          }
        },
        serve: (request) => Effect.provide(ownPage(request, language, render), services)
      }))

    /** What helps where nothing was found: the words that find something on their own as they are, and what is new. */
    const helpFor = (q: string, language: Language) =>
      Effect.gen(function*() {
        const typed = [...new Set(q.split(/\s+/))].filter((word) => word !== "")
        const words: Array<string> = []
        for (const word of typed.length > 1 ? typed.slice(0, mostTried) : []) {
          const { correctedQuery, data } = yield* productSearch.search({ q: word, sort: "relevance", limit: 1 })
          if (data.length > 0 && correctedQuery === undefined) words.push(word)
        }
        const { data } = yield* productSearch.entries({ inStock: true, sort: "newest", limit: mostInstead })
        return { words, products: yield* entriesIn(language, data) } satisfies Help
      })

    const lists = (scene: Scene, request: Request, subject: Subject, fixed: Partial<Asked>) =>
      Effect.gen(function*() {
        const asked: Asked = { ...askedIn(CartRoutes.queryOf(request)), ...fixed }
        const { brand, category, cursor, exact, inStock, price, q, sort } = asked
        const search = {
          groupsAsOne: true,
          q: q === "" ? undefined : q,
          brand,
          category,
          minPriceMinor: price?.fromMinor,
          maxPriceMinor: price?.toMinor,
          inStock: inStock ? true : undefined,
          sort,
          limit: listed,
          cursor
        }
        const page = yield* productSearch.entries(search)
        const { correctedQuery } = page
        // The words as they were typed find nothing; otherwise they would not have been corrected.
        const data = exact && correctedQuery !== undefined ? [] : page.data
        const isEmpty = data.length === 0
        const facets = isEmpty || q === "" ? undefined : yield* productSearch.facets(search)
        const help = isEmpty ? yield* helpFor(q, scene.language) : undefined
        const body = listPage(
          { ...scene, query: queryOf(asked, byPathOf(subject)) },
          subject,
          asked,
          { data: yield* entriesIn(scene.language, data), nextCursor: page.nextCursor, correctedQuery, facets, help }
        )
        // By their ids, and without conditions, the same products are on the page whatever changes.
        const areSame = q === "" && sort === "relevance" && !inStock && price === undefined && !isEmpty
        return areSame ? { body, products: foundIn(data) } : { body }
      }).pipe(Effect.catchTag("InvalidInput", () => new RouteNotFound()))

    /** The first entry of a list, or its first that can be bought. */
    const firstOf = (
      of: ({ readonly brand: string } | { readonly category: string }) & { readonly inStock?: true }
    ) => Effect.map(productSearch.entries({ ...of, sort: "relevance", limit: 1 }), ({ data }) => data)

    const home: Render = (scene) =>
      Effect.gen(function*() {
        const { brands, byCategory, entries, newest } = yield* outline
        const shown = (some: ReadonlyArray<CatalogEntry>) => entriesIn(scene.language, some)
        const fresh = yield* Effect.forEach(newest, (id) => catalogue.entry(id))
        const first = yield* Effect.forEach(brands.slice(0, brandsShown), ({ id }) =>
          firstOf({ brand: id, inStock: true }))
        const selection = first.flat()
        const fill = shelfFiller()
        const popular = fill(yield* bestsellers.list(onShelf), onShelf, onShelf)
        const body = homePage(scene, {
          brands,
          packs: selection.map(({ product: { id } }) =>
            id
          ),
          products: entries,
          categories: yield* Effect.forEach(policy.categories, (category) =>
            Effect.map(firstOf({ category, inStock: true }), ([one]) => ({
              category,
              products: byCategory.get(category) ?? 0,
              one: one?.product.id
            }))),
          popular: yield* shown(popular),
          newest: yield* shown(fill(fresh.filter(({ inStock }) => inStock), onShelf, Math.min(entries, onShelf))),
          selection: yield* shown(fill(selection, 2 * onShelf, onShelf))
        })
        return { body }
      })

    const category: Render = (scene, request) =>
      Effect.flatMap(HttpLayerRouter.params, ({ category = "" }) =>
        policy.categories.includes(category)
          ? lists(scene, request, { _tag: "Category", category }, { category })
          : new RouteNotFound())

    const brand: Render = (scene, request) =>
      Effect.gen(function*() {
        const { brand = "" } = yield* HttpLayerRouter.params
        const one = (yield* outline).brands.find(({ id }) => id === brand)
        if (one === undefined) return yield* new RouteNotFound()
        const subject: Subject = { _tag: "Brand", name: one.name, category: one.category }
        return yield* lists(scene, request, subject, { brand: one.id })
      })

    const product: Render = (scene) =>
      Effect.gen(function*() {
        const { productId = "" } = yield* HttpLayerRouter.params
        const one = yield* catalogue.product(ProductId.claimed.make(productId))
        const group = one.group === undefined ? [] : yield* catalogue.group(one.group.id)
        const chosen = new Set([one.id, ...group.map(({ id }) => id)])
        const { data } = yield* productSearch.entries({ brand: one.brandId, sort: "relevance", limit: others + 1 })
        const [shown] = yield* wholeIn(scene.language, [one])
        const rest = data.filter(({ product: { id } }) => !chosen.has(id)).slice(0, others)
        const more = yield* entriesIn(scene.language, rest)
        const body = productPage(scene, shown!, yield* listedIn(scene.language, group), more)
        return { body, products: [...chosen, ...foundIn(rest)] }
      })

    /** Whoever types the shop's address gets it in the language of their browser. Links within the shop lead where they say. */
    const isForEnglish = (headers: RequestHeaders): boolean => {
      const { "accept-language": accept, "sec-fetch-site": site } = headers
      return site === "same-origin" || typeof accept !== "string" || preferred(accept) === "en"
    }
    const front = shown("/", home, { kind: "single", isFor: isForEnglish }).map((route): PageRoute =>
      route.path !== addressIn(prefix, "en", "/") || !("kept" in route) ? route : {
        ...route,
        kept: (request) => {
          const kept = isForEnglish(request.headers) ? route.kept(request) : undefined
          return kept && { ...kept, response: Effect.map(kept.response, varyingByLanguage) }
        },
        serve: (request) =>
          isForEnglish(request.headers)
            ? Effect.map(route.serve(request), varyingByLanguage)
            : Effect.succeed(varyingByLanguage(Responses.send({
              status: 302,
              headers: {
                "content-type": "text/html; charset=utf-8",
                "cache-control": "no-store",
                location: pathIn(prefix, "de", "/")
              },
              body: ""
            })))
      }
    )

    /** A page or a form that depends on who asks, in each language. */
    const own = (
      method: "GET" | "POST",
      path: `/${string}`,
      serve: (
        request: Request,
        scene: Scene
      ) => Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, Services | HttpLayerRouter.Provided>
    ): ReadonlyArray<PageRoute> =>
      languages.map((language): PageRoute => ({
        method,
        path: addressIn(prefix, language, path),
        serve: (request) =>
          Effect.provide(
            Effect.flatMap(sceneOf(ownPath(request), language), (scene) => serve(request, scene)),
            services
          )
      }))

    const text = (path: `/${string}`): ReadonlyArray<PageRoute> =>
      shown(path, (scene) => {
        const page = policyPage(scene)
        return page === undefined ? new RouteNotFound() : Effect.succeed({ body: page, products: [] })
      }, { kind: "parametric" })
    const policyPage = PolicyPages.policyPage

    /** A document that is the same until goods are added. */
    const document = (
      path: `/${string}`,
      contentType: string,
      body: (request: Request) => Effect.Effect<string, TaggedError>
    ): PageRoute => ({
      method: "GET",
      path: `${prefix}${path}` as `/${string}`,
      kept: (request) => ({
        path: pathOf(request),
        kind: path.includes(":") ? "parametric" : "single",
        source: whenAdded(catalogue),
        response: Effect.map(
          body(request),
          (text) => Responses.publicText({ status: 200, headers: { "content-type": contentType }, body: text })
        )
      }),
      serve: () => found(undefined)
    })
    /** Ways to finish a phrase that is being typed, in each language, for the script of the pages. */
    const suggestions: ReadonlyArray<PageRoute> = languages.map((language) => ({
      method: "GET",
      path: addressIn(prefix, language, "/search/suggestions"),
      kept: (request) => ({
        path: request.url,
        kind: "query",
        source: everything,
        response: Effect.map(
          Effect.provide(suggestedIn(language, CartRoutes.queryOf(request).get("q") ?? ""), services),
          (phrases) => Responses.publicText({ status: 200, headers: json, body: `${JSON.stringify(phrases)}\n` })
        )
      }),
      serve: () => found(undefined)
    }))
    /** Leads to a page's one address whoever adds a slash to it. Nothing else of the address changes. */
    const withoutSlash = ({ method, path }: PageRoute): ReadonlyArray<PageRoute> =>
      method !== "GET" || path === "/" ? [] : [{
        method,
        path: `${path}/`,
        serve: (request) => {
          const address = pathOf(request)
          return Effect.succeed(Responses.send({
            status: 308,
            headers: {
              "content-type": "text/html; charset=utf-8",
              "cache-control": "public, max-age=3600",
              location: address.slice(0, -1) + request.url.slice(address.length)
            },
            body: ""
          }))
        }
      }]
    const plainScene: Scene = { shop, language: "en", path: "/", now: 0 }

    const xml = "application/xml; charset=utf-8"
    const json = { "content-type": "application/json" }
    /** A part of the sitemap; the first is 1. */
    const sitemapPart = (part: number) =>
      Effect.gen(function*() {
        const { brands, products } = yield* outline
        if (part < 1 || part > partsOf(plainScene, brands, products)) return yield* new RouteNotFound()
        const pages = pathsOf(plainScene, brands)
        const from = (part - 1) * pathsInPart
        const listed = pages.slice(from, from + pathsInPart)
        const room = pathsInPart - listed.length
        const ids = room === 0 ? [] : yield* catalogue.productIds(Math.max(0, from - pages.length), room)
        return sitemapOf(plainScene, [...listed, ...ids.map(productPath)])
      })

    const pages: ReadonlyArray<PageRoute> = [
      ...front,
      ...shown("/products", (scene, request) => lists(scene, request, { _tag: "All" }, {}), { kind: "query" }),
      ...shown("/search", (scene, request) => lists(scene, request, { _tag: "Search" }, {}), { kind: "query" }),
      ...shown("/categories/:category", category, { kind: "query" }),
      ...shown(
        "/brands",
        (scene) =>
          Effect.gen(function*() {
            const { brands } = yield* outline
            const shown = yield* Effect.forEach(
              brands,
              (brand) => Effect.map(firstOf({ brand: brand.id }), ([one]) => ({ ...brand, one: one?.product.id }))
            )
            return { body: brandsPage(scene, shown), products: [] }
          }),
        { kind: "single" }
      ),
      ...shown("/brands/:brand", brand, { kind: "query" }),
      ...shown("/products/:productId", product, { kind: "parametric" }),
      ...own("GET", "/cart", CartRoutes.show),
      ...own("POST", "/cart", (request) => CartRoutes.change(request, pathOf(request))),
      ...own("GET", "/checkout", CheckoutRoutes.show),
      ...own("POST", "/checkout", CheckoutRoutes.take),
      ...own("GET", "/contact", ContactRoutes.show),
      ...own(
        "GET",
        "/policies/contact",
        (request, scene) => ContactRoutes.show(request, { ...scene, path: "/contact" })
      ),
      ...own("POST", "/contact", ContactRoutes.take),
      ...text("/policies/:name"),
      ...text("/help")
    ]
    const routes: ReadonlyArray<PageRoute> = [
      ...pages,
      ...pages.flatMap(withoutSlash),
      ...suggestions,
      document(
        "/sitemap.xml",
        xml,
        () =>
          Effect.flatMap(outline, ({ brands, products }) =>
            partsOf(plainScene, brands, products) === 1
              ? sitemapPart(1)
              : Effect.succeed(sitemapIndex(plainScene, partsOf(plainScene, brands, products))))
      ),
      document(
        "/sitemaps/:part",
        xml,
        (request) => sitemapPart(Number(/(\d{1,5})\.xml$/.exec(pathOf(request))?.[1] ?? 0))
      ),
      document(
        "/robots.txt",
        "text/plain; charset=utf-8",
        () => Effect.sync(() => robots(plainScene))
      )
    ]

    return {
      routes,
      addressOf: (language: Language, path: string) => pathIn(prefix, language, path),
      productPath: (id: string) => pathIn(prefix, "en", productPath(id)),
      notFound: (path: string, preferred: Language) => ({
        body: notFoundPage({
          ...plainScene,
          language: unknownLanguageOf(path.slice(prefix.length), preferred),
          now: clock.unsafeCurrentTimeMillis()
        }),
        headers: personalHeaders
      })
    }
  })

/** The path of a page in a language below a prefix (default in `layer`: none), by its path in English: `/de/cart`. */
export const addressIn = (prefix: string, language: Language, path: `/${string}`): `/${string}` =>
  pathIn(prefix, language, path) as `/${string}`

const varyingByLanguage = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  Responses.withHeaders(response, { vary: "accept-encoding, cookie, accept-language, sec-fetch-site" })

/** The pages of a shop front, for the store's HTTP side: where that is built, they are on its router. */
export const layer = ({ prefix = "/" }: Settings = {}): Layer.Layer<never, never, Services> =>
  Layer.effect(ShopFront, make(prefix.replace(/\/+$/, "")))
