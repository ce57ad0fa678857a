/**
 * Which documents of a site to fetch, and in which order. Nothing is fetched that robots.txt forbids, nothing outside
 * the site's origin (but for redirects of robots.txt and of the home page), and at most `maxPages` pages, two fifths of
 * them policies. What cannot be fetched, or is left unread by the limit, is recorded as such. Follows
 * docs/readiness.md#scan.
 */
import { isRedirect, redirected } from "@beauty-store/outbound/GuardedHttp"
import { canParse } from "@beauty-store/outbound/UrlText"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Evaluation from "./Evaluation.ts"
import { counted } from "./Evidence.ts"
import type { Fetched, Outcome, Purpose } from "./FetchedSite.ts"
import { unpack } from "./fetching/BodyDecoding.ts"
import {
  agentName,
  type FetchedDocument,
  FetchFailure,
  type FetchRequest,
  mostRedirects,
  SiteFetch
} from "./SiteFetch.ts"
import type { Known } from "./SiteLinks.ts"

/** The site's home page could not be read, so that nothing can be said about the site. */
export class SiteUnreadable extends Data.TaggedError("SiteUnreadable")<{ readonly reason: string }> {}

export interface ReaderOptions {
  readonly maxPages: number
  readonly progress: (done: number, doing: string) => Effect.Effect<void>
}

/** The most bytes of a body that are read, by what it is. */
const mostBytes = { text: 512_000, page: 2_000_000, large: 6_000_000 } as const

const sizes: Partial<Record<Purpose, number>> = {
  openapi: mostBytes.large,
  sitemap: mostBytes.large,
  feed: mostBytes.large,
  home: mostBytes.page,
  listing: mostBytes.page,
  product: mostBytes.page,
  sample: mostBytes.page,
  policy: mostBytes.page,
  "unknown-page": mostBytes.page
}

/** What shops also publish as a file of gzip: sitemaps.org and the vendors of feeds allow it. */
const packable: ReadonlySet<Purpose> = new Set(["sitemap", "feed"])

/** About how many documents for programs a site is asked for, for the progress. */
const usualDocuments = 26

/** The most parts of a sitemap that are read. */
const mostParts = 2

/** The part of the pages that may be policies. */
const policyShare = 0.4

const json = { accept: "application/json" }

const rpc = (method: string, params: object, id: number) => ({
  method: "POST" as const,
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id, method, params })
})

/** RFC 9309 §2.3.1.4: a robots.txt that is out of reach forbids everything; one that is not there, nothing. */
const refusalOf = (outcome: Outcome): string | undefined => {
  if (outcome._tag === "Failed") return `could not be fetched (${outcome.failure.reason})`
  const { status } = outcome.document
  return status >= 500 || status === 429 ? `has status ${status}` : undefined
}

type Links = typeof Evaluation.links

/** The texts that were fetched for a purpose, where something is there. */
const textsOf = (documents: ReadonlyArray<Fetched>, wanted: Purpose) =>
  documents.flatMap(({ outcome, purpose }) =>
    purpose === wanted && outcome._tag === "Fetched" && outcome.document.status < 300
      ? [{
        text: new TextDecoder().decode(outcome.document.body),
        url: outcome.document.url,
        truncated: outcome.document.truncated
      }]
      : []
  )

/** Where a redirect leads inside its origin; undefined where there is none, or it leads out. */
const onwards = (request: FetchRequest, document: FetchedDocument): FetchRequest | undefined => {
  if (request.method !== "GET" || !isRedirect(document)) return undefined
  const next = redirected(request, document)
  return canParse(next.url) && new URL(next.url).origin === new URL(request.url).origin ? next : undefined
}

/** Fetches a document of the site, also where it is at another address of the site. */
const following = (once: (request: FetchRequest) => Effect.Effect<FetchedDocument, FetchFailure>) =>
  Effect.fnUntraced(function*(first: FetchRequest) {
    let request = first
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const document = yield* once(request)
      const next = onwards(request, document)
      if (next === undefined) return document
      request = next
    }
    return yield* new FetchFailure({ reason: "too many redirects" })
  })

