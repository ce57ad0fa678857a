/**
 * The guard over real sockets, all on loopback. Names and public addresses lead to receivers of the test: it brings the
 * network, which writes down what address each connection was opened to.
 */
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { connect, isIP } from "node:net"
import * as Receivers from "../../../test/receivers.ts"

const publicAddress = "93.184.215.14"
const otherPublic = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
/** A receiver that answers whatever it is asked does not look at the request. */
const unread = {} as never
const limits: GuardedHttp.Limits = { millis: 5_000, headerBytes: 8_192, bodyBytes: 65_536, redirects: 0 }

interface World {
  /** What each name resolves to: at the first look-up, the second …; the last stays. */
  readonly names?: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>
  /** Where connections to addresses other than loopback really go. */
  readonly stranger?: Receivers.Receiver
  readonly allowLoopback?: boolean | ReadonlyArray<string>
  readonly ownOrigins?: ReadonlyArray<string>
  /** The addresses of this machine's interfaces. */
  readonly own?: ReadonlyArray<string>
  readonly authorities?: ReadonlyArray<string>
}

const world = ({ allowLoopback = false, authorities, names = {}, own = [], ownOrigins = [], stranger }: World) => {
  const lookedUp: Array<string> = []
  const connected: Array<string> = []
  const network: GuardedHttp.Network = {
    ...(authorities === undefined ? {} : { authorities }),
    own: () => own,
    resolve: (name) =>
      Effect.sync(() => {
        const answers = names[name] ?? []
        const nth = lookedUp.filter((one) => one === name).length
        lookedUp.push(name)
        return answers[Math.min(nth, answers.length - 1)] ?? []
      }),
    connect: (address, port) => {
      connected.push(address)
      const isLoopback = address === "127.0.0.1" || address === "::1"
      return connect({ host: isLoopback ? address : "127.0.0.1", port: isLoopback ? port : stranger?.port ?? 9 })
    }
  }
  return { lookedUp, connected, layer: GuardedHttp.layerWith({ allowLoopback, ownOrigins, network }) }
}

const request = (url: string, change: Partial<GuardedHttp.Request> = {}) =>
  Effect.flatMap(
    GuardedHttp.GuardedHttp,
    (http) => http.request({ method: "GET", url, headers: { "user-agent": "Test" }, limits, ...change })
  )

const reasonOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string; readonly reason: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag, reason }) => `${_tag}: ${reason}`)

const forbidden = "AddressForbidden: not a public address"

/** The receiver has no connection left, at the latest soon. */
const allClosed = (receiver: Receivers.Receiver) =>
  Effect.promise(async () => {
    for (let tries = 0; receiver.open() > 0 && tries < 200; tries++) await new Promise((done) => setTimeout(done, 5))
    expect(receiver.open()).toBe(0)
  })

