/**
 * The conventions of the wire (docs/specification.md#requests, docs/specification.md#caching,
 * docs/specification.md#errors): validators and codings of what is public, HEAD, methods, CORS, request ids, paths that
 * only look like ours, documents and pages, pages of collections, money and moments.
 */
import { problems } from "@beauty-store/http/contract/Problems"
import { pageRoutes } from "@beauty-store/http/internal/discovery/PageRoutes"
import { readFileSync } from "node:fs"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer } from "../../../test/shop/requests.ts"
import { describeShop, type Shop, useShop } from "../../../test/shop/server.ts"
import { checkOut, delivery, eventually, pay } from "../../../test/shop/shopper.ts"
import { expectProblem, pointersOf } from "./problem.ts"

const store = useShop()

/** Documents and pages that are the same for everybody; the shop front has the front page. */
const documents = pageRoutes.flatMap((route) =>
  "lasting" in route && !["/", "/docs"].includes(route.path) && !route.path.includes(":") ? [route.path] : []
)

const publicPaths = [
  ...documents,
  "/problems/not_found",
  "/.well-known/security.txt",
  "/readiness",
  "/api/",
  "/api",
  "/api/?a=b",
  "/api/products",
  `/api/products/${serum}`,
  "/api/products?q=serum&limit=2",
  "/openapi.json",
  `/images/${serum}.svg`
]

/** What one answer to the same question differs in from another. */
const lasting = ({ headers: { "x-request-id": _id, date: _date, ...headers } }: Answer) => headers