const outcomeOf = (sent: Effect.Effect<FetchedDocument, FetchFailure>): Effect.Effect<Outcome> =>
  Effect.match(sent, {
    onSuccess: (document): Outcome => ({ _tag: "Fetched", document }),
    onFailure: (failure): Outcome => ({ _tag: "Failed", failure })
  })

const unpackSent = (sent: Effect.Effect<FetchedDocument, FetchFailure>, { maxBytes }: FetchRequest) =>
  Effect.flatMap(sent, (document) => unpack(document, maxBytes))

/** A document that the scan itself leaves unread, which says nothing about the site. */
const leftUnread = (purpose: Purpose, url: string, limit: string): Fetched => ({
  purpose,
  request: { method: "GET", url, headers: {}, maxBytes: 0, followRedirects: false },
  outcome: { _tag: "Failed", failure: new FetchFailure({ reason: `left unread by the scan's limit of ${limit}` }) }
})

/** What was fetched so far, and the requests for more. */
const reading = (
  send: (request: FetchRequest) => Effect.Effect<FetchedDocument, FetchFailure>,
  { permission }: Links,
  { maxPages, progress }: ReaderOptions
) => {
  const documents: Array<Fetched> = []
  let allows: ReturnType<typeof permission> = () => true
  let pages = 0
  const once = (request: FetchRequest) =>
    allows(request.url, agentName) ? send(request) : new FetchFailure({ reason: "disallowed by robots.txt" })
  const follow = following(once)
  const get = Effect.fnUntraced(function*(purpose: Purpose, url: string, request: Partial<FetchRequest> = {}) {
    const whole: FetchRequest = {
      method: "GET",
      url,
      headers: {},
      maxBytes: sizes[purpose] ?? mostBytes.text,
      followRedirects: purpose === "robots" || purpose === "home",
      ...request
    }
    yield* progress(Math.min(0.95, documents.length / (usualDocuments + maxPages)), new URL(url).pathname)
    const sent = purpose === "robots"
      ? send(whole)
      : purpose === "home" || purpose === "plain-http"
      ? once(whole)
      : follow(whole)
    const outcome = yield* outcomeOf(packable.has(purpose) ? unpackSent(sent, whole) : sent)
    const fetched: Fetched = { purpose, request: whole, outcome }
    documents.push(fetched)
    return fetched
  })
  const texts = (purpose: Purpose) => textsOf(documents, purpose)
  const leavePage = (purpose: Purpose, url: string): void =>
    void documents.push(leftUnread(purpose, url, counted(maxPages, "page")))
  const text = (purpose: Purpose): string | undefined => texts(purpose)[0]?.text
  return {
    documents,
    get,
    texts,
    leavePage,
    /** Fetches a page, if the scan has one left. */
    page: (purpose: Purpose, url: string) =>
      Effect.suspend(() =>
        pages++ < maxPages
          ? Effect.asVoid(get(purpose, url, { headers: { accept: "text/html" } }))
          : Effect.sync(() => leavePage(purpose, url))
      ),
    pagesLeft: () => Math.max(0, maxPages - pages),
    isAllowed: (url: string) => allows(url, agentName),
    /** Fetches robots.txt, which holds from then on, and the home page. */
    enter: Effect.fnUntraced(function*(origin: string) {
      const refusal = refusalOf((yield* get("robots", `${origin}/robots.txt`)).outcome)
      if (refusal !== undefined) {
        return yield* new SiteUnreadable({ reason: `robots.txt ${refusal}, so that nothing may be fetched` })
      }
      allows = permission(`${origin}/robots.txt`, text("robots"))
      pages++
      return yield* get("home", `${origin}/`, { headers: { accept: "text/html" } })
    }),
    known: (origin: string): Known => ({
      origin,
      robots: text("robots"),
      llms: text("llms"),
      apiCatalog: text("api-catalog"),
      commerce: text("commerce"),
      acp: text("acp"),
      ucp: text("ucp"),
      openApi: text("openapi"),
      home: texts("home").map(({ text, url }) => ({ url, html: text }))[0]
    })
  }
}

