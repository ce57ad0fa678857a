/**
 * The store as a guest: mounted below a path of a program that has routes of its own and its own sign-in. What the
 * store does to requests it does to its own alone, its addresses have the path, and the program says who its callers
 * are.
 */
import { type HostCaller, type HostIdentity, signIn, SignInRefused } from "@beauty-store/http/HostIdentity"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HandledShop, openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { product, serum } from "../../../test/shop/products.ts"
import { type Answer, pathOf, type Sent } from "../../../test/shop/requests.ts"
import { address, delivery, visa } from "../../../test/shop/shopper.ts"

const cream = product(9)

const callers: Readonly<Record<string, HostCaller>> = {
  ada: { kind: "shopper", id: "4711" },
  grace: { kind: "shopper", id: "4712" },
  bot: { kind: "agent", id: "bot", shopper: "ada", scopes: ["shop", "orders:write"] },
  packer: { kind: "staff", id: "7", scopes: ["orders:read", "orders:write", "shop"] }
}

/** A session of the host's, by a header or by a cookie. It is looked up somewhere that takes its time. */
const identity: HostIdentity = ({ headers }) =>
  Effect.gen(function*() {
    const name = headers["x-session"] ?? /host_session=(\w+)/.exec(headers["cookie"] ?? "")?.[1]
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    if (name === undefined) return undefined
    return callers[name] ?? (yield* new SignInRefused())
  })

const hostRoutes = HttpLayerRouter.add("GET", "/hello", HttpServerResponse.text("hello"))

/** A program with one route of its own, and the store beside it. */
const hosted = (guest: { readonly prefix?: `/${string}`; readonly identity?: HostIdentity }) =>
  HttpLayerRouter.toHttpEffect(
    Layer.merge(hostRoutes, StoreHttp.layer({ ...guest, others: providerPages }))
  ).pipe(
    Effect.map(
      Effect.catchTag("RouteNotFound", () => HttpServerResponse.text("the host has no such page", { status: 404 }))
    ),
    Effect.orDie
  )

const open = (address: string, guest: Parameters<typeof hosted>[0]): Promise<HandledShop> =>
  openHandlers(hosted(guest), { address })

const html = { accept: "text/html" }

/** The addresses in a page. */
const linksOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"))

/** All texts of a JSON document. */
const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsOf)
    : []