describe("what is public", () => {
  it.each(publicPaths)("%s carries a strong ETag and may be kept for a minute", async (at) => {
    const { headers, status } = await store().get(at)
    expect(status).toBe(200)
    expect(headers["etag"]).toMatch(/^"[\w-]+"$/)
    expect(headers["cache-control"]).toBe("public, max-age=60")
    expect(headers["vary"]).toBe("accept-encoding")
    expect((await store().get(at)).headers["etag"]).toBe(headers["etag"])
  })

  it("the documentation has two megabytes, of which a client that has them gets none", async () => {
    const page = await store().get("/docs")
    const { etag = "" } = page.headers
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(page.headers["content-type"]).toContain("text/html")
    const coded = await store().request("HEAD", "/docs", { headers: { "accept-encoding": "br" } })
    expect(coded.headers["etag"]).toBe(`${etag.slice(0, -1)}-br"`)
    for (const { headers } of [page, coded]) {
      expect(headers).toMatchObject({ "cache-control": "public, max-age=60", vary: "accept-encoding" })
      const again = await store().get("/docs", { headers: { "if-none-match": headers["etag"]! } })
      expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", headers["etag"]])
    }
  })

  it.each(publicPaths)("%s answers 304 to who has it, in any way of saying so", async (at) => {
    const { etag = "" } = (await store().get(at)).headers
    for (const known of [etag, `W/${etag}`, "*", `"other", ${etag}`, ` "a",W/${etag} , "b"`]) {
      const answer = await store().get(at, { headers: { "if-none-match": known } })
      expect([answer.status, answer.text, answer.headers["etag"]], known).toEqual([304, "", etag])
      expect(answer.headers["cache-control"]).toBe("public, max-age=60")
      expect(answer.headers["vary"]).toBe("accept-encoding")
      expect(answer.headers["content-type"]).toBeUndefined()
      expect(answer.headers["content-length"]).toBeUndefined()
    }
    for (const unknown of ["", "\"other\"", etag.slice(1, -1), etag.toUpperCase(), `${etag}x`, "W/\"\""]) {
      expect((await store().get(at, { headers: { "if-none-match": unknown } })).status, unknown).toBe(200)
    }
  })

  it.each(publicPaths)("%s comes as br or gzip to who takes them, each coding under an ETag of its own", async (at) => {
    const plain = await store().get(at)
    expect(plain.headers["content-encoding"]).toBeUndefined()
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }
    const tags = new Set([plain.headers["etag"]])
    for (const coding of ["br", "gzip"] as const) {
      const answer = await store().get(at, { headers: { "accept-encoding": coding } })
      if (plain.bytes.length < 1024) {
        expect(answer.bytes).toEqual(plain.bytes)
        continue
      }
      expect(answer.headers["content-encoding"]).toBe(coding)
      expect(decode[coding](answer.bytes)).toEqual(plain.bytes)
      expect(answer.headers["content-length"]).toBe(String(answer.bytes.length))
      expect(answer.headers["vary"]).toBe("accept-encoding")
      const { etag = "" } = answer.headers
      expect(tags).not.toContain(etag)
      tags.add(etag)
      const again = await store().get(at, { headers: { "accept-encoding": coding, "if-none-match": etag } })
      expect([again.status, again.headers["etag"]]).toEqual([304, etag])
      const head = await store().request("HEAD", at, { headers: { "accept-encoding": coding } })
      expect(lasting(head)).toEqual(lasting(answer))
    }
  })

  it("is coded as the client prefers: q=0 is a no, br before gzip, what is unknown is passed over", async () => {
    const codingFor = async (accept: string) =>
      (await store().get("/api/", { headers: { "accept-encoding": accept } })).headers["content-encoding"]
    expect(await codingFor("gzip, deflate, br, zstd")).toBe("br")
    expect(await codingFor("gzip;q=1.0, br;q=0")).toBe("gzip")
    expect(await codingFor("br;q=0.000,gzip ; q=0")).toBeUndefined()
    expect(await codingFor("GZIP")).toBe("gzip")
    expect(await codingFor("brotli, xgzip")).toBeUndefined()
    expect(await codingFor("identity")).toBeUndefined()
    expect(await codingFor("")).toBeUndefined()
  })

  it("follows a sell-out at once: the catalogue, the product, the search and the stock", async () => {
    const scarce = []
    for (const { products } of (await store().get("/api/")).json.brands) {
      for (const { id } of products) {
        const { availability, quantity } = (await store().get(`/api/inventory/${id}`)).json
        if (availability === "low_stock") scarce.push({ id, quantity })
      }
    }
    const { id, quantity } = scarce[0]!
    const inStock = async () => {
      const catalogue = (await store().get("/api/")).json.brands.flatMap((brand: { products: Array<unknown> }) =>
        brand.products
      )
      return [
        catalogue.find((one: { id: string }) => one.id === id).inStock,
        (await store().get(`/api/products/${id}`)).json.inStock,
        (await store().get(`/api/inventory/${id}`)).json.inStock,
        !(await store().get("/api/products?inStock=false&limit=100")).json.data.some((one: { id: string }) =>
          one.id === id
        )
      ]
    }
    const tags = async () =>
      Promise.all(["/api/", `/api/products/${id}`].map(async (at) => (await store().get(at)).headers["etag"]))
    const before = await tags()
    expect(await inStock()).toEqual([true, true, true, true])
    const token = await store().guest()
    await store().post("/api/cart", { productId: id, quantity }, { token })
    expect(await tags()).toEqual(before)
    expect((await store().post("/api/checkout", delivery, { token })).status).toBe(200)
    expect(await inStock()).toEqual([false, false, false, false])
    const after = await tags()
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    expect((await store().get("/api/", { headers: { "if-none-match": before[0]! } })).status).toBe(200)
    const other = await store().post("/api/cart", { productId: id }, { token: await store().guest() })
    expect(expectProblem(other, "insufficient_stock")).toMatchObject({ productId: id, requested: 1, available: 0 })
  })
})

describe("what is personal or of the moment", () => {
  it("is kept by nobody", async () => {
    const token = await store().guest()
    const { orderId, sessionId } = await checkOut(store(), token)
    const paths = ["/api/cart", "/api/orders", `/api/orders/${orderId}`, `/api/checkout/${sessionId}`]
    for (const at of [...paths, `/api/inventory/${serum}`, "/health/live", "/health/ready"]) {
      const { headers, status } = await store().get(at, { token })
      expect([status, headers["cache-control"], headers["etag"]], at).toEqual([200, "no-store", undefined])
    }
  })
})

