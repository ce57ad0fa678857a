/**
 * A small shop in memory that every check passes: what it answers, by method and address. Tests change one thing of it
 * and scan it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scanner from "../src/Scanner.ts"
import { type FetchedDocument, FetchFailure, type FetchRequest, SiteFetch } from "../src/SiteFetch.ts"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Sent instead of the body where that is no text. */
  readonly bytes?: Uint8Array
  readonly millis?: number
}

export type Answering = Answer | ((request: FetchRequest) => Answer | "timeout")

export const origin = "https://shop.example"

const everywhere = {
  "content-encoding": "gzip",
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=31536000"
}

const pageHeaders = {
  ...everywhere,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  etag: "\"1\""
}

export const json = (value: unknown, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  body: JSON.stringify(value),
  ...more,
  headers: { ...everywhere, "content-type": "application/json", ...more.headers }
})

export const text = (body: string, contentType = "text/plain; charset=utf-8"): Answer => ({
  status: 200,
  headers: { ...everywhere, "content-type": contentType },
  body
})

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const footer = `<footer>
<a href="/policies/returns">Returns and withdrawal</a> <a href="/policies/shipping">Shipping</a>
<a href="/policies/privacy">Privacy</a> <a href="/policies/terms">Terms</a> <a href="/contact">Contact</a>
<a href="/imprint">Imprint</a> <a href="/categories/skincare">Skincare</a>
</footer>`

interface PageParts {
  readonly path: string
  readonly title: string
  readonly head?: string
  readonly body: string
}

