/**
 * A fetched site, parsed: what the checks ask about.
 *
 * The rule: every document is parsed once, by a bounded parser, and a malformed one is a value that says why it is
 * none, never an exception. A document counts by its body: one of another kind under the right address (a page that
 * says "not found" with status 200) is absent. Follows docs/readiness.md#verdicts.
 */
import * as Feed from "./documents/Feed.ts"
import * as Html from "./documents/Html.ts"
import * as Json from "./documents/Json.ts"
import { fieldOf, linesOf } from "./documents/Lines.ts"
import * as LinkedData from "./documents/LinkedData.ts"
import * as OpenApi from "./documents/OpenApi.ts"
import * as Robots from "./documents/Robots.ts"
import * as Sitemap from "./documents/Sitemap.ts"
import type { Fetched, FetchedSite, Purpose } from "./FetchedSite.ts"
import type { FetchedDocument } from "./SiteFetch.ts"

/** A document of a kind: there, not there (or something else in its place), or out of reach. */
export type Reading<A> =
  | { readonly _tag: "Present"; readonly value: A; readonly document: FetchedDocument; readonly url: string }
  | { readonly _tag: "Absent"; readonly why: string }
  | { readonly _tag: "Failed"; readonly why: string }

/** A page of the site, with what it says in JSON-LD. */
export interface SitePage {
  readonly purpose: Purpose
  readonly url: string
  readonly document: FetchedDocument
  readonly page: Html.Page
  readonly blocks: LinkedData.Blocks
  /** Every node of the page's JSON-LD, also those inside others. */
  readonly nodes: ReadonlyArray<LinkedData.Node>
  /** Those with an id: of the page, else of the site's other pages that were read. */
  readonly byId: ReadonlyMap<string, LinkedData.Node>
}

/** A page about a product, with what it says about the product, if it does. */
export interface ProductPage extends SitePage {
  readonly product: LinkedData.Node | undefined
  /** Each with what the offers inside it say, if it is an aggregate. */
  readonly offers: ReadonlyArray<LinkedData.Node>
}

/** A guide for agents (llmstxt.org). */
export interface Guide {
  readonly text: string
  readonly title: string | undefined
  readonly summary: string | undefined
  /** The addresses of its links. */
  readonly links: ReadonlyArray<string>
}

export interface Site extends FetchedSite {
  /** What was fetched for a purpose, in order. */
  readonly of: (purpose: Purpose) => ReadonlyArray<Fetched>
  /** Whether the site is on this machine, where nobody has a certificate. */
  readonly isLoopback: boolean
  readonly robots: Reading<Robots.Robots>
  readonly sitemaps: Reading<ReadonlyArray<Sitemap.Sitemap>>
  readonly llms: Reading<Guide>
  readonly apiCatalog: Reading<Json.JsonObject>
  readonly openApi: Reading<OpenApi.OpenApi>
  readonly commerce: Reading<Json.JsonObject>
  readonly acp: Reading<Json.JsonObject>
  readonly ucp: Reading<Json.JsonObject>
  readonly mcp: Reading<Json.JsonObject>
  readonly oauthServer: Reading<Json.JsonObject>
  readonly oauthResource: Reading<Json.JsonObject>
  readonly securityText: Reading<{ readonly expires: string | undefined }>
  readonly feed: Reading<Feed.Feed>
  readonly home: SitePage | undefined
  readonly products: ReadonlyArray<ProductPage>
  readonly policies: ReadonlyArray<SitePage>
  /** Pages that were opened because they might be of products, and are not. */
  readonly others: ReadonlyArray<SitePage>
  /** Home, lists, products and policies. */
  readonly pages: ReadonlyArray<SitePage>
}

const present = <A>(value: A, document: FetchedDocument): Reading<A> => ({
  _tag: "Present",
  value,
  document,
  url: document.url
})
const absent = (why: string): Reading<never> => ({ _tag: "Absent", why })
const failed = (why: string): Reading<never> => ({ _tag: "Failed", why })

export const textOf = (document: FetchedDocument): string => new TextDecoder().decode(document.body)

/** Statuses by which a site refuses whoever asks, as walls against robots do. */
const refusals: ReadonlySet<number> = new Set([401, 403, 451])

/** Pages that are open to everybody in a shop. Of documents for programs, a refusal is what agents get. */
const openPages: ReadonlySet<Purpose> = new Set(["home", "listing", "product", "sample", "policy", "unknown-page"])

const isUsable = (status: number): boolean => status >= 200 && status < 300

/** Why what was fetched says nothing about what is there, in plain words, if it is so. */
const hindranceOf = ({ headers, status }: FetchedDocument, purpose: Purpose): string | undefined => {
  if (/\bchallenge\b/i.test(headers["cf-mitigated"] ?? "")) return `status ${status}, a challenge`
  return status === 429 || status >= 500 || refusals.has(status) && openPages.has(purpose)
    ? `status ${status}`
    : undefined
}