describe("methods", () => {
  const paths = [...publicPaths, "/", "/docs", "/problems", "/problems/not_found", "/api/cart", "/health/live"]
  it.each([...paths, "/api/orders", "/nothing"])("HEAD %s answers like GET, without the body", async (at) => {
    const get = await store().get(at)
    const head = await store().request("HEAD", at)
    expect([head.status, head.text]).toEqual([get.status, ""])
    expect(lasting(head)).toEqual(lasting(get))
  })

  it("that a path does not take are answered 405, with those that it takes", async () => {
    const cases: ReadonlyArray<readonly [method: string, path: string, allow: string]> = [
      ["POST", "/api/", "HEAD, GET"],
      ["POST", "/api", "HEAD, GET"],
      ["DELETE", `/api/products/${serum}`, "HEAD, GET"],
      ["PATCH", "/api/cart", "HEAD, GET, POST, DELETE"],
      ["PROPFIND", "/api/cart", "HEAD, GET, POST, DELETE"],
      ["TRACE", "/api/cart", "HEAD, GET, POST, DELETE"],
      ["GET", `/api/cart/items/${serum}`, "PUT, DELETE"],
      ["HEAD", "/api/auth/guest", "POST"],
      ["GET", "/api/checkout", "POST"],
      ["PUT", "/api/orders", "HEAD, GET, POST"],
      ["POST", "/docs", "HEAD, GET"],
      ["POST", "/openapi.json", "HEAD, GET"],
      ["POST", "/problems/not_found", "HEAD, GET"],
      ["DELETE", "/health/ready", "HEAD, GET"],
      ["GET", "/api/payments/notifications", "POST"],
      ["PUT", "/orders/find", "HEAD, GET, POST"],
      ["PUT", "/policies/contact", "HEAD, GET"]
    ]
    for (const [method, at, allow] of cases) {
      const answer = await store().request(method, at)
      expect([answer.status, answer.headers["allow"]], `${method} ${at}`).toEqual([405, allow])
      if (method !== "HEAD") expectProblem(answer, "method_not_allowed")
      const options = await store().request("OPTIONS", at)
      expect([options.status, options.headers["allow"]], at).toEqual([204, `OPTIONS, ${allow}`])
    }
  })
})

describeShop("HEAD", (shop) => {
  it("shows nobody a price: the checkout still refuses one that rose, until the cart is read", async () => {
    const token = await shop().guest()
    const staff = await shop().clientToken("demo-staff")
    const setPrice = (price: number) =>
      shop().request("PUT", `/api/products/${serum}/price`, { body: { price }, token: staff })
    await setPrice(10)
    await shop().post("/api/cart", { productId: serum }, { token })
    await setPrice(60)
    expect((await shop().request("HEAD", "/api/cart", { token })).status).toBe(200)
    const refused = expectProblem(await shop().post("/api/checkout", delivery, { token }), "price_changed")
    expect(refused).toMatchObject({ changes: [{ productId: serum, priceSeen: 10, price: 60 }] })
    await shop().get("/api/cart", { token })
    expect((await shop().post("/api/checkout", delivery, { token })).json).toMatchObject({ total: 60 })
  })
})

describe("a shop whose public address is https", () => {
  const secure = useShop({ BASE_URL: "https://shop.example" })

  it("has browsers use nothing else, and the others do not say so", async () => {
    for (const path of ["/api/", "/health/live", "/docs", "/nowhere"]) {
      const { headers } = await secure().get(path)
      expect(headers["strict-transport-security"], path).toBe("max-age=63072000")
      expect((await store().get(path)).headers["strict-transport-security"]).toBeUndefined()
    }
  })
})

describe("a shop that is plain http for other machines", () => {
  const plain = useShop({ BASE_URL: "http://192.0.2.7:3000" })

  it("is told by browsers which page sent a form, and nobody else is told a page's address", async () => {
    const policyOf = async (shop: Shop) => (await shop.get("/orders/find")).headers["referrer-policy"]
    expect([await policyOf(plain()), await policyOf(store())]).toEqual(["same-origin", "no-referrer"])
    const send = (origin: string) =>
      plain().post("/orders/find", "order=ord_none&email=ada%40example.com", {
        headers: { "content-type": "application/x-www-form-urlencoded", origin }
      })
    expect((await send("null")).status).toBe(403)
    expect((await send("http://192.0.2.7:3000")).status).toBe(303)
  })
})

