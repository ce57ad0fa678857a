/**
 * Where a site's documents and pages are, by what the site itself says: links, catalogues, sitemaps, then custom.
 *
 * The rule: only addresses of the site's own origin are ever fetched, whatever a document names.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import * as Html from "./documents/Html.ts"
import * as Json from "./documents/Json.ts"
import * as OpenApi from "./documents/OpenApi.ts"
import { isAbout } from "./documents/PolicyWords.ts"
import * as Robots from "./documents/Robots.ts"
import * as Sitemap from "./documents/Sitemap.ts"

/** Addresses of the origin, absolute, without fragments, each once. */
const within = (origin: string, addresses: ReadonlyArray<string | undefined>): ReadonlyArray<string> => [
  ...new Set(addresses.flatMap((address) => {
    if (address === undefined || !canParse(address, origin)) return []
    const url = new URL(address, origin)
    url.hash = ""
    return url.origin === origin && url.href.length <= 2_000 ? [url.href] : []
  }))
]

/** The addresses that a text names, in Markdown or bare. */
const addressesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.slice(0, 200_000).matchAll(/https?:\/\/[^\s)>\]`"'<]{1,1000}/g)].map(([address]) => address).filter((
    address
  ) => pattern.test(address))

/** What an api-catalog (RFC 9727, a linkset of RFC 9264) says under a relation. */
export const catalogLinks = (catalog: Json.Json | undefined, relation: string): ReadonlyArray<string> =>
  Json.listAt(catalog, "linkset").flatMap((context) =>
    Json.listAt(context, relation).flatMap((link) => Json.textAt(link, "href") ?? [])
  )

/** Texts of what was fetched so far, where a document is there. */
export interface Known {
  readonly origin: string
  readonly robots: string | undefined
  readonly llms: string | undefined
  readonly apiCatalog: string | undefined
  readonly commerce: string | undefined
  readonly acp: string | undefined
  readonly ucp: string | undefined
  readonly openApi: string | undefined
  readonly home: { readonly url: string; readonly html: string } | undefined
}

/** What a site's robots.txt allows; everything where there is none. */
export const permission = (url: string, robots: string | undefined) =>
  (robots === undefined ? undefined : Robots.read(url, robots))?.allows ?? (() => true)

export const sitemaps = ({ origin, robots }: Known): ReadonlyArray<string> =>
  within(origin, [
    ...((robots === undefined ? undefined : Robots.read(`${origin}/robots.txt`, robots))?.sitemaps ?? []),
    "/sitemap.xml"
  ]).slice(0, 2)

/** The parts that a sitemap of parts names. */
export const sitemapParts = (origin: string, text: string, truncated: boolean): ReadonlyArray<string> => {
  const sitemap = Sitemap.read(text, truncated)
  return typeof sitemap === "string" || sitemap.kind === "pages" ? [] : within(origin, sitemap.addresses)
}

const json = (text: string | undefined): Json.Json | undefined => text === undefined ? undefined : Json.parse(text)

const relations = ({ home }: Known) => home === undefined ? [] : Html.read(home.url, home.html).relations

export const openApi = (known: Known): ReadonlyArray<string> =>
  within(known.origin, [
    ...catalogLinks(json(known.apiCatalog), "service-desc"),
    Json.textAt(json(known.commerce), "openapi"),
    ...relations(known).filter(({ rel }) => rel === "service-desc").map(({ href }) => href),
    ...addressesIn(known.llms ?? "", /(openapi|swagger)[\w.-]*\.json/i),
    "/openapi.json"
  ]).slice(0, 2)

export const feeds = (known: Known): ReadonlyArray<string> =>
  within(known.origin, [
    Json.textAt(json(known.commerce), "feed"),
    ...catalogLinks(json(known.apiCatalog), "item").filter((address) => /feed/i.test(address)),
    ...relations(known).filter(({ rel, type }) => rel === "alternate" && /json|xml|rss|atom/.test(type))
      .map(({ href }) => href),
    ...addressesIn(known.llms ?? "", /feed|products\.(jsonl?|xml)/i),
    "/products.json"
  ]).slice(0, 2)

/** The end of a path, without a second slash. */
const below = (base: string | undefined, path: string): string | undefined =>
  base === undefined ? undefined : `${base.replace(/\/+$/, "")}${path}`

export const acpEndpoint = ({ acp, origin }: Known): string | undefined =>
  within(origin, [below(Json.textAt(json(acp), "api_base_url"), "/checkout_sessions")])[0]

/** The services of a UCP profile that are reached in one way. */
const ucpEndpoints = (ucp: string | undefined, transport: string): ReadonlyArray<string> => {
  const services = Json.at(json(ucp), "ucp", "services")
  return Json.isObject(services)
    ? Object.values(services).flatMap((versions) =>
      (Array.isArray(versions) ? versions as ReadonlyArray<Json.Json> : [versions]).flatMap((one) => [
        ...(Json.textAt(one, "transport") === transport ? [Json.textAt(one, "endpoint") ?? []].flat() : []),
        ...[Json.textAt(one, transport, "endpoint") ?? []].flat()
      ])
    )
    : []
}

export const ucpEndpoint = ({ origin, ucp }: Known): string | undefined =>
  within(origin, ucpEndpoints(ucp, "rest").map((base) => below(base, "/checkout-sessions")))[0]

export const mcp = ({ llms, origin, ucp }: Known): string | undefined =>
  within(origin, [...ucpEndpoints(ucp, "mcp"), ...addressesIn(llms ?? "", /\/mcp\/?$/), "/mcp"])[0]

/** A path that no site has. */
const nowhere = "no-such-thing-7f3a9c"

export const unknownPage = (origin: string): string => `${origin}/${nowhere}`

/** An operation of the API that is reached without parameters. */
const operation = ({ openApi, origin }: Known): { readonly url: string; readonly method: string } | undefined => {
  const read = openApi === undefined ? undefined : OpenApi.read(openApi)
  if (read === undefined || typeof read === "string") return undefined
  const server = Json.textAt(Json.listAt(read.document, "servers")[0], "url") ?? "/"
  const plain = read.operations.filter(({ path }) => !path.includes("{"))
  const chosen = plain.find(({ method }) => method === "post") ?? plain[0]
  const url = chosen === undefined ? undefined : within(origin, [below(server, chosen.path)])[0]
  return url === undefined ? undefined : { url, method: chosen!.method.toUpperCase() }
}

export const preflight = operation

/** An address beside an operation that the API does not have. */
export const unknownOperation = (known: Known): string | undefined => {
  const found = operation(known)
  return found === undefined ? undefined : new URL(`${found.url.replace(/\/[^/]*$/, "")}/${nowhere}`).href
}

/**
 * What the pages are about that a shop owes its customers, by words in their addresses or their links. A link with one
 * of the first words is preferred to one with the others, which also lead to pages that say more than this.
 */
const policyKinds = {
  returns: [
    /return|refund|r(ü|ue)ckgabe|retour/i,
    /r(ü|ue)cksend|umtausch|erstattung|rembours|\bresi\b|\breso\b|rimbors|devoluci|reembols|terug(gave|sturen|betal)/i
  ],
  withdrawal: [/withdraw|revocation|widerruf/i, /r(é|e)tractation|recesso|desistimiento|herroeping/i],
  shipping: [
    /shipping|delivery|versand|lieferung/i,
    /liefer(?!ant)|livraison|exp(é|e)dition|spedizion|consegn|\benv(í|i)os?\b|entrega|verzend|bezorg|levering/i
  ],
  privacy: [
    /privacy|datenschutz/i,
    /privacidad|confidentialit|donn(é|e)es|riservatezza|protecci(ó|o)n de datos|dsgvo|gdpr/i
  ],
  terms: [
    /\bterms|conditions|\bagb\b/i,
    /gesch(ä|ae)ftsbedingung|nutzungsbedingung|\bcgv\b|condizioni|condiciones|voorwaarden/i
  ],
  contact: [
    /contact|kontakt|support/i,
    /contatt|customer.?(service|care)|kunden(service|dienst)|service.?client|servizio.?clienti|atenci(ó|o)n.?al.?cliente|klantenservice/i
  ],
  imprint: [
    /imprint|impressum|legal.?notice/i,
    /anbieterkennzeichnung|mentions.?l(é|e)gales|note.?legali|aviso.?legal|colofon|legal.?(disclosure|information)/i
  ]
} as const
export type PolicyKind = keyof typeof policyKinds

/** A path as people read it, where it can be. */
const readablePath = (href: string): string => {
  const { pathname } = new URL(href)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The link that leads to a site's page about a subject, of the links on its home page. */
export const linkAbout = (kind: PolicyKind, origin: string, links: ReadonlyArray<Html.Link>): Html.Link | undefined => {
  const own = links.filter(({ href }) => href.startsWith(`${origin}/`))
  const isSaid = (says: (words: string) => boolean) =>
    own.find(({ href, text }) => says(readablePath(href)) || says(text))
  const preferred = policyKinds[kind].flatMap((words) => isSaid((text) => words.test(text)) ?? [])[0]
  return preferred ?? (kind === "returns" || kind === "withdrawal" ? isSaid((text) => isAbout(kind, text)) : undefined)
}

const homeLinks = ({ home, origin }: Known): ReadonlyArray<Html.Link> =>
  home === undefined
    ? []
    : Html.read(home.url, home.html).links.filter(({ href }) => href.startsWith(`${origin}/`))

export const policies = (known: Known): ReadonlyArray<string> => {
  const links = homeLinks(known)
  const kinds = Object.keys(policyKinds) as ReadonlyArray<PolicyKind>
  return within(known.origin, kinds.map((kind) => linkAbout(kind, known.origin, links)?.href))
}

const listing = new RegExp(
  `/(${
    [
      "products|collections?|categor(?:y|ies)|shop|catalog(?:ue)?|c|kategorien?|kategori(?:er|a)|cat(?:é|e)gories?",
      "categor(?:í|i)as?|categorie|sortiment|kollektion(?:en)?|produkt(?:e|y|er)|produits|productos|prodotti|produtos",
      "producten|tuotteet|varer|varor|term(?:é|e)kek|tienda|boutique|negozio|sklep|butik|kauppa|winkel|loja"
    ].join("|")
  })(/|$)`,
  "i"
)

/**
 * A path of a product's page in the words of many languages, or with a number after `p`. It says only what is opened
 * first: whether a page is a product's, the page says.
 */
const product = new RegExp(
  `/(?:${
    [
      "products?|p|pd|dp|items?|artikel|shop|produkt(?:e|y|er)?|produits?|productos?|prodott[oi]|produtos?|producten",
      "tuot(?:e|teet)|varer?|vara|varor|term(?:é|e)k(?:ek)?|produse?|v(?:ý|y)robk?y?|izdelek|proizvod|toode|prek(?:e|ė)",
      "(?:ü|u)r(?:ü|u)n|товары?|προϊόν"
    ].join("|")
  })/[^/]+|[^/][-_.]p-?\\d+(?:\\.html?)?/?$`,
  "i"
)

/** Whether an address is, by its path, one of a list of products or of a product. */
export const isShopping = (href: string): boolean => {
  const path = readablePath(href)
  return listing.test(path) || product.test(path)
}

export const listings = (known: Known): ReadonlyArray<string> =>
  within(known.origin, homeLinks(known).map(({ href }) => href).filter((href) => listing.test(readablePath(href))))
    .filter((href) => !product.test(readablePath(href))).slice(0, 1)

/** Some of a list, from all over it. */
const spread = <A>(list: ReadonlyArray<A>, n: number): ReadonlyArray<A> =>
  list.length <= n ? list : Array.from({ length: n }, (_, at) => list[Math.floor(at * list.length / n)]!)

/** What a sitemap, of which each text is a part, lists of the site. */
const listedIn = (origin: string, sitemapTexts: ReadonlyArray<SitemapText>): ReadonlyArray<string> =>
  within(
    origin,
    sitemapTexts.flatMap(({ text, truncated }) => {
      const sitemap = Sitemap.read(text, truncated)
      return typeof sitemap === "string" || sitemap.kind === "parts" ? [] : sitemap.addresses
    }).slice(0, 50_000)
  )

export interface SitemapText {
  readonly text: string
  readonly truncated: boolean
}

export interface PageText {
  readonly url: string
  readonly html: string
}

const linksOf = ({ html, url }: PageText): ReadonlyArray<string> => Html.read(url, html).links.map(({ href }) => href)

/** Pages that are of products by their addresses, from the sitemaps, else from the links of pages. */
export const products = (
  { home, origin }: Known,
  sitemapTexts: ReadonlyArray<SitemapText>,
  otherPages: ReadonlyArray<PageText>,
  most: number
): ReadonlyArray<string> => {
  const isProduct = (href: string) => product.test(readablePath(href))
  const fromSitemap = listedIn(origin, sitemapTexts).filter(isProduct)
  if (fromSitemap.length > 0) return spread(fromSitemap, most)
  const linked = [...(home === undefined ? [] : [home]), ...otherPages].flatMap(linksOf)
  return spread(within(origin, linked).filter(isProduct), most)
}

const file = /\.(?:avif|css|gif|ico|jpe?g|js|json|mp4|pdf|png|svg|txt|webp|xml|zip)$/i

/** Words of pages that are seldom about a product. */
const aside =
  /\/(?:account|konto|login|cart|basket|warenkorb|checkout|kasse|wishlist|search|suche|blog|news|magazin|pages?|about|policies)(?:\/|$)/i

/** The most pages that are opened before their links are read, where no sitemap lists any. */
const mostLinkedAtOnce = 3

/**
 * Pages that may be of products, whatever their addresses are: of the sitemaps, else those to which the pages that were
 * opened link, the last ones first. None is opened twice.
 */
export const candidates = (
  { origin }: Known,
  sitemapTexts: ReadonlyArray<SitemapText>,
  opened: ReadonlyArray<PageText>,
  mayOpen: (href: string) => boolean,
  most: number
): ReadonlyArray<string> => {
  const chosen = (addresses: ReadonlyArray<string>, n: number) => {
    const open = within(origin, addresses).filter((href) => !file.test(new URL(href).pathname) && mayOpen(href))
    const likely = open.filter((href) => !aside.test(readablePath(href)))
    return [...spread(likely, n), ...open.filter((href) => aside.test(readablePath(href)))].slice(0, n)
  }
  const listed = listedIn(origin, sitemapTexts)
  if (listed.some((href) => new URL(href).pathname !== "/")) return chosen(listed, most)
  const linked = opened.toReversed().flatMap((page) => chosen(linksOf(page), mostLinkedAtOnce))
  return [...new Set(linked)].slice(0, Math.min(most, mostLinkedAtOnce))
}

/** Whether a page may say that it is about a product. Reading it decides. */
export const mentionsProduct = (html: string): boolean =>
  /"(?:schema:)?Product(?:Group)?"|schema\.org\/Product\b|["']og:type["']/.test(html)