type Reading = ReturnType<typeof reading>

const isThere = (status: number): boolean => status >= 200 && status < 300

const withoutWww = (url: URL): string => url.hostname.replace(/^www\./, "")

/**
 * Enters a site: the origin to which its home page leads, and the page's validator. If that is another origin of the
 * same site, such as one with `www.`, it is entered anew there, by its own robots.txt.
 */
const enter = (site: Reading, target: URL): Effect.Effect<Entered, SiteUnreadable> =>
  Effect.gen(function*() {
    const { outcome } = yield* site.enter(target.origin)
    if (outcome._tag === "Failed") {
      return yield* new SiteUnreadable({ reason: `the home page could not be fetched: ${outcome.failure.reason}` })
    }
    const { headers, status, url } = outcome.document
    const reached = new URL(url)
    if (withoutWww(reached) !== withoutWww(target)) {
      return yield* new SiteUnreadable({ reason: "the home page leads to another site, which may be scanned instead" })
    }
    if (reached.origin === target.origin) {
      return isThere(status)
        ? { origin: target.origin, etag: headers["etag"] }
        : yield* new SiteUnreadable({ reason: `the home page has status ${status}` })
    }
    site.documents.length = 0
    const { outcome: anew } = yield* site.enter(reached.origin)
    if (anew._tag === "Failed" || new URL(anew.document.url).origin !== reached.origin) {
      return yield* new SiteUnreadable({ reason: "the home page leads from one address to another" })
    }
    return isThere(anew.document.status)
      ? { origin: reached.origin, etag: anew.document.headers["etag"] }
      : yield* new SiteUnreadable({ reason: `the home page has status ${anew.document.status}` })
  })

interface Entered {
  readonly origin: string
  readonly etag: string | undefined
}

/** Fetches a site. */
export const read = Effect.fn("SiteReader.read")(function*(target: URL, links: Links, options: ReaderOptions) {
  const port = yield* SiteFetch
  const site = reading((request) => port.fetch(request), links, options)
  const { etag, origin } = yield* enter(site, target)
  yield* readDocuments(site, links, origin)
  yield* probe(site, links, origin, etag)
  yield* readPages(site, links, origin)
  return { origin, documents: site.documents }
})

/** The documents for programs. */
const readDocuments = Effect.fnUntraced(
  function*({ documents, get, known, texts }: Reading, links: Links, origin: string) {
    for (const address of links.sitemaps(known(origin))) {
      yield* get("sitemap", address)
      const sitemap = texts("sitemap").at(-1)
      if (sitemap === undefined) continue
      const parts = links.sitemapParts(origin, sitemap.text, sitemap.truncated)
      for (const part of parts.slice(0, mostParts)) yield* get("sitemap", part)
      const unread = parts[mostParts]
      if (unread !== undefined) documents.push(leftUnread("sitemap", unread, `${mostParts} parts of a sitemap`))
      break
    }
    const wellKnown = (name: string) => `${origin}/.well-known/${name}`
    yield* get("llms", `${origin}/llms.txt`)
    yield* get("api-catalog", wellKnown("api-catalog"), {
      headers: { accept: "application/linkset+json, application/json" }
    })
    yield* get("commerce", wellKnown("commerce.json"), { headers: json })
    yield* get("acp", wellKnown("acp.json"), { headers: json })
    yield* get("ucp", wellKnown("ucp"), { headers: json })
    yield* get("oauth-server", wellKnown("oauth-authorization-server"), { headers: json })
    yield* get("oauth-resource", wellKnown("oauth-protected-resource"), { headers: json })
    yield* get("security-text", wellKnown("security.txt"))
    const found = [
      ["openapi", links.openApi(known(origin))],
      ["feed", links.feeds(known(origin))]
    ] as const
    for (const [purpose, addresses] of found) {
      for (const address of addresses) {
        yield* get(purpose, address)
        if (texts(purpose).some(({ text }) => !links.looksLikePage(text))) break
      }
    }
  }
)

