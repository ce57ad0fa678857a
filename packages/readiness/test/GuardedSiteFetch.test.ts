/**
 * The guarded fetch of a scan against hostile sites, over real sockets on loopback: names and public addresses lead to
 * receivers of the test, which brings the network.
 */
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import * as GuardedSiteFetch from "@beauty-store/readiness/fetching/GuardedSiteFetch"
import * as HostPace from "@beauty-store/readiness/fetching/HostPace"
import { type FetchRequest, SiteFetch, userAgent } from "@beauty-store/readiness/SiteFetch"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { connect } from "node:net"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import * as Receivers from "../../../test/receivers.ts"

const publicAddress = "93.184.215.14"

interface World {
  /** What each name resolves to: at the first look-up, the second …; the last stays. */
  readonly names?: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>
  readonly stranger?: Receivers.Receiver
  readonly allowLoopback?: boolean | ReadonlyArray<string>
  readonly options?: GuardedSiteFetch.Options
}

/** No host has to wait, except where a test is about that. */
const noPace = Layer.succeed(HostPace.HostPace, { reserve: () => Clock.currentTimeMillis })

const site = ({ allowLoopback = false, names = { "shop.example": [[publicAddress]] }, options, stranger }: World) => {
  const connected: Array<string> = []
  const asked = new Map<string, number>()
  const network: GuardedHttp.Network = {
    resolve: (name) =>
      Effect.sync(() => {
        const nth = asked.get(name) ?? 0
        asked.set(name, nth + 1)
        const answers = names[name] ?? []
        return answers[Math.min(nth, answers.length - 1)] ?? []
      }),
    connect: (address) => {
      connected.push(address)
      return connect({ host: "127.0.0.1", port: stranger?.port ?? 9 })
    },
    own: () => []
  }
  const http = GuardedHttp.layerWith({ allowLoopback, network })
  return { connected, layer: (pace = noPace) => Layer.provide(GuardedSiteFetch.layer(options), [http, pace]) }
}

const get = (url: string, change: Partial<FetchRequest> = {}) =>
  Effect.flatMap(
    SiteFetch,
    ({ fetch }) => fetch({ method: "GET", url, headers: {}, maxBytes: 512 * 1024, followRedirects: true, ...change })
  )

const reasonOf = (url: string, change?: Partial<FetchRequest>) =>
  Effect.map(Effect.flip(get(url, change)), ({ reason }) => reason)

const page = "http://shop.example/"