/** Why a document is out of reach, in plain words, if it is. It says nothing about what is there. */
export const outOfReach = ({ outcome, purpose }: Fetched): string | undefined =>
  outcome._tag === "Failed" ? outcome.failure.reason : hindranceOf(outcome.document, purpose)

/** A document as something, or in plain words why it is none. */
export const read = <A>(
  fetched: Fetched | undefined,
  parse: (text: string, document: FetchedDocument) => A | string
): Reading<A> => {
  if (fetched === undefined) return absent("nothing names its address")
  const { pathname } = new URL(fetched.request.url)
  const { outcome } = fetched
  if (outcome._tag === "Failed") return failed(`${pathname} could not be fetched: ${outcome.failure.reason}`)
  const { document } = outcome
  const hindrance = hindranceOf(document, fetched.purpose)
  if (hindrance !== undefined) return failed(`${pathname} has ${hindrance}`)
  if (!isUsable(document.status)) return absent(`${pathname} has status ${document.status}`)
  const text = textOf(document)
  if (Html.looksLikePage(text)) return absent(`${pathname} is a page, in spite of its status ${document.status}`)
  const value = parse(text, document)
  return typeof value === "string" ? absent(`${pathname}: ${value}`) : present(value, document)
}

/** The first that is there; else the first that is out of reach; else why the first is not there. */
const first = <A>(readings: ReadonlyArray<Reading<A>>): Reading<A> =>
  readings.find(({ _tag }) => _tag === "Present") ?? readings.find(({ _tag }) => _tag === "Failed") ?? readings[0]
    ?? absent("nothing names its address")

const object = (text: string): Json.JsonObject | string => {
  const value = Json.parse(text)
  return Json.isObject(value) ? value : "it is not a JSON object"
}

/** The messages of a JSON-RPC response, which may come as server-sent events. */
export const rpcResult = (text: string): Json.JsonObject | string => {
  const bodies = text.trimStart().startsWith("{")
    ? [text]
    : linesOf(text).filter((line) => line.startsWith("data:")).slice(0, 50).map((line) => line.slice("data:".length))
  const messages = bodies.map(Json.parse).filter(Json.isObject)
  return messages.find((one) => one["jsonrpc"] === "2.0" && ("result" in one || "error" in one))
    ?? "it does not speak JSON-RPC 2.0"
}

const guide = (text: string): Guide | string => {
  const plain = text.replace(/^\uFEFF/, "")
  const lines = linesOf(plain).slice(0, 20_000)
  if (plain.trim() === "" || (Json.parse(plain) !== undefined)) return "it is not Markdown"
  return {
    text: plain,
    title: lines.map((line) => /^#\s+(\S.*)$/.exec(line)?.[1]?.trim()).find((title) => title !== undefined),
    summary: lines.map((line) => /^>\s*(\S.*)$/.exec(line)?.[1]?.trim()).find((summary) => summary !== undefined),
    links: lines.flatMap((line) =>
      [...line.slice(0, 2_000).matchAll(/\]\(\s*<?([^)\s>]{1,1000})/g)].map((match) => match[1]!)
    )
  }
}

/** A page, whatever its status is, unless it is out of reach or something else. */
const page = async (fetched: Fetched): Promise<SitePage | undefined> => {
  if (fetched.outcome._tag === "Failed" || outOfReach(fetched) !== undefined) return undefined
  const { document } = fetched.outcome
  const text = textOf(document)
  if (!isUsable(document.status) || !/<\w/.test(text.slice(0, 20_000))) return undefined
  const parsed = Html.read(document.url, text)
  const blocks = await LinkedData.read(parsed.linkedData, document.url)
  const nodes = LinkedData.everyNode(blocks.nodes)
  return {
    purpose: fetched.purpose,
    url: document.url,
    document,
    page: parsed,
    blocks,
    nodes,
    byId: LinkedData.byId(nodes)
  }
}

/** The product that a page is about: one with offers, else one with a name. */
const productPage = (page: SitePage): ProductPage => {
  const candidates = page.nodes.filter((node) =>
    LinkedData.isOf(node, "Product")
    && (node.types.includes("Product") || !LinkedData.isOf(node, "ProductGroup", "ProductCollection"))
  )
  const named = candidates.filter((node) => node.values.has("name"))
  const product = candidates.find((node) => node.values.has("offers")) ?? named[0]
    ?? page.nodes.find((node) => LinkedData.isOf(node, "ProductGroup"))
  const offers = product === undefined ? [] : LinkedData.nodesOf(product, "offers", page.byId)
  return { ...page, product, offers: offers.map((offer) => LinkedData.withParts(offer, "offers", page.byId)) }
}

/** Nodes that list products. */
const lists = ["ItemList", "OfferCatalog", "ProductCollection", "CollectionPage", "SearchResultsPage"]

