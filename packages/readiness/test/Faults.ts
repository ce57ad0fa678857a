/**
 * One fault for each check: what is changed in the fixture shop, and every verdict that is no longer a pass. A check
 * that another one depends on takes that one along; nothing else may change.
 */
import type { Status } from "../src/Check.ts"
import {
  acp,
  type Answer,
  feed,
  feedItem,
  FixtureShop,
  homePage,
  json,
  linkset,
  llms,
  mcp,
  oauthServer,
  openApi,
  origin,
  page,
  robots,
  sitemap,
  text,
  ucp,
  unauthorized
} from "./FixtureShop.ts"

export interface Fault {
  /** The check that is shown able to fail. */
  readonly id: string
  readonly plant: (shop: FixtureShop) => void
  /** All verdicts that are not a pass. */
  readonly verdicts: { readonly [id: string]: Status }
  readonly shop?: () => FixtureShop
}

const set = (address: string, answer: Answer) => (shop: FixtureShop) => void shop.answers.set(address, answer)
const drop = (address: string) => (shop: FixtureShop) => void shop.answers.delete(address)

/** A page in place of a document, with status 200. */
const soft404 = page({ path: "/", title: "Nothing here", body: "We found nothing." })

const editApi = (change: (document: ReturnType<typeof openApi>) => object) =>
  set("/openapi.json", json(change(openApi())))

/** Leaves a property out of the pages of products. */
const without = (pattern: RegExp) => (shop: FixtureShop) => shop.editProducts((body) => body.replace(pattern, ""))
const replacing = (pattern: RegExp | string, by: string) => (shop: FixtureShop) =>
  shop.editProducts((body) => body.replaceAll(pattern, by))
const withoutKeys = <A>(
  value: Readonly<Record<string, A>>,
  ...keys: ReadonlyArray<string>
): Readonly<Record<string, A>> => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

const header = (name: string, value?: string) => (shop: FixtureShop) =>
  shop.editHeaders((headers) => ({ ...withoutKeys(headers, name), ...(value === undefined ? {} : { [name]: value }) }))

const variant = (id: string, n: number) => feedItem(id, n).variants[0]!
const feedOf = (change: (variant: ReturnType<typeof feedItem>["variants"][number]) => object) =>
  set("/feed.jsonl", feed((id, n) => ({ ...feedItem(id, n), variants: [change(variant(id, n))] })))

const orders = (change: (post: ReturnType<typeof openApi>["paths"]["/api/orders"]["post"]) => object) =>
  editApi((document) => ({
    ...document,
    paths: { ...document.paths, "/api/orders": { post: change(document.paths["/api/orders"].post) } }
  }))

const operations = (change: (operation: Readonly<Record<string, unknown>>) => object) =>
  editApi((document) => ({
    ...document,
    paths: {
      "/api/products": { get: change(document.paths["/api/products"].get) },
      "/api/orders": { post: change(document.paths["/api/orders"].post) }
    }
  }))

const pages = [
  "/",
  "/categories/skincare",
  "/policies/returns",
  "/policies/shipping",
  "/policies/privacy",
  "/policies/terms",
  "/contact",
  "/imprint"
]
const editPages = (change: (body: string) => string) => (shop: FixtureShop) => {
  for (const address of pages) shop.edit(address, change)
  shop.editProducts(change)
}

const emptyDrafts = () => new FixtureShop({ total: false })