describe("addresses", () => {
  it.live("are refused with the same words, whatever is there and whether there is anything", () =>
    Effect.gen(function*() {
      const names = {
        "private.example": [["10.0.0.7"]],
        "metadata.example": [["169.254.169.254"]],
        "half.example": [[publicAddress, "192.168.0.1"]]
      }
      const { connected, layer } = site({ names })
      const refused = [
        "http://private.example/",
        "http://metadata.example/latest/meta-data/",
        "http://half.example/",
        "http://unknown.example/",
        "http://localhost:22/",
        "http://localhost:1/",
        "http://127.0.0.1:5432/",
        "http://[::1]/",
        "http://0x7f000001/",
        "http://user:secret@shop.example/",
        "http://shop.example:25/",
        "file:///etc/passwd",
        "gopher://shop.example/",
        "no address"
      ]
      yield* Effect.gen(function*() {
        for (const url of refused) expect([url, yield* reasonOf(url)]).toEqual([url, "address refused"])
      }).pipe(Effect.provide(layer()))
      expect(connected).toEqual([])
    }))

  it.scopedLive("are connected to as they were judged: a name that changes its mind is refused the next time", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200, {}, "hello"))
      const { connected, layer } = site({ names: { "shop.example": [[publicAddress], ["127.0.0.1"]] }, stranger })
      yield* Effect.gen(function*() {
        expect((yield* get(page)).status).toBe(200)
        expect(yield* reasonOf(page)).toBe("address refused")
      }).pipe(Effect.provide(layer()))
      expect(connected).toEqual([publicAddress])
    }))

  it.scopedLive.each(["http://127.0.0.1:1/", "http://10.0.0.1/", "http://private.example/", "ftp://shop.example/"])(
    "that a redirect leads to are judged like the first: %s",
    (location) =>
      Effect.gen(function*() {
        const stranger = yield* Receivers.receiver(Receivers.answer(302, { location }))
        const names = { "shop.example": [[publicAddress]], "private.example": [["10.0.0.7"]] }
        const { connected, layer } = site({ names, stranger })
        expect(yield* Effect.provide(reasonOf(page), layer())).toBe("address refused")
        expect(connected).toEqual([publicAddress])
      })
  )

  it.scopedLive("of the machine itself are for demonstrations", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200, {}, "hello"))
      const { layer } = site({ stranger, allowLoopback: true })
      expect((yield* Effect.provide(get(`http://127.0.0.1:${stranger.port}/`), layer())).status).toBe(200)
    }))

  it.scopedLive("of other ports of the machine are not, where the store's own is named", () =>
    Effect.gen(function*() {
      const other = yield* Receivers.receiver(Receivers.answer(200, {}, "internal"))
      const to = (location: string) => Receivers.receiver(Receivers.answer(302, { location }))
      const store = yield* to(`http://localhost:${other.port}/`)
      const own = `http://localhost:${store.port}`
      const names = { localhost: [["127.0.0.1"]] }
      const { connected, layer } = site({ stranger: store, names, allowLoopback: [own] })
      const asked = (url: string) => Effect.provide(reasonOf(url), layer())
      for (const host of ["localhost", "127.0.0.1", "[::1]", "127.1", "2130706433", "a.localhost"]) {
        expect(yield* asked(`http://${host}:${other.port}/`), host).toBe("address refused")
      }
      expect(connected).toEqual([])
      // The store is reached, and leads nowhere else on the machine.
      expect(yield* asked(`${own}/`)).toBe("address refused")
      expect(connected).toEqual(["127.0.0.1"])
    }))

  it.scopedLive("with a header that none can be are refused before they are sent", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200))
      const { layer } = site({ stranger })
      for (const version of ["2026\r\nx: y", "ſ", "\u0000", "2026-04-17\n"]) {
        const change = { headers: { "api-version": version } }
        expect(yield* Effect.provide(reasonOf(page, change), layer())).toBe("malformed response")
      }
    }))
})