const isProduct = (node: LinkedData.Node): boolean => LinkedData.isOf(node, "Product", "ProductGroup")

/** Whether a page says that it is about one product, in JSON-LD or otherwise. */
const isAboutProduct = ({ blocks, document, page: { properties } }: SitePage): boolean => {
  if (/^(?:og:)?product(?:\.item)?$/i.test(properties.get("og:type") ?? "")) return true
  const outside = LinkedData.everyNode(blocks.nodes, (node) => !isProduct(node) && !LinkedData.isOf(node, ...lists))
  const products = outside.filter(isProduct)
  return products.length === 1 || products.some((node) => LinkedData.isOf(node, "ProductGroup"))
    || textOf(document).match(/itemtype=["']?https?:\/\/schema\.org\/Product\b/gi)?.length === 1
}

/**
 * The pages with the purpose that they turned out to have: of a sample those that are of products count as such. Then
 * those whose addresses alone look like a product's do not.
 */
const sorted = (pages: ReadonlyArray<SitePage>): ReadonlyArray<SitePage> => {
  const found = pages.filter((one) => one.purpose === "sample" && isAboutProduct(one))
  return found.length === 0 ? pages : pages.map((one) =>
    found.includes(one)
      ? { ...one, purpose: "product" }
      : one.purpose === "product" && !isAboutProduct(one) && !one.nodes.some(isProduct)
      ? { ...one, purpose: "sample" }
      : one
  )
}

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Parses everything that was fetched. */
export const parse = async (given: FetchedSite): Promise<Site> => {
  const opened: Array<SitePage> = []
  for (const purpose of ["home", "listing", "product", "sample", "policy"] as const) {
    for (const one of given.documents) {
      const found = one.purpose === purpose ? await page(one) : undefined
      if (found !== undefined) opened.push(found)
    }
  }
  const separate = sorted(opened)
  const purposes = new Map(separate.map(({ document, purpose }) => [document, purpose]))
  const documents = given.documents.map((one): Fetched => ({
    ...one,
    purpose: one.outcome._tag === "Fetched" ? purposes.get(one.outcome.document) ?? one.purpose : one.purpose
  }))
  const fetched = { ...given, documents }
  const byPurpose = new Map<Purpose, Array<Fetched>>()
  for (const one of documents) byPurpose.set(one.purpose, [...(byPurpose.get(one.purpose) ?? []), one])
  const of = (purpose: Purpose): ReadonlyArray<Fetched> => byPurpose.get(purpose) ?? []
  const single = <A>(purpose: Purpose, parse: (text: string, document: FetchedDocument) => A | string) =>
    first(of(purpose).map((one) => read(one, parse)))
  const everywhere = LinkedData.byId(separate.flatMap(({ nodes }) => nodes))
  const everyPage = separate.map((one) => ({ ...one, byId: LinkedData.joined(everywhere, one.byId) }))
  const pages = everyPage.filter(({ purpose }) => purpose !== "sample")
  const sitemaps = of("sitemap").map((one) => read(one, (text, { truncated }) => Sitemap.read(text, truncated)))
  const goodSitemaps = sitemaps.flatMap((one) => one._tag === "Present" ? [one] : [])
  const firstSitemap = goodSitemaps[0]
  return {
    ...fetched,
    of,
    isLoopback: loopback.test(new URL(fetched.origin).hostname),
    robots: single("robots", (text, { url }) => Robots.read(url, text) ?? "it has no line `User-agent:`"),
    sitemaps: firstSitemap === undefined
      ? first(sitemaps as ReadonlyArray<Reading<never>>)
      : present(goodSitemaps.map(({ value }) => value), firstSitemap.document),
    llms: single("llms", guide),
    apiCatalog: single("api-catalog", object),
    openApi: single("openapi", OpenApi.read),
    commerce: single("commerce", object),
    acp: single("acp", object),
    ucp: single("ucp", (text) => {
      const value = object(text)
      return typeof value === "string" || Json.isObject(value["ucp"]) ? value : "it has no object `ucp`"
    }),
    mcp: single("mcp", rpcResult),
    oauthServer: single("oauth-server", object),
    oauthResource: single("oauth-resource", object),
    securityText: single(
      "security-text",
      (text) => fieldOf(text, "contact") === undefined ? "it names no contact" : { expires: fieldOf(text, "expires") }
    ),
    feed: single(
      "feed",
      (text, { truncated }) => Feed.read(text, truncated, fetched.startedAt) ?? "it lists no products"
    ),
    home: pages.find(({ purpose }) => purpose === "home"),
    products: pages.filter(({ purpose }) => purpose === "product").map(productPage),
    policies: pages.filter(({ purpose }) => purpose === "policy"),
    others: everyPage.filter(({ purpose }) => purpose === "sample"),
    pages
  }
}