export const faults: ReadonlyArray<Fault> = [
  {
    id: "robots.present",
    plant: set("/robots.txt", soft404),
    verdicts: { "robots.present": "fail", "robots.sitemap": "not_applicable" }
  },
  {
    id: "robots.indexers",
    plant: set(
      "/robots.txt",
      text(
        `User-agent: Googlebot\nUser-agent: Bingbot\nUser-agent: OAI-SearchBot\nUser-agent: Claude-SearchBot\nDisallow: /products/\n\n${robots()}`
      )
    ),
    verdicts: { "robots.indexers": "fail" }
  },
  {
    id: "robots.assistants",
    plant: set(
      "/robots.txt",
      text(`User-agent: ChatGPT-User\nUser-agent: Claude-User\nUser-agent: Perplexity-User\nDisallow: /\n\n${robots()}`)
    ),
    verdicts: { "robots.assistants": "fail" }
  },
  {
    id: "robots.documents",
    plant: set(
      "/robots.txt",
      text(`User-agent: SomeAgent\nDisallow: /.well-known/\nDisallow: /llms.txt\n\n${robots()}`)
    ),
    verdicts: { "robots.documents": "fail" }
  },
  {
    id: "robots.sitemap",
    plant: set("/robots.txt", text("User-agent: *\nDisallow: /cart\n")),
    verdicts: { "robots.sitemap": "fail" }
  },
  {
    id: "sitemap.present",
    plant: set("/sitemap.xml", text("<urlset><url><loc>x", "application/xml")),
    verdicts: {
      "sitemap.present": "fail",
      "sitemap.addresses": "not_applicable",
      "sitemap.products": "not_applicable",
      "sitemap.open": "not_applicable"
    }
  },
  {
    id: "sitemap.addresses",
    plant: (shop) =>
      shop.edit(
        "/sitemap.xml",
        (body) => body.replace("</urlset>", "<url><loc>https://other.example/</loc></url>".repeat(6) + "</urlset>")
      ),
    verdicts: { "sitemap.addresses": "fail" }
  },
  {
    id: "sitemap.products",
    plant: set("/sitemap.xml", text(sitemap(["/"]), "application/xml")),
    verdicts: { "sitemap.products": "fail" }
  },
  {
    id: "sitemap.open",
    plant: set(
      "/sitemap.xml",
      text(sitemap(["/", "/products/serum", "/products/gone", "/products/lost"]), "application/xml")
    ),
    verdicts: { "sitemap.open": "fail" }
  },
  {
    id: "llms.present",
    plant: set("/llms.txt", soft404),
    verdicts: {
      "llms.present": "fail",
      "llms.summary": "not_applicable",
      "llms.links": "not_applicable",
      "llms.buying": "not_applicable",
      "feed.present": "fail",
      "feed.complete": "not_applicable",
      "feed.links": "not_applicable",
      "feed.unique": "not_applicable",
      "feed.agrees": "not_applicable"
    }
  },
  { id: "llms.summary", plant: set("/llms.txt", text(llms().replace("> ", ""))), verdicts: { "llms.summary": "fail" } },
  {
    id: "llms.links",
    plant: set("/llms.txt", text(llms().replaceAll("](", "] ("))),
    verdicts: { "llms.links": "fail" }
  },
  {
    id: "llms.buying",
    plant: set("/llms.txt", text(llms().replace(/^To buy.*$/m, ""))),
    verdicts: { "llms.buying": "fail" }
  },
  {
    id: "api-catalog.present",
    plant: set("/.well-known/api-catalog", soft404),
    verdicts: {
      "api-catalog.present": "fail",
      "api-catalog.descriptions": "not_applicable",
      "api-catalog.media-type": "not_applicable"
    }
  },
  {
    id: "api-catalog.descriptions",
    plant: set(
      "/.well-known/api-catalog",
      json({ linkset: [{ anchor: `${origin}/api` }] }, {
        headers: { "content-type": "application/linkset+json" }
      })
    ),
    verdicts: { "api-catalog.descriptions": "fail" }
  },
  {
    id: "api-catalog.media-type",
    plant: set("/.well-known/api-catalog", json(linkset())),
    verdicts: { "api-catalog.media-type": "fail" }
  },
  {
    id: "openapi.present",
    plant: set("/openapi.json", soft404),
    verdicts: {
      "openapi.present": "fail",
      "api-catalog.descriptions": "fail",
      "openapi.operation-ids": "not_applicable",
      "openapi.descriptions": "not_applicable",
      "openapi.parameters": "not_applicable",
      "openapi.request-examples": "not_applicable",
      "openapi.response-examples": "not_applicable",
      "openapi.response-schemas": "not_applicable",
      "openapi.errors": "not_applicable",
      "openapi.webhooks": "not_applicable",
      "openapi.servers": "not_applicable",
      "openapi.security": "not_applicable",
      "openapi.idempotency": "not_applicable",
      "http.cors": "not_applicable",
      "http.errors": "not_applicable"
    }
  },
  {
    id: "openapi.operation-ids",
    plant: operations((one) => ({ ...one, operationId: "same" })),
    verdicts: { "openapi.operation-ids": "fail" }
  },
  {
    id: "openapi.descriptions",
    plant: operations((one) => withoutKeys(one, "summary")),
    verdicts: { "openapi.descriptions": "fail" }
  },
  {
    id: "openapi.parameters",
    plant: operations((one) => ({ ...one, parameters: [{ name: "Idempotency-Key", in: "header" }] })),
    verdicts: { "openapi.parameters": "fail" }
  },
  {
    id: "openapi.request-examples",
    plant: orders((post) => ({ ...post, requestBody: { content: { "application/json": { schema: {} } } } })),
    verdicts: { "openapi.request-examples": "fail" }
  },
  {
    id: "openapi.response-examples",
    plant: operations((one) => ({
      ...one,
      responses: {
        ...one["responses"] as object,
        "200": { content: { "application/json": { schema: { type: "object" } } } }
      }
    })),
    verdicts: { "openapi.response-examples": "fail" }
  },
  {
    id: "openapi.response-schemas",
    plant: operations((one) => ({
      ...one,
      responses: {
        ...one["responses"] as object,
        "200": { content: { "application/json": { example: {}, schema: { $ref: "#/components/schemas/Nothing" } } } }
      }
    })),
    verdicts: { "openapi.response-schemas": "fail" }
  },
  {
    id: "openapi.errors",
    plant: operations((one) => ({
      ...one,
      responses: withoutKeys(one["responses"] as Readonly<Record<string, unknown>>, "default")
    })),
    verdicts: { "openapi.errors": "fail" }
  },
  {
    id: "openapi.webhooks",
    plant: editApi((document) => withoutKeys(document, "webhooks")),
    verdicts: { "openapi.webhooks": "fail" }
  },
  {
    id: "openapi.servers",
    plant: editApi((document) => ({ ...document, servers: [{ url: "/" }] })),
    verdicts: { "openapi.servers": "fail" }
  },
  {
    id: "openapi.security",
    plant: editApi((document) => ({
      ...document,
      components: { ...document.components, securitySchemes: { another: { type: "http", scheme: "bearer" } } }
    })),
    verdicts: { "openapi.security": "fail" }
  },
  {
    id: "openapi.idempotency",
    plant: orders((post) => withoutKeys(post, "parameters")),
    verdicts: { "openapi.idempotency": "fail" }
  },
  {
    id: "product.markup",
    plant: without(/<script type="application\/ld\+json">.*?<\/script>/gs),
    verdicts: {
      "product.markup": "fail",
      "product.name": "not_applicable",
      "product.image": "not_applicable",
      "product.offer": "not_applicable",
      "product.price": "not_applicable",
      "product.currency": "not_applicable",
      "product.availability": "not_applicable",
      "product.price-shown": "not_applicable",
      "product.identifier": "not_applicable",
      "product.brand": "not_applicable",
      "product.returns": "not_applicable",
      "product.shipping": "not_applicable",
      "product.variants": "not_applicable",
      "product.offer-address": "not_applicable",
      "product.breadcrumbs": "not_applicable",
      "feed.agrees": "not_applicable"
    }
  },
  {
    id: "product.json-ld",
    plant: replacing(
      "</head>",
      "<script type=\"application/ld+json\">{\"@context\": \"https://schema.org\",}</script></head>"
    ),
    verdicts: { "product.json-ld": "fail" }
  },
  { id: "product.name", plant: without(/"description":"A fine \w+\.",/), verdicts: { "product.name": "fail" } },
  { id: "product.image", plant: without(/"image":\[[^\]]*\],/), verdicts: { "product.image": "fail" } },
  {
    id: "product.offer",
    plant: replacing("\"offers\":", "\"somethingElse\":"),
    verdicts: {
      "product.offer": "fail",
      "product.price": "not_applicable",
      "product.currency": "not_applicable",
      "product.availability": "not_applicable",
      "product.price-shown": "not_applicable",
      "product.shipping": "not_applicable",
      "product.offer-address": "not_applicable",
      "feed.agrees": "not_applicable"
    }
  },
  {
    id: "product.price",
    plant: replacing(/"price":"(\d+)\.90"/g, "\"price\":\"$1.90 €\""),
    verdicts: { "product.price": "fail" }
  },
  {
    id: "product.currency",
    plant: replacing("\"priceCurrency\":\"EUR\"", "\"priceCurrency\":\"euros\""),
    verdicts: { "product.currency": "fail" }
  },
  {
    id: "product.availability",
    plant: replacing("https://schema.org/InStock", "yes"),
    verdicts: { "product.availability": "fail" }
  },
  {
    id: "product.price-shown",
    plant: replacing(/<p>€\d+\.90<\/p>/g, "<p>€3.50</p>"),
    verdicts: { "product.price-shown": "fail" }
  },
  {
    id: "product.identifier",
    plant: replacing("4006381333931", "4006381333932"),
    verdicts: { "product.identifier": "fail" }
  },
  { id: "product.brand", plant: without(/"brand":\{[^}]*\},/), verdicts: { "product.brand": "fail" } },
  { id: "product.returns", plant: without(/,"merchantReturnDays":30/), verdicts: { "product.returns": "fail" } },
  { id: "product.shipping", plant: without(/"shippingRate":\{[^}]*\},/), verdicts: { "product.shipping": "fail" } },
  { id: "product.variants", plant: without(/"productGroupID":"fine",/), verdicts: { "product.variants": "fail" } },
  {
    id: "product.offer-address",
    plant: replacing(/"url":"https:\/\/shop\.example\/products/g, "\"url\":\"https://other.example/products"),
    verdicts: { "product.offer-address": "fail" }
  },
  {
    id: "organization.markup",
    plant: (shop) => shop.edit("/", (body) => body.replace("OnlineStore", "WebSite")),
    verdicts: { "organization.markup": "fail" }
  },
  {
    id: "product.breadcrumbs",
    plant: replacing("BreadcrumbList", "ItemList"),
    verdicts: { "product.breadcrumbs": "fail" }
  },
  {
    id: "page.readable",
    plant: replacing(/<h1>.*<\/body>/gs, "<h1>€10.90 €11.90 €12.90 €13.90</h1><script>render()</script></body>"),
    verdicts: { "page.readable": "fail" }
  },
  { id: "page.price-readable", plant: replacing("€", ""), verdicts: { "page.price-readable": "fail" } },
  {
    id: "page.links",
    plant: (shop) =>
      shop.edit(
        "/",
        (body) =>
          body.replaceAll("<a href=\"/products", "<a data-to=\"/products").replaceAll(
            "<a href=\"/categories",
            "<a data-to=\"/c"
          )
      ),
    verdicts: { "page.links": "fail" }
  },
  {
    id: "page.indexable",
    plant: replacing("</head>", "<meta name=\"robots\" content=\"noindex\"></head>"),
    verdicts: { "page.indexable": "fail" }
  },
  {
    id: "page.canonical",
    plant: editPages((body) => body.replace("rel=\"canonical\"", "rel=\"other\"")),
    verdicts: { "page.canonical": "fail" }
  },
  {
    id: "page.languages",
    plant: editPages((body) => body.replace("hreflang=\"en\"", "hreflang=\"english\"")),
    verdicts: { "page.languages": "fail" }
  },
  {
    id: "page.titles",
    plant: editPages((body) => body.replace(/<title>[^<]*/, "<title>Shop")),
    verdicts: { "page.titles": "fail" }
  },
  {
    id: "page.open-graph",
    plant: replacing("og:image", "image"),
    verdicts: { "page.open-graph": "fail" }
  },
  {
    id: "page.language",
    plant: editPages((body) => body.replace("<html lang=\"en\"", "<html")),
    verdicts: { "page.language": "fail" }
  },
  {
    id: "page.headings",
    plant: editPages((body) => body.replace("<h1>", "<h1>One more</h1><h1>")),
    verdicts: { "page.headings": "fail" }
  },
  { id: "page.not-found", plant: set("/no-such-thing-7f3a9c", soft404), verdicts: { "page.not-found": "fail" } },
  {
    id: "feed.present",
    plant: set("/feed.jsonl", soft404),
    verdicts: {
      "feed.present": "fail",
      "feed.complete": "not_applicable",
      "feed.links": "not_applicable",
      "feed.unique": "not_applicable",
      "feed.agrees": "not_applicable"
    }
  },
  {
    id: "feed.complete",
    plant: feedOf((one) => withoutKeys(one, "availability")),
    verdicts: { "feed.complete": "fail" }
  },
  {
    id: "feed.links",
    plant: set("/feed.jsonl", feed((id, n) => ({ ...feedItem(id, n), url: "https://other.example/" }))),
    verdicts: { "feed.links": "fail" }
  },
  {
    id: "feed.unique",
    plant: feedOf((one) => ({ ...one, barcodes: [{ type: "GTIN", value: "4006381333930" }] })),
    verdicts: { "feed.unique": "fail" }
  },
  {
    id: "feed.agrees",
    plant: feedOf((one) => ({ ...one, price: { amount: 1, currency: "EUR" } })),
    verdicts: { "feed.agrees": "fail" }
  },
  { id: "http.compression", plant: header("content-encoding"), verdicts: { "http.compression": "fail" } },
  {
    id: "http.validators",
    plant: set("/", homePage()),
    verdicts: { "http.validators": "fail" }
  },
  {
    id: "http.latency",
    plant: (shop) => {
      for (const [address, answer] of shop.answers) {
        shop.answers.set(address, (request) => {
          const given = typeof answer === "function" ? answer(request) : answer
          return given === "timeout" ? given : { ...given, millis: 3_000 }
        })
      }
    },
    verdicts: { "http.latency": "fail" }
  },
  {
    id: "http.types",
    plant: (shop) =>
      shop.editHeaders((headers, address) =>
        /robots|llms|openapi|acp\.json|oauth/.test(address) ? { ...headers, "content-type": "text/html" } : headers
      ),
    verdicts: { "http.types": "fail" }
  },
  {
    id: "http.encoding",
    plant: (shop) => {
      editPages((body) => body.replace("charset=\"utf-8\"", ""))(shop)
      shop.editHeaders((headers) => ({
        ...headers,
        "content-type": (headers["content-type"] ?? "").replace("; charset=utf-8", "")
      }))
    },
    verdicts: { "http.encoding": "fail" }
  },
  { id: "http.cors", plant: drop("OPTIONS /api/orders"), verdicts: { "http.cors": "fail" } },
  { id: "http.errors", plant: drop("/api/no-such-thing-7f3a9c"), verdicts: { "http.errors": "fail" } },
  {
    id: "transact.protocol",
    plant: (shop) => {
      for (const address of ["/.well-known/acp.json", "/.well-known/ucp", "POST /mcp"]) shop.answers.delete(address)
      shop.edit("/llms.txt", (body) => body.replace(/^- \[MCP\].*$/m, ""))
    },
    verdicts: {
      "transact.protocol": "fail",
      "acp.document": "not_applicable",
      "acp.endpoint": "not_applicable",
      "ucp.profile": "not_applicable",
      "ucp.endpoint": "not_applicable",
      "mcp.server": "not_applicable",
      "mcp.tools": "not_applicable",
      "oauth.challenge": "not_applicable",
      "checkout.opens": "not_applicable",
      "checkout.cancels": "not_applicable"
    }
  },
  {
    id: "acp.document",
    plant: set("/.well-known/acp.json", json({ ...acp(), capabilities: {} })),
    verdicts: { "acp.document": "fail" }
  },
  {
    id: "acp.endpoint",
    plant: (shop) => {
      const answer = shop.answers.get("POST /acp/checkout_sessions")!
      shop.answers.set(
        "POST /acp/checkout_sessions",
        (request) =>
          request.headers["authorization"] === undefined || typeof answer !== "function"
            ? { ...unauthorized(), body: "{\"error\": true}" }
            : answer(request)
      )
    },
    verdicts: { "acp.endpoint": "fail" }
  },
  {
    id: "ucp.profile",
    plant: set("/.well-known/ucp", json({ ucp: { ...ucp().ucp, capabilities: {} } })),
    verdicts: { "ucp.profile": "fail" }
  },
  {
    id: "ucp.endpoint",
    plant: set("POST /ucp/checkout-sessions", soft404),
    verdicts: { "ucp.endpoint": "fail" }
  },
  {
    id: "mcp.server",
    plant: set("POST /mcp", json({ ok: true })),
    verdicts: { "mcp.server": "fail", "mcp.tools": "not_applicable" }
  },
  {
    id: "mcp.tools",
    plant: (shop) => void shop.answers.set("POST /mcp", mcp([{ name: "buy" }])),
    verdicts: { "mcp.tools": "fail" }
  },
  {
    id: "oauth.resource",
    plant: set("/.well-known/oauth-protected-resource", soft404),
    verdicts: { "oauth.resource": "fail" }
  },
  {
    id: "oauth.server",
    plant: set("/.well-known/oauth-authorization-server", json({ ...oauthServer(), token_endpoint: "token" })),
    verdicts: { "oauth.server": "fail" }
  },
  {
    id: "oauth.issuer",
    plant: set("/.well-known/oauth-authorization-server", json({ ...oauthServer(), issuer: "https://other.example" })),
    verdicts: { "oauth.issuer": "fail" }
  },
  {
    id: "oauth.challenge",
    plant: (shop) => shop.editHeaders((headers) => withoutKeys(headers, "www-authenticate")),
    verdicts: { "oauth.challenge": "fail" }
  },
  {
    id: "policy.returns",
    plant: (shop) =>
      shop.edit("/policies/returns", (body) => body.replace(/30 days/, "a while").replace(/14 days/, "a while")),
    verdicts: { "policy.returns": "fail" }
  },
  {
    id: "policy.withdrawal",
    plant: (shop) => shop.edit("/policies/returns", (body) => body.replace("Right of withdrawal", "It ends")),
    verdicts: { "policy.withdrawal": "fail" }
  },
  {
    id: "policy.shipping",
    plant: (shop) => shop.edit("/policies/shipping", (body) => body.replace("2 to 3 business days", "soon")),
    verdicts: { "policy.shipping": "fail" }
  },
  {
    id: "policy.privacy",
    plant: (shop) => shop.edit("/policies/privacy", (body) => body.replace("Your personal data", "Nothing")),
    verdicts: { "policy.privacy": "fail" }
  },
  { id: "policy.terms", plant: drop("/policies/terms"), verdicts: { "policy.terms": "fail" } },
  {
    id: "policy.contact",
    plant: (shop) => shop.edit("/", (body) => body.replace("<a href=\"/contact\">Contact</a>", "")),
    verdicts: { "policy.contact": "fail" }
  },
  {
    id: "policy.imprint",
    plant: (shop) => shop.edit("/imprint", (body) => body.replace("10115 Berlin", "")),
    verdicts: { "policy.imprint": "fail" }
  },
  {
    id: "security.https",
    plant: (shop) => shop.insecure(),
    verdicts: { "security.https": "fail", "security.redirect": "not_applicable", "security.hsts": "not_applicable" }
  },
  {
    id: "security.redirect",
    plant: set("http://shop.example/", homePage()),
    verdicts: { "security.redirect": "fail" }
  },
  {
    id: "security.hsts",
    plant: header("strict-transport-security", "max-age=60"),
    verdicts: { "security.hsts": "fail" }
  },
  { id: "security.sniffing", plant: header("x-content-type-options"), verdicts: { "security.sniffing": "fail" } },
  {
    id: "security.framing",
    plant: header("content-security-policy", "default-src 'self'"),
    verdicts: { "security.framing": "fail" }
  },
  {
    id: "security.scripts",
    plant: header("content-security-policy", "frame-ancestors 'none'"),
    verdicts: { "security.scripts": "fail" }
  },
  {
    id: "security.referrer",
    plant: header("referrer-policy", "unsafe-url"),
    verdicts: { "security.referrer": "fail" }
  },
  {
    id: "security.contact",
    plant: set("/.well-known/security.txt", text("Contact: mailto:a@b.example\nExpires: 1969-01-01T00:00:00Z\n")),
    verdicts: { "security.contact": "fail" }
  },
  { id: "checkout.opens", plant: () => {}, shop: emptyDrafts, verdicts: { "checkout.opens": "partial" } },
  {
    id: "checkout.cancels",
    plant: () => {},
    shop: () => new FixtureShop({ cancels: false }),
    verdicts: { "checkout.cancels": "fail" }
  }
]