describe("what may be asked", () => {
  it.live.each<[url: string, why: string]>([
    ["http://127.1", forbidden],
    ["http://0x7f000001", forbidden],
    ["http://2130706433", forbidden],
    ["http://[::ffff:127.0.0.1]", forbidden],
    ["http://[::]", forbidden],
    ["http://169.254.169.254/latest/meta-data/", forbidden],
    ["HTTP://127.0.0.1", forbidden],
    ["http://localhost", forbidden],
    ["http://LOCALHOST", forbidden],
    ["http://localhost.", forbidden],
    ["http://shop.localhost", forbidden],
    ["http://user:pass@127.0.0.1", "AddressForbidden: carries credentials"],
    ["gopher://127.0.0.1", "AddressForbidden: not http or https"],
    ["http://8.8.8.8:25", "AddressForbidden: a port of another protocol"]
  ])("%s is not, with the machine's own network", ([url, why]) =>
    Effect.gen(function*() {
      const http = yield* GuardedHttp.GuardedHttp
      expect(yield* reasonOf(http.check(url))).toBe(why)
      expect(yield* reasonOf(request(url))).toBe(why)
    }).pipe(Effect.provide(GuardedHttp.layerWith({ allowLoopback: false }))))

  it.live.each<[what: string, addresses: ReadonlyArray<string>]>([
    ["private", ["10.1.2.3"]],
    ["loopback", ["127.0.0.1"]],
    ["mapped loopback", ["::ffff:127.0.0.1"]],
    ["compatible loopback", ["::127.0.0.1"]],
    ["metadata", ["169.254.169.254"]],
    ["public first and loopback after", [publicAddress, "127.0.0.1"]],
    ["public IPv4 and unique local IPv6", [publicAddress, "fd00:ec2::254"]],
    ["public and something that is no address", [publicAddress, "shop.example"]]
  ])("a name that resolves to %s is not, and nothing is connected", ([, addresses]) => {
    const { connected, layer } = world({ names: { "evil.example": [addresses] } })
    return Effect.gen(function*() {
      const http = yield* GuardedHttp.GuardedHttp
      expect(yield* reasonOf(http.check("http://evil.example/"))).toBe(forbidden)
      expect(yield* reasonOf(request("http://evil.example./"))).toBe(forbidden)
      expect(connected).toEqual([])
    }).pipe(Effect.provide(layer))
  })

  it.scopedLive("a name that changes its mind is connected where it was judged, and refused from then on", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200))
      const names = { "evil.example": [[publicAddress], ["127.0.0.1"]] }
      const { connected, layer, lookedUp } = world({ names, stranger })
      yield* Effect.gen(function*() {
        expect((yield* request("http://evil.example/")).status).toBe(200)
        expect(lookedUp).toEqual(["evil.example"])
        expect(connected).toEqual([publicAddress])
        expect(yield* reasonOf(request("http://evil.example/"))).toBe(forbidden)
        expect(connected).toEqual([publicAddress])
        expect(stranger.received).toHaveLength(1)
      }).pipe(Effect.provide(layer))
    }))

  it.live("a name that is not there is no failure of the rules", () => {
    const { layer } = world({})
    return Effect.gen(function*() {
      expect(yield* reasonOf(request("http://nobody.example/"))).toBe("RequestFailed: name not found")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a name server that never answers costs five seconds", () => {
    const network = { resolve: () => Effect.never, connect: () => expect.unreachable(), own: () => [] }
    return Effect.gen(function*() {
      const fiber = yield* Effect.fork(
        reasonOf(request("http://slow.example/", { limits: { ...limits, millis: 60_000 } }))
      )
      yield* TestClock.adjust(5_000)
      expect(yield* Fiber.join(fiber)).toBe("RequestFailed: name not found")
    }).pipe(Effect.provide(GuardedHttp.layerWith({ allowLoopback: false, network })))
  })

  it.scopedLive("in a demonstration the machine itself is, and nothing else inside", () =>
    Effect.gen(function*() {
      const { port } = yield* Receivers.receiver(Receivers.answer(204))
      for (const host of ["localhost", "localhost.", "127.0.0.1", "127.1", "[::ffff:127.0.0.1]"]) {
        expect((yield* request(`http://${host}:${port}/`)).status).toBe(204)
      }
      expect(yield* reasonOf(request(`http://0.0.0.0:${port}/`))).toBe(forbidden)
      expect(yield* reasonOf(request(`http://[::]:${port}/`))).toBe(forbidden)
      expect(yield* reasonOf(request("http://192.168.0.1/"))).toBe(forbidden)
    }).pipe(Effect.provide(GuardedHttp.layerWith({ allowLoopback: true }))))
})

