/**
 * The scanner's operations as clients see them: the root, scans and their results, fixes, trends, proof and page, and
 * who may do what. Sites are made up: what a scan finds is decided here.
 */
import type { Report } from "@beauty-store/readiness/Report"
import type { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import * as Score from "@beauty-store/readiness/Score"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { beforeAll, describe, expect, it } from "vitest"
import { useShop } from "../../../test/shop/server.ts"
import { eventually } from "../../../test/shop/shopper.ts"

type Verdict = Report["checks"][number]["status"]

/** What the next scans find, by check. */
let verdicts: Readonly<Record<string, Verdict>> = {}

const report = (url: string, at: number): Report => {
  const found = Object.entries(verdicts).map(([id, status]) => ({
    id,
    dimension: "discoverability" as const,
    severity: "major" as const,
    weight: id === "heavy" ? 3 : 1,
    title: `${id} is as it should be`,
    status,
    evidence: `<b>${id}</b>`,
    specification: "https://www.rfc-editor.org/rfc/rfc9309",
    fix: null
  }))
  const checks = found.map((check) => ({
    ...check,
    fix: check.status === "fail" || check.status === "partial"
      ? { instructions: `Mend ${check.id}.`, patch: "User-agent: *", gain: Score.gain(found, check.id) }
      : null
  }))
  return {
    url,
    ruleSet: "1",
    startedAt: at,
    completedAt: at,
    status: "completed",
    failure: null,
    score: Score.of(found),
    checks
  }
}

/** The headers of what a scan of the store itself got from it. */
const got: Array<Readonly<Record<string, string>>> = []

const scanRunner: typeof ScanRunner.Service = {
  run: ({ origin }, { progress = () => Effect.void }, site) =>
    Effect.gen(function*() {
      yield* progress(0.5, "reading")
      if (origin.startsWith("http:")) {
        const request = { method: "GET" as const, headers: {}, maxBytes: 100, followRedirects: true }
        const { headers } = yield* Effect.orDie(site.fetch({ ...request, url: `${origin}/api/v1` }))
        got.push(headers)
      }
      return report(origin, yield* Clock.currentTimeMillis)
    })
}

const shop = useShop({}, { scanRunner })

describe("the scanner", () => {
  let agent: string
  beforeAll(async () => {
    agent = await shop().clientToken("demo-agent")
  })

  const site = "https://shop.example"
  const scan = (body: object = {}, sent = {}) =>
    shop().post("/api/v1/scanner/scan", { url: `${site}/some/page?x=1`, ...body }, { token: agent, ...sent })
  const finished = (scanId: string) =>
    eventually(
      async () => (await shop().get(`/api/v1/scanner/scans/${scanId}`, { token: agent })).json,
      ({ status }) => status === "completed"
    )
  const scanned = async (found: Readonly<Record<string, Verdict>>, body = {}) => {
    verdicts = found
    const { json } = await scan({ force: true, ...body })
    return finished(json.scanId)
  }

  it("has a root that says exactly what there is", async () => {
    const { json, status } = await shop().get("/api/v1")
    expect([status, json]).toEqual([200, {
      name: "Beauty Store Readiness",
      version: "0.1.0",
      demo: true,
      endpoints: [
        "/docs",
        "POST /api/v1/scanner/scan",
        "GET /api/v1/fixes/sites/{site_id}/fixes",
        "GET /api/v1/analytics/sites/{site_id}/trends"
      ]
    }])
  })

  it("scans a site, of which only the origin matters, and shows the result for its owner alone", async () => {
    verdicts = { heavy: "pass", light: "fail", other: "not_applicable" }
    const { json, status } = await scan()
    expect(status).toBe(200)
    expect(json).toMatchObject({ url: site, siteId: expect.stringMatching(/^site_/), failure: null })
    const done = await finished(json.scanId)
    expect(done).toMatchObject({
      progress: 1,
      ruleSet: "1",
      score: { overall: 75, dimensions: { discoverability: 75, understandability: null, transactability: null } }
    })
    expect(done.checks.map((check: any) => [check.id, check.status, check.fixId !== null])).toEqual([
      ["heavy", "pass", false],
      ["light", "fail", true],
      ["other", "not_applicable", false]
    ])
    const guest = await shop().guest()
    const foreign = await shop().get(`/api/v1/scanner/scans/${json.scanId}`, { token: guest })
    const unknown = await shop().get("/api/v1/scanner/scans/scan_unknown", { token: guest })
    expect([foreign.status, foreign.json.code, unknown.status, unknown.json.code])
      .toEqual([404, "scan_not_found", 404, "scan_not_found"])
    expect((await shop().get(`/api/v1/scanner/scans/${json.scanId}`)).status).toBe(401)
  })

  it("returns the last scan of the last hour again, unless it is of other checks or a new one is asked for", async () => {
    const first = await scanned({ heavy: "pass" })
    const again = await scan()
    expect(again.json.scanId).toBe(first.scanId)
    const byId = await shop().post("/api/v1/scanner/scan", { siteId: first.siteId }, { token: agent })
    expect(byId.json.scanId).toBe(first.scanId)
    const other = await scan({ checks: ["robots.present"] })
    expect(other.json.scanId).not.toBe(first.scanId)
    await finished(other.json.scanId)
    expect((await scanned({ heavy: "pass" })).scanId).not.toBe(first.scanId)
  })

  it("moves fixes by later whole scans only, and says what each would gain", async () => {
    const fixes = async (siteId: string) => {
      const { json, status } = await shop().get(`/api/v1/fixes/sites/${siteId}/fixes`, { token: agent })
      expect(status).toBe(200)
      return json.data.map((fix: any) => [fix.checkId, fix.status, fix.estimatedGain])
    }
    const url = "https://fixes.example"
    const { siteId } = await scanned({ heavy: "fail", light: "partial", third: "pass" }, { url })
    expect(await fixes(siteId)).toEqual([["heavy", "open", 60], ["light", "open", 10]])
    await scanned({ heavy: "pass" }, { url, checks: ["robots.present"] })
    expect(await fixes(siteId)).toEqual([["heavy", "open", 60], ["light", "open", 10]])
    await scanned({ heavy: "pass", light: "error", third: "pass" }, { url })
    expect(await fixes(siteId)).toEqual([["light", "open", 10], ["heavy", "verified", null]])
    await scanned({ heavy: "partial", light: "pass", third: "pass" }, { url })
    expect(await fixes(siteId)).toEqual([["heavy", "regressed", 30], ["light", "verified", null]])
    const { json } = await shop().get(`/api/v1/fixes/sites/${siteId}/fixes`, { token: agent })
    expect(json.data[0]).toMatchObject({ instructions: "Mend heavy.", patch: "User-agent: *", severity: "major" })
  })

  it("shows the trend of days, weeks and months, with null where there was no scan", async () => {
    const url = "https://trends.example"
    const { siteId } = await scanned({ heavy: "pass", light: "fail" }, { url })
    const trends = (query: string) => shop().get(`/api/v1/analytics/sites/${siteId}/trends${query}`, { token: agent })
    const usual = (await trends("")).json
    expect(usual.points).toHaveLength(30)
    expect(usual.points.at(-1).score.overall).toBe(75)
    expect(usual.points.slice(0, -1).every(({ score }: any) => score === null)).toBe(true)
    expect(usual).toMatchObject({
      granularity: "day",
      ruleSet: "1",
      summary: { first: 75, last: 75, change: 0, scoredDays: 1 },
      regressions: [],
      improvements: []
    })
    expect((await trends("?from=2026-01-01&to=2026-12-31&granularity=month")).json.points).toHaveLength(12)
    expect((await trends("?from=2026-11-02&to=2026-11-15&granularity=week")).json.points.map(({ from, to }: any) => [
      from,
      to
    ])).toEqual([["2026-11-02", "2026-11-08"], ["2026-11-09", "2026-11-15"]])
  })

  it.each([
    "?granularity=year",
    "?from=2026-02-30",
    "?from=yesterday",
    "?from=2026-03-02&to=2026-03-01",
    "?from=9999-01-01",
    "?from=1000-01-01"
  ])("refuses what is no date or granularity: %s", async (query) => {
    const { siteId } = await scanned({ heavy: "pass" })
    const { json, status } = await shop().get(`/api/v1/analytics/sites/${siteId}/trends${query}`, { token: agent })
    expect([status, json.code]).toEqual([400, "invalid_request"])
  })

  it.each([
    ["nothing", {}],
    ["both", { url: "https://shop.example", siteId: "site_1" }],
    ["a private address", { url: "http://10.0.0.1/" }],
    ["the cloud's own address", { url: "http://169.254.169.254/latest/meta-data" }],
    ["another scheme", { url: "ftp://shop.example/" }],
    ["credentials", { url: "https://user:secret@shop.example/" }],
    ["the port of another protocol", { url: "http://shop.example:25/" }],
    ["no address", { url: "shop" }],
    ["too many pages", { url: "https://shop.example", maxPages: 51 }],
    ["no number of pages", { url: "https://shop.example", maxPages: "3" }],
    ["no checks", { url: "https://shop.example", checks: [] }]
  ])("refuses an address or an option that is none: %s", async (_, body) => {
    const { json, status } = await shop().post("/api/v1/scanner/scan", body, { token: agent })
    expect([status, json.code]).toEqual([400, "invalid_request"])
    expect(JSON.stringify(json)).not.toContain("secret")
  })

  it("names all that is wrong at once", async () => {
    const pointersOf = async (body: object) =>
      (await shop().post("/api/v1/scanner/scan", body, { token: agent })).json.errors
        .map(({ pointer }: { readonly pointer: string }) => pointer).sort()
    expect(await pointersOf({ maxPages: 0 })).toEqual(["/maxPages", "/url"])
    expect(await pointersOf({ siteId: 5, maxPages: 0 })).toEqual(["/maxPages", "/siteId"])
    expect(await pointersOf({ url: 5, maxPages: 0 })).toEqual(["/maxPages", "/url"])
    const trends = await shop().get(
      "/api/v1/analytics/sites/site_none/trends?from=2026-03-02&to=2026-03-01&granularity=year",
      { token: agent }
    )
    expect(trends.json.errors.map(({ pointer }: { readonly pointer: string }) => pointer).sort())
      .toEqual(["granularity", "to"])
  })

  it("refuses ids of checks that there are not, each by its place, and begins nothing", async () => {
    const url = "https://unknown-checks.example"
    const checks = ["robots.present", "robots.presnt", "sitemap.open", "<b>"]
    const { json, status } = await shop().post("/api/v1/scanner/scan", { url, checks }, { token: agent })
    const detail = "must be an id of a check that openapi.json lists"
    expect([status, json.code, json.errors]).toEqual([400, "invalid_request", [
      { pointer: "/checks/1", detail },
      { pointer: "/checks/3", detail }
    ]])
    const document = (await shop().get("/openapi.json")).json
    expect(document.components.schemas.ScanRequest.properties.checks.items.enum).toContain("robots.present")
    const known = checks.filter((_, i) => i % 2 === 0)
    const begun = await shop().post("/api/v1/scanner/scan", { url, checks: known }, { token: agent })
    expect([begun.status, begun.json.url]).toEqual([200, url])
    await finished(begun.json.scanId)
  })

  it("needs the scope to scan, and is the owner's to read", async () => {
    const { siteId } = await scanned({ heavy: "fail" })
    const guest = await shop().guest()
    const lesser = await shop().clientToken("demo-agent", "shop")
    const staff = await shop().clientToken("demo-staff")
    for (const token of [guest, lesser, staff]) {
      const refused = await shop().post("/api/v1/scanner/scan", { url: site }, { token })
      expect([refused.status, refused.json.requiredScope]).toEqual([403, "scanner:write"])
    }
    for (const path of [`/api/v1/fixes/sites/${siteId}/fixes`, `/api/v1/analytics/sites/${siteId}/trends`]) {
      expect((await shop().get(path)).status).toBe(401)
      expect((await shop().get(path, { token: lesser })).status).toBe(200)
      for (const token of [guest, staff]) {
        const foreign = await shop().get(path, { token })
        const unknown = await shop().get(path.replace(siteId, "site_unknown"), { token })
        expect([foreign.status, { ...foreign.json, requestId: 0, instance: 0 }])
          .toEqual([404, { ...unknown.json, requestId: 0, instance: 0 }])
      }
    }
    for (const path of [`/api/v1/sites/${siteId}/verification`, `/api/v1/sites/${siteId}/page`]) {
      expect((await shop().post(path, undefined, { token: lesser })).status).toBe(403)
      expect((await shop().post(path.replace(siteId, "site_unknown"), undefined, { token: agent })).status).toBe(404)
    }
  })

  it("is idempotent by key", async () => {
    const first = await scan({ force: true }, { key: "a-scan" })
    await finished(first.json.scanId)
    const replay = await scan({ force: true }, { key: "a-scan" })
    expect([replay.json.scanId, replay.headers["idempotent-replayed"]]).toEqual([first.json.scanId, "true"])
    expect((await scan({ force: false }, { key: "a-scan" })).status).toBe(422)
  })

  it("spends the budget of whoever began it on the store itself, also from this machine", async () => {
    const url = shop().url
    await scanned({ heavy: "pass" }, { url })
    await scanned({ heavy: "pass" }, { url })
    const left = got.map((headers) => Number(/"network";r=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1]))
    // What was spent grows back in hundredths of a second; who has no budget is told of none.
    expect(left).toEqual([1, 2].map(() => expect.toSatisfy((units: number) => units > 5900 && units <= 6000)))
    // Anybody else on this machine has no budget, and a header that they made up changes nothing.
    const own = await shop().get("/api/v1", { headers: { "x-scan-requester": "192.0.2.7.bm90IG91cnM" } })
    expect(own.headers).not.toHaveProperty("ratelimit")
  })

  it("tells how to prove that a site is one's own", async () => {
    const { siteId } = await scanned({ heavy: "pass" })
    const ask = () => shop().post(`/api/v1/sites/${siteId}/verification`, undefined, { token: agent })
    const { json, status } = await ask()
    expect(status).toBe(200)
    expect(json).toEqual({
      siteId,
      url: site,
      token: expect.stringMatching(/^beauty-store-readiness=[\w-]{32}$/),
      file: { url: `${site}/.well-known/beauty-store-readiness.txt` },
      record: { name: "_beauty-store-readiness.shop.example", type: "TXT" },
      verifiedAt: null
    })
    expect((await ask()).json.token).toBe(json.token)
  })

  it("gives a site a page, whose address its owner changes and closes", async () => {
    const { siteId } = await scanned({ heavy: "fail" })
    const page = `/api/v1/sites/${siteId}/page`
    const first = (await shop().post(page, undefined, { token: agent })).json.url
    const show = (url: string) => shop().get(new URL(url).pathname)
    const shown = await show(first)
    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex"
    })
    expect(shown.text).toContain("shop.example")
    expect(shown.text).toContain("Mend heavy.")
    expect(shown.text).toContain("&lt;b>heavy&lt;/b>")
    expect(shown.text).not.toContain("<b>heavy</b>")
    const second = (await shop().post(page, undefined, { token: agent })).json.url
    expect([(await show(first)).status, (await show(second)).status]).toEqual([404, 200])
    expect((await shop().request("DELETE", page, { token: agent })).json).toEqual({ siteId })
    expect((await show(second)).status).toBe(404)
    expect((await show(`${first}x`)).status).toBe(404)
  })

  it("is part of the API's document and of its methods", async () => {
    const { json } = await shop().get("/openapi.json")
    expect(Object.keys(json.paths).filter((path) => path.startsWith("/api/v1"))).toHaveLength(7)
    const refused = await shop().request("PUT", "/api/v1/scanner/scan", { token: agent })
    expect([refused.status, refused.headers["allow"]]).toEqual([405, "POST"])
    const onPage = await shop().request("PATCH", "/api/v1/sites/site_1/page", { token: agent })
    expect([onPage.status, onPage.headers["allow"]]).toEqual([405, "POST, DELETE"])
  })

  it("shows the store's own page before it has scanned itself", async () => {
    const { headers, status, text } = await shop().get("/readiness")
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=60"])
    expect(text).toContain("has not scanned itself yet")
    expect((await shop().get("/developers")).text).toContain("href=\"/readiness\"")
  })
})

describe("the scanner of a demo", () => {
  const named = 65_013
  const shop = useShop({ SCAN_LOOPBACK_PORTS: `8081, ${named}` }, {
    scanRunner: { run: ({ origin }) => Effect.map(Clock.currentTimeMillis, (now) => report(origin, now)) }
  })

  it("looks on this machine at the store itself and at the ports that are named, and at nothing beside them", async () => {
    const token = await shop().clientToken("demo-agent")
    const at = async (url: string) => {
      const { json, status } = await shop().post("/api/v1/scanner/scan", { url }, { token })
      if (status !== 200) return status
      const read = async () => (await shop().get(`/api/v1/scanner/scans/${json.scanId}`, { token })).json
      return (await eventually(read, ({ status }) => status === "completed")).status
    }
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(await at(`http://${host}:${shop().port}`), host).toBe("completed")
      expect(await at(`http://${host}:5432`), host).toBe(400)
      expect(await at(`http://${host}`), host).toBe(400)
    }
    for (const other of ["127.1:5432", "127.0.0.2", "2130706433:5432", "shop.localhost:5432"]) {
      expect(await at(`http://${other}`), other).toBe(400)
    }
    expect(await at(`http://localhost:${named}`)).toBe("completed")
  })
})