export const page = ({ body, head = "", path, title }: PageParts): Answer => ({
  status: 200,
  headers: pageHeaders,
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Shop</title>
<meta name="description" content="About ${title}">
<link rel="canonical" href="${origin}${path}">
<link rel="alternate" hreflang="en" href="${origin}${path}"><link rel="alternate" hreflang="de" href="${origin}/de${path}">
${head}</head><body><main><h1>${title}</h1>${body}<p>${
    "Words that fill the page. ".repeat(10)
  }</p></main>${footer}</body></html>`
})

const ids = ["serum", "cream", "soap", "balm"]

const productPage = (id: string, n: number): Answer =>
  page({
    path: `/products/${id}`,
    title: `Fine ${id}`,
    head: `<meta property="og:title" content="Fine ${id}"><meta property="og:type" content="product">
<meta property="og:image" content="${origin}/${id}.png"><meta property="og:url" content="${origin}/products/${id}">
${
      ld({
        "@context": "https://schema.org",
        "@type": "Product",
        "@id": `${origin}/products/${id}#product`,
        name: `Fine ${id}`,
        description: `A fine ${id}.`,
        sku: id,
        gtin: "4006381333931",
        image: [`${origin}/${id}.png`],
        brand: { "@type": "Brand", name: "Finely" },
        isVariantOf: { "@id": `${origin}/#group` },
        offers: {
          "@type": "Offer",
          url: `${origin}/products/${id}`,
          price: `${10 + n}.90`,
          priceCurrency: "EUR",
          availability: "https://schema.org/InStock",
          shippingDetails: {
            "@type": "OfferShippingDetails",
            shippingRate: { "@type": "MonetaryAmount", value: "4.95", currency: "EUR" },
            shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" }
          },
          hasMerchantReturnPolicy: {
            "@type": "MerchantReturnPolicy",
            returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
            merchantReturnDays: 30
          }
        }
      })
    }${
      ld({
        "@context": "https://schema.org",
        "@type": "ProductGroup",
        "@id": `${origin}/#group`,
        productGroupID: "fine",
        name: "Fine things",
        hasVariant: ids.map((one) => ({ "@id": `${origin}/products/${one}#product` }))
      })
    }${
      ld({
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        itemListElement: [{ "@type": "ListItem", position: 1, name: "Skincare", item: `${origin}/categories/skincare` }]
      })
    }`,
    body: `<p>€${10 + n}.90</p><p>A fine ${id}.</p>`
  })

const problem = { $ref: "#/components/schemas/Problem" }
const order = { type: "object", properties: { id: { type: "string" } } }
const jsonBody = (schema: object, example: unknown) => ({ content: { "application/json": { schema, example } } })

const operation = (operationId: string, more: object = {}) => ({
  operationId,
  summary: `Does what ${operationId} says`,
  responses: {
    "200": { description: "Done", ...jsonBody({ $ref: "#/components/schemas/Order" }, { id: "1" }) },
    default: { description: "Refused", content: { "application/problem+json": { schema: problem } } }
  },
  ...more
})

/** The fixture's OpenAPI document, to be changed by tests. */
export const openApi = () => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0" },
  servers: [{ url: origin }],
  paths: {
    "/api/products": {
      get: operation("listProducts", { parameters: [{ name: "q", in: "query", schema: { type: "string" } }] })
    },
    "/api/orders": {
      post: operation("placeOrder", {
        parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }],
        security: [{ bearerAuth: [] }],
        requestBody: jsonBody({ $ref: "#/components/schemas/Order" }, { id: "1" })
      })
    }
  },
  webhooks: { "order.shipped": { post: { requestBody: jsonBody(order, { id: "1" }) } } },
  components: {
    schemas: { Order: order, Problem: { type: "object" } },
    securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } }
  }
})

export const acp = () => ({
  protocol: { name: "acp", version: "2026-04-17", supported_versions: ["2026-04-17"] },
  api_base_url: `${origin}/acp`,
  transports: ["rest"],
  capabilities: { services: ["checkout"] }
})

export const ucp = () => ({
  ucp: {
    version: "2026-01-23",
    services: { "dev.ucp.shopping": [{ version: "2026-01-23", transport: "rest", endpoint: `${origin}/ucp` }] },
    capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-01-23" }] }
  }
})

export const feedItem = (id: string, n: number) => ({
  id,
  title: `Fine ${id}`,
  url: `${origin}/products/${id}`,
  variants: [{
    id,
    title: `Fine ${id}`,
    barcodes: [{ type: "GTIN", value: "4006381333931" }],
    price: { amount: 1090 + 100 * n, currency: "EUR" },
    availability: { available: true, status: "in_stock" }
  }]
})

export const feed = (item: (id: string, n: number) => unknown = feedItem): Answer =>
  text(`${ids.map((id, n) => JSON.stringify(item(id, n))).join("\n")}\n`, "application/jsonl")

export const llms = (): string =>
  `# Shop

> A shop for fine things, in euros.

To buy: put products into the cart, then check out.

- [API](${origin}/openapi.json): every operation
- [Feed](${origin}/feed.jsonl): all products
- [MCP](${origin}/mcp)

${"More about the shop and what it sells. ".repeat(40)}
`

export const robots = (): string =>
  `User-agent: *\nDisallow: /cart\nDisallow: /checkout\n\nSitemap: ${origin}/sitemap.xml\n`

export const sitemap = (paths: ReadonlyArray<string> = ["/", ...ids.map((id) => `/products/${id}`)]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")
  }</urlset>`

export const linkset = () => ({
  linkset: [{ anchor: `${origin}/api`, "service-desc": [{ href: `${origin}/openapi.json`, type: "application/json" }] }]
})

export const oauthServer = () => ({
  issuer: origin,
  token_endpoint: `${origin}/api/auth/token`,
  response_types_supported: [],
  grant_types_supported: ["client_credentials"]
})

const rpc = (result: object) => json({ jsonrpc: "2.0", id: 1, result })

const tools = [{ name: "search", description: "Finds products", inputSchema: { type: "object" } }]

/** The fixture's MCP server. */
export const mcp = (listed: ReadonlyArray<object> = tools): Answering => ({ body = "" }) =>
  body.includes("initialize")
    ? rpc({ protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "shop", version: "1" } })
    : rpc({ tools: listed })

export const unauthorized = (): Answer =>
  json({ type: "invalid_request", code: "unauthorized", message: "A token is needed." }, {
    status: 401,
    headers: { "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"` }
  })

export interface DraftOptions {
  readonly total?: boolean
  readonly cancels?: boolean
}

/** The fixture's ACP endpoint, and the guest's token that it takes. */
const acpAnswers = ({ cancels = true, total = true }: DraftOptions): ReadonlyArray<readonly [string, Answering]> => [
  ["POST /api/auth/guest", json({ access_token: "guest-token" })],
  [
    "POST /acp/checkout_sessions",
    ({ headers }) =>
      headers["authorization"] === "Bearer guest-token"
        ? json({ id: "session/1", status: "incomplete", totals: total ? [{ type: "total", amount: 1585 }] : [] })
        : unauthorized()
  ],
  [
    "POST /acp/checkout_sessions/session%2F1/cancel",
    json({ id: "session/1", status: cancels ? "canceled" : "incomplete" })
  ]
]

export const organization = () => ({
  "@context": "https://schema.org",
  "@type": "OnlineStore",
  name: "Shop",
  url: `${origin}/`,
  address: { "@type": "PostalAddress", addressCountry: "DE" },
  contactPoint: { "@type": "ContactPoint", email: "hello@shop.example" }
})

export const homePage = (about: object = organization()): Answer =>
  page({
    path: "/",
    title: "Shop for fine things",
    head: ld(about),
    body: ids.map((id) => `<a href="/products/${id}">Fine ${id}</a>`).join(" ")
  })

export class FixtureShop {
  readonly answers: Map<string, Answering>
  origin: string = origin
  readonly asked: Array<FetchRequest> = []

  constructor(drafts: DraftOptions = {}) {
    this.answers = new Map<string, Answering>([
      ["/robots.txt", text(robots())],
      [
        "/",
        (request) =>
          request.headers["if-none-match"] === "\"1\""
            ? { status: 304, headers: { etag: "\"1\"" }, body: "" }
            : homePage()
      ],
      ["/sitemap.xml", text(sitemap(), "application/xml")],
      ["/llms.txt", text(llms())],
      ["/.well-known/api-catalog", json(linkset(), { headers: { "content-type": "application/linkset+json" } })],
      ["/.well-known/commerce.json", json({ demo: true, authentication: { guest: { path: "/api/auth/guest" } } })],
      ["/.well-known/acp.json", json(acp())],
      ["/.well-known/ucp", json(ucp())],
      ["/.well-known/oauth-authorization-server", json(oauthServer())],
      ["/.well-known/oauth-protected-resource", json({ resource: origin, authorization_servers: [origin] })],
      ["/.well-known/security.txt", text("Contact: mailto:s@shop.example\nExpires: 2040-01-01T00:00:00Z\n")],
      ["/openapi.json", json(openApi())],
      ["/feed.jsonl", feed()],
      ["/categories/skincare", page({ path: "/categories/skincare", title: "Skincare", body: "" })],
      ...ids.map((id, n) => [`/products/${id}`, productPage(id, n)] as const),
      [
        "/policies/returns",
        page({
          path: "/policies/returns",
          title: "Returns",
          body: "You may return goods for 30 days. Right of withdrawal: within 14 days."
        })
      ],
      [
        "/policies/shipping",
        page({ path: "/policies/shipping", title: "Shipping", body: "€4.95, 2 to 3 business days." })
      ],
      ["/policies/privacy", page({ path: "/policies/privacy", title: "Privacy", body: "Your personal data." })],
      ["/policies/terms", page({ path: "/policies/terms", title: "Terms", body: "The contract about your order." })],
      ["/contact", page({ path: "/contact", title: "Contact", body: "hello@shop.example" })],
      ["/imprint", page({ path: "/imprint", title: "Imprint", body: "Shop, Road 1, 10115 Berlin" })],
      ["POST /mcp", mcp()],
      ["POST /ucp/checkout-sessions", json({ ucp: { version: "2026-01-23" }, messages: [] }, { status: 400 })],
      ["OPTIONS /api/orders", {
        status: 204,
        headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "Authorization, Content-Type" },
        body: ""
      }],
      [
        "/api/no-such-thing-7f3a9c",
        json({ type: "about:blank", title: "Nothing here" }, {
          status: 404,
          headers: { "content-type": "application/problem+json" }
        })
      ],
      ["http://shop.example/", { status: 308, headers: { location: `${origin}/` }, body: "" }],
      ...acpAnswers(drafts)
    ])
  }

  /** Changes the text of an answer. It has to change. */
  edit(address: string, change: (body: string) => string): void {
    const answer = this.answers.get(address)
    if (answer === undefined) throw new Error(`the fixture has no ${address}`)
    const changed = (given: Answer | "timeout"): Answer | "timeout" => {
      if (given === "timeout" || given.status >= 300) return given
      const body = change(given.body)
      if (body === given.body) throw new Error(`nothing of ${address} was changed`)
      return { ...given, body }
    }
    this.answers.set(
      address,
      typeof answer === "function" ? (request) => changed(answer(request)) : changed(answer) as Answer
    )
  }

  /** Changes a text on all pages of products. */
  editProducts(change: (body: string) => string): void {
    for (const id of ids) this.edit(`/products/${id}`, change)
  }

  /** Changes the headers of all answers. */
  editHeaders(
    change: (headers: Readonly<Record<string, string>>, address: string) => Readonly<Record<string, string>>
  ): void {
    for (const [address, answer] of this.answers) {
      const changed = (given: Answer | "timeout"): Answer | "timeout" =>
        given === "timeout" ? given : { ...given, headers: change(given.headers, address) }
      this.answers.set(
        address,
        typeof answer === "function" ? (request) => changed(answer(request)) : changed(answer) as Answer
      )
    }
  }

  /** Moves the shop to plain HTTP. */
  insecure(): void {
    const moved = (words: string) => words.replaceAll(origin, origin.replace("https:", "http:"))
    this.origin = moved(origin)
    this.answers.delete("http://shop.example/")
    this.editHeaders((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, moved(value)]))
    )
    for (const [address, answer] of this.answers) {
      const changed = (given: Answer | "timeout") => given === "timeout" ? given : { ...given, body: moved(given.body) }
      this.answers.set(
        address,
        typeof answer === "function" ? (request) => changed(answer(request)) : changed(answer) as Answer
      )
    }
  }

  get layer() {
    return Layer.succeed(SiteFetch, { fetch: (request) => this.respond(request) })
  }

  scan(options: Scanner.ScanOptions = {}) {
    return Effect.runPromise(
      Scanner.scan(new URL(this.origin), { dryRun: { opened: () => Effect.void }, ...options }).pipe(
        Effect.provide(this.layer)
      )
    )
  }

  /** What the shop answers. */
  respond(request: FetchRequest): Effect.Effect<FetchedDocument, FetchFailure> {
    this.asked.push(request)
    const path = request.url.startsWith(`${this.origin}/`) ? request.url.slice(this.origin.length) : request.url
    const answer = this.answers.get(request.method === "GET" ? path : `${request.method} ${path}`)
    const given = typeof answer === "function" ? answer(request) : answer
    if (given === "timeout") return Effect.fail(new FetchFailure({ reason: "timeout" }))
    const { body, bytes = new TextEncoder().encode(body), headers, millis = 40, status } = given
      ?? {
        status: 404,
        headers: pageHeaders,
        body: "<!doctype html><html lang=\"en\"><title>No</title><p>There is nothing here."
      }
    return Effect.succeed({
      url: request.url,
      status,
      headers,
      body: bytes.slice(0, request.maxBytes),
      truncated: bytes.length > request.maxBytes,
      millis
    })
  }
}
