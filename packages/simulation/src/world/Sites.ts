/**
 * Sites as scans reach them in the simulated world, and how a scan is made there: the store's own pages by its port,
 * and some other shops, which have a document one time and lack it the next. Nothing reaches a network. The scan is
 * short and knows three checks: what the real ones find is not the simulation's business, and they take promises, which
 * its scheduler has none of. The documents, the pace, the budgets and the records are real.
 */
import { GuardedHttp, RequestFailed } from "@beauty-store/outbound/GuardedHttp"
import * as PublicAddress from "@beauty-store/outbound/PublicAddress"
import { guideChecks } from "@beauty-store/readiness/internal/checks/GuideChecks"
import { robotsChecks } from "@beauty-store/readiness/internal/checks/RobotsChecks"
import { sitemapChecks } from "@beauty-store/readiness/internal/checks/SitemapChecks"
import type { CheckResult } from "@beauty-store/readiness/Report"
import type { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import * as Score from "@beauty-store/readiness/Score"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Transport } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"

const encoder = new TextEncoder()

const judge = (url: string) => Effect.asVoid(PublicAddress.parse(url, { loopback: false }))

/** A document of a shop that is not the store. */
const elsewhere = (url: URL, prng: Prng) => {
  if (url.hostname.startsWith("closed.")) return Effect.fail(new RequestFailed({ reason: "connection refused" }))
  const isThere = url.pathname === "/" || prng.happens(0.7)
  return Effect.succeed({ status: isThere ? 200 : 404, body: isThere ? "There it is." : "", headers: {} })
}

/** HTTP to sites. `own`: the store's address, at which `transport` reaches it. */
export const reachedBy = (transport: Transport, own: string, prng: Prng): Context.Tag.Service<GuardedHttp> => ({
  judge,
  check: judge,
  request: Effect.fnUntraced(function*({ body, headers, limits, method, url: address }) {
    yield* judge(address)
    const url = new URL(address)
    yield* Effect.sleep(prng.int(1, 200))
    // Simulated bodies are text, which nobody compresses.
    const { "accept-encoding": _, ...plain } = headers
    const path = `${url.pathname}${url.search}`
    const response = url.origin === own
      ? yield* Effect.mapError(
        transport({ method, path, headers: plain, body, timeoutMillis: limits.millis }),
        () => new RequestFailed({ reason: "connection lost" })
      )
      : yield* elsewhere(url, prng)
    const bytes = encoder.encode(response.body)
    const named = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]]
    )
    return {
      url: address,
      status: response.status,
      headers: Object.fromEntries(named) as Readonly<Record<string, string>>,
      body: bytes.subarray(0, limits.bodyBytes),
      truncated: bytes.length > limits.bodyBytes,
      waitedMillis: 1
    }
  })
})

/** The checks of a scan here, and the documents that they look for. */
const looked = {
  "robots.present": "/robots.txt",
  "sitemap.present": "/sitemap.xml",
  "llms.present": "/llms.txt"
} as const
const knownChecks = [...robotsChecks, ...sitemapChecks, ...guideChecks]

/** How a scan is made. */
export const runner: typeof ScanRunner.Service = {
  run: ({ origin }, { checks: chosen, progress = () => Effect.void }, { fetch }) =>
    Effect.gen(function*() {
      const startedAt = yield* Clock.currentTimeMillis
      const get = (path: string) =>
        Effect.option(
          fetch({ method: "GET", url: origin + path, headers: {}, maxBytes: 100_000, followRedirects: false })
        )
      const home = yield* get("/")
      const found: Array<Omit<CheckResult, "fix">> = []
      for (const check of home._tag === "None" ? [] : knownChecks) {
        const { dimension, id, severity, specification, title, weight } = check
        const path = (looked as Readonly<Record<string, string>>)[id]
        if (path === undefined || chosen?.includes(id) === false) continue
        const seen = yield* get(path)
        const status = seen._tag === "None" ? "error" : seen.value.status === 200 ? "pass" : "fail"
        found.push({ id, dimension, severity, weight, title, status, evidence: `${path}: ${status}`, specification })
        yield* progress(found.length / 3, path)
      }
      const isRead = home._tag === "Some"
      return {
        url: origin,
        ruleSet: "1",
        startedAt,
        completedAt: yield* Clock.currentTimeMillis,
        status: isRead ? "completed" as const : "failed" as const,
        failure: isRead ? null : "The home page could not be read.",
        score: Score.of(found),
        checks: found.map((check) => ({
          ...check,
          fix: check.status === "fail"
            ? { instructions: `Serve ${check.id}.`, patch: "", gain: Score.gain(found, check.id) }
            : null
        }))
      }
    })
}
