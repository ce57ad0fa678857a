/** Scans as a whole: what counts as there, what is asked for, and how hostile sites end. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import type { CheckResult, Report } from "../src/Report.ts"
import * as Scanner from "../src/Scanner.ts"
import { agentName, FetchFailure, SiteFetch } from "../src/SiteFetch.ts"
import { type Answering, FixtureShop, json, origin, page, robots, text } from "./FixtureShop.ts"

const of = ({ checks }: Report, id: string): CheckResult => checks.find((check) => check.id === id)!
const statuses = (report: Report, ...ids: ReadonlyArray<string>) => ids.map((id) => of(report, id).status)

const scanWith = (answer: (path: string) => Answering | undefined) => {
  const shop = new FixtureShop()
  for (const address of shop.answers.keys()) {
    const changed = answer(address)
    if (changed !== undefined) shop.answers.set(address, changed)
  }
  return shop.scan()
}

describe("what counts", () => {
  it("a page with status 200 in place of everything passes no presence check", async () => {
    const soft = page({ path: "/", title: "Nothing here", body: "We found nothing." })
    const report = await scanWith((address) => address === "/" ? undefined : soft)
    for (const { id, status } of report.checks) {
      if (/\.(present|protocol|contact)$|^(acp|ucp|mcp|oauth|feed|openapi|llms|sitemap)\./.test(id)) {
        expect([id, status]).not.toEqual([id, "pass"])
      }
    }
    expect(statuses(report, "transact.protocol", "page.not-found", "product.markup")).toEqual(["fail", "pass", "fail"])
  })

  it("one protocol that works is enough, and the others do not apply", async () => {
    const shop = new FixtureShop()
    shop.answers.delete("/.well-known/ucp")
    shop.answers.delete("POST /mcp")
    shop.edit("/llms.txt", (body) => body.replace(/^- \[MCP\].*$/m, ""))
    const report = await shop.scan()
    expect(report.score.overall).toBe(100)
    expect(
      statuses(report, "transact.protocol", "acp.endpoint", "ucp.profile", "ucp.endpoint", "mcp.server", "mcp.tools")
    )
      .toEqual(["pass", "pass", "not_applicable", "not_applicable", "not_applicable", "not_applicable"])
  })

  it("a restricted GTIN counts as absent, so that a brand with a SKU passes and nothing else does", async () => {
    const restricted = new FixtureShop()
    restricted.editProducts((body) => body.replace("4006381333931", "2000001000106"))
    expect(statuses(await restricted.scan(), "product.identifier")).toEqual(["pass"])
    restricted.editProducts((body) => body.replace(/"sku":"\w+",/, ""))
    expect(statuses(await restricted.scan(), "product.identifier")).toEqual(["fail"])
  })

  it("HTTPS does not apply to a site on this machine", async () => {
    const shop = new FixtureShop()
    const answers = Layer.succeed(SiteFetch, {
      fetch: (request) =>
        Effect.map(
          shop.respond({ ...request, url: request.url.replace("http://localhost:3000", origin) }),
          (document) => ({ ...document, url: document.url.replace(origin, "http://localhost:3000") })
        )
    })
    const report = await Effect.runPromise(
      Effect.provide(Scanner.scan(new URL("http://localhost:3000/some/page")), answers)
    )
    expect(statuses(report, "security.https", "security.redirect", "security.hsts"))
      .toEqual(["not_applicable", "not_applicable", "not_applicable"])
  })

  it("what cannot be fetched is an error, which says nothing about the site", async () => {
    const report = await scanWith((address) => address === "/llms.txt" ? () => "timeout" : undefined)
    expect(statuses(report, "llms.present", "llms.summary", "llms.links", "llms.buying"))
      .toEqual(["error", "error", "error", "error"])
    expect(of(report, "llms.present").evidence).toContain("timeout")
    expect(of(report, "llms.present").fix).toBeNull()
    expect(report.score.overall).not.toBeNull()
  })

  it.each([1, 2, 3, 4, 5, 7, 12])(
    "what the scan leaves unread of a good shop is no fault of it: %i pages",
    async (n) => {
      const whole = await new FixtureShop().scan()
      const { checks } = await new FixtureShop().scan({ maxPages: n })
      expect(checks.filter(({ status }) => status === "fail" || status === "partial")).toEqual([])
      // Whatever a whole scan judges was judged, or is said to be unread.
      const unread = checks.filter(({ status }, at) => status !== whole.checks[at]!.status)
      expect(unread.filter(({ status }) => status !== "error")).toEqual([])
      for (const { evidence } of unread) {
        expect(evidence).toContain(`left unread by the scan's limit of ${n === 1 ? "1 page" : `${n} pages`}`)
      }
    }
  )

  it("what may be listed in a part of the sitemap that is not read is no fault", async () => {
    const parts = (count: number) => (shop: FixtureShop) => {
      const urls = Array.from({ length: count }, (_, n) => `${origin}/part-${n + 1}.xml`)
      const listing = (root: string, entry: string, addresses: ReadonlyArray<string>) =>
        text(
          `<${root}>${addresses.map((one) => `<${entry}><loc>${one}</loc></${entry}>`).join("")}</${root}>`,
          "application/xml"
        )
      shop.answers.set("/sitemap.xml", listing("sitemapindex", "sitemap", urls))
      for (const url of urls) {
        shop.answers.set(url.slice(origin.length), listing("urlset", "url", [`${origin}/policies/returns`]))
      }
    }
    const found = async (count: number) => {
      const shop = new FixtureShop()
      parts(count)(shop)
      return of(await shop.scan(), "sitemap.products")
    }
    expect((await found(2)).status).toBe("fail")
    expect(await found(3)).toMatchObject({ status: "error", evidence: expect.stringContaining("limit of 2 parts") })
  })

  it.each([500, 503, 429])("pages with status %i are out of reach, and say nothing about the site", async (status) => {
    const busy = (pattern: RegExp) =>
      scanWith((address) => pattern.test(address) ? { ...text("busy"), status } : undefined)
    const products = await busy(/^\/products\//)
    expect(statuses(products, "product.markup", "product.price", "page.open-graph", "sitemap.open", "feed.agrees"))
      .toEqual(["error", "error", "error", "error", "error"])
    const policies = await busy(/^\/(policies\/|contact|imprint)/)
    const owed = policies.checks.filter(({ id }) => id.startsWith("policy."))
    expect(owed.filter(({ status }) => status !== "error")).toEqual([])
  })

  it.each([500, 429, 403, 404])("a site whose home page has status %i is not judged", async (status) => {
    const report = await scanWith((address) => address === "/" ? { ...text("no"), status } : undefined)
    expect(report).toMatchObject({ status: "failed", failure: `the home page has status ${status}`, checks: [] })
    expect(report.score.overall).toBeNull()
  })

  it("where the home page is no page, what depends on it is an error", async () => {
    const report = await scanWith((address) => address === "/" ? text("no page") : undefined)
    const owed = report.checks.filter(({ id }) => id.startsWith("policy."))
    expect(owed.filter(({ status }) => status !== "error")).toEqual([])
  })

  it("a site of which hardly anything can be fetched has no score", async () => {
    const report = await scanWith((address) =>
      address === "/" || address === "/robots.txt" ? undefined : () => "timeout"
    )
    expect(report.status).toBe("completed")
    expect(report.score.overall).toBeNull()
  })

  it("only the chosen checks are in the report", async () => {
    const report = await new FixtureShop().scan({ checks: ["robots.present", "no.such.check"] })
    expect(report.checks.map(({ id }) => id)).toEqual(["robots.present"])
    expect(report.score.dimensions).toEqual({ discoverability: 100, understandability: null, transactability: null })
  })
})

describe("what is asked for", () => {
  it("nothing outside the site, at most the given pages, and progress never falls", async () => {
    const shop = new FixtureShop()
    shop.edit(
      "/llms.txt",
      (body) => `${body}\n[x](https://other.example/openapi.json) https://other.example/feed.jsonl`
    )
    shop.answers.set("/.well-known/acp.json", json({ api_base_url: "https://other.example/acp" }))
    const seen: Array<number> = []
    await shop.scan({ maxPages: 3, progress: (done) => Effect.sync(() => void seen.push(done)) })
    const asked = shop.asked.map(({ url }) => url)
    expect(asked.filter((url) => !/^https?:\/\/shop\.example\//.test(url))).toEqual([])
    expect(asked.filter((url) => /example\/(products|policies|categories|contact|imprint|no-such-thing)/.test(url)))
      .toHaveLength(2)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
  })

  it("nothing that robots.txt forbids", async () => {
    const shop = new FixtureShop()
    shop.answers.set("/robots.txt", text(`User-agent: ${agentName}\nDisallow: /products/\n\n${robots()}`))
    const report = await shop.scan()
    expect(shop.asked.filter(({ url }) => url.includes("/products/"))).toEqual([])
    expect(of(report, "product.markup")).toMatchObject({ status: "error" })
    expect(of(report, "product.markup").evidence).toContain("disallowed by robots.txt")
  })

  it("a site that forbids everything has a report that says so", async () => {
    const shop = new FixtureShop()
    shop.answers.set("/robots.txt", text("User-agent: *\nDisallow: /\n"))
    const report = await shop.scan()
    expect(report).toMatchObject({ status: "failed", failure: expect.stringContaining("robots.txt"), checks: [] })
    expect(report.score.overall).toBeNull()
    expect(shop.asked).toHaveLength(1)
  })

  it.each([["an error of the server", text("", "text/plain")], ["no answer", undefined]] as const)(
    "nothing where robots.txt has %s",
    async (_what, answer) => {
      const shop = new FixtureShop()
      shop.answers.set("/robots.txt", answer === undefined ? () => "timeout" : { ...answer, status: 503 })
      expect(await shop.scan()).toMatchObject({ status: "failed", failure: expect.stringContaining("robots.txt") })
      expect(shop.asked).toHaveLength(1)
    }
  )

  it("the site under the address to which its home page leads, by the robots.txt there", async () => {
    const shop = new FixtureShop()
    const asked: Array<string> = []
    const leading = Layer.succeed(SiteFetch, {
      fetch: (request) => {
        asked.push(request.url)
        return shop.respond({ ...request, url: request.url.replace(/^http:\/\/www\.shop\.example\//, `${origin}/`) })
      }
    })
    const report = await Effect.runPromise(
      Effect.provide(Scanner.scan(new URL("http://www.shop.example/any")), leading)
    )
    expect([report.url, report.score.overall]).toEqual([origin, 100])
    expect(asked.slice(0, 4)).toEqual([
      "http://www.shop.example/robots.txt",
      "http://www.shop.example/",
      `${origin}/robots.txt`,
      `${origin}/`
    ])
    expect(asked.slice(4).filter((url) => url.includes("www."))).toEqual([])
  })

  it("no checkout is tried out where the site is no demo, or where nobody asks for it", async () => {
    const live = new FixtureShop()
    live.edit("/.well-known/commerce.json", (body) => body.replace("true", "false"))
    expect(statuses(await live.scan(), "checkout.opens", "checkout.cancels")).toEqual([
      "not_applicable",
      "not_applicable"
    ])
    const unasked = new FixtureShop()
    const scanner = Effect.provide(Scanner.scan(new URL(origin)), unasked.layer)
    expect(statuses(await Effect.runPromise(scanner), "checkout.opens")).toEqual(["not_applicable"])
    for (const { asked } of [live, unasked]) {
      expect(asked.filter(({ headers }) => headers["authorization"] !== undefined)).toEqual([])
    }
  })

  it("an opened session is told before it is cancelled, with what cancels it", async () => {
    const shop = new FixtureShop()
    const opened: Array<Scanner.OpenedSession> = []
    await shop.scan({ dryRun: { opened: (session) => Effect.sync(() => void opened.push(session)) } })
    expect(opened.map(({ url }) => url)).toEqual([`${origin}/acp/checkout_sessions/session%2F1/cancel`])
    expect(await Effect.runPromise(Effect.provide(Scanner.cancelSession(opened[0]!), shop.layer))).toBe(true)
  })
})

describe("a checkout that is tried out ends with a verdict", () => {
  const guestAt = (path: unknown) => (body: string) =>
    JSON.stringify({ ...JSON.parse(body), authentication: { guest: { path } } })

  it.each<readonly [string, unknown]>([
    ["another site", "https://internal.example/api/auth/guest"],
    ["another site, without its scheme", "//internal.example/guest"],
    ["this machine", "http://127.0.0.1:6379/"],
    ["another port", "https://shop.example:8443/guest"],
    ["no address", "http://[x"],
    ["a port that is none", "//shop.example:99999/guest"],
    ["no text", 7]
  ])("and sends nothing where a guest's token is at: %s", async (_, path) => {
    const shop = new FixtureShop()
    shop.edit("/.well-known/commerce.json", guestAt(path))
    const report = await shop.scan({ dryRun: { opened: () => Effect.void } })
    expect(report.status).toBe("completed")
    expect(statuses(report, "checkout.opens")).toEqual(["not_applicable"])
    expect(
      shop.asked.filter(({ headers, method, url }) =>
        new URL(url).host !== "shop.example" || (method === "POST" && headers["authorization"] !== undefined)
      )
    ).toEqual([])
  })

  const editAcp = (shop: FixtureShop, change: object) =>
    shop.edit("/.well-known/acp.json", (body) => JSON.stringify({ ...JSON.parse(body), ...change }))

  it.each<readonly [string, (shop: FixtureShop) => void]>([
    ["a session's id is no text", (shop) => shop.answers.set("POST /acp/checkout_sessions", json({ id: "\ud800" }))],
    ["the endpoint is no address", (shop) => editAcp(shop, { api_base_url: "https://shop.example/%\u0000/\ud800" })],
    ["the version is no text", (shop) => editAcp(shop, { protocol: { version: { at: [] } } })]
  ])("although %s", async (_, plant) => {
    const shop = new FixtureShop()
    plant(shop)
    const report = await shop.scan({ dryRun: { opened: () => Effect.void } })
    expect(report.status).toBe("completed")
    expect(report.checks.length).toBeGreaterThan(50)
  })
})

describe("hostile sites end with a report", () => {
  const large = 2_000_000
  it.each<readonly [string, string, string]>([
    ["malformed HTML", "text/html", `<<<>>><a href=">${"<div ".repeat(1_000)}`],
    ["binary", "application/octet-stream", "\u0000\u0001\uFFFD".repeat(10_000)],
    ["JSON that nests", "application/json", `${"{\"a\":".repeat(5_000)}1${"}".repeat(5_000)}`],
    ["empty", "text/plain", ""],
    ["long", "text/html", `<p>${"x ".repeat(large / 2)}`],
    ["numbers", "application/json", `[${"1,".repeat(10_000)}1]`],
    [
      "digits",
      "text/html",
      `<a href="/policies/returns">Returns, shipping, contact, imprint</a><p>${"1".repeat(400_000)}`
    ],
    [
      "letters",
      "text/html",
      `<a href="/policies/returns">Returns, shipping, contact, imprint</a><p>${"a".repeat(400_000)}`
    ],
    ["white space", "text/plain", "\n".repeat(large)],
    ["a price without end", "application/jsonl", JSON.stringify({ id: "a", price: `1${" ".repeat(300_000)}x` })],
    ["null", "application/json", "null"]
  ])("%s everywhere", async (_what, contentType, body) => {
    const report = await scanWith(() => text(body, contentType))
    expect(report.status).toBe("completed")
    expect(report.checks.filter(({ evidence }) => evidence.length > 500 || evidence === "")).toEqual([])
    expect(of(report, "transact.protocol").status).toBe("fail")
  })

  it("one that leads elsewhere, or answers nothing, is not judged", async () => {
    const away = Layer.succeed(SiteFetch, {
      fetch: () =>
        Effect.succeed({
          url: "https://other.example/",
          status: 200,
          headers: {},
          body: new Uint8Array(),
          truncated: false,
          millis: 1
        })
    })
    const silent = Layer.succeed(SiteFetch, { fetch: () => Effect.fail(new FetchFailure({ reason: "timeout" })) })
    const scan = (layer: typeof away) => Effect.runPromise(Effect.provide(Scanner.scan(new URL(origin)), layer))
    expect(await scan(away)).toMatchObject({ status: "failed", failure: expect.stringContaining("another site") })
    expect(await scan(silent)).toMatchObject({ status: "failed", failure: expect.stringContaining("timeout") })
  })
})

describe("a site that means harm", () => {
  it("puts no long or moving text into what its owner copies, and none into a terminal", async () => {
    const shop = new FixtureShop()
    shop.answers.delete("/llms.txt")
    const title = `\u001b[2J\u202eevil ${"x".repeat(100_000)}`
    shop.edit("/", (body) => body.replace(/<title>[^<]*/, `<title>${title}`))
    const { fix } = of(await shop.scan(), "llms.present")
    expect(fix!.patch).toContain("evil")
    expect(fix!.patch).not.toMatch(/[\u001b\u202e]/)
    expect(fix!.patch.length).toBeLessThan(1_000)
  })

  it("sends the scan nowhere else: a document that leads to another site, or to what is forbidden, is not fetched", async () => {
    const leading = (location: string) => ({ status: 302, headers: { location }, body: "" })
    const shop = new FixtureShop()
    shop.answers.set("/llms.txt", leading("https://victim.example/secret"))
    shop.answers.set("/.well-known/acp.json", leading("/cart/acp.json"))
    shop.answers.set("/.well-known/ucp", leading("/moved/ucp"))
    shop.answers.set("/moved/ucp", new FixtureShop().answers.get("/.well-known/ucp")!)
    shop.edit("/robots.txt", (body) => body.replaceAll("Disallow:", "Disallow: /cart/\nDisallow:"))
    const report = await shop.scan()
    expect(
      shop.asked.map(({ url }) => url).filter((url) => !url.startsWith(`${origin}/`) && url !== "http://shop.example/")
    )
      .toEqual([])
    expect(shop.asked.map(({ url }) => url)).not.toContain(`${origin}/cart/acp.json`)
    expect(shop.asked.every(({ followRedirects, url }) => !followRedirects || /\/(?:robots\.txt)?$/.test(url))).toBe(
      true
    )
    expect(statuses(report, "llms.present", "ucp.profile")).toEqual(["fail", "pass"])
  })

  it("gets no checkout tried out at another address than the one that was proven", async () => {
    const shop = new FixtureShop()
    const tried: Array<unknown> = []
    const report = await Effect.runPromise(
      Scanner.scan(new URL("https://www.shop.example"), {
        dryRun: { opened: (to) => Effect.sync(() => void tried.push(to)) }
      })
        .pipe(Effect.provideService(SiteFetch, {
          fetch: (request) =>
            Effect.map(
              shop.respond({ ...request, url: request.url.replace("://www.", "://") }),
              (document) => request.followRedirects ? document : { ...document, url: request.url }
            )
        }))
    )
    expect(report.status).toBe("completed")
    expect(report.url).toBe(origin)
    expect(tried).toEqual([])
  })
})