/** The pages: policies, a list, one that does not exist, and products for the rest. */
const readPages = Effect.fnUntraced(function*(site: Reading, links: Links, origin: string) {
  const { known, leavePage, page, pagesLeft } = site
  const policies = links.policies(known(origin))
  const read = Math.floor(pagesLeft() * policyShare)
  for (const address of policies.slice(0, read)) yield* page("policy", address)
  for (const address of policies.slice(read)) leavePage("policy", address)
  for (const address of links.listings(known(origin))) yield* page("listing", address)
  yield* page("unknown-page", links.unknownPage(origin))
  yield* readProducts(site, links, origin)
})

/**
 * Pages of products: by their addresses, of which half are opened first. Where those say nothing of a product, others
 * are opened, whatever their addresses are.
 */
const readProducts = Effect.fnUntraced(
  function*({ documents, isAllowed, known, page, pagesLeft, texts }: Reading, links: Links, origin: string) {
    const pagesOf = (...purposes: ReadonlyArray<Purpose>) =>
      purposes.flatMap(texts).map(({ text, url }) => ({ url, html: text }))
    // Where no page is left, one that was found is recorded as unread.
    const most = () => Math.max(1, pagesLeft())
    const likely = links.products(known(origin), texts("sitemap"), pagesOf("listing"), most())
    const half = Math.ceil(likely.length / 2)
    for (const address of likely.slice(0, half)) yield* page("product", address)
    const opened = texts("product")
    const isAnswered = opened.length > 0 || likely.length === 0
    if (isAnswered && !opened.some(({ text }) => links.mentionsProduct(text))) {
      do {
        const pages = pagesOf("home", "listing", "sample")
        const asked = new Set(documents.map(({ request }) => request.url))
        const mayOpen = (url: string) => isAllowed(url) && !asked.has(url)
        const others = links.candidates(known(origin), texts("sitemap"), pages, mayOpen, most())
        if (others.length === 0) break
        for (const address of others) yield* page("sample", address)
      } while (pagesLeft() > 0)
    }
    for (const address of likely.slice(half, half + pagesLeft())) yield* page("product", address)
  }
)

/** Asks the endpoints for what they answer to strangers. Nothing of it changes anything. */
const probe = Effect.fnUntraced(function*(
  { get, known: knownOf }: Reading,
  links: Links,
  origin: string,
  etag: string | undefined
) {
  const known = () => knownOf(origin)
  const post = { method: "POST" as const, headers: { "content-type": "application/json", ...json }, body: "{}" }
  const acp = links.acpEndpoint(known())
  if (acp !== undefined) yield* get("acp-endpoint", acp, post)
  const ucp = links.ucpEndpoint(known())
  if (ucp !== undefined) yield* get("ucp-endpoint", ucp, post)
  const mcp = links.mcp(known())
  if (mcp !== undefined) {
    const opened = yield* get(
      "mcp",
      mcp,
      rpc("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: agentName, version: "1.0" }
      }, 1)
    )
    if (opened.outcome._tag === "Fetched" && opened.outcome.document.status === 200) {
      const session = opened.outcome.document.headers["mcp-session-id"]
      const list = rpc("tools/list", {}, 2)
      yield* get("mcp-tools", mcp, {
        ...list,
        headers: { ...list.headers, ...(session === undefined ? {} : { "mcp-session-id": session }) }
      })
    }
  }
  const unknown = links.unknownOperation(known())
  if (unknown !== undefined) yield* get("unknown-operation", unknown, { headers: json })
  const operation = links.preflight(known())
  if (operation !== undefined) {
    yield* get("preflight", operation.url, {
      method: "OPTIONS",
      headers: {
        origin: "https://agent.example",
        "access-control-request-method": operation.method,
        "access-control-request-headers": "authorization,content-type"
      }
    })
  }
  if (etag !== undefined) {
    yield* get("revalidation", `${origin}/`, { headers: { accept: "text/html", "if-none-match": etag } })
  }
  if (origin.startsWith("https:")) {
    yield* get("plain-http", `${origin.replace(/^https:/, "http:").replace(/:\d+$/, "")}/`, { followRedirects: false })
  }
})