describe("a request", () => {
  it.scopedLive("carries what it was given and the name that was asked for, and takes no proxy", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(
        Receivers.answer(200, { "x-a": "1", "set-cookie": "a=b" }, "Grüße")
      )
      const names = { "shop.example": [[otherPublic, publicAddress]], "xn--bcher-kva.example": [[publicAddress]] }
      const { connected, layer } = world({ names, stranger })
      const proxies = ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"]
      const before = proxies.map((name) => process.env[name])
      for (const name of proxies) process.env[name] = "http://127.0.0.1:9"
      yield* Effect.gen(function*() {
        const answer = yield* request("http://Shop.Example.:8080/a b?c=ü#d", {
          method: "POST",
          headers: { "content-type": "text/plain" },
          body: Buffer.from("Grüße")
        })
        expect({ ...answer, body: Buffer.from(answer.body).toString() }).toEqual({
          truncated: false,
          waitedMillis: expect.any(Number),
          url: "http://shop.example.:8080/a%20b?c=%C3%BC#d",
          status: 200,
          headers: { "content-length": "7", "x-a": "1", "set-cookie": "a=b" },
          body: "Grüße"
        })
        expect(stranger.received).toEqual([{
          method: "POST",
          path: "/a%20b?c=%C3%BC",
          headers: {
            "host": "shop.example:8080",
            "connection": "close",
            "content-type": "text/plain",
            "content-length": "7"
          },
          body: "Grüße"
        }])
        // IPv4 is tried first: more machines reach it.
        expect(connected).toEqual([publicAddress])
        yield* request("http://bücher.example/")
        expect(stranger.received[1]?.headers["host"]).toBe("xn--bcher-kva.example")
        yield* allClosed(stranger)
      }).pipe(
        Effect.provide(layer),
        Effect.ensuring(Effect.sync(() =>
          proxies.forEach((name, i) => {
            if (before[i] === undefined) delete process.env[name]
            else process.env[name] = before[i]
          })
        ))
      )
    }))

  it.scopedLive("to an address of this machine's own goes nowhere, but for the program's own origins", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200))
      const { connected, layer } = world({
        stranger,
        allowLoopback: true,
        own: ["127.0.0.1", "8.8.4.4", "2606:4700::1111", "10.0.0.7"],
        ownOrigins: ["http://shop.example", "http://10.0.0.7:3000", "http://10.0.0.8:3000"],
        names: {
          "shop.example": [["8.8.4.4"]],
          "mine.example": [["8.8.4.4"]],
          "six.example": [["2606:4700:0:0::1111"]],
          "half.example": [["8.8.8.8", "8.8.4.4"]]
        }
      })
      yield* Effect.gen(function*() {
        const refused = ["mine.example", "six.example", "half.example", "8.8.4.4", "[2606:4700::1111]", "134743044"]
        const wrapped = ["[::ffff:8.8.4.4]", "[64:ff9b::8.8.4.4]"]
        const beside = ["shop.example:5432", "10.0.0.7:3001", "10.0.0.8:3000"]
        for (const host of [...refused, ...wrapped, ...beside]) {
          expect(yield* reasonOf(request(`http://${host}/`)), host).toBe("AddressForbidden: not a public address")
        }
        expect(connected).toEqual([])
        expect((yield* request("http://shop.example/")).status).toBe(200)
        expect((yield* request("http://8.8.8.8/")).status).toBe(200)
        expect((yield* request("http://10.0.0.7:3000/")).status).toBe(200)
        expect(connected).toEqual(["8.8.4.4", "8.8.8.8", "10.0.0.7"])
      }).pipe(Effect.provide(layer))
    }))

  it("knows the addresses of this machine's interfaces, without their zones", () => {
    expect(GuardedHttp.ownAddresses()).toContain("127.0.0.1")
    expect(GuardedHttp.ownAddresses().filter((address) => isIP(address) === 0 || address.includes("%"))).toEqual([])
  })

  it.scopedLive("whose header is none fails before it is sent", () =>
    Effect.gen(function*() {
      const arrived: Array<string> = []
      const stranger = yield* Receivers.receiver((socket, head) => {
        arrived.push(String(head))
        Receivers.answer(200)(socket, head)
      })
      const { layer } = world({ stranger })
      for (const value of ["a\r\nx: y", "a\n", "ſ", "\u0000"]) {
        expect(yield* Effect.provide(reasonOf(request("http://8.8.8.8/", { headers: { "x-a": value } })), layer))
          .toBe("RequestFailed: malformed request")
      }
      expect(arrived).toEqual([])
    }))

  it.scopedLive("tries the next address where one refuses", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200), { host: "::1" })
      // Nobody listens on this port of 127.0.0.1.
      const { connected, layer } = world({ names: { "shop.example": [["127.0.0.1", "::1"]] }, allowLoopback: true })
      yield* Effect.gen(function*() {
        expect((yield* request(`http://shop.example:${stranger.port}/`)).status).toBe(200)
        expect(connected).toEqual(["127.0.0.1", "::1"])
      }).pipe(Effect.provide(layer))
    }))

  it.scopedLive.each<[what: string, behave: Receivers.Behaviour, reason: string]>([
    ["is reset", Receivers.reset, "connection lost"],
    ["ends before the answer", Receivers.leave(""), "connection lost"],
    ["ends in the headers", Receivers.leave("HTTP/1.1 200 OK\r\nx-a"), "connection lost"],
    ["ends in the body", Receivers.leave("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"), "connection lost"],
    [
      "ends in a chunk",
      Receivers.leave("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab"),
      "connection lost"
    ],
    ["speaks something else", Receivers.leave("220 mail.example ESMTP\r\n"), "malformed answer"],
    [
      "smuggles",
      Receivers.leave("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
      "malformed answer"
    ],
    [
      "changes the protocol",
      Receivers.leave("HTTP/1.1 101 So\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      "connection lost"
    ],
    ["announces too much", Receivers.leave("HTTP/1.1 200 OK\r\ncontent-length: 65537\r\n\r\n"), "body too large"],
    ["never ends its body", Receivers.flood("HTTP/1.1 200 OK\r\n\r\n", "a".repeat(1_000)), "body too large"],
    [
      "never ends its chunks",
      Receivers.flood("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "4\r\nabcd\r\n".repeat(100)),
      "body too large"
    ],
    ["never ends its headers", Receivers.flood("HTTP/1.1 200 OK\r\n", "a: b\r\n".repeat(100)), "headers too large"],
    ["sends one endless header", Receivers.flood("HTTP/1.1 200 OK\r\na: ", "b".repeat(1_000)), "headers too large"],
    ["sends an endless status", Receivers.flood("HTTP/1.1 200 ", "b".repeat(1_000)), "headers too large"],
    [
      "sends interim answers for ever",
      Receivers.flood("", "HTTP/1.1 103 Wait\r\n\r\n".repeat(10)),
      "headers too large"
    ],
    [
      "sends endless trailers",
      Receivers.flood("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "a: b\r\n".repeat(100)),
      "headers too large"
    ],
    [
      "sends endless chunk extensions",
      Receivers.flood("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1", ";a=b".repeat(100)),
      "malformed answer"
    ]
  ])("whose connection %s fails, and stops reading", ([, behave, reason]) =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(behave)
      const { layer } = world({ allowLoopback: true })
      expect(yield* reasonOf(Effect.provide(request(`http://127.0.0.1:${stranger.port}/`), layer)))
        .toBe(`RequestFailed: ${reason}`)
      yield* allClosed(stranger)
      // What was not read stays in the buffers of the two sockets.
      expect(stranger.sent()).toBeLessThan(10_000_000)
    }))

  it.scopedLive("that nobody takes is refused", () =>
    Effect.gen(function*() {
      const gone = yield* Effect.scoped(Effect.map(Receivers.receiver(Receivers.hang), ({ port }) => port))
      const { layer } = world({ allowLoopback: true })
      expect(yield* reasonOf(Effect.provide(request(`http://127.0.0.1:${gone}/`), layer)))
        .toBe("RequestFailed: connection refused")
    }))

  it.scopedLive.each<[what: string, behave: Receivers.Behaviour]>([
    ["says nothing", Receivers.hang],
    ["drips headers", Receivers.drip("HTTP/1.1 200 OK\r\n", "a: b\r\n")],
    ["drips a body", Receivers.drip("HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n", "a")]
  ])("to somebody who %s takes no longer than it may", ([, behave]) =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(behave)
      const { layer } = world({ allowLoopback: true })
      const hasty = { limits: { ...limits, millis: 200, headerBytes: 1_000_000 } }
      expect(yield* reasonOf(Effect.provide(request(`http://127.0.0.1:${stranger.port}/`, hasty), layer)))
        .toBe("RequestFailed: timeout")
      yield* allClosed(stranger)
    }))

  it.scopedLive("that is interrupted leaves no connection", () =>
    Effect.gen(function*() {
      const arrived = arrivals()
      const stranger = yield* Receivers.receiver(() => arrived.resolve())
      const { layer } = world({ allowLoopback: true })
      const fiber = yield* Effect.fork(Effect.provide(request(`http://127.0.0.1:${stranger.port}/`), layer))
      yield* Effect.promise(() => arrived.promise)
      yield* Fiber.interrupt(fiber)
      yield* allClosed(stranger)
    }))

  it.scopedLive("takes a body of exactly the limit", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200, {}, "a".repeat(limits.bodyBytes)))
      const { layer } = world({ allowLoopback: true })
      const answer = yield* Effect.provide(request(`http://127.0.0.1:${stranger.port}/`), layer)
      expect(answer.body.length).toBe(limits.bodyBytes)
    }))

  it.scopedLive("for the head alone minds no announced length", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.leave("HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n"))
      const { layer } = world({ allowLoopback: true })
      const answer = yield* Effect.provide(request(`http://127.0.0.1:${stranger.port}/`, { method: "HEAD" }), layer)
      expect(answer.body.length).toBe(0)
    }))
})