describe("a request", () => {
  it.scopedLive("says who asks, and a redirect to another origin keeps no header of it", () =>
    Effect.gen(function*() {
      let sent = 0
      const stranger = yield* Receivers.receiver((socket, request) =>
        (++sent === 1 ? Receivers.answer(302, { location: "http://other.example/x" }) : Receivers.answer(200, {}, "y"))(
          socket,
          request
        )
      )
      const names = { "shop.example": [[publicAddress]], "other.example": [[publicAddress]] }
      const options: GuardedSiteFetch.Options = {
        headersFor: ({ hostname }) => hostname === "shop.example" ? { "x-for-the-shop": "1" } : {}
      }
      const { layer } = site({ names, stranger, options })
      const { url } = yield* Effect.provide(get(page, { headers: { authorization: "Bearer mine" } }), layer())
      expect(url).toBe("http://other.example/x")
      const [first, second] = stranger.received
      expect(first!.headers).toMatchObject({
        "user-agent": userAgent,
        "accept-encoding": "gzip, br",
        authorization: "Bearer mine",
        "x-for-the-shop": "1"
      })
      expect(second!.headers["user-agent"]).toBe(userAgent)
      expect(second!.headers).not.toHaveProperty("authorization")
      expect(second!.headers).not.toHaveProperty("x-for-the-shop")
    }))

  it.scopedLive("follows five redirects and no more, and none where it is not to", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(301, { location: "/again" }))
      const { layer } = site({ stranger })
      expect(yield* Effect.provide(reasonOf(page), layer())).toBe("too many redirects")
      expect(stranger.received).toHaveLength(6)
      expect((yield* Effect.provide(get(page, { followRedirects: false }), layer())).status).toBe(301)
    }))

  it.scopedLive("is one of a bounded number", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200, {}, "hello"))
      const { layer } = site({ stranger, options: { maxRequests: 2 } })
      const all = Effect.all([get(page), get(page), Effect.flip(get(page))])
      const [, , third] = yield* Effect.provide(all, layer())
      expect(third.reason).toBe("page limit reached")
      expect(stranger.received).toHaveLength(2)
    }))

  it.scopedLive("waits a second for the next one to the same host, and not for another host's", () =>
    Effect.gen(function*() {
      const reserved: Array<string> = []
      const stranger = yield* Receivers.receiver(Receivers.answer(200, {}, "hello"))
      const names = { "shop.example": [[publicAddress]], "other.example": [[publicAddress]] }
      const { layer } = site({ names, stranger })
      // The clock does not move while the moments are reserved, so that they are known.
      const pace = Layer.effect(
        HostPace.HostPace,
        Effect.map(HostPace.HostPace, ({ reserve }) => ({
          reserve: (host: string) =>
            Effect.map(
              Effect.withClock(reserve(host), { ...Clock.make(), currentTimeMillis: Effect.succeed(5_000) }),
              (at) => (reserved.push(`${host} ${at}`), 0)
            )
        }))
      ).pipe(Layer.provide(HostPace.layerMemory))
      yield* Effect.provide(
        Effect.all([get(page), get(page), get("http://other.example/"), get("http://shop.example/2")]),
        layer(pace)
      )
      expect(reserved).toEqual([
        "shop.example 5000",
        "shop.example 6000",
        "other.example 5000",
        "shop.example 7000"
      ])
    }))
})

describe("a body", () => {
  const text = "Où est la crème? ".repeat(200)

  it.scopedLive.each<[coding: string, bytes: Uint8Array]>([
    ["identity", Buffer.from(text)],
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))]
  ])("arrives decoded: %s", ([coding, bytes]) =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200, { "content-encoding": coding }, bytes))
      const { body, headers, truncated } = yield* Effect.provide(get(page), site({ stranger }).layer())
      expect(Buffer.from(body).toString()).toBe(text)
      expect([headers["content-encoding"], truncated]).toEqual([coding, false])
    }))

  it.scopedLive.each<[what: string, coding: string, bytes: Uint8Array]>([
    ["no gzip", "gzip", Buffer.from("not at all")],
    ["half a gzip", "gzip", gzipSync(text).subarray(0, 12)],
    ["an unknown coding", "zstd", Buffer.from(text)],
    ["three codings", "gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(text)))]
  ])("that cannot be decoded is a failure: %s", ([, coding, bytes]) =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200, { "content-encoding": coding }, bytes))
      const result = yield* Effect.provide(Effect.either(get(page)), site({ stranger }).layer())
      if (result._tag === "Left") expect(result.left.reason).toBe("malformed response")
      else expect(result.right.body.length).toBeLessThan(text.length)
    }))

  it.scopedLive("is cut where it is longer than what is read, compressed or not", () =>
    Effect.gen(function*() {
      const long = "a".repeat(100_000)
      for (const [headers, bytes] of [[{}, long], [{ "content-encoding": "gzip" }, gzipSync(long)]] as const) {
        const stranger = yield* Receivers.receiver(Receivers.answer(200, headers, bytes))
        const found = yield* Effect.provide(get(page, { maxBytes: 1_000 }), site({ stranger }).layer())
        expect([found.body.length, found.truncated]).toEqual([1_000, true])
      }
    }))

  it.scopedLive("that never ends is read no further than its bound", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(
        Receivers.flood(
          "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n",
          "User-agent: *\nDisallow:\n".repeat(2_000)
        )
      )
      const robots = yield* Effect.provide(get("http://shop.example/robots.txt"), site({ stranger }).layer())
      expect([robots.body.length, robots.truncated]).toEqual([512 * 1024, true])
      expect(stranger.sent()).toBeLessThan(50_000_000)
    }))
})