describe("CORS", () => {
  const origin = "https://shop.example"
  const namesIn = ({ headers }: Pick<Answer, "headers">, name: string): ReadonlyArray<string> =>
    (headers[name] ?? "").toLowerCase().split(", ")
  /** What browsers let any page send and read (Fetch §2.2.2). */
  const sentByAnyPage = ["accept", "accept-language", "content-language"]
  const readByAnyPage = ["cache-control", "content-language", "content-length", "content-type"]
  /** What proxies, browsers, servers of partners and the store itself send and read. */
  const notOfPages = new Set([
    "x-forwarded-for",
    "x-scan-requester",
    "merchant-signature",
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
    "sec-fetch-site",
    "strict-transport-security",
    "transfer-encoding",
    ...sentByAnyPage,
    ...readByAnyPage
  ])
  const ofBrowsers =
    /^(access-control-.*|connection|content-security-policy|date|keep-alive|referrer-policy|set-cookie|transfer-encoding|x-(content-type-options|frame-options|robots-tag))$/

  it("lets any page ask, with the headers that the API takes", async () => {
    const answer = await store().request("OPTIONS", `/api/cart/items/${serum}`, {
      headers: {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,content-type,idempotency-key"
      }
    })
    expect(answer.status).toBe(204)
    expect(answer.headers["access-control-allow-origin"]).toBe("*")
    expect(answer.headers["access-control-allow-methods"]).toBe("PUT, DELETE")
    const allowed = namesIn(answer, "access-control-allow-headers")
    const fromTools = ["traceparent", "tracestate", "baggage", "prefer"]
    expect(allowed).toEqual(expect.arrayContaining(["authorization", "content-type", "if-none-match", ...fromTools]))
  })

  it("takes from a page every header that the contract and the guides name, and lets it read every one", async () => {
    const { headers } = await store().request("OPTIONS", "/api/cart", { headers: { origin } })
    const allowed = new Set([...namesIn({ headers }, "access-control-allow-headers"), ...sentByAnyPage])
    const exposed = new Set([...namesIn({ headers }, "access-control-expose-headers"), ...readByAnyPage])
    const document = (await store().get("/openapi.json")).json
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object))
    const sent = operations.flatMap(({ parameters = [] }) =>
      parameters.filter((one: { in: string }) => one.in === "header").map((one: { name: string }) => one.name)
    )
    const read = operations.flatMap(({ responses = {} }) =>
      Object.values(responses as object).flatMap((one) => Object.keys(one.headers ?? {}))
    )
    expect(new Set(sent).size).toBeGreaterThan(2)
    const toServers = sent.filter((name) => !allowed.has(name.toLowerCase()))
    expect(toServers.filter((name) => !notOfPages.has(name.toLowerCase()))).toEqual([])
    expect(read.filter((name) => !exposed.has(name.toLowerCase()))).toEqual([])
    for (const guide of ["api", "agents", "specification"]) {
      const text = readFileSync(new URL(`../../../docs/${guide}.md`, import.meta.url), "utf8")
      for (const [, name = ""] of text.matchAll(/-H ['"]([\w-]+):/g)) {
        const known = [allowed, notOfPages].some((list) => list.has(name.toLowerCase()))
        expect(known, `${guide}: ${name}`).toBe(true)
      }
      for (
        const [, name = ""] of text.matchAll(/`((?:[A-Z][A-Za-z]*-)+[A-Z][A-Za-z]*|Allow|ETag|RateLimit|Location)\b/g)
      ) {
        const known = [allowed, exposed, notOfPages].some((list) => list.has(name.toLowerCase()))
        expect(known || name === "YYYY-MM-DD", `${guide}: ${name}`).toBe(true)
      }
    }
  })

  it("lets a page read every header that a response has, but for those of the browser", async () => {
    const token = await store().guest()
    const shopper = { productId: serum }
    const answers = [
      await store().get("/api/"),
      await store().post("/api/cart", shopper, { token, key: "a" }),
      await store().post("/api/cart", shopper, { token, key: "a", headers: { "x-forwarded-for": "192.0.2.1" } }),
      await store().get("/api/orders"),
      await store().request("PATCH", "/api/cart"),
      await store().get("/api/orders", { token: "tok_x.y" }),
      await store().get("/products/?q=a"),
      await store().get("/openapi.json", { headers: { "accept-encoding": "gzip" } }),
      await store().get("/acp/checkout_sessions/x", { headers: { "request-id": "mine" } })
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 405, 401, 308, 200, 401])
    const exposed = new Set([...namesIn(answers[0]!, "access-control-expose-headers"), ...readByAnyPage])
    for (const { headers } of answers) {
      const hidden = Object.keys(headers).filter((name) => !exposed.has(name) && !ofBrowsers.test(name))
      expect(hidden).toEqual([])
    }
  })

  it("is not for what only staff, partners and clients with a secret call", async () => {
    const headers = { origin }
    const closed: ReadonlyArray<readonly [string, string]> = [
      ["POST", "/api/auth/token"],
      ["PUT", `/api/products/${serum}/price`],
      ["PUT", `/api/inventory/${serum}`],
      ["POST", "/api/orders/x/ship"],
      ["GET", "/api/admin/flags"],
      ["GET", "/api/webhook-subscriptions"],
      ["POST", "/api/v1/scanner/scan"],
      ["GET", "/api/v1/scanner/scans/x"],
      ["POST", "/api/refunds"]
    ]
    for (const [method, path] of closed) {
      const asked = await store().request("OPTIONS", path, {
        headers: {
          ...headers,
          "access-control-request-method": method,
          "access-control-request-headers": "authorization"
        }
      })
      const answers = [asked, await store().request(method, path, { headers })]
      expect(asked.status).toBe(204)
      expect(namesIn(asked, "access-control-allow-methods")).not.toContain(method.toLowerCase())
      for (const answer of answers) expect(answer.headers["access-control-allow-origin"], path).toBeUndefined()
    }
    const others = await store().request("OPTIONS", `/api/inventory/${serum}`, { headers })
    expect(others.headers["access-control-allow-methods"]).toBe("HEAD, GET")
    expect((await store().get(`/api/inventory/${serum}`, { headers })).headers["access-control-allow-origin"]).toBe("*")
  })

  it("never allows credentials, on whatever answer", async () => {
    const answers = [
      await store().request("OPTIONS", "/api/cart", { headers: { origin } }),
      await store().get("/api/", { headers: { origin } }),
      await store().get("/api/cart", { headers: { origin, cookie: "store_session=a.b" } }),
      await store().get("/api/orders", { headers: { origin } }),
      await store().get("/nothing", { headers: { origin } }),
      await store().post("/api/cart", "{", { headers: { origin } })
    ]
    for (const { headers } of answers) {
      expect(headers["access-control-allow-origin"]).toBe("*")
      expect(headers["access-control-allow-credentials"]).toBeUndefined()
    }
    expect(answers[3]!.headers["access-control-expose-headers"]).toContain("WWW-Authenticate")
  })

  it("has nothing to allow where there is nothing", async () => {
    expectProblem(await store().request("OPTIONS", "/nothing", { headers: { origin } }), "not_found")
  })
})

describe("X-Request-Id", () => {
  const idFor = async (given?: string | ReadonlyArray<string>) => {
    const answer = await store().get("/nothing", given === undefined ? {} : { headers: { "x-request-id": given } })
    expect(answer.json.requestId).toBe(answer.headers["x-request-id"])
    return answer.headers["x-request-id"]
  }

  it("is taken over where it is 1 to 128 visible ASCII characters, and echoed", async () => {
    for (const id of ["a", "Trace/7:é".slice(0, 8), "~".repeat(128)]) expect(await idFor(id)).toBe(id)
    const answer = await store().get("/api/", { headers: { "x-request-id": "mine" } })
    expect(answer.headers["x-request-id"]).toBe("mine")
  })

  it("is made where it is missing or anything else", async () => {
    const made = /^req_[\w-]{16,}$/
    for (const id of [undefined, "", "a b", "é", "a\tb", "a".repeat(129), ["a", "b"]]) {
      expect(await idFor(id)).toMatch(made)
    }
    expect(await idFor()).not.toBe(await idFor())
  })
})

describe("paths", () => {
  it("lead nowhere when they only look like ours", async () => {
    const paths = [
      "/API/",
      "/Api",
      "//api",
      "//api/",
      "/api//",
      "/api/cart/",
      `/api/products/${serum}/`,
      `/api//products/${serum}`,
      "/api/./cart",
      "/api/x/../cart",
      "/api/%2e%2e/api/cart",
      "/api/;a=b",
      "/api/cart;a=b",
      "/api/#a",
      "/api/products/%00",
      "/api/products/a%00b",
      "/api/products/%zz",
      "/api/products/%",
      "/api/products/%ff",
      `/api/products/${"a".repeat(301)}`,
      `/api/orders/${"a".repeat(5000)}`,
      "/problems/nope",
      "/problems/toString",
      "/problems/__proto__",
      "/images/nope.svg",
      `/images/${serum}`,
      `/images/..%2f..%2fpackage.json`,
      "/images/__proto__.svg",
      "/package.json",
      "/.git/config",
      "/pay",
      "/*",
      "/\\api",
      "/api/products/a/b"
    ]
    for (const at of paths) expectProblem(await store().get(at), "not_found")
  })

  it("of pages have something between their slashes and after the last one, and so do their forms", async () => {
    const forms = ["/orders/find/", "/orders//cancel", "/support/", "/support//close", "/checkout/continue/"]
    const pages = ["/orders/", "/permissions/", "/problems/", "/policies/", "/products//", "/images/", "/docs/"]
    for (const at of [...forms, ...pages]) expectProblem(await store().get(at), "not_found")
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
    for (const at of forms) {
      expectProblem(await store().post(at, "email=ada%40example.com", { headers }), "not_found")
    }
    expect((await store().request("OPTIONS", "/orders/find/")).status).toBe(404)
  })

  it("with an id that is none answer that there is no such thing, however odd it is", async () => {
    for (
      const id of [
        "",
        "..",
        "%2e%2e",
        "a%2Fb",
        "%F0%9F%98%80",
        "'%20OR%201=1--",
        "a".repeat(300),
        "__proto__",
        ":productId",
        "%25"
      ]
    ) {
      expectProblem(await store().get(`/api/products/${id}`), "product_not_found")
      expectProblem(await store().get(`/api/inventory/${id}`), "product_not_found")
    }
  })

  it("may be given as a whole address, and name the same thing", async () => {
    const whole = await store().request("GET", `${store().baseUrl}/api/products/${serum}`)
    expect(whole.text).toBe((await store().get(`/api/products/${serum}`)).text)
    expect((await store().request("GET", `http://other.example/api/cart`)).json.items).toEqual([])
  })
})

describe("pages", () => {
  it("/docs works offline: all is inlined, and its policy lets nothing in from outside", async () => {
    for (const at of ["/docs", "/docs?a=b", "/d%6Fcs"]) {
      const { headers, status, text } = await store().get(at)
      expect([status, headers["content-type"]]).toEqual([200, "text/html"])
      const policy = headers["content-security-policy"]!
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/https?:|\*/)
      const outside = text.replace(
        /<script\b[^>]*>[\s\S]*?<\/script>|<style\b[^>]*>[\s\S]*?<\/style>/g,
        (block) => block.slice(0, block.indexOf(">") + 1)
      )
      expect(outside).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//)
      expect(text).not.toMatch(/@import|url\(\s*["']?https?:/)
    }
  })

  it("explain every problem at the address that its type names", async () => {
    const index = await store().get("/problems")
    for (const { code, status, title } of Object.values(problems)) {
      const page = await store().get(`/problems/${code}`)
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'")
      expect(page.text).toContain(`<code>${code}</code>`)
      expect(page.text).toContain(`<dd>${status}</dd>`)
      expect(page.text, code).not.toContain("`")
      expect(index.text).toContain(`href="/problems/${code}"`)
      expect(page.text.replaceAll("&#39;", "'").replaceAll("&quot;", "\"")).toContain(title)
    }
  })

  it("show what a problem's explanation quotes as code", async () => {
    const page = await store().get("/problems/insufficient_stock")
    expect(page.text).toContain("<p><code>available</code> units are available right now.")
  })

  it("tell a browser in words that a return address leads nowhere", async () => {
    const path = "/checkout/return/cs_nobody.nothing"
    const page = await store().get(path, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } })
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"])
    expect(page.headers["cache-control"]).toBe("no-store")
    expect(page.text).toContain("<h1>There is no checkout here</h1>")
    const answer = await store().get(path)
    expect([answer.status, answer.json.code]).toEqual([404, "checkout_session_not_found"])
  })

  it("draw every product as an SVG that can neither load nor run anything", async () => {
    for (const { products } of (await store().get("/api/")).json.brands) {
      for (const { image } of products) {
        const { headers, status, text } = await store().get(new URL(image).pathname)
        expect([status, headers["content-type"]], image).toEqual([200, "image/svg+xml"])
        expect(headers["content-security-policy"]).toBe("default-src 'none'; style-src 'unsafe-inline'")
        expect(headers["x-content-type-options"]).toBe("nosniff")
        expect(text).toMatch(/^<svg[\s>]|^<\?xml/)
        expect(text).not.toMatch(/<script|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["'](?!#)/i)
      }
    }
  })
})

describe("collections", () => {
  const idsOf = (answer: Answer): Array<string> => answer.json.data.map((one: { id: string }) => one.id)
  const walk = async (query: string, token?: string) => {
    const ids: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const answer = await store().get(`${query}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`, {
        token
      })
      expect(answer.status, answer.text).toBe(200)
      ids.push(...idsOf(answer))
      cursor = answer.json.nextCursor
    }
    return ids
  }

  it("are read page by page, each product once, in the order that was asked for", async () => {
    const all = (await store().get("/api/")).json.brands
      .flatMap((brand: { products: ReadonlyArray<{ id: string; price: number }> }) => brand.products)
    const priceOf = new Map<string, number>(all.map((one: { id: string; price: number }) => [one.id, one.price]))
    for (const sort of ["relevance", "price", "-price", "name"]) {
      const ids = await walk(`/api/products?limit=7&sort=${sort}`)
      expect(ids).toHaveLength(all.length)
      expect(new Set(ids)).toEqual(new Set(priceOf.keys()))
      const prices = ids.map((id) => priceOf.get(id)!)
      const sorted = [...prices].sort((a, b) => a - b)
      if (sort === "price") expect(prices).toEqual(sorted)
      if (sort === "-price") expect(prices).toEqual(sorted.reverse())
    }
    expect(idsOf(await store().get("/api/products"))).toHaveLength(20)
  })

  it("of orders come newest first, and an order in between neither skips nor repeats one", async () => {
    const token = await store().guest()
    const placed: Array<string> = []
    for (let n = 0; n < 5; n++) placed.unshift((await checkOut(store(), token)).orderId)
    const first = await store().get("/api/orders?limit=2", { token })
    expect(idsOf(first)).toEqual(placed.slice(0, 2))
    const newest = (await checkOut(store(), token)).orderId
    const second = await store().get(`/api/orders?limit=3&cursor=${first.json.nextCursor}`, { token })
    expect(idsOf(second)).toEqual(placed.slice(2))
    expect(second.json.nextCursor).toBeNull()
    expect(await walk("/api/orders?limit=1", token)).toEqual([newest, ...placed])
  })

  it("take no cursor but their own, untouched", async () => {
    const token = await store().guest()
    for (let n = 0; n < 3; n++) await checkOut(store(), token)
    const ofProducts = (await store().get("/api/products?limit=1")).json.nextCursor as string
    const ofOrders = (await store().get("/api/orders?limit=1", { token })).json.nextCursor as string
    const flipped = (ofProducts.startsWith("e") ? "f" : "e") + ofProducts.slice(1)
    for (const cursor of [flipped, ofProducts.slice(0, -1), `${ofProducts}A`, "x", "", "%00", "a.b", ofOrders]) {
      expectProblem(await store().get(`/api/products?cursor=${cursor}`), "invalid_cursor")
    }
    expectProblem(await store().get(`/api/products?sort=price&cursor=${ofProducts}`), "invalid_cursor")
    expectProblem(await store().get(`/api/orders?cursor=${ofProducts}`, { token }), "invalid_cursor")
    // Of the same list, with another filter or none.
    const filters = [
      "",
      "&q=serum",
      "&category=skincare",
      "&inStock=true",
      "&inStock=false",
      "&minPrice=1",
      "&maxPrice=1"
    ]
    for (const filter of filters) {
      const { nextCursor } = (await store().get(`/api/products?limit=1${filter.replace("=1", "=90")}`)).json
      for (const other of nextCursor === null ? [] : filters) {
        const answer = await store().get(`/api/products?limit=2${other.replace("=1", "=90")}&cursor=${nextCursor}`)
        if (other === filter) expect([answer.status, answer.json.data.length > 0]).toEqual([200, true])
        else expectProblem(answer, "invalid_cursor")
      }
    }
    const { nextCursor } = (await store().get("/api/orders?limit=1&status=cancelled", { token })).json
    expect((await store().get(`/api/orders?status=cancelled&cursor=${nextCursor}`, { token })).json.data).toHaveLength(
      1
    )
    for (const query of ["", "status=confirmed&", "status=cancelled&from=2026-01-01&"]) {
      expectProblem(await store().get(`/api/orders?${query}cursor=${nextCursor}`, { token }), "invalid_cursor")
    }
    expectProblem(await store().get(`/api/orders?status=cancelled&cursor=${ofOrders}`, { token }), "invalid_cursor")
    expect(pointersOf(await store().get(`/api/products?cursor=${"a".repeat(1001)}`))).toEqual(["cursor"])
  })

  it("take a limit from 1 to 100", async () => {
    for (const limit of ["0", "-1", "101", "1.5", "1e1", "abc", "", "%20", "0x10", "NaN", "1e309", "2&limit=3"]) {
      expect(pointersOf(await store().get(`/api/products?limit=${limit}`)), limit).toEqual(["limit"])
    }
    expect(idsOf(await store().get("/api/products?limit=1"))).toHaveLength(1)
    expect((await store().get("/api/products?limit=100")).status).toBe(200)
  })
})

describe("money and moments", () => {
  it("are euros with at most two decimals and RFC 3339 in UTC, wherever they stand", async () => {
    const token = await store().guest()
    const session = await checkOut(store(), token)
    await pay(store(), session.redirectUrl)
    const order = await eventually(
      async () => (await store().get(`/api/orders/${session.orderId}`, { token })).json,
      ({ status }) => status === "confirmed"
    )
    expect(order.status).toBe("confirmed")
    const amounts: Array<number> = []
    const look = (value: unknown, name = "") => {
      if (Array.isArray(value)) return value.forEach((one) => look(one, name))
      if (typeof value === "object" && value !== null) {
        return Object.entries(value).forEach(([key, one]) => look(one, key))
      }
      if (value !== null && /price|total|shipping$|amount/i.test(name)) {
        expect(value, name).toBeTypeOf("number")
        expect(String(value)).toMatch(/^\d+(\.\d{1,2})?$/)
        amounts.push(value as number)
      }
      if (/At$|^at$|timestamp/.test(name)) expect(value, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    for (
      const at of ["/api/", "/api/products?limit=100", "/api/cart", "/api/orders", `/api/checkout/${session.sessionId}`]
    ) {
      look((await store().get(at, { token })).json)
    }
    look(session)
    look(order)
    expect(amounts.length).toBeGreaterThan(100)
  })
})