const arrivals = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

describe("TLS", () => {
  const names = { "partner.example": [[publicAddress]], "other.example": [[publicAddress]] }

  it.scopedLive("is held to the name that was asked for, at the address that was judged", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200), { tls: true })
      const { connected, layer } = world({ names, stranger, authorities: [Receivers.certificate] })
      yield* Effect.gen(function*() {
        expect((yield* request("https://partner.example/")).status).toBe(200)
        expect((yield* request("https://partner.example./")).status).toBe(200)
        expect(connected).toEqual([publicAddress, publicAddress])
        expect(stranger.received[0]?.headers["host"]).toBe("partner.example")
        expect(yield* reasonOf(request("https://other.example/"))).toBe("RequestFailed: no trusted TLS")
        expect(yield* reasonOf(request(`https://${publicAddress}/`))).toBe("RequestFailed: no trusted TLS")
        yield* allClosed(stranger)
      }).pipe(Effect.provide(layer))
    }))

  it.scopedLive("that nobody vouches for is refused, and nothing is sent", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200), { tls: true })
      const { layer } = world({ names, stranger })
      expect(yield* reasonOf(Effect.provide(request("https://partner.example/"), layer)))
        .toBe("RequestFailed: no trusted TLS")
      expect(stranger.received).toEqual([])
    }))

  it.scopedLive("from somebody who speaks plainly fails", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(200))
      stranger.behave = Receivers.answer(400)
      const { layer } = world({ names, stranger })
      const hasty = { limits: { ...limits, millis: 300 } }
      const reason = yield* reasonOf(Effect.provide(request("https://partner.example/", hasty), layer))
      expect(reason).toMatch(/RequestFailed: (no trusted TLS|timeout)/)
      yield* allClosed(stranger)
    }))
})