describe("a store below a path of another program", () => {
  const root = "https://mine.example/shop"
  let shop: HandledShop
  beforeAll(async () => {
    shop = await open(root, { prefix: "/shop" })
  })
  afterAll(() => shop.close())

  const guest = async (): Promise<string> => (await shop.post("/shop/api/auth/guest")).json.access_token

  /** Buys, pays and is back: the order's id, and where the way back leads. */
  const buy = async (token: string) => {
    await shop.post("/shop/api/cart", { productId: serum }, { token })
    const { json } = await shop.post("/shop/api/checkout", delivery, { token })
    expect(json.redirectUrl).toMatch(/^https:\/\/mine\.example\/shop\/pay\//)
    const paid = await shop.post(pathOf(json.redirectUrl), visa)
    expect(paid.json.returnUrl).toMatch(/^https:\/\/mine\.example\/shop\/checkout\/return\//)
    const { body, headers } = await shop.notification()
    const told = await shop.post("/shop/api/payments/notifications", Buffer.from(body).toString("utf8"), { headers })
    expect(told.status).toBeLessThan(300)
    return { orderId: json.orderId, back: await shop.get(pathOf(paid.json.returnUrl)) }
  }

  it("leaves the program's own routes alone, and what is nobody's to the program", async () => {
    const own = await shop.get("/hello", { headers: { "accept-encoding": "gzip" } })
    expect([own.status, own.text]).toEqual([200, "hello"])
    expect(Object.keys(own.headers).toSorted()).toEqual(["content-length", "content-type"])
    for (const path of ["/", "/api/", "/shopping", "/docs", "/.well-known/commerce.json"]) {
      expect([path, (await shop.get(path)).text]).toEqual([path, "the host has no such page"])
    }
  })

  it("has its own headers, limits and errors on its own routes, and none that hold for the whole host", async () => {
    const { headers } = await shop.get("/shop/api/products", { headers: { "x-request-id": "mine" } })
    expect(headers).toMatchObject({ "x-request-id": "mine", "access-control-allow-origin": "*" })
    expect(headers).not.toHaveProperty("strict-transport-security")
    const nowhere = await shop.get("/shop/nowhere")
    expect(nowhere.json).toMatchObject({
      code: "not_found",
      type: `${root}/problems/not_found`,
      instance: "/shop/nowhere"
    })
    const refused = await shop.request("PATCH", "/shop/api/cart")
    expect([refused.status, refused.headers["allow"]]).toEqual([405, "HEAD, GET, POST, DELETE"])
    const asked = await shop.request("OPTIONS", "/shop/api/cart")
    expect([asked.status, asked.headers["access-control-allow-methods"]]).toEqual([204, "HEAD, GET, POST, DELETE"])
    expect((await shop.request("HEAD", "/shop/docs")).status).toBe(200)
  })

  it("names its own path in the cookie, redirects and problems", async () => {
    const { headers, json } = await shop.post("/shop/api/cart", { productId: serum })
    expect(headers["set-cookie"]).toMatch(/^__Host-store_session\+shop=[^;]+; Path=\/; .*; Secure$/)
    expect(json.session.access_token).toBeTypeOf("string")
    const { back } = await buy(await guest())
    expect([back.status, back.headers["location"]]).toEqual([303, expect.stringMatching(/^\/shop\/orders\/page_/)])
    const lost = await shop.get("/shop/api/orders/ord_00000000000000000000000000000", { token: await guest() })
    expect(lost.json).toMatchObject({ instance: expect.stringMatching(/^\/shop\/api\/orders\//) })
  })

  it("leads from each of its pages to its own pages only", async () => {
    const token = await guest()
    const { back, orderId } = await buy(token)
    const starts = [
      "/shop",
      "/shop/nowhere",
      "/shop/orders/find",
      `/shop/orders/find/${orderId}`,
      back.headers["location"]!
    ]
    const known = new Set(starts)
    const seen: Array<string> = []
    for (const path of known) {
      const page = await shop.get(path, { headers: html })
      expect([path, page.status]).toEqual([path, path === "/shop/nowhere" ? 404 : 200])
      if (!(page.headers["content-type"] ?? "").startsWith("text/html") || path === "/shop/docs") continue
      seen.push(path)
      for (const link of linksOf(page.text)) {
        if (/^(?:#|mailto:|data:|\?)/.test(link)) continue
        expect([path, link]).toEqual([path, expect.stringMatching(/^(?:\/shop\/|https:\/\/mine\.example\/shop\/)/)])
        known.add(link.replace(/^https:\/\/mine\.example/, "").split("#")[0]!)
      }
    }
    expect(seen.length).toBeGreaterThan(20)
    const receipt = await shop.get(`/shop/api/orders/${orderId}/receipt`, { token, headers: html })
    expect(linksOf(receipt.text).filter((link) => link.startsWith("/"))).toEqual([`/shop/orders/find/${orderId}`])
  })

  it("describes itself by its own addresses", async () => {
    for (
      const name of [
        "/.well-known/commerce.json",
        "/api/descriptors/checkout",
        "/api/descriptors/orders",
        "/api/descriptors/returns",
        "/.well-known/acp.json",
        "/api/"
      ]
    ) {
      const { json, status } = await shop.get(`/shop${name}`)
      expect([name, status]).toEqual([name, 200])
      const addresses = textsOf(json).filter((text) => /^(?:\/|https:\/\/mine)/.test(text))
      expect(addresses.length).toBeGreaterThan(0)
      expect(addresses.filter((text) => !/^(?:\/shop\/|https:\/\/mine\.example\/shop(?:\/|$))/.test(text))).toEqual([])
    }
    expect((await shop.get("/shop/openapi.json")).json.servers).toEqual([{ url: root }])
    expect((await shop.get("/shop/docs")).text).toContain(`"servers":[{"url":"/shop"}]`)
    const guide = (await shop.get("/shop/llms.txt")).text
    expect(guide).toContain("`GET /shop/api/products")
    expect(guide).not.toMatch(/`(?:[A-Z]+ )?\/(?!shop\/)/)
    expect((await shop.get("/shop/robots.txt")).text).toContain("Disallow: /shop/orders/\n")
    expect((await shop.get("/shop/.well-known/security.txt")).text).toContain(
      `Canonical: ${root}/.well-known/security.txt`
    )
  })
})

it("a subscription in a dialect that the program did not bring is refused, not left without messages", async () => {
  const shop = await open("https://mine.example", { prefix: "/" })
  const token = await shop.clientToken("demo-staff")
  const subscribe = (body: object) => shop.post("/api/webhook-subscriptions", body, { token })
  const url = "https://partner.example/hooks"
  expect((await subscribe({ url, dialect: "acp", agentId: "demo-agent" })).json).toMatchObject({
    code: "invalid_request",
    errors: [{ pointer: "/dialect", detail: "must be one of the shop's dialects" }]
  })
  expect((await subscribe({ url: "partner" })).json).toMatchObject({
    code: "invalid_request",
    errors: [{ pointer: "/url", detail: "must be an http or https address, at most 2000 characters" }]
  })
  expect((await subscribe({ url })).status).toBe(200)
  await shop.close()
})

it("a store below the root of another program has every path that is none of the program's", async () => {
  const shop = await open("https://mine.example", { prefix: "/" })
  expect((await shop.get("/hello")).text).toBe("hello")
  expect((await shop.get("/", { headers: html })).text).toContain(`href="/orders/find?language=en"`)
  expect((await shop.get("/nowhere")).json).toMatchObject({ code: "not_found", instance: "/nowhere" })
  await shop.close()
})

it("a store is mounted at the path of its address, and at no other", async () => {
  const shop = await open("https://mine.example/a/shop", {})
  expect((await shop.get("/a/shop/api/")).status).toBe(200)
  await shop.close()
  const behindProxy = await open("https://mine.example/a/shop", { prefix: "/shop" })
  expect((await behindProxy.get("/shop", { headers: html })).text).toContain(`href="/a/shop/orders/find?language=en"`)
  await behindProxy.close()
  await expect(open("https://mine.example", { prefix: "/shop" })).rejects.toThrow(
    "the store is mounted at /shop, but its public address, Policy.baseUrl, is https://mine.example"
  )
})

it.each(["/:shop", "/*", "/t%C3%A9", "/té", "/a/../b", "/(a)", "/a//b"] as const)(
  "a store is not mounted at %s, which means more than itself",
  (prefix) =>
    expect(open(`https://mine.example${prefix}`, { prefix })).rejects.toThrow("the store cannot be mounted at")
)

describe("the sign-in of a program that embeds the store", () => {
  let shop: HandledShop
  beforeAll(async () => {
    shop = await open("https://mine.example/shop", { prefix: "/shop", identity })
  })
  afterAll(() => shop.close())

  const by = (name: string, sent: Sent = {}): Sent => ({ ...sent, headers: { "x-session": name, ...sent.headers } })
  const itemsOf = ({ json, status }: Answer) => [status, json.items.map((item: any) => item.productId)]

  it("says who a shopper is, for good, and what is theirs stays theirs", async () => {
    await shop.post("/shop/api/cart", { productId: serum }, by("ada"))
    expect(itemsOf(await shop.get("/shop/api/cart", by("ada")))).toEqual([200, [serum]])
    expect(itemsOf(await shop.get("/shop/api/cart", by("grace")))).toEqual([200, []])
    const { json } = await shop.post("/shop/api/checkout", delivery, by("ada"))
    expect((await shop.get(`/shop/api/orders/${json.orderId}`, by("ada"))).status).toBe(200)
    expect((await shop.get(`/shop/api/orders/${json.orderId}`, by("grace"))).json.code).toBe("order_not_found")
    expect((await shop.get(`/shop/api/orders/${json.orderId}`, by("packer"))).status).toBe(200)
  })

  it("gives nobody a scope that its kind does not have", async () => {
    const parcel = { carrier: "DHL", trackingNumber: "JD-1" }
    const ship = (name: string) =>
      shop.post("/shop/api/orders/ord_00000000000000000000000000000/ship", parcel, by(name))
    expect((await ship("bot")).json).toMatchObject({ code: "forbidden", requiredScope: "orders:write" })
    expect((await ship("packer")).json.code).toBe("order_not_found")
    expect((await shop.post("/shop/api/cart", { productId: serum }, by("packer"))).json.code).toBe("forbidden")
    expect((await shop.post("/shop/api/cart", { productId: cream }, by("bot"))).status).toBe(200)
    expect(itemsOf(await shop.get("/shop/api/cart", by("bot")))).toEqual([200, [cream]])
  })

  it("refuses what proves nobody, and leaves those whom it does not know to the store's own tokens", async () => {
    const token = (await shop.post("/shop/api/auth/guest")).json.access_token
    await shop.post("/shop/api/cart", { productId: serum }, { token })
    expect(itemsOf(await shop.get("/shop/api/cart", { token }))).toEqual([200, [serum]])
    const stale = await shop.get("/shop/api/cart", by("stale", { token }))
    expect([stale.status, stale.json.code]).toEqual([401, "unauthorized"])
    expect((await shop.get("/shop/api/products", by("stale"))).status).toBe(200)
    expect((await shop.get("/shop/api/orders")).json.code).toBe("unauthorized")
  })

  it.each<HostCaller>([
    { kind: "shopper", id: "ada lovelace" },
    { kind: "shopper", id: "" },
    { kind: "staff", id: "7".repeat(101), scopes: [] },
    { kind: "agent", id: "bot", shopper: "Ada Lovelace" }
  ])("that names a caller who cannot be one is a mistake of the program: %j", async (caller) => {
    const request = HttpServerRequest.fromWeb(new Request("https://mine.example/shop/api/cart"))
    const exit = await Effect.runPromiseExit(signIn(() => Effect.succeed(caller), request))
    expect(String(exit)).toContain("has to be 1 to 100 visible ASCII characters")
  })

  it.each<[string, unknown, string]>([
    [
      "of another kind",
      { kind: "admin", id: "7" },
      `\\"admin\\" is no kind of caller: there are shopper, agent, staff`
    ],
    ["of a kind that objects have", { kind: "constructor", id: "7" }, "is no kind of caller"],
    ["of no kind", {}, "undefined is no kind of caller"],
    ["that is a text", "ada", `\\"ada\\" is no caller: give an object with kind and id, or undefined for nobody`],
    ["that is a number", 0, "0 is no caller"],
    ["whose id is none", { kind: "shopper" }, "has to be 1 to 100 visible ASCII characters"],
    ["whose id is a number", { kind: "shopper", id: 4711 }, "has to be 1 to 100 visible ASCII characters"],
    ["whose scopes are a text", { kind: "staff", id: "7", scopes: "orders:read" }, "no list of scopes"],
    ["whose scope is a number", { kind: "staff", id: "7", scopes: [5n] }, "5n is no scope"]
  ])("that names a caller %s is a mistake of the program, too", async (_, caller, words) => {
    const request = HttpServerRequest.fromWeb(new Request("https://mine.example/shop/api/cart"))
    // The types exclude all but callers.
    const exit = await Effect.runPromiseExit(signIn(() => Effect.succeed(caller as never), request))
    expect(String(exit)).toContain("InvalidHostCaller")
    expect(String(exit)).toContain(words)
  })

  it("that gives null knows nobody, and an agent's shopper or scopes may be null", async () => {
    const request = HttpServerRequest.fromWeb(new Request("https://mine.example/shop/api/cart"))
    expect(await Effect.runPromise(signIn(() => Effect.succeed(null), request))).toBeUndefined()
    // The types exclude null there.
    const bare = { kind: "agent", id: "bot", shopper: null, scopes: null } as never
    expect(await Effect.runPromise(signIn(() => Effect.succeed(bare), request))).toMatchObject({
      principal: { scopes: ["shop"] },
      owner: { principal: "agent:bot", shopper: "" }
    })
  })

  it("that gives a scope which there is not makes a mistake, too, and those of other kinds are left out", async () => {
    const request = HttpServerRequest.fromWeb(new Request("https://mine.example/shop/api/cart"))
    const signedIn = (caller: HostCaller) => Effect.runPromiseExit(signIn(() => Effect.succeed(caller), request))
    expect(String(await signedIn({ kind: "staff", id: "7", scopes: ["orders:read", "orders:wrte"] })))
      .toContain(`\\"orders:wrte\\" is no scope: those of staff are orders:read, orders:write, inventory:write, `)
    expect(String(await signedIn({ kind: "agent", id: "bot", scopes: ["shopping"] })))
      .toContain(`\\"shopping\\" is no scope: those of agents are shop, orders:delegate, scanner:write`)
    expect(await signedIn({ kind: "agent", id: "bot", scopes: ["shop", "orders:write"] }))
      .toMatchObject({ value: { principal: { scopes: ["shop"] } } })
  })

  it("does not let a page of another origin change anything by the program's cookie", async () => {
    const cookie = "host_session=grace"
    const add = (headers: Sent["headers"]) =>
      shop.post("/shop/api/cart", { productId: serum }, { headers: { cookie, ...headers } })
    expect((await add({ origin: "https://evil.example" })).json.code).toBe("foreign_origin")
    expect((await add({ origin: "https://mine.example" })).status).toBe(200)
    expect(itemsOf(await shop.get("/shop/api/cart", { headers: { cookie, origin: "https://evil.example" } }))).toEqual([
      200,
      [serum]
    ])
  })

  it("counts for the agents' protocol too", async () => {
    const headers = { "x-session": "bot", "api-version": "2026-04-17", "idempotency-key": "mine" }
    const body = {
      line_items: [{ id: serum, quantity: 1 }],
      currency: "eur",
      capabilities: {},
      fulfillment_details: { address }
    }
    const { json, status } = await shop.post("/shop/acp/checkout_sessions", body, { headers })
    expect([status, json.links?.[0]?.url]).toEqual([201, "https://mine.example/shop/policies/terms"])
  })
})
