/**
 * Sites that are slow or enormous on purpose: each fetch ends in bounded time and memory, with a document or a clear
 * reason.
 */
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import * as GuardedSiteFetch from "@beauty-store/readiness/fetching/GuardedSiteFetch"
import * as HostPace from "@beauty-store/readiness/fetching/HostPace"
import { scan } from "@beauty-store/readiness/Scanner"
import { SiteFetch } from "@beauty-store/readiness/SiteFetch"
import { expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { gzipSync } from "node:zlib"
import * as Receivers from "../../../test/receivers.ts"

const fetched = (stranger: Receivers.Receiver, maxBytes: number) =>
  Effect.flatMap(SiteFetch, ({ fetch }) =>
    fetch({
      method: "GET",
      url: `http://127.0.0.1:${stranger.port}/`,
      headers: {},
      maxBytes,
      followRedirects: true
    })).pipe(
      Effect.provide(Layer.provide(GuardedSiteFetch.layer({ millis: 2_000 }), [
        GuardedHttp.layerWith({ allowLoopback: true }),
        HostPace.layerMemory
      ]))
    )

/** Ten gigabytes of zeros as gzip: a file may consist of several members one after the other (RFC 1952 §2.2). */
const bomb = Buffer.concat(Array<Buffer>(1_000).fill(gzipSync(Buffer.alloc(10 * 1024 * 1024), { level: 9 })))

it.scopedLive("a gzip bomb of ten gigabytes costs a few megabytes", () =>
  Effect.gen(function*() {
    const stranger = yield* Receivers.receiver(Receivers.answer(200, { "content-encoding": "gzip" }, bomb))
    const before = process.memoryUsage.rss()
    const { body, truncated } = yield* fetched(stranger, 2 * 1024 * 1024)
    expect([body.length, truncated]).toEqual([2 * 1024 * 1024, true])
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  }), 30_000)

it.scopedLive("a body that drips ends by time", () =>
  Effect.gen(function*() {
    const stranger = yield* Receivers.receiver(
      Receivers.drip("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n", ".")
    )
    const { reason } = yield* Effect.flip(fetched(stranger, 1_000_000))
    expect(reason).toBe("timeout")
  }), 30_000)

it.scopedLive("silence ends by time", () =>
  Effect.gen(function*() {
    const stranger = yield* Receivers.receiver(Receivers.hang)
    expect((yield* Effect.flip(fetched(stranger, 1_000))).reason).toBe("timeout")
  }), 30_000)

/** A whole scan of a stranger, whose host has to wait for no turn. */
const scanned = (stranger: Receivers.Receiver) =>
  Effect.provide(
    scan(new URL(`http://127.0.0.1:${stranger.port}/`), { maxPages: 5 }),
    Layer.provide(GuardedSiteFetch.layer({ millis: 2_000 }), [
      GuardedHttp.layerWith({ allowLoopback: true }),
      Layer.succeed(HostPace.HostPace, { reserve: () => Clock.currentTimeMillis })
    ])
  )

const html = Receivers.answer(200, { "content-type": "text/html" }, "<title>Shop</title><h1>Shop</h1>")
const xml = { "content-type": "application/xml" }

it.scopedLive(
  "a scan of a site whose robots.txt and sitemap never end has a verdict, after few requests",
  () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver((socket, request) => {
        if (request.path === "/robots.txt") {
          return Receivers.flood("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n", "Disallow: /a\n".repeat(9_999))(
            socket,
            request
          )
        }
        if (request.path === "/sitemap.xml") {
          const address = `<url><loc>http://${request.headers["host"]}/products/1</loc></url>\n`
          const pages = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${address.repeat(100_000)}`
          return Receivers.answer(200, { ...xml, "content-encoding": "gzip" }, gzipSync(pages))(socket, request)
        }
        return html(socket, request)
      })
      const before = process.memoryUsage.rss()
      const report = yield* scanned(stranger)
      expect(report.status).toBe("completed")
      expect(report.score.overall).not.toBeNull()
      expect(stranger.received.length).toBeLessThan(60)
      expect(process.memoryUsage.rss() - before).toBeLessThan(400_000_000)
    }),
  120_000
)

it.scopedLive.each<[what: string, behave: Receivers.Behaviour, words: RegExp]>([
  ["redirects for ever", Receivers.answer(302, { location: "/again" }), /too many redirects/],
  ["redirects to a private address", Receivers.answer(302, { location: "http://10.0.0.1/" }), /address refused/],
  ["redirects to another site", Receivers.answer(302, { location: "http://localhost:1/" }), /unreachable|another site/],
  ["closes the connection", Receivers.reset, /unreachable/],
  ["says nothing", Receivers.hang, /timeout/]
])("a scan of a site that %s says so", ([, behave, words]) =>
  Effect.gen(function*() {
    const stranger = yield* Receivers.receiver(behave)
    const report = yield* scanned(stranger)
    expect([report.status, report.score.overall]).toEqual(["failed", null])
    expect(report.failure).toMatch(words)
    expect(report.failure).not.toContain("10.0.0.1")
  }), 60_000)