describe("redirects", () => {
  const following = { limits: { ...limits, redirects: 2 } }

  it.scopedLive("are answers, unless they are to be followed", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(301, { location: "http://127.0.0.1:9/" }, "gone"))
      const { connected, layer } = world({ names: { "shop.example": [[publicAddress]] }, stranger })
      yield* Effect.gen(function*() {
        expect((yield* request("http://shop.example/")).status).toBe(301)
        const posted = yield* request("http://shop.example/", { ...following, method: "POST", body: Buffer.from("a") })
        expect(posted.status).toBe(301)
        expect(connected).toEqual([publicAddress, publicAddress])
      }).pipe(Effect.provide(layer))
    }))

  it.scopedLive.each<[location: string, reason: string]>([
    ["http://127.0.0.1/", forbidden],
    ["//127.1/", forbidden],
    ["http://inside.example/", forbidden],
    ["http://[::ffff:10.0.0.1]/", forbidden],
    ["file:///etc/passwd", "AddressForbidden: not http or https"],
    ["http://a:b@shop.example/", "AddressForbidden: carries credentials"],
    ["http://shop.example:22/", "AddressForbidden: a port of another protocol"],
    ["http://", "AddressForbidden: malformed"],
    ["/", "RequestFailed: too many redirects"]
  ])("to %s end there", ([location, reason]) =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver(Receivers.answer(302, { location }))
      const { connected, layer } = world({
        names: { "shop.example": [[publicAddress]], "inside.example": [["10.0.0.1"]] },
        stranger
      })
      expect(yield* reasonOf(Effect.provide(request("http://shop.example/", following), layer))).toBe(reason)
      expect(new Set(connected)).toEqual(new Set([publicAddress]))
      expect(connected).toHaveLength(location === "/" ? 3 : 1)
      yield* allClosed(stranger)
    }))

  it.scopedLive("are resolved and judged anew, and take no secrets to strangers", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver((socket, { headers, path }) =>
        headers["host"] === "shop.example"
          ? Receivers.answer(302, { location: path === "/" ? "/a" : "http://www.shop.example/b" })(socket, unread)
          : Receivers.answer(200, {}, "here")(socket, unread)
      )
      const { connected, layer } = world({
        names: { "shop.example": [[publicAddress]], "www.shop.example": [[otherPublic]] },
        stranger
      })
      const headers = { "user-agent": "Test", authorization: "Bearer secret" }
      const answer = yield* Effect.provide(request("http://shop.example/", { ...following, headers }), layer)
      expect([answer.status, answer.url]).toEqual([200, "http://www.shop.example/b"])
      expect(connected).toEqual([publicAddress, publicAddress, otherPublic])
      expect(stranger.received.map(({ headers }) => headers["authorization"]))
        .toEqual(["Bearer secret", "Bearer secret", undefined])
      expect(stranger.received[2]?.headers["user-agent"]).toBe("Test")
    }))

  it.scopedLive("share one time limit", () =>
    Effect.gen(function*() {
      const stranger = yield* Receivers.receiver((socket) =>
        void setTimeout(() => Receivers.answer(302, { location: "/" })(socket, unread), 80)
      )
      const { layer } = world({ allowLoopback: true })
      const long = { limits: { ...limits, millis: 200, redirects: 100 } }
      expect(yield* reasonOf(Effect.provide(request(`http://127.0.0.1:${stranger.port}/`, long), layer)))
        .toBe("RequestFailed: timeout")
      expect(stranger.received.length).toBeLessThan(4)
    }))
})
